package main

import (
	"context"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"nomicmail/internal/moderator"
)

// act asks the moderator to do what the organiser could also ask by mail.
type act struct{ Act moderator.Act }

// doneLine is what an act did.
type doneLine struct {
	Entry   uint64   `json:"entry"` // of the record, 0 when nothing changed
	Hash    string   `json:"hash"`
	News    []string `json:"news"`
	Serving bool     `json:"serving"` // the daemon did it, and sends its letters
}

// done is d as it is told, after whoever sends its letters has been woken.
func (o *office) done(d moderator.Done) doneLine {
	if d.Entry > 0 && o.mailed != nil {
		o.mailed()
	}
	return doneLine{Entry: d.Entry, Hash: d.Hash, News: append([]string{}, d.News...), Serving: o.serving}
}

func (act) path() string { return "act" }

func (q act) answer(_ context.Context, o *office, _ progress) (doneLine, error) {
	m, err := o.moderator()
	if err != nil {
		return doneLine{}, err
	}
	q.Act.By, q.Act.At = o.config.by(q.Act.By), o.now().UTC()
	if err := o.overdue(m, q.Act); err != nil {
		return doneLine{}, err
	}
	d, err := m.Act(q.Act)
	return o.done(d), err
}

// overdue stops an act that would let a deadline pass: mail that was received
// before it may still be unread, and has its say first.
func (o *office) overdue(m *moderator.Moderator, a moderator.Act) error {
	if o.config.Mail.IMAP.Server == "" {
		return nil // no mail can come
	}
	g, err := m.Game(a.Game)
	if err != nil {
		return err
	}
	due := g.NextDeadline()
	if due.IsZero() || !due.Before(a.At) {
		return nil
	}
	hint := "nomicmail serve reads the mail first; then do it again"
	if o.serving {
		hint = "the mail is being read: do it again in a minute; if that does not help, nomicmail check says what is wrong"
	}
	return fault{fmt.Sprintf("nothing is done: something of %s was due on %s UTC, and mail from before that may still be unread", a.Game, clockTime(due)), hint}
}

// actOn is a verb whose words go to the moderator as they stand: GAME first.
func actOn(name string) func(*flag.FlagSet) action {
	return func(f *flag.FlagSet) action {
		w, by, asJSON := whereFlags(f), byFlag(f), jsonFlag(f)
		return func(ctx context.Context, c *call) error {
			a := moderator.Act{Game: c.args[0], By: *by, Verb: name, Words: c.words(1)}
			return doAct(ctx, c, w, a, *asJSON)
		}
	}
}

func doAct(ctx context.Context, c *call, w *where, a moderator.Act, asJSON bool) error {
	d, err := askOnce(ctx, w, act{a})
	if err != nil {
		return err
	}
	return printDone(c, d, asJSON)
}

func printDone(c *call, d doneLine, asJSON bool) error {
	if asJSON {
		return printJSON(c.out, d)
	}
	for _, n := range d.News {
		c.printf("%s\n", n)
	}
	if d.Entry == 0 && len(d.News) == 0 {
		c.printf("nothing has changed\n")
		return nil
	}
	if d.Entry != 0 {
		c.printf("entry %d, %.16s\n", d.Entry, d.Hash)
	}
	if !d.Serving {
		c.printf("the daemon is not running: letters wait until nomicmail serve sends them\n")
	}
	return nil
}

// as enters what a player said by another way than mail.
func as(f *flag.FlagSet) action {
	w, by, asJSON := whereFlags(f), byFlag(f), jsonFlag(f)
	return func(ctx context.Context, c *call) error {
		a := moderator.Act{Game: c.args[1], By: *by, Verb: "as", Player: c.args[0], Words: c.words(2)}
		return doAct(ctx, c, w, a, *asJSON)
	}
}

// undoing asks what an undo would change.
type undoing struct{ Game, Words string }

func (undoing) path() string { return "undoing" }

func (q undoing) answer(_ context.Context, o *office, _ progress) ([]string, error) {
	m, err := o.moderator()
	if err != nil {
		return nil, err
	}
	return m.Undoing(q.Game, q.Words)
}

// undo shows what would change, asks, and does it.
func undo(f *flag.FlagSet) action {
	w, by, asJSON := whereFlags(f), byFlag(f), jsonFlag(f)
	sure := f.Bool("yes", false, "do not ask")
	return func(ctx context.Context, c *call) error {
		n, err := strconv.ParseUint(strings.TrimPrefix(c.args[1], "#"), 10, 64)
		if err != nil || n == 0 {
			return &wrongUse{strconv.Quote(c.args[1]) + " is no number of an entry", "nomicmail record " + c.args[0] + " shows the entries"}
		}
		d, err := w.desk(ctx)
		if err != nil {
			return err
		}
		defer d.close()
		words := strings.TrimSpace(strconv.FormatUint(n, 10) + " " + c.words(2))
		if !*sure {
			changes, err := ask(ctx, d, undoing{c.args[0], words}, silent)
			if err != nil {
				return err
			}
			if !c.confirm(fmt.Sprintf("to undo entry %d", n), "Undo it?", changes) {
				return fault{"nothing was undone", "answer yes, or give --yes, to undo"}
			}
		}
		done, err := ask(ctx, d, act{moderator.Act{Game: c.args[0], By: *by, Verb: "undo", Words: words}}, silent)
		if err != nil {
			return err
		}
		return printDone(c, done, *asJSON)
	}
}

// confirm shows on stderr what an act changes, so that --json stays clean, and
// waits for a yes.
func (c *call) confirm(deed, question string, changes []string) bool {
	say := streams{out: c.err}
	say.printf("%s changes:\n", deed)
	for _, line := range changes {
		say.printf("  %s\n", line)
	}
	if len(changes) == 0 {
		say.printf("  no score, rule, vote, proposal or turn\n")
	}
	say.printf("letters that have gone out cannot be called back; every player is told. %s (yes or no)\n", question)
	return strings.EqualFold(c.readLine(), "yes")
}

// readLine reads one line of the person at the terminal.
func (c *call) readLine() string {
	var line []byte
	for b := make([]byte, 1); len(line) < 1000; {
		if n, err := c.in.Read(b); n == 1 && b[0] != '\n' {
			line = append(line, b[0])
		} else if n == 1 || err != nil {
			break
		}
	}
	return strings.TrimSpace(string(line))
}
