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

	// YourTurn asks the mover for a proposal.
	YourTurn struct {
		Frame
		Name      string
		Number    int       // that the proposal will get
		ProposeBy time.Time // zero: no deadline
		AtMost    string    // the points the turn can bring, "" when unknown
		IfSilent  string    // "wait" or "pass"
		Circuit   int
		Die       string    // what the turn's die is committed to, "" when there is none
		AwayUntil time.Time // zero unless the reader has announced an absence
		IfAway    string    // "wait" or "pass"
	}

	// Absence is a player who is away.
	Absence struct {
		Name  string
		Until time.Time
	}

	// Proposal announces a proposal in debate, or a revised text.
	Proposal struct {
		Frame
		Offer
		Revised    bool
		OnlyClause bool // of a revised one only the clause is another
		Mine       bool // the reader is the proposer
		Watching   bool // the reader has no vote
		OpensAfter time.Time
		OpensBy    time.Time
		Closes     time.Time // of a vote that has opened at once; zero in debate
	}

	// Offer is a proposal as it is shown.
	Offer struct {
		Number      int
		Proposer    string
		Kind        string // "enact", "amend", "repeal", "transmute"
		Rule        int    // the number the rule bears now, 0 for an enactment
		Was         []int  // its former numbers
		Amendment   int
		RuleTitle   string
		Title       string
		Text        string // the whole new text; "" for repeal and transmute
		Old         string // the text in force, for the diff; "" when there is none
		Clause      string
		OldClause   string
		KeepsClause bool // the rule has a clause and the proposal brings none
		ToMutable   bool // for transmute: immutable to mutable
		Warnings    []Warning
		Doings      []Doing // what I would do differently
		Tryouts     []Tryout
		Idle        bool // its clause changes nothing that I do
	}

	// Ballot asks for a vote on a frozen text.
	Ballot struct {
		Frame
		Offer
		Closes   time.Time // zero: no deadline
		IfSilent string    // "wait", "abstain", "against", or "none" where silence is no vote
		Abstain  bool      // the game has it
		Needs    string    // "unanimity", "majority" or "other"
		Forms    []Form    // the reply links
		Voters   []string
		Mine     string // how the reader's vote stands already: "", "for", ...
		Sealed   bool   // nobody is told of it before the vote is over
		Moved    bool   // the deadline was moved
		Die      string // what the turn's die is committed to, "" when there is none
		Away     []Absence
		IfAway   string // what a deadline does that finds somebody away: "wait" or "pass"
	}

	// Form is one mailto: link.
	Form struct{ Option, URL string }

	// Reminder goes to those who are awaited. Of is "propose", "debate" or
	// "vote". Vote is the one proposal of a vote that was distributed, as
	// [Distribution] shows it; nil of others.
	Reminder struct {
		Frame
		Offer
		Of       string
		Until    time.Time
		Late     bool
		Moved    bool // the deadline was moved, because this comes too late
		IfSilent string
		Abstain  bool
		Forms    []Form
		Awaited  []string
		Sealed   Sealed
		Vote     *Distribution
	}

	// Sealed is what may be told of sealed votes before they are over.
	Sealed struct {
		Keys  []string // the reader's own, each with the number of its proposal
		Seals []string // of everybody's ballots: a list of several lines for each vote
	}

	// Waiting tells that a deadline has come and waits for the answer to a
	// question. Of is "propose" or "vote".
	Waiting struct {
		Frame
		Offer
		Of       string
		Until    time.Time
		Asked    []Item // the questions that the reader has not answered; those of others are not told
		Missing  bool   // the reader's vote or proposal is missing
		IfSilent string
		Abstain  bool
	}

	// Result tells how a vote ended and what follows, sums written out.
	Result struct {
		Frame
		Offer
		Adopted                                 bool
		Votes                                   []VoteLine
		Favour, Against, AbstainN, Cast, Voters int64
		Decided                                 string // "unanimity", "majority", "other", "none"
		DecidedBy                               int    // the rule, 0 for none
		Lapsed                                  *No    // adopted, but the change could not take effect
		Throws                                  []Throw
		Awards                                  []Award
		Rules                                   []RuleLine // those the change touched, as they now stand
		Repealed                                []int
		Said                                    []Said
		Scores                                  []Score
		Goal                                    string
		CircuitEnded                            int    // its number, or 0
		Majority                                bool   // Rule 203 changed by itself
		Mover                                   string // whose turn is next, "" when the game is over
		ProposeBy                               time.Time
		Die                                     string    // what the next turn's die is committed to, "" when there is none
		Failed                                  []Failure // clauses that could not be run
		Winners                                 []string
		Sealed                                  string // sealed ballots opened, in several lines; "" where votes are open
	}

	// VoteLine is one voter's line of a result. Assumed is "silence" or
	// "proposer".
	VoteLine struct{ Name, Option, Assumed string }

	// Award is a change of points with its sum: Sum is "(305 − 291) × 3/4 =
	// 10.5 → 11", or "".
	Award struct {
		Name        string
		Points      string // signed: "+11", "−10"
		Rule        int
		Effect      string // "when_turn_ends", "when_adopted", "when_defeated", ...
		Sum         string
		Why         string
		Provisional bool
	}

	// Throw is a die that a rule threw. Of is the die's name, such as "tea 5 1";
	// what was hashed before is that and the secret behind it.
	Throw struct {
		Rule         int
		Sides, Value int64
		Of           string
		Nth          int
		Secret       string
	}

	// RuleLine is a rule as it stands.
	RuleLine struct {
		Number  int
		Was     []int
		Mutable bool
		Title   string
		Text    string
		Clause  string
		Differs bool
		History []int  // proposals that amended or transmuted it
		Note    string // "majority" when Rule 203's change has happened

		// Of a rule that keeps its number: how often it was amended, its power ("" where
		// rules have none), what was done to it, oldest first and never nothing, and
		// what was ruled about it.
		Revision    int
		Power       string
		Deeds       []RuleDeed
		Annotations []Annotation
	}

	// RuleDeed is one thing that was done to a rule: "enacted", "re-enacted", "amended"
	// (for the Nth time), "retitled", "power", "transmuted", "repealed", or "initial",
	// when the rule was there from the start. Proposal is 0 for none.
	RuleDeed struct {
		What     string
		Nth      int
		Power    string
		Proposal int
		Author   string
		At       time.Time
	}

	// Annotation is a ruling about a rule. Ruling is as in [Ruling].
	Annotation struct {
		Case   int
		Ruling string
		Text   string
	}

	// Section is a category of a ruleset, "" for the rules that have none.
	Section struct {
		Name  string
		Rules []RuleLine
	}

	// Score is one line of the scores, in turn order.
	Score struct {
		Name        string
		Points      string
		Provisional string // how many of them are provisional, "" for none
		State       string // "playing", "inactive", "forfeited", "removed"
		Mover       bool
	}

	// Said is an announcement of a rule in its own words.
	Said struct {
		Text string
		Rule int
	}

	// Failure is a clause that could not be run.
	Failure struct {
		Rule int
		Name string
		Why  string
	}

	// Passed tells that a turn ended without a vote: How is "forfeited",
	// "removed" or "passed", or "voted", when the vote had ended before and the
	// turn had to wait for something to be settled.
	Passed struct {
		Frame
		By           string // the organiser who removed the mover, "" for none
		Why          string
		Name         string // whose turn it was
		Mine         bool   // the reader's
		Away         bool   // the mover is away
		How          string
		Number       int // of the proposal that was withdrawn with it, or 0
		Mover        string
		ProposeBy    time.Time
		CircuitEnded int
		Majority     bool
		Die          string // what the next turn's die is committed to, "" when there is none
		Throws       []Throw
		Awards       []Award
		Said         []Said
		Repealed     []int // rules that repealed themselves
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

	// Digest is the ruleset with what has changed.
	Digest struct {
		Frame
		Full      bool
		At        time.Time // the ruleset as it stood then; zero for now
		Changed   []Changed // since Since
		Since     time.Time
		Rules     []RuleLine
		Sections  []Section // the same, where the ruleset is shown by categories; else nil
		Repealed  []RuleLine
		Questions []Question // all, with their rulings
		Scores    []Score    // nil where nobody has any
		SumsOf    int        // the proposal of the last turn
		Sums      []Award    // what that turn brought
		Status    Standing
		One       int    // only this rule, 0 for all
		Afoot     *Afoot // of a game without turns; nil of others
	}

	// Changed is one change of the ruleset.
	Changed struct {
		Proposal int
		Kind     string
		Rule     int
		Was      int
		Title    string
		Old, New string
	}

	// Standing is whose turn it is and what is waited for.
	Standing struct {
		Status   string // "waiting", "running", "paused", "won", "ended"
		Phase    string // "propose", "debate", "vote", "judgment", "consent"
		Turn     int
		Circuit  int
		Mover    string
		Number   int // of the proposal in debate or voted on
		Title    string
		Until    time.Time
		Since    time.Time // the deadline that was, when it waits for an answer until Until
		Awaited  []string
		IfSilent string
		Why      string // of a pause
		Winners  []string
		Goal     string
		// Unreachable are those to whom no letter gets through.
		Unreachable []string
		Marked      []Marked   // rules whose text and clause may disagree
		Disputed    []Disputed // what somebody says is wrong, not settled yet
		Claims      []Claimed  // of error in resolutions, not answered yet
		Away        []Absence
		Inactive    []string
	}

	// StatusReport answers "status" and "scores".
	StatusReport struct {
		Frame
		Scores    []Score
		Status    Standing
		Open      []Offer
		Listed    []Listed   // the same in a game without turns
		Afoot     *Afoot     // of a game without turns; nil of others
		Questions []Question // those before a Judge
		Sealed    Sealed
		Opened    string // of one proposal whose sealed vote is over, as in Result
		Lists     []ListLine
	}

	// ListLine is a mailing list of the game. Role is "actions", "reports" or "talk".
	ListLine struct{ Address, Role string }

	// History answers "history": every proposal in a line.
	History struct {
		Frame
		Proposals []Past
		Questions []Question // all, with their rulings
	}

	// Past is one decided proposal.
	Past struct {
		Number       int
		Proposer     string
		Kind         string // as in [Listed.Kind]
		Rule         int
		Count        int // parts
		Title        string
		Status       string
		Favour, Cast int64
		Points       string
		Claims       []Claimed // of error in its resolution
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

	// Receipt answers a mail that carried or seemed to carry a command.
	Receipt struct {
		Frame
		Name      string // of the sender; "" for a stranger
		Items     []Item
		Aside     []Item        // quotations that held a command, and the like
		At        time.Time     // official time
		Before    time.Duration // until the deadline it was about; 0 when none
		Entry     uint64
		Hash      string
		Until     time.Time // "reply to change it until"
		Sealed    Sealed
		EnteredBy string // the organiser who entered it for the reader, or ""
		SettledBy string // the organiser who settled a question that the reader was asked, or ""
		Weaker    string // how sure it is that the mail is the reader's, where it was surer of the last ones; else ""
	}

	// Item is one fragment of a mail and what became of it.
	Item struct {
		Words    string   // the author's own
		Did      string   // "voted", "changed", "same", "withdrew-vote", "proposed", "revised", "withdrew", "opened", "opens-later", "opens-answered", "joined", "forfeited", "settled", ...
		No       *No      // it was refused
		Held     string   // it is held: a code of parser.Reasons
		Answers  []string // for a held one: what to send back
		First    int      // the number of the first answer
		Why      string   // set aside: "quoted", "signature", ...
		Proposal int
		Option   string
		Was      string // the option before
		Rule     int    // the number the rule bears now, when an old one was used
		Said     int    // the old number that was used
		Over     bool   // the vote is over with it
		At       time.Time
		Since    time.Time // of the first mail, when what it said was settled after the deadline
		Number   int       // of what is held
		Name     string
		// Suggested are clauses that a proposal's words may want; nil for none.
		Suggested *Suggested
		Entry     uint64       // of the record, of an undo
		Deed      Deed         // what that entry is
		Seat      *Seat        // that a stranger is asked to take, nil for none
		Undoes    []Difference // what it would change
		Again     bool         // since it was asked before, that has become something else
		Hat       bool         // a player did this as the organiser
		Files     bool         // what the mail brought beside its words was left out
		Missed    []Missed     // of a proposal: the parts that could not take effect now
		Listed    *Listed      // a proposal that waits, as it was read; nil for others
		Cast      *Cast        // a ballot that is more than its option; nil for others
		Holds     bool         // the first ballot counts: another one must take it back in so many words
	}

	// Cast is what a ballot says besides its option: whom it endorses, on what it
	// depends in its voter's words, or how many votes go to which side.
	Cast struct {
		Endorsed  string
		Condition string
		Parts     []CastPart
	}

	// CastPart is some of a voter's votes.
	CastPart struct {
		Option string
		Votes  int64
	}

	// Seat is a player's seat in the eyes of somebody who is asked to take it over.
	Seat struct {
		By     string // the organiser who asks
		Why    string
		Points string
		Others []string // who play besides
	}

	// Deed is what an entry of the record is to people. Kind is "vote" (of Name on
	// Number), "proposal" (Number of Name), "result" (of Number), or "" for
	// something else.
	Deed struct {
		Kind   string
		Name   string
		Number int
	}

	// Talk is what a player says to the others.
	Talk struct {
		Frame
		Name   string
		Number int // of the proposal that it is about, 0 for the game
		Text   string
	}

	// TalkDigest is what players have said to each other since the last one.
	TalkDigest struct {
		Frame
		Threads []Thread
	}

	// Thread is talk about one proposal, or about the game where Number is 0.
	Thread struct {
		Number  int
		Title   string
		Remarks []Remark
	}

	// Remark is what a player says in a thread.
	Remark struct {
		Name string
		At   time.Time
		Text string
	}

	// No is a refusal: see rules.Refusal.
	No struct {
		Code     string
		Rule     int
		Proposal int
		Number   int
		Now      int
		Limit    int
		Player   string
		At       time.Time
		Text     string
		Hint     string
		Open     []int
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

	// End is when the vote on a proposal ends.
	End struct {
		Number int
		At     time.Time
	}

	// Difference is one thing that an undo changes. Kind is "points" (Was, Is),
	// "plays", "gone", "rule-back", "rule-other", "rule-gone" (Number), "vote-back",
	// "vote-other", "vote-gone" (of Name on Number), "proposal-debate",
	// "proposal-voting", "proposal-adopted", "proposal-defeated",
	// "proposal-withdrawn", "proposal-gone", "proposal-parts" (other ones take
	// effect), "turn" (Number of Name; it was Former
	// of Other), "game-running", "game-paused" or "game-ended".
	Difference struct {
		Kind           string
		Name, Other    string
		Number, Former int
		Was, Is        string
	}

	// Disputed is an open dispute: Entry is 0 where it is not known what it is
	// about.
	Disputed struct {
		Number int
		Name   string
		Entry  uint64
	}

	// Judgment is news of a question that is a Judge's to decide (Rule 212). Code
	// is "invoked", "judge" (there is a new one), "ruled", "against" (Name would
	// overrule), "held" (the next turn waits for consent), "freed" or "due" (a
	// reminder).
	Judgment struct {
		Frame
		Question
		Code      string
		Mine      bool      // the reader is the Judge
		RuleBy    time.Time // zero: no deadline
		Late      bool
		IfSilent  string // "wait" or "next": what a silent Judge's deadline does
		How       string // the last Judge was "overruled", "silent", "forfeited" or "removed"
		Name      string
		StandsBy  time.Time // until when the ruling can be overruled at least; zero: until the next turn begins
		Lacking   []string  // who has not voted to overrule
		Mover     string    // who moves next
		Wanting   []string  // on whom the next turn waits
		Wanted    bool      // the reader is one of them
		Silence   bool      // silence is consent
		ProposeBy time.Time
		Rule      int // the number that Rule 212 bears now
	}

	// Question is a Judgment. About is "clause", "win" or "awards" where the game
	// itself asks because it cannot go on. With "awards" Text is that of the rule
	// on which the win of the Rivals depends.
	Question struct {
		Number  int
		About   string
		Text    string
		By      string
		Judge   string
		Turn    int
		Ruling  Ruling
		Earlier []Ruling // overruled ones
		Closed  string
		Wins    string   // who wins if a paradox stands, or ""
		Clause  Failure  // what the game asks about
		Program string   // that clause
		Rivals  []string // the same

		// Case says that it is a call for judgment, whose Judge was found by
		// rotation: Text is its statement, Judge "" for the organiser, and Earlier
		// are rulings that were reconsidered, because of what was Asked.
		Case      bool
		Arguments string
		Evidence  string
		Barred    []string
		Asked     []Asking
	}

	// Asking is a player's word that a ruling should be thought over.
	Asking struct{ Name, Text string }

	// Ruling is what a Judge found: "true", "false" or "paradox", or on a case
	// "irrelevant", "insufficient", "paradoxical" or "dismiss"; "" for nothing yet.
	// Rules are those that a ruling on a case is about.
	Ruling struct {
		Judge   string
		Ruling  string
		Reasons string
		At      time.Time
		Rules   []int
	}

	// Stranger answers somebody whom the moderator does not know, or whose mail
	// fits no game. Code is "unknown", "which-game", "unreadable", "too-large",
	// "too-many-parts", "too-deep", "too-complex", "dmarc".
	Stranger struct {
		Frame
		Code  string
		Games []string

		Language string // of the player whose mail it was, "" when that is nobody
	}
)

func (f Frame) frame() Frame { return f }

func (Welcome) file() string      { return "welcome" }
func (YourTurn) file() string     { return "yourturn" }
func (Proposal) file() string     { return "proposal" }
func (Ballot) file() string       { return "ballot" }
func (Reminder) file() string     { return "reminder" }
func (Waiting) file() string      { return "waiting" }
func (Result) file() string       { return "result" }
func (Passed) file() string       { return "passed" }
func (GameOver) file() string     { return "gameover" }
func (Digest) file() string       { return "digest" }
func (StatusReport) file() string { return "status" }
func (History) file() string      { return "history" }
func (Help) file() string         { return "help" }
func (Receipt) file() string      { return "receipt" }
func (Notice) file() string       { return "notice" }
func (Judgment) file() string     { return "judgment" }
func (Correction) file() string   { return "correction" }
func (Talk) file() string         { return "talk" }
func (TalkDigest) file() string   { return "talkdigest" }
func (Stranger) file() string     { return "stranger" }
