package moderator_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
)

// pond is a game without turns in which 1001 was adopted by the votes of Ada and
// Bram against Cleo's: Bram's was entered by the organiser.
func pond(t *testing.T) *parlour {
	t.Helper()
	p := &parlour{T: t, book: store.Memory(), at: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)}
	m, err := moderator.New(p.book, moderator.Settings{
		Address: "nomic@nomic.example.org", Delimiter: "+", Rand: bytes.NewReader(make([]byte, 1<<16)), Organisers: []string{"org@example.org"},
	})
	if err != nil {
		t.Fatal(err)
	}
	p.m = m
	f := moderator.GameFile{Name: "tea", Ruleset: "list.en", Language: "en", Timezone: "UTC", Customs: map[string]string{"trust": "from"}}
	for _, n := range [][2]string{{"Ada", "Quillfeather"}, {"Bram", "Zuidema"}, {"Cleo", "Abbot"}} {
		f.Players = append(f.Players, moderator.PlayerFile{Given: n[0], Surname: n[1], Addresses: []string{strings.ToLower(n[0]) + "@example.org"}})
	}
	if _, err := m.Create(f, "org", p.at); err != nil {
		t.Fatal(err)
	}
	p.order("start", "", "")
	p.says("ada", "enact\ntitle: Tea\nTea is at five.\nend")
	p.at = time.Date(2026, 1, 12, 0, 0, 0, 0, time.UTC)
	p.tick()
	p.says("ada", "1001 FOR")
	p.says("cleo", "1001 AGAINST")
	p.order("as", "Bram", "1001 FOR")
	p.at = time.Date(2026, 1, 19, 0, 0, 0, 0, time.UTC)
	p.tick()
	p.resolved(rules.Adopted, 6, 3)
	return p
}

func (p *parlour) tick() {
	p.Helper()
	if err := p.m.Tick(p.at); err != nil {
		p.Fatal(err)
	}
}

// resolved checks how 1001 was counted.
func (p *parlour) resolved(state rules.ProposalState, favour, against int64) {
	p.Helper()
	x := p.game().Proposal(1001)
	if x.State != state || x.Tally.Favour != favour || x.Tally.Against != against {
		p.Errorf("1001 is %s with %d/%d, want %s with %d/%d", x.State, x.Tally.Favour, x.Tally.Against, state, favour, against)
	}
}

// claims checks how each claim was answered, "" for an open one.
func (p *parlour) claims(want ...string) {
	p.Helper()
	var got []string
	for _, c := range p.game().Claims {
		got = append(got, c.How)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		p.Errorf("the claims are %q, want %q", got, want)
	}
}

// told checks that the last letter to somebody has some words.
func (p *parlour) told(to, words string) {
	p.Helper()
	all := p.letters(to)
	if len(all) == 0 || !strings.Contains(strings.Join(strings.Fields(all[len(all)-1]), " "), words) {
		p.Errorf("%s is not told %q at last, but:\n%s", to, words, strings.Join(all[max(0, len(all)-1):], ""))
	}
}

// entryOf is the last entry that holds an event of that line.
func (p *parlour) entryOf(line string) (n uint64) {
	p.Helper()
	g := p.game()
	for e, err := range p.book.Entries("tea", 1) {
		if err != nil {
			p.Fatal(err)
		}
		for _, ev := range e.Events {
			if strings.HasPrefix(moderator.Line(g, ev), line) {
				n = e.N
			}
		}
	}
	return n
}

// An undoing of the ballot in doubt answers the claim: all get a revised resolution
// and no letter about an entry.
func TestUndoAnswersAClaim(t *testing.T) {
	p := pond(t)
	p.says("bram", "claim of error on 1001: I said AGAINST")
	p.order("undo", "", fmt.Sprintf("%d as 1001 AGAINST because it was misheard", p.entryOf("vote.cast: 1001, Bram")))
	p.resolved(rules.Defeated, 3, 6)
	p.claims("upheld")
	p.told("ada", "The resolution of 1001, \"Tea\", is revised: rejected in place of adopted.")
	if g := p.game(); g.Rule(121) != nil {
		t.Error("the rule stands")
	}
}

// An undoing that leaves the count as it was leaves the claim open.
func TestUndoOfAnotherThing(t *testing.T) {
	p := pond(t)
	p.order("award", "", "Ada 3 because of tea")
	p.says("bram", "claim of error on 1001: I said AGAINST")
	p.order("undo", "", fmt.Sprint(p.entryOf("points.awarded")))
	p.resolved(rules.Adopted, 6, 3)
	p.claims("")
}

// What was upheld stays so when something before it is undone later, and so does
// what was upheld before that on the same resolution.
func TestUpheldStaysUpheld(t *testing.T) {
	p := pond(t)
	p.says("bram", "claim of error on 1001: I said AGAINST")
	p.says("cleo", "claim of error on 1001: it has too many ballots")
	p.order("uphold", "", "claim 1 because it was misheard: Bram: 1001 AGAINST")
	p.resolved(rules.Defeated, 3, 6)
	p.claims("upheld", "")
	p.at = p.at.Add(time.Hour)
	p.order("uphold", "", "2\nCleo: none")
	p.resolved(rules.Defeated, 3, 3)
	p.claims("upheld", "upheld")
	p.told("bram", "- Cleo Abbot: no ballot, not AGAINST")
	p.at = p.at.Add(time.Hour)
	p.order("undo", "", fmt.Sprint(p.entryOf("vote.cast: 1001, Ada")))
	p.resolved(rules.Defeated, 0, 3)
	p.claims("upheld", "upheld")
	p.says("ada", "claim of error on 1001: mine was FOR")
	p.at = p.at.Add(time.Hour)
	p.order("uphold", "", "claim 3\nAda: FOR\nBram: FOR")
	p.resolved(rules.Adopted, 6, 0)
	p.claims("upheld", "upheld", "upheld")
}

// What cannot be upheld is refused, and nothing has happened.
func TestNotUpheld(t *testing.T) {
	p := pond(t)
	p.says("bram", "claim of error on 1001: I said AGAINST")
	before := p.entryOf("claim.made")
	do := func(verb, words string) error {
		_, err := p.m.Act(moderator.Act{Game: "tea", By: "org", Verb: verb, Words: words, At: p.at})
		return err
	}
	for words, want := range map[string]rules.Code{
		"claim 7: Bram: 1001 AGAINST": rules.NoSuchClaim, "1\nEve: 1001 AGAINST": rules.NoSuchPlayer, "1\nBram: 1001 ABSTAIN": rules.NoAbstaining,
	} {
		var no *rules.Refusal
		if err := do("uphold", words); !errors.As(err, &no) || no.Code != want {
			t.Errorf("uphold %q gives %v, not %s", words, err, want)
		}
		if _, err := p.m.Upholding("tea", words); !errors.As(err, &no) || no.Code != want {
			t.Errorf("what uphold %q would change is told as %v, not %s", words, err, want)
		}
	}
	var misread *moderator.Misread
	for _, words := range []string{"", "claim 1", "1\nBram", "1\nBram: perhaps", "1\nBram: 1002 FOR", "one\nBram: FOR"} {
		if err := do("uphold", words); !errors.As(err, &misread) {
			t.Errorf("uphold %q gives %v", words, err)
		}
	}
	if err := do("deny", "it"); !errors.As(err, &misread) {
		t.Errorf("deny it gives %v", err)
	}
	changes, err := p.m.Upholding("tea", "1\nBram: 1001 AGAINST")
	if got := strings.Join(changes, " "); err != nil || !strings.Contains(got, "Proposal 1001 is defeated.") {
		t.Errorf("it would change %q, %v", got, err)
	}
	if after := p.entryOf(""); after != before {
		t.Errorf("entry %d was written", after)
	}
	p.claims("")
}

// Whoever does not play makes no claim, and the organiser hears of it.
func TestStrangersClaim(t *testing.T) {
	p := pond(t)
	p.at = p.at.Add(time.Hour)
	raw := "From: eve@example.org\r\nTo: nomic+tea@nomic.example.org\r\nDate: " + p.at.Format(time.RFC1123Z) +
		"\r\nMessage-ID: <eve@example.org>\r\n\r\nclaim of error on 1001: Bram is against it, he says so everywhere\r\n"
	if _, err := p.m.Receive(moderator.Mail{Raw: []byte(raw), At: p.at}); err != nil {
		t.Fatal(err)
	}
	p.claims()
	p.told("org", "Somebody who does not play (\"eve@example.org\") says that the resolution of 1001 is wrong.")
}
