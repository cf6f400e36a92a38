package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strings"
	"syscall"

	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
	"nomicmail/rulesets"
)

// fault is why something could not be done, and what to do about it, for the
// operator: each one line, lower case, without a full stop.
type fault struct {
	Text string `json:"text"`
	Hint string `json:"hint"`
}

func (f fault) Error() string { return f.Text }

// faults are several at once, such as all that is wrong with a config.
type faults []fault

func (f faults) Error() string {
	var lines []string
	for _, one := range f {
		lines = append(lines, one.Text)
	}
	return strings.Join(lines, "\n")
}

// wrongUse is a command line that makes no sense.
type wrongUse struct{ text, hint string }

func (w *wrongUse) Error() string { return w.text }

// errQuiet ends a verb with exit code 1 when it has said everything itself.
var errQuiet = errors.New("already said")

// report prints err as two lines a fault and gives the exit code.
func report(w io.Writer, err error) int {
	var use *wrongUse
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errQuiet):
		return exitFault
	case errors.As(err, &use):
		printFault(w, fault{use.text, use.hint})
		return exitUse
	}
	for _, f := range explain(err) {
		printFault(w, f)
	}
	return exitFault
}

func printFault(w io.Writer, f fault) {
	fmt.Fprintf(w, "nomicmail: %s\nnomicmail: hint: %s\n", oneLine(f.Text), oneLine(f.Hint))
}

// oneLine keeps a fault on its line, whatever a file name or a server put in.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}

// explain gives the faults that an error amounts to. It is where the words of
// other packages become the operator's.
func explain(err error) faults {
	var (
		one     fault
		many    faults
		refusal *rules.Refusal
		file    moderator.FileFaults
		set     rulesets.Faults
		misread *moderator.Misread
		path    *fs.PathError
		use     *wrongUse
	)
	switch {
	case errors.As(err, &one):
		return faults{one}
	case errors.As(err, &many):
		return many
	case errors.As(err, &use): // of a question at the socket
		return faults{{use.text, use.hint}}
	case errors.As(err, &refusal):
		return faults{{strings.TrimSuffix(moderator.Sentence(refusal), "."), refusalHint(refusal)}}
	case errors.As(err, &file):
		return fileFaults(file)
	case errors.As(err, &set):
		return rulesetFaults(set)
	case errors.Is(err, store.ErrInUse):
		return faults{{strings.TrimPrefix(err.Error(), "store: open: "),
			"stop that process, or ask the daemon: its socket must be where the config says (docs/trouble.md, \"It holds the record\")"}}
	case errors.Is(err, store.ErrDamaged):
		return faults{{err.Error(), "stop the daemon, keep this file, and put the last backup in its place (docs/trouble.md, \"Damaged record\")"}}
	case errors.As(err, &misread):
		return faults{{misread.Error(), fmt.Sprintf("write it like this: %q", misread.Hint)}}
	case errors.Is(err, moderator.ErrNoGame):
		return faults{{err.Error(), "nomicmail game list shows the games there are"}}
	case errors.Is(err, context.Canceled):
		return faults{{"interrupted", "what was done before that is kept; run it again for the rest"}}
	case errors.Is(err, context.DeadlineExceeded):
		return faults{{err.Error(), "it took too long: try again"}}
	case errors.Is(err, syscall.ENOSPC):
		return faults{{err.Error(), "the disk is full: make room and run it again, nothing was half written (docs/trouble.md, \"Disk full\")"}}
	case errors.Is(err, syscall.EROFS):
		return faults{{err.Error(), readOnlyHint}}
	case errors.Is(err, fs.ErrPermission):
		return faults{{err.Error(), "run it as the user that owns the data folder, e.g. sudo -u nomicmail nomicmail ..."}}
	case errors.As(err, &path) && errors.Is(err, fs.ErrNotExist):
		return faults{{fmt.Sprintf("there is no %s", path.Path), "check the name and the folder it is read from"}}
	}
	return faults{{err.Error(), "nothing was changed by this; try again, and if it stays, keep these lines with your report"}}
}

func refusalHint(r *rules.Refusal) string {
	if r.Hint != "" {
		return fmt.Sprintf("you can write %q; nothing has changed", r.Hint)
	}
	return "nothing has changed; nomicmail game show tells how the game stands"
}

func rulesetFaults(set rulesets.Faults) faults {
	var all faults
	for _, f := range set {
		all = append(all, fault{fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Problem), f.Hint})
	}
	return all
}

func fileFaults(lines moderator.FileFaults) faults {
	var all faults
	for _, l := range lines {
		all = append(all, fault{l, pageOf(l)})
	}
	return all
}

// unknownKey finds the table of a game file in which there is no such key.
var unknownKey = regexp.MustCompile(`: unknown key "([a-z_]+)`)

// pageOf is the page that has what a line about a game file is about.
func pageOf(line string) string {
	m := unknownKey.FindStringSubmatch(line)
	if m == nil {
		return "docs/run.md shows a whole game file"
	}
	switch m[1] {
	case "list", "shadow", "officers":
		return "docs/lists.md shows how a game file names lists"
	case "customs":
		return "docs/customs.md has every custom"
	case "proposal", "rule", "next_rule":
		return "nomicmail import writes these tables, and docs/lists.md tells of it"
	}
	return "docs/run.md shows a whole game file"
}

// counts is a number of things, such as "1 rule" or "7 rules".
func counts(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
