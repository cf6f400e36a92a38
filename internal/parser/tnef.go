package parser

import (
	"encoding/binary"
	"strconv"
	"unicode/utf16"
)

// Names of what is looked for in a TNEF stream ([MS-OXTNEF] §2.1.3) and among
// its properties ([MS-OXPROPS]).
const (
	tnefSignature = 0x223e9f78
	tnefBody      = 0x0002800c
	tnefProps     = 0x00069003
	tnefCodePage  = 0x00069007

	propBody     = 0x1000
	propHTML     = 0x1013
	propCodePage = 0x3fde
	maxProps     = 1000
)

// tnef is the text in a winmail.dat.
type tnef struct {
	text, html string
	page       string // the charset of what has none of its own
}

// openTNEF finds the text in a TNEF stream; ok is false when there is none, or
// only one in compressed RTF.
func openTNEF(b []byte) (t tnef, ok bool) {
	if len(b) < 6 || binary.LittleEndian.Uint32(b) != tnefSignature {
		return t, false
	}
	var body, props []byte
	for b = b[6:]; len(b) >= 9; {
		id := binary.LittleEndian.Uint32(b[1:])
		n := uint64(binary.LittleEndian.Uint32(b[5:]))
		if n+2 > uint64(len(b)-9) {
			break
		}
		data := b[9 : 9+n]
		switch id {
		case tnefBody:
			body = data
		case tnefProps:
			props = data
		case tnefCodePage:
			if len(data) >= 4 {
				t.page = codePage(binary.LittleEndian.Uint32(data))
			}
		}
		b = b[9+n+2:]
	}
	t.readProps(props)
	if t.text == "" && len(body) > 0 {
		t.text, _ = decodeText(body, t.page)
	}
	return t, t.text != "" || t.html != ""
}

// readProps reads a list of MAPI properties as far as it can be read.
func (t *tnef) readProps(b []byte) {
	if len(b) < 4 {
		return
	}
	count := binary.LittleEndian.Uint32(b)
	b = b[4:]
	var web []byte
	webPage := ""
	for range min(count, maxProps) {
		kind, id, value, rest, ok := property(b)
		if !ok {
			break
		}
		b = rest
		switch {
		case id == propBody && kind == 0x1e:
			t.text, _ = decodeText(value, t.page)
		case id == propBody && kind == 0x1f:
			t.text = utf16Text(value)
		case id == propHTML && kind == 0x1f:
			t.html = utf16Text(value)
		case id == propHTML:
			web = value
		case id == propCodePage && len(value) == 4:
			webPage = codePage(binary.LittleEndian.Uint32(value))
		}
	}
	if len(web) > 0 {
		t.html, _ = decodeText(web, webPage)
	}
}

// property reads one MAPI property: its type, its id and its (first) value.
func property(b []byte) (kind, id uint16, value, rest []byte, ok bool) {
	if len(b) < 4 {
		return 0, 0, nil, nil, false
	}
	kind, id = binary.LittleEndian.Uint16(b), binary.LittleEndian.Uint16(b[2:])
	b = b[4:]
	if id >= 0x8000 { // a named property: a GUID, and a number or a name
		if len(b) < 24 {
			return 0, 0, nil, nil, false
		}
		named, n := binary.LittleEndian.Uint32(b[16:]), binary.LittleEndian.Uint32(b[20:])
		b = b[24:]
		if named == 1 {
			if _, b, ok = padded(b, n); !ok {
				return 0, 0, nil, nil, false
			}
		}
	}
	values := uint32(1)
	many, single := kind&0x1000 != 0, kind&^0x1000
	long := single == 0x1e || single == 0x1f || single == 0x102 || single == 0x0d
	if many || long {
		if len(b) < 4 {
			return 0, 0, nil, nil, false
		}
		values, b = binary.LittleEndian.Uint32(b), b[4:]
	}
	for i := range min(values, maxProps) {
		n := fixed(single)
		if long {
			if len(b) < 4 {
				return 0, 0, nil, nil, false
			}
			n, b = binary.LittleEndian.Uint32(b), b[4:]
		}
		var v []byte
		if v, b, ok = padded(b, n); !ok || n == 0 && !long {
			return 0, 0, nil, nil, false
		}
		if i == 0 {
			value = v
		}
	}
	return kind, id, value, b, values <= maxProps
}

// fixed is the size of a value whose type tells it, 0 for an unknown type.
func fixed(kind uint16) uint32 {
	switch kind {
	case 0x02, 0x03, 0x04, 0x0a, 0x0b:
		return 4
	case 0x05, 0x06, 0x07, 0x14, 0x40:
		return 8
	case 0x48:
		return 16
	}
	return 0
}

// padded cuts n bytes off, and what fills them up to a multiple of four.
func padded(b []byte, n uint32) (value, rest []byte, ok bool) {
	whole := (uint64(n) + 3) &^ 3
	if uint64(n) > uint64(len(b)) {
		return nil, nil, false
	}
	return b[:n], b[min(whole, uint64(len(b))):], true
}

func utf16Text(b []byte) string {
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	text, _ := decodeText([]byte(string(utf16.Decode(units))), "utf-8")
	return text
}

// codePage is the charset label of a Windows code page.
func codePage(n uint32) string {
	switch n {
	case 65001:
		return "utf-8"
	case 20127:
		return "us-ascii"
	}
	if n > 28590 && n < 28606 {
		return "iso-8859-" + strconv.Itoa(int(n-28590))
	}
	return "windows-" + strconv.Itoa(int(n))
}

// fromTNEF opens the package in which Outlook sends what it thinks that only
// Outlook reads. What is in compressed RTF alone stays shut.
func fromTNEF(p *part) written {
	t, ok := openTNEF(p.content())
	switch {
	case !ok:
		return written{damaged: "winmail.dat"}
	case t.text != "":
		return fromText(tidy(t.text))
	}
	return webText(t.html)
}
