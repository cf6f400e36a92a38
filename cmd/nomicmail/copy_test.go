package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
)

// TestCopyRestores loses the machine in the middle of a turn. From the copy, made
// in the turn too, and the mailbox the game is what it was.
func TestCopyRestores(t *testing.T) {
	s := open(t)
	s.start()
	s.begins()
	s.delivers("bob", "1", "repeal 206")
	s.await("ada", "301")
	s.delivers("ada", "2", "301 FOR")
	s.delivers("bob", "3", "301 FOR")
	s.await("ada", "301 adopted")
	s.delivers("ada", "4", "enact\ntitle: Tea\nTea is at four.\nend")
	s.await("bob", "302")
	s.does("award", "tea", "Bob", "2", "because of the biscuits")
	s.end()
	packed, head := s.copy()
	s.start()
	s.deliversAt(time.Now().Add(2*time.Second), "bob", "5", "302 AGAINST") // times of mails are whole seconds
	s.await("bob", "302: your vote")
	questions := [][]string{{"game", "show", "tea", "--json"}, {"player", "list", "tea"}, {"rules", "tea"}, {"rules", "tea", "--history"}}
	var want []string
	for _, q := range questions {
		want = append(want, s.does(q...))
	}
	entries := told(s.does("record", "tea", "--json"))
	s.end()
	if head.Head >= uint64(len(entries)) {
		t.Errorf("the copy has all of %d entries", len(entries))
	}

	if err := os.RemoveAll(s.data); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "copy.gz")
	writeFile(t, file, string(packed), 0o600)
	if out := s.does("restore", "--from-mail", file); !strings.Contains(out, "the record is restored") {
		t.Errorf("restore says %s", out)
	}
	if code, _, errout := runs(t, "", "restore", "--from-mail", file, "--config", s.config); code != exitFault || !strings.Contains(errout, "tea is in the record already") {
		t.Errorf("restored again: exit %d, %s", code, errout)
	}
	s.start()
	for i, q := range questions {
		s.becomes(want[i], q...)
	}
	if got := told(s.does("record", "tea", "--json")); strings.Join(got, "\n") != strings.Join(entries, "\n") {
		t.Errorf("the record tells\n%s\nand told\n%s", strings.Join(got, "\n"), strings.Join(entries, "\n"))
	}
	s.does("verify")
	s.end()
	s.start() // nothing is done a second time
	s.delivers("bob", "6", "scores")
	s.await("bob", "waiting for")
	s.becomes(want[0], questions[0]...)
	s.end()
}

// copy makes a copy as the daemon does in a week.
func (s *served) copy() ([]byte, copyHead) {
	s.t.Helper()
	c, err := loadConfig(s.config, false)
	if err != nil {
		s.t.Fatal(err)
	}
	o, err := openOffice(c)
	if err != nil {
		s.t.Fatal(err)
	}
	defer o.close()
	packed, head, err := makeCopy(o, "tea", mostCopy)
	if err != nil {
		s.t.Fatal(err)
	}
	return packed, head
}

// told are the kinds of events of a record, entry by entry, with their causes.
func told(jsonl string) (lines []string) {
	for line := range strings.Lines(jsonl) {
		var e struct {
			N      uint64
			Cause  struct{ Kind, ID string }
			Events []struct{ Kind string }
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			return []string{err.Error()}
		}
		lines = append(lines, fmt.Sprint(e))
	}
	return lines
}

// unpacked is a copy as text.
func unpacked(t *testing.T, packed []byte) (lines []copyLine, text string) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	src, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	err = readCopy(bytes.NewReader(packed), func(l copyLine) error {
		lines = append(lines, l)
		if l.Input != nil {
			text += string(l.Input.Raw)
		}
		text += string(l.Body)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines, text + string(src)
}

// TestCopyTellsNothingEarly: whoever gets a copy learns of no vote that is not
// told yet, and of no die.
func TestCopyTellsNothingEarly(t *testing.T) {
	d := atDesk(t)
	file, err := moderator.ParseGameFile("tea.toml", []byte(strings.Replace(diceGame, "[customs]", "[customs]\nballots = \"sealed\"", 1)))
	d.must(err)
	_, err = d.mod.Create(file, "org@example.org", d.at)
	d.must(err)
	d.acts(time.Hour, moderator.Act{Verb: "start"})
	d.writes(time.Hour, "ada", "enact\ntitle: Tea\nTea is at four.\nend")
	d.writes(time.Hour, "bob", "301 FOR\n\nthe first xylophone")
	d.writes(time.Hour, "ada", "301 FOR")
	d.writes(time.Hour, "bob", "repeal 206")
	d.writes(time.Hour, "ada", "302 AGAINST\n\nthe second xylophone")
	d.acts(time.Hour, moderator.Act{Verb: "announce", Words: "Tea is ready."})
	packed, head, err := makeCopy(d.office, "tea", mostCopy)
	d.must(err)
	lines, text := unpacked(t, packed)
	for _, secret := range []string{"302 AGAINST", "second xylophone", base64.StdEncoding.EncodeToString([]byte("302 AGAINST"))[:12]} {
		if strings.Contains(text, secret) {
			t.Errorf("the copy tells %q", secret)
		}
	}
	places, err := d.office.book.Places()
	d.must(err)
	hidden := 0
	for key, secret := range places {
		if strings.HasPrefix(key, "die/") && !strings.Contains(d.thrown(), secret) {
			if hidden++; strings.Contains(text, secret) {
				t.Errorf("the copy tells the die %s", key)
			}
		}
	}
	if hidden == 0 || !strings.Contains(text, "first xylophone") || head.Head == 0 {
		t.Errorf("%d dice are not thrown yet; the copy has %d entries", hidden, head.Head)
	}
	acts := 0
	for _, l := range lines {
		if l.Act != nil {
			acts++
		}
	}
	if acts != 1 {
		t.Errorf("%d acts are done again, not the announcement alone", acts)
	}
}

// thrown are the entries of the record as text.
func (d *desktop) thrown() string {
	var b strings.Builder
	for e, err := range d.office.book.Entries("tea", 1) {
		d.must(err)
		src, err := record.Marshal(e)
		d.must(err)
		b.Write(src)
	}
	return b.String()
}

// TestCopiesComeWeekly: to the organisers, when something has happened, and no
// larger than a mail may be.
func TestCopiesComeWeekly(t *testing.T) {
	d := atDesk(t)
	d.eventful()
	c := &copies{office: d.office, mod: d.mod, log: d.office.log, most: mostCopy}
	start := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	posted := func(kind string) (all []record.Letter) {
		for l, err := range d.office.book.Letters("tea") {
			d.must(err)
			if l.Kind == kind {
				all = append(all, l)
			}
		}
		return all
	}
	for _, step := range []struct {
		days   int
		copies int
		before func()
	}{
		{6, 0, nil}, {7, 1, nil}, {8, 1, nil}, {30, 1, nil},
		{31, 2, func() { d.acts(0, moderator.Act{Verb: "award", Words: "Ada 1 because of the tea"}) }},
		{37, 2, func() { d.acts(time.Hour, moderator.Act{Verb: "award", Words: "Ada 1 because of more tea"}) }}, {38, 3, nil},
	} {
		if step.before != nil {
			step.before()
		}
		d.must(c.round(start.AddDate(0, 0, step.days)))
		if got := posted("copy"); len(got) != step.copies {
			t.Fatalf("day %d: %d copies, not %d", step.days, len(got), step.copies)
		}
	}
	l := posted("copy")[0]
	raw, ok, err := d.office.book.Body(l.Raw)
	d.must(err)
	if !ok || strings.Join(l.To, " ") != "org@example.org" {
		t.Errorf("the copy goes to %v", l.To)
	}
	path := filepath.Join(t.TempDir(), "weekly.eml")
	writeFile(t, path, string(raw), 0o600)
	packed, err := copyIn(path)
	d.must(err)
	if lines, _ := unpacked(t, packed); lines[0].Head.Game != "tea" {
		t.Errorf("the attachment is of %v", lines[0].Head)
	}
	c.most = 100
	d.acts(time.Hour, moderator.Act{Verb: "award", Words: "Ada 1 because of too much tea"})
	d.must(c.round(start.AddDate(0, 0, 60)))
	if len(posted("copy-large")) != 1 || len(posted("copy")) != 3 {
		t.Errorf("beyond the bound: %d letters", len(posted("copy-large")))
	}
}

// TestRestoreRefusesCopies that are not whole, and leaves no part of a game.
func TestRestoreRefusesCopies(t *testing.T) {
	d := atDesk(t)
	d.eventful()
	packed, _, err := makeCopy(d.office, "tea", mostCopy)
	d.must(err)
	_, _, err = makeCopy(d.office, "tea", 1000)
	if !errors.Is(err, errTooLarge) {
		t.Errorf("a bound of 1000 bytes: %v", err)
	}
	d.must(d.office.close())
	d.must(os.RemoveAll(d.data))
	z, err := gzip.NewReader(bytes.NewReader(packed))
	d.must(err)
	src, err := io.ReadAll(z)
	d.must(err)
	pack := func(s string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		io.WriteString(w, s)
		d.must(w.Close())
		return b.String()
	}
	text := string(src)
	for name, in := range map[string]string{
		"half": string(packed[:len(packed)/2]), "nothing": "", "words": "hello", "no head": pack(text[strings.Index(text, "\n")+1:]),
		"another vote": pack(strings.Replace(text, `"option":"for"`, `"option":"against"`, 1)), "newer": pack(strings.Replace(text, fmt.Sprintf(`"format":%d`, copyFormat), fmt.Sprintf(`"format":%d`, copyFormat+1), 1)),
		"fewer": pack(text[:strings.LastIndex(text[:len(text)-1], `{"entry"`)]), "mail without": "From: a@example.org\r\nSubject: x\r\n\r\nhello\r\n",
	} {
		path := filepath.Join(t.TempDir(), "copy")
		writeFile(t, path, in, 0o600)
		code, out, _ := runs(t, "", "restore", "--from-mail", path, "--config", d.config)
		if _, err := os.Stat(filepath.Join(d.data, "nomicmail.db")); code != exitFault || err == nil {
			t.Errorf("%s was restored: %s", name, out)
		}
	}
}

// TestSleepAndWake: the machine sleeps through the reminder and the deadline of a
// vote. When it wakes, the vote is not closed over the head of who relied on
// being reminded: the deadline moves.
func TestSleepAndWake(t *testing.T) {
	s := open(t)
	clock := newDemoClock(time.Now())
	c, err := loadConfig(s.config, true)
	if err != nil {
		t.Fatal(err)
	}
	o, err := openOffice(c)
	if err != nil {
		t.Fatal(err)
	}
	defer o.close()
	o.serving, o.time, o.now = true, clock, clock.Now
	o.once.Do(func() {
		set := o.settings()
		set.Now = clock.Now // which the moved clock of a demo does not have, because there nobody sleeps
		o.mod, o.err = moderator.New(o.book, set)
	})
	d, err := newDaemon(o, o.book)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.run(ctx) }()
	s.hears("READY=1")
	s.log = &lockedBuffer{}
	s.begins("reminders = \"2d, 1d\"", "vote_period = \"7d\"", "missing_vote = \"abstain\"")
	s.delivers("bob", "1", "repeal 206")
	s.await("ada", "301")
	g, err := d.mod.Game("tea")
	if err != nil {
		t.Fatal(err)
	}
	_, closes := g.Deadline()
	clock.moveOn(10 * 24 * time.Hour)
	s.await("ada", "301")
	for until := time.Now().Add(time.Minute); ; {
		g, err := d.mod.Game("tea")
		if err != nil {
			t.Fatal(err)
		}
		of, at := g.Deadline()
		if of == "vote" && at.After(clock.Now()) {
			if left := at.Sub(clock.Now()); left < 23*time.Hour || left > 25*time.Hour {
				t.Errorf("the deadline was %s and is %s, now is %s", closes, at, clock.Now())
			}
			break
		}
		if of != "vote" || time.Now().After(until) {
			t.Fatalf("the game waits for %q until %s, now is %s", of, at, clock.Now())
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestLogKeepsSecrets plays a sealed game with known words through the daemon,
// at the level at which it says most.
func TestLogKeepsSecrets(t *testing.T) {
	s := open(t)
	src, err := os.ReadFile(s.config)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, s.config, string(src)+"[log]\nlevel = \"debug\"\nformat = \"json\"\n", 0o600)
	s.start()
	s.begins("ballots = \"sealed\"")
	s.delivers("bob", "1", "enact\ntitle: Xylophone\nThe zither is tuned at four.\nend\n\nGlockenspiel!")
	s.await("ada", "301")
	s.delivers("ada", "2", "301 AGAINST\n\nmy bassoon says no")
	key := regexp.MustCompile(`key 301 ([0-9a-f]{32})`).FindStringSubmatch(string(s.await("ada", "301: your vote").Raw))
	if key == nil {
		t.Fatal("the receipt has no key")
	}
	s.delivers("ada", "3", "301 MAYBE bassoon")
	s.delivers("cem", "4", "a stranger's ocarina")
	for _, wrong := range [][]string{{"as", "Bob", "tea", "301 FOOR theremin"}, {"settle", "tea", "win", "theremin"}, {"extend", "tea", "theremin"}} {
		if code, _, _ := runs(t, "", append(wrong, "--config", s.config)...); code == exitDone {
			t.Errorf("%s was done", wrong)
		}
	}
	s.does("announce", "tea", "The accordion plays.")
	s.await("bob", "organiser")
	s.end()
	log := s.log.String()
	for line := range strings.Lines(log) {
		if !json.Valid([]byte(line)) {
			t.Errorf("no JSON: %s", line)
		}
	}
	for _, word := range []string{"xylophone", "zither", "glockenspiel", "bassoon", "ocarina", "theremin", "accordion", "against", "maybe", "foor", "s3cret", key[1]} {
		if strings.Contains(strings.ToLower(log), word) {
			t.Errorf("the log has %q:\n%s", word, log)
		}
	}
	if strings.Count(log, `"msg":"played"`) < 4 {
		t.Errorf("the log says too little:\n%s", log)
	}
}
