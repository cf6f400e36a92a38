package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// asNobody runs f with the rights of nobody in particular, even for root, who
// may write everywhere. Its thread is not used again.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		var err error
		if os.Getuid() == 0 {
			err = syscall.Setfsuid(65534)
		}
		if err == nil {
			f()
		}
		done <- err
	}()
	must(t, <-done)
}

func TestNotWritable(t *testing.T) {
	path := written(t, 2)
	folder := filepath.Dir(path)
	refused := func(path string) {
		t.Helper()
		asNobody(t, func() {
			s, err := Open(path)
			if err == nil {
				s.Close()
			}
			if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "must be writable") {
				t.Errorf("%v", err)
			}
		})
	}
	must(t, os.Chmod(path, 0o444))
	refused(path)
	must(t, os.Chmod(folder, 0o555))
	t.Cleanup(func() { os.Chmod(folder, 0o755) })
	refused(filepath.Join(folder, "new.db"))
}
