package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// fill commits until the disk is full, and then goes on after making room. It
// reports what was not as it should be.
func fill(path string) error {
	ballast := filepath.Join(filepath.Dir(path), "ballast")
	if err := os.WriteFile(ballast, make([]byte, 1<<20), 0o600); err != nil {
		return err
	}
	s, err := Open(path)
	if err != nil {
		return err
	}
	defer s.Close()
	head, full := uint64(0), error(nil)
	for ; full == nil && head < 100_000; head++ {
		full = s.Commit(commit("tea", head, int(head)))
	}
	head--
	if !errors.Is(full, syscall.ENOSPC) || !strings.Contains(full.Error(), "the disk is full") {
		return fmt.Errorf("after %d commits: %v", head, full)
	}
	if _, err := os.Stat(path); err != nil {
		return err
	}
	for n := range 3 {
		if err := s.Commit(commit("tea", head, int(head)+n)); err == nil {
			return errors.New("room out of nowhere")
		}
	}
	if n, _, err := s.Head("tea"); n != head || err != nil {
		return fmt.Errorf("entry %d is the last, want %d: %v", n, head, err)
	}
	if err := os.Remove(ballast); err != nil {
		return err
	}
	for range 20 {
		if err := s.Commit(commit("tea", head, int(head))); err != nil {
			return fmt.Errorf("with room again: %v", err)
		}
		head++
	}
	if err := s.Close(); err != nil {
		return err
	}
	faults, err := VerifyFile(path, nil)
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("%d faults, the first: %s", len(faults), faults[0])
	}
	return err
}

// TestDiskFull runs fill on a small disk of its own, which a process may have
// in a namespace of its own.
func TestDiskFull(t *testing.T) {
	folder := t.TempDir()
	c := other("fill", filepath.Join(folder, "nomicmail.db"))
	script := `mount -t tmpfs -o size=6m none "$0" && exec "$1"`
	c.Args = []string{"unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, folder, c.Path}
	unshare, err := exec.LookPath("unshare")
	if err == nil {
		err = exec.Command(unshare, "--user", "--map-root-user", "--mount", "sh", "-c", `mount -t tmpfs none "$0"`, folder).Run()
	}
	if err != nil {
		t.Logf("no disk of our own to be had here (%v); the error is tested alone", err)
		return
	}
	c.Path = unshare
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

func TestExplain(t *testing.T) {
	for _, c := range []struct {
		err  error
		says string
	}{
		{&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, "the disk is full"},
		{&fs.PathError{Op: "write", Path: "x", Err: syscall.EDQUOT}, "the disk is full"},
		{&fs.PathError{Op: "open", Path: "x", Err: syscall.EROFS}, "must be writable"},
		{&fs.PathError{Op: "open", Path: "x", Err: syscall.EACCES}, "must be writable"},
		{errors.New("something else"), "something else"},
	} {
		err := explain("/data/nomicmail.db", c.err)
		if !strings.Contains(err.Error(), c.says) || !strings.HasPrefix(err.Error(), "/data/nomicmail.db") || !errors.Is(err, c.err) {
			t.Errorf("%v is explained as %v", c.err, err)
		}
	}
	if err := explainWrite(syscall.ENOSPC); !strings.Contains(err.Error(), "nothing of it was written") {
		t.Error(err)
	}
}

// After a failure of the disk nobody knows what is on it, and the store writes
// no more until it is opened anew.
func TestBrokenDisk(t *testing.T) {
	path := written(t, 4)
	s := open(t, path)
	lost := errors.New("the disk was pulled out")
	s.engine.(*disk).broken = lost
	if err := s.Commit(commit("tea", 2, 4)); !errors.Is(err, lost) || !strings.Contains(err.Error(), "opened anew") {
		t.Errorf("committed: %v", err)
	}
	must(t, s.Close())
	s = open(t, path)
	must(t, s.Commit(commit("tea", 2, 4)))
	clean(t, s)
}
