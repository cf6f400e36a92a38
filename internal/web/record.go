package web

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"nomicmail/internal/record"
	"nomicmail/internal/rules"
)

// recordShown is a page of the record.
type recordShown struct{ Entries []entryShown }

// entryShown is an entry as everybody may see it.
type entryShown struct {
	N          uint64
	At         time.Time
	Cause      string
	Trust      string
	Lines      []eventLine
	Prev, Hash string
	Undone     bool
	More       int // events that are not listed
}

// eventLine is an event: its kind as the record writes it, and what it is about.
type eventLine struct{ Kind, About string }

// mostEvents is how many events of an entry are listed.
const mostEvents = 12

// mostEntries is how many entries are on a page. Pages count from the first, so
// that an entry stays on its page.
const mostEntries = 100

func (v view) recordPages() int { return int((v.Head + mostEntries - 1) / mostEntries) }

func recordName(n int) string { return "record-" + strconv.Itoa(n) + ".html" }

func recordNames(v view) []string {
	names := []string{"record.html"}
	for n := range v.recordPages() {
		if v.recordPages() == 1 {
			break
		}
		names = append(names, recordName(n+1))
	}
	return names
}

// recordPage shows a hundred entries, the newest first; record.html is the newest
// page.
func recordPage(v view, name string) *content {
	count := v.recordPages()
	n := count
	if name != "record.html" {
		n = 0
		for i := range count {
			if count > 1 && name == recordName(i+1) {
				n = i + 1
			}
		}
	}
	if n == 0 {
		return nil
	}
	d, err := v.recordShown(n)
	if err != nil {
		return nil
	}
	c := &content{page: "record", section: "record", title: v.say("record-title"), data: d}
	if count > 1 {
		c.pages = &pager{Number: n, Count: count, Newer: true}
		if n < count {
			c.pages.Before = recordName(n + 1)
		}
		if n > 1 {
			c.pages.After = recordName(n - 1)
		}
	}
	return c
}

func (v view) recordShown(n int) (recordShown, error) {
	var d recordShown
	first := uint64((n-1)*mostEntries + 1)
	for e, err := range v.site.options.Book.Entries(v.Name, first) {
		if err != nil {
			return d, err
		}
		if e.N >= first+mostEntries || e.N > v.Head {
			break
		}
		d.Entries = append([]entryShown{v.entry(e)}, d.Entries...)
	}
	return d, nil
}

func (v view) entry(e record.Entry) entryShown {
	shown := entryShown{N: e.N, At: e.At, Trust: e.Cause.Trust, Prev: e.Prev.String(), Hash: e.Hash.String()}
	switch e.Cause.Kind {
	case "mail":
		shown.Cause = v.say("cause-mail")
		if name := v.nameAt(e.Cause.By, e.At); name != "" {
			shown.Cause = v.say("cause-mail-of", name)
		}
	case "act":
		shown.Cause = v.say("cause-act")
	case "clock":
		shown.Cause = v.say("cause-clock")
	default:
		shown.Cause = v.say("cause-post")
	}
	for _, s := range v.undone {
		shown.Undone = shown.Undone || e.N >= s.from && e.N <= s.to
	}
	for i, ev := range e.Events {
		if i == mostEvents {
			shown.More = len(e.Events) - i
			break
		}
		shown.Lines = append(shown.Lines, eventLine{record.Kind(ev), v.about(ev)})
	}
	return shown
}

// about is what of an event all players have been told, in names and numbers. Of
// a vote it is whose and not which; of all that is not named here it is nothing.
func (v view) about(ev rules.Event) string {
	name := func(id rules.PlayerID) string { return playerName(v.Now, id) }
	number := func(id rules.ProposalID) string {
		if p := proposalOf(v.Now, id); p != nil && p.Number != 0 {
			return strconv.Itoa(p.Number)
		}
		return ""
	}
	switch ev := ev.(type) { // not all: the others say nothing
	case rules.GameCreated:
		return listed(ev.Name, ev.Ruleset)
	case rules.PlayerJoined:
		return ev.Player.Name()
	case rules.PlayerForfeited:
		return name(ev.Player)
	case rules.PlayerRemoved:
		return name(ev.Player)
	case rules.PlayerReplaced:
		return listed(ev.Given + " " + ev.Surname)
	case rules.CircuitBegan:
		return strconv.Itoa(ev.Circuit)
	case rules.CircuitEnded:
		return strconv.Itoa(ev.Circuit)
	case rules.TurnBegan:
		return listed(strconv.Itoa(ev.Turn), name(ev.Mover))
	case rules.TurnEnded:
		return listed(strconv.Itoa(ev.Turn), name(ev.Mover), ev.How)
	case rules.ProposalMade:
		return name(ev.Proposer)
	case rules.ProposalNumbered:
		return strconv.Itoa(ev.Number)
	case rules.ProposalRevised:
		return number(ev.Proposal)
	case rules.ProposalWithdrawn:
		return number(ev.Proposal)
	case rules.VotingOpened:
		return number(ev.Proposal)
	case rules.VoteCast:
		return listed(number(ev.Proposal), name(ev.Voter))
	case rules.VoteWithdrawn:
		return listed(number(ev.Proposal), name(ev.Voter))
	case rules.VotingClosed:
		return listed(number(ev.Proposal), fmt.Sprintf("%d : %d", ev.Tally.Favour, ev.Tally.Against))
	}
	return v.aboutRules(ev)
}

func (v view) aboutRules(ev rules.Event) string {
	name := func(id rules.PlayerID) string { return playerName(v.Now, id) }
	switch ev := ev.(type) { // not all: see about
	case rules.RuleEnacted:
		return strconv.Itoa(ev.Rule.Number)
	case rules.RuleAmended:
		return renumbered(ev.Was, ev.Rule.Number)
	case rules.RuleTransmuted:
		return renumbered(ev.Was, ev.Rule.Number)
	case rules.RuleRepealed:
		return strconv.Itoa(ev.Number)
	case rules.Awarded:
		points := ev.Points.String()
		if ev.Points.Sign() > 0 {
			points = "+" + points
		}
		return listed(name(ev.Player), strings.ReplaceAll(points, "-", "−"))
	case rules.DiceCommitted:
		return ev.Hash
	case rules.DieThrown:
		return fmt.Sprintf("%d / %d, %s", ev.Value, ev.Sides, ev.Secret)
	case rules.JudgmentInvoked:
		return strconv.Itoa(ev.Judgment)
	case rules.RulingGiven:
		return listed(strconv.Itoa(ev.Judgment), ev.Ruling)
	case rules.CaseCalled:
		return strconv.Itoa(ev.Judgment)
	case rules.CaseAssigned:
		return listed(strconv.Itoa(ev.Judgment), ev.How)
	case rules.CaseRuled:
		return listed(strconv.Itoa(ev.Judgment), ev.Ruling)
	case rules.PlayerInactive:
		return listed(name(ev.Player), ev.How)
	case rules.PlayerActive:
		return listed(name(ev.Player), ev.How)
	case rules.GameWon:
		var all []string
		for _, id := range ev.Players {
			all = append(all, name(id))
		}
		return listed(all...)
	case rules.Undone:
		return strconv.FormatUint(ev.Entry, 10)
	}
	return ""
}

func renumbered(was, is int) string {
	if was == is {
		return strconv.Itoa(is)
	}
	return fmt.Sprintf("%d → %d", was, is)
}

func listed(parts ...string) string {
	var all []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			all = append(all, p)
		}
	}
	return strings.Join(all, ", ")
}
