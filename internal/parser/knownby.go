package parser

import (
	"slices"
	"strings"
)

// knownBy reads the commands that change how a player is known: addresses, keys
// and the reply token.
func (r *reader) knownBy(f Fragment, l string, args []string) bool {
	fields := strings.Fields(l)
	value := ""
	switch f.Verb {
	case "address add", "address remove":
		at := slices.DeleteFunc(slices.Clone(fields), func(w string) bool { return !strings.Contains(w, "@") })
		if len(at) != 1 || len(args) > 1 {
			return false
		}
		a, ok := address(at[0])
		if !ok {
			return false
		}
		value = strings.TrimPrefix(a.Mail, "mailto:")
	case "key":
		if len(args) > 0 {
			return false
		}
		value = strings.Join(r.l.Keys, "")
	case "key remove":
		if len(args) == 0 || len(fields) < len(args) {
			return false
		}
		value = strings.Join(fields[len(fields)-len(args):], "")
	case "token":
		if len(args) > 0 {
			return false
		}
	}
	f.Command = Setting{Name: f.Verb, Value: value}
	f.Verb = strings.Fields(f.Verb)[0]
	r.say(f)
	return true
}

// speakerLine takes a line such as "as Ada" in.
func (r *reader) speakerLine(i int) bool {
	name := r.speaker(i)
	if name != "" && !slices.Contains(r.speakers, name) {
		r.speakers = append(r.speakers, name)
	}
	return name != ""
}

// speaker is who line i says to be speaking, where several players write from
// one address; "" when it says nothing of the kind. Only the names of those
// players are known, so that nothing else is taken for one.
func (r *reader) speaker(i int) string {
	if len(r.c.Names) == 0 || len(r.lines[i].text) > 200 {
		return ""
	}
	words := wordsOf(r.lines[i].text)
	v := vocabulary()
	for n := 1; n <= 3 && n < len(words); n++ {
		last := len(words) - n
		for _, name := range r.c.Names {
			want := wordsOf(name)
			if v.in("speaker", strings.Join(words[:n], " ")) && sameWords(words[n:], want) ||
				v.in("speaker", strings.Join(words[last:], " ")) && sameWords(words[:last], want) {
				return name
			}
		}
	}
	return ""
}

// sameWords says whether words are a name or a part of it.
func sameWords(words, name []string) bool {
	if len(words) == 0 || len(words) > len(name) {
		return false
	}
	for i := 0; i+len(words) <= len(name); i++ {
		if strings.Join(words, " ") == strings.Join(name[i:i+len(words)], " ") {
			return true
		}
	}
	return false
}
