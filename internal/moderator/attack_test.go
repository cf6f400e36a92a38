package moderator_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp"

	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/store"
)

// attack is what somebody does who is not Ada, and would have Ada's vote, or
// Ada out of the game.
type attack struct {
	name    string
	trust   string // what the game asks for
	do      func(p *post)
	letters int // that it may cause at most
	warned  string
}

// TestAttacks: what strangers, other players and machines can send. None of it
// moves a game, and none is answered without end.
func TestAttacks(t *testing.T) {
	for _, a := range attacks() {
		t.Run(a.name, func(t *testing.T) {
			p := newPost(t, map[string]string{"trust": a.trust, "joining": "invited"})
			token := adasToken(p)
			before := stateOf(t, p.m)
			a.do(p)
			after := stateOf(t, p.m)
			if before.Mails, after.Mails = nil, nil; !reflect.DeepEqual(before, after) {
				t.Errorf("the game has moved:\n%+v\n%+v", before, after)
			}
			all := p.letters()
			if len(all) > a.letters {
				t.Errorf("%d letters were written, at most %d should be", len(all), a.letters)
			}
			warned := a.warned == ""
			for _, l := range all {
				warned = warned || l.to == a.warned
				head, _, _ := strings.Cut(strings.ReplaceAll(l.raw, "\r\n", "\n"), "\n\n")
				if strings.Contains(strings.ToLower("\n"+head), "\nbcc:") || !slices.Contains(readers, l.to) {
					t.Errorf("a letter was bent, or goes to %s:\n%s", l.to, head)
				}
				if l.to != "ada@example.org" && strings.Contains(l.raw, token) {
					t.Errorf("%s gets Ada's token:\n%s", l.to, l.raw)
				}
			}
			if !warned {
				t.Errorf("%s was not told", a.warned)
			}
		})
	}
}

const (
	ada  = "From: Ada Quillfeather <ada@example.org>\n"
	eve  = "From: Eve <eve@eve.test>\n"
	both = "301 FOR\n\nforfeit\n"
)

// readers are those who may get a letter because of an attack.
var readers = []string{"ada@example.org", "bob@example.net", "org@example.com", "eve@eve.test", "ada@examp1e.org", "games@eve.test"}

// adasToken is what Ada's letters end with, in any game that has tokens.
func adasToken(p *post) string {
	if g, err := p.m.Game("tea"); err != nil || g.Customs["trust"] == "from" {
		return "no token at all"
	}
	_, token, _ := strings.Cut(adasLetter(p).replyTo, "+tea-")
	token, _, _ = strings.Cut(token, "@")
	return token
}

// adasLetter is a letter that Ada got, with her token in it.
func adasLetter(p *post) letter {
	p.Helper()
	p.act("announce", "", "Good morning")
	for _, l := range p.letters() {
		if l.to == "ada@example.org" {
			return l
		}
	}
	p.Fatal("Ada got no letter")
	return letter{}
}

func attacks() []attack {
	return slices.Concat(forgeries(), stolen(), shapes(), storms(), throughLists())
}

// forgeries pretend to come from Ada.
func forgeries() []attack {
	ours := "Authentication-Results: " + ourServer + "; "
	pass := "dkim=pass header.d=example.org; dmarc=pass header.from=example.org\n"
	once := func(head, body string) func(*post) { return func(p *post) { p.write(head, body) } }
	return []attack{
		{"forged From", "aligned", once(ada, both), 1, "ada@example.org"},
		{"forged From that DMARC finds", "from", once(ours+"dmarc=fail header.from=example.org\n"+ada, both), 1, "ada@example.org"},
		{"forged From that DMARC finds, ten times", "from", func(p *post) {
			for range 10 {
				p.write(ours+"dmarc=fail header.from=example.org\n"+ada, both)
			}
		}, 1, "ada@example.org"},
		{"forged Authentication-Results below ours", "aligned", once(ours+"dmarc=none\nReceived: from eve.test by "+ourServer+"\n"+ours+pass+ada, both), 1, ""},
		{"forged Authentication-Results beside ours", "aligned", once(ours+"dkim=none\n"+ours+pass+ada, both), 1, ""},
		{"forged Authentication-Results under ours that fails", "from", once(ours+"dmarc=fail\n"+ours+pass+ada, both), 1, "ada@example.org"},
		{"another server's Authentication-Results", "aligned", once("Authentication-Results: mx.eve.test; "+pass+ada, both), 1, ""},
		{"a comment in Authentication-Results", "aligned", once(ours+"dmarc=none (dmarc=pass header.from=example.org)\n"+ada, both), 1, ""},
		{"a quoted return path in Authentication-Results", "aligned", once(ours+`spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.org"@eve.test`+"\n"+ada, both), 1, ""},
		{"Eve's own DMARC passes", "aligned", once(ours+"dmarc=pass header.from=eve.test\n"+ada, both), 1, ""},
		{"an address that looks like Ada's", "from", once("From: Ada Quillfeather <ada@examp1e.org>\n", both), 1, ""},
		{"Ada's address as Eve's name", "from", once("From: \"ada@example.org\" <eve@eve.test>\n", both), 1, ""},
		{"Ada's name alone", "from", once("From: Ada Quillfeather <eve@eve.test>\n", both), 1, ""},
		{"Ada in Sender and Reply-To", "from", once(eve+"Sender: ada@example.org\nReply-To: ada@example.org\n", both), 1, ""},
		{"an order in the organiser's name", "from", once("From: org@example.com\n", "award Ada 200 because I say so\nremove Bob because of that\n"), 1, "org@example.com"},
		{"an answer to a question that Ada was asked", "aligned", func(p *post) {
			p.write(ada, "301 FOR\n")
			q := p.question("ada@example.org")
			for _, words := range []string{"1", "yes", "1\n\ntea-aaaaaaaaaaaa"} {
				p.write(ada+"In-Reply-To: "+q.id+"\n", words+"\n")
			}
		}, 3, ""},
	}
}

// stolen is what can be had of Ada's and used again.
func stolen() []attack {
	return []attack{
		{"stolen token", "aligned", func(p *post) {
			p.write(passing("eve.test")+eve+"To: "+adasLetter(p).replyTo+"\n", both)
		}, 1, "ada@example.org"},
		{"stolen token, and Eve answers the question", "aligned", func(p *post) {
			p.write(passing("eve.test")+eve+"To: "+adasLetter(p).replyTo+"\n", both)
			q := p.question("ada@example.org")
			q.text = "" // which Eve has not seen
			p.reply(letter{id: q.id}, "eve@eve.test", "1")
			p.reply(letter{id: q.id}, "ada@example.org", "1")
		}, 3, ""},
		{"quoted token in a reply to all", "token", func(p *post) {
			p.write(passing("example.net")+"From: bob@example.net\n", "301 FOR as Ada\n\n"+prefix(adasLetter(p).text, "> "))
		}, 1, ""},
		{"a token of another game", "token", func(p *post) {
			p.write(passing("example.org")+ada+"To: nomic+tea-aaaaaaaaaaaa@nomic.example.org\n", both)
		}, 1, "ada@example.org"},
		{"a token that was renewed", "token", func(p *post) {
			l := adasLetter(p)
			p.write(ada+"To: "+l.replyTo+"\n", "new reply code\n")
			p.letters()
			p.write(ada+"To: "+l.replyTo+"\n", both)
		}, 1, "ada@example.org"},
		{"replayed signature", "signed", func(p *post) { replayed(p, ada, "") }, 1, ""},
		{"replayed signature in another armour, from another address", "signed", func(p *post) {
			replayed(p, "From: ada.q@eve.test\n", "Comment: again\n")
		}, 1, ""},
		{"a mail of Ada's with other words under its signature", "signed", func(p *post) {
			e, _ := keyed(p)
			p.write(ada, strings.Replace(clearSigned(p.T, e, "301 ABSTAIN\n", p.now), "ABSTAIN", "FOR", 1))
		}, 1, "ada@example.org"},
		{"a signed mail in a larger one", "signed", func(p *post) {
			e, _ := keyed(p)
			head, body := mimeSigned(p.T, e, "status\n", p.now)
			p.write(ada+"Content-Type: multipart/mixed; boundary=c\n", "--c\nContent-Type: text/plain\n\n301 FOR\n--c\n"+head+"\n"+body+"\n--c--\n")
		}, 2, ""},
		{"Ada's mail a second time under another Message-ID", "aligned", func(p *post) {
			p.write(passing("eve.test")+eve+"Resent-From: ada@example.org\n", both)
		}, 1, ""},
	}
}

// throughLists pretend to have come through a list of the game, or come through it
// and pretend to be Ada's.
func throughLists() []attack {
	evesOwn := strings.NewReplacer("Ada Quillfeather", "Eve", "header.d=example.org", "header.d=eve.test", "header.from=example.org", "header.from=eve.test")
	onList := func(heads ...string) func(*post) {
		return func(p *post) {
			p.act("list add", "", "tea-actions@lists.example.org actions by lists.example.org")
			p.act("list add", "", "tea-talk@lists.example.org talk by lists.example.org")
			p.letters()
			for _, head := range heads {
				p.write(head, both)
			}
		}
	}
	real := listMail("tea-actions", "e1")
	unsigned := strings.Replace(real, "dkim=pass header.d=lists.example.org; dmarc=pass header.from=lists.example.org", "dkim=none; dmarc=none", 1)
	return []attack{
		{"a direct mail made to look like the list's", "aligned", onList(unsigned), 0, ""},
		{"the same where From is enough", "from", onList(unsigned), 0, ""},
		{"a forged List-Id above Eve's own signature", "aligned", onList(strings.Replace(real, "header.d=lists.example.org; dmarc=pass header.from=lists.example.org", "header.d=eve.test; dmarc=none", 1)), 1, ""},
		{"Ada in the Reply-To of Eve's post", "aligned", onList(evesOwn.Replace(real)), 1, "ada@example.org"},
		{"Ada in X-Original-From of Eve's post", "from", onList("X-Original-From: ada@example.org\n" + strings.Replace(evesOwn.Replace(real), "<ada@example.org>", "<eve@eve.test>", 1)), 1, "ada@example.org"},
		{"Ada beside Eve in Reply-To", "from", onList(strings.Replace(evesOwn.Replace(real), "<ada@example.org>", "<eve@eve.test>, ada@example.org", 1)), 1, "ada@example.org"},
		{"Eve's word for Ada above our server's Received", "aligned", onList("Authentication-Results: lists.example.org; dmarc=pass header.from=example.org\n" + evesOwn.Replace(real)), 1, ""},
		{"Eve's word for Ada below the list's", "aligned", onList(evesOwn.Replace(real) + "Authentication-Results: lists.example.org; dmarc=pass header.from=example.org\n"), 1, ""},
		{"the list's server has found a forgery", "from", onList(strings.Replace(real, "dkim=pass header.d=example.org; dmarc=pass", "dmarc=fail", 1)), 1, "ada@example.org"},
		{"an order on the list in the organiser's name", "aligned", onList(strings.ReplaceAll(real, "ada@example.org", "org@example.com")), 0, ""},
		{"Ada's words on the list for talk", "aligned", onList(listMail("tea-talk", "e1"), listMail("tea-talk", "e2")), 2, "ada@example.org"},
		{"Eve sends Ada's words again", "aligned", func(p *post) {
			onList(listMail("tea-talk", "e1"))(p)
			p.write("In-Reply-To: <e1@example.org>\n"+evesOwn.Replace(strings.Replace(real, "<ada@example.org>", "<eve@eve.test>", 1)), "This time to the public forum.\n\n"+prefix(both, "> "))
		}, 1, "ada@example.org"},
		{"a storm of posts that name nobody", "aligned", func(p *post) {
			onList()(p)
			for i := range 100 {
				p.write(strings.Replace(listMail("tea-actions", fmt.Sprint("e", i)), "Reply-To: Ada Quillfeather <ada@example.org>\n", "", 1), both)
			}
		}, 3, ""},
	}
}

// keyed is a game in which Ada has a key.
func keyed(p *post) (*openpgp.Entity, string) {
	e, public := adasKey(p.T, p.now.Add(-time.Hour))
	p.write(passing("example.org")+ada, "key\n\n"+public)
	p.reply(p.question("ada@example.org"), "ada@example.org", "1")
	p.letters()
	return e, public
}

// replayed plays a signed vote, takes it back, and sends the first mail again.
func replayed(p *post, from, comment string) {
	e, _ := keyed(p)
	vote := clearSigned(p.T, e, "301 FOR\n", p.now)
	p.write(ada, vote)
	p.write(ada, clearSigned(p.T, e, "301 WITHDRAW\n", p.now))
	p.letters()
	again := strings.Replace(vote, "-----BEGIN PGP SIGNATURE-----\n", "-----BEGIN PGP SIGNATURE-----\n"+comment, 1)
	p.write(from, again)
}

// shapes are mails of which parts are not what they seem.
func shapes() []attack {
	list := "List-Id: <talk.eve.test>\nList-Post: <mailto:talk@eve.test>\n"
	once := func(head, body string) func(*post) { return func(p *post) { p.write(head, body) } }
	html := "Content-Type: text/html; charset=utf-8\n"
	return []attack{
		{"munged list", "from", once("From: Ada Quillfeather via Talk <talk@eve.test>\nReply-To: ada@example.org\n"+list, both), 1, "ada@example.org"},
		{"munged list with X-Original-From", "from", once("From: talk@eve.test\nX-Original-From: Ada <ada@example.org>\n"+list, both), 1, "ada@example.org"},
		{"munged list that names two", "from", once("From: talk@eve.test\nReply-To: ada@example.org, bob@example.net\n"+list, both), 0, ""},
		{"two From fields", "from", once(ada+eve, both), 0, ""},
		{"two From fields, Ada's last", "from", once(eve+ada, both), 0, ""},
		{"two addresses in From", "from", once("From: ada@example.org, eve@eve.test\n", both), 0, ""},
		{"a group in From", "from", once("From: Players: ada@example.org;\n", both), 0, ""},
		{"no From", "from", once("Reply-To: eve@eve.test\n", both), 0, ""},
		{"header injection by subject", "from", once(eve+"Subject: =?utf-8?q?x=0D=0ABcc:_all=40eve.test=0D=0A?=\n", "status\n"), 1, ""},
		{"header injection by name", "from", once("From: =?utf-8?q?Eve=0D=0ABcc:_all=40eve.test?= <eve@eve.test>\n", "join\n"), 1, ""},
		{"header injection by Message-ID", "from", once(eve+"Message-ID: <x\rBcc: all@eve.test>\n", "status\n"), 1, ""},
		{"HTML with remote content", "from", once(eve+html, `<p>Hello</p><img src="http://eve.test/x.png"><script src="http://eve.test/x.js"></script><link rel=stylesheet href="http://eve.test/x.css">`), 1, ""},
		{"hidden HTML", "from", once(eve+html, `<p>Hello</p><p style="display:none">301 FOR</p>`), 1, ""},
		{"zip bomb", "from", func(p *post) {
			p.write(eve+"Content-Type: application/zip\nContent-Transfer-Encoding: base64\n", zipBomb(p.T))
		}, 1, ""},
		{"zip bomb as an attachment", "from", func(p *post) {
			p.write(eve+"Content-Type: multipart/mixed; boundary=b\n", "--b\n\n301 FOR\n--b\nContent-Type: application/zip; name=votes.zip\nContent-Transfer-Encoding: base64\n\n"+zipBomb(p.T)+"\n--b--\n")
		}, 1, ""},
		{"a thousand parts", "from", once(eve+"Content-Type: multipart/mixed; boundary=b\n", strings.Repeat("--b\n\n301 FOR\n", 1000)+"--b--\n"), 1, ""},
	}
}

// zipBomb is a small archive of a file of 64 MiB.
func zipBomb(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("votes.txt")
	if err != nil {
		t.Fatal(err)
	}
	block := bytes.Repeat([]byte("301 FOR\n"), 1<<17)
	for range 64 {
		w.Write(block)
	}
	z.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// storms are many mails.
func storms() []attack {
	many := func(n int, mail func(i int) (head, body string)) func(*post) {
		return func(p *post) {
			for i := range n {
				p.write(mail(i))
			}
		}
	}
	return []attack{
		{"mail bomb from one stranger", "from", many(300, func(int) (string, string) { return eve, both }), 7, "org@example.com"},
		{"mail bomb in Ada's name", "aligned", many(300, func(int) (string, string) { return ada, both }), 10, "ada@example.org"},
		{"mail bomb with Ada's token", "aligned", func(p *post) {
			l := adasLetter(p)
			for i := range 100 {
				p.write(fmt.Sprintf("From: eve%d@eve.test\nTo: %s\n", i, l.replyTo), both)
			}
		}, 5, "ada@example.org"},
		{"mail bomb through a list in Ada's name", "aligned", many(100, func(i int) (string, string) {
			return fmt.Sprintf("From: Ada via Talk <talk%d@eve.test>\nReply-To: ada@example.org\nList-Id: <talk.eve.test>\n", i), both
		}), 5, "ada@example.org"},
		{"out-of-office storm", "from", many(50, func(int) (string, string) {
			return ada + "Auto-Submitted: auto-replied\nSubject: I am away\n", both
		}), 0, ""},
		{"out-of-office storm of an old program", "from", many(50, func(int) (string, string) {
			return ada + "Return-Path: <>\nSubject: Out of office: your mail\n", both
		}), 0, ""},
		{"bounce storm", "from", many(50, func(i int) (string, string) {
			return "From: MAILER-DAEMON@example.org\nReturn-Path: <>\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n",
				"--b\n\n301 FOR\nforfeit\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; ada@example.org\nAction: failed\nStatus: 5.1.1\n--b--\n"
		}), 0, ""},
		{"second moderator", "from", secondModerator, 10, ""},
	}
}

// secondModerator lets another installation of this program, in which this game
// is a player, answer whatever we send it.
func secondModerator(p *post) {
	other, err := moderator.New(store.Memory(), moderator.Settings{Address: "games@eve.test", Delimiter: "+"})
	if err != nil {
		p.Fatal(err)
	}
	p.write("From: games@eve.test\n", "301 FOR\nstatus\n")
	for range 20 {
		var back []letter
		for _, l := range p.letters() {
			if l.to != "games@eve.test" {
				continue
			}
			o, err := other.Receive(moderator.Mail{Raw: []byte(l.raw), At: p.now})
			if err != nil {
				p.Fatal(err)
			}
			if !strings.HasPrefix(o.Outcome, "ignored") {
				p.Errorf("the other moderator answers: %s", o.Outcome)
			}
			back = append(back, l)
		}
		for _, l := range back { // and should it send our own letter back, that is a machine's too
			raw := strings.Replace(l.raw, "From: ", "From: games@eve.test\r\nX-From: ", 1)
			if _, err := p.m.Receive(moderator.Mail{Raw: []byte(raw), At: p.now}); err != nil {
				p.Fatal(err)
			}
		}
		if len(back) == 0 {
			return
		}
	}
	p.Error("two moderators write to each other without end")
}

// TestAttacksAreRead: the mails of the table are read as what they are, so that
// it is not for want of understanding that they move nothing.
func TestAttacksAreRead(t *testing.T) {
	l := parser.Parse([]byte(strings.ReplaceAll(passing("example.org")+ada+"\n"+both, "\n", "\r\n")), parser.Options{AuthServer: ourServer})
	if got := l.Trust(); got != "aligned" {
		t.Errorf("Ada's own mail is %q", got)
	}
	p := newPost(t, map[string]string{"trust": "from"})
	p.write(ada, both)
	p.is("the same words from Ada", stateOf(t, p.m).Players[1].Status, "forfeited")
}
