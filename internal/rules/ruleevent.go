package rules

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

// More is what the player gets now: less than nothing where it was too much.
func (a AwardSettled) More() Points { return a.Is.minus(a.Was) }

func (RuleEnacted) event()    {}
func (RuleAmended) event()    {}
func (RuleRepealed) event()   {}
func (RuleTransmuted) event() {}
func (ChangeLapsed) event()   {}
func (Awarded) event()        {}
func (EffectDoubted) event()  {}
func (AwardSettled) event()   {}
func (Kept) event()           {}
func (DiceCommitted) event()  {}
func (DieThrown) event()      {}
func (Said) event()           {}
func (ClauseFailed) event()   {}
func (ClauseSettled) event()  {}
