package parser

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// report reads a delivery status notification (RFC 3464, RFC 6533). Of several
// recipients the first that failed counts before one that is late.
func report(l *Letter, p, status *part, own []string) (MailKind, string, *Bounce) {
	b := &Bounce{}
	action, original := "", ""
	for block := range strings.SplitSeq(string(plain(status.content())), "\n\n") {
		h, _ := fieldsOf([]byte(strings.TrimLeft(block, "\n")))
		a := firstWord(h.get("action"))
		if a == "" || action == "failed" || action != "" && a != "failed" {
			continue
		}
		action = a
		original, b.Final = recipient(h.get("original-recipient")), recipient(h.get("final-recipient"))
		b.Status = strings.TrimSpace(h.get("status"))
		b.Permanent = a == "failed" && !strings.HasPrefix(b.Status, "4")
		if _, b.Says, _ = strings.Cut(h.get("diagnostic-code"), ";"); b.Says == "" {
			b.Says = h.get("diagnostic-code")
		}
	}
	switch action {
	case "delivered", "relayed", "expanded":
		return Receipt, "a delivery report: " + action, nil
	case "":
		if prose := proseBounce(l, p.head, p, own); prose != nil {
			return Bounced, "a delivery report without a status", prose
		}
	}
	b.Delayed = action == "delayed"
	b.found(l, p, original, own)
	return Bounced, "a delivery report", b
}

// found settles which address we wrote to. Whoever forwards mail lets the
// report name where it went from there; where we sent it is in our return path,
// in the report's own words, or in the head of the letter that came back.
func (b *Bounce) found(l *Letter, p *part, original string, own []string) {
	h := returnedHead(p)
	b.ID = cmp.Or(b.ID, firstID(h.get("message-id")))
	b.Token = cmp.Or(b.Token, h.get("x-nomicmail-return"))
	sent := ""
	if list, _ := addresses(h.raw("to")); len(list) == 1 {
		sent = list[0].Mail
	}
	expanded := ""
	if m := expandedFrom.FindStringSubmatch(l.Text[:min(len(l.Text), maxProse)]); m != nil {
		expanded = m[1]
	}
	if sameMail(original, b.Final) {
		original = ""
	}
	for _, a := range []string{fromVERP(l, own), original, expanded, sent, b.Final, b.Address} {
		if a != "" && !isOurs(a, l, own) {
			b.Address = a
			break
		}
	}
	if sameMail(b.Final, b.Address) {
		b.Final = ""
	}
}

func sameMail(a, b string) bool { return Canonical(a) == Canonical(b) }

func firstWord(s string) string {
	f := strings.Fields(strings.ToLower(s))
	if len(f) == 0 {
		return ""
	}
	return strings.Trim(f[0], "();,")
}

// recipient is the address in "rfc822; a@b" or "utf-8; a@b" (RFC 6533 §3), ""
// when there is none.
func recipient(v string) string {
	if _, addr, ok := strings.Cut(v, ";"); ok {
		v = addr
	}
	v = escaped.ReplaceAllStringFunc(v, func(s string) string {
		n, err := strconv.ParseUint(s[3:len(s)-1], 16, 32)
		if err != nil || n < ' ' {
			return ""
		}
		return string(rune(n))
	})
	a, ok := address(v)
	if !ok {
		return ""
	}
	return a.Mail
}

var escaped = regexp.MustCompile(`\\x\{[0-9A-Fa-f]{1,6}\}`)

// fromVERP is the address in a variable envelope return path of ours,
// "nomic+ada=example.org@nomic.example.org"; "" when the mail came to none.
func fromVERP(l *Letter, own []string) string {
	for _, to := range l.To {
		for _, o := range own {
			if !sameOwn(to.Mail, o) {
				continue
			}
			local, _, _ := strings.Cut(to.Mail, "@")
			_, tag, _ := strings.Cut(local, "+")
			at := strings.LastIndexByte(tag, '=')
			if at <= 0 || !strings.Contains(tag[at:], ".") {
				continue
			}
			who := tag[:at]
			if i := strings.LastIndexByte(who, '+'); i >= 0 {
				who = who[i+1:]
			}
			if a, ok := address(who + "@" + tag[at+1:]); ok {
				return a.Mail
			}
		}
	}
	return ""
}

// returnedHead is the header of the letter that came back, nil when it is not
// there.
func returnedHead(p *part) head {
	for _, kind := range []string{"text/rfc822-headers", "message/rfc822", "message/rfc822-headers", "message/global", "message/global-headers"} {
		if r := p.find(kind); r != nil {
			if h, _ := splitHead(plain(r.content())); len(h) > 0 {
				return h
			}
		}
	}
	return nil
}

// maxProse is how much of a text is searched for a bounce in prose.
const maxProse = 64 << 10

var (
	anyAddress   = regexp.MustCompile(`[^\s<>()\[\]:;,"']+@[^\s<>()\[\]:;,"']+\.[^\s<>()\[\]:;,"']+`)
	codeLine     = regexp.MustCompile(`(?:^|[^\d.:])([45])(?:\d\d\b(?:[ -]|$)|\d\d-|\.\d{1,3}\.\d{1,3}\b)`)
	returned     = regexp.MustCompile(`(?im)^[ >]*message-id:\s*(<[^>\s]+>)`)
	ownToken     = regexp.MustCompile(`(?im)^[ >]*x-nomicmail-return:\s*([a-z0-9]{1,40})`)
	returnedTo   = regexp.MustCompile(`(?im)^[ >]*to:[ \t]*(.{1,300})$`)
	belowHere    = regexp.MustCompile(`(?m)^\s*(?:-{3,}|={3,}|_{3,}).*$|^Return-Path:|^Received:`)
	expandedFrom = regexp.MustCompile(`(?i)(?:expanded from|generated from|forwarded from|original(?:ly)? (?:to|recipient):?)\s*<?([^\s<>()]+@[^\s<>()]+)>?`)
)

// proseBounce reads a bounce that is no delivery report: the first foreign
// address above the returned letter, and what it says of it. Without both it is
// none.
func proseBounce(l *Letter, h head, p *part, own []string) *Bounce {
	text := l.Text[:min(len(l.Text), maxProse)]
	top, below := aboveReturned(l, text, own)
	b := &Bounce{}
	if a, ok := address(firstOf(h.get("x-failed-recipients"))); ok {
		b.Final = a.Mail
	}
	for _, a := range anyAddress.FindAllString(top+"\n"+text, 50) {
		if a = strings.Trim(a, ".*_'`"); b.Final == "" && !isOurs(a, l, own) {
			b.Final = strings.ToLower(a)
		}
	}
	if !b.judge(l.Subject, top) {
		return nil
	}
	if m := returned.FindStringSubmatch(text); m != nil {
		b.ID = m[1]
	}
	if m := ownToken.FindStringSubmatch(text); m != nil {
		b.Token = m[1]
	}
	if m := returnedTo.FindStringSubmatch(below); m != nil && returned.MatchString(below) {
		if list, _ := addresses([]byte(m[1])); len(list) == 1 {
			b.Address = list[0].Mail
		}
	}
	original := b.Address
	b.Address = ""
	b.found(l, p, original, own)
	if b.Address == "" {
		return nil
	}
	return b
}

// aboveReturned parts what a machine says from the letter that it sends back:
// at the first line of dashes, or of a header, above which an address stands and
// what became of it.
func aboveReturned(l *Letter, text string, own []string) (top, below string) {
	for _, m := range belowHere.FindAllStringIndex(text, 20) {
		above := text[:m[0]]
		named := slices.ContainsFunc(anyAddress.FindAllString(above, 50), func(a string) bool { return !isOurs(strings.Trim(a, ".*_'`"), l, own) })
		if probe := (&Bounce{}); named && probe.judge("", above) {
			return above, text[m[0]:]
		}
	}
	return text, ""
}

func firstOf(list string) string {
	first, _, _ := strings.Cut(list, ",")
	return first
}

// judge finds out whether a letter failed or is only late; it is false when the
// words tell of neither. What a machine says of time weighs more than a code,
// and a code more than words.
func (b *Bounce) judge(subject, top string) bool {
	folded := foldLine(top)
	subject = foldLine(subject)
	_, late := contains(subject, "delayed")
	failed, word := contains(folded, "failed")
	if late == "" {
		var at int
		if at, late = contains(folded, "delayed"); late != "" && word != "" && failed < at && titled(subject, "bounced") != "" {
			late = ""
		}
	}
	code := codeLine.FindStringSubmatch(top)
	switch {
	case late != "" && (code == nil || code[1] == "4" || titled(subject, "delayed") != "" || !slices.Contains(robots()["failed"], word)):
		b.Delayed = true
	case code != nil:
		b.Permanent, b.Status = code[1] == "5", strings.Trim(code[0], " (#-<[\t\n")
	case word != "" || titled(subject, "bounced") != "":
		b.Permanent = !strings.Contains(word, "full") && !strings.Contains(word, "quota") && !strings.Contains(word, "retry")
	default:
		return false
	}
	return true
}

// isOurs says that an address in a bounce is not the one that failed.
func isOurs(mail string, l *Letter, own []string) bool {
	for _, a := range append(slices.Clip(l.To), l.From...) {
		if Canonical(a.Mail) == Canonical(mail) {
			return true
		}
	}
	return slices.ContainsFunc(own, func(o string) bool { return sameOwn(mail, o) })
}
