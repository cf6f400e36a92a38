package moderator

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// carryOut does what the fragments of a mail ask for, in their order, and notes
// for the receipt what became of each.
func (s *sheet) carryOut(r parser.Reading, by rules.By) error {
	testing := false
	for _, f := range r.Fragments {
		if _, ok := f.Command.(parser.Test); ok {
			testing = true
			continue
		}
		item, err := s.fragment(f, by, testing)
		if err != nil {
			return err
		}
		s.tellLatePost(f, item)
		if confirms(item.Held) || item.Held == askedOrganiser || s.onList() && asideOnList(item) { // asked about in a letter of its own
			s.in.Commands = append(s.in.Commands, line(f, item))
			continue
		}
		if item.Did != "passed-on" { // then they are those that went to the others
			item.Words = f.Text
		}
		if item.Why == "talk" || item.Why == "nothing" {
			item.Held, item.Why = item.Why, ""
		}
		if item.Why != "" && !(enough(item) && slices.ContainsFunc(s.aside, enough)) { // once for all
			s.aside = append(s.aside, item)
		} else if item.Why == "" {
			s.items = append(s.items, item)
		}
		s.in.Commands = append(s.in.Commands, line(f, item))
	}
	s.cutOff(r)
	if !s.onList() {
		if err := s.talk(r, by, testing); err != nil {
			return err
		}
	}
	s.in.Outcome = s.verdict()
	return nil
}

// cutOff tells whoever has proposed something what was taken off the end of the
// text by its looks.
func (s *sheet) cutOff(r parser.Reading) {
	if !slices.ContainsFunc(s.items, func(i templates.Item) bool { return i.No == nil && (i.Did == "proposed" || i.Did == "revised") }) {
		return
	}
	for _, a := range r.Aside {
		if a.Cut {
			s.aside = append(s.aside, templates.Item{Words: firstLines(a.Text, 6), Why: a.Why})
		}
	}
}

// fragment does one thing that a mail says.
func (s *sheet) fragment(f parser.Fragment, by rules.By, testing bool) (templates.Item, error) {
	_, command := f.Command.(rules.Command)
	switch {
	case f.Outcome == parser.SetAside && f.Reason == "not-open" && command && !testing:
		// The rules know better why it is not open, and what is.
		return s.play(f.Command.(rules.Command), f, by)
	case f.Outcome == parser.SetAside:
		return templates.Item{Why: f.Reason}, nil
	case testing:
		return templates.Item{Did: "tested", Name: f.Verb, Held: heldOnly(f)}, nil
	case f.Outcome == parser.HeldBack:
		if refusal := s.textless(f, by); refusal != nil {
			return templates.Item{No: no(refusal)}, nil
		}
		return s.hold(f, by)
	}
	switch c := f.Command.(type) {
	case parser.Ask:
		if !s.mayRead(c.What, by) {
			return templates.Item{No: no(&rules.Refusal{Code: rules.WatchingClosed})}, nil
		}
		return s.answer(c, by), nil
	case parser.Order:
		if reason := s.needs(c); by.Organiser && reason != "" {
			return s.doubt(reason, f), nil
		}
		return s.order(c, by)
	case parser.Apart:
		item := templates.Item{Held: "unclear", Answers: []string{c.Order, c.Own}}
		if c.Order == "" {
			item.Answers = item.Answers[1:]
		}
		return item, nil
	case parser.Numbered:
		if reason := s.needs(parser.Order{}); reason != "" && by.Organiser && s.rulesOn(c.N) {
			return s.doubt(reason, f), nil
		}
		return s.numbered(c, by)
	case parser.Setting:
		return s.set(c, f, by)
	case parser.Observe:
		return s.watch(c, f, by)
	case rules.Command:
		return s.play(c, f, by)
	}
	return templates.Item{}, fmt.Errorf("moderator: the parser gave a %T for %q", f.Command, f.Verb)
}

// textless is why there is nothing to ask about what a mail gives as the new text
// of a proposal: it is one that has none. Else it is nil.
func (s *sheet) textless(f parser.Fragment, by rules.By) *rules.Refusal {
	c, is := f.Command.(rules.Revise)
	if !is {
		return nil
	}
	_, err := rules.Decide(s.g, c, by, s.at)
	var refusal *rules.Refusal
	if errors.As(err, &refusal) && refusal.Code == rules.NothingToRevise {
		return refusal
	}
	return nil
}

// play has the rules decide a player's command.
func (s *sheet) play(c rules.Command, f parser.Fragment, by rules.By) (templates.Item, error) {
	if reason := s.needs(c); reason != "" {
		return s.doubt(reason, f), nil
	}
	if _, is := c.(rules.Answer); !is && !s.since.IsZero() {
		c = rules.Late{Since: s.since, Command: c}
	}
	item, refusal, err := s.do(c, f, by)
	if refusal != nil {
		item.Did, item.No = "", no(refusal)
		err = errors.Join(err, s.wake(c, by))
		s.keepRefused(c, f, refusal)
		if claim, is := c.(rules.ClaimError); is && refusal.Code == rules.NotPlayer && !by.Organiser {
			s.strangersClaim(claim)
		}
	}
	return item, err
}

// do has the rules decide a player's command. The item is what the receipt says
// of it when it is done.
func (s *sheet) do(c rules.Command, f parser.Fragment, by rules.By) (templates.Item, *rules.Refusal, error) {
	c, err := s.complete(c, f)
	if err != nil {
		return templates.Item{}, nil, err
	}
	if d, is := c.(rules.Dispute); is && !s.retelling {
		if no := s.ratifiedBefore(d.Entry); no != nil {
			return templates.Item{}, no, nil
		}
	}
	item, waited, meant := s.before(c, by), s.g.Waiting(), s.likely(c)
	if len(meant.clauses) > 0 {
		c = rules.Pending{Command: c}
	}
	events, refusal, err := s.decide(c, by)
	if refusal != nil || err != nil {
		return item, refusal, err
	}
	s.after(&item, events)
	if err := s.suggest(&item, meant, f, by); err != nil {
		return item, nil, err
	}
	if !waited.IsZero() {
		item.Since = since(events, by)
	}
	return item, nil, nil
}

// since is the time of the mail that first said what the sender's vote is now
// known to be; zero when it was not asked about.
func since(events []rules.Event, by rules.By) time.Time {
	for _, e := range events {
		if v, ok := e.(rules.VoteCast); ok && v.Voter == by.Player {
			return v.Ballot.Since
		}
	}
	return time.Time{}
}

// complete adds what a command needs from outside the mail's words.
func (s *sheet) complete(c rules.Command, f parser.Fragment) (rules.Command, error) {
	switch c := c.(type) { // not all: the others are whole
	case rules.Answer:
		inner, err := s.complete(c.Command, f)
		c.Command = inner
		return c, err
	case rules.Late:
		inner, err := s.complete(c.Command, f)
		c.Command = inner
		return c, err
	case rules.Vote:
		nonce := make([]byte, 16)
		if _, err := io.ReadFull(s.m.set.Rand, nonce); err != nil {
			return nil, fmt.Errorf("moderator: nonce: %w", err)
		}
		c.Nonce, c.Source = firstOf(s.keyBefore(c), hex.EncodeToString(nonce)), f.Text
		return c, nil
	case rules.Join:
		if len(c.Addresses) == 0 && s.in != nil {
			c.Addresses = []string{s.in.From}
		}
		c.Surname = uncapital(c.Surname, s.g.Language)
		return c, nil
	case rules.ClaimError:
		return s.claimOf(c), nil
	case rules.Dispute:
		if s.letter != nil {
			c.Words = firstLines(s.letter.Said(), 10)
		}
		c.Entry, c.Held = s.entryMeant(), s.numberBefore(c.Words)
		if s.who != nil {
			c.Answers = wordsOf(s.choices(c.Entry, s.who.ID))
		}
		return c, nil
	}
	return c, nil
}

// uncapital writes a surname that stands in capitals, to be told from the given
// name, as it is written otherwise.
func uncapital(surname, lang string) string {
	if surname != strings.ToUpper(surname) {
		return surname
	}
	tag, err := language.Parse(lang)
	if err != nil {
		tag = language.Und
	}
	return cases.Title(tag).String(surname)
}

// no is a refusal as the letters have it.
func no(r *rules.Refusal) *templates.No {
	return &templates.No{
		Code: string(r.Code), Rule: r.Rule, Proposal: r.Proposal, Number: r.Number, Now: r.Now,
		Limit: r.Limit, Player: r.Player, At: r.At, Text: r.Text, Hint: r.Hint, Open: r.Open,
	}
}
