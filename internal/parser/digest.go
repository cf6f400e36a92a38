package parser

import (
	"slices"
	"strings"
)

// digestAt finds a list's digest in a text (RFC 1153): where it begins, or -1.
// Each of its mails stands below a line of 30 or 70 hyphens and has some fields
// of its header.
func digestAt(s string) int {
	for at := 0; ; {
		i := strings.Index(s[at:], "------------------------------")
		if i < 0 {
			return -1
		}
		i += at
		end := i
		for end < len(s) && s[end] == '-' {
			end++
		}
		at = end
		own := (i == 0 || s[i-1] == '\n') && (end == len(s) || s[end] == '\n')
		if n := end - i; own && (n == 30 || n == 70) && digested(s[end:]) {
			return preambleAt(s[:i])
		}
	}
}

// digested says that a text begins with the header of a mail in a digest.
func digested(s string) bool {
	seen, lines := 0, 0
	for l := range strings.Lines(s) {
		if blank(l) {
			if lines > 0 {
				break
			}
			continue
		}
		if lines++; lines > 8 {
			break
		}
		label, _, _ := strings.Cut(l, ":")
		switch label {
		case "Date", "From", "Subject", "Message", "Message-ID", "To":
			seen++
		}
	}
	return seen >= 3
}

// preambleAt is where the words begin that a list puts above its digest.
func preambleAt(above string) int {
	for _, head := range []string{"Send ", "Today's Topics:"} {
		if strings.HasPrefix(above, head) {
			return 0
		}
		if i := strings.Index(above, "\n"+head); i >= 0 {
			return i + 1
		}
	}
	return len(above)
}

// maxDigested is how many mails of a digest are looked at.
const maxDigested = 50

// takeDigest makes a letter a digest when it is one: of parts (RFC 2046 §5.1.5),
// or in one text (RFC 1153). A person's words above one are an answer to it.
func (l *Letter) takeDigest(p *part) {
	if !blank(l.Text) && !l.fromList() {
		return
	}
	var mails [][]byte
	if d := p.find("multipart/digest"); d != nil {
		for _, c := range d.parts {
			if c.kind == "message/rfc822" || c.kind == "message/global" {
				mails = append(mails, c.content())
			}
		}
	} else if digestAt(l.Passed) == 0 {
		mails = digestedIn(l.Passed)
	}
	if len(mails) == 0 {
		return
	}
	l.Kind, l.Why = ListDigest, "mails of a list in one"
	for _, raw := range mails[:min(len(mails), maxDigested)] {
		if inner := Parse(raw, Options{}); inner.Kind == Message {
			l.Digested = append(l.Digested, inner)
		}
	}
}

// fromList says that a list itself speaks, by its own address or by one of those
// that its program uses beside that.
func (l *Letter) fromList() bool {
	own, _, _ := strings.Cut(strings.ToLower(l.Through.Address), "@")
	return l.Munged || fromDaemon(l) || slices.ContainsFunc(l.From, func(a Address) bool {
		local, domain, _ := strings.Cut(strings.ToLower(a.Mail), "@")
		rest, ok := strings.CutPrefix(local, own)
		return ok && (rest == "" || rest[0] == '+' || rest[0] == '-') && domain == domainOf(l.Through.Address)
	})
}

// digestedIn are the mails of a digest in one text.
func digestedIn(text string) (mails [][]byte) {
	var piece strings.Builder
	take := func() {
		if s := piece.String(); digested("\n" + s) {
			mails = append(mails, []byte(s))
		}
		piece.Reset()
	}
	for line := range strings.Lines(text) {
		bare := strings.TrimRight(line, " \n")
		if n := len(bare); (n == 30 || n == 70) && strings.Trim(bare, "-") == "" {
			take()
			continue
		}
		if piece.Len() == 0 && blank(line) {
			continue
		}
		piece.WriteString(line)
	}
	take()
	return mails
}
