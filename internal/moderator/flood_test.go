package moderator_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/store"
)

// kinds counts the letters of the game by their kind.
func kinds(t *testing.T, book *store.Store) map[string]int {
	t.Helper()
	n := map[string]int{}
	for l, err := range book.Letters("tea") {
		if err != nil {
			t.Fatal(err)
		}
		n[l.Kind]++
	}
	return n
}

// TestAnswersAreLimited: a player's mails are answered so often in a day and no
// more, he and the organiser are told once, also over a restart; what he sends
// counts all the same, and the next day brings answers again.
func TestAnswersAreLimited(t *testing.T) {
	book := store.Memory()
	m := postGame(t, book, "", "+")
	before := kinds(t, book)
	send := func(i int, words string, at time.Time) {
		receive(t, m, fmt.Sprintf("From: bob@example.org\r\nTo: nomic+tea@nomic.example.org\r\nMessage-ID: <%d@example.org>\r\n\r\n%s\r\n", i, words), at)
	}
	for i := range 100 {
		if i == 70 {
			var err error
			if m, err = moderator.New(book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+", Organisers: []string{"org@example.org"}}); err != nil {
				t.Fatal(err)
			}
		}
		send(i, "status", twelve.Add(time.Duration(i)*time.Second))
	}
	got := kinds(t, book)
	if n := got["status"] - before["status"]; n != 60 || got["limit"] != 1 || got["flood"] != 1 {
		t.Errorf("%d answers, %d notices to him, %d to the organiser", n, got["limit"], got["flood"])
	}
	send(1000, "forfeit", twelve.Add(time.Hour))
	if g, _ := m.Game("tea"); g.Player("p2").State != "forfeited" {
		t.Error("what he sent does not count")
	}
	send(1001, "status", twelve.Add(24*time.Hour))
	if n := kinds(t, book)["status"]; n != got["status"]+1 {
		t.Errorf("the next day he has %d answers", n-got["status"])
	}
}

// TestStrangersTakeNoAnswersFromPlayers: a thousand made-up senders are answered
// a hundred times, the organiser is told once, and the players are answered.
func TestStrangersTakeNoAnswersFromPlayers(t *testing.T) {
	book := store.Memory()
	m := postGame(t, book, "", "+")
	for i := range 1000 {
		receive(t, m, fmt.Sprintf("From: m%d@example.net\r\nTo: nomic+tea@nomic.example.org\r\nMessage-ID: <%d@example.net>\r\n\r\nstatus\r\n", i, i), twelve.Add(time.Duration(i)*time.Second))
	}
	got := kinds(t, book)
	if answers := got["status"] + got["stranger"] + got["receipt"]; answers != 100 || got["flood"] != 1 || got["limit"] != 0 {
		t.Errorf("%d answers, %d notices to the organiser: %v", answers, got["flood"], got)
	}
	receive(t, m, "From: bob@example.org\r\nTo: nomic+tea@nomic.example.org\r\nMessage-ID: <1@example.org>\r\n\r\nscores\r\n", twelve.Add(time.Hour))
	if n := kinds(t, book); n["scores"] != 1 {
		t.Errorf("the player has %v", n)
	}
}

// TestTwoModerators write to each other: what one sends, the other ignores. Even
// when something on the way strips the signs of a program, they stop soon.
func TestTwoModerators(t *testing.T) {
	for name, strip := range map[string]bool{"as they are": false, "stripped": true} {
		var books [2]*store.Store
		var games [2]*moderator.Moderator
		for i := range games {
			books[i] = store.Memory()
			m, err := moderator.New(books[i], moderator.Settings{Address: fmt.Sprintf("nomic@n%d.example.org", i), Delimiter: "+"})
			if err != nil {
				t.Fatal(err)
			}
			other := fmt.Sprintf("nomic+tea@n%d.example.org", 1-i)
			f := moderator.GameFile{Name: "tea", Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC", Customs: map[string]string{"trust": "from"},
				Players: []moderator.PlayerFile{{Given: "Other", Surname: "Moderator", Addresses: []string{other}}, {Given: "Bob", Surname: "Crumhorn", Addresses: []string{"bob@example.org"}}}}
			if _, err := m.Create(f, "org", twelve); err != nil {
				t.Fatal(err)
			}
			games[i] = m
		}
		seen := [2]int{}
		exchanged := 0
		for round := range 1000 {
			quiet := true
			for i, book := range books {
				letters := allLetters(t, book)
				for _, raw := range letters[seen[i]:] {
					if !strings.Contains(raw, fmt.Sprintf("To: \"Other Moderator\" <nomic+tea@n%d.", 1-i)) && !strings.Contains(raw, fmt.Sprintf("<nomic+tea@n%d.example.org>\r\n", 1-i)) {
						continue
					}
					quiet, exchanged = false, exchanged+1
					if strip {
						raw = strings.ReplaceAll(strings.ReplaceAll(raw, "Auto-Submitted:", "X-Was:"), "X-Auto-Response-Suppress:", "X-Too:")
					}
					if _, err := games[1-i].Receive(moderator.Mail{Raw: bytes.Clone([]byte(raw)), At: twelve.Add(time.Duration(round) * time.Minute)}); err != nil {
						t.Fatal(err)
					}
				}
				seen[i] = len(letters)
			}
			if quiet {
				break
			}
		}
		if exchanged == 0 || !strip && exchanged > 2 || strip && exchanged > 2*(60+3) {
			t.Errorf("%s: %d letters went to and fro", name, exchanged)
		}
		t.Logf("%s: %d letters went to and fro", name, exchanged)
	}
}

// TestBacklog: ten thousand mails of a month's outage bring an answer each at
// most, and no reminder for each of the days that nobody was there.
func TestBacklog(t *testing.T) {
	t.Parallel()
	book := store.Memory()
	m := postGame(t, book, "", "+")
	before, begun := kinds(t, book), time.Now()
	const mails = 10_000
	for i := range mails {
		raw := fmt.Sprintf("From: p%d@example.org\r\nTo: nomic+tea@nomic.example.org\r\nMessage-ID: <%d@example.org>\r\n\r\nstatus\r\n", i%500, i)
		if i%10 == 0 {
			raw = strings.Replace(raw, "p"+fmt.Sprint(i%500)+"@", "bob@", 1)
		}
		receive(t, m, raw, twelve.Add(time.Duration(i)*30*24*time.Hour/mails))
	}
	after := kinds(t, book)
	sum := 0
	for k, n := range after {
		sum += n - before[k]
	}
	t.Logf("%d mails: %d letters %v in %v", mails, sum, after, time.Since(begun))
	if after["status"] > mails || after["reminder"] > 4 || sum > mails/2 {
		t.Errorf("%d letters: %v", sum, after)
	}
}
