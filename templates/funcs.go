package templates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"
)

// both is an item of a receipt together with the receipt.
type both struct {
	Item
	In Receipt
	N  int // how many items wait for an answer by number
}

// funcs are the functions that templates may call. Those that depend on the
// reader are bound to w.
func (w *writer) funcs() template.FuncMap {
	return template.FuncMap{
		"plain":    plain,
		"name":     w.name,
		"names":    w.names,
		"title":    func(s string) marked { return literal(tame(s, titleLimit)) },
		"sum":      func(s string) marked { return w.sum(s) },
		"words":    func(s string) marked { return literal(strings.TrimRight(tame(s, wordsLimit), ".")) },
		"quote":    quote,
		"excerpt":  excerpt,
		"code":     code,
		"ballots":  func(s string) marked { return behind("|#", tameBlock(s)) },
		"diff":     w.diff,
		"link":     link,
		"head":     func(cells ...any) marked { return headRowMark + row(cells...) },
		"row":      row,
		"points":   points,
		"setting":  w.setting,
		"claims":   func(s string) []string { return strings.Split(tame(s, titleLimit), ", ") },
		"option":   func(s string) marked { return w.option(s) },
		"cast":     w.cast,
		"another":  func(option string) marked { return w.option(another(option)) },
		"rule":     func(n int, was []int) marked { return w.rule(n, was) },
		"numbers":  w.numbers,
		"spans":    spans,
		"plural":   plural,
		"when":     func(t time.Time) marked { return dated(w.when(t, w.reader.Zone)) },
		"until":    func(t, from time.Time) marked { return dated(w.until(t, from, w.reader.Zone)) },
		"day":      w.dayOf,
		"span":     func(d time.Duration) marked { return marked(w.span(d)) },
		"sentence": w.sentence,
		"about":    about,
		"tally":    tallyOf,
		"cite":     w.cite,
		"label":    w.label,
		"number":   func(first, i int) int { return max(1, first) + i },
		"firsts":   firsts,
		"votes":    onlyVotes,
		"holds":    func(all []Item) bool { return slices.ContainsFunc(all, func(i Item) bool { return i.Holds }) },
		"over":     func(all []Item) bool { return slices.ContainsFunc(all, func(i Item) bool { return i.Over }) },
	}
}

const headRowMark = marked(headRow)

// plain ends every action: see [guard].
func plain(v any) marked {
	switch v := v.(type) {
	case marked:
		return v
	case string:
		return literal(tame(v, wordsLimit))
	case int, int64, uint64:
		return marked(fmt.Sprint(v))
	default:
		return literal(tame(fmt.Sprint(v), wordsLimit))
	}
}

// name is a player's name, or "?" for none. One that could be more than a name,
// such as "301 FOR", stands in quotation marks, with a word before them.
func (w *writer) name(s string) marked {
	s = tame(s, nameLimit)
	switch {
	case s == "":
		return "?"
	case !bare(s):
		return marked(strings.ReplaceAll(w.Called, "{name}", string(literal(s))))
	}
	return literal(s)
}

func (w *writer) names(all []string) marked {
	items := make([]string, len(all))
	for i, n := range all {
		items[i] = string(w.name(n))
	}
	return w.list(items)
}

func (w *writer) numbers(all []int) marked {
	items := make([]string, len(all))
	for i, n := range all {
		items[i] = strconv.Itoa(n)
	}
	return w.list(items)
}

// spans writes numbers as programs read them, those that follow each other as one
// span: "1001-1003, 1005".
func spans(all []int) marked {
	var list []string
	for i := 0; i < len(all); {
		k := i
		for k+1 < len(all) && all[k+1] == all[k]+1 {
			k++
		}
		s := strconv.Itoa(all[i])
		if k > i {
			s += "-" + strconv.Itoa(all[k])
		}
		list, i = append(list, s), k+1
	}
	return marked(strings.Join(list, ", "))
}

// quote puts every line of s behind a bar. It must begin a line.
func quote(s string) marked { return behind("| ", tameBlock(s)) }

// excerpt is a quote of the first lines of s. It is for words that their author
// has before him anyway.
func excerpt(s string) marked {
	const lines, size = 12, 900
	s = tameBlock(s)
	whole := s
	if parts := strings.SplitN(s, "\n", lines+1); len(parts) > lines {
		s = strings.Join(parts[:lines], "\n")
	}
	if r := []rune(s); len(r) > size {
		s = string(r[:size])
	}
	if s != whole {
		s += " …"
	}
	return quote(s)
}

// code puts every line behind a bar as quote does, for a clause, whose lines are not wrapped.
func code(s string) marked { return behind("|:", tameBlock(s)) }

func behind(bar, s string) marked {
	if s == "" {
		return ""
	}
	return marked(bar + strings.ReplaceAll(s, "\n", "\n"+bar))
}

func (w *writer) diff(old, now string) marked {
	source, cut := diff(old, now)
	if cut && source != "" {
		source += "\n\n" + w.Cut
	}
	return marked(source)
}

// link is a mailto: link with a label. Any other address is shown as words.
func link(label marked, url string) marked {
	url = strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' || strings.ContainsRune(`"<>\^{|}`+"`", r) {
			return -1
		}
		return r
	}, url)
	if !strings.HasPrefix(url, "mailto:") {
		return label
	}
	return marked(linkOpen) + label + marked(linkTo) + marked(url) + marked(linkEnd)
}

// row is a row of a table. A cell may be anything that can be printed.
func row(cells ...any) marked {
	var b strings.Builder
	for _, c := range cells {
		b.WriteString(string(plain(c)) + string(cellEnd))
	}
	return marked(b.String())
}

// plural picks the word for n, without n.
func plural(n any, one, many string) marked {
	if fmt.Sprint(n) == "1" {
		return marked(one)
	}
	return marked(many)
}

// dated is a moment that stays on one line. What it is by the reader's clock, in brackets,
// may stand on the next.
func dated(moment string) marked {
	moment = strings.ReplaceAll(moment, " ", string(joint))
	return marked(strings.ReplaceAll(moment, string(joint)+"(", " ("))
}

func (w *writer) dayOf(t time.Time) marked {
	if w.reader.Zone != nil {
		t = t.In(w.reader.Zone)
	} else {
		t = t.UTC()
	}
	return dated(w.date(w.Day, t))
}

// about joins an item with its receipt, for the sentence about it.
func about(i Item, in Receipt) both {
	n := 0
	for _, o := range in.Items {
		if o.Held != "" && o.Number != 0 && len(o.Answers) > 0 {
			n++
		}
	}
	i.Answers = slices.DeleteFunc(slices.Clone(i.Answers), func(a string) bool { return a == "" })
	return both{Item: i, In: in, N: n}
}

// cast is a ballot as it was read: its option, or what it says instead. The words
// of a condition stand behind a bar below it.
func (w *writer) cast(option string, said *Cast) marked {
	switch {
	case said == nil:
		return w.option(option)
	case len(said.Parts) > 0:
		parts := make([]string, len(said.Parts))
		for k, p := range said.Parts {
			parts[k] = strconv.FormatInt(p.Votes, 10) + string(joint) + string(w.option(p.Option))
		}
		return marked(strings.Join(parts, ", "))
	case said.Endorsed != "":
		return w.option(option) + ": " + w.name(said.Endorsed)
	}
	return w.option(option)
}

// another is an option to which a voter may change from one.
func another(option string) string {
	if option == "against" {
		return "for"
	}
	return "against"
}

// tally is how many items of a receipt ended in which way.
type tally struct{ All, Did, No, Held, Aside int }

func tallyOf(items []Item) tally {
	t := tally{All: len(items)}
	for _, i := range items {
		switch {
		case i.Did != "":
			t.Did++
		case i.No != nil:
			t.No++
		case i.Held != "":
			t.Held++
		default:
			t.Aside++
		}
	}
	return t
}

// cite names a rule, or the one of Suber's initial set that says the same. Where
// the game has begun with another set only a rule that is known to say it is named.
func (w *writer) cite(rule, initial int) marked {
	if rule == 0 && w.ownRules {
		return marked(uncited)
	}
	if rule == 0 {
		rule = initial
	}
	s := strings.ReplaceAll(w.Cite, "{number}", strconv.Itoa(rule))
	return marked(strings.ReplaceAll(s, " ", string(joint)))
}

// label is what a link that writes a vote says.
func (w *writer) label(number int, option string) marked {
	return marked(strings.NewReplacer("{number}", strconv.Itoa(number), "{option}", string(w.option(option))).Replace(w.Label))
}

// firsts is an example of an answer to all questions of a receipt: the number of
// the first answer to each. It is empty where there is one question at most.
func firsts(items []Item) string {
	var list []string
	for _, i := range items {
		if i.Held != "" && i.Number != 0 && len(i.Answers) > 0 {
			list = append(list, strconv.Itoa(max(1, i.First)))
		}
	}
	if len(list) < 2 {
		return ""
	}
	return strings.Join(list, " ")
}

// onlyVotes reports whether every item of a receipt is a vote that counts, and
// can be told in a few words.
func onlyVotes(items []Item) bool {
	for _, i := range items {
		if i.Cast != nil && i.Cast.Condition != "" {
			return false
		}
		switch i.Did {
		case "voted", "changed", "same":
		default:
			return false
		}
	}
	return true
}
