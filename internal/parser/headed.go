package parser

import (
	"slices"
	"strings"
)

// The texts of a distribution stand below heads of their own, such as "ID: 1001". Who
// answers below a text answers that head.

// headsText is the number of the proposal whose text a quoted line heads; 0 for any
// other line.
func (r *reader) headsText(line string) int {
	label, behind, ok := strings.Cut(strings.Trim(line, " \t*_"), ":")
	if !ok || r.c.Ballots == nil || len(line) > 100 || !vocabulary().in("heads text", foldLine(strings.Trim(label, " .*_#"))) {
		return 0
	}
	words := strings.Fields(behind)
	if len(words) != 1 {
		return 0
	}
	return rowNumber(words[0])
}

// textHeaded notes the head of a text. Where the author has answered others between
// the texts, what stands below this one is about it alone; where nothing has been said
// about the texts above, it may be about all.
func (r *reader) textHeaded(n int) {
	between := slices.ContainsFunc(r.frags, func(f Fragment) bool { _, votes := votedOn(f); return votes })
	if between || !slices.Contains(r.texts, r.lastRow()) {
		r.rows = nil // the rows of a table above the texts
	}
	r.rowVote, r.under = false, 0
	r.rows, r.texts, r.shown = append(r.rows, n), append(r.texts, n), append(r.shown, n)
}

func (r *reader) lastRow() int {
	if len(r.rows) == 0 {
		return 0
	}
	return r.rows[len(r.rows)-1]
}
