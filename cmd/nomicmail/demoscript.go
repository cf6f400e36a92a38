package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"regexp"
	"strings"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
)

// The bounds of a game that plays itself.
const (
	scriptMoves = 1000 // mails of players
	scriptTime  = time.Minute
)

// scriptStart is when such a game begins, so that it is the same every time.
var scriptStart = time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC)

// script is a game that plays itself.
type script struct {
	*stage
	wits  wits
	c     *call
	read  map[string]int  // how many of a player's mails were looked at
	told  map[string]bool // subjects and sums that were printed
	moves int
}

// playScript plays a whole game in dir and prints it. The error says why it
// was not won by the rules.
func playScript(ctx context.Context, c *call, dir string, seed uint64, log *slog.Logger) (err error) {
	ctx, cancel := context.WithTimeout(ctx, scriptTime)
	defer cancel()
	st, err := openStage(dir, scriptStart, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.close()) }()
	s := &script{stage: st, wits: wits{seed}, c: c, read: map[string]int{}, told: map[string]bool{}}
	c.printf("Four made-up players play Nomic by mail, on a mail host of their own:\n%s.\n\n", strings.Join(castNames(), ", "))
	if err := s.play(ctx); err != nil {
		return err
	}
	return s.finish(ctx)
}

func castNames() []string {
	var all []string
	for _, p := range demoCast {
		all = append(all, p.Given+" "+p.Surname)
	}
	return all
}

// play has whoever is awaited write a mail, until the game is over.
func (s *script) play(ctx context.Context) error {
	var last string
	for s.moves < scriptMoves {
		if err := s.settled(ctx); err != nil {
			return err
		}
		s.tell()
		g := s.game()
		awaited := g.Awaited()
		switch {
		case g.Status != rules.Running:
			return nil
		case len(awaited) == 0:
			return fault{fmt.Sprintf("the game waits for nobody, in phase %q", g.Phase), demoHint}
		}
		m := s.player(string(awaited[0]))
		this := askedOf(g, m)
		if this == last {
			return fault{fmt.Sprintf("what %s wrote was not played: %s", m.name(), firstParagraph(m.newest().Text)), demoHint}
		}
		last = this
		if err := s.move(ctx, g, m); err != nil {
			return err
		}
	}
	return fault{fmt.Sprintf("nobody has won after %d mails", s.moves), "try another --seed"}
}

// askedOf is what the game waits for a player for. When it still is the same
// after the player's mail, that mail has done nothing.
func askedOf(g *rules.Game, m *mailProgram) string {
	return fmt.Sprint(g.Turn.Number, g.Phase, m.user)
}

func firstParagraph(text string) string {
	line, _, _ := strings.Cut(text, "\n\n")
	return line
}

// demoHint is for what cannot happen to a person who tries the program.
const demoHint = "this is a fault of the program: please report it, with the seed"

// move lets some hours pass and has a player answer the letter that asks for
// an answer.
func (s *script) move(ctx context.Context, g *rules.Game, m *mailProgram) error {
	s.moves++
	o, err := s.wits.answer(g, m)
	if err != nil {
		return err
	}
	s.moveOn(time.Duration(s.wits.pause(s.moves)) * time.Hour)
	if err := s.settled(ctx); err != nil {
		return err
	}
	if g.Phase == rules.Proposing {
		s.c.printf("%s  %s writes: %s\n", s.stamp(s.clock.Now()), m.player.Given, gist(o.Text))
	}
	_, err = m.send(ctx, o)
	return err
}

// stamp is a time as it stands before each line.
func (s *script) stamp(t time.Time) string { return t.UTC().Format("Mon _2 Jan 15:04") }

// tell prints what has come to the players: each subject once, and the sums of
// each result as its letter has them.
func (s *script) tell() {
	for _, m := range s.players {
		mails := m.mails(s.read[m.user] + 1)
		s.read[m.user] += len(mails)
		for _, b := range mails {
			if b.Sent {
				continue
			}
			s.once(b.Subject, "%s  %s\n", s.stamp(b.At), b.Subject)
			for _, sum := range sumsIn(b.Text) {
				s.once(sum, "                  %s\n", sum)
			}
		}
	}
}

func (s *script) once(key, format string, args ...any) {
	if !s.told[key] {
		s.told[key] = true
		s.c.printf(format, args...)
	}
}

var sumForm = regexp.MustCompile(`\(\d+ − \d+\) × \d+/\d+ = [−\d./]*\d…?(?: → [−\d./]*\d)?`)

// sumsIn finds the sums that a letter writes out, whose lines may be wrapped.
func sumsIn(text string) []string {
	return sumForm.FindAllString(strings.Join(strings.Fields(text), " "), -1)
}

// finish prints the scores and proves that the game was won by the rules.
func (s *script) finish(ctx context.Context) error {
	g := s.game()
	state := moderator.StateOf(g)
	rows := [][]string{{"PLAYER", "POINTS"}}
	for _, p := range state.Players {
		rows = append(rows, []string{p.Name, p.Points.String()})
	}
	s.c.printf("\n")
	printTable(s.c.out, rows)
	v, err := verifyAll{}.answer(ctx, s.office, silent)
	if err != nil {
		return err
	}
	if err := damageFaults(v.Faults); err != nil {
		return err
	}
	if err := wonByTheRules(g); err != nil {
		return err
	}
	goal, _ := g.Answer("goal")
	s.c.printf("\n%s has won: it took %s points (rule %d), in turn %d, after %d mails of the players.\n",
		strings.Join(state.Winner, " and "), g.Goal(), goal.Number, g.Turn.Number, s.moves)
	s.c.printf("The record is as it was written: %d entries, every hash is right, and they tell the same game again.\n", v.Entries)
	return nil
}

// wonByTheRules says what is wrong with a game that is over (Rule 208).
func wonByTheRules(g *rules.Game) error {
	if g.Status != rules.Won || len(g.Winners) == 0 {
		return fault{fmt.Sprintf("the game ended without a winner: it is %s", g.Status), demoHint}
	}
	goal, ok := new(big.Rat).SetString(g.Goal())
	for _, id := range g.Winners {
		p := g.Player(id)
		if !ok || p.Points.Sign() <= 0 || p.Points.Rat().Cmp(goal) < 0 {
			return fault{fmt.Sprintf("%s has won with %s points, and it takes %q", p.Name(), p.Points, g.Goal()), demoHint}
		}
	}
	return nil
}
