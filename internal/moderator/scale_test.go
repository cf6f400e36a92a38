package moderator_test

import (
	"fmt"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
)

// marathon plays a game of ten players in which each turn is ten mails: a
// proposal that is defeated, and nine votes, so that nobody ever wins.
func marathon(t testing.TB, mails int) *moderator.Moderator {
	t.Helper()
	m, err := moderator.New(store.Memory(), moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+"})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	f := moderator.GameFile{Name: "long", Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC",
		Customs: map[string]string{"trust": "from", "debate_least": "0h", "proposer_votes": "for"}}
	for i := range 10 {
		f.Players = append(f.Players, moderator.PlayerFile{Given: "P", Surname: string(rune('A' + i)), Addresses: []string{fmt.Sprintf("p%d@example.org", i)}})
	}
	if _, err := m.Create(f, "org", start); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Act(moderator.Act{Game: "long", By: "org", Verb: "start", At: start}); err != nil {
		t.Fatal(err)
	}
	for i := range mails {
		turn, k := i/10, i%10
		who, text := (turn+k)%10, fmt.Sprintf("%d against", 301+turn)
		if k == 0 {
			who, text = turn%10, fmt.Sprintf("enact\nIn turn %d there was tea.\nend", turn+1)
		}
		raw := fmt.Sprintf("From: p%d@example.org\r\nTo: nomic+long@nomic.example.org\r\nSubject: move\r\nMessage-ID: <%d@example.org>\r\n\r\n%s\r\n", who, i, text)
		at := start.Add(time.Duration(i+1) * time.Minute)
		o, err := m.Receive(moderator.Mail{Raw: []byte(raw), At: at, Where: "test"})
		if err != nil {
			t.Fatal(err)
		}
		if o.Outcome != "counted" {
			t.Fatalf("mail %d: %+v", i, o)
		}
	}
	return m
}

// BenchmarkMails shows what a mail costs late in a long game beside early in a
// short one.
func BenchmarkMails(b *testing.B) {
	for _, n := range []int{500, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				m := marathon(b, n)
				g, err := m.Game("long")
				if err != nil || g.Turn.Number != n/10+1 || g.Status != rules.Running {
					b.Fatalf("turn %d, %s, %v", g.Turn.Number, g.Status, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/mail")
		})
	}
}
