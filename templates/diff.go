package templates

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// The most that is compared, in bytes, and shown, in lines of a diff.
const (
	diffBytes = 100_000
	diffLines = 40
)

// diff shows what becomes of old in now, sentence by sentence, behind the bar:
// "|-" is gone, "|+" is new, "|=" stays. It is empty when there is nothing to
// compare. cut reports that there was more.
func diff(old, now string) (source string, cut bool) {
	old, now = tameBlock(old), tameBlock(now)
	if old == "" || now == "" || old == now {
		return "", false
	}
	if len(old)+len(now) > diffBytes {
		return "", true
	}
	before, after := sentences(old), sentences(now)
	u, err := udiff.ToUnifiedDiff("", "", before, udiff.Lines(before, after), 1)
	if err != nil {
		return "", true // of the library: its own edits do not fit
	}
	var out []string
	for i, h := range u.Hunks {
		if i > 0 {
			out = append(out, "|=…")
		}
		for _, l := range h.Lines {
			out = append(out, "|"+sign(l.Kind)+strings.TrimSuffix(l.Content, "\n"))
		}
	}
	if len(out) > diffLines {
		return strings.Join(out[:diffLines], "\n"), true
	}
	return strings.Join(out, "\n"), false
}

func sign(k udiff.OpKind) string {
	switch k {
	case udiff.Delete:
		return "-"
	case udiff.Insert:
		return "+"
	default:
		return "="
	}
}

// filled is how long a line is at least that its author's mail program may have
// broken off.
const filled = 55

// unbroken joins the lines of a text that goes on in the next one, as programs
// break them that know no flowed text (RFC 3676 §4). Lists and verse stay.
func unbroken(s string) []string {
	var out []string
	full := false
	for line := range strings.SplitSeq(s, "\n") {
		line = strings.TrimRight(line, " ")
		if full && flows("| "+line) {
			out[len(out)-1] += " " + line
		} else {
			out = append(out, line)
		}
		full = columns(line) >= filled
	}
	return out
}

// sentences puts every sentence of a text on a line of its own, because rules
// are written as long paragraphs and change in a few words.
func sentences(s string) string {
	var b strings.Builder
	for _, line := range unbroken(s) {
		line = strings.TrimSpace(line)
		for line != "" {
			n := sentenceEnd(line)
			b.WriteString(strings.TrimSpace(line[:n]) + "\n")
			line = strings.TrimSpace(line[n:])
		}
	}
	return b.String()
}

func sentenceEnd(line string) int {
	for i := 20; i+1 < len(line); i++ {
		if line[i+1] == ' ' && strings.IndexByte(".;:!?", line[i]) >= 0 {
			return i + 1
		}
	}
	return len(line)
}

// piece is a run of words; differs tells that the other text lacks them.
type piece struct {
	text    string
	differs bool
}

// compare finds, word by word, where old and now differ.
func compare(old, now string) (was, is []piece) {
	before, after := wordLines(old), wordLines(now)
	at, to := 0, 0
	for _, e := range udiff.Lines(before, after) {
		same := before[at:e.Start]
		was = append(was, piece{same, false}, piece{before[e.Start:e.End], true})
		is = append(is, piece{same, false}, piece{e.New, true})
		at, to = e.End, to+len(same)+len(e.New)
	}
	return join(append(was, piece{before[at:], false})), join(append(is, piece{after[to:], false}))
}

func wordLines(s string) string { return strings.ReplaceAll(s, " ", "\n") + "\n" }

func join(pieces []piece) (out []piece) {
	for i, p := range pieces {
		p.text = strings.ReplaceAll(p.text, "\n", " ")
		if i == len(pieces)-1 {
			p.text = strings.TrimSuffix(p.text, " ")
		}
		if p.text != "" {
			out = append(out, p)
		}
	}
	return out
}
