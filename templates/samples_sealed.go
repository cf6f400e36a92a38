package templates

import "time"

// What the samples of sealed votes are made of.
const (
	sampleKey = "key 301 " + dieSecret

	sampleSeals = "seals tea 301\n" +
		"38d62b25fe41c76dd8152ba1a4b7ea2d9a8e9d2bcd9dcf81a7e01f8ac4d5a9c1\n" + dieHash + "\n" +
		"struck\na7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a\n" +
		"end of seals: 2 sealed, 1 struck"

	sampleTally = "tally tea 305: 1 FOR, 2 AGAINST, 0 ABSTAIN\n" +
		"1 sealed, " + ada + "\ntea 305 " + dieSecret + " FOR\n" + dieHash + "\n" +
		"2 sealed, " + bob + "\ntea 305 00112233445566778899aabbccddeeff AGAINST\n" +
		"38d62b25fe41c76dd8152ba1a4b7ea2d9a8e9d2bcd9dcf81a7e01f8ac4d5a9c1\n" +
		"1 unsealed AGAINST, " + angle + "\n" +
		"struck\na7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a\n" +
		"end of tally: 3 ballots, 1 struck"
)

func sealedSamples() []Sample {
	f, at := sampleFrame(), sampleTime()
	vote := Item{Words: "301 against", Did: "voted", Proposal: 301, Option: "against"}
	one, many := receipt(vote), receipt(vote, Item{Words: "302 for", Did: "changed", Proposal: 302, Option: "for", Was: "against"})
	one.Sealed = Sealed{Keys: []string{sampleKey}, Seals: []string{sampleSeals}}
	many.Sealed = Sealed{Keys: []string{sampleKey, "key 302 00112233445566778899aabbccddeeff"}, Seals: []string{sampleSeals, sampleSeals}}
	one.Aside = []Item{{Words: command, Why: "talk-key"}}
	seals := Sealed{Seals: []string{sampleSeals}}
	opened := sampleResult()
	opened.Sealed = sampleTally
	opened.Favour, opened.Against, opened.Cast, opened.Voters = 1, 3, 4, 4
	return []Sample{
		sample("receipt-sealed", one), sample("receipt-sealed-votes", many),
		sample("ballot-sealed", Ballot{Frame: f, Offer: amendOffer(), Closes: at, IfSilent: "wait", Needs: "majority", Voters: []string{ada, bob}, Sealed: true}),
		sample("reminder-sealed", Reminder{Frame: f, Offer: amendOffer(), Of: "vote", Until: at.Add(24 * time.Hour), IfSilent: "wait", Forms: sampleForms("301")[:2], Sealed: seals}),
		sample("status-sealed", StatusReport{Frame: f, Status: Standing{Status: "running", Phase: "vote", Number: 301, Awaited: []string{bob}, Until: at}, Sealed: one.Sealed}),
		sample("status-opened", StatusReport{Frame: f, Status: Standing{Status: "running", Phase: "propose", Mover: bob}, Open: []Offer{amendOffer()}, Opened: sampleTally}),
		sample("result-sealed", opened),
	}
}
