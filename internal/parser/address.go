package parser

import (
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// maxAddresses bounds the addresses read from one field.
const maxAddresses = 200

// addresses reads an address field (RFC 5322 §3.4) and forgives what programs
// really write: raw 8-bit names, commas in names without quotes, stray dots.
// Encoded-words are decoded after the field was taken apart, because a decoded
// name may hold a comma. group tells that the field named a group.
func addresses(raw []byte) (list []Address, group bool) {
	pieces, group := splitAddresses(string(raw))
	name := ""
	for _, p := range pieces {
		if len(list) >= maxAddresses {
			break
		}
		a, ok := address(p)
		if !ok { // "Öztürk, İbrahim <i@example.org>": a comma inside a bare name
			if p = strings.TrimSpace(p); p != "" {
				name += decodeWords([]byte(p)) + ", "
			}
			continue
		}
		a.Name = strings.TrimSuffix(name+a.Name, ", ")
		name = ""
		list = append(list, a)
	}
	return list, group
}

// splitAddresses cuts at the commas and semicolons outside of quotes, comments
// and angle brackets, and drops comments and names of groups.
func splitAddresses(s string) (pieces []string, group bool) {
	var piece strings.Builder
	depth, quoted, angle := 0, false, false
	words := encodedWord.FindAllStringIndex(s, -1)
	for i := 0; i < len(s); i++ {
		for len(words) > 0 && words[0][0] < i {
			words = words[1:]
		}
		if len(words) > 0 && words[0][0] == i && depth == 0 && !angle { // a comma inside parts nothing
			piece.WriteString(s[i:words[0][1]])
			i = words[0][1] - 1
			continue
		}
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s) && (quoted || depth > 0):
			i++
			if depth == 0 {
				piece.WriteByte(s[i])
			}
			continue
		case depth == 0 && c == '"':
			quoted = !quoted
		case quoted:
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
			continue
		case depth > 0:
		case c == '<':
			angle = true
		case c == '>':
			angle = false
		case angle:
		case c == ':':
			group = true
			piece.Reset()
			continue
		case c == ',' || c == ';':
			pieces = append(pieces, piece.String())
			piece.Reset()
			continue
		}
		if depth == 0 {
			piece.WriteByte(c)
		}
	}
	return append(pieces, piece.String()), group
}

// address reads one mailbox: "Name <a@b>", "a@b".
func address(s string) (Address, bool) {
	name, mail := "", strings.TrimSpace(s)
	if i := strings.LastIndexByte(s, '<'); i >= 0 {
		name = s[:i]
		mail, _, _ = strings.Cut(s[i+1:], ">")
		if j := strings.LastIndexByte(mail, ':'); j >= 0 && strings.HasPrefix(mail, "@") {
			mail = mail[j+1:] // an old source route
		}
	}
	mail, _ = decodeText([]byte(strings.TrimSpace(mail)), "")
	at := strings.LastIndexByte(mail, '@')
	if at <= 0 || at == len(mail)-1 || strings.ContainsAny(mail, " \t\n<>") {
		return Address{}, false
	}
	name = strings.Trim(strings.TrimSpace(name), `"`)
	return Address{Name: decodeWords([]byte(name)), Mail: mail[:at] + "@" + strings.ToLower(mail[at+1:])}, true
}

// Canonical is the form in which two spellings of one mailbox are equal: lower
// case, NFC, the domain in ASCII (RFC 5890 §2.3.2.1), so that "ödön@diófa.test"
// and "ödön@xn--difa-rqa.test" are the same.
func Canonical(mail string) string {
	mail = strings.ToLower(norm.NFC.String(strings.TrimSpace(mail)))
	at := strings.LastIndexByte(mail, '@')
	if at < 0 {
		return mail
	}
	domain, err := idna.Lookup.ToASCII(mail[at+1:])
	if err != nil {
		return mail
	}
	return mail[:at+1] + domain
}
