package web

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// masked stands in the place of a mail address.
const masked = "[@]"

// signs are those between the two parts of an address: as people write it, the
// wide one of East Asian keyboards, as HTML writes it and as links do.
var signs = []string{"@", "＠", "﹫", "&#64;", "%40"}

// mask takes all mail addresses out of a page. Nothing of ours looks like one.
func mask(html []byte) []byte {
	var out []byte
	rest := html
	for {
		at, sign := nextSign(rest)
		if at < 0 {
			if out == nil {
				return html
			}
			return append(out, rest...)
		}
		from, to := at-localBefore(rest[:at]), at+len(sign)
		if n := domainAfter(rest[to:]); n > 0 && from < at {
			out = append(append(out, rest[:from]...), masked...)
			rest = rest[to+n:]
			continue
		}
		out = append(out, rest[:to]...)
		rest = rest[to:]
	}
}

// nextSign finds the first sign.
func nextSign(html []byte) (at int, sign string) {
	at = -1
	for _, s := range signs {
		if at >= 0 {
			html = html[:min(len(html), at+len(s))]
		}
		if i := bytes.Index(html, []byte(s)); i >= 0 && (at < 0 || i < at) {
			at, sign = i, s
		}
	}
	return at, sign
}

// entities are signs in a local part as HTML writes them.
var entities = []string{"&#43;", "&#39;", "&amp;", "&#42;", "&#34;", "&#96;", "&#61;"}

// localBefore is how many bytes of a local part end a text.
func localBefore(text []byte) (n int) {
scan:
	for n < len(text) && n < 320 {
		for _, e := range entities {
			if bytes.HasSuffix(text[:len(text)-n], []byte(e)) {
				n += len(e)
				continue scan
			}
		}
		r, size := utf8.DecodeLastRune(text[:len(text)-n])
		if !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.Cf) && !strings.ContainsRune(".!#$%*/?^_`{|}~=+'-", r) {
			break
		}
		n += size
	}
	return n
}

// domainAfter is how many bytes of a domain begin a text.
func domainAfter(text []byte) (n int) {
	if len(text) > 0 && text[0] == '[' {
		if end := bytes.IndexByte(text[:min(len(text), 60)], ']'); end > 0 {
			return end + 1
		}
	}
	for n < len(text) && n < 500 {
		r, size := utf8.DecodeRune(text[n:])
		if !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.Cf) && r != '.' && r != '-' && r != '．' && r != '。' {
			break
		}
		n += size
	}
	return n
}

// A player's token stands below letters behind the game's name and a dash: so
// many letters of small ones and digits (see package parser).
const tokenSize = 12

// maskTokens takes out of a page what may be somebody's token, quoted from a
// letter by mistake.
func maskTokens(html []byte, game string) []byte {
	var out []byte
	rest := html
	for {
		at, n := 0, len(game)
		for {
			i := bytes.IndexByte(rest[at:], '-')
			if i < 0 {
				if out == nil {
					return html
				}
				return append(out, rest...)
			}
			if at += i + 1; at > n && strings.EqualFold(string(rest[at-1-n:at-1]), game) && isToken(rest[at:]) {
				break
			}
		}
		out = append(append(out, rest[:at]...), "…"...)
		rest = rest[at+tokenSize:]
	}
}

// isToken says whether a token begins a text, and no longer word.
func isToken(text []byte) bool {
	word := func(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }
	if len(text) < tokenSize || len(text) > tokenSize && word(text[tokenSize]) {
		return false
	}
	for _, c := range text[:tokenSize] {
		if !word(c) || strings.IndexByte("0189", c) >= 0 {
			return false
		}
	}
	return true
}
