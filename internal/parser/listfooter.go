package parser

import (
	"regexp"
	"slices"
	"strings"
)

// What lists put below a mail: a rule or "-- " with a few lines about the list
// under it, or a last paragraph that begins as those of lists do.

// maxFooters is how many lists a mail may have come through.
const maxFooters = 5

// maxFooterLine is how long a line of a footer is at most, in bytes.
const maxFooterLine = 1000

// Said is the text of a mail without what the list that it came through, if it is
// one of Options.Lists, has put below it.
func (l *Letter) Said() string {
	if l.Through == nil {
		return l.Text
	}
	return aboveFooter(l.Text, l.list())
}

// list is the one that the mail came through, nil for none.
func (l *Letter) list() *List {
	if l.Through == nil {
		return nil
	}
	return &l.Through.List
}

// aboveFooter is a text without what lists put below it; list may be nil.
func aboveFooter(text string, list *List) string {
	lines := strings.SplitAfter(text, "\n")
	return strings.Join(lines[:footerFrom(lines, list)], "")
}

// listFooters marks what the list has put below a mail, before anything of it is
// read.
func listFooters(lines []line, list *List) {
	if list == nil {
		return
	}
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = l.text
	}
	for i := footerFrom(texts, list); i < len(lines); i++ {
		if lines[i].mark == mOwn {
			lines[i].mark = mFooter
		}
	}
}

// footerFrom is the line with which the footers of lists begin at the end of a
// text, len(lines) where there are none. The first footer from below is that of
// list, which may be nil.
func footerFrom(lines []string, list *List) int {
	end := len(lines)
	for range maxFooters {
		at := lastFooter(lines[:end], list)
		if at < 0 {
			break
		}
		end = at
	}
	return end
}

// lastFooter is where the last footer begins, -1 for none. A rule that some lists
// draw below it too is part of it.
func lastFooter(lines []string, list *List) int {
	end := len(lines)
	for end > 0 && (blank(lines[end-1]) || barOnly(lines[end-1])) {
		end--
	}
	left := maxTail
	for k := end - 1; k >= 0 && left > 0 && len(lines[k]) <= maxFooterLine; k-- {
		bare := strings.TrimSpace(lines[k])
		below := lines[k+1 : end]
		switch {
		case bare == "--" || barOnly(bare):
			if (drawn(bare) || bare == "--" || beginsFooter(below)) && aboutList(below, list) {
				return k
			}
			return -1
		case bare == "" && beginsFooter(below) && aboutList(below, list):
			if above := aboveBlank(lines, k); above >= 0 && (barOnly(lines[above]) || strings.TrimSpace(lines[above]) == "--") {
				return above
			}
			return k
		case bare != "":
			left--
		}
	}
	return -1
}

// aboveBlank is the last line with words above line k, -1 for none.
func aboveBlank(lines []string, k int) int {
	for k >= 0 && blank(lines[k]) {
		k--
	}
	return k
}

// barOnly says that a line is nothing but one that is drawn, of whatever length.
func barOnly(s string) bool {
	s = strings.TrimSpace(s)
	return len(s) >= 3 && strings.Trim(s, "_-=*#~") == ""
}

// beginsFooter says that the first of some lines begins as the footers of lists do.
func beginsFooter(lines []string) bool {
	i := slices.IndexFunc(lines, func(s string) bool { return !blank(s) })
	return i >= 0 && startsWith(foldLine(strings.TrimLeft(lines[i], " \t*_-[<")), vocabulary().listFooter)
}

// aboutList says that lines speak of a list or of leaving one. Lines among which
// an `end` or a vote stands are their author's.
func aboutList(lines []string, list *List) bool {
	words := foldLine(strings.Join(lines, " "))
	about := slices.ContainsFunc(vocabulary().listFooting, func(w string) bool { return strings.Contains(words, w) })
	return (about || list.named(words)) && !slices.ContainsFunc(lines, authors)
}

// authors says that a line is an `end`, or may be a vote.
func authors(l string) bool {
	bare := foldLine(strings.Trim(l, " \t\n.-_*`"))
	return vocabulary().in("end", bare) || isVote(bare) || votedInLine.MatchString(bare)
}

// votedInLine finds a number and a word, as in "1001: FOR", and no address.
var votedInLine = regexp.MustCompile(`^\d{3,}\b[^/@]*$`)

// named says that folded words have the address of a list, or one with which it is
// left or asked.
func (x *List) named(words string) bool {
	if x == nil {
		return false
	}
	local, host, _ := strings.Cut(fold(x.Address), "@")
	if strings.Contains(words, local+"@"+host) {
		return true
	}
	for rest := words; ; {
		_, after, found := strings.Cut(rest, local)
		if !found {
			return false
		}
		if subaddress.MatchString(after[:min(len(after), 20)]) {
			return true
		}
		rest = after
	}
}

// subaddress is what stands behind the name of a list where it is left or asked.
var subaddress = regexp.MustCompile(`^[-+][a-z]+@`)
