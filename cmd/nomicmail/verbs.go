package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// verb is one verb of the command line. Its fields are its whole
// documentation: the dispatch, the help, the list in the README and the shell
// completions are all made from them. That is also why the standard flag
// package is enough and no framework is used: the table is one, and the
// dispatch is forty lines.
type verb struct {
	name  string // one word or two: "serve", "game new"
	args  string // what follows: "GAME [TIME]", "FILE..."
	short string
	long  string // a few lines with an example
	// flags declares the flags of the verb and gives what runs it.
	flags func(*flag.FlagSet) action
}

// action runs a verb whose flags have been read.
type action func(ctx context.Context, c *call) error

// call is one use of a verb.
type call struct {
	streams
	verb verb
	args []string // without the flags
}

// streams are the standard ones.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// printf writes to standard output.
func (s streams) printf(format string, args ...any) { fmt.Fprintf(s.out, format, args...) }

// words are the arguments from the nth on, as one text.
func (c *call) words(n int) string {
	if n >= len(c.args) {
		return ""
	}
	return strings.Join(c.args[n:], " ")
}

// dispatch finds the verb of args and runs it.
func dispatch(ctx context.Context, args []string, s streams) error {
	if args[0] == "-h" || args[0] == "--help" || args[0] == "-help" {
		args = append([]string{"help"}, args[1:]...)
	}
	if args[0] == "--version" {
		args = []string{"version"}
	}
	v, rest, err := findVerb(args)
	if err != nil {
		return err
	}
	set := flag.NewFlagSet(v.name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	act := v.flags(set)
	named, plain := sortArgs(set, rest)
	if err := set.Parse(named); errors.Is(err, flag.ErrHelp) {
		return writeHelp(s.out, v)
	} else if err != nil {
		return wrongFlag(v, set, err)
	}
	least, most := arity(v.args)
	if len(plain) < least || len(plain) > most {
		return &wrongUse{v.miscounted(plain, least), "the usage is: " + v.usage()}
	}
	return act(ctx, &call{streams: s, verb: v, args: plain})
}

// findVerb takes the verb off the front of args.
func findVerb(args []string) (v verb, rest []string, err error) {
	all := verbs()
	for n := min(2, len(args)); n > 0; n-- {
		name := strings.Join(args[:n], " ")
		if i := slices.IndexFunc(all, func(v verb) bool { return v.name == name }); i >= 0 {
			return all[i], args[n:], nil
		}
	}
	return verb{}, nil, unknownVerb(all, args)
}

// unknownVerb says that there is no such verb and which one may be meant.
func unknownVerb(all []verb, args []string) error {
	var names, heads, tails []string
	for _, v := range all {
		names = append(names, v.name)
		head, tail, two := strings.Cut(v.name, " ")
		if two && head == args[0] {
			tails = append(tails, tail)
		}
		heads = append(heads, head)
	}
	if len(tails) > 0 {
		text := fmt.Sprintf("%s wants a second word: %s", args[0], strings.Join(tails, ", "))
		hint := fmt.Sprintf("nomicmail help %s explains them", args[0])
		if len(args) > 1 {
			if near := nearest(args[1], tails); near != "" {
				text = fmt.Sprintf("%s has no %q", args[0], args[1])
				hint = fmt.Sprintf("did you mean %q?", args[0]+" "+near)
			}
		}
		return &wrongUse{text, hint}
	}
	hint := "nomicmail help lists the verbs"
	if near := nearest(args[0], append(names, heads...)); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	return &wrongUse{fmt.Sprintf("there is no verb %q", args[0]), hint}
}

// usage is the verb with its arguments.
func (v verb) usage() string {
	s := "nomicmail " + v.name
	if len(flagNames(v)) > 0 {
		s += " [flags]"
	}
	if v.args != "" {
		s += " " + v.args
	}
	return s
}

func (v verb) miscounted(got []string, least int) string {
	if len(got) < least {
		return fmt.Sprintf("%s wants %s", v.name, v.args)
	}
	if v.args == "" {
		return fmt.Sprintf("%s takes no argument, and %q is one", v.name, got[0])
	}
	return fmt.Sprintf("%s takes %s and no more, and there is also %q", v.name, v.args, got[len(got)-1])
}

// arity reads from a verb's args how many there may be: those in brackets may
// be left out, and "..." allows more.
func arity(args string) (least, most int) {
	optional := false // brackets go round several words, too
	for _, word := range strings.Fields(args) {
		most++
		optional = optional || strings.HasPrefix(word, "[")
		if !optional {
			least++
		}
		optional = optional && !strings.HasSuffix(word, "]")
		if strings.Contains(word, "...") {
			return least, 1 << 20
		}
	}
	return least, most
}

// sortArgs tells flags from arguments, so that flags may stand before or after
// them. What follows "--" is never a flag, nor is a number below zero.
func sortArgs(set *flag.FlagSet, args []string) (named, plain []string) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			return named, append(plain, args[i+1:]...)
		case len(a) < 2 || a[0] != '-' || a[1] >= '0' && a[1] <= '9':
			plain = append(plain, a)
		default:
			named = append(named, a)
			if wantsValue(set, a) && i+1 < len(args) {
				i++
				named = append(named, args[i])
			}
		}
	}
	return named, plain
}

// wantsValue says whether the flag a takes the next argument as its value.
func wantsValue(set *flag.FlagSet, a string) bool {
	name := strings.TrimLeft(a, "-")
	if strings.Contains(name, "=") {
		return false
	}
	f := set.Lookup(name)
	if f == nil {
		return false
	}
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return !ok || !b.IsBoolFlag()
}

// wrongFlag rewords what package flag says.
func wrongFlag(v verb, set *flag.FlagSet, err error) error {
	text := err.Error()
	hint := "the usage is: " + v.usage()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		text = fmt.Sprintf("%s has no flag --%s", v.name, strings.TrimLeft(name, "-"))
		if near := nearest(strings.TrimLeft(name, "-"), flagNames(v)); near != "" {
			hint = "did you mean --" + near + "?"
		}
	} else if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		text = fmt.Sprintf("--%s of %s wants a value", strings.TrimLeft(name, "-"), v.name)
	} else {
		text = fmt.Sprintf("%s: %s", v.name, text)
	}
	return &wrongUse{text, hint}
}

// flagNames are the names of a verb's flags, sorted.
func flagNames(v verb) []string {
	set := flag.NewFlagSet(v.name, flag.ContinueOnError)
	v.flags(set)
	var names []string
	set.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return names
}

// bare is for verbs without flags.
func bare(act action) func(*flag.FlagSet) action {
	return func(*flag.FlagSet) action { return act }
}

// nearest finds the name that a slip of the fingers may have meant, or "".
func nearest(word string, names []string) string {
	best, least := "", 3
	if len(word) < 5 {
		least = 2
	}
	for _, n := range names {
		if d := distance(word, n); d < least || d == least && best == "" && len(word) > 3 {
			best, least = n, d
		}
		if len(word) >= 3 && strings.HasPrefix(n, word) && best == "" {
			best = n
		}
	}
	return best
}

// distance counts the letters to add, drop, change or swap to make b of a.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	before, last := []int(nil), make([]int, len(t)+1)
	for j := range last {
		last[j] = j
	}
	for i := range s {
		row := make([]int, len(t)+1)
		row[0] = i + 1
		for j := range t {
			cost := 1
			if s[i] == t[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(t)]
}
