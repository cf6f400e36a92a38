package templates

import "time"

func turnSamples() []Sample {
	f, by := sampleFrame(), sampleTime()
	reminder := func(of string, late bool) Reminder {
		return Reminder{Frame: f, Offer: amendOffer(), Of: of, Until: by, Late: late, IfSilent: "wait", Forms: sampleForms("301")[:2], Awaited: []string{ada, bob}}
	}
	pass := reminder("propose", false)
	pass.IfSilent, pass.Offer, pass.Awaited = "pass", Offer{}, []string{ada}
	moved := reminder("vote", false)
	moved.Moved = true
	held := Item{Words: "301 for, if Bob agrees", Held: "conditional", Proposal: 301, Number: 7, First: 1, Answers: []string{"301 FOR", "301 AGAINST"}}
	other := Item{Words: command, Held: "unclear", Number: 8}
	waiting := func(missing bool, asked ...Item) Waiting {
		return Waiting{Frame: f, Offer: Offer{Number: 301}, Of: "vote", Until: by, Missing: missing, Asked: asked, IfSilent: "abstain", Abstain: true}
	}
	turn := waiting(true, other)
	turn.Of, turn.Offer = "propose", Offer{}
	free := reminder("vote", false)
	free.Until, free.Abstain, free.Forms, free.Offer = time.Time{}, true, nil, Offer{Number: 301}
	return []Sample{
		sample("welcome-running", Welcome{Frame: f, Name: dora, Players: []string{ada, bob, cem, dora}, Mover: bob, Goal: "200", Ruleset: "suber-mail.en", Status: sampleStanding(), Scores: sampleScores(), Chief: sampleRules()[2:4], Others: sampleRules()[:2]}),
		sample("welcome-free", Welcome{Frame: f, Name: ada, Players: []string{ada, bob}, Free: true, Ruleset: "list.en"}),
		sample("welcome-waiting", Welcome{Frame: f, Name: nasty, Players: []string{nasty}}),
		sample("welcome-mover", Welcome{Frame: f, Name: ada, Players: []string{ada, angle}, Mover: ada, Goal: "200"}),
		sample("yourturn-deadline", YourTurn{Frame: f, Name: ada, Number: 304, ProposeBy: by, AtMost: "13", IfSilent: "wait", Circuit: 1}),
		sample("yourturn-pass", YourTurn{Frame: f, Name: right, Number: 304, ProposeBy: by, IfSilent: "pass"}),
		sample("yourturn-open", YourTurn{Frame: f, Number: 304}),
		sample("yourturn-away", YourTurn{Frame: f, Number: 304, ProposeBy: by, IfSilent: "wait", AwayUntil: by.Add(48 * time.Hour), IfAway: "wait"}),
		sample("yourturn-dice", YourTurn{Frame: f, Name: ada, Number: 304, ProposeBy: by, IfSilent: "wait", Die: dieHash}),
		sample("reminder-propose", reminder("propose", false)),
		sample("reminder-propose-late", reminder("propose", true)),
		sample("reminder-pass", pass),
		sample("reminder-debate", reminder("debate", false)),
		sample("reminder-vote", reminder("vote", false)),
		sample("reminder-vote-late", reminder("vote", true)),
		sample("reminder-vote-free", free),
		sample("reminder-moved", moved),
		sample("waiting-missing", waiting(true)), sample("waiting-asked", waiting(false, held)),
		sample("waiting-both", waiting(true, held, other)), sample("waiting-propose", turn),
		sample("passed-forfeited", Passed{Frame: f, Name: bob, How: "forfeited", Number: 303, Mover: cem, ProposeBy: by}),
		sample("passed-removed", Passed{Frame: f, Name: angle, How: "removed", Mover: cem}),
		sample("passed-voted", Passed{Frame: f, Name: bob, How: "voted", Mover: cem, ProposeBy: by, Awards: []Award{{Name: bob, Points: "+1", Rule: 301}}}),
		sample("passed-dice", Passed{
			Frame: f, Name: bob, How: "passed", Mover: cem, ProposeBy: by, Die: dieHash,
			Throws: []Throw{{Rule: 311, Sides: 1, Value: 1, Of: "tea 5 2", Nth: 3, Secret: dieSecret}},
		}),
		sample("passed-expired", Passed{Frame: Frame{Game: "tea", Expired: []Item{{Words: command}, {Words: markup, Proposal: 301}}}, Name: bob, How: "passed"}),
		sample("passed-passed", Passed{
			Frame: f, Name: bob, How: "passed", Mover: cem, ProposeBy: by, CircuitEnded: 2, Majority: true,
			Awards: []Award{{Name: bob, Points: "-5", Rule: 311, Effect: "when_turn_ends"}}, Said: []Said{{Text: command, Rule: 311}}, Repealed: []int{311},
		}),
		sample("passed-mine", Passed{Frame: f, Name: bob, How: "passed", Mine: true, Mover: cem, ProposeBy: by}),
		sample("passed-away", Passed{Frame: f, Name: nasty, How: "passed", Away: true, Mover: cem, ProposeBy: by}),
		sample("passed-mine-away", Passed{Frame: f, Name: bob, How: "passed", Mine: true, Away: true, Mover: cem, ProposeBy: by}),
		sample("gameover-won", GameOver{Frame: f, Winners: []string{ada}, Rule: 208, Goal: "200", Scores: sampleScores(), Turns: 41, Circuits: 10, Proposals: 41, Adopted: 23}),
		sample("gameover-settled", GameOver{Frame: f, Winners: []string{ada, nasty}, Rule: 213, Why: markup, Scores: sampleScores(), Turns: 1, Circuits: 1, Proposals: 1, Adopted: 1}),
		sample("gameover-nobody", GameOver{Frame: f, Turns: 3}),
	}
}

func sampleScores() []Score {
	return []Score{
		{Name: ada, Points: "21", State: "playing"},
		{Name: bob, Points: "-10", State: "playing", Mover: true},
		{Name: cem, Points: "7/2", State: "forfeited"},
		{Name: dora, Points: "0", State: "removed"},
		{Name: nasty, Points: "100", State: "playing"},
		{Name: angle, Points: "3", State: "playing"},
		{Name: right, Points: "4", State: "playing"},
	}
}

func sampleVotes() []VoteLine {
	return []VoteLine{
		{Name: ada, Option: "for", Assumed: "proposer"}, {Name: bob, Option: "for"}, {Name: cem, Option: "for"},
		{Name: nasty, Option: "against", Assumed: "silence"}, {Name: right, Option: ""}, {Name: angle, Option: "abstain"},
	}
}

func sampleResult() Result {
	o := amendOffer()
	o.Number = 305
	return Result{
		Frame: sampleFrame(), Offer: o, Adopted: true, Votes: sampleVotes(), Favour: 3, Against: 1, Cast: 4, Voters: 4,
		Decided: "majority", DecidedBy: 203,
		Awards: []Award{
			{Name: nasty, Points: "+10", Rule: 204, Effect: "when_adopted"},
			{Name: ada, Points: "+11", Rule: 202, Effect: "when_turn_ends", Sum: sumText},
		},
		Rules:  []RuleLine{{Number: 305, Was: []int{203}, Mutable: true, Title: "How many votes it takes", Text: newText, Clause: clauseText, History: []int{305}}},
		Scores: sampleScores(), Goal: "200", Mover: bob, ProposeBy: sampleTime(),
	}
}

func resultSamples() []Sample {
	full := sampleResult()
	full.AbstainN, full.Cast, full.Voters, full.Decided, full.CircuitEnded, full.Majority = 1, 4, 5, "unanimity", 2, true
	full.Awards = append(full.Awards,
		Award{Name: right, Points: "−5/2", Rule: 311, Why: command, Provisional: true}, Award{Name: bob, Points: "+1", Why: "for the tea"})
	full.Rules[0].Differs, full.Repealed = true, []int{206, 207}
	full.Said = []Said{{Text: command, Rule: 311}, {Text: "The teapot is full.", Rule: 312}}
	full.Failed = []Failure{{Rule: 311, Name: "when_adopted", Why: "line 2, column 5: there is no player 9"}}
	full.YourTurn = &YourTurn{Frame: full.Frame, Name: bob, Number: 306, ProposeBy: sampleTime(), AtMost: "15"}
	lost := sampleResult()
	lost.Adopted, lost.Favour, lost.Against, lost.Rules, lost.Decided, lost.DecidedBy = false, 1, 3, nil, "none", 0
	lost.Awards = []Award{{Name: ada, Points: "-10", Rule: 206, Effect: "when_defeated"}, {Name: ada, Points: "+4", Rule: 202, Sum: "(305 − 291) × 1/4 = 3.5 → 4"}}
	lapsed := sampleResult()
	lapsed.Lapsed, lapsed.Rules = &No{Code: "too-many-mutable", Rule: 209, Limit: 25}, nil
	won := sampleResult()
	won.Winners, won.Mover = []string{ada}, ""
	dice := sampleResult()
	dice.Throws, dice.Die = []Throw{{Rule: 202, Sides: 6, Value: 3, Of: "tea 5 1", Nth: 1, Secret: dieSecret}}, dieHash
	dice.Awards = []Award{{Name: ada, Points: "+3", Rule: 202, Effect: "when_turn_ends"}}
	all := []Sample{
		sample("result-dice", dice), sample("result-adopted", sampleResult()), sample("result-full", full), sample("result-defeated", lost),
		sample("result-lapsed", lapsed), sample("result-won", won),
	}
	others := otherOffers()
	others["enact"] = enactOffer()
	for _, shape := range []string{"enact", "repeal", "transmute", "amendment"} {
		r := sampleResult()
		r.Offer, r.Rules = others[shape], nil
		all = append(all, sample("result-"+shape, r))
	}
	for code := range lapseCodes() {
		r := lapsed
		r.Lapsed = &No{Code: lapseCodes()[code], Number: 203}
		all = append(all, sample("result-lapsed-"+r.Lapsed.Code, r))
	}
	return all
}

func lapseCodes() []string {
	return []string{"too-few-rules", "nothing-adoptable", "rule-gone", "no-such-rule", "immutable", "amendment-buried", "edit-not-found", "edit-ambiguous", "too-little-power", "rule-stands", "number-taken", "no-power", "something-new"}
}

func sampleRules() []RuleLine {
	return []RuleLine{
		{Number: 101, Title: "Playing by the rules", Text: "Everybody plays by the rules that are in force, in the form in which they are in force."},
		{Number: 112, Title: "Winning", Text: "Whoever reaches the goal wins.\n\nThe goal may change, but not that points decide."},
		{Number: 206, Mutable: true, Text: "The proposer of a defeated proposal loses ten points.", Clause: "def when_defeated(vote):\n    award(vote.proposer, -10)"},
		{Number: 301, Was: []int{203}, Mutable: true, Title: "How many votes it takes", Text: newText, Clause: clauseText, Differs: true, History: []int{301}, Note: "majority"},
		{Number: 302, Mutable: true, Title: nasty, Text: command + "\n" + markup, History: []int{305, 306}},
	}
}

func sampleStanding() Standing {
	return Standing{
		Status: "running", Phase: "vote", Turn: 5, Circuit: 2, Mover: bob, Number: 305, Until: sampleTime(), Awaited: []string{ada, nasty},
		IfSilent: "wait", Goal: "200",
	}
}

func rulesetSamples() []Sample {
	f, at := sampleFrame(), sampleTime()
	status := sampleStanding()
	changed := []Changed{
		{Proposal: 301, Kind: "amend", Rule: 301, Was: 203, Title: "How many votes it takes", Old: oldText, New: newText},
		{Proposal: 302, Kind: "enact", Rule: 302, Title: nasty, New: command},
		{Proposal: 303, Kind: "repeal", Was: 207, Old: "Each player has exactly one vote."},
		{Proposal: 304, Kind: "transmute", Rule: 304, Was: 110},
	}
	gone := []RuleLine{{Number: 207, Mutable: true, Title: "Votes", Text: "Each player has exactly one vote."}}
	d := Digest{Frame: f, Rules: sampleRules(), Repealed: gone, Scores: sampleScores(), Status: status}
	full, news, then, one, lost, none, calm := d, d, d, d, d, d, d
	news.SumsOf, news.Sums = 304, []Award{{Name: ada, Points: "+11", Rule: 202, Effect: "when_turn_ends", Sum: sumText}}
	full.Full, news.Changed, news.Since = true, changed, at.AddDate(0, 0, -7)
	then.At, one.One, lost.One, none.One, calm.Since = at, 301, 207, 399, at
	long := Digest{Frame: f, Full: true, Status: status}
	for i := range 30 {
		long.Rules = append(long.Rules, RuleLine{Number: 201 + i, Mutable: i > 3, Text: longText()[:6000]})
	}
	short, whole := Digest{Frame: f, Sections: sampleSections(), Repealed: listedRules()[2:]}, Digest{Frame: f, Full: true, Sections: sampleSections(), Repealed: listedRules()[2:]}
	short.Afoot, short.Status = sampleAfoot(false), Standing{Status: "running", Phase: "any time"}
	kept := Digest{Frame: f, Rules: listedRules(), One: 1017}
	return []Sample{
		sample("digest-categories", short), sample("digest-categories-full", whole), sample("digest-one-kept", kept),
		sample("digest-short", d), sample("digest-full", full), sample("digest-news", news), sample("digest-then", then),
		sample("digest-one", one), sample("digest-one-repealed", lost), sample("digest-one-none", none),
		sample("digest-calm", calm), sample("digest-long", long),
	}
}
