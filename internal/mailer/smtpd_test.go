package mailer

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// replies is an SMTP server that gives the replies a test wants. The key is a
// command, or "." for the end of a letter; the values are its replies in order,
// of which the last repeats. "-" is none: the server hangs up. "mute" is none,
// and it does not hang up either.
type replies map[string][]string

type smtpd struct {
	addr string
	mu   sync.Mutex
	said []string // keys
	full []string // lines
	got  replies
}

func newSMTPD(t *testing.T, r replies) *smtpd {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := &smtpd{addr: ln.Addr().String(), got: r}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			all.Go(func() { defer c.Close(); d.serve(c) })
		}
	})
	t.Cleanup(func() { ln.Close(); all.Wait() })
	return d
}

func (d *smtpd) reply(key string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.said = append(d.said, key)
	list := d.got[key]
	if len(list) == 0 {
		return map[string]string{"hello": "220 hi", "DATA": "354 go", "QUIT": "221 bye", "AUTH": "235 ok",
			"EHLO": "250-hi\r\n250-8BITMIME\r\n250 AUTH PLAIN"}[key]
	}
	if len(list) > 1 {
		d.got[key] = list[1:]
	}
	return list[0]
}

func (d *smtpd) line(word string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, l := range d.full {
		if strings.HasPrefix(l, word) {
			return l
		}
	}
	return ""
}

func (d *smtpd) heard(key string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := 0
	for _, s := range d.said {
		if s == key {
			n++
		}
	}
	return n
}

func (d *smtpd) serve(c net.Conn) {
	br := bufio.NewReader(c)
	said := ""
	answer := func(key string) bool {
		said = d.reply(key)
		switch said {
		case "-":
			return false
		case "mute":
			return true
		case "drip":
			return drip(c)
		case "endless":
			for _, err := c.Write(endless); err == nil; _, err = c.Write(endless) {
			}
			return false
		case "":
			said = "250 ok"
		}
		text, cut := strings.CutSuffix(said, "\r\n-") // and then it hangs up
		fmt.Fprintf(c, "%s\r\n", text)
		return !cut && (!strings.HasPrefix(text, "421") || key == "hello")
	}
	for ok := answer("hello"); ok; {
		line, err := br.ReadString('\n')
		if err != nil {
			return
		}
		d.mu.Lock()
		d.full = append(d.full, line)
		d.mu.Unlock()
		word := "" // of a line that the client broke off
		if words := strings.FieldsFunc(line, func(r rune) bool { return r <= ' ' || r == ':' }); len(words) > 0 {
			word = strings.ToUpper(words[0])
		}
		if ok = answer(word); !ok || word != "DATA" {
			continue
		}
		if !strings.HasPrefix(said, "354") {
			continue
		}
		for line != ".\r\n" {
			if line, err = br.ReadString('\n'); err != nil {
				return
			}
		}
		ok = answer(".")
	}
}

var endless = []byte(strings.Repeat("250-and then\r\n", 1000))

// drip says one byte of a reply at a time for as long as somebody listens.
func drip(c net.Conn) bool {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	_, err := c.Write([]byte("250-"))
	for err == nil {
		<-tick.C
		_, err = c.Write([]byte("x"))
	}
	return false
}

func (d *smtpd) account() Account {
	return Account{Address: d.addr, TLS: "none", User: "u", Secret: says("p"), Silence: 5 * time.Second}
}
