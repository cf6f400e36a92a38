package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// format is the version of what lies in the buckets. It is raised when an older
// program could not read a newer file, and lies there as it is, without a
// checksum, for all versions to read.
const format = "1"

const fileMode = 0o600

// Open opens the database in a file, or makes it; the folder must exist. The
// error says what is wrong in words for the operator, and is an ErrInUse,
// ErrNotDatabase, ErrNewer or ErrDamaged where it is one of these. It takes a
// moment for a large file, which is looked through for damage that the
// database engine could not survive.
func Open(path string) (*Store, error) {
	d, err := openDisk(path)
	if err != nil {
		return nil, fmt.Errorf("store: open: %w", explain(path, err))
	}
	s := newStore(d)
	s.queue, s.stopped = make(chan *job, mostJobs), make(chan struct{})
	go s.writer()
	return s, nil
}

func openDisk(path string) (*disk, error) {
	info, err := os.Stat(path)
	fresh := errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0
	if err != nil && !fresh {
		return nil, err
	}
	if !fresh {
		if err := inspect(path); err != nil {
			return nil, err
		}
	}
	db, err := bolt.Open(path, fileMode, boltOptions())
	if err != nil {
		if fresh && full(err) {
			_ = os.Remove(path) // a beginning without an end would be no database
		}
		return nil, err
	}
	d := &disk{db: db}
	if err := d.furnish(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	d.signIn()
	return d, nil
}

// inspect looks at a file before bbolt may use it for writing.
func inspect(path string) error {
	return readOnly(path, func(p *pages) error {
		if f := p.found; len(f) > 0 {
			return fmt.Errorf("%w: %s; verify tells all of it, and a backup can take its place", ErrDamaged, f[0])
		}
		return nil
	})
}

// furnish makes the buckets of a new file.
func (d *disk) furnish() error {
	furnished := false
	err := d.db.View(func(tx *bolt.Tx) error {
		furnished = tx.Bucket([]byte(metaBucket)) != nil
		return nil
	})
	if err != nil || furnished {
		return err
	}
	err = d.db.Update(func(tx *bolt.Tx) error {
		for _, name := range buckets {
			if _, err := tx.CreateBucket([]byte(name)); err != nil {
				return err
			}
		}
		return tx.Bucket([]byte(metaBucket)).Put(formatKey, []byte(format))
	})
	if err != nil {
		return err
	}
	return syncFolder(filepath.Dir(d.db.Path()))
}

// syncFolder makes a new file's name last through a power failure.
func syncFolder(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.EINVAL) {
		return err
	}
	return nil
}

// pidFile is where the process that holds the database leaves its number for
// the messages of others: nomicmail.pid beside nomicmail.db.
func pidFile(path string) string {
	return strings.TrimSuffix(path, filepath.Ext(path)) + ".pid"
}

// signIn leaves our number. The lock is the file's own; this is for people, so
// that it may fail.
func (d *disk) signIn() {
	_ = os.WriteFile(pidFile(d.db.Path()), []byte(strconv.Itoa(os.Getpid())+"\n"), 0o644)
}

func (d *disk) signOut() { _ = os.Remove(pidFile(d.db.Path())) }

func holder(path string) string {
	b, err := os.ReadFile(pidFile(path))
	pid, bad := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil || bad != nil {
		return "another process"
	}
	return "process " + strconv.Itoa(pid)
}

// explain says in words what keeps us from using the file at path.
func explain(path string, err error) error {
	folder := filepath.Dir(path)
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("%s: %w: %s holds it", path, ErrInUse, holder(path))
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s is there already and is not written over", path)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: the folder %s does not exist: %w", path, folder, fs.ErrNotExist)
	case errors.Is(err, syscall.EISDIR):
		return fmt.Errorf("%s is a folder: %w", path, err)
	case errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%s: the disk is read-only: %w", path, err)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: file and folder must be writable by the user who runs nomicmail: %w", path, err)
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrVersionMismatch),
		errors.Is(err, berrors.ErrChecksum):
		return fmt.Errorf("%s: %w: %w", path, ErrNotDatabase, err)
	case full(err):
		return fmt.Errorf("%s: the disk is full: %w", path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// full tells whether there is no room for what was to be written.
func full(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}

// explainWrite says in words why a transaction was not written.
func explainWrite(err error) error {
	switch {
	case full(err):
		return fmt.Errorf("the disk is full, and nothing of it was written: %w", err)
	case errors.Is(err, syscall.EROFS):
		return fmt.Errorf("the disk has become read-only: %w", err)
	}
	return fmt.Errorf("it could not be written: %w", err)
}
