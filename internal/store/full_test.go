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
	if err := s.Err(); err != nil {
		return fmt.Errorf("a full disk breaks nothing, and yet: %v", err)
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

// begin makes a database on a disk with too little room for one, page by page
// more, and each time again with room enough.
func begin(path string) error {
	ballast := filepath.Join(filepath.Dir(path), "ballast")
	refused := 0
	for pages := range 6 {
		if err := os.WriteFile(ballast, make([]byte, (64-pages)*pageSize), 0o600); err != nil {
			return err
		}
		s, err := Open(path)
		if err == nil {
			err = s.Close()
		} else if refused++; !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "the disk is full") {
			return fmt.Errorf("with room for %d pages: %v", pages, err)
		}
		if err := errors.Join(err, os.Remove(ballast)); err != nil && !errors.Is(err, syscall.ENOSPC) {
			return err
		}
		if s, err = Open(path); err != nil {
			return fmt.Errorf("after room for %d pages, with room again: %v", pages, err)
		}
		if err := errors.Join(s.Commit(commit("tea", 0, 1)), s.Close(), os.Remove(path)); err != nil {
			return err
		}
	}
	if refused < 4 {
		return fmt.Errorf("a database was refused %d times", refused)
	}
	return nil
}

// refuse is what a store says on a disk that is read-only.
func refuse(path string) error {
	s, err := Open(path)
	if err == nil {
		s.Close()
		return errors.New("opened")
	}
	if !errors.Is(err, syscall.EROFS) || !strings.Contains(err.Error(), "the disk is read-only") || !strings.Contains(err.Error(), path) {
		return err
	}
	return nil
}

// onDisk plays a part on a disk of its own, which a process may have in a
// namespace of its own: mount makes it of the folder $0.
func onDisk(t *testing.T, mount, part, path string) {
	t.Helper()
	folder := filepath.Dir(path)
	c := other(part, path)
	apart := []string{"--user", "--map-root-user", "--mount", "sh", "-c"}
	unshare, err := exec.LookPath("unshare")
	if err == nil {
		err = exec.Command(unshare, append(apart, mount, folder)...).Run()
	}
	if err != nil {
		t.Logf("no disk of our own to be had here (%v); the error is tested alone", err)
		return
	}
	c.Path, c.Args = unshare, append(append([]string{"unshare"}, apart...), mount+` && exec "$1"`, folder, c.Path)
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

func TestDiskFull(t *testing.T) {
	onDisk(t, `mount -t tmpfs -o size=6m none "$0"`, "fill", filepath.Join(t.TempDir(), "nomicmail.db"))
}

// TestDiskFullAtTheBeginning: a file that could not be begun is not left behind as
// one that is no database.
func TestDiskFullAtTheBeginning(t *testing.T) {
	onDisk(t, `mount -t tmpfs -o size=256k none "$0"`, "begin", filepath.Join(t.TempDir(), "nomicmail.db"))
}

// TestReadOnlyDisk: neither is a database opened on a disk that is read-only, nor
// is one begun.
func TestReadOnlyDisk(t *testing.T) {
	readOnly := `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"`
	onDisk(t, readOnly, "refuse", written(t, 2))
	onDisk(t, readOnly, "refuse", filepath.Join(t.TempDir(), "new.db"))
}

func TestExplain(t *testing.T) {
	for _, c := range []struct {
		err  error
		says string
	}{
		{&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, "the disk is full"},
		{&fs.PathError{Op: "write", Path: "x", Err: syscall.EDQUOT}, "the disk is full"},
		{&fs.PathError{Op: "open", Path: "x", Err: syscall.EROFS}, "the disk is read-only"},
		{&fs.PathError{Op: "open", Path: "x", Err: syscall.EACCES}, "must be writable"},
		{errors.New("something else"), "something else"},
	} {
		err := explain("/data/nomicmail.db", c.err)
		if !strings.Contains(err.Error(), c.says) || !strings.HasPrefix(err.Error(), "/data/nomicmail.db") || !errors.Is(err, c.err) {
			t.Errorf("%v is explained as %v", c.err, err)
		}
	}
	for cause, says := range map[syscall.Errno]string{
		syscall.ENOSPC: "the disk is full, and nothing of it was written", syscall.EROFS: "the disk has become read-only", syscall.EIO: "it could not be written",
	} {
		if err := explainWrite(cause); !strings.Contains(err.Error(), says) || !errors.Is(err, cause) {
			t.Error(err)
		}
	}
}

// After a failure of the disk nobody knows what is on it: the store says so and
// writes no more until it is opened anew, but can be read.
func TestBrokenDisk(t *testing.T) {
	path := written(t, 4)
	s := open(t, path)
	if err := s.Err(); err != nil {
		t.Errorf("broken from the beginning: %v", err)
	}
	// What the engine cannot put ends its transaction as a disk does that fails.
	first := s.write(func(txn) ([]change, error) { return []change{{metaBucket, nil, []byte("no key")}}, nil })
	select {
	case <-s.Broken():
	default:
		t.Fatalf("the write ended with %v, and the store does not say so", first)
	}
	if first == nil || s.Err() == nil || !errors.Is(first, errors.Unwrap(errors.Unwrap(s.Err()))) {
		t.Errorf("the write ended with %v, the store with %v", first, s.Err())
	}
	if err := s.Commit(commit("tea", 2, 4)); err == nil || !strings.Contains(err.Error(), "opened anew") {
		t.Errorf("committed: %v", err)
	}
	if n, _, err := s.Head("tea"); n != 2 || err != nil {
		t.Errorf("entry %d is the last, want 2: %v", n, err)
	}
	must(t, s.Close())
	s = open(t, path)
	must(t, s.Commit(commit("tea", 2, 4)))
	clean(t, s)
}
