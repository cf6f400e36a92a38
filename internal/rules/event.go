package rules

import "time"

// PlayerID names a player for ever: "p1" is whoever joined first.
type PlayerID string

// ProposalID names a proposal for ever: 1 is the first that was ever made in
// the game. Its number (301, ...) is an attribute given by [ProposalNumbered],
// because a proposal need not have one yet.
type ProposalID int

// Event is something that happened in a game. Events are facts: they are
// applied, never checked. Their kinds and fields are written to disk and kept
// for ever, so none is renamed; a new meaning is a new kind.
//
//sumtype:decl
type Event interface{ event() }

// Ballot is what one voter said of one proposal.
type Ballot struct {
	Option  Option `json:"option"`
	Weight  int64  `json:"weight"`            // votes it stands for (Rule 207)
	Source  string `json:"source,omitempty"`  // the voter's own words
	Nonce   string `json:"nonce,omitempty"`   // see [Vote]
	Assumed string `json:"assumed,omitempty"` // "silence", "proposer" or "claim" (see [BallotsPutRight]): nobody said it
	// Since is the official time of the mail that first said it, when a question
	// had to be answered before it could count.
	Since time.Time `json:"since,omitzero"`
	Seal  string    `json:"seal,omitempty"` // see [Seal]: its key is Nonce; "" where votes are not sealed
	// Endorsed is whose ballot this one follows, of an [Endorse].
	Endorsed PlayerID `json:"endorsed,omitempty"`
	// Condition is a [Conditional] ballot in the voter's own words, and Settled
	// what it came to when the vote was over: "" before that.
	Condition string `json:"condition,omitempty"`
	Settled   Option `json:"settled,omitempty"`
	// Parts are the votes of a ballot that divides them: see [Part].
	Parts []Part `json:"parts,omitempty"`
}

// Part is some of a voter's votes, where a voter may divide them.
type Part struct {
	Option Option `json:"option"` // [For], [Against] or [Present]
	Votes  int64  `json:"votes"`
}

// Change is a rule-change as it is voted on: its text is whole and its rule is
// named by the number that the rule bore when the proposal was made. Of one
// that amends an amendment the text is the amendment's, as if it had said that
// (see [Game.Outcome] for the rule's); of one that repeals an amendment it is
// the rule's as it will read.
type Change struct {
	Kind        Kind   `json:"kind"`
	Rule        int    `json:"rule,omitempty"` // 0 for an enactment
	Amendment   int    `json:"amendment,omitempty"`
	Title       string `json:"title,omitempty"`
	Text        string `json:"text,omitempty"`
	Clause      string `json:"clause,omitempty"`
	KeepsClause bool   `json:"keeps_clause,omitempty"` // no clause was offered: the old one stays
	// Edit is made on whatever the text is when the change takes effect, where
	// several proposals are voted on side by side.
	Edit  *Edit `json:"edit,omitempty"`
	Power Ratio `json:"power,omitzero"` // of the new rule, or which an old one gets
	// Category is that of a new rule: see [Rule].
	Category string `json:"category,omitempty"`
}

// Tally is a vote counted.
type Tally struct {
	Voters  int64 `json:"voters"`
	Favour  int64 `json:"favour"`
	Against int64 `json:"against"`
	Abstain int64 `json:"abstain"`
	Cast    int64 `json:"cast"` // favour and against
	// Ballots is how many voters have voted, each counted once, where the rules
	// have a quorum.
	Ballots int64 `json:"ballots,omitempty"`
}

// The events of a game's frame and its players.
type (
	// GameCreated opens a record. Rules are the initial set with their clauses,
	// so that the game needs no other file to be replayed.
	GameCreated struct {
		Name       string            `json:"name"`
		Ruleset    string            `json:"ruleset"`
		Language   string            `json:"language"`
		Timezone   string            `json:"timezone"`
		Customs    map[string]string `json:"customs,omitempty"`
		Rules      []Rule            `json:"rules"`
		NextNumber int               `json:"next_number,omitempty"` // 0: the rules say (Rule 108)
		Circuits   int               `json:"circuits,omitempty"`    // complete ones, in a game begun elsewhere
		Mover      string            `json:"mover,omitempty"`       // "Given Surname", in a game begun elsewhere
		Address    string            `json:"address,omitempty"`     // where the game's mail goes; for the moderator
		Organisers []string          `json:"organisers,omitempty"`  // their addresses; for the moderator
		// Shadow says that the game is somebody else's and is only followed: what
		// officers post distributes, nothing waits for answers, and letters go to
		// organisers alone. No rule can change it. Officers are their addresses.
		Shadow   bool       `json:"shadow,omitempty"`
		Officers []string   `json:"officers,omitempty"`
		Lists    []MailList `json:"lists,omitempty"` // on which it is played; for the moderator
		// NextRule is the number of the next new rule in a game begun elsewhere; 0 is
		// the one behind the highest.
		NextRule int `json:"next_rule,omitempty"`
	}
	// GameStarted: the first turn can begin.
	GameStarted struct{}
	// GamePaused: deadlines stand still.
	GamePaused struct {
		Why string `json:"why,omitempty"`
	}
	// GameResumed: every deadline moves by Shift.
	GameResumed struct {
		Shift time.Duration `json:"shift"`
	}
	// PlayerJoined: a player entered. Order is the turn order with the newcomer
	// at his or her place (Rule 201).
	PlayerJoined struct {
		Player Player     `json:"player"`
		Order  []PlayerID `json:"order"`
	}
	// PlayerForfeited: a player left by Rule 113; votes in open votings are
	// struck.
	PlayerForfeited struct {
		Player PlayerID `json:"player"`
	}
	// PlayerRemoved: the organiser took a player out, or, with Silent, the custom
	// leaves_after; otherwise as a forfeit.
	PlayerRemoved struct {
		Player PlayerID `json:"player"`
		Why    string   `json:"why,omitempty"`
		Silent bool     `json:"silent,omitempty"`
	}
	// PlayerReplaced: somebody else takes the player's seat, with its points,
	// its turn and its votes. Count is as in [TokenRenewed].
	PlayerReplaced struct {
		Player    PlayerID `json:"player"`
		Given     string   `json:"given"`
		Surname   string   `json:"surname"`
		Addresses []string `json:"addresses,omitempty"`
		Count     int      `json:"count,omitempty"`
		Why       string   `json:"why,omitempty"`
	}
	// OrganiserAdded: whoever writes from Address may organise the game too.
	OrganiserAdded struct {
		Address string `json:"address"`
		Why     string `json:"why,omitempty"`
	}
	// OrganiserRemoved: no longer.
	OrganiserRemoved struct {
		Address string `json:"address"`
		Why     string `json:"why,omitempty"`
	}
	// ListNamed: the game is played on a mailing list, or that list is now as it
	// says.
	ListNamed struct {
		List MailList `json:"list"`
		Why  string   `json:"why,omitempty"`
	}
	// ListDropped: no longer.
	ListDropped struct {
		Address string `json:"address"`
		Why     string `json:"why,omitempty"`
	}
)

// The events by which a player is known: no rule looks at them.
type (
	// AddressAdded: the player writes from this address too.
	AddressAdded struct {
		Player  PlayerID `json:"player"`
		Address string   `json:"address"`
	}
	// AddressRemoved: mail from this address is the player's no longer.
	AddressRemoved struct {
		Player  PlayerID `json:"player"`
		Address string   `json:"address"`
	}
	// TokenRenewed: the player's reply token is another from now on. Count
	// counts the renewals.
	TokenRenewed struct {
		Player PlayerID `json:"player"`
		Count  int      `json:"count"`
	}
	// KeyRegistered: mail signed by this OpenPGP key is the player's.
	KeyRegistered struct {
		Player PlayerID `json:"player"`
		Key    Key      `json:"key"`
	}
	// KeyRemoved: it is so no longer.
	KeyRemoved struct {
		Player      PlayerID `json:"player"`
		Fingerprint string   `json:"fingerprint"`
	}
	// TeamOffered: Player has said that With is a team-mate; TeamMade: both have.
	TeamOffered struct {
		Player PlayerID `json:"player"`
		With   PlayerID `json:"with"`
	}
	TeamMade struct {
		Player PlayerID `json:"player"`
		With   PlayerID `json:"with"`
	}
	// TeamEnded: Player is no team with anybody any more. Mates were.
	TeamEnded struct {
		Player PlayerID   `json:"player"`
		Mates  []PlayerID `json:"mates,omitempty"`
	}
	// SignatureKept: a mail with this signature has been played, so another
	// with the same one says nothing new. Digest names the act of signing, Mail
	// is the hash of the mail.
	SignatureKept struct {
		Player PlayerID `json:"player"`
		Digest string   `json:"digest"`
		Mail   string   `json:"mail"`
	}
)

// The events of what players and observers want of us: no rule looks at them.
type (
	// LanguageChosen: the player's letters are in another language.
	LanguageChosen struct {
		Player   PlayerID `json:"player"`
		Language string   `json:"language"`
	}
	// TimezoneChosen: they tell times by another clock.
	TimezoneChosen struct {
		Player   PlayerID `json:"player"`
		Timezone string   `json:"timezone"`
	}
	// ReceiptsChosen: Off, the player gets none for what was simply done.
	ReceiptsChosen struct {
		Player PlayerID `json:"player"`
		Off    bool     `json:"off,omitempty"`
	}
	// AbsenceBegan: the player is away until Until.
	AbsenceBegan struct {
		Player PlayerID  `json:"player"`
		Until  time.Time `json:"until"`
	}
	// AbsenceEnded: the player is back before that.
	AbsenceEnded struct {
		Player PlayerID `json:"player"`
	}
	// ObserverAdmitted: somebody who does not play gets the news.
	ObserverAdmitted struct {
		Address  string `json:"address"`
		Language string `json:"language,omitempty"`
	}
	// ObserverLeft gets them no longer.
	ObserverLeft struct {
		Address string `json:"address"`
	}
)

// The events of talk among players: no rule looks at them.
type (
	// TalkChosen: How is "ask", "always" or "never", for a player's mails of talk
	// alone.
	TalkChosen struct {
		Player PlayerID `json:"player"`
		How    string   `json:"how"`
	}
	// TalkMuted: the player wants no talk of the others, or wants it again.
	TalkMuted struct {
		Player PlayerID `json:"player"`
		Muted  bool     `json:"muted"`
	}
	// TalkGathered: the player gets the talk of the others in one letter from now
	// on, or each at once again.
	TalkGathered struct {
		Player   PlayerID `json:"player"`
		Gathered bool     `json:"gathered"`
	}
	// TalkPassed: what a player wrote to the others went to them. The words stay
	// in the mail, so that they can be withheld with it: Mail is its hash, and
	// Words is the hash of what was passed on. Proposal is what it was about, 0
	// for the game.
	TalkPassed struct {
		Player   PlayerID   `json:"player"`
		Proposal ProposalID `json:"proposal,omitempty"`
		Mail     string     `json:"mail"`
		Words    string     `json:"words"`
	}
)

// The events of turns and proposals.
type (
	// CircuitBegan fixes the turn order of a circuit, because the collation of
	// names may differ in later versions.
	CircuitBegan struct {
		Circuit int        `json:"circuit"`
		Order   []PlayerID `json:"order"`
	}
	// TurnBegan: it is Mover's turn to propose, by ProposeBy.
	TurnBegan struct {
		Turn      int       `json:"turn"`
		Mover     PlayerID  `json:"mover"`
		ProposeBy time.Time `json:"propose_by"`
	}
	// ProposalMade: a rule-change was proposed and is in debate. Voting cannot
	// open before OpensAfter and opens by itself at OpensBy.
	ProposalMade struct {
		Proposal   ProposalID `json:"proposal"`
		Turn       int        `json:"turn,omitempty"`
		Proposer   PlayerID   `json:"proposer"`
		Changes    []Change   `json:"changes"`
		OpensAfter time.Time  `json:"opens_after"`
		OpensBy    time.Time  `json:"opens_by"`
	}
	// ProposalNumbered: numbers run on, adopted or not (Rule 108).
	ProposalNumbered struct {
		Proposal ProposalID `json:"proposal"`
		Number   int        `json:"number"`
	}
	// ProposalRevised: the proposer gave it another text in debate (Rule 111).
	ProposalRevised struct {
		Proposal ProposalID `json:"proposal"`
		Changes  []Change   `json:"changes"`
	}
	// ProposalWithdrawn: it will not be voted on. How is "proposer",
	// "forfeited", "removed" or "round", when a win began a new one.
	ProposalWithdrawn struct {
		Proposal ProposalID `json:"proposal"`
		How      string     `json:"how"`
	}
	// OpeningAsked: the proposer ended the debate; voting opens at At, when the
	// least time for debate is over.
	OpeningAsked struct {
		Proposal ProposalID `json:"proposal"`
		At       time.Time  `json:"at"`
	}
	// VotingOpened freezes the text and fixes the voters (Rules 105, 106).
	VotingOpened struct {
		Proposal ProposalID `json:"proposal"`
		Voters   []PlayerID `json:"voters"`
		Closes   time.Time  `json:"closes"`
	}
	// VoteCast: a vote was cast or changed.
	VoteCast struct {
		Proposal ProposalID `json:"proposal"`
		Voter    PlayerID   `json:"voter"`
		Ballot   Ballot     `json:"ballot"`
	}
	// VoteWithdrawn: a voter took a vote back.
	VoteWithdrawn struct {
		Proposal ProposalID `json:"proposal"`
		Voter    PlayerID   `json:"voter"`
	}
	// VoteComplete: everyone has voted; second thoughts end at Closes.
	VoteComplete struct {
		Proposal ProposalID `json:"proposal"`
		Closes   time.Time  `json:"closes"`
	}
	// VotingClosed is the vote as counted. Rule is the rule that decided, 0
	// when none answers and unanimity is the built-in answer. NoQuorum says that
	// too few have voted, so that nothing was decided: Rule is the quorum's.
	VotingClosed struct {
		Proposal ProposalID `json:"proposal"`
		Tally    Tally      `json:"tally"`
		Adopted  bool       `json:"adopted"`
		Rule     int        `json:"rule"`
		NoQuorum bool       `json:"no_quorum,omitempty"`
	}
	// TurnEnded: How is "voted", "forfeited", "removed" or "passed".
	TurnEnded struct {
		Turn  int      `json:"turn"`
		Mover PlayerID `json:"mover"`
		How   string   `json:"how"`
	}
	// CircuitEnded: each player in the order has had a turn.
	CircuitEnded struct {
		Circuit int `json:"circuit"`
	}
)

// The events of a game without turns: see docs/lists.md.
type (
	// TurnsStopped: it is nobody's turn any more, and everyone may propose.
	TurnsStopped struct{}
	// ProposalPooled: a proposal waits, without a number, until it is
	// distributed. Its text is final. Index is 0 where the rules know none.
	ProposalPooled struct {
		Proposal  ProposalID `json:"proposal"`
		Proposer  PlayerID   `json:"proposer"`
		Title     string     `json:"title,omitempty"`
		Coauthors []PlayerID `json:"coauthors,omitempty"`
		Index     Ratio      `json:"index,omitzero"`
		Changes   []Change   `json:"changes"`
		At        time.Time  `json:"at,omitzero"` // when it was made, of one that was taken over from elsewhere
	}
	// ProposalsDistributed: proposals of the pool have got their numbers, and
	// the votes on all of them have begun. Nth counts the distributions. Skipped
	// are the numbers passed over since the last, because rules bear them.
	ProposalsDistributed struct {
		Nth       int           `json:"nth"`
		Proposals []Distributed `json:"proposals"`
		Voters    []PlayerID    `json:"voters"`
		Closes    time.Time     `json:"closes,omitzero"`
		Skipped   []int         `json:"skipped,omitempty"`
		At        time.Time     `json:"at,omitzero"` // as in [ProposalPooled]
	}
	// OfficerPosted: in a game that is followed an officer has posted something
	// official. Kind is "distribution", "resolution", "ruleset" or "unclear";
	// Mail is the hash of the mail.
	OfficerPosted struct {
		Kind string `json:"kind"`
		Mail string `json:"mail"`
	}
	// BallotRefused: in a game that is followed somebody's ballot had no force.
	// It is kept because an officer may have counted it. Code is the refusal's;
	// Voter is "" for a stranger, whose name From and Name tell.
	BallotRefused struct {
		Proposal ProposalID `json:"proposal,omitempty"`
		Number   int        `json:"number"`
		Voter    PlayerID   `json:"voter,omitempty"`
		From     string     `json:"from,omitempty"`
		Name     string     `json:"name,omitempty"`
		Option   Option     `json:"option,omitempty"`
		Words    string     `json:"words"`
		Code     string     `json:"code"`
	}
	// PartSkipped: a part of an adopted proposal, counted from 1, could not take
	// effect as it stands. The others did.
	PartSkipped struct {
		Proposal ProposalID `json:"proposal"`
		Part     int        `json:"part"`
		Refusal  Refusal    `json:"refusal"`
	}
	// VotesWeighed: when the vote was counted these voters had other votes than
	// when they voted (Rule 207).
	VotesWeighed struct {
		Proposal ProposalID         `json:"proposal"`
		Votes    map[PlayerID]int64 `json:"votes"`
	}
	// ConditionsAsked: the votes on these are over, and what the conditions in
	// some ballots come to must be told by an organiser, until Until at the
	// latest.
	ConditionsAsked struct {
		Proposals []ProposalID `json:"proposals"`
		Until     time.Time    `json:"until"`
	}
	// ConditionSettled: a conditional ballot comes to Option.
	ConditionSettled struct {
		Proposal ProposalID `json:"proposal"`
		Voter    PlayerID   `json:"voter"`
		Option   Option     `json:"option"`
		Why      string     `json:"why,omitempty"`
	}
)

// The events of claims that a resolution was counted wrong.
type (
	// ClaimMade: a player says what is wrong with the resolution of a proposal.
	// Until AnswerBy the organiser is not reminded: zero for never.
	ClaimMade struct {
		Claim    int        `json:"claim"`
		Proposal ProposalID `json:"proposal"`
		Player   PlayerID   `json:"player"`
		Words    string     `json:"words"`
		AnswerBy time.Time  `json:"answer_by,omitzero"`
	}
	// ClaimsSettled: an organiser has answered claims. How is [Denied] or [Upheld].
	ClaimsSettled struct {
		Claims []int  `json:"claims"`
		How    string `json:"how"`
		Why    string `json:"why,omitempty"`
	}
	// BallotsPutRight: when the vote on a proposal is counted, these voters'
	// ballots are taken to be these, whatever was read. It stands where a count
	// was undone, ahead of the new one.
	BallotsPutRight struct {
		Proposal ProposalID    `json:"proposal"`
		Ballots  []RightBallot `json:"ballots"`
	}
)

// RightBallot is what a voter's ballot should have been: none where Gone.
type RightBallot struct {
	Voter  PlayerID `json:"voter"`
	Ballot Ballot   `json:"ballot,omitzero"`
	Gone   bool     `json:"gone,omitempty"`
}

// The events of reports: see report.go.
type (
	// ReportMade: a report went out that tells how the game stands now. With Full,
	// the full ruleset came with it.
	ReportMade struct {
		Report int  `json:"report"`
		Full   bool `json:"full,omitempty"`
	}
	// ReportDoubted: a player says what is wrong in a report. It is not ratified
	// before an organiser has answered, and no later one is.
	ReportDoubted struct {
		Report int      `json:"report"`
		Player PlayerID `json:"player"`
		Words  string   `json:"words"`
	}
	// ReportSettled: an organiser has answered the doubts about a report. How is
	// [ReportStands] or [ReportAgain].
	ReportSettled struct {
		Report int    `json:"report"`
		How    string `json:"how"`
		Why    string `json:"why,omitempty"`
	}
	// ReportRatified: what a report told, and with it all earlier ones, is true.
	// What happened before it was made is no player's to doubt any more.
	ReportRatified struct {
		Report int `json:"report"`
	}
)

// Distributed is a proposal that has got its number. Quorum is how many must
// vote on it at least, by the rule QuorumBy: 0 where no rule says so.
type Distributed struct {
	Proposal ProposalID `json:"proposal"`
	Number   int        `json:"number"`
	Quorum   int        `json:"quorum,omitempty"`
	QuorumBy int        `json:"quorum_by,omitempty"`
}

// The events of rules.
type (
	// RuleEnacted: Rule is new, or, with Again, one that was repealed and comes
	// back under its number.
	RuleEnacted struct {
		Proposal ProposalID `json:"proposal"`
		Rule     Rule       `json:"rule"`
		Again    bool       `json:"again,omitempty"`
	}
	// RuleAmended: the rule that bore the number Was is now Rule. Of the
	// amendments only the new ones stand in it, so that an event does not grow
	// with a rule's history: they follow the rule's own, or, when From is not
	// 0, stand in the place of amendment From and of those after it.
	RuleAmended struct {
		Proposal ProposalID `json:"proposal"`
		Was      int        `json:"was"`
		From     int        `json:"from,omitempty"`
		Rule     Rule       `json:"rule"`
	}
	// RuleRepealed: the rule of that number is no more.
	RuleRepealed struct {
		Proposal ProposalID `json:"proposal"`
		Number   int        `json:"number"`
	}
	// RuleTransmuted: the rule that bore the number Was is now Rule, with the
	// amendments that it had, which the event does not repeat.
	RuleTransmuted struct {
		Proposal ProposalID `json:"proposal"`
		Was      int        `json:"was"`
		Rule     Rule       `json:"rule"`
	}
	// ChangeLapsed: adopted, but when it was to take effect it could not.
	ChangeLapsed struct {
		Proposal ProposalID `json:"proposal"`
		Refusal  Refusal    `json:"refusal"`
	}
	// Awarded: points by a rule, or, with Rule 0, by the organiser.
	Awarded struct {
		Player      PlayerID   `json:"player"`
		Points      Points     `json:"points"`
		Rule        int        `json:"rule,omitempty"`
		Name        string     `json:"name,omitempty"` // the effect that made it, e.g. "when_turn_ends"
		Proposal    ProposalID `json:"proposal,omitempty"`
		Why         string     `json:"why,omitempty"`
		Provisional bool       `json:"provisional,omitempty"` // text and clause may disagree
	}
	// EffectDoubted: a rule whose text and clause may disagree has its effect of
	// that name now, or would have it under another clause. What it awards is
	// provisional.
	EffectDoubted struct {
		Rule     int        `json:"rule"`
		Name     string     `json:"name"`
		Proposal ProposalID `json:"proposal,omitempty"`
		Player   PlayerID   `json:"player,omitempty"` // whom when_joined or when_won was about
	}
	// AwardSettled: what a rule awarded provisionally in a turn to a player was
	// Was and is Is. Rule is the number that it bore then. How is [Reckoned],
	// [Confirmed], [Repealed], [Reworded] or [Faulty]; Why is the clause's fault.
	AwardSettled struct {
		Player   PlayerID   `json:"player"`
		Rule     int        `json:"rule"`
		Name     string     `json:"name"`
		Turn     int        `json:"turn"`
		Proposal ProposalID `json:"proposal,omitempty"`
		Was      Points     `json:"was"`
		Is       Points     `json:"is"`
		How      string     `json:"how"`
		Why      string     `json:"why,omitempty"`
	}
	// Kept: a rule wrote a value into the game's ledger. Value is written as in
	// a clause.
	Kept struct {
		Name  string `json:"name"`
		Value string `json:"value"`
		Rule  int    `json:"rule"`
	}
	// DiceCommitted: the die that is thrown next was fixed, and Hash is the hash
	// of its secret. See [Die].
	DiceCommitted struct {
		Turn int    `json:"turn"`
		Draw int    `json:"draw"` // counts the dice of a turn from 1
		Hash string `json:"hash"`
	}
	// DieThrown: a rule threw the die. Nth counts the throws of one die from 1;
	// with the first its secret is known.
	DieThrown struct {
		Turn   int    `json:"turn"`
		Draw   int    `json:"draw"`
		Nth    int    `json:"nth"`
		Sides  int64  `json:"sides"`
		Value  int64  `json:"value"`
		Secret string `json:"secret"`
		Rule   int    `json:"rule"`
	}
	// Said: a rule announced something in its own words.
	Said struct {
		Text string `json:"text"`
		Rule int    `json:"rule"`
	}
	// ClauseFailed: a clause could not be run. Nothing of that effect happened,
	// and the game waits for a person. Step is what is taken again when the
	// clause is settled, less the rules in Done, which have had their effect.
	ClauseFailed struct {
		Rule   int      `json:"rule"`
		Name   string   `json:"name"`
		Why    string   `json:"why"`
		Step   string   `json:"step,omitempty"`
		Done   []int    `json:"done,omitempty"`
		Player PlayerID `json:"player,omitempty"` // whom when_joined was about
		// Proposal is whose vote the step is about, 0 for that of the turn.
		Proposal ProposalID `json:"proposal,omitempty"`
	}
	// ClauseSettled: text and clause of the rule agree again.
	ClauseSettled struct {
		Rule   int    `json:"rule"`
		Clause string `json:"clause"`
		Why    string `json:"why,omitempty"`
	}
)

// The events of Judgment (Rules 212, 213).
type (
	// JudgmentInvoked by a player, or, with About "clause", "win" or "awards", by the game
	// itself, which cannot go on. Turn and Mover are those that it concerns.
	JudgmentInvoked struct {
		Judgment int       `json:"judgment"`
		Question string    `json:"question,omitempty"`
		About    string    `json:"about,omitempty"`
		By       PlayerID  `json:"by,omitempty"`
		Turn     int       `json:"turn"`
		Mover    PlayerID  `json:"mover"`
		Judge    PlayerID  `json:"judge"`
		RuleBy   time.Time `json:"rule_by,omitzero"`
	}
	// JudgeAppointed in the place of another. How is "overruled", "silent",
	// "forfeited" or "removed".
	JudgeAppointed struct {
		Judgment int       `json:"judgment"`
		Judge    PlayerID  `json:"judge"`
		How      string    `json:"how"`
		RuleBy   time.Time `json:"rule_by,omitzero"`
	}
	// RulingGiven: Ruling is "true", "false" or "paradox". At StandsBy silence
	// lets it stand, where silence counts.
	RulingGiven struct {
		Judgment int       `json:"judgment"`
		Judge    PlayerID  `json:"judge"`
		Ruling   string    `json:"ruling"`
		Reasons  string    `json:"reasons"`
		StandsBy time.Time `json:"stands_by,omitzero"`
	}
	// OverruleVoted: one of the other players is against the ruling.
	OverruleVoted struct {
		Judgment int      `json:"judgment"`
		Player   PlayerID `json:"player"`
	}
	// RulingOverruled: all other players are. What it settled stays as it is
	// until somebody settles it otherwise.
	RulingOverruled struct {
		Judgment int      `json:"judgment"`
		Judge    PlayerID `json:"judge"`
	}
	// ConsentGiven: the next turn may begin as far as these players are
	// concerned; Assumed, by their silence.
	ConsentGiven struct {
		Players []PlayerID `json:"players"`
		Assumed bool       `json:"assumed,omitempty"`
	}
	// TurnHeld: its mover may not propose while Judgment stands.
	TurnHeld struct {
		Turn int `json:"turn"`
	}
	// TurnFreed: the mover may propose after all.
	TurnFreed struct {
		Turn      int       `json:"turn"`
		ProposeBy time.Time `json:"propose_by,omitzero"`
	}
	// JudgmentClosed: How is "consent" (the next turn has begun), "settled",
	// "paradox" or "round".
	JudgmentClosed struct {
		Judgment int    `json:"judgment"`
		How      string `json:"how"`
	}
)

// The events of cases, which are Judgment by rotation, and of silence: see
// docs/lists.md.
type (
	// CaseCalled: a statement is to be judged. Judge is "" where nobody may: then
	// the case is the organiser's. Rules are those that the statement names.
	CaseCalled struct {
		Judgment  int        `json:"judgment"`
		Statement string     `json:"statement"`
		Arguments string     `json:"arguments,omitempty"`
		Evidence  string     `json:"evidence,omitempty"`
		By        PlayerID   `json:"by"`
		Barred    []PlayerID `json:"barred,omitempty"`
		Rules     []int      `json:"rules,omitempty"`
		Judge     PlayerID   `json:"judge,omitempty"`
		RuleBy    time.Time  `json:"rule_by,omitzero"`
	}
	// CaseAssigned to another Judge, or to the organiser. How is "silent",
	// "unwilling", "inactive", "forfeited" or "removed".
	CaseAssigned struct {
		Judgment int       `json:"judgment"`
		Judge    PlayerID  `json:"judge,omitempty"`
		How      string    `json:"how"`
		RuleBy   time.Time `json:"rule_by,omitzero"`
	}
	// CaseRuled: a case is over. Until Until players may ask for it to be
	// reconsidered; zero when they may not. Rules are those that the ruling is about.
	CaseRuled struct {
		Judgment int       `json:"judgment"`
		Judge    PlayerID  `json:"judge,omitempty"`
		Ruling   string    `json:"ruling"`
		Reasons  string    `json:"reasons"`
		Rules    []int     `json:"rules,omitempty"`
		Until    time.Time `json:"until,omitzero"`
	}
	// ReconsiderationAsked by one player; CaseReopened: by enough.
	ReconsiderationAsked struct {
		Judgment int      `json:"judgment"`
		Player   PlayerID `json:"player"`
		Reasons  string   `json:"reasons"`
	}
	CaseReopened struct {
		Judgment int       `json:"judgment"`
		Judge    PlayerID  `json:"judge,omitempty"`
		RuleBy   time.Time `json:"rule_by,omitzero"`
	}
	// JudgingChosen: the player is given cases, or, Unwilling, none.
	JudgingChosen struct {
		Player    PlayerID `json:"player"`
		Unwilling bool     `json:"unwilling,omitempty"`
	}
	// SilenceCounted: from now on it matters how long players are silent, or, Off,
	// no longer.
	SilenceCounted struct {
		Off bool `json:"off,omitempty"`
	}
	// PlayerHeard: there was a mail of the player's, the first of a day.
	PlayerHeard struct {
		Player PlayerID `json:"player"`
	}
	// SilenceWarned: the player was told that more silence makes him or her
	// inactive, or ends the game for him or her: Of is "inactive" or "leaves". It
	// does not come before Until.
	SilenceWarned struct {
		Player PlayerID  `json:"player"`
		Of     string    `json:"of"`
		Until  time.Time `json:"until"`
	}
	// PlayerInactive: How is "silence", "self" or "organiser".
	PlayerInactive struct {
		Player PlayerID `json:"player"`
		How    string   `json:"how"`
		Why    string   `json:"why,omitempty"`
	}
	// PlayerActive again: How is "act", "self", "organiser" or "turns".
	PlayerActive struct {
		Player PlayerID `json:"player"`
		How    string   `json:"how"`
	}
)

// The events of deadlines, wins and of what waits for a person.
type (
	// DeadlineMoved: Of is "propose", "debate", "vote" or "judgment".
	DeadlineMoved struct {
		Of       string     `json:"of"`
		Proposal ProposalID `json:"proposal,omitempty"`
		To       time.Time  `json:"to"`
		Why      string     `json:"why,omitempty"`
		Judgment int        `json:"judgment,omitempty"`
		Down     bool       `json:"down,omitempty"` // because the last reminder could not be given in time
		Away     []PlayerID `json:"away,omitempty"` // because these were away when it came
	}
	// DeadlineWaits: the deadline has come, and until Until at the latest it
	// waits for the answers to questions. Of is as in [Hold].
	DeadlineWaits struct {
		Of       string     `json:"of"`
		Proposal ProposalID `json:"proposal,omitempty"`
		Until    time.Time  `json:"until"`
		Held     []int      `json:"held"`
	}
	// Reminded: Players were reminded of a deadline. Nth counts from 1; Late
	// is after the deadline.
	Reminded struct {
		Of       string     `json:"of"`
		Proposal ProposalID `json:"proposal,omitempty"`
		Players  []PlayerID `json:"players"`
		Nth      int        `json:"nth"`
		Late     bool       `json:"late,omitempty"`
		Judgment int        `json:"judgment,omitempty"`
		Claim    int        `json:"claim,omitempty"` // of "claim": the organiser is reminded
	}
	// GameWon by Rule; Why is set when a person settled who won.
	GameWon struct {
		Players []PlayerID `json:"players"`
		Rule    int        `json:"rule"`
		Why     string     `json:"why,omitempty"`
	}
	// WinDisputed: several reached the goal at once, and a Judge must say who
	// won.
	WinDisputed struct {
		Players []PlayerID `json:"players"`
		Rule    int        `json:"rule"`
	}
	// WinAwaits: players reached the goal with points that may be taken away
	// again, so the win waits until the Rules are settled. Step and Done are as
	// in [ClauseFailed]. Without players nothing waits any more.
	WinAwaits struct {
		Players []PlayerID `json:"players,omitempty"`
		Rules   []int      `json:"rules,omitempty"`
		Step    string     `json:"step,omitempty"`
		Done    []int      `json:"done,omitempty"`
		// Proposal is as in [ClauseFailed].
		Proposal ProposalID `json:"proposal,omitempty"`
	}
	// RoundBegan: after a win the game goes on with no points and a new order.
	// Rules are nil when the rules stay.
	RoundBegan struct {
		Round int    `json:"round"`
		Rules []Rule `json:"rules,omitempty"`
	}
	// GameEnded without a winner.
	GameEnded struct {
		Why string `json:"why,omitempty"`
	}
	// WordsHeld: something that a player wrote waits for a person.
	WordsHeld struct {
		Held   int      `json:"held"`
		Player PlayerID `json:"player,omitempty"`
		From   string   `json:"from,omitempty"`
		Text   string   `json:"text"`
		Reason string   `json:"reason"`
		// Answers are likely ones, ready to be sent back by number.
		Answers []string `json:"answers,omitempty"`
		// First is the number of the first answer, 0 for 1: the answers to all
		// questions of one letter are numbered through.
		First    int        `json:"first,omitempty"`
		Of       string     `json:"of,omitempty"` // what waits for the answer: see [Hold]
		Proposal ProposalID `json:"proposal,omitempty"`
		Since    time.Time  `json:"since,omitzero"` // of the first mail, when this asks again
		// Mail is the hash of a mail that is heard anew when the answer says so,
		// because it is not sure whose it is, or whether it is meant.
		Mail string `json:"mail,omitempty"`
		// Entry is the entry of the record that a dispute is about, 0 for none.
		Entry uint64 `json:"entry,omitempty"`
		// Foretold is a digest of what a yes would change, as it was told.
		Foretold string `json:"foretold,omitempty"`
	}
	// HeldSettled ends it. Expired says that no answer came in time; How is
	// else what the words meant, [DroppedHeld] or [AskedAgain].
	HeldSettled struct {
		Held    int    `json:"held"`
		How     string `json:"how"`
		Expired bool   `json:"expired,omitempty"`
	}
	// AddressFailed: letters to an address of a player come back for good. Why
	// has the words of the server that sent them back.
	AddressFailed struct {
		Player  PlayerID `json:"player"`
		Address string   `json:"address"`
		Why     string   `json:"why,omitempty"`
	}
	// AddressWorks: a mail came from an address that had failed.
	AddressWorks struct {
		Player  PlayerID `json:"player"`
		Address string   `json:"address"`
	}
	// Undone: the game goes back to what it was before the entry, and the
	// entries that follow this one tell anew what came after it.
	Undone struct {
		Entry uint64 `json:"entry"`
		Why   string `json:"why,omitempty"`
		Held  int    `json:"held,omitempty"` // the last question's number: none is given twice
		// Instead are words that the same player is taken to have sent in its
		// place, "" for none.
		Instead string   `json:"instead,omitempty"`
		Player  PlayerID `json:"player,omitempty"` // whose words
		// Right are ballots on Proposal that are counted in the entry's place, which
		// then is told anew like those behind it: see [BallotsPutRight]. Claims is the
		// last claim's number, so that none is given twice.
		Right    []RightBallot `json:"right,omitempty"`
		Proposal ProposalID    `json:"proposal,omitempty"`
		Claims   int           `json:"claims,omitempty"`
		// Seals are those of sealed ballots that are in the game no longer.
		Seals []UndoneSeal `json:"seals,omitempty"`
	}
)

// More is what the player gets now: less than nothing where it was too much.
func (a AwardSettled) More() Points { return a.Is.minus(a.Was) }

func (GameCreated) event()          {}
func (GameStarted) event()          {}
func (GamePaused) event()           {}
func (GameResumed) event()          {}
func (PlayerJoined) event()         {}
func (PlayerForfeited) event()      {}
func (PlayerRemoved) event()        {}
func (PlayerReplaced) event()       {}
func (OrganiserAdded) event()       {}
func (OrganiserRemoved) event()     {}
func (ListNamed) event()            {}
func (ListDropped) event()          {}
func (AddressAdded) event()         {}
func (AddressRemoved) event()       {}
func (TokenRenewed) event()         {}
func (KeyRegistered) event()        {}
func (KeyRemoved) event()           {}
func (TalkChosen) event()           {}
func (TalkMuted) event()            {}
func (TalkGathered) event()         {}
func (TalkPassed) event()           {}
func (SignatureKept) event()        {}
func (TeamOffered) event()          {}
func (TeamMade) event()             {}
func (TeamEnded) event()            {}
func (LanguageChosen) event()       {}
func (TimezoneChosen) event()       {}
func (ReceiptsChosen) event()       {}
func (AbsenceBegan) event()         {}
func (AbsenceEnded) event()         {}
func (ObserverAdmitted) event()     {}
func (ObserverLeft) event()         {}
func (CircuitBegan) event()         {}
func (TurnBegan) event()            {}
func (ProposalMade) event()         {}
func (ProposalNumbered) event()     {}
func (ProposalRevised) event()      {}
func (ProposalWithdrawn) event()    {}
func (OpeningAsked) event()         {}
func (VotingOpened) event()         {}
func (VoteCast) event()             {}
func (VoteWithdrawn) event()        {}
func (VoteComplete) event()         {}
func (VotingClosed) event()         {}
func (TurnEnded) event()            {}
func (CircuitEnded) event()         {}
func (RuleEnacted) event()          {}
func (RuleAmended) event()          {}
func (RuleRepealed) event()         {}
func (RuleTransmuted) event()       {}
func (ChangeLapsed) event()         {}
func (Awarded) event()              {}
func (EffectDoubted) event()        {}
func (AwardSettled) event()         {}
func (Kept) event()                 {}
func (DiceCommitted) event()        {}
func (DieThrown) event()            {}
func (Said) event()                 {}
func (ClauseFailed) event()         {}
func (ClauseSettled) event()        {}
func (DeadlineMoved) event()        {}
func (DeadlineWaits) event()        {}
func (Reminded) event()             {}
func (GameWon) event()              {}
func (WinDisputed) event()          {}
func (WinAwaits) event()            {}
func (RoundBegan) event()           {}
func (GameEnded) event()            {}
func (WordsHeld) event()            {}
func (HeldSettled) event()          {}
func (AddressFailed) event()        {}
func (AddressWorks) event()         {}
func (Undone) event()               {}
func (JudgmentInvoked) event()      {}
func (JudgeAppointed) event()       {}
func (RulingGiven) event()          {}
func (OverruleVoted) event()        {}
func (RulingOverruled) event()      {}
func (ConsentGiven) event()         {}
func (TurnHeld) event()             {}
func (TurnFreed) event()            {}
func (JudgmentClosed) event()       {}
func (CaseCalled) event()           {}
func (CaseAssigned) event()         {}
func (CaseRuled) event()            {}
func (ReconsiderationAsked) event() {}
func (CaseReopened) event()         {}
func (JudgingChosen) event()        {}
func (SilenceCounted) event()       {}
func (PlayerHeard) event()          {}
func (SilenceWarned) event()        {}
func (PlayerInactive) event()       {}
func (PlayerActive) event()         {}
func (TurnsStopped) event()         {}
func (ProposalPooled) event()       {}
func (ProposalsDistributed) event() {}
func (VotesWeighed) event()         {}
func (PartSkipped) event()          {}
func (ConditionsAsked) event()      {}
func (OfficerPosted) event()        {}
func (BallotRefused) event()        {}
func (ConditionSettled) event()     {}
func (ClaimMade) event()            {}
func (ClaimsSettled) event()        {}
func (BallotsPutRight) event()      {}
func (ReportMade) event()           {}
func (ReportDoubted) event()        {}
func (ReportSettled) event()        {}
func (ReportRatified) event()       {}
