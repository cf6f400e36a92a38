package ballots

import (
	"regexp"
	"strconv"
	"strings"

	"nomicmail/internal/rules"
)

// Found is what stands in a text of the two things that are published. Broken
// tells in words what of it was cut short or altered.
type Found struct {
	Tallies []Tally
	Lists   []List
	Broken  []string
}

// The statements, a line each.
var (
	tallyHead = regexp.MustCompile(`^tally ([a-z][a-z0-9-]{0,31}) (\d{1,9}): (\d{1,9}) FOR, (\d{1,9}) AGAINST, (\d{1,9}) ABSTAIN$`)
	listHead  = regexp.MustCompile(`^seals ([a-z][a-z0-9-]{0,31}) (\d{1,9})$`)
	unsealed  = regexp.MustCompile(`^(\d{1,9}) unsealed (FOR|AGAINST|ABSTAIN), (.*)$`)
	sealed    = regexp.MustCompile(`^(\d{1,9}) sealed, (.*)$`)
	opened    = regexp.MustCompile(`^\S+ \d{1,9} [0-9a-f]{8,64} (FOR|AGAINST|ABSTAIN)$`)
	hash      = regexp.MustCompile(`^[0-9a-f]{64}$`)
	tallyEnd  = regexp.MustCompile(`^end of tally: (\d{1,9}) ballots, (\d{1,9}) struck$`)
	listEnd   = regexp.MustCompile(`^end of seals: (\d{1,9}) sealed, (\d{1,9}) struck$`)
)

// Read finds the tallies and lists in a text, which may be quoted or set in. It
// passes over everything else; letters see to it that nobody's words in them look
// like one.
func Read(text string) Found {
	r := &reader{}
	for line := range strings.Lines(text) {
		words := strings.FieldsFunc(strings.TrimLeft(line, "|> \t\u00a0"), func(c rune) bool { return strings.ContainsRune(" \t\r\n", c) })
		r.line(strings.Join(words, " "))
	}
	r.cut()
	return r.found
}

// reader has one statement after the other in hand.
type reader struct {
	found  Found
	tally  *Tally
	list   *List
	struck bool // the hashes that follow are of struck ballots
}

func (r *reader) line(l string) {
	if m := tallyHead.FindStringSubmatch(l); m != nil {
		r.cut()
		r.tally = &Tally{Game: m[1], Proposal: int(whole(m[2])), For: whole(m[3]), Against: whole(m[4]), Abstain: whole(m[5])}
		return
	}
	if m := listHead.FindStringSubmatch(l); m != nil {
		r.cut()
		r.list = &List{Game: m[1], Proposal: int(whole(m[2]))}
		return
	}
	switch {
	case l == "" || r.tally == nil && r.list == nil:
	case l == "struck":
		r.struck = true
	case r.tally != nil:
		r.tallyLine(l)
	default:
		r.listLine(l)
	}
}

func (r *reader) tallyLine(l string) {
	t := r.tally
	if m := tallyEnd.FindStringSubmatch(l); m != nil {
		if whole(m[1]) != int64(len(t.Ballots)) || whole(m[2]) != int64(len(t.Struck)) {
			r.cut()
			return
		}
		r.found.Tallies = append(r.found.Tallies, *t)
		r.done()
		return
	}
	last := len(t.Ballots) - 1
	switch m, u := sealed.FindStringSubmatch(l), unsealed.FindStringSubmatch(l); {
	case m != nil:
		t.Ballots = append(t.Ballots, Ballot{Weight: whole(m[1]), Voter: m[2]})
	case u != nil:
		t.Ballots = append(t.Ballots, Ballot{Weight: whole(u[1]), Option: option(u[2]), Voter: u[3]})
	case r.struck && hash.MatchString(l):
		t.Struck = append(t.Struck, l)
	case last >= 0 && t.Ballots[last].Option == "" && opened.MatchString(l):
		t.Ballots[last].Line, t.Ballots[last].Option = l, option(l[strings.LastIndexByte(l, ' ')+1:])
	case last >= 0 && t.Ballots[last].Line != "" && t.Ballots[last].Seal == "" && hash.MatchString(l):
		t.Ballots[last].Seal = l
	default:
		r.cut()
	}
}

func (r *reader) listLine(l string) {
	if m := listEnd.FindStringSubmatch(l); m != nil {
		if whole(m[1]) != int64(len(r.list.Seals)) || whole(m[2]) != int64(len(r.list.Struck)) {
			r.cut()
			return
		}
		r.found.Lists = append(r.found.Lists, *r.list)
		r.done()
		return
	}
	switch {
	case !hash.MatchString(l):
		r.cut()
	case r.struck:
		r.list.Struck = append(r.list.Struck, l)
	default:
		r.list.Seals = append(r.list.Seals, l)
	}
}

// cut gives up what is in hand.
func (r *reader) cut() {
	const why = "the %s of %s %d is cut short, or a line of it was altered"
	switch {
	case r.tally != nil:
		r.found.Broken = append(r.found.Broken, sprint(why, "tally", r.tally.Game, r.tally.Proposal))
	case r.list != nil:
		r.found.Broken = append(r.found.Broken, sprint(why, "list of seals", r.list.Game, r.list.Proposal))
	}
	r.done()
}

func (r *reader) done() { r.tally, r.list, r.struck = nil, nil, false }

func option(word string) rules.Option { return rules.Option(strings.ToLower(word)) }

// whole reads digits that an expression has found; they are few.
func whole(digits string) int64 {
	n, _ := strconv.ParseInt(digits, 10, 64)
	return n
}
