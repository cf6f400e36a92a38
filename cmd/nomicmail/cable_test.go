package main

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// cable is the way to a mail server, on which each line to it is an operation
// of [fate]: the daemon may die before the server hears it, when it has heard
// half of it, and after it has done it but before its answer is heard.
type cable struct {
	server string // "imap" or "smtp"
	to     string
	fate   *fate
	ln     net.Listener

	mu    sync.Mutex
	wires map[*connection]bool
	busy  sync.WaitGroup // connections
	open  sync.WaitGroup // the listener
}

// connection is one on the cable.
type connection struct {
	c         *cable
	near, far *net.TCPConn
	answered  chan struct{} // holds a token after a line that ends an answer
	letter    atomic.Bool   // the server waits for the text of a letter
}

func layCable(t *testing.T, server, to string, f *fate) *cable {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{server: server, to: to, fate: f, ln: ln, wires: map[*connection]bool{}}
	c.open.Go(c.accept)
	t.Cleanup(func() { ln.Close(); c.open.Wait(); c.cut() })
	return c
}

func (c *cable) address() string { return c.ln.Addr().String() }

func (c *cable) accept() {
	for {
		near, err := c.ln.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", c.to)
		if err != nil || !c.fate.alive() {
			near.Close()
			continue
		}
		k := &connection{c: c, near: near.(*net.TCPConn), far: far.(*net.TCPConn), answered: make(chan struct{}, 1)}
		c.mu.Lock()
		c.wires[k] = true
		c.mu.Unlock()
		c.busy.Go(k.carry)
	}
}

// cut ends all connections as a kill does: the servers hear that nobody is there
// any more. It returns when they have done with what they had heard before.
func (c *cable) cut() {
	c.mu.Lock()
	for k := range c.wires {
		k.near.Close()
	}
	c.mu.Unlock()
	c.busy.Wait()
}

func (k *connection) carry() {
	var back sync.WaitGroup
	back.Go(k.answers)
	k.lines()
	k.near.Close()
	k.far.CloseWrite()
	back.Wait() // until the server has hung up
	k.far.Close()
	k.c.mu.Lock()
	delete(k.c.wires, k)
	k.c.mu.Unlock()
}

// lines carries what the daemon says.
func (k *connection) lines() {
	b := make([]byte, 32<<10)
	for {
		n, err := k.near.Read(b)
		if n > 0 && !k.say(b[:n]) || err != nil {
			return
		}
	}
}

func (k *connection) say(line []byte) bool {
	op := k.c.server + ": " + k.name(line)
	defer k.c.fate.stirred()
	way, alive := k.c.fate.strike(op, "before", "within", "after")
	if !alive {
		return false
	}
	part := strings.HasSuffix(op, "part of a letter")
	switch way {
	case "":
		_, err := k.far.Write(line)
		return err == nil
	case "within":
		k.far.Write(line[:len(line)/2])
	case "after":
		select {
		case <-k.answered:
		default:
		}
		if _, err := k.far.Write(line); err == nil && !part {
			<-k.answered
		}
	}
	k.c.fate.end()
	return false
}

// name is the command in a line; IMAP's follows its tag (RFC 9051 §2.2.1).
func (k *connection) name(line []byte) string {
	if k.letter.Load() {
		if !bytes.HasSuffix(line, []byte("\r\n.\r\n")) {
			return "part of a letter"
		}
		k.letter.Store(false)
		return "end of a letter"
	}
	words := strings.Fields(strings.ToUpper(string(line)))
	switch {
	case len(words) == 1 && k.c.server == "imap" && words[0] != "DONE":
		return "SASL"
	case len(words) == 1 || len(words) > 0 && k.c.server == "smtp":
		return words[0]
	case len(words) > 2 && words[1] == "UID":
		return "UID " + words[2]
	case len(words) > 1:
		return words[1]
	}
	return "nothing"
}

// answers carries what the server says, which a dead daemon does not hear.
func (k *connection) answers() {
	defer close(k.answered)
	r := bufio.NewReader(k.far)
	for {
		line, err := r.ReadBytes('\n')
		if k.c.server == "smtp" && bytes.HasPrefix(line, []byte("354")) {
			k.letter.Store(true)
		}
		if !bytes.HasPrefix(line, []byte("* ")) {
			select {
			case k.answered <- struct{}{}:
			default:
			}
		}
		if len(line) > 0 && k.c.fate.alive() {
			k.near.Write(line) // when nobody is there, the other direction ends it
		}
		if err != nil {
			if k.c.fate.alive() {
				k.near.CloseWrite()
			}
			io.Copy(io.Discard, r)
			return
		}
	}
}
