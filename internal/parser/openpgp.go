package parser

import (
	"bytes"
	"strings"
)

// Signed is what of a mail is signed with OpenPGP: all of the text that is read,
// and nothing beside it.
type Signed struct {
	Content   []byte // in the form that is signed, CRLF line ends
	Signature string // armoured and detached
}

// Marks of OpenPGP's armour (RFC 9580 §6.2, §7).
const (
	clearBegin     = "-----BEGIN PGP SIGNED MESSAGE-----"
	signatureBegin = "-----BEGIN PGP SIGNATURE-----"
	signatureEnd   = "-----END PGP SIGNATURE-----"
	keyBegin       = "-----BEGIN PGP PUBLIC KEY BLOCK-----"
	keyEnd         = "-----END PGP PUBLIC KEY BLOCK-----"
	maxKeys        = 5
)

// takeOpenPGP takes the keys out of a mail's text and notes what is signed.
func (l *Letter) takeOpenPGP(p *part) {
	l.Text = l.takeKeys(l.Text)
	l.attachedKeys(p)
	if p.kind == "multipart/signed" {
		l.Signed = signedPart(p)
	} else if plain := p.find("text/plain"); plain != nil {
		l.Signed = signedText(plain, l.Text)
	}
}

// takeKeys is text without the armoured keys in it.
func (l *Letter) takeKeys(text string) string {
	for range maxKeys {
		before, rest, ok := strings.Cut(text, keyBegin)
		body, after, ended := strings.Cut(rest, keyEnd)
		if !ok || !ended {
			break
		}
		l.Keys = append(l.Keys, keyBegin+body+keyEnd+"\n")
		text = before + strings.TrimPrefix(after, "\n")
	}
	return text
}

// attachedKeys finds the keys among the attachments (RFC 3156 §7).
func (l *Letter) attachedKeys(p *part) {
	if p.kind == "application/pgp-keys" && len(l.Keys) < maxKeys {
		keys := Letter{}
		keys.takeKeys(string(plain(p.content())))
		l.Keys = append(l.Keys, keys.Keys...)
	}
	for _, c := range p.parts {
		l.attachedKeys(c)
	}
}

// signedPart reads a mail that is one multipart/signed of OpenPGP (RFC 3156 §5).
// One that is part of something larger is not looked at: what stands beside it
// is not signed.
func signedPart(p *part) *Signed {
	pieces, cut := splitParts(p.body, p.params["boundary"])
	if cut || len(pieces) != 2 || len(p.parts) != 2 || p.parts[1].kind != "application/pgp-signature" {
		return nil
	}
	return &Signed{crlf(pieces[0]), string(plain(p.parts[1].content()))}
}

// signedText reads a text part that is one cleartext signature (RFC 9580 §7),
// if it is what is read of the mail.
func signedText(p *part, read string) *Signed {
	text := string(plain(p.content()))
	rest, ok := strings.CutPrefix(strings.TrimLeft(text, "\n"), clearBegin+"\n")
	_, body, armoured := strings.Cut(rest, "\n\n")
	body, signature, whole := strings.Cut(body, signatureBegin)
	signature, after, ended := strings.Cut(signature, signatureEnd)
	if !ok || !armoured || !whole || !ended || !blank(after) || strings.Contains(body, "-----BEGIN PGP") {
		return nil
	}
	if r := readable(p); r.text != read {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(strings.TrimPrefix(line, "- "), " \t")
	}
	return &Signed{[]byte(strings.Join(lines, "\r\n")), signatureBegin + signature + signatureEnd + "\n"}
}

func crlf(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")) }

// Lines of OpenPGP armour (RFC 9580 §6.2, §7).
const (
	pgpSigned    = "-----BEGIN PGP SIGNED MESSAGE-----\n"
	pgpSignature = "-----BEGIN PGP SIGNATURE-----"
	pgpEnd       = "-----END PGP SIGNATURE-----"
	pgpMessage   = "-----BEGIN PGP MESSAGE-----\n"
)

// clearSigned takes the armour off an OpenPGP cleartext signature (RFC 9580
// §7). What stands around it is not signed: below are the footers of lists. An
// encrypted message stays shut.
func clearSigned(s string) written {
	above, body, ok := cutLine(s, pgpSigned)
	if !ok {
		if above, _, ok = cutLine(s, pgpMessage); ok {
			return written{text: above, damaged: "encrypted"}
		}
		return written{text: s}
	}
	if _, rest, found := strings.Cut("\n"+body, "\n\n"); found { // below "Hash: SHA256"
		body = rest
	}
	body, armour, _ := strings.Cut(body, pgpSignature)
	_, below, _ := strings.Cut(armour, pgpEnd)
	body = strings.TrimPrefix(strings.ReplaceAll("\n"+body, "\n- ", "\n"), "\n")
	if !blank(above) {
		body = above + "\n" + body
	}
	return written{text: body, extra: strings.TrimLeft(below, "\n")}
}

// cutLine cuts s at a line.
func cutLine(s, line string) (above, below string, ok bool) {
	if below, ok = strings.CutPrefix(s, line); ok {
		return "", below, true
	}
	above, below, ok = strings.Cut(s, "\n"+line)
	if !ok {
		return s, "", false
	}
	return above + "\n", below, true
}
