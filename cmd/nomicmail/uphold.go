package main

import (
	"context"
	"flag"
	"slices"
	"strings"

	"nomicmail/internal/moderator"
)

// upholding asks what it would change to uphold claims of error.
type upholding struct{ Game, Words string }

func (upholding) path() string { return "upholding" }

func (q upholding) answer(_ context.Context, o *office, _ progress) ([]string, error) {
	m, err := o.moderator()
	if err != nil {
		return nil, err
	}
	return m.Upholding(q.Game, q.Words)
}

// uphold shows what would change, asks, and does it.
func uphold(f *flag.FlagSet) action {
	w, by, asJSON := whereFlags(f), byFlag(f), jsonFlag(f)
	yes := f.Bool("yes", false, "do not ask")
	return func(ctx context.Context, c *call) error {
		d, err := w.desk(ctx)
		if err != nil {
			return err
		}
		defer d.close()
		words := upheldWords(c.args[1:])
		if !*yes {
			changes, err := ask(ctx, d, upholding{c.args[0], words}, silent)
			if err != nil {
				return err
			}
			if !c.confirm("to put these ballots right", "Do it?", changes) {
				return fault{"nothing was changed", "answer yes, or give --yes, to uphold"}
			}
		}
		done, err := ask(ctx, d, act{moderator.Act{Game: c.args[0], By: *by, Verb: "uphold", Words: words}}, silent)
		if err != nil {
			return err
		}
		return printDone(c, done, *asJSON)
	}
}

// upheldWords are the words of the order by mail: each ballot, an argument with a
// colon, stands on a line of its own.
func upheldWords(args []string) string {
	i := slices.IndexFunc(args, func(a string) bool { return strings.Contains(a, ":") })
	if i < 0 {
		return strings.Join(args, " ")
	}
	return strings.Join(append([]string{strings.Join(args[:i], " ")}, args[i:]...), "\n")
}
