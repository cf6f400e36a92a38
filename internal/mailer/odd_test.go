package mailer

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// odd is an IMAP server that behaves, except where a test makes it odd.
type odd struct {
	t    *testing.T
	addr string
	caps string // beside IMAP4rev1
	flag string // PERMANENTFLAGS
	// greeting is said instead of the usual one; "" is that.
	greeting string
	// twist may answer a command in the server's stead; it returns false to
	// leave it to the server. It may end the connection with c.Close.
	twist func(c *oddConn, tag, line string) bool

	ready chan struct{}
	begin func() // closes ready, once

	mu    sync.Mutex
	mails []*oddMail
	said  []string // every command without its tag
	conns int
	mem   map[string]int
}

type oddMail struct {
	uid        int
	body       string
	gone, kept bool // kept: marked with a keyword or \Seen
}

type oddConn struct {
	net.Conn
	o *odd
}

// newOdd starts a server with a mail for each subject: UIDs 1, 2, ..., received
// an hour apart.
func newOdd(t *testing.T, subjects ...string) *odd {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o := &odd{t: t, addr: ln.Addr().String(), caps: "IDLE MOVE UIDPLUS", flag: `\Seen \Deleted \*`, mem: map[string]int{}, ready: make(chan struct{})}
	o.begin = sync.OnceFunc(func() { close(o.ready) })
	for _, s := range subjects {
		o.add(s)
	}
	var all sync.WaitGroup
	all.Go(func() {
		<-o.ready
		for {
			nc, err := ln.Accept()
			if err != nil {
				return
			}
			all.Go(func() { o.serve(&oddConn{nc, o}) })
		}
	})
	t.Cleanup(func() { o.account(); ln.Close(); all.Wait() })
	return o
}

func (o *odd) add(subject string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.mails = append(o.mails, &oddMail{uid: len(o.mails) + 1, body: "Subject: " + subject + "\r\n\r\nbody\r\n"})
}

// times counts how often it was called with this name.
func (o *odd) times(name string) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.mem[name]++
	return o.mem[name]
}

// account is for logging in; from now on the server serves, and a test changes
// its fields no more.
func (o *odd) account() Account {
	o.begin()
	return Account{Address: o.addr, TLS: "none", User: "u", Secret: says("p"), Silence: 5 * time.Second}
}

func (o *odd) inbox() InboxOptions { return InboxOptions{Account: o.account(), Done: "Done"} }

// heard returns the commands that contain word.
func (o *odd) heard(word string) []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	var list []string
	for _, s := range o.said {
		if strings.Contains(s, word) {
			list = append(list, s)
		}
	}
	return list
}

func (o *odd) serve(c *oddConn) {
	defer c.Close()
	o.mu.Lock()
	o.conns++
	o.mu.Unlock()
	if o.greeting != "" {
		c.say("%s", o.greeting)
	} else {
		c.say("* OK [CAPABILITY IMAP4rev1 %s] hello", o.caps)
	}
	br := bufio.NewReader(c)
	for {
		line, err := br.ReadString('\n')
		if err != nil {
			return
		}
		tag, command, _ := strings.Cut(strings.TrimSpace(line), " ")
		o.mu.Lock()
		o.said = append(o.said, command)
		o.mu.Unlock()
		if strings.Contains(command, "BODYSTRUCTURE") || strings.Contains(command, "ENVELOPE") {
			o.t.Errorf("asked for what servers get wrong: %s", command)
		}
		if o.twist != nil && o.twist(c, tag, command) {
			continue
		}
		if command != "" { // DONE, after an IDLE that was twisted
			o.answer(c, br, tag, command)
		}
	}
}

func (c *oddConn) say(format string, args ...any) {
	fmt.Fprintf(c, format+"\r\n", args...)
}

func (o *odd) answer(c *oddConn, br *bufio.Reader, tag, command string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	words := strings.Fields(command)
	switch words[0] {
	case "CAPABILITY":
		c.say("* CAPABILITY IMAP4rev1 %s", o.caps)
	case "SELECT":
		c.say("* %d EXISTS\r\n* FLAGS (\\Seen)\r\n* OK [PERMANENTFLAGS (%s)] kept\r\n* OK [UIDVALIDITY 7] v", len(o.mails), o.flag)
	case "SEARCH", "UID":
		o.uid(c, words)
	case "IDLE":
		c.say("+ idling")
		o.mu.Unlock()
		br.ReadString('\n')
		o.mu.Lock()
	}
	c.say("%s OK done", tag)
}

func (o *odd) uid(c *oddConn, words []string) {
	switch {
	case words[0] == "SEARCH":
		found := ""
		for _, u := range set(words[2], len(o.mails)) {
			if !o.mails[u-1].gone {
				found += " " + strconv.Itoa(o.seq(u))
			}
		}
		c.say("* SEARCH%s", found)
	case words[1] == "SEARCH":
		found := ""
		for _, u := range set(words[3], len(o.mails)) {
			if !o.mails[u-1].gone {
				found += " " + strconv.Itoa(u)
			}
		}
		c.say("* SEARCH%s", found)
	case words[1] == "FETCH":
		for _, u := range set(words[2], len(o.mails)) {
			if !o.mails[u-1].gone {
				c.say("%s", o.fetched(u, strings.Join(words[3:], " ")))
			}
		}
	case words[1] == "MOVE":
		for _, u := range set(words[2], len(o.mails)) {
			o.mails[u-1].gone = true
		}
	case words[1] == "STORE":
		for _, u := range set(words[2], len(o.mails)) {
			o.mails[u-1].kept = true
		}
	}
}

func (o *odd) seq(uid int) int {
	n := 0
	for _, m := range o.mails[:uid] {
		if !m.gone {
			n++
		}
	}
	return n
}

// fetched is a well-formed answer.
func (o *odd) fetched(uid int, items string) string {
	m := o.mails[uid-1]
	if strings.Contains(items, "BODY.PEEK[]") {
		return fmt.Sprintf("* %d FETCH (UID %d BODY[] {%d}\r\n%s)", o.seq(uid), uid, len(m.body), m.body)
	}
	answer := fmt.Sprintf("* %d FETCH (UID %d", o.seq(uid), uid)
	for item, value := range map[string]string{
		"FLAGS":        "()",
		"INTERNALDATE": noon.Add(time.Duration(uid) * time.Hour).Format(`"02-Jan-2006 15:04:05 -0700"`),
		"RFC822.SIZE":  strconv.Itoa(len(m.body)),
	} {
		if strings.Contains(items, item) {
			answer += " " + item + " " + value
		}
	}
	return answer + ")"
}

// set expands a sequence set; "*" is most. As RFC 9051 has it, 9:* of a mailbox
// with fewer messages is the last one.
func set(s string, most int) []int {
	number := func(s string) int {
		if s == "*" {
			return most
		}
		n, _ := strconv.Atoi(s)
		return n
	}
	var list []int
	for part := range strings.SplitSeq(s, ",") {
		a, b, ok := strings.Cut(part, ":")
		from, to := number(a), number(a)
		if ok {
			to = number(b)
		}
		for u := min(from, to); u <= max(from, to); u++ {
			if u >= 1 && u <= most && !slices.Contains(list, u) {
				list = append(list, u)
			}
		}
	}
	return list
}

// about reports whether command fetches something of the message uid.
func about(command, item string, uid int) bool {
	words := strings.Fields(command)
	return len(words) > 3 && words[0] == "UID" && words[1] == "FETCH" && strings.Contains(command, item) &&
		slices.Contains(set(words[2], 1000), uid)
}

var _ io.Writer = (*oddConn)(nil)

// mute listens and says nothing.
func mute(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			all.Go(func() { io.Copy(io.Discard, c); c.Close() })
		}
	})
	t.Cleanup(func() { ln.Close(); all.Wait() })
	return ln.Addr().String()
}
