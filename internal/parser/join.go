package parser

import (
	"nomicmail/internal/rules"
	"regexp"
	"slices"
	"strings"
)

// join reads a name. A word in capitals is the surname; otherwise the last
// word is, and the sender is asked.
func (r *reader) join(f Fragment, l string, args []string, n int) bool {
	all := strings.Fields(strings.Trim(l, " .!"))
	if len(args) > 6 || len(all) < len(args) || slices.ContainsFunc(args, noName) {
		return false
	}
	name := all[len(all)-len(args):]
	j := rules.Join{Language: r.c.Language}
	for i, w := range name {
		if i > 0 && capitals(w) && j.Surname == "" {
			j.Given, j.Surname = strings.Join(name[:i], " "), strings.Join(name[i:], " ")
		}
	}
	if len(name) > 1 && j.Surname == "" && capitals(name[0]) { // "KOVÁCS Anna", as Hungarians have it
		j.Given, j.Surname = strings.Join(name[1:], " "), name[0]
	}
	if j.Surname == "" && len(name) > 0 {
		last := len(name) - 1
		j.Given, j.Surname = strings.Join(name[:last], " "), name[last]
		if last > 0 {
			f.Reason = "name-order"
			f.Answers = []string{
				"join " + j.Given + " " + strings.ToUpper(j.Surname),
				"join " + strings.Join(name[1:], " ") + " " + strings.ToUpper(name[0]),
			}
		}
	}
	if len(name) == 0 && len(r.l.From) == 1 {
		j.Given = r.l.From[0].Name
	}
	if len(r.l.From) == 1 {
		j.Addresses = []string{r.l.From[0].Mail}
	}
	f.Command = j
	r.say(f)
	return true
}

// noName says that a word belongs to no name: "count me in favour of 301",
// "csatlakozom Adához".
func noName(w string) bool {
	v := vocabulary()
	return strings.ContainsAny(w, "0123456789") || v.in("fill", w) || isVote(w) || hungarianTo.MatchString(w)
}

var hungarianTo = regexp.MustCompile(`..h[eo]z$`)

func capitals(w string) bool {
	return len([]rune(w)) > 1 && w == strings.ToUpper(w) && w != strings.ToLower(w)
}
