package parser

import (
	"slices"
	"strings"
)

// Mailman can put the mail of an author whose domain has a strict policy whole
// into a mail of the list ("wrap_message"). The outer header has the list's own
// From, a Message-ID of its own and little else.

// wrapped is the part with the author's mail, where a list has put that whole
// into one of its own; nil for any other mail. Somebody's mail with another one
// attached looks like it on a list that rewrites From fields. It is told apart by
// its inner header, which is that of another mail: here sender, date, subject and
// list are those of the outer one.
func (l *Letter) wrapped(p *part) *part {
	if l.Through == nil || !l.Through.Rewritten {
		return nil
	}
	mails := slices.DeleteFunc(p.leaves(), func(c *part) bool { return !c.mail() })
	if len(mails) != 1 || !p.mail() && p.kind != "multipart/mixed" {
		return nil
	}
	for _, c := range p.parts {
		if c != mails[0] && (c.kind != "text/plain" || c.attached()) {
			return nil
		}
	}
	h, _ := splitHead(mails[0].content())
	in := envelope(h, Options{})
	switch {
	case in.FromFields != 1 || len(in.From) != 1 || !isAt(in.From[0].Mail, l.From[0].Mail):
		return nil
	case in.Date.IsZero() || !in.Date.Equal(l.Date) || in.Subject != l.Subject || !strings.EqualFold(in.ListID, l.ListID):
		return nil
	}
	return mails[0]
}

// unwrap makes a letter that of the mail inside. Who speaks, when the list took it
// and how sure that is stays as the outer header has it: anybody can have written
// what is inside.
func (l *Letter) unwrap(outer head, inner *part) (head, *part) {
	h, body := splitHead(inner.content())
	left := maxParts
	l.ID = firstID(h.get("message-id"))
	l.InReplyTo = ids(h.get("in-reply-to"))
	l.References = ids(h.get("references"))
	return append(slices.Clone(outer), h...), entity(h, body, 0, &left)
}

// mail says that a part is a whole mail (RFC 2046 §5.2.1, RFC 6532 §3.7).
func (p *part) mail() bool { return p.kind == "message/rfc822" || p.kind == "message/global" }

// leaves are the parts of a mail that have none, or the mail itself.
func (p *part) leaves() []*part {
	if len(p.parts) == 0 {
		return []*part{p}
	}
	return slices.Clone(p.parts)
}

// besideMail is the text that a list has put around a mail: its notice and its
// footer.
func (p *part) besideMail() string {
	var b strings.Builder
	for _, c := range p.parts {
		if !c.mail() {
			b.WriteString(readable(c).text)
		}
	}
	return b.String()
}
