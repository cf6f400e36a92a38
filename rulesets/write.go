package rulesets

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// sections are the headings of the two kinds of rules, in each language. All
// are read; of a language with two rows the last is written. The first is
// written where a set's language has none of its own.
var sections = []struct{ language, immutable, mutable string }{
	{"en", "Immutable rules", "Mutable rules"},
	{"pt", "Regras imutáveis", "Regras mutáveis"},
	{"es", "Reglas inmutables", "Reglas mutables"},
	{"tr", "Değişmez kurallar", "Değişebilir kurallar"},
	{"tr", "Değişmez kurallar", "Değişken kurallar"},
	{"hu", "Megváltoztathatatlan szabályok", "Megváltoztatható szabályok"},
	{"hu", "Sarkalatos szabályok", "Nem sarkalatos szabályok"},
}

// Write writes s in the form that [Parse] reads. Parsing it gives s again,
// provided that its texts have no white space that Markdown would drop.
func (s Set) Write(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\nName: %s\nLanguage: %s\n", s.Title, s.Name, s.Language)
	if s.Preface != "" {
		writeText(&b, s.Preface)
	}
	for i, r := range s.Rules {
		if i == 0 || r.Mutable != s.Rules[i-1].Mutable {
			fmt.Fprintf(&b, "\n## %s\n", s.section(r.Mutable))
		}
		fmt.Fprintf(&b, "\n### %s\n", strings.TrimSpace(fmt.Sprintf("%d. %s", r.Number, r.Title)))
		if r.Power.Sign() > 0 || r.Category != "" {
			b.WriteByte('\n')
		}
		if r.Power.Sign() > 0 {
			fmt.Fprintf(&b, "%s %s\n", powerMark, r.Power)
		}
		if r.Category != "" {
			fmt.Fprintf(&b, "%s %s\n", categoryMark, r.Category)
		}
		writeText(&b, r.Text)
		if r.Clause != "" {
			fence := fenceFor(r.Clause)
			fmt.Fprintf(&b, "\n%sclause\n%s\n%s\n", fence, r.Clause, fence)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (s Set) section(mutable bool) string {
	of := sections[0]
	for _, t := range sections {
		if t.language == s.Language {
			of = t
		}
	}
	if mutable {
		return of.mutable
	}
	return of.immutable
}

func writeText(b *bytes.Buffer, text string) {
	fmt.Fprintf(b, "\n%s\n", strings.Join(wrap(text), "\n"))
}

// fenceFor gives a fence that no line of clause can close.
func fenceFor(clause string) string {
	fence := "```"
	for _, line := range strings.Split(clause, "\n") {
		for strings.HasPrefix(strings.TrimSpace(line), fence) {
			fence += "`"
		}
	}
	return fence
}
