package rules_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
	"nomicmail/rulesets"
)

var (
	mailedGames = flag.Int("mailed-games", 20, "random games that TestMailed plays")
	mailboxes   = flag.String("mailboxes", "", "folder in which TestMailed leaves its games as nomicmail replay reads them, with the state that each ends in")
)

const (
	gameAddress = "random@nomic.example.org"
	organiser   = "org@example.org"
)

// worthMailing is what the mails of 500 random games are for, besides
// [worthSeeing].
var worthMailing = []string{
	"mail counted", "mail refused", "mail held", "mail answered", "mail duplicate", "mail ignored", "act",
	"reply to a ballot", "asked and answered", "vote corrected", "two rule-changes", "revised", "settled", "joined",
	"withdrawn enact", "proposal as an edit",
}

// TestMailed plays random games by mail: each move is written as a player might
// write it and handed to the moderator, and the state that tools are shown is
// compared with the reckoning.
//
// What a mail cannot say is left to TestReckoning: a revision that makes of a
// proposal another kind of rule-change, or one about another rule.
func TestMailed(t *testing.T) {
	t.Parallel()
	set, err := rulesets.Load("suber-mail.en")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for seed := *firstGame; seed < *firstGame+uint64(*mailedGames); seed++ {
		r := &chance{Rand: rand.New(rand.NewPCG(seed, 5322))}
		s := r.setting()
		p, err := mailing(set.Rules, s, seed)
		var moves []move
		for err == nil && len(moves) < longestGame && !p.table.ended() {
			m := r.move(p.table, s)
			m.form = r.Uint64()
			moves = append(moves, m)
			err = p.play(m)
		}
		if err == nil {
			err = p.end(seed)
		}
		if err != nil {
			differ := func(moves []move) error { return remailed(set.Rules, s, seed, moves) }
			t.Fatalf("game %d, %+v: %v\nin short:\n%s", seed, s, err, shortest(moves, 100, differ))
		}
		p.census(seen)
	}
	t.Logf("%d games: %v", *mailedGames, seen)
	for _, what := range slices.Concat(worthSeeing, worthMailing) {
		if *mailedGames >= 500 && seen[what] < enough {
			t.Errorf("only %d of %d games saw %q", seen[what], *mailedGames, what)
		}
	}
}

// mailed is one game, played by mail and by the reckoning.
type mailed struct {
	table     *table
	clerk     *moderator.Moderator
	desk      *desk
	file      moderator.GameFile
	addresses []string // of the seats
	byAct     bool     // the organiser uses the command line, also for players
	mails     []moderator.Mail
	seen      map[string]bool
	trace     []string // the mails of the last move
}

// mailing sets a game up with its first players and starts it.
func mailing(initial []rules.Rule, s setting, seed uint64) (*mailed, error) {
	p := &mailed{
		table: sit(initial, s), byAct: seed%5 == 0, seen: map[string]bool{},
		desk: &desk{Book: store.Memory(), last: map[string]posted{}, ballots: map[string]posted{}},
	}
	var err error
	if p.clerk, err = moderator.New(p.desk, moderator.Settings{Address: gameAddress, AuthServer: parser.AnyServer}); err != nil {
		return nil, err
	}
	p.file = moderator.GameFile{
		Name: "random", Ruleset: "suber-mail.en", Address: gameAddress, Start: p.now(),
		Organiser: organiser, Customs: s.customs(),
	}
	p.file.Customs["trust"] = "from"
	for _, n := range s.names {
		p.table.join(n[0], n[1])
		p.addresses = append(p.addresses, strings.ToLower(n[0]+"."+n[1]+"@example.org"))
		p.file.Players = append(p.file.Players, moderator.PlayerFile{Given: n[0], Surname: n[1], Addresses: p.addresses[len(p.addresses)-1:]})
	}
	if _, err := p.clerk.Create(p.file, organiser, p.now()); err != nil {
		return nil, err
	}
	p.table.start()
	if _, err := p.clerk.Act(moderator.Act{Game: "random", By: organiser, Verb: "start", At: p.now()}); err != nil {
		return nil, err
	}
	return p, p.agree()
}

// remailed plays moves until the two differ, and says where.
func remailed(initial []rules.Rule, s setting, seed uint64, moves []move) error {
	p, err := mailing(initial, s, seed)
	for i := 0; err == nil && i < len(moves); i++ {
		if moves[i].who >= len(p.table.seats) {
			return nil
		}
		err = p.play(moves[i])
	}
	if err == nil {
		err = p.end(seed)
	}
	if err != nil && p != nil {
		err = fmt.Errorf("%w\n\n%s", err, strings.Join(p.trace, "\n\n"))
	}
	return err
}

func (p *mailed) now() time.Time {
	return time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC).Add(time.Duration(p.table.hour) * time.Hour)
}

// play makes the move in both games.
func (p *mailed) play(m move) error {
	r := &chance{Rand: rand.New(rand.NewPCG(m.form, 5322))}
	p.trace = nil
	// Sometimes nobody calls Tick, and the next mail has to let the time pass.
	// Then fewer entries bear other numbers, and so do the letters that later
	// mails answer: in a mailbox for replay they would be strange ones.
	late := r.of(30) && *mailboxes == "" && !p.marked()
	if err := p.pass(m.wait, late); err != nil {
		return err
	}
	if m.verb == "tick" || m.unsayable() {
		if late {
			return nil
		}
		return p.agree()
	}
	if r.of(8) {
		if err := p.disturb(r); err != nil {
			return err
		}
	}
	m = p.sayable(m, r)
	took, err := p.say(m, r)
	if err != nil {
		return fmt.Errorf("%v: %w", m, err)
	}
	if err := errors.Join(p.leaveClause(), p.confirm()); err != nil {
		return err
	}
	if mine := p.table.play(m); took != mine {
		return fmt.Errorf("%v: the moderator took it: %v, the reckoning: %v", m, took, mine)
	}
	if err := p.agree(); err != nil {
		return fmt.Errorf("%v: %w", m, err)
	}
	return nil
}

// pass lets hours go by with the deadlines in them. One that falls on the hour
// that it comes to waits: a mail of that hour is in time.
func (p *mailed) pass(hours int, late bool) error {
	for range hours {
		p.table.tick()
		p.table.hour++
	}
	if late {
		return nil
	}
	if err := p.tick(); err != nil {
		return err
	}
	return p.confirm()
}

// marked says whether text and clause of some rule may disagree.
func (p *mailed) marked() bool {
	g, err := p.clerk.Game("random")
	return err != nil || len(g.Marked()) > 0
}

// confirm lets the organiser say of a win that waits that the clauses are
// right: the reckoning follows the clauses, whatever the texts say.
func (p *mailed) confirm() error {
	for {
		g, err := p.clerk.Game("random")
		if err != nil || g.Awaiting == nil {
			return err
		}
		n := note{from: organiser, name: "The organiser", subject: "It was meant so", text: fmt.Sprintf("settle rule %d\n", g.Awaiting.Rules[0])}
		o, err := p.send(n, &chance{Rand: rand.New(rand.NewPCG(1, 1))})
		if err != nil || o.Outcome != "counted" {
			return fmt.Errorf("a win waits, and settling it is %q: %w", o.Outcome, err)
		}
		p.seen["confirmed"] = true
	}
}

// leaveClause lets a proposer who is asked about a clause, because a number in the
// new words is none of the old ones, leave it as it is. The reckoning follows the
// clauses and would open the vote at once, as happens with this answer.
func (p *mailed) leaveClause() error {
	g, err := p.clerk.Game("random")
	if err != nil {
		return err
	}
	for _, q := range g.Held {
		if q.Of != rules.OfClause {
			continue
		}
		n := p.by(slices.IndexFunc(p.table.seats, func(s *seat) bool { return s.given+" "+s.surname == g.Player(q.Player).Name() }))
		n.text, n.answers, n.subject = fmt.Sprintf("%d\n", len(q.Answers)), theLast, "Re: your mail"
		o, err := p.send(n, &chance{Rand: rand.New(rand.NewPCG(1, 1))})
		if err != nil || o.Outcome != "counted" {
			return fmt.Errorf("whose clause is left writes %q, which is %q: %w", n.text, o.Outcome, err)
		}
		p.seen["clause left"] = true
	}
	return nil
}

// tick lets each deadline of the moderator's pass at its time.
func (p *mailed) tick() error {
	for range 100 {
		due := p.clerk.NextDeadline()
		if due.IsZero() || !due.Before(p.now()) {
			return nil
		}
		if err := p.clerk.Tick(due); err != nil {
			return fmt.Errorf("tick of %s: %w", due, err)
		}
	}
	return fmt.Errorf("the deadline stays at %s however often the clock ticks", p.clerk.NextDeadline())
}

// unsayable is a revision that leaves everything as it was: a mail that says no more
// than "revise 301" is asked about, and the debate waits for the answer.
func (m move) unsayable() bool {
	return m.verb == "revise" && m.changes[0].text == "" && m.changes[0].clause == ""
}

// sayable makes of a move one that a mail can say, in which players write what
// they like.
func (p *mailed) sayable(m move, r *chance) move {
	m.changes = slices.Clone(m.changes)
	for i := range m.changes {
		c := &m.changes[i]
		if c.kind == "enact" || c.rule >= 100 { // nobody could know "amend 1" for a proposal
			c.text, c.addition = r.prose(c.text), r.prose(c.addition)
		}
	}
	if m.verb != "revise" {
		return m
	}
	// A revision is about the same rule in the same way, and leaves what it
	// does not give. What has no text cannot be revised by one.
	c := m.changes[0]
	if old := p.table.poll; old != nil {
		now := old.change
		if now.kind != "enact" && now.kind != "amend" {
			m.changes = []change{{}, c}
			return m
		}
		now.wording = now.with(change{wording: c.wording})
		if c.text != "" {
			now.addition = ""
		}
		m.changes = []change{now, c} // what it will be, and what is said
		return m
	}
	m.changes = []change{{}, c} // no lawful revision
	return m
}

// say hands the move to the moderator and says whether it was taken.
func (p *mailed) say(m move, r *chance) (took bool, err error) {
	p.seen["settled"] = p.seen["settled"] || m.verb == "settle"
	if p.byAct && (m.verb == "settle" || m.verb == "vote" && r.of(20)) {
		return p.act(m, r)
	}
	notes, err := p.notes(m, r)
	if err != nil {
		return false, err
	}
	for _, n := range notes {
		o, err := p.send(n, r)
		if err != nil {
			return false, err
		}
		if n.wants != "" && !strings.HasPrefix(o.Outcome, n.wants) {
			return false, fmt.Errorf("the mail was %q, not %q: %v", o.Outcome, n.wants, o.Commands)
		}
		took = o.Outcome == "counted"
	}
	if took && m.verb == "join" {
		p.addresses = append(p.addresses, notes[0].from)
	}
	return took, nil
}

// act does a move on the organiser's command line.
func (p *mailed) act(m move, r *chance) (took bool, err error) {
	if err := p.tick(); err != nil { // what is refused lets no time pass
		return false, err
	}
	s := p.table.seats[m.who]
	a := moderator.Act{Game: "random", By: organiser, Verb: "settle", Words: p.settlement(m), At: p.now()}
	if m.verb == "vote" {
		a.Verb, a.Player = "as", s.given+" "+s.surname
		a.Words = r.voteWords(m.number, m.say, p.proposes(s, m.number))
	}
	p.trace = append(p.trace, fmt.Sprintf("%+v", a))
	p.seen["act"] = true
	_, err = p.clerk.Act(a)
	var refusal *rules.Refusal
	var misread *moderator.Misread
	if errors.As(err, &refusal) || errors.As(err, &misread) {
		return false, nil
	}
	return err == nil, err
}

// send hands a mail to the moderator and looks at what comes back. Some mails
// come twice.
func (p *mailed) send(n note, r *chance) (moderator.Outcome, error) {
	if n.answers == theLast {
		n.answers = p.desk.last[n.from].ID
	}
	raw := n.raw(r, p.now(), len(p.mails)+1)
	mail := moderator.Mail{Raw: raw, At: p.now(), Where: fmt.Sprintf("INBOX/1/%d", len(p.mails)+1)}
	p.trace = append(p.trace, string(raw))
	p.mails = append(p.mails, mail)
	p.desk.posted = nil
	o, err := p.clerk.Receive(mail)
	if err != nil {
		return o, err
	}
	p.trace = append(p.trace, fmt.Sprintf("%+v", o))
	kind, _, _ := strings.Cut(o.Outcome, ":")
	p.seen["mail "+kind] = true
	if err := p.letters(n, o); err != nil || !r.of(5) {
		return o, err
	}
	p.desk.posted = nil
	p.mails = append(p.mails, mail)
	again, err := p.clerk.Receive(mail)
	p.seen["mail "+again.Outcome] = true
	if err == nil && (again.Outcome != "duplicate" || len(p.desk.posted) > 0) {
		err = fmt.Errorf("the same mail again: %+v and %d letters", again, len(p.desk.posted))
	}
	return o, err
}

// letters looks at what was posted when a mail was received: whoever wrote it
// gets one receipt at most and hears of it, and our own letters would be known
// if they came back.
func (p *mailed) letters(n note, o moderator.Outcome) error {
	var toSender, receipts int
	for _, l := range p.desk.posted {
		if l.To[0] == n.from {
			toSender++
		}
		if l.Kind == "receipt" {
			receipts++
		}
		if len(p.mails)%10 > 0 {
			continue // one mail in ten is enough of this
		}
		if own := parser.Parse(l.raw, parser.Options{Own: []string{gameAddress}}); own.Kind != parser.Own {
			return fmt.Errorf("our %s is taken for a %s", l.Kind, own.Kind)
		}
	}
	player := slices.Contains(p.addresses, n.from)
	if silent := strings.HasPrefix(o.Outcome, "ignored"); receipts > 1 || player && !silent && toSender == 0 || silent && len(p.desk.posted) > 0 {
		return fmt.Errorf("a mail that was %q brought %d letters to its sender, %d receipts, %d letters in all", o.Outcome, toSender, receipts, len(p.desk.posted))
	}
	return nil
}

// end lets the game stand still, and compares all of it once more, also as its
// record makes it again.
func (p *mailed) end(seed uint64) error {
	p.trace = nil
	if err := p.pass(1, true); err != nil {
		return err
	}
	last := p.by(0)
	last.text = "status\n"
	if _, err := p.send(last, &chance{Rand: rand.New(rand.NewPCG(seed, 1))}); err != nil {
		return err
	}
	p.table.tick() // what falls on that very hour comes after the mail
	if err := p.clerk.Tick(p.now()); err != nil {
		return err
	}
	if err := p.agree(); err != nil {
		return fmt.Errorf("at the end: %w", err)
	}
	if err := p.replay(); err != nil {
		return err
	}
	return p.leave(seed)
}

// census notes what the game has seen.
func (p *mailed) census(seen map[string]int) {
	(&pair{table: p.table}).census(seen)
	for what, has := range p.seen {
		if has {
			seen[what]++
		}
	}
}
