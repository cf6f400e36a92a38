package moderator_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"
)

// onLists is a game with Ada and Bob, whose votes run, on three lists.
func onLists(t *testing.T, customs map[string]string) *post {
	t.Helper()
	all := map[string]string{"questions": "organiser", "receipts": "asked"}
	maps.Copy(all, customs)
	p := newPost(t, all)
	p.act("list add", "", "tea-actions@lists.example.org actions by lists.example.org")
	p.act("list add", "", "tea-talk@lists.example.org talk by lists.example.org")
	p.act("list add", "", "tea-reports@lists.example.org reports by lists.example.org")
	p.letters()
	return p
}

// listMail is the head of a mail of Ada's as the list's server sends it on:
// with From rewritten, signed, and with its own word about who wrote it.
func listMail(list, id string) string {
	return "Authentication-Results: " + ourServer + "; dkim=pass header.d=lists.example.org; dmarc=pass header.from=lists.example.org\n" +
		"Received: from lists.example.org (lists.example.org [192.0.2.7]) by " + ourServer + "; Mon, 5 Jan 2026 09:20:00 +0000\n" +
		"Received: from mail.example.org (mail.example.org [192.0.2.1]) by lists.example.org (Postfix); Mon, 5 Jan 2026 09:10:00 +0000\n" +
		"Authentication-Results: lists.example.org; dkim=pass header.d=example.org; dmarc=pass header.from=example.org\n" +
		"From: Ada Quillfeather via " + list + " <" + list + "@lists.example.org>\n" +
		"Reply-To: Ada Quillfeather <ada@example.org>\n" +
		"To: " + list + "@lists.example.org\nSubject: [" + list + "] my move\nMessage-ID: <" + id + "@example.org>\n" +
		"List-Id: <" + list + ".lists.example.org>\nList-Post: <mailto:" + list + "@lists.example.org>\nPrecedence: list\n"
}

const listFoot = "\n_______________________________________________\ntea mailing list\ntea@lists.example.org\nhttps://lists.example.org/mailman/listinfo/tea\n"

func whoWasTold(p *post) string {
	p.Helper()
	var all []string
	for _, l := range p.letters() {
		all = append(all, l.kind+" to "+l.to)
	}
	return strings.Join(all, ", ")
}

// TestRolesOfLists: what has force through which list, and who is told what.
func TestRolesOfLists(t *testing.T) {
	direct := passing("example.org") + ada
	for name, c := range map[string]struct {
		customs    map[string]string
		head, body string
		votes      string
		told       string
	}{
		"to the list for actions":         {nil, listMail("tea-actions", "1"), "301 FOR\n" + listFoot, adaFor, ""},
		"to the list for talk":            {nil, listMail("tea-talk", "1"), "301 FOR\n" + listFoot, nobody, "wrong-list to ada@example.org"},
		"to the list for reports":         {nil, listMail("tea-reports", "1"), "301 FOR\n" + listFoot, nobody, "wrong-list to ada@example.org"},
		"talk on the list for talk":       {nil, listMail("tea-talk", "1"), "I wonder about 301. Hello all!\n", nobody, ""},
		"talk on the list for actions":    {nil, listMail("tea-actions", "1"), "I wonder what you think of all this. Hello!\n", nobody, ""},
		"what is not clear":               {nil, listMail("tea-actions", "1"), "301 FRO\n", nobody, "held to org@example.com"},
		"the author is asked":             {map[string]string{"questions": "author"}, listMail("tea-actions", "1"), "301 FRO\n", nobody, "receipt to ada@example.org"},
		"receipts for all":                {map[string]string{"receipts": "each"}, listMail("tea-actions", "1"), "301 FOR\n", adaFor, "receipt to ada@example.org"},
		"to us alone":                     {nil, direct, "301 FOR\n", nobody, "private-action to ada@example.org"},
		"to us alone, where it has force": {map[string]string{"private_actions": "yes"}, direct, "301 FOR\n", adaFor, ""},
		"reading works in private":        {nil, direct, "scores\n", nobody, "scores to ada@example.org"},
		"reading and a vote":              {nil, direct, "scores\n301 FOR\n", nobody, "private-action to ada@example.org, scores to ada@example.org"},
		"nobody vouches for Ada":          {nil, strings.Replace(listMail("tea-actions", "1"), "dmarc=pass header.from=example.org", "dmarc=none", 1), "301 FOR\n", adaFor, ""},
		"nor signed":                      {nil, strings.Replace(listMail("tea-actions", "1"), "dkim=pass header.d=example.org; dmarc=pass header.from=example.org", "dmarc=none", 1), "301 FOR\n", nobody, "question to ada@example.org"},
		"where From is enough":            {map[string]string{"trust": "from"}, strings.Replace(listMail("tea-actions", "1"), "dkim=pass header.d=example.org; dmarc=pass header.from=example.org", "dmarc=none", 1), "301 FOR\n", adaFor, ""},
		"an order on a list":              {nil, strings.ReplaceAll(listMail("tea-actions", "1"), "ada@example.org", "org@example.com"), "award Ada 20 because of that\n", nobody, ""},
		"another's name in From":          {nil, strings.ReplaceAll(listMail("tea-actions", "1"), "Ada Quillfeather", "Bob Crumhorn"), "301 FOR\n", adaFor, ""},
		"another's name below":            {nil, listMail("tea-actions", "1"), "301 FOR\n\n-- \nBob Crumhorn\n", adaFor, ""},
		"a list's setting":                {nil, listMail("tea-actions", "1"), "receipts on\n", nobody, "receipt to ada@example.org"},
	} {
		t.Run(name, func(t *testing.T) {
			p := onLists(t, c.customs)
			before := stateOf(t, p.m)
			p.write(c.head, c.body)
			p.is("votes", p.votes(), c.votes)
			p.is("letters", whoWasTold(p), c.told)
			p.is("scores", stateOf(t, p.m).Players[0].Points, before.Players[0].Points)
		})
	}
}

// TestReceiptsOnAList: whoever asks for receipts gets them.
func TestReceiptsOnAList(t *testing.T) {
	p := onLists(t, nil)
	p.write(listMail("tea-actions", "1"), "receipts on\n")
	p.letters()
	p.write(listMail("tea-actions", "2"), "301 FOR\n")
	p.is("letters", whoWasTold(p), "receipt to ada@example.org")
}

// TestOfficerSettles: the organiser's number makes the words count for their
// author, and the author's own number, who was asked nothing, does not.
func TestOfficerSettles(t *testing.T) {
	p := onLists(t, nil)
	p.write(listMail("tea-actions", "1"), "301 FRO\n")
	held := p.letters()[0]
	p.write(listMail("tea-actions", "2"), "1\n")
	p.is("after Ada's number", p.votes(), nobody)
	p.write(passing("example.com")+"From: org@example.com\nIn-Reply-To: "+held.id+"\n", "1\n")
	p.is("after the organiser's", p.votes(), adaFor)
}

// TestOneMailTwice: by two roads a mail has one effect, and has it whichever road
// is the shorter.
func TestOneMailTwice(t *testing.T) {
	direct := passing("example.org") + ada + "To: tea-actions@lists.example.org, nomic+tea@nomic.example.org\nMessage-ID: <1@example.org>\n"
	both := strings.Replace(listMail("tea-talk", "1"), "To: tea-talk@lists.example.org", "To: tea-talk@lists.example.org, tea-actions@lists.example.org", 1)
	unsure := strings.Replace(listMail("tea-actions", "1"), "dkim=pass header.d=example.org; dmarc=pass header.from=example.org", "dmarc=none", 1)
	for name, heads := range map[string][]string{
		"the list first":             {listMail("tea-actions", "1"), direct},
		"directly first":             {direct, listMail("tea-actions", "1")},
		"the list is less sure":      {direct, unsure},
		"and first":                  {unsure, direct},
		"two lists, actions first":   {listMail("tea-actions", "1"), both},
		"two lists, talk first":      {both, listMail("tea-actions", "1")},
		"wrong list, then forwarded": {listMail("tea-talk", "1"), listMail("tea-actions", "1")},
		"twice through one":          {listMail("tea-actions", "1"), "X-Loop: 2\n" + listMail("tea-actions", "1")},
	} {
		t.Run(name, func(t *testing.T) {
			p := onLists(t, nil)
			for i, head := range heads {
				p.write(head, "301 FOR\n"+strings.Repeat(listFoot, i))
			}
			p.is("votes", p.votes(), adaFor)
			cast := 0
			for _, e := range p.entries() {
				for _, ev := range e.Events {
					if strings.HasSuffix(fmt.Sprintf("%T", ev), ".VoteCast") {
						cast++
					}
				}
			}
			p.is("ballots cast", cast, 1)
		})
	}
}

// TestSentAgain: words from the wrong list count when their author sends them to
// the right one and says so, and nothing else does.
func TestSentAgain(t *testing.T) {
	first := "301 FOR\n\nI like it. Hello!\n"
	quoted := "On Mon, 5 Jan 2026 Ada Quillfeather wrote:\n" + prefix(first, "> ")
	forwarded := "---------- Forwarded message ----------\nFrom: Ada Quillfeather <ada@example.org>\nDate: Mon, 5 Jan 2026 09:10\nSubject: my move\nTo: tea-talk@lists.example.org\n\n" + first
	answers := "In-Reply-To: <1@example.org>\n"
	for name, c := range map[string]struct {
		head, body, votes string
	}{
		"quoted":                    {answers, "This time to the public forum.\n\n" + quoted, adaFor},
		"forwarded":                 {"", "this time to the public forum:\n\n" + forwarded, adaFor},
		"in Portuguese":             {answers, "Desta vez para o fórum público:\n\n" + quoted, adaFor},
		"in Turkish":                {answers, "Bu kez herkese açık foruma.\n\n" + quoted, adaFor},
		"marks alone":               {answers, "This time to the public forum:\n\n" + prefix(first, "> "), adaFor},
		"marks alone, a new thread": {"", "This time to the public forum:\n" + prefix(first, ">"), adaFor},
		"without the word":          {answers, "Here it is.\n\n" + quoted, nobody},
		"the vote is not quoted":    {answers, "This time to the public forum.\n\n> I like it. Hello!\n", nobody},
		"Bob's words are quoted":    {answers, "This time to the public forum.\n\n> 301 AGAINST\n", nobody},
		"in the quotation an other": {answers, "This time to the public forum.\n\n" + quoted + "> 301 AGAINST\n", adaFor},
	} {
		t.Run(name, func(t *testing.T) {
			p := onLists(t, nil)
			p.write(listMail("tea-talk", "1"), first+listFoot)
			p.is("before", p.votes(), nobody)
			p.write(c.head+listMail("tea-actions", "2"), c.body+listFoot)
			p.is("votes", p.votes(), c.votes)
		})
	}
}

// TestWordsWithoutForce: whoever is told that words have not counted sees them as they
// stand.
func TestWordsWithoutForce(t *testing.T) {
	for name, body := range map[string]string{
		"a proposal":          "enact\ntitle: Tea\nTea is served at five.\n\nThere is cake.",
		"an edit":             "I propose to amend rule 201 by replacing \"clockwise\" with \"any\".",
		"an edit of its own":  "amend 201\nreplace \"clockwise\"\nwith \"any\"",
		"a title above":       "title: Tea\nenact\nTea is served at five.",
		"a vote":              "301: FOR",
		"a vote and a change": "301: FOR\nrepeal 209",
	} {
		for _, head := range []string{listMail("tea-talk", "1"), passing("example.org") + ada} {
			t.Run(name, func(t *testing.T) {
				p := onLists(t, nil)
				p.write(head, body+"\n"+listFoot)
				all := p.letters()
				if len(all) != 1 {
					t.Fatalf("the letters are %+v", all)
				}
				want := strings.ReplaceAll("| "+strings.ReplaceAll(body, "\n", "\n| "), "\n| \n", "\n|\n")
				if !strings.Contains(all[0].text, want) || strings.Contains(all[0].text, "listinfo") {
					t.Errorf("the letter quotes\n%s\nwant\n%s", all[0].text, want)
				}
			})
		}
	}
}

// TestNobodyElsesWordsAgain: what Bob sent to the wrong list is not Ada's to send
// again.
func TestNobodyElsesWordsAgain(t *testing.T) {
	p := onLists(t, nil)
	bobs := strings.NewReplacer("ada@example.org", "bob@example.net", "Ada Quillfeather", "Bob Crumhorn", "header.d=example.org", "header.d=example.net", "header.from=example.org", "header.from=example.net")
	p.write(bobs.Replace(listMail("tea-talk", "1")), "301 FOR\n")
	p.write("In-Reply-To: <1@example.org>\n"+listMail("tea-actions", "2"), "This time to the public forum.\n\n> 301 FOR\n")
	p.is("votes", p.votes(), nobody)
	p.write("In-Reply-To: <1@example.org>\n"+bobs.Replace(listMail("tea-actions", "3")), "This time to the public forum.\n\n> 301 FOR\n")
	p.is("votes", p.votes(), "map[Bob Crumhorn:for]")
}

// TestDigestOfAList: what came by itself is not read again out of a digest, and
// what never came waits for the organiser.
func TestDigestOfAList(t *testing.T) {
	p := onLists(t, nil)
	p.write(listMail("tea-actions", "1"), "301 FOR\n")
	digest := func(id, ids string) {
		var b strings.Builder
		b.WriteString("Send tea-actions mailing list submissions to\n\ttea-actions@lists.example.org\n\nToday's Topics:\n\n   1. my move (Ada)\n\n" + strings.Repeat("-", 70) + "\n\n")
		for _, one := range strings.Fields(ids) {
			b.WriteString("Message: 1\nDate: Mon, 5 Jan 2026 09:00:00 +0000\nFrom: Ada Quillfeather <ada@example.org>\nTo: tea-actions@lists.example.org\nSubject: [tea-actions] my move\nMessage-ID: <" + one + "@example.org>\n\n301 AGAINST\n\n" + strings.Repeat("-", 30) + "\n\n")
		}
		b.WriteString("End of tea-actions Digest, Vol 1, Issue 1\n****\n")
		p.write("From: tea-actions-request@lists.example.org\nTo: tea-actions@lists.example.org\nReply-To: tea-actions@lists.example.org\nSubject: tea-actions Digest, Vol 1, Issue 1\nList-Id: <tea-actions.lists.example.org>\nMessage-ID: <d"+id+"@lists.example.org>\n", b.String())
	}
	digest("1", "1")
	p.is("of what is known", whoWasTold(p), "")
	digest("2", "1 7")
	p.is("of what is not", whoWasTold(p), "digest-held to org@example.com")
	p.is("votes", p.votes(), adaFor)
	held, err := p.m.Held("tea")
	if err != nil || len(held) != 1 || held[0].Text != "301 AGAINST" || held[0].Name != "Ada Quillfeather" {
		t.Fatalf("held: %+v, %v", held, err)
	}
	p.act("settle", "", fmt.Sprintf("%d 301 AGAINST", held[0].Held))
	p.is("votes", p.votes(), "map[Ada Quillfeather:against]")
}

// TestListThatStops: after two days a list sends all it has. Where its stamp is
// official what was written in time counts as of then, and what came after the
// vote was over is put to the organiser.
func TestListThatStops(t *testing.T) {
	stopped := strings.Replace(listMail("tea-actions", "1"), "09:20:00", "09:20:00", 1)
	for _, c := range []struct {
		clock string
		days  int
		since string
		told  string
	}{
		{"list", 2, "2026-01-05T09:10:00Z", ""},
		{"mailbox", 2, "0001-01-01T00:00:00Z", ""},
		{"list", 8, "", "late-post to org@example.com, receipt to ada@example.org"},
	} {
		p := onLists(t, map[string]string{"clock": c.clock, "missing_vote": "abstain"})
		p.now = p.now.Add(time.Duration(c.days) * 24 * time.Hour)
		if err := p.m.Tick(p.now); err != nil {
			t.Fatal(err)
		}
		p.letters()
		p.write(stopped, "301 FOR\n")
		p.is("letters", whoWasTold(p), c.told)
		g, err := p.m.Game("tea")
		if err != nil {
			t.Fatal(err)
		}
		if c.since != "" {
			p.is(c.clock, g.Proposal(301).Votes["p1"].Since.Format(time.RFC3339), c.since)
		}
	}
}

// TestListIsLate: where the list's stamp is official, a deadline waits a little for
// what its server took before it, and for nothing that it took later.
func TestListIsLate(t *testing.T) {
	for _, c := range []struct {
		minutes      int // after the deadline
		stamp, votes string
	}{
		{5, "08:59:00", adaFor}, {5, "09:05:00", "map[Ada Quillfeather:abstain Bob Crumhorn:abstain]"}, {16, "08:59:00", "map[Ada Quillfeather:abstain Bob Crumhorn:abstain]"},
	} {
		p := onLists(t, map[string]string{"clock": "list", "missing_vote": "abstain", "vote_period": "7d"})
		g, err := p.m.Game("tea")
		if err != nil {
			t.Fatal(err)
		}
		p.now = g.Proposal(301).Closes.Add(time.Duration(c.minutes-1) * time.Minute)
		for _, at := range []time.Time{p.now.Add(-20 * time.Hour), p.now.Add(59 * time.Second)} { // the reminder's, and now
			if err := p.m.Tick(at); err != nil {
				t.Fatal(err)
			}
		}
		p.write(strings.NewReplacer("Mon, 5 Jan 2026 09:10:00", "Mon, 12 Jan 2026 "+c.stamp).Replace(listMail("tea-actions", "1")), "301 FOR\n")
		p.is(fmt.Sprint(c), p.votes(), c.votes)
	}
}

// TestUndoingHearsTheListAnew: after an undoing what came through lists counts as
// it did.
func TestUndoingHearsTheListAnew(t *testing.T) {
	p := onLists(t, map[string]string{"clock": "list"})
	p.act("award", "", "Bob 1 because of the tea")
	n := len(p.entries())
	p.write(passing("example.org")+ada+"To: tea-actions@lists.example.org, nomic+tea@nomic.example.org\nMessage-ID: <1@example.org>\n", "301 FOR\n")
	p.write(strings.Replace(listMail("tea-actions", "1"), "dkim=pass header.d=example.org; dmarc=pass header.from=example.org", "dmarc=none", 1), "301 FOR\n"+listFoot)
	before, err := p.m.Game("tea")
	if err != nil {
		t.Fatal(err)
	}
	p.act("undo", "", fmt.Sprint(n)+" because of that")
	after, err := p.m.Game("tea")
	if err != nil {
		t.Fatal(err)
	}
	p.is("votes", p.votes(), adaFor)
	p.is("since", after.Proposal(301).Votes["p1"].Since, before.Proposal(301).Votes["p1"].Since)
}

// TestOddStamp: a stamp that cannot be right is not taken, and told once a day.
func TestOddStamp(t *testing.T) {
	p := onLists(t, map[string]string{"clock": "list"})
	for i, day := range []string{"7", "6"} {
		p.write(strings.Replace(listMail("tea-actions", fmt.Sprint(i)), "Mon, 5 Jan 2026 09:10:00", "Wed, "+day+" Jan 2026 09:10:00", 1), "301 FOR\n")
	}
	p.is("letters", whoWasTold(p), "odd-stamp to org@example.com")
	p.is("votes", p.votes(), adaFor)
}
