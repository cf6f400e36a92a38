package parser

import (
	"slices"
	"strings"
)

// team reads "team with Bob Crumhorn", and "team with nobody", which ends all teams
// of the sender's.
func (r *reader) team(f Fragment, l string, args []string) bool {
	fields := strings.Fields(strings.Trim(l, " .!"))
	if len(args) == 0 || len(args) > 6 || len(fields) < len(args) || slices.ContainsFunc(args, noName) {
		return false
	}
	with := strings.Join(fields[len(fields)-len(args):], " ")
	if vocabulary().in("nobody", foldLine(with)) {
		with = ""
	}
	f.Command = Setting{Name: f.Verb, Value: with}
	r.say(f)
	return true
}
