package parser

import (
	"bytes"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"time"
)

// defaultMaxSize is the largest mail that is read when Options do not say.
const defaultMaxSize = 25 << 20

// Parse reads a mail. It never fails: what cannot be read is Unreadable.
func Parse(raw []byte, o Options) *Letter {
	limit := o.MaxSize
	if limit <= 0 {
		limit = defaultMaxSize
	}
	if len(raw) > limit {
		h, _ := splitHead(plain(raw[:min(len(raw), maxHead)]))
		l := envelope(h, o)
		l.Damaged = TooLarge
		if l.Kind, l.Why, l.Bounce = kindOf(l, h, &part{head: h}, o.Own); l.Kind == Message {
			l.Kind, l.Why = Unreadable, TooLarge
		}
		return l
	}
	h, body := splitHead(plain(raw))
	l := envelope(h, o)
	if len(h) == 0 {
		l.Kind, l.Why, l.Damaged = Unreadable, NoHeader, NoHeader
		return l
	}
	left := maxParts
	p := entity(h, body, 0, &left)
	around := ""
	if inner := l.wrapped(p); inner != nil {
		around = p.besideMail()
		h, p = l.unwrap(h, inner)
	}
	w := readable(p)
	l.Text, l.HTMLOnly, l.Damaged = w.text, w.html, w.damaged
	l.Footer, l.Passed, l.Struck = w.extra+around, w.passed, w.struck
	l.Other, l.Attached, l.Brings = w.other, w.filed, p.brings()
	l.takeOpenPGP(p)
	l.Tokens = tokensOf(l)
	l.Kind, l.Why, l.Bounce = kindOf(l, h, p, o.Own)
	if l.Through != nil && (l.Kind == Message || l.Kind == AutoReply) {
		l.takeDigest(p)
	}
	if l.Kind != Message {
		return l
	}
	l.Reaction = reactionOf(l, w.sign)
	switch {
	case blank(l.Text) && slices.Contains([]string{TooManyParts, TooDeep, TooComplex}, l.Damaged):
		l.Kind, l.Why = Unreadable, l.Damaged
	case l.Reaction != "":
		l.Doubt = "reaction"
	case readsAutomatic(l), invites(p):
		l.Doubt = "automatic"
	}
	return l
}

// invites says that a mail is a calendar's, whose words may not be its sender's. A
// calendar of ours that has come back with an answer is none.
func invites(p *part) bool {
	c := p.find("text/calendar")
	return c != nil && !c.attached() && c.params["method"] != "" && !bytes.Contains(c.content(), []byte("\nPRODID:-//nomicmail//"))
}

// envelope reads what the header says.
func envelope(h head, o Options) *Letter {
	l := &Letter{Kind: Message, Subject: h.get("subject"), ListID: inBrackets(h.get("list-id"))}
	for _, f := range h {
		switch f.name {
		case "from":
			l.FromFields++
			list, group := addresses(f.raw)
			if l.FromFields == 1 && !group {
				l.From = list
			}
		case "to", "cc", "delivered-to", "x-original-to":
			list, _ := addresses(f.raw)
			l.To = append(l.To, list...)
			if f.name == "to" || f.name == "cc" {
				l.Sent = append(l.Sent, list...)
			}
		case "reply-to":
			list, _ := addresses(f.raw)
			l.ReplyTo = append(l.ReplyTo, list...)
			l.Named = append(l.Named, list...)
		case "x-original-from", "x-google-original-from":
			list, _ := addresses(f.raw)
			l.Named, l.Munged = append(l.Named, list...), true
		}
	}
	l.Munged = l.Munged || munged(h, l)
	l.ID = firstID(h.get("message-id"))
	l.InReplyTo = ids(h.get("in-reply-to"))
	l.References = ids(h.get("references"))
	l.Date = date(h.get("date"))
	if r := h.get("received"); r != "" {
		if i := strings.LastIndexByte(r, ';'); i >= 0 {
			l.Received = date(r[i+1:])
		}
	}
	from := ""
	if len(l.From) > 0 {
		from = l.From[0].Mail
	}
	l.Auth, l.Judged = authOf(h, o.AuthServer, from)
	l.DKIM = h.get("dkim-signature") != ""
	throughList(l, h, o)
	return l
}

var messageID = regexp.MustCompile(`<[^<>\s]+>`)

func ids(v string) []string {
	found := messageID.FindAllString(v, 100)
	return found
}

// firstID is the first message-id of a field, also one without brackets.
func firstID(v string) string {
	if m := messageID.FindString(v); m != "" {
		return m
	}
	if f := strings.Fields(v); len(f) > 0 && !strings.ContainsAny(f[0], "<>") {
		return "<" + f[0] + ">"
	}
	return ""
}

func inBrackets(v string) string {
	if i := strings.LastIndexByte(v, '<'); i >= 0 {
		v, _, _ = strings.Cut(v[i+1:], ">")
	}
	return strings.TrimSpace(v)
}

// date reads a date-time of RFC 5322 §3.3; zero when it cannot.
func date(v string) time.Time {
	v = strings.Join(strings.Fields(withoutComments(v)), " ")
	t, err := mail.ParseDate(v)
	if err != nil || t.Year() < 1980 || t.Year() > 2200 {
		return time.Time{}
	}
	return t.UTC()
}

// viaList is how lists that must not send in another's name write the author's:
// "Ada Quillfeather via Tea", in the words of the usual list programs.
var viaList = regexp.MustCompile(`(?i)\s(?:via|através de|vía|üzerinden|keresztül)(?:\s|$)`)

// munged says that a mailing list has put its own address into the From field.
func munged(h head, l *Letter) bool {
	if len(l.From) != 1 || l.FromFields != 1 {
		return false
	}
	post := h.get("list-post")
	onList := l.ListID != "" || post != ""
	return onList && (viaList.MatchString(l.From[0].Name) || strings.Contains(strings.ToLower(post), strings.ToLower("mailto:"+l.From[0].Mail)))
}
