package moderator_test

import (
	"strings"
	"testing"
	"time"
)

// warned writes a move of Ada's and says of what the receipt warns: "from",
// "signed" or nothing.
func (p *post) warned(head, body string) string {
	p.Helper()
	p.letters()
	if o := p.write(head+"From: ada@example.org\n", body); o.Outcome != "counted" {
		p.Fatalf("%s is %s", body, o.Outcome)
	}
	warned := ""
	for _, l := range p.letters() {
		text := strings.Join(strings.Fields(l.text), " ")
		if strings.Contains(text, "your last ones had better proof") {
			warned += "from"
		}
		if strings.Contains(text, "not signed with your key, as your last ones were") {
			warned += "signed"
		}
	}
	return warned
}

// TestWeakerMails: a mail that is less surely the player's than the last three
// were says so in its receipt, once; nothing is said of any other.
func TestWeakerMails(t *testing.T) {
	pass := passing("example.org")
	for name, c := range map[string]struct{ heads, want []string }{
		"always from":         {[]string{"", "", "", "", ""}, []string{"", "", "", "", ""}},
		"always aligned":      {[]string{pass, pass, pass, pass, pass}, []string{"", "", "", "", ""}},
		"surer":               {[]string{"", "", "", pass, pass}, []string{"", "", "", "", ""}},
		"weaker":              {[]string{pass, pass, pass, "", ""}, []string{"", "", "", "from", ""}},
		"weaker after two":    {[]string{pass, pass, "", pass, ""}, []string{"", "", "", "", ""}},
		"weaker after a fall": {[]string{pass, pass, pass, "", pass}, []string{"", "", "", "from", ""}},
	} {
		p := newPost(t, map[string]string{"trust": "from"})
		for i, head := range c.heads {
			p.is(name, p.warned(head, []string{"301 FOR\n", "301 AGAINST\n"}[i%2]), c.want[i])
			p.opens() // what is usual is in the record
		}
	}
}

// TestTokenIsNotMissed: who replied for a time, with the token, and then writes
// a new mail, is as sure to be the player.
func TestTokenIsNotMissed(t *testing.T) {
	p := newPost(t, map[string]string{"trust": "aligned"})
	to := "To: " + adasLetter(p).replyTo + "\n"
	for _, words := range []string{"301 FOR\n", "301 AGAINST\n", "301 FOR\n"} {
		p.is("with the token", p.warned(to, words), "")
		p.is("level", p.lastTrust(), "token")
	}
	p.is("without", p.warned(passing("example.org"), "301 AGAINST\n"), "")
	p.is("level", p.lastTrust(), "aligned")
}

// TestUnsignedMail: who always signs is told of a mail that is not.
func TestUnsignedMail(t *testing.T) {
	p := newPost(t, map[string]string{"trust": "aligned"})
	e, key := adasKey(t, p.now.Add(-time.Hour))
	p.write(passing("example.org")+"From: ada@example.org\n", "key\n\n"+key)
	for _, words := range []string{"301 FOR\n", "301 AGAINST\n", "301 FOR\n"} {
		p.is("signed", p.warned("", clearSigned(t, e, words, p.now)), "")
	}
	p.is("unsigned", p.warned(passing("example.org"), "301 AGAINST\n"), "signed")
}
