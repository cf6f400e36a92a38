package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nomicmail/internal/mailer/postoffice"
	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

var kills = flag.Int("kills", 0, "TestKill kills the daemon at least `N` times, spread over every operation of its game")

// killGap is how many operations there are from one kill to the next: a daemon
// that has just started needs some twenty to log in and to find its mails.
const killGap = 47

// TestKill plays a short game over and over. Each time the daemon is killed at
// other operations, so that in the end it has died at every one between fetching
// a mail and the last letter: before it, within it and after it. The record must
// end, hash for hash, as that of a game in which nobody dies, and each letter
// must have been sent once; but for those that a server had taken when the
// daemon died, before it could note that, which come twice under one Message-ID.
func TestKill(t *testing.T) {
	want := map[string]*ending{}
	for _, folder := range []string{"", "Done"} {
		g := newKillGame(t, folder, 0)
		want[folder] = g.play(0, 0)
		if len(want[folder].doubled) > 0 {
			t.Fatalf("letters came twice without a kill: %v", want[folder].doubled)
		}
		t.Logf("without a kill (folder %q): %d operations, %d mails, %d acts, %d letters", folder, g.fate.op, g.mails, g.acts, len(want[folder].letters))
	}
	least := max(*kills, 12)
	died, mails, letters, doubled := map[string]int{}, 0, 0, 0
	var order []int
	for n := range killGap {
		order = append(order, n*29%killGap) // any order in which neighbours are far apart
	}
	total, games := 0, 0
	for ; total < least; games++ {
		folder := []string{"", "Done"}[games%2]
		g := newKillGame(t, folder, games/killGap)
		end := g.play(killGap, order[games%killGap])
		end.compare(t, want[folder], games)
		for point, n := range g.fate.tally {
			died[point] += n
			total += n
		}
		mails, letters, doubled = mails+g.mails, letters+len(end.letters), doubled+len(end.doubled)
		if t.Failed() {
			break
		}
	}
	for _, point := range slices.Sorted(maps.Keys(died)) {
		t.Logf("%4d %s", died[point], point)
	}
	t.Logf("%d kills at %d kinds of points in %d games: %d mails, %d letters; lost 0, doubled effects 0, doubled letters %d, all between the server's yes and our note of it",
		total, len(died), games, mails, letters, doubled)
}

// killGame is a game on a mail host, with a daemon that dies.
type killGame struct {
	t       *testing.T
	post    *postoffice.Office
	fate    *fate
	cables  []*cable
	config  *config
	clock   *demoClock
	mails   int
	acts    int
	acting  atomic.Pointer[time.Time] // when the organiser does what she does, in each game the same
	log     lockedBuffer
	arrived time.Time // the last mail, in the mailbox

	gap, remainder int

	book   *mortalBook
	daemon *daemon
	stop   context.CancelFunc
	ended  chan error
	owed   map[string]int // deliveries of letters that will be sent again
}

// killUsers have mailboxes; that of "many" is for all players of a soak.
var killUsers = []string{"ada", "bob", "cem", "eve", "org", "many"}

// killMonday is when the game begins.
var killMonday = time.Date(2030, 3, 4, 9, 0, 0, 0, time.UTC)

func newKillGame(t *testing.T, folder string, round int) *killGame {
	t.Helper()
	post, err := postoffice.Open(postoffice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(post.Close)
	for _, user := range append(killUsers, "nomic") {
		if err := post.AddUser(user, "s3cret"); err != nil {
			t.Fatal(err)
		}
	}
	f := newFate(round)
	g := &killGame{t: t, post: post, fate: f, owed: map[string]int{}, clock: newDemoClock(killMonday.Add(time.Hour))}
	imap, smtp := layCable(t, "imap", post.IMAP(), f), layCable(t, "smtp", post.SMTP(), f)
	g.cables = []*cable{imap, smtp}
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "password"), "s3cret\n", 0o600)
	c := defaults()
	c.Data, c.Organisers, c.Copies = dir, []string{"org@example.org"}, "off" // a copy bears the time at which it was made
	c.Socket = filepath.Join(os.TempDir(), "nomicmail-"+rand.Text()+".sock")
	t.Cleanup(func() { os.Remove(c.Socket) })
	c.Mail.Address, c.Mail.ReturnPath = "nomic@example.org", moderator.ReturnPlain
	c.Mail.IMAP.Server, c.Mail.SMTP.Server = imap.address(), smtp.address()
	c.Mail.IMAP.TLS, c.Mail.SMTP.TLS = "none", "none"
	c.Mail.IMAP.User, c.Mail.SMTP.User = "nomic", "nomic"
	c.Mail.IMAP.PasswordFile, c.Mail.SMTP.PasswordFile = filepath.Join(dir, "password"), filepath.Join(dir, "password")
	c.Mail.IMAP.DoneFolder = folder
	g.config = c
	return g
}

// begin makes the game.
func (g *killGame) begin() {
	g.t.Helper()
	book, err := store.Open(g.config.database())
	g.must(err)
	defer book.Close()
	m, err := moderator.New(book, g.settings(&office{config: g.config}))
	g.must(err)
	f := moderator.GameFile{Name: "tea", Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC", Organiser: "org@example.org",
		Customs: map[string]string{"trust": "from", "debate_least": "0h", "second_thoughts": "0h", "missing_vote": "abstain", "digest": "none"},
		Players: []moderator.PlayerFile{
			{Given: "Bob", Surname: "Crumhorn", Addresses: []string{"bob@example.org", "bob@example.net"}},
			{Given: "Cem", Surname: "Oatmarsh", Addresses: []string{"cem@example.org"}},
			{Given: "Ada", Surname: "Quillfeather", Addresses: []string{"ada@example.org"}},
		}}
	_, err = m.Create(f, "org@example.org", killMonday)
	g.must(err)
	_, err = m.Act(moderator.Act{Game: "tea", By: "org@example.org", Verb: "start", At: killMonday})
	g.must(err)
}

// settings are the office's, without chance: so that a game played again is the
// same to the last hash.
func (g *killGame) settings(o *office) moderator.Settings {
	o.log = newLog(&g.log, "text", "debug")
	s := o.settings()
	s.Rand = always(7)
	return s
}

// always is a source of chance that leaves nothing to it.
type always byte

func (a always) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(a)
	}
	return len(b), nil
}

var _ io.Reader = always(0)

func (g *killGame) must(err error) {
	g.t.Helper()
	if err != nil {
		g.t.Fatal(err)
	}
}

// rise starts a daemon on what the last one has left.
func (g *killGame) rise() {
	g.t.Helper()
	o, err := openOffice(g.config)
	g.must(err)
	g.book = &mortalBook{Store: o.book, path: g.config.database(), fate: g.fate, lost: make(chan struct{})}
	g.owes()
	g.fate.revive(g.gap, g.remainder)
	set := g.settings(o)
	o.serving, o.time, o.now = true, g.clock, g.now
	o.once.Do(func() { o.mod, o.err = moderator.New(g.book, set) })
	g.daemon, err = newDaemon(o, g.book)
	g.must(err)
	ctx, stop := context.WithCancel(g.t.Context())
	g.stop, g.ended = stop, make(chan error, 1)
	go func() { g.ended <- g.daemon.run(ctx) }()
}

// now is the time by which an office goes.
func (g *killGame) now() time.Time {
	if at := g.acting.Load(); at != nil {
		return *at
	}
	return g.clock.Now()
}

// fall ends a daemon that has died, and makes sure that its record is whole.
func (g *killGame) fall() {
	g.t.Helper()
	g.stop()
	for _, c := range g.cables {
		c.cut()
	}
	g.must(<-g.ended)
	g.must(g.book.bury())
	if faults, err := store.VerifyFile(g.config.database(), nil); err != nil || len(faults) > 0 {
		g.t.Fatalf("after a kill: %v, %v", faults, err)
	}
}

// owes notes which letters will come again: a server has them, and our record
// does not know that.
func (g *killGame) owes() {
	g.t.Helper()
	waiting, err := g.book.Waiting()
	g.must(err)
	have := g.delivered()
	for _, l := range waiting {
		if l.Status != record.Waiting {
			continue
		}
		for _, to := range l.Left() {
			if n := have[l.ID+" "+to]; n > 0 {
				g.owed[l.ID+" "+to] = n + 1
			}
		}
	}
}

// delivered counts the letters in the players' mailboxes, by ID and address.
func (g *killGame) delivered() map[string]int {
	have := map[string]int{}
	for _, user := range killUsers {
		for _, m := range g.post.Mailbox(user) {
			r, err := mail.ReadMessage(bytes.NewReader(m.Raw))
			g.must(err)
			have[r.Header.Get("Message-Id")+" "+m.To]++
		}
	}
	return have
}

// play plays the whole game and gives how it ended.
func (g *killGame) play(gap, remainder int) *ending {
	g.t.Helper()
	g.gap, g.remainder = gap, remainder
	g.begin()
	g.rise()
	for i := range killScript {
		g.deliver(i)
		g.settle()
	}
	return g.finish()
}

// deliver lets a part of the script arrive.
func (g *killGame) deliver(i int) {
	g.t.Helper()
	day := killMonday.Add(time.Duration(killScript[i].day) * 24 * time.Hour)
	if wait := day.Add(time.Hour).Sub(g.clock.Now()); wait > 0 {
		g.moveOn(wait)
	}
	for j, raw := range killScript[i].mails(g) {
		g.arrives(raw, day.Add(time.Duration(i*5+j)*time.Minute))
	}
	if act := killScript[i].act; act != nil {
		g.does(act(g), day.Add(time.Duration(i*5)*time.Minute))
		return
	}
	g.arrived = g.clock.Now()
}

func (g *killGame) moveOn(d time.Duration) {
	g.clock.moveOn(d)
	g.daemon.clock.stirred()
}

func (g *killGame) arrives(raw string, at time.Time) {
	g.t.Helper()
	g.mails++
	g.must(g.post.Deliver([]byte(raw), "nomic+tea@example.org", at))
	g.arrived = g.clock.Now()
}

// finish stops the daemon and gives how the game has ended.
func (g *killGame) finish() *ending {
	g.t.Helper()
	end := g.ending()
	g.stop()
	g.must(<-g.ended)
	g.must(g.book.Close())
	return end
}

// settle waits until everything that is to be done is done, by however many
// daemons.
func (g *killGame) settle() {
	g.t.Helper()
	g.await("rest", g.settled)
}

// await waits, over deaths, until something is so. It is looked at after each
// operation.
func (g *killGame) await(what string, is func() bool) {
	g.t.Helper()
	late := time.NewTimer(patience)
	defer late.Stop()
	for !is() {
		select {
		case <-g.fate.stir:
		case <-g.fate.died:
			g.fall()
			g.rise()
		case <-late.C:
			waiting, _ := g.book.Waiting()
			g.t.Fatalf("no %s comes, alive: %v, last died %s, next at %d of %d: %d mails, read at %v, letters %+v, deadline %v, now %v\n%s", what, g.fate.alive(), g.fate.last, g.fate.next, g.fate.op,
				g.mails, g.daemon.inbox.State().CaughtUp, waiting, g.daemon.mod.NextDeadline(), g.clock.Now(), &g.log)
		}
	}
}

// settled looks at causes before it looks at what they cause.
func (g *killGame) settled() bool {
	g.t.Helper()
	if !g.fate.alive() {
		return false
	}
	due := g.daemon.mod.NextDeadline()
	if !due.IsZero() && !due.Add(g.daemon.clock.grace).After(g.clock.Now()) {
		return false
	}
	if g.daemon.inbox.State().CaughtUp.Before(g.arrived) {
		return false
	}
	waiting, err := g.book.Waiting()
	g.must(err)
	return len(waiting) == 0
}

// ending is all that has come of a game.
type ending struct {
	state   string
	head    string
	inputs  []string
	letters []string
	doubled map[string]int // what came more than once
}

func (g *killGame) ending() *ending {
	g.t.Helper()
	e := &ending{doubled: map[string]int{}}
	game, err := g.daemon.mod.Game("tea")
	g.must(err)
	state, err := json.MarshalIndent(moderator.StateOf(game), "", " ")
	g.must(err)
	n, hash, err := g.book.Head("tea")
	g.must(err)
	e.state, e.head = string(state), fmt.Sprintf("%d %s", n, hash)
	for _, name := range []string{"", "tea"} {
		for in, err := range g.book.Inputs(name) {
			g.must(err)
			e.inputs = append(e.inputs, fmt.Sprintf("%s %s %s %s", in.Hash, in.ID, in.At, in.Outcome))
		}
		for l, err := range g.book.Letters(name) {
			g.must(err)
			e.letters = append(e.letters, fmt.Sprintf("%s %s %s %q %s", l.ID, l.Kind, l.To, l.Subject, l.Raw))
		}
	}
	slices.Sort(e.letters)
	g.account(e)
	return e
}

// account compares what lies in the mailboxes with what was to be sent.
func (g *killGame) account(e *ending) {
	g.t.Helper()
	have := g.delivered()
	for _, name := range []string{"", "tea"} {
		for l, err := range g.book.Letters(name) {
			g.must(err)
			for _, end := range l.Ends {
				key := l.ID + " " + end.To
				if have[key] == 0 {
					g.t.Errorf("lost: %s was never delivered", key)
				}
				if want := max(1, g.owed[key]); have[key] != want {
					g.t.Errorf("%s was delivered %d times, which kills explain %d times", key, have[key], want)
				}
				if have[key] > 1 {
					e.doubled[key] = have[key]
				}
				delete(have, key)
			}
		}
	}
	if len(have) > 0 {
		g.t.Errorf("delivered, and in no record: %v", have)
	}
}

func (e *ending) compare(t *testing.T, want *ending, game int) {
	t.Helper()
	for _, c := range []struct{ what, got, want string }{
		{"state", e.state, want.state},
		{"head of the record", e.head, want.head},
		{"mails", strings.Join(e.inputs, "\n"), strings.Join(want.inputs, "\n")},
		{"letters", strings.Join(e.letters, "\n"), strings.Join(want.letters, "\n")},
	} {
		if c.got != c.want {
			t.Errorf("game %d: the %s\n%s", game, c.what, differing(c.want, c.got))
		}
	}
}

// differing are the lines of one text alone.
func differing(want, got string) string {
	var b strings.Builder
	for _, side := range []struct{ sign, text, other string }{{"-", want, got}, {"+", got, want}} {
		for line := range strings.Lines(side.text + "\n") {
			if !strings.Contains("\n"+side.other+"\n", "\n"+line) {
				b.WriteString(side.sign + line)
			}
		}
	}
	return b.String()
}
