package moderator_test

import (
	"fmt"
	"testing"
	"time"

	"nomicmail/internal/rules"
)

// TestSettledInTheirWords: what a condition comes to is told in the words of a
// ballot in any language, also where an option has two.
func TestSettledInTheirWords(t *testing.T) {
	p := pond(t)
	p.says("ada", "enact\ntitle: Milk\nMilk is in the tea.\nend")
	p.at = time.Date(2026, 1, 26, 0, 0, 0, 0, time.UTC)
	p.tick()
	for _, who := range []string{"ada", "bram", "cleo"} {
		p.says(who, "1002: FOR if it rains on Friday")
	}
	p.at = time.Date(2026, 2, 2, 0, 0, 0, 0, time.UTC)
	p.tick()
	for _, words := range []string{"vote 1002 Ada Quillfeather FOR", "voto 1002 Bram A FAVOR", "voto 1002 Abbot EN CONTRA"} {
		p.order("settle", "", words)
	}
	if x := p.game().Proposal(1002); x.State != rules.Adopted || x.Tally.Favour != 6 || x.Tally.Against != 3 {
		t.Errorf("1002 is %s with %d/%d, want it adopted with 6/3", x.State, x.Tally.Favour, x.Tally.Against)
	}
}

// TestDroppedInTheirWords: a question is settled with nothing done by a word of
// any language.
func TestDroppedInTheirWords(t *testing.T) {
	for _, words := range []string{"settle %d drop", "resolver %d descartar", "RESOLVER %d DESCARTAR"} {
		p := onLists(t, nil)
		p.write(listMail("tea-actions", "1"), "301 FRO\n")
		held, err := p.m.Held("tea")
		if err != nil || len(held) != 1 {
			t.Fatalf("held: %+v, %v", held, err)
		}
		p.write(passing("example.com")+"From: org@example.com\n", fmt.Sprintf(words, held[0].Held)+"\n")
		p.is("after "+words, p.votes(), nobody)
		if left, err := p.m.Held("tea"); err != nil || len(left) != 0 {
			t.Errorf("after %q there is left: %+v, %v", words, left, err)
		}
	}
}
