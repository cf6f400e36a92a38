package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	bolt "go.etcd.io/bbolt"
)

// pageSize is that of every file we make, whatever the machine's is, so that a
// file can be moved to another and be read by [pages].
const pageSize = 4096

// lockWait is how long to wait for another process to let go of the file.
const lockWait = time.Second

// room is how much of the file can be seen at once before it must be mapped
// anew, for which all readers would have to be waited. It costs address space
// only, but for Windows, which makes the file that large.
const room = 1 << 30

// disk is an engine in a bbolt file.
type disk struct {
	db *bolt.DB
	// broken is a failed write after which nobody knows what is on the disk.
	broken error
}

func boltOptions() *bolt.Options {
	o := &bolt.Options{
		Timeout:  lockWait,
		PageSize: pageSize,
		// The list of free pages is found again at the next start. Written with
		// every commit, it would swell without bounds under a long reader.
		NoFreelistSync: true,
		FreelistType:   bolt.FreelistMapType,
	}
	if runtime.GOOS != "windows" {
		o.InitialMmapSize = room
	}
	return o
}

func (d *disk) view(f func(txn) error) error {
	return d.db.View(func(tx *bolt.Tx) error { return f(boltTxn{tx}) })
}

// update is called by one goroutine only. A full disk is noticed before the
// pages that would make a transaction count are written, so that the next one
// may be luckier; after any other failure there is no next one.
func (d *disk) update(f func(txn) error) error {
	if d.broken != nil {
		return fmt.Errorf("an earlier write failed, and the database must be opened anew: %w", d.broken)
	}
	err := d.db.Update(func(tx *bolt.Tx) error { return f(boltTxn{tx}) })
	if err != nil && !errors.Is(err, errIdle) && !full(err) {
		d.broken = err
	}
	return err
}

func (d *disk) close() error {
	d.signOut()
	return d.db.Close()
}

// snapshot reads the pages of the file itself: bbolt ends the process when it
// meets a damaged one.
func (d *disk) snapshot(f func(source) error) error {
	return d.db.View(func(tx *bolt.Tx) error {
		file, err := os.Open(d.db.Path())
		if err != nil {
			return err
		}
		defer file.Close()
		return f(openPages(file, uint64(tx.Cursor().Bucket().Root()), uint64(tx.Size()/pageSize)))
	})
}

type boltTxn struct{ tx *bolt.Tx }

func (t boltTxn) get(bucket string, key []byte) []byte {
	return t.tx.Bucket([]byte(bucket)).Get(key)
}

func (t boltTxn) put(bucket string, key, value []byte) error {
	return t.tx.Bucket([]byte(bucket)).Put(key, value)
}

func (t boltTxn) delete(bucket string, key []byte) error {
	return t.tx.Bucket([]byte(bucket)).Delete(key)
}

func (t boltTxn) ascend(bucket string, from []byte, visit func(key, value []byte) bool) {
	c := t.tx.Bucket([]byte(bucket)).Cursor()
	for k, v := c.Seek(from); k != nil; k, v = c.Next() {
		if !visit(k, v) {
			return
		}
	}
}

// Backup writes a copy of the whole database, as it is at one moment, while
// others go on using it. The copy can be opened as it is. A slow w makes the
// file grow.
func (s *Store) Backup(w io.Writer) error {
	d, ok := s.engine.(*disk)
	if !ok {
		return fmt.Errorf("store: back up: %w: it is in memory only", os.ErrInvalid)
	}
	err := d.db.View(func(tx *bolt.Tx) error {
		_, err := tx.WriteTo(w)
		return err
	})
	if err != nil {
		return fmt.Errorf("store: back up: %w", err)
	}
	return nil
}

// Compact writes a copy of the database without free pages to a new file; it
// never writes over one. Others can go on using the database meanwhile.
func (s *Store) Compact(path string) error {
	d, ok := s.engine.(*disk)
	if !ok {
		return fmt.Errorf("store: compact: %w: it is in memory only", os.ErrInvalid)
	}
	o := boltOptions()
	o.InitialMmapSize, o.NoSync = 0, true
	o.OpenFile = func(name string, flag int, mode os.FileMode) (*os.File, error) {
		return os.OpenFile(name, flag|os.O_EXCL, mode)
	}
	to, err := bolt.Open(path, fileMode, o)
	if err != nil {
		return fmt.Errorf("store: compact: %w", explain(path, err))
	}
	err = bolt.Compact(to, d.db, 4<<20)
	if err == nil {
		err = to.Sync()
	}
	if closing := to.Close(); err == nil {
		err = closing
	}
	if err != nil {
		os.Remove(path)
		return fmt.Errorf("store: compact: %w", explain(path, err))
	}
	return nil
}
