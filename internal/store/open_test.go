package store

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// A test that needs another process runs this binary again with the name of
// its part in this variable, and the database in the next.
const (
	partVariable = "NOMICMAIL_STORE_TEST_PART"
	pathVariable = "NOMICMAIL_STORE_TEST_PATH"
)

func TestMain(m *testing.M) {
	parts := map[string]func(path string) error{"hold": hold, "commit": commitForEver, "fill": fill, "begin": begin, "refuse": refuse}
	if part := parts[os.Getenv(partVariable)]; part != nil {
		if err := part(os.Getenv(pathVariable)); err != nil {
			os.Stdout.WriteString(err.Error() + "\n")
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// other prepares another process that plays a part.
func other(part, path string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), partVariable+"="+part, pathVariable+"="+path)
	return c
}

// hold keeps a database open until its input ends.
func hold(path string) error {
	s, err := Open(path)
	if err != nil {
		return err
	}
	defer s.Close()
	os.Stdout.WriteString("open\n")
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

func TestInUse(t *testing.T) {
	path := written(t, 2)
	c := other("hold", path)
	in, err := c.StdinPipe()
	must(t, err)
	out, err := c.StdoutPipe()
	must(t, err)
	must(t, c.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "open\n" {
		t.Fatal(line, err)
	}
	_, err = Open(path)
	if !errors.Is(err, ErrInUse) || !strings.Contains(err.Error(), "process "+strconv.Itoa(c.Process.Pid)) {
		t.Errorf("error %v does not name process %d", err, c.Process.Pid)
	}
	if _, err := VerifyFile(path, nil); !errors.Is(err, ErrInUse) {
		t.Errorf("verified while in use: %v", err)
	}
	must(t, in.Close())
	must(t, c.Wait())
	if _, err := os.Stat(pidFile(path)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the number of the process is still there: %v", err)
	}
	open(t, path)
}

func TestOpenRefuses(t *testing.T) {
	folder := t.TempDir()
	file := func(name string, content []byte) string {
		path := filepath.Join(folder, name)
		must(t, os.WriteFile(path, content, 0o600))
		return path
	}
	foreign := filepath.Join(folder, "foreign.db")
	db, err := bolt.Open(foreign, 0o600, nil)
	must(t, err)
	must(t, db.Update(func(tx *bolt.Tx) error { _, err := tx.CreateBucket([]byte("cats")); return err }))
	must(t, db.Close())
	later := written(t, 2)
	db, err = bolt.Open(later, 0o600, nil)
	must(t, err)
	must(t, db.Update(func(tx *bolt.Tx) error { return tx.Bucket([]byte(metaBucket)).Put(formatKey, []byte("2")) }))
	must(t, db.Close())
	for _, c := range []struct {
		path string
		is   error
		says string
	}{
		{file("text", bytes.Repeat([]byte("Dear Ada,\n"), 5000)), ErrNotDatabase, "no database of nomicmail"},
		{file("short", []byte("Dear Ada")), ErrNotDatabase, "no database of nomicmail"},
		{file("zeros", make([]byte, 1<<16)), ErrNotDatabase, "no database of nomicmail"},
		{foreign, ErrNotDatabase, "no database of nomicmail"},
		{later, ErrNewer, `format is "2"`},
		{filepath.Join(folder, "no", "such.db"), fs.ErrNotExist, "the folder " + filepath.Join(folder, "no") + " does not exist"},
		{folder, nil, "is a folder"},
		{filepath.Join(foreign, "x.db"), nil, foreign},
	} {
		before, _ := os.ReadFile(c.path)
		s, err := Open(c.path)
		if err == nil {
			s.Close()
		}
		right := err != nil && (c.is == nil || errors.Is(err, c.is)) &&
			strings.Contains(err.Error(), c.says) && strings.Contains(err.Error(), c.path)
		if !right {
			t.Errorf("%s: %v, want %q", c.path, err, c.says)
		}
		if after, _ := os.ReadFile(c.path); !bytes.Equal(before, after) {
			t.Errorf("%s was changed", c.path)
		}
	}
}

// A copy made while others write is whole, and holds all that was committed
// before it was begun. To verify needs no stop either.
func TestBackupWhileRunning(t *testing.T) {
	s := open(t, written(t, 50))
	copied := filepath.Join(t.TempDir(), "copy.db")
	f, err := os.Create(copied)
	must(t, err)
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for n := 50; ; n++ {
			select {
			case <-stop:
				return
			default:
			}
			if err := s.Commit(commit("tea", uint64(n-25), n)); err != nil {
				t.Error(err)
				return
			}
		}
	})
	must(t, s.Backup(f))
	clean(t, s)
	close(stop)
	wg.Wait()
	must(t, f.Close())
	again := open(t, copied)
	clean(t, again)
	if n, _, err := again.Head("coffee"); n != 25 || err != nil {
		t.Errorf("head %d, %v", n, err)
	}
	if n, _, err := again.Head("tea"); n < 25 || err != nil {
		t.Errorf("head %d, %v", n, err)
	}
}

func TestCompact(t *testing.T) {
	path := written(t, 150)
	s := open(t, path)
	to := filepath.Join(t.TempDir(), "compact.db")
	must(t, s.Compact(to))
	if err := s.Compact(to); err == nil || !strings.Contains(err.Error(), "not written over") {
		t.Errorf("wrote over a file: %v", err)
	}
	again := open(t, to)
	clean(t, again)
	if !reflect.DeepEqual(dump(t, again), dump(t, s)) {
		t.Error("the compact database has other contents")
	}
	must(t, again.Commit(commit("tea", 75, 999)))
	old, err := os.Stat(path)
	must(t, err)
	small, err := os.Stat(to)
	must(t, err)
	if blocks := int64(len(bytes.TrimRight(load(t, path), "\x00"))); small.Size() >= blocks {
		t.Errorf("%d bytes, not less than %d of %d", small.Size(), blocks, old.Size())
	}
	if err := Memory().Compact(to + "2"); err == nil {
		t.Error("a store in memory was compacted")
	}
	if err := Memory().Backup(io.Discard); err == nil {
		t.Error("a store in memory was backed up")
	}
}

// A file as a program killed right after its first write leaves it is made
// whole.
func TestOpenUnfurnished(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nomicmail.db")
	db, err := bolt.Open(path, 0o600, boltOptions())
	must(t, err)
	must(t, db.Close())
	s := open(t, path)
	must(t, s.Commit(commit("tea", 0, 1)))
	clean(t, s)
}
