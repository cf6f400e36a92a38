package moderator_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/store"
	"nomicmail/templates"
)

var twelve = time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)

// postGame is a running game of Ada, who has two addresses, and Bob, on an
// installation whose letters come back in a given way.
func postGame(t *testing.T, book *store.Store, way, delimiter string) *moderator.Moderator {
	t.Helper()
	m, err := moderator.New(book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: delimiter, Return: way, Organisers: []string{"org@example.org"}})
	if err != nil {
		t.Fatal(err)
	}
	f := moderator.GameFile{Name: "tea", Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC",
		Customs: map[string]string{"trust": "from", "debate_least": "0h"}, Players: []moderator.PlayerFile{
			{Given: "Ada", Surname: "Quillfeather", Addresses: []string{"ada@example.org", "ada@example.net"}},
			{Given: "Bob", Surname: "Crumhorn", Addresses: []string{"bob@example.org"}},
		}}
	if _, err := m.Create(f, "org", twelve.Add(-3*time.Hour)); err != nil {
		t.Fatal(err)
	}
	act(t, m, moderator.Act{Verb: "start", At: twelve.Add(-2 * time.Hour)})
	return m
}

func act(t *testing.T, m *moderator.Moderator, a moderator.Act) {
	t.Helper()
	a.Game, a.By = "tea", "org"
	if _, err := m.Act(a); err != nil {
		t.Fatal(err)
	}
}

// posted are the letters of the game to an address, oldest first.
func posted(t *testing.T, book *store.Store, to string) []record.Letter {
	t.Helper()
	var list []record.Letter
	for l, err := range book.Letters("tea") {
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(l.To, to) {
			list = append(list, l)
		}
	}
	return list
}

// dsn is a delivery report (RFC 3464) about a letter.
func dsn(to, action, status, returned string) string {
	return fmt.Sprintf("Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example.net\r\nTo: %s\r\nSubject: Undelivered Mail\r\nMIME-Version: 1.0\r\n"+
		"Message-ID: <dsn.%s%s@mx.example.net>\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"+
		"--b\r\nContent-Type: text/plain\r\n\r\nIt did not arrive.\r\n"+
		"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.net\r\n\r\n"+
		"Final-Recipient: rfc822; somebody@forwarded.example.com\r\nAction: %s\r\nStatus: %s\r\nDiagnostic-Code: smtp; 550 no such user here\r\n\r\n"+
		"--b\r\nContent-Type: text/rfc822-headers\r\n\r\n%s\r\n--b--\r\n", to, action, strings.ReplaceAll(to, "@", "."), action, status, returned)
}

func receive(t *testing.T, m *moderator.Moderator, raw string, at time.Time) moderator.Outcome {
	t.Helper()
	o, err := m.Receive(moderator.Mail{Raw: []byte(raw), At: at, Where: "INBOX/1/1"})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func header(t *testing.T, book *store.Store, l record.Letter) string {
	t.Helper()
	raw, _, err := book.Body(l.Raw)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(raw), "\r\n\r\n")
	return head
}

func unreachable(t *testing.T, m *moderator.Moderator) string {
	t.Helper()
	w, err := m.Page("tea", parser.Ask{What: "status"}, templates.Reader{})
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(w.Text, "Letters to ")
	if !found {
		return ""
	}
	names, _, _ := strings.Cut(after, " come back")
	return names
}

// TestBounce: a report with the token of the letter marks the address that the
// letter went to, whatever address the report names; the organiser hears of it
// once, the letters go to another address, and a mail from the first takes it
// up again. The record tells the same after a restart.
func TestBounce(t *testing.T) {
	for _, way := range []string{moderator.ReturnToken, moderator.ReturnPlain} {
		t.Run(way, func(t *testing.T) {
			book := store.Memory()
			m := postGame(t, book, way, "+")
			first := posted(t, book, "ada@example.org")[0]
			path := first.From
			if tagged := strings.HasPrefix(path, "nomic+bounce-"); tagged != (way == moderator.ReturnToken) {
				t.Fatalf("the return path is %s", path)
			}
			report := dsn(path, "failed", "5.1.1", header(t, book, first))
			if way == moderator.ReturnToken { // as from a server that returns nothing of the letter
				report = dsn(path, "failed", "5.1.1", "Message-ID: "+first.ID)
			}
			o := receive(t, m, report, twelve)
			if o.Returned == nil || o.Returned.Letter != first.ID || o.Returned.Address != "ada@example.org" || o.Returned.Instead != "ada@example.net" || !strings.Contains(o.Returned.Why, "no such user here") {
				t.Fatalf("%+v, %+v", o, o.Returned)
			}
			receive(t, m, strings.Replace(report, "dsn.", "again.", 1), twelve.Add(time.Minute))
			if told := posted(t, book, "org@example.org"); len(told) != 1 || told[0].Kind != "unreachable" || !strings.Contains(told[0].Subject, "Ada Quillfeather") {
				t.Errorf("the organiser was told %+v", told)
			}
			if who := unreachable(t, m); who != "" {
				t.Errorf("unreachable though another address is left: %s", who)
			}
			act(t, m, moderator.Act{Verb: "announce", Words: "hello", At: twelve.Add(time.Hour)})
			if got := posted(t, book, "ada@example.net"); len(got) != 1 || got[0].Kind != "announce" {
				t.Errorf("the other address got %+v", got)
			}
			second := posted(t, book, "ada@example.net")[0]
			receive(t, m, dsn(second.From, "failed", "5.2.1", header(t, book, second)), twelve.Add(2*time.Hour))
			again, err := moderator.New(book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+", Return: way})
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range []*moderator.Moderator{m, again} {
				if who := unreachable(t, m); who != "Ada Quillfeather" {
					t.Errorf("unreachable are %q", who)
				}
			}
			receive(t, again, "From: ada@example.net\r\nTo: nomic+tea@nomic.example.org\r\nMessage-ID: <1@example.net>\r\n\r\nstatus\r\n", twelve.Add(3*time.Hour))
			if who := unreachable(t, again); who != "" {
				t.Errorf("after her mail %s is unreachable", who)
			}
			act(t, again, moderator.Act{Verb: "announce", Words: "again", At: twelve.Add(4 * time.Hour)})
			if got := posted(t, book, "ada@example.net"); got[len(got)-1].Kind != "announce" {
				t.Errorf("her working address got %+v", got)
			}
		})
	}
}

// TestHeardFromNeedsTheLevel: a mail that is less sure than the game wants takes
// no address up again, since anybody may have written it; once it is confirmed it
// does.
func TestHeardFromNeedsTheLevel(t *testing.T) {
	failed := func(p *post) int {
		p.Helper()
		g, err := p.m.Game("tea")
		if err != nil {
			p.Fatal(err)
		}
		return len(g.Failed)
	}
	fail := func(p *post) {
		p.Helper()
		if _, err := p.m.Refuse("tea", "ada@example.org", "550 5.1.1 no such user", p.now); err != nil || failed(p) != 1 {
			p.Fatalf("%d addresses are marked, %v", failed(p), err)
		}
	}
	p := newPost(t, nil)
	fail(p)
	for _, words := range []string{"status\n", "301 FOR\n"} {
		p.write("From: ada@example.org\n", words)
		if failed(p) != 1 {
			t.Errorf("%q, which anybody can have written, takes her address up again", words)
		}
	}
	p.reply(p.question("ada@example.org"), "ada@example.org", "1")
	if failed(p) != 0 {
		t.Error("a confirmed mail does not take her address up again")
	}
	fail(p)
	p.write(passing("example.org")+"From: ada@example.org\n", "status\n")
	if failed(p) != 0 {
		t.Error("a mail of the game's level does not take her address up again")
	}
}

// TestBounceThatProvesNothing: a bounce for a while, one without a token, with
// another's or with a guessed one marks nobody.
func TestBounceThatProvesNothing(t *testing.T) {
	book := store.Memory()
	m := postGame(t, book, moderator.ReturnToken, "+")
	first := posted(t, book, "ada@example.org")[0]
	plain := "nomic@nomic.example.org"
	for name, report := range map[string]string{
		"delayed":          dsn(first.From, "delayed", "4.4.1", header(t, book, first)),
		"given up":         dsn(first.From, "failed", "4.4.7", header(t, book, first)),
		"no token":         dsn(plain, "failed", "5.1.1", "Message-ID: "+first.ID),
		"guessed token":    dsn("nomic+bounce-aaaaaaaaaa@nomic.example.org", "failed", "5.1.1", "X-Nomicmail-Return: bbbbbbbbbb"),
		"half a token":     dsn(strings.Replace(first.From, "@", "", 1)[:20]+"@nomic.example.org", "failed", "5.1.1", ""),
		"in words":         "Return-Path: <>\r\nFrom: MAILER-DAEMON@example.net\r\nTo: nomic@nomic.example.org\r\nSubject: failure\r\n\r\n<ada@example.org>: 550 5.1.1 no such user\r\n",
		"in its own words": "From: mallory@example.net\r\nTo: " + first.From + "\r\nMessage-ID: <m@example.net>\r\n\r\nada@example.org is dead, 550 5.1.1\r\n",
	} {
		o := receive(t, m, report, twelve)
		if g, _ := m.Game("tea"); len(g.Failed) != 0 || o.Returned != nil {
			t.Errorf("%s: marked %+v, %+v", name, g.Failed[0], o)
		}
	}
	if told := posted(t, book, "org@example.org"); len(told) != 0 {
		t.Errorf("the organiser was told %+v", told)
	}
}

// TestBounceInWords: a bounce that is no report has the token in the header of
// the letter that it returns.
func TestBounceInWords(t *testing.T) {
	book := store.Memory()
	m := postGame(t, book, moderator.ReturnToken, "")
	first := posted(t, book, "bob@example.org")[0]
	if first.From != "nomic@nomic.example.org" || first.Plain != "" {
		t.Fatalf("without tags the return path is %q, %q", first.From, first.Plain)
	}
	o := receive(t, m, "Return-Path: <>\r\nFrom: MAILER-DAEMON@example.net\r\nTo: nomic@nomic.example.org\r\nSubject: failure notice\r\n\r\n"+
		"Sorry, it did not work.\r\n\r\n<bob@example.org>:\r\n550 5.1.1 no such user\r\n\r\n--- Below this line is a copy of the message.\r\n\r\n"+header(t, book, first)+"\r\n\r\nHello\r\n", twelve)
	if o.Returned == nil || o.Returned.Address != "bob@example.org" || o.Returned.Letter != first.ID || o.Returned.Instead != "" {
		t.Errorf("%+v, %+v", o, o.Returned)
	}
	if who := unreachable(t, m); who != "Bob Crumhorn" {
		t.Errorf("unreachable are %q", who)
	}
	if got := len(posted(t, book, "bob@example.org")); got == 0 {
		t.Error("nothing is sent to him any more")
	}
}

// TestRefusedByOurServer marks as a bounce does, and undoing an entry before it
// leaves the mark.
func TestRefusedByOurServer(t *testing.T) {
	book := store.Memory()
	m := postGame(t, book, "", "+")
	act(t, m, moderator.Act{Verb: "award", Words: "Bob 3 because of the tea", At: twelve})
	instead, err := m.Refuse("tea", "ada@example.org", "550 5.1.1 no such user", twelve.Add(time.Hour))
	if err != nil || instead != "ada@example.net" {
		t.Fatalf("%q, %v", instead, err)
	}
	if instead, err := m.Refuse("tea", "mallory@example.net", "550", twelve.Add(time.Hour)); err != nil || instead != "" {
		t.Fatalf("a stranger's: %q, %v", instead, err)
	}
	g, _ := m.Game("tea")
	entries := uint64(0)
	for e, err := range book.Entries("tea", 1) {
		if err != nil {
			t.Fatal(err)
		}
		entries = e.N
	}
	act(t, m, moderator.Act{Verb: "undo", Words: fmt.Sprintf("%d because it was too much", entries-1), At: twelve.Add(2 * time.Hour)})
	now, _ := m.Game("tea")
	if p := now.Player("p2"); p.Points.String() != "0" || len(now.Failed) != 1 || *now.Failed[0] != *g.Failed[0] {
		t.Errorf("after undoing: %s points, failed %+v", p.Points, now.Failed)
	}
}

// TestRefusedWhileMailWaits: what our server refuses closes no vote, since a ballot
// that came in time may lie unread in the mailbox; nor does a watcher's refusal.
func TestRefusedWhileMailWaits(t *testing.T) {
	for _, address := range []string{"ada@example.org", "eve@example.org"} {
		book := store.Memory()
		m := teaGameOf(t, book, map[string]string{"trust": "from", "debate_least": "0h", "missing_vote": "abstain"})
		act(t, m, moderator.Act{Verb: "watch", Words: "eve@example.org", At: twelve})
		g, err := m.Game("tea")
		if err != nil {
			t.Fatal(err)
		}
		end := g.Proposal(301).Closes
		if _, err := m.Refuse("tea", address, "550 5.1.1 no such user", end.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if g, err = m.Game("tea"); err != nil || len(g.Failed) == 0 && g.Observes("eve@example.org") {
			t.Errorf("%s: nothing was marked, %v", address, err)
		}
		o := receive(t, m, "From: ada@example.org\r\nTo: nomic+tea@nomic.example.org\r\nMessage-ID: <1@example.org>\r\n\r\n301 AGAINST\r\n", end.Add(-time.Minute))
		if o.Outcome != "counted" {
			t.Errorf("%s: a ballot that came in time is %+v", address, o)
		}
	}
}

// TestWatcherBounces: an address from which the news comes back watches no more,
// and the organiser hears of it once.
func TestWatcherBounces(t *testing.T) {
	book := store.Memory()
	m := postGame(t, book, moderator.ReturnToken, "+")
	act(t, m, moderator.Act{Verb: "watch", Words: "eve@example.org", At: twelve.Add(-time.Hour)})
	act(t, m, moderator.Act{Verb: "announce", Words: "hello", At: twelve.Add(-time.Minute)})
	news := posted(t, book, "eve@example.org")
	last := news[len(news)-1]
	report := dsn(last.From, "failed", "5.1.1", header(t, book, last))
	if o := receive(t, m, report, twelve); o.Returned == nil || o.Returned.Address != "eve@example.org" {
		t.Fatalf("%+v", o)
	}
	receive(t, m, strings.Replace(report, "dsn.", "again.", 1), twelve.Add(time.Minute))
	act(t, m, moderator.Act{Verb: "announce", Words: "hello again", At: twelve.Add(time.Hour)})
	if got := posted(t, book, "eve@example.org"); len(got) != len(news) {
		t.Errorf("%d letters after %d had gone out", len(got), len(news))
	}
	var told int
	for _, l := range posted(t, book, "org@example.org") {
		if l.Kind == "unreachable" && strings.Contains(l.Subject, "eve@example.org") {
			told++
		}
	}
	if told != 1 {
		t.Errorf("the organiser was told %d times", told)
	}
}
