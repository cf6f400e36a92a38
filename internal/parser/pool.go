package parser

import (
	"math/big"
	"slices"
	"strings"

	"nomicmail/internal/rules"
)

// Where there are no turns a proposal has a title, an index and coauthors, and as
// many parts as it needs. All rule-changes of a mail are parts of one proposal,
// unless lines such as "proposal: The almanac" begin more of them. The lines of
// its head stand above the first part, or at the beginning of that.

// Pool is what a game without turns knows of proposals that have no number yet. A
// nil one is a game's that has turns.
type Pool struct {
	Own []string // the titles of the sender's proposals that wait; "" for one without
}

// holds says that words are the title of a proposal of the sender's that waits.
func (p *Pool) holds(words []string) bool {
	return slices.ContainsFunc(p.Own, func(title string) bool { return title != "" && slices.Equal(words, spelled(title)) })
}

// headLine is a line of a proposal's head.
type headLine struct {
	name  string // "pooled", "title", "index", "coauthors" or "category"
	value string
	at    int    // how many fragments stand before it
	line  string // as it stands; "" where it is one of the part's own lines
}

// headNames are the lines of a proposal's head, as words/*.txt name them.
var headNames = []string{"pooled", "title", "index", "coauthors", "draft", "category"}

// labelled finds the line of a head that line i is; ok is false for none.
func (r *reader) headLine(i int) (h headLine, ok bool) {
	if r.c.Pool == nil || i >= len(r.lines) || r.lines[i].mark != mOwn || len(r.lines[i].text) > 400 {
		return h, false
	}
	l := strings.TrimSpace(r.lines[i].text)
	label, value, colon := strings.Cut(l, ":")
	if at := strings.IndexAny(l, "\"“„«"); at > 0 && (!colon || at < len(label)) {
		label, value, colon = l[:at], l[at:], true // proposal "The almanac"
	}
	label = foldLine(strings.Trim(label, " *_"))
	for _, name := range headNames {
		if colon && vocabulary().in(name, label) || name == "pooled" && vocabulary().in("pooled alone", foldLine(strings.Trim(l, " .*_"))) {
			return headLine{name: name, value: oneLine(strings.Trim(value, " \t\"“”„«»*_")), at: len(r.frags)}, true
		}
	}
	return h, false
}

// head takes a line of a proposal's head.
func (r *reader) headed(i int) bool {
	h, ok := r.headLine(i)
	if ok {
		h.line = r.lines[i].text
		r.tentative = h.name == "draft" || r.tentative && h.name != "pooled"
		if h.name == "draft" {
			h.name = "pooled"
		}
		r.headLines, r.meant = append(r.headLines, h), true
	}
	return ok
}

// goesOnAt says that line k begins another part of the proposals of a mail, or is
// of a head, so that an `end` above it ends one text and not the mail.
func (r *reader) goesOnAt(k int) bool {
	if r.c.Pool == nil || k >= len(r.lines) || r.lines[k].mark != mOwn {
		return false
	}
	if _, ok := r.headLine(k); ok {
		return true
	}
	return r.beginsPart(k)
}

// beginsPart says that line k is nothing but the beginning of a part.
func (r *reader) beginsPart(k int) bool {
	if r.c.Pool == nil || k >= len(r.lines) || r.lines[k].mark != mOwn || r.lines[k].blank() {
		return false
	}
	if _, ok := r.shortPart(r.lines[k].text); ok {
		return true
	}
	if _, ok := r.withdrawsPooled(r.lines[k].text); ok {
		return true
	}
	if r.verbFirst(k) && r.commandAt(k) == "change" {
		return true
	}
	o := r.openingIn(r.lines[k].text)
	return o != nil && o.proposes() && !o.noise && o.doubt == "" && o.edit != nil && o.leads
}

// ratioOf reads "2", "1.5" or "3/2"; ok is false for anything else.
func ratioOf(s string) (rules.Ratio, bool) {
	s = strings.ReplaceAll(strings.TrimRight(strings.TrimSpace(s), "."), ",", ".")
	if len(s) > 12 || s == "" || strings.Trim(s, "0123456789./") != "" {
		return rules.Ratio{}, false
	}
	x, ok := new(big.Rat).SetString(s)
	if !ok {
		return rules.Ratio{}, false
	}
	n, err := rules.PointsOf(x)
	return n, err == nil
}

// pooled makes one proposal of the rule-changes of a mail, and of several where
// lines say where each begins.
func (r *reader) pooled(subject string) {
	if r.c.Pool == nil {
		return
	}
	var kept []Fragment
	var parts []int
	from := 0
	flush := func(to int) {
		if len(parts) > 0 {
			kept = append(kept, r.oneProposal(parts, r.headLines[from:to], subject))
		}
		parts, from = nil, to
	}
	next := 0
	for i := 0; i <= len(r.frags); i++ {
		for ; next < len(r.headLines) && r.headLines[next].at <= i; next++ {
			if r.headLines[next].name == "pooled" {
				flush(next)
			}
		}
		if i == len(r.frags) {
			break
		}
		if _, is := r.frags[i].Command.(rules.Propose); is && r.frags[i].Outcome != SetAside {
			parts = append(parts, i)
			continue
		}
		kept = append(kept, r.frags[i])
	}
	flush(len(r.headLines))
	r.frags = kept
}

// oneProposal makes one fragment of those that are parts of a proposal, and of the
// lines of its head. Two lines that say the same thing, and those below the first
// part, may be another proposal's.
func (r *reader) oneProposal(parts []int, heads []headLine, subject string) Fragment {
	f := r.frags[parts[0]]
	p := rules.Propose{}
	var words []string
	lines := []string{linesOfHead(heads)}
	for _, i := range parts {
		part := r.frags[i]
		p.Drafts = append(p.Drafts, part.Command.(rules.Propose).Drafts...)
		words = append(words, part.Text)
		lines = append(lines, part.Lines)
		if part.Outcome == HeldBack && f.Outcome != HeldBack {
			f.Outcome, f.Reason, f.Answers = HeldBack, part.Reason, nil
		}
	}
	if reason := r.takeHead(&p, heads, parts[0]); reason != "" && (f.Outcome == Counted || reason == "two-proposals") {
		f.Outcome, f.Reason, f.Answers = HeldBack, reason, nil
	}
	if f.Outcome == Counted && subject != "" && draftIn(r.l.Subject) {
		f.Outcome, f.Reason, f.Answers = HeldBack, "unclear", nil
	}
	if title, index := r.titledIn(subject); p.Title == "" && (len(p.Drafts) > 1 || p.Drafts[0].Kind != rules.Enact || p.Drafts[0].Title == "") {
		p.Title = title
		if n, ok := ratioOf(index); ok && p.Index.Sign() == 0 {
			p.Index = n
		}
	}
	if d := &p.Drafts[0]; len(p.Drafts) == 1 && d.Kind == rules.Enact && d.Title == "" {
		d.Title = p.Title
	}
	f.Text, f.Lines, f.Command = strings.Join(words, "\n"), joinText(lines), p
	return f
}

// takeHead gives a proposal what the lines of its head say; reason is why it must be
// asked about.
func (r *reader) takeHead(p *rules.Propose, heads []headLine, first int) (reason string) {
	seen := map[string]string{}
	for _, h := range heads {
		name := h.name
		if name == "pooled" {
			if h.value == "" {
				continue
			}
			name = "title"
		}
		if name == "title" {
			if title, index := r.withoutIndex(h.value); index != "" {
				h.value = title
				p.Index, _ = ratioOf(index)
				seen["index"] = index
			}
		}
		was, twice := seen[name]
		if twice && was == h.value {
			continue
		}
		if twice || h.at > first {
			reason = "two-proposals"
		}
		seen[name] = h.value
		switch name {
		case "title":
			p.Title = h.value
		case "coauthors":
			p.Coauthors = namesIn(h.value)
		case "index":
			n, ok := ratioOf(h.value)
			if p.Index = n; !ok && reason == "" {
				reason = "no-index"
			}
		case "category":
			categorise(p.Drafts, h.value)
		}
	}
	return reason
}

// categorise gives the rules that a proposal makes the category in its head.
func categorise(drafts []rules.Draft, category string) {
	for i := range drafts {
		if d := &drafts[i]; (d.Kind == rules.Enact || d.Kind == rules.Reenact) && d.Category == "" {
			d.Category = category
		}
	}
}

// linesOfHead are the lines of a proposal's head that stand above its parts.
func linesOfHead(heads []headLine) string {
	var lines []string
	for _, h := range heads {
		if h.line != "" {
			lines = append(lines, h.line)
		}
	}
	return strings.Join(lines, "\n")
}

// withdrawsPooled reads "withdraw "The almanac"", "withdraw my proposal The
// almanac" and, where only one waits, "withdraw my proposal".
func (r *reader) withdrawsPooled(line string) (f Fragment, ok bool) {
	f = Fragment{Text: strings.TrimSpace(line), Verb: "withdraw"}
	if r.c.Pool == nil || len(line) > 300 || strings.Contains(line, "?") || len(numbersIn(wordsAndNumbers(line), r.lang)) > 0 {
		return f, false
	}
	words, places := spelledAt(line)
	v := vocabulary()
	said, named, verb := -1, false, false
	for i := 0; i < len(words); {
		n := v.phraseAt("withdraw", words[i:])
		if verb && r.c.Pool.holds(words[i:]) {
			said = places[i][0]
			break
		}
		switch {
		case n > 0 && !verb:
			verb = true
			i += n
		case voteNoun(words[i]):
			return f, false
		case v.in("proposal", words[i]):
			named = true
			i++
		case said < 0 && (v.in("courtesy", words[i]) || v.in("fill", words[i])):
			i++
		case !verb && i == 0:
			return f, false
		default:
			if said < 0 {
				said = places[i][0]
			}
			i++
		}
	}
	if q := strings.IndexAny(line, "\"“„«"); q >= 0 && verb {
		said = q
	}
	if !verb || said < 0 && !named {
		return f, false
	}
	return r.pooledCalled(f, line, said)
}

// pooledCalled finds the sender's waiting proposal by the words behind a place.
func (r *reader) pooledCalled(f Fragment, line string, said int) (Fragment, bool) {
	own := r.c.Pool.Own
	if said < 0 {
		if len(own)+len(r.c.Proposer) != 1 || len(own) == 0 {
			f.Reason = "which-pooled"
			for _, title := range own[:min(len(own), 6)] {
				if title != "" {
					f.Answers = append(f.Answers, "withdraw \""+title+"\"")
				}
			}
		}
		f.Command = rules.WithdrawProposal{}
		return f, len(own) > 0
	}
	quoted := strings.ContainsAny(line[said:], "\"“„«")
	title := oneLine(strings.Trim(line[said:], " \t\"“”„«»'‘’.,!"))
	f.Command = rules.WithdrawProposal{Title: title}
	known := slices.ContainsFunc(own, func(t string) bool { return strings.EqualFold(oneLine(t), title) })
	return f, known || quoted && title != ""
}

// maxEdit is how many lines an edit may have.
const maxEdit = 8

// editsBelow takes the edit in the lines right below "amend 105", and no more than
// that: what follows it may be the next part.
func (r *reader) editsBelow(o *opening, d *rules.Draft, at int) (next int, ok bool) {
	if r.c.Pool == nil || d.Kind != rules.Amend || d.Edit != nil || o.text != "" || o.inline {
		return 0, false
	}
	i := r.lineAt(at)
	if strings.Trim(r.text[at:r.lineEnd(i)], " \t.,;:*_") != "" {
		return 0, false
	}
	i = r.skipBlank(i + 1)
	words := ""
	for k := i; k < len(r.lines) && k < i+maxEdit && r.lines[k].mark == mOwn && !r.lines[k].blank() && !r.endWord(k); k++ {
		words = strings.TrimSpace(words + " " + strings.TrimSpace(r.lines[k].text))
		e := r.editWithin(rules.Draft{Kind: rules.Amend, Rule: d.Rule, Text: words})
		if e == nil {
			continue
		}
		if next = k + 1; next < len(r.lines) && !r.lines[next].blank() && !r.endWord(next) && !r.goesOnAt(next) && !r.closes(next) {
			return 0, false // more stands there than one edit
		}
		d.Edit, d.Text = e, ""
		if end := r.skipBlank(next); r.endWord(end) {
			if next = end + 1; !r.goesOnAt(r.skipBlank(next)) {
				r.ended = true
				markRest(r.lines, next, mForwarded)
			}
		}
		return r.lineStart(next), true
	}
	return 0, false
}

// holdsParts says that the text of a part, up to its `end`, has what looks like the
// beginning of another one.
func (r *reader) holdsParts(from, to int) bool {
	for k := r.lineAt(from) + 2; k < r.lineAt(to); k++ {
		if r.lines[k-1].blank() && r.goesOnAt(k) {
			return true
		}
	}
	return false
}

// beginsWithEdit says that the first line of a whole new text is an edit, so that
// the text may be several of them.
func (r *reader) beginsWithEdit(d rules.Draft) bool {
	first, _, more := strings.Cut(d.Text, "\n")
	if d.Kind != rules.Amend || d.Edit != nil || !more {
		return false
	}
	return r.editWithin(rules.Draft{Kind: rules.Amend, Rule: d.Rule, Text: first}) != nil
}
