package rulesets_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nomicmail/internal/rules"
	"nomicmail/rulesets"
)

const head = "# Title\n\nName: x.en\nLanguage: en\n\n"

func TestParseReportsEveryFault(t *testing.T) {
	src := "Some words.\n" + // 1: no title, name, language
		"### 1. Early\n" + // 2: no section
		"A text.\n" +
		"## Wild rules\n" + // 4: unknown section
		"Stray text.\n" + // 5
		"```clause\n" + // 6: no rule
		"goal = 1\n" +
		"```\n" +
		"### 101. Empty\n" + // 9: no text
		"```clause\n" + // 10: empty
		"```\n" +
		"Late text.\n" + // 12
		"```clause\n" + // 13: second
		"goal = 2\n" +
		"```\n" +
		"### 101. Again\n" + // 16
		"Caf\xe9.\n" + // 17
		"```python\n" + // 18
		"```\n" +
		"### Number\n" + // 20
		"Bell \a.\n" + // 21
		"#### Deep\n" + // 22
		"```clause\n" // 23: not closed
	_, err := rulesets.Parse("club.md", []byte(src))
	faults, ok := err.(rulesets.Faults)
	if !ok {
		t.Fatalf("error %T %v, want Faults", err, err)
	}
	want := []string{
		"club.md:1: the ruleset has no title: ", "club.md:1: the ruleset has no name: ", "club.md:1: the ruleset has no language: ",
		"club.md:2: rule 1 is in no section: ",
		`club.md:4: the section "Wild rules" is unknown: `,
		"club.md:5: this text belongs to no rule: ", "club.md:6: this clause belongs to no rule: ",
		"club.md:9: rule 101 has no text: ", "club.md:10: the clause of rule 101 is empty: ",
		"club.md:12: rule 101 has text below its clause: ", "club.md:13: rule 101 has a second clause: ",
		"club.md:16: rule 101 stands here a second time: the first is at line 9;",
		"club.md:17: these bytes are no UTF-8: ", `club.md:18: a fence of the kind "python": `,
		`club.md:20: the heading "Number" has no rule number: `, "club.md:21: the control character U+0007: ",
		`club.md:22: the heading "#### Deep" has no place here: `, "club.md:23: this fence is not closed: ",
	}
	if len(faults) != len(want) {
		t.Errorf("%d faults, want %d", len(faults), len(want))
	}
	for _, w := range want {
		if !strings.Contains("\n"+err.Error(), "\n"+w) {
			t.Errorf("no fault %q in\n%v", w, err)
		}
	}
}

func TestParseChecksClauses(t *testing.T) {
	src := head + // 5 lines
		"## Mutable rules\n### 1. One\nA text.\n```clause\n\ngoal = 100\ngaol = 3\n```\n" +
		"### 2. Two\nA text.\n```clause\ngoal = \"many\"\n```\n" +
		"### 3. Three\nA text.\n```clause\ndef adopted(vote):\n    return vote.favor > 0\n```\n"
	_, err := rulesets.Parse("club.md", []byte(src))
	faults, _ := err.(rulesets.Faults)
	if len(faults) != 3 {
		t.Fatalf("%d faults, want 3: %v", len(faults), err)
	}
	for i, want := range []struct {
		line int
		word string
	}{{12, `"gaol"`}, {17, "goal"}, {23, "favor"}} {
		if f := faults[i]; f.Line != want.line || !strings.Contains(f.Problem, want.word) {
			t.Errorf("fault %v, want one of line %d about %s", f, want.line, want.word)
		}
	}
	_, err = rulesets.Parse("club.md", []byte(head+"## Mutable rules\n### 1\nNever.\n```clause\ndef adopted(vote):\n    return False\n```\n"))
	if err == nil || !strings.Contains(err.Error(), "unanimous") {
		t.Errorf("a set by which nothing can be adopted gave %v", err)
	}
}

func TestParseText(t *testing.T) {
	for _, c := range []struct{ name, file, text string }{
		{"lines join", "One\ntwo\n  three", "One two three"},
		{"paragraphs", "\n\nOne\n\n\n\nTwo\n\n", "One\n\nTwo"},
		{"items", "Three:\n(a) one\n    more\n- two\n12. three", "Three:\n(a) one more\n- two\n12. three"},
		{"no items", "one\n(abcd) two\n1234. three\n(a)four", "one (abcd) two 1234. three (a)four"},
		{"backslash breaks", "One\\\ntwo\nthree", "One\ntwo three"},
		{"backslash escapes", "\\# One\n\\- two\n\\\\three\\\\", "# One - two \\three\\"},
		{"CRLF and BOM", "One\r\ntwo\r\n", "One two"},
		{"composed", "Cafe\u0301", "Caf\u00e9"},
	} {
		set, err := rulesets.Parse("x.md", []byte("\ufeff"+head+"## Mutable rules\n### 7\n"+c.file))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if got := set.Rules[0].Text; got != c.text {
			t.Errorf("%s: got %q, want %q", c.name, got, c.text)
		}
	}
}

func TestParseKeepsTheOrderOfRules(t *testing.T) {
	set, err := rulesets.Parse("x.md", []byte(head+"## mutable RULES\n### 9. Nine\nN.\n### 3\nT.\n## Regras imutáveis\n### 5.\nF.\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []rules.Rule{{Number: 9, Mutable: true, Title: "Nine", Text: "N."}, {Number: 3, Mutable: true, Text: "T."}, {Number: 5, Text: "F."}}
	if !reflect.DeepEqual(set.Rules, want) {
		t.Errorf("got %+v", set.Rules)
	}
}

func TestParseRefusesAHugeFile(t *testing.T) {
	if _, err := rulesets.Parse("x.md", make([]byte, 2<<20)); err == nil || !strings.HasPrefix(err.Error(), "x.md:1: ") {
		t.Errorf("got %v", err)
	}
}

// Whatever text a rule has, a written file gives it back.
func TestWrittenSetsComeBack(t *testing.T) {
	word := rapid.SampledFrom([]string{"a", "rule", "Ünïcödé", "#", "##x", "```", "```clause", "-", "*", "(a)", "3.", "12345.", `\`, `\\`, `x\`, "Name:", "\u00a0a\u00a0", strings.Repeat("long", 25)})
	line := rapid.Map(rapid.SliceOfN(word, 1, 40), func(w []string) string { return strings.Join(w, " ") })
	paragraph := rapid.Map(rapid.SliceOfN(line, 1, 4), func(l []string) string { return strings.Join(l, "\n") })
	text := rapid.Map(rapid.SliceOfN(paragraph, 1, 3), func(p []string) string { return strings.Join(p, "\n\n") })
	clause := rapid.SampledFrom([]string{"", "goal = 1", "def votes_of(player):\n    return 1\n\n\ngoal = 2", "_x = \"\"\"\n```\n````clause\n\"\"\"\ngoal = 3"})
	rapid.Check(t, func(t *rapid.T) {
		set := rulesets.Set{
			Name:     "club.hu",
			Language: rapid.SampledFrom([]string{"en", "pt", "es", "tr", "hu", "fi"}).Draw(t, "language"),
			Title:    "The club: our game",
			Preface:  rapid.OneOf(rapid.Just(""), text).Draw(t, "preface"),
		}
		for i := range rapid.IntRange(1, 4).Draw(t, "rules") {
			set.Rules = append(set.Rules, rules.Rule{
				Number:  []int{301, 7, 112, 208}[i],
				Mutable: rapid.Bool().Draw(t, "mutable"),
				Title:   rapid.SampledFrom([]string{"", "Title", "301. Title", "# x"}).Draw(t, "title"),
				Text:    text.Draw(t, "text"),
				Clause:  clause.Draw(t, "clause"),
			})
		}
		src := written(t, set)
		again, err := rulesets.Parse("club.md", src)
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		if !reflect.DeepEqual(again, set) {
			t.Fatalf("another set came back:\n%#v\n%#v\n%s", set, again, src)
		}
	})
}

// Nothing that anybody gives to Parse makes it panic, and faults name lines of
// the file.
func FuzzParse(f *testing.F) {
	f.Add([]byte(head + "## Mutable rules\n### 101. X\nText.\n```clause\ngoal = 1\n```\n"))
	f.Add([]byte("### \n```\n\\\\\n# \n## \n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		_, err := rulesets.Parse("x.md", src)
		faults, _ := err.(rulesets.Faults)
		for _, fault := range faults {
			if n := strings.Count(string(src), "\n") + 1; fault.Line < 1 || fault.Line > n || fault.Hint == "" {
				t.Errorf("fault %v in a file of %d lines", fault, n)
			}
		}
	})
}

// What the documentation shows as clauses can be used as they stand there.
func TestDocumentedClauses(t *testing.T) {
	page, err := os.ReadFile("../docs/clauses.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := strings.Split(string(page), "```clause\n")[1:]
	if len(shown) == 0 {
		t.Fatal("docs/clauses.md shows no clause")
	}
	for _, s := range shown {
		code, _, _ := strings.Cut(s, "```")
		if _, err := rulesets.Parse("clauses.md", []byte(head+"## Mutable rules\n### 1\nA text.\n```clause\n"+code+"```\n")); err != nil {
			t.Errorf("%v in\n%s", err, code)
		}
	}
}
