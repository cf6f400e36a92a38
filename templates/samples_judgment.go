package templates

func judgmentSamples() []Sample {
	f, at := sampleFrame(), sampleTime()
	asked := Question{Number: 3, Text: "Does \"two thirds\" in rule 203 count those who abstain?\n" + command, By: bob, Judge: ada, Turn: 5}
	ruled := asked
	ruled.Ruling = Ruling{Judge: ada, Ruling: "true", Reasons: "An abstention is no vote.\n\n" + command, At: at}
	ruled.Earlier = []Ruling{{Judge: nasty, Ruling: "false", Reasons: command, At: at}, {Judge: bob, Ruling: "paradox", Reasons: "Both."}}
	paradox := asked
	paradox.Ruling, paradox.Wins = Ruling{Judge: ada, Ruling: "paradox", Reasons: markup}, nasty
	closed := ruled
	closed.Closed = "consent"
	unruled := asked
	unruled.Closed = "consent"
	win := Question{Number: 4, About: "win", Judge: ada, Rivals: []string{ada, nasty}}
	fails := Question{Number: 5, About: "clause", Judge: bob, Clause: Failure{Rule: 202, Name: "when_turn_ends", Why: "line 2: division by zero"}, Program: "def when_turn_ends(turn):\n    award(turn.mover, 1 / 0)"}
	archive := []Question{closed, unruled, win, fails, paradox}
	all := []Sample{
		sample("status-judgment-open", StatusReport{Frame: f, Status: Standing{Status: "running", Phase: "judgment", Turn: 5, Awaited: []string{ada}, Until: at}, Questions: archive}),
		sample("status-consent", StatusReport{Frame: f, Status: Standing{Status: "running", Phase: "consent", Turn: 5, Mover: bob, Awaited: []string{ada, nasty}}, Questions: []Question{ruled}}),
		sample("history-rulings", History{Frame: f, Questions: archive}),
		sample("digest-rulings", Digest{Frame: f, Questions: archive}),
		sample("gameover-paradox", GameOver{Frame: f, Winners: []string{bob}, Rule: 213, Paradox: true, Goal: "200", Turns: 9, Circuits: 3, Proposals: 9, Adopted: 6}),
	}
	turn := f
	turn.YourTurn = &YourTurn{Name: bob, Number: 306, ProposeBy: at, IfSilent: "wait", Circuit: 2}
	for _, s := range []struct {
		name string
		Judgment
	}{
		{"invoked", Judgment{Question: asked, Code: "invoked", RuleBy: at, Rule: 212}},
		{"judge", Judgment{Question: asked, Code: "invoked", Mine: true, RuleBy: at, IfSilent: "next"}},
		{"judge-clause", Judgment{Question: fails, Code: "invoked", Mine: true}},
		{"judge-win", Judgment{Question: win, Code: "invoked", Mine: true, RuleBy: at, IfSilent: "wait"}},
		{"overruled", Judgment{Question: ruled, Code: "judge", How: "overruled", RuleBy: at}},
		{"silent", Judgment{Question: asked, Code: "judge", How: "silent", Mine: true, RuleBy: at, IfSilent: "wait"}},
		{"forfeited", Judgment{Question: asked, Code: "judge", How: "forfeited"}},
		{"ruled", Judgment{Question: ruled, Code: "ruled", Lacking: []string{bob, nasty}, StandsBy: at}},
		{"ruled-mine", Judgment{Question: ruled, Code: "ruled", Mine: true}},
		{"paradox", Judgment{Question: paradox, Code: "ruled", Lacking: []string{bob, nasty}, StandsBy: at}},
		{"paradox-on", Judgment{Question: paradox, Code: "ruled", Mine: true}},
		{"against", Judgment{Question: ruled, Code: "against", Name: bob, Lacking: []string{nasty}}},
		{"against-all", Judgment{Question: ruled, Code: "against", Name: bob}},
		{"held", Judgment{Question: ruled, Code: "held", Mover: bob, Wanting: []string{ada, nasty}, Wanted: true, Silence: true, StandsBy: at}},
		{"held-open", Judgment{Question: asked, Code: "held", Wanting: []string{ada}}},
		{"freed", Judgment{Question: ruled, Code: "freed", Mover: bob, ProposeBy: at}},
		{"due", Judgment{Question: asked, Code: "due", Mine: true, RuleBy: at, IfSilent: "next"}},
		{"due-late", Judgment{Question: asked, Code: "due", Mine: true, RuleBy: at, Late: true, IfSilent: "wait"}},
		{"new", Judgment{Question: asked, Code: "something-new"}},
	} {
		s.Frame = f
		all = append(all, sample("judgment-"+s.name, s.Judgment))
	}
	return append(all, sample("judgment-freed-turn", Judgment{Frame: turn, Question: ruled, Code: "freed", Mover: bob, ProposeBy: at}))
}
