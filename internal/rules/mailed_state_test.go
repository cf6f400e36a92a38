package rules_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
)

// agree says where the moderator's game and the reckoning differ.
func (p *mailed) agree() error {
	g, err := p.clerk.Game("random")
	if err != nil {
		return err
	}
	if err := (&pair{game: g, table: p.table}).agree(); err != nil {
		return err
	}
	d := &differences{}
	p.seeState(d, moderator.StateOf(g))
	p.seeChange(d, g)
	if len(*d) > 0 {
		return errors.New("the state is another:\n  " + strings.Join(*d, "\n  "))
	}
	return nil
}

// seeState compares what tools are shown.
func (p *mailed) seeState(d *differences, s moderator.State) {
	t := p.table
	status := map[string]string{"": "running", "disputed": "running", "won": "won", "alone": "paused"}[t.over]
	see(d, "status", 0, s.Status, status)
	see(d, "circuits", 0, s.Circuits, t.circuits)
	see(d, "circuit", 0, s.Circuit, t.circuits+1)
	see(d, "turn", 0, s.Turn, t.turn)
	if t.over == "" {
		see(d, "mover", 0, s.Mover, t.mover.name())
	}
	var winners []string
	if t.over == "won" {
		for _, w := range t.winners {
			winners = append(winners, w.name())
		}
	}
	see(d, "winners", 0, strings.Join(s.Winner, ", "), strings.Join(winners, ", "))
	p.seeStateOfPlayers(d, s)
	p.seeStateOfRules(d, s)
	p.seeStateOfProposals(d, s)
}

func (s *seat) name() string { return s.given + " " + s.surname }

func sixths(n int) rules.Points {
	points, _ := rules.PointsOf(big.NewRat(int64(n), whole))
	return points
}

func (p *mailed) seeStateOfPlayers(d *differences, s moderator.State) {
	awarded := map[string]rules.Points{}
	for _, a := range s.Awards {
		awarded[a.Player] = awarded[a.Player].Plus(a.Points)
	}
	see(d, "number of players", 0, len(s.Players), len(p.table.seats))
	for i, seat := range p.table.seats {
		k := slices.IndexFunc(s.Players, func(q moderator.PlayerState) bool { return q.Name == seat.name() })
		if k < 0 {
			see(d, "player", i+1, "missing", seat.name())
			continue
		}
		state := "playing"
		if seat.left {
			state = "forfeited"
		}
		see(d, "state of player", i+1, s.Players[k].Status, state)
		see(d, "points of player", i+1, s.Players[k].Points, sixths(seat.sixths))
		see(d, "sum of awards of player", i+1, awarded[seat.name()], sixths(seat.sixths))
		see(d, "address of player", i+1, s.Players[k].Address, p.addresses[i])
	}
}

func (p *mailed) seeStateOfRules(d *differences, s moderator.State) {
	see(d, "number of rules", 0, len(s.Rules), len(p.table.laws))
	for _, r := range s.Rules {
		l := p.table.find(r.Number)
		if l == nil {
			see(d, "rule in force", r.Number, true, false)
			continue
		}
		see(d, "mutability of rule", r.Number, r.Mutable, l.mutable)
		see(d, "text of rule", r.Number, r.Text, l.text)
		see(d, "clause of rule", r.Number, r.Clause, l.clause)
		see(d, "former numbers of rule", r.Number, fmt.Sprint(r.Was), fmt.Sprint(l.was))
	}
}

// numbered are the polls by number: of texts that bore one number, the last.
func (t *table) numbered() (list []*poll) {
	for _, q := range t.polls {
		if n := len(list); n > 0 && list[n-1].number == q.number {
			list = list[:n-1]
		}
		list = append(list, q)
	}
	return list
}

func (p *mailed) seeStateOfProposals(d *differences, s moderator.State) {
	polls := p.table.numbered()
	see(d, "number of proposals", 0, len(s.Proposals), len(polls))
	for i, q := range polls[:min(len(polls), len(s.Proposals))] {
		e, n := s.Proposals[i], q.number
		see(d, "number of proposal", n, e.Number, n)
		see(d, "kind of proposal", n, e.Kind, q.change.kind)
		see(d, "proposer of proposal", n, e.Proposer, q.mover.name())
		see(d, "status of proposal", n, e.Status, q.state)
		see(d, "points of proposal", n, e.Points, sixths(q.earned))
		if q.state == "debate" || q.state == "voting" {
			target := 0
			if l := p.table.find(q.change.rule); l != nil {
				target = l.number
			}
			see(d, "target of proposal", n, e.Target, target)
		} else {
			see(d, "votes in favour of", n, e.Favour, int64(q.favour))
			see(d, "votes cast on", n, e.Cast, int64(q.cast))
		}
		see(d, "number of votes on", n, len(e.Votes), len(q.said))
		for voter, say := range q.said {
			see(d, "vote of "+voter.name()+" on", n, e.Votes[voter.name()], say)
		}
	}
}

// seeChange compares what is proposed, word by word.
func (p *mailed) seeChange(d *differences, g *rules.Game) {
	q := p.table.poll
	if q == nil || q.state != "debate" && q.state != "voting" || q.change.kind != "enact" && q.change.kind != "amend" || q.change.amendment != 0 {
		return
	}
	e, was := g.Proposal(q.number).Changes[0], wording{}
	if q.change.kind == "amend" {
		was = p.table.find(q.change.rule).wording
	}
	see(d, "text of proposal", q.number, e.Text, was.with(q.change).text)
	see(d, "clause of proposal", q.number, e.Clause, q.change.clause)
}

// replay makes the game again from its record.
func (p *mailed) replay() error {
	var entries []record.Entry
	for e, err := range p.desk.Entries("random", 1) {
		if err != nil {
			return err
		}
		entries = append(entries, e)
	}
	g, err := p.clerk.Game("random")
	if err != nil {
		return err
	}
	if again := moderator.Fold(entries); !again.Equal(g) || !reflect.DeepEqual(moderator.StateOf(again), moderator.StateOf(g)) {
		return errors.New("the record makes another game")
	}
	return nil
}

// receiveOwn gives the moderator a letter of its own.
func (p *mailed) receiveOwn(l posted) error {
	p.desk.posted = nil
	mail := moderator.Mail{Raw: l.raw, At: p.now(), Where: "echo"}
	p.mails = append(p.mails, mail)
	o, err := p.clerk.Receive(mail)
	if err == nil && (!strings.HasPrefix(o.Outcome, "ignored") && o.Outcome != "duplicate" || len(p.desk.posted) > 0) {
		err = fmt.Errorf("our own %s come back was %q and brought %d letters", l.Kind, o.Outcome, len(p.desk.posted))
	}
	return err
}

// leave writes the game's file, its mails and its state to the folder of the
// flag -mailboxes, unless acts, which no mailbox holds, were part of it.
func (p *mailed) leave(seed uint64) error {
	if *mailboxes == "" || p.seen["act"] {
		return nil
	}
	var file, mbox strings.Builder
	fmt.Fprintf(&file, "name = %q\nruleset = %q\naddress = %q\nstart = %s\norganiser = %q\n[customs]\n",
		p.file.Name, p.file.Ruleset, p.file.Address, p.file.Start.Format(time.RFC3339), p.file.Organiser)
	for name, value := range p.file.Customs {
		fmt.Fprintf(&file, "%s = %q\n", name, value)
	}
	for _, q := range p.file.Players {
		fmt.Fprintf(&file, "[[player]]\ngiven = %q\nsurname = %q\naddresses = [%q]\n", q.Given, q.Surname, q.Addresses[0])
	}
	for _, m := range p.mails {
		raw := strings.ReplaceAll("\n"+strings.ReplaceAll(string(m.Raw), "\r\n", "\n"), "\nFrom ", "\n>From ")
		fmt.Fprintf(&mbox, "From somebody %s\nX-Nomicmail-Received: %s%s\n", m.At.Format(time.ANSIC), m.At.Format(time.RFC3339), raw)
	}
	g, err := p.clerk.Game("random")
	if err != nil {
		return err
	}
	state, err := json.MarshalIndent(moderator.StateOf(g), "", "  ")
	if err != nil {
		return err
	}
	base := filepath.Join(*mailboxes, fmt.Sprint(seed))
	return errors.Join(
		os.WriteFile(base+".toml", []byte(file.String()), 0o644),
		os.WriteFile(base+".mbox", []byte(mbox.String()), 0o644),
		os.WriteFile(base+".json", state, 0o644),
	)
}
