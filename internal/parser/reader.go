package parser

import (
	"nomicmail/internal/rules"
	"slices"
	"strings"
)

// reader reads one letter.
type reader struct {
	l         *Letter
	c         Context
	text      string
	lines     []line
	longest   int // of the quoted lines, in characters; 0 when it is not known
	reclaimed int // how far reclaim has looked
	unended   int // lines above this one have no end below them before line noEnd
	noEnd     int
	framed    bool   // quotation marks stood around the text that was read last
	closed    bool   // an `end` has ended a text, and the mail goes on
	unfenced  bool   // nothing marked the text that was read last
	above     string // a title that stands above its proposal
	titleLine string // the line in which it stands
	half      bool   // the last sentence proposes something about a rule, but not what
	tentative bool   // what follows is called a draft
	spoken    bool   // the last sentence spoke of a rule-change and proposed none
	ahead     endAhead
	original  *original
	lang      tongue
	names     map[string]bool
	tallied   map[string]bool // first words of names before others' votes

	frags  []Fragment
	drafts []rules.Draft
	lone   []loneVote

	nods    []Fragment // what sounds like a vote below a quoted row
	rows    []int      // numbers at the head of the quoted lines just above
	rowVote bool       // such a line carried a vote word itself
	torn    bool       // what follows it may be its own end, wrapped without a mark
	under   int        // how many quoted lines stand between the last of them and the next
	fresh   bool       // the author has answered since the last quoted line

	changing  bool // the sentence takes an earlier ballot back in so many words
	naming    bool // "I vote:" stands above, so that a name alone is a ballot
	headLines []headLine
	sought    int       // how often names were looked for
	callings  *callings // of the voters; made when it is first wanted
	shown     []int     // numbers at the head of all quoted lines
	texts     []int     // and of texts that are quoted
	quoting   int       // quoted lines since the author's last
	buried    bool      // so many of them that nobody reads on

	numbers *headNumbers // a line of numbers alone, waiting for its word
	heading *loneVote    // a word alone, which may head numbers
	head    columns      // of a table of boxes
	row     int          // the last line that was a row of it

	heads      bool // the sentence that follows has nothing but numbers
	paragraphs int  // of the author's that were read
	first      int  // place of the first fragment of the paragraph that is read
	voting     int  // and of the last one that voted

	talk     bool   // there are words that are no command
	meant    bool   // and they speak of proposals or votes
	doubt    string // what a line such as "For example:" casts on those below it
	ended    bool
	pasted   bool // somebody else's words may follow, see pastes
	cut      bool // the text was too long to be read to its end
	bad      int
	own      int      // own lines with words
	led      bool     // the author has begun with something else than an answer
	speakers []string // see Reading
	aloud    []string // the remarks to all
}

// guessLanguage is the language of the author's own lines: what is quoted, and
// a signature, may be in another.
func (r *reader) guessLanguage() tongue {
	var own strings.Builder
	for _, l := range r.lines {
		if l.mark == mOwn {
			own.WriteString(l.text + "\n")
		}
		if own.Len() > maxText/16 {
			break
		}
	}
	present, numbers := r.c.Ballots.may(rules.Present), seriesOf(r.c)
	if i := languageOf(own.String() + r.ownSubject()); i >= 0 {
		return tongue{i, true, present, numbers}
	}
	return tongue{lang: slices.Index(languages[:], r.c.Language), present: present, series: numbers}
}

func (r *reader) language() string {
	if r.lang.lang < 0 || len(r.frags) == 0 {
		return ""
	}
	return languages[r.lang.lang]
}

// open says whether a number is an open proposal's. Without any knowledge of a
// game every number that a proposal can have is.
func (r *reader) open(n int) bool {
	if len(r.c.Open)+len(r.c.Debate)+len(r.c.Rules) == 0 {
		return n > 300
	}
	return slices.Contains(r.c.Open, n)
}

func (r *reader) rule(n int) bool {
	if len(r.c.Rules) == 0 {
		return n < 300
	}
	return slices.Contains(r.c.Rules, n)
}
