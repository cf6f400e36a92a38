package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)

func TestOfficialTime(t *testing.T) {
	received := "Received: from a by b; Mon, 5 Jan 2026 10:00:00 +0000\r\n"
	for _, c := range []struct{ name, header, want string }{
		{"our export", "X-Nomicmail-Received: 2026-01-05T09:00:00Z\r\n" + received, "09:00"},
		{"a forged one beneath", received + "X-Nomicmail-Received: 2026-01-05T09:00:00Z\r\n", "10:00"},
		{"a broken one", "X-Nomicmail-Received: soon\r\n" + "Date: Mon, 5 Jan 2026 08:00:00 +0000\r\n", "08:00"},
		{"topmost", received + "Received: from c by d; Mon, 5 Jan 2026 07:00:00 +0000\r\n", "10:00"},
		{"folded", "Received: from a by b\r\n\tid x; Mon,\r\n 5 Jan 2026 11:00:00 +0100 (CET)\r\n", "10:00"},
		{"date", "Date: Mon, 5 Jan 2026 12:30:00 +0200\r\nSubject: x\r\n", "10:30"},
		{"broken received", "Received: nobody knows\r\nDate: Mon, 5 Jan 2026 08:00:00 +0000\r\n", "08:00"},
		{"in the body", "Subject: x\r\n\r\nDate: Mon, 5 Jan 2026 08:00:00 +0000\r\n", ""},
		{"nothing", "", ""},
	} {
		at := officialTime(bufio.NewReader(strings.NewReader(c.header + "\r\nbody\r\n")))
		got := ""
		if !at.IsZero() {
			got = at.Format("15:04")
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// mailAt is a mail that was received at a time; zero leaves it unknown.
func mailAt(at time.Time, subject string) string {
	s := ""
	if !at.IsZero() {
		s = "Received: from a by b; " + at.Format(time.RFC1123Z) + "\n"
	}
	return s + "Subject: " + subject + "\n\nFrom here on I vote.\n"
}

// order reads the subjects of a mailbox in its order.
func order(t *testing.T, path string) string {
	t.Helper()
	b, err := openMailbox(path, noon)
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	var all []string
	for i := range b.mails {
		raw, err := b.raw(i)
		if err != nil {
			t.Fatal(err)
		}
		_, subject, _ := strings.Cut(string(raw), "Subject: ")
		subject, body, _ := strings.Cut(subject, "\n\n")
		if body != "From here on I vote.\n" {
			t.Errorf("%s: the body is %q", subject, body)
		}
		all = append(all, subject)
	}
	return strings.Join(all, " ")
}

// theMails are mails by file name: received out of order, two at once, and two
// whose time nobody knows.
var theMails = [][2]string{
	{"a.eml", mailAt(noon.Add(3*time.Hour), "third")},
	{"b.eml", mailAt(noon.Add(time.Hour), "first")},
	{"c.eml", mailAt(time.Time{}, "with-first")},
	{"d.eml", mailAt(noon.Add(2*time.Hour), "second")},
	{"e.eml", mailAt(noon.Add(2*time.Hour), "with-second")},
}

const theOrder = "first with-first second with-second third"

func TestMailboxes(t *testing.T) {
	folder, linked, maildir, mbox := t.TempDir(), t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "mbox")
	for _, sub := range []string{"cur", "new", "tmp"} {
		if err := os.Mkdir(filepath.Join(maildir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, filepath.Join(folder, "notes.txt"), "no mail", 0o600)
	writeFile(t, filepath.Join(maildir, "tmp", "f"), "no mail", 0o600)
	var file bytes.Buffer
	for i, m := range theMails {
		writeFile(t, filepath.Join(folder, m[0]), m[1], 0o600)
		writeFile(t, filepath.Join(maildir, []string{"cur", "new"}[i%2], m[0]), m[1], 0o600)
		if err := os.Symlink(filepath.Join(folder, m[0]), filepath.Join(linked, m[0])); err != nil {
			t.Fatal(err)
		}
		if err := writeMbox(&file, "ada@example.org", noon, []byte(m[1])); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, mbox, file.String(), 0o600)
	for _, path := range []string{folder, linked, maildir, mbox} {
		if got := order(t, path); got != theOrder {
			t.Errorf("%s: %s", filepath.Base(path), got)
		}
	}
}

// TestMbox writes mails into an mbox and reads the same bytes back, also those
// that look like the beginning of a mail; and it reads what other programs
// leave unquoted.
func TestMbox(t *testing.T) {
	mails := []string{
		"Subject: 1\n\nFrom me: a field\n\nFrom me\n>From you\n>>From her\n> From him\n",
		"Subject: 2\n\nno end of line",
		"Subject: 3\n\n\n\n",
		"Subject: 4\n\n" + strings.Repeat("x", 200_000) + "\n",
	}
	var file bytes.Buffer
	for _, m := range mails {
		if err := writeMbox(&file, "", noon, []byte(m)); err != nil {
			t.Fatal(err)
		}
	}
	file.WriteString("From a@example.org Mon Jan  5 12:00:00 2026\nSubject: 5\n\nx\n\nFrom here on, unquoted\n")
	want := append(mails, "Subject: 5\n\nx\n\nFrom here on, unquoted\n")
	path := filepath.Join(t.TempDir(), "mbox")
	writeFile(t, path, file.String(), 0o600)
	b, err := openMailbox(path, noon)
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	if len(b.mails) != len(want) {
		t.Fatalf("%d mails instead of %d", len(b.mails), len(want))
	}
	for i, m := range want {
		raw, err := b.raw(i)
		if err != nil || strings.TrimSuffix(string(raw), "\n") != strings.TrimSuffix(m, "\n") {
			t.Errorf("mail %d: %v\n got %.80q\nwant %.80q", i+1, err, raw, m)
		}
	}
}

func TestNoMailbox(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	if _, err := openMailbox(path, noon); err == nil {
		t.Error("a mailbox that is not there was opened")
	}
	lost := t.TempDir()
	if err := os.Symlink(path, filepath.Join(lost, "a.eml")); err != nil {
		t.Fatal(err)
	}
	if _, err := openMailbox(lost, noon); err == nil {
		t.Error("a link to a mail that is not there was passed over")
	}
	writeFile(t, path, "just text\n", 0o600)
	if _, err := openMailbox(path, noon); err == nil || !strings.Contains(err.Error(), "is no mbox") {
		t.Errorf("a text was opened as an mbox: %v", err)
	}
	writeFile(t, path, "", 0o600)
	if b, err := openMailbox(path, noon); err != nil || len(b.mails) != 0 {
		t.Errorf("an empty mbox: %v", err)
	}
}

// FuzzMbox reads anything as an mbox: no panic, and every mail is within it.
func FuzzMbox(f *testing.F) {
	f.Add([]byte("From a\nSubject: x\n\nFrom b\n>From c\n\n"))
	f.Add([]byte("From \n:\n\n\nFrom \nX:\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		path := filepath.Join(t.TempDir(), "mbox")
		if err := os.WriteFile(path, src, 0o600); err != nil {
			t.Fatal(err)
		}
		b, err := openMailbox(path, noon)
		if err != nil {
			return
		}
		defer b.close()
		for i := range b.mails {
			raw, err := b.raw(i)
			if err != nil || len(raw) > len(src) {
				t.Fatal(fmt.Errorf("mail %d: %d bytes of %d: %w", i, len(raw), len(src), err))
			}
		}
	})
}
