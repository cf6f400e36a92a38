package officer

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nomicmail/internal/rules"
)

// labelled is a line such as "FOR (6): Ada, Bob" or "AI (F/A): 18/3 (AI=3.0)".
var labelled = regexp.MustCompile(`^[\s*_#|]*([\pL][\pL/ .&'-]{0,24}?)\s*(?:[(\[]([^)\]]*)[)\]])?\s*[*_|]*\s*[:=][*_|]*\s*(.*)$`)

// sides are the words for what was voted, folded.
var sides = map[string]rules.Option{
	"for": rules.For, "f": rules.For, "in favour": rules.For, "in favor": rules.For, "favour": rules.For, "ayes": rules.For, "aye": rules.For, "yes": rules.For,
	"a favor": rules.For, "lehte": rules.For, "kabul": rules.For, "mellette": rules.For, "igen": rules.For, "pro": rules.For,
	"against": rules.Against, "a": rules.Against, "nays": rules.Against, "nay": rules.Against, "no": rules.Against, "contra": rules.Against, "em contra": rules.Against,
	"en contra": rules.Against, "karsı": rules.Against, "aleyhte": rules.Against, "ellene": rules.Against, "nem": rules.Against,
	"present": rules.Present, "p": rules.Present, "presente": rules.Present, "presentes": rules.Present, "jelen": rules.Present, "mevcut": rules.Present,
}

// What a figure of a resolution is called, folded.
var figures = map[string]string{
	"f/a": "sums", "ratio": "sums", "ai (f/a)": "sums", "sums": "sums", "strengths": "sums", "votes": "sums", "for/against": "sums",
	"quorum": "quorum", "q": "quorum", "quórum": "quorum", "kvorum": "quorum", "yetersayı": "quorum",
	"ballots": "ballots", "ballots cast": "ballots", "voters": "ballots", "v": "ballots", "votantes": "ballots", "szavazok": "ballots",
	"ai": "index", "index": "index", "adoption index": "index", "indice": "index",
	"outcome": "outcome", "result": "outcome", "decision": "outcome", "status": "outcome", "verdict": "outcome", "resultado": "outcome", "sonuc": "outcome", "eredmeny": "outcome",
}

// resolution reads blocks of lines that begin with a number, and tables of voters
// by proposals. It says whether anything in the post was decided.
func (r *reader) resolution() bool {
	b := &blocks{reader: r, torn: map[figure]bool{}, by: map[int]int{}}
	for i := 0; i < len(r.lines); i++ {
		if n := b.matrix(i); n > 0 {
			i += n - 1
			b.end()
			continue
		}
		b.line(r.lines[i])
	}
	b.sort()
	decides := func(x Result) bool {
		return len(x.Words) > 0 && x.Listed || x.Outcome != "" || x.Listed && (x.Favour >= 0 || x.Ballots >= 0 || x.Quorum >= 0 || len(x.Counts) > 0)
	}
	if !slices.ContainsFunc(r.post.Results, decides) {
		r.post.Results, r.post.Unread = nil, nil
		return false
	}
	r.post.Results = slices.DeleteFunc(r.post.Results, func(x Result) bool { return !decides(x) && !x.Listed })
	return true
}

// figure is one thing that is said of one proposal.
type figure struct {
	number int
	what   string
}

// blocks reads a resolution line by line.
type blocks struct {
	*reader
	at   int         // the index of the open result, counted from 1; 0 for none
	by   map[int]int // results by number, counted from 1
	torn map[figure]bool
	list rules.Option // the side whose list goes on in the next line, "" for none
}

func (b *blocks) end() { b.at, b.list = 0, "" }

// open makes the result of a number the open one.
func (b *blocks) open(number int) *Result {
	at := b.by[number]
	if at == 0 {
		if len(b.post.Results) >= maxRows {
			return nil
		}
		b.post.Results = append(b.post.Results, Result{
			Number: number, Favour: -1, Against: -1, Ballots: -1, Quorum: -1, Counts: map[rules.Option]int64{}, Words: map[string]string{},
		})
		at = len(b.post.Results)
		b.by[number] = at
	}
	b.at, b.list = at, ""
	return &b.post.Results[at-1]
}

func (b *blocks) result() *Result {
	if b.at == 0 {
		return nil
	}
	return &b.post.Results[b.at-1]
}

func (b *blocks) line(l line) {
	if m := labelled.FindStringSubmatch(l.text); m != nil && b.label(m, l) {
		return
	}
	h, is := headOf(l.text)
	if is && (h.worded || b.ctx.Known(h.number)) {
		again := b.by[h.number] != 0 && b.post.Results[b.by[h.number]-1].Listed
		o := outcomeOfHead(h.rest)
		if again && o == "" {
			b.end() // its text, below the votes
			return
		}
		if x := b.open(h.number); x != nil {
			b.tell(x, o, l)
			b.inline(x, h.rest, l)
		}
		return
	}
	switch {
	case b.result() == nil:
	case l.blank() || isRuler(l.text):
		b.list = ""
	case sumsUp(l.text):
		b.list = ""
		b.inline(b.result(), l.text, l)
	case b.list != "":
		b.voters(b.list, l.text, l)
	}
}

// sumsUp says that a line tells figures of a count and goes on with no list of
// voters: "F/A 6/0, quorum 2".
func sumsUp(s string) bool {
	return len(inlineSum.FindAllString(s, 3)) >= 2 || inlineQ.MatchString(s) || inlineV.MatchString(s) ||
		overSums.MatchString(s) && strings.Contains(strings.ToLower(s), "f/a")
}

// label takes a line with a label that says something of the open result.
func (b *blocks) label(m []string, l line) bool {
	x, key, value := b.result(), fold(m[1]), strings.TrimSpace(m[3])
	if side, is := sides[key]; is && x != nil {
		b.side(x, side, m[2], value, l)
		return true
	}
	what, is := figures[key]
	if !is || x == nil {
		return false
	}
	b.list = ""
	if what == "index" && strings.Contains(fold(m[2]), "f/a") {
		what = "sums"
	}
	b.figure(x, what, value, l)
	return true
}

// side takes "FOR (6): Ada, Bob (2)" or "F: 6".
func (b *blocks) side(x *Result, side rules.Option, count, value string, l line) {
	if n, err := strconv.ParseInt(strings.TrimSpace(count), 10, 32); err == nil {
		x.Counts[side] = n
		x.Words[string(side)] = l.text
	}
	if n, err := strconv.ParseInt(value, 10, 32); err == nil {
		b.sum(x, side, n, l)
		return
	}
	x.Listed, b.list = true, side
	b.voters(side, value, l)
}

func (b *blocks) sum(x *Result, side rules.Option, n int64, l line) {
	switch side { // not all: only two sides are added up
	case rules.For:
		b.set(x, "favour", &x.Favour, n, l)
	case rules.Against:
		b.set(x, "against", &x.Against, n, l)
	}
}

var (
	overSums  = regexp.MustCompile(`(\d{1,6})\s*/\s*(\d{1,6})`)
	aiValue   = regexp.MustCompile(`(?i)\bAI\s*[=:]?\s*(\d{1,4}(?:[.,]\d{1,3})?)`)
	plainNum  = regexp.MustCompile(`^\D{0,3}(\d{1,6})\b`)
	indexNum  = regexp.MustCompile(`^\D{0,3}(\d{1,4}(?:[.,]\d{1,3})?)`)
	inlineSum = regexp.MustCompile(`(?i)(?:\b([FAP])\s*[=:]\s*(\d{1,6})|\b(\d{1,6})\s*([FAP])\b)`)
	inlineQ   = regexp.MustCompile(`(?i)\bquorum\s*(?:is|of|was|=|:)?\s*(\d{1,5})\b|\bq\s*=\s*(\d{1,5})\b`)
	inlineV   = regexp.MustCompile(`(?i)\b(\d{1,5})\s+(?:voters|ballots)\b`)
)

// figure takes the value behind a label.
func (b *blocks) figure(x *Result, what, value string, l line) {
	switch what {
	case "outcome":
		if o := outcomeIn(value); o != "" {
			b.tell(x, o, l)
		} else if value != "" {
			b.unread(l.n, l.text, WhyCell, x.Number)
		}
	case "sums":
		if m := overSums.FindStringSubmatch(value); m != nil {
			b.set(x, "favour", &x.Favour, whole(m[1]), l)
			b.set(x, "against", &x.Against, whole(m[2]), l)
		} else {
			b.inlineSums(x, value, l)
		}
		b.index(x, value, aiValue, l)
	case "quorum":
		if m := plainNum.FindStringSubmatch(value); m != nil {
			b.set(x, "quorum", &x.Quorum, whole(m[1]), l)
		}
	case "ballots":
		if m := plainNum.FindStringSubmatch(value); m != nil {
			b.set(x, "ballots", &x.Ballots, whole(m[1]), l)
		}
		b.quorumIn(x, value, l)
	case "index":
		b.index(x, value, indexNum, l)
	}
}

func (b *blocks) index(x *Result, value string, form *regexp.Regexp, l line) {
	m := form.FindStringSubmatch(value)
	if m == nil {
		return
	}
	n := strings.ReplaceAll(m[1], ",", ".")
	switch {
	case b.torn[figure{x.Number, "index"}]:
	case x.Index != "" && !sameIndex(x.Index, n):
		b.tear(x, "index", l)
		x.Index = ""
	default:
		x.Index, x.Words["index"] = n, l.text
	}
}

// inline takes figures out of a sentence: "is ADOPTED with F=9, A=3, quorum 4".
func (b *blocks) inline(x *Result, s string, l line) {
	b.inlineSums(x, s, l)
	if m := overSums.FindStringSubmatch(s); m != nil && strings.Contains(strings.ToLower(s), "f/a") {
		b.set(x, "favour", &x.Favour, whole(m[1]), l)
		b.set(x, "against", &x.Against, whole(m[2]), l)
	}
	b.quorumIn(x, s, l)
	if m := inlineV.FindStringSubmatch(s); m != nil {
		b.set(x, "ballots", &x.Ballots, whole(m[1]), l)
	}
	b.index(x, s, aiValue, l)
}

func (b *blocks) inlineSums(x *Result, s string, l line) {
	for _, m := range inlineSum.FindAllStringSubmatch(s, 6) {
		side, n := m[1]+m[4], m[2]+m[3]
		b.sum(x, sides[fold(side)], whole(n), l)
	}
}

func (b *blocks) quorumIn(x *Result, s string, l line) {
	if m := inlineQ.FindStringSubmatch(s); m != nil {
		b.set(x, "quorum", &x.Quorum, whole(m[1]+m[2]), l)
	}
}

// tell notes the outcome.
func (b *blocks) tell(x *Result, o Outcome, l line) {
	switch {
	case o == "" || b.torn[figure{x.Number, "outcome"}]:
	case x.Outcome != "" && x.Outcome != o:
		b.tear(x, "outcome", l)
		x.Outcome = ""
	default:
		x.Outcome, x.Words["outcome"] = o, l.text
	}
}

// set notes a figure. One that the post gives twice and otherwise is none.
func (b *blocks) set(x *Result, what string, at *int64, n int64, l line) {
	switch {
	case b.torn[figure{x.Number, what}]:
	case *at >= 0 && *at != n:
		b.tear(x, what, l)
		*at = -1
	default:
		*at, x.Words[what] = n, l.text
	}
}

func (b *blocks) tear(x *Result, what string, l line) {
	b.torn[figure{x.Number, what}] = true
	b.unread(l.n, l.text, WhyTwice, x.Number)
}

// sort leaves the results in the order of their numbers.
func (b *blocks) sort() {
	slices.SortStableFunc(b.post.Results, func(x, y Result) int { return x.Number - y.Number })
}

func whole(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// sameIndex compares two indices as they are written, "1.0" and "1".
func sameIndex(a, b string) bool {
	trim := func(s string) string {
		if strings.Contains(s, ".") {
			s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
		}
		return s
	}
	return trim(a) == trim(b)
}
