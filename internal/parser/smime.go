package parser

import (
	"bytes"
	"encoding/asn1"
)

// Limits of what is taken apart in a CMS structure.
const maxCMSDepth = 12

// ber is one element of BER, in which lengths may be open.
type ber struct {
	class, tag  byte
	constructed bool
	body        []byte
	rest        []byte
}

// readBER reads the first element of b. ok is false when there is none.
func readBER(b []byte, depth int) (e ber, ok bool) {
	if len(b) < 2 || depth > maxCMSDepth || b[0]&0x1f == 0x1f {
		return e, false
	}
	e.class, e.tag, e.constructed = b[0]>>6, b[0]&0x1f, b[0]&0x20 != 0
	n, at := int(b[1]), 2
	switch {
	case n == 0x80:
		return readOpen(e, b[2:], depth)
	case n > 0x80:
		k := n & 0x7f
		if k > 4 || len(b) < 2+k {
			return e, false
		}
		n = 0
		for _, c := range b[2 : 2+k] {
			n = n<<8 | int(c)
		}
		at += k
	}
	if n < 0 || n > len(b)-at {
		return e, false
	}
	e.body, e.rest = b[at:at+n], b[at+n:]
	return e, true
}

// readOpen reads an element of indefinite length up to its end mark.
func readOpen(e ber, b []byte, depth int) (ber, bool) {
	at := b
	for {
		if len(at) < 2 {
			return e, false
		}
		if at[0] == 0 && at[1] == 0 {
			e.body, e.rest = b[:len(b)-len(at)], at[2:]
			return e, true
		}
		inner, ok := readBER(at, depth+1)
		if !ok {
			return e, false
		}
		at = inner.rest
	}
}

// octets is the value of an OCTET STRING, which BER may cut into pieces.
func (e ber) octets(depth int) []byte {
	if !e.constructed {
		return e.body
	}
	var out []byte
	for b := e.body; len(b) > 0 && depth < maxCMSDepth; {
		piece, ok := readBER(b, 0)
		if !ok {
			break
		}
		out = append(out, piece.octets(depth+1)...)
		b = piece.rest
	}
	return out
}

// signedContent is the content inside a CMS SignedData (RFC 5652 §5.1), nil
// when b is none.
func signedContent(b []byte) []byte {
	signed := asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 2}
	info, ok := readBER(b, 0)
	if !ok {
		return nil
	}
	oid, ok := readBER(info.body, 0)
	if !ok || !oidIs(oid.body, signed) {
		return nil
	}
	explicit, ok := readBER(oid.rest, 0)
	if !ok {
		return nil
	}
	data, ok := readBER(explicit.body, 0)
	if !ok {
		return nil
	}
	rest := data.body
	for range 2 { // version and digest algorithms
		e, ok := readBER(rest, 0)
		if !ok {
			return nil
		}
		rest = e.rest
	}
	return encapsulated(rest)
}

func encapsulated(b []byte) []byte {
	content, ok := readBER(b, 0)
	if !ok {
		return nil
	}
	kind, ok := readBER(content.body, 0)
	if !ok {
		return nil
	}
	explicit, ok := readBER(kind.rest, 0)
	if !ok || explicit.class != 2 {
		return nil
	}
	octets, ok := readBER(explicit.body, 0)
	if !ok {
		return nil
	}
	return octets.octets(0)
}

func oidIs(body []byte, want asn1.ObjectIdentifier) bool {
	whole := append([]byte{6, byte(len(body))}, body...)
	var got asn1.ObjectIdentifier
	_, err := asn1.Unmarshal(whole, &got)
	return err == nil && got.Equal(want)
}

// opaque opens an S/MIME part whose content lies inside its signature
// (RFC 8551 §3.5.2). The signature itself is not looked at.
func opaque(p *part) written {
	inner := signedContent(p.content())
	if inner == nil {
		return written{damaged: "S/MIME"}
	}
	h, body := splitHead(plain(bytes.Clone(inner)))
	left := maxParts
	w := readable(entity(h, body, 1, &left))
	return w
}
