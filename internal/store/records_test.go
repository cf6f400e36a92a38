package store_test

import (
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

var writeRecord = flag.String("write-record", "", "write a record as this version does under a `NAME` of its own, for all later versions to read")

// kept is what a record of an earlier version must still say. A later version
// may know more of a game, but nothing else.
type kept struct {
	Games   map[string]any `json:"games"` // their states, as game show --json has them
	Heads   map[string]string
	Inputs  map[string]int
	Letters map[string]string // status by Message-ID
	Places  map[string]string
}

// TestRecordsOfAllVersions opens every record that a version of the program has
// ever written: it is whole, folds to the games it was, and goes on. Such a
// record is never written anew; one more is, when what is written changes.
func TestRecordsOfAllVersions(t *testing.T) {
	folder := filepath.Join("testdata", "records")
	if *writeRecord != "" {
		writeOne(t, filepath.Join(folder, *writeRecord))
	}
	names, err := filepath.Glob(filepath.Join(folder, "*.db.gz"))
	if err != nil || len(names) == 0 {
		t.Fatal("there are no records", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			path := unpacked(t, name)
			if faults, err := store.VerifyFile(path, nil); err != nil || len(faults) > 0 {
				t.Fatalf("%v, %v", faults, err)
			}
			book, err := store.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer book.Close()
			m := clerk(t, book)
			var want, got any
			src, err := os.ReadFile(strings.TrimSuffix(name, ".db.gz") + ".json")
			if err == nil {
				err = json.Unmarshal(src, &want)
			}
			if err == nil {
				err = json.Unmarshal(keep(t, book, m), &got)
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range missing("", want, got) {
				t.Error(d)
			}
			goOn(t, book, m)
		})
	}
}

// unpacked gives a copy of a record to work on.
func unpacked(t *testing.T, name string) string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	path := filepath.Join(t.TempDir(), "nomicmail.db")
	if err == nil {
		err = os.WriteFile(path, b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func clerk(t *testing.T, book *store.Store) *moderator.Moderator {
	t.Helper()
	m, err := moderator.New(book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+", Return: moderator.ReturnToken, Organisers: []string{"org@example.org"}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// keep says all of a record that must last.
func keep(t *testing.T, book *store.Store, m *moderator.Moderator) []byte {
	t.Helper()
	k := kept{Games: map[string]any{}, Heads: map[string]string{}, Inputs: map[string]int{}, Letters: map[string]string{}}
	for _, name := range append(m.Games(), "") {
		for _, err := range book.Inputs(name) {
			if err != nil {
				t.Fatal(err)
			}
			k.Inputs[name]++
		}
		for l, err := range book.Letters(name) {
			if err != nil {
				t.Fatal(err)
			}
			k.Letters[l.ID] = l.Status
		}
		if name == "" {
			continue
		}
		g, err := m.Game(name)
		if err != nil {
			t.Fatal(err)
		}
		n, hash, err := book.Head(name)
		if err != nil {
			t.Fatal(err)
		}
		k.Games[name], k.Heads[name] = moderator.StateOf(g), fmt.Sprintf("%d %s", n, hash)
	}
	var err error
	if k.Places, err = book.Places(); err != nil {
		t.Fatal(err)
	}
	b, err := json.MarshalIndent(k, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	return append(b, '\n')
}

// missing says what of want is not in got, which may have more.
func missing(where string, want, got any) (all []string) {
	switch want := want.(type) { // not all: the other kinds of JSON have no parts
	case map[string]any:
		if got, ok := got.(map[string]any); ok {
			for key, v := range want {
				all = append(all, missing(where+"."+key, v, got[key])...)
			}
			return all
		}
	case []any:
		if got, ok := got.([]any); ok && len(got) == len(want) {
			for i, v := range want {
				all = append(all, missing(fmt.Sprintf("%s[%d]", where, i), v, got[i])...)
			}
			return all
		}
	}
	if !reflect.DeepEqual(want, got) {
		all = append(all, fmt.Sprintf("%s was %v and is %v", where, want, got))
	}
	return all
}

// goOn plays a mail in every game of the record.
func goOn(t *testing.T, book *store.Store, m *moderator.Moderator) {
	t.Helper()
	for i, name := range m.Games() {
		g, err := m.Game(name)
		if err != nil {
			t.Fatal(err)
		}
		raw := oldMail(name, g.Players[0].Addresses[0], 1000+i, "status")
		o, err := m.Receive(moderator.Mail{Raw: []byte(raw), At: monday.AddDate(1, 0, 0), Where: "INBOX/9/9"})
		if err != nil || o.Outcome != "answered" {
			t.Errorf("%s: %+v, %v", name, o, err)
		}
	}
	if faults, err := book.Verify(nil); err != nil || len(faults) > 0 {
		t.Errorf("gone on: %v, %v", faults, err)
	}
}

var monday = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

func oldMail(game, from string, n int, text string) string {
	return fmt.Sprintf("From: %s\r\nTo: nomic+%s@nomic.example.org\r\nSubject: mail %d\r\nMessage-ID: <%d@example.org>\r\n\r\n%s\r\n",
		from, game, n, n, strings.ReplaceAll(text, "\n", "\r\n"))
}

// writeOne writes a record that is not there yet: two games with something of
// everything, in files of their name.
func writeOne(t *testing.T, name string) {
	t.Helper()
	if _, err := os.Stat(name + ".db.gz"); err == nil {
		t.Fatalf("%s is there already, and is kept for ever: take another name", name)
	}
	path := filepath.Join(t.TempDir(), "nomicmail.db")
	book, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	m := clerk(t, book)
	oldGames(t, book, m)
	says := keep(t, book, m)
	small := path + ".small"
	if err := book.Compact(small); err != nil {
		t.Fatal(err)
	}
	book.Close()
	b, err := os.ReadFile(small)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(name + ".db.gz")
	if err != nil {
		t.Fatal(err)
	}
	z, _ := gzip.NewWriterLevel(f, gzip.BestCompression)
	if _, err := z.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name+".json", says, 0o644); err != nil {
		t.Fatal(err)
	}
}

// oldGames plays a game by mail and one around a table, by mails, acts and time.
func oldGames(t *testing.T, book *store.Store, m *moderator.Moderator) {
	t.Helper()
	now := monday
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		now = now.Add(10 * time.Minute)
	}
	for _, f := range []moderator.GameFile{
		{Name: "tea", Ruleset: "suber-mail.en", Language: "en", Timezone: "Europe/Budapest", Organiser: "org@example.org",
			Customs: map[string]string{"trust": "from", "debate_least": "0h", "missing_vote": "abstain"},
			Players: []moderator.PlayerFile{
				{Given: "Ada", Surname: "Quillfeather", Addresses: []string{"ada@example.org", "ada@example.net"}},
				{Given: "Bob", Surname: "Crumhorn", Addresses: []string{"bob@example.org"}, Language: "pt", Timezone: "America/Sao_Paulo"},
				{Given: "Cem", Surname: "Şen", Addresses: []string{"cem@example.org"}, Language: "tr"}}},
		{Name: "table", Ruleset: "suber-table.hu", Language: "hu", Timezone: "Europe/Budapest", Organiser: "org@example.org",
			Customs: map[string]string{"trust": "from", "debate_least": "0h"},
			Players: []moderator.PlayerFile{
				{Given: "Zita", Surname: "Wrenfield", Addresses: []string{"zita@example.org"}},
				{Given: "Bob", Surname: "Crumhorn", Addresses: []string{"bob@example.org"}}}},
	} {
		_, err := m.Create(f, "org@example.org", now)
		do(err)
		_, err = m.Act(moderator.Act{Game: f.Name, By: "org@example.org", Verb: "start", At: now})
		do(err)
	}
	for i, move := range [][3]string{
		{"tea", "bob@example.org", "enact\ntitle: Tea\nEvery player drinks tea.\nclause:\ngoal = 100\nend"},
		{"tea", "ada@example.org", "301 FOR"},
		{"tea", "bob@example.org", "301 A FAVOR"},
		{"tea", "cem@example.org", "301 FRO"},
		{"tea", "cem@example.org", "301 FOR"},
		{"tea", "eve@example.org", "hello"},
		{"tea", "ada@example.org", "status"},
		{"tea", "ada@example.org", "judgment: Must everybody drink?"},
		{"table", "zita@example.org", "repeal 210"},
		{"table", "bob@example.org", "301 FOR"},
		{"table", "zita@example.org", "301 FOR"},
		{"table", "bob@example.org", "transmute 101"},
		{"table", "zita@example.org", "302 AGAINST"},
	} {
		_, err := m.Receive(moderator.Mail{Raw: []byte(oldMail(move[0], move[1], i, move[2])), At: now, Where: fmt.Sprintf("INBOX/7/%d", i)})
		do(err)
	}
	_, err := m.Act(moderator.Act{Game: "tea", By: "org@example.org", Verb: "award", Words: "Ada Quillfeather +5 because of a good joke", At: now})
	do(err)
	last, _, err := book.Head("tea")
	do(err)
	_, err = m.Act(moderator.Act{Game: "tea", By: "org@example.org", Verb: "undo", Words: fmt.Sprintf("%d because it was none", last), At: now})
	do(err)
	now = now.AddDate(0, 0, 9)
	do(m.Tick(now))
	_, err = m.Receive(moderator.Mail{Raw: nil, At: now, Where: "INBOX/7/99", Fault: "the mail server could not give it"})
	do(err)
	waiting, err := book.Waiting()
	do(err)
	for i, status := range []string{record.Sent, record.Failed, record.Doubtful, record.Dropped} {
		do(book.Mark(waiting[i].ID, func(l *record.Letter) {
			l.Status, l.Tries, l.Ends = status, 1, []record.End{{To: l.To[0], Status: status, Why: "as the server says", At: now}}
		}))
	}
	do(book.Place("imap/INBOX", "7/99"))
}
