//go:build unix

package parser

import (
	"bytes"
	"encoding/base64"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

var hostileMails = flag.Int("hostile-mails", 60, "how many hostile mails are made; more than 60 are up to 25 MB")

// TestHostileMails makes mails that nobody would send, from a seed, and reads
// them: none takes long, and none takes much memory.
func TestHostileMails(t *testing.T) {
	largest := 1 << 20
	if *hostileMails > 60 {
		largest = 25 << 20
	}
	c := theGame()
	c.Answered, c.Rows = strings.Repeat(ballotLetter, 20), []int{301, 302}
	var worst time.Duration
	var worstName string
	var most float64
	for seed := range uint64(*hostileMails) {
		name, raw := hostileMail(seed, largest)
		d, used := weather(t, raw, c)
		for try := 0; try < 3 && d > limit; try++ { // a busy machine is slow now and then
			again, _ := weather(t, raw, c)
			d = min(d, again)
		}
		if d > worst {
			worst, worstName = d, fmt.Sprintf("%s (seed %d, %d bytes)", name, seed, len(raw))
		}
		if d > limit {
			t.Errorf("%d, %s: %v for %d bytes", seed, name, d, len(raw))
		}
		used -= ground
		most = max(most, used/float64(len(raw)))
		if used > 8*float64(len(raw)) {
			t.Errorf("%d, %s: %.0f MB for %d bytes", seed, name, (used+ground)/(1<<20), len(raw))
		}
	}
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d mails: the worst took %v: %s; the most memory above %d MB was %.1f times the size; the process had %d MB at most",
		*hostileMails, worst, worstName, int(ground)>>20, most, u.Maxrss>>10)
}

// weather reads a mail: how much processor time that takes, and all the memory
// that it ever asks for, which is more than it needs at any time.
func weather(t *testing.T, raw []byte, c Context) (time.Duration, float64) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := spent(t)
	l := Parse(raw, Options{Own: ownAddresses})
	r := Read(l, c)
	d := spent(t) - start
	runtime.ReadMemStats(&after)
	if len(r.Fragments) > maxFragments+10 {
		t.Errorf("%d fragments", len(r.Fragments))
	}
	return d, float64(after.TotalAlloc - before.TotalAlloc)
}

// ground is the memory that a mail of any size may ask for: the bounds of what
// is read at all.
const ground = 320 << 20

// storms are what hostile mails are made of; each writes about n bytes.
var storms = []struct {
	name string
	make func(r *rand.Rand, n int) string
}{
	{"nesting", func(r *rand.Rand, n int) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, "Content-Type: multipart/%s; boundary=b%d\n\n--b%d\n", pick(r, "mixed", "alternative", "related", "signed", "digest", "report"), i, i)
		}
		return b.String()
	}},
	{"parts", func(r *rand.Rand, n int) string {
		var b strings.Builder
		b.WriteString("Content-Type: multipart/" + pick(r, "mixed", "alternative", "report") + "; boundary=b\n\n")
		for b.Len() < n {
			fmt.Fprintf(&b, "--b\nContent-Type: %s\nContent-Transfer-Encoding: %s\n\n%s\n", pick(r, "text/plain", "text/html", "message/rfc822", "message/delivery-status", "application/ms-tnef", "application/pkcs7-mime"), pick(r, "base64", "quoted-printable", "8bit"), junk(r, 200))
		}
		return b.String()
	}},
	{"quotes", text(func(r *rand.Rand) string { return strings.Repeat(">", r.IntN(60)) + " " + junk(r, 40) + "\n" })},
	{"attributions", text(func(r *rand.Rand) string {
		return pick(r, "On 3 Mar 2025 at 10:12, Ada <ada@example.org>\n", "On 3 Mar 2025 at 10:12, Ada wrote:\n", "Em 03/03/2025 10:12, Ada escreveu:\n", "Ada <ada@example.org> ezt írta (2025):\n", "From: Ada\n", "Sent: now\n", "-----Original Message-----\n", "________________\n", "-- \n", "Thanks,\n", "> 301 FOR\n", "\n")
	})},
	{"words", text(func(r *rand.Rand) string { return junk(r, 80) + pick(r, " ", "\n", "\n\n") })},
	{"one line", text(func(r *rand.Rand) string { return junk(r, 80) + " " })},
	{"proposals", text(func(r *rand.Rand) string {
		return pick(r, "amend 203\n", "enact ", "repeal 205 ", "title: x\n", "clause:\n", "end\n", "“", "\"", "«", "'''\n", "```\n", "replace \"x\" with \"y\" in 203\n") + junk(r, 30)
	})},
	{"headers", func(r *rand.Rand, n int) string {
		var b strings.Builder
		for b.Len() < n {
			b.WriteString(pick(r, "Subject: ", "From: ", "References: ", "Authentication-Results: ", "Content-Type: ", " ", "\t", "X: ") + junk(r, 300) + "\n")
		}
		return b.String() + "\n301 FOR\n"
	}},
	{"encoded words", func(r *rand.Rand, n int) string {
		var b strings.Builder
		b.WriteString(pick(r, "Subject:", "From:", "To:"))
		for b.Len() < n {
			b.WriteString(pick(r, " =?utf-8?q?=C3?=", " =?utf-8?b?w6M=?=\n", "=?iso-8859-9?Q?=FD_,?=", " =?x?b?", "=?=?=?", " =?utf-7?q?+AOM-?="))
		}
		return b.String() + "\n\n301 FOR\n"
	}},
	{"addresses", func(r *rand.Rand, n int) string {
		var b strings.Builder
		b.WriteString(pick(r, "From: ", "To: ", "Reply-To: ", "Cc: x:"))
		for b.Len() < n {
			b.WriteString(pick(r, "a@example.org, ", "\"a, b\" <a@example.org>,\n ", "(((", "<<<", "\"", "x:;", "a@b, ", ")", "@,"))
		}
		return b.String() + "\n\n301 FOR\n"
	}},
	{"tags", func(r *rand.Rand, n int) string {
		var b strings.Builder
		b.WriteString("Content-Type: text/html\n\n")
		for b.Len() < n {
			b.WriteString(pick(r, "<div>", "<table><tr><td>", "<td>x", "</p>", "<li>", "<ol><li>x", "<blockquote>", "<b><i><u>", "</div>", "<style>.a{display:none}</style>", "<p class='a b c' style='color:#fff;background:white'>", "<!--", "<select>", "<svg><a>", "<pre>\n\n", "<s>", "<br>", "&nbsp;", "<a "+junk(r, 100)+">", junk(r, 50)))
		}
		return b.String()
	}},
	{"one tag", func(r *rand.Rand, n int) string {
		tag := pick(r, "<div>", "<b>", "<a>", "<table>", "<td>", "<blockquote>", "<p>", "<li>", "<option>", "<font>", "<nobr>", "<form>", "<math>", "</p>", "<!--", "<![CDATA[", "<frameset>", "&amp", "<template>")
		return "Content-Type: text/html\n\n" + strings.Repeat(tag, n/len(tag))
	}},
	{"style", func(r *rand.Rand, n int) string {
		return "Content-Type: text/html\n\n<style>" + strings.Repeat(pick(r, ".a{", "@media{", ".a,.b{display:none}", "/*", "}"), n/10) + "</style>" + strings.Repeat("<p class=a>x", 2000)
	}},
	{"base64", coded("base64", func(r *rand.Rand) string { return junk64(r, 57) + pick(r, "\n", "=\n", "!\n", "\r\n") })},
	{"quoted-printable", coded("quoted-printable", func(r *rand.Rand) string { return pick(r, "=\n", "=C3", "=", "= \n", "=ZZ", junk(r, 40)) })},
	{"flowed", func(r *rand.Rand, n int) string {
		return "Content-Type: text/plain; format=flowed; delsp=yes\n" + text(func(r *rand.Rand) string {
			return strings.Repeat(">", r.IntN(9)) + junk(r, 30) + pick(r, " \n", "\n", "  \n")
		})(r, n)
	}},
	{"charsets", func(r *rand.Rand, n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.IntN(256))
		}
		return "Content-Type: text/plain; charset=" + pick(r, "utf-7", "utf-16", "iso-2022-jp", "gb18030", "windows-1254", "x", "utf-8", "hz-gb-2312", "big5") + "\n\n" + string(b)
	}},
	{"twice coded", text(func(r *rand.Rand) string { return pick(r, "Ã£", "â€œ", "Ã", "Å\u009f", "ï¿½", "x", "\n") })},
	{"bounce", func(r *rand.Rand, n int) string {
		return "Return-Path: <>\n" + text(func(r *rand.Rand) string {
			return pick(r, "<ada@example.org>: ", "550 5.1.1 ", "--- Below\n", "-----\n", "expanded from <", "delayed ", "Message-ID: <x>\n", "To: a@b.c\n") + junk(r, 40)
		})(r, n)
	}},
	{"reports", func(r *rand.Rand, n int) string {
		return "Content-Type: message/delivery-status\n" + text(func(r *rand.Rand) string {
			return pick(r, "Action: failed\n", "Action: delayed\n", "\n\n", "Final-Recipient: rfc822; a@b.c\n", "Status: 5.1.1\n")
		})(r, n)
	}},
	{"winmail", func(r *rand.Rand, n int) string {
		b := []byte(winmail(attributeOf(tnefProps, "\xff\xff\xff\x7f"+strings.Repeat("\x02\x11\x00\x10\xff\xff\x00\x00", n/8))))
		return "Content-Type: application/ms-tnef\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString(b)
	}},
	{"signed data", func(r *rand.Rand, n int) string {
		b := bytes.Repeat([]byte(pick(r, "\x30\x80", "\x24\x80\x04\x01x", "\x30\x84\x00\x01\x00\x00", "\x06\x01")), n/4)
		return "Content-Type: application/pkcs7-mime\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString(b)
	}},
	{"digests", text(func(r *rand.Rand) string {
		return pick(r, strings.Repeat("-", 30)+"\n", strings.Repeat("-", 70)+"\n", "Date: x\n", "From: x\n", "\n", "Today's Topics:\n", "-----BEGIN PGP SIGNED MESSAGE-----\n", "- \n")
	})},
}

func pick(r *rand.Rand, of ...string) string { return of[r.IntN(len(of))] }

// junk is about n bytes of what means something here and there.
func junk(r *rand.Rand, n int) string {
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(pick(r, "301 ", "FOR ", "against ", "302-400 ", "hayır ", "mellette ", "não ", "if ", "all ", "rule 203 ", ", ", ". ", "? ", ": ", "[x] ", "(", "“", "\"", "👍", "\ufffd", "a@b.cc ", "https://example.org/x ", "the ", "x", "İ", "12:30 ", "not ", "except "))
	}
	return b.String()
}

func junk64(r *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.IntN(256))
	}
	return base64.StdEncoding.EncodeToString(b)
}

func text(line func(r *rand.Rand) string) func(r *rand.Rand, n int) string {
	return func(r *rand.Rand, n int) string {
		var b strings.Builder
		b.WriteString("\n")
		for b.Len() < n {
			b.WriteString(line(r))
		}
		return b.String()
	}
}

func coded(name string, line func(r *rand.Rand) string) func(r *rand.Rand, n int) string {
	return func(r *rand.Rand, n int) string {
		return "Content-Type: " + pick(r, "text/plain", "text/html", "text/plain; charset=utf-8; format=flowed") + "\nContent-Transfer-Encoding: " + name + "\n" + text(line)(r, n)
	}
}

// hostileMail is the mail of a seed: one storm, or the beginning of one with
// another inside.
func hostileMail(seed uint64, largest int) (name string, raw []byte) {
	r := rand.New(rand.NewPCG(seed, 5))
	s := storms[int(seed)%len(storms)]
	n := largest >> r.IntN(10)
	if seed < uint64(2*len(storms)) {
		n = largest - 1000
	}
	const head = "From: Ada <ada@example.org>\nIn-Reply-To: <x@nomic.example.org>\n"
	if seed%3 == 0 {
		return s.name, []byte(head + s.make(r, n))
	}
	o := storms[r.IntN(len(storms))]
	return s.name + " and " + o.name, []byte(head + "Content-Type: multipart/mixed; boundary=o\n\n--o\n" + s.make(r, n/2) + "\n--o\n" + o.make(r, n/2) + "\n--o--\n")
}
