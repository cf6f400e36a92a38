package parser

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nomicmail/internal/rules"
)

// theGame is the context of the sample mails: 301 to 305 are open, the initial
// set is in force.
func theGame() Context {
	c := Context{Open: []int{301, 302, 303, 304, 305}, MayPropose: true, Known: true}
	for n := 101; n <= 116; n++ {
		c.Rules = append(c.Rules, n)
	}
	for n := 201; n <= 213; n++ {
		c.Rules = append(c.Rules, n)
	}
	return c
}

// effect is what a mail does, in the words of the table below: counted votes
// and proposals, "ask", or the kind of a mail that is nobody's.
func effect(l *Letter, r Reading) string {
	if l.Kind != Message {
		s := string(l.Kind)
		if b := l.Bounce; b != nil {
			s += fmt.Sprintf(" %s permanent=%v", b.Address, b.Permanent)
		}
		return s
	}
	if l.Auth.DMARC == "fail" {
		return "failed"
	}
	var out []string
	for _, f := range r.Fragments {
		if f.Outcome != Counted {
			continue
		}
		switch c := f.Command.(type) {
		case rules.Vote:
			out = append(out, fmt.Sprintf("%d %s", c.Proposal, c.Option))
		case rules.WithdrawVote:
			out = append(out, fmt.Sprintf("%d withdrawn", c.Proposal))
		case rules.Propose:
			for _, d := range c.Drafts {
				s := fmt.Sprintf("%s %d %q %q", d.Kind, d.Rule, d.Text, d.Clause)
				if d.Amendment > 0 {
					s += fmt.Sprintf(" amendment %d", d.Amendment)
				}
				if d.Edit != nil {
					s += fmt.Sprintf(" edit %q %q", d.Edit.Old, d.Edit.New)
				}
				out = append(out, s)
			}
		default:
			out = append(out, fmt.Sprintf("%s %v", f.Verb, c))
		}
	}
	if r.Ask {
		for _, f := range r.Fragments {
			if f.Outcome == HeldBack {
				out = append(out, "ask "+f.Reason)
			}
		}
	}
	return strings.Join(out, "; ")
}

// TestSamples states what each of the sample mails must do, apart from the
// golden files, so that -update can never change it.
func TestSamples(t *testing.T) {
	want := map[string]string{
		"en-gmail-web-wrapped-attribution":  "301 for; 302 against",
		"en-outlook-desktop-amend-1252":     `amend 203 "A rule-change is adopted when at least two thirds of the eligible voters are in favour – fractions are rounded up." ""`,
		"en-applemail-flowed-delsp-enact":   `enact 0 "A player who quotes a rule by a number it no longer bears pays one point to whoever notices first, and the list of such slips is kept at http://archive.example.net/hexagon/slips/2025/the-very-long-list-of-wrong-numbers for everyone to see." ""`,
		"en-mutt-pgpmime-signature-joke":    "301 against; 302 for; 303 abstain",
		"en-k9-amend-with-clause":           `amend 202 "The mover gains three points for every vote in favour, and never more than twelve." "def turn_points(vote):\n    points = 3 * vote.favour\n    if points > 12:\n        points = 12\n    return points"`,
		"en-ios-dash-nbsp-emoji":            "301 for; ask reaction",
		"en-roundcube-ticked-table":         "301 against; 302 for",
		"en-rule-numbers-not-proposals":     "ask rule-not-proposal; ask rule-not-proposal",
		"en-spoofed-forged-auth-results":    "failed",
		"en-exchange-oof-no-auto-submitted": "auto-reply",
		"en-dsn-delayed":                    "bounce fenella.drizzlecombe@example.com permanent=false",
		"pt-gmail-web-latin1":               "301 for; 302 against; 303 abstain",
		"pt-ios-base64-amend":               `amend 207 "Cada jogador tem um só voto; quem o muda três vezes perde-o." ""`,
		"pt-autoreply-split-encoded-word":   "auto-reply",
		"pt-ascii-label-latin1-bytes":       "301 against; 302 for",
		"pt-read-receipt":                   "receipt",
		"es-gmail-android-inline":           "301 for; 302 against",
		"es-outlook-desktop-amend-base64":   `amend 206 "Cuando se rechaza un cambio, quien lo propuso pierde cinco puntos –nunca más de cinco–." ""`,
		"es-utf7-repeal":                    `repeal 205 "" ""`,
		"es-smime-opaque":                   "301 for; 303 against",
		"es-duplicate-via-list":             "301 for; 302 against",
		"es-reused-message-id":              "301 against",
		"tr-outlook-desktop-1254":           "301 for; 302 against; 303 abstain",
		"tr-gmail-amend-number-first":       `amend 203 "Bir önerge, oy verenlerin yarısından çoğu destek olursa kabul edilmiş sayılır." ""`,
		"tr-ascii-no-mime-repeal":           `repeal 205 "" ""`,
		"tr-autoreply-1254":                 "auto-reply",
		"tr-subject-only-no-date-no-id":     "301 for; 302 against",
		"hu-thunderbird-latin2-inline":      "301 for; 302 against; 303 abstain",
		"hu-outlook-1250-html-repeal":       `repeal 205 "" ""`,
		"hu-autoreply":                      "auto-reply",
		"hu-bounce-without-dsn":             "bounce gyongyi.szelkutay@example.com permanent=true",
		"hu-eai-missing-boundary":           "301 for; 302 for; 303 for; 304 against",
	}
	for name, w := range want {
		raw, err := os.ReadFile(filepath.Join("testdata/mail", name, "in.eml"))
		if err != nil {
			t.Fatal(err)
		}
		l := Parse(raw, Options{AuthServer: "mx.nomic.example.org"})
		var r Reading
		if l.Kind == Message {
			r = Read(l, theGame())
		}
		if got := effect(l, r); got != w {
			t.Errorf("%s\n got %s\nwant %s\n%+v\n%s", name, got, w, r, l.Text)
		}
		if l.Kind != Message || slices.ContainsFunc(l.From, func(a Address) bool { return a.Mail == "" }) {
			continue
		}
		if len(l.From) != 1 || l.FromFields != 1 {
			t.Errorf("%s: from %v", name, l.From)
		}
	}
}
