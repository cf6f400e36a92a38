package templates

// caseSamples are the letters of Judgment by rotation, and of silence.
func caseSamples() []Sample {
	f, at := sampleFrame(), sampleTime()
	asked := Question{Number: 3, Case: true, Text: "Proposal 1002 has taken effect.\n" + command, By: bob, Judge: ada}
	full := asked
	full.Arguments, full.Evidence, full.Barred = "Rule 110 says so.\n"+command, markup, []string{nasty}
	fallen := asked
	fallen.Judge = ""
	ruled := full
	ruled.Closed, ruled.Ruling = "ruled", Ruling{Judge: ada, Ruling: "false", Reasons: "It has not.\n" + command, At: at, Rules: []int{105, 110}}
	wins := ruled
	wins.Ruling.Ruling, wins.Wins, wins.WinsBy = "paradoxical", nasty, 121
	again := ruled
	again.Earlier = []Ruling{{Judge: nasty, Ruling: "paradoxical", Reasons: command}, {Ruling: "dismiss", Reasons: "Why?"}}
	again.Asked = []Asking{{bob, command}, {nasty, "No."}}
	open := again
	open.Closed, open.Ruling = "", Ruling{}
	byOrganiser := fallen
	byOrganiser.Closed, byOrganiser.Ruling = "ruled", Ruling{Ruling: "insufficient", Reasons: "Who can say?", Rules: []int{105}}
	rulings := []string{"true", "false", "irrelevant", "insufficient", "paradoxical", "dismiss"}
	all := []Sample{
		sample("cases", Cases{Frame: f, Listed: []Question{ruled, open, byOrganiser, fallen}}),
		sample("cases-none", Cases{Frame: f}),
		sample("cases-one", Cases{Frame: f, Listed: []Question{again}, One: 3}),
		sample("cases-open", Cases{Frame: f, Listed: []Question{fallen}, One: 3}),
		sample("digest-cases", Digest{Frame: f, Questions: []Question{again, open, byOrganiser}}),
		sample("status-inactive", StatusReport{Frame: f, Status: Standing{Status: "running", Phase: "any time", Inactive: []string{bob}}, Questions: []Question{open}, Scores: []Score{{Name: bob, Points: "0", State: "inactive"}}}),
		sample("receipt-called", receipt(Item{Words: command, Did: "called", Number: 3, Name: ada})),
		sample("receipt-called-nobody", receipt(Item{Words: command, Did: "called", Number: 3})),
	}
	for _, did := range []string{"case-ruled", "reconsidering", "willing", "unwilling", "inactive", "active"} {
		all = append(all, sample("receipt-"+did, receipt(Item{Words: command, Did: did, Number: 3})))
	}
	for _, what := range []string{"leaves", "inactive", "silence"} {
		for _, code := range []string{"silence-warned", "inactive"} {
			all = append(all, sample("notice-"+code+"-"+what, Notice{Frame: f, Code: code, Name: bob, At: at, Text: what}))
		}
	}
	for _, s := range []struct {
		name string
		Case
	}{
		{"called", Case{Question: full, Code: "called", RuleBy: at}},
		{"yours", Case{Question: asked, Code: "called", Mine: true, RuleBy: at, IfSilent: "next"}},
		{"nobody", Case{Question: fallen, Code: "called"}},
		{"organiser", Case{Question: fallen, Code: "called", Charge: true}},
		{"silent", Case{Question: asked, Code: "assigned", How: "silent", Mine: true, RuleBy: at, IfSilent: "wait"}},
		{"unwilling", Case{Question: asked, Code: "assigned", How: "unwilling"}},
		{"inactive", Case{Question: asked, Code: "assigned", How: "inactive", RuleBy: at}},
		{"removed", Case{Question: fallen, Code: "assigned", How: "removed"}},
		{"ruled", Case{Question: ruled, Code: "ruled", Until: at}},
		{"ruled-wins", Case{Question: wins, Code: "ruled", Until: at}},
		{"ruled-mine", Case{Question: again, Code: "ruled", Mine: true}},
		{"ruled-organiser", Case{Question: byOrganiser, Code: "ruled"}},
		{"asked", Case{Question: ruled, Code: "asked", Name: bob, Lacking: 1, Until: at}},
		{"asked-more", Case{Question: ruled, Code: "asked", Name: nasty, Lacking: 2}},
		{"reopened", Case{Question: open, Code: "reopened", RuleBy: at}},
		{"reopened-mine", Case{Question: open, Code: "reopened", Mine: true, RuleBy: at, IfSilent: "next"}},
		{"due", Case{Question: asked, Code: "due", Mine: true, RuleBy: at, IfSilent: "next"}},
		{"due-late", Case{Question: asked, Code: "due", Mine: true, RuleBy: at, Late: true, IfSilent: "wait"}},
		{"new", Case{Question: asked, Code: "something-new"}},
	} {
		s.Frame, s.Rulings = f, rulings
		all = append(all, sample("case-"+s.name, s.Case))
	}
	return all
}
