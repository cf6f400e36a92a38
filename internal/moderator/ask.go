package moderator

import (
	"fmt"
	"slices"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// mostAnswers is how many letters one mail can ask for.
const mostAnswers = 10

// answer drafts what somebody asked to read.
func (s *sheet) answer(a parser.Ask, by rules.By) templates.Item {
	if a.What == "rules" && a.Number != 0 && s.g.Rule(a.Number) == nil && a.At.IsZero() {
		return templates.Item{No: &templates.No{Code: string(rules.NoSuchRule), Number: a.Number}}
	}
	if a.What == "proposal" && s.g.Proposal(a.Number) == nil {
		return templates.Item{No: &templates.No{Code: string(rules.NoSuchProposal), Proposal: a.Number, Open: openNumbers(s.g)}}
	}
	if a.What == "cases" && a.Number != 0 && len(caseList(s.g, a.Number).Listed) == 0 {
		return templates.Item{No: &templates.No{Code: string(rules.NoSuchCase), Number: a.Number}}
	}
	if s.told(a.What) || slices.Contains(s.asks, a) {
		return templates.Item{Did: "answered", Name: a.What}
	}
	if len(s.asks) >= mostAnswers {
		return templates.Item{Why: "enough"}
	}
	letter, err := s.m.page(s.t.name, s.g, a, s.who, s.at)
	if err != nil {
		s.m.set.Log.Error("a page could not be made", "game", s.t.name, "what", a.What, "err", err)
		return templates.Item{Held: "unclear"}
	}
	s.asked, s.asks = true, append(s.asks, a)
	if a.What == "rules" && a.Number == 0 && a.At.IsZero() {
		letter = s.sinceThen(letter)
	}
	d := draft{to: s.who, reader: s.senderAddress(), kind: a.What, answer: true, make: letter}
	if a.What == "rules" && a.Full && a.Number == 0 && a.At.IsZero() {
		d.files = s.rulesFile()
	}
	s.drafts = append(s.drafts, d)
	return templates.Item{Did: "answered", Name: a.What}
}

// sinceThen has a digest tell what has changed.
func (s *sheet) sinceThen(make func(templates.Frame) templates.Letter) func(templates.Frame) templates.Letter {
	d, ok := make(templates.Frame{}).(templates.Digest)
	if !ok {
		return make
	}
	if err := s.m.tellChanges(&d, s.t, s.g, s.m.sinceDigest(s.t, s.at)); err != nil {
		s.m.set.Log.Error("what has changed cannot be told", "game", s.t.name, "err", err)
	}
	return func(f templates.Frame) templates.Letter { d.Frame = f; return d }
}

// told says whether the letter that answers this goes to the sender already:
// the scores and the standing share one.
func (s *sheet) told(what string) bool {
	same := func(kind string) bool {
		return kind == what && what != "rules" && what != "proposal" && what != "cases" || what == "scores" && kind == "status" || what == "status" && kind == "scores"
	}
	return slices.ContainsFunc(s.drafts, func(d draft) bool { return d.answer && same(d.kind) })
}

func openNumbers(g *rules.Game) []int {
	var list []int
	for _, p := range g.Undecided() {
		if p.State == rules.Open {
			list = append(list, p.Number)
		}
	}
	return list
}

// page makes the letter that answers a question at a moment.
func (m *Moderator) page(game string, g *rules.Game, a parser.Ask, who *rules.Player, at time.Time) (func(templates.Frame) templates.Letter, error) {
	switch a.What {
	case "rules":
		d, err := m.digest(game, g, a, at)
		return func(f templates.Frame) templates.Letter { d.Frame = f; return d }, err
	case "scores", "status":
		r := templates.StatusReport{Status: standing(g, at), Questions: questions(g, true), Lists: listLines(g)}
		r.Scores = scoresIn(g)
		if a.What == "scores" {
			r.Scores = scores(g) // zeros are an answer, too
		}
		r.Afoot = standsAfoot(g, who)
		for _, p := range g.Undecided() {
			if p.Nth == 0 {
				r.Open = append(r.Open, (&sheet{g: g}).offer(p))
			}
		}
		for _, p := range recent(g) {
			one := sealsTo(who, g, p)
			r.Sealed.Keys, r.Sealed.Seals = append(r.Sealed.Keys, one.Keys...), append(r.Sealed.Seals, one.Seals...)
		}
		return func(f templates.Frame) templates.Letter { r.Frame = f; return r }, nil
	case "history":
		h := templates.History{Proposals: past(g), Questions: questions(g, false)}
		return func(f templates.Frame) templates.Letter { h.Frame = f; return h }, nil
	case "cases":
		c := caseList(g, a.Number)
		return func(f templates.Frame) templates.Letter { c.Frame = f; return c }, nil
	case "proposal":
		p := g.Proposal(a.Number)
		if p == nil {
			return nil, fmt.Errorf("no proposal %d", a.Number)
		}
		r := templates.StatusReport{Scores: scoresIn(g), Status: standing(g, at)}
		if p.Nth > 0 {
			r.Listed = []templates.Listed{listed(g, p)}
		} else {
			r.Open = []templates.Offer{(&sheet{g: g}).offer(p)}
		}
		r.Sealed, r.Opened = sealsTo(who, g, p), opened(g, p)
		return func(f templates.Frame) templates.Letter { r.Frame = f; return r }, nil
	}
	h := templates.Help{Habits: habits(g), Player: who != nil, Voting: openNumbers(g), Abstain: custom(g, "abstain") == "yes", Free: g.Free(), First: g.SecondBallot() == "first", Reports: g.Reports()}
	h.MyTurn = who != nil && g.MayPropose(who.ID)
	return func(f templates.Frame) templates.Letter { h.Frame = f; return h }, nil
}

// Page writes what "rules", "scores", "status", "history" or "help" answers,
// for the command line and, later, the web.
func (m *Moderator) Page(game string, a parser.Ask, r templates.Reader) (templates.Written, error) {
	t, err := m.table(game)
	if err != nil {
		return templates.Written{}, err
	}
	g, err := m.Game(game)
	if err != nil {
		return templates.Written{}, err
	}
	letter, err := m.page(game, g, a, nil, m.now())
	if err != nil {
		return templates.Written{}, err
	}
	return templates.Write(r, letter(templates.Frame{Game: game, Address: m.addressOf(t), OwnRules: !g.Suber()}))
}

// digest is the ruleset now or as it stood at a time.
func (m *Moderator) digest(game string, g *rules.Game, a parser.Ask, at time.Time) (templates.Digest, error) {
	d := templates.Digest{Full: a.Full || a.Texts && !g.Categorised(), At: a.At, One: a.Number, Status: standing(g, at), Scores: scoresIn(g)}
	if a.Number == 0 && a.At.IsZero() {
		d.Afoot = standsAfoot(g, nil)
		d.Questions = questions(g, false)
		d.SumsOf, d.Sums = lastSums(g)
	}
	if !a.At.IsZero() {
		then, err := m.gameAt(game, a.At)
		if err != nil {
			return d, err
		}
		g = then
		d.Status, d.Scores = standing(g, a.At), scoresIn(g)
	}
	for _, r := range g.Rules {
		d.Rules = append(d.Rules, ruleLine(g, r))
	}
	for _, r := range g.Gone {
		d.Repealed = append(d.Repealed, ruleLine(g, r))
	}
	if d.One == 0 {
		d.Sections = sections(g)
	}
	if d.One != 0 {
		if r := g.Rule(d.One); r != nil {
			d.One = r.Number
		}
	}
	return d, nil
}

// gameAt is the game as it stood at a moment.
func (m *Moderator) gameAt(game string, at time.Time) (*rules.Game, error) {
	entries, err := collect(m.book.Entries(game, 1))
	if err != nil {
		return nil, fmt.Errorf("moderator: read the record of %s: %w", game, err)
	}
	var then []record.Entry
	for _, e := range entries {
		if !e.At.After(at) {
			then = append(then, e)
		}
	}
	return Fold(then), nil
}

// standing is whose turn it is and what is waited for.
func standing(g *rules.Game, at time.Time) templates.Standing {
	_, until := g.Deadline()
	st := templates.Standing{
		Status: string(g.Status), Phase: string(g.Phase), Turn: g.Turn.Number, Circuit: g.Circuits + 1,
		Mover: moverName(g), Until: until, Since: g.Waiting(), Awaited: names(g, g.Awaited()), Why: g.PausedWhy,
		Winners: names(g, g.Winners), Goal: g.Goal(), IfSilent: custom(g, "missing_proposal"),
		Unreachable: names(g, g.Unreachable()), Marked: marked(g), Away: absences(g, at), Inactive: inactive(g),
	}
	for _, q := range g.Disputes() {
		st.Disputed = append(st.Disputed, templates.Disputed{Number: q.Held, Name: name(g, q.Player), Entry: q.Entry})
	}
	st.Claims = claimed(g, g.OpenClaims())
	if len(g.Wanting()) > 0 {
		st.Phase = "consent"
	}
	if p := proposalOf(g, g.Turn.Proposal); p != nil {
		st.Number = p.Number
		if len(p.Changes) > 0 {
			st.Title = p.Changes[0].Title
		}
		if p.State == rules.Open {
			st.IfSilent = custom(g, "missing_vote")
		}
	}
	return st
}

// past are the proposals, one line each.
func past(g *rules.Game) []templates.Past {
	points, claims := awardsOf202(g), map[rules.ProposalID][]templates.Claimed{}
	for _, c := range g.Claims {
		claims[c.Proposal] = append(claims[c.Proposal], claimed(g, []*rules.Claim{c})...)
	}
	var list []templates.Past
	for _, p := range numbered(g) {
		l := templates.Past{
			Number: p.Number, Proposer: g.Player(p.Proposer).NameAt(p.Made), Status: string(p.State),
			Favour: p.Tally.Favour, Cast: p.Tally.Cast,
		}
		if len(p.Changes) > 0 {
			l.Kind, l.Rule, l.Title, l.Count = string(p.Changes[0].Kind), p.Changes[0].Rule, p.Changes[0].Title, len(p.Changes)
		}
		if l.Count > 1 {
			l.Kind, l.Title = "several", ""
		}
		if p.Title != "" {
			l.Title = p.Title
		}
		if a, ok := points[p.ID]; ok {
			l.Points = signed(a)
		}
		l.Claims = claims[p.ID]
		list = append(list, l)
	}
	return list
}
