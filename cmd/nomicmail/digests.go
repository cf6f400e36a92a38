package main

import (
	"context"
	"time"
)

// digestLook is how often it is looked whether digests are due.
const digestLook = time.Hour

// digests sends the players the rules once in a week in which any has changed.
func (d *daemon) digests(ctx context.Context) error {
	for {
		sent, err := d.mod.SendDigests(d.clock.now())
		if err != nil {
			d.log.Error("the players cannot be sent their digests now", "err", err)
		}
		if sent {
			d.stirred()
		}
		select {
		case <-d.clock.after(digestLook):
		case <-ctx.Done():
			return nil
		}
	}
}
