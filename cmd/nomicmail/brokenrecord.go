package main

import (
	"context"
	"errors"
	"syscall"
)

// breakable is a record that may come to take no more writes: see
// [store.Store.Broken].
type breakable interface {
	Broken() <-chan struct{}
	Err() error
}

// guardRecord ends the daemon when its record takes no more writes, since only a
// start can help then: it tries again, with pauses that systemd makes longer and
// longer, and says at each what is wrong. Nothing is lost meanwhile. Mails stay in
// the mailbox, no deadline passes, and letters stay in the outbox; the one that
// was under way may come twice.
func (d *daemon) guardRecord(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case <-d.book.Broken():
	}
	f := brokenRecord(d.book.Err())
	d.log.Error("the record takes no more writes, and the daemon stops", "err", f.Text, "hint", f.Hint)
	return f
}

func brokenRecord(err error) fault {
	if errors.Is(err, syscall.EROFS) {
		return fault{err.Error(), readOnlyHint}
	}
	return fault{err.Error(), "look into the machine's log (dmesg) whether the disk is well, run nomicmail verify, and start the daemon again; mails wait in the mailbox"}
}

const readOnlyHint = "the machine's log (dmesg) tells why the disk is read-only; mend it, make it writable (mount -o remount,rw) and start again: mails wait in the mailbox, and nothing is lost"
