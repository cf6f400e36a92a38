package ical

import (
	"strings"
	"testing"
)

// TestFolding: long values of all kinds of letters are folded within 75 octets and
// between two characters (RFC 5545 §3.1).
func TestFolding(t *testing.T) {
	for _, value := range []string{"", "short", strings.Repeat("a", 200), strings.Repeat("ő", 150), strings.Repeat("a", 66) + "漢字漢字", strings.Repeat("🍵", 60)} {
		c := writer{}
		c.line("SUMMARY", value)
		out := c.String()
		for line := range strings.SplitSeq(strings.TrimSuffix(out, "\r\n"), "\r\n") {
			if len(line) > 75 || strings.ContainsRune(line, '\uFFFD') || !strings.HasPrefix(line, "SUMMARY:") && !strings.HasPrefix(line, " ") {
				t.Errorf("the line %q of %q", line, value)
			}
		}
		if got := strings.ReplaceAll(out, "\r\n ", ""); got != "SUMMARY:"+value+"\r\n" {
			t.Errorf("%q comes back as %q", value, got)
		}
	}
	if got := escaped("a\\b; c, d\r\ne"); got != `a\\b\; c\, d\ne` {
		t.Errorf("escaped as %q", got)
	}
}
