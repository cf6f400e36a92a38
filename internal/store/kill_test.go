package store

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// commitForEver commits to two games at once and prints, after each commit,
// the game and its head.
func commitForEver(path string) error {
	s, err := Open(path)
	if err != nil {
		return err
	}
	failed := make(chan error)
	var printing sync.Mutex
	for _, game := range []string{"tea", "coffee"} {
		go func() {
			head, _, err := s.Head(game)
			for ; err == nil; head++ {
				if err = s.Commit(commit(game, head, int(head))); err == nil {
					printing.Lock()
					fmt.Println(game, head+1)
					printing.Unlock()
				}
			}
			failed <- err
		}()
	}
	return <-failed
}

// Whenever the program is killed, nothing that was acknowledged is lost, and
// nothing is half there.
func TestKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nomicmail.db")
	acknowledged := map[string]uint64{}
	dice := rand.New(rand.NewPCG(3, 4))
	for range 10 {
		killOne(t, path, 1+dice.IntN(60), acknowledged)
		if faults, err := VerifyFile(path, nil); err != nil || len(faults) > 0 {
			t.Fatalf("after a kill: %v, %v", faults, err)
		}
		s := open(t, path)
		for game, n := range acknowledged {
			head, _, err := s.Head(game)
			must(t, err)
			if head < n {
				t.Fatalf("%s: entry %d was acknowledged, and %d is the last", game, n, head)
			}
			acknowledged[game] = head
			letters := all(t, s.Letters(game))
			if uint64(len(letters)) != head {
				t.Fatalf("%s: %d letters for %d entries", game, len(letters), head)
			}
		}
		must(t, s.Close())
	}
	if acknowledged["tea"] < 20 || acknowledged["coffee"] < 20 {
		t.Errorf("hardly anything was written: %v", acknowledged)
	}
}

// killOne lets a process commit, kills it after so many acknowledgements and
// notes all that it gave.
func killOne(t *testing.T, path string, after int, acknowledged map[string]uint64) {
	t.Helper()
	c := other("commit", path)
	out, err := c.StdoutPipe()
	must(t, err)
	must(t, c.Start())
	lines := bufio.NewScanner(out)
	for n := 0; lines.Scan(); n++ {
		game, number, _ := strings.Cut(lines.Text(), " ")
		head, err := strconv.ParseUint(number, 10, 64)
		if err != nil {
			t.Fatalf("the other process says %s", lines.Text())
		}
		acknowledged[game] = max(acknowledged[game], head)
		if n == after {
			must(t, c.Process.Kill())
		}
	}
	if err := c.Wait(); err == nil {
		t.Fatal("the other process ended by itself")
	}
}
