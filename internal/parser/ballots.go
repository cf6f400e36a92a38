package parser

import (
	"slices"
	"strings"

	"nomicmail/internal/rules"
)

// Ballots is what ballots may say in a game that has no turns, or in which they
// say more than for, against and abstain. A nil one is any other game's.
type Ballots struct {
	Options []rules.Option // those that may be voted
	Divides bool           // a ballot may have several votes, so that "3 FOR" may be three of them
	First   bool           // a voter's first ballot on a proposal counts, unless it is taken back
	Voters  []Voter        // who may be endorsed
	Listed  []Listed       // the proposals that the sender may vote on, in the order of their numbers
}

// Voter is somebody whom a ballot may endorse, by the whole name, a part of it or
// another name that players use.
type Voter struct {
	ID             rules.PlayerID
	Given, Surname string
	Nicknames      []string
}

func (v Voter) name() string { return strings.TrimSpace(v.Given + " " + v.Surname) }

// Listed is an open proposal as the table of its distribution has it.
type Listed struct {
	Number, Nth   int // Nth is the distribution that brought it
	Title, Author string
}

func (b *Ballots) may(o rules.Option) bool { return b != nil && slices.Contains(b.Options, o) }

// listed is the open proposal of that number; nil for none.
func (b *Ballots) listed(n int) *Listed {
	if b == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(b.Listed, n, func(l Listed, n int) int { return l.Number - n })
	if !ok {
		return nil
	}
	return &b.Listed[i]
}

// oneDistribution says that all numbers are open proposals of one distribution.
func (b *Ballots) oneDistribution(nums []int) bool {
	for _, n := range nums {
		l, first := b.listed(n), b.listed(nums[0])
		if l == nil || first == nil || l.Nth != first.Nth {
			return false
		}
	}
	return len(nums) > 0
}

// numbers are those of all open proposals that the sender may vote on.
func (b *Ballots) numbers() (nums []int) {
	for _, l := range b.Listed {
		nums = append(nums, l.Number)
	}
	return nums
}

// cameIn are the numbers of those that came in one distribution.
func (b *Ballots) cameIn(nth int) (nums []int) {
	for _, l := range b.Listed {
		if l.Nth == nth {
			nums = append(nums, l.Number)
		}
	}
	return nums
}

// callings are the names of all voters, folded, and how each of them begins.
type callings struct {
	names  []calling
	begins map[string]bool
}

type calling struct {
	voter Voter
	words []string
	whole bool // it is a whole name of several words, which nobody else's part is
}

// begin is how a folded name begins.
func begin(w string) string { return w[:min(len(w), 3)] }

// begun says that a folded word may be a name, or a short one with an ending.
func (c *callings) begun(w string) bool {
	for n := min(len(w), 3); n > 0; n-- {
		if c.begins[w[:n]] {
			return true
		}
	}
	return false
}

func (b *Ballots) callings() *callings {
	c := &callings{begins: map[string]bool{}}
	for _, v := range b.Voters {
		add := func(words []string, whole bool) {
			if len(words) > 0 {
				c.names = append(c.names, calling{v, words, whole})
				c.begins[begin(words[0])] = true
			}
		}
		add(strings.Fields(fold(v.name())), v.Given != "" && v.Surname != "")
		add(strings.Fields(fold(v.Given)), false)
		add(strings.Fields(fold(v.Surname)), false)
		for _, n := range v.Nicknames {
			add(spelled(n), false)
		}
	}
	return c
}

// called are the voters whom words call by a name. In Turkish and Hungarian a
// name has an ending.
func (r *reader) called(words []string) (found []Voter) {
	if r.callings == nil {
		r.callings = r.c.Ballots.callings()
	}
	if len(words) == 0 || len(words) > maxNameWords || !r.callings.begun(words[0]) {
		return nil
	}
	for _, whole := range []bool{true, false} {
		for _, n := range r.callings.names {
			if n.whole == whole && calls(words, n.words) && !slices.ContainsFunc(found, func(v Voter) bool { return v.ID == n.voter.ID }) {
				found = append(found, n.voter)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// calls says that words are a name, its last word perhaps with an ending.
func calls(words, name []string) bool {
	n := len(name)
	if n == 0 || len(words) != n || !slices.Equal(words[:n-1], name[:n-1]) {
		return false
	}
	rest, ok := strings.CutPrefix(words[n-1], name[n-1])
	return ok && (rest == "" || nameEndings[rest] || len(rest) < 7 && strings.HasPrefix(rest, "'"))
}

// nameEndings are those that Hungarian hangs on a name, without accents: "Bobot",
// "Adához", "Cemet". Turkish sets an apostrophe before its own.
var nameEndings = map[string]bool{
	"t": true, "at": true, "et": true, "ot": true, "hoz": true, "hez": true, "nak": true, "nek": true, "ra": true, "re": true, "val": true, "vel": true,
}

// row reads a line as a row of a distribution's table: its number, the author,
// the title, and what is written behind it. The index may stand anywhere between.
func (b *Ballots) row(line string) (l *Listed, behind string) {
	if b == nil || len(line) > 500 {
		return nil, ""
	}
	if l, behind = b.columns(line); l != nil {
		return l, behind
	}
	words := strings.FieldsFunc(line, func(c rune) bool { return c == ' ' || c == '\t' || c == '|' || c == '\u00a0' })
	if len(words) < 4 {
		return nil, ""
	}
	if l = b.listed(rowNumber(words[0])); l == nil {
		return nil, ""
	}
	title, author := strings.Fields(foldLine(l.Title)), strings.Fields(foldLine(l.Author))
	named, v := false, vocabulary()
	for i := 1; i < len(words); i++ {
		n := len(title)
		if n == 0 {
			n = v.phraseAt("untitled", foldedWords(words[i:]))
		}
		if named && n > 0 && i+n <= len(words) && (len(title) == 0 || slices.Equal(foldedWords(words[i:i+n]), title)) {
			return l, strings.Join(words[i+n:], " ")
		}
		w := fold(words[i])
		switch {
		case slices.Contains(author, w):
			named = true
		case strings.Trim(w, "0123456789.,") != "":
			return nil, ""
		}
	}
	return nil, ""
}

func foldedWords(words []string) []string {
	var out []string
	for _, w := range words {
		out = append(out, fold(w))
	}
	return out
}

// invisible takes out the characters that nobody sees.
var invisible = strings.NewReplacer("\u200b", "", "\u200c", "", "\u200d", "", "\u2060", "", "\ufeff", "")
