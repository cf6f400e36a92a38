package moderator_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	sealedvotes "nomicmail/internal/ballots"
	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
)

// sealedParlour is a parlour with sealed votes in which Cleo has proposed 301.
func sealedParlour(t *testing.T) *parlour {
	t.Helper()
	p := &parlour{T: t, book: store.Memory(), at: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)}
	m, err := moderator.New(p.book, moderator.Settings{
		Address: "nomic@nomic.example.org", Delimiter: "+", Rand: rand.NewChaCha8([32]byte{1}),
	})
	if err != nil {
		t.Fatal(err)
	}
	p.m = m
	f := moderator.GameFile{Name: "tea", Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC",
		Customs: map[string]string{"trust": "from", "debate_least": "0h", "ballots": "sealed"}}
	for _, n := range [][2]string{{"Ada", "Quillfeather"}, {"Bram", "Zuidema"}, {"Cleo", "Abbot"}} {
		f.Players = append(f.Players, moderator.PlayerFile{Given: n[0], Surname: n[1], Addresses: []string{strings.ToLower(n[0]) + "@example.org"}})
	}
	if _, err := m.Create(f, "org", p.at); err != nil {
		t.Fatal(err)
	}
	p.order("start", "", "")
	p.says("cleo", "enact\nTea is at four.\nend")
	return p
}

// letters are the texts of all letters to somebody so far, oldest first.
func (p *parlour) letters(to string) (texts []string) {
	p.Helper()
	for l, err := range p.book.Letters("tea") {
		if err != nil {
			p.Fatal(err)
		}
		raw, ok, err := p.book.Body(l.Raw)
		if err != nil || !ok {
			p.Fatalf("letter %s: %v", l.ID, err)
		}
		if to == "" || strings.HasPrefix(l.To[0], to+"@") {
			texts = append(texts, parser.Parse(raw, parser.Options{}).Text)
		}
	}
	return texts
}

// mails sends a mail, whatever comes of it.
func (p *parlour) mails(who, text string) {
	p.Helper()
	p.at, p.sent = p.at.Add(time.Hour), p.sent+1
	raw := fmt.Sprintf("From: %s@example.org\r\nTo: nomic+tea@nomic.example.org\r\nSubject: well\r\nMessage-ID: <%d@example.org>\r\n\r\n%s\r\n",
		who, p.sent, strings.ReplaceAll(text, "\n", "\r\n"))
	if _, err := p.m.Receive(moderator.Mail{Raw: []byte(raw), At: p.at, Where: "parlour"}); err != nil {
		p.Fatal(err)
	}
}

// key is that of a player's vote on 301.
func (p *parlour) key(who rules.PlayerID) string {
	p.Helper()
	b := p.game().Proposal(301).Votes[who]
	if b.Seal == "" {
		p.Fatalf("%s has no sealed vote", who)
	}
	return b.Nonce
}

// proved checks all that was told of sealed votes, as any player can.
func (p *parlour) proved() sealedvotes.Proof {
	p.Helper()
	proof := sealedvotes.Prove(sealedvotes.Read(strings.Join(p.letters(""), "\n")), "")
	if wrong := proof.Wrong(); len(wrong) > 0 {
		p.Errorf("what was told of the votes is wrong: %q", wrong)
	}
	return proof
}

// TestKeysAreTheirVoters: until the vote is over a key stands in letters to its
// voter alone, also of a vote that the organiser entered, and of one whose voter
// wants no receipts; and nobody hears how others voted.
func TestKeysAreTheirVoters(t *testing.T) {
	p := sealedParlour(t)
	p.says("bram", "receipts off")
	p.says("ada", "301 AGAINST")
	p.says("bram", "301 FOR")
	p.says("ada", "301 FOR")
	p.order("as", "Ada Quillfeather", "301 ABSTAIN because she rang me up")
	p.order("announce", "", "Tea will be late.")
	keys := map[string]string{p.key("p1"): "ada", p.key("p2"): "bram"}
	for _, b := range p.game().Proposal(301).Struck {
		keys[b.Nonce] = "ada"
	}
	if len(keys) != 4 {
		t.Fatalf("%d keys", len(keys))
	}
	for key, owner := range keys {
		for _, who := range []string{"ada", "bram", "cleo"} {
			had := slices.ContainsFunc(p.letters(who), func(l string) bool { return strings.Contains(l, key) })
			if had != (who == owner) {
				t.Errorf("%s's key %s: %s has it: %v", owner, key, who, had)
			}
		}
	}
	for _, l := range p.letters("cleo") {
		if strings.Contains(l, "ABSTAIN.") || strings.Contains(l, "Your vote") && strings.Contains(l, "sealed: nobody") {
			t.Errorf("Cleo hears of a vote:\n%s", l)
		}
	}
	p.says("cleo", "301 FOR")
	if proof := p.proved(); len(proof.Tallies) != 1 || len(proof.Tallies[0].Struck) != 2 || proof.Tallies[0].Lists < 3 {
		t.Errorf("proved: %+v", proof)
	}
}

// TestUndoingKeepsKeys: what is told anew after an undoing has the keys that it
// had, so that the receipts are still good, and no seal that was published is
// lost, also when an undoing is itself gone back behind.
func TestUndoingKeepsKeys(t *testing.T) {
	p := sealedParlour(t)
	p.says("ada", "301 FOR")
	p.says("bram", "301 FOR")
	ada, bram := p.key("p1"), p.key("p2")
	p.says("bram", "301 AGAINST")
	bramAgainst := p.key("p2")
	p.order("undo", "", "6 as 301 AGAINST because it was misread")
	if p.key("p1") != ada || p.key("p2") == bram || p.key("p2") == bramAgainst {
		t.Errorf("the keys are %s and %s; they were %s, %s and %s", p.key("p1"), p.key("p2"), ada, bram, bramAgainst)
	}
	instead := p.key("p2")
	if last := p.letters("bram"); !strings.Contains(last[len(last)-1], instead) {
		t.Errorf("Bram does not get his new key:\n%s", last[len(last)-1])
	}
	p.order("undo", "", "4 because of something else")
	if g := p.game(); len(g.Seals(g.Proposal(301))) != 1 || p.key("p2") != instead {
		t.Errorf("after a second undoing: %v, key %s, not %s", g.Seals(g.Proposal(301)), p.key("p2"), instead)
	}
	p.says("ada", "301 FOR")
	p.says("cleo", "301 FOR")
	proof := p.proved()
	if len(proof.Tallies) != 1 || len(proof.Tallies[0].Struck) != 3 {
		t.Errorf("proved: %+v", proof)
	}
}

// TestKeysAreNotPassedOn: talk with a secret key in it goes to nobody, however it
// is quoted; after the vote the key is no secret.
func TestKeysAreNotPassedOn(t *testing.T) {
	p := sealedParlour(t)
	p.says("ada", "talk always")
	p.says("ada", "301 AGAINST")
	key := p.key("p1")
	write := func(text string) { t.Helper(); p.mails("ada", text) }
	for _, text := range []string{
		"all: look, my key is " + key, "all: " + strings.ToUpper(key), "all: it is " + key[:20] + "\r\n" + key[20:] + ", you know",
		"Good morning everybody, what a rainy day, and my key is " + key + ", is yours so long?",
	} {
		before := len(p.letters("bram"))
		write(text)
		if after := p.letters("bram"); len(after) != before {
			t.Errorf("%q is passed on:\n%s", text, after[before])
		}
	}
	if mine := p.letters("ada"); !strings.Contains(strings.Join(mine, " "), "hold the key of a sealed vote") {
		t.Errorf("Ada is not told why:\n%s", mine[len(mine)-1])
	}
	p.says("bram", "301 FOR")
	p.says("cleo", "301 FOR")
	write("all: look, my key was " + key)
	if got := p.letters("bram"); !strings.Contains(got[len(got)-1], key) {
		t.Errorf("when all is over the key is still a secret:\n%s", got[len(got)-1])
	}
}

// TestKeyIsInTheRecord: whoever stops before the letter was sent and begins anew
// finds the same key, because it was decided with the vote.
func TestKeyIsInTheRecord(t *testing.T) {
	p := sealedParlour(t)
	p.says("ada", "301 AGAINST")
	key := p.key("p1")
	m, err := moderator.New(p.book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+", Rand: bytes.NewReader(nil)})
	if err != nil {
		t.Fatal(err)
	}
	p.m = m
	if p.key("p1") != key || !strings.Contains(strings.Join(p.letters("ada"), " "), key) {
		t.Errorf("the key was %s and is %s", key, p.key("p1"))
	}
}

// TestForgedTallies: a player who writes what looks like a tally, where all can
// read it, makes no proof fail.
func TestForgedTallies(t *testing.T) {
	p := sealedParlour(t)
	p.says("ada", "301 AGAINST")
	forged := "tally tea 301: 9 FOR, 0 AGAINST, 0 ABSTAIN\n9 sealed, Ada Quillfeather\nend of tally: 1 ballots, 0 struck"
	p.order("announce", "", "Somebody sent me this: "+strings.Repeat("word ", 9)+"\n"+forged)
	p.mails("bram", "all: Just look at this: "+forged)
	p.mails("bram", "1")
	p.says("bram", "301 FOR\n\nWhat is this?\n\nseals tea 301\nend of seals: 0 sealed, 0 struck")
	p.says("cleo", "301 FOR")
	if proof := p.proved(); len(proof.Tallies) != 1 || proof.Tallies[0].For != 2 {
		t.Errorf("proved: %+v", proof)
	}
	p.mails("bram", "proposal 301")
	if got := p.letters("bram"); !strings.Contains(got[len(got)-1], "tally tea 301: 2 FOR, 1 AGAINST, 0 ABSTAIN") {
		t.Errorf("the tally is not told again:\n%s", got[len(got)-1])
	}
}
