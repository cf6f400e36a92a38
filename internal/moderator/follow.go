package moderator

import (
	"slices"
	"strings"
	"time"

	"nomicmail/internal/officer"
	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
)

// withhold keeps the letters of games that are only followed from everybody but
// organisers, and those of no game while there is one. It is the one door to the
// outbox: every letter of ours is committed through it. What is kept back stays
// in the record as what would have been sent.
func (m *Moderator) withhold(letters []record.Letter) {
	for i := range letters {
		if l := &letters[i]; !m.maySend(*l) {
			l.Status, l.Why, l.Next = record.Dropped, FollowedOnly, time.Time{}
		}
	}
}

// FollowedOnly is why a letter of a game that is only followed was not sent.
const FollowedOnly = "the game is only followed"

func (m *Moderator) maySend(l record.Letter) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for game, organisers := range m.followed {
		if l.Game != "" && l.Game != game {
			continue
		}
		for _, to := range l.To {
			if !hasAddress(organisers, to) && !hasAddress(m.set.Organisers, to) {
				return false
			}
		}
	}
	return true
}

// noteFollowed remembers who organises a game, if it is only followed.
func (m *Moderator) noteFollowed(g *rules.Game) {
	if !g.Shadow {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.followed[g.Name] = g.Organisers
}

// followOfficer does what an officer's post says, in a game that is followed. It
// is false for every other mail.
func (s *sheet) followOfficer(l *parser.Letter) (bool, error) {
	if !s.g.Shadow || l == nil || !s.fromOfficer(l) {
		return false, nil
	}
	post := ReadOfficer(s.g, l)
	if post.Kind == officer.None {
		return false, nil
	}
	if post.Kind == officer.Distribution {
		if err := s.distributed(post); err != nil {
			return true, err
		}
	}
	e := rules.OfficerPosted{Kind: string(post.Kind), Mail: s.in.Hash.String()}
	s.g.Apply(e, s.at)
	s.events = append(s.events, e)
	s.in.Outcome = "followed: " + string(post.Kind)
	return true, nil
}

// fromOfficer says whether a mail is from one whose posts are official. A list may
// have put its own address into the From field.
func (s *sheet) fromOfficer(l *parser.Letter) bool {
	if len(s.g.Officers) == 0 {
		return s.who != nil
	}
	if hasAddress(s.g.Officers, s.in.From) {
		return true
	}
	if s.who != nil {
		return slices.ContainsFunc(s.who.Addresses, func(a string) bool { return hasAddress(s.g.Officers, a) })
	}
	return l.Munged && slices.ContainsFunc(l.Named, func(a parser.Address) bool { return hasAddress(s.g.Officers, a.Mail) })
}

// ReadOfficer reads a mail as a post of an officer of the game.
func ReadOfficer(g *rules.Game, l *parser.Letter) officer.Post {
	ctx := officer.Context{Known: func(n int) bool { return g.Proposal(n) != nil }}
	for _, p := range g.Players {
		names := append([]string{p.Name(), p.Given, p.Surname, p.Surname + " " + p.Given}, p.Nicknames...)
		ctx.Players = append(ctx.Players, officer.Player{ID: p.ID, Names: names})
	}
	return officer.Read(l.Subject, l.Text, ctx)
}

// distributed gives the proposals that an officer has distributed the officer's
// numbers. One that we have not read is taken from the post; one whose number is
// no new one stays where it is, which the report tells.
func (s *sheet) distributed(post officer.Post) error {
	var list []rules.Numbering
	taken := map[rules.ProposalID]bool{}
	for _, row := range post.Rows {
		if s.g.Proposal(row.Number) != nil || row.Number < s.g.NextDistributed() {
			continue
		}
		p := MatchPooled(s.g, row, taken)
		if p == nil {
			p = s.poolFor(row)
		}
		if p == nil || slices.ContainsFunc(list, func(x rules.Numbering) bool { return x.Number == row.Number }) {
			continue
		}
		taken[p.ID] = true
		list = append(list, rules.Numbering{Proposal: p.ID, Number: row.Number})
	}
	if len(list) == 0 {
		return nil
	}
	_, _, err := s.decide(rules.DistributeAs{Numbers: list}, rules.By{Organiser: true})
	return err
}

// MatchPooled finds the proposal of the pool that a row of an officer's table
// means, less those that other rows meant: by title and author, else by the one of
// the two that only one has, else by the text.
func MatchPooled(g *rules.Game, row officer.Row, taken map[rules.ProposalID]bool) *rules.Proposal {
	var pool []*rules.Proposal
	for _, id := range g.Pool {
		if p := proposalOf(g, id); p != nil && !taken[id] {
			pool = append(pool, p)
		}
	}
	titled := func(p *rules.Proposal) bool { return row.Title != "" && alike(p.Title, row.Title) }
	author := AuthorOf(g, row)
	by := func(p *rules.Proposal) bool { return author != nil && p.Proposer == author.ID }
	text := func(p *rules.Proposal) bool { return SameText(g, p, row.Text) == TextSame }
	for _, is := range []func(*rules.Proposal) bool{
		func(p *rules.Proposal) bool { return titled(p) && by(p) }, titled,
		func(p *rules.Proposal) bool { return by(p) && text(p) }, text,
	} {
		found := slices.DeleteFunc(slices.Clone(pool), func(p *rules.Proposal) bool { return !is(p) })
		if len(found) == 1 {
			return found[0]
		}
	}
	return nil
}

// AuthorOf is the player whom a row of an officer's table names as author, nil for
// none. Others after the first are coauthors.
func AuthorOf(g *rules.Game, row officer.Row) *rules.Player {
	name := row.Author
	for _, sep := range []string{",", "&", " and ", " with ", "["} {
		name, _, _ = strings.Cut(name, sep)
	}
	return named(g, strings.Trim(name, " *()"))
}

// poolFor puts a proposal that was distributed, and that we have not read, into
// the pool, so that the votes on it can be followed.
func (s *sheet) poolFor(row officer.Row) *rules.Proposal {
	author := AuthorOf(s.g, row)
	if author == nil || row.Text == "" {
		return nil
	}
	e := rules.ProposalPooled{
		Proposal: rules.ProposalID(len(s.g.Proposals) + 1), Proposer: author.ID, Title: row.Title, Changes: rules.Unread(row.Text),
	}
	if c, ok := ReadProposal(s.g, row.Text); ok {
		if changes, no := s.g.Parts(c.Drafts); no == nil {
			e.Changes = changes
		}
	}
	if n, ok := ReadIndex(row.Index); ok {
		e.Index = n
	}
	s.g.Apply(e, s.at)
	s.events = append(s.events, e)
	return proposalOf(s.g, e.Proposal)
}

// What the comparison of a distributed text with a proposed one comes to.
const (
	TextSame   = "same"
	TextOther  = "other"
	TextUnsure = "unsure" // one of the two could not be read
)

// SameText compares the text of a proposal with the one that an officer has
// distributed, by what they do.
func SameText(g *rules.Game, p *rules.Proposal, text string) string {
	if len(p.Changes) == 1 && p.Changes[0].Kind == "" {
		if alike(p.Changes[0].Text, text) {
			return TextSame
		}
		return TextUnsure
	}
	c, ok := ReadProposal(g, text)
	if !ok {
		return TextUnsure
	}
	changes, no := g.Parts(c.Drafts)
	switch {
	case no != nil:
		return TextUnsure
	case len(changes) != len(p.Changes):
		return TextOther
	}
	for i, x := range changes {
		if !sameChange(x, p.Changes[i], p.Title) {
			return TextOther
		}
	}
	return TextSame
}

func sameChange(a, b rules.Change, title string) bool {
	if a.Title == "" || b.Title == "" { // the title of the whole may stand for it
		a.Title, b.Title = "", ""
	}
	if (a.Edit == nil) != (b.Edit == nil) {
		return false
	}
	if a.Edit != nil && (!alike(a.Edit.Old, b.Edit.Old) || !alike(a.Edit.New, b.Edit.New)) {
		return false
	}
	return a.Kind == b.Kind && a.Rule == b.Rule && a.Power.Cmp(b.Power) == 0 &&
		alike(a.Title, b.Title) && alike(a.Text, b.Text) && alike(a.Clause, b.Clause)
}

// alike compares two texts without regard to how their lines are broken.
func alike(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

// keepRefused keeps a ballot that had no force, in a game that is followed.
func (s *sheet) keepRefused(c rules.Command, f parser.Fragment, refusal *rules.Refusal) {
	late, is := c.(rules.Late)
	if is {
		c = late.Command
	}
	v, is := c.(rules.Vote)
	if !s.g.Shadow || !is || s.in == nil {
		return
	}
	e := rules.BallotRefused{Number: v.Proposal, From: s.in.From, Option: v.Option, Words: firstLines(f.Text, 3), Code: string(refusal.Code)}
	if p := s.g.Proposal(v.Proposal); p != nil {
		e.Proposal = p.ID
	}
	if s.who != nil {
		e.Voter = s.who.ID
	}
	if s.letter != nil && len(s.letter.From) == 1 {
		e.Name = s.letter.From[0].Name
	}
	s.g.Apply(e, s.at)
	s.events = append(s.events, e)
}
