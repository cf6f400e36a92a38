package moderator_test

import (
	"fmt"
	"testing"
)

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
