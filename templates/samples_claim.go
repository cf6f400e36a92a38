package templates

// claimSamples are the letters about claims of error.
func claimSamples() []Sample {
	f, at := sampleFrame(), sampleTime()
	one := []Claimed{{Number: 1, Proposal: 1003, Name: cem, Words: "My ballot was AGAINST, you counted FOR."}}
	two := append(one, Claimed{Number: 2, Proposal: 1003, Name: nasty, Words: command})
	answered := []Claimed{{Number: 1, Proposal: 1003, Name: cem, How: "denied"}, {Number: 2, Proposal: 1003, Name: ada, How: "upheld"}, {Number: 3, Proposal: 1003, Name: nasty}}
	differences := []Difference{{Kind: "rule-gone", Number: 117}, {Kind: "proposal-defeated", Number: 1004}, {Kind: "vote-other", Name: bob, Number: 1003}}
	past := Past{Number: 1003, Proposer: cem, Kind: "repeal", Rule: 105, Status: "defeated", Favour: 3, Cast: 3, Claims: answered}
	return []Sample{
		sample("claims", Claims{Frame: f, Resolved: sampleResolved(), Claims: two, Doubted: []Doubted{
			{Name: cem, Option: "for", Words: command, Entry: 9}, {Name: bob, Option: "against"}, {Name: nasty},
		}}),
		sample("claims-late", Claims{Frame: f, Resolved: failedQuorum(), Claims: one, Late: true}),
		sample("claims-two-late", Claims{Frame: f, Resolved: failedQuorum(), Claims: two, Late: true}),
		sample("revision", Revision{
			Frame: f, Listed: failedQuorum().Listed, Claims: two, Why: command, By: "org@example.org",
			Ballots: []Reread{{Name: cem, Was: "for", Is: "against"}, {Name: bob, Was: "for", Is: "against", Via: []string{ada, cem}}, {Name: ada, Was: "for"}, {Name: nasty, Is: "present"}},
			Was:     Count{"adopted", 6, 3, 3}, Is: Count{"no-quorum", 3, 6, 3}, Follows: differences, Rules: sampleRules(),
		}),
		sample("revision-same", Revision{Frame: f, Listed: sampleListed(), Ballots: []Reread{{Name: cem, Was: "for", Is: "against"}}, Was: Count{"rejected", 3, 6, 3}, Is: Count{"rejected", 0, 9, 3}}),
		sample("claims-denied", Notice{Frame: f, Code: "claim-denied", Number: 1003, Claims: two, Why: command, By: "org@example.org"}),
		sample("votes-extended", Notice{Frame: f, Code: "votes-extended", Ends: []End{{1001, at}, {1002, at}}, Why: command}),
		sample("vote-extended", Notice{Frame: f, Code: "votes-extended", Ends: []End{{1001, at}}}),
		sample("receipt-claimed", receipt(Item{Words: command, Did: "claimed", Number: 1, Proposal: 1003})),
		sample("receipt-denied", receipt(Item{Words: command, Did: "denied", Number: 1, Proposal: 1003})),
		sample("receipt-denied-several", receipt(Item{Words: command, Did: "denied"})),
		sample("receipt-upheld", receipt(Item{Words: command, Did: "upheld", Number: 1, Proposal: 1003})),
		sample("receipt-upheld-several", receipt(Item{Words: command, Did: "upheld", Proposal: 1003})),
		sample("receipt-uphold-sure", receipt(Item{
			Words: command, Held: "uphold-sure", Number: 4, First: 1, Proposal: 1003, Answers: []string{"yes, do it", "no, let it stand"}, Undoes: differences, Again: true,
		})),
		sample("status-claims", StatusReport{Frame: f, Status: Standing{Status: "running", Phase: "any time", Claims: two}}),
		sample("history-claims", History{Frame: f, Proposals: []Past{past}}),
		sample("refused-own-rules", Receipt{Frame: Frame{Game: "tea", Address: f.Address, OwnRules: true}, Items: []Item{{Words: command, No: &No{Code: "voting-over", Proposal: 1003}}}}),
	}
}
