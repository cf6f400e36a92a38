package moderator_test

import (
	"strings"
	"testing"

	"nomicmail/internal/rules"
)

// bobWrites sends a mail of Bob's and gives the one letter to him, its lines
// joined, and how 301 stands.
func (p *post) bobWrites(body string) (text string, proposal rules.Proposal) {
	p.Helper()
	p.letters()
	p.write("From: bob@example.net\n", body)
	for _, l := range p.letters() {
		if l.to == "bob@example.net" {
			text += strings.Join(strings.Fields(l.text), " ")
		}
	}
	g, err := p.m.Game("tea")
	if err != nil {
		p.Fatal(err)
	}
	return text, *g.Proposal(301)
}

// TestReviseARepeal: a proposal without a text of its own gets none, nor is
// anything below taken for done; the player hears what to send.
func TestReviseARepeal(t *testing.T) {
	for _, body := range []string{
		"revise 301\nTea is at four.\n",
		"revise 301\nTea is at four.\n\nopen 301\n",
		"revise 301\nopen 301\n",
		"revise 301\n",
		"revise 301\ntitle: Tea\nTea is at four.\nclause: goal = 150\nend\n",
		"revise 301\nTea is at four.\n\n301 FOR\n",
	} {
		p := newPost(t, map[string]string{"trust": "from", "debate_least": "1d"})
		events := len(p.entries())
		text, proposal := p.bobWrites(body)
		for _, want := range []string{"301 repeals rule 210, so it has no text to revise", `send "open 301"`, `send "withdraw 301"`} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not answered with %q but\n%s", body, want, text)
			}
		}
		p.is("state after "+body, proposal.State, rules.InDebate)
		p.is("kind after "+body, proposal.Changes[0].Kind, rules.Repeal)
		p.is("entries after "+body, len(p.entries()), events)
	}
	p := newPost(t, map[string]string{"trust": "from", "debate_least": "1d"})
	text, proposal := p.bobWrites("withdraw 301\n\nenact\nTea is at four.\nend\n")
	p.is("what to send instead: "+text, proposal.Changes[0].Text, "Tea is at four.")
}

// TestReviseAndOpen: a line below a new text that opens or withdraws a proposal
// is asked about, and is no part of the text; marked, the text may say anything.
func TestReviseAndOpen(t *testing.T) {
	for body, want := range map[string]string{
		"revise 301\nTea is at five.\n":                    "Tea is at five.",
		"revise 301\nTea is at five.\nopen 301\n":          "Tea is at four.",
		"revise 301\nTea is at five.\n\nopen 301\n":        "Tea is at four.",
		"revise 301\nTea is at five.\n\nwithdraw 301\n":    "Tea is at four.",
		"revise 301\nTea is at five.\nend\n\nopen 301\n":   "Tea is at five.",
		"revise 301\n\"Tea is at five.\nopen 301\"\n":      "Tea is at five.\nopen 301",
		"revise 301\nWe open 301 cups of tea every day.\n": "We open 301 cups of tea every day.",
	} {
		p := newPost(t, map[string]string{"trust": "from", "debate_least": "1d"})
		p.write("From: bob@example.net\n", "withdraw 301\n\nenact\nTea is at four.\nend\n")
		_, proposal := p.bobWrites(body)
		p.is(body, proposal.Changes[0].Text, want)
		p.is("state after "+body, proposal.State, rules.InDebate)
	}
}
