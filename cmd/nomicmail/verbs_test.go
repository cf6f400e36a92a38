package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// runs runs the program as main does.
func runs(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errout bytes.Buffer
	code = run(t.Context(), args, strings.NewReader(stdin), &out, &errout)
	return code, out.String(), errout.String()
}

func TestEveryVerbIsDocumented(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range verbs() {
		if seen[v.name] {
			t.Errorf("%s stands twice in the table", v.name)
		}
		seen[v.name] = true
		if v.short == "" || !strings.Contains(v.long, "  nomicmail "+v.name) && !strings.Contains(v.long, "nomicmail "+v.name) {
			t.Errorf("%s has no line or no example", v.name)
		}
		if strings.HasSuffix(v.short, ".") || columns(v.name+" "+v.args)+columns(v.short) > 110 {
			t.Errorf("%s: %q is not one short line", v.name, v.short)
		}
		code, out, _ := runs(t, "", append(strings.Fields(v.name), "--help")...)
		if code != exitDone || !strings.HasPrefix(out, "nomicmail "+v.name) {
			t.Errorf("%s --help: exit %d, %q", v.name, code, out)
		}
	}
}

// TestVerbsThatPrintDataHaveJSON names those that print none.
func TestVerbsThatPrintDataHaveJSON(t *testing.T) {
	without := []string{"serve", "demo", "config", "unit", "completion", "help"}
	for _, v := range verbs() {
		if !slices.Contains(flagNames(v), "json") && !slices.Contains(without, v.name) {
			t.Errorf("%s has no --json", v.name)
		}
	}
}

func TestWrongUse(t *testing.T) {
	for _, c := range []struct{ args, text, hint string }{
		{"sevre", `there is no verb "sevre"`, `did you mean "serve"?`},
		{"outbx", `there is no verb "outbx"`, `did you mean "outbox"?`},
		{"zzz", `there is no verb "zzz"`, `nomicmail help lists the verbs`},
		{"game", "game wants a second word: new, list, show, start, pause, resume", "nomicmail help game explains them"},
		{"game lsit", `game has no "lsit"`, `did you mean "game list"?`},
		{"game show", "game show wants GAME", "the usage is: nomicmail game show [flags] GAME"},
		{"game show a b", `game show takes GAME and no more, and there is also "b"`, ""},
		{"version x", `version takes no argument, and "x" is one`, ""},
		{"version --jsno", "version has no flag --jsno", "did you mean --json?"},
		{"record tea --from", "--from of record wants a value", ""},
		{"help gmae", `there is no verb "gmae"`, `did you mean "game"?`},
		{"completion tcsh", `there is no completion for "tcsh"`, ""},
		{"player add tea Ada", "player add wants a name and an address", ""},
		{"rules tea 203a", `"203a" is no number of a rule`, ""},
		{"undo tea x", `"x" is no number of an entry`, ""},
		{"game new tea --file tea.toml", "game new takes a name or --file, not both", ""},
	} {
		code, out, stderr := runs(t, "", strings.Fields(c.args)...)
		lines := strings.Split(strings.TrimSuffix(stderr, "\n"), "\n")
		if code != exitUse || out != "" || len(lines) != 2 {
			t.Errorf("%s: exit %d, stdout %q, stderr %q", c.args, code, out, stderr)
			continue
		}
		if lines[0] != "nomicmail: "+c.text || !strings.HasPrefix(lines[1], "nomicmail: hint: ") || c.hint != "" && lines[1] != "nomicmail: hint: "+c.hint {
			t.Errorf("%s:\n%s", c.args, stderr)
		}
	}
}

// TestArity: what stands in brackets may be left out, of however many words it is.
func TestArity(t *testing.T) {
	for args, want := range map[string][2]int{
		"":                                    {0, 0},
		"GAME [WHAT]":                         {1, 2},
		"GAME WHO...":                         {2, 1 << 20},
		"GAME ADDRESS ROLE [ID] [by HOST...]": {3, 1 << 20},
		"[a B] C":                             {1, 3},
	} {
		if least, most := arity(args); [2]int{least, most} != want {
			t.Errorf("%q takes %d to %d", args, least, most)
		}
	}
}

// TestFlagsStandAnywhere reads the same from flags before and after arguments,
// and takes numbers below zero for arguments.
func TestFlagsStandAnywhere(t *testing.T) {
	for _, c := range []struct{ args, from, plain string }{
		{"tea --from 3 --json", "3", "tea"},
		{"--from 3 tea --json", "3", "tea"},
		{"--json --from=3 tea", "3", "tea"},
		{"--json tea -- --from", "", "tea --from"},
		{"tea Ada -3 because", "", "tea Ada -3 because"},
		{"tea -", "", "tea -"},
	} {
		set := flag.NewFlagSet("x", flag.ContinueOnError)
		set.Bool("json", false, "")
		from := set.String("from", "", "")
		named, plain := sortArgs(set, strings.Fields(c.args))
		if err := set.Parse(named); err != nil || *from != c.from || strings.Join(plain, " ") != c.plain || set.NArg() > 0 {
			t.Errorf("%s: from %q, plain %q, %v", c.args, *from, plain, err)
		}
	}
}

func TestHelp(t *testing.T) {
	_, all, _ := runs(t, "")
	for _, v := range verbs() {
		if !strings.Contains(all, "\n  "+v.name) || !strings.Contains(all, v.short) {
			t.Errorf("help does not list %s", v.name)
		}
	}
	_, games, _ := runs(t, "", "help", "game")
	if !strings.Contains(games, "nomicmail game new") || !strings.Contains(games, "nomicmail game resume") {
		t.Errorf("help game: %s", games)
	}
}

// TestBashCompletion asks bash itself.
func TestBashCompletion(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal("this test needs bash")
	}
	code, script, _ := runs(t, "", "completion", "bash")
	if code != exitDone {
		t.Fatal("exit", code)
	}
	for line, want := range map[string]string{
		"nomicmail ser":                 "serve",
		"nomicmail game re":             "resume",
		"nomicmail game new --rules":    "--ruleset",
		"nomicmail record tea --ha":     "--hashes",
		"nomicmail outbox ret":          "retry",
		"nomicmail replay x y --outbox": "--outbox",
	} {
		words := strings.Fields(line)
		ask := script + "\nCOMP_WORDS=(" + line + ")\nCOMP_CWORD=" + string(rune('0'+len(words)-1)) + "\n_nomicmail\necho \"${COMPREPLY[@]}\"\n"
		out, err := exec.Command(bash, "-c", ask).CombinedOutput()
		if err != nil || strings.TrimSpace(string(out)) != want {
			t.Errorf("%s: %q, %v", line, out, err)
		}
	}
}

var update = flag.Bool("update", false, "write the list of verbs into the README")

// TestReadmeListsTheVerbs compares the list in the README with the table.
func TestReadmeListsTheVerbs(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(readme), "<!-- verbs -->\n")
	list, after, ok2 := strings.Cut(rest, "<!-- end of verbs -->")
	if !ok || !ok2 {
		t.Fatal("the README has no list between <!-- verbs --> and <!-- end of verbs -->")
	}
	if *update {
		writeFile(t, "../../README.md", before+"<!-- verbs -->\n"+readmeVerbs()+"<!-- end of verbs -->"+after, 0o644)
	} else if list != readmeVerbs() {
		t.Errorf("the README's list is not that of the table: go test ./cmd/nomicmail -run Readme -update")
	}
}

func TestTablesLineUp(t *testing.T) {
	var b bytes.Buffer
	printTable(&b, [][]string{{"NAME", "X"}, {"Ada", "1"}, {"李明", "2"}, {"Zoë", "3"}, {"a\nb", "4"}})
	want := "NAME  X\nAda   1\n李明  2\nZoë   3\na b   4\n"
	if b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
}
