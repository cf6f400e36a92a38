package moderator_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

// threaded is a game of three without turns on a list for actions, in which 1001
// and, if two are wanted, 1002 were just distributed; post is the Message-ID of what
// stands on the list about that.
func threaded(t *testing.T, posting string, proposals int) (p *parlour, post string) {
	t.Helper()
	p = &parlour{T: t, book: store.Memory(), at: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)}
	m, err := moderator.New(p.book, moderator.Settings{
		Address: "nomic@nomic.example.org", Delimiter: "+", Rand: bytes.NewReader(make([]byte, 1<<16)), Organisers: []string{"org@example.org"},
	})
	if err != nil {
		t.Fatal(err)
	}
	p.m = m
	f := moderator.GameFile{Name: "tea", Ruleset: "list.en", Language: "en", Timezone: "UTC", Customs: map[string]string{"trust": "from", "posting": posting}}
	f.Lists = []moderator.ListFile{{Address: "tea-actions@lists.example.org", Role: "actions"}, {Address: "tea-talk@lists.example.org", Role: "talk"}}
	for _, n := range [][2]string{{"Ada", "Quillfeather"}, {"Bram", "Zuidema"}, {"Cleo", "Abbot"}} {
		f.Players = append(f.Players, moderator.PlayerFile{Given: n[0], Surname: n[1], Addresses: []string{strings.ToLower(n[0]) + "@example.org"}})
	}
	if _, err := m.Create(f, "org", p.at); err != nil {
		t.Fatal(err)
	}
	p.order("start", "", "")
	for i := range proposals {
		p.posts("ada", "", fmt.Sprintf("enact\ntitle: Tea %d\nTea number %d is at five.\nend\n", i, i))
	}
	p.at = time.Date(2026, 1, 12, 0, 0, 0, 0, time.UTC)
	p.tick()
	var last record.Letter
	for l, err := range p.book.Letters("tea") {
		if err != nil {
			t.Fatal(err)
		}
		if l.Kind == "distribution" && posting == "list" || l.Kind == "post-ready" && l.Rows != nil {
			last = l
		}
	}
	if posting == "list" {
		return p, last.ID
	}
	raw, _, _ := p.book.Body(last.Raw)
	_, text, _ := strings.Cut(plainPart(t, raw), strings.Repeat("-", 72)+"\n")
	p.posts("org", "", text)
	return p, fmt.Sprintf("<%d@example.org>", p.sent)
}

// posts sends a mail through the list for actions; thread are its fields about what
// it answers.
func (p *parlour) posts(who, thread, text string) {
	p.Helper()
	p.postsTo("tea-actions", who, thread, text)
}

func (p *parlour) postsTo(list, who, thread, text string) {
	p.Helper()
	p.at, p.sent = p.at.Add(time.Hour), p.sent+1
	head := fmt.Sprintf("From: %s@example.org\nTo: %s@lists.example.org\nSubject: Re: what was distributed\nDate: %s\nMessage-ID: <%d@example.org>\nList-Id: <%s.lists.example.org>\n%s",
		who, list, p.at.Format(time.RFC1123Z), p.sent, list, thread)
	raw := strings.ReplaceAll(head+"\n"+text+listFoot, "\n", "\r\n")
	if _, err := p.m.Receive(moderator.Mail{Raw: []byte(raw), At: p.at, Where: "parlour"}); err != nil {
		p.Fatal(err)
	}
}

// TestThreadOfADistribution: whoever answers what stands on the list about a
// distribution, or somebody's answer to it, answers all proposals in it.
func TestThreadOfADistribution(t *testing.T) {
	const all = "I vote FOR all of the above proposals.\n"
	for name, c := range map[string]struct {
		posting   string
		proposals int
		thread    string // with POST for our post and OTHER for Bram's answer to it
		body      string
		want      int // ballots of Cleo's
	}{
		"an answer":                         {"list", 2, "In-Reply-To: POST\n", all, 2},
		"an answer to an answer":            {"list", 2, "In-Reply-To: OTHER\nReferences: POST OTHER\n", all, 2},
		"a thread of its own":               {"list", 2, "", all, 0},
		"one alone":                         {"list", 1, "In-Reply-To: POST\n", "FOR\n", 1},
		"a yes to somebody's words":         {"list", 1, "In-Reply-To: OTHER\nReferences: POST OTHER\n", "Yes.\n", 0},
		"a number answers no question":      {"list", 2, "In-Reply-To: POST\n", "1\n", 0},
		"posted by hand":                    {"draft", 2, "In-Reply-To: POST\n", all, 2},
		"posted by hand, and answered anew": {"draft", 2, "In-Reply-To: OTHER\nReferences: POST OTHER\n", all, 2},
	} {
		t.Run(name, func(t *testing.T) {
			p, post := threaded(t, c.posting, c.proposals)
			p.posts("bram", "In-Reply-To: "+post+"\n", "What a lot of tea there is.\n")
			thread := strings.NewReplacer("POST", post, "OTHER", fmt.Sprintf("<%d@example.org>", p.sent)).Replace(c.thread)
			p.posts("cleo", thread, c.body)
			got := 0
			for _, x := range p.game().Proposals {
				if _, cast := x.Votes["p3"]; cast {
					got++
				}
			}
			if got != c.want {
				t.Errorf("%d ballots are cast, want %d", got, c.want)
			}
		})
	}
}

// TestProposalSentAgain: a proposal that its author has sent to the wrong list, and
// quotes on the right one with marks alone, waits there as it was written.
func TestProposalSentAgain(t *testing.T) {
	const words = "title: Long lines\nindex: 2\n\nenact\nA line of the almanac may be as long as the page on which it stands is\nwide.\n\nNobody counts.\n\nIn rule 105 replace \"a week\" with \"a day\".\n"
	for name, again := range map[string]string{
		"marks":           "This time to the public forum:\n\n" + prefix(words, "> "),
		"without a space": "This time to the public forum.\n" + prefix(words, ">"),
		"wrapped":         "This time to the public forum.\n\n" + strings.Replace(prefix(words, "> "), "stands is\n> ", "stands\n> is ", 1),
		"from our letter": "This time to the public forum:\n\n" + prefix(words, "> | "),
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := threaded(t, "list", 1)
			p.postsTo("tea-talk", "cleo", "", words)
			if len(p.game().Pool) != 0 {
				t.Fatal("it waits before it was sent to the right list")
			}
			told := strings.Join(p.letters("cleo"), "")
			for line := range strings.Lines(words) {
				if bare := strings.TrimSpace(line); !strings.Contains(told, bare) {
					t.Errorf("the letter has not %q:\n%s", bare, told)
				}
			}
			p.posts("cleo", "", again)
			g := p.game()
			if len(g.Pool) != 1 {
				t.Fatalf("the pool is %v", g.Pool)
			}
			x := g.Proposals[len(g.Proposals)-1]
			if x.Title != "Long lines" || x.Index.String() != "2" || len(x.Changes) != 2 || !strings.HasSuffix(x.Changes[0].Text, "wide.\n\nNobody counts.") {
				t.Errorf("the proposal is %+v", x)
			}
		})
	}
}
