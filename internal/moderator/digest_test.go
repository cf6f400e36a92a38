package moderator_test

import (
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/store"
)

// TestWeeklyDigest: in a week in which a rule has changed all players get it, with
// the change first, the sums of the last turn and the rules as a file; in any other
// week they get none, also after a restart, and a game that wants none has none.
func TestWeeklyDigest(t *testing.T) {
	book := store.Memory()
	m := postGame(t, book, "", "+")
	digests := func(at time.Time) (list []string) {
		t.Helper()
		before := len(allLetters(t, book))
		sent, err := m.SendDigests(at)
		if err != nil {
			t.Fatal(err)
		}
		list = allLetters(t, book)[before:]
		if sent != (len(list) > 0) {
			t.Errorf("sent is %v, with %d letters", sent, len(list))
		}
		return list
	}
	if got := digests(twelve.Add(6 * 24 * time.Hour)); len(got) > 0 {
		t.Errorf("before a week is over: %d letters", len(got))
	}
	receive(t, m, says("bob", 1, "amend 208\nWhoever has 200 points wins at once.\nend\n"), twelve)
	receive(t, m, says("bob", 2, "301 FOR"), twelve.Add(time.Hour))
	receive(t, m, says("ada", 3, "301 FOR"), twelve.Add(2*time.Hour))
	week := twelve.Add(7 * 24 * time.Hour)
	got := digests(week)
	if len(got) != 2 {
		t.Fatalf("after a week there are %d letters", len(got))
	}
	text := letterText([]byte(got[0]))
	at := -1
	for _, part := range []string{
		"1 change of the rules since", "In this letter:", "- How things stand", "What has changed", "Rule 301 is amended, by proposal 301", "It was rule 208.", "- Whoever is first", "+ Whoever has 200 points wins at once.",
		"Immutable rules", "301 (was 208)", "The scores", "What the last turn brought, that of proposal 301:", "by Rule 202: (301 − 291) × 2/2 = 10", "to propose a rule-change, until",
	} {
		i := strings.Index(text[max(at, 0):], part)
		if i < 0 {
			t.Fatalf("%q is not behind what comes before, in\n%s", part, text)
		}
		at = max(at, 0) + i + 1
	}
	if f := files(t, got[0])["rules-tea-2026-01-12.txt"]; !strings.Contains(f, "Whoever has 200 points wins at once.") {
		t.Errorf("the file is %.200q", f)
	}
	m, err := moderator.New(book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+"})
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []time.Time{week, week.Add(time.Hour), week.Add(8 * 24 * time.Hour)} {
		if sent, err := m.SendDigests(at); err != nil || sent {
			t.Errorf("at %v: %v, %v", at, sent, err)
		}
	}
}

// TestNobodyLooked: where no digest was ever sent and the game is old, the first week
// begins now; what is asked for tells the changes of a week.
func TestNobodyLooked(t *testing.T) {
	book := store.Memory()
	m := postGame(t, book, "", "+")
	receive(t, m, says("bob", 1, "repeal 207"), twelve)
	receive(t, m, says("bob", 2, "301 FOR"), twelve.Add(time.Hour))
	receive(t, m, says("ada", 3, "301 FOR"), twelve.Add(2*time.Hour))
	asked := func(n int, at time.Time) string {
		t.Helper()
		before := len(allLetters(t, book))
		receive(t, m, says("ada", n, "rules"), at)
		for _, raw := range allLetters(t, book)[before:] {
			if text := letterText([]byte(raw)); strings.Contains(text, "Immutable rules") {
				return text
			}
		}
		return ""
	}
	if text := asked(4, twelve.Add(24*time.Hour)); !strings.Contains(text, "Rule 207 is repealed, by proposal 301") {
		t.Errorf("a day later the rules are\n%s", text)
	}
	later := twelve.Add(40 * 24 * time.Hour)
	if sent, err := m.SendDigests(later); err != nil || sent {
		t.Errorf("after 40 days: %v, %v", sent, err)
	}
	if text := asked(5, later); strings.Contains(text, "What has changed") || !strings.Contains(text, "The rules are what they were on") {
		t.Errorf("after 40 days the rules are\n%s", text)
	}
}

// TestWelcome: a newcomer reads the game in a minute, then how it stands, then the
// rules, those first that matter most often.
func TestWelcome(t *testing.T) {
	book := store.Memory()
	m := postGame(t, book, "", "+")
	before := len(allLetters(t, book))
	receive(t, m, says("bob", 1, "enact\nWhoever sleeps may dream.\nend\n"), twelve)
	act(t, m, moderator.Act{Verb: "add", Words: "Cem OATMARSH <cem@example.org>", At: twelve.Add(time.Hour)})
	var text string
	for _, raw := range allLetters(t, book)[before:] {
		if strings.Contains(raw, "welcome, Cem") {
			text = letterText([]byte(raw))
		}
	}
	at := -1
	for _, part := range []string{
		"This is Nomic", "200 points wins", "How things stand", "We are waiting for", "Player Points", "The rules that matter most", "201:", "202:", "203:", "207:", "204:", "206:", "208:",
		"The other rules", "101:", "213:", "attached",
	} {
		i := strings.Index(text[max(at, 0):], part)
		if i < 0 {
			t.Fatalf("%q is not behind what comes before, in\n%s", part, text)
		}
		at = max(at, 0) + i
	}
}
