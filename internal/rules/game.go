// Package rules is the law of the game and nothing else.
//
// It reads no files, opens no sockets and never asks what time it is. A game is
// the list of events that happened in it: [Decide] says which events a command
// causes, [Game.Apply] says what an event changes. Replaying the same events
// always gives the same game, on any machine, in any year.
//
// Every number and condition comes from a rule in force: a rule may carry a
// clause (package clause), and the game asks the rules for a name such as
// "goal" or "adopted". Words are Suber's.
//
// Where a rule says that there are no turns, the game is in phase [AnyTime]:
// there is no mover, whoever plays proposes at any time, what is proposed waits
// in the pool, and many votes run side by side, each to its own deadline. A
// proposal that was distributed knows so by its Nth. docs/lists.md has it all.
package rules

import (
	"sync/atomic"
	"time"
)

// Game is a game as its events have made it. It is read freely and changed by
// [Game.Apply] alone. Proposals, rules and players that it points to are never
// changed in place, so that a copy is cheap. The zero Game has had no event.
type Game struct {
	Name, Ruleset, Language string
	Zone                    *time.Location
	Status                  Status
	Phase                   Phase
	Customs                 map[string]string // the settings; ask with [Game.Custom]
	Players                 []*Player         // all who ever joined, in the order of joining
	Order                   []PlayerID        // the turn order; those who left keep their place in it
	Rules                   []*Rule           // in force, by number
	Gone                    []*Rule           // repealed, oldest first; Repealed names the proposal
	Proposals               []*Proposal       // all, by ProposalID
	Turn                    Turn              // the current or last one
	Circuits                int               // complete ones
	Awards                  []Awarded
	Ledger                  map[string]string // what rules keep, written as in a clause
	Committed               Commitment        // to the die that is thrown next
	Winners                 []PlayerID
	Disputed                []PlayerID // several reached the goal at once
	Stuck                   *ClauseFailed
	Awaiting                *WinAwaits       // a win that may be taken away again
	Doubts                  []*Doubt         // about awards that are provisional, oldest first
	Held                    []*Question      // open ones
	Answered                []Settled        // the last ones that are not
	Round                   int              // 1 from the start
	Initial                 []*Rule          // the initial set, for a new round
	Failed                  []*AddressFailed // from which no mail has come since
	Judgments               []*Judgment      // all, by number (Rule 212)
	Consents                []PlayerID       // who lets the next turn begin while Judgment stands
	Signatures              []SignatureKept  // all, as they came
	teams                   []pair
	teamOffers              []TeamOffered
	Organisers              []string   // addresses of those who may organise this game; for the moderator
	Shadow                  bool       // it is only followed; see [GameCreated]
	Officers                []string   // addresses of those whose posts are official, of a game that is followed
	Lists                   []MailList // on which it is played; for the moderator
	Mark                    string     // of its letters; see [GameCreated]
	Observers               []Observer // who get the news and do not play, as they came
	Moved                   time.Time  // when the game last went on: see [moves]
	Remarks                 []Remark   // the last ones that were passed on
	PausedAt                time.Time
	PausedWhy               string

	Pool []ProposalID // without a number until they are distributed, oldest first

	Claims    []*Claim // of error in resolutions, by number
	unsettled []int    // those that are open
	lastClaim int      // the last number given

	Unratified []*Report // published and not ratified yet, oldest first
	Ratified   Report    // the last one that was

	law             *law                     // the clauses of Rules, read
	numbers         []numbered               // all numbers given, upwards: see numbers.go
	numbersTaken    *atomic.Int64            // see push; of numbers
	numbersDraft    []numbered               // those given in this decision: see scratch
	distributions   int                      // so far
	lastReport      int                      // the number given last
	reported        time.Time                // when
	freeSince       time.Time                // since when there are no turns
	lean            bool                     // see withoutPast
	counted         ProposalID               // whose vote was counted last
	topRule         int                      // the highest number that a rule has borne
	draft           map[ProposalID]*Proposal // see scratch
	taken           *atomic.Int64            // see push; of Awards
	sole            *atomic.Bool             // no copy shares the list of Proposals
	made            ProposalID               // the last one
	live            []ProposalID             // in debate or voted on, oldest first
	nextNumber      int                      // 0: the rules say (Rule 108)
	spare           int                      // the number of a proposal withdrawn in this turn
	held            int                      // the last one
	unsealed        []UndoneSeal             // of ballots that were undone
	prior           Phase                    // what Judging interrupts
	lastTurn        Turn                     // the one before the current
	seats           int                      // cases that were given to Judges
	silenceFrom     time.Time                // since when silence is counted; zero: it is not
	heldBack        bool                     // Judgment keeps the mover from proposing
	excused         time.Duration            // by which absences have moved deadlines in this circuit
	ownLaw          bool                     // the initial set is not Suber's: see Suber
	initialCircuits int
	firstMover      string
	secrets         Secrets   // nil where nobody throws dice
	evaluator       evaluator // nil: that of package clause
}

// Status is whether a game goes on.
type Status string

// Phase is what a running game waits for.
type Phase string

// The statuses and phases.
const (
	Waiting Status = "waiting" // created, not started
	Running Status = "running"
	Stopped Status = "paused"
	Won     Status = "won"
	Ended   Status = "ended"

	Proposing Phase = "propose"
	Debating  Phase = "debate"
	Voting    Phase = "vote"
	Judging   Phase = "judgment" // a dispute or a failed clause waits for a person
	AnyTime   Phase = "any time" // for nobody: there are no turns, and everyone may propose
)

// PlayerState is whether somebody still plays.
type PlayerState string

// The states of a player.
const (
	Playing   PlayerState = "playing"
	Forfeited PlayerState = "forfeited"
	Removed   PlayerState = "removed"
)

// Player is somebody who joined. Addresses, language and zone are kept for the
// moderator; no rule looks at them.
type Player struct {
	ID        PlayerID    `json:"id"`
	Given     string      `json:"given"`
	Surname   string      `json:"surname"`
	Nicknames []string    `json:"nicknames,omitempty"` // other names that others call the player by
	Addresses []string    `json:"addresses,omitempty"`
	Language  string      `json:"language,omitempty"`
	Timezone  string      `json:"timezone,omitempty"`
	Points    Points      `json:"points"`
	State     PlayerState `json:"state"`
	Joined    time.Time   `json:"joined"`
	Renewed   int         `json:"renewed,omitempty"`  // how often the reply token was made another
	Keys      []Key       `json:"keys,omitempty"`     // by which mails may be signed
	Formerly  []Former    `json:"formerly,omitempty"` // who had the seat before, oldest first
	Away      time.Time   `json:"away,omitzero"`      // announced to be away until then; it may have passed
	Quiet     bool        `json:"quiet,omitempty"`    // wants no receipt for what was simply done
	absences  int         // announced in this circuit
	Talk      string      `json:"talk,omitempty"`      // see [TalkAsk]; "" is the same
	Muted     bool        `json:"muted,omitempty"`     // no talk of the others
	Gathers   time.Time   `json:"gathers,omitzero"`    // since when the talk of the others comes in one letter; zero if each comes at once
	Inactive  time.Time   `json:"inactive,omitzero"`   // since when; zero for not
	Unwilling bool        `json:"unwilling,omitempty"` // wants to judge no cases
	seat      int         // the last of the cases given to Judges that was this one's, 0 for never
	heard     time.Time   // the last day on which there was a mail
	warned    time.Time   // of what silence brings; zero for not, or not any more
	Loud      bool        `json:"loud,omitempty"` // wants a receipt for everything, by an own wish
}

// Former is somebody who had a player's seat until another took it over.
type Former struct {
	Name  string    `json:"name"`
	Until time.Time `json:"until"`
}

// NameAt is the name of whoever had the seat at a moment.
func (p *Player) NameAt(at time.Time) string {
	for _, f := range p.Formerly {
		if at.Before(f.Until) {
			return f.Name
		}
	}
	return p.Name()
}

// Key is a public OpenPGP key of a player's.
type Key struct {
	Fingerprint string `json:"fingerprint"` // hexadecimal, in capitals
	Armoured    string `json:"armoured"`
}

// Name is "Given SURNAME" as people write it, without the capitals.
func (p *Player) Name() string {
	if p.Given == "" {
		return p.Surname
	}
	if p.Surname == "" {
		return p.Given
	}
	return p.Given + " " + p.Surname
}

// Rule is a rule in force. Mutability is a property of the rule, never
// computed from its number (Rule 102).
type Rule struct {
	Number     int         `json:"number"`
	Was        []int       `json:"was,omitempty"` // former numbers, oldest first (Rule 108)
	Mutable    bool        `json:"mutable"`
	Title      string      `json:"title,omitempty"`
	Text       string      `json:"text"`
	Clause     string      `json:"clause,omitempty"`
	Amendments []Amendment `json:"amendments,omitempty"` // in force, oldest first
	Touched    bool        `json:"touched,omitempty"`    // amended or transmuted since it was made
	Differs    bool        `json:"differs,omitempty"`    // the text changed and the clause did not
	Repealed   int         `json:"repealed,omitempty"`   // by this proposal
	Power      Ratio       `json:"power,omitzero"`       // 0: what the rules give to new ones; see [Game.Power]
	History    []Deed      `json:"history,omitempty"`    // what became of it, oldest first; see [Deed]
	Category   string      `json:"category,omitempty"`   // under which rulesets show it; "" for none
}

// Amendment is one amendment of a rule, named by the number of the proposal
// that gave it its present form; Was are the earlier ones.
type Amendment struct {
	Number int     `json:"number"`
	Was    []int   `json:"was,omitempty"`
	Before Wording `json:"before"`
	After  Wording `json:"after"`
}

// Wording is what an amendment replaces: text and clause go together.
type Wording struct {
	Title   string `json:"title,omitempty"`
	Text    string `json:"text"`
	Clause  string `json:"clause,omitempty"`
	Differs bool   `json:"differs,omitempty"` // see [Rule]
}

// ProposalState is how far a proposal has come.
type ProposalState string

// The states of a proposal.
const (
	Pooled   ProposalState = "pool" // waits to be distributed
	InDebate ProposalState = "debate"
	Open     ProposalState = "voting"
	Adopted  ProposalState = "adopted"
	Defeated ProposalState = "defeated"
	Withdrew ProposalState = "withdrawn"
)

// Proposal is a proposal and its vote. The text is frozen once State is Open.
type Proposal struct {
	ID         ProposalID
	Number     int // 0 while it has none
	Turn       int
	Proposer   PlayerID
	Changes    []Change
	State      ProposalState
	Made       time.Time
	OpensAfter time.Time // the least debate ends
	OpensBy    time.Time // voting opens by itself, or because the proposer asked
	Asked      bool      // the proposer has asked for the vote to open
	Opened     time.Time
	Closes     time.Time // voting ends, or was to end
	WaitsSince time.Time // the deadline that was: OpensBy, or Closes, is how long it waits for an answer
	Ended      time.Time
	Voters     []PlayerID
	Votes      map[PlayerID]Ballot
	Struck     []Ballot  // sealed ones that were changed or taken back, oldest first
	Complete   bool      // everyone has voted; second thoughts run till Closes
	period     time.Time // when voting ends without second thoughts
	set        time.Time // when the running deadline was set
	Tally      Tally
	Adopting   int // the rule that decided
	Title      string
	Coauthors  []PlayerID
	Index      Ratio         // 0 where the rules know none
	Nth        int           // the distribution in which it got its number; 0 for a turn's
	Quorum     int           // how many must vote at least
	QuorumBy   int           // the rule that says so, 0 for none
	NoQuorum   bool          // it failed because too few voted
	SettleBy   time.Time     // until when the conditions in its ballots are asked about
	Skipped    []Skipped     // the parts that could not take effect
	Right      []RightBallot // what ballots should have been, ahead of the count: see [BallotsPutRight]
	Lapsed     *Refusal
	Reminders  int  // sent before the deadline
	Late       bool // reminded after it
}

// Turn is one mover's turn (Rule 202).
type Turn struct {
	Number    int // over the whole game
	Mover     PlayerID
	Proposal  ProposalID // 0 until the mover has proposed
	Began     time.Time
	ProposeBy time.Time
	// WaitsSince is the deadline that was: ProposeBy is how long it waits for an
	// answer.
	WaitsSince time.Time
	Ended      bool
	set        time.Time // when ProposeBy was set
	Reminders  int
	Late       bool
}
