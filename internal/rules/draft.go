package rules

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Bounds of a rule's texts, in characters: an event holds a text three times
// and must stay small.
const (
	maxTitle = 200
	maxRule  = 8000
)

// resolve makes a change of a draft: its rule by the number it bears now, its
// text whole.
func (g *Game) resolve(d Draft) (Change, *Refusal) {
	c := Change{
		Kind: d.Kind, Title: strings.TrimSpace(lines(d.Title)), Text: strings.TrimSpace(lines(d.Text)),
		Clause: strings.Trim(lines(d.Clause), "\n"),
	}
	switch {
	case c.Kind != Enact && c.Kind != Amend && c.Kind != Repeal && c.Kind != Transmute,
		d.Amendment != 0 && c.Kind != Amend && c.Kind != Repeal:
		return c, &Refusal{Code: NotARuleChange, Rule: g.cite(103)}
	case c.Kind == Enact:
		c.Category = squeeze(lines(d.Category))
		return c, c.fits()
	}
	r, no := g.target(d)
	if no != nil {
		return c, no
	}
	c.Rule = r.Number
	if d.Amendment != 0 {
		return g.resolveAmendment(c, d, r)
	}
	if c.Kind != Amend {
		c.Title, c.Text, c.Clause = "", "", ""
		return c, nil
	}
	return c, c.replace(d, wordingOf(r), r.Number)
}

// lines gives a text the line ends that rules have.
func lines(text string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
}

// target finds the rule that a draft is about and sees that Rule 103 lets it
// be changed so.
func (g *Game) target(d Draft) (*Rule, *Refusal) {
	r := g.Rule(d.Rule)
	if d.Rule == 0 && d.Amendment != 0 {
		if r = g.amendedBy(d.Amendment); r == nil {
			return nil, &Refusal{Code: NoSuchAmendment, Proposal: d.Amendment}
		}
	}
	if r == nil {
		return nil, g.noRule(d.Rule)
	}
	return r, g.changeable(r, d.Kind, d.Rule)
}

// changeable refuses to amend or repeal an immutable rule, which the player
// called said.
func (g *Game) changeable(r *Rule, k Kind, said int) *Refusal {
	if r.Mutable || k == Transmute {
		return nil
	}
	return &Refusal{Code: Immutable, Rule: g.cite(103), Number: said, Now: r.Number}
}

// replace completes an amendment of what stands in the rule of that number:
// whatever it does not give stays.
func (c *Change) replace(d Draft, old Wording, rule int) *Refusal {
	if d.Edit != nil {
		text, no := d.Edit.apply(old.Text)
		if no != nil {
			no.Number = rule
			return no
		}
		c.Text = strings.TrimSpace(text)
	}
	if c.Text == "" && c.Clause != "" {
		c.Text = old.Text // only the clause is new
	}
	if c.Title == "" {
		c.Title = old.Title
	}
	c.KeepsClause = c.Clause == "" && old.Clause != ""
	return c.fits()
}

// fits checks the lengths of a text that will be a rule's.
func (c *Change) fits() *Refusal {
	switch {
	case c.Text == "":
		return &Refusal{Code: NoText, Number: c.Rule}
	case utf8.RuneCountInString(c.Text) > maxRule:
		return &Refusal{Code: TextTooLong, Number: c.Rule, Limit: maxRule}
	}
	return c.fitsTitle()
}

func (c *Change) fitsTitle() *Refusal {
	for _, s := range []string{c.Title, c.Category} {
		if utf8.RuneCountInString(s) > maxTitle || strings.Contains(s, "\n") {
			return &Refusal{Code: TextTooLong, Number: c.Rule, Limit: maxTitle, Text: firstWords(s)}
		}
	}
	return nil
}

func firstWords(s string) string {
	const enough = 60
	if r := []rune(s); len(r) > enough {
		return string(r[:enough]) + "…"
	}
	return s
}

// apply makes the whole text. The old words must stand in it exactly once;
// how its lines are broken does not matter, since mail breaks them anew.
func (e *Edit) apply(text string) (string, *Refusal) {
	old, words := e.Old, e.New
	if strings.TrimSpace(old) == old || !strings.Contains(text, old) {
		old, words = strings.TrimSpace(old), strings.TrimSpace(words)
	}
	if old == "" {
		if strings.TrimSpace(e.New) == "" {
			return "", &Refusal{Code: NoText}
		}
		return text + "\n\n" + strings.TrimSpace(e.New), nil
	}
	first := find(text, old)
	if first == nil {
		return "", &Refusal{Code: EditNotFound, Text: firstWords(old)}
	}
	again := first[1] - len(strings.TrimLeft(text[first[0]:first[1]], " \n\t")) // words may overlap themselves
	_, size := utf8.DecodeRuneInString(text[again:])
	if find(text[again+size:], old) != nil {
		return "", &Refusal{Code: EditAmbiguous, Text: firstWords(old)}
	}
	before, after := text[:first[0]], text[first[1]:]
	if words == "" {
		before, after = joined(before, after)
	}
	return before + words + after, nil
}

// joined takes away the space that would be left too many where words between
// two pieces of text are gone.
func joined(before, after string) (string, string) {
	next, _ := utf8.DecodeRuneInString(after)
	switch {
	case before == "" || strings.HasSuffix(before, "\n"):
		after = strings.TrimLeft(after, " ")
	case strings.HasSuffix(before, " ") && (after == "" || strings.ContainsRune(" \n.,;:!?)", next)):
		before = strings.TrimRight(before, " ")
	}
	return before, after
}

// find gives the place of the words in a text, whatever white space stands
// between them.
func find(text, words string) []int {
	if i := strings.Index(text, words); i >= 0 {
		return []int{i, i + len(words)}
	}
	var parts []string
	for _, w := range strings.Fields(words) {
		parts = append(parts, regexp.QuoteMeta(w))
	}
	form, err := regexp.Compile(strings.Join(parts, `\s+`))
	if err != nil {
		return nil // words too long for an expression
	}
	return form.FindStringIndex(text)
}
