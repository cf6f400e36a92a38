//go:build unix

package rulesets_test

import (
	"fmt"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/text/encoding/charmap"

	"nomicmail/internal/rules"
	"nomicmail/rulesets"
)

func imported(t *testing.T, text string) *rulesets.Imported {
	t.Helper()
	got, err := rulesets.Import("tea.txt", []byte(text), "")
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// outline is a set in one line: numbers, kinds and texts.
func outline(set rulesets.Set) string {
	var parts []string
	for _, r := range set.Rules {
		kind := "i"
		if r.Mutable {
			kind = "m"
		}
		title := ""
		if r.Title != "" {
			title = "<" + r.Title + ">"
		}
		parts = append(parts, fmt.Sprintf("%d%s%s %s", r.Number, kind, title, r.Text))
	}
	return strings.Join(parts, " | ")
}

func TestImportTellsRulesFromReferences(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a reference begins a line",
			"101. The tea is for those who\nkeep rule\n103. The others get water.\n102. Cups are blue.\n103. Pots are red.\n",
			"101i The tea is for those who keep rule 103. The others get water. | 102i Cups are blue. | 103i Pots are red."},
		{"a reference fills a gap",
			"201. Cups are blue.\n202. The cups are those of rule\n203. They are washed.\n204. Pots are red.\n",
			"201m Cups are blue. | 202m The cups are those of rule 203. They are washed. | 204m Pots are red."},
		{"a rule is named at the beginning of a paragraph",
			"Rule 201\nCups are blue.\n\nRule 202\nPots are red.\n\nRule 203 says more on this.\n\nRule 203\nTea is green.\n",
			"201m Cups are blue. | 202m Pots are red.\n\nRule 203 says more on this. | 203m Tea is green."},
		{"numbers of other things",
			"1. Read this.\n2. Then play.\n\n101. Tea is made\n1. with water,\n2. with leaves.\n\n102. It is drunk.\n\n1998. That was the year.\n",
			"101i Tea is made\n1. with water,\n2. with leaves. | 102i It is drunk.\n\n1998. That was the year."},
		{"ranges and ordinals",
			"101-102 are the first rules.\n\n101. Tea is green.\n\n102. Cups are blue.\n103rd street is where we meet.\n10.30 is when.\n",
			"101i Tea is green. | 102i Cups are blue.\n\n103rd street is where we meet.\n\n10.30 is when."},
		{"a table of contents",
			"101. Tea\n102. Cups\n103. Pots\n\n101. Tea is green here.\n102. Cups are blue here.\n103. Pots are red here.\n",
			"101i Tea is green here. | 102i Cups are blue here. | 103i Pots are red here."},
		{"all in one line",
			"101. Tea is green. 102. Cups are blue, as rule 101 has it. 103. Pots are red.",
			"101i Tea is green. | 102i Cups are blue, as rule 101 has it. | 103i Pots are red."},
		{"numbers below 100",
			"1. Tea is green.\n2. Cups are blue.\n3. Pots are red.\n",
			"1m Tea is green. | 2m Cups are blue. | 3m Pots are red."},
		{"a list of sections",
			"1. Immutable rules\n\n5. Tea is green.\n6. Cups are blue.\n\n2. Mutable rules\n\n7. Pots are red.\n",
			"5i Tea is green. | 6i Cups are blue. | 7m Pots are red."},
		{"bare numbers",
			"101\nTea is green.\n102\nCups are blue.\n103 Pots are red.\n",
			"101i Tea is green. | 102i Cups are blue. | 103i Pots are red."},
		{"lost breaks",
			"- 101\nTea is (a) green;\n(b) black.Cups are blue. - 102\nPots are red.They are few.\n",
			"101i Tea is (a) green;\n(b) black.\n\nCups are blue. | 102i Pots are red. They are few."},
		{"a hyphen at the end of a line",
			"101. Nobody in this club may propose a rule-\nchange before the tea is drunk, and the cups\nare washed by those who drank it.\n102. Tea is green.\n",
			"101i Nobody in this club may propose a rule-change before the tea is drunk, and the cups are washed by those who drank it. | 102i Tea is green."},
	} {
		if got := outline(imported(t, c.text).Set); got != c.want {
			t.Errorf("%s:\n%q, want\n%q", c.name, got, c.want)
		}
	}
}

func TestImportLeavesOutWhatIsNoRule(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a signature", "201. Tea is green.\n\n202. Cups are blue.\n\n-- \nAda Quillfeather\n", "201m Tea is green. | 202m Cups are blue."},
		{"a source", "201. Tea is green.\n202. Cups are blue.\nThe chief cup is bluer.\nOur page is http://tea.example.org, in its third year.\nSee you!\n",
			"201m Tea is green. | 202m Cups are blue.\n\nThe chief cup is bluer."},
		{"a headed page", "201. Tea is green.\n\n202. Cups are blue.\n\nThey are washed.\n\nWho we are\n\nA club.\n",
			"201m Tea is green. | 202m Cups are blue.\n\nThey are washed."},
		{"Markdown headings", "# Tea\n\n## Part one\n\n### 201\n\nTea is green.\n\n## Part two\n\nOn cups:\n\n### 202\n\nCups are blue.\n\n#### Note\n\nNot red.\n",
			"201m Tea is green. | 202m Cups are blue.\n\n#### Note\n\nNot red."},
		{"code", "201. Tea is green.\n```\ngoal = 3\n```\n202. Cups are blue.\n", "201m Tea is green. | 202m Cups are blue."},
	} {
		got := imported(t, c.text)
		if o := outline(got.Set); o != c.want {
			t.Errorf("%s:\n%q, want\n%q", c.name, o, c.want)
		}
		if !strings.Contains(strings.Join(got.Doubts, "\n"), "left out") {
			t.Errorf("%s: nobody is told: %q", c.name, got.Doubts)
		}
	}
}

func TestImportFindsTheKinds(t *testing.T) {
	const tea = "\n\n103. The tea is green, and this is the rule.\n\n201. Cups are blue.\n\n202. Pots are red.\n"
	for _, c := range []struct{ name, text, immutable, doubt string }{
		{"rule 101", "101. These are 101-103 (immutable) and 201-202 (mutable).\n\n102. Play." + tea, "101 102 103", ""},
		{"rule 102", "101. Play.\n\n102. Rules 101 to 102 and 103 to 105 are immutable, and 201 to 202 are not immutable." + tea, "101 102 103", "missing: rules 104 to 105, which rule 102 names"},
		{"the other way round", "101. Play.\n\n102. The rules from 101 to 103 are mutable; those from 201 to 202 are immutable." + tea, "201 202", ""},
		{"the kind first", "101. Immutable are 101 to 103, mutable 201 to 202.\n\n102. An immutable rule is not mutable." + tea, "101 102 103", ""},
		{"hundreds", "101. Play.\n\n102. At first the 100's are immutable and the 200's are mutable." + tea, "101 102 103", ""},
		{"rule before headings", "Mutable rules\n\n101. These are 101-103 (immutable) and 201-202 (mutable).\n\n102. Play." + tea, "101 102 103", "the heading says another kind"},
		{"headings", "Mutable rules\n\n101. Play.\n\nImmutable rules\n\n102. Play on." + tea, "102 103 201 202", ""},
		{"one heading", "Immutable rules\n\n101. Play.\n\n102. Play on." + tea, "101 102 103", "rules 201 to 202 are guessed"},
		{"no heading", "101. Play.\n\n102. Play on." + tea, "101 102 103", "rules 101 to 103, 201 to 202 are guessed"},
		{"they disagree", "101. 101-103 are immutable, 201-202 mutable.\n\n102. 101-103 are mutable, 201-202 immutable." + tea, "101 102 103", "rules 101 and 102 disagree"},
		{"more than there are", "101. 101-104 are immutable, 201-202 mutable.\n\n102. Play." + tea, "101 102 103", "missing: rule 104, which rule 101 names"},
		{"pt", "101. São 101 a 103 (imutáveis) e 201 a 202 (mutáveis).\n\n102. Joga-se." + tea, "101 102 103", "*"},
		{"es", "101. Las reglas de la 101 a la 103 son inmutables y las 201-202, mudables.\n\n102. Se juega." + tea, "101 102 103", "*"},
		{"tr", "101. 101 ile 103 arası değişmez, 201 ile 202 arası değişkendir.\n\n102. Oyun." + tea, "101 102 103", "*"},
		{"hu", "101. Sarkalatos a 101-től 103-ig, nem sarkalatos a 201-től 202-ig.\n\n102. Játék." + tea, "101 102 103", "*"},
	} {
		got := imported(t, c.text)
		var numbers []string
		for _, r := range got.Set.Rules {
			if !r.Mutable {
				numbers = append(numbers, fmt.Sprint(r.Number))
			}
		}
		if o := strings.Join(numbers, " "); o != c.immutable {
			t.Errorf("%s: immutable are %s, want %s", c.name, o, c.immutable)
		}
		doubts := strings.Join(got.Doubts, "\n")
		if c.doubt != "*" && (c.doubt == "" && doubts != "" || !strings.Contains(doubts, c.doubt)) {
			t.Errorf("%s: the doubts are %q", c.name, got.Doubts)
		}
	}
}

func TestImportDoubts(t *testing.T) {
	for _, c := range []struct{ name, text, doubt string }{
		{"a gap", "201. The tea is green.\n\n204. The cups are blue.\n", "missing: rules 202 to 203"},
		{"the first are missing", "103. The tea is green.\n\n104. The cups are blue.\n", "missing: rules 101 to 102"},
		{"not in order", "201. The tea is green.\n\n304. The cups are blue.\n\n202. The pots are red.\n\n203. The pots are full.\n",
			"line 3 begins like a rule 304, which breaks the order of the numbers; it was read as text of rule 201"},
		{"no language", "201. Tee.\n\n202. Kaffee.\n", "the language could not be told"},
		{"two languages", "201. The tea is green and this is by the rule.\n\n202. A tea zöld, és ez egy szabály, hogy minden jó vagy nem.\n\n203. The cups are blue and of the club.\n",
			"not in English but in Hungarian: rule 202"},
		{"lost letters", "201. The tea is gr\ufffden.\n", "line 1: a letter could not be read"},
		{"a damaged byte", "201. Çay yeşil, oyun ve kural için, oyuncu sırası, değişiklik önerisi ve yargıç, ı\xff.\n", "line 1: a letter could not be read"},
		{"one of several encodings", "201. The caf\xe9 serves \xde.\n", `the file is no UTF-8; it was read as Latin-1, and Latin-5 or Windows-1250 or Latin-2 is as likely: look at "café" in line 1`},
	} {
		if got := imported(t, c.text); !strings.Contains(strings.Join(got.Doubts, "\n"), c.doubt) {
			t.Errorf("%s: the doubts are %q", c.name, got.Doubts)
		}
	}
}

// A defeated proposal leaves a gap in the numbers, and that is no doubt (Rule 108).
func TestGapsAmongProposalsAreNone(t *testing.T) {
	got := imported(t, "Mutable rules\n\n201. The tea is green.\n\n202. The cups are blue.\n\n304. The pots are red.\n\n311. The pots are of the club.\n")
	if len(got.Doubts) > 0 {
		t.Errorf("the doubts are %q", got.Doubts)
	}
}

func TestImportRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, lang, want string }{
		{"nothing", "", "", "tea.txt:1: no rule begins anywhere"},
		{"no numbers", "We drink tea.\nWe like it.\n", "", "tea.txt:1: no rule begins anywhere"},
		{"numbers of other things", "We are 12.\n10 cups are there.\nRule 3 is good.\n", "", "tea.txt:1: no rule begins anywhere"},
		{"a rule without text", "101. The tea.\n\n102.\n\n103. The cups.\n\n104.\n", "", "tea.txt:3: rule 102 has no text: write the text"},
		{"all of them", "101. The tea.\n\n102.\n\n103. The cups.\n\n104.\n", "", "\ntea.txt:7: rule 104 has no text"},
		{"two of a number", "101. Tea.\n\n102. Cups.\n\n102. Pots.\n\n103. Milk.\n", "", "rule 102 stands here a second time: the other one is at line "},
		{"binary", "101. Tea.\n102. \x00\x01\x02.\n", "", "tea.txt:2: the control character U+0000: this is no plain text"},
		{"a PDF", "%PDF-1.7\n101. Tea.\n", "", "tea.txt:1: this is a PDF and no plain text: open it"},
		{"a web page", "\n<!DOCTYPE html><p>101. Tea.\n", "", "tea.txt:1: this is a web page"},
		{"a word processor's", "PK\x03\x04 word/document.xml", "", "tea.txt:1: this is a packed file"},
		{"an unknown language", "101. Tea.\n", "klingon", `tea.txt:1: the language "klingon" is unknown: a language is named by its tag`},
		{"a faulty ruleset file", head + "## Mutable rules\n### 201\nTea.\n```clause\ngoal = = 3\n```\n", "", "tea.txt:10: the clause of rule 201: "},
		{"too long", strings.Repeat("101. Tea.\n", 1<<17), "", "tea.txt:1: the file has more than 1048576 bytes"},
		{"too many numbers", strings.Repeat("101. Tea.\n", 6000), "", "more than 5000 numbers"},
	} {
		_, err := rulesets.Import("tea.txt", []byte(c.text), c.lang)
		if err == nil || !strings.Contains("\n"+err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for _, f := range err.(rulesets.Faults) {
			if f.Line < 1 || f.Hint == "" || f.File == "" {
				t.Errorf("%s: the fault %+v", c.name, f)
			}
		}
	}
}

// A ruleset file is taken as it is.
func TestImportOfARulesetFile(t *testing.T) {
	set := load(t, "suber-table.es")
	got, err := rulesets.Import("x.md", written(t, set), "")
	if err != nil || !reflect.DeepEqual(got.Set, set) {
		t.Errorf("another set came back: %v", err)
	}
}

// spent is the processor time of this program so far: on a busy machine the
// clock says nothing.
func spent(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano())
}

// The longest file there can be is read in a moment, also one made to take long.
func TestImportIsQuick(t *testing.T) {
	var numbers strings.Builder
	for i := range 4900 {
		fmt.Fprintf(&numbers, "%d. a\n", 100000+i)
	}
	for name, text := range map[string]string{
		"one line":        strings.Repeat("tea. ", 1<<20/5),
		"one rule":        "101. " + strings.Repeat("Tea is green. ", 70000),
		"many rules":      numbers.String(),
		"the same number": strings.Repeat("101. a\n", 4900),
		"empty lines":     "101. a" + strings.Repeat("\n", 1<<20-10),
		"wrapped":         "101. a" + strings.Repeat(strings.Repeat("tea ", 18)+"\n", 14000),
		"headings":        "101. a" + strings.Repeat("\n\nMutable rules", 60000),
		"false headings":  "101. a" + strings.Repeat("\nMutable rules\nb", 20000) + strings.Repeat("\n", 700000),
		"fences":          "101. a" + strings.Repeat("\n```", 100001),
		"Nomic":           "101. a" + strings.Repeat("\nNomic is a game and", 50000),
		"high bytes":      "101. a " + strings.Repeat("\xfe\xf0 ", 300000),
	} {
		start := spent(t)
		rulesets.Import("tea.txt", []byte(text), "")
		if took := spent(t) - start; took > 10*time.Second {
			t.Errorf("%s: it took %v", name, took)
		} else {
			t.Logf("%s: %v", name, took)
		}
	}
}

func TestParseRefusesAnUnknownLanguage(t *testing.T) {
	_, err := rulesets.Parse("club.md", []byte("# Tea\n\nName: tea.xx\nLanguage: klingon\n\n## Mutable rules\n### 1\nTea.\n"))
	if err == nil || !strings.HasPrefix(err.Error(), `club.md:4: the language "klingon" is unknown: `) {
		t.Errorf("got %v", err)
	}
}

// Each encoding is known by the letters of the language, in small texts too.
func TestEncodingsOfSmallTexts(t *testing.T) {
	for _, c := range []struct {
		chars *charmap.Charmap
		text  string
	}{
		{charmap.Windows1254, "Çay yeşildir ve bu kural değişmez."},
		{charmap.Windows1250, "A tea zöld, és ez egy szabály: űrlap és őz."},
		{charmap.ISO8859_2, "A tea zöld, és ez egy szabály: űrlap és őz."},
		{charmap.Windows1252, "O chá não é uma regra, são opiniões."},
		{charmap.Windows1252, "El té y los niños: ¿cuál es la regla?"},
	} {
		src, err := c.chars.NewEncoder().String("201. " + c.text + "\n")
		if err != nil {
			t.Fatal(err)
		}
		got := imported(t, src)
		if want := []rules.Rule{{Number: 201, Mutable: true, Text: c.text}}; !reflect.DeepEqual(got.Set.Rules, want) {
			t.Errorf("%v: %q, want %q", c.chars, got.Set.Rules[0].Text, c.text)
		}
	}
}
