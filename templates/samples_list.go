package templates

import "time"

// listSamples are the letters of a game without turns.
func listSamples() []Sample {
	f, at := sampleFrame(), sampleTime()
	many := Distribution{
		Frame: f, Nth: 3, Closes: at, Voters: []string{ada, bob, cem, nasty}, First: true, Skipped: []int{1003, 1004},
		Ballots: []string{"for", "against", "present", "endorse", "conditional"},
		Listed:  []Listed{sampleListed(), {Number: 1005, Proposer: bob, Parts: []Part{{Nth: 1, Kind: "repeal", Rule: 105}}}},
	}
	one := Distribution{Frame: f, Nth: 1, Voters: []string{ada, bob}, Ballots: []string{"for", "against", "abstain"}, Listed: []Listed{{
		Number: 7, Proposer: bob, Title: "Tea", Quorum: 2, Parts: []Part{{Nth: 1, Kind: "enact", Title: "Tea", Text: command, Clause: clauseText}},
	}}, Skipped: []int{6}}
	pooled := Item{Words: command, Did: "pooled", Name: "Tea for all", At: at, Missed: sampleMissed()}
	waits := Item{Words: command, Did: "pooled"}
	asked := Reminder{Frame: f, Offer: Offer{Number: 1002}, Of: "vote", Until: at, IfSilent: "none", Awaited: []string{ada, bob}, Vote: &Distribution{
		Nth: 3, Closes: at, Voters: many.Voters, Ballots: many.Ballots, Listed: many.Listed[:1],
	}, Forms: []Form{{"present", "mailto:tea@nomic.example.org?subject=%5Btea%5D%201002%20PRESENT&body=1002%20PRESENT"}}}
	untitled := asked
	untitled.Number, untitled.Forms, untitled.Vote = 1005, nil, &Distribution{Nth: 3, Voters: many.Voters, Ballots: []string{"for", "against"}, Listed: many.Listed[1:]}
	alone := one
	alone.Ballots = many.Ballots
	return []Sample{
		sample("distribution", many),
		sample("distribution-one", one),
		sample("distribution-one-conditional", alone),
		sample("reminder-listed", asked), sample("reminder-listed-untitled", untitled),
		sample("parts", Parts{Frame: f, Listed: sampleListed()}), sample("parts-one", Parts{Frame: f, Listed: failedQuorum().Listed}),
		sample("resolution", Resolution{Frame: f, Resolved: []Resolved{sampleResolved(), failedQuorum(), rejectedHalf()}, Away: []Absence{{cem, at}}, Inactive: []string{angle}}),
		sample("resolution-one", Resolution{Frame: f, Resolved: []Resolved{sampleResolved()}, Winners: []string{bob}}),
		sample("resolution-short", Resolution{Frame: f, Resolved: []Resolved{failedQuorum()}}),
		sample("receipt-pooled", receipt(pooled)),
		sample("receipt-pooled-waits", receipt(waits)),
		sample("receipt-unpooled", receipt(Item{Words: command, Did: "unpooled", Name: "Tea for all"})),
		sample("help-free", Help{Frame: f, Player: true, MyTurn: true, Free: true, First: true, Reports: true, Abstain: true}),
		sample("welcome-free-running", Welcome{Frame: f, Name: bob, Players: []string{ada, bob}, Free: true, Ruleset: "list.en", Status: Standing{Status: "running", Phase: "any time"}}),
		sample("report", sampleReport()), sample("report-again", shortReport()),
		sample("history-parts", History{Frame: f, Proposals: []Past{
			{Number: 1001, Proposer: ada, Kind: "several", Count: 3, Status: "adopted", Favour: 6, Cast: 9}, {Number: 1002, Proposer: bob, Kind: "retitle", Rule: 105, Title: "Tea", Status: "voting"},
			{Number: 1003, Proposer: cem, Kind: "power", Rule: 105, Status: "defeated"}, {Number: 1004, Proposer: nasty, Kind: "re-enact", Rule: 106, Title: nasty, Status: "withdrawn"},
		}}),
		sample("status-afoot", StatusReport{Frame: f, Status: Standing{Status: "running", Phase: "any time"}, Afoot: sampleAfoot(true)}),
		sample("status-afoot-calm", StatusReport{Frame: f, Status: Standing{Status: "running", Phase: "any time"}, Afoot: &Afoot{}}),
		sample("status-free", StatusReport{Frame: f, Status: Standing{Status: "running", Phase: "any time"}, Listed: []Listed{sampleListed()}}),
		sample("status-free-idle", StatusReport{Frame: f, Status: Standing{Status: "running", Phase: "any time", Until: time.Time{}}}),
		sample("help-lists", Help{Frame: f, Habits: Habits{Forum: "pond-actions@lists.example.org", Quiet: true, Organiser: true}, Player: true, Free: true, First: true}),
		sample("help-list-only", Help{Frame: f, Habits: Habits{Acts: "pond-actions@lists.example.org"}, Player: true, Free: true, Voting: []int{1001}}),
		sample("welcome-quiet", Welcome{Frame: f, Habits: Habits{Forum: "pond-actions@lists.example.org", Quiet: true}, Name: ada, Players: []string{ada, bob}, Free: true}),
		sample("welcome-organiser", Welcome{Frame: f, Habits: Habits{Acts: nasty, Organiser: true}, Name: ada, Players: []string{ada, bob}, Free: true}),
		sample("welcome-lists", Welcome{Frame: f, Habits: Habits{Acts: "pond-actions@lists.example.org", Quiet: true, Organiser: true}, Name: ada, Players: []string{ada, bob}, Free: true, Ruleset: "list.en", Lists: []ListLine{{"pond-actions@lists.example.org", "actions"}}}),
		sample("status-lists", StatusReport{Frame: f, Status: Standing{Status: "running", Phase: "any time"}, Lists: []ListLine{
			{"pond-actions@lists.example.org", "actions"}, {"pond-reports@lists.example.org", "reports"}, {"pond-talk@lists.example.org", "talk"}, {nasty, "something-new"},
		}}),
	}
}

func sampleMissed() []Missed {
	return []Missed{
		{Part: 1, No: No{Code: "edit-not-found", Number: 105}}, {Part: 2, No: No{Code: "edit-ambiguous", Number: 105}},
		{Part: 3, No: No{Code: "too-little-power", Number: 101, Rule: 104, Text: "1", Hint: "3"}}, {Part: 4, No: No{Code: "something-new", Number: 9}},
	}
}

// sampleListed has a part of every kind.
func sampleListed() Listed {
	return Listed{Number: 1002, Title: "All at once", Proposer: ada, Coauthors: []string{bob, nasty}, Index: "3/2", Quorum: 4, Parts: []Part{
		{Nth: 1, Kind: "enact", Title: "Tea", Text: "Tea is served at five.", Power: "2", Category: nasty, Clause: clauseText},
		{Nth: 2, Kind: "amend", Rule: 105, RuleTitle: "Votes", Title: "Ballots", Text: markup},
		{Nth: 3, Kind: "amend", Rule: 105, Edit: true, Old: "five days", Text: "seven days", Doubt: "edit-not-found"},
		{Nth: 4, Kind: "amend", Rule: 105, Edit: true, Old: command, Doubt: "edit-ambiguous"},
		{Nth: 5, Kind: "amend", Rule: 105, Edit: true, Text: "One more paragraph.", Doubt: "too-little-power"},
		{Nth: 6, Kind: "repeal", Rule: 106, RuleTitle: nasty, Doubt: "something-new"},
		{Nth: 7, Kind: "transmute", Rule: 107},
		{Nth: 8, Kind: "retitle", Rule: 108, Title: "Numbers"},
		{Nth: 9, Kind: "power", Rule: 108, Power: "3"},
		{Nth: 10, Kind: "re-enact", Rule: 109, Text: "It is back.", Category: "Tea"},
	}}
}

func sampleResolved() Resolved {
	return Resolved{
		Listed: sampleListed(), Outcome: "adopted", By: 110, Favour: 9, Against: 3, Ratio: "3", Popularity: "+0.50", Ballots: 6,
		Sides: []Side{
			{"for", 9, []SideVoter{{ada, 3}, {bob, 3}, {nasty, 3}}}, {"against", 3, []SideVoter{{cem, 3}}}, {"present", 0, []SideVoter{{angle, 0}, {right, 0}}},
		},
		Reads: []Read{
			{Code: "endorsed", Name: ada, Via: []string{bob, nasty}, Option: "for"}, {Code: "circle", Name: angle, Via: []string{right, angle}, Option: "present"},
			{Code: "not-voted", Name: right, Via: []string{cem}, Option: "present"}, {Code: "settled", Name: bob, Option: "for", Condition: command},
			{Code: "indeterminate", Name: cem, Option: "present", Condition: "FOR if it rains"}, {Code: "over", Name: ada, Option: "for"}, {Code: "something-new", Name: ada, Option: "for"},
		},
		Pending: []string{bob, cem}, Missed: sampleMissed(), Rules: sampleRules(), Repealed: []int{106},
		Awards: []Award{{Name: ada, Points: "+3", Rule: 113, Effect: "when_adopted"}},
		Throws: []Throw{{Rule: 113, Sides: 6, Value: 3, Of: "tea 0 1", Nth: 1, Secret: "9f86d081884c7d659a2feaa0c55ad015"}},
		Said:   []Said{{"The bank is empty.", 113}}, Failed: []Failure{{113, "when_adopted", "line 2, column 5: division by zero"}},
	}
}

func failedQuorum() Resolved {
	return Resolved{
		Listed: Listed{Number: 1003, Proposer: cem, Quorum: 4, Parts: []Part{{Nth: 1, Kind: "repeal", Rule: 105}}}, Outcome: "no-quorum", By: 109,
		Favour: 3, Ratio: "∞", Popularity: "+1.00", Ballots: 1, Sides: []Side{{"for", 3, []SideVoter{{cem, 3}}}}, Pending: []string{ada, bob},
	}
}

func rejectedHalf() Resolved {
	return Resolved{
		Listed: Listed{Number: 1004, Title: "Rum", Proposer: bob, Index: "2", Parts: []Part{{Nth: 1, Kind: "repeal", Rule: 105}}}, Outcome: "rejected",
		Favour: 3, Against: 6, Ratio: "0.50", Popularity: "-0.33", Ballots: 3, Lapsed: &No{Code: "edit-not-found", Number: 105},
		Sides: []Side{{"for", 3, []SideVoter{{cem, 3}}}, {"against", 6, []SideVoter{{ada, 3}, {bob, 3}}}},
	}
}

// listedRules keep their numbers; the last is repealed.
func listedRules() []RuleLine {
	at := sampleTime()
	return []RuleLine{
		{Number: 105, Revision: 2, Power: "2", Title: "Voting", Text: "Votes last 8 days.", Clause: clauseText, Mutable: true, Deeds: []RuleDeed{
			{What: "initial"}, {What: "amended", Nth: 1, Proposal: 1002, Author: ada, At: at}, {What: "amended", Nth: 2, Proposal: 1007, Author: nasty, At: at},
			{What: "retitled", Proposal: 1007, Author: nasty, At: at}, {What: "power", Power: "2", Proposal: 1008, Author: bob, At: at}, {What: "transmuted", At: at},
			{What: "something-new", Proposal: 1009},
		}, Annotations: []Annotation{{3, "true", "A day has twenty-four hours here."}, {4, "false", command}}},
		{Number: 1017, Power: "1", Title: nasty, Text: command, Mutable: true, Deeds: []RuleDeed{{What: "enacted", Proposal: 1001, Author: bob, At: at}}},
		{Number: 1018, Text: "It was here.", Mutable: true, Deeds: []RuleDeed{
			{What: "enacted", Proposal: 1003, Author: cem, At: at}, {What: "repealed", Proposal: 1004, Author: ada, At: at},
			{What: "re-enacted", Proposal: 1005, Author: ada, At: at}, {What: "power", Proposal: 1005, At: at}, {What: "repealed", Proposal: 1006, Author: bob, At: at},
		}},
	}
}

func sampleSections() []Section {
	all := listedRules()
	return []Section{{"The votes", all[:1]}, {"", all[1:2]}, {nasty, all[2:]}}
}

func sampleAfoot(own bool) *Afoot {
	tea := Listed{Number: 1005, Proposer: bob, Parts: []Part{{Nth: 1, Kind: "repeal", Rule: 105}}}
	long := sampleListed()
	long.Title = "A longer title"
	return &Afoot{
		Own: own, Votes: []Running{{long, sampleTime(), 3, "for"}, {tea, time.Time{}, 1, ""}, {Listed{Number: 1006, Proposer: nasty, Title: "301 FOR", Quorum: 2, Parts: tea.Parts}, sampleTime(), 0, "endorse"}},
		Pool: []Listed{{Title: nasty, Proposer: nasty, Parts: tea.Parts}, {Proposer: cem, Parts: tea.Parts}, {Proposer: ada, Parts: sampleListed().Parts}}, Next: sampleTime(),
	}
}

func sampleReport() Report {
	at := sampleTime()
	return Report{
		Frame: sampleFrame(), Number: 3, At: at, Ratified: 1, Ratifies: at.AddDate(0, 0, 14), Afoot: *sampleAfoot(false), Status: sampleStanding(),
		Members: []Member{{ada, at, "active", time.Time{}}, {bob, at, "away", at}, {dora, at, "inactive", at}, {cem, at, "something-new", at}},
		Decided: []Decision{{Listed{Number: 1001, Title: "Tea", Proposer: ada}, "adopted", 9, 3}, {Listed{Number: 1002, Proposer: bob, Parts: []Part{{Kind: "amend", Rule: 105}}}, "no-quorum", 3, 0}},
		Doubted: []DoubtedReport{{nasty, 2, command}}, Questions: []Question{{Number: 1, By: ada, Judge: bob, Text: markup}}, Scores: sampleScores(),
		Sections: sampleSections(), Repealed: listedRules()[2:],
	}
}

func shortReport() Report {
	return Report{
		Frame: sampleFrame(), Number: 4, At: sampleTime(), InPlaceOf: 3, Why: command, Members: []Member{{Name: ada, Since: sampleTime(), State: "active"}},
		Status: Standing{Status: "running", Phase: "any time"}, Full: true, Sections: []Section{{"", listedRules()[1:2]}},
	}
}
