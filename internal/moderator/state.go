package moderator

import (
	"time"

	"nomicmail/internal/rules"
)

// State is a game in the words that other tools rely on: the object that
// "replay --json" and "game show --json" print.
type State struct {
	Game      string          `json:"game"`
	Status    string          `json:"status"`
	Circuit   int             `json:"circuit"`
	Circuits  int             `json:"circuits"`
	Turn      int             `json:"turn"`
	Mover     string          `json:"mover"`
	Phase     string          `json:"phase"`
	Players   []PlayerState   `json:"players"`
	Rules     []RuleState     `json:"rules"`
	Proposals []ProposalState `json:"proposals"`
	Awards    []AwardState    `json:"awards"`
	Judgments []JudgmentState `json:"judgments"`
	Winner    []string        `json:"winner"`
	Mails     []MailState     `json:"mails"`
}

type (
	// PlayerState is one who ever joined, in turn order.
	PlayerState struct {
		Name    string       `json:"name"`
		Address string       `json:"address,omitempty"`
		Points  rules.Points `json:"points"`
		Status  string       `json:"status"`
		// Provisional is how many of the points are: see AwardState.
		Provisional rules.Points `json:"provisional,omitzero"`
	}
	// RuleState is a rule in force. Was are all former numbers, oldest first.
	RuleState struct {
		Number  int    `json:"number"`
		Was     []int  `json:"was"`
		Mutable bool   `json:"mutable"`
		Title   string `json:"title"`
		Text    string `json:"text"`
		Clause  string `json:"clause"`
		// Differs says that the text was changed and the clause was not.
		Differs  bool        `json:"differs,omitempty"`
		Category string      `json:"category,omitempty"`
		Power    string      `json:"power,omitempty"`    // "" where rules have none
		Revision int         `json:"revision,omitempty"` // how often it was amended
		History  []DeedState `json:"history,omitempty"`  // where rules keep their numbers; oldest first
	}

	// DeedState is one thing that was done to a rule. Proposal is 0 for none.
	DeedState struct {
		What     string    `json:"what"`
		Proposal int       `json:"proposal,omitempty"`
		Author   string    `json:"author,omitempty"`
		At       time.Time `json:"at"`
		Power    string    `json:"power,omitempty"` // that the rule got
	}
	// ProposalState is a proposal. Points is the mover's award under Rule 202.
	ProposalState struct {
		Number    int               `json:"number"`
		Kind      string            `json:"kind"`
		Target    int               `json:"target"`
		Amendment int               `json:"amendment,omitempty"`
		Proposer  string            `json:"proposer"`
		Status    string            `json:"status"`
		Votes     map[string]string `json:"votes"`
		Favour    int64             `json:"favour"`
		Cast      int64             `json:"cast"`
		Points    rules.Points      `json:"points"`
	}
	// AwardState is one change of somebody's points; Rule is 0 for the
	// organiser's. What a game begun elsewhere started with is none. A provisional one was made by a rule whose text and clause
	// may disagree, and that is not settled.
	AwardState struct {
		Player   string       `json:"player"`
		Points   rules.Points `json:"points"`
		Rule     int          `json:"rule"`
		Proposal int          `json:"proposal"`

		Provisional bool `json:"provisional,omitempty"`
	}
	// JudgmentState is a Judgment (Rule 212).
	JudgmentState struct {
		Number    int    `json:"number"`
		By        string `json:"by"`
		Judge     string `json:"judge"`
		Ruling    string `json:"ruling"`
		Overruled bool   `json:"overruled"`
	}
	// MailState is one mail of a replay and what became of it.
	MailState struct {
		ID       string   `json:"id"`
		From     string   `json:"from"`
		Outcome  string   `json:"outcome"`
		Commands []string `json:"commands"`
	}
)

// StateOf describes a game. Its lists are never nil, so that they print as [].
func StateOf(g *rules.Game) State {
	s := State{
		Game: g.Name, Status: string(g.Status), Circuit: g.Circuits + 1, Circuits: g.Circuits,
		Turn: g.Turn.Number, Mover: name(g, g.Turn.Mover), Phase: string(g.Phase),
		Players: []PlayerState{}, Rules: []RuleState{}, Proposals: []ProposalState{},
		Awards: []AwardState{}, Judgments: []JudgmentState{}, Mails: []MailState{},
		Winner: append([]string{}, names(g, g.Winners)...),
	}
	for _, id := range g.Order {
		p := g.Player(id)
		s.Players = append(s.Players, PlayerState{p.Name(), firstAddress(p), p.Points, string(p.State), g.Provisional(id)})
	}
	for _, r := range g.Rules {
		s.Rules = append(s.Rules, ruleState(g, r))
	}
	points := awardsOf202(g)
	for _, p := range numbered(g) {
		s.Proposals = append(s.Proposals, proposalState(g, p, points[p.ID]))
	}
	open := g.Unsettled()
	for i, a := range g.Awards {
		if a.Rule == 0 && a.Why == asItStood {
			continue // nothing in this game made it
		}
		s.Awards = append(s.Awards, AwardState{name(g, a.Player), a.Points, a.Rule, numberOf(g, a.Proposal), open[i]})
	}
	for _, j := range g.Judgments {
		s.Judgments = append(s.Judgments, judgmentState(g, j)...)
	}
	return s
}

// State describes a game for everybody: without addresses, and without the votes on
// the proposals that shown does not say may be seen.
func (m *Moderator) State(g *rules.Game, shown func(*rules.Proposal) bool) any {
	s := StateOf(g)
	for i := range s.Players {
		s.Players[i].Address = ""
	}
	for i, p := range numbered(g) {
		if shown(p) {
			continue
		}
		s.Proposals[i].Votes = map[string]string{}
		if p.State != rules.Adopted && p.State != rules.Defeated {
			s.Proposals[i].Favour, s.Proposals[i].Cast = 0, 0
		}
	}
	return s
}

// judgmentState is a line for each ruling on a question, the overruled ones
// first, and one for the Judge who has not ruled.
func judgmentState(g *rules.Game, j *rules.Judgment) []JudgmentState {
	var list []JudgmentState
	line := func(judge rules.PlayerID, ruling string, overruled bool) {
		list = append(list, JudgmentState{j.Number, name(g, j.By), name(g, judge), ruling, overruled})
	}
	for _, r := range j.Earlier {
		line(r.Judge, r.Ruling, true)
	}
	line(j.Judge, j.Ruling.Ruling, false)
	return list
}

func firstAddress(p *rules.Player) string {
	if len(p.Addresses) == 0 {
		return ""
	}
	return p.Addresses[0]
}

func proposalState(g *rules.Game, p *rules.Proposal, points rules.Points) ProposalState {
	s := ProposalState{
		Number: p.Number, Proposer: name(g, p.Proposer), Status: string(p.State), Points: points,
		Votes: map[string]string{}, Favour: p.Tally.Favour, Cast: p.Tally.Cast,
	}
	if len(p.Changes) > 0 {
		s.Kind, s.Target, s.Amendment = string(p.Changes[0].Kind), p.Changes[0].Rule, p.Changes[0].Amendment
	}
	ballots, _ := g.Custom("ballots")
	for id, b := range p.Votes {
		if p.State == rules.Open && (ballots == sealed || b.Seal != "") {
			s.Votes[name(g, id)] = sealed
			continue
		}
		s.Votes[name(g, id)] = string(b.Option)
		if p.State == rules.Open {
			s.count(b)
		}
	}
	return s
}

// sealed is the custom, and what is shown of a vote that nobody may know yet.
const sealed = "sealed"

// count adds a ballot to the sums of a vote that still runs.
func (s *ProposalState) count(b rules.Ballot) {
	switch b.Option {
	case rules.For:
		s.Favour, s.Cast = s.Favour+b.Weight, s.Cast+b.Weight
	case rules.Against:
		s.Cast += b.Weight
	}
}

// awardsOf202 sums by proposal what its mover was awarded when the turn ended
// (Rule 202).
func awardsOf202(g *rules.Game) map[rules.ProposalID]rules.Points {
	sums := map[rules.ProposalID]rules.Points{}
	for _, a := range g.Awards {
		if a.Name == "when_turn_ends" && a.Proposal != 0 {
			if p := proposalOf(g, a.Proposal); p != nil && p.Proposer == a.Player {
				sums[a.Proposal] = sums[a.Proposal].Plus(a.Points)
			}
		}
	}
	return sums
}

// numbered are the proposals with a number, by number. A text that was
// withdrawn and replaced in the same turn under the same number (Rule 108) is
// left out.
func numbered(g *rules.Game) []*rules.Proposal {
	var list []*rules.Proposal
	for _, p := range g.Proposals {
		if p.Number == 0 {
			continue
		}
		if n := len(list); n > 0 && list[n-1].Number == p.Number {
			list[n-1] = p
			continue
		}
		list = append(list, p)
	}
	return list
}
