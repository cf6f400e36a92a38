package officer

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"nomicmail/internal/rules"
)

// names finds players by what they are called.
type names struct {
	by map[string]rules.PlayerID // "" for a name of several
}

func namesOf(players []Player) *names {
	n := &names{by: map[string]rules.PlayerID{}}
	for _, p := range players {
		own := map[string]bool{}
		for _, s := range p.Names {
			if s = fold(s); s != "" && !own[s] {
				own[s] = true
				if other, taken := n.by[s]; taken && other != p.ID {
					n.by[s] = ""
				} else {
					n.by[s] = p.ID
				}
			}
		}
	}
	return n
}

// find is the one player who is called that, or "".
func (n *names) find(name string) rules.PlayerID { return n.by[fold(name)] }

// fold makes one of all ways to write a name: without marks, capitals and what is
// neither a letter nor a digit at its ends.
func fold(s string) string {
	var b strings.Builder
	for _, c := range norm.NFKD.String(s) {
		switch {
		case unicode.Is(unicode.Mn, c) || c == '\u200b' || c == '\ufeff':
		case unicode.IsSpace(c):
			b.WriteByte(' ')
		default:
			b.WriteRune(unicode.ToLower(c))
		}
	}
	s = strings.Join(strings.Fields(b.String()), " ")
	return strings.TrimFunc(s, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}
