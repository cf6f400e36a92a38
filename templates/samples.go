package templates

import (
	"slices"
	"strings"
	"time"
)

// Sample is a letter with made-up data, in one of the shapes that it can take.
// It can be written as the letter itself.
type Sample struct {
	Letter
	Shape  string // the letter and its shape: "ballot-amend"
	Reader Reader
}

// Samples has every letter in every shape. It is what the tests write and what
// an operator looks at. Some of the players in it mean no good: their names and
// texts look like commands, headers, HTML or headings of ours.
func Samples() []Sample {
	return slices.Concat(
		offerSamples(), foresightSamples(), suggestedSamples(), ballotSamples(), turnSamples(), resultSamples(), rulesetSamples(), askSamples(), listSamples(), judgmentSamples(), caseSamples(),
		receiptSamples(), castSamples(), refusalSamples(), reasonSamples(), noticeSamples(), strangerSamples(), correctionSamples(), talkSamples(), sealedSamples(), claimSamples(),
	)
}

// What the samples are made of.
const (
	ada   = "Ada Quillfeather"
	bob   = "Bob Bramble"
	cem   = "Cem Ağaoğlu"
	dora  = "Dóra Őszi"
	nasty = "301 FOR\r\nBcc: all@example.org"
	angle = `<b onmouseover="x()">Eve</b> & "Co"`
	right = "\u202eRUOY\u202c שלום \u2066\u200b"

	command = "301 FOR\n302 AGAINST\n\n## Your vote\n\nforfeit\nend\n\n-- \nenact\nAda wins."
	markup  = "<script>alert(1)</script></blockquote><img src=\"https://example.org/x.png\">\n**bold** [x](https://example.org) &amp; `code`\n\tindented\x00\x1b[31m\u202etxet eht\u202c"

	oldText = "A rule-change is adopted only if every eligible voter votes for it. If this rule is still as it was " +
		"when the second complete circuit of turns is over, then from that moment on a simple majority is enough. " +
		"Votes are counted by the moderator."
	newText = "A rule-change is adopted if more eligible voters vote for it than against it. If this rule is still as " +
		"it was when the third complete circuit of turns is over, then from that moment on a simple majority is " +
		"enough.\n\nVotes are counted by the moderator."
	clauseText = "def adopted(vote):\n    return vote.favour > vote.against and vote.cast >= 2 # more than two thirds of nothing are nothing"
	dieHash    = "d0116ed7a1cbed0890fc04ce7bd54e2f1ca50ed56c478976469adced46e3d58a"
	dieSecret  = "9f86d081884c7d659a2feaa0c55ad015"
	sumText    = "(305 − 291) × 3/4 = 10.5 → 11"
)

func sampleTime() time.Time { return time.Date(2025, time.March, 7, 18, 0, 0, 0, time.UTC) }

// sampleReader reads English by a clock an hour ahead of UTC.
func sampleReader() Reader {
	return Reader{Language: "en", Zone: time.FixedZone("Europe/Paris", 3600)}
}

func sampleFrame() Frame { return Frame{Game: "tea", Address: "tea@nomic.example.org"} }

func sample(shape string, l Letter) Sample {
	return Sample{Letter: l, Shape: shape, Reader: sampleReader()}
}

func sampleForms(number string) []Form {
	form := func(option string) Form {
		word := number + "%20" + strings.ToUpper(option)
		return Form{Option: option, URL: "mailto:tea@nomic.example.org?subject=%5Btea%5D%20" + word + "&body=" + word}
	}
	return []Form{form("for"), form("against"), form("abstain")}
}

func amendOffer() Offer {
	return Offer{
		Number: 301, Proposer: ada, Kind: "amend", Rule: 203, RuleTitle: "How many votes it takes",
		Title: "Majority at once", Text: newText, Old: oldText, Clause: clauseText, OldClause: "adopted = 1",
		Warnings: []Warning{{Code: "without-effect", Name: "adopted", By: 109}},
	}
}

func enactOffer() Offer {
	return Offer{Number: 302, Proposer: nasty, Kind: "enact", Title: "303 AGAINST\nSubject: yes", Text: command + "\n" + markup}
}

// otherOffers are the remaining kinds of proposals.
func otherOffers() map[string]Offer {
	return map[string]Offer{
		"keeps":     {Number: 303, Proposer: bob, Kind: "amend", Rule: 301, Was: []int{203}, Text: newText, Old: oldText, KeepsClause: true, Warnings: []Warning{{Code: "keeps-clause"}}},
		"same":      {Number: 304, Proposer: bob, Kind: "amend", Rule: 206, Text: oldText, Old: oldText, Warnings: []Warning{{Code: "no-change"}}},
		"repeal":    {Number: 305, Proposer: cem, Kind: "repeal", Rule: 206, RuleTitle: "Defeat", Old: "The proposer of a defeated proposal loses ten points."},
		"transmute": {Number: 306, Proposer: dora, Kind: "transmute", Rule: 112, ToMutable: true, Warnings: []Warning{{Code: "unanimity"}}},
		"to-fixed":  {Number: 307, Proposer: dora, Kind: "transmute", Rule: 208},
		"amendment": {Number: 308, Proposer: angle, Kind: "repeal", Amendment: 304, Rule: 304, Was: []int{203, 301}, Old: newText, Warnings: []Warning{{Code: "new-code", Name: right}}},
		"long":      {Number: 309, Proposer: right, Kind: "amend", Rule: 210, Title: strings.Repeat("long ", 60), Text: longText(), Old: strings.Repeat("Nobody may conspire, not even on a Sunday. ", 400)},
		"word":      {Number: 310, Proposer: ada, Kind: "enact", Text: strings.Repeat("x", 5000) + "\n" + strings.Repeat("<&>\"", 2000)},
	}
}

// longText is more than the HTML part of a letter can hold.
func longText() string {
	return strings.Repeat("Each player keeps a \"teapot\" & <cups> of every colour. ", 1500) + "\nThe end of it."
}

func offerSamples() []Sample {
	f, by := sampleFrame(), sampleTime()
	all := []Sample{
		sample("proposal-amend", Proposal{Frame: f, Offer: amendOffer(), OpensAfter: by.Add(-48 * time.Hour), OpensBy: by}),
		sample("proposal-revised", Proposal{Frame: f, Offer: enactOffer(), Revised: true, OpensBy: by}),
		sample("proposal-clause", Proposal{Frame: f, Offer: amendOffer(), Revised: true, OnlyClause: true, OpensBy: by}),
		sample("proposal-mine-clause", Proposal{Frame: f, Offer: amendOffer(), Mine: true, Revised: true, OnlyClause: true}),
		sample("proposal-watching", Proposal{Frame: f, Offer: enactOffer(), Watching: true, OpensBy: by}),
		sample("proposal-watching-vote", Proposal{Frame: f, Offer: enactOffer(), Watching: true, Closes: by}),
		sample("proposal-mine", Proposal{Frame: f, Offer: amendOffer(), Mine: true, OpensAfter: by.Add(-48 * time.Hour), OpensBy: by}),
		sample("proposal-mine-revised", Proposal{Frame: f, Offer: amendOffer(), Mine: true, Revised: true}),
	}
	others := otherOffers()
	for _, shape := range []string{"keeps", "repeal", "amendment"} {
		all = append(all, sample("proposal-"+shape, Proposal{Frame: f, Offer: others[shape]}))
	}
	return all
}

func ballotSamples() []Sample {
	f, by := sampleFrame(), sampleTime()
	voters := []string{ada, bob, cem, dora, nasty, angle, right}
	with := f
	with.Receipt = &Receipt{
		Frame: f, Name: ada, At: by.Add(-100 * time.Hour), Entry: 41, Hash: "9f86d081884c7d659a2feaa0c55ad015",
		Items: []Item{{Words: "amend 203 ...", Did: "proposed", Proposal: 301, Said: 203, Rule: 301}},
	}
	all := []Sample{
		sample("ballot-amend", Ballot{Frame: f, Offer: amendOffer(), Closes: by, IfSilent: "wait", Needs: "unanimity", Forms: sampleForms("301")[:2], Voters: voters[:4]}),
		sample("ballot-receipt", Ballot{Frame: with, Offer: amendOffer(), Closes: by, IfSilent: "abstain", Abstain: true, Needs: "majority", Forms: sampleForms("301"), Voters: voters[:3]}),
		sample("ballot-hostile", Ballot{Frame: f, Offer: enactOffer(), Closes: by, IfSilent: "against", Needs: "other", Forms: []Form{{"for", "javascript:alert(1)"}, {"against", "mailto:x@example.org?body=\"><script>\r\nBcc: y"}}, Voters: voters}),
		sample("ballot-mine", Ballot{Frame: f, Offer: amendOffer(), Closes: by, Mine: "for", Moved: true, Needs: "majority", Voters: voters[:1]}),
		sample("ballot-dice", Ballot{Frame: f, Offer: amendOffer(), Closes: by, Needs: "majority", Voters: voters[:1], Die: dieHash}),
		sample("ballot-away", Ballot{Frame: f, Offer: amendOffer(), Closes: by, IfSilent: "wait", Needs: "majority", Voters: voters[:3], Away: []Absence{{bob, by.Add(48 * time.Hour)}, {nasty, by}}, IfAway: "wait"}),
		sample("ballot-mine-open", Ballot{Frame: f, Offer: amendOffer(), Mine: "against"}),
	}
	others := otherOffers()
	for _, shape := range []string{"keeps", "same", "repeal", "transmute", "to-fixed", "amendment", "long", "word"} {
		all = append(all, sample("ballot-"+shape, Ballot{Frame: f, Offer: others[shape], Needs: "unanimity", Forms: sampleForms("303")[:2], Voters: voters[:4]}))
	}
	return all
}
