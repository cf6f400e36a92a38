package moderator_test

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/store"
)

var listWeeks = flag.Int("list-weeks", 0, "weeks that BenchmarkMailsOfAList plays instead of 25 and 100")

// decades is a list nomic of ten players: each week each of them sends two
// proposals and votes in one mail on the twenty that were distributed a week ago,
// all of which are defeated at one moment.
type decades struct {
	m  *moderator.Moderator
	at time.Time
	n  int
}

func founded(t testing.TB) *decades {
	t.Helper()
	m, err := moderator.New(store.Memory(), moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+"})
	if err != nil {
		t.Fatal(err)
	}
	d := &decades{m: m, at: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)}
	f := moderator.GameFile{Name: "pond", Ruleset: "list.en", Language: "en", Timezone: "UTC", Customs: map[string]string{"trust": "from"}}
	for i := range 10 {
		f.Players = append(f.Players, moderator.PlayerFile{Given: "P", Surname: string(rune('A' + i)), Addresses: []string{fmt.Sprintf("p%d@example.org", i)}})
	}
	if _, err := m.Create(f, "org", d.at); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Act(moderator.Act{Game: "pond", By: "org", Verb: "start", At: d.at}); err != nil {
		t.Fatal(err)
	}
	return d
}

// write hands over a mail that has to count, and tells how long that took.
func (d *decades) write(t testing.TB, who int, text string) time.Duration {
	t.Helper()
	d.n++
	d.at = d.at.Add(time.Minute)
	raw := fmt.Sprintf("From: p%d@example.org\r\nTo: nomic+pond@nomic.example.org\r\nSubject: pond\r\nMessage-ID: <%d@example.org>\r\n\r\n%s\r\n", who, d.n, text)
	began := time.Now()
	o, err := d.m.Receive(moderator.Mail{Raw: []byte(raw), At: d.at, Where: "test"})
	took := time.Since(began)
	if err != nil || o.Outcome != "counted" {
		t.Fatalf("mail %d, %q: %+v, %v", d.n, text, o, err)
	}
	return took
}

// week is what its mails took, and the tick that resolves and distributes.
func (d *decades) week(t testing.TB, first int) (mails, tick time.Duration) {
	t.Helper()
	for who := range 10 {
		if first > 1001 {
			mails += d.write(t, who, fmt.Sprintf("%d-%d AGAINST", first-20, first-1))
		}
		for _, dish := range []string{"tea", "cake"} {
			mails += d.write(t, who, fmt.Sprintf("enact\nWhat is due in week %d is %s.\nend", first, dish))
		}
	}
	d.at = d.at.Truncate(time.Hour).AddDate(0, 0, 7)
	began := time.Now()
	if err := d.m.Tick(d.at); err != nil {
		t.Fatal(err)
	}
	return mails, time.Since(began)
}

// BenchmarkMailsOfAList shows what a mail costs late in a long list nomic beside
// early in a short one, and what the moment costs at which twenty proposals are
// resolved and twenty distributed.
func BenchmarkMailsOfAList(b *testing.B) {
	lengths := []int{25, 100}
	if *listWeeks > 0 {
		lengths = []int{*listWeeks}
	}
	for _, weeks := range lengths {
		b.Run(fmt.Sprint(weeks), func(b *testing.B) {
			var mails, ticks time.Duration
			for b.Loop() {
				d := founded(b)
				for w := range weeks {
					m, t := d.week(b, 1001+20*w)
					if w >= weeks-10 {
						mails, ticks = mails+m, ticks+t
					}
				}
				g, err := d.m.Game("pond")
				if err != nil || len(g.Proposals) != 20*weeks {
					b.Fatalf("%d proposals, %v", len(g.Proposals), err)
				}
			}
			b.ReportMetric(float64(mails.Nanoseconds())/float64(b.N*300), "ns/mail")
			b.ReportMetric(float64(ticks.Nanoseconds())/float64(b.N*10), "ns/tick")
		})
	}
}
