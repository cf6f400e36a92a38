package parser

import (
	"cmp"
	"regexp"
	"strings"
)

// kindOf says whether a machine wrote the mail, and why it thinks so. Nothing
// that a machine wrote is ever answered: two robots would write to each other
// for ever.
func kindOf(l *Letter, h head, p *part, own []string) (MailKind, string, *Bounce) {
	for _, a := range l.From {
		for _, o := range own {
			if sameOwn(a.Mail, o) {
				return Own, "from our own address", nil
			}
		}
	}
	if status := p.find("message/delivery-status"); status != nil {
		return report(l, p, status)
	}
	if reportType := strings.ToLower(p.params["report-type"]); p.kind == "multipart/report" && reportType != "" && reportType != "delivery-status" {
		return Receipt, "a report: " + reportType, nil
	}
	if p.find("message/disposition-notification") != nil {
		return Receipt, "a disposition notification", nil
	}
	daemon := fromDaemon(l)
	null := nullPath(h)
	if daemon || null || p.kind == "multipart/report" {
		if b := proseBounce(l, h, own); b != nil && (daemon || vacation(l.Subject) == "") {
			return Bounced, "a bounce in prose", b
		}
	}
	if why := automatic(l, h, null, daemon); why != "" {
		return AutoReply, why, nil
	}
	return Message, "", nil
}

// automatic gives the sign by which a mail is known as automatic, or "".
func automatic(l *Letter, h head, null, daemon bool) string {
	if v := strings.ToLower(h.get("auto-submitted")); v != "" && !strings.HasPrefix(v, "no") {
		return "Auto-Submitted" // RFC 3834 §5
	}
	for _, f := range []string{"x-autoreply", "x-autorespond", "x-autoresponse", "x-auto-reply", "x-fc-machinegenerated"} {
		if v := strings.ToLower(h.get(f)); v != "" && v != "no" && v != "false" {
			return f
		}
	}
	precedence := strings.ToLower(h.get("precedence"))
	onList := l.ListID != "" || h.get("list-post") != ""
	switch {
	case strings.Contains(precedence, "auto"), precedence == "junk", precedence == "bulk" && !onList:
		return "Precedence: " + precedence
	case null:
		return "null return path"
	case daemon:
		return "from a daemon"
	case vacation(l.Subject) != "":
		return "subject of an automatic reply"
	}
	return ""
}

// vacation is the beginning of a subject by which automatic replies are known.
func vacation(subject string) string {
	s := fold(subject)
	for _, w := range vocabulary().automatic {
		if rest, ok := strings.CutPrefix(s, w); ok && (rest == "" || strings.ContainsAny(rest[:1], ":-[(!") || strings.HasPrefix(rest, " :") || strings.HasPrefix(rest, " -")) {
			return w
		}
	}
	return ""
}

func nullPath(h head) bool {
	v := h.all("return-path")
	return len(v) > 0 && strings.ReplaceAll(v[0], " ", "") == "<>"
}

func fromDaemon(l *Letter) bool {
	for _, a := range l.From {
		local, _, _ := strings.Cut(strings.ToLower(a.Mail), "@")
		switch local {
		case "mailer-daemon", "postmaster", "mail-daemon", "mailerdaemon", "noreply", "no-reply", "donotreply", "do-not-reply":
			return true
		}
	}
	return false
}

// sameOwn compares an address with one of ours, with or without its tag.
func sameOwn(mail, own string) bool {
	mail, own = Canonical(mail), Canonical(own)
	if mail == own {
		return true
	}
	local, domain, ok := strings.Cut(mail, "@")
	base, _, tagged := strings.Cut(local, "+")
	return ok && tagged && base+"@"+domain == own
}

// report reads a delivery status notification (RFC 3464).
func report(l *Letter, p, status *part) (MailKind, string, *Bounce) {
	b := &Bounce{ID: returnedID(p), Token: returnedField(p, "x-nomicmail-return")}
	action := ""
	for _, block := range strings.Split(string(plain(status.content())), "\n\n") {
		h, _ := fieldsOf([]byte(strings.TrimLeft(block, "\n")))
		a := strings.ToLower(h.get("action"))
		if a == "" || action == "failed" {
			continue
		}
		to := h.get("original-recipient")
		if to == "" || a == "failed" && h.get("final-recipient") != "" {
			to = h.get("final-recipient")
		}
		if _, addr, ok := strings.Cut(to, ";"); ok {
			to = addr
		}
		if found, ok := address(to); ok {
			b.Address = found.Mail
		}
		action = a
		b.Permanent = a == "failed" && !strings.HasPrefix(h.get("status"), "4")
		b.Status = h.get("status")
		if _, b.Says, _ = strings.Cut(h.get("diagnostic-code"), ";"); b.Says == "" {
			b.Says = h.get("diagnostic-code")
		}
	}
	switch action {
	case "delivered", "relayed", "expanded":
		return Receipt, "a delivery report: " + action, nil
	case "":
		if prose := proseBounce(l, p.head, nil); prose != nil {
			prose.ID, prose.Token = cmp.Or(b.ID, prose.ID), cmp.Or(b.Token, prose.Token)
			return Bounced, "a delivery report without a status", prose
		}
	}
	return Bounced, "a delivery report", b
}

// returnedID is the Message-ID of the letter that came back.
func returnedID(p *part) string { return firstID(returnedField(p, "message-id")) }

// returnedField is a field of the letter that came back, "" when it is not there.
func returnedField(p *part, name string) string {
	for _, kind := range []string{"text/rfc822-headers", "message/rfc822", "message/rfc822-headers", "message/global"} {
		if r := p.find(kind); r != nil {
			h, _ := splitHead(plain(r.content()))
			if v := h.get(name); v != "" {
				return v
			}
		}
	}
	return ""
}

var (
	anyAddress = regexp.MustCompile(`[^\s<>()\[\]:;,"']+@[^\s<>()\[\]:;,"']+\.[^\s<>()\[\]:;,"']+`)
	codeLine   = regexp.MustCompile(`\b([45])(?:\d\d\b|\.\d{1,3}\.\d{1,3}\b)`)
	returned   = regexp.MustCompile(`(?im)^[ >]*message-id:\s*(<[^>\s]+>)`)
	ownToken   = regexp.MustCompile(`(?im)^[ >]*x-nomicmail-return:\s*([a-z0-9]{1,40})`)
	belowHere  = regexp.MustCompile(`(?m)^\s*(?:-{3,}|={3,}|_{3,}).*$|^Return-Path:|^Received:`)
)

// proseBounce reads a bounce that is no delivery report: the first foreign
// address above the returned letter, and the first reply code. Without both it
// is none.
func proseBounce(l *Letter, h head, own []string) *Bounce {
	text := l.Text[:min(len(l.Text), 64<<10)]
	top := text
	if m := belowHere.FindStringIndex(text); m != nil && strings.TrimSpace(text[:m[0]]) != "" {
		top = text[:m[0]]
	}
	b := &Bounce{}
	if a, ok := address(h.get("x-failed-recipients")); ok {
		top = a.Mail + "\n" + top
	}
	for _, a := range anyAddress.FindAllString(top, 50) {
		if a = strings.TrimRight(a, "."); !isOurs(a, l, own) {
			b.Address = strings.ToLower(a)
			break
		}
	}
	code := codeLine.FindStringSubmatch(top)
	if b.Address == "" || code == nil {
		return nil
	}
	b.Permanent, b.Status = code[1] == "5", code[0]
	if m := returned.FindStringSubmatch(text); m != nil {
		b.ID = m[1]
	}
	if m := ownToken.FindStringSubmatch(text); m != nil {
		b.Token = m[1]
	}
	return b
}

// isOurs says that an address in a bounce is not the one that failed.
func isOurs(mail string, l *Letter, own []string) bool {
	for _, a := range append(l.To, l.From...) {
		if Canonical(a.Mail) == Canonical(mail) {
			return true
		}
	}
	for _, o := range own {
		if sameOwn(mail, o) {
			return true
		}
	}
	return false
}
