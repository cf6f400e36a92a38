package main

import (
	"context"
	"time"

	"nomicmail/internal/mailer"
)

// A record that was restored is behind the mailbox: what was played since the
// copy lies in the folders of mails that are done with. It is read again, in
// the order of its official times, before any deadline passes.

// recallPlace is the place that says from when on.
const recallPlace = "recall"

func noteRecall(book placeBook, since time.Time) error {
	return book.Place(recallPlace, since.UTC().Format(time.RFC3339))
}

// recall puts the mails that must be read again back into the inbox. It tries
// until the mail server lets it.
func (d *daemon) recall(ctx context.Context) error {
	places, err := d.book.Places()
	if err != nil {
		return err
	}
	since, err := time.Parse(time.RFC3339, places[recallPlace])
	if err != nil {
		return nil // "" and nothing else: nothing was restored
	}
	in, err := d.office.config.inbox()
	if err != nil {
		return err
	}
	d.office.rereading.Store(true)
	for {
		n, err := mailer.Recall(ctx, in.Account, []string{in.Done, in.Aside}, in.Folder, since)
		if err == nil {
			d.log.Info("mails are read again after a restore", "since", since, "mails", n)
			return nil
		}
		d.log.Warn("mails to be read again cannot be moved yet", "err", err, "hint", mailer.Hint(err))
		select {
		case <-d.clock.after(time.Minute):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// caughtUp is told whenever the mailbox has been read to its end. Only then can
// a deadline pass, and a restore is over.
func (d *daemon) caughtUp(at time.Time) {
	err := d.redo.upTo(at)
	if err == nil && d.office.rereading.Load() {
		if err = d.book.Place(recallPlace, ""); err == nil {
			d.office.rereading.Store(false)
			d.log.Info("everything since the copy has been read again")
		}
	}
	if err != nil {
		d.log.Error("the restore cannot be ended now and will be tried again", "err", err)
		return
	}
	d.clock.caughtUp(at)
}
