package main

import (
	"fmt"
	"strings"
	"time"

	"nomicmail/internal/moderator"
)

// killPart is what arrives at once on a day of the game of [TestKill], or what
// the organiser asks of the daemon then.
type killPart struct {
	day   int
	mails func(*killGame) []string
	act   func(*killGame) moderator.Act
}

// killScript has mails of every kind that a mailbox gets: moves, a vote that is
// asked about and its answer, one from a stranger, one by a machine, one that
// nobody can read, a bounce; a vote that ends by its deadline; and acts of the
// organiser.
var killScript = []killPart{
	{0, func(*killGame) []string {
		return []string{
			killMail("bob", 1, "", "enact\ntitle: Tea\nTea is at four.\nend\n"),
			killMail("ada", 2, "", "301 FOR\n"),
			killMail("ada", 3, "Auto-Submitted: auto-replied\r\n", "I am away.\n"),
			killMail("bob", 4, "", "301 FOR\n"),
			killMail("cem", 5, "", "301 FRO\n"),
		}
	}, nil},
	{0, func(g *killGame) []string {
		return []string{
			killMail("cem", 6, "In-Reply-To: "+g.letterTo("cem@example.org", "a question")+"\r\n", "1\n"),
			killMail("eve", 7, "", "hello\n"),
			killMail("cem", 8, "", "repeal 210\n"),
			killMail("ada", 9, "", "302 AGAINST\n"),
			killMail("cem", 12, "", "302 FRO\n"),
		}
	}, nil},
	{0, nothing, killAct("settle", "2 302 FOR")},
	{0, nothing, killAct("extend", "1d because the server was down")},
	{0, nothing, killAct("award", "Ada 3 because of a sum")},
	{0, nothing, killAct("as Ada", "302 FOR")},
	{0, nothing, func(g *killGame) moderator.Act {
		n, _, err := g.book.Head("tea")
		g.must(err)
		return killAct("undo", fmt.Sprintf("%d because it was another Ada", n))(g)
	}},
	{0, nothing, killAct("pause", "because of the holidays")},
	{0, nothing, killAct("resume", "")},
	{9, nothing, nil}, // the vote on 302 ends
	{10, func(g *killGame) []string {
		return []string{
			"",
			killBounce(g, "bob@example.org"),
			killMail("ada", 10, "", "amend 206\nThe proposer of a defeated proposal loses nothing.\nend\n"),
			killMail("ada", 2, "", "301 FOR\n"), // comes once more
			killMail("ada", 11, "", "forfeit\n"),
		}
	}, nil},
	{10, nothing, killAct("remove", "Cem because he asked to")},
}

func nothing(*killGame) []string { return nil }

// killAct is an act of the organiser; "as NAME" is one in a player's name.
func killAct(verb, words string) func(*killGame) moderator.Act {
	verb, player, _ := strings.Cut(verb, " ")
	return func(*killGame) moderator.Act {
		return moderator.Act{Game: "tea", Verb: verb, Player: player, Words: words}
	}
}

// listens waits until the daemon answers at its socket, which a new one opens in its
// own time, or dies.
func (g *killGame) listens() {
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for end := time.After(patience); knock(g.config.socket()) != nil; {
		select {
		case <-g.fate.died:
			return
		case <-end:
			g.t.Fatal("the daemon opens no socket")
		case <-tick.C:
		}
	}
}

// does has the organiser do something by the daemon's socket until it is done.
// When the daemon dies over it, she looks into the record whether it was.
func (g *killGame) does(a moderator.Act, at time.Time) {
	g.t.Helper()
	g.acting.Store(&at)
	defer g.acting.Store(nil)
	g.acts++
	for !g.done(at) {
		way, alive := g.fate.strike("the socket: "+a.Verb, "before", "after")
		var err error
		if alive && way != "before" {
			g.listens()
			_, err = ask(g.t.Context(), &desk{wire: newWire(g.config.socket())}, act{a}, silent)
		}
		switch {
		case way != "":
			g.fate.end()
		case err == nil && alive:
			return
		}
		select {
		case <-g.fate.died:
			g.fall()
			g.rise()
		case <-time.After(patience):
			g.t.Fatalf("%s: %v, and the daemon lives", a.Verb, err)
		}
	}
}

// done says whether the record has an act of that time.
func (g *killGame) done(at time.Time) (yes bool) {
	g.t.Helper()
	for e, err := range g.book.Entries("tea", 1) {
		g.must(err)
		yes = yes || e.Cause.Kind == "act" && e.At.Equal(at)
	}
	return yes
}

func killMail(from string, n int, fields, text string) string {
	return fmt.Sprintf("From: %s@example.org\r\nTo: nomic+tea@example.org\r\nSubject: mail %d\r\nMessage-ID: <%d@example.org>\r\n%s\r\n%s",
		from, n, n, fields, strings.ReplaceAll(text, "\n", "\r\n"))
}

// letterTo finds the ID of the last letter to an address in whose subject words
// stand.
func (g *killGame) letterTo(address, words string) string {
	g.t.Helper()
	id := ""
	for l, err := range g.book.Letters("tea") {
		g.must(err)
		if l.To[0] == address && strings.Contains(l.Subject, words) {
			id = l.ID
		}
	}
	if id == "" {
		g.t.Fatalf("there is no letter %q to %s", words, address)
	}
	return id
}

// killBounce is a report that the last letter to an address has come back (RFC
// 3464), with the header of that letter.
func killBounce(g *killGame, address string) string {
	g.t.Helper()
	l, _, err := g.book.Letter(g.letterTo(address, "302"))
	g.must(err)
	raw, _, err := g.book.Body(l.Raw)
	g.must(err)
	head, _, _ := strings.Cut(string(raw), "\r\n\r\n")
	return "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example.net\r\nTo: " + l.From + "\r\nSubject: Undelivered Mail\r\nMIME-Version: 1.0\r\n" +
		"Message-ID: <dsn@mx.example.net>\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n" +
		"--b\r\nContent-Type: text/plain\r\n\r\nIt did not arrive.\r\n" +
		"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.net\r\n\r\n" +
		"Final-Recipient: rfc822; " + address + "\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 no such user here\r\n\r\n" +
		"--b\r\nContent-Type: text/rfc822-headers\r\n\r\n" + head + "\r\n--b--\r\n"
}
