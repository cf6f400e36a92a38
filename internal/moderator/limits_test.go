package moderator_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/store"
)

// TestLimitsAreAnswered: a mail that breaks a bound changes nothing, and its
// player is told which bound it was; a machine's is not answered at all.
func TestLimitsAreAnswered(t *testing.T) {
	const head = "From: ada@example.org\r\nTo: nomic+tea@nomic.example.org\r\nMessage-ID: <1@example.org>\r\n"
	image := "--b\r\nContent-Type: image/png\r\n\r\nx\r\n"
	nested := strings.Builder{}
	for i := range 40 {
		b := strings.Repeat("b", i+1)
		nested.WriteString("Content-Type: multipart/mixed; boundary=" + b + "\r\n\r\n--" + b + "\r\n")
	}
	for name, c := range map[string]struct{ raw, outcome, words string }{
		"parts":           {head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat(image, 100) + "--b\r\n\r\n301 FOR\r\n--b--\r\n", "set aside: too-many-parts", "in more parts than I read"},
		"nesting":         {head + nested.String() + "\r\n301 FOR\r\n", "set aside: too-deep", "packed into mails"},
		"elements":        {head + "Content-Type: text/html\r\n\r\n" + strings.Repeat("<p>x", 60_000) + "<p>301 FOR", "set aside: too-complex", "so much formatting"},
		"size":            {head + "\r\n301 FOR\r\n" + strings.Repeat("x\r\n", 10_000_000), "set aside: too-large", "too large for me"},
		"a machine's":     {head + "Auto-Submitted: auto-replied\r\n\r\n" + strings.Repeat("x\r\n", 10_000_000), "ignored: auto-reply", ""},
		"our own":         {strings.Replace(head, "ada@example.org", "nomic@nomic.example.org", 1) + "\r\n" + strings.Repeat("x\r\n", 10_000_000), "ignored: own", ""},
		"lines, answered": {head + "\r\nstatus\r\n" + strings.Repeat("\r\n", 1000) + strings.Repeat("> x\r\n", 300_000), "held", "longer than I read"},
	} {
		t.Run(name, func(t *testing.T) {
			book := store.Memory()
			m := teaGame(t, book)
			before, letters := stateOf(t, m), len(allLetters(t, book))
			o, err := m.Receive(moderator.Mail{Raw: []byte(c.raw), At: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)})
			if err != nil || !strings.HasPrefix(o.Outcome, c.outcome) {
				t.Errorf("the outcome is %+v, %v; want %q", o, err, c.outcome)
			}
			if after := stateOf(t, m); !reflect.DeepEqual(before, after) {
				t.Errorf("the game has changed: %+v", after)
			}
			fresh := strings.Join(allLetters(t, book)[letters:], "\n")
			if flat := strings.Join(strings.Fields(fresh), " "); (c.words == "") != (fresh == "") || !strings.Contains(flat, c.words) {
				t.Errorf("letters: %s", flat)
			}
		})
	}
}
