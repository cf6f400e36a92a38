package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"nomicmail/internal/store"
)

// backupAll asks for the whole record as it is at one moment.
type backupAll struct{}

func (backupAll) path() string { return "backup" }

func (backupAll) pour(_ context.Context, o *office, w io.Writer) error { return o.book.Backup(w) }

// backup writes a copy of the record and proves it.
func backup(f *flag.FlagSet) action {
	w, asJSON := whereFlags(f), jsonFlag(f)
	whole := f.Bool("with-config", false, "take the config along, with the files that it names: what another machine needs")
	return func(ctx context.Context, c *call) error {
		d, err := w.desk(ctx)
		if err != nil {
			return err
		}
		defer d.close()
		path := c.args[0]
		if path == "-" && *whole {
			return &wrongUse{"a backup with the config is no stream", "give a file: nomicmail backup --with-config moving.nomicmail"}
		}
		if path == "-" {
			return d.pour(ctx, backupAll{}, c.out)
		}
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return fault{path + " is there already and is not written over", "name each backup by its day: nomicmail backup nomic-$(date +%F).db"}
		}
		var size int64
		behind := []string{}
		if *whole {
			size, behind, err = backupMoving(ctx, w, d, path)
		} else {
			size, err = backupRecord(ctx, d, path)
		}
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.out, map[string]any{"file": path, "bytes": size, "behind": behind})
		}
		if !*whole {
			c.printf("%s is the whole record, %d bytes, and every hash in it is right\n", path, size)
			return nil
		}
		c.printf("%s is the whole record and the config, %d bytes; it may hold the password: keep it so\n", path, size)
		for _, b := range behind {
			c.printf("not in it: %s\n", b)
		}
		c.printf("stop the daemon here for good, and on the other machine:\n  nomicmail restore %s --config /etc/nomicmail/config.toml\n", filepath.Base(path))
		return nil
	}
}

func backupRecord(ctx context.Context, d *desk, path string) (size int64, err error) {
	size, err = writeWhole(path+".part", func(w io.Writer) error { return d.pour(ctx, backupAll{}, w) })
	if err == nil {
		err = proved(path + ".part")
	}
	if err == nil {
		err = place(path+".part", path)
	}
	if err != nil {
		os.Remove(path + ".part")
	}
	return size, err
}

// writeWhole makes a file for its owner alone, which is on the disk when it
// returns. What was left there under that name is removed first: it may be
// readable by others, or lead elsewhere.
func writeWhole(path string, write func(io.Writer) error) (size int64, err error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, fault{fmt.Sprintf("there is no folder %s", filepath.Dir(path)), "make it, or name a file in a folder that is there"}
	}
	if err != nil {
		return 0, err
	}
	kept := &failure{to: f}
	if err = write(kept); err == nil {
		err = f.Sync()
	}
	if errors.Is(kept.err, syscall.ENOSPC) {
		err = kept.err
	}
	if info, bad := f.Stat(); bad == nil {
		size = info.Size()
	}
	return size, errors.Join(err, f.Close())
}

// place gives a file its name. The name, too, is on the disk when it returns.
func place(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(to))
	if err != nil {
		return err
	}
	defer dir.Close()
	_ = dir.Sync() // not every file system has it
	return nil
}

// failure keeps what went wrong when something was written: the words that others
// make of it no longer tell a full disk.
type failure struct {
	to  io.Writer
	err error
}

func (w *failure) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if err != nil {
		w.err = err
	}
	return n, err
}

// proved reckons every hash of a copy.
func proved(path string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	damage, err := store.VerifyFile(path, silent)
	if err != nil {
		return fault{err.Error(), "it is no copy of a record, or not a whole one: take another"}
	}
	if len(damage) > 0 {
		return fault{fmt.Sprintf("%s is damaged: %s", path, damage[0]), "verify tells what is wrong with the record itself"}
	}
	return nil
}

// restore puts a copy in the place of the record.
func restore(f *flag.FlagSet) action {
	w, asJSON := whereFlags(f), jsonFlag(f)
	fromMail := f.Bool("from-mail", false, "FILE is the mail with a game's weekly copy, or what was attached to it")
	replace := f.Bool("replace", false, "where FILE has a config in it: put it in the place of one that is there, which is kept beside it")
	return func(ctx context.Context, c *call) error {
		if !*fromMail && isMoving(c.args[0]) {
			return moveIn(c, w, *replace, *asJSON)
		}
		cfg, err := w.load(false)
		if err != nil {
			return err
		}
		if err := atRest(cfg); err != nil {
			return err
		}
		var kept string
		var since time.Time
		if *fromMail {
			var head copyHead
			kept, head, err = restoreCopy(cfg, c.args[0], time.Now())
			since = head.Since
		} else {
			kept, since, err = restoreWhole(cfg, c.args[0], time.Now())
		}
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.out, map[string]any{"kept": kept, "since": since})
		}
		if kept != "" {
			c.printf("the record that was there is now %s\n", kept)
		}
		c.printf("the record is restored; serve will first read again the mails since %s\n", moment(since))
		return nil
	}
}

// restoreWhole puts a backup in the place of the record.
func restoreWhole(cfg *config, path string, now time.Time) (kept string, since time.Time, err error) {
	if err := proved(path); err != nil {
		return "", since, err
	}
	fresh := cfg.database() + ".restored"
	defer os.Remove(fresh)
	if _, err := writeWhole(fresh, func(w io.Writer) error { return copyFile(w, path) }); err != nil {
		return "", since, err
	}
	if since, err = recallAfter(fresh); err != nil {
		return "", since, err
	}
	kept, err = replaceRecord(cfg, fresh, now)
	return kept, since, err
}

// atRest makes sure that nobody uses the record. One that is damaged cannot be
// opened, and may be what is to be replaced.
func atRest(c *config) error {
	if knock(c.socket()) == nil {
		return fault{"the daemon runs", "stop it first: systemctl stop nomicmail"}
	}
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return err
	}
	if _, err := os.Stat(c.database()); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	book, err := store.Open(c.database())
	switch {
	case err == nil:
		return book.Close()
	case errors.Is(err, store.ErrDamaged), errors.Is(err, store.ErrNotDatabase):
		return nil
	}
	return err
}

func copyFile(w io.Writer, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

// recallAfter notes in a record that is going to be restored from when on mails
// must be read again, and gives that time: a day before its last entry, because
// a mail may be read long after it was received. Those it has are known again.
func recallAfter(path string) (since time.Time, err error) {
	book, err := store.Open(path)
	if err != nil {
		return since, err
	}
	games, err := book.Games()
	for _, name := range games {
		last, _, bad := book.Head(name)
		err = errors.Join(err, bad)
		for e, bad := range book.Entries(name, last) {
			err = errors.Join(err, bad)
			since = later(since, e.At)
		}
	}
	since = since.Add(-24 * time.Hour)
	if err == nil {
		err = noteRecall(book, since)
	}
	return since, errors.Join(err, book.Close())
}

// replaceRecord puts a file in the place of the record, which is kept beside it. The
// record stays where it is when that fails.
func replaceRecord(c *config, fresh string, now time.Time) (kept string, err error) {
	if _, err := os.Stat(c.database()); err == nil {
		kept = c.database() + ".before-" + now.UTC().Format("20060102T150405Z")
		if err := os.Rename(c.database(), kept); err != nil {
			return "", err
		}
	}
	err = place(fresh, c.database())
	if _, gone := os.Stat(c.database()); err != nil && kept != "" && errors.Is(gone, fs.ErrNotExist) {
		return "", errors.Join(err, os.Rename(kept, c.database()))
	}
	return kept, err
}
