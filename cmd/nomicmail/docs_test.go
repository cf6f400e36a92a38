package main

import (
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nomicmail/internal/mailer"
)

// document is one of our pages.
func document(t *testing.T, name string) string {
	t.Helper()
	src, err := os.ReadFile("../../" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(src), "\\\n", " ")
}

var (
	shownCommand = regexp.MustCompile("(?m)^(?:    )(.*\\bnomicmail .*)$|`(nomicmail [^`…]*)`")
	between      = regexp.MustCompile(` \| | && | > `)
	ourUse       = regexp.MustCompile(`^(?:sudo (?:-u nomicmail )?)?nomicmail (.*)$`)
	pointer      = regexp.MustCompile(`docs/trouble\.md, "([^"]+)"`)
)

// shellWords takes a command line apart, as far as our pages need it.
func shellWords(line string) []string {
	var all []string
	var quote rune
	word, open := "", false
	for _, r := range line + " " {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' && (word == "" || open) || r == '"'):
			quote, open = r, true
		case quote == 0 && r == ' ':
			if word != "" || open {
				all = append(all, word)
			}
			word, open = "", false
		default:
			word += string(r)
		}
	}
	return all
}

// commandsIn are the uses of our program in a page, each without what stands
// before it and behind a pipe.
func commandsIn(page string) (all [][]string) {
	for _, m := range shownCommand.FindAllStringSubmatch(page, -1) {
		line, _, _ := strings.Cut(m[1]+m[2], " # ")
		line = strings.ReplaceAll(line, "$(date +%F)", "2026-03-01")
		for _, piece := range between.Split(line, -1) {
			if use := ourUse.FindStringSubmatch(strings.Join(strings.Fields(piece), " ")); use != nil {
				all = append(all, shellWords(use[1]))
			}
		}
	}
	return all
}

// TestCommandsInDocs: every use of our program that a page shows is one that
// the program takes: the verb is there, its flags are, and as many arguments.
func TestCommandsInDocs(t *testing.T) {
	seen := 0
	for _, name := range []string{"README.md", "docs/run.md", "docs/trouble.md", "docs/customs.md", "docs/threats.md", "docs/clauses.md"} {
		for _, args := range commandsIn(document(t, name)) {
			seen++
			if err := takes(args); err != nil {
				t.Errorf("%s: nomicmail %s: %v", name, strings.Join(args, " "), err)
			}
		}
	}
	if seen < 80 {
		t.Errorf("only %d commands were found", seen)
	}
}

// takes says why the program would not take a command line.
func takes(args []string) error {
	v, rest, err := findVerb(args)
	if err != nil {
		if slices.ContainsFunc(verbs(), func(v verb) bool { return strings.HasPrefix(v.name, args[0]+" ") }) && len(args) == 1 {
			return nil // a page speaks of all the verbs that begin so
		}
		return err
	}
	set := flag.NewFlagSet(v.name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	v.flags(set)
	named, plain := sortArgs(set, rest)
	if err := set.Parse(named); err != nil && !errors.Is(err, flag.ErrHelp) {
		return err
	}
	if _, most := arity(v.args); len(plain) > most {
		return fmt.Errorf("%q is too much", plain[most:])
	}
	return nil
}

// TestRunGuide does what docs/run.md says about making a game, in the order in
// which it does, and takes its file of answers.
func TestRunGuide(t *testing.T) {
	dir := t.TempDir()
	page := document(t, "docs/run.md")
	_, toml, ok := strings.Cut(page, "```toml\n")
	toml, _, ok2 := strings.Cut(toml, "```")
	_, answers, ok3 := strings.Cut(page, "```answers\n")
	answers, _, ok4 := strings.Cut(answers, "```")
	if !ok || !ok2 || !ok3 || !ok4 {
		t.Fatal("the page has no game file or no answers")
	}
	writeFile(t, filepath.Join(dir, "tea.toml"), strings.Replace(toml, `"tea"`, `"cake"`, 1), 0o644)
	writeFile(t, filepath.Join(dir, "answers.txt"), answers, 0o644)
	writeFile(t, filepath.Join(dir, "secret"), "s3cret\n", 0o600)
	t.Chdir(dir)
	code, out, errout := runs(t, "", "init", "--answers", "answers.txt", "--password-file", "secret", "--untested", "--data", "first", "--config", "first.toml")
	if code != exitDone || !strings.Contains(out, "the game tea is made, with 2 players, and its first turn has begun") {
		t.Errorf("init: exit %d\n%s%s", code, out, errout)
	}
	done := 0
	for _, block := range strings.Split(page, "<!-- run -->\n")[1:] {
		block, _, _ = strings.Cut(block, "<!-- end of run -->")
		for _, args := range commandsIn(block) {
			done++
			if code, _, errout := runs(t, "", append(args, "--data", "data")...); code != exitDone {
				t.Errorf("nomicmail %s: exit %d\n%s", strings.Join(args, " "), code, errout)
			}
		}
	}
	if done < 5 {
		t.Errorf("only %d commands were run", done)
	}
}

// TestPointersIntoTrouble: the sections that faults and hints name are there,
// and the hints of the mailer that an operator meets most have one.
func TestPointersIntoTrouble(t *testing.T) {
	page := document(t, "docs/trouble.md")
	there := func(section string) bool { return strings.Contains(page, "\n### "+section+"\n") }
	found := 0
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING || strings.HasSuffix(name, "_test.go") {
				return true
			}
			text, _ := strconv.Unquote(lit.Value)
			for _, m := range pointer.FindAllStringSubmatch(text, -1) {
				if found++; m[1] != "%q" && !there(m[1]) {
					t.Errorf("%s: docs/trouble.md has no %q", name, m[1])
				}
			}
			return true
		})
	}
	if found < 3 {
		t.Errorf("only %d pointers were found", found)
	}
	refused := errors.New("535 5.7.8 authentication failed")
	hints := map[string]string{
		mailer.Hint(&mailer.LoginError{Account: mailer.Account{Address: "imap.example.org:993"}, Err: refused}):                               "App password",
		mailer.Hint(&mailer.LoginError{Account: mailer.Account{Address: "imap.example.org:993"}, Err: errors.New("IMAP access is disabled")}): "IMAP is switched off",
		mailer.Hint(fmt.Errorf("mailer: connect: %w", &net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded})):                                 "Blocked port",
		"this provider may have no tags (name+tag@domain)":                                                                                    "No plus tags",
	}
	for _, p := range mailer.Providers() {
		hints[p.Password] = "App password"
	}
	for hint, want := range hints {
		if got := troubleOf(hint); got != want || !there(got) {
			t.Errorf("%q leads to %q, want %q", hint, got, want)
		}
	}
}
