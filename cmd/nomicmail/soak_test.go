package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

var soakMails = flag.Int("soak-mails", 100, "TestSoak plays so many mails")

const (
	soakGames   = 20
	soakPlayers = 5 // of each game
	soakBatch   = 50
	soakAge     = 1000 // mails, of which every other thousand is one daemon's
)

// TestSoak plays many games at once while the daemon is killed, stopped and
// started, and its mail servers hang up. In the end each game's record must be,
// hash for hash, what an offline replay of its mails makes; no letter may be
// missing, and none may come more often than a kill explains.
func TestSoak(t *testing.T) {
	s := &soak{killGame: newKillGame(t, "Done", 1), dice: rand.New(rand.NewPCG(5, 6)), faults: map[string]int{}}
	s.createAll()
	s.rise()
	var heap []int64
	for n := 0; n < *soakMails; n += soakBatch {
		s.batch(n, min(soakBatch, *soakMails-n))
		if (n+soakBatch)%soakAge == 0 {
			heap = append(heap, s.heap())
		}
	}
	letters, doubtful, doubled := s.audit()
	for i := range soakGames {
		s.replayed(i)
	}
	t.Logf("%d mails to %d games of %d players, faults %v: %d letters, lost 0, in doubt %d, doubled %d, all between the server's yes and our note of it; KiB that the daemon holds, every %d mails: %v",
		*soakMails, soakGames, soakPlayers, s.faults, letters, doubtful, doubled, soakAge, heap)
	s.stop()
	s.must(<-s.ended)
	s.must(s.book.Close())
}

type soak struct {
	*killGame
	dice   *rand.Rand
	faults map[string]int
	played [soakGames][]moderator.Mail
}

func soakGame(i int) moderator.GameFile {
	f := moderator.GameFile{Name: fmt.Sprintf("g%d", i), Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC", Organiser: "org@example.org",
		Customs: map[string]string{"trust": "from", "debate_least": "0h", "proposer_votes": "for"}}
	for p := range soakPlayers {
		f.Players = append(f.Players, moderator.PlayerFile{Given: "P", Surname: string(rune('A' + p)), Addresses: []string{fmt.Sprintf("many+%d.%d@example.org", i, p)}})
	}
	return f
}

func soakBegin(m *moderator.Moderator, i int) error {
	f := soakGame(i)
	if _, err := m.Create(f, "org@example.org", killMonday); err != nil {
		return err
	}
	_, err := m.Act(moderator.Act{Game: f.Name, By: "org@example.org", Verb: "start", At: killMonday})
	return err
}

func (s *soak) createAll() {
	s.t.Helper()
	book, err := store.Open(s.config.database())
	s.must(err)
	defer book.Close()
	m, err := moderator.New(book, s.settings(&office{config: s.config}))
	s.must(err)
	for i := range soakGames {
		s.must(soakBegin(m, i))
	}
}

// soakMove is the move of a game with that number, from 0. In each turn one
// player proposes and the others vote against it, so that nobody ever wins.
func soakMove(move int) (player int, text string) {
	turn, j := move/soakPlayers, move%soakPlayers
	text = fmt.Sprintf("%d against\r\n", 301+turn)
	if j == 0 {
		text = fmt.Sprintf("enact\r\nIn turn %d there was tea.\r\nend\r\n", turn+1)
	}
	return (turn + j) % soakPlayers, text
}

// batch lets mails arrive, has something fail, and waits until all is done.
func (s *soak) batch(first, n int) {
	s.t.Helper()
	at := s.clock.Now().Truncate(time.Second)
	for k := first; k < first+n; k++ {
		game := k % soakGames
		player, text := soakMove(k / soakGames)
		raw := fmt.Sprintf("From: many+%d.%d@example.org\r\nTo: nomic+g%d@example.org\r\nSubject: move\r\nMessage-ID: <%d@example.org>\r\n\r\n%s",
			game, player, game, k, text)
		s.played[game] = append(s.played[game], moderator.Mail{Raw: []byte(raw), At: at})
		s.must(s.post.Deliver([]byte(raw), "nomic@example.org", at))
	}
	s.arrived = s.clock.Now()
	s.fail()
	hurry := time.NewTicker(100 * time.Millisecond) // letters that were refused wait for their time
	defer hurry.Stop()
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		for {
			select {
			case <-hurry.C:
				s.clock.moveOn(20 * time.Second)
				s.fate.stirred()
			case <-stop:
				return
			}
		}
	}()
	s.await("rest", s.rested)
}

// fail makes the trouble of one batch.
func (s *soak) fail() {
	s.t.Helper()
	what := []string{"none", "hang up", "kill", "restart"}[s.dice.IntN(4)]
	if len(s.played[0])*soakGames/soakAge%2 == 1 {
		what = []string{"none", "hang up"}[s.dice.IntN(2)]
	}
	s.faults[what]++
	switch what {
	case "kill":
		s.fate.doom(1 + s.dice.IntN(400))
	case "hang up":
		s.post.Hangup()
	case "restart":
		s.fall()
		s.rise()
	}
}

// rested is settled, where a letter may be in doubt for ever.
func (s *soak) rested() bool {
	s.t.Helper()
	if !s.fate.alive() || s.daemon.inbox.State().CaughtUp.Before(s.arrived) {
		return false
	}
	waiting, err := s.book.Waiting()
	s.must(err)
	for _, l := range waiting {
		if l.Status == record.Waiting {
			return false
		}
	}
	return true
}

// heap is what the daemon holds, in KiB: what is free when it has been stopped.
func (s *soak) heap() int64 {
	s.t.Helper()
	held := func() int64 {
		runtime.GC()
		runtime.GC() // what finalizers have let go of
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := held()
	s.fall()
	s.daemon, s.book = nil, nil
	after := held()
	s.rise()
	return (before - after) / 1024
}

// audit looks for each letter in the mailboxes.
func (s *soak) audit() (letters, doubtful, doubled int) {
	s.t.Helper()
	have := s.delivered()
	for i := range soakGames {
		for l, err := range s.book.Letters(fmt.Sprintf("g%d", i)) {
			s.must(err)
			letters++
			key := l.ID + " " + l.To[0]
			n, want := have[key], max(1, s.owed[key])
			switch {
			case l.Status == record.Doubtful && n <= want:
				doubtful++
			case n != want || l.Status != record.Sent:
				s.t.Errorf("%s is %s and was delivered %d times, want %d", key, l.Status, n, want)
			}
			if n > 1 {
				doubled++
			}
		}
	}
	return letters, doubtful, doubled
}

// replayed plays a game's mails offline and compares.
func (s *soak) replayed(i int) {
	s.t.Helper()
	book := store.Memory()
	m, err := moderator.New(book, s.settings(&office{config: s.config}))
	s.must(err)
	s.must(soakBegin(m, i))
	for _, mail := range s.played[i] {
		o, err := m.Receive(mail)
		s.must(err)
		if o.Outcome != "counted" {
			s.t.Fatalf("the mail is %+v\n%s", o, mail.Raw)
		}
	}
	name := soakGame(i).Name
	n, want, err := book.Head(name)
	s.must(err)
	at, got, err := s.book.Head(name)
	s.must(err)
	if n != at || got != want {
		s.t.Errorf("%s ends at entry %d, %s; replayed at %d, %s", name, at, got, n, want)
	}
}
