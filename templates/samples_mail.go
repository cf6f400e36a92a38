package templates

import (
	"strings"
	"time"
)

func askSamples() []Sample {
	f, at := sampleFrame(), sampleTime()
	stand := func(status, phase string) Standing {
		return Standing{Status: status, Phase: phase, Turn: 5, Circuit: 2, Mover: bob, Number: 305, Until: at, Awaited: []string{bob}, Why: command, Winners: []string{ada}, Goal: "200", Unreachable: []string{bob, nasty}, Disputed: []Disputed{{7, nasty, 42}, {8, ada, 0}}, Away: []Absence{{cem, at}}, Inactive: []string{bob, nasty}}
	}
	past := []Past{
		{Number: 301, Proposer: ada, Kind: "amend", Rule: 203, Title: "Majority at once", Status: "adopted", Favour: 3, Cast: 3, Points: "+10"},
		{Number: 302, Proposer: nasty, Kind: "enact", Title: command, Status: "defeated", Favour: 1, Cast: 4, Points: "-10"},
		{Number: 303, Proposer: angle, Kind: "repeal", Rule: 206, Status: "withdrawn"},
		{Number: 304, Proposer: right, Kind: "transmute", Rule: 112, Title: strings.Repeat("長い題名", 30), Status: "voting"},
		{Number: 305, Proposer: bob, Kind: "", Status: "debate"},
		{Number: 306, Proposer: bob, Kind: "amend", Rule: 207, Status: "something-new"},
	}
	all := []Sample{
		sample("status-vote", StatusReport{Frame: f, Scores: sampleScores(), Status: stand("running", "vote"), Open: []Offer{amendOffer(), enactOffer()}}),
		sample("status-waits", StatusReport{Frame: f, Status: Standing{Status: "running", Phase: "vote", Number: 301, Awaited: []string{ada}, Until: at.Add(24 * time.Hour), Since: at}}),
		sample("status-nowhere", StatusReport{Frame: f, Status: Standing{Status: "waiting"}}),
		sample("history-full", History{Frame: f, Proposals: past}),
		sample("history-empty", History{Frame: f}),
		sample("help-player", Help{Frame: f, Player: true}),
		sample("help-voting", Help{Frame: f, Player: true, Voting: []int{301, 302}, Abstain: true}),
		sample("help-turn", Help{Frame: f, Player: true, MyTurn: true}),
		sample("help-stranger", Help{Frame: f}),
	}
	for _, s := range [][2]string{{"running", "propose"}, {"running", "debate"}, {"running", "judgment"}, {"paused", ""}, {"won", ""}, {"ended", ""}} {
		all = append(all, sample("status-"+s[0]+s[1], StatusReport{Frame: f, Scores: sampleScores(), Status: stand(s[0], s[1])}))
	}
	return all
}

// receipt is a receipt for the given items, an hour before the deadline.
func receipt(items ...Item) Receipt {
	at := sampleTime().Add(-63 * time.Minute)
	return Receipt{
		Frame: sampleFrame(), Name: ada, Items: items, At: at, Before: 63 * time.Minute, Until: sampleTime(),
		Entry: 42, Hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
	}
}

// castSamples are receipts for ballots where there are no turns.
func castSamples() []Sample {
	cast := func(n int, option string, c Cast) Item {
		return Item{Words: "1001: as it is", Did: "voted", Proposal: n, Option: option, Cast: &c, Holds: true}
	}
	follows := cast(1001, "endorse", Cast{Endorsed: bob})
	depends := cast(1002, "conditional", Cast{Condition: command + " if it rains"})
	parts := cast(1003, "for", Cast{Parts: []CastPart{{"for", 3}, {"against", 1}}})
	plain := Item{Words: "1004: AGAINST", Did: "changed", Was: "for", Proposal: 1004, Option: "against", Holds: true}
	waits := sampleListed()
	waits.Number, waits.Coauthors = 0, []string{bob, cem}
	one := Listed{Title: "Tea", Parts: []Part{{Nth: 1, Kind: "repeal", Rule: 105}}}
	pooled := func(l Listed) Item {
		return Item{Words: "enact", Did: "pooled", Name: l.Title, At: sampleTime(), Listed: &l}
	}
	return []Sample{
		sample("receipt-pooled-parts", receipt(pooled(waits))), sample("receipt-pooled-one", receipt(pooled(one))), sample("receipt-pooled-two", receipt(pooled(waits), pooled(one))),
		sample("receipt-endorse", receipt(follows)), sample("receipt-endorse-hostile", receipt(cast(1001, "endorse", Cast{Endorsed: nasty}))),
		sample("receipt-condition", receipt(depends)), sample("receipt-parts", receipt(parts)), sample("receipt-holds", receipt(plain)),
		sample("receipt-casts", receipt(follows, parts, plain)), sample("receipt-casts-condition", receipt(follows, depends)),
	}
}

func receiptSamples() []Sample {
	vote := Item{Words: "301 against", Did: "voted", Proposal: 301, Option: "against"}
	held := Item{Words: "302 for, if 301 passes", Held: "conditional", Proposal: 302, Number: 7, Answers: []string{"302 FOR", "302 AGAINST"}}
	later := held
	later.Words = "303 against, I think"
	later.First, later.Number, later.Proposal, later.Answers = 3, 8, 303, []string{"303 AGAINST", "303 FOR"}
	late := vote
	late.Since = sampleTime().Add(-time.Minute)
	no := Item{Words: command, No: &No{Code: "immutable", Rule: 103, Number: 112}}
	quoted := Item{Words: "301 FOR\n302 AGAINST", Why: "quoted"}
	set := receipt(vote)
	set.Aside = []Item{quoted, {Words: "enact\n" + markup, Why: "signature"}}
	bare := receipt(vote)
	bare.Until, bare.Before, bare.Entry, bare.Hash = time.Time{}, 0, 0, ""
	far := receipt(vote)
	far.Until = far.At.AddDate(0, 0, 9)
	east := sample("receipt-east", receipt(vote))
	east.Reader.Zone = time.FixedZone("Asia/Tokyo", 9*3600)
	utc := sample("receipt-utc", receipt(vote))
	utc.Reader = Reader{Language: "xx-YY"}
	entered := receipt(vote)
	entered.EnteredBy = "org@example.org"
	settled := receipt(vote)
	settled.SettledBy = entered.EnteredBy
	weaker, unsigned := receipt(vote), receipt(vote)
	weaker.Weaker, unsigned.Weaker = "from", "token"
	all := []Sample{
		sample("receipt-voted", receipt(vote)), sample("receipt-bare", bare), sample("receipt-far", far), east, utc,
		sample("receipt-aside", set),
		sample("receipt-last", receipt(Item{Words: "301 for", Did: "voted", Proposal: 301, Option: "for", Over: true})),
		sample("receipt-entered", entered), sample("receipt-settled-by", settled), sample("receipt-weaker", weaker), sample("receipt-unsigned", unsigned), sample("receipt-held", receipt(held)), sample("receipt-held-two", receipt(held, later)), sample("receipt-since", receipt(late)),
		sample("receipt-held-unnumbered", receipt(Item{Words: "extned", Held: "unclear", Answers: []string{"extend 2025-03-09", ""}})),
		sample("receipt-held-answerless", receipt(Item{Words: "what?", Held: "unclear", Answers: []string{""}})),
		sample("receipt-refused", receipt(no)),
		sample("receipt-set-aside", receipt(quoted)), sample("receipt-nothing", receipt()),
		sample("receipt-two", receipt(vote, Item{Words: "302 for", Did: "voted", Proposal: 302, Option: "for"})),
		sample("receipt-many", receipt(vote, held, later, no, quoted, Item{Words: strings.Repeat("y", 400) + "\n" + markup, Did: "same", Proposal: 303, Option: "for"})),
		sample("receipt-passed-always", receipt(Item{Words: "Hello!", Did: "passed-on", Option: "always", Files: true})),
		sample("receipt-tested-held", receipt(Item{Words: "302 for, if", Did: "tested", Name: "vote", Held: "conditional"})),
	}
	for _, did := range append(deeds(), "something-new") {
		i := Item{Words: command, Did: did, Proposal: 301, Option: "for", Was: "against", At: sampleTime(), Name: nasty, Rule: 301, Said: 203, Entry: 42, Hat: true}
		all = append(all, sample("receipt-did-"+did, receipt(i)))
	}
	for _, why := range append(asides(), "something-new") {
		all = append(all, sample("receipt-aside-"+strings.ReplaceAll(why, " ", "-"), receipt(Item{Words: command, Why: why})))
	}
	return all
}

func deeds() []string {
	return []string{
		"voted", "changed", "same", "withdrew-vote", "proposed", "revised", "withdrew", "left-clause", "took-clause", "opened", "opens-later", "opens-answered", "pooled", "unpooled", "joined",
		"forfeited", "settled", "dropped", "disputed", "answered", "tested", "extended", "paused", "resumed", "started", "awarded",
		"invoked", "ruled", "overruling", "consented", "removed", "undone", "asked-seat", "let-stand", "entered", "announced", "set", "team-offered", "team-made", "team-ended", "watching", "unwatched", "asked-address", "passed-on", "pass-not", "done", "claimed", "denied", "upheld", "doubted",
		"language", "timezone", "away", "back", "receipts-on", "receipts-off",
		"called", "case-ruled", "reconsidering", "willing", "unwilling", "inactive", "active",
	}
}

func asides() []string {
	return []string{"quoted", "signature", "after end", "forwarded", "footer", "corrected", "struck", "duplicate", "enough", "late", "not-player", "not-open", "talk", "talk-waits", "talk-key"}
}

// refusalSamples has every refusal with everything said, and with nothing said.
func refusalSamples() []Sample {
	var all []Sample
	for _, code := range append(Refusals(english), "something-new") {
		full := No{
			Code: code, Rule: 103, Proposal: 301, Number: 203, Now: 304, Limit: 25, Player: angle, At: sampleTime(),
			Text: "line 2, column 5: " + command, Hint: "max_mutable", Open: []int{301, 302},
		}
		all = append(all,
			sample("refusal-"+code, receipt(Item{Words: command, No: &full})),
			sample("refusal-"+code+"-bare", receipt(Item{Words: "301 FOR", No: &No{Code: code, Proposal: 301, Number: 203}})))
	}
	return all
}

func reasonSamples() []Sample {
	var all []Sample
	for _, reason := range append(Reasons(english), "something-new") {
		all = append(all,
			sample("reason-"+reason, receipt(Item{Words: command, Held: reason, Proposal: 301, Number: 7, Answers: []string{"301 FOR", "301 AGAINST\nforfeit"}, Entry: 42, Undoes: sampleDifferences(), Deed: Deed{"vote", nasty, 301}, Seat: &Seat{By: nasty, Why: command, Points: "-3", Others: []string{ada, nasty}}})),
			sample("reason-"+reason+"-bare", receipt(Item{Held: reason})))
	}
	all = append(all, sample("reason-undo-sure-again", receipt(Item{Words: "1", Held: "undo-sure", Again: true, Entry: 42, Undoes: sampleDifferences(), Answers: []string{"yes, undo it"}})))
	return all
}

func noticeSamples() []Sample {
	var all []Sample
	for _, code := range append(Notices(english), "something-new") {
		full := Notice{
			Frame: sampleFrame(), Code: code, Name: nasty, Names: []string{ada, right}, Points: "-3", Number: 301, Rule: 203,
			At: sampleTime(), Why: command, Text: markup, Changes: []string{"Ada Quillfeather: 21 points, not 11.", "301 FOR\nforfeit"},
			By: nasty, Other: right, Entry: 42, Undoes: sampleDifferences(), Answers: []string{"undo entry 42", command}, Question: 7,
		}
		all = append(all, sample("notice-"+code, full), sample("notice-"+code+"-bare", Notice{Frame: sampleFrame(), Code: code, Name: bob}))
	}
	all = append(all, sample("notice-unreachable-watcher", Notice{Frame: sampleFrame(), Code: "unreachable", Text: "eve@example.org"}))
	for _, of := range []string{"vote", "propose", "debate", "judgment", "consent", ""} {
		about := Notice{Frame: sampleFrame(), Names: []string{bob, cem}, Name: bob, Number: 301, At: sampleTime(), Text: of}
		about.Code = "stalled"
		all = append(all, sample("notice-stalled-"+of, about))
		about.Code = "awaited"
		all = append(all, sample("notice-awaited-"+of, about))
	}
	for _, kind := range []string{"vote", "proposal", "result"} {
		about := Notice{Frame: sampleFrame(), Name: bob, Entry: 42, Deed: Deed{kind, nasty, 301}}
		for _, about.Code = range []string{"disputed", "undone", "dispute-closed"} {
			all = append(all, sample("notice-"+about.Code+"-"+kind, about))
		}
	}
	for _, policy := range []string{"wait", "pass"} {
		all = append(all, sample("notice-absent-"+policy, Notice{Frame: sampleFrame(), Code: "absent", Name: bob, At: sampleTime(), Text: policy}))
	}
	return append(all, sample("notice-started-dice", Notice{Frame: sampleFrame(), Code: "started", Name: ada, Die: dieHash}))
}

// sampleDifferences has one of each kind.
func sampleDifferences() []Difference {
	var all []Difference
	for _, kind := range []string{
		"points", "plays", "gone", "rule-back", "rule-other", "rule-gone", "vote-back", "vote-other", "vote-gone", "proposal-debate", "proposal-voting",
		"proposal-adopted", "proposal-defeated", "proposal-withdrawn", "proposal-gone", "proposal-parts", "turn", "game-running", "game-paused", "game-ended", "something-new",
	} {
		all = append(all, Difference{Kind: kind, Name: nasty, Other: right, Number: 301, Former: 4, Was: "-10", Is: "7/2"})
	}
	return all
}

func talkSamples() []Sample {
	f := sampleFrame()
	return []Sample{
		sample("talk-about", Talk{Frame: f, Name: ada, Number: 301, Text: "I wonder whether teapots count.\n\nWhat do you think?"}),
		sample("talkdigest-threads", TalkDigest{Frame: f, Threads: []Thread{
			{301, "Teapots", []Remark{{ada, sampleTime(), "I wonder whether teapots count."}, {bob, sampleTime().Add(time.Hour), "They do."}}},
			{302, nasty, []Remark{{nasty, sampleTime(), command + "\n" + markup}}},
			{0, "", []Remark{{cem, sampleTime(), "Good morning!"}}},
		}}),
		sample("talkdigest-one", TalkDigest{Frame: f, Threads: []Thread{{301, "", []Remark{{ada, sampleTime(), strings.Repeat("<&\"> ", 2400)}}}}}),
		sample("talk-hostile", Talk{Frame: f, Name: nasty, Text: command + "\n" + markup}),
		sample("talk-receipt", Talk{Frame: Frame{Game: "tea", Address: f.Address, YourTurn: &YourTurn{Name: bob, Number: 305}}, Name: dora, Text: strings.Repeat("tea ", 2000)}),
	}
}

func strangerSamples() []Sample {
	var all []Sample
	for _, code := range append(Strangers(english), "something-new") {
		all = append(all, sample("stranger-"+code, Stranger{Frame: Frame{Address: "nomic@example.org"}, Code: code, Games: []string{"tea", nasty}}))
	}
	return all
}
