package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
)

// replay plays a mailbox offline.
func replay(f *flag.FlagSet) action {
	until := f.String("until", "", "let time pass up to `TIME`; without it up to the last mail")
	outbox := f.String("outbox", "", "write the letters that would be sent to the mbox `FILE`")
	asJSON := jsonFlag(f)
	return func(ctx context.Context, c *call) error {
		file, err := moderator.ReadGameFile(c.args[0])
		if err != nil {
			return err
		}
		out, done, err := createOutbox(*outbox)
		if err != nil {
			return err
		}
		var s moderator.State
		if isExport(c.args[1]) && *until == "" {
			s, err = replayExport(ctx, file, c.args[1], out)
		} else {
			s, err = replayMails(ctx, file, *until, out, c)
		}
		if err := errors.Join(err, done()); err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.out, s)
		}
		printState(c, s)
		return nil
	}
}

// replayMails plays a mailbox in the order of the official times. Of an export
// it is the mails alone.
func replayMails(ctx context.Context, file moderator.GameFile, until string, out io.Writer, c *call) (moderator.State, error) {
	path := c.args[1]
	if isExport(path) {
		path = filepath.Join(path, exportMails)
	}
	box, err := openMailbox(path, file.Start)
	if err != nil {
		return moderator.State{}, err
	}
	defer box.close()
	end, err := lastMoment(until, file.Start, box)
	if err != nil {
		return moderator.State{}, err
	}
	return playMails(ctx, file, box, end, out, c)
}

// lastMoment is up to when a replay lets time pass.
func lastMoment(until string, start time.Time, box *mailbox) (time.Time, error) {
	switch {
	case until != "":
		return parseMoment(until)
	case len(box.mails) > 0:
		return box.mails[len(box.mails)-1].at, nil
	}
	return start, nil
}

// createOutbox opens the mbox that letters go to; w is nil without a name.
func createOutbox(name string) (w io.Writer, done func() error, err error) {
	if name == "" {
		return nil, func() error { return nil }, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, nil, err
	}
	b := bufio.NewWriter(f)
	return b, func() error { return errors.Join(b.Flush(), f.Close()) }, nil
}

// playMails plays the mails up to end and gives the state of the game then.
func playMails(ctx context.Context, file moderator.GameFile, box *mailbox, end time.Time, out io.Writer, c *call) (moderator.State, error) {
	book, err := newTape(out)
	if err != nil {
		return moderator.State{}, err
	}
	defer book.close()
	m, mails, err := playInto(ctx, book, file, box, end, c)
	if err != nil {
		return moderator.State{}, err
	}
	g, err := m.Game(file.Name)
	if err != nil {
		return moderator.State{}, err
	}
	s := moderator.StateOf(g)
	s.Mails = mails
	return s, nil
}

// playInto plays the mails up to end into an empty record.
func playInto(ctx context.Context, book *tape, file moderator.GameFile, box *mailbox, end time.Time, c *call) (*moderator.Moderator, []moderator.MailState, error) {
	m, err := moderator.New(book, moderator.Settings{Address: file.Address, Organisers: file.Organisers, AuthServer: parser.AnyServer})
	if err != nil {
		return nil, nil, err
	}
	if err := begin(m, file, box, c); err != nil {
		return nil, nil, err
	}
	show, wipe := watch(c.err, c.verb.name)
	defer wipe()
	mails := []moderator.MailState{}
	for i, mail := range box.mails {
		if mail.at.After(end) {
			break
		}
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		s, err := playMail(m, box, i)
		if err != nil {
			return nil, nil, err
		}
		mails = append(mails, s)
		show(i+1, len(box.mails))
	}
	return m, mails, passTime(m, end)
}

// begin creates and starts the game. One that has too few players yet waits
// for those who join by mail and for its organiser's "start".
func begin(m *moderator.Moderator, file moderator.GameFile, box *mailbox, c *call) error {
	start := file.Start
	if start.IsZero() && len(box.mails) > 0 {
		start = box.mails[0].at
	}
	by := file.Organiser
	if by == "" {
		by = "the organiser"
	}
	if _, err := m.Create(file, by, start); err != nil {
		return err
	}
	_, err := m.Act(moderator.Act{Game: file.Name, By: by, Verb: "start", At: start})
	var no *rules.Refusal
	if errors.As(err, &no) {
		fmt.Fprintf(c.err, "nomicmail: the game does not start by itself: %s\n", moderator.Sentence(no))
		return nil
	}
	return err
}

func playMail(m *moderator.Moderator, box *mailbox, i int) (moderator.MailState, error) {
	mail := box.mails[i]
	raw, err := box.raw(i)
	if err != nil {
		return moderator.MailState{}, err
	}
	if err := passTime(m, mail.at.Add(-time.Nanosecond)); err != nil {
		return moderator.MailState{}, err
	}
	o, err := m.Receive(moderator.Mail{Raw: raw, At: mail.at, Where: mail.name})
	if err != nil {
		return moderator.MailState{}, fmt.Errorf("%s: %w", mail.name, err)
	}
	return moderator.MailState{ID: o.ID, From: o.From, Outcome: o.Outcome, Commands: append([]string{}, o.Commands...)}, nil
}

// passTime lets each deadline up to the moment at pass at its own time.
func passTime(m *moderator.Moderator, at time.Time) error {
	var last time.Time
	for again := 0; ; {
		due := m.NextDeadline()
		if due.IsZero() || due.After(at) {
			return nil
		}
		if due.After(last) {
			last, again = due, 0
		} else if again++; again > mostTicks {
			return fmt.Errorf("the deadline of %s does not pass", due.Format(time.RFC3339))
		}
		if err := m.Tick(last); err != nil {
			return err
		}
	}
}

// mostTicks is how often one moment may make something happen.
const mostTicks = 1000

// printState tells a state in a page.
func printState(c *call, s moderator.State) {
	c.printf("%s: %s, turn %d, %d circuits complete", s.Game, s.Status, s.Turn, s.Circuits)
	if s.Status == string(rules.Running) {
		c.printf("; %s is the mover (%s)", orDash(s.Mover), s.Phase)
	}
	if len(s.Winner) > 0 {
		c.printf("; won by %s", strings.Join(s.Winner, ", "))
	}
	c.printf("\n\n")
	rows := [][]string{{"PLAYER", "POINTS", "STATUS"}}
	for _, p := range s.Players {
		rows = append(rows, []string{p.Name, p.Points.String(), p.Status})
	}
	printTable(c.out, rows)
	c.printf("\n")
	rows = [][]string{{"PROPOSAL", "KIND", "BY", "STATUS", "FAVOUR", "CAST", "POINTS"}}
	for _, p := range s.Proposals {
		kind := p.Kind
		if p.Target > 0 {
			kind += fmt.Sprintf(" %d", p.Target)
		}
		rows = append(rows, []string{fmt.Sprint(p.Number), kind, p.Proposer, p.Status, fmt.Sprint(p.Favour), fmt.Sprint(p.Cast), p.Points.String()})
	}
	printTable(c.out, rows)
	if len(s.Mails) > 0 {
		c.printf("\n%s: %s\n", counts(len(s.Mails), "mail"), outcomes(s.Mails))
	}
}

// outcomes counts what became of the mails, in the order of first mention.
func outcomes(mails []moderator.MailState) string {
	count, order := map[string]int{}, []string(nil)
	for _, m := range mails {
		what, _, _ := strings.Cut(m.Outcome, ":")
		if count[what]++; count[what] == 1 {
			order = append(order, what)
		}
	}
	for i, what := range order {
		order[i] = fmt.Sprintf("%d %s", count[what], what)
	}
	return strings.Join(order, ", ")
}
