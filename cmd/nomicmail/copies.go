package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"nomicmail/internal/mailer"
	"nomicmail/internal/moderator"
)

// copies mails the organisers of the config a copy of each game's record, once
// in a week in which anything has happened.
type copies struct {
	office *office
	mod    *moderator.Moderator
	clock  mailer.Clock // nil is the system's
	log    *slog.Logger
	most   int // bytes of a copy
}

const (
	copyEvery = 7 * 24 * time.Hour
	copyLook  = time.Hour // between two looks at whether one is due
	copyPlace = "copy/"   // of a game: the last entry then, and when that was
)

func (c *copies) run(ctx context.Context) error {
	after, now := time.After, time.Now
	if c.clock != nil {
		after, now = c.clock.After, c.clock.Now
	}
	if c.office.config.Copies == "off" {
		return nil
	}
	for {
		if err := c.round(now()); err != nil {
			c.log.Error("the organisers cannot be sent their copies now", "err", err)
		}
		select {
		case <-after(copyLook):
		case <-ctx.Done():
			return nil
		}
	}
}

// round writes the copies that are due.
func (c *copies) round(now time.Time) error {
	places, err := c.office.book.Places()
	if err != nil {
		return err
	}
	var all error
	for _, game := range c.mod.Games() {
		head, _, err := c.office.book.Head(game)
		if err != nil {
			return err
		}
		var last uint64
		var at string
		fmt.Sscanf(places[copyPlace+game], "%d %s", &last, &at)
		when, err := time.Parse(time.RFC3339, at)
		if err != nil {
			when = c.born(game)
		}
		if last == head || now.Sub(when) < copyEvery {
			continue
		}
		all = errors.Join(all, c.send(game, now))
	}
	return all
}

// born is when a game was made.
func (c *copies) born(game string) time.Time {
	for e, err := range c.office.book.Entries(game, 1) {
		if err == nil {
			return e.At
		}
		break
	}
	return time.Time{}
}

func (c *copies) send(game string, now time.Time) error {
	packed, head, err := makeCopy(c.office, game, c.most)
	if err != nil && !errors.Is(err, errTooLarge) {
		return err
	}
	large := err != nil
	if large {
		packed = nil
		c.log.Warn("the record is too large to be mailed", "game", game)
	}
	name := fmt.Sprintf("%s-%s%s", game, now.UTC().Format(time.DateOnly), copyEnding)
	if err := c.mod.SendCopy(game, moderator.Attachment{Name: name, Body: packed}, head.Since, now); err != nil {
		return err
	}
	n, _, err := c.office.book.Head(game)
	if err != nil {
		return err
	}
	if c.office.mailed != nil {
		c.office.mailed()
	}
	return c.office.book.Place(copyPlace+game, fmt.Sprintf("%d %s", n, now.UTC().Format(time.RFC3339)))
}
