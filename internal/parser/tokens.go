package parser

import (
	"regexp"
	"slices"
	"strings"
)

// A reply token is TokenSize of TokenLetters behind the name of a game and a
// hyphen. Case does not matter.
const (
	TokenSize    = 12
	TokenLetters = "abcdefghijklmnopqrstuvwxyz234567"
)

// maxTokens bounds what is taken for a token in one mail.
const maxTokens = 20

var tokenLike = regexp.MustCompile(`(?i)\b[a-z][a-z0-9-]{0,31}-([a-z2-7]{12})\b`)

// tokensOf finds all that may be a reply token: in the addresses that a mail was
// sent to, and anywhere in its text, quoted or not. Whoever made them knows
// which ones are.
func tokensOf(l *Letter) []string {
	var found []string
	add := func(text string, most int) {
		for _, m := range tokenLike.FindAllStringSubmatch(text, most) {
			if t := strings.ToLower(m[1]); len(found) < maxTokens && !slices.Contains(found, t) {
				found = append(found, t)
			}
		}
	}
	for _, a := range l.To {
		if local, _, ok := strings.Cut(a.Mail, "@"); ok {
			add(local, 1)
		}
	}
	add(l.Text[:min(len(l.Text), maxText)], 10*maxTokens)
	return found
}
