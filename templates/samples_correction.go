package templates

func correctionSamples() []Sample {
	f, fault := sampleFrame(), "line 1, column 9: division by zero"
	lines := []Corrected{
		{Name: ada, Turn: 5, Number: 305, Was: "10", Is: "20", More: "+10", How: "reckoned"},
		{Name: nasty, Turn: 6, Number: 306, Was: "15", Is: "15", How: "reckoned"},
		{Name: cem, Turn: 6, Was: "-5/2", Is: "0", More: "+5/2", How: "reckoned"},
		{Name: right, Turn: 7, Number: 307, Was: "7", Is: "7", How: "faulty", Why: fault},
		{Name: bob, Turn: 8, Number: 308, Was: "17", Is: "17", How: "reworded"},
	}
	settled := Correction{Frame: f, Rule: 304, Was: []int{202}, By: "settled", Clause: clauseText, Why: command, Lines: lines, Rest: 40, Scores: sampleScores(), Goal: "200"}
	amended := settled
	amended.By, amended.Number, amended.Why, amended.Rest = "amended", 309, "", 0
	confirmed := Correction{Frame: f, Rule: 304, By: "settled", Clause: clauseText, Lines: []Corrected{{Name: ada, Turn: 5, Was: "10", Is: "10", How: "confirmed"}}}
	repealed := Correction{Frame: f, Rule: 304, Was: []int{202}, By: "repealed", Number: 309, Lines: []Corrected{{Name: ada, Turn: 5, Was: "10", Is: "10", How: "repealed"}}}
	unknown := confirmed
	unknown.Lines = []Corrected{{Name: ada, Turn: 5, Was: "10", Is: "10", How: "something-new"}}
	unknown.Clause = ""
	marked := []Marked{{Number: 304, Was: []int{202}}, {Number: 208}}
	scores := sampleScores()[:4]
	for i := range scores {
		scores[i].Provisional = "10"
	}
	awards := Question{Number: 6, About: "awards", Judge: ada, Rivals: []string{bob, nasty}, Clause: Failure{Rule: 304}, Text: markup, Program: clauseText}
	all := []Sample{
		sample("correction-settled", settled), sample("correction-amended", amended), sample("correction-confirmed", confirmed),
		sample("correction-repealed", repealed), sample("correction-new", unknown),
		sample("status-marked", StatusReport{Frame: f, Status: Standing{Status: "running", Phase: "propose", Turn: 5, Mover: bob, Marked: marked}, Scores: scores}),
		sample("digest-marked", Digest{Frame: f, Status: Standing{Status: "running", Phase: "propose", Turn: 5, Mover: bob, Marked: marked[:1]}, Questions: []Question{awards}, Scores: scores}),
	}
	for _, j := range []Judgment{{Question: awards, Code: "invoked", Mine: true, RuleBy: sampleTime(), IfSilent: "next"}, {Question: awards, Code: "due", Mine: true}} {
		j.Frame = f
		all = append(all, sample("judgment-awards-"+j.Code, j))
	}
	o := amendOffer()
	for _, code := range []string{"marked-rule", "marked-vote", "marked-awards", "marked-named"} {
		o.Warnings = append(o.Warnings, Warning{Code: code, By: 304})
	}
	return append(all, sample("ballot-marked", Ballot{Frame: f, Offer: o, Needs: "other", Voters: []string{ada, bob}}))
}
