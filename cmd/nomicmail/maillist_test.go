package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/mailer"
	"nomicmail/internal/mailer/mailhost"
	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

// The lists of TestOnMailman.
const (
	teaActions = "tea-actions@" + mailhost.ListDomain
	teaReports = "tea-reports@" + mailhost.ListDomain
	teaTalk    = "tea-talk@" + mailhost.ListDomain
)

// TestOnMailman plays a turn on three lists of a real Mailman. The list for actions
// rewrites From, that for talk puts mails whole into its own, and the moderator
// owns one. A vote goes to the wrong list first, one comes by two roads, and one
// stands above a digest. Mailman's welcome, its request for approval, its
// confirmation and its report on a bounce are answered by nobody.
func TestOnMailman(t *testing.T) {
	game := "game+tea@" + mailhost.Domain
	members := []string{game, "ada@" + mailhost.Domain, "bob@" + mailhost.Domain, "cem@" + mailhost.Domain}
	munge := map[string]any{"dmarc_mitigate_action": "munge_from", "dmarc_mitigate_unconditionally": true}
	wrap := map[string]any{"dmarc_mitigate_action": "wrap_message", "dmarc_mitigate_unconditionally": true}
	host, err := mailhost.StartWithLists([]mailhost.MailingList{
		{Address: teaActions, Owner: game, Members: members, Set: munge, Digests: map[string]string{"cem@" + mailhost.Domain: "plain"}},
		{Address: teaReports, Owner: "org@" + mailhost.Domain, Members: append(members, "gone@bounce.test")},
		{Address: teaTalk, Owner: "org@" + mailhost.Domain, Members: members, Set: wrap},
	}, "game", "ada", "bob", "cem", "org", "eve")
	e := endToEndOn(t, host, err)
	eve := e.player("eve")
	daemon := e.serve()
	e.verb("game", "new", "--file", e.listGame())
	e.verb("game", "start", "tea")

	eve.posts(teaActions, "", "hello", "301 FOR\n") // held, and the owner is asked
	eve.gets("awaits moderator approval")
	eve.postsAs(game, "tea-talk-leave@"+mailhost.ListDomain, "", "leave", "") // forged in the moderator's name

	e.bob.gets("the game begins")
	e.bob.posts(teaActions, "", "enact", "enact\ntitle: Tea\nTea is at four.\nend\n")
	for _, p := range e.players() {
		p.gets("301: vote by")
	}
	e.bob.posts(teaActions, "", "my vote", "301 FOR\n")
	e.ada.posts(teaActions, game, "my vote", "301 FOR\n")
	e.cem.posts(teaTalk, "", "my vote", "301 FOR\n")
	e.cem.gets("sent to the wrong list")
	e.passed()
	e.must(host.Digests())
	digest := e.cem.gets("Digest, Vol")
	e.cem.posts(teaActions, "", "Re: "+digest.Subject, "301 AGAINST\n\n"+digest.Text+digest.Passed)
	for _, p := range e.players() {
		p.gets("(2 for, 1 against)")
	}
	e.passed()
	e.ada.writes("scores", "scores\n")     // comes behind all that Mailman has sent
	e.ada.gets("waiting for Cem Oatmarsh") // as the answer is called
	e.quiet()
	daemon.stop()
	e.onLists()
}

// listGame writes the file of a game that is played on the lists.
func (e *endToEnd) listGame() string {
	e.t.Helper()
	name := e.gameFile()
	b, err := os.ReadFile(name)
	e.must(err)
	text := strings.Replace(string(b), "[customs]\n", "[customs]\nposting = \"list\"\n", 1)
	for _, l := range [][2]string{{teaActions, "actions"}, {teaReports, "reports"}, {teaTalk, "talk"}} {
		text += fmt.Sprintf("[[list]]\naddress = %q\nrole = %q\nhosts = [%q]\n", l[0], l[1], mailhost.ListDomain)
	}
	e.write("tea.toml", text)
	return name
}

// posts sends a mail to a list, and a copy to another address unless that is "".
func (p *correspondent) posts(list, copied, subject, text string) {
	p.e.t.Helper()
	p.postsAs(p.name+"@"+mailhost.Domain, list, copied, subject, text)
}

// postsAs sends one in somebody's name.
func (p *correspondent) postsAs(from, list, copied, subject, text string) {
	p.e.t.Helper()
	p.sent++
	to := []string{list}
	head := fmt.Sprintf("From: %s Example <%s>\r\nTo: %s\r\n", p.name, from, list)
	if copied != "" {
		head, to = head+"Cc: "+copied+"\r\n", append(to, copied)
	}
	raw := fmt.Sprintf("%sSubject: %s\r\nMessage-ID: <%d.%s@%s>\r\nDate: %s\r\n\r\n%s", head, subject, p.sent, p.name, mailhost.Domain,
		time.Now().Format(time.RFC1123Z), strings.ReplaceAll(text, "\n", "\r\n"))
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	r := p.sender.Send(ctx, mailer.Message{From: from, To: to, Raw: []byte(raw)})
	if r.Halt != nil || r.Recipients[0].Fate != mailer.Accepted {
		p.e.t.Fatalf("%s cannot post: %+v", p.name, r)
	}
}

// passed waits until neither Mailman nor Postfix holds a mail: nothing is on its
// way when both are empty twice, one after the other.
func (e *endToEnd) passed() {
	e.t.Helper()
	until := time.Now().Add(patience)
	for empty := 0; empty < 2; {
		lists, err := e.host.ListQueue()
		e.must(err)
		queue, err := e.host.Queue()
		e.must(err)
		if empty++; len(lists)+len(queue) > 0 {
			empty = 0
		}
		if time.Now().After(until) {
			e.t.Fatalf("these stay: %v %v", lists, queue)
		}
		time.Sleep(100 * time.Millisecond) // between two looks
	}
}

// onLists looks into the record: what counted, and to whom was written.
func (e *endToEnd) onLists() {
	e.t.Helper()
	var s moderator.State
	e.must(json.Unmarshal([]byte(e.verb("game", "show", "--json", "tea")), &s))
	if len(s.Proposals) != 1 || s.Proposals[0].Favour != 2 || s.Proposals[0].Cast != 3 {
		e.t.Errorf("the proposals are %+v", s.Proposals)
	}
	book, err := store.Open(filepath.Join(e.dir, "data", filepath.Base((&config{}).database())))
	e.must(err)
	defer book.Close()
	outcomes, answered := map[string]int{}, map[string]string{}
	for _, game := range []string{"tea", ""} {
		for in, err := range book.Inputs(game) {
			e.must(err)
			l := parser.Parse(in.Raw, parser.Options{})
			outcomes[in.Outcome]++
			robot := strings.Contains(in.From, "-request@") || strings.Contains(in.From, "-owner@") || strings.Contains(in.From, "-bounces@") || strings.Contains(in.From, "-confirm+")
			if robot && !strings.HasPrefix(in.Outcome, "ignored") {
				e.t.Errorf("%q by %s is %s", l.Subject, in.From, in.Outcome)
			}
		}
		for l, err := range book.Letters(game) {
			e.must(err)
			for _, to := range l.To {
				if strings.HasSuffix(to, mailhost.ListDomain) && to != teaReports {
					e.t.Errorf("%q was sent to %s", l.Subject, to)
				}
			}
			e.ownWords(book, l, answered)
		}
	}
	robots := outcomes["ignored: auto-reply"]
	delete(outcomes, "ignored: auto-reply") // how many Mailman writes is its own affair
	want := map[string]int{
		"counted":                               6, // two acts, a proposal and three votes
		"answered":                              1,
		"ignored: own":                          3, // ours have come over the list
		"no force: not on the list for actions": 1,
		"no force: waits for its copy through the list": 1,
	}
	if robots == 0 || !maps.Equal(outcomes, want) {
		e.t.Errorf("the mails ended as %v, and %d of Mailman's own are ignored; want %v", outcomes, robots, want)
	}
}

// ownWords looks whether what the lists put below mails has come into a letter of
// ours, and whether it answers a mail that another one has answered.
func (e *endToEnd) ownWords(book *store.Store, l record.Letter, answered map[string]string) {
	e.t.Helper()
	raw, ok, err := book.Body(l.Raw)
	e.must(err)
	if !ok {
		e.t.Fatalf("%s is not there", l.ID)
	}
	ours := parser.Parse(raw, parser.Options{})
	if strings.Contains(ours.Text, "mailing list --") || strings.Contains(ours.Text, "To unsubscribe") {
		e.t.Errorf("a list speaks in %q:\n%s", l.Subject, ours.Text)
	}
	for _, id := range ours.InReplyTo {
		if strings.HasPrefix(id, "<tea") {
			continue // our own threads
		}
		if other := answered[id]; other != "" {
			e.t.Errorf("%s is answered by %s and %s", id, other, l.ID)
		}
		answered[id] = l.ID
	}
}
