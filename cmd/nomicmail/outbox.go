package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

// outboxList asks for the letters that are neither sent nor dropped.
type outboxList struct{}

func (outboxList) path() string { return "outbox" }

func (outboxList) answer(_ context.Context, o *office, _ progress) ([]record.Letter, error) {
	list, err := o.book.Waiting()
	if list == nil {
		list = []record.Letter{}
	}
	return list, err
}

func listOutbox(f *flag.FlagSet) action {
	w, asJSON := whereFlags(f), jsonFlag(f)
	return func(ctx context.Context, c *call) error {
		list, err := askOnce(ctx, w, outboxList{})
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.out, list)
		}
		if len(list) == 0 {
			c.printf("the outbox is empty\n")
			return nil
		}
		rows := [][]string{{"STATUS", "GAME", "KIND", "TO", "TRIES", "NEXT", "ID", "WHY"}}
		for _, l := range list {
			rows = append(rows, []string{l.Status, orDash(l.Game), l.Kind, addressed(l), strconv.Itoa(l.Tries), moment(l.Next), l.ID, l.Why})
		}
		printTable(c.out, rows)
		if slices.ContainsFunc(list, func(l record.Letter) bool { return l.Status == record.Doubtful }) {
			c.printf("\nA doubtful letter may have arrived: the connection broke before the server's last\n" +
				"word. Ask its reader; then \"outbox retry\" sends it again and \"outbox drop\" does not.\n")
		}
		return nil
	}
}

// addressed are the addresses of a letter; of several, with how far each is.
func addressed(l record.Letter) string {
	all := l.Left()
	if len(l.Ends) == 0 || len(l.Ends)+len(all) == 1 {
		return strings.Join(l.To, ", ")
	}
	for _, e := range l.Ends {
		all = append(all, e.To+" ("+e.Status+")")
	}
	return strings.Join(all, ", ")
}

// again has a letter tried anew, for the addresses that have not had it for
// certain.
func again(l *record.Letter, now time.Time) {
	l.Ends = slices.DeleteFunc(slices.Clone(l.Ends), func(e record.End) bool { return e.Status != record.Sent })
	l.Status, l.Next, l.Again, l.Ended = record.Waiting, now, now, time.Time{}
}

// outboxMark asks for a letter to be tried again at once, or never.
type outboxMark struct {
	ID   string // Message-ID; its beginning will do when only one fits
	Drop bool
}

func (outboxMark) path() string { return "outbox/mark" }

func (q outboxMark) answer(_ context.Context, o *office, _ progress) (record.Letter, error) {
	l, err := o.findLetter(q.ID)
	if err != nil {
		return l, err
	}
	err = o.book.Mark(l.ID, func(marked *record.Letter) {
		switch {
		case q.Drop:
			marked.Status, marked.Next = record.Dropped, time.Time{}
		case marked.Status != record.Sent:
			again(marked, o.now().UTC())
		}
		l = *marked
	})
	if errors.Is(err, store.ErrNoLetter) {
		return l, fault{"no letter waits under " + q.ID, "nomicmail outbox lists those that do"}
	}
	if err == nil && o.mailed != nil {
		o.mailed()
	}
	return l, err
}

// findLetter finds a waiting letter by its Message-ID or the beginning of it.
func (o *office) findLetter(id string) (record.Letter, error) {
	list, err := o.book.Waiting()
	if err != nil {
		return record.Letter{}, err
	}
	var found []record.Letter
	for _, l := range list {
		if l.ID == id || strings.HasPrefix(strings.Trim(l.ID, "<>"), strings.Trim(id, "<>")) {
			found = append(found, l)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return record.Letter{}, fault{"no letter waits under " + id, "nomicmail outbox lists those that do"}
	}
	return record.Letter{}, fault{fmt.Sprintf("%d letters begin with %s", len(found), id), "write more of the id; nomicmail outbox lists them"}
}

// markLetter is "outbox retry" and "outbox drop".
func markLetter(drop bool) func(*flag.FlagSet) action {
	return func(f *flag.FlagSet) action {
		w, asJSON := whereFlags(f), jsonFlag(f)
		return func(ctx context.Context, c *call) error {
			l, err := askOnce(ctx, w, outboxMark{c.args[0], drop})
			if err != nil {
				return err
			}
			if *asJSON {
				return printJSON(c.out, l)
			}
			what := "will be tried again"
			if drop {
				what = "will not be sent"
			}
			c.printf("%s to %s: %q %s\n", l.Kind, strings.Join(l.To, ", "), l.Subject, what)
			return nil
		}
	}
}
