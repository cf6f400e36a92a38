package rulesets_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"pgregory.net/rapid"

	"nomicmail/internal/rules"
	"nomicmail/rulesets"
)

// printed is a way in which people write rules down.
type printed struct {
	name   string
	titled bool // it has the titles
	exact  bool // it keeps the line breaks within a text
	rule   func(set rulesets.Set, r rules.Rule) string
}

// wordFor is how each language writes "rule 101".
var wordFor = map[string]string{"en": "Rule %d", "pt": "Regra %d", "es": "Regla %d", "tr": "Kural %d", "hu": "%d. szabály"}

func tight(text string) string { return strings.ReplaceAll(text, "\n\n", "\n") }

// folded breaks a text as a mail program does, with the marks of lists
// standing out.
func folded(text string, width int, indent string) string {
	var out []string
	for _, s := range strings.Split(text, "\n") {
		line := ""
		for _, w := range strings.Fields(s) {
			if line != "" && utf8.RuneCountInString(indent+line+" "+w) > width {
				out, line = append(out, indent+line), ""
			}
			line = strings.TrimSpace(line + " " + w)
		}
		out = append(out, strings.TrimRight(indent+line, " "))
	}
	return strings.TrimLeft(strings.Join(out, "\n"), " ")
}

var layouts = []printed{
	{"101.", false, true, func(_ rulesets.Set, r rules.Rule) string { return fmt.Sprintf("%d. %s\n\n", r.Number, r.Text) }},
	{"101) in single lines", false, false, func(_ rulesets.Set, r rules.Rule) string {
		return fmt.Sprintf("%d) %s\n", r.Number, tight(r.Text))
	}},
	{"- 101 above", false, false, func(_ rulesets.Set, r rules.Rule) string {
		return fmt.Sprintf("- %d\n%s\n", r.Number, tight(r.Text))
	}},
	{"101 stuck to the line before", false, false, func(_ rulesets.Set, r rules.Rule) string {
		if r.Number%100 == 1 {
			return fmt.Sprintf("- %d\n%s", r.Number, tight(r.Text))
		}
		return fmt.Sprintf(" - %d\n%s", r.Number, tight(r.Text))
	}},
	{"Rule 101", false, true, func(s rulesets.Set, r rules.Rule) string {
		return fmt.Sprintf(wordFor[s.Language]+"\n\n%s\n\n", r.Number, r.Text)
	}},
	{"Rule 101: title", true, true, func(s rulesets.Set, r rules.Rule) string {
		return fmt.Sprintf(wordFor[s.Language]+": %s\n%s\n\n", r.Number, r.Title, r.Text)
	}},
	{"**101**", false, true, func(_ rulesets.Set, r rules.Rule) string {
		return fmt.Sprintf("**%d** %s\n\n", r.Number, r.Text)
	}},
	{"**101. Title**", true, true, func(_ rulesets.Set, r rules.Rule) string {
		return fmt.Sprintf("**%d. %s**\n\n%s\n\n", r.Number, r.Title, r.Text)
	}},
	{"101. *Title.* Text", true, true, func(_ rulesets.Set, r rules.Rule) string {
		return fmt.Sprintf("%d. *%s.* %s\n\n", r.Number, r.Title, r.Text)
	}},
	{"## 101", false, true, func(_ rulesets.Set, r rules.Rule) string {
		return fmt.Sprintf("## %d\n\n%s\n\n", r.Number, r.Text)
	}},
	{"### 101 - Title", true, true, func(_ rulesets.Set, r rules.Rule) string {
		return fmt.Sprintf("### %d - %s\n%s\n\n", r.Number, r.Title, r.Text)
	}},
	{"folded", false, false, func(_ rulesets.Set, r rules.Rule) string {
		return folded(fmt.Sprintf("%d. %s", r.Number, r.Text), 72, "") + "\n\n"
	}},
	{"folded, indented, titled", true, false, func(_ rulesets.Set, r rules.Rule) string {
		return fmt.Sprintf("%d. %s\n\n     %s\n\n", r.Number, r.Title, folded(r.Text, 65, "     "))
	}},
	{"quoted", false, false, func(_ rulesets.Set, r rules.Rule) string {
		return folded(fmt.Sprintf("%d. %s", r.Number, r.Text), 76, "") + "\n\n"
	}},
	{"[101] under drawn lines", false, true, func(_ rulesets.Set, r rules.Rule) string {
		return fmt.Sprintf("[%d]\n\n%s\n\n-----\n\n", r.Number, r.Text)
	}},
}

// around is what stands about the rules, in made-up words.
var around = map[string]struct{ above, below string }{
	"en": {"The Tea Club\n\nWe have played since 1998, and 12 of us are left.\nWrite to us.\n\n", "\nExternal links\n\nThe club's page\n"},
	"pt": {"O Clube do Chá\n\nJogamos desde 1998 e somos 12.\n\n", "\nLigações externas\n\nA página do clube\n"},
	"es": {"El Club del Té\n\nJugamos desde 1998 y somos 12.\n\n", "\nEnlaces externos\n\nLa página del club\n"},
	"tr": {"Çay Kulübü\n\n1998 yılından beri oynuyoruz.\n\n", "\nDış bağlantılar\n\nKulübün sayfası\n"},
	"hu": {"A Teaklub\n\n1998 óta játszunk, most 12-en.\n\n", "\nKülső hivatkozások\n\nA klub lapja\n"},
}

// print writes a set down in a layout, as people do who have no program.
func (p printed) print(set rulesets.Set, headings bool) string {
	var b strings.Builder
	b.WriteString(around[set.Language].above)
	for i, r := range set.Rules {
		if headings && (i == 0 || r.Mutable != set.Rules[i-1].Mutable) {
			b.WriteString(heading(set.Language, r.Mutable))
		} else if i > 0 && r.Number%100 == 1 {
			b.WriteString("\n")
		}
		b.WriteString(p.rule(set, r))
	}
	b.WriteString("\n" + around[set.Language].below)
	if p.name == "quoted" {
		return "> " + strings.ReplaceAll(b.String(), "\n", "\n> ")
	}
	return b.String()
}

func heading(lang string, mutable bool) string {
	of := map[string][2]string{
		"en": {"Immutable rules", "II. Mutable rules"}, "pt": {"Regras Imutáveis", "Regras Mutáveis"},
		"es": {"Reglas inmutables", "Reglas mudables"}, "tr": {"i. değişmez kurallar", "ii. değişken kurallar"},
		"hu": {"Sarkalatos szabályok", "Nem sarkalatos szabályok"},
	}[lang]
	if mutable {
		return "\n" + of[1] + "\n\n"
	}
	return of[0] + "\n\n"
}

// same compares what was imported with what was printed.
func same(t interface {
	Helper()
	Errorf(string, ...any)
}, p printed, got *rulesets.Imported, want rulesets.Set) {
	t.Helper()
	if got.Set.Language != want.Language {
		t.Errorf("%s, %s: the language is %q", want.Name, p.name, got.Set.Language)
	}
	if len(got.Set.Rules) != len(want.Rules) {
		t.Errorf("%s, %s: %d rules, want %d: %q", want.Name, p.name, len(got.Set.Rules), len(want.Rules), got.Doubts)
		return
	}
	for i, w := range want.Rules {
		r := got.Set.Rules[i]
		if !p.titled {
			w.Title = ""
		}
		if r.Number != w.Number || r.Mutable != w.Mutable || r.Title != w.Title {
			t.Errorf("%s, %s: rule %d mutable=%v %q, want %d %v %q", want.Name, p.name, r.Number, r.Mutable, r.Title, w.Number, w.Mutable, w.Title)
		}
		if a, b := loosened(r.Text), loosened(w.Text); a != b || p.exact && r.Text != w.Text {
			t.Errorf("%s, %s: rule %d is\n%q, want\n%q", want.Name, p.name, r.Number, r.Text, w.Text)
		}
	}
}

func loosened(s string) string { return strings.Join(strings.Fields(s), " ") }

// Our own rulesets come back whole from every form in which they can be
// written down, with headings and without.
func TestImportReadsEveryLayout(t *testing.T) {
	for lang := range wordFor {
		name := "suber-mail." + lang
		set := load(t, name)
		for _, p := range layouts {
			for _, headings := range []bool{true, false} {
				got, err := rulesets.Import("tea.txt", []byte(p.print(set, headings)), "")
				if err != nil {
					t.Errorf("%s, %s: %v", name, p.name, err)
					continue
				}
				same(t, p, got, set)
				if len(got.Doubts) > 0 {
					t.Errorf("%s, %s: doubts %q", name, p.name, got.Doubts)
				}
			}
		}
	}
}

// coding is an encoding that can write some of the languages.
type coding struct {
	name, languages string
	encode          func(string) ([]byte, error)
}

func narrow(e encoding.Encoding) func(string) ([]byte, error) {
	return func(s string) ([]byte, error) { return e.NewEncoder().Bytes([]byte(s)) }
}

func wide(order binary.ByteOrder, mark string) func(string) ([]byte, error) {
	return func(s string) ([]byte, error) {
		var b []byte
		for _, u := range utf16.Encode([]rune(mark + s)) {
			b = append(b, 0, 0)
			order.PutUint16(b[len(b)-2:], u)
		}
		return b, nil
	}
}

var codings = []coding{
	{"UTF-8", "en pt es tr hu", narrow(encoding.Nop)},
	{"UTF-8 with its mark", "en pt es tr hu", func(s string) ([]byte, error) { return []byte("\ufeff" + s), nil }},
	{"UTF-16LE", "en pt es tr hu", wide(binary.LittleEndian, "\ufeff")},
	{"UTF-16BE", "en pt es tr hu", wide(binary.BigEndian, "\ufeff")},
	{"UTF-16LE without a mark", "en pt es", wide(binary.LittleEndian, "")},
	{"Latin-1", "en pt es", narrow(charmap.ISO8859_1)},
	{"Windows-1252", "en pt es", narrow(charmap.Windows1252)},
	{"Latin-5", "tr", narrow(charmap.ISO8859_9)},
	{"Windows-1254", "tr", narrow(charmap.Windows1254)},
	{"Latin-2", "hu", narrow(charmap.ISO8859_2)},
	{"Windows-1250", "hu", narrow(charmap.Windows1250)},
}

// In whatever layout, encoding and way of ending lines.
func TestImportReadsEveryEncoding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(bothVariants()).Draw(t, "set") // in which a rule tells the kinds of the others
		set, err := rulesets.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		own := slices.DeleteFunc(slices.Clone(codings), func(c coding) bool { return !strings.Contains(c.languages, set.Language) })
		c := own[rapid.IntRange(0, len(own)-1).Draw(t, "encoding")]
		p := layouts[rapid.IntRange(0, len(layouts)-1).Draw(t, "layout")]
		if strings.HasPrefix(c.name, "Latin-") { // they have no dash
			for i := range set.Rules {
				set.Rules[i].Text = strings.ReplaceAll(set.Rules[i].Text, "–", "-")
			}
		}
		text := p.print(set, rapid.Bool().Draw(t, "headings"))
		text = strings.ReplaceAll(text, "\n", rapid.SampledFrom([]string{"\n", "\r\n", "\r"}).Draw(t, "line end"))
		src, err := c.encode(text)
		if err != nil {
			t.Fatalf("%s cannot be written in %s: %v", name, c.name, err)
		}
		got, err := rulesets.Import("tea.txt", src, "")
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		same(t, p, got, set)
		if len(got.Doubts) > 0 {
			t.Errorf("%s, %s, %s: doubts %q", name, p.name, c.name, got.Doubts)
		}
	})
}

// What is imported is a ruleset file that can be read.
func TestImportedSetsCanBeWritten(t *testing.T) {
	got, err := rulesets.Import("The tea club.txt", []byte(layouts[0].print(load(t, "suber-mail.tr"), true)), "")
	if err != nil {
		t.Fatal(err)
	}
	if got.Set.Name != "The-tea-club.tr" || got.Set.Title != "Çay Kulübü" {
		t.Errorf("the set is called %q, %q", got.Set.Name, got.Set.Title)
	}
	again, err := rulesets.Parse("x.md", written(t, got.Set))
	if err != nil || !reflect.DeepEqual(again, got.Set) {
		t.Errorf("another set came back: %v", err)
	}
}

func TestAttach(t *testing.T) {
	from := load(t, "suber-mail.en")
	got, err := rulesets.Import("tea.txt", []byte(layouts[0].print(from, true)), "")
	if err != nil {
		t.Fatal(err)
	}
	if i := slices.IndexFunc(got.Set.Rules, func(r rules.Rule) bool { return r.Clause != "" }); i >= 0 {
		t.Errorf("rule %d has a clause that nobody asked for", got.Set.Rules[i].Number)
	}
	if err := got.Attach(from); err != nil {
		t.Fatal(err)
	}
	for i, r := range from.Rules {
		if got.Set.Rules[i].Clause != r.Clause {
			t.Errorf("rule %d has the clause %q, want %q", r.Number, got.Set.Rules[i].Clause, r.Clause)
		}
	}
	few, err := rulesets.Import("tea.txt", []byte("208. The players who have 150 points win.\n\n209. No more rules than 25.\n"), "en")
	if err != nil {
		t.Fatal(err)
	}
	if err := few.Attach(from); err != nil {
		t.Fatal(err)
	}
	doubts := strings.Join(few.Doubts, "\n")
	for _, want := range []string{"rule 208: its clause has 200 and its text has not", "missing: rules 102, 108 to 109, 114,"} {
		if !strings.Contains(doubts, want) {
			t.Errorf("no doubt %q in\n%s", want, doubts)
		}
	}
	none, _ := rulesets.Import("tea.txt", []byte("1. The players drink tea.\n"), "en")
	if err := none.Attach(from); err == nil {
		t.Error("clauses were attached to rules that they are not for")
	}
}

// Nothing that anybody gives to Import makes it panic; what it makes can be
// written and read; and what it refuses, it refuses with a line and a hint.
func FuzzImport(f *testing.F) {
	for _, p := range layouts {
		f.Add([]byte(p.print(load(f, "suber-table.hu"), true)[:2000]))
	}
	f.Add([]byte("101. A. 102. B.\n- 103\n(1) x.Yes - 104\n\n**105 T** u\n```\n106\n"))
	f.Add([]byte("\xff\xfe1\x000\x00.\x00 \x00A\x00"))
	f.Fuzz(func(t *testing.T, src []byte) {
		got, err := rulesets.Import("x.txt", src, "")
		if err != nil {
			for _, fault := range err.(rulesets.Faults) {
				if fault.Line < 1 || fault.Line > bytes.Count(src, nil) || fault.Hint == "" {
					t.Errorf("the fault %v", fault)
				}
			}
			return
		}
		if again, err := rulesets.Parse("x.md", written(t, got.Set)); err != nil || len(again.Rules) != len(got.Set.Rules) {
			t.Fatalf("%v\n%s", err, written(t, got.Set))
		}
	})
}
