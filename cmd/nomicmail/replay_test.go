package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
)

// surnames are those of the players of a long game, in turn order.
var surnames = []string{"Amber", "Birch", "Cedar", "Daisy", "Elder", "Fern", "Gorse", "Hazel", "Ivy"}

// longGame writes a game file and an mbox of a game of many turns, ten mails
// each: one proposes, all vote. The first proposal repeals the goal, so that
// nobody wins.
func longGame(t testing.TB, turns int) (file, mails string) {
	t.Helper()
	dir := t.TempDir()
	var game strings.Builder
	game.WriteString("name = \"long\"\nruleset = \"suber-mail.en\"\naddress = \"long@nomic.example.org\"\nstart = 2026-01-05T09:00:00Z\n" +
		"[customs]\ntrust = \"from\"\ndebate_least = \"0h\"\nsecond_thoughts = \"0h\"\n")
	for _, s := range surnames {
		fmt.Fprintf(&game, "[[player]]\ngiven = \"A\"\nsurname = %q\naddresses = [%q]\n", s, strings.ToLower(s)+"@example.org")
	}
	file, mails = filepath.Join(dir, "long.toml"), filepath.Join(dir, "long.mbox")
	if err := os.WriteFile(file, []byte(game.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(mails)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	at, n := time.Date(2026, 1, 5, 10, 0, 0, 0, time.UTC), 0
	send := func(who int, text string) {
		from := strings.ToLower(surnames[who]) + "@example.org"
		at, n = at.Add(time.Minute), n+1
		raw := fmt.Sprintf("Received: from a by b; %s\nFrom: %s\nTo: long@nomic.example.org\nMessage-ID: <%d@example.org>\nSubject: move\n\n%s\n", at.Format(time.RFC1123Z), from, n, text)
		if err := writeMbox(w, from, at, []byte(raw)); err != nil {
			t.Fatal(err)
		}
	}
	for turn := range turns {
		text := "repeal 208"
		if turn > 0 {
			text = fmt.Sprintf("amend 205\nThe text of turn %d.", turn)
		}
		send(turn%len(surnames), text)
		for who := range surnames {
			send(who, fmt.Sprintf("%d FOR", 301+turn))
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return file, mails
}

// replayed runs the verb and reads its object.
func replayed(t testing.TB, file, mails string) moderator.State {
	t.Helper()
	var out, errout strings.Builder
	if code := run(t.Context(), []string{"replay", "--json", file, mails}, nil, &out, &errout); code != exitDone {
		t.Fatalf("exit %d: %s", code, errout.String())
	}
	var s moderator.State
	if err := json.Unmarshal([]byte(out.String()), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReplayOfALongGame(t *testing.T) {
	file, mails := longGame(t, 40)
	s := replayed(t, file, mails)
	if s.Status != "running" || s.Turn != 41 || s.Circuits != 4 || len(s.Proposals) != 40 || len(s.Mails) != 400 {
		t.Errorf("status %s, turn %d, %d circuits, %d proposals, %d mails", s.Status, s.Turn, s.Circuits, len(s.Proposals), len(s.Mails))
	}
	for _, p := range s.Proposals {
		if p.Status != "adopted" || p.Favour != 9 {
			t.Errorf("proposal %d: %s, %d in favour", p.Number, p.Status, p.Favour)
		}
	}
	if i := slices.IndexFunc(s.Mails, func(m moderator.MailState) bool { return m.Outcome != "counted" }); i >= 0 {
		t.Errorf("mail %d: %+v", i, s.Mails[i])
	}
}

// TestReplayOutbox keeps the letters that would have been sent.
func TestReplayOutbox(t *testing.T) {
	file, mails := longGame(t, 2)
	out := filepath.Join(t.TempDir(), "out.mbox")
	if code := run(t.Context(), []string{"replay", file, mails, "--outbox", out}, nil, io.Discard, io.Discard); code != exitDone {
		t.Fatal("exit", code)
	}
	b, err := openMailbox(out, noon)
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	if len(b.mails) < 2*len(surnames) {
		t.Errorf("only %d letters in the outbox", len(b.mails))
	}
	for i := range b.mails {
		raw, err := b.raw(i)
		if err != nil || !strings.Contains(string(raw), "\nAuto-Submitted: ") {
			t.Fatalf("letter %d: %v\n%s", i, err, raw)
		}
	}
}

// BenchmarkReplay plays games of 200, 1,000 and 2,000 turns, ten mails each,
// and reports the most memory that was in use.
func BenchmarkReplay(b *testing.B) {
	for _, turns := range []int{200, 1000, 2000} {
		file, mails := longGame(b, turns)
		b.Run(fmt.Sprintf("mails=%d", turns*10), func(b *testing.B) {
			for b.Loop() {
				if s := replayed(b, file, mails); s.Turn != turns+1 {
					b.Fatalf("turn %d", s.Turn)
				}
			}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.Sys)/(1<<20), "MiB")
			b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(b.N*turns*10), "ms/mail")
		})
	}
}
