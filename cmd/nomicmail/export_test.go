package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
)

// desktop is an installation without a daemon: what would come by mail is handed
// to its moderator.
type desktop struct {
	*served
	office *office
	mod    *moderator.Moderator
	at     time.Time
	mails  int
}

func atDesk(t *testing.T) *desktop {
	t.Helper()
	d := &desktop{served: open(t), at: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)}
	d.reopen()
	t.Cleanup(func() { d.office.close() })
	return d
}

// reopen opens the record, as a verb does.
func (d *desktop) reopen() {
	d.t.Helper()
	c, err := loadConfig(d.config, false)
	d.must(err)
	d.office, err = openOffice(c)
	d.must(err)
	d.office.now = func() time.Time { return d.at }
	d.mod, err = d.office.moderator()
	d.must(err)
}

func (d *desktop) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

// writes has a mail of a player come in, the clock having gone on by a length.
func (d *desktop) writes(after time.Duration, who, text string) string {
	d.t.Helper()
	d.at = d.at.Add(after)
	return d.wrote(d.at, who, text)
}

// wrote has a mail come in that was received at another time.
func (d *desktop) wrote(at time.Time, who, text string) string {
	d.t.Helper()
	d.mails++
	raw := fmt.Sprintf("Received: from a by b; %s\r\nFrom: %s@example.org\r\nTo: nomic+tea@example.org\r\nMessage-ID: <%d@example.org>\r\nSubject: a move\r\n\r\n%s\r\n",
		at.Format(time.RFC1123Z), who, d.mails, strings.ReplaceAll(text, "\n", "\r\n"))
	o, err := d.mod.Receive(moderator.Mail{Raw: []byte(raw), At: at, Where: fmt.Sprintf("INBOX/1/%d", d.mails)})
	d.must(err)
	return o.Outcome
}

func (d *desktop) acts(after time.Duration, a moderator.Act) moderator.Done {
	d.t.Helper()
	d.at = d.at.Add(after)
	a.Game, a.By, a.At = "tea", "org@example.org", d.at
	done, err := d.mod.Act(a)
	d.must(err)
	return done
}

// passes lets the time run to the next deadline.
func (d *desktop) passes() {
	d.t.Helper()
	d.at = d.mod.NextDeadline()
	d.must(d.mod.Tick(d.at))
}

func (d *desktop) state() moderator.State {
	d.t.Helper()
	g, err := d.mod.Game("tea")
	d.must(err)
	return moderator.StateOf(g)
}

const diceGame = `name = "tea"
ruleset = "suber-table.en"
timezone = "Europe/Lisbon"
organiser = "org@example.org"
[customs]
trust = "from"
debate_least = "0h"
[[player]]
given = "Ada"
surname = "Quillfeather"
addresses = ["ada@example.org"]
points = 7
[[player]]
given = "Bob"
surname = "Crumhorn"
addresses = ["bob@example.org", "bob@example.net"]
language = "es"
`

// eventful plays what a replay of the mails alone could not come by: dice, acts,
// an undoing, an address that fails, deadlines, a mail that is read late.
func (d *desktop) eventful() {
	d.t.Helper()
	file, err := moderator.ParseGameFile("tea.toml", []byte(diceGame))
	d.must(err)
	_, err = d.mod.Create(file, "org@example.org", d.at)
	d.must(err)
	d.acts(time.Hour, moderator.Act{Verb: "add", Words: "Cem OATMARSH <cem@example.org>"})
	d.acts(time.Hour, moderator.Act{Verb: "start"})
	d.writes(time.Hour, "ada", "enact\ntitle: Tea\nFrom here on\nFrom four to five is tea.\n>From is quoted.\nend")
	d.writes(time.Hour, "bob", "301 FOR")
	award := d.acts(time.Hour, moderator.Act{Verb: "award", Words: "Ada 3 because of the tea"})
	d.writes(time.Hour, "cem", "301 FOR")
	d.writes(time.Hour, "ada", "301 FOR\n\nand what is this")
	_, err = d.mod.Refuse("tea", "bob@example.org", "550 no such user", d.at)
	d.must(err)
	d.acts(time.Hour, moderator.Act{Verb: "undo", Words: fmt.Sprintf("%d because the tea was cold", award.Entry)})
	d.writes(time.Hour, "bob", "repeal 206")
	d.acts(time.Hour, moderator.Act{Verb: "as", Player: "Cem", Words: "302 AGAINST"})
	d.acts(time.Hour, moderator.Act{Verb: "extend", Words: "1d because of the snow"})
	d.wrote(d.at.Add(-90*time.Minute), "ada", "302 FOR") // received before the two acts
	due := d.mod.NextDeadline()
	d.at = due.Add(5 * 24 * time.Hour) // nobody was there to remind anybody
	d.must(d.mod.Tick(due))
	d.passes()
	d.passes()
	d.writes(time.Hour, "stranger", "hello?")
}

func (d *desktop) export() string {
	d.t.Helper()
	dir := filepath.Join(d.t.TempDir(), "tea")
	if out := d.does("export", "tea", dir); !strings.Contains(out, "all of tea is in "+dir) {
		d.t.Errorf("export says %s", out)
	}
	return dir
}

// TestExport plays the export of an eventful game again, and it ends as the game
// stands.
func TestExport(t *testing.T) {
	d := atDesk(t)
	d.eventful()
	want := d.state()
	inputs := rawInputs(t, d.office)
	d.must(d.office.close())
	dir := d.export()

	got := replayed(t, filepath.Join(dir, "tea.toml"), dir)
	if len(got.Mails) == 0 {
		t.Error("no mail was played")
	}
	got.Mails = want.Mails
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the replay ends as\n%s\nand the game as\n%s", asJSON(t, got), asJSON(t, want))
	}
	if len(want.Proposals) != 2 || want.Turn < 2 || want.Players[0].Points == want.Players[1].Points {
		t.Errorf("this game shows too little: %s", asJSON(t, want))
	}
	for name, words := range map[string]string{"scores.txt": "Ada Quillfeather", "rules.txt": "From four to five is tea.", "history.txt": "301",
		"record.jsonl": `"kind":"die.thrown"`, "record.jsonl ": `"down":true`, "letters.mbox": "\nSubject: [tea] 301", "README.txt": "nomicmail replay tea.toml .", "ruleset.md": "Name: suber-table.en"} {
		src, err := os.ReadFile(filepath.Join(dir, strings.TrimSpace(name)))
		if err != nil || !strings.Contains(string(src), words) {
			t.Errorf("%s: %v, and no %q in\n%.2000s", name, err, words, src)
		}
	}
	checkMails(t, dir, inputs)

	code, _, errout := runs(t, "", "export", "tea", dir, "--config", d.config)
	if code != exitFault || !strings.Contains(errout, "is there already") {
		t.Errorf("an export into a folder that is there: exit %d, %s", code, errout)
	}
}

// rawInputs are the mails of the game as they came.
func rawInputs(t *testing.T, o *office) (all [][]byte) {
	t.Helper()
	for in, err := range o.book.Inputs("tea") {
		if err != nil {
			t.Fatal(err)
		}
		if in.Where != "act" {
			all = append(all, in.Raw)
		}
	}
	return all
}

// checkMails finds every mail in the mbox, byte for byte.
func checkMails(t *testing.T, dir string, want [][]byte) {
	t.Helper()
	box, err := openInOrder(filepath.Join(dir, exportMails))
	if err != nil {
		t.Fatal(err)
	}
	defer box.close()
	if len(box.mails) != len(want) || len(want) < 6 {
		t.Fatalf("%d mails in the mbox, %d in the record", len(box.mails), len(want))
	}
	for i := range want {
		raw, err := box.raw(i)
		if err != nil {
			t.Fatal(err)
		}
		if raw, same := received(raw, record.HashOf(want[i])); !same {
			t.Errorf("mail %d is\n%q, and came as\n%q", i, raw, want[i])
		}
	}
}

// TestReceived writes mails that an mbox could spoil.
func TestReceived(t *testing.T) {
	for _, raw := range []string{"A: b\r\n\r\nhello\r\n", "A: b\n\nhello", "A: b\n\nFrom here\n>From there\n>>From\n", "A: b\n\n\n\n", "A: b\r\n\r\n\r\n", "A: b\r\n\r\nx\r", "From a\n\nb: c\n"} {
		path := filepath.Join(t.TempDir(), "a.mbox")
		var b bytes.Buffer
		in := record.Input{Hash: record.HashOf([]byte(raw)), From: "a b@example.org\nX: y", At: noon}
		for range 2 {
			if err := writeReceived(&b, in, []byte(raw)); err != nil {
				t.Fatal(err)
			}
		}
		writeFile(t, path, b.String(), 0o600)
		box, err := openInOrder(path)
		if err != nil || len(box.mails) != 2 {
			t.Fatalf("%q: %v", raw, err)
		}
		for i := range box.mails {
			got, err := box.raw(i)
			if err != nil {
				t.Fatal(err)
			}
			if got, same := received(got, in.Hash); !same || !box.mails[i].at.Equal(noon) {
				t.Errorf("%q comes back as %q, received %s", raw, got, box.mails[i].at)
			}
		}
		box.close()
	}
}

// TestExportThatWasChanged is told from one that was not.
func TestExportThatWasChanged(t *testing.T) {
	d := atDesk(t)
	d.eventful()
	d.must(d.office.close())
	for _, c := range []struct{ file, was, is, says string }{
		{exportMails, "repeal 206", "repeal 207", "is not the one that was played"},
		{exportSteps, `"words":"302 AGAINST"`, `"words":"302 FOR"`, "do not lead to the end that the record tells"},
	} {
		dir := d.export()
		path := filepath.Join(dir, c.file)
		src, err := os.ReadFile(path)
		d.must(err)
		if !bytes.Contains(src, []byte(c.was)) {
			t.Fatalf("%s has no %s:\n%s", c.file, c.was, src)
		}
		writeFile(t, path, strings.Replace(string(src), c.was, c.is, 1), 0o600)
		code, _, errout := runs(t, "", "replay", filepath.Join(dir, "tea.toml"), dir)
		if code != exitFault || !strings.Contains(errout, c.says) {
			t.Errorf("%s changed: exit %d, %s", c.file, code, errout)
		}
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestBackupAndRestore copies the record while the daemon plays, loses it, and
// goes on from the copy: what came since is read again from the mailbox.
func TestBackupAndRestore(t *testing.T) {
	s := open(t)
	s.start()
	s.begins()
	copied := filepath.Join(t.TempDir(), "nomic.db")
	if out := s.does("backup", copied); !strings.Contains(out, "every hash in it is right") {
		t.Errorf("backup says %s", out)
	}
	code, _, errout := runs(t, "", "backup", copied, "--config", s.config)
	if code != exitFault || !strings.Contains(errout, "not written over") {
		t.Errorf("a backup over another: exit %d, %s", code, errout)
	}
	s.delivers("bob", "1", "repeal 206")
	s.await("ada", "301")
	s.delivers("ada", "2", "301 AGAINST")
	s.await("ada", "301: your vote")
	want := s.does("game", "show", "tea", "--json")
	code, _, errout = runs(t, "", "restore", copied, "--config", s.config)
	if code != exitFault || !strings.Contains(errout, "the daemon runs") {
		t.Errorf("restored under the daemon: exit %d, %s", code, errout)
	}
	s.end()

	if err := os.RemoveAll(s.data); err != nil {
		t.Fatal(err)
	}
	s.does("restore", copied)
	if got := s.does("game", "show", "tea", "--json"); got == want {
		t.Error("the copy has what came after it")
	}
	s.start()
	s.becomes(want, "game", "show", "tea", "--json")
	s.end()
	if out := s.does("restore", copied); !strings.Contains(out, "the record that was there is now "+filepath.Join(s.data, "nomicmail.db.before-")) {
		t.Errorf("restore over a record says %s", out)
	}
	if kept, _ := filepath.Glob(filepath.Join(s.data, "*.before-*")); len(kept) != 1 {
		t.Errorf("the old record: %v", kept)
	}
}

// TestRestoreRefuses what is no whole copy, and leaves the record alone.
func TestRestoreRefuses(t *testing.T) {
	d := atDesk(t)
	d.eventful()
	var whole bytes.Buffer
	d.must(d.office.book.Backup(&whole))
	d.must(d.office.close())
	before, err := os.ReadFile(filepath.Join(d.data, "nomicmail.db"))
	d.must(err)
	flipped := bytes.ReplaceAll(whole.Bytes(), []byte("From four to five"), []byte("Grom four to five"))
	for name, src := range map[string][]byte{"half.db": whole.Bytes()[:whole.Len()/2], "flipped.db": flipped, "text.db": []byte("hello"), "empty.db": nil} {
		path := filepath.Join(t.TempDir(), name)
		writeFile(t, path, string(src), 0o600)
		if code, out, _ := runs(t, "", "restore", path, "--config", d.config); code != exitFault {
			t.Errorf("%s was restored: %s", name, out)
		}
	}
	after, err := os.ReadFile(filepath.Join(d.data, "nomicmail.db"))
	d.must(err)
	if !bytes.Equal(before, after) {
		t.Error("the record has changed")
	}
}

// begins makes a game without debate and starts it: Bob has the first turn.
func (s *served) begins(customs ...string) {
	s.t.Helper()
	file := filepath.Join(s.t.TempDir(), "tea.toml")
	writeFile(s.t, file, `name = "tea"
ruleset = "suber-mail.en"
organiser = "ada@example.org"
[customs]
trust = "from"
debate_least = "0h"
second_thoughts = "0h"
`+strings.Join(customs, "\n")+`
[[player]]
given = "Ada"
surname = "Quillfeather"
addresses = ["ada@example.org"]
[[player]]
given = "Bob"
surname = "Marrowgate"
addresses = ["bob@example.org"]
`, 0o600)
	s.does("game", "new", "--file", file)
	s.does("game", "start", "tea")
}

// becomes asks until the answer is the one that is wanted.
func (s *served) becomes(want string, args ...string) {
	s.t.Helper()
	for until := time.Now().Add(time.Minute); ; {
		got := s.does(args...)
		if got == want {
			return
		}
		if time.Now().After(until) {
			s.t.Fatalf("%v says\n%s\nand not\n%s\nthe log is\n%s", args, got, want, s.log)
		}
	}
}

// delivers puts a mail to the game into the mailbox.
func (s *served) delivers(who, id, text string) {
	s.t.Helper()
	s.deliversAt(time.Now(), who, id, text)
}

func (s *served) deliversAt(at time.Time, who, id, text string) {
	s.t.Helper()
	raw := fmt.Sprintf("From: %s@example.org\r\nTo: nomic+tea@example.org\r\nMessage-ID: <%s@example.org>\r\nSubject: a move\r\n\r\n%s\r\n", who, id, text)
	if err := s.post.Deliver([]byte(raw), "nomic+tea@example.org", at); err != nil {
		s.t.Fatal(err)
	}
}
