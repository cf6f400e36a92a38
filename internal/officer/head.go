package officer

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// head is a line that names a proposal and says what follows about it.
type head struct {
	number int
	worded bool   // it says "proposal", "ID" or the like
	rest   string // behind the number
}

// proposalWord stands before a number, in the languages of the games.
var proposalWord = regexp.MustCompile(`(?i)^(?:proposals?|prop|id|nr|no|number|num|proposta|propuesta|öneri|javaslat)\b[\s.:#º°*]*`)

// headOf reads the line that begins what a post says of one proposal: "PROPOSAL
// 1003 (Tea)", "1003: Tea", "*1003* Tea", "ID: 1003".
func headOf(s string) (head, bool) {
	s = strings.TrimLeft(s, " *#=_[|(~\u00a0")
	h := head{}
	if m := proposalWord.FindString(s); m != "" {
		h.worded, s = true, strings.TrimLeft(s[len(m):], " *#[")
	}
	digits := s[:len(s)-len(strings.TrimLeft(s, "0123456789"))]
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > maxNumber || len(digits) < 2 && !h.worded {
		return head{}, false
	}
	h.number, h.rest = n, s[len(digits):]
	if strings.HasPrefix(h.rest, ":") && len(h.rest) > 1 && h.rest[1] >= '0' && h.rest[1] <= '9' {
		return head{}, false // a time of day
	}
	if c, n := utf8.DecodeRuneInString(h.rest); n > 0 && !strings.ContainsRune(" \t:.,;-–—()[]*_|\"“'@", c) {
		return head{}, false
	}
	if strings.HasPrefix(h.rest, "-") || strings.HasPrefix(h.rest, ".") || strings.HasPrefix(h.rest, ",") {
		if len(h.rest) > 1 && h.rest[1] >= '0' && h.rest[1] <= '9' {
			return head{}, false // a date, a range or a fraction
		}
	}
	return h, true
}

// outcomeWords are what a resolution may say of a proposal, the longer first.
var outcomeWords = []struct {
	words string
	is    Outcome
}{
	{"failed quorum", NoQuorum}, {"fails quorum", NoQuorum}, {"quorum failed", NoQuorum}, {"no quorum", NoQuorum}, {"no-quorum", NoQuorum}, {"noquorum", NoQuorum}, {"failed for lack of quorum", NoQuorum},
	{"lack of quorum", NoQuorum}, {"sem quorum", NoQuorum}, {"sin quorum", NoQuorum}, {"hatarozatkeptelen", NoQuorum}, {"yetersayi yok", NoQuorum},
	{"not adopted", Rejected}, {"not passed", Rejected}, {"rejected", Rejected}, {"defeated", Rejected}, {"failed", Rejected}, {"fails", Rejected},
	{"rejeitada", Rejected}, {"rechazada", Rejected}, {"reddedildi", Rejected}, {"elutasitva", Rejected}, {"elvetve", Rejected},
	{"adopted", Adopted}, {"passed", Adopted}, {"passes", Adopted}, {"enacted", Adopted},
	{"adotada", Adopted}, {"aprovada", Adopted}, {"adoptada", Adopted}, {"aprobada", Adopted}, {"kabul edildi", Adopted}, {"elfogadva", Adopted},
}

// outcomeIn is the outcome that a value such as "ADOPTED (unanimously)" begins
// with, or "".
func outcomeIn(s string) Outcome {
	s = fold(s)
	for _, w := range outcomeWords {
		if rest, is := strings.CutPrefix(s, w.words); is && (rest == "" || !isLetter(rest[0])) {
			return w.is
		}
	}
	return ""
}

// outcomeOfHead is the outcome that the rest of a head tells: behind a mark or a
// verb, or as the last words of the line. A title may have such words, too.
func outcomeOfHead(rest string) Outcome {
	if m := verdict.FindStringSubmatch(rest); m != nil {
		if o := outcomeIn(m[1]); o != "" {
			return o
		}
	}
	f := strings.Fields(rest)
	for n := min(4, len(f)); n > 0; n-- {
		tail := strings.Join(f[len(f)-n:], " ")
		if tail != strings.ToUpper(tail) || strings.HasSuffix(tail, ")") && !strings.Contains(tail, "(") {
			continue
		}
		if o := outcomeIn(tail); o != "" {
			return o
		}
	}
	return ""
}

var verdict = regexp.MustCompile(`(?i)(?:\)|"|”|:|–|—|--|→|=>|\bis|\bwas|\bhas been)\s*:?\s*((?:not |failed |fails |no |quorum |lack of )*[\pL]+(?: quorum| failed| edildi)?)\s*(?:$|[.,;(]|\bwith\b|\bby\b|\d)`)

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 }
