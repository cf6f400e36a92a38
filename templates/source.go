package templates

import (
	"regexp"
	"slices"
	"strings"
)

// The source form of a letter is light Markdown, one block after another:
//
//	## Heading, ### smaller heading
//	paragraph, of lines that are joined
//	- item of a list, lines below it indented by two
//	| words of a player, "|:" a clause, "|-" "|+" "|=" a diff
//	    four spaces: as it stands
//	~ small print
//	--- on a line of its own: a rule
//
// and rows of tables, made by the functions head and row. Within a line there
// is **strong**, and links made by the function link. Words of players carry
// marks within a line and a bar before it, so that none of this is found in
// them.

type kind int

const (
	paragraph kind = iota
	heading
	subheading
	item
	quotation
	verbatim
	small
	line
	table
)

// block is one block of a letter. A paragraph has one line, a table its rows.
type block struct {
	kind  kind
	mark  string // of an item: "- " or "1. "
	lines []string
}

// longLetter is how many blocks of a letter make it one with a list of contents.
const longLetter = 40

// withContents puts the headings of a long letter behind its first paragraph.
func withContents(blocks []block, title string) []block {
	var list []block
	for _, b := range blocks {
		if b.kind == heading {
			list = append(list, block{kind: item, mark: "- ", lines: b.lines})
		}
	}
	first := slices.IndexFunc(blocks, func(b block) bool { return b.kind == heading })
	if len(blocks) < longLetter || len(list) < 3 || first < 0 {
		return blocks
	}
	list = append([]block{{kind: paragraph, lines: []string{title}}}, list...)
	return slices.Insert(slices.Clone(blocks), first, list...)
}

var numbered = regexp.MustCompile(`^\d{1,2}\. `)

// read splits source into its blocks.
func read(source string) []block {
	var out []block
	fresh := true // a blank line came before: nothing is continued
	for l := range strings.SplitSeq(source, "\n") {
		if strings.TrimSpace(l) == "" {
			fresh = true
			continue
		}
		b := classify(l)
		if !fresh && continues(out, b) {
			last := &out[len(out)-1]
			switch last.kind {
			case paragraph, item, small:
				last.lines[0] += " " + strings.TrimSpace(l)
			default:
				last.lines = append(last.lines, b.lines...)
			}
			continue
		}
		out = append(out, b)
		fresh = false
	}
	return out
}

// continues reports whether b goes on the last block. Blocks of lines take
// their own kind; the running ones take lines that are nothing else.
func continues(out []block, b block) bool {
	if len(out) == 0 {
		return false
	}
	switch last := out[len(out)-1]; last.kind {
	case quotation:
		return b.kind == quotation && sort(b.lines[0]) == sort(last.lines[0])
	case verbatim, table:
		return b.kind == last.kind
	case paragraph, item, small:
		return b.kind == paragraph
	}
	return false
}

// sort is what a line behind the bar belongs to: a clause, a diff, or prose.
func sort(l string) byte {
	switch mark := (l + " ")[1]; mark {
	case '-', '+', '=':
		return '='
	default:
		return mark
	}
}

func classify(l string) block {
	if rest, ok := strings.CutPrefix(l, "### "); ok {
		return block{kind: subheading, lines: []string{rest}}
	}
	if rest, ok := strings.CutPrefix(l, "## "); ok {
		return block{kind: heading, lines: []string{rest}}
	}
	if rest, ok := strings.CutPrefix(l, "- "); ok {
		return block{kind: item, mark: "- ", lines: []string{rest}}
	}
	if rest, ok := strings.CutPrefix(l, "~ "); ok {
		return block{kind: small, lines: []string{rest}}
	}
	if rest, ok := strings.CutPrefix(l, "    "); ok {
		return block{kind: verbatim, lines: []string{rest}}
	}
	mark := numbered.FindString(l)
	switch {
	case l == "---":
		return block{kind: line}
	case strings.HasPrefix(l, "|"):
		return block{kind: quotation, lines: []string{l}}
	case strings.ContainsRune(l, cellEnd):
		return block{kind: table, lines: []string{l}}
	case mark != "":
		return block{kind: item, mark: mark, lines: []string{l[len(mark):]}}
	}
	return block{kind: paragraph, lines: []string{strings.TrimSpace(l)}}
}

// cells splits a row of a table. head tells a row of headings.
func cells(row string) (list []string, head bool) {
	row, head = strings.CutPrefix(row, string(headRow))
	return strings.Split(strings.TrimSuffix(row, string(cellEnd)), string(cellEnd)), head
}

// tableRows splits the rows of a table, less the columns that are empty. headed
// tells that the first row has the headings.
func tableRows(lines []string) (rows [][]string, headed bool) {
	for _, l := range lines {
		list, head := cells(l)
		headed = headed || head
		rows = append(rows, list)
	}
	full := map[int]bool{}
	for _, r := range rows {
		for i, c := range r {
			full[i] = full[i] || c != ""
		}
	}
	for n, r := range rows {
		var kept []string
		for i, c := range r {
			if full[i] {
				kept = append(kept, c)
			}
		}
		rows[n] = kept
	}
	return rows, headed
}

// run is a piece of a line.
type run struct {
	text    string
	strong  bool
	literal bool
	link    bool
	to      string // a link's address
}

// runs takes a line apart at its marks.
func runs(line string) []run {
	var out []run
	strong := false
	for line != "" {
		at := strings.IndexAny(line, string(litOpen)+string(linkOpen)+"*")
		if at < 0 {
			at = len(line)
		}
		if at > 0 {
			out = append(out, run{text: line[:at], strong: strong})
			line = line[at:]
			continue
		}
		var r run
		switch r, line = special(line); {
		case r.text == "**" && !r.literal:
			strong = !strong
			continue
		default:
			r.strong = strong
			out = append(out, r)
		}
	}
	return out
}

// special takes the run that begins with a mark, and gives what follows it.
func special(line string) (run, string) {
	switch line[0] {
	case litOpen:
		text, rest, _ := strings.Cut(line[1:], string(litClose))
		return run{text: text, literal: true}, rest
	case linkOpen:
		text, rest, _ := strings.Cut(line[1:], string(linkEnd))
		label, to, _ := strings.Cut(text, string(linkTo))
		return run{text: flat(label), link: true, to: to}, rest
	}
	if strings.HasPrefix(line, "**") {
		return run{text: "**"}, line[2:]
	}
	return run{text: line[:1]}, line[1:]
}

// flat is a line without its marks.
func flat(line string) string {
	return strings.ReplaceAll(lineText(line), string(joint), " ")
}

// lineText is a line as plain text, its joints kept.
func lineText(line string) string {
	var b strings.Builder
	for _, r := range runs(line) {
		b.WriteString(r.text)
		if r.link {
			b.WriteString(" <" + r.to + ">")
		}
	}
	return b.String()
}
