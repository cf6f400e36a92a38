package moderator_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/record"
	"nomicmail/internal/rules"
)

// TestLettersOfAMonth counts what each player gets in the story of a month: at
// most four letters in a turn besides receipts, one reminder before a deadline,
// and of whatever else happens one letter each.
func TestLettersOfAMonth(t *testing.T) {
	src, err := os.ReadFile("../../stories/a-month-of-five.txt")
	if err != nil {
		t.Fatal(err)
	}
	st := play(t, src)
	turns := st.turns()
	if len(turns) < 8 {
		t.Fatalf("a month has %d turns", len(turns))
	}
	course := map[string]map[string]int{} // of whom and which turn: letters by their kind
	others := map[string]int{}            // of whom and what
	for l, err := range st.book.Letters(st.game) {
		if err != nil {
			t.Fatal(err)
		}
		who, _, _ := strings.Cut(l.To[0], "@")
		switch l.Kind {
		case "proposal", "ballot", "reminder", "result", "passed":
			key := fmt.Sprintf("%s in turn %d", who, turnOf(turns, l))
			if course[key] == nil {
				course[key] = map[string]int{}
			}
			course[key][l.Kind]++
		case "digest":
			others[who+"'s digest of "+l.Made.Format(time.DateOnly)]++
		case "receipt", "talk", "question":
		default:
			others[who+" of "+l.Kind]++
		}
	}
	figures(t, course, others)
	for whose, want := range map[string]string{
		"ines in turn 1":  "map[ballot:1 proposal:1 result:1]",
		"tom in turn 2":   "map[ballot:1 proposal:1 reminder:1 result:1]", // silent
		"petra in turn 3": "map[passed:1]",                                // away, and not reminded
		"tom in turn 4":   "map[passed:1 reminder:1]",
		"wanda in turn 6": "map[ballot:1 proposal:2 result:1]", // the text was put right
	} {
		if got := fmt.Sprint(course[whose]); got != want {
			t.Errorf("%s gets %s, not %s", whose, got, want)
		}
	}
}

// figures checks that nobody gets more than is bearable, and logs how many.
func figures(t *testing.T, course map[string]map[string]int, others map[string]int) {
	t.Helper()
	most, sum := 0, 0
	for whose, kinds := range course {
		n := 0
		for _, k := range kinds {
			n += k
		}
		if n > 4 || kinds["reminder"] > 1 {
			t.Errorf("%s gets %d letters besides receipts: %v", whose, n, kinds)
		}
		most, sum = max(most, n), sum+n
	}
	for _, what := range slices.Sorted(maps.Keys(others)) {
		if others[what] > 1 {
			t.Errorf("%s: %d letters, where one tells it", what, others[what])
		}
	}
	t.Logf("letters of a turn's course: %d at most, %.1f on average", most, float64(sum)/float64(len(course)))
}

// turns are the moments at which the turns of a story began; of one that was told
// anew, the first time.
func (st *story) turns() (began []time.Time) {
	for e, err := range st.book.Entries(st.game, 1) {
		if err != nil {
			st.t.Fatal(err)
		}
		for _, ev := range e.Events {
			if b, ok := ev.(rules.TurnBegan); ok && b.Turn > len(began) {
				began = append(began, e.At)
			}
		}
	}
	return began
}

// turnOf is the number of the turn that a letter belongs to; the letter that ends
// one is written when the next begins.
func turnOf(turns []time.Time, l record.Letter) (n int) {
	ends := l.Kind == "result" || l.Kind == "passed"
	for _, began := range turns {
		if began.Before(l.Made) || began.Equal(l.Made) && !ends {
			n++
		}
	}
	return n
}
