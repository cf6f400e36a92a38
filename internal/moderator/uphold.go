package moderator

import (
	"fmt"
	"slices"
	"strings"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// upholdReason is why an answer to a claim is held: the organiser sees first what
// else it would change.
const upholdReason = "uphold-sure"

const upholdHint = "uphold claim 1\nNAME: 1001 AGAINST"

// sure says whether a question asks an organiser if something is really to be done.
func sure(reason string) bool { return reason == sureReason || reason == upholdReason }

// upholding is an answer of yes to claims on one resolution, with the ballots that
// are put right.
type upholding struct {
	claims   []int
	proposal *rules.Proposal
	right    []rules.RightBallot
	why      string
}

// words are those of the order, as it can be read again.
func (u upholding) words(g *rules.Game) string {
	var b strings.Builder
	b.WriteString(strings.Trim(strings.ReplaceAll(fmt.Sprint(u.claims), " ", ", "), "[]"))
	if u.why != "" {
		b.WriteString(" because " + strings.Join(strings.Fields(u.why), " "))
	}
	for _, r := range u.right {
		fmt.Fprintf(&b, "\n%s: %s", name(g, r.Voter), r.Ballot.Source)
	}
	return b.String()
}

// readUpholding reads "claim 1 because …", and below it a line such as "Cem: 1001
// AGAINST" for each ballot. A single one may stand behind a colon.
func (s *sheet) readUpholding(words string) (u upholding, refusal *rules.Refusal, err error) {
	first, rest, _ := strings.Cut(strings.TrimSpace(words), "\n")
	first, ballot := s.ballotBehind(first)
	head, why := because(first)
	u.claims, u.why = claimNumbers(strings.TrimSuffix(strings.TrimSpace(head), ":")), why
	if len(u.claims) == 0 {
		return u, nil, &Misread{words, upholdHint}
	}
	if u.proposal, refusal = s.claimedAbout(u.claims); refusal != nil {
		return u, refusal, nil
	}
	if u.proposal == nil {
		return u, nil, &Misread{words, upholdHint}
	}
	for _, l := range append([]string{ballot}, strings.Split(rest, "\n")...) {
		if l = strings.TrimSpace(l); l == "" {
			continue
		}
		r, refusal, err := s.readRight(u.proposal, l)
		if refusal != nil || err != nil {
			return u, refusal, err
		}
		u.right = append(u.right, r)
	}
	if len(u.right) == 0 {
		return u, nil, &Misread{words, upholdHint}
	}
	return u, nil, nil
}

// ballotBehind parts the line of an order from the ballot at its end: "claim 1: Cem:
// 1001 AGAINST".
func (s *sheet) ballotBehind(line string) (head, ballot string) {
	parts := strings.Split(line, ":")
	if n := len(parts); n > 2 && named(s.g, parts[n-2]) != nil {
		return strings.Join(parts[:n-2], ":"), parts[n-2] + ":" + parts[n-1]
	}
	return line, ""
}

// claimedAbout is the proposal on whose resolution open claims are; nil where they
// are on several.
func (s *sheet) claimedAbout(numbers []int) (about *rules.Proposal, refusal *rules.Refusal) {
	for _, n := range numbers {
		c := s.g.Claim(n)
		switch {
		case c == nil:
			return nil, &rules.Refusal{Code: rules.NoSuchClaim, Number: n}
		case c.How != "":
			return nil, &rules.Refusal{Code: rules.ClaimAnswered, Number: n, Text: c.How}
		case about != nil && about.ID != c.Proposal:
			return nil, nil
		}
		about = proposalOf(s.g, c.Proposal)
	}
	return about, nil
}

// readRight reads "Cem: 1001 AGAINST": what Cem's ballot should have been. The number
// may be left out, and "none" is no ballot.
func (s *sheet) readRight(p *rules.Proposal, line string) (r rules.RightBallot, refusal *rules.Refusal, err error) {
	who, said, ok := strings.Cut(line, ":")
	if !ok || strings.TrimSpace(said) == "" {
		return r, nil, &Misread{line, upholdHint}
	}
	voter := named(s.g, who)
	if voter == nil {
		return r, &rules.Refusal{Code: rules.NoSuchPlayer, Player: strings.TrimSpace(who)}, nil
	}
	return s.rightBallot(p, voter, strings.TrimSpace(said))
}

func (s *sheet) rightBallot(p *rules.Proposal, voter *rules.Player, said string) (r rules.RightBallot, refusal *rules.Refusal, err error) {
	r.Voter = voter.ID
	if slices.Contains([]string{"none", "-", "no ballot"}, strings.ToLower(said)) {
		r.Gone, r.Ballot.Source = true, "none"
		return r, nil, nil
	}
	if !strings.ContainsAny(said, "0123456789") {
		said = fmt.Sprintf("%d %s", p.Number, said)
	}
	keep := s.who
	s.who = voter
	f, ok := s.readOne(said, rules.By{Player: voter.ID})
	s.who = keep
	if late := f.Outcome == parser.SetAside && f.Reason == "not-open"; !ok || f.Outcome != parser.Counted && !late {
		return r, nil, &Misread{said, upholdHint}
	}
	switch c := f.Command.(type) {
	case rules.Vote:
		r.Gone = c.Option == rules.Withdrawn
		r.Ballot = rules.Ballot{Option: c.Option, Endorsed: c.Endorsed, Parts: c.Parts, Source: said}
		ok = c.Proposal == p.Number
	case rules.WithdrawVote:
		r.Gone, r.Ballot.Source = true, said
		ok = c.Proposal == p.Number
	default:
		ok = false
	}
	if !ok {
		return r, nil, &Misread{said, upholdHint}
	}
	return r, nil, nil
}

// uphold answers claims with yes. By mail it asks first where more changes by it than
// the ballots; the command line has asked by itself.
func (s *sheet) uphold(words string) (templates.Item, *rules.Refusal, error) {
	if s.retelling { // what was put right stays so, whatever is told anew
		return templates.Item{Did: "upheld"}, nil, nil
	}
	u, refusal, err := s.readUpholding(words)
	if refusal != nil || err != nil {
		return templates.Item{}, refusal, err
	}
	return s.upholdOrAsk(u)
}

func (s *sheet) upholdOrAsk(u upholding) (templates.Item, *rules.Refusal, error) {
	if s.letter == nil {
		return s.upholdNow(u)
	}
	changes, refusal, err := s.foretoldRight(u)
	if refusal != nil || err != nil {
		return templates.Item{}, refusal, err
	}
	if len(beside(changes, u.proposal.Number)) == 0 && !outcomeChanges(changes, u.proposal.Number) {
		return s.upholdNow(u)
	}
	return s.askToUphold(u, changes)
}

// foretoldRight is what an upholding would change. Nothing is done.
func (s *sheet) foretoldRight(u upholding) ([]templates.Difference, *rules.Refusal, error) {
	undo, refusal := s.recount(u)
	if refusal != nil {
		return nil, refusal, nil
	}
	return s.foretold(undo)
}

// recount is the undoing of the count of a proposal, with ballots put right ahead of
// the next one.
func (s *sheet) recount(u upholding) (undoing, *rules.Refusal) {
	all, err := collect(s.m.book.Entries(s.t.name, 1))
	if err != nil {
		return undoing{}, &rules.Refusal{Code: rules.NoResolution, Proposal: u.proposal.Number}
	}
	line := Standing(append(all, s.entries...))
	for _, e := range slices.Backward(line) {
		if closes(e, u.proposal.ID) {
			return undoing{entry: e.N, why: u.why, right: u.right, proposal: u.proposal.ID}, nil
		}
	}
	return undoing{}, &rules.Refusal{Code: rules.NoResolution, Proposal: u.proposal.Number}
}

// closes says whether an entry holds the count of a vote.
func closes(e record.Entry, id rules.ProposalID) bool {
	return slices.ContainsFunc(e.Events, func(ev rules.Event) bool {
		c, is := ev.(rules.VotingClosed)
		return is && c.Proposal == id
	})
}

// askToUphold asks the organiser, and says what would change.
func (s *sheet) askToUphold(u upholding, changes []templates.Difference) (templates.Item, *rules.Refusal, error) {
	lang, by := s.senderAddress().language, s.by()
	answers := []string{templates.Answer(lang, "do-uphold"), templates.Answer(lang, "let-stand")}
	events, refusal, err := s.decide(rules.Hold{
		Player: by.Player, From: s.in.From, Text: u.words(s.g), Reason: upholdReason, Answers: answers, First: s.offered + 1, Foretold: digestOf(changes),
	}, by)
	if refusal != nil || err != nil {
		return templates.Item{}, refusal, err
	}
	item := templates.Item{Held: upholdReason, Answers: answers, Proposal: u.proposal.Number, Undoes: changes}
	for _, e := range events {
		if q, ok := e.(rules.WordsHeld); ok {
			item.Number, item.First = q.Held, q.First
		}
	}
	s.offered += len(answers)
	return item, nil, nil
}

// upholdAsked does what an organiser was asked about and has said yes to. If it would
// change something else by now, the organiser is asked again instead.
func (s *sheet) upholdAsked(q *rules.Question) (templates.Item, *rules.Refusal, error) {
	u, refusal, err := s.readUpholding(q.Text)
	if refusal != nil || err != nil {
		return templates.Item{}, refusal, err
	}
	changes, refusal, err := s.foretoldRight(u)
	if refusal != nil || err != nil {
		return templates.Item{}, refusal, err
	}
	if digestOf(changes) == q.Foretold || s.letter == nil {
		return s.upholdNow(u)
	}
	item, refusal, err := s.askToUphold(u, changes)
	if refusal != nil || err != nil {
		return templates.Item{}, refusal, err
	}
	item.Again = true
	_, refusal, err = s.decide(rules.SettleHeld{Held: q.Held, How: rules.DroppedHeld}, rules.By{Organiser: true})
	return item, refusal, err
}

// upholdNow counts the vote again with the ballots as they should have been, decides
// anew what followed, and tells all what has changed.
func (s *sheet) upholdNow(u upholding) (templates.Item, *rules.Refusal, error) {
	undo, refusal := s.recount(u)
	if refusal == nil {
		_, refusal, _ = s.foretold(undo)
	}
	if refusal != nil {
		return templates.Item{}, refusal, nil
	}
	before := s.g
	changes, refusal, err := s.retell(undo)
	if refusal != nil || err != nil {
		return templates.Item{}, refusal, err
	}
	if err := s.settleUpheld(u.claims, u.why); err != nil {
		return templates.Item{}, nil, err
	}
	s.tellRevision(before, u.proposal.ID, u.claims, u.why, changes)
	return s.answeredItem("upheld", u.claims), nil, nil
}

// settleUpheld closes claims that a new count has answered. One that was not told
// anew, because what it was about is no more, is closed with that.
func (s *sheet) settleUpheld(claims []int, why string) error {
	open := slices.DeleteFunc(slices.Clone(claims), func(n int) bool {
		c := s.g.Claim(n)
		return c == nil || c.How != ""
	})
	if len(open) == 0 {
		return nil
	}
	_, _, err := s.decide(rules.SettleClaims{Claims: open, How: rules.Upheld, Why: why}, rules.By{Organiser: true})
	return err
}

// upheldIn is the answer of yes to claims that an entry holds.
func upheldIn(e record.Entry) (rules.ClaimsSettled, bool) {
	for _, ev := range e.Events {
		if c, ok := ev.(rules.ClaimsSettled); ok && c.How == rules.Upheld {
			return c, true
		}
	}
	return rules.ClaimsSettled{}, false
}

// recordClaimed takes what an organiser enters for a player on a vote that is over as
// the answer to the open claims about it; done is false where there are none.
func (s *sheet) recordClaimed(p *rules.Player, words, why string, number int) (item templates.Item, refusal *rules.Refusal, err error, done bool) {
	about := s.g.Proposal(number)
	if about == nil || s.retelling || s.letter == nil { // the command line would not ask
		return item, nil, nil, false
	}
	open := s.openClaims(about.ID)
	if meant := slices.DeleteFunc(slices.Clone(open), func(c *rules.Claim) bool { return !s.speaksOfVoter(c, about, p.ID) }); len(meant) > 0 {
		open = meant
	}
	if len(open) == 0 {
		return item, nil, nil, false
	}
	u := upholding{proposal: about, why: why}
	for _, c := range open {
		u.claims = append(u.claims, c.Number)
	}
	r, refusal, err := s.rightBallot(about, p, words)
	if refusal == nil && err == nil {
		u.right = []rules.RightBallot{r}
		item, refusal, err = s.upholdOrAsk(u)
	}
	return item, refusal, err, true
}

// Upholding lists what an upholding would change, without doing it. Its words are
// those of the order.
func (m *Moderator) Upholding(game, words string) ([]string, error) {
	t, err := m.table(game)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	s := m.sheet(t, t.game.Moved, record.Cause{Kind: "act"})
	u, refusal, err := s.readUpholding(words)
	if refusal == nil && err == nil {
		var undo undoing
		if undo, refusal = s.recount(u); refusal == nil {
			var changes []templates.Difference
			changes, refusal, err = s.retell(undo)
			if refusal == nil {
				return templates.Differences("en", changes), err
			}
		}
	}
	if refusal != nil {
		return nil, refusal
	}
	return nil, err
}
