package rules

import "time"

// Command is something that somebody asks the game to do. [Decide] answers it
// with events or a [Refusal].
//
//sumtype:decl
type Command interface{ command() }

// By is who gives a command: a player, the organiser, or, when it is zero, a
// stranger or the clock.
type By struct {
	Player    PlayerID
	Organiser bool
}

// Option is what a ballot says.
type Option string

// The options of a ballot in Suber's game. Withdrawn is no vote: it takes an
// earlier vote back.
const (
	For       Option = "for"
	Against   Option = "against"
	Abstain   Option = "abstain"
	Withdrawn Option = "withdrawn"
)

// The options that the rules of a game without turns may allow besides: see the
// name vote_options.
const (
	Present     Option = "present"     // on neither side, and there for the quorum
	Endorse     Option = "endorse"     // whatever another voter's ballot says in the end
	Conditional Option = "conditional" // what its condition comes to when the vote is over
)

// Kind is the kind of a rule-change (Rule 103).
type Kind string

// The rule-changes of Rule 103.
const (
	Enact     Kind = "enact"
	Amend     Kind = "amend"
	Repeal    Kind = "repeal"
	Transmute Kind = "transmute"
)

// The rule-changes that rules with titles of their own, with power, and with
// numbers that they keep have besides.
const (
	Retitle Kind = "retitle"
	Repower Kind = "power"
	Reenact Kind = "re-enact"
)

// Draft is a rule-change as a player writes it: rule numbers may be former
// ones, and an amendment may be written as an edit of the text in force.
type Draft struct {
	Kind      Kind   `json:"kind"`
	Rule      int    `json:"rule,omitempty"`      // 0 for an enactment
	Amendment int    `json:"amendment,omitempty"` // of Rule, when the change is about an amendment
	Title     string `json:"title,omitempty"`
	Text      string `json:"text,omitempty"`
	Clause    string `json:"clause,omitempty"`
	Edit      *Edit  `json:"edit,omitempty"`
	Power     Ratio  `json:"power,omitzero"`     // of a new rule, or the new one of an old rule
	Category  string `json:"category,omitempty"` // of a new rule
}

// Edit is an amendment that names only what changes. Old is empty for text to
// be appended as a new paragraph; New is empty for text to be deleted.
type Edit struct {
	Old string `json:"old,omitempty"`
	New string `json:"new,omitempty"`
}

// The commands of players. Proposal is always the number of a proposal.
type (
	// Join asks to become a player. Addresses and Language come from the mail.
	Join struct {
		Given, Surname     string
		Addresses          []string
		Language, Timezone string
		Nicknames          []string
		Since              time.Time // of one who has played elsewhere; zero is now
	}
	// Forfeit leaves the game (Rule 113).
	Forfeit struct{}
	// Propose makes the mover's proposal (Rule 202). More than one draft is
	// more than one rule-change (Rule 111). Where there are no turns, whoever
	// plays puts a proposal into the pool, with as many drafts as parts; the
	// other fields are for that alone. Coauthors are players by their names;
	// Index is 0 for what the rules give.
	Propose struct {
		Drafts    []Draft
		Title     string
		Index     Ratio
		Coauthors []string
	}
	// Revise gives the proposer's own proposal another text while it is in
	// debate (Rule 111). A draft of kind "" keeps the kind and the rule.
	Revise struct {
		Proposal int
		Draft    Draft
	}
	// WithdrawProposal takes the proposer's own proposal back while it is in
	// debate. Its number stays for the mover's next text in that turn. One in
	// the pool has no number: it is named by its title, or, with neither, is
	// the only one that the proposer has there.
	WithdrawProposal struct {
		Proposal int
		Title    string
	}
	// OpenVoting ends the debate (Rule 111).
	OpenVoting struct{ Proposal int }
	// Vote casts or changes a vote. Nonce is random and comes from outside, so
	// that a hash of the event commits to the vote without telling it.
	Vote struct {
		Proposal int
		Option   Option
		Source   string // the player's own words
		Nonce    string
		// Endorsed, Condition and Parts are as in [Ballot]. Changes says that the
		// voter takes an earlier ballot back with this one, in so many words.
		Endorsed  PlayerID
		Condition string
		Parts     []Part
		Changes   bool
	}
	// WithdrawVote takes a vote back: "withdraw 301" by the proposer while the
	// vote runs is asked about before it becomes this.
	WithdrawVote struct{ Proposal int }
	// Invoke invokes Judgment on a question (Rule 212). Where Judges are found by
	// rotation it is a call for judgment: Question is the statement, Barred are
	// players by their names, and Rules those that the statement is about.
	Invoke struct {
		Question            string
		Arguments, Evidence string
		Barred              []string
		Rules               []int
	}
	// RuleOn is the Judge's ruling on a Judgment: true, false or paradox, or, on a
	// case, what the rules allow; Rules are then those that the ruling is about, nil
	// for those of the statement.
	RuleOn struct {
		Judgment int
		Ruling   string
		Reasons  string
		Rules    []int
	}
	// Reconsider asks the Judge of a case to think the ruling over.
	Reconsider struct {
		Judgment int
		Reasons  string
	}
	// ChooseJudging says whether a player wants to judge cases.
	ChooseJudging struct {
		Player    PlayerID
		Unwilling bool
	}
	// Deactivate makes a player inactive, Activate ends that, by the player's own
	// word or the organiser's. Act says that it follows from a move.
	Deactivate struct {
		Player PlayerID
		Why    string
	}
	Activate struct {
		Player PlayerID
		Act    bool
	}
	// Team says that the player and With play as a team, which holds when both have
	// said so; without With it ends all teams of the player's (Rules 210, 212).
	Team struct{ With PlayerID }
	// Overrule is a player's vote to overrule the Judge (Rule 212).
	Overrule struct{ Judgment int }
	// Consent lets the next turn begin while Judgment stands (Rule 212).
	Consent struct{}
	// Dispute says that the moderator read something wrong.
	Dispute struct {
		About, Words string
		Entry        uint64   // of the record, 0 for none
		Held         int      // as in [Hold]
		Answers      []string // the likely ways to close it, for the organisers
	}
)

// The commands of the organiser and of the clock.
type (
	// Start begins the first turn, or takes a game begun elsewhere up where it
	// stood.
	Start struct{}
	// Pause stops all deadlines; Resume moves them by the time that has passed.
	Pause struct{ Why string }
	// Resume ends a pause.
	Resume struct{}
	// Extend moves the running deadline to To, which must lie ahead of both
	// the clock and, unless Why says why not, the deadline it replaces.
	Extend struct {
		To  time.Time
		Why string
	}
	// Grant awards points by the organiser's hand, publicly and with a reason.
	Grant struct {
		Player PlayerID
		Points Points
		Why    string
	}
	// Remove takes a player out of the game as a forfeit would.
	Remove struct {
		Player PlayerID
		Why    string
	}
	// Replace gives a player's seat to somebody else.
	Replace struct {
		Player         PlayerID
		Given, Surname string
		Addresses      []string
		Why            string
	}
	// AddOrganiser lets one more address organise the game; RemoveOrganiser
	// ends that.
	AddOrganiser    struct{ Address, Why string }
	RemoveOrganiser struct{ Address, Why string }
	// NameList says that the game is played on a mailing list, or how that list
	// is now; DropList that it is not any more.
	NameList struct {
		List MailList
		Why  string
	}
	DropList struct{ Address, Why string }
	// SettleWin names the winner when several reached the goal at once.
	SettleWin struct {
		Players []PlayerID
		Why     string
	}
	// SettleClause gives a rule the clause that makes text and moderator agree
	// again, or, when Clause is what it was, says that they do.
	SettleClause struct {
		Rule   int
		Clause string
		Why    string
	}
	// Hold keeps a player's words for a person to decide about.
	Hold struct {
		Player PlayerID
		From   string // address
		Text   string // the words
		Reason string // a code of the parser or of the moderator
		// Answers are likely ones, ready to be sent back by number; First is the
		// number of the first, 0 for 1.
		Answers []string
		First   int
		// Held is its number when this is told anew after an undoing; 0 is the next.
		Held int
		// Of is what the words may be about, [OfVote] or [OfDebate] with the
		// number of the proposal, or [OfProposal]: its deadline waits for the
		// answer. Or it is [OfClause], with the number of the sender's proposal.
		Of       string
		Proposal int
		Mail     string // see [WordsHeld]
		Entry    uint64 // the same
		Foretold string // the same
	}
	// Late does what a mail of an earlier time said that had to be confirmed
	// first: a vote counts as of Since.
	Late struct {
		Since   time.Time
		Command Command
	}
	// Pending proposes or revises something about whose clause the proposer is
	// asked at once. Where there is no time for debate, the vote waits for the
	// answer, a day at most.
	Pending struct{ Command Command }
	// Answer says what held words meant: Command is done for their author, a
	// vote as of the time of the mail that they stood in. How tells it in words.
	Answer struct {
		Held    int
		How     string
		Command Command
	}
	// SettleHeld ends what Hold began, with nothing done.
	SettleHeld struct {
		Held int
		How  string
	}
	// Distribute gives the proposals in the pool their numbers and opens the
	// votes on them.
	Distribute struct{}
	// DistributeAs says that an officer of a game that is followed has given
	// these proposals of the pool these numbers. Others stay there.
	DistributeAs struct{ Numbers []Numbering }
	// TakeOver brings proposals into a game that has not begun here yet, and goes
	// on where it stood: those of one distribution, or, where At is zero, of the
	// pool. Nothing follows from what was decided before.
	TakeOver struct {
		At, Closes time.Time
		Voters     []PlayerID // nil for all who played at At
		Proposals  []Taken
	}
	// DoubtReport is a player's word that something in a report is wrong.
	DoubtReport struct {
		Report int
		Words  string
	}
	// SettleReport is an organiser's answer to doubts: How is [ReportStands] or
	// [ReportAgain].
	SettleReport struct {
		Report int
		How    string
		Why    string
	}
	// SettleCondition tells what the condition in a voter's ballot comes to, once
	// the vote is over: [For], [Against] or [Present].
	SettleCondition struct {
		Proposal int
		Voter    PlayerID
		Option   Option
		Why      string
	}
	// ClaimError is a player's claim that the resolution of a proposal was counted
	// wrong. Claim is its number when it is told anew after an undoing; 0 is the next.
	ClaimError struct {
		Proposal int
		Words    string
		Claim    int
	}
	// SettleClaims is an organiser's answer to claims: How is [Denied] or [Upheld].
	SettleClaims struct {
		Claims []int
		How    string
		Why    string
	}
	// PutRight says what ballots on a proposal should have been, ahead of the count
	// that follows. It is given only where a count was undone.
	PutRight struct {
		Proposal int
		Ballots  []RightBallot
	}
	// ExtendVotes moves the ends of votes that run side by side: of the Proposals, or
	// of all that were in the distribution of that number. Each ends at To, or as
	// much later as By says, "7d".
	ExtendVotes struct {
		Proposals    []int
		Distribution int
		To           time.Time
		By           string
		Why          string
	}
	// FailAddress says that letters to an address of a player come back, and
	// HearFrom that there is mail from it, by which the player is not silent. Neither is anybody's move: they are
	// kept in the game so that its letters find their way.
	FailAddress struct {
		Player  PlayerID
		Address string
		Why     string
	}
	HearFrom struct {
		Player  PlayerID
		Address string
	}
	// Tick lets the clock move the game on. Now is when that really happens, if
	// it may be later than it should; see [Game.NextDeadline].
	Tick struct{ Now time.Time }
	// AddAddress lets a player write from one more address, which has shown
	// that it is the player's.
	AddAddress struct {
		Player  PlayerID
		Address string
	}
	// RemoveAddress takes one of the player's addresses away, but for the last.
	RemoveAddress struct {
		Player  PlayerID
		Address string
	}
	// RenewToken makes the player's reply token another.
	RenewToken struct{ Player PlayerID }
	// RegisterKey lets a player sign mails with an OpenPGP key. One without a
	// fingerprint is none, and Armoured says what is wrong with it.
	RegisterKey struct {
		Player PlayerID
		Key    Key
	}
	// RemoveKey ends that, by the end of the key's fingerprint.
	RemoveKey struct {
		Player      PlayerID
		Fingerprint string
	}
	// ChooseLanguage and the commands after it change what a player wants of us.
	ChooseLanguage struct {
		Player   PlayerID
		Language string
	}
	// ChooseTimezone takes a name of the IANA's list.
	ChooseTimezone struct {
		Player   PlayerID
		Timezone string
	}
	// ChooseReceipts says whether what was simply done is confirmed.
	ChooseReceipts struct {
		Player PlayerID
		Off    bool
	}
	// GoAway announces that a player is away until a moment.
	GoAway struct {
		Player PlayerID
		Until  time.Time
	}
	// ComeBack ends that early.
	ComeBack struct{ Player PlayerID }
	// Observe lets somebody who does not play have the news.
	Observe struct{ Address, Language string }
	// StopObserving ends that.
	StopObserving struct{ Address string }
	// KeepSignature remembers a signature that was played. It is refused when
	// it was played before.
	KeepSignature struct {
		Player       PlayerID
		Digest, Mail string
	}
	// ChooseTalk says what a player's mails of talk alone come to: [TalkAsk],
	// [TalkAlways] or [TalkNever].
	ChooseTalk struct{ How string }
	// GatherTalk gives a player the talk of the others in one letter of the day or
	// week (see the custom talk_digest), or each at once again.
	GatherTalk struct{ Gathered bool }
	// MuteTalk keeps the talk of the others from a player, or no longer.
	MuteTalk struct{ Muted bool }
	// PassTalk passes a player's words on to the others. Words is their hash and
	// Size their length in bytes; see [TalkPassed].
	PassTalk struct {
		Proposal    int
		Mail, Words string
		Size        int
	}
)

func (Join) command()             {}
func (Forfeit) command()          {}
func (Propose) command()          {}
func (Revise) command()           {}
func (WithdrawProposal) command() {}
func (OpenVoting) command()       {}
func (Vote) command()             {}
func (WithdrawVote) command()     {}
func (Invoke) command()           {}
func (RuleOn) command()           {}
func (Overrule) command()         {}
func (Reconsider) command()       {}
func (ChooseJudging) command()    {}
func (Deactivate) command()       {}
func (Activate) command()         {}
func (Consent) command()          {}
func (Dispute) command()          {}
func (Start) command()            {}
func (Pause) command()            {}
func (Resume) command()           {}
func (Extend) command()           {}
func (Grant) command()            {}
func (Remove) command()           {}
func (Replace) command()          {}
func (AddOrganiser) command()     {}
func (RemoveOrganiser) command()  {}
func (NameList) command()         {}
func (DropList) command()         {}
func (SettleWin) command()        {}
func (SettleClause) command()     {}
func (Hold) command()             {}
func (Answer) command()           {}
func (Late) command()             {}
func (Pending) command()          {}
func (SettleHeld) command()       {}
func (FailAddress) command()      {}
func (HearFrom) command()         {}
func (AddAddress) command()       {}
func (RemoveAddress) command()    {}
func (RenewToken) command()       {}
func (RegisterKey) command()      {}
func (Team) command()             {}
func (RemoveKey) command()        {}
func (KeepSignature) command()    {}
func (ChooseLanguage) command()   {}
func (ChooseTimezone) command()   {}
func (ChooseReceipts) command()   {}
func (GoAway) command()           {}
func (ComeBack) command()         {}
func (Observe) command()          {}
func (StopObserving) command()    {}
func (ChooseTalk) command()       {}
func (MuteTalk) command()         {}
func (GatherTalk) command()       {}
func (PassTalk) command()         {}
func (Tick) command()             {}
func (Distribute) command()       {}
func (DoubtReport) command()      {}
func (SettleReport) command()     {}
func (SettleCondition) command()  {}
func (ClaimError) command()       {}
func (SettleClaims) command()     {}
func (PutRight) command()         {}
func (ExtendVotes) command()      {}
func (DistributeAs) command()     {}
func (TakeOver) command()         {}
