package parser

import (
	"slices"
	"strings"
)

// orders are the organiser's verbs. They are read from organisers only.
var orders = []string{"extend", "pause", "resume", "undo", "record", "remove", "replace", "settle", "award", "start", "announce", "distribute", "activate", "deactivate", "organiser add", "organiser remove", "deny", "uphold", "list add", "list remove"}

// orderOf is the organiser's verb that words begin with, in any language, and
// how many of them it takes; "" when it is none.
func orderOf(words []string) (verb string, n int) {
	v := vocabulary()
	for n := min(3, len(words)); n > 0; n-- {
		for _, verb := range orders {
			if v.in("order "+verb, strings.Join(words[:n], " ")) {
				return verb, n
			}
		}
	}
	if slices.Contains(orders, words[0]) && words[0] != "deny" && words[0] != "uphold" {
		return words[0], 1
	}
	return "", 0
}

// orderNeeds is what must stand in an order besides its verb, where the verb
// alone is a word of every day: "as Ada: 301 FOR".
var orderNeeds = map[string]string{"record": ":", "organiser add": "@", "organiser remove": "@", "list add": "@", "list remove": "@"}

func (r *reader) orderLine(i int, l string, words []string) (int, bool) {
	if !r.c.Organiser {
		return 0, false
	}
	verb, n := orderOf(words)
	if o := r.openingIn(l); verb == "" || !strings.Contains(l, orderNeeds[verb]) || o != nil && len(o.rules) > 0 {
		return 0, false // none, or "remove rule 206"
	}
	rest := strings.TrimSpace(l)
	for range n {
		_, rest, _ = strings.Cut(rest, " ")
		rest = strings.TrimSpace(rest)
	}
	if name, heads := strings.CutSuffix(rest, ":"); verb == "record" && (heads || strings.HasSuffix(l, ":")) {
		if next := r.recorded(i, strings.TrimSpace(name)); next > i+1 {
			return next, true
		}
	}
	activity := verb == "activate" || verb == "deactivate"
	if verb == "distribute" && rest != "" || activity && (rest == "" || !r.c.Idle) {
		return 0, false // talk of it
	}
	o, text := Order{Verb: verb, Words: rest}, l
	next := i + 1
	if verb == "deny" || verb == "uphold" {
		if !strings.ContainsAny(rest, "0123456789") {
			return 0, false // talk of it
		}
		o.Words, next = r.answerToClaims(i+1, rest, verb == "uphold")
		text += strings.TrimPrefix(o.Words, rest)
	}
	if k := r.skipBlank(i + 1); verb == "settle" && k < len(r.lines) {
		if label, _ := r.label(k, r.lineStart(k)); label == "clause" {
			b := r.block(r.lineStart(k), false)
			o.Clause, next = b.clause, r.lineAt(b.next)
		}
	}
	r.say(Fragment{Text: text, Verb: verb, Command: o})
	if verb == "record" {
		next = r.besideRecorded(i+1, rest)
	}
	return next, true
}
