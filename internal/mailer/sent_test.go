package mailer

import (
	"slices"
	"strings"
	"testing"
)

// TestFindSent: the folder of sent mail is found by its mark, else by its name,
// and a letter that is not there is not said to be.
func TestFindSent(t *testing.T) {
	for _, c := range []struct {
		name, caps, list string
		opened           string
		want             []string
	}{
		{"marked", "SPECIAL-USE", "* LIST (\\HasNoChildren) \"/\" \"Sent\"\r\n* LIST (\\Sent) \"/\" \"[Mail]/Gesendet\"", "[Mail]/Gesendet", []string{"<1@example.org>"}},
		{"named", "", "* LIST () \"/\" \"INBOX\"\r\n* LIST () \".\" \"INBOX.Sent Items\"", "INBOX.Sent Items", []string{"<1@example.org>"}},
		{"none", "", "* LIST () \"/\" \"INBOX\"", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := newOdd(t, "one")
			o.caps = c.caps
			o.twist = func(conn *oddConn, tag, line string) bool {
				switch {
				case strings.HasPrefix(line, "LIST"):
					conn.say("%s\r\n%s OK done", c.list, tag)
					return true
				case strings.HasPrefix(line, "UID SEARCH") && strings.Contains(line, "<1@example.org>"):
					conn.say("* SEARCH 7\r\n%s OK done", tag)
					return true
				case strings.HasPrefix(line, "UID SEARCH"):
					conn.say("* SEARCH\r\n%s OK done", tag)
					return true
				}
				return false
			}
			got, err := FindSent(t.Context(), o.account(), []string{"<1@example.org>", "<2@example.org>"})
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("found %q (%v), want %q", got, err, c.want)
			}
			opened := strings.Join(o.heard("SELECT"), " ")
			if !strings.Contains(opened, c.opened) || c.opened == "" && opened != "" {
				t.Errorf("opened %q, want %q", opened, c.opened)
			}
		})
	}
}
