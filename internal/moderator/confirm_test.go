package moderator_test

import (
	"bytes"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp"
	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/clearsign"
	"github.com/ProtonMail/go-crypto/openpgp/packet"

	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

const ourServer = "mx.nomic.example.org"

// passing is what our server writes on top of a mail whose sender is borne out.
func passing(domain string) string {
	return "Authentication-Results: " + ourServer + "; dmarc=pass header.from=" + domain + "\n"
}

// post is a game of Ada and Bob with proposal 301 of Bob's open to vote, and
// the mail that comes and goes.
type post struct {
	*testing.T
	m    *moderator.Moderator
	book *store.Store
	now  time.Time
	seen map[string]bool
	sent int
}

// letter is a letter of ours that came since the last step.
type letter struct {
	id, to, kind, subject, text, replyTo, raw string
}

func newPost(t *testing.T, customs map[string]string, players ...moderator.PlayerFile) *post {
	t.Helper()
	p := &post{T: t, book: store.Memory(), now: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC), seen: map[string]bool{}}
	var err error
	p.m, err = moderator.New(p.book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+", AuthServer: ourServer})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{"debate_least": "0h"}
	for k, v := range customs {
		all[k] = v
	}
	if len(players) == 0 {
		players = []moderator.PlayerFile{
			{Given: "Ada", Surname: "Quillfeather", Addresses: []string{"ada@example.org"}},
			{Given: "Bob", Surname: "Crumhorn", Addresses: []string{"bob@example.net"}},
		}
	}
	f := moderator.GameFile{Name: "tea", Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC", Customs: all, Organiser: "org@example.com", Players: players}
	if _, err := p.m.Create(f, "org", p.now); err != nil {
		t.Fatal(err)
	}
	p.act("start", "", "")
	p.act("as", "Bob Crumhorn", "repeal 210")
	p.letters()
	return p
}

func (p *post) act(verb, player, words string) {
	p.Helper()
	p.now = p.now.Add(time.Minute)
	if _, err := p.m.Act(moderator.Act{Game: "tea", By: "org", Verb: verb, Player: player, Words: words, At: p.now}); err != nil {
		p.Fatal(err)
	}
}

// write sends a mail: head is what stands above the usual fields, less what it
// has of its own.
func (p *post) write(head, body string) moderator.Outcome {
	p.Helper()
	p.sent++
	p.now = p.now.Add(time.Minute)
	for _, f := range []string{"To: nomic+tea@nomic.example.org\n", fmt.Sprintf("Message-ID: <%d@example.org>\n", p.sent), "Subject: my move\n"} {
		name, _, _ := strings.Cut(f, ":")
		if !strings.Contains("\n"+head, "\n"+name+":") {
			head += f
		}
	}
	raw := strings.ReplaceAll(head+"\n"+body, "\n", "\r\n")
	o, err := p.m.Receive(moderator.Mail{Raw: []byte(raw), At: p.now, Where: "INBOX/1/1"})
	if err != nil {
		p.Fatal(err)
	}
	return o
}

// letters are those that were posted since the last call.
func (p *post) letters() (all []letter) {
	p.Helper()
	for _, game := range []string{"tea", ""} {
		for l, err := range p.book.Letters(game) {
			if err != nil {
				p.Fatal(err)
			}
			if p.seen[l.ID] {
				continue
			}
			p.seen[l.ID] = true
			raw, _, _ := p.book.Body(l.Raw)
			own := parser.Parse(raw, parser.Options{})
			reply := ""
			if len(own.ReplyTo) > 0 {
				reply = own.ReplyTo[0].Mail
			}
			all = append(all, letter{l.ID, l.To[0], l.Kind, l.Subject, plainPart(p.T, raw), reply, string(raw)})
		}
	}
	return all
}

// question is the one letter among those new that asks something first.
func (p *post) question(to string) letter {
	p.Helper()
	var found []letter
	for _, l := range p.letters() {
		if l.kind == "question" && l.to == to {
			found = append(found, l)
		}
	}
	if len(found) != 1 {
		p.Fatalf("%d questions to %s", len(found), to)
	}
	return found[0]
}

// reply answers a letter from an address, quoting all of it.
func (p *post) reply(l letter, from, words string) moderator.Outcome {
	p.Helper()
	to := l.replyTo
	if to == "" {
		to = "nomic+tea@nomic.example.org"
	}
	return p.write("From: "+from+"\nTo: "+to+"\nIn-Reply-To: "+l.id+"\nSubject: Re: "+l.subject+"\n", words+"\n\n"+prefix(l.text, "> "))
}

func (p *post) votes() string {
	p.Helper()
	for _, s := range stateOf(p.T, p.m).Proposals {
		if s.Number == 301 {
			return fmt.Sprint(s.Votes)
		}
	}
	return ""
}

func (p *post) is(what string, got, want any) {
	p.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		p.Errorf("%s: %v, want %v", what, got, want)
	}
}

func (p *post) entries() []record.Entry {
	p.Helper()
	var list []record.Entry
	for e, err := range p.book.Entries("tea", 1) {
		if err != nil {
			p.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

func (p *post) lastTrust() string {
	list := p.entries()
	return list[len(list)-1].Cause.Trust
}

const (
	nobody = "map[]"
	adaFor = "map[Ada Quillfeather:for]"
)

// TestLevels: what counts at each level of trust, and what waits.
func TestLevels(t *testing.T) {
	for _, c := range []struct {
		trust, head string
		counts      bool
	}{
		{"from", "", true},
		{"from", passing("example.org"), true},
		{"aligned", "", false},
		{"aligned", passing("example.org"), true},
		{"token", "", false},
		{"token", passing("example.org"), false},
		{"signed", passing("example.org"), false},
	} {
		p := newPost(t, map[string]string{"trust": c.trust})
		o := p.write(c.head+"From: ada@example.org\n", "301 FOR\n")
		want := nobody
		if c.counts {
			want = adaFor
		}
		p.is(c.trust+" "+c.head, p.votes(), want)
		if c.counts {
			continue
		}
		p.is("outcome", o.Outcome, "held")
		q := p.question("ada@example.org")
		p.reply(q, "ada@example.org", "1")
		p.is("confirmed at "+c.trust, p.votes(), adaFor)
		p.is("the record's level", p.lastTrust(), "token")
	}
}

// TestConfirm: the mail counts as of its own time, in any language, and once.
func TestConfirm(t *testing.T) {
	for _, answer := range []string{"1", "yes", "Yes, it was me.", "sim", "sí", "evet", "igen"} {
		p := newPost(t, nil)
		p.write("From: ada@example.org\n", "301 FOR\n")
		first := p.now
		q := p.question("ada@example.org")
		p.reply(q, "ada@example.org", answer)
		p.is(answer, p.votes(), adaFor)
		g, err := p.m.Game("tea")
		if err != nil {
			t.Fatal(err)
		}
		if b := g.Proposals[0].Votes["p1"]; !b.Since.Equal(first) {
			t.Errorf("%s: the vote counts as of %v, want %v", answer, b.Since, first)
		}
		p.reply(q, "ada@example.org", answer)
		p.is(answer+" again", p.votes(), adaFor)
		p.is("questions", len(g.Held), 0)
	}
	for _, answer := range []string{"2", "no", "não", "hayır", "nem"} {
		p := newPost(t, nil)
		p.write("From: ada@example.org\n", "301 FOR\n")
		q := p.question("ada@example.org")
		p.reply(q, "ada@example.org", answer)
		p.reply(q, "ada@example.org", "1")
		p.is(answer, p.votes(), nobody)
	}
}

// TestConfirmWholeMail: all of a mail is confirmed at once, and what needs no
// confirming is answered at once.
func TestConfirmWholeMail(t *testing.T) {
	p := newPost(t, nil)
	p.write("From: ada@example.org\n", "status\n301 AGAINST\n301 FOR\n")
	p.is("votes", p.votes(), nobody)
	var q letter
	asked := 0
	for _, l := range p.letters() {
		if l.kind == "question" {
			q = l
			asked++
		}
	}
	p.is("questions", asked, 1)
	p.reply(q, "ada@example.org", "1")
	p.is("votes", p.votes(), adaFor)
}

// TestReplyTokens: the token is in the reply address and on the last line of a
// letter, either will do, and only from the player's own address.
func TestReplyTokens(t *testing.T) {
	p := newPost(t, map[string]string{"trust": "token"})
	p.act("announce", "", "Good morning")
	var ada letter
	for _, l := range p.letters() {
		if l.to == "ada@example.org" {
			ada = l
		}
	}
	line := regexp.MustCompile(`tea-[a-z2-7]{12}`).FindString(ada.text)
	if line == "" || ada.replyTo != "nomic+"+line+"@nomic.example.org" {
		t.Fatalf("the letter has the token %q and the reply address %q", line, ada.replyTo)
	}
	for name, head := range map[string]string{
		"in the address":                 "To: " + ada.replyTo + "\n",
		"in the address in capitals":     "To: NOMIC+" + strings.ToUpper(line) + "@nomic.example.org\n",
		"in the text":                    "",
		"in the text, as it is quoted":   "In-Reply-To: " + ada.id + "\n",
		"in the text, and the server up": passing("example.org"),
	} {
		body := "301 FOR\n"
		if !strings.HasPrefix(head, "To:") {
			body += "\n> something\n> " + strings.ToUpper(line[:5]) + line[5:] + "\n"
		}
		p.write(head+"From: Ada@example.org\n", body)
		p.is(name, p.votes(), adaFor)
		p.is("level", p.lastTrust(), "token")
		p.write(head+"From: Ada@example.org\n", strings.Replace(body, "301 FOR", "301 WITHDRAW", 1))
		p.is("withdrawn", p.votes(), nobody)
	}
	p.write("To: "+ada.replyTo+"\nFrom: bob@example.net\n", "301 FOR\n")
	p.is("from another player", p.votes(), nobody)

	p.write("To: "+ada.replyTo+"\nFrom: ada@example.org\n", "new reply code\n")
	p.letters()
	p.write("To: "+ada.replyTo+"\nFrom: ada@example.org\n", "301 FOR\n")
	p.is("with a token that was renewed", p.votes(), nobody)
}

// TestLinksBearTheToken: a vote by a ballot's link counts at the level token, in
// the address or, where no address can bear it, in the body; among friends the
// link is plain.
func TestLinksBearTheToken(t *testing.T) {
	link := regexp.MustCompile(`mailto:([^?\s]+)\?subject=([^&\s]*)&body=(\S*301%20FOR[^>\s]*)`)
	for _, c := range []struct {
		trust, delimiter string
		plain            bool
	}{{"token", "+", false}, {"token", "", false}, {"aligned", "+", false}, {"from", "+", true}} {
		p := newPost(t, map[string]string{"trust": c.trust})
		if c.delimiter == "" {
			m, err := moderator.New(p.book, moderator.Settings{Address: "nomic@nomic.example.org", AuthServer: ourServer})
			if err != nil {
				t.Fatal(err)
			}
			p.m = m
		}
		if err := p.m.Tick(p.now.AddDate(0, 0, 6)); err != nil { // a reminder has the links of the ballot
			t.Fatal(err)
		}
		var ada letter
		for _, l := range p.letters() {
			if l.to == "ada@example.org" && l.kind == "reminder" {
				ada = l
			}
		}
		m := link.FindStringSubmatch(strings.ReplaceAll(ada.text, "\n", " "))
		if m == nil {
			t.Fatalf("%s: no link in\n%s", c.trust, ada.text)
		}
		p.is("a plain link at "+c.trust, m[1] == "nomic+tea@nomic.example.org" && !strings.Contains(m[3], "tea-"), c.plain)
		subject, _ := url.PathUnescape(m[2])
		body, _ := url.PathUnescape(m[3])
		head := ""
		if c.trust == "aligned" {
			head = passing("example.org")
		}
		p.write(head+"From: ada@example.org\nTo: "+m[1]+"\nSubject: "+subject+"\n", strings.ReplaceAll(body, "\r\n", "\n")+"\n")
		p.is("votes by link at "+c.trust, p.votes(), adaFor)
	}
}

// TestLongAddresses: no reply address is longer than servers take (RFC 5321
// §4.5.3.1.1), and where there is no room, or no tag, the token stands in the
// text alone.
func TestLongAddresses(t *testing.T) {
	at := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		mailbox, delimiter, game, own string
		tagged                        bool
	}{
		{"nomic", "+", strings.Repeat("x", 32), "", true},
		{"a-long-name-of-a-mailbox-for-games", "+", "tea", "", true},
		{"a-long-name-of-a-mailbox-for-games", "+", strings.Repeat("x", 32), "", false},
		{"nomic", "", "tea", "", false},
		{"nomic", "+", "tea", "tea@nomic.example.org", false},
	} {
		book := store.Memory()
		m, err := moderator.New(book, moderator.Settings{Address: c.mailbox + "@nomic.example.org", Delimiter: c.delimiter})
		if err != nil {
			t.Fatal(err)
		}
		f := moderator.GameFile{Name: c.game, Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC", Address: c.own, Players: []moderator.PlayerFile{
			{Given: "Ada", Surname: "Quillfeather", Addresses: []string{"ada@example.org"}},
		}}
		if _, err := m.Create(f, "org", at); err != nil {
			t.Fatal(err)
		}
		for l, err := range book.Letters(c.game) {
			if err != nil {
				t.Fatal(err)
			}
			raw, _, _ := book.Body(l.Raw)
			own := parser.Parse(raw, parser.Options{})
			if (len(own.ReplyTo) > 0) != c.tagged || !strings.Contains(plainPart(t, raw), c.game+"-") {
				t.Errorf("%+v: replies go to %v\n%s", c, own.ReplyTo, plainPart(t, raw))
			}
			for _, a := range own.ReplyTo {
				if local, _, _ := strings.Cut(a.Mail, "@"); len(local) > 64 {
					t.Errorf("%s has %d octets", local, len(local))
				}
			}
		}
	}
}

// TestForfeitIsConfirmed where the game wants more than a From field.
func TestForfeitIsConfirmed(t *testing.T) {
	for trust, at := range map[string]bool{"from": true, "aligned": false} {
		p := newPost(t, map[string]string{"trust": trust})
		p.write(passing("example.org")+"From: ada@example.org\n", "forfeit\n")
		p.is("gone at "+trust, stateOf(t, p.m).Players[1].Status == "forfeited", at)
		if at {
			continue
		}
		p.reply(p.question("ada@example.org"), "ada@example.org", "yes, I am sure")
		p.is("gone", stateOf(t, p.m).Players[1].Status, "forfeited")
	}
}

// TestStolenToken: a mail from an unknown address with a player's token asks the
// player.
func TestStolenToken(t *testing.T) {
	for answer, want := range map[string]struct {
		votes     string
		addresses int
		renewed   int
	}{
		"1": {adaFor, 2, 0}, "2": {adaFor, 1, 0}, "3": {nobody, 1, 1},
	} {
		p := newPost(t, nil)
		p.act("announce", "", "Good morning")
		token := ""
		for _, l := range p.letters() {
			if l.to == "ada@example.org" {
				token = l.replyTo
			}
		}
		p.write(passing("example.com")+"From: ada.at.work@example.com\nTo: "+token+"\n", "301 FOR\n")
		p.is("before", p.votes(), nobody)
		q := p.question("ada@example.org")
		p.reply(q, "mallory@example.com", answer)
		p.is("another's answer", p.votes(), nobody)
		p.reply(q, "ada@example.org", answer)
		p.is(answer, p.votes(), want.votes)
		g, err := p.m.Game("tea")
		if err != nil {
			t.Fatal(err)
		}
		p.is(answer+": addresses", len(g.Player("p1").Addresses), want.addresses)
		p.is(answer+": renewed", g.Player("p1").Renewed, want.renewed)
	}
}

// TestAddresses: an address is added when it answers, and everybody who reads
// the others is told.
func TestAddresses(t *testing.T) {
	p := newPost(t, map[string]string{"trust": "from"})
	p.write("From: ada@example.org\n", "address add ada@example.net\n")
	q := p.question("ada@example.org")
	p.reply(q, "ada@example.org", "1")
	there := p.question("ada@example.net")
	p.reply(there, "ada@example.org", "1")
	p.reply(there, "mallory@example.com", "1")
	g, _ := p.m.Game("tea")
	p.is("before", g.Player("p1").Addresses, "[ada@example.org]")
	p.letters()
	p.reply(there, "ada@example.net", "yes")
	g, _ = p.m.Game("tea")
	p.is("after", g.Player("p1").Addresses, "[ada@example.org ada@example.net]")
	told := map[string]bool{}
	for _, l := range p.letters() {
		told[l.to] = told[l.to] || l.kind == "address-added"
	}
	p.is("told", told["ada@example.org"] && told["ada@example.net"], true)
	p.write("From: ada@example.net\n", "301 FOR\n")
	p.is("from there", p.votes(), adaFor)
	p.write(passing("example.net")+"From: ada@example.net\n", "address remove ada@example.org\n")
	g, _ = p.m.Game("tea")
	p.is("removed", g.Player("p1").Addresses, "[ada@example.net]")
}

// TestSharedAddress: where two write from one address, who speaks is said or
// asked.
func TestSharedAddress(t *testing.T) {
	both := []string{"house@example.org"}
	for words, want := range map[string]string{
		"as Ada\n301 FOR": adaFor, "301 FOR\n\nas Ada Quillfeather": adaFor, "Ada olarak\n301 KABUL": adaFor,
		"como Ada\n301 a favor": adaFor, "mint Ada\n301 igen": adaFor, "Ada adına\n301 kabul": adaFor,
		"as Bob\n301 FOR": "map[Bob Crumhorn:for]", "301 FOR": nobody, "as Ada\nas Bob\n301 FOR": nobody,
	} {
		p := newPost(t, map[string]string{"trust": "from"},
			moderator.PlayerFile{Given: "Ada", Surname: "Quillfeather", Addresses: both}, moderator.PlayerFile{Given: "Bob", Surname: "Crumhorn", Addresses: both},
			moderator.PlayerFile{Given: "Cem", Surname: "Oatmarsh", Addresses: []string{"cem@example.org"}})
		p.write("From: house@example.org\n", words+"\n")
		p.is(words, p.votes(), want)
		if want == nobody {
			p.reply(p.question("house@example.org"), "house@example.org", "1")
			p.is(words+", then 1", p.votes(), adaFor)
		}
	}
}

// TestJoining: whoever joins by mail confirms it, unless the game does not want
// it.
func TestJoining(t *testing.T) {
	for _, c := range []struct {
		customs map[string]string
		asked   bool
	}{
		{map[string]string{"joining": "open"}, true},
		{map[string]string{"joining": "open", "joins_confirmed": "no"}, false},
		{map[string]string{"joining": "open", "trust": "from"}, false},
		{map[string]string{"joining": "open", "trust": "from", "joins_confirmed": "yes"}, true},
	} {
		p := newPost(t, c.customs)
		p.write(passing("example.com")+"From: cem@example.com\n", "join Cem OATMARSH\n")
		p.is(fmt.Sprint(c.customs), len(stateOf(t, p.m).Players) == 2, c.asked)
		if !c.asked {
			continue
		}
		q := p.question("cem@example.com")
		p.reply(q, "mallory@example.com", "1")
		p.is("another's answer", len(stateOf(t, p.m).Players), 2)
		p.reply(q, "cem@example.com", "1")
		p.is("confirmed", len(stateOf(t, p.m).Players), 3)
	}
}

// TestOrganiser: orders by mail need more than a From field, whatever the game
// believes of its players.
func TestOrganiser(t *testing.T) {
	p := newPost(t, map[string]string{"trust": "from"})
	p.write("From: org@example.com\n", "pause because of the holidays\n")
	p.is("forged", stateOf(t, p.m).Status, "running")
	p.reply(p.question("org@example.com"), "org@example.com", "1")
	p.is("confirmed", stateOf(t, p.m).Status, "paused")
	p.write(passing("example.com")+"From: org@example.com\n", "resume\n")
	p.is("borne out", stateOf(t, p.m).Status, "running")
}

// adasKey makes a key and its public half.
func adasKey(t *testing.T, at time.Time) (*openpgp.Entity, string) {
	t.Helper()
	config := &packet.Config{Time: func() time.Time { return at }, Algorithm: packet.PubKeyAlgoEdDSA}
	e, err := openpgp.NewEntity("Ada", "", "ada@example.org", config)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w, _ := armor.Encode(&b, openpgp.PublicKeyType, nil)
	e.Serialize(w)
	w.Close()
	return e, b.String()
}

func clearSigned(t *testing.T, e *openpgp.Entity, text string, at time.Time) string {
	t.Helper()
	var b bytes.Buffer
	w, err := clearsign.Encode(&b, e.PrivateKey, &packet.Config{Time: func() time.Time { return at }})
	if err != nil {
		t.Fatal(err)
	}
	w.Write([]byte(text))
	w.Close()
	return b.String()
}

func mimeSigned(t *testing.T, e *openpgp.Entity, text string, at time.Time) (head, body string) {
	t.Helper()
	part := "Content-Type: text/plain; charset=utf-8\r\n\r\n" + strings.ReplaceAll(text, "\n", "\r\n")
	var b bytes.Buffer
	if err := openpgp.ArmoredDetachSign(&b, e, strings.NewReader(part), &packet.Config{Time: func() time.Time { return at }}); err != nil {
		t.Fatal(err)
	}
	return "Content-Type: multipart/signed; protocol=\"application/pgp-signature\"; boundary=b\n",
		"--b\n" + strings.ReplaceAll(part, "\r\n", "\n") + "\n--b\nContent-Type: application/pgp-signature\n\n" + b.String() + "\n--b--\n"
}

// TestSigned: a mail that is signed with a registered key is the player's, once.
func TestSigned(t *testing.T) {
	p := newPost(t, map[string]string{"trust": "signed"})
	e, key := adasKey(t, p.now.Add(-time.Hour))
	p.write(passing("example.org")+"From: ada@example.org\n", "key\n\n"+key)
	p.reply(p.question("ada@example.org"), "ada@example.org", "1")
	g, _ := p.m.Game("tea")
	p.is("keys", len(g.Player("p1").Keys), 1)

	words := clearSigned(t, e, "301 FOR\n", p.now)
	p.write("From: ada@example.org\n", words)
	p.is("clear-signed", p.votes(), adaFor)
	p.is("level", p.lastTrust(), "signed")

	head, body := mimeSigned(t, e, "301 AGAINST\n", p.now)
	p.write("From: ada@example.org\n"+head, body)
	p.is("PGP/MIME", p.votes(), "map[Ada Quillfeather:against]")

	p.letters()
	p.write("From: ada@example.org\n", words)
	p.is("the first one again", p.votes(), "map[Ada Quillfeather:against]")
	if all := p.letters(); len(all) != 1 || !strings.Contains(all[0].text, "this very signature") {
		t.Errorf("a signature played before is answered with %+v", all)
	}
	p.write("From: ada@example.org\n", "301 FOR\n\n"+clearSigned(t, e, "help\n", p.now))
	p.is("words beside what is signed", p.votes(), "map[Ada Quillfeather:against]")
	p.write("From: ada.elsewhere@example.com\n", clearSigned(t, e, "301 FOR\n", p.now.Add(time.Second)))
	p.is("from another address", p.votes(), adaFor)
}
