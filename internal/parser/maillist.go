package parser

import (
	"regexp"
	"slices"
	"strings"
	"time"
)

// List is a mailing list that [Parse] is to know.
type List struct {
	Address string
	ID      string   // as in List-Id; "" where it is made of the address
	Hosts   []string // the servers that run it, by the names under which they sign, judge and stamp mail
}

// Through is the list that a mail came through. A list that writes its own
// address into the From field names the author elsewhere; then From is who is
// named, and whether that is believed says [Letter.Trust].
type Through struct {
	List
	Rewritten bool      // From was the list's own address
	Stamp     time.Time // when the list's own server took it; zero when that is not known

	vouched   []string // domains for which the receiving server says that the mail is theirs
	testimony Auth     // what the list's server found out about the author
	testified bool
}

// throughList finds the list that a mail came through, and its author.
func throughList(l *Letter, h head, o Options) {
	at := slices.IndexFunc(o.Lists, func(x List) bool { return x.sends(l, h, o.Own) })
	if at < 0 {
		return
	}
	t := &Through{List: o.Lists[at], vouched: vouched(h, o.AuthServer)}
	t.Stamp = stampOf(h, append(slices.Clone(t.Hosts), domainOf(t.Address)))
	l.Through = t
	if l.FromFields != 1 || len(l.From) != 1 {
		return
	}
	if t.rewrote(l.From[0]) {
		author := authorOf(l, h, o.Lists)
		if author == nil {
			l.Munged = true
			return
		}
		t.Rewritten, l.Munged = true, false
		l.From = []Address{*author}
	}
	t.testimony, t.testified = testimony(h, t.Hosts, l.From[0].Mail)
	if contradicted(h, l.From[0].Mail) {
		t.testimony, t.testified = Auth{}, false
	}
}

// rewrote says that an address in a From field is the list's own, or one that its
// servers made up for the author.
func (t *Through) rewrote(from Address) bool {
	if isAt(from.Mail, t.Address) {
		return true
	}
	ours := func(host string) bool { return within(domainOf(from.Mail), host) }
	return beforeVia(from.Name) != "" && slices.ContainsFunc(append(slices.Clone(t.Hosts), domainOf(t.Address)), ours)
}

// sends says that a mail came through the list: by its List-Id (RFC 2919), else
// by its List-Post (RFC 2369 §3.4), else because it was written to the list and
// not to us.
func (x List) sends(l *Letter, h head, own []string) bool {
	if l.ListID != "" {
		id := x.ID
		if id == "" {
			id = strings.Replace(x.Address, "@", ".", 1)
		}
		return strings.EqualFold(l.ListID, id)
	}
	if post := h.get("list-post"); post != "" {
		return strings.Contains(strings.ToLower(post)+">", "mailto:"+strings.ToLower(x.Address)+">")
	}
	toUs := func(a Address) bool {
		return slices.ContainsFunc(own, func(o string) bool { return sameOwn(a.Mail, o) })
	}
	toList := func(a Address) bool { return isAt(a.Mail, x.Address) }
	return slices.ContainsFunc(l.Sent, toList) && !slices.ContainsFunc(l.Sent, toUs)
}

func isAt(a, b string) bool { return strings.EqualFold(Canonical(a), Canonical(b)) }

// authorFields are where lists name the author of a mail whose From field they
// have rewritten. Whoever wrote the mail can have written them too, so that all
// that there are must name the same.
var authorFields = []string{"reply-to", "x-original-from", "x-google-original-from", "original-from", "x-original-sender", "author"}

// authorOf is whom a list names as the author of a mail; nil when that is nobody,
// or several.
func authorOf(l *Letter, h head, lists []List) *Address {
	var named []Address
	for _, f := range h {
		if slices.Contains(authorFields, f.name) {
			list, _ := addresses(f.raw)
			named = append(named, list...)
		}
	}
	named = withoutLists(named, lists)
	if name := beforeVia(l.From[0].Name); name != "" { // a list that keeps Reply-To names the author in Cc
		for _, a := range withoutLists(ccOf(h), lists) {
			if strings.EqualFold(a.Name, name) {
				named = append(named, a)
			}
		}
	}
	if len(named) == 0 {
		list, _ := addresses(h.raw("x-mailfrom"))
		named = withoutLists(list, lists)
	}
	for _, a := range named {
		if !isAt(a.Mail, named[0].Mail) {
			return nil
		}
	}
	if len(named) == 0 {
		return nil
	}
	return &named[0]
}

func withoutLists(all []Address, lists []List) []Address {
	return slices.DeleteFunc(all, func(a Address) bool {
		return slices.ContainsFunc(lists, func(x List) bool { return isAt(a.Mail, x.Address) })
	})
}

func ccOf(h head) (all []Address) {
	for _, f := range h {
		if f.name == "cc" {
			list, _ := addresses(f.raw)
			all = append(all, list...)
		}
	}
	return all
}

// beforeVia is the author's name in "Ada Quillfeather via Tea", "" for none.
func beforeVia(name string) string {
	at := viaList.FindStringIndex(name)
	if at == nil {
		return ""
	}
	return strings.Trim(name[:at[0]], `'" `)
}

// vouched are the domains that the receiving server says a mail is from: those
// of its signatures that hold, and of its return path where that may send.
func vouched(h head, server string) (domains []string) {
	for _, f := range h {
		if f.name == "received" {
			break
		}
		if f.name != "authentication-results" {
			continue
		}
		id, results := authResults(string(f.raw))
		if server == AnyServer {
			server = id
		}
		if id == "" || !strings.EqualFold(id, server) {
			break
		}
		for _, r := range results {
			if r.result != "pass" {
				continue
			}
			for _, p := range map[string][]string{"dkim": {"header.d", "header.i"}, "spf": {"smtp.mailfrom"}, "dmarc": {"header.from"}}[r.method] {
				if d := domainOf(r.properties[p]); d != "" {
					domains = append(domains, d)
				}
			}
		}
		break
	}
	return domains
}

// testimony is what a list's own server found out about the author of a mail
// when it took it (RFC 8601), or wrote into the mail's chain of custody (RFC 8617
// §4.1.1). Fields above the topmost Received are our own server's.
func testimony(h head, hosts []string, author string) (a Auth, found bool) {
	i := slices.IndexFunc(h, func(f field) bool { return f.name == "received" })
	if i < 0 {
		return Auth{}, false
	}
	for _, host := range hosts {
		if a, found = authOf(lowerResults(h[i:]), host, author); found {
			return a, true
		}
	}
	return Auth{}, false
}

// arcInstance is what a field of a chain of custody has before what a field
// outside of one begins with.
var arcInstance = regexp.MustCompile(`^\s*i\s*=\s*\d+\s*;`)

// lowerResults are the judgments of servers in a header, also those in a chain of
// custody, without the Received fields between them.
func lowerResults(h head) (results head) {
	for _, f := range h {
		switch f.name {
		case "authentication-results":
			results = append(results, f)
		case "arc-authentication-results":
			results = append(results, field{"authentication-results", arcInstance.ReplaceAll(f.raw, nil)})
		}
	}
	return results
}

// contradicted says that a mail's return path, as a list noted it, is another
// one's at the author's own domain: then what was found out about the domain says
// nothing of the author.
func contradicted(h head, author string) bool {
	for _, f := range h {
		if f.name != "x-mailfrom" {
			continue
		}
		list, _ := addresses(f.raw)
		for _, a := range list {
			if sameDomain(a.Mail, author) && !isAt(a.Mail, author) {
				return true
			}
		}
	}
	for _, f := range lowerResults(h) {
		_, results := authResults(string(f.raw))
		for _, r := range results {
			path := r.properties["smtp.mailfrom"]
			if strings.Contains(path, "@") && sameDomain(path, author) && !isAt(path, author) {
				return true
			}
		}
	}
	return false
}

// sent says that a mail has really come from the list's own server.
func (t *Through) sent(l *Letter) bool {
	domains := t.vouched
	if !l.Judged {
		domains = l.Signers
	}
	return slices.ContainsFunc(domains, func(d string) bool {
		return slices.ContainsFunc(t.Hosts, func(h string) bool { return strings.EqualFold(d, h) })
	})
}

// Public says that everybody on the list has got the mail, as far as anybody can
// tell: a List-Id alone is easily written.
func (t *Through) Public(l *Letter) bool {
	return len(t.Hosts) == 0 || t.sent(l) || !l.Judged && len(l.Signers) == 0
}

// trust is [Letter.Trust] of a mail that came through a list. What the list's
// server says of the author is believed where the mail has come from it; a
// rewritten From field that nobody vouches for is as good as any From field. A
// From field that the list has left alone may fail DMARC because of the list.
func (t *Through) trust(l *Letter) string {
	sent := t.sent(l)
	switch direct := l.directTrust(); {
	case direct == "none":
		return direct
	case sent && t.testified && t.testimony.DMARC == "fail":
		return "failed"
	case sent && t.testified && (t.testimony.DMARC == "pass" || t.testimony.Aligned):
		return "aligned"
	case direct == "failed" && (t.Rewritten || !sent):
		return "failed"
	case direct == "aligned" && !t.Rewritten:
		return "aligned"
	}
	return "from"
}

var (
	stampedBy = regexp.MustCompile(`(?i)(?:^|\s)by\s+([a-z0-9.-]+)`)
	stampFrom = regexp.MustCompile(`(?i)^\s*from\s`)
	bracketed = regexp.MustCompile(`\[([^\]]*)\]`)
)

// stampOf is the time at which one of some servers took a mail: that of its
// topmost Received field (RFC 5321 §4.4), or of the one below as long as a server
// has only handed it to itself. What stands further down may be forged.
func stampOf(h head, hosts []string) (at time.Time) {
	for _, f := range h {
		if f.name != "received" {
			continue
		}
		text := string(f.raw)
		bare := withoutComments(text)
		m := stampedBy.FindStringSubmatch(bare)
		by := m != nil && slices.ContainsFunc(hosts, func(x string) bool { return within(m[1], x) })
		if !by && !at.IsZero() {
			break
		}
		if !by {
			continue
		}
		i := strings.LastIndexByte(text, ';')
		if i < 0 {
			break
		}
		if d := date(text[i+1:]); !d.IsZero() {
			at = d
		}
		if !fromItself(text) {
			break
		}
	}
	return at
}

// within says that a server's name is a name or lies below it.
func within(server, name string) bool {
	server, name = strings.ToLower(server), strings.ToLower(name)
	return name != "" && (server == name || strings.HasSuffix(server, "."+name))
}

// fromItself says that a server has got a mail from a program on the same
// machine. Of a sender elsewhere it always writes the address, beside whatever
// the sender calls itself.
func fromItself(received string) bool {
	if !stampFrom.MatchString(received) {
		return true
	}
	from, _, _ := strings.Cut(received, " by ")
	all := bracketed.FindAllStringSubmatch(from, -1)
	for _, m := range all {
		ip := strings.TrimPrefix(strings.ToLower(m[1]), "ipv6:")
		if ip != "::1" && !strings.HasPrefix(ip, "127.") {
			return false
		}
	}
	return len(all) > 0
}
