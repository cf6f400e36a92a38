package moderator_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
)

// gossip is a game of Ada, Bob and Cem in which Bob's proposal 301 is voted on,
// and in which Ada wants no question about her talk. Customs of it are given as
// names and values.
type gossip struct {
	*testing.T
	m    *moderator.Moderator
	book *store.Store
	at   time.Time
	sent int
}

func gossiping(t *testing.T, trust string, customs ...string) *gossip {
	t.Helper()
	p := &gossip{T: t, book: store.Memory(), at: twelve}
	m, err := moderator.New(p.book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+", AuthServer: ourServer})
	if err != nil {
		t.Fatal(err)
	}
	p.m = m
	f := moderator.GameFile{Name: "tea", Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC",
		Customs: map[string]string{"trust": trust, "debate_least": "0h"}}
	for i := 0; i+1 < len(customs); i += 2 {
		f.Customs[customs[i]] = customs[i+1]
	}
	for _, n := range [][2]string{{"Ada", "Quillfeather"}, {"Bob", "Crumhorn"}, {"Cem", "Oatmarsh"}} {
		f.Players = append(f.Players, moderator.PlayerFile{Given: n[0], Surname: n[1], Addresses: []string{strings.ToLower(n[0]) + "@example.org"}})
	}
	if _, err := m.Create(f, "org", twelve.Add(-2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	act(t, m, moderator.Act{Verb: "start", At: twelve.Add(-time.Hour)})
	p.says("bob", "", "repeal 210")
	p.says("ada", "", "talk always")
	return p
}

// says sends a mail that the server vouches for; head are more fields of it, of
// which those that are named here take the place of what stands here.
func (p *gossip) says(who, head, text string) moderator.Outcome {
	p.Helper()
	p.at, p.sent = p.at.Add(time.Minute), p.sent+1
	for _, f := range []string{
		"Authentication-Results: " + ourServer + "; dmarc=pass header.from=example.org\n", "From: " + who + "@example.org\n",
		"To: nomic+tea@nomic.example.org\n", fmt.Sprintf("Message-ID: <%d@example.org>\n", p.sent), "Content-Type: text/plain; charset=utf-8\n",
	} {
		if name, _, _ := strings.Cut(f, ":"); !strings.Contains(head, name+":") {
			head += f
		}
	}
	return receive(p.T, p.m, strings.ReplaceAll(head+"\n"+text, "\n", "\r\n"), p.at)
}

// heard are the letters with which words of others came to a player.
func (p *gossip) heard(who string) (list []record.Letter) {
	p.Helper()
	for _, l := range posted(p.T, p.book, who+"@example.org") {
		if l.Kind == "talk" {
			list = append(list, l)
		}
	}
	return list
}

// last is the last letter to a player, and its text.
func (p *gossip) last(who string) (record.Letter, string) {
	p.Helper()
	all := posted(p.T, p.book, who+"@example.org")
	l := all[len(all)-1]
	raw, _, err := p.book.Body(l.Raw)
	if err != nil {
		p.Fatal(err)
	}
	return l, plainPart(p.T, raw)
}

// to are the fields of an answer to a letter.
func to(l record.Letter) string { return "In-Reply-To: " + l.ID + "\nReferences: " + l.ID + "\n" }

func (p *gossip) game() *rules.Game {
	p.Helper()
	g, err := p.m.Game("tea")
	if err != nil {
		p.Fatal(err)
	}
	return g
}

// TestNothingIsPassedOnInDoubt: of each of these nothing reaches another player,
// although their author wants no question about talk.
func TestNothingIsPassedOnInDoubt(t *testing.T) {
	html := "Content-Type: multipart/alternative; boundary=b\n"
	for _, c := range []struct{ name, who, head, text string }{
		{"a vote", "ada", "", "301 FOR"},
		{"a vote with a remark", "ada", "", "I agree, 301 FOR. It is about time."},
		{"a vote that depends", "ada", "", "301 FOR if Bob buys the tea"},
		{"a vote that is not one", "ada", "", "301? I am not so sure about it."},
		{"a word without a number", "ada", "", "Yes!"},
		{"a remark to all beside a question", "ada", "", "301 FOR, unless it rains\n\nall: It may rain."},
		{"a vote behind all:", "ada", "", "all: 301 AGAINST"},
		{"a proposal to all", "ada", "", "all: I propose to repeal rule 206"},
		{"a proposal out of turn", "ada", "", "enact\nTea is free."},
		{"a command that is misspelt", "ada", "", "withdrw my vote on 301"},
		{"private", "ada", "", "private\n\nI think that Bob is plotting."},
		{"private:", "ada", "", "Private: I think that Bob is plotting."},
		{"private in the subject", "ada", "Subject: private\n", "I think that Bob is plotting."},
		{"a secret", "ada", "", "Between us: Bob is plotting something."},
		{"a wish not to tell", "ada", "", "Bob is plotting. Please do not pass that on."},
		{"to another as well", "ada", "To: bob@example.org\nCc: nomic+tea@nomic.example.org\n", "Shall we have lunch?"},
		{"to a list", "ada", "List-Id: <tea.lists.example.org>\n", "Shall we have lunch?"},
		{"a reply code", "ada", "", "What is this line for?\n\nLeave this line in: tea-aaaabbbbcccc"},
		{"a program", "ada", "Auto-Submitted: auto-replied\n", "I am away until Monday."},
		{"a program without a mark", "ada", "Subject: Out of office\n", "I am out of the office and will answer your mail soon."},
		{"a bulk mail", "ada", "Precedence: bulk\n", "Buy more tea."},
		{"a read receipt", "ada", "Content-Type: multipart/report; report-type=disposition-notification; boundary=b\n", "--b\n\nYour mail was read.\n--b--\n"},
		{"a forgery", "ada", "Authentication-Results: " + ourServer + "; dmarc=fail header.from=example.org\n", "Bob is a cheat."},
		{"nobody's word for it", "ada", "Authentication-Results: " + ourServer + "; dmarc=none\n", "Bob is a cheat."},
		{"a remark to all on nobody's word", "ada", "Authentication-Results: " + ourServer + "; dmarc=none\n", "all: Bob is a cheat."},
		{"two senders", "ada", "From: ada@example.org, eve@example.net\n", "Bob is a cheat."},
		{"a stranger", "eve", "", "Bob is a cheat."},
		{"a stranger to all", "eve", "", "all: Bob is a cheat."},
		{"a quotation", "ada", "", "> Bob is a cheat.\n> He really is."},
		{"a signature", "ada", "", "-- \nAda Quillfeather\nTeapots bought and sold"},
		{"a trial", "ada", "", "test\n\nall: Is this thing on?"},
		{"other words in the HTML", "ada", html, "--b\nContent-Type: text/plain\n\nBob is a friend and everybody ought to know it by now.\n--b\nContent-Type: text/html\n\n<p>Bob is a cheat and everybody ought to know it by now.\n--b--\n"},
		{"struck words", "ada", "Content-Type: text/html\n", "<p>Bob is <s>a cheat</s> late today."},
		{"lost letters", "ada", "", "Bob is a ch\xef\xbf\xbdat."},
		{"nothing", "ada", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := gossiping(t, "aligned")
			o := p.says(c.who, c.head, c.text)
			if n := len(p.heard("bob")) + len(p.heard("cem")); n > 0 || len(p.game().Remarks) > 0 {
				t.Errorf("%d letters with it: %+v", n, o)
			}
		})
	}
}

// TestPassedOn: the words come under their author's name, in the thread of the
// proposal, as they were written and without what is not the author's.
func TestPassedOn(t *testing.T) {
	p := gossiping(t, "aligned")
	ballot := posted(t, p.book, "ada@example.org")[2]
	if ballot.Kind != "ballot" {
		t.Fatalf("a %s", ballot.Kind)
	}
	text := "Árvíztűrő tükörfúrógép, my friends!\n\n  * <b>tea</b>\n  * milk\n\nWho brings what?"
	o := p.says("ada", to(ballot)+"Content-Type: multipart/mixed; boundary=b\n", "--b\nContent-Type: text/plain; charset=utf-8\n\n"+text+
		"\n\nOn Monday tea nomic wrote:\n> Please vote on 301 by Monday\n-- \nAda, dealer in pots, 555-0100\n\n--b\nContent-Type: image/png\nContent-Disposition: attachment; filename=pot.png\n\nx\n--b--\n")
	if o.Outcome != "counted" {
		t.Fatalf("%+v", o)
	}
	for _, who := range []string{"bob", "cem"} {
		l, told := p.last(who)
		if len(p.heard(who)) != 1 || strings.ReplaceAll(told, "| ", "") == told || strings.Contains(told, "555") || strings.Contains(told, "Please vote") {
			t.Errorf("%s has %s", who, told)
		}
		for _, line := range strings.Split(text, "\n") {
			if !strings.Contains(told, strings.TrimRight("| "+line, " ")) {
				t.Errorf("%q is not in\n%s", line, told)
			}
		}
		raw, _, _ := p.book.Body(l.Raw)
		letter := parser.Parse(raw, parser.Options{})
		if f := letter.From[0]; f.Name != "Ada Quillfeather via tea" || f.Mail != "nomic+tea@nomic.example.org" {
			t.Errorf("it is from %+v", f)
		}
		if r := letter.ReplyTo; len(r) != 1 || !strings.HasPrefix(r[0].Mail, "nomic+tea-") {
			t.Errorf("answers go to %v", r)
		}
		if !strings.Contains(strings.Join(letter.References, " "), "<tea.301@") || letter.Kind != parser.AutoReply && !strings.Contains(string(raw), "Auto-Submitted: auto-generated") {
			t.Errorf("it is a %s in the thread %v", letter.Kind, letter.References)
		}
		if !strings.Contains(strings.ReplaceAll(string(raw), "=\r\n", ""), "&lt;b&gt;tea&lt;/b&gt;") {
			t.Error("the HTML part does not have her words as words")
		}
	}
	if _, told := p.last("ada"); !strings.Contains(told, "I have passed this on") || !strings.Contains(told, "files or pictures") {
		t.Errorf("she is told\n%s", told)
	}
	if g := p.game(); len(g.Remarks) != 1 || len(g.Held) != 0 {
		t.Errorf("%d remarks, %d questions", len(g.Remarks), len(g.Held))
	}
}

// TestAnswersToTalk: an answer to what was passed on goes the same way and into
// the same thread; with a vote in it, the vote counts and the rest stays.
func TestAnswersToTalk(t *testing.T) {
	p := gossiping(t, "aligned")
	ballot := posted(t, p.book, "ada@example.org")[2]
	p.says("ada", to(ballot), "Who remembers the tea of last year?")
	l, _ := p.last("cem")
	p.says("cem", to(l), "I do! It was green.")
	asked, told := p.last("cem")
	if len(p.heard("ada")) != 0 || !strings.Contains(told, "Shall I pass it on") {
		t.Fatalf("%s", told)
	}
	p.says("cem", to(asked), "Yes please")
	if got, _ := p.last("bob"); got.Subject != "[tea] 301: Cem Oatmarsh writes" {
		t.Errorf("Bob has %q", got.Subject)
	}
	l, _ = p.last("bob")
	p.says("bob", to(l), "I agree, 301 FOR.")
	if v := p.game().Proposal(301).Votes["p2"]; v.Option != rules.For {
		t.Errorf("his vote is %+v", v)
	}
	if n := len(p.game().Remarks); n != 2 {
		t.Errorf("%d remarks", n)
	}
}

// TestOnlyItsAuthorPassesOn: no unproved answer does, nor the organiser, nor one
// that takes itself back.
func TestOnlyItsAuthorPassesOn(t *testing.T) {
	none := "Authentication-Results: " + ourServer + "; dmarc=none\n"
	for _, c := range []struct{ name, who, head, text string }{
		{"unproved", "cem", none, "1"},
		{"another player", "bob", "", "1"},
		{"no", "cem", "", "no"},
		{"hedged", "cem", "", "yes, but not to Bob"},
		{"another number", "cem", "", "4"},
	} {
		p := gossiping(t, "aligned")
		p.says("cem", "", "My kettle is broken.")
		l, _ := p.last("cem")
		p.says(c.who, c.head+to(l), c.text)
		if n := len(p.game().Remarks); n != 0 {
			t.Errorf("%s: it was passed on", c.name)
		}
	}
	p := gossiping(t, "aligned")
	p.says("cem", "", "My kettle is broken.")
	for _, words := range []string{"1 1", "1 yes, pass it on"} {
		if _, err := p.m.Act(moderator.Act{Game: "tea", By: "org", Verb: "settle", Words: words, At: p.at}); err == nil {
			t.Errorf("the organiser settles %q", words)
		}
	}
	if held, err := p.m.Held("tea"); err != nil || len(held) != 0 {
		t.Errorf("the organiser sees %+v (%v)", held, err)
	}
	for e := range p.book.Entries("tea", 1) {
		for _, ev := range e.Events {
			if strings.Contains(fmt.Sprintf("%+v", ev), "kettle") {
				t.Errorf("the record tells %+v", ev)
			}
		}
	}
	p.says("cem", "", "1")
	if n := len(p.heard("ada")); n != 1 {
		t.Errorf("after his own answer she has %d letters", n)
	}
}

// TestAnOldQuestionIsNotAnswered: a number alone answers what was asked last.
func TestAnOldQuestionIsNotAnswered(t *testing.T) {
	p := gossiping(t, "aligned")
	p.says("cem", "", "My kettle is broken.")
	p.says("cem", "", "301 FOR if it is mended")
	p.says("cem", "", "1")
	p.says("cem", "", "1")
	if v := p.game().Proposal(301).Votes["p3"]; v.Option != rules.For || len(p.game().Remarks) != 0 {
		t.Errorf("his vote is %+v, and %d remarks are passed on", v, len(p.game().Remarks))
	}
}

// TestTalkIsBounded: what is too long, too much or the same again is not passed
// on, and its author is told.
func TestTalkIsBounded(t *testing.T) {
	p := gossiping(t, "aligned")
	p.says("ada", "", strings.Repeat("Tea, tea and more tea.\n", 400))
	if _, told := p.last("ada"); !strings.Contains(told, "too long") {
		t.Errorf("%s", told)
	}
	for i := range 12 {
		p.says("ada", "", fmt.Sprintf("I count my cups: %s.", strings.Repeat("and one more ", i)))
	}
	if _, told := p.last("ada"); len(p.heard("bob")) != 10 || !strings.Contains(told, "10 remarks") {
		t.Errorf("%d letters; %s", len(p.heard("bob")), told)
	}
	p.at = p.at.Add(24 * time.Hour)
	p.says("ada", "", "I count   MY saucers.")
	p.says("ada", "", "I count my saucers.")
	if _, told := p.last("ada"); len(p.heard("bob")) != 11 || !strings.Contains(told, "the very same words") {
		t.Errorf("%d letters; %s", len(p.heard("bob")), told)
	}
	for i := range 9 {
		p.says("cem", "", fmt.Sprintf("I count my spoons: %s.", strings.Repeat("and one more ", i)))
	}
	if n := len(p.game().Held); n != 5 {
		t.Errorf("%d questions are open", n)
	}
}

// TestTwoAnsweringPrograms: what two players' programs send to each letter comes
// to an end, even when nothing tells that they are programs.
func TestTwoAnsweringPrograms(t *testing.T) {
	p := gossiping(t, "from")
	p.says("bob", "", "talk always")
	p.says("ada", "", "Who is there?")
	seen := map[string]bool{}
	for range 50 {
		for _, who := range []string{"ada", "bob"} {
			l, _ := p.last(who)
			if seen[l.ID] {
				continue
			}
			seen[l.ID] = true
			p.says(who, to(l), "Thanks for your letter! I am glad of each one. "+who)
		}
	}
	if n := len(p.game().Remarks); n != 3 {
		t.Errorf("%d remarks", n)
	}
	l, _ := p.last("cem")
	raw, _, _ := p.book.Body(l.Raw)
	if o := receive(t, p.m, "Received: from elsewhere\r\n"+string(raw), p.at); !strings.HasPrefix(o.Outcome, "ignored") {
		t.Errorf("our own letter come back: %+v", o)
	}
}

// TestUndoingPassesNothingOnAgain: what is told anew goes out to nobody.
func TestUndoingPassesNothingOnAgain(t *testing.T) {
	p := gossiping(t, "aligned")
	o := p.says("cem", "", "301 FOR")
	p.says("ada", "", "My kettle sings.")
	if _, err := p.m.Act(moderator.Act{Game: "tea", By: "org", Verb: "undo", Words: fmt.Sprint(o.Entry) + " because of a test", At: p.at.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	if g := p.game(); len(g.Proposal(301).Votes) != 0 || len(g.Remarks) != 1 || len(p.heard("bob")) != 1 {
		t.Errorf("%d votes, %d remarks, %d letters", len(g.Proposal(301).Votes), len(g.Remarks), len(p.heard("bob")))
	}
}
