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

// asideOnList says of an item that on a list it is nobody's business: talk, and
// what is quoted.
func asideOnList(i templates.Item) bool {
	return i.Why != "" || i.Held == "no-question" || i.Held == "which-answer"
}

// enough says of an item that the mail has asked for too many letters.
func enough(i templates.Item) bool { return i.Why == "enough" }

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

// line tells in one line what was read and what became of it.
func line(f parser.Fragment, i templates.Item) string {
	what := f.Text
	if what == "" {
		what = f.Verb
	}
	what, _, _ = strings.Cut(what, "\n")
	switch {
	case i.No != nil:
		return what + ": refused (" + i.No.Code + ")"
	case i.Held != "":
		return what + ": held (" + i.Held + ")"
	case i.Why != "":
		return what + ": set aside (" + i.Why + ")"
	}
	return what + ": " + i.Did
}

// verdict sums a mail up for the record.
func (s *sheet) verdict() string {
	var did, no, held, answered bool
	for _, i := range s.items {
		switch {
		case i.No != nil:
			no = true
		case i.Held != "":
			held = true
		case i.Did == "answered" || i.Did == "tested":
			answered = true
		case i.Did != "":
			did = true
		}
	}
	switch {
	case did:
		return "counted"
	case s.noForce != "":
		return s.noForce
	case held || s.heldOver:
		return "held"
	case no:
		return "refused"
	case answered:
		return "answered"
	}
	return "set aside"
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

func heldOnly(f parser.Fragment) string {
	if f.Outcome == parser.HeldBack {
		return f.Reason
	}
	return ""
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

// before notes what the receipt will say of a command if it is done.
func (s *sheet) before(c rules.Command, by rules.By) templates.Item {
	switch c := c.(type) { // not all: players' commands; "done" does for the others
	case rules.Answer:
		return s.before(c.Command, by)
	case rules.Late:
		return s.before(c.Command, by)
	case rules.Vote:
		return s.beforeVote(c, by)
	case rules.WithdrawVote:
		i := s.beforeVote(rules.Vote{Proposal: c.Proposal}, by)
		i.Did = "withdrew-vote"
		return i
	case rules.Propose:
		return templates.Item{Did: "proposed", Said: oldNumber(s.g, c.Drafts)}
	case rules.Revise:
		return templates.Item{Did: "revised", Proposal: c.Proposal}
	case rules.WithdrawProposal:
		if c.Proposal == 0 {
			return templates.Item{Did: "unpooled", Name: c.Title}
		}
		return templates.Item{Did: "withdrew", Proposal: c.Proposal}
	case rules.OpenVoting:
		return templates.Item{Did: "opened", Proposal: c.Proposal}
	case rules.Join:
		return templates.Item{Did: "joined", Name: strings.TrimSpace(c.Given + " " + c.Surname)}
	case rules.Forfeit:
		return templates.Item{Did: "forfeited"}
	case rules.Dispute:
		return templates.Item{Did: "disputed"}
	case rules.ClaimError:
		return templates.Item{Did: "claimed", Proposal: c.Proposal}
	case rules.DoubtReport:
		return templates.Item{Did: "doubted", Number: c.Report}
	case rules.Invoke:
		return templates.Item{Did: "invoked"}
	case rules.RuleOn:
		return templates.Item{Did: "ruled", Number: c.Judgment}
	case rules.Reconsider:
		return templates.Item{Did: "reconsidering", Number: c.Judgment}
	case rules.Overrule:
		return templates.Item{Did: "overruling", Number: c.Judgment}
	case rules.Consent:
		return templates.Item{Did: "consented"}
	}
	return templates.Item{Did: "done"}
}

func (s *sheet) beforeVote(c rules.Vote, by rules.By) templates.Item {
	i := templates.Item{Did: "voted", Proposal: c.Proposal, Option: string(c.Option), Cast: cast(s.g, c)}
	p := s.g.Proposal(c.Proposal)
	if p == nil {
		return i
	}
	i.Holds = s.g.SecondBallot() == "first"
	if old, ok := p.Votes[by.Player]; ok {
		i.Did, i.Was = "changed", string(old.Option)
		if sameBallot(old, c) {
			i.Did = "same"
		}
	}
	return i
}

// sameBallot says that a vote says what a ballot says already.
func sameBallot(b rules.Ballot, c rules.Vote) bool {
	return b.Option == c.Option && b.Endorsed == c.Endorsed && b.Condition == c.Condition && slices.Equal(b.Parts, c.Parts)
}

// cast is what a vote says besides its option; nil for nothing.
func cast(g *rules.Game, c rules.Vote) *templates.Cast {
	said := &templates.Cast{Condition: c.Condition}
	if c.Endorsed != "" {
		said.Endorsed = name(g, c.Endorsed)
	}
	for _, p := range c.Parts {
		said.Parts = append(said.Parts, templates.CastPart{Option: string(p.Option), Votes: p.Votes})
	}
	if said.Endorsed == "" && said.Condition == "" && len(said.Parts) == 0 {
		return nil
	}
	return said
}

// oldNumber is the former number by which a draft names its rule, or 0.
func oldNumber(g *rules.Game, drafts []rules.Draft) int {
	for _, d := range drafts {
		if r := g.Rule(d.Rule); r != nil && r.Number != d.Rule {
			return d.Rule
		}
	}
	return 0
}

// after completes the receipt's line with what the rules made of the command.
func (s *sheet) after(i *templates.Item, events []rules.Event) {
	for _, e := range events {
		switch e := e.(type) { // not all: only what a receipt tells
		case rules.ProposalNumbered:
			i.Proposal = e.Number
		case rules.ProposalMade:
			if len(e.Changes) > 0 && i.Said != 0 {
				i.Rule = e.Changes[0].Rule
			}
			if i.Proposal == 0 {
				i.Proposal = numberOf(s.g, e.Proposal)
			}
		case rules.ProposalPooled:
			s.afterPooling(i, e.Proposal)
		case rules.OpeningAsked:
			i.Did, i.At = "opens-later", e.At
		case rules.DeadlineWaits:
			if i.Did == "opened" {
				i.Did, i.At = "opens-answered", e.Until
			}
		case rules.VotingClosed:
			i.Over = true
		case rules.ClaimMade:
			i.Number = e.Claim
		case rules.JudgmentInvoked:
			i.Number, i.Name = e.Judgment, name(s.g, e.Judge)
		case rules.RulingGiven:
			i.Number = e.Judgment
		case rules.CaseCalled:
			i.Did, i.Number, i.Name = "called", e.Judgment, name(s.g, e.Judge)
		case rules.CaseRuled:
			i.Did, i.Number = "case-ruled", e.Judgment
		case rules.ReconsiderationAsked:
			i.Number = e.Judgment
		case rules.OverruleVoted:
			i.Number = e.Judgment
		}
	}
	if p := s.g.Proposal(i.Proposal); p != nil && p.State == rules.Open {
		i.At = p.Closes
	}
}

// afterPooling tells that a proposal waits, and until when, or that it has got
// its number at once.
func (s *sheet) afterPooling(i *templates.Item, id rules.ProposalID) {
	p := proposalOf(s.g, id)
	if p == nil {
		return
	}
	if i.Proposal = p.Number; p.Number == 0 {
		read := listed(s.g, p)
		i.Did, i.Name, i.At, i.Listed = "pooled", p.Title, s.g.NextDistribution(), &read
		return
	}
	for _, x := range s.g.Rehearse(p) {
		i.Missed = append(i.Missed, templates.Missed{Part: x.Part, No: *no(&x.Refusal)})
	}
}

func numberOf(g *rules.Game, id rules.ProposalID) int {
	if p := proposalOf(g, id); p != nil {
		return p.Number
	}
	return 0
}

func proposalOf(g *rules.Game, id rules.ProposalID) *rules.Proposal {
	if id < 1 || int(id) > len(g.Proposals) {
		return nil
	}
	return g.Proposals[id-1]
}

// no is a refusal as the letters have it.
func no(r *rules.Refusal) *templates.No {
	return &templates.No{
		Code: string(r.Code), Rule: r.Rule, Proposal: r.Proposal, Number: r.Number, Now: r.Now,
		Limit: r.Limit, Player: r.Player, At: r.At, Text: r.Text, Hint: r.Hint, Open: r.Open,
	}
}
