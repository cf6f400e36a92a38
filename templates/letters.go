// Package templates writes every text that a player reads.
//
// Each letter is a struct with the data it needs and a file of the same name in
// mail/<language>/, in light Markdown that reads well as it stands. [Write]
// gives the subject, the plain text at 72 columns and the HTML part, both made
// from that one source. Player text always stands behind "| ", so that none of
// it can be taken for ours, nor come back as a command.
//
// A language is a folder: letters and parts of letters in *.md, single
// sentences by kind and code ("refusal not-open") in the same files, and its
// small words in words.toml. Whatever a template prints is made harmless on its
// way (see guard); the functions it may call are those of funcs.
package templates

import "time"

// Reader is whom a letter is for.
type Reader struct {
	Language string         // "en", ...; an unknown one gets English
	Zone     *time.Location // for times, beside UTC
}

// Written is a letter ready to be put in an envelope.
type Written struct{ Subject, Text, HTML string }

// Letter is the data of one letter.
//
//sumtype:decl
type Letter interface {
	file() string // of the template, without its ending
	frame() Frame
}

type (
	// Frame is what every letter may open with, so that one mail carries all
	// the news: what became of the reader's own mail, and that it is the
	// reader's turn.
	Frame struct {
		Game     string // the game's name, e.g. "tea"
		Address  string // where to write
		Receipt  *Receipt
		Expired  []Item // words of the reader's that no answer cleared up in time
		YourTurn *YourTurn
		OwnRules bool // the game began with other rules than Suber's, so that none of his can be cited
	}

	// Welcome greets a newcomer.
	Welcome struct {
		Frame
		Habits
		Name    string
		Former  string // whose seat the reader takes over, "" for none
		Points  string // that come with it
		Players []string
		Mover   string // whose turn it is, "" before the start
		Goal    string // "200", or "" when nobody wins by points
		Free    bool   // there are no turns
		Lists   []ListLine
		Ruleset string
		Status  Standing
		Scores  []Score
		Chief   []RuleLine // the rules that matter most often
		Others  []RuleLine
	}

	// Absence is a player who is away.
	Absence struct {
		Name  string
		Until time.Time
	}

	// GameOver tells who won, by which rule.
	GameOver struct {
		Frame
		Winners   []string
		Rule      int
		Paradox   bool // won by Rule 213
		Goal      string
		Why       string
		Scores    []Score
		Turns     int
		Circuits  int
		Proposals int
		Adopted   int
	}

	// Help explains the commands, with examples.
	Help struct {
		Frame
		Habits
		Player  bool
		Voting  []int // proposals open to vote
		MyTurn  bool
		Abstain bool // the game has it
		Free    bool // there are no turns
		First   bool // of several ballots the first counts
		Reports bool // and reports are published
	}

	// Notice is short news for all. Code is "started", "paused", "resumed",
	// "extended", "away", "joined", "forfeited", "removed", "awarded", "settled",
	// "started-free" and "no-turns" (there are none), "conditions" (to the organisers, with Changes),
	// "disputed", "win-disputed", "win-awaits", "clause-failed", "undone", "withdrawn",
	// "announce", "alone", "round", "held", "ended", "absent" and "returned" (a
	// player), "waits-away" (a deadline), "awaited" (a deadline has passed; Text is
	// of what, as in Reminder). To the organisers alone go
	// "unreachable" (Text is an address), "undelivered" (Changes are letters), "copy"
	// (of the record as it stood at At), "copy-large" and
	// "flood" (Text is an address, "" for a game), "watch-asked" (Text is an address)
	// and "stalled" (nothing has moved since At; Text is as for "awaited"); to somebody who
	// watches by their wish, "watching"; "limit" goes to who wrote too
	// much, with the time At until which there are no answers.
	// "dispute-closed", "entered" (the organiser, for Name), "replaced" (Name by
	// Other; to Name it is "seat-left"), "organiser-added" and "organiser-removed" (Text is the address) are for
	// all; "seat-declined" is for the organisers.
	// "list-named" (Text is a mailing list, Other its role) and "list-dropped" are for all.
	// "wrong-list" and "private-action" go to one player: Text is the list to write to,
	// Other the one written to, Changes the words. To the organisers go "digest-held"
	// (Changes are mails), "odd-stamp" and "late-post" (At is the list's time) and "post-ready" (Text is
	// the list, Other the subject; the text to be posted stands below, see [Written.Above]).
	// "team-made" (Names) and "team-ended" go to all, "team-offered" to whom Name says
	// to be in a team with. To one player alone, with Text, go "address-added", "address-removed",
	// "token-renewed", "key-registered" and "key-removed".
	Notice struct {
		Frame
		Code    string
		Name    string // the player it is about
		Names   []string
		Points  string
		Number  int
		Rule    int
		At      time.Time
		Why     string
		Text    string   // an announcement's words
		Die     string   // at the start: what the turn's die is committed to, "" when there is none
		Changes []string // of "undelivered": letters, a line each
		By      string   // the organiser whose act it is, "" for none
		Other   string   // of "replaced": who has the seat now
		Entry   uint64   // of the record, for "undone" and for disputes
		Deed    Deed     // what that entry is
		// Undoes is every score, rule, vote and turn that an undo changes; Now is
		// how the game stands after it.
		Undoes   []Difference
		Now      *Standing
		Answers  []string  // to a dispute, for the organisers
		Question int       // its number
		Ends     []End     // of "votes-extended"
		Claims   []Claimed // of "claim-denied"
	}

	// Stranger answers somebody whom the moderator does not know, or whose mail
	// fits no game. Code is "unknown", "which-game", "unreadable", "too-large",
	// "too-many-parts", "too-deep", "too-complex", "dmarc".
	Stranger struct {
		Frame
		Code  string
		Games []string

		Language string // that it is written in: the player's whose mail it was, else the game's; "" is English
	}
)

func (f Frame) frame() Frame { return f }

func (Welcome) file() string  { return "welcome" }
func (GameOver) file() string { return "gameover" }
func (Help) file() string     { return "help" }
func (Notice) file() string   { return "notice" }
func (Stranger) file() string { return "stranger" }
