package rules

import "time"

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
func (Team) command()             {}
