package moderator

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nomicmail/templates"
)

var playerLine = regexp.MustCompile(`^([^<>]+?)\s*<([^<>]+)>\s*([^<>]*)$`)

// PlayerOf reads a player as people write one on a line: "Ada QUILLFEATHER
// <ada@example.org, ada@example.net> 40 hu Europe/Budapest". The surname stands
// in capitals or last. What follows the addresses may be left out: points of a
// game begun elsewhere, a language and a time zone, in any order. Language is
// that of the game. The error says what is wrong in the writer's words.
func PlayerOf(line, language string) (PlayerFile, error) {
	var p PlayerFile
	m := playerLine.FindStringSubmatch(strings.TrimSpace(line))
	if m == nil {
		return p, fmt.Errorf("player %q is not written as NAME <ADDRESS>", line)
	}
	given, surname := splitName(m[1])
	if surname == "" {
		return p, fmt.Errorf("player %q has no name", line)
	}
	for _, a := range strings.FieldsFunc(m[2], func(r rune) bool { return r == ',' || r == ' ' }) {
		if !plausible(a) {
			return p, fmt.Errorf("player %s: %q is no mail address", m[1], a)
		}
		p.Addresses = append(p.Addresses, a)
	}
	if len(p.Addresses) == 0 {
		return p, fmt.Errorf("player %s has no address", m[1])
	}
	for _, word := range strings.Fields(m[3]) {
		if err := p.add(word); err != nil {
			return p, fmt.Errorf("player %s: %w", m[1], err)
		}
	}
	if p.Language != "" {
		language = p.Language
	}
	p.Given, p.Surname = given, uncapital(surname, language)
	return p, nil
}

// add takes one of the words behind the addresses.
func (p *PlayerFile) add(word string) error {
	number := strings.Replace(word, "−", "-", 1)
	if n, err := strconv.ParseInt(number, 10, 32); err == nil {
		p.Points = n
		return nil
	}
	if slices.Contains(templates.Languages(), strings.ToLower(word)) {
		p.Language = strings.ToLower(word)
		return nil
	}
	if _, err := time.LoadLocation(word); err == nil && word != "Local" && word != "" {
		p.Timezone = word
		return nil
	}
	return fmt.Errorf("%q is neither points nor a language (%s) nor a time zone such as Europe/Lisbon", word, strings.Join(templates.Languages(), ", "))
}
