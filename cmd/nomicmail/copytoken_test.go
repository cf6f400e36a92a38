package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/store"
)

// tokenGame is one whose players are known by their tokens.
var tokenGame = strings.Replace(diceGame, `trust = "from"`, `trust = "token"`, 1)

// createsGame makes the game of a game file.
func (d *desktop) createsGame(src string) {
	d.t.Helper()
	file, err := moderator.ParseGameFile("tea.toml", []byte(src))
	d.must(err)
	_, err = d.mod.Create(file, "org@example.org", d.at)
	d.must(err)
}

// tokenLine finds the token below a letter to a player.
func (d *desktop) tokenLine(to string) string {
	d.t.Helper()
	form := regexp.MustCompile(`tea-[` + parser.TokenLetters + `]{12}`)
	line := ""
	for l, err := range d.office.book.Letters("tea") {
		d.must(err)
		if l.To[0] != to {
			continue
		}
		raw, _, err := d.office.book.Body(l.Raw)
		d.must(err)
		if found := form.Find(raw); found != nil {
			line = string(found)
		}
	}
	if line == "" {
		d.t.Fatalf("no letter to %s bears a token", to)
	}
	return line
}

// TestTokensLast: on another machine, which has a game with a secret of its own,
// a game goes on to believe the tokens in its old letters, whatever it came by.
func TestTokensLast(t *testing.T) {
	d := atDesk(t)
	d.createsGame(tokenGame)
	d.acts(time.Hour, moderator.Act{Verb: "start"})
	ada, line := d.tokenLine("ada@example.org"), d.tokenLine("bob@example.org")
	d.writes(time.Hour, "ada", "repeal 206\nend\n\n"+ada)
	d.writes(time.Hour, "ada", "301 FOR\n\n"+ada)
	d.writes(time.Hour, "bob", "301 FOR\n\n"+line)
	packed, _, err := makeCopy(d.office, "tea", mostCopy)
	d.must(err)
	for name, fill := range map[string]func(*store.Store) error{
		"a copy":                       func(b *store.Store) error { return putAll(b, packed, nil) },
		"a copy of the first format":   func(b *store.Store) error { return putAll(b, packed, firstFormat) },
		"a copy without secret, alone": func(b *store.Store) error { return putAll(b, packed, withoutSecret) },
	} {
		book := store.Memory()
		other := moderator.Settings{Address: "nomic@example.org", Delimiter: "+"}
		m, err := moderator.New(book, other)
		d.must(err)
		file, err := moderator.ParseGameFile("cup.toml", []byte(strings.Replace(tokenGame, `"tea"`, `"cup"`, 1)))
		d.must(err)
		_, err = m.Create(file, "org@example.org", d.at)
		d.must(err)
		d.must(fill(book))
		m, err = moderator.New(book, other)
		d.must(err)
		got := believes(t, m, "301 FOR", line, d.at) // with which the turn ended
		if want := !strings.Contains(name, "without"); got != want {
			t.Errorf("%s: the token of an old letter counts: %v", name, got)
		}
	}

	backup := filepath.Join(t.TempDir(), "backup.db")
	f, err := os.Create(backup)
	d.must(err)
	d.must(d.office.book.Backup(f))
	d.must(f.Close())
	book, err := store.Open(backup)
	d.must(err)
	defer book.Close()
	m, err := moderator.New(book, moderator.Settings{Address: "nomic@example.org", Delimiter: "+"})
	d.must(err)
	if !believes(t, m, "repeal 207", line, d.at.Add(time.Hour)) {
		t.Error("a backup: the token of an old letter does not count")
	}
}

// putAll takes a copy into a record, its lines bent.
func putAll(book *store.Store, packed []byte, bend func(*copyLine)) error {
	p := &putting{book: book}
	err := readCopy(bytes.NewReader(packed), func(l copyLine) error {
		if bend != nil {
			bend(&l)
		}
		return p.put(l)
	})
	if err != nil {
		return err
	}
	return p.finish()
}

// firstFormat is how copies were when one secret was that of all games.
func firstFormat(l *copyLine) {
	if l.Head != nil {
		l.Head.Format = 1
	}
	if l.Place != nil && l.Place.Key == moderator.TokenPlace("tea") {
		l.Place.Key = moderator.SharedTokenPlace
	}
}

func withoutSecret(l *copyLine) {
	if l.Place != nil && l.Place.Key == moderator.TokenPlace("tea") {
		l.Place.Value = ""
	}
}

// believes says whether a move of Bob's counts because of a token.
func believes(t *testing.T, m *moderator.Moderator, words, line string, at time.Time) bool {
	t.Helper()
	raw := fmt.Sprintf("From: bob@example.org\r\nTo: nomic+tea@example.org\r\nMessage-ID: <token@example.org>\r\n\r\n%s\r\n\r\n%s\r\n", words, line)
	o, err := m.Receive(moderator.Mail{Raw: []byte(raw), At: at, Where: "INBOX/1/99"})
	if err != nil {
		t.Fatal(err)
	}
	return o.Outcome == "counted"
}

// TestExportKeepsTokens: a replay of an export believes the tokens in its mails;
// what can be given away of it has no token and no secret.
func TestExportKeepsTokens(t *testing.T) {
	d := atDesk(t)
	d.createsGame(tokenGame)
	d.acts(time.Hour, moderator.Act{Verb: "start"})
	line := d.tokenLine("ada@example.org")
	if o := d.writes(time.Hour, "ada", "repeal 206\nend\n\n"+line); o != "counted" {
		t.Fatalf("a mail with a token is %s", o)
	}
	places, err := d.office.book.Places()
	d.must(err)
	secret := places[moderator.TokenPlace("tea")]
	d.must(d.office.close())
	if out := d.does("record", "tea"); !strings.Contains(out, "ada@example.org  token  ") {
		t.Errorf("the record does not show how sure it was who wrote a mail:\n%s", out)
	}
	dir := d.export()
	if got := replayed(t, filepath.Join(dir, "tea.toml"), dir); len(got.Proposals) != 1 {
		t.Errorf("the replay has %d proposals", len(got.Proposals))
	}
	files, err := os.ReadDir(dir)
	d.must(err)
	for _, f := range files {
		src, err := os.ReadFile(filepath.Join(dir, f.Name()))
		d.must(err)
		_, token, _ := strings.Cut(line, "-")
		private := f.Name() == exportSteps || f.Name() == exportMails || f.Name() == exportLetters
		if has := bytes.Contains(src, []byte(secret)) || bytes.Contains(src, []byte(token)); has != private {
			t.Errorf("%s has the secret or a token: %v", f.Name(), has)
		}
	}
}
