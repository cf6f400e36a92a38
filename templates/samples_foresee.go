package templates

// foresightSamples are proposals with what would follow from them: every
// sentence of it stands in one of them.
func foresightSamples() []Sample {
	f, by := sampleFrame(), sampleTime()
	show := func(shape string, o Offer) Sample {
		o.Number, o.Proposer = 303, cem
		return sample("ballot-foreseen-"+shape, Ballot{Frame: f, Offer: o, Closes: by, Needs: "majority", Voters: []string{bob, cem}})
	}
	return []Sample{
		show("value", Offer{Kind: "amend", Rule: 208, Clause: "goal = 300", OldClause: "goal = 200", Doings: doingsOf("value"), Tryouts: sampleTryouts(true)}),
		show("lines", Offer{Kind: "amend", Rule: 202, Clause: clauseText, Doings: doingsOf("lines"), Tryouts: sampleTryouts(false), Warnings: sampleWarnings()}),
		show("none", Offer{Kind: "repeal", Rule: 208, Old: "Whoever has 200 points wins.", Doings: doingsOf("none"), Tryouts: chances()}),
		show("idle", Offer{Kind: "enact", Text: "The goal is 50.", Clause: "goal = 50", Idle: true, Warnings: []Warning{{Code: "without-effect", Name: "goal", By: 208, Why: "number"}}}),
	}
}

// doingNames are the names that have a sentence of their own, in its order, and two
// customs that have none.
func doingNames() []string {
	return []string{
		"goal", "max_mutable", "min_mutable", "min_immutable", "first_number", "renumber", "new_rules_are", "turn_order", "adopted",
		"adopted_transmutation", "votes_of", "judge", "turn_may_begin", "winner_by_paradox", "winner_by_ruling", "takes_precedence_over", "defers_to",
		"when_adopted", "when_defeated", "when_turn_ends", "when_circuit_ends", "when_turn_begins", "when_joined", "when_won",
		"vote_period", "propose_period", "debate_least", "debate_most", "second_thoughts", "judgment_period", "overrule_period", "missing_vote", "reminders",
		"turns", "distribution", "quorum", "vote_options", "second_ballot", "split_votes", "index", "min_index", "power", "partial_changes", "rule_numbers",
	}
}

// doingsOf has every name with a reply of that kind.
func doingsOf(kind string) []Doing {
	values := map[string][2]string{
		"renumber": {"False", "True"}, "new_rules_are": {"immutable", "mutable"}, "turn_order": {"by_joining", "by_surname"},
		"takes_precedence_over": {"208, mutable", ""}, "defers_to": {"112, immutable", ""}, "vote_period": {"5d", "7d"}, "propose_period": {"36h", "1d12h"},
		"turns": {"False", "True"}, "distribution": {"weekly", "at once"}, "second_ballot": {"first", "last"}, "split_votes": {"True", "False"},
		"partial_changes": {"True", "False"}, "rule_numbers": {"own", "proposal"}, "vote_options": {"[for, against, present]", "[for, against]"},
		"debate_least": {"0h", "1d"}, "debate_most": {"none", "7d"}, "second_thoughts": {"2h", "0h"}, "judgment_period": {"3d", "7d"},
		"overrule_period": {"1d", "3d"}, "missing_vote": {"abstain", nasty}, "reminders": {"none", "3d, 1d"},
	}
	var list []Doing
	for _, n := range doingNames() {
		v, ok := values[n]
		if !ok {
			v = [2]string{"300", "200"}
		}
		d := Doing{Name: n, Kind: kind, Value: v[0], Rule: 303, WasKind: "value", WasValue: v[1], WasRule: 208}
		switch {
		case kind == "value" && (n == "adopted" || n == "adopted_transmutation"):
			d.Kind, d.WasKind, d.Value, d.WasValue = "majority", "unanimity", "", ""
		case kind == "none" && n == "adopted":
			d.Kind, d.WasKind, d.Value, d.WasValue = "unanimity", "lines", "", ""
		case n == "takes_precedence_over" || n == "defers_to":
			if kind == "none" {
				d.Kind, d.Value = kind, ""
			} else {
				d.Kind = "value"
			}
		case kind != "value":
			d.Value = ""
		}
		if n == "when_adopted" && kind == "lines" {
			d.WasKind, d.WasValue, d.WasRule = "none", "", 0
		}
		list = append(list, d)
	}
	return list
}

func sampleTryouts(real bool) []Tryout {
	if real {
		return []Tryout{
			{Of: "vote", Number: 302, Lines: []Tried{
				{Code: "votes", Name: bob, Will: "2", Was: "1"}, {Code: "adopted"},
				{Code: "points", Name: bob, Will: "+13", Was: "-3"}, {Code: "points", Name: nasty, Will: "0", Was: "+7/2"},
				{Code: "judge", Name: dora},
			}},
			{Of: "order", Lines: []Tried{{Code: "order", Names: []string{dora, bob, cem}}}},
			{Of: "circuit", Lines: []Tried{{Code: "points", Name: dora, Will: "+1", Was: "0"}}},
		}
	}
	return []Tryout{
		{Of: "vote", Number: 302},
		{Of: "made-up", Number: 303, Against: []string{ada}, Lines: []Tried{{Code: "defeated"}, {Code: "fails", Rule: 303, Will: "when_turn_ends: line 2, column 26: this divides by zero"}}},
		{Of: "made-up", Number: 303, Lines: []Tried{{Code: "new-code", Will: "1", Was: "2"}}},
	}
}

// chances are what depends on a die.
func chances() []Tryout {
	return []Tryout{
		{Of: "vote", Number: 302, Chance: true}, {Of: "made-up", Number: 303, Against: []string{ada}, Chance: true}, {Of: "circuit", Chance: true},
	}
}

func sampleWarnings() []Warning {
	list := []Warning{
		{Code: "counted-before", Name: "adopted", By: 107}, {Code: "no-goal", By: 112}, {Code: "goal-varies", By: 112},
		{Code: "wins-at-once", Names: []string{ada}}, {Code: "wins-at-once", Names: []string{ada, bob}},
		{Code: "never-again", By: 114}, {Code: "never-with-fewer", Number: 2, By: 114}, {Code: "never-later", Number: 320}, {Code: "never-transmuted", By: 109},
	}
	for _, why := range []string{"immutable", "claim", "defers", "clash", "number"} {
		list = append(list, Warning{Code: "without-effect", Name: "goal", By: 208, Why: why})
	}
	return list
}

// suggestedSamples are receipts that offer a clause.
func suggestedSamples() []Sample {
	f, by := sampleFrame(), sampleTime()
	show := func(shape, did string, s Suggested) Sample {
		r := Receipt{Frame: f, Name: ada, At: by, Entry: 12, Hash: dieHash, Items: []Item{{Words: "amend 208", Did: did, Proposal: 303, Suggested: &s}}}
		return sample("receipt-suggested-"+shape, r)
	}
	goal := Suggestion{Clause: "goal = 300", Doings: doingsOf("value")[:1]}
	more := Suggestion{Clause: "def when_defeated(vote):\n    award(vote.proposer, -5)", Doings: doingsOf("lines")[17:18]}
	return []Sample{
		show("one", "proposed", Suggested{Number: 3, First: 1, Clauses: []Suggestion{goal}}),
		show("two", "revised", Suggested{Number: 3, First: 2, Clauses: []Suggestion{goal, more}, Waits: true}),
	}
}
