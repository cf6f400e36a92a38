package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"nomicmail/internal/ballots"
	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/record"
)

// ballotsOf asks for a proof of the sealed votes of a game, or of one of them.
type ballotsOf struct {
	Game     string
	Proposal int // its number, 0 for all
	Key      string
}

func (ballotsOf) path() string { return "ballots" }

func (q ballotsOf) answer(_ context.Context, o *office, _ progress) (ballots.Proof, error) {
	var all []record.Entry
	for e, err := range o.book.Entries(q.Game, 1) {
		if err != nil {
			return ballots.Proof{}, err
		}
		all = append(all, e)
	}
	if len(all) == 0 {
		return ballots.Proof{}, fmt.Errorf("%w: %s", moderator.ErrNoGame, q.Game)
	}
	told := talliesOf(all)
	standing := map[uint64]bool{}
	for _, e := range moderator.Standing(all) {
		standing[e.N] = true
	}
	for l, err := range o.book.Letters(q.Game) {
		if err != nil {
			return ballots.Proof{}, err
		}
		raw, ok, err := o.book.Body(l.Raw)
		if err != nil {
			return ballots.Proof{}, err
		}
		if !ok || !bytes.Contains(raw, []byte("end of tally:")) && !bytes.Contains(raw, []byte("end of seals:")) {
			continue
		}
		f := ballots.Read(parser.Parse(raw, parser.Options{}).Text)
		told.Lists, told.Broken = append(told.Lists, f.Lists...), append(told.Broken, f.Broken...)
		if standing[l.Entry] { // a result that was undone need not be what the record tells
			told.Tallies = append(told.Tallies, f.Tallies...)
		}
	}
	return ballots.Prove(only(told, q.Proposal), q.Key), nil
}

// talliesOf are the tallies that a record tells.
func talliesOf(entries []record.Entry) (f ballots.Found) {
	g := moderator.Fold(entries)
	for _, p := range g.Proposals {
		if t, ok := ballots.TallyOf(g, p); ok {
			f.Tallies = append(f.Tallies, t)
		}
	}
	return f
}

// only leaves what is about one proposal, 0 for all.
func only(f ballots.Found, proposal int) ballots.Found {
	if proposal == 0 {
		return f
	}
	one := ballots.Found{Broken: f.Broken}
	for _, t := range f.Tallies {
		if t.Proposal == proposal {
			one.Tallies = append(one.Tallies, t)
		}
	}
	for _, l := range f.Lists {
		if l.Proposal == proposal {
			one.Lists = append(one.Lists, l)
		}
	}
	return one
}

// verifyBallots proves sealed votes: of a game that is kept here, or with nothing
// but letters that somebody has saved.
func verifyBallots(ctx context.Context, c *call, w *where, key string, asJSON bool) error {
	if len(c.args) == 0 {
		return &wrongUse{"verify --ballots wants a game or files", "the usage is: nomicmail verify --ballots GAME [PROPOSAL], or nomicmail verify --ballots FILE..."}
	}
	p, err := proveBallots(ctx, c, w, key)
	if err != nil {
		return err
	}
	if asJSON {
		if err := printJSON(c.out, p); err != nil {
			return err
		}
	} else {
		for _, l := range p.Lines() {
			c.printf("%s\n", l)
		}
	}
	return ballotFaults(p)
}

func proveBallots(ctx context.Context, c *call, w *where, key string) (ballots.Proof, error) {
	if _, err := os.Stat(c.args[0]); err == nil || c.args[0] == "-" || len(c.args) > 2 {
		f, err := readBallots(c)
		return ballots.Prove(f, key), err
	}
	q := ballotsOf{Game: c.args[0], Key: key}
	if len(c.args) == 2 {
		n, err := strconv.Atoi(c.args[1])
		if err != nil || n < 1 {
			return ballots.Proof{}, &wrongUse{fmt.Sprintf("%q is no number of a proposal", c.args[1]), "the usage is: nomicmail verify --ballots GAME [PROPOSAL]"}
		}
		q.Proposal = n
	}
	return askOnce(ctx, w, q)
}

// readBallots reads what files tell of sealed votes: letters as they were saved,
// an mbox of them, or the record of an export.
func readBallots(c *call) (all ballots.Found, err error) {
	for _, name := range c.args {
		raw, err := readMail(c.in, name)
		if err != nil {
			return all, err
		}
		f, err := ballotsIn(name, raw)
		if err != nil {
			return all, err
		}
		all.Tallies, all.Lists, all.Broken = append(all.Tallies, f.Tallies...), append(all.Lists, f.Lists...), append(all.Broken, f.Broken...)
	}
	return all, nil
}

func ballotsIn(name string, raw []byte) (all ballots.Found, err error) {
	switch {
	case bytes.HasPrefix(raw, []byte("{")):
		entries, err := entriesIn(raw)
		if err != nil {
			return all, fmt.Errorf("%s: %w", name, err)
		}
		return talliesOf(entries), nil
	case bytes.HasPrefix(raw, []byte("From ")):
		box, err := openInOrder(name)
		if err != nil {
			return all, err
		}
		defer func() { err = errors.Join(err, box.close()) }()
		for n := range box.mails {
			mail, err := box.raw(n)
			if err != nil {
				return all, err
			}
			f := ballotsInMail(mail)
			all.Tallies, all.Lists, all.Broken = append(all.Tallies, f.Tallies...), append(all.Lists, f.Lists...), append(all.Broken, f.Broken...)
		}
		return all, nil
	}
	return ballotsInMail(raw), nil
}

// ballotsInMail reads a mail as it came, or words that were saved without its
// header.
func ballotsInMail(raw []byte) ballots.Found {
	mail, words := ballots.Read(parser.Parse(raw, parser.Options{}).Text), ballots.Read(string(raw))
	if len(mail.Tallies)+len(mail.Lists) < len(words.Tallies)+len(words.Lists) {
		return words
	}
	return mail
}

// entriesIn reads an exported record and proves its chain of hashes.
func entriesIn(lines []byte) (all []record.Entry, err error) {
	var prev record.Hash
	for line := range bytes.Lines(lines) {
		e, err := record.Unmarshal(bytes.TrimSpace(line))
		if err != nil {
			return nil, err
		}
		if err := record.Check(e); err != nil {
			return nil, err
		}
		if e.Prev != prev {
			return nil, fmt.Errorf("entry %d does not follow the one before it", e.N)
		}
		all, prev = append(all, e), e.Hash
	}
	return all, nil
}

// ballotFaults tells each fault; nil when there is none. That there is nothing to
// check is one: whoever asks believes that there is.
func ballotFaults(p ballots.Proof) error {
	var all faults
	for _, f := range p.Wrong() {
		all = append(all, fault{f, "tell the players: the seals and keys that they were sent show who is right"})
	}
	if len(p.Tallies) == 0 {
		all = append(all, fault{"no sealed vote that is over is here", "a result shows its sealed votes only where the custom ballots is sealed (docs/customs.md)"})
	}
	if len(all) == 0 {
		return nil
	}
	return all
}
