package main

import (
	"context"
	"io"
	"net"
	"os"
	"strconv"
	"time"
)

// notify tells systemd how the daemon is (sd_notify(3)): a datagram to the socket
// that it names. Without one nothing happens.
func notify(state string) {
	name := os.Getenv("NOTIFY_SOCKET")
	if name == "" {
		return
	}
	c, err := net.Dial("unixgram", name) // a name that begins with @ is abstract, here as there
	if err != nil {
		return
	}
	defer c.Close()
	io.WriteString(c, state)
}

// watchdogEvery is how often systemd wants to hear that the daemon lives: twice
// in the time after which it would start it anew (sd_watchdog_enabled(3)). It is
// 0 when it does not want to, or wants to hear it of another process.
func watchdogEvery(usec, pid string) time.Duration {
	n, err := strconv.ParseInt(usec, 10, 64)
	if err != nil || n <= 0 || n > int64(time.Hour/time.Microsecond) {
		return 0
	}
	if pid != "" && pid != strconv.Itoa(os.Getpid()) {
		return 0
	}
	return time.Duration(n) * time.Microsecond / 2
}

// watch tells systemd again and again that the daemon lives: that no game is stuck
// in a mail, and that the record can be read. A mail server that is gone is no
// reason to start anew.
func (d *daemon) watch(ctx context.Context) error {
	every := watchdogEvery(os.Getenv("WATCHDOG_USEC"), os.Getenv("WATCHDOG_PID"))
	if every == 0 {
		return nil
	}
	for {
		d.mod.NextDeadline() // waits for each game
		if _, err := d.office.book.Places(); err != nil {
			d.log.Error("the record cannot be read", "err", err)
		} else {
			notify("WATCHDOG=1")
		}
		select {
		case <-time.After(every):
		case <-ctx.Done():
			return nil
		}
	}
}
