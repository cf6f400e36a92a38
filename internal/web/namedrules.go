package web

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Rules are named by a word and a number, in the words of any language of ours, for
// players write as they like. A number behind the first one is a rule's only where
// the word is a plural, as in "rules 201, 203 and 204".
var (
	namesRule  = regexp.MustCompile(`(?i)\b(?:rule|regra|regla|kural|szabály)\s+(\d{1,9})\b|\b(\d{1,9})(?:\.|-[a-záéíóöőúüű]{1,4}| numaralı| no\.?lu| sayılı)? (?:kural|szabály)`)
	namesRules = regexp.MustCompile(`(?i)\b(?:rules|regras|reglas|kurallar|szabályok)\s+\d{1,9}\b(?:(?:,|,? (?:and|or|e|ou|y|o|ve|veya|és|vagy))\s+\d{1,9}\b)*`)
)

// unlinked are the elements in which a rule that is named is not made a link.
var unlinked = []string{"a", "pre", "code", "h1", "h2", "h3", "h4", "h5", "h6", "svg", "form", "nav", "title", "del", "ins"}

// linkRules makes links of the rules that the text of a page names, to those that the
// game has or had. The name is the page's own, to which it makes no link. The page is
// one of ours, so that "<" begins a tag and nothing else.
func (v view) linkRules(page []byte, name string) []byte {
	var out bytes.Buffer
	inside, depth := false, 0
	for len(page) > 0 {
		end := bytes.IndexByte(page, '<')
		if end != 0 {
			if end < 0 {
				end = len(page)
			}
			if text := page[:end]; inside && depth == 0 {
				out.Write(v.linked(text, name))
			} else {
				out.Write(text)
			}
			page = page[end:]
			continue
		}
		end = bytes.IndexByte(page, '>') + 1
		if end == 0 {
			end = len(page)
		}
		tag, closes := tagName(page[:end])
		switch {
		case tag == "main":
			inside = !closes
		case slices.Contains(unlinked, tag) && closes:
			depth = max(0, depth-1)
		case slices.Contains(unlinked, tag):
			depth++
		}
		out.Write(page[:end])
		page = page[end:]
	}
	return out.Bytes()
}

// tagName is the name in a tag, and whether the tag closes the element.
func tagName(tag []byte) (name string, closes bool) {
	tag, closes = bytes.CutPrefix(tag[1:], []byte("/"))
	end := bytes.IndexAny(tag, " \t\n/>")
	return string(tag[:max(0, end)]), closes
}

// mayName says whether one of the words for a rule can be in a text. Most have none,
// and are not searched through for forms of words.
func mayName(text []byte) bool {
	text = bytes.ToLower(text)
	return slices.ContainsFunc([]string{"rule", "regra", "regla", "kural", "szabály"}, func(w string) bool { return bytes.Contains(text, []byte(w)) })
}

// linked is a text with its links. The text is escaped already.
func (v view) linked(text []byte, name string) []byte {
	if !bytes.ContainsAny(text, "0123456789") || !mayName(text) {
		return text
	}
	text = namesRules.ReplaceAllFunc(text, func(all []byte) []byte {
		return cited.ReplaceAllFunc(all, func(n []byte) []byte { return v.ruleNamed(n, n, name) })
	})
	return namesRule.ReplaceAllFunc(text, func(all []byte) []byte { return v.ruleNamed(all, cited.Find(all), name) })
}

// ruleNamed is the link of the words that name the rule with a number, or the words
// where no rule bears it or ever has.
func (v view) ruleNamed(words, number []byte, name string) []byte {
	n, err := strconv.Atoi(string(number))
	if _, known := v.bears[n]; err != nil || !known || ruleHref(n) == name {
		return words
	}
	up := strings.Repeat("../", strings.Count(name, "/"))
	return slices.Concat([]byte(`<a href="`+up+ruleHref(n)+`">`), words, []byte("</a>"))
}
