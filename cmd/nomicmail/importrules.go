package main

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/officer"
	"nomicmail/internal/rules"
	"nomicmail/rulesets"
)

// readRules reads the rules as list rulesets print them, and where nothing looks
// like that, in any form that "ruleset import" reads.
func (t *takeover) readRules(name string, texts []sourceText, lang string) {
	t.set = rulesets.Set{Name: name + "." + cmp.Or(lang, "en"), Language: cmp.Or(lang, "en"), Title: "The rules of " + name}
	seen := map[int]string{}
	for _, src := range texts {
		list := officer.ReadRules(src.text)
		if len(list) == 0 && len(texts) == 1 {
			t.readPlain(src, lang)
			return
		}
		if len(list) == 0 {
			t.fault(src.name, 1, `begin it with a line such as "Rule 105/3 (Power=2)", or take the file away`, "there is no rule in it")
		}
		for _, r := range list {
			if seen[r.Number] != "" {
				t.fault(src.name, r.Line, "take one of the two away", "rule %d stands in %s, too", r.Number, seen[r.Number])
				continue
			}
			seen[r.Number] = src.name
			t.rule(src.name, r)
		}
	}
	t.did("read %s", counts(len(t.set.Rules), "rule"))
	slices.SortFunc(t.set.Rules, func(a, b rules.Rule) int { return a.Number - b.Number })
}

// readPlain reads rules that are numbered in another way.
func (t *takeover) readPlain(src sourceText, lang string) {
	im, err := rulesets.Import(filepath.Base(src.name), []byte(src.text), lang)
	if err != nil {
		t.faults = append(t.faults, fault{err.Error(), `a rule begins with its number, such as "105. Title" or "Rule 105/3 (Power=2)"`})
		return
	}
	name := t.set.Name
	t.set, t.done = im.Set, append(t.done, im.Done...)
	t.set.Name = name
	for _, d := range im.Doubts {
		t.doubt(src.name, 1, "look at it in the ruleset file", "%s", d)
	}
}

func (t *takeover) rule(file string, x officer.Rule) {
	r := rules.Rule{Number: x.Number, Mutable: x.Mutable != "immutable", Title: x.Title, Text: x.Text}
	if r.Text == "" {
		t.fault(file, x.Line, "write the text below its head", "rule %d has no text", x.Number)
		return
	}
	if x.Power != "" {
		power, ok := moderator.ReadIndex(x.Power)
		if !ok {
			t.fault(file, x.Line, `write it like "(Power=3)"`, "rule %d: its power %q is no number above 0", x.Number, x.Power)
		}
		r.Power = power
	}
	history := moderator.RuleFile{Number: x.Number}
	amended := 0
	for i, line := range x.History {
		deed, ok := readDeed(line)
		if !ok {
			t.doubt(file, x.Lines[i], `lines such as "Amended(1) by Proposal 378, 12 Apr 1996" are read`, "rule %d: this line of its history: %s", x.Number, line)
			continue
		}
		if strings.HasPrefix(deed, rules.DidAmend) {
			amended++
		}
		history.History = append(history.History, deed)
	}
	if x.Revision >= 0 && len(x.History) > 0 && amended != x.Revision {
		t.doubt(file, x.Line, "look whether a line is missing", "rule %d is printed as revision %d, and its history has %d amendments", x.Number, x.Revision, amended)
	}
	if len(history.History) > 0 {
		t.file.Histories = append(t.file.Histories, history)
	}
	t.set.Rules = append(t.set.Rules, r)
}

// deedWords are how histories begin, and what they say of it.
var deedWords = []struct{ begins, did string }{
	{"initial", rules.DidEnact}, {"enacted", rules.DidEnact}, {"created", rules.DidEnact}, {"re-enacted", rules.DidReenact}, {"reenacted", rules.DidReenact},
	{"amended", rules.DidAmend}, {"infected and amended", rules.DidAmend}, {"retitled", rules.DidRetitle}, {"title changed", rules.DidRetitle},
	{"power changed", rules.DidRepower}, {"mutated", rules.DidTransmute}, {"transmuted", rules.DidTransmute}, {"repealed", rules.DidRepeal},
}

var (
	byProposal = regexp.MustCompile(`(?i)\b(?:by|proposal)\s+(?:proposal\s+|p|prop\.?\s+)?(\d{1,6})\b`)
	dayNumbers = regexp.MustCompile(`\b\d{4}-\d{2}-\d{2}\b`)
	dayWords   = regexp.MustCompile(`(?i)\b(\d{1,2})\.? ([a-z]{3})[a-z]*\.?,? (\d{4})\b|\b([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})\b`)
)

// readDeed reads a line of a history and writes it as a game file has it.
func readDeed(line string) (deed string, ok bool) {
	line = strings.TrimLeft(line, " -*•")
	low := strings.ToLower(line)
	for _, w := range deedWords {
		if !strings.HasPrefix(low, w.begins) {
			continue
		}
		deed = w.did
		if m := byProposal.FindStringSubmatch(line); m != nil {
			deed += " " + strings.TrimLeft(m[1], "0")
		}
		if at, ok := readDay(line); ok {
			deed += " " + at.Format(time.DateOnly)
		}
		return deed, true
	}
	return "", false
}

// readDay finds a day in a line: "1995-03-02", "2 March 1995", "Mar. 2 1995".
func readDay(s string) (time.Time, bool) {
	if m := dayNumbers.FindString(s); m != "" {
		at, err := time.Parse(time.DateOnly, m)
		return at, err == nil
	}
	m := dayWords.FindStringSubmatch(s)
	if m == nil {
		return time.Time{}, false
	}
	month := m[2] + m[4]
	at, err := time.Parse("2 Jan 2006", m[1]+m[5]+" "+strings.ToUpper(month[:1])+strings.ToLower(month[1:])+" "+m[3]+m[6])
	return at, err == nil
}
