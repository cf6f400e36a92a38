package web

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// Bounds of a search.
const (
	mostQuery  = 300 // characters of what is searched for
	mostWords  = 10  // that are looked for
	mostFound  = 50
	searchFor  = 500 * time.Millisecond
	snippetOf  = 240 // bytes, about
	beforeHit  = 80  // bytes that a snippet has before the first hit, about
	mostListed = 400 // titles in a list of all
)

// searchable is one thing that can be found: a rule, also a repealed one, a proposal,
// a ruling, or what a player said to all. Its words are veiled before they are
// searched, so that a search finds no more than a page shows.
type searchable struct {
	kind     string // "rule", "proposal", "ruling" or "talk"
	number   int
	title    string
	text     string
	href     string
	titleKey string // both folded
	textKey  string
}

// library is all that can be found in a game. It is made by the first who searches.
type library struct {
	once  sync.Once
	books []searchable
}

// newLibraries are those of a game, one in each language of pages.
func newLibraries() map[string]*library {
	all := map[string]*library{}
	for _, lang := range templates.Languages() {
		all[lang] = &library{}
	}
	return all
}

// found is one result. Title and Text are cut where the words are that were found.
type found struct {
	Kind, Href string
	Title      []piece
	Text       []piece
}

// piece is a stretch of text; Hit says that it was searched for.
type piece struct {
	Text string
	Hit  bool
}

// searched is the page of a search. Without a query it lists all titles.
type searched struct {
	Query  string
	Found  []found
	More   bool // than are shown
	Late   bool // it took too long, and not all was looked at
	Titles []titleGroup
}

// titleGroup are the titles of one letter of the alphabet.
type titleGroup struct {
	Letter string
	Titles []link
}

func searchPage(v view, name string) *content {
	if name != "search.html" {
		return nil
	}
	d := searched{Query: v.query}
	title := v.say("search-title")
	if v.query == "" {
		d.Titles = v.titles()
	} else {
		title = v.say("search-title-of", v.query)
		v.search(&d)
	}
	return &content{page: "search", section: "search", title: title, data: d}
}

// search finds what has all words of the query.
func (v view) search(d *searched) {
	words := strings.Fields(folded(v.query))
	slices.Sort(words)
	words = slices.Compact(words)
	if words = words[:min(len(words), mostWords)]; len(words) == 0 {
		return
	}
	type hit struct {
		*searchable
		rank int
	}
	var hits []hit
	until := time.Now().Add(searchFor)
	books := v.library()
	for i := range books {
		if i%64 == 63 && time.Now().After(until) {
			d.Late = true
			break
		}
		if rank := books[i].rank(words); rank > 0 {
			hits = append(hits, hit{&books[i], rank})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.rank, a.rank) })
	if d.More = len(hits) > mostFound; d.More {
		hits = hits[:mostFound]
	}
	for _, h := range hits {
		d.Found = append(d.Found, found{
			Kind: h.kind, Href: h.href, Title: marked(h.title, words), Text: snippet(h.text, h.textKey, words),
		})
	}
}

// rank says how well words fit: 0 when one is missing, and most for the number.
func (s *searchable) rank(words []string) int {
	rank := 1
	for _, w := range words {
		switch {
		case s.number != 0 && w == strconv.Itoa(s.number):
			rank += 8
		case strings.Contains(s.titleKey, w):
			rank += 4
		case !strings.Contains(s.textKey, w):
			return 0
		}
	}
	return rank
}

// marked is a text with the words in it marked.
func marked(s string, words []string) []piece {
	key, at := folded(s), places(s)
	var list []piece
	for done := 0; done < len(s); {
		from, to := len(key), len(key)
		begin, _ := slices.BinarySearch(at, done)
		for _, w := range words {
			if i := strings.Index(key[begin:], w); i >= 0 && (begin+i < from || begin+i == from && begin+i+len(w) > to) {
				from, to = begin+i, begin+i+len(w)
			}
		}
		hit, after := at[from], at[to]
		for to < len(key) && after == at[to-1] { // within a letter that is folded into several
			to++
			after = at[to]
		}
		if hit > done {
			list = append(list, piece{s[done:hit], false})
		}
		if from == len(key) {
			break
		}
		list = append(list, piece{s[hit:after], true})
		done = after
	}
	return list
}

// snippet is the part of a text in which the first of the words is. Key is the text
// folded.
func snippet(s, key string, words []string) []piece {
	first := len(key)
	for _, w := range words {
		if i := strings.Index(key[:min(len(key), first+len(w))], w); i >= 0 {
			first = min(first, i)
		}
	}
	if first == len(key) {
		first = 0
	}
	from := atWord(s, placeOf(s, first)-beforeHit)
	to := max(atWord(s, from+snippetOf), from)
	list := marked(s[from:to], words)
	if from > 0 {
		list = append([]piece{{"… ", false}}, list...)
	}
	if to < len(s) {
		list = append(list, piece{" …", false})
	}
	return list
}

// placeOf is where a byte of the folded text comes from in s.
func placeOf(s string, folded int) int {
	n := 0
	for i, r := range s {
		if n += len(foldedLetter(r)); n > folded {
			return i
		}
	}
	return len(s)
}

// atWord is the beginning of the text or of a word near a place, or the end.
func atWord(s string, i int) int {
	if i <= 0 {
		return 0
	}
	if i >= len(s) {
		return len(s)
	}
	if space := strings.LastIndexByte(s[:i], ' '); space >= 0 && i-space < 40 {
		return space + 1
	}
	for i > 0 && s[i]&0xc0 == 0x80 {
		i--
	}
	return i
}

// library are the things of the game of a view, in its language.
func (v view) library() []searchable {
	l := v.libraries[v.Lang]
	l.once.Do(func() {
		l.books = append(append(append(v.searchableRules(), v.searchableProposals()...), v.searchableRulings()...), v.searchableTalk()...)
		for i := range l.books {
			b := &l.books[i]
			b.title, b.text = v.veiled(plain(b.title)), v.veiled(plain(b.text))
			b.titleKey, b.textKey = folded(b.title), folded(b.text)
		}
	})
	return l.books
}

// plain is a text on one line, without what turns the direction of writing.
func plain(s string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp):
			return ' '
		case unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d': // spelling and emoji need those
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))), " ")
}

func (v view) searchableRules() (list []searchable) {
	for _, l := range v.lives {
		r, gone := v.lastOf(l)
		title := v.say("rule-title", r.Number)
		if r.Title != "" {
			title = v.say("rule-title-named", r.Number, r.Title)
		}
		text := r.Text
		if r.Clause != "" {
			text += "\n" + r.Clause
		}
		if gone {
			text = v.say("rule-gone") + "\n" + text
		}
		list = append(list, searchable{kind: "rule", number: r.Number, title: title, text: text, href: ruleHref(r.Number)})
	}
	return list
}

func (v view) searchableProposals() (list []searchable) {
	for _, p := range v.Now.Proposals {
		s := searchable{kind: "proposal", number: p.Number, title: v.proposalTitle(p), href: v.proposalHref(p)}
		if len(p.Changes) > 0 {
			s.text = p.Changes[0].Text
		}
		if name := v.nameAt(p.Proposer, p.Made); name != "" {
			s.text = v.say("proposed-by", name, p.Made.UTC().Format(time.DateOnly)) + "\n" + s.text
		}
		list = append(list, s)
	}
	return list
}

func (v view) searchableRulings() (list []searchable) {
	all, starts := v.questions()
	for i := range starts {
		for _, q := range cut(all, starts, i+1) {
			text := q.Text + "\n" + q.Arguments + "\n" + q.Evidence + "\n" + q.Ruling.Reasons
			for _, e := range q.Earlier {
				text += "\n" + e.Reasons
			}
			list = append(list, searchable{
				kind: "ruling", number: q.Number, title: v.say("question-title", q.Number), text: text,
				href: paged("rulings", i+1) + "#q" + strconv.Itoa(q.Number),
			})
		}
	}
	return list
}

func (v view) searchableTalk() (list []searchable) {
	for _, id := range v.threadsOf() {
		posts := v.threads[id]
		starts := threadSplit(posts)
		for i := range starts {
			for _, p := range cut(posts, starts, i+1) {
				if p.Letter != nil || p.Words == "" {
					continue
				}
				list = append(list, searchable{
					kind: "talk", title: v.say("writes", p.Player) + " · " + v.threadTitle(id), text: p.Words,
					href: paged("archive/"+v.threadKey(id), i+1) + "#e" + strconv.FormatUint(p.Entry, 10),
				})
			}
		}
	}
	return list
}

// titles are those of all rules, also repealed ones, and proposals, by the alphabet
// of the language.
func (v view) titles() []titleGroup {
	var list []link
	seen := map[string]bool{}
	add := func(title, href string, n int) {
		if title != "" && !seen[title] {
			seen[title] = true
			list = append(list, link{Href: href, Text: title + " (" + strconv.Itoa(n) + ")"})
		}
	}
	for _, l := range v.lives {
		r, _ := v.lastOf(l)
		add(v.veiled(r.Title), ruleHref(r.Number), r.Number)
	}
	for _, p := range v.Now.Proposals {
		if len(p.Changes) > 0 && p.State != rules.Adopted {
			add(v.veiled(p.Changes[0].Title), v.proposalHref(p), p.Number)
		}
	}
	sorter := collate.New(language.Make(v.Lang), collate.IgnoreCase)
	slices.SortStableFunc(list, func(a, b link) int { return sorter.CompareString(a.Text, b.Text) })
	var groups []titleGroup
	for _, l := range list[:min(len(list), mostListed)] {
		letter := initial(l.Text)
		if n := len(groups); n == 0 || groups[n-1].Letter != letter {
			groups = append(groups, titleGroup{Letter: letter})
		}
		last := &groups[len(groups)-1]
		last.Titles = append(last.Titles, l)
	}
	return groups
}

// initial is the letter under which a title stands, "#" for what is none.
func initial(title string) string {
	r, _ := utf8.DecodeRuneInString(folded(strings.TrimLeft(title, "¿¡«\"'“„ ")))
	if r < 'a' || r > 'z' {
		return "#"
	}
	return strings.ToUpper(string(r))
}

// asked is what a request looks for on a page of search; "" for nothing, and on all
// other pages.
func asked(path string, r *http.Request) string {
	if !strings.HasSuffix(path, "/search.html") || r.URL.RawQuery == "" {
		return ""
	}
	query := []rune(strings.Join(strings.FieldsFunc(strings.ToValidUTF8(r.URL.Query().Get("q"), " "), func(c rune) bool {
		return unicode.IsSpace(c) || unicode.IsControl(c)
	}), " "))
	return string(query[:min(len(query), mostQuery)])
}
