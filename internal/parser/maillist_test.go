package parser

import (
	"strings"
	"testing"
	"time"
)

var pond = List{Address: "pond-actions@lists.example.org", Hosts: []string{"lists.example.org"}}

// onPond parses a mail as our server, mx.example.net, hands it over.
func onPond(lines ...string) *Letter {
	raw := strings.Join(lines, "\r\n") + "\r\n\r\n301 FOR\r\n"
	return Parse([]byte(raw), Options{AuthServer: "mx.example.net", Own: []string{"nomic@example.net"}, Lists: []List{
		pond, {Address: "pond-talk@lists.example.org", ID: "talk.pond.example"},
	}})
}

const (
	pondID   = "List-Id: The pond's actions <pond-actions.lists.example.org>"
	signed   = "Authentication-Results: mx.example.net; dkim=pass header.d=lists.example.org; dmarc=pass header.from=lists.example.org"
	unsigned = "Authentication-Results: mx.example.net; dkim=none; dmarc=none header.from=lists.example.org"
	hop      = "Received: from lists.example.org (lists.example.org [192.0.2.7]) by mx.example.net; Mon, 5 Jan 2026 10:07:00 +0000"
	vouches  = "Authentication-Results: lists.example.org; dkim=pass header.d=example.org; dmarc=pass header.from=example.org"
	via      = "From: Ada Quillfeather via pond-actions <pond-actions@lists.example.org>"
	to       = "To: pond-actions@lists.example.org"
	adaReply = "Reply-To: Ada Quillfeather <ada@example.org>"
)

// TestThroughList: which list a mail came through, who its author is, and how
// sure that is.
func TestThroughList(t *testing.T) {
	for name, c := range map[string]struct {
		lines             []string
		list, from, trust string
	}{
		"Mailman with Reply-To":      {[]string{signed, hop, vouches, pondID, to, via, adaReply}, pond.Address, "ada@example.org", "aligned"},
		"and Reply-To the list":      {[]string{signed, hop, vouches, pondID, to, via, "Reply-To: pond-actions@lists.example.org", "Cc: Ada Quillfeather <ada@example.org>, bob@example.net"}, pond.Address, "ada@example.org", "aligned"},
		"Google's fields":            {[]string{signed, hop, vouches, pondID, to, via, "X-Original-Sender: ada@example.org", "X-Original-From: Ada <ada@example.org>", adaReply}, pond.Address, "ada@example.org", "aligned"},
		"RFC 9057":                   {[]string{signed, hop, vouches, pondID, to, via, "Author: ada@example.org"}, pond.Address, "ada@example.org", "aligned"},
		"X-MailFrom alone":           {[]string{signed, hop, vouches, pondID, to, via, "X-MailFrom: ada@example.org"}, pond.Address, "ada@example.org", "aligned"},
		"a chain of custody":         {[]string{signed, hop, "ARC-Authentication-Results: i=1; lists.example.org; dmarc=pass header.from=example.org", pondID, to, via, adaReply}, pond.Address, "ada@example.org", "aligned"},
		"an address made up":         {[]string{signed, hop, vouches, pondID, to, "From: Ada Quillfeather via pond <ada=example.org@lists.example.org>", adaReply}, pond.Address, "ada@example.org", "aligned"},
		"known by List-Post":         {[]string{signed, hop, vouches, "List-Post: <mailto:pond-actions@lists.example.org>", to, via, adaReply}, pond.Address, "ada@example.org", "aligned"},
		"known by To":                {[]string{signed, hop, vouches, to, via, adaReply}, pond.Address, "ada@example.org", "aligned"},
		"an ID of its own":           {[]string{"List-Id: <talk.pond.example>", to, "From: ada@example.org"}, "pond-talk@lists.example.org", "ada@example.org", "from"},
		"From left alone, its own":   {[]string{"Authentication-Results: mx.example.net; dmarc=pass header.from=example.org", hop, pondID, to, "From: ada@example.org"}, pond.Address, "ada@example.org", "aligned"},
		"From left alone, vouched":   {[]string{"Authentication-Results: mx.example.net; dkim=pass header.d=lists.example.org; dmarc=fail header.from=example.org", hop, vouches, pondID, to, "From: ada@example.org"}, pond.Address, "ada@example.org", "aligned"},
		"From left alone, and fails": {[]string{"Authentication-Results: mx.example.net; dkim=pass header.d=lists.example.org; dmarc=fail header.from=example.org", hop, pondID, to, "From: ada@example.org"}, pond.Address, "ada@example.org", "from"},
		"a copy that came directly":  {[]string{"To: pond-actions@lists.example.org, nomic@example.net", "From: ada@example.org"}, "", "ada@example.org", "from"},
		"another list":               {[]string{"List-Id: <pond-actions.lists.eve.test>", to, via, adaReply}, "", pond.Address, "from"},

		"nobody vouches":             {[]string{signed, hop, pondID, to, via, adaReply}, pond.Address, "ada@example.org", "from"},
		"not from the list's server": {[]string{unsigned, hop, vouches, pondID, to, via, adaReply}, pond.Address, "ada@example.org", "from"},
		"forged in the list's name":  {[]string{"Authentication-Results: mx.example.net; dmarc=fail header.from=lists.example.org", hop, vouches, pondID, to, via, adaReply}, pond.Address, "ada@example.org", "failed"},
		"a forged From, no List-Id":  {[]string{"Authentication-Results: mx.example.net; dmarc=fail header.from=example.org", hop, to, "From: ada@example.org"}, pond.Address, "ada@example.org", "failed"},
		"the list found a forgery":   {[]string{signed, hop, "Authentication-Results: lists.example.org; dmarc=fail header.from=example.org", pondID, to, via, adaReply}, pond.Address, "ada@example.org", "failed"},
		"a forged word above":        {[]string{signed, vouches, hop, pondID, to, via, adaReply}, pond.Address, "ada@example.org", "from"},
		"another server vouches":     {[]string{signed, hop, "Authentication-Results: mx.eve.test; dmarc=pass header.from=example.org", pondID, to, via, adaReply}, pond.Address, "ada@example.org", "from"},
		"it vouches for Eve":         {[]string{signed, hop, "Authentication-Results: lists.example.org; dmarc=pass header.from=eve.test", pondID, to, via, adaReply}, pond.Address, "ada@example.org", "from"},
		"Eve at Ada's provider":      {[]string{signed, hop, "Authentication-Results: lists.example.org; spf=pass smtp.mailfrom=eve@example.org; dmarc=pass header.from=example.org", pondID, to, via, adaReply}, pond.Address, "ada@example.org", "from"},
		"X-MailFrom says otherwise":  {[]string{signed, hop, vouches, "X-MailFrom: eve@example.org", pondID, to, via, adaReply}, pond.Address, "ada@example.org", "from"},
		"two are named":              {[]string{signed, hop, vouches, pondID, to, via, "Reply-To: ada@example.org, eve@eve.test"}, pond.Address, pond.Address, "aligned"},
		"two fields disagree":        {[]string{signed, hop, vouches, pondID, to, via, adaReply, "X-Original-From: eve@eve.test"}, pond.Address, pond.Address, "aligned"},
		"nobody is named":            {[]string{signed, hop, vouches, pondID, to, via}, pond.Address, pond.Address, "aligned"},
		"two of one name in Cc":      {[]string{signed, hop, vouches, pondID, to, via, "Cc: Ada Quillfeather <ada@example.org>, Ada Quillfeather <eve@eve.test>"}, pond.Address, pond.Address, "aligned"},
	} {
		l := onPond(append(c.lines, "Message-ID: <1@example.org>")...)
		list := ""
		if l.Through != nil {
			list = l.Through.Address
		}
		if list != c.list || l.From[0].Mail != c.from || l.Trust() != c.trust {
			t.Errorf("%s: through %q from %s, %s; not through %q from %s, %s", name, list, l.From[0].Mail, l.Trust(), c.list, c.from, c.trust)
		}
		if nobody := l.From[0].Mail == pond.Address; nobody && l.Through != nil && !l.Munged {
			t.Errorf("%s: the list itself is taken for the author", name)
		}
	}
}

// TestPublic: what was written by hand to look like a list's mail is none.
func TestPublic(t *testing.T) {
	if l := onPond(signed, hop, pondID, to, via, adaReply); !l.Through.Public(l) {
		t.Error("a mail of the list's own server is not public")
	}
	if l := onPond("Authentication-Results: mx.example.net; dmarc=pass header.from=example.org", hop, pondID, to, "From: ada@example.org"); l.Through.Public(l) {
		t.Error("a mail with a forged List-Id is public")
	}
}

// TestListStamp: when the list's own server took a mail.
func TestListStamp(t *testing.T) {
	at := func(hour, minute int) time.Time { return time.Date(2026, 1, 5, hour, minute, 0, 0, time.UTC) }
	stamp := func(s string, hour string) string { return s + "; Mon, 5 Jan 2026 " + hour + ":00 +0000" }
	outside := stamp("Received: from mail.example.org (mail.example.org [192.0.2.1]) by lists.example.org (Postfix)", "08:01")
	for name, c := range map[string]struct {
		lines []string
		want  time.Time
	}{
		"one hop":              {[]string{hop, outside}, at(8, 1)},
		"handed to itself":     {[]string{hop, stamp("Received: from lists.example.org (localhost [127.0.0.1]) by lists.example.org (Postfix)", "10:06"), outside}, at(8, 1)},
		"IPv6 and a program":   {[]string{hop, stamp("Received: from localhost (localhost [IPv6:::1]) by lists.example.org", "10:06"), stamp("Received: by lists.example.org (Postfix, from userid 38)", "10:05"), outside}, at(8, 1)},
		"a forged one below":   {[]string{hop, stamp("Received: from lists.example.org (mail.eve.test [198.51.100.9]) by lists.example.org", "10:06"), stamp("Received: from x (x [192.0.2.1]) by lists.example.org", "07:00")}, at(10, 6)},
		"a forged loopback":    {[]string{hop, stamp("Received: from mail.eve.test ([198.51.100.9] helo=[127.0.0.1]) by lists.example.org", "10:06"), stamp("Received: from x (x [192.0.2.1]) by lists.example.org", "07:00")}, at(10, 6)},
		"by in a comment":      {[]string{hop, stamp("Received: from x (by lists.example.org [192.0.2.1]) by mail.eve.test", "07:00")}, time.Time{}},
		"no hop of the list's": {[]string{hop}, time.Time{}},
		"no time":              {[]string{hop, "Received: from x (x [192.0.2.1]) by lists.example.org; yesterday"}, time.Time{}},
	} {
		l := onPond(append(c.lines, pondID, to, via, adaReply)...)
		if !l.Through.Stamp.Equal(c.want) {
			t.Errorf("%s: %v, not %v", name, l.Through.Stamp, c.want)
		}
	}
}

const inDigest = "From: Ada Quillfeather <ada@example.org>\nTo: pond-actions@lists.example.org\nSubject: [pond-actions] vote\nDate: Mon, 5 Jan 2026 10:00:00 +0000\nMessage-ID: <7@example.org>\n"

// TestListDigest: a digest is known as one, and what is in it.
func TestListDigest(t *testing.T) {
	preamble := "Send pond-actions mailing list submissions to\n\tpond-actions@lists.example.org\n\nToday's Topics:\n\n   1. vote (Ada Quillfeather)\n\n\n"
	plainDigest := preamble + strings.Repeat("-", 70) + "\n\nMessage: 1\n" + inDigest + "\n301 FOR\n\n" + strings.Repeat("-", 30) + "\n\nMessage: 2\n" +
		strings.Replace(inDigest, "<7@", "<8@", 1) + "\nhello\n\n" + strings.Repeat("-", 30) + "\n\nSubject: Digest Footer\n\n____\npond-actions mailing list\n\n" + strings.Repeat("-", 30) + "\n\nEnd of pond-actions Digest, Vol 1, Issue 2\n****\n"
	parts := "--x\nContent-Type: text/plain\n\n" + preamble + "--x\nContent-Type: multipart/digest; boundary=y\n\n--y\n\n" + inDigest + "\n301 FOR\n--y\nContent-Type: message/rfc822\n\n" +
		strings.Replace(inDigest, "<7@", "<8@", 1) + "\nhello\n--y--\n--x--\n"
	head := "From: pond-actions-request@lists.example.org\nTo: pond-actions@lists.example.org\nSubject: pond-actions Digest, Vol 1, Issue 2\n" + pondID + "\nPrecedence: list\nMessage-ID: <d@lists.example.org>\n"
	for name, raw := range map[string]string{
		"plain": head + "\n" + plainDigest,
		"MIME":  head + "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n" + parts,
	} {
		l := Parse([]byte(strings.ReplaceAll(raw, "\n", "\r\n")), Options{Lists: []List{pond}})
		if l.Kind != ListDigest || len(l.Digested) != 2 {
			t.Errorf("%s: a %s with %d mails", name, l.Kind, len(l.Digested))
			continue
		}
		first := l.Digested[0]
		if first.ID != "<7@example.org>" || first.From[0].Mail != "ada@example.org" || strings.TrimSpace(first.Text) != "301 FOR" || l.Digested[1].ID != "<8@example.org>" {
			t.Errorf("%s: the mails are %+v", name, l.Digested)
		}
		if l := Parse([]byte(raw), Options{}); l.Kind == ListDigest || l.Digested != nil {
			t.Errorf("%s: a digest of a list that we do not know is a %s", name, l.Kind)
		}
	}
	if l := onPond(pondID, to, via, adaReply); l.Kind != Message || strings.TrimSpace(l.Text) != "301 FOR" {
		t.Errorf("a mail is a %s", l.Kind)
	}
}
