package moderator_test

import (
	"strings"
	"testing"
	"time"
)

const decree = "Dear all, the pond is frozen this week, so nobody need row; the teapots are in the boathouse, where they always were, and whoever wants to vote may say so: 301 FOR or 301 AGAINST."

// TestPostedToAList: what is for everybody goes to the list for reports once, and
// changes nothing when it comes back.
func TestPostedToAList(t *testing.T) {
	p := onLists(t, map[string]string{"posting": "list"})
	p.act("announce", "", decree)
	all := p.letters()
	if len(all) != 1 || all[0].to != "tea-reports@lists.example.org" || !strings.Contains(all[0].text, "boathouse") {
		t.Fatalf("the letters are %+v", all)
	}
	if strings.Contains(all[0].raw, "List-Id") || strings.Contains(all[0].raw, "\r\nReply-To") || strings.Contains(all[0].raw, "text/html") {
		t.Errorf("our post pretends to be a list's:\n%s", all[0].raw)
	}
	back := strings.Replace(listMail("tea-reports", "x"), "<x@example.org>", all[0].id, 1)
	p.is("it comes back", p.write(back, all[0].text+listFoot).Outcome, "ignored: own")
	back = strings.Replace(listMail("tea-reports", "x"), "Ada Quillfeather <ada@example.org>", "nomic+tea@nomic.example.org", 1)
	p.is("under another name", p.write(back, all[0].text+listFoot).Outcome, "ignored: own")
	p.is("letters", whoWasTold(p), "")
	p.is("votes", p.votes(), nobody)
}

// TestLettersOfOneAlone: what is for one reader is posted nowhere.
func TestLettersOfOneAlone(t *testing.T) {
	for _, how := range []string{"list", "draft"} {
		p := onLists(t, map[string]string{"posting": how})
		p.write(passing("example.org")+ada, "scores\n")
		p.write(listMail("tea-actions", "1"), "receipts on\n")
		p.write(listMail("tea-talk", "2"), "301 FOR\n")
		p.now = p.now.Add(6*24*time.Hour + time.Hour)
		if err := p.m.Tick(p.now); err != nil {
			t.Fatal(err)
		}
		p.is(how, whoWasTold(p), "scores to ada@example.org, receipt to ada@example.org, wrong-list to ada@example.org, reminder to bob@example.net, reminder to ada@example.org")
	}
}

// TestReadyToPost: in draft mode the organiser gets the text, and it is known
// again when it comes over the list, whoever has posted it and with what.
func TestReadyToPost(t *testing.T) {
	post := func(t *testing.T) (p *post, text string) {
		p = onLists(t, map[string]string{"posting": "draft"})
		p.act("announce", "", decree)
		all := p.letters()
		if len(all) != 1 || all[0].to != "org@example.com" || all[0].kind != "post-ready" {
			t.Fatalf("the letters are %+v", all)
		}
		_, text, _ = strings.Cut(all[0].text, strings.Repeat("-", 72)+"\n")
		if !strings.Contains(text, "boathouse") || !strings.Contains(all[0].text, "tea-reports@lists.example.org") {
			t.Fatalf("the text to be posted is %q", all[0].text)
		}
		return p, text
	}
	for name, c := range map[string]struct {
		change          func(string) string
		outcome, letter string
	}{
		"as it is":       {func(s string) string { return s }, "ignored: a text of ours, posted by hand", ""},
		"wrapped anew":   {func(s string) string { return strings.ReplaceAll(s, "\n| ", " ") }, "ignored: a text of ours, posted by hand", ""},
		"a word changed": {func(s string) string { return strings.Replace(s, "week", "month", 1) }, "ignored: a text of ours, posted by hand", ""},
		"a vote above":   {func(s string) string { return "301 AGAINST\n\n" + s }, "ignored: a text of ours, posted by hand", "held to org@example.com"},
		"another text":   {func(string) string { return "301 FOR\n" }, "counted", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p, text := post(t)
			p.is("outcome", p.write(listMail("tea-actions", "1"), c.change(text)+listFoot).Outcome, c.outcome)
			p.is("letters", whoWasTold(p), c.letter)
			if c.outcome != "counted" {
				p.is("votes", p.votes(), nobody)
			}
		})
	}
	p, text := post(t)
	p.write(strings.ReplaceAll(listMail("tea-actions", "1"), "ada@example.org", "org@example.com"), text+listFoot)
	p.write("In-Reply-To: <1@example.org>\n"+listMail("tea-actions", "2"), prefix(text, "> ")+"\n301 FOR\n"+listFoot)
	p.is("an answer that quotes it", p.votes(), adaFor)
}
