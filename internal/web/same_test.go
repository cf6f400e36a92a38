package web_test

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/emersion/go-message/mail"

	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
	"nomicmail/rulesets"
	"nomicmail/templates"
)

// TestRulesetsAreTheSame: the rules have the same words, numbers, kinds and clauses in
// the file that comes with the mail, in the letter, in what the verb prints for people
// and for programs, on the page, and in the site's files of text, Markdown and JSON.
func TestRulesetsAreTheSame(t *testing.T) {
	s := open(t, nil)
	s.turn(301, "bob", "enact\ntitle: Cake & tea\nThere is cake, for \"everybody\":\n(a) on Sundays;\n(b) on <other> days, * but less.\nclause:\nvote_period = days(3)\nend", "FOR")
	s.turn(302, "cem", "amend 203\nA rule-change is adopted if everybody votes for it, and nobody yawns.\nend", "FOR")
	s.turn(303, "ada", "transmute 102", "FOR")
	s.turn(304, "bob", "repeal 211", "FOR")
	g, err := s.mod.Game("tea")
	s.must(err)
	state := moderator.StateOf(g).Rules
	if len(state) != 29 || g.Rule(304) != nil {
		t.Fatalf("there are %d rules", len(state))
	}

	var listed []moderator.RuleState
	s.must(json.Unmarshal(s.static()["api/v1/tea/rules.json"].Body, &listed))
	if !reflect.DeepEqual(listed, state) {
		t.Errorf("JSON has\n%v\nand the verb\n%v", listed, state)
	}
	markdown := s.static()["tea/rules.md"].Body
	sameRules(t, "Markdown", rulesOf(t, markdown), g.Rules)
	if o := s.says("ada", "rules full"); o != "answered" {
		t.Errorf("the question is %s", o)
	}
	letter, attached := s.rulesMailed()
	sameRules(t, "the attached file", rulesOf(t, attached), g.Rules)

	verb, err := s.mod.Page("tea", parser.Ask{What: "rules", Full: true}, templates.Reader{Language: "en"})
	s.must(err)
	text := string(s.static()["tea/rules.txt"].Body)
	for what, words := range map[string]string{"the letter": letter, "the verb": verb.Text, "the text": text} {
		got := rulesIn(words)
		if len(got) != len(g.Rules) {
			t.Errorf("%s has %d rules instead of %d", what, len(got), len(g.Rules))
		}
		for _, r := range g.Rules {
			if want := onlyWords(r.Title + r.Text + r.Clause); onlyWords(got[r.Number]) != want && !strings.HasPrefix(onlyWords(got[r.Number]), want) {
				t.Errorf("%s has rule %d as\n%q\ninstead of\n%q", what, r.Number, onlyWords(got[r.Number]), want)
			}
		}
		immutable, mutable := strings.Index(words, "\nImmutable rules\n"), strings.Index(words, "\nMutable rules\n")
		for _, r := range g.Rules {
			if at := strings.LastIndex(words, "\nRule "+itoa(r.Number)); at < immutable || (at > mutable) != r.Mutable {
				t.Errorf("%s has rule %d among the others", what, r.Number)
			}
		}
	}
	shown := shownRules(t, string(s.static()["tea/en/rules.html"].Body))
	for _, r := range g.Rules {
		if got := onlyWords(shown[r.Number]); !strings.Contains(got, onlyWords(r.Title)) || !strings.Contains(got, onlyWords(r.Text+r.Clause)) {
			t.Errorf("the page has rule %d as\n%q", r.Number, got)
		}
	}
}

// TestRulesetsOfThePast: what was in force after a change is in the files of it, and
// the same in each.
func TestRulesetsOfThePast(t *testing.T) {
	s := open(t, nil)
	g, err := s.mod.Game("tea")
	s.must(err)
	first := g.Rules
	s.turn(301, "bob", "repeal 211", "FOR")
	files := s.static()
	sameRules(t, "Markdown", rulesOf(t, files["tea/rules/at-1.md"].Body), first)
	var listed []moderator.RuleState
	s.must(json.Unmarshal(files["api/v1/tea/rules/at-1.json"].Body, &listed))
	if len(listed) != len(first) {
		t.Errorf("JSON has %d rules", len(listed))
	}
	if text := string(files["tea/rules/at-1.txt"].Body); !strings.Contains(text, "\nRule 211: ") || strings.Contains(string(files["tea/rules.txt"].Body), "\nRule 211: \"When two rules disagree\"\n| ") {
		t.Errorf("the text is\n%s", text)
	}
}

func itoa(n int) string { b, _ := json.Marshal(n); return string(b) }

func rulesOf(t *testing.T, src []byte) []rules.Rule {
	t.Helper()
	set, err := rulesets.Parse("tea.md", src)
	if err != nil {
		t.Errorf("%v:\n%s", err, src)
	}
	return set.Rules
}

func sameRules(t *testing.T, what string, got []rules.Rule, want []*rules.Rule) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s has %d rules instead of %d", what, len(got), len(want))
	}
	all := map[int]rules.Rule{}
	for _, r := range got {
		all[r.Number] = r
	}
	for _, w := range want {
		r := all[w.Number]
		if r.Mutable != w.Mutable || r.Title != w.Title || strings.Join(strings.Fields(r.Text), " ") != strings.Join(strings.Fields(w.Text), " ") || r.Clause != w.Clause {
			t.Errorf("%s has\n%+v\ninstead of\n%+v", what, r, *w)
		}
	}
}

// rulesMailed are the text of the last letter that was asked for, and the file that
// came with it.
func (s *salon) rulesMailed() (text string, attached []byte) {
	s.Helper()
	var raw []byte
	for l, err := range s.book.Letters("tea") {
		s.must(err)
		if body, _, err := s.book.Body(l.Raw); l.Kind == "rules" {
			s.must(err)
			raw = body
		}
	}
	r, err := mail.CreateReader(bytes.NewReader(raw))
	s.must(err)
	for {
		part, err := r.NextPart()
		if err == io.EOF {
			return text, attached
		}
		s.must(err)
		body, err := io.ReadAll(part.Body)
		s.must(err)
		switch h := part.Header.(type) {
		case *mail.AttachmentHeader:
			attached = body
		case *mail.InlineHeader:
			if kind, _, _ := h.ContentType(); kind == "text/plain" && text == "" {
				text = strings.ReplaceAll(string(body), "\r\n", "\n")
			}
		}
	}
}

var ruleHead = regexp.MustCompile(`(?m)^Rule (\d+)(?: \(was [^)]*\))?: "([^"]*)"\n`)

// rulesIn are the words of each rule in a letter: its title, and what stands behind
// bars.
func rulesIn(letter string) map[int]string {
	all := map[int]string{}
	heads := ruleHead.FindAllStringSubmatchIndex(letter, -1)
	for i, h := range heads {
		end := len(letter)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		var n int
		json.Unmarshal([]byte(letter[h[2]:h[3]]), &n)
		words := letter[h[4]:h[5]]
		for line := range strings.SplitSeq(letter[h[1]:end], "\n") {
			if said, is := strings.CutPrefix(line, "|"); is {
				words += said
			}
		}
		all[n] = words
	}
	return all
}

// onlyWords is a text without its breaks.
func onlyWords(s string) string { return strings.Join(strings.Fields(s), "") }
