package parser

import (
	"sort"
	"strings"
)

func (r *reader) lineAt(at int) int {
	return max(0, sort.Search(len(r.lines), func(i int) bool { return r.lines[i].start > at })-1)
}

// lineBehind is the first line of which nothing stands before a place.
func (r *reader) lineBehind(at int) int {
	i := r.lineAt(at)
	switch {
	case at >= len(r.text):
		return len(r.lines)
	case at > r.lines[i].start: // what stands behind a closing mark in its line
		return i + 1
	}
	return i
}

func (r *reader) lineStart(i int) int {
	if i >= len(r.lines) {
		return len(r.text)
	}
	return r.lines[i].start
}

func (r *reader) lineEnd(i int) int {
	if i >= len(r.lines) {
		return len(r.text)
	}
	return r.lines[i].start + len(r.lines[i].text)
}

func (r *reader) skipBlank(i int) int {
	for i < len(r.lines) && r.lines[i].mark == mOwn && r.lines[i].blank() {
		i++
	}
	return i
}

// endWord says that line i is `end` and nothing else.
func (r *reader) endWord(i int) bool {
	if i >= len(r.lines) || len(r.lines[i].text) > 40 {
		return false
	}
	return vocabulary().in("end", foldLine(strings.Trim(r.lines[i].text, " .-_*`")))
}
