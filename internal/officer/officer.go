// Package officer reads what the officers of a list nomic write by hand: the
// table and the texts of a distribution, the votes and sums of a resolution, the
// rules as a ruleset prints them.
//
// It knows no game. It tells what stands in a post and in which line, and what in
// it could not be read; whether that is right is for others to say. Nothing is
// guessed: a name that nobody bears, or two players, stays a name. Posts are
// strangers' input, so that every list here has a bound and no text makes it
// panic.
package officer

import (
	"regexp"
	"strings"

	"nomicmail/internal/rules"
)

// Kind is what an officer's post is.
type Kind string

// The kinds of posts. None is a mail that does nothing official; Unclear is one
// that seems to, and could not be read as such.
const (
	None         Kind = ""
	Distribution Kind = "distribution"
	Resolution   Kind = "resolution"
	Ruleset      Kind = "ruleset"
	Unclear      Kind = "unclear"
)

// Post is what an officer's mail says.
type Post struct {
	Kind    Kind
	Revised bool     // it says that it corrects an earlier one
	Rows    []Row    // of a distribution, in the order of its table
	Quorum  int      // that a distribution gives to all its proposals, 0 for none
	Results []Result // of a resolution, in its order
	Rules   []Rule   // of a ruleset
	Unread  []Unread
}

// Row is one proposal of a distribution.
type Row struct {
	Number int
	Author string // as written
	Index  string // as written, "" where the table has none
	Title  string
	Quorum int    // 0 where the table has none
	Text   string // below the table; see Found
	Found  bool   // a text of that number stands below the table
	Line   int    // of the post, counted from 1
	Words  string // the line
}

// Result is what a resolution says of one proposal. What it does not say is -1,
// or "".
type Result struct {
	Number          int
	Votes           []Vote
	Listed          bool // it names its voters
	Favour, Against int64
	Ballots         int64
	Quorum          int64
	Index           string
	Outcome         Outcome
	// Counts are the figures behind FOR, AGAINST and PRESENT, which may be
	// voters or strengths.
	Counts map[rules.Option]int64
	Words  map[string]string // the line of each figure: "favour", "against", "ballots", "quorum", "index", "outcome"
}

// Outcome is what became of a proposal.
type Outcome string

// The outcomes that a resolution may tell.
const (
	Adopted  Outcome = "adopted"
	Rejected Outcome = "rejected"
	NoQuorum Outcome = "no quorum"
)

// Vote is one voter's in a resolution.
type Vote struct {
	Voter    rules.PlayerID // "" for a name that is no player's, or more than one's
	Name     string         // as written
	Option   rules.Option   // For, Against or Present
	Strength int64          // -1 where it is not said
	Line     int
	Words    string // the line
}

// Unread is something that stands in a post and could not be read.
type Unread struct {
	Line  int
	Words string
	Why   string // a code: see the Why… constants
	About int    // the proposal, 0 for none
}

// Why something could not be read.
const (
	WhyName     = "name"     // no player is called that, or more than one
	WhyCell     = "cell"     // what stands in a table where a vote would be
	WhyTwice    = "twice"    // one post says two things of the same proposal
	WhyNoText   = "no text"  // a distribution has no text of a proposal
	WhyNoTable  = "no table" // the whole post: it seems to be official
	WhyTooMuch  = "too much"
	WhyTwoSides = "two sides" // one voter stands on two sides
)

// Context is what reading a post must know.
type Context struct {
	Players []Player
	Known   func(number int) bool // a proposal of that number has been distributed
}

// Player is somebody by all names that he or she is called.
type Player struct {
	ID    rules.PlayerID
	Names []string
}

// Bounds of one post.
const (
	maxLines   = 20000
	maxRows    = 200
	maxVotes   = 5000
	maxUnread  = 100
	maxNumber  = 1_000_000
	maxColumns = 60
)

// line is one line of a post that the officer wrote.
type line struct {
	n    int
	text string // without blanks at its end
}

func (l line) blank() bool { return strings.TrimSpace(l.text) == "" }

// reader reads one post.
type reader struct {
	ctx   Context
	names *names
	lines []line
	post  Post
	votes int
}

var (
	officialWords = regexp.MustCompile(`(?i)\b(distribut\w*|resol(?:ution|ved|ves|ving)\w*|assess\w*|promulgat\w*|proposals? \d{2,6}\s*(?:-|–|to|,)\s*\d{2,6})\b`)
	revisedWords  = regexp.MustCompile(`(?i)\b(revised|revision|corrected|correction|co[eE]|amended resolution|re-?resolution)\b`)
)

// Read reads the text of a mail, as a person sees it.
func Read(subject, text string, ctx Context) Post {
	r := &reader{ctx: ctx, names: namesOf(ctx.Players), lines: ownLines(text)}
	if ctx.Known == nil {
		r.ctx.Known = func(int) bool { return false }
	}
	r.post.Revised = revisedWords.MatchString(subject) || revisedWords.MatchString(r.opening())
	switch {
	case r.ruleset():
		r.post.Kind = Ruleset
	case r.resolution():
		r.post.Kind = Resolution
	case r.distribution():
		r.post.Kind = Distribution
	case officialWords.MatchString(subject) && !strings.HasPrefix(strings.ToLower(strings.TrimSpace(subject)), "re:"):
		r.post = Post{Kind: Unclear}
		r.unread(0, subject, WhyNoTable, 0)
	default:
		return Post{}
	}
	return r.post
}

// ownLines are the lines of a text without what is quoted, and without the
// signature.
func ownLines(text string) []line {
	var list []line
	for i, s := range strings.Split(text, "\n") {
		s = strings.TrimRight(strings.TrimSuffix(s, "\r"), " \t\u00a0")
		if i >= maxLines || s == "--" && i > 0 {
			break
		}
		if !strings.HasPrefix(strings.TrimLeft(s, " "), ">") {
			list = append(list, line{i + 1, strings.ReplaceAll(s, "\t", "    ")})
		}
	}
	return list
}

// opening are the words before the first table or number.
func (r *reader) opening() string {
	var words []string
	for _, l := range r.lines {
		if _, is := headOf(l.text); is || len(words) > 8 {
			break
		}
		words = append(words, l.text)
	}
	return strings.Join(words, " ")
}

func (r *reader) unread(n int, words, why string, about int) {
	if len(r.post.Unread) < maxUnread {
		r.post.Unread = append(r.post.Unread, Unread{n, strings.TrimSpace(words), why, about})
	}
}

// isRuler says whether a line is drawn and not written.
func isRuler(s string) bool {
	s = strings.ReplaceAll(s, " ", "")
	return len(s) >= 3 && strings.Trim(s, "-–—_*=~/\\+#|.·") == ""
}
