package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// setting is one thing that init must know. It is a flag, a key of a file with
// answers, and mostly a question at a terminal.
type setting struct {
	key   string // "imap_tls"; its flag is --imap-tls
	about string // the flag's help, with the name of its value in `quotes`
	ask   string // at a terminal; "" where it is never asked
	// check gives the usual form of an answer, or a fault.
	check func(string) (string, error)
	many  bool // it may be given several times
}

// flag is the name of the setting's flag.
func (s setting) flag() string { return strings.ReplaceAll(s.key, "_", "-") }

// given is an answer that was there before anybody was asked.
type given struct{ value, from string }

// asker has the answers: those that were given, and those of the person at the
// terminal, if one is there.
type asker struct {
	settings []setting
	given    map[string][]given
	person   bool // somebody can be asked
	in       io.Reader
	out      io.Writer // where the questions stand
	// hide stops the terminal from showing what is typed, until show is called.
	hide func() (show func(), err error)
}

// errEnded says that nobody answers any more.
var errEnded = fault{"the answers ended too early; nothing was written", "answer all questions, or give the answers in a file: --answers FILE"}

// setting finds a setting by its key, or by its flag's name.
func (a *asker) setting(key string) (setting, bool) {
	i := slices.IndexFunc(a.settings, func(s setting) bool { return s.key == key || s.flag() == key })
	if i < 0 {
		return setting{}, false
	}
	return a.settings[i], true
}

// has says whether an answer was given.
func (a *asker) has(key string) bool { return len(a.given[key]) > 0 }

// faults checks everything that was given, and that these are. Where somebody
// can be asked a wrong answer is no fault: it is asked again.
func (a *asker) faults(needed ...string) faults {
	var all faults
	for _, s := range a.settings {
		for _, g := range a.given[s.key] {
			if _, err := s.check(g.value); err != nil {
				f := wrongAnswer(err)
				all = append(all, fault{g.from + ": " + f.Text, f.Hint})
			}
		}
		if len(a.given[s.key]) == 0 && slices.Contains(needed, s.key) {
			all = append(all, a.missing(s))
		}
	}
	return all
}

func (a *asker) missing(s setting) fault {
	return fault{s.key + " is missing: " + plainUsage(s.about),
		fmt.Sprintf("give --%s, or write %s = ... into the file of --answers", s.flag(), s.key)}
}

// plainUsage is a flag's help without the quotes around the name of its value.
func plainUsage(s string) string { return strings.ReplaceAll(s, "`", "") }

// wrongAnswer is a fault with a hint, whatever a check returned.
func wrongAnswer(err error) fault {
	var f fault
	if errors.As(err, &f) {
		return f
	}
	all := explain(err)
	return all[0]
}

// text is the answer to a setting: what was given, else what a person answers,
// for which otherwise stands when nothing is typed. Without a person it is
// otherwise, and a fault when that is "".
func (a *asker) text(ctx context.Context, key, otherwise string) (string, error) {
	s, ok := a.setting(key)
	if !ok {
		return "", fmt.Errorf("init: there is no setting %q", key)
	}
	for _, g := range a.given[key] {
		v, err := s.check(g.value)
		if err == nil {
			return v, nil
		}
		if !a.person {
			return "", wrongAnswer(err)
		}
		a.complain(g.from+": ", err)
		delete(a.given, key)
	}
	if !a.person || s.ask == "" {
		if otherwise == "" && s.ask != "" {
			return "", a.missing(s)
		}
		return otherwise, nil
	}
	return a.question(ctx, s, otherwise)
}

// question asks until the answer is right.
func (a *asker) question(ctx context.Context, s setting, otherwise string) (string, error) {
	for {
		fmt.Fprint(a.out, s.ask+" ")
		if otherwise != "" {
			fmt.Fprintf(a.out, "[%s] ", otherwise)
		}
		line, err := a.line(ctx)
		if err != nil {
			return "", err
		}
		if line == "" {
			line = otherwise
		}
		v, err := s.check(line)
		if err == nil {
			return v, nil
		}
		a.complain("", err)
	}
}

// list is the answers to a setting of which there can be many. A person gives
// one on each line, and ends them with an empty one.
func (a *asker) list(ctx context.Context, key string) ([]string, error) {
	s, _ := a.setting(key)
	var all []string
	for _, g := range a.given[key] {
		v, err := s.check(g.value)
		if err != nil && !a.person {
			return nil, wrongAnswer(err)
		}
		if err != nil {
			a.complain(g.from+": ", err)
			continue
		}
		all = append(all, v)
	}
	if !a.person || s.ask == "" || len(all) > 0 {
		return all, nil
	}
	fmt.Fprintln(a.out, s.ask)
	for {
		fmt.Fprint(a.out, "  ")
		line, err := a.line(ctx)
		if err != nil || line == "" {
			return all, err
		}
		v, err := s.check(line)
		if err != nil {
			a.complain("  ", err)
			continue
		}
		all = append(all, v)
	}
}

// yes asks a person a question that wants yes or no.
func (a *asker) yes(ctx context.Context, question string, otherwise bool) (bool, error) {
	word := map[bool]string{true: "yes", false: "no"}
	v, err := a.question(ctx, setting{ask: question, check: oneOf("yes", "no")}, word[otherwise])
	return v == "yes", err
}

// secret asks a person for what nobody is to see. Empty is an answer.
func (a *asker) secret(ctx context.Context, question string) (string, error) {
	fmt.Fprint(a.out, question+" ")
	show, err := a.hide()
	if err != nil {
		return "", fault{"the terminal cannot be stopped from showing the password: " + err.Error(), "put it into a file that only you can read, and give --password-file"}
	}
	defer show()
	line, err := a.line(ctx)
	fmt.Fprintln(a.out)
	return line, err
}

func (a *asker) complain(where string, err error) {
	f := wrongAnswer(err)
	fmt.Fprintf(a.out, "%s%s\n    %s\n", where, oneLine(f.Text), oneLine(f.Hint))
}

// say tells a person something. Without one it is not said.
func (a *asker) say(format string, args ...any) {
	if a.person {
		fmt.Fprintf(a.out, format, args...)
	}
}

// line is what is typed, or the error of a context that ends meanwhile.
func (a *asker) line(ctx context.Context) (string, error) {
	type typed struct {
		line string
		err  error
	}
	come := make(chan typed, 1)
	go func() {
		line, err := typedLine(a.in)
		come <- typed{line, err}
	}()
	select {
	case t := <-come:
		return t.line, t.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// typedLine reads a line and nothing of the next.
func typedLine(in io.Reader) (string, error) {
	var line []byte
	for b := make([]byte, 1); len(line) < 4000; {
		n, err := in.Read(b)
		switch {
		case n == 1 && b[0] == '\n':
			return strings.TrimSpace(string(line)), nil
		case n == 1:
			line = append(line, b[0])
		case errors.Is(err, io.EOF) && len(line) > 0:
			return strings.TrimSpace(string(line)), nil
		case errors.Is(err, io.EOF):
			return "", errEnded
		case err != nil:
			return "", err
		}
	}
	return "", fault{"the line is too long", "it may have 4000 letters"}
}

// person says whether somebody can be asked at in, and gives what hides the
// typing there. It is stty that knows terminals: /dev/null is none.
func person(in io.Reader) (yes bool, hide func() (func(), error)) {
	f, ok := in.(*os.File)
	if !ok || !isTerminal(f) {
		return false, nil
	}
	stty := func(args ...string) (string, error) {
		cmd := exec.Command("stty", args...)
		cmd.Stdin = f
		out, err := cmd.Output()
		return strings.TrimSpace(string(out)), err
	}
	before, err := stty("-g")
	if err != nil {
		return false, nil
	}
	return true, func() (func(), error) {
		_, err := stty("-echo")
		return func() { stty(before) }, err
	}
}

// readAnswers reads "key = value" lines into what was given. A text may stand
// in quotes; # begins a comment at the beginning of a line. The name of a custom
// is a key, too.
func (a *asker) readAnswers(name string, src io.Reader) error {
	var all faults
	lines := bufio.NewScanner(src)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		key, value = strings.TrimSpace(key), unquoted(strings.TrimSpace(value))
		from := fmt.Sprintf("%s:%d", name, n)
		s, known := a.setting(key)
		switch {
		case !ok:
			all = append(all, fault{from + ": this is no answer", "a line is key = value, as in address = nomic@example.org"})
		case isCustom(key):
			a.given["custom"] = append(a.given["custom"], given{key + "=" + value, from})
		case !known:
			all = append(all, fault{fmt.Sprintf("%s: there is no %q to answer", from, key), a.near(key)})
		case len(a.given[s.key]) > 0 && !s.many:
			if a.given[s.key][0].from != "--"+s.flag() { // a flag stands above the file
				all = append(all, fault{fmt.Sprintf("%s: %s stands here again", from, s.key), "keep one of them"})
			}
		default:
			a.given[s.key] = append(a.given[s.key], given{value, from})
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("init: read %s: %w", name, err)
	}
	if len(all) > 0 {
		return all
	}
	return nil
}

// near is a hint for a key that does not exist.
func (a *asker) near(key string) string {
	var keys []string
	for _, s := range a.settings {
		keys = append(keys, s.key)
	}
	if n := nearest(key, keys); n != "" {
		return fmt.Sprintf("did you mean %q?", n)
	}
	return "the answers are " + strings.Join(keys, ", ") + ", and the customs by their names"
}

func unquoted(s string) string {
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}
