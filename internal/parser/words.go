package parser

import (
	"embed"
	"strings"
	"sync"
)

//go:embed words/*.txt
var wordFiles embed.FS

// languages are those whose words are understood in every game.
var languages = [...]string{"en", "pt", "es", "tr", "hu"}

// sense is what words can mean, as a set.
type sense uint64

// The meanings that a sentence is read with; words/*.txt name them so.
const (
	sFor sense = 1 << iota
	sYes
	sAgainst
	sNo
	sAbstain
	sWithdraw
	sFill
	sNot
	sIf
	sMaybe
	sBecause
	sExcept
	sAll
	sBoth
	sRest
	sExample
	sOthers
	sPerson
	sRule
	sProposal
	sAmendment
	sPropose
	sEnact
	sAmend
	sRepeal
	sTransmute
	sReplace
	sAppend
	sDelete
	sWith
	sReads
	sMutable
	sBut
	sMine    // the author proposes
	sShall   // what a rule is to say or to be
	sShould  // the same, or an opinion
	sMake    // to make a rule something
	sCalled  // a title stands beside it
	sPart    // of a text: "the words", "the sentence"
	sInstead // what is replaced stands behind it
	sAsks    // a question without its mark
	sWas     // of what has happened
	sAround  // words that stand beside a proposal's
	sExcepted
	sWhen
	sThink
	sPlan
	sCorrection
	sMistake
	sThanks
	sNod
	sSum     // "all three": it sums up three numbers that stand before it
	sSeen    // "I have read it": a yes beside it may say no more than that
	sPresent // only where ballots may say so: see [Ballots]

	sVote = sFor | sYes | sAgainst | sNo | sAbstain | sWithdraw | sPresent
	sKind = sEnact | sAmend | sRepeal | sTransmute
)

var senseNames = map[string]sense{
	"for": sFor, "yes": sYes, "against": sAgainst, "no": sNo, "abstain": sAbstain, "present": sPresent, "withdraw": sWithdraw,
	"fill": sFill, "not": sNot, "if": sIf, "maybe": sMaybe, "because": sBecause, "except": sExcept,
	"all": sAll, "both": sBoth, "rest": sRest, "example": sExample, "others": sOthers, "person": sPerson,
	"rule": sRule, "proposal": sProposal, "amendment": sAmendment, "propose": sPropose,
	"enact": sEnact, "amend": sAmend, "repeal": sRepeal, "transmute": sTransmute,
	"replace": sReplace, "append": sAppend, "delete": sDelete, "with": sWith, "reads": sReads, "mutable": sMutable, "but": sBut,
	"mine": sMine, "shall": sShall, "should": sShould, "make": sMake, "called": sCalled, "part": sPart, "instead": sInstead,
	"asks": sAsks, "around": sAround, "was": sWas,
	"excepted": sExcepted, "when": sWhen, "think": sThink, "plan": sPlan, "mistake": sMistake, "nod": sNod, "seen": sSeen, "sum3": sSum, "sum4": sSum, "sum5": sSum,
	"correction": sCorrection | sFill, "thanks": sThanks | sFill, // no weight where a vote is read
}

// meaning is one entry of the vocabulary: a phrase in one language.
type meaning struct {
	words []string
	stem  bool // the last word may have any ending
	lang  int
	sense sense
}

// lexicon is all words of all languages. It is never changed once made.
type lexicon struct {
	phrases  map[string][]meaning           // by first word
	stems    map[string][]meaning           // one-word stems
	commands map[string][]command           // whole phrases of commands, by first word
	lists    map[string]map[string]struct{} // whole lines: "end", "closing", "from", ...
	mobile   map[string][]string            // beginnings of lines, by first word
	footer   []string                       // beginnings of what stands below a mail
	footing  []string                       // words that stand in it

	listFooter, listFooting []string // the same of what lists put there
}

// command is a phrase that names a command which is not a sentence.
type command struct {
	words []string
	verb  string
}

// commandNames are the lists that name commands.
var commandNames = map[string]bool{
	"withdraw": true, "revise": true, "open": true, "judgment": true, "ruling": true, "overrule": true, "consent": true,
	"forfeit": true, "join": true, "register": true, "watch": true, "unwatch": true, "help": true, "rules": true, "rule": true,
	"scores": true, "status": true, "history": true, "proposal": true, "wrong": true, "claim": true, "test": true, "away": true, "back": true, "receipts": true, "doubt": true,
	"language": true, "timezone": true, "address add": true, "address remove": true, "key": true, "key remove": true, "token": true, "team": true,
	"talk always": true, "talk ask": true, "talk never": true, "talk digest": true, "talk each": true, "mute": true, "unmute": true,
}

// vocabulary reads the words once.
var vocabulary = sync.OnceValue(func() *lexicon {
	v := &lexicon{
		phrases: map[string][]meaning{}, stems: map[string][]meaning{},
		commands: map[string][]command{}, lists: map[string]map[string]struct{}{}, mobile: map[string][]string{},
	}
	for i, lang := range languages {
		v.read(lang, func(name, phrase string) { v.add(i, name, phrase) })
	}
	v.read("programs", v.list)
	for _, phrase := range robots()["original"] {
		v.list("original", phrase)
	}
	return v
})

// read reads a file of words.
func (v *lexicon) read(file string, add func(name, phrase string)) {
	data, err := wordFiles.ReadFile("words/" + file + ".txt")
	if err != nil {
		panic("parser: " + err.Error()) // embedded: cannot happen
	}
	for line := range strings.Lines(string(data)) {
		name, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(name, "#") {
			continue
		}
		for _, phrase := range strings.Split(list, ",") {
			if phrase = strings.TrimSpace(phrase); phrase != "" {
				add(name, phrase)
			}
		}
	}
}

// list adds a phrase to its list and gives it no other meaning.
func (v *lexicon) list(name, phrase string) {
	switch name {
	case "mobile":
		f := foldLine(phrase)
		first, _, _ := strings.Cut(f, " ")
		v.mobile[first] = append(v.mobile[first], f)
		return
	case "footer":
		v.footer = append(v.footer, foldLine(phrase))
		return
	case "footing":
		v.footing = append(v.footing, foldLine(phrase))
		return
	case "list footer":
		v.listFooter = append(v.listFooter, foldLine(phrase))
		return
	case "list footing":
		v.listFooting = append(v.listFooting, foldLine(phrase))
		return
	}
	if v.lists[name] == nil {
		v.lists[name] = map[string]struct{}{}
	}
	v.lists[name][foldLine(phrase)] = struct{}{}
}

func (v *lexicon) add(lang int, name, phrase string) {
	v.list(name, phrase)
	base, stem := strings.CutSuffix(phrase, "*")
	words := wordsOf(base)
	if len(words) == 0 {
		return
	}
	if name == "watch" || name == "unwatch" {
		v.list(name+" "+languages[lang], phrase)
	}
	if commandNames[name] {
		v.commands[words[0]] = append(v.commands[words[0]], command{words, name})
	}
	s := senseNames[name]
	if s == 0 {
		return
	}
	m := meaning{words, stem, lang, s}
	if stem && len(words) == 1 {
		v.stems[words[0]] = append(v.stems[words[0]], m)
		return
	}
	v.phrases[words[0]] = append(v.phrases[words[0]], m)
}

// in says whether a folded line is one of a list.
func (v *lexicon) in(list, folded string) bool {
	_, ok := v.lists[list][folded]
	return ok
}

// match finds the longest phrases that begin with words[0]: how many words
// they have, and what they mean in each language.
func (v *lexicon) match(words []string) (n int, found []meaning) {
	for _, m := range v.phrases[words[0]] {
		if len(m.words) < n || !m.matches(words) {
			continue
		}
		if len(m.words) > n {
			n, found = len(m.words), found[:0]
		}
		found = append(found, m)
	}
	if n > 0 {
		return n, found
	}
	for i := len(words[0]); i >= 4; i-- {
		if list := v.stems[words[0][:i]]; list != nil {
			return 1, list
		}
	}
	return 0, nil
}

func (m meaning) matches(words []string) bool {
	if len(words) < len(m.words) {
		return false
	}
	for i, w := range m.words {
		if words[i] == w || m.stem && i == len(m.words)-1 && strings.HasPrefix(words[i], w) {
			continue
		}
		return false
	}
	return true
}

// languageOf is the language that most words of s belong to alone, -1 when it
// is in doubt. It only decides between meanings of one word.
func languageOf(s string) int {
	var hits [len(languages)]int
	v := vocabulary()
	words := wordsOf(s[:min(len(s), 20_000)])
	for i := range words {
		n, found := v.match(words[i:min(len(words), i+6)])
		if n == 0 {
			continue
		}
		langs := map[int]bool{}
		for _, m := range found {
			if m.sense&^(sAround|sMake|sPart|sAsks|sPresent) != 0 || m.sense == 0 { // those are frequent words
				langs[m.lang] = true
			}
		}
		if len(langs) == 1 && langs[found[0].lang] {
			hits[found[0].lang] += n
		}
	}
	best := -1
	for i, n := range hits {
		if n > 0 && (best < 0 || n > hits[best]) {
			best = i
		}
	}
	for i, n := range hits {
		if i != best && best >= 0 && n == hits[best] {
			return -1
		}
	}
	return best
}
