package parser

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nomicmail/internal/rules"
)

// verdict reads what a statement says of its numbers, and nothing but that; raw
// are its words as they stand, and bare the same without remarks.
func (r *reader) verdict(toks []token, raw, bare string) (b stated, ok bool) {
	words := spelled(bare)
	if b, ok = r.divided(bare); ok {
		return b, true
	}
	if b, ok = r.either(words, raw); ok {
		return b, true
	}
	if b, ok = r.depending(toks, raw); ok {
		return b, true
	}
	if b, ok = r.endorsing(words); ok {
		return b, true
	}
	return plainly(toks)
}

// Bounds of the search for names.
const (
	maxNaming    = 12 // words of an endorsement
	maxNameWords = 5
	maxSought    = 1000 // of a mail's endorsements; more of them are none
)

// plainly reads an option by itself.
func plainly(toks []token) (b stated, ok bool) {
	for i, t := range toks {
		s, unsure := senseOf(toks, i)
		switch {
		case unsure:
			return b, false
		case s&sVote != 0 && b.option == "":
			if b.option = optionOf(s & sVote); b.option == "" || b.option == rules.Withdrawn {
				return b, false
			}
		case weighsNothing(t), t.kind == colon:
		default:
			return b, false
		}
	}
	return b, b.option != ""
}

// How votes are divided: "FOR x 4", "3xFOR, 3 x AGAINST", "3 FOR and 1 AGAINST".
var (
	between    = regexp.MustCompile(`[,;+/&]|\s(?:and|y|e|ve|és)\s`)
	timesFirst = regexp.MustCompile(`^([0-9]{1,7})\s*[x×*]?\s*(\pL[^0-9]*)$`)
	timesLast  = regexp.MustCompile(`^(\pL[^0-9]*?)\s*[x×*]\s*([0-9]{1,7})$`)
)

// divided reads how many votes go to which side.
func (r *reader) divided(raw string) (b stated, ok bool) {
	for _, piece := range between.Split(strings.TrimRight(strings.ToLower(raw), " .!"), maxDividedInto+1) {
		piece = strings.TrimSpace(piece)
		count, name := "", ""
		if m := timesFirst.FindStringSubmatch(piece); m != nil {
			count, name = m[1], m[2]
		} else if m := timesLast.FindStringSubmatch(piece); m != nil {
			count, name = m[2], m[1]
		}
		n, err := strconv.ParseInt(count, 10, 64)
		o := r.optionNamed(name)
		if err != nil || n == 0 || o == "" || slices.ContainsFunc(b.ballot.Parts, func(p rules.Part) bool { return p.Option == o }) {
			return b, false
		}
		b.ballot.Parts = append(b.ballot.Parts, rules.Part{Option: o, Votes: n})
	}
	b.option, b.special = b.ballot.Parts[0].Option, true
	return b, true
}

// optionNamed is the option that words are, with "votes" or nothing beside it; ""
// for none.
func (r *reader) optionNamed(s string) rules.Option {
	var words []string
	for _, w := range strings.Fields(s) {
		if !vocabulary().in("times", fold(w)) {
			words = append(words, w)
		}
	}
	toks := tokens(strings.Join(words, " "), r.lang)
	if len(toks) != 1 {
		return ""
	}
	s1, unsure := senseOf(toks, 0)
	o := optionOf(s1 & sVote)
	if unsure || o == rules.Withdrawn {
		return ""
	}
	return o
}

// either reads "Murph or AGAINST": what somebody votes, and something else if
// that comes to nothing. It is a condition, in the words of its author.
func (r *reader) either(words []string, raw string) (b stated, ok bool) {
	v := vocabulary()
	for i := 1; i+1 < len(words); i++ {
		n := v.phraseAt("or else", words[i:])
		if n == 0 || i+n >= len(words) {
			continue
		}
		who, also := r.whom(words[:i])
		if o := r.optionNamed(strings.Join(words[i+n:], " ")); len(who) == 0 || o == "" {
			return b, false
		}
		b = r.conditional(raw)
		if len(who) > 1 {
			b.reason = "unclear"
		}
		return b, also || len(who) == 1 || b.reason != ""
	}
	return b, false
}

// conditional is a ballot with a condition, in its author's words.
func (r *reader) conditional(raw string) (b stated) {
	b.option, b.ballot.Condition, b.special = rules.Conditional, oneLine(strings.TrimSpace(raw)), true
	if !r.c.Ballots.may(rules.Conditional) {
		b.option, b.ballot.Condition, b.reason = "", "", "conditional"
	}
	return b
}

// depending reads a vote with a condition: what stands before the "if" is only a
// vote, and behind it may stand what the organiser is to judge.
func (r *reader) depending(toks []token, raw string) (b stated, ok bool) {
	at, vote := -1, false
	for i, t := range toks {
		s, _ := senseOf(toks, i)
		switch {
		case s&sVote != 0 && t.kind == word:
			vote = true
		case at >= 0:
		case s&sIf != 0:
			at = i
		case s&(sMaybe|sNot|sOthers|sExample|sPlan|sMistake|sThink) != 0, t.kind == number && slices.ContainsFunc(t.nums, r.open):
			return b, false
		}
	}
	if at < 0 || !r.c.Ballots.may(rules.Conditional) {
		return b, false
	}
	if !vote {
		if _, follows := r.whom(spelled(raw)); !follows {
			return b, false
		}
	}
	if last := toks[len(toks)-1]; at == len(toks)-1 && !conditional.MatchString(last.fold) {
		return b, false // "FOR, it depends"
	}
	return r.conditional(raw), true
}

// endorsing reads an endorsement, or a name alone.
func (r *reader) endorsing(words []string) (b stated, ok bool) {
	who, follows := r.whom(words)
	own := !slices.ContainsFunc(words, func(w string) bool { return !r.names[w] })
	if len(who) == 0 || !follows && own {
		return b, false
	}
	b.option, b.special, b.named, b.bare = rules.Endorse, true, who, !follows
	b.ballot.Endorsed = who[0].ID
	switch {
	case len(who) > 1, !follows && !r.naming:
		b.reason = "unclear"
	case !r.c.Ballots.may(rules.Endorse):
		return b, false
	}
	return b, true
}

// whom gives the voters whom words name, with nothing else beside them than what
// follows somebody's ballot and words without weight; follows says that such a
// word stands there.
func (r *reader) whom(words []string) (who []Voter, follows bool) {
	v := vocabulary()
	if r.c.Ballots == nil || len(words) > maxNaming || r.sought >= maxSought || r.votesBeside(words) {
		return nil, false
	}
	r.sought++
	var left []string
	first, long := len(words), false
	for i := 0; i < len(words); {
		n := v.phraseAt("endorsing", words[i:])
		if n == 0 {
			left = append(left, words[i])
			i++
			continue
		}
		if !follows {
			first, long = len(left), n > 1
		}
		follows = true
		i += n
	}
	for from := 0; from < len(left) && besideNames(left[:from]); from++ {
		for to := len(left); to > from && besideNames(left[to:]); to-- {
			if to > from+maxNameWords {
				continue
			}
			if who = r.called(left[from:to]); len(who) == 0 {
				continue
			}
			if follows && first > from && !long && !declinedName(left[from:to], who) {
				return nil, false // "Bob endorse 1001" tells of Bob
			}
			return who, follows
		}
	}
	return nil, follows
}

// votesBeside says that words have a vote of their own, which no endorsement is.
func (r *reader) votesBeside(words []string) bool {
	return slices.ContainsFunc(tokens(strings.Join(words, " "), r.lang), func(t token) bool {
		return t.kind == word && t.sense&sVote != 0 && !vocabulary().has("endorsing", spelled(t.text))
	})
}

func besideNames(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !vocabulary().in("beside name", w) })
}

// declinedName says that a name has the ending of Turkish or Hungarian, with
// which it stands before its verb.
func declinedName(words []string, who []Voter) bool {
	last := words[len(words)-1]
	for _, v := range who {
		for _, name := range []string{v.name(), v.Given, v.Surname} {
			f := strings.Fields(fold(name))
			if len(f) == len(words) && f[len(f)-1] == last {
				return false
			}
		}
	}
	return !strings.HasSuffix(last, "'s")
}
