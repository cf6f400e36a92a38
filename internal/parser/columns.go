package parser

import (
	"regexp"
	"slices"
	"strings"
)

// Tables that voters make themselves have a row for each proposal, with its number,
// perhaps its title, author and index, the vote, and perhaps a remark, in columns that
// bars or several blanks keep apart.

// apart is what stands between two columns of such a row.
var apart = regexp.MustCompile(`\s*\|\s*|\t+| {2,}`)

// maxColumns bounds them.
const maxColumns = 8

// columns reads a line as such a row: behind is the vote with its remark, in
// parentheses. l is nil for any other line.
func (b *Ballots) columns(line string) (l *Listed, behind string) {
	cells := apart.Split(strings.Trim(line, " \t|"), maxColumns+1)
	if len(cells) < 3 || len(cells) > maxColumns {
		return nil, ""
	}
	if l = b.listed(rowNumber(cells[0])); l == nil {
		return nil, ""
	}
	for i, cell := range cells[1:] {
		switch f := foldLine(cell); {
		case f == "" || strings.Trim(f, "0123456789.,") == "", f == foldLine(l.Title), slices.Contains(strings.Fields(foldLine(l.Author)), f), f == foldLine(l.Author):
		case isVote(f) || vocabulary().in("present", f):
			return l, withRemark(cell, cells[i+2:])
		default:
			return nil, ""
		}
	}
	return nil, ""
}

// withRemark puts what stands in the columns behind a vote into parentheses.
func withRemark(vote string, rest []string) string {
	remark := strings.TrimSpace(strings.Join(rest, " "))
	if remark == "" {
		return vote
	}
	return vote + " (" + strings.Trim(strings.NewReplacer("(", "", ")", "").Replace(remark), " ") + ")"
}
