package officer

import (
	"regexp"
	"strconv"
	"strings"

	"nomicmail/internal/rules"
)

// nobody are the words for an empty list, folded.
var nobody = map[string]bool{"": true, "none": true, "nobody": true, "no one": true, "n/a": true, "0": true, "nenhum": true, "nadie": true, "hic kimse": true, "senki": true}

// voters takes the names of one line.
func (b *blocks) voters(side rules.Option, s string, l line) {
	x := b.result()
	for _, item := range items(s) {
		if nobody[fold(item)] {
			continue
		}
		if b.votes++; b.votes > maxVotes {
			b.unread(l.n, l.text, WhyTooMuch, x.Number)
			return
		}
		v := b.voter(item)
		v.Option, v.Line, v.Words = side, l.n, strings.TrimSpace(l.text)
		x.Votes = append(x.Votes, v)
	}
	if !strings.HasSuffix(strings.TrimSpace(s), ",") && strings.TrimSpace(s) != "" {
		b.list = "" // a list that goes on ends with a comma
	}
}

// items are what commas separate, but for those in brackets.
func items(s string) []string {
	var list []string
	depth, from := 0, 0
	for i, c := range s {
		switch c {
		case '(', '[':
			depth++
		case ')', ']':
			depth = max(depth-1, 0)
		case ',', ';':
			if depth == 0 {
				list = append(list, s[from:i])
				from = i + 1
			}
		}
	}
	return append(list, s[from:])
}

var (
	strengthIn  = regexp.MustCompile(`^\s*(?:x|×|strength|votes|erő|fuerza|força|güç)?\s*[:=]?\s*(\d{1,4})\b`)
	timesBefore = regexp.MustCompile(`^(\d{1,4})\s*[x×*]\s*(.+)$`)
	timesBehind = regexp.MustCompile(`^(.+?)\s*[x×*]\s*(\d{1,4})$`)
	plainBehind = regexp.MustCompile(`^(.+?)[\s:=]+(\d{1,4})$`)
)

// voter reads a name with its strength: "Ada", "Ada (3)", "Ada x3", "3xAda",
// "Ada (3, endorsing Bob)".
func (r *reader) voter(item string) Vote {
	name, inside := strings.TrimSpace(item), ""
	if i := strings.IndexAny(name, "(["); i >= 0 {
		name, inside = strings.TrimSpace(name[:i]), strings.TrimRight(name[i+1:], ")] ")
	}
	v := Vote{Name: name, Strength: -1}
	if m := strengthIn.FindStringSubmatch(inside); m != nil {
		v.Strength = whole(m[1])
	}
	if v.Voter = r.names.find(name); v.Voter != "" {
		return v
	}
	for _, form := range []*regexp.Regexp{timesBefore, timesBehind, plainBehind} {
		m := form.FindStringSubmatch(name)
		if m == nil {
			continue
		}
		who, n := m[1], m[2]
		if form == timesBefore {
			who, n = n, who
		}
		if id := r.names.find(who); id != "" {
			v.Voter, v.Name, v.Strength = id, strings.TrimSpace(who), whole(n)
			return v
		}
	}
	return v
}

// column is a proposal in a table of voters by proposals.
type column struct{ number, from, to int }

var numberWord = regexp.MustCompile(`\d+`)

// columnsOf reads the head of such a table: numbers alone, behind a word for the
// voters or nothing.
func (b *blocks) columnsOf(s string) []column {
	bare := strings.ReplaceAll(s, "|", " ")
	f := strings.Fields(bare)
	if len(f) == 0 || len(f) > maxColumns {
		return nil
	}
	lead := strings.Trim(fold(f[0]), ".:")
	worded := lead == "voter" || lead == "player" || lead == "name" || lead == "votes" || lead == "votante" || lead == "oyuncu" || lead == "szavazo"
	if worded {
		f = f[1:]
	}
	if len(f) == 0 || len(f) == 1 && !worded {
		return nil
	}
	for _, x := range f {
		if n, err := strconv.Atoi(strings.Trim(x, "*#")); err != nil || !b.ctx.Known(n) {
			return nil
		}
	}
	var list []column
	for _, m := range numberWord.FindAllStringIndex(bare, -1) {
		list = append(list, column{int(whole(bare[m[0]:m[1]])), m[0], m[1]})
	}
	return list
}

// matrix reads a table that begins at line i and says how many lines it has, 0
// when none begins there.
func (b *blocks) matrix(i int) int {
	cols := b.columnsOf(b.lines[i].text)
	if cols == nil {
		return 0
	}
	read, blank := 0, 0
	k := i + 1
	for ; k < len(b.lines); k++ {
		l := b.lines[k]
		if l.blank() || isRuler(l.text) {
			if l.blank() {
				blank++
			}
			if blank > 1 && read > 0 {
				break
			}
			continue
		}
		if !b.row(cols, l) {
			break
		}
		read, blank = read+1, 0
	}
	if read == 0 {
		return 0
	}
	return k - i
}

// row takes one line of a table: a voter's, or a figure's.
func (b *blocks) row(cols []column, l line) bool {
	bare := strings.ReplaceAll(l.text, "|", " ")
	f := strings.Fields(bare)
	if len(f) <= len(cols) {
		return false
	}
	name, cells := strings.Join(f[:len(f)-len(cols)], " "), f[len(f)-len(cols):]
	key := fold(name)
	what, side := figures[key], rules.Option("")
	if what == "" {
		side = sides[key]
	}
	voter := b.names.find(name)
	if what == "" && side == "" && voter == "" && !b.cellsOnly(cells) {
		return false
	}
	for i, c := range cols {
		x := b.open(c.number)
		if x == nil {
			return false
		}
		switch {
		case what != "":
			b.figure(x, what, cells[i], l)
		case side != "":
			b.sum(x, side, whole(cells[i]), l)
		default:
			b.cell(x, name, voter, cells[i], l)
		}
	}
	b.end()
	return true
}

// cellForm is a vote in a table: "F", "3F", "FOR", "F(3)".
var cellForm = regexp.MustCompile(`^(?:(\d{1,4})\s*[x×*]?)?([\pL]+)(?:[(x×*]?(\d{1,4})\)?)?[*!+#&]*$`)

// noVote is what stands in a table where nobody voted.
func noVote(s string) bool { return strings.Trim(s, "-–—.·*_") == "" }

func (b *blocks) cellsOnly(cells []string) bool {
	for _, c := range cells {
		m := cellForm.FindStringSubmatch(c)
		if !noVote(c) && (m == nil || sides[fold(m[2])] == "") {
			return false
		}
	}
	return true
}

func (b *blocks) cell(x *Result, name string, voter rules.PlayerID, s string, l line) {
	x.Listed = true
	if noVote(s) {
		return
	}
	m := cellForm.FindStringSubmatch(s)
	if m == nil || sides[fold(m[2])] == "" {
		b.unread(l.n, l.text, WhyCell, x.Number)
		x.Votes = append(x.Votes, Vote{Voter: voter, Name: name, Strength: -1, Line: l.n, Words: strings.TrimSpace(l.text)})
		return
	}
	v := Vote{Voter: voter, Name: name, Option: sides[fold(m[2])], Strength: -1, Line: l.n, Words: strings.TrimSpace(l.text)}
	if n := m[1] + m[3]; n != "" {
		v.Strength = whole(n)
	}
	x.Votes = append(x.Votes, v)
}
