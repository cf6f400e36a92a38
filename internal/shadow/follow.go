package shadow

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/officer"
	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
)

// Source gives the raw mail of that hash.
type Source func(record.Hash) (record.Input, bool, error)

// follower goes through a record and remembers what a comparison needs.
type follower struct {
	game       *rules.Game
	mails      Source
	report     Report
	began      time.Time
	elsewhere  bool                 // the game was begun elsewhere
	quorumTold string               // the last post with a wrong quorum for all its proposals
	cast       map[ballotKey][]Mail // the mails that a ballot rests on, oldest first
	refused    map[int][]refusal    // by the number of the proposal
	held       []heldWords
	closed     map[rules.ProposalID]*rules.Game // as it was when the vote was counted
	quorums    map[int]quorums                  // by the number of the proposal
	posts      []resolution
	told       map[rules.ProposalID]bool // left out of a distribution, and told
	indices    map[int]string            // as an officer has distributed them
	names      map[rules.ProposalID]Mail // the mail that proposed
}

type ballotKey struct {
	proposal rules.ProposalID
	voter    rules.PlayerID
}

// refusal is a ballot that had no force.
type refusal struct {
	rules.BallotRefused
	mail Mail
}

// heldWords are what a player wrote and nobody could read for certain.
type heldWords struct {
	rules.WordsHeld
	at   time.Time
	mail Mail
}

// quorums are what the quorum of a proposal may be: by the officer's own count of
// the vote before, and by ours. Said is what the officer gave it.
type quorums struct {
	right []int
	said  int
	known bool
}

// resolution is an officer's post that tells results.
type resolution struct {
	mail Mail
	at   time.Time
	post officer.Post
}

// Compare works out the report of a game's record.
func Compare(entries []record.Entry, mails Source) (Report, error) {
	f := &follower{
		game: &rules.Game{}, mails: mails, cast: map[ballotKey][]Mail{}, refused: map[int][]refusal{}, closed: map[rules.ProposalID]*rules.Game{},
		quorums: map[int]quorums{}, told: map[rules.ProposalID]bool{}, indices: map[int]string{}, names: map[rules.ProposalID]Mail{},
		report: Report{Differences: []Difference{}, Beside: []Beside{}, Unsure: []Unsure{}},
	}
	for _, e := range record.Standing(entries) {
		if err := f.entry(e); err != nil {
			return f.report, err
		}
	}
	f.resolutions()
	f.heldRest()
	f.finish()
	return f.report, nil
}

func (f *follower) entry(e record.Entry) error {
	if f.began.IsZero() {
		f.began, f.report.From = e.At, e.At
	}
	f.report.Until = e.At
	mail := Mail{At: e.At, ID: e.Cause.ID, From: e.Cause.From}
	var posted *officer.Post
	for _, ev := range e.Events {
		o, is := ev.(rules.OfficerPosted)
		if !is {
			continue
		}
		p, err := f.read(o, &mail)
		if err != nil {
			return err
		}
		posted = &p
	}
	before := f.game
	if posted != nil {
		before = f.game.Clone()
	}
	for _, ev := range e.Events {
		f.event(ev, mail)
		f.game.Apply(ev, e.At)
	}
	if posted != nil {
		f.posted(*posted, mail, before)
	}
	return nil
}

// read reads an officer's post anew, as the game was when it came.
func (f *follower) read(o rules.OfficerPosted, mail *Mail) (officer.Post, error) {
	var h record.Hash
	if err := h.UnmarshalText([]byte(o.Mail)); err != nil {
		return officer.Post{}, fmt.Errorf("shadow: the post %s: %w", o.Mail, err)
	}
	in, ok, err := f.mails(h)
	if err != nil || !ok {
		return officer.Post{Kind: officer.Unclear}, err
	}
	l := parser.Parse(in.Raw, parser.Options{AuthServer: parser.AnyServer})
	mail.Words = l.Subject
	return moderator.ReadOfficer(f.game, l), nil
}

// event notes what an event rests on, before it is applied.
func (f *follower) event(ev rules.Event, mail Mail) {
	switch ev := ev.(type) { // not all: what a comparison asks about
	case rules.GameCreated:
		f.elsewhere = ev.NextNumber > 0
	case rules.VoteCast:
		m := mail
		m.Words = firstLine(ev.Ballot.Source)
		k := ballotKey{ev.Proposal, ev.Voter}
		f.cast[k] = append(f.cast[k], m)
	case rules.VoteWithdrawn:
		k := ballotKey{ev.Proposal, ev.Voter}
		f.cast[k] = append(f.cast[k], mail)
	case rules.BallotRefused:
		m := mail
		m.Words = ev.Words
		f.refused[ev.Number] = append(f.refused[ev.Number], refusal{ev, m})
	case rules.WordsHeld:
		if ev.Reason == "talk" || ev.Reason == "nothing" {
			return // it says nothing that could count
		}
		m := mail
		m.Words = ev.Text
		f.held = append(f.held, heldWords{ev, mail.At, m})
	case rules.HeldSettled:
		if !ev.Expired {
			f.held = slices.DeleteFunc(f.held, func(h heldWords) bool { return h.Held == ev.Held })
		}
	case rules.ProposalPooled:
		f.names[ev.Proposal] = mail
	case rules.VotingClosed:
		f.closed[ev.Proposal] = f.game.Clone()
	}
}

// posted takes an officer's post. What it resolves is compared at the end, when
// it is known whether it was corrected.
func (f *follower) posted(p officer.Post, mail Mail, before *rules.Game) {
	switch p.Kind {
	case officer.Distribution:
		f.distribution(p, mail, before)
	case officer.Resolution:
		f.posts = append(f.posts, resolution{mail, mail.At, p})
	case officer.Ruleset:
		f.ruleset(p, mail)
	case officer.Unclear:
		f.unsure(0, "", "an officer's post could not be read", mail)
	}
	for _, u := range p.Unread {
		if p.Kind != officer.Resolution && p.Kind != officer.Unclear {
			f.unread(u, mail)
		}
	}
}

func (f *follower) unread(u officer.Unread, mail Mail) {
	m := mail
	m.Words = u.Words
	f.unsure(u.About, "", unreadWords[u.Why], m)
}

var unreadWords = map[string]string{
	officer.WhyName: "a name that no player bears, or more than one", officer.WhyCell: "what stands where a vote or a figure would be",
	officer.WhyTwice: "the post says two things of it", officer.WhyNoText: "the distribution has no text of it",
	officer.WhyNoTable: "an officer's post could not be read", officer.WhyTooMuch: "too long to be read", officer.WhyTwoSides: "a voter stands on two sides",
}

func (f *follower) unsure(number int, about, what string, mails ...Mail) {
	f.report.Unsure = append(f.report.Unsure, Unsure{number, about, what, mails})
}

func (f *follower) differ(d Difference) *Difference {
	f.report.Differences = append(f.report.Differences, d)
	return &f.report.Differences[len(f.report.Differences)-1]
}

// name is a player's.
func (f *follower) name(id rules.PlayerID) string {
	if p := f.game.Player(id); p != nil {
		return p.Name()
	}
	return string(id)
}

// heldRest tells of the words that are held and were not told with a proposal.
func (f *follower) heldRest() {
	for _, h := range f.held {
		told := slices.ContainsFunc(f.report.Unsure, func(u Unsure) bool {
			return slices.ContainsFunc(u.Mails, func(m Mail) bool { return m == h.mail })
		})
		if !told {
			f.unsure(f.numberOf(h.Proposal), f.name(h.Player), "what a player wrote ("+h.Reason+")", h.mail)
		}
	}
}

func (f *follower) numberOf(id rules.ProposalID) int {
	if id > 0 && int(id) <= len(f.game.Proposals) {
		return f.game.Proposals[id-1].Number
	}
	return 0
}

// finish puts differences that were corrected behind the others.
func (f *follower) finish() {
	f.report.Game = f.game.Name
	slices.SortStableFunc(f.report.Differences, func(a, b Difference) int {
		switch {
		case a.Corrected.IsZero() == b.Corrected.IsZero():
			return a.at().Compare(b.at())
		case a.Corrected.IsZero():
			return -1
		}
		return 1
	})
}

func (d Difference) at() time.Time {
	if len(d.Mails) == 0 {
		return time.Time{}
	}
	return d.Mails[0].At
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}
