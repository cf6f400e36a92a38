package parser

import (
	"strings"
	"testing"
)

const (
	innerHead = "From: Ada Quillfeather <ada@example.org>\nTo: pond-actions@lists.example.org\nSubject: [pond] my vote\nDate: Mon, 5 Jan 2026 09:10:00 +0000\n" +
		"Message-ID: <1@example.org>\nIn-Reply-To: <pond.1.2.ballot@example.net>\n" + pondID + "\n"
	outerHead = signed + "\n" + hop + "\n" + pondID + "\nTo: pond-actions@lists.example.org\nSubject: [pond] my vote\nDate: Mon, 5 Jan 2026 09:10:00 +0000\n" +
		"Message-ID: <2@lists.example.org>\n" + via + "\n" + adaReply + "\nPrecedence: list\nMIME-Version: 1.0\n"
	listFooter = "--x\nContent-Type: text/plain\nContent-Disposition: inline\n\n____\npond-actions mailing list\n"
	listNotice = "--x\nContent-Type: text/plain\nContent-Disposition: inline\n\nThe author's domain is strict; see below.\n"
)

// wrappedAs is a mail of the list around another.
func wrappedAs(above, inner, below string) string {
	return "Content-Type: multipart/mixed; boundary=x\n\n" + above + "--x\nContent-Type: message/rfc822\nContent-Disposition: inline\n\n" + inner + "\n" + below + "--x--\n"
}

// TestWrapped: the mail that Mailman has put whole into one of the list's own is
// read as if it had come by itself, and nothing else is.
func TestWrapped(t *testing.T) {
	plainMail := innerHead + "\n301 FOR\n"
	rich := innerHead + "MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=y\n\n--y\nContent-Type: text/plain; charset=utf-8\n" +
		"Content-Transfer-Encoding: quoted-printable\n\n301=20FOR\n--y\nContent-Type: text/html\n\n<p>301 FOR</p>\n--y--\n"
	read := map[string]string{
		"bare":                    outerHead + "Content-Type: message/rfc822\nContent-Disposition: inline\n\n" + plainMail,
		"with a footer":           outerHead + wrappedAs("", plainMail, listFooter),
		"with a notice":           outerHead + wrappedAs(listNotice, plainMail, ""),
		"with both":               outerHead + wrappedAs(listNotice, plainMail, listFooter),
		"of parts":                outerHead + wrappedAs("", rich, listFooter),
		"Reply-To the list":       strings.Replace(outerHead, adaReply, "Reply-To: pond-actions@lists.example.org\nCc: Ada Quillfeather <ada@example.org>", 1) + wrappedAs("", plainMail, listFooter),
		"List-Id in another case": outerHead + wrappedAs("", strings.Replace(plainMail, "pond-actions.lists", "Pond-Actions.lists", 1), ""),
	}
	for name, raw := range read {
		l := parsePond(raw)
		if l.Kind != Message || strings.TrimSpace(l.Text) != "301 FOR" || l.ID != "<1@example.org>" || l.From[0].Mail != "ada@example.org" ||
			len(l.InReplyTo) != 1 || l.Through == nil || l.Brings {
			t.Errorf("%s: a %s, %q, %s by %s, answers %v, brings %v", name, l.Kind, l.Text, l.ID, l.From[0].Mail, l.InReplyTo, l.Brings)
		}
		if l.Trust() != "from" {
			t.Errorf("%s: trusted as %s, and nobody vouches for Ada", name, l.Trust())
		}
	}
	closed := map[string]string{
		"somebody else's mail":     outerHead + wrappedAs("", strings.Replace(plainMail, "ada@example.org", "bob@example.org", 1), ""),
		"of another day":           outerHead + wrappedAs("", strings.Replace(plainMail, "09:10", "08:10", 1), ""),
		"of another subject":       outerHead + wrappedAs("", strings.Replace(plainMail, "my vote", "your vote", 1), ""),
		"of another list":          outerHead + wrappedAs("", strings.Replace(plainMail, "pond-actions.lists", "pond-talk.lists", 1), ""),
		"of no list":               outerHead + wrappedAs("", strings.Replace(plainMail, pondID+"\n", "", 1), ""),
		"two mails":                outerHead + wrappedAs("", plainMail, "--x\nContent-Type: message/rfc822\n\n"+plainMail),
		"a file beside it":         outerHead + wrappedAs("", plainMail, "--x\nContent-Type: application/pdf\n\nx\n"),
		"From left alone":          strings.Replace(outerHead, via, "From: ada@example.org", 1) + wrappedAs("", plainMail, listFooter),
		"a list that is not known": strings.Replace(outerHead, "<pond-actions.lists", "<lake.lists", 1) + wrappedAs("", plainMail, ""),
	}
	for name, raw := range closed {
		if l := parsePond(raw); strings.Contains(l.Text, "301") || l.ID != "<2@lists.example.org>" {
			t.Errorf("%s: read as %q of %s", name, l.Text, l.ID)
		}
	}
}

// TestWrappedIsNoProof: what is inside vouches for nobody, and a machine's mail
// stays one.
func TestWrappedIsNoProof(t *testing.T) {
	forged := hop + "\n" + vouches + "\n" + innerHead + "\n301 FOR\n"
	if l := parsePond(outerHead + wrappedAs("", forged, "")); l.Trust() != "from" {
		t.Errorf("judgments inside are believed: %s", l.Trust())
	}
	vouched := strings.Replace(outerHead, hop+"\n", hop+"\n"+vouches+"\n", 1)
	if l := parsePond(vouched + wrappedAs("", innerHead+"\n301 FOR\n", "")); l.Trust() != "aligned" {
		t.Errorf("the list's own judgment is not believed: %s", l.Trust())
	}
	if l := parsePond(outerHead + wrappedAs("", "Auto-Submitted: auto-replied\n"+innerHead+"\n301 FOR\n", "")); l.Kind != AutoReply {
		t.Errorf("an automatic reply is a %s", l.Kind)
	}
	ours := strings.ReplaceAll(outerHead, "ada@example.org", "nomic@example.net") + wrappedAs("", strings.ReplaceAll(innerHead, "ada@example.org", "nomic@example.net")+"\n301 FOR\n", listFooter)
	if l := parsePond(ours); l.Kind != Own {
		t.Errorf("our own mail is a %s", l.Kind)
	}
}

func parsePond(raw string) *Letter {
	return Parse([]byte(strings.ReplaceAll(raw, "\n", "\r\n")), Options{AuthServer: "mx.example.net", Own: []string{"nomic@example.net"}, Lists: []List{pond}})
}

// TestAnswerToDigest: a person's words above a digest are that person's, whatever
// is below them; without any it is a digest.
func TestAnswerToDigest(t *testing.T) {
	digest := "Send pond-actions mailing list submissions to\n\tpond-actions@lists.example.org\n\nToday's Topics:\n\n   1. vote (Bob)\n\n\n" +
		strings.Repeat("-", 70) + "\n\nMessage: 1\n" + strings.ReplaceAll(inDigest, "ada@", "bob@") + "\n302 AGAINST\n\n" + strings.Repeat("-", 30) + "\n\nEnd of pond-actions Digest, Vol 1, Issue 2\n****\n"
	parts := "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nABOVE\n--x\nContent-Type: multipart/digest; boundary=y\n\n--y\n\n" +
		strings.ReplaceAll(inDigest, "ada@", "bob@") + "\n302 AGAINST\n--y--\n--x--\n"
	head := "To: pond-actions@lists.example.org\nSubject: Re: pond-actions Digest, Vol 1, Issue 2\nMessage-ID: <9@example.org>\n" + pondID + "\n"
	person, list := "From: Ada Quillfeather <ada@example.org>\n", "From: pond-actions-request@lists.example.org\n"
	for name, c := range map[string]struct {
		raw  string
		kind MailKind
	}{
		"plain, words above":         {person + head + "\n301 FOR\n\n" + digest, Message},
		"parts, words above":         {person + head + strings.Replace(parts, "ABOVE", "301 FOR", 1), Message},
		"plain, nothing above":       {person + head + "\n" + digest, ListDigest},
		"parts, the list's words":    {list + head + strings.Replace(parts, "ABOVE", "Themen von heute: 301 FOR", 1), ListDigest},
		"the list in other words":    {list + head + "\nThemen von heute:\n" + digest[strings.Index(digest, "---"):], ListDigest},
		"groups.io, its own address": {"From: pond-actions+digest@lists.example.org\n" + head + strings.Replace(parts, "ABOVE", "Topics in this digest", 1), ListDigest},
	} {
		l := parsePond(c.raw)
		if l.Kind != c.kind {
			t.Errorf("%s: a %s", name, l.Kind)
		}
		if c.kind == Message && (strings.TrimSpace(l.Text) != "301 FOR" || l.Digested != nil) {
			t.Errorf("%s: %q with %d mails", name, l.Text, len(l.Digested))
		}
		if c.kind == ListDigest && len(l.Digested) != 1 {
			t.Errorf("%s: %d mails", name, len(l.Digested))
		}
	}
}
