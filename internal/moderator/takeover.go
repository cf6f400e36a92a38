package moderator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
)

// ProposalFile is one proposal of a [GameFile] that takes up a game begun
// elsewhere: one of the pool, or, with a number, one that was distributed.
type ProposalFile struct {
	Number      int               `toml:"number,omitempty"`
	Title       string            `toml:"title,omitempty"`
	Author      string            `toml:"author"`
	Coauthors   []string          `toml:"coauthors,omitempty"`
	Index       string            `toml:"index,omitempty"`
	Made        time.Time         `toml:"made,omitempty"`
	Distributed time.Time         `toml:"distributed,omitempty"`
	Closes      time.Time         `toml:"closes,omitempty"` // zero: what the rules say
	Quorum      *int              `toml:"quorum,omitempty"` // nil: what the rules say
	Votes       map[string]string `toml:"votes,omitempty"`  // "for", "against" or "present", by name
	Outcome     string            `toml:"outcome,omitempty"`
	Ballots     int64             `toml:"ballots,omitempty"`
	Text        string            `toml:"text,multiline,omitempty"`
}

func (p *ProposalFile) faults() (all []string) {
	want := func(ok bool, format string, args ...any) {
		if !ok {
			all = append(all, "proposal "+p.called()+": "+fmt.Sprintf(format, args...))
		}
	}
	want(p.Author != "", "it has no author")
	want(p.Number >= 0, "number = %d is no number", p.Number)
	want((p.Number > 0) == !p.Distributed.IsZero(), "one that was distributed has a number and the time of its distribution, one of the pool has neither: distributed = 2026-01-05T09:00:00Z")
	want(strings.TrimSpace(p.Text) != "" || p.Outcome != "", "it has no text")
	_, ok := ReadIndex(p.Index)
	want(ok, "index = %q is no number", p.Index)
	want(slices.Contains([]string{"", "adopted", "rejected", "no quorum"}, p.Outcome), `outcome = %q is neither "adopted" nor "rejected" nor "no quorum"`, p.Outcome)
	for _, name := range sortedKeys(p.Votes) {
		o := rules.Option(p.Votes[name])
		want(o == rules.For || o == rules.Against || o == rules.Present, `votes: %s has %q, which is neither "for" nor "against" nor "present"`, name, p.Votes[name])
	}
	return all
}

func (p *ProposalFile) called() string {
	if p.Number > 0 {
		return fmt.Sprint(p.Number)
	}
	return fmt.Sprintf("%q", p.Title)
}

// ReadIndex reads an index as people write it, "1.7" or "3"; "" is 0.
func ReadIndex(s string) (rules.Ratio, bool) {
	var n rules.Ratio
	if s = strings.TrimSpace(s); s == "" {
		return n, true
	}
	err := n.UnmarshalJSON([]byte(strconv.Quote(strings.ReplaceAll(s, ",", "."))))
	return n, err == nil && n.Sign() > 0
}

// takeOver brings the proposals of a game begun elsewhere, by distribution.
func (s *sheet) takeOver(files []ProposalFile) error {
	byDay := map[time.Time]*rules.TakeOver{}
	var order []time.Time
	for _, f := range files {
		at := f.Distributed.UTC()
		if f.Distributed.IsZero() {
			at = time.Time{}
		}
		c := byDay[at]
		if c == nil {
			c = &rules.TakeOver{At: at}
			byDay[at], order = c, append(order, at)
		}
		t, err := s.taken(f)
		if err != nil {
			return err
		}
		if c.Proposals = append(c.Proposals, t); !f.Closes.IsZero() {
			c.Closes = f.Closes.UTC()
		}
	}
	slices.SortFunc(order, func(a, b time.Time) int { // the pool is the last
		if a.IsZero() != b.IsZero() {
			return -a.Compare(b)
		}
		return a.Compare(b)
	})
	for _, at := range order {
		_, refusal, err := s.decide(*byDay[at], rules.By{Organiser: true})
		if err == nil && refusal != nil {
			err = fmt.Errorf("proposals of %s: %w", at.Format(time.DateOnly), refusal)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *sheet) taken(f ProposalFile) (rules.Taken, error) {
	author := named(s.g, f.Author)
	if author == nil {
		return rules.Taken{}, fmt.Errorf("proposal %s: its author %q is no player, or more than one", f.called(), f.Author)
	}
	index, _ := ReadIndex(f.Index)
	t := rules.Taken{
		Author: author.ID, Title: f.Title, Coauthors: f.Coauthors, Index: index, Text: f.Text, Made: f.Made, Number: f.Number, Quorum: -1,
		Outcome: f.Outcome, Ballots: f.Ballots, Votes: map[rules.PlayerID]rules.Option{},
	}
	if f.Quorum != nil {
		t.Quorum = *f.Quorum
	}
	for _, name := range sortedKeys(f.Votes) {
		voter := named(s.g, name)
		if voter == nil {
			return t, fmt.Errorf("proposal %s: the voter %q is no player, or more than one", f.called(), name)
		}
		t.Votes[voter.ID] = rules.Option(f.Votes[name])
	}
	if c, ok := ReadProposal(s.g, f.Text); ok {
		t.Drafts = c.Drafts
		if t.Title == "" {
			t.Title = c.Title
		}
	}
	return t, nil
}

// ReadProposal reads a text as a player's proposal; ok is false where it is not
// sure that it is one, and all of it.
func ReadProposal(g *rules.Game, text string) (c rules.Propose, ok bool) {
	r := parser.Read(&parser.Letter{Kind: parser.Message, Text: text}, parser.Context{
		Known: true, MayPropose: true, Rules: ruleNumbers(g), Language: g.Language,
	})
	if len(r.Fragments) != 1 || r.Fragments[0].Outcome != parser.Counted {
		return c, false
	}
	c, ok = r.Fragments[0].Command.(rules.Propose)
	return c, ok
}
