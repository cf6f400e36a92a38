package moderator

import (
	"slices"
	"strings"

	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
)

// context is what reading this mail needs to know.
func (s *sheet) context(l *parser.Letter, by rules.By) (parser.Context, error) {
	c := parser.Context{Known: s.who != nil, Organiser: by.Organiser || s.g.IsJudge(by.Player), Language: s.g.Language}
	c.Cases, c.Idle = s.g.Rotates(), s.g.Free()
	listed := l == s.letter && s.onList() // nothing was asked there, nor is anything ordered
	c.Organiser = c.Organiser && !listed
	c.Endorsing = slices.Contains(s.g.VoteOptions(), rules.Endorse)
	if s.who != nil && s.who.Language != "" {
		c.Language = s.who.Language
	}
	if here := s.sharers(); len(here) > 1 { // "as Ada" tells who speaks, and not whose vote it is
		c.Names = fullNames(here)
	}
	c.Ballots, c.Pool = s.ballots(), s.pool()
	for _, p := range s.g.Undecided() {
		switch p.State {
		case rules.Open:
			c.Open = append(c.Open, p.Number)
		case rules.InDebate:
			c.Debate = append(c.Debate, p.Number)
			if p.Undebated() { // then a vote opens it
				c.Open = append(c.Open, p.Number)
			}
		default:
			continue
		}
		if s.who != nil && p.Proposer == s.who.ID {
			c.Proposer = append(c.Proposer, p.Number)
		}
	}
	c.Decided, c.Highest = decided(s.g)
	c.Rules = ruleNumbers(s.g)
	c.MayPropose = s.who != nil && s.g.MayPropose(s.who.ID)
	ours, err := s.m.answered(l)
	if ours.plain == "" && listed {
		ours = s.postAnswered(l)
	}
	c.Answered, c.Shown, c.Through, c.Rows = ours.plain, ours.shown, ours.through, ours.Rows
	if c.Answered == "" {
		c.Phrases = phrases()
	}
	if l == s.letter {
		s.answers = ours.Letter
	}
	if l == s.letter && !listed {
		s.asking, s.several = s.questionsTo(by, ours.Letter)
		c.Questions = asQuestions(s.asking, ours.Letter)
	}
	return c, err
}

// ruleNumbers are the numbers of rules that were never voted on under them. A
// vote beside one of these is a slip to be asked about; beside the number of a
// decided proposal it comes too late, whatever rule bears the number now.
func ruleNumbers(g *rules.Game) []int {
	var list []int
	for _, r := range g.Rules {
		for _, n := range append([]int{r.Number}, r.Was...) {
			if g.Proposal(n) == nil {
				list = append(list, n)
			}
		}
	}
	return list
}

// decided are the low numbers of the proposals that are decided, and the highest number
// of any.
func decided(g *rules.Game) (low []int, highest int) {
	for _, p := range g.Proposals {
		highest = max(highest, p.Number)
		if p.Number > 0 && p.Number < 100 && p.State != rules.Open && p.State != rules.InDebate {
			low = append(low, p.Number)
		}
	}
	return low, highest
}

// recent are the last proposals: in a game with turns those that are undecided are
// among them, since a turn has one. Where there are no turns see
// [rules.Game.Undecided].
func recent(g *rules.Game) []*rules.Proposal {
	return g.Proposals[max(0, len(g.Proposals)-16):]
}

// pool is what of the sender's waits for its distribution; nil where nothing ever
// does.
func (s *sheet) pool() *parser.Pool {
	if !s.g.Free() {
		return nil
	}
	pool := &parser.Pool{}
	for _, id := range s.g.Pool {
		if p := proposalOf(s.g, id); p != nil && s.who != nil && p.Proposer == s.who.ID {
			pool.Own = append(pool.Own, p.Title)
		}
	}
	return pool
}

// ballots is what ballots may say where they may say more than elsewhere; nil
// where they do not.
func (s *sheet) ballots() *parser.Ballots {
	b := &parser.Ballots{Options: s.g.VoteOptions(), First: s.g.SecondBallot() == "first", Divides: s.g.Divides()}
	plain := func(o rules.Option) bool { return o == rules.For || o == rules.Against || o == rules.Abstain }
	if !s.g.Free() && !s.g.Divides() && !slices.ContainsFunc(b.Options, func(o rules.Option) bool { return !plain(o) }) {
		return nil
	}
	for _, p := range s.g.Players {
		if p.State == rules.Playing {
			b.Voters = append(b.Voters, parser.Voter{ID: p.ID, Given: p.Given, Surname: p.Surname, Nicknames: p.Nicknames})
		}
	}
	for _, p := range s.g.Undecided() {
		if p.State == rules.Open && (s.who == nil || slices.Contains(p.Voters, s.who.ID)) {
			b.Listed = append(b.Listed, parser.Listed{Number: p.Number, Nth: p.Nth, Title: p.Title, Author: name(s.g, p.Proposer)})
		}
	}
	slices.SortFunc(b.Listed, func(x, y parser.Listed) int { return x.Number - y.Number })
	return b
}

func reversed(list []string) []string {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

func firstLines(s string, n int) string {
	var lines []string
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" && len(lines) < n {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
