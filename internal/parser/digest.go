package parser

import "strings"

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
