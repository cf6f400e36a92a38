package moderator

import (
	"fmt"
	"strings"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
)

// Act is something that the organiser does on the command line, as it is kept
// in the record. Its words are those of the same command by mail.
type Act struct {
	Game   string    `json:"game"`
	By     string    `json:"by"`               // the organiser, as the record shows
	Verb   string    `json:"verb"`             // "start", "pause", "resume", "extend", "award", "remove", "undo", "settle", "announce", "add", "replace", "organiser add", "organiser remove", "list add", "list remove", "address", "token" or "as", "deny", "uphold"
	Words  string    `json:"words,omitempty"`  // what follows the verb, or a player's words for "as"
	Player string    `json:"player,omitempty"` // name or address, for "as", "address" and "token"
	At     time.Time `json:"at"`
}

// Done is what an act did.
type Done struct {
	Entry uint64   // of the record, 0 when nothing changed
	Hash  string   // of that entry
	News  []string // one line each, for the operator
}

// Act does what the organiser asks on the command line. The error is a
// *[rules.Refusal], a *[Misread], [ErrNoGame], or a fault of ours; in each case
// nothing has happened.
func (m *Moderator) Act(a Act) (Done, error) {
	t, err := m.table(a.Game)
	if err != nil {
		return Done{}, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	a.At = a.At.UTC()
	s := m.sheet(t, a.At, record.Cause{Kind: "act", From: a.By})
	if err := s.keepAct(a); err != nil {
		return Done{}, err
	}
	if err := s.passTime(); err != nil {
		return Done{}, err
	}
	if err := s.act(a); err != nil {
		return Done{}, err
	}
	if _, err := s.close(); err != nil {
		return Done{}, err
	}
	return s.done(s.news()...), nil
}

// act does the act on the sheet.
func (s *sheet) act(a Act) error {
	var refusal *rules.Refusal
	var err error
	switch p := named(s.g, a.Player); a.Verb {
	case "as", "address", "token":
		if p == nil {
			return &rules.Refusal{Code: rules.NoSuchPlayer, Player: a.Player}
		}
		if a.Verb == "as" {
			_, refusal, err = s.enterAs(p, a.Words, "")
		} else {
			s.hand = s.organiserName()
			refusal, err = s.alter(p.ID, a)
		}
	default:
		_, refusal, err = s.obey(parser.Order{Verb: a.Verb, Words: a.Words})
	}
	if err != nil {
		return err
	}
	if refusal != nil {
		return refusal
	}
	return nil
}

// news tells the operator what the act has done, one line an event.
func (s *sheet) news() []string {
	var lines []string
	for _, e := range s.entries {
		for _, ev := range e.Events {
			lines = append(lines, fmt.Sprintf("entry %d: %s", e.N, Line(s.g, ev)))
		}
	}
	n := 0
	for _, l := range s.letters {
		if l.Status != record.Dropped { // see withhold
			n++
		}
	}
	switch n {
	case 0:
	case 1:
		lines = append(lines, "1 letter is in the outbox")
	default:
		lines = append(lines, fmt.Sprintf("%d letters are in the outbox", n))
	}
	return lines
}

// Line tells an event in one line, for operators.
func Line(g *rules.Game, e rules.Event) string {
	kind := record.Kind(e)
	who := func(id rules.PlayerID) string { return firstOf(name(g, id), string(id)) }
	var about []string
	switch e := e.(type) { // not all: the kind alone tells the others
	case rules.GameCreated:
		about = []string{e.Name, e.Ruleset}
	case rules.PlayerJoined:
		about = []string{e.Player.Name()}
	case rules.PlayerForfeited:
		about = []string{who(e.Player)}
	case rules.PlayerRemoved:
		about = []string{who(e.Player), e.Why}
	case rules.TurnBegan:
		about = []string{fmt.Sprintf("turn %d of %s", e.Turn, who(e.Mover))}
	case rules.TurnEnded:
		about = []string{fmt.Sprintf("turn %d of %s, %s", e.Turn, who(e.Mover), e.How)}
	case rules.ProposalMade:
		about = []string{"by " + who(e.Proposer), changeLine(e.Changes)}
	case rules.ProposalNumbered:
		about = []string{fmt.Sprint(e.Number)}
	case rules.VotingOpened:
		about = []string{fmt.Sprint(numberOf(g, e.Proposal)), "closes " + e.Closes.Format(time.RFC3339)}
	case rules.VoteCast:
		about = []string{fmt.Sprint(numberOf(g, e.Proposal)), who(e.Voter), string(e.Ballot.Option), e.Ballot.Assumed}
	case rules.VoteWithdrawn:
		about = []string{fmt.Sprint(numberOf(g, e.Proposal)), who(e.Voter)}
	case rules.VotingClosed:
		about = []string{fmt.Sprint(numberOf(g, e.Proposal)), adoptedWord(e.Adopted), fmt.Sprintf("%d of %d in favour", e.Tally.Favour, e.Tally.Cast)}
	case rules.Awarded:
		about = []string{who(e.Player), signed(e.Points), byRule(e.Rule), e.Why}
	case rules.EffectDoubted:
		about = []string{byRule(e.Rule), e.Name}
	case rules.AwardSettled:
		about = []string{who(e.Player), fmt.Sprintf("turn %d", e.Turn), e.Was.String() + " is " + e.Is.String(), e.How, e.Why}
	case rules.ClauseSettled:
		about = []string{fmt.Sprintf("rule %d", e.Rule), e.Why}
	case rules.WinAwaits:
		about = []string{strings.Join(names(g, e.Players), ", ")}
	case rules.DiceCommitted:
		about = []string{fmt.Sprintf("%d of turn %d", e.Draw, e.Turn), e.Hash}
	case rules.DieThrown:
		about = []string{fmt.Sprintf("%d of %d", e.Value, e.Sides), byRule(e.Rule), fmt.Sprintf("die %d of turn %d", e.Draw, e.Turn), e.Secret}
	case rules.RuleEnacted, rules.RuleAmended, rules.RuleTransmuted, rules.RuleRepealed:
		about = []string{lawLine(e)}
	case rules.GameWon:
		about = []string{strings.Join(names(g, e.Players), ", "), byRule(e.Rule)}
	case rules.AbsenceBegan, rules.AbsenceEnded, rules.LanguageChosen, rules.TimezoneChosen, rules.ReceiptsChosen, rules.ObserverAdmitted, rules.ObserverLeft:
		about = wish(e, who)
	case rules.WordsHeld:
		about = []string{fmt.Sprintf("%d: %q (%s)", e.Held, e.Text, e.Reason)}
	case rules.HeldSettled:
		about = []string{fmt.Sprint(e.Held), e.How}
		if e.Expired {
			about[1] = "not answered in time"
		}
	case rules.AddressFailed:
		about = []string{e.Address + " of " + who(e.Player), e.Why}
	case rules.AddressWorks:
		about = []string{e.Address + " of " + who(e.Player)}
	case rules.TalkChosen, rules.TalkMuted, rules.TalkGathered, rules.TalkPassed:
		about = talkLine(g, e)
	case rules.ClaimMade, rules.ClaimsSettled, rules.BallotsPutRight:
		about = claimLine(g, e)
	case rules.ListNamed, rules.ListDropped:
		about = listLine(e)
	case rules.CaseCalled, rules.CaseAssigned, rules.CaseRuled, rules.ReconsiderationAsked, rules.CaseReopened, rules.WinInSight, rules.RulingStands, rules.JudgingChosen,
		rules.PlayerHeard, rules.SilenceWarned, rules.PlayerInactive, rules.PlayerActive:
		about = caseLine(e, who)
	case rules.DeadlineWaits:
		about = []string{e.Of, numberLine(numberOf(g, e.Proposal)), "until " + e.Until.Format(time.RFC3339)}
	case rules.DeadlineMoved:
		about = []string{e.Of, numberLine(numberOf(g, e.Proposal)), "to " + e.To.Format(time.RFC3339), e.Why}
	default:
		about = actLine(e)
	}
	return kind + spaced(about)
}

// lawLine tells which rule has changed.
func lawLine(e rules.Event) string {
	switch e := e.(type) { // not all: [Line] has the others
	case rules.RuleEnacted:
		return fmt.Sprintf("rule %d", e.Rule.Number)
	case rules.RuleAmended:
		return fmt.Sprintf("rule %d is now %d", e.Was, e.Rule.Number)
	case rules.RuleTransmuted:
		return fmt.Sprintf("rule %d is now %d", e.Was, e.Rule.Number)
	case rules.RuleRepealed:
		return fmt.Sprintf("rule %d", e.Number)
	}
	return ""
}

// talkLine tells who talks how, and about what; never the words.
func talkLine(g *rules.Game, e rules.Event) []string {
	who := func(id rules.PlayerID) string { return firstOf(name(g, id), string(id)) }
	switch e := e.(type) { // not all: [Line] has the others
	case rules.TalkChosen:
		return []string{who(e.Player), e.How}
	case rules.TalkMuted:
		return []string{who(e.Player), fmt.Sprint(e.Muted)}
	case rules.TalkGathered:
		return []string{who(e.Player), fmt.Sprint(e.Gathered)}
	case rules.TalkPassed:
		return []string{who(e.Player), numberLine(numberOf(g, e.Proposal))}
	}
	return nil
}

// actLine is what is told of what organisers do to a seat, a list or an entry.
func actLine(e rules.Event) (about []string) {
	switch e := e.(type) { // not all: [Line] has the others
	case rules.PlayerReplaced:
		about = []string{strings.TrimSpace(e.Given + " " + e.Surname), "at the seat " + string(e.Player), e.Why}
	case rules.OrganiserAdded:
		about = []string{e.Address, e.Why}
	case rules.OrganiserRemoved:
		about = []string{e.Address, e.Why}
	case rules.Undone:
		about = []string{fmt.Sprintf("entry %d and what followed", e.Entry), e.Why}
		if e.Instead != "" {
			about = append(about, fmt.Sprintf("%q in its place", e.Instead))
		}
	}
	return about
}

func spaced(words []string) string {
	var b strings.Builder
	for i, w := range words {
		if w == "" {
			continue
		}
		if i == 0 {
			b.WriteString(": ")
		} else {
			b.WriteString(", ")
		}
		b.WriteString(w)
	}
	return b.String()
}

// numberLine is a number of a proposal, "" for none.
func numberLine(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func adoptedWord(adopted bool) string {
	if adopted {
		return "adopted"
	}
	return "defeated"
}

func byRule(n int) string {
	if n == 0 {
		return "by the organiser"
	}
	return fmt.Sprintf("by rule %d", n)
}

func changeLine(all []rules.Change) string {
	if len(all) == 0 {
		return ""
	}
	c := all[0]
	if c.Rule == 0 {
		return string(c.Kind)
	}
	return fmt.Sprintf("%s %d", c.Kind, c.Rule)
}
