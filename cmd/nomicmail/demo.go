package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strconv"
	"time"
)

// demo plays a game that needs nothing: on a page, or by itself.
func demo(f *flag.FlagSet) action {
	script := f.Bool("script", false, "play a whole game at once, print it, and exit")
	seed := f.Uint64("seed", 1, "for what the made-up players do: `N` is any number")
	addr := f.String("addr", "127.0.0.1:0", "`HOST:PORT` of the page, on this machine; port 0 is any that is free")
	keep := f.String("keep", "", "keep the record in the folder `DIR`, which is made if it is missing")
	return func(ctx context.Context, c *call) error {
		dir, clean, err := demoFolder(*keep)
		if err != nil {
			return err
		}
		defer clean()
		log := newLog(c.err, "text", slog.LevelWarn.String())
		if *script {
			return playScript(ctx, c, dir, *seed, log)
		}
		return servePage(ctx, c, dir, *addr, *seed, log)
	}
}

// servePage has a person play on a page until ctx ends.
func servePage(ctx context.Context, c *call, dir, addr string, seed uint64, log *slog.Logger) (err error) {
	l, err := listenLocally(addr)
	if err != nil {
		return err
	}
	defer l.Close()
	s, err := openStage(dir, time.Now(), log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	opening, cancel := context.WithTimeout(ctx, playWait)
	defer cancel()
	if err := s.settled(opening); err != nil {
		return err
	}
	page, err := newDemoPage(s, seed, pageHosts(l.Addr()))
	if err != nil {
		return err
	}
	c.printf(demoGreeting, l.Addr(), castNames()[0])
	err = serveSocket(ctx, l, page)
	c.printf("\nThe game is over and its mail host is gone. Good-bye!\n")
	return err
}

const demoGreeting = `This is a game of Nomic by mail, with four made-up players and a mail host of
its own. You are all four of them: read their mail and answer it here.

    http://%s/

Try this first: it is %s's turn, so open the mailbox, choose one of the
ready proposals and send it; then "Let the others play", and see who voted how.

The game's pages on the web, as everybody could read them, are linked from the
head of each page.

Nothing leaves this machine. To stop, press Ctrl-C.
`

// listenLocally opens the page's port. There is no login, so that it can only
// be on this machine.
func listenLocally(addr string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(addr)
	ip := net.ParseIP(host)
	if err != nil || host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, &wrongUse{strconv.Quote(addr) + " is no host:port of this machine alone", "write --addr 127.0.0.1:8080, or leave it out for any port that is free"}
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fault{fmt.Sprintf("the page cannot be served: %v", err), "leave --addr out for any port that is free"}
	}
	return l, nil
}

// pageHosts is what a browser may call the page.
func pageHosts(a net.Addr) []string {
	_, port, _ := net.SplitHostPort(a.String())
	return []string{a.String(), net.JoinHostPort("localhost", port)}
}

// demoFolder is where a demo has its record: a folder of its own, which clean
// takes away, or the one that is to be kept.
func demoFolder(keep string) (dir string, clean func(), err error) {
	if keep == "" {
		if dir, err = os.MkdirTemp("", "nomicmail-demo-"); err != nil {
			return "", nil, fault{fmt.Sprintf("there is no place for a temporary folder: %v", err), "name a folder with --keep"}
		}
		return dir, func() { os.RemoveAll(dir) }, nil
	}
	if err := os.MkdirAll(keep, 0o700); err != nil {
		return "", nil, fault{err.Error(), "name a folder that can be made with --keep"}
	}
	if list, err := os.ReadDir(keep); err != nil || len(list) > 0 {
		return "", nil, fault{keep + " is not an empty folder", "a demo begins a game of its own: name a new folder with --keep"}
	}
	return keep, func() {}, nil
}
