package main

import (
	"context"
	"errors"
	"flag"
	"reflect"
	"strconv"
	"strings"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
)

// entriesOf asks for the record of a game from an entry on.
type entriesOf struct {
	Game string
	From uint64
}

// entryLine is an entry with its events told in a line each.
type entryLine struct {
	Entry record.Entry `json:"entry"`
	Lines []string     `json:"lines"`
}

func (entriesOf) path() string { return "record" }

func (q entriesOf) answer(_ context.Context, o *office, _ progress) ([]entryLine, error) {
	g, err := o.game(q.Game)
	if err != nil {
		return nil, err
	}
	list := []entryLine{}
	for e, err := range o.book.Entries(q.Game, max(q.From, 1)) {
		if err != nil {
			return nil, err
		}
		l := entryLine{Entry: e}
		for _, ev := range e.Events {
			l.Lines = append(l.Lines, moderator.Line(g, ev))
		}
		list = append(list, l)
	}
	return list, nil
}

func showRecord(f *flag.FlagSet) action {
	w, asJSON := whereFlags(f), jsonFlag(f)
	from := f.Uint64("from", 1, "begin with entry `N`")
	hashes := f.Bool("hashes", false, "show the hash of each entry")
	return func(ctx context.Context, c *call) error {
		list, err := askOnce(ctx, w, entriesOf{c.args[0], *from})
		if err != nil {
			return err
		}
		if *asJSON {
			for _, e := range list {
				if err := printLine(c.out, e.Entry); err != nil {
					return err
				}
			}
			return nil
		}
		var rows [][]string
		for _, e := range list {
			rows = append(rows, entryRows(e, *hashes)...)
		}
		printTable(c.out, rows)
		return nil
	}
}

// entryRows has the entry's number, time, cause and how sure it was who wrote the
// mail on its first line alone.
func entryRows(e entryLine, hashes bool) [][]string {
	cause := e.Entry.Cause.Kind
	if e.Entry.Cause.From != "" {
		cause = e.Entry.Cause.From
	}
	head := []string{strconv.FormatUint(e.Entry.N, 10), moment(e.Entry.At), cause, e.Entry.Cause.Trust}
	lines := e.Lines
	if hashes {
		lines = append([]string{"hash " + e.Entry.Hash.String()}, lines...)
	}
	var rows [][]string
	for _, l := range lines {
		rows = append(rows, append(head, l))
		head = []string{"", "", "", ""}
	}
	if len(lines) == 0 {
		rows = append(rows, head)
	}
	return rows
}

// verifyAll proves the whole record.
type verifyAll struct{}

// verified is what was proved, or where it is damaged.
type verified struct {
	Games   int           `json:"games"`
	Entries int           `json:"entries"`
	Throws  int           `json:"throws"` // of dice, all thrown again
	Faults  []store.Fault `json:"faults"`
}

func (verifyAll) path() string { return "verify" }

func (verifyAll) answer(_ context.Context, o *office, tell progress) (verified, error) {
	v := verified{Faults: []store.Fault{}}
	damage, err := o.book.Verify(tell)
	if err != nil || len(damage) > 0 {
		v.Faults = append(v.Faults, damage...)
		return v, err
	}
	names, err := o.book.Games()
	if err != nil {
		return v, err
	}
	places, err := o.book.Places()
	if err != nil {
		return v, err
	}
	for _, name := range names {
		all, err := o.retell(name)
		if err != nil {
			v.Faults = append(v.Faults, store.Fault{Game: name, Key: "entries/" + name, What: err.Error()})
		}
		v.Faults = append(v.Faults, dieFaults(name, all, places)...)
		v.Games, v.Entries, v.Throws = v.Games+1, v.Entries+len(all), v.Throws+throws(all)
	}
	return v, nil
}

// retell makes a game anew from its entries, which shows that they still tell
// the one that is being played, and gives them.
func (o *office) retell(name string) ([]record.Entry, error) {
	var all []record.Entry
	for e, err := range o.book.Entries(name, 1) {
		if err != nil {
			return all, err
		}
		all = append(all, e)
	}
	m, err := o.moderator()
	if err != nil {
		return all, err
	}
	playing, err := m.Game(name)
	if err != nil {
		return all, err
	}
	told := moderator.StateOf(moderator.Fold(all))
	if !reflect.DeepEqual(told, moderator.StateOf(playing)) && o.unmoved(name, all) {
		return all, errors.New("the entries tell another game than the one that is being played")
	}
	return all, nil
}

func throws(all []record.Entry) (n int) {
	for _, e := range all {
		for _, event := range e.Events {
			if _, is := event.(rules.DieThrown); is {
				n++
			}
		}
	}
	return n
}

// dieFaults throws every die of a game again, with the secrets of the record and
// those that are kept for dice not yet thrown.
func dieFaults(name string, all []record.Entry, places map[string]string) (faults []store.Fault) {
	kept := func(turn, draw int) string { return places[moderator.DiePlace(name, turn, draw)] }
	for _, u := range moderator.CheckDice(name, all, kept) {
		faults = append(faults, store.Fault{Game: name, Entry: u.Entry, Key: u.Die, What: u.What})
	}
	return faults
}

// unmoved says that a game has not gone on since its entries were read.
func (o *office) unmoved(name string, read []record.Entry) bool {
	n, _, err := o.book.Head(name)
	return err == nil && n == uint64(len(read))
}

func verify(f *flag.FlagSet) action {
	w, asJSON := whereFlags(f), jsonFlag(f)
	sealed := f.Bool("ballots", false, "check sealed votes instead: of a game, or in files")
	key := f.String("key", "", "with --ballots: say which vote your `KEY` opens")
	return func(ctx context.Context, c *call) error {
		if *sealed {
			return verifyBallots(ctx, c, w, *key, *asJSON)
		}
		if len(c.args) > 0 || *key != "" {
			return &wrongUse{"verify takes a game, files and --key with --ballots alone", "the usage is: nomicmail verify, or nomicmail verify --ballots GAME"}
		}
		show, end := watch(c.err, "verify")
		v, err := w.verify(ctx, show)
		end()
		if err != nil {
			return err
		}
		if *asJSON {
			if err := printJSON(c.out, v); err != nil {
				return err
			}
		}
		if len(v.Faults) == 0 && !*asJSON {
			c.printf("every hash is right: %d entries of %s\n", v.Entries, counts(v.Games, "game"))
			if v.Throws > 0 {
				c.printf("every die shows what its secret says: %d thrown\n", v.Throws)
			}
		}
		return damageFaults(v.Faults)
	}
}

// verify has the record verified; one that is too much damaged to be opened is
// read as it lies.
func (w *where) verify(ctx context.Context, show progress) (verified, error) {
	d, err := w.desk(ctx)
	if errors.Is(err, store.ErrDamaged) {
		c, err := w.load(false)
		if err != nil {
			return verified{}, err
		}
		damage, err := store.VerifyFile(c.database(), show)
		return verified{Faults: damage}, err
	}
	if err != nil {
		return verified{}, err
	}
	defer d.close()
	return ask(ctx, d, verifyAll{}, show)
}

// damageFaults tells each damaged place; nil when there is none.
func damageFaults(damage []store.Fault) error {
	var all faults
	for _, f := range damage {
		hint := "stop the daemon, keep this file, and put the last backup in its place"
		if strings.HasPrefix(f.Key, "die/") {
			hint = "the file is as it was written: somebody chose this die; tell the players"
		}
		all = append(all, fault{f.String(), hint})
	}
	if len(all) == 0 {
		return nil
	}
	return all
}
