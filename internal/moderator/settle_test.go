package moderator_test

import (
	"fmt"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/store"
)

// TestDroppedInTheirWords: a question is settled with nothing done by a word of
// any language.
func TestDroppedInTheirWords(t *testing.T) {
	for _, words := range []string{"settle %d drop", "resolver %d descartar", "RESOLVER %d DESCARTAR", "çöz %d bırak", "eldönt %d elvet"} {
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

// TestDaysInTheirWords: the running deadline moves by a length of time as people
// write it.
func TestDaysInTheirWords(t *testing.T) {
	for _, words := range []string{"3d", "3 days because of the snow", "by 3 days", "3 dias", "3 días", "3 gün çünkü kar var", "3 nap mert esik a hó", "72h"} {
		m := postGame(t, store.Memory(), "", "+")
		before, err := m.Game("tea")
		if err != nil {
			t.Fatal(err)
		}
		act(t, m, moderator.Act{Verb: "extend", Words: words, At: twelve})
		after, err := m.Game("tea")
		if err != nil {
			t.Fatal(err)
		}
		if by := after.Turn.ProposeBy.Sub(before.Turn.ProposeBy); by != 72*time.Hour {
			t.Errorf("%q moves the deadline by %v", words, by)
		}
	}
}
