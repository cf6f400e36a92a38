package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/width"
)

// printTable writes rows as columns that line up. The first row is the
// heading. The last column is not padded.
func printTable(w io.Writer, rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], columns(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(oneLine(cell))
			line.WriteString(strings.Repeat(" ", widths[i]-columns(cell)+2))
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}

// columns is how many columns of a terminal s takes.
func columns(s string) int {
	n := 0
	for _, r := range s {
		switch k := width.LookupRune(r).Kind(); {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case k == width.EastAsianWide || k == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// printJSON writes v for other programs: indented, with < and & as they are.
func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// printLine writes v as JSON on one line.
func printLine(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// moment writes a time as the operator's tables show it, in UTC.
func moment(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04")
}

// orDash is s, or "-" for nothing.
func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// isTerminal says whether a person watches w.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// progress tells how far a long work is: done of total.
type progress func(done, total int)

// watch gives a progress that shows itself on w when that is a terminal, on
// one line that end wipes away.
func watch(w io.Writer, what string) (show progress, end func()) {
	if !isTerminal(w) {
		return func(int, int) {}, func() {}
	}
	last := -1
	show = func(done, total int) {
		if total <= 0 || done*100/total == last {
			return
		}
		last = done * 100 / total
		fmt.Fprintf(w, "\r%s %d%% (%d of %d)", what, last, done, total)
	}
	return show, func() {
		if last >= 0 {
			fmt.Fprint(w, "\r\033[K")
		}
	}
}

// hasPrefix says whether s begins with one of several beginnings.
func hasPrefix(s string, any ...string) bool {
	return slices.ContainsFunc(any, func(p string) bool { return strings.HasPrefix(s, p) })
}
