package parser

import (
	"slices"
	"strings"
	"time"
)

// setting reads a setting of the sender's own.
func (r *reader) setting(f Fragment, l string, args []string) bool {
	fields := strings.Fields(strings.Trim(l, " .!"))
	if len(args) > 8 || len(fields) < len(args) {
		return false
	}
	value := strings.Join(fields[len(fields)-len(args):], " ")
	switch f.Verb {
	case "back":
		if len(args) > 0 {
			return false
		}
	case "receipts":
		if value = onOff(args); value == "" {
			return false
		}
	case "away":
		value = strings.Join(args, " ")
		if len(args) == 0 || !strings.ContainsAny(value, "0123456789") && len(Days(value, anyDay)) == 0 {
			return false
		}
	default:
		if len(args) == 0 {
			return false
		}
	}
	f.Command = Setting{Name: f.Verb, Value: value}
	r.say(f)
	return true
}

// anyDay is for asking whether words are a date at all.
var anyDay = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)

// onOff is "on" or "off", "" when words say neither.
func onOff(args []string) string {
	words := strings.Join(args, " ")
	for _, w := range []string{"on", "off"} {
		if vocabulary().in("switch "+w, words) {
			return w
		}
	}
	return ""
}

// awayBehind finds "away" behind its date, as Turkish and Hungarian have it: "1
// Mart'a kadar yokum", "március 1-ig távol leszek".
func awayBehind(words []string) (verb string, args []string) {
	for n := 1; n <= 2 && n < len(words); n++ {
		at := len(words) - n
		if v, m := commandOf(words[at:]); v == "away" && m == n && len(words) <= 8 && len(Days(strings.Join(words[:at], " "), anyDay)) > 0 {
			return v, words[:at]
		}
	}
	return "", nil
}

// Tongue is the language that words name, in any of our languages or by its own
// tag: "Hungarian", "húngaro", "hu"; "" for none that letters are written in.
func Tongue(words string) string {
	w := strings.Trim(foldLine(words), ` ."'`)
	tag, _, _ := strings.Cut(strings.ReplaceAll(w, "_", "-"), "-")
	if slices.Contains(languages[:], tag) {
		return tag
	}
	for _, lang := range languages {
		if vocabulary().in("tongue "+lang, w) {
			return lang
		}
	}
	return ""
}

// tongueOf is the one language in which the words of a list say this; "" when
// several do.
func tongueOf(list, words string) (lang string) {
	for _, l := range languages {
		if vocabulary().in(list+" "+l, strings.Trim(foldLine(words), " .!")) {
			if lang != "" {
				return ""
			}
			lang = l
		}
	}
	return lang
}
