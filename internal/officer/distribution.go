package officer

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// heads are what the columns of a distribution's table are called, folded.
var heads = map[string]string{
	"id": "number", "no": "number", "nr": "number", "num": "number", "number": "number", "prop": "number", "proposal": "number", "#": "number", "n": "number",
	"author": "author", "authors": "author", "author(s": "author", "author(s)": "author", "proposer": "author", "by": "author", "autor": "author", "autores": "author", "yazar": "author", "szerzo": "author",
	"ai": "index", "index": "index", "adoption index": "index", "a.i": "index", "indice": "index",
	"title": "title", "name": "title", "titulo": "title", "baslik": "title", "cim": "title",
	"quorum": "quorum", "q": "quorum", "class": "", "chamber": "", "type": "", "co-authors": "", "coauthors": "", "coauthor(s)": "", "coauthor(s": "",
}

// gap separates the columns of a table.
var gap = regexp.MustCompile(`\s*\|\s*|\s{2,}`)

// distribution reads a table of proposals and the texts below it. One of
// proposals that all have been distributed before is a report.
func (r *reader) distribution() bool {
	last := 0
	for i := 0; i < len(r.lines) && len(r.post.Rows) == 0; i++ {
		if order := columnOrder(r.lines[i].text); order != nil {
			last = r.table(order, i)
		}
	}
	if len(r.post.Rows) == 0 {
		last = r.list()
	}
	fresh := func(x Row) bool { return !r.ctx.Known(x.Number) }
	if len(r.post.Rows) == 0 || !slices.ContainsFunc(r.post.Rows, fresh) && !r.post.Revised {
		r.post.Rows, r.post.Unread = nil, nil
		return false
	}
	r.texts(last)
	if !slices.ContainsFunc(r.post.Rows, func(x Row) bool { return x.Found }) {
		r.post.Rows, r.post.Unread = nil, nil // a table alone announces nothing
		return false
	}
	for _, l := range r.lines {
		if m := quorumAll.FindStringSubmatch(l.text); m != nil && r.post.Quorum == 0 {
			r.post.Quorum, _ = strconv.Atoi(m[1])
		}
	}
	for _, x := range r.post.Rows {
		if !x.Found {
			r.unread(x.Line, x.Words, WhyNoText, x.Number)
		}
	}
	return true
}

// quorumAll is a sentence that gives all proposals of a distribution their quorum.
var quorumAll = regexp.MustCompile(`(?i)\bquorum\b[^.\d\n]{0,60}?\b(?:is|=|:)\s*(\d{1,4})\b`)

// columnOrder is what the columns of a table are, when the line is its head: it
// has a number and a title. The last of several readings of "ID Author AI Title"
// is by single words.
func columnOrder(s string) []string {
	for _, f := range [][]string{gap.Split(strings.Trim(s, "| "), -1), strings.Fields(s)} {
		var order []string
		ok := len(f) > 1 && len(f) <= maxColumns
		for _, x := range f {
			what, is := heads[fold(x)]
			if strings.TrimSpace(x) == "#" {
				what, is = "number", true
			}
			ok = ok && is && (what == "" || !slices.Contains(order, what))
			order = append(order, what)
		}
		if ok && slices.Contains(order, "number") && slices.Contains(order, "title") {
			return order
		}
	}
	return nil
}

// table reads the rows below the head at line i, and gives the line behind them.
func (r *reader) table(order []string, i int) int {
	for i++; i < len(r.lines); i++ {
		l := r.lines[i]
		if isRuler(l.text) && len(r.post.Rows) == 0 {
			continue
		}
		row, ok := rowOf(order, l)
		if !ok || len(r.post.Rows) >= maxRows {
			break
		}
		r.post.Rows = append(r.post.Rows, row)
	}
	return i
}

func rowOf(order []string, l line) (Row, bool) {
	f := gap.Split(strings.Trim(l.text, "| "), len(order))
	row := Row{Line: l.n, Words: strings.TrimSpace(l.text)}
	if len(f) != len(order) {
		return row, false
	}
	for i, what := range order {
		x := strings.TrimSpace(f[i])
		switch what {
		case "number":
			n, err := strconv.Atoi(strings.Trim(x, "*#+!~ "))
			if err != nil || n < 1 || n > maxNumber {
				return row, false
			}
			row.Number = n
		case "author":
			row.Author = x
		case "index":
			row.Index = x
		case "title":
			row.Title = x
		case "quorum":
			row.Quorum, _ = strconv.Atoi(x)
		}
	}
	return row, row.Number > 0
}

// listRow is a proposal in a list without columns: "* 1003: Tea, by Ada (AI 1)".
var listRow = regexp.MustCompile(`(?i)^\s*[*•·o+-]?\s*(?:proposal\s+|#)?(\d{2,6})\s*[:.)–—-]\s*(.+?)(?:,|\s+[–—-])?\s+by\s+(.+?)(?:[,;]?\s*[(\[]?\s*AI\s*[=:]?\s*(\d{1,4}(?:\.\d{1,3})?)\s*[)\]]?)?\s*$`)

// list reads such a list, and gives the line behind it.
func (r *reader) list() int {
	last := 0
	for i, l := range r.lines {
		m := listRow.FindStringSubmatch(l.text)
		if m == nil {
			if len(r.post.Rows) > 0 && !l.blank() {
				break
			}
			continue
		}
		n, _ := strconv.Atoi(m[1])
		if len(r.post.Rows) >= maxRows {
			break
		}
		r.post.Rows = append(r.post.Rows, Row{Number: n, Title: strings.Trim(m[2], ` "“”`), Author: strings.TrimSpace(m[3]), Index: m[4], Line: l.n, Words: strings.TrimSpace(l.text)})
		last = i + 1
	}
	return last
}

// facts are the lines between the head of a text and the text: folded.
var facts = map[string]bool{
	"id": true, "title": true, "author": true, "author(s)": true, "author(s": true, "authors": true, "proposer": true, "by": true, "adoption index": true, "ai": true, "index": true,
	"co-author(s)": true, "co-author(s": true, "co-authors": true, "coauthors": true, "coauthor(s)": true, "coauthor(s": true, "coauthor": true, "co-author": true, "class": true, "chamber": true, "quorum": true, "proposal": true,
	"titulo": true, "autor": true, "yazar": true, "baslik": true, "szerzo": true, "cim": true,
}

// texts finds the text of each row from line i on: below a line that names its
// number, up to the next one that names another's, or a ruler.
func (r *reader) texts(i int) {
	at, facing := -1, false // the row whose text is read; its facts still stand
	var body []string
	flush := func() {
		if at >= 0 && !r.post.Rows[at].Found {
			if text := trimmed(body); text != "" {
				r.post.Rows[at].Text, r.post.Rows[at].Found = text, true
			}
		}
		at, body = -1, nil
	}
	for ; i < len(r.lines); i++ {
		l := r.lines[i]
		if isRuler(l.text) {
			if at >= 0 && len(trimmed(body)) > 0 {
				flush()
			}
			continue
		}
		if n := r.rowAt(l.text, at, i); n >= 0 && !r.post.Rows[n].Found && n != at {
			flush()
			at, facing = n, true
			continue
		}
		if at < 0 {
			continue
		}
		if facing {
			key, _, labelled := strings.Cut(strings.TrimLeft(l.text, " *_"), ":")
			if l.blank() && len(body) == 0 || labelled && facts[fold(key)] {
				continue
			}
			facing = false
		}
		body = append(body, l.text)
	}
	flush()
}

// rowAt is the row whose text begins below a line, -1 for none: the line names
// its number and hardly anything but its title.
func (r *reader) rowAt(s string, at, i int) int {
	h, is := headOf(s)
	if !is {
		return -1
	}
	n := slices.IndexFunc(r.post.Rows, func(x Row) bool { return x.Number == h.number })
	if n < 0 {
		return -1
	}
	rest, title := fold(h.rest), fold(r.post.Rows[n].Title)
	if rest == "" || title != "" && strings.HasPrefix(rest, title) {
		return n
	}
	return -1
}

// trimmed are lines without empty ones at either end.
func trimmed(body []string) string { return strings.Trim(strings.Join(body, "\n"), "\n ") }
