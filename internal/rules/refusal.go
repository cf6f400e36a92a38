package rules

import (
	"fmt"
	"time"
)

// Refusal is a lawful no: the command was understood, and the rules or the
// customs do not allow it. It is data; its sentence is written by package
// templates in the reader's language. Every other error is ours, not the
// player's.
type Refusal struct {
	Code     Code      `json:"code"`
	Rule     int       `json:"rule,omitempty"`     // the rule that forbids it, or 0
	Proposal int       `json:"proposal,omitempty"` // the number of the proposal it is about
	Number   int       `json:"number,omitempty"`   // the rule or amendment it is about
	Now      int       `json:"now,omitempty"`      // the number that rule bears now
	Limit    int       `json:"limit,omitempty"`
	Player   string    `json:"player,omitempty"` // a full name, e.g. of the mover
	At       time.Time `json:"at,omitzero"`
	Text     string    `json:"text,omitempty"` // words quoted, or a clause's error
	Hint     string    `json:"hint,omitempty"` // the nearest known name, or a command to send
	Open     []int     `json:"open,omitempty"` // proposals open to vote
	Part     int       `json:"part,omitempty"` // of a proposal with several, counted from 1
}

// Error is for logs; players get the sentence of the code.
func (r *Refusal) Error() string {
	return fmt.Sprintf("refused: %s (rule %d, proposal %d, number %d) %s", r.Code, r.Rule, r.Proposal, r.Number, r.Text)
}

// Code names the reason of a refusal.
type Code string

// Every code; templates has a sentence for each in every language.
const (
	NotPlayer        Code = "not-player"         // commands of players only
	NotOrganiser     Code = "not-organiser"      // commands of the organiser only
	AlreadyPlayer    Code = "already-player"     // Join
	NameTaken        Code = "name-taken"         // Join: another player bears that name
	JoinClosed       Code = "join-closed"        // Join: the custom is "invited"
	JoinAsked        Code = "join-asked"         // Join: the organiser was asked
	NotStarted       Code = "not-started"        // the game has not begun
	GameOver         Code = "game-over"          // won or ended
	Paused           Code = "paused"             // the game is paused
	NotYourTurn      Code = "not-your-turn"      // Propose; Player is the mover (Rule 201)
	AlreadyProposed  Code = "already-proposed"   // Propose: one in a turn; Proposal (Rule 202)
	TwoChanges       Code = "two-changes"        // Propose: one rule-change each (Rule 111)
	NoSuchProposal   Code = "no-such-proposal"   // Proposal; Open
	NotOpen          Code = "not-open"           // Vote: in debate; At is when it opens at the latest
	VotingOver       Code = "voting-over"        // Vote: decided; Open
	NotVoter         Code = "not-voter"          // joined after voting opened (Rule 105), or, with Text, was "inactive" then
	NoVoteYet        Code = "no-vote-yet"        // WithdrawVote without a vote
	NoAbstaining     Code = "no-abstaining"      // the custom does not allow it (Rule 105)
	NotProposer      Code = "not-proposer"       // Revise, WithdrawProposal, OpenVoting; Player is the proposer
	TextFrozen       Code = "text-frozen"        // Revise, WithdrawProposal while it is voted on (Rule 106)
	AlreadyOpen      Code = "already-open"       // OpenVoting
	NotInDebate      Code = "not-in-debate"      // it is decided or withdrawn
	NoSuchRule       Code = "no-such-rule"       // Number; Open: proposals of that number
	RuleGone         Code = "rule-gone"          // Number was repealed, by Proposal
	ProposalNotRule  Code = "proposal-not-rule"  // Number is a proposal that made no rule
	Immutable        Code = "immutable"          // amend or repeal of an immutable rule: transmute first (Rule 103)
	NoSuchAmendment  Code = "no-such-amendment"  // Number is the rule, Proposal the amendment
	AmendmentBuried  Code = "amendment-buried"   // a later amendment changed the same words (Rule 103)
	NotARuleChange   Code = "not-a-rule-change"  // Rule 103
	NoText           Code = "no-text"            // an enactment or amendment without a text
	NothingToRevise  Code = "nothing-to-revise"  // Revise: Proposal repeals or transmutes Number (Text is which) and has no text
	TextTooLong      Code = "text-too-long"      // Limit in characters
	EditNotFound     Code = "edit-not-found"     // Text does not stand in rule Number
	EditAmbiguous    Code = "edit-ambiguous"     // Text stands there more than once
	TooManyMutable   Code = "too-many-mutable"   // Rule 209; Limit
	TooFewRules      Code = "too-few-rules"      // Rule 114
	NothingAdoptable Code = "nothing-adoptable"  // Rule 114: even unanimity would not adopt
	ClauseUnreadable Code = "clause-unreadable"  // Text is "line 2, column 5: ..."; Hint
	ClauseIllegal    Code = "clause-illegal"     // it runs, but its value is none for its name; Text, Hint
	OfferOver        Code = "offer-over"         // Answer: about the clause of Proposal, which has changed since or is final
	NoDeadline       Code = "no-deadline"        // Extend: nothing is running
	DeadlinePast     Code = "deadline-past"      // Extend: At lies behind
	AlreadyPaused    Code = "already-paused"     // Pause
	NotPaused        Code = "not-paused"         // Resume
	NoSuchPlayer     Code = "no-such-player"     // Grant, Remove; Player
	NothingDisputed  Code = "nothing-disputed"   // SettleWin, SettleClause
	NoSuchHeld       Code = "no-such-held"       // SettleHeld; Number
	QuestionSettled  Code = "question-settled"   // Answer: Number is settled; Text is what the words meant, Proposal one that can still be voted on
	QuestionExpired  Code = "question-expired"   // Answer: Number was not answered in time
	TooFewPlayers    Code = "too-few-players"    // Start: two at least
	AlreadyStarted   Code = "already-started"    // Start
	NoSuchJudgment   Code = "no-such-judgment"   // Number, or 0 when none stands
	WhichJudgment    Code = "which-judgment"     // several stand; Number is one of them
	JudgmentOver     Code = "judgment-over"      // Number; the next turn has begun (Rule 212)
	NoQuestion       Code = "no-question"        // Invoke without one
	TooManyJudgments Code = "too-many-judgments" // Invoke; Limit of one player's that stand
	NoJudge          Code = "no-judge"           // Invoke: no rule has a Judge, or nobody can be one
	NotJudge         Code = "not-judge"          // RuleOn; Player is the Judge of Number
	AlreadyRuled     Code = "already-ruled"      // RuleOn; Text is the ruling on Number
	NotARuling       Code = "not-a-ruling"       // RuleOn; Text is none of true, false and paradox
	NoReasons        Code = "no-reasons"         // RuleOn; Text is the ruling on Number
	OwnRuling        Code = "own-ruling"         // Overrule by the Judge
	NotRuledYet      Code = "not-ruled-yet"      // Overrule; Player is the Judge of Number
	JudgmentStands   Code = "judgment-stands"    // Propose: Number keeps the turn from beginning; Player is its Judge
	NotYet           Code = "not-yet"            // what this version leaves to the players
	BadName          Code = "bad-name"           // Join without a usable name
	NoSuchAddress    Code = "no-such-address"    // RemoveAddress; Text
	LastAddress      Code = "last-address"       // RemoveAddress: it is the only one; Text
	AddressKnown     Code = "address-known"      // AddAddress: the player has it; Text
	TooManyAddresses Code = "too-many-addresses" // AddAddress, RegisterKey; Limit
	NoSuchKey        Code = "no-such-key"        // RemoveKey; Text
	BadKey           Code = "bad-key"            // RegisterKey; Text says why
	NoTeamMate       Code = "no-team-mate"       // Team: Player cannot be one, or "" when there is no team to end
	AlreadyTeam      Code = "already-team"       // Team; Player
	SignatureSeen    Code = "signature-seen"     // KeepSignature
	DeadlineFar      Code = "deadline-far"       // Extend: At is more than Limit days ahead
	HasLeft          Code = "has-left"           // Remove, Replace: Player does not play any more
	SubstitutePlays  Code = "substitute-plays"   // Replace: Player plays already, or bears that name
	NoSuchEntry      Code = "no-such-entry"      // undo: Number is none
	EntryUndone      Code = "entry-undone"       // undo: Number was undone before
	UndoingStands    Code = "undoing-stands"     // undo: Number is an undoing itself
	FirstEntry       Code = "first-entry"        // undo: Number is where the game was made
	AlreadyDisputed  Code = "already-disputed"   // Dispute: by Player, as question Number
	OrganiserKnown   Code = "organiser-known"    // AddOrganiser; Text
	NoSuchOrganiser  Code = "no-such-organiser"  // RemoveOrganiser; Text
	LastOrganiser    Code = "last-organiser"     // RemoveOrganiser: it is the only one; Text
	NoSuchList       Code = "no-such-list"       // DropList; Text
	AwayPast         Code = "away-past"          // GoAway: At lies behind
	AwayTooLong      Code = "away-too-long"      // GoAway: At is more than Limit days ahead
	AwayTooOften     Code = "away-too-often"     // GoAway: Limit times in a circuit
	NotAway          Code = "not-away"           // ComeBack
	WatchingClosed   Code = "watching-closed"    // Observe: the custom is "none"
	WatchingAsked    Code = "watching-asked"     // Observe: the organiser was asked
	TooManyObservers Code = "too-many-observers" // Observe; Limit
	AlreadyObserver  Code = "already-observer"   // Observe
	NotObserver      Code = "not-observer"       // StopObserving
	PoolFull         Code = "pool-full"          // Propose; Limit
	TooManyParts     Code = "too-many-parts"     // Propose, Vote; Limit
	NotInPool        Code = "not-in-pool"        // WithdrawProposal: none of the sender's with the title Text; Distribute
	NoSuchReport     Code = "no-such-report"     // DoubtReport, SettleReport; Number
	IsRatified       Code = "is-ratified"        // what is doubted was before report Number, as of At, which is ratified
	NoDoubtWords     Code = "no-doubt-words"     // DoubtReport on Number: it does not say what is wrong
	DoubtKnown       Code = "doubt-known"        // DoubtReport on Number: the same was doubted, or as much as a person can answer
	WhichPooled      Code = "which-pooled"       // WithdrawProposal: Limit of them
	NoIndex          Code = "no-index"           // Propose: proposals have none here; Text is what was asked for
	BadIndex         Code = "bad-index"          // Propose: Text; Hint is the least
	NoPower          Code = "no-power"           // rules have none here; Number
	BadPower         Code = "bad-power"          // Text; Number
	TooLittlePower   Code = "too-little-power"   // the index Text is below Hint, what rule Number, or a new one for 0, needs
	RuleStands       Code = "rule-stands"        // re-enact: Number is in force
	NumberTaken      Code = "number-taken"       // enact: rule Number bears the proposal's number already
	NoSuchOption     Code = "no-such-option"     // Vote: Text is no vote here
	VotesWhole       Code = "votes-whole"        // Vote: votes cannot be divided
	AlreadyVoted     Code = "already-voted"      // Vote: the first ballot holds, unless it is taken back
	NoStatement      Code = "no-statement"       // Invoke, where Judges are found by rotation: nothing to judge
	WordsTooLong     Code = "words-too-long"     // of a case; Limit in characters
	TooManyCases     Code = "too-many-cases"     // Invoke: Limit of one player's are open
	NoSuchCase       Code = "no-such-case"       // Number, or 0
	WhichCase        Code = "which-case"         // Number is one of them
	NotCaseJudge     Code = "not-case-judge"     // RuleOn: Number; Player is the Judge, "" for the organiser
	CaseDecided      Code = "case-decided"       // RuleOn: Number
	NoSuchRuling     Code = "no-such-ruling"     // RuleOn: Text cannot be found here; Hint has what can
	NoCaseReasons    Code = "no-case-reasons"    // RuleOn, Reconsider: Number
	CaseOpen         Code = "case-open"          // Reconsider: there is no ruling yet; Number
	TooManyBarred    Code = "too-many-barred"    // Invoke: Limit
	NotReconsidered  Code = "not-reconsidered"   // Reconsider: it was once already; Number
	ReconsiderLate   Code = "reconsider-late"    // Reconsider: Number; At, zero where rulings are never reconsidered
	AlreadyAsked     Code = "already-asked"      // Reconsider: by this player
	NoOverruling     Code = "no-overruling"      // Overrule: a case is reconsidered instead; Number
	NoRotation       Code = "no-rotation"        // ChooseJudging, Reconsider: Judges are not found so
	NoInactivity     Code = "no-inactivity"      // Deactivate, Activate: there are turns
	AlreadyInactive  Code = "already-inactive"   // Deactivate; Player
	AlreadyActive    Code = "already-active"     // Activate; Player
	NoResolution     Code = "no-resolution"      // ClaimError, PutRight: Proposal was not resolved as those of a game without turns are
	ClaimTooLate     Code = "claim-too-late"     // ClaimError on Proposal; it could be claimed until At
	NoClaimWords     Code = "no-claim-words"     // ClaimError on Proposal: it does not say what is wrong
	ClaimKnown       Code = "claim-known"        // ClaimError: the same was claimed as Number; Text is "", or how that was answered
	TooManyClaims    Code = "too-many-claims"    // ClaimError; Limit of one player's that are open
	NoSuchClaim      Code = "no-such-claim"      // SettleClaims; Number
	ClaimAnswered    Code = "claim-answered"     // SettleClaims: Number was; Text is how
	VotePromised     Code = "vote-promised"      // ExtendVotes: there are ballots on Proposal, and its voters were promised At
	NoDistribution   Code = "no-distribution"    // ExtendVotes; Number
	TalkTooLong      Code = "talk-too-long"      // PassTalk; Limit in bytes
	TalkFlood        Code = "talk-flood"         // PassTalk; Limit of a day
	TalkAgain        Code = "talk-again"         // PassTalk: the same words within a day
)

// Codes is every code, in the order of their declaration.
var Codes = []Code{
	NotPlayer, NotOrganiser, AlreadyPlayer, NameTaken, JoinClosed, JoinAsked, NotStarted, GameOver, Paused,
	NotYourTurn, AlreadyProposed, TwoChanges, NoSuchProposal, NotOpen, VotingOver, NotVoter, NoVoteYet,
	NoAbstaining, NotProposer, TextFrozen, AlreadyOpen, NotInDebate, NoSuchRule, RuleGone, ProposalNotRule,
	Immutable, NoSuchAmendment, AmendmentBuried, NotARuleChange, NoText, NothingToRevise, TextTooLong, EditNotFound,
	EditAmbiguous, TooManyMutable, TooFewRules, NothingAdoptable, ClauseUnreadable, ClauseIllegal, OfferOver, NoDeadline,
	DeadlinePast, AlreadyPaused, NotPaused, NoSuchPlayer, NothingDisputed, NoSuchHeld, QuestionSettled, QuestionExpired, TooFewPlayers,
	AlreadyStarted, NoSuchJudgment, WhichJudgment, JudgmentOver, NoQuestion, TooManyJudgments, NoJudge, NotJudge,
	AlreadyRuled, NotARuling, NoReasons, OwnRuling, NotRuledYet, JudgmentStands, NotYet, BadName,
	NoSuchAddress, LastAddress, AddressKnown, TooManyAddresses, NoSuchKey, BadKey, NoTeamMate, AlreadyTeam, SignatureSeen,
	DeadlineFar, HasLeft, SubstitutePlays, NoSuchEntry, EntryUndone, UndoingStands, FirstEntry, AlreadyDisputed,
	OrganiserKnown, NoSuchOrganiser, LastOrganiser, NoSuchList,
	AwayPast, AwayTooLong, AwayTooOften, NotAway, WatchingClosed, WatchingAsked, TooManyObservers, AlreadyObserver, NotObserver,
	PoolFull, TooManyParts, NotInPool, WhichPooled, NoSuchReport, IsRatified, NoDoubtWords, DoubtKnown, NoIndex, BadIndex, NoPower, BadPower, TooLittlePower, RuleStands, NumberTaken,
	NoSuchOption, VotesWhole, AlreadyVoted,
	NoStatement, WordsTooLong, TooManyCases, NoSuchCase, WhichCase, NotCaseJudge, CaseDecided, NoSuchRuling, NoCaseReasons, CaseOpen,
	TooManyBarred, NotReconsidered, ReconsiderLate, AlreadyAsked, NoOverruling, NoRotation, NoInactivity, AlreadyInactive, AlreadyActive,
	NoResolution, ClaimTooLate, NoClaimWords, ClaimKnown, TooManyClaims, NoSuchClaim, ClaimAnswered, VotePromised, NoDistribution,
	TalkTooLong, TalkFlood, TalkAgain,
}
