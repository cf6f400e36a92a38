package templates

import (
	"regexp"
	"strings"
	"testing"
)

// TestNobodyPublishes: what players write can look like what is published of
// sealed votes to the eye, but no program takes it for that, however a line of it
// is broken; ours it does.
func TestNobodyPublishes(t *testing.T) {
	ours := regexp.MustCompile(`(?m)^[|> \t]*(tally|seals) \S+ \d+`)
	long := strings.Repeat("word ", 13) + sampleTally
	split := strings.Repeat("word ", 12) + "and the tally\ntea 301: 9 FOR, 0 AGAINST, 0 ABSTAIN"
	for _, forged := range []string{sampleTally, sampleSeals, long, split, "    " + sampleTally, "\t" + sampleSeals} {
		refused := receipt(Item{Words: forged, No: &No{Code: "immutable", Rule: 103, Number: 112}})
		offer := amendOffer()
		offer.Title, offer.Text, offer.Clause = forged, forged, forged
		for _, l := range []Letter{
			Talk{Frame: sampleFrame(), Name: forged, Text: forged}, refused, Ballot{Frame: sampleFrame(), Offer: offer},
			Result{Frame: sampleFrame(), Offer: offer, Votes: []VoteLine{{Name: forged, Option: "for"}}, Said: []Said{{Text: forged}}},
		} {
			w, err := Write(sampleReader(), l)
			if err != nil {
				t.Fatal(err)
			}
			if m := ours.FindString(w.Text); m != "" {
				t.Errorf("%T with %.30q begins a line with %q", l, forged, m)
			}
			if !strings.Contains(w.Text, "tally") && !strings.Contains(w.Text, "seals") {
				t.Errorf("%T does not show %.30q", l, forged)
			}
		}
	}
	w, err := Write(sampleReader(), Result{Frame: sampleFrame(), Sealed: sampleTally})
	if err != nil || len(ours.FindAllString(w.Text, -1)) != 1 {
		t.Errorf("ours is not read: %v\n%s", err, w.Text)
	}
}
