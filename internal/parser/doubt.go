package parser

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nomicmail/internal/rules"
)

// What a sentence says of the votes before it. "But only if 302 passes", "Or
// maybe not", "Sorry, wrong number" are sentences of their own, and what they
// are about is the vote that stands before them.

// takeBack holds the votes of the last paragraph that voted when a sentence
// without a vote casts doubt on them.
func (r *reader) takeBack(s sentence, b ballot) {
	at := min(r.voting, len(r.frags))
	if !slices.ContainsFunc(r.frags[at:], func(f Fragment) bool { return f.Outcome == Counted }) {
		return
	}
	if reason := r.ofThem(s); reason != "" {
		r.holdVotes(at, len(r.frags), reason, b.claims)
		return
	}
	if r.first > r.voting && !r.stillOnIt(s) {
		return
	}
	reason := ""
	switch clean := slices.ContainsFunc(b.claims, func(c claim) bool { return c.reason == "" }); {
	case b.meant, b.elses && len(b.claims) == 0 && r.first == r.voting: // "301 for. For Gus."
		reason = "unclear"
	case b.vote != nil && !b.alone && r.first == r.voting && optionOf(b.vote.vote) != optionIn(r.frags[len(r.frags)-1]): // "301 sí. Bueno, no."
		reason = "unclear"
	case len(b.claims) == 0 && len(r.rows) == 0 && r.numbers == nil && corrects(s, r.names): // "Sorry, make the second one against."
		reason = "unclear"
	case clean || b.vote != nil:
	default:
		reason = afterthought(s, r.names)
	}
	if reason == "" || b.meant && r.saysAnew(b.claims) {
		return
	}
	clean := slices.ContainsFunc(b.claims, func(c claim) bool { return c.reason == "" })
	if about := r.openIn(s); reason == "unclear" && !clean && len(about) > 0 && (!b.meant || len(shared(about, r.votedNumbers())) > 0) {
		r.holdOnly(at, about, reason) // "On 303 I am still thinking.", "Ignore my vote on 301."
		return
	}
	r.holdVotes(at, len(r.frags), reason, b.claims)
}

// maxThem is how many tokens a sentence has at most that speaks of the votes above
// as "these" or "both".
const maxThem = 12

// ofThem is why a sentence about the votes above, without a number, casts doubt on
// them: "Both only if Gus agrees.", "These are Gus's votes.", "Not really."; "" when
// it does not.
func (r *reader) ofThem(s sentence) string {
	v := vocabulary()
	them, noun, mine, other, foreign := false, false, false, false, false
	reason, said := "", ""
	if len(s.toks) > maxThem {
		return ""
	}
	for i, t := range s.toks {
		f := foldLine(t.text)
		said += " " + f
		switch {
		case t.kind == number:
			return ""
		case t.kind != word:
		case t.sense&(sBoth|sAll) != 0 && t.sense&sFill == 0, v.in("these", f):
			them = true
		case voteNoun(t.fold):
			noun = true
		case t.sense&sPerson != 0 || slices.Contains([]string{"my", "our", "meus", "mis"}, t.fold):
			mine = true
		case t.sense&sIf != 0 && them:
			reason = "conditional"
		case t.sense&sMaybe != 0 && notYet.MatchString(f), negates(t) && i+1 < len(s.toks) && (s.toks[i+1].sense&sPerson != 0 || voteNoun(s.toks[i+1].fold)), t.sense&sOthers != 0:
			reason = cmp.Or(reason, "unclear")
		case t.fold == "for":
			foreign = i+1 < len(s.toks) && r.stranger(s.toks[i+1])
		case i > 0 && r.stranger(t):
			other = true
		}
	}
	switch {
	case v.in("joke", strings.TrimSpace(said)):
		return "unclear"
	case !them:
		return ""
	case reason == "" && other && (noun && !mine || foreign):
		return "unclear"
	}
	return reason
}

// notYet finds the phrases that call something not final.
var notYet = regexp.MustCompile(`^(not|no|nao|nem|kesin degil) `)

// stranger says that a word may be somebody else's name.
func (r *reader) stranger(t token) bool {
	first, _ := utf8.DecodeRuneInString(t.text)
	owns := strings.HasSuffix(t.fold, "'s")
	return t.kind == word && t.sense == 0 && (unicode.IsUpper(first) || owns) && !r.names[t.fold]
}

// corrects says that a sentence without numbers corrects what was said before:
// it has a "sorry" or a "rather", and a clause that ends with a vote.
func corrects(s sentence, names map[string]bool) bool {
	correct, votes := false, false
	for _, c := range clauses(s, names) {
		correct = correct || c.correct
		n := len(c.items)
		votes = votes || correct && n > 0 && c.items[n-1].kind == iVote
		if c.has(iNumber) {
			return false
		}
	}
	return correct && votes
}

// openIn are the open proposals that a sentence names.
func (r *reader) openIn(s sentence) (nums []int) {
	for _, t := range s.toks {
		for _, n := range t.nums {
			if r.open(n) {
				nums = append(nums, n)
			}
		}
	}
	return nums
}

// holdOnly makes the votes on a few proposals uncertain, from a place on.
func (r *reader) holdOnly(from int, nums []int, reason string) {
	for i := range r.frags[from:] {
		if n, ok := votedOn(r.frags[from+i]); ok && slices.Contains(nums, n) {
			r.holdVotes(from+i, from+i+1, reason, nil)
		}
	}
}

// saysAnew says that claims speak of a proposal that was voted on before: it is
// that vote which they correct, and no other.
func (r *reader) saysAnew(claims []claim) bool {
	return slices.ContainsFunc(r.votedNumbers(), func(n int) bool { return tells(claims, n) })
}

// stillOnIt says that a sentence of a later paragraph may still be about the
// votes before it: it is short, and "if" begins a condition only behind "but" or
// with an open proposal. Others are remarks, or the small print of a firm.
func (r *reader) stillOnIt(s sentence) bool {
	if len(s.toks) > 12 {
		return false
	}
	conditional := slices.ContainsFunc(s.toks, func(t token) bool { return t.sense&sIf != 0 })
	about := slices.ContainsFunc(s.toks, func(t token) bool { return t.kind == number && r.open(t.nums[0]) })
	return !conditional || about || s.toks[0].sense&sBut != 0
}

// holdVotes makes the counted votes from one place to another uncertain, but for
// those of which later claims tell.
func (r *reader) holdVotes(from, to int, reason string, later []claim) {
	for i := range r.frags[from:to] {
		f := &r.frags[from+i]
		n, ok := votedOn(*f)
		if ok && f.Outcome == Counted && !tells(later, n) {
			f.Outcome, f.Reason, f.Answers = HeldBack, reason, r.sayFor([]int{n}, optionIn(*f))
		}
	}
}

// contradicted holds the votes before a word that stands alone and says
// otherwise: "301 for", and below it "Actually, no."
func (r *reader) contradicted(l loneVote) {
	for i := l.at - 1; i >= 0 && !l.used; i-- {
		if _, ok := votedOn(r.frags[i]); ok {
			if optionIn(r.frags[i]) != l.option {
				r.holdVotes(l.voting, l.at, "unclear", nil)
			}
			return
		}
	}
}

// tells says that claims tell of proposal n for certain.
func tells(claims []claim, n int) bool {
	return slices.ContainsFunc(claims, func(c claim) bool { return c.reason == "" && slices.Contains(c.nums, n) })
}

func optionIn(f Fragment) rules.Option {
	if v, ok := f.Command.(rules.Vote); ok {
		return v.Option
	}
	return ""
}

// afterthought is why a sentence casts doubt on the one before it; "" when it
// does not.
func afterthought(s sentence, names map[string]bool) string {
	var full []clause
	doubts, numbers, others, whether := 0, 0, 0, false
	for _, c := range clauses(s, names) {
		if len(c.items) > 0 {
			full = append(full, c)
		}
		for _, it := range c.items {
			switch it.kind {
			case iNot, iMaybe, iThink:
				doubts++
			case iIf:
				whether = true
			case iNumber:
				numbers++
			default:
				if !slices.Contains([]string{"or", "o", "ou", "vagy", "veya", "ya", "hm", "hmm", "um", "hum"}, it.t.fold) {
					others++
				}
			}
		}
	}
	switch {
	case doubts > 0 && others == 0: // "Or maybe not."
		return "unclear"
	case s.question || len(full) == 0 || numbers == 0 && others == 0 && !whether:
		return ""
	case whether && s.toks[0].sense&sBut != 0: // "But if Bob objects, I do not."
		return "conditional"
	case len(full) > 1:
		return ""
	}
	items := full[0].items
	first, last := items[0].kind, items[len(items)-1].kind
	if first == iIf || last == iIf || first == iWhen { // "If Bob agrees.", "302 geçerse."
		return "conditional"
	}
	return ""
}

// nods says that a sentence has an "ok" or a "not yet", which under a ballot
// means something.
func nods(s sentence) bool {
	return slices.ContainsFunc(s.toks, func(t token) bool { return t.sense&(sNod|sMaybe) != 0 })
}

// aloud says that a line is a remark to the other players, "all: ...", which no
// command can be; rest is what stands behind the colon.
func aloud(line string) (rest string, ok bool) {
	label, rest, ok := strings.Cut(line, ":")
	return strings.TrimSpace(rest), ok && len(label) < 40 && vocabulary().in("aloud", foldLine(label))
}

// toAll passes over the paragraph of a remark to all. A vote word alone may be
// meant for all proposals, and is asked about.
func (r *reader) toAll(i int, rest string) (next int) {
	r.talk = true
	if isVote(foldLine(strings.Trim(rest, " .!"))) {
		r.hold(Fragment{Text: strings.TrimSpace(r.lines[i].text), Verb: "vote", Reason: "which-all", Answers: r.sayFor(r.c.Open, "")})
	}
	said := []string{rest}
	for i++; i < len(r.lines) && r.lines[i].mark == mOwn && !r.lines[i].blank() && !r.endWord(i); i++ {
		said = append(said, strings.TrimRight(r.lines[i].text, " \t"))
	}
	if text := joined(said); text != "" {
		r.aloud = append(r.aloud, text)
	}
	return i
}

// appeals says that a sentence asks the others to vote, and is no vote of the
// author's: "Everyone, vote no on 302", "Vote no on 302, friends!".
func appeals(s sentence) bool {
	n := len(s.toks)
	called := func(i int) bool { return s.toks[i].kind == word && vocabulary().in("vocative", s.toks[i].fold) }
	switch {
	case n < 4:
		return false
	case called(0) && s.toks[1].kind == comma:
		return s.toks[2].fold == "vote" || s.toks[2].fold == "please" && s.toks[3].fold == "vote"
	}
	return s.toks[0].fold == "vote" && called(n-1) && slices.ContainsFunc(s.toks, func(t token) bool { return t.kind == comma })
}

// plainVote says that a sentence is nothing but votes on open proposals, though
// it has a word that also makes proposals: "Change 301 to FOR".
func (r *reader) plainVote(s sentence) bool {
	if !slices.ContainsFunc(s.toks, func(t token) bool { return t.kind == number && r.open(t.nums[0]) && !r.rule(t.nums[0]) }) ||
		!slices.ContainsFunc(s.toks, func(t token) bool { return t.sense&sVote != 0 }) {
		return false
	}
	b := readVotes(s, r.names, r.open)
	for _, c := range b.claims {
		if c.reason != "" || len(c.nums) == 0 || !r.open(c.nums[0]) {
			return false
		}
	}
	return len(b.claims) > 0 && !b.talk && len(r.c.Open) > 0
}

// courtesy says that a sentence only greets or takes leave: "Beijos, Zoe".
func courtesy(s sentence, src string, names map[string]bool) bool {
	if len(s.toks) > 10 {
		return false
	}
	v, known := vocabulary(), false
	for _, part := range strings.FieldsFunc(src[s.start:s.end], func(r rune) bool { return r == ',' || r == '-' || r == '\n' }) {
		f := foldLine(strings.Trim(part, " .!"))
		switch {
		case v.in("closing", f), v.in("greeting", f):
			known = true
		case slices.ContainsFunc(strings.Fields(f), func(w string) bool { return !names[w] }):
			return false
		}
	}
	return known
}
