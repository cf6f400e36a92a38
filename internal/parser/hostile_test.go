//go:build unix

package parser

import (
	"bytes"
	"fmt"
	"math"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestHostile: no mail takes long, however it is made. On one processor only: on
// an idle second one the collector works for want of anything else to do, and
// its time would be counted as the mail's.
func TestHostile(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	nested := strings.Builder{}
	for i := range 3000 {
		fmt.Fprintf(&nested, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	many := strings.Builder{}
	many.WriteString("Content-Type: multipart/mixed; boundary=b\n\n")
	for range 100_000 {
		many.WriteString("--b\nContent-Type: text/plain\n\n301 FOR\n")
	}
	text := func(s string) string { return "From: a@example.org\n\n" + s }
	html := func(s string) string { return "From: a@example.org\nContent-Type: text/html\n\n" + s }
	words := strings.Repeat("the vote on the vote on the vote ", 10_000)
	cases := map[string]string{
		"deep nesting":        "From: a@example.org\n" + nested.String(),
		"many parts":          "From: a@example.org\n" + many.String(),
		"a million quotes":    text(strings.Repeat("> 301 FOR\n", 1_000_000/4)),
		"deep quotes":         text(strings.Repeat(strings.Repeat(">", 5000)+" 301 FOR\n", 200)),
		"one long line":       text(strings.Repeat("301 FOR ", 200_000)),
		"one long word":       text(strings.Repeat("x", 2_000_000)),
		"many lines":          text(strings.Repeat("301 FOR\n", 100_000)),
		"many paragraphs":     text(strings.Repeat("301 FOR\n\n", 100_000)),
		"many proposals":      text(strings.Repeat("amend 203\n\"x\"\n\n", 30_000)),
		"open quotation":      text("amend 203\n" + strings.Repeat("\"x\n", 100_000)),
		"open marks":          text(strings.Repeat("“ ", 200_000)),
		"nested marks":        text("amend 203\n" + strings.Repeat("“x", 200_000)),
		"points":              text("301 for" + strings.Repeat(".", 250_000) + "x"),
		"labels":              text("enact\n" + strings.Repeat("title: x\n", 50_000)),
		"colons":              text(strings.Repeat("On 2025: ", 100_000)),
		"attribution lines":   text(strings.Repeat("On 3 Mar 2025 10:12 a@b.c\n", 50_000)),
		"header lines":        text(strings.Repeat("From: x\n\n", 50_000)),
		"signature lines":     text(strings.Repeat("-- \n", 100_000)),
		"closings":            text("x\n" + strings.Repeat("Thanks\n", 50_000)),
		"numbers":             text(strings.Repeat("301, ", 200_000)),
		"ranges":              text(strings.Repeat("301-400 ", 50_000)),
		"boxes":               text(strings.Repeat("[x] ", 200_000)),
		"huge header":         "From: a@example.org\nX: " + strings.Repeat("x\n ", 500_000) + "\n\n301 FOR",
		"many fields":         strings.Repeat("From: a@example.org\n", 200_000) + "\n301 FOR",
		"many addresses":      "From: " + strings.Repeat("a@example.org, ", 100_000) + "\n\nx",
		"many words":          "Subject: " + strings.Repeat("=?utf-8?q?x?= ", 10_000) + "\nFrom: a@example.org\n\nx",
		"folded words":        "From: a@example.org\nSubject: " + strings.Repeat("=?utf-8?q?x?=\n ", 50_000) + "\n\nx",
		"html nesting":        html(strings.Repeat("<div>", 100_000)),
		"html quotes":         html(strings.Repeat("<blockquote>", 400) + strings.Repeat("<p>x", 10_000)),
		"html cells":          html("<table>" + strings.Repeat("<td>x", 100_000)),
		"html spaces":         html("<pre>" + strings.Repeat(" \n", 500_000)),
		"base64":              "From: a@example.org\nContent-Transfer-Encoding: base64\n\n" + strings.Repeat("=A", 1_000_000),
		"quoted-printable":    "From: a@example.org\nContent-Transfer-Encoding: quoted-printable\n\n" + strings.Repeat("=\n=", 500_000),
		"equals and spaces":   "From: a@example.org\nContent-Transfer-Encoding: quoted-printable\n\n" + strings.Repeat("= ", 500_000),
		"utf-7":               "From: a@example.org\nContent-Type: text/plain; charset=utf-7\n\n" + strings.Repeat("+", 500_000),
		"flowed":              "From: a@example.org\nContent-Type: text/plain; format=flowed\n\n" + strings.Repeat("x \n", 500_000),
		"flowed depth":        "From: a@example.org\nContent-Type: text/plain; format=flowed\n\n" + strings.Repeat(strings.Repeat(">", 3000)+"x \n", 200),
		"bounce of addresses": "From: MAILER-DAEMON@example.org\n\n" + strings.Repeat("a@b.cc ", 100_000),
		"repeated words":      text(words),
		"delivery blocks":     "From: a@example.org\nContent-Type: message/delivery-status\n\n" + strings.Repeat("Action: failed\n\n", 100_000),
		"bytes":               string(bytes.Repeat([]byte{0xff, 0x00, 0x0d}, 500_000)),
	}
	c := theGame()
	for name, raw := range cases {
		c.Answered = ""
		if name == "repeated words" {
			c.Answered = words
		}
		d := least(t, func() { Read(Parse([]byte(raw), Options{}), c) })
		if d > limit {
			t.Errorf("%s: %v for %d bytes", name, d, len(raw))
		}
	}
}

// least is the processor time of f: where it is above the limit, the least of
// three runs, since a neighbour on the machine can only make it more.
func least(t *testing.T, f func()) time.Duration {
	t.Helper()
	best := time.Duration(math.MaxInt64)
	for range 3 {
		start := spent(t)
		f()
		best = min(best, spent(t)-start)
		if best <= limit {
			break
		}
	}
	return best
}

// spent is the processor time of this program so far: on a busy machine the
// clock says nothing.
func spent(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano())
}

// limit is how much processor time a hostile mail may take, the collection of
// its garbage included.
const limit = time.Second
