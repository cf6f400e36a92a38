package moderator_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// TestLettersTellCommands: what a letter tells to send in English it tells in every
// language, in words that are read as the same.
func TestLettersTellCommands(t *testing.T) {
	told := map[string]map[string][]string{}
	for _, lang := range templates.Languages() {
		told[lang] = verbsTold(t, lang)
	}
	for shape, verbs := range told["en"] {
		for lang, in := range told {
			for _, v := range verbs {
				if !slices.Contains(in[shape], v) {
					t.Errorf("%s in %s tells of no %q, but of %q", shape, lang, v, in[shape])
				}
			}
		}
	}
}

// writtenSample is a sample as it is written.
type writtenSample struct{ shape, text string }

// inEveryLanguage are all samples by their languages; they are written once.
var inEveryLanguage = sync.OnceValues(func() (map[string][]writtenSample, error) {
	all := map[string][]writtenSample{}
	for _, lang := range templates.Languages() {
		for _, s := range templates.Samples() {
			s.Reader.Language = lang
			w, err := templates.Write(s.Reader, s)
			if err != nil {
				return nil, fmt.Errorf("%s in %s: %w", s.Shape, lang, err)
			}
			all[lang] = append(all[lang], writtenSample{s.Shape, w.Text})
		}
	}
	return all, nil
})

var inQuotes = regexp.MustCompile(`"([^"]*)"`)

// verbsTold are the verbs of all that stands in quotation marks, by the letter.
func verbsTold(t *testing.T, lang string) map[string][]string {
	t.Helper()
	known, told := map[string]string{}, map[string][]string{}
	all, err := inEveryLanguage()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range all[lang] {
		for _, m := range inQuotes.FindAllStringSubmatch(strings.Join(strings.Fields(l.text), " "), -1) {
			if _, is := known[m[1]]; !is {
				known[m[1]] = verbOf(m[1], lang)
			}
			if v := known[m[1]]; v != "" && len(m[1]) > 1 { // a digit is an answer
				told[l.shape] = append(told[l.shape], v)
			}
		}
	}
	return told
}

// verbOf is what words ask for, in a game with turns or in one without. Some of them
// need more behind them, such as a name or a text.
func verbOf(words, lang string) string {
	turns := parser.Context{
		Open: []int{301, 302}, Debate: []int{303, 306}, Proposer: []int{303, 306}, Rules: []int{105, 112, 203, 206, 209},
		Known: true, MayPropose: true, Organiser: true, Language: lang,
	}
	free := turns
	free.Open, free.Debate, free.Proposer, free.Endorsing, free.Cases, free.Idle, free.Pool = []int{1001, 1002}, nil, nil, true, true, true, &parser.Pool{}
	free.Ballots = &parser.Ballots{
		Options: []rules.Option{rules.For, rules.Against, rules.Present, rules.Endorse, rules.Conditional}, First: true,
		Voters: []parser.Voter{{ID: "a", Given: "Ada", Surname: "Quillfeather"}}, Listed: []parser.Listed{{Number: 1001}, {Number: 1002}},
	}
	for _, c := range []parser.Context{turns, free} {
		for _, more := range []string{"", " Ada", " 1"} {
			for _, f := range parser.Read(&parser.Letter{Kind: parser.Message, Text: words + more}, c).Fragments {
				if f.Outcome == parser.Counted || f.Outcome == parser.HeldBack && f.Verb != "" {
					return strings.Replace(f.Verb, "judge", "ruling", 1) // the same words, with turns and without
				}
			}
		}
	}
	return ""
}
