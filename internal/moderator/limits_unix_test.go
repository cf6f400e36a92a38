//go:build unix

package moderator_test

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/store"
)

// TestLargeMailIsAnsweredSoon: the worst that fits into 25 MB costs less than a
// second of the processor, its answer included.
func TestLargeMailIsAnsweredSoon(t *testing.T) {
	const size = 24 << 20
	const head = "From: ada@example.org\r\nTo: nomic+tea@nomic.example.org\r\nIn-Reply-To: <x@nomic.example.org>\r\n"
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	for name, raw := range map[string]string{
		"quotes": head + "\r\n301 FOR\r\n" + fill("> 301 AGAINST\r\n"),
		"lines":  head + "\r\n" + fill("301 maybe not, or 302?\r\n"),
		"parts":  head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + fill("--b\r\nContent-Type: text/html\r\n\r\n<p>301 FOR\r\n"),
		"tags":   head + "Content-Type: text/html\r\n\r\n" + fill("<div><table><tr><td>301 FOR"),
		"base64": head + "Content-Transfer-Encoding: base64\r\n\r\n" + fill("MzAxIEZPUiwgMzAyIEFHQUlOU1QsIG9yIG5vdD8NCjMwMSBGT1IsIDMwMiBB\r\n"),
		"header": head + "Subject: " + fill("=?utf-8?q?301_FOR?=\r\n ") + "\r\n\r\n301 FOR\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			book := store.Memory()
			m := teaGame(t, book)
			letters := len(allLetters(t, book))
			start := processorTime(t)
			if _, err := m.Receive(moderator.Mail{Raw: []byte(raw), At: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)}); err != nil {
				t.Fatal(err)
			}
			if d := processorTime(t) - start; d > time.Second {
				t.Errorf("it took %v", d)
			}
			if n := len(allLetters(t, book)) - letters; n != 1 {
				t.Errorf("%d letters", n)
			}
		})
	}
}

func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano())
}
