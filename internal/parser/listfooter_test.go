package parser_test

import (
	"fmt"
	"strings"
	"testing"

	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
)

// footers are what list programs put below a mail of the list pond-actions.
var footers = map[string]string{
	"Mailman 2": "_______________________________________________\npond-actions mailing list\npond-actions@lists.example.org\nhttps://lists.example.org/mailman/listinfo/pond-actions\n",
	"Mailman 3": "_______________________________________________\npond-actions mailing list -- pond-actions@lists.example.org\nTo unsubscribe send an email to pond-actions-leave@lists.example.org\n",
	"Mailman in Portuguese": "_______________________________________________\npond-actions: uma lista de discussão\npond-actions@lists.example.org\n" +
		"https://lists.example.org/mailman/listinfo/pond-actions\n",
	"Google Groups": "-- \nYou received this message because you are subscribed to the Google Groups \"pond-actions\" group.\n" +
		"To unsubscribe from this group and stop receiving emails from it, send an email to pond-actions+unsubscribe@groups.example.com.\n" +
		"To view this discussion visit https://groups.example.com/d/msgid/pond-actions/7%40example.org.\n",
	"Google Groups without its rule": "You received this message because you are subscribed to the Google Groups \"pond-actions\" group.\n" +
		"To unsubscribe from this group and stop receiving emails from it, send an email to pond-actions+unsubscribe@groups.example.com.\n",
	"Topicbox": "------------------------------------------\npond: actions\nPermalink: https://pond.topicbox.example/groups/actions/T1-M2\n" +
		"Delivery options: https://pond.topicbox.example/groups/actions/subscription\n",
	"groups.io": "-=-=-=-=-=-=-=-=-=-=-=-\nGroups.io Links: You receive all messages sent to this group.\nView/Reply Online (#5): https://groups.example/g/pond/message/5\n" +
		"Mute This Topic: https://groups.example/mt/1/2\nGroup Owner: pond-actions+owner@groups.example\n" +
		"Unsubscribe: https://groups.example/g/pond/unsub [ada@example.org]\n-=-=-=-=-=-=-=-=-=-=-=-\n\n",
	"Sympa": "-----\nTo unsubscribe from this list: https://lists.example.org/sympa/sigrequest/pond-actions\n",
	"Sympa in French, of which only the address is known": "---------------------------------\nPour toute question : pond-actions-request@lists.example.org\n",
	"ezmlm": "---------------------------------------------------------------------\nTo unsubscribe, e-mail: pond-actions-unsubscribe@lists.example.org\n" +
		"For additional commands, e-mail: pond-actions-help@lists.example.org\n",
	"LISTSERV": "########################################################################\n\nTo unsubscribe from the POND-ACTIONS list, click the following link:\n" +
		"https://listserv.example.org/cgi-bin/wa?SUBED1=POND-ACTIONS&A=1\n",
	"two lists": "_______________________________________________\npond-actions mailing list\npond-actions@lists.example.org\n\n" +
		"---------------------------------------------------------------------\nTo unsubscribe, e-mail: pond-all-unsubscribe@lists.example.org\n",
}

// onPond is a mail through the list pond-actions.
func onPond(body string) *parser.Letter {
	head := "From: Ada Quillfeather <ada@example.org>\nTo: pond-actions@lists.example.org\nSubject: my move\nMessage-ID: <1@example.org>\n" +
		"List-Id: <pond-actions.lists.example.org>\nDate: Mon, 5 Jan 2026 09:10:00 +0000\n\n"
	return parser.Parse([]byte(strings.ReplaceAll(head+body, "\n", "\r\n")),
		parser.Options{Lists: []parser.List{{Address: "pond-actions@lists.example.org"}}})
}

var pondContext = parser.Context{
	Known: true, MayPropose: true, Cases: true, Open: []int{1001, 1002}, Rules: []int{105}, Pool: &parser.Pool{}, Organiser: true,
	Ballots: &parser.Ballots{Options: []rules.Option{rules.For, rules.Against}},
}

// TestFootersOfLists: whatever a list puts below a mail is no part of the words with
// which that ends.
func TestFootersOfLists(t *testing.T) {
	words := "A line may be long.\n\nNo rule says how long, and nobody counts."
	for name, body := range map[string]string{
		"a proposal":                    "enact\n" + words,
		"a proposal that has its end":   "enact\n" + words + "\nend",
		"a part of one":                 "proposal: Lines\n\namend 105\n" + words,
		"arguments":                     "call for judgment: A line may be long.\narguments: " + words,
		"evidence":                      "call for judgment: A line may be long.\nevidence: " + words,
		"a ruling":                      "judge 3: FALSE\n" + words,
		"reasons to reconsider":         "reconsider 3: " + words,
		"a claim":                       "claim of error on 1001: my ballot was another.\nNobody counts it.",
		"a claim that stands below":     "claim of error on 1001:\nmy ballot was another",
		"a doubt":                       "I doubt report 3: Dov has left.\nNobody saw him.",
		"an order of the organiser's":   "deny claim 1: the ballot says another thing",
		"talk":                          "I wonder about lines.",
		"talk with a name and a reason": "I wonder about lines.\n\nAda",
		"a vote":                        "1001: FOR\n1002: AGAINST",
		"a vote that is not clear":      "1001: AGAINT",
		"a proposal below a vote":       "1001: FOR\n\nenact\n" + words,
		"a proposal with a name below":  "enact\n" + words + "\n\nAda",
		"a proposal with a drawn line":  "enact\n----------------------------\n" + words + "\n----------------------------",
	} {
		want := reading(parser.Read(onPond(body+"\n"), pondContext))
		for kind, foot := range footers {
			t.Run(name+", "+kind, func(t *testing.T) {
				for _, gap := range []string{"\n\n", "\n"} {
					if gap == "\n" && strings.HasPrefix(foot, "You") {
						continue // nothing parts it from the text
					}
					if got := reading(parser.Read(onPond(body+gap+foot), pondContext)); got != want {
						t.Errorf("with a footer %q is read as\n%s\nwant\n%s", body, got, want)
					}
				}
			})
		}
	}
}

// TestLikeFootersOfLists: what only looks like a footer stays its author's.
func TestLikeFootersOfLists(t *testing.T) {
	for body, want := range map[string]string{
		"enact\nThe mailing list is ours.\n____________________\nWhoever has subscribed to it plays.\nend\n":   "Whoever has subscribed",
		"enact\nThere are two kinds.\n____________________\nThe first has tea.\n":                              "The first has tea",
		"call for judgment: It is late.\nevidence: this\n---\nhttps://lists.example.org/pond-actions/1.html\n": "1.html",
		"I like this mailing list.\n____________________\n1001: FOR (I have subscribed)\n":                     "1001",
	} {
		for _, foot := range []string{"", footers["Mailman 2"], footers["ezmlm"]} {
			if got := reading(parser.Read(onPond(body+"\n"+foot), pondContext)); !strings.Contains(got, want) || strings.Contains(got, "listinfo") || strings.Contains(got, "-unsubscribe@") {
				t.Errorf("%q is read as\n%s\nwithout %q", body+foot, got, want)
			}
		}
	}
}

// reading is what was read, without what was set aside.
func reading(r parser.Reading) string {
	var b strings.Builder
	for _, f := range r.Fragments {
		fmt.Fprintf(&b, "%s %s %s %q %q %+v\n", f.Verb, f.Outcome, f.Reason, f.Text, f.Lines, f.Command)
	}
	return fmt.Sprintf("%s%t %q", b.String(), r.Ask, r.Talk.Own)
}
