package parser

import (
	"encoding/base64"
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"
)

// reads gives what a mail does when it is read in the game of the samples.
func reads(raw string) string {
	l := Parse([]byte(raw), Options{})
	if l.Kind != Message {
		return string(l.Kind) + " " + l.Why
	}
	return effect(l, Read(l, theGame()))
}

const mimeHead = "From: Zoe Lanternjaw <zoe@example.org>\nTo: tea@nomic.example.org\nSubject: tea\nMIME-Version: 1.0\n"

func multi(kind string, parts ...string) string {
	s := "Content-Type: " + kind + "; boundary=\"=b\"\n\n"
	for _, p := range parts {
		s += "--=b\n" + p + "\n"
	}
	return s + "--=b--\n"
}

func inside(s string) string { return strings.ReplaceAll(s, "=b", "=c") }

// TestStructure: which of a mail's parts are its author's words.
func TestStructure(t *testing.T) {
	const plain = "Content-Type: text/plain; charset=utf-8\n\n301 FOR\n"
	const web = "Content-Type: text/html; charset=utf-8\n\n<p>301 FOR</p>\n"
	const other = "From: Bob <bob@example.org>\nSubject: x\n\n302 AGAINST\n"
	for name, c := range map[string]struct{ raw, want string }{
		"no MIME at all":                 {"\n301 FOR", "301 for"},
		"alternative":                    {multi("multipart/alternative", plain, web), "301 for"},
		"alternative in related":         {multi("multipart/related", inside(multi("multipart/alternative", plain, web)), "Content-Type: image/png\n\nx"), "301 for"},
		"related in alternative":         {multi("multipart/alternative", "Content-Type: text/plain\n\n \u00a0\n", inside(multi("multipart/related", web, "Content-Type: image/png\n\nx"))), "301 for"},
		"related with a start":           {multi("multipart/related; start=\"<2@x>\"", "Content-Type: text/html\nContent-ID: <1@x>\n\n302 FOR", "Content-Type: text/html\nContent-ID: <2@x>\n\n301 FOR"), "301 for"},
		"a stub":                         {multi("multipart/alternative", "Content-Type: text/plain\n\nYour mail program does not show HTML.\n", web), "301 for"},
		"a stub that does not name HTML": {multi("multipart/alternative", "Content-Type: text/plain\n\nEste mensaje tiene formato; use otro lector.\n", web), "301 for"},
		"both, not alternative":          {multi("multipart/mixed", plain, web), "301 for"},
		"two texts":                      {multi("multipart/mixed", plain, "Content-Type: image/png\nContent-Disposition: inline\n\nx", "Content-Type: text/plain\n\n302 FOR"), "301 for; 302 for"},
		"a named text":                   {multi("multipart/mixed", "Content-Type: text/plain; name=body.txt\n\n301 FOR\n"), "301 for"},
		"an attached text":               {multi("multipart/mixed", "Content-Type: text/plain\n\nHello", "Content-Type: text/plain; name=x.txt\nContent-Disposition: attachment\n\n301 FOR\n"), "ask attached"},
		"a command and a text attached":  {multi("multipart/mixed", plain, "Content-Type: text/plain; name=x.txt\nContent-Disposition: attachment\n\n302 FOR\n"), "301 for"},
		"alternatives that disagree":     {multi("multipart/alternative", "Content-Type: text/plain\n\n301 FOR\n302 FOR", "Content-Type: text/html\n\n<p>301 AGAINST<p>302 FOR"), "302 for; ask contradiction"},
		"enriched":                       {"Content-Type: text/enriched\n\n<bold>301</bold> <color><param>red</param>FOR</color>\n\n302\nAGAINST\n<excerpt>303 FOR</excerpt>", "301 for; 302 against"},
		"only an attached text":          {multi("multipart/mixed", "Content-Type: text/plain; name=x.txt\nContent-Disposition: attachment\n\n301 FOR\n"), "ask attached"},
		"signed":                         {multi("multipart/signed", plain, "Content-Type: application/pgp-signature\n\n302 FOR"), "301 for"},
		"encrypted":                      {multi("multipart/encrypted", "Content-Type: application/pgp-encrypted\n\nVersion: 1", "Content-Type: application/octet-stream\n\nx"), "ask unreadable-part"},
		"encrypted inline":               {"\n-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n", "ask unreadable-part"},
		"cleartext signature":            {"\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n301 FOR\n- -- \n302 FOR\n-----BEGIN PGP SIGNATURE-----\n\niQ\n-----END PGP SIGNATURE-----\n_______\nlist 303 FOR\n", "301 for"},
		"cleartext below words":          {"\nHello\n\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n301 FOR\n-----BEGIN PGP SIGNATURE-----\n\niQ\n-----END PGP SIGNATURE-----\n", "301 for"},
		"an attached mail":               {multi("multipart/mixed", plain, "Content-Type: message/rfc822\n\n"+other), "301 for"},
		"only an attached mail":          {multi("multipart/mixed", "Content-Type: message/rfc822\n\n"+other), "ask nothing"},
		"a digest":                       {multi("multipart/mixed", plain, inside(multi("multipart/digest", "\n"+other, "Content-Type: message/rfc822\n\n"+other))), "301 for"},
		"a digest alone":                 {multi("multipart/digest", "\n"+other), "ask nothing"},
		"a digest in plain text": {"\n301 FOR\n\nToday's Topics:\n\n   1. x (Bob)\n\n" + strings.Repeat("-", 70) + "\n\nMessage: 1\nDate: Mon, 3 Mar 2025 10:00:00 +0000\nFrom: Bob <bob@example.org>\nSubject: x\n\n302 AGAINST\n\n" + strings.Repeat("-", 30) + "\n\nEnd of x Digest\n",
			"301 for"},
		"no boundary named":       {strings.Replace(multi("multipart/alternative", plain, web), "; boundary=\"=b\"", "", 1), "301 for"},
		"another boundary named":  {strings.Replace(multi("multipart/alternative", plain, web), "boundary=\"=b\"", "boundary=\"x\"", 1), "301 for"},
		"a boundary in pieces":    {strings.Replace(multi("multipart/alternative", plain, web), "boundary=\"=b\"", "boundary*0=\"=\"; boundary*1=b", 1), "301 for"},
		"no end":                  {strings.TrimSuffix(multi("multipart/mixed", plain), "--=b--\n"), "301 for"},
		"broken off in a line":    {"Content-Type: multipart/mixed; boundary=x\n\n--x\n\n301 FOR\n302 FO", "301 for; ask garbled"},
		"broken off at a word":    {"Content-Type: multipart/mixed; boundary=x\n\n--x\n\n301 FOR\n302 FOR", "301 for; ask garbled"},
		"an unknown kind of text": {"Content-Type: text/x-web-markdown\n\n301 FOR", "301 for"},
		"a broken type":           {"Content-Type: plain\n\n301 FOR", "301 for"},
		"an invitation":           {multi("multipart/mixed", plain, "Content-Type: text/calendar; method=REQUEST\n\n302 FOR"), "ask automatic"},
		"a calendar of ours":      {multi("multipart/mixed", plain, "Content-Type: text/calendar; method=PUBLISH\n\nBEGIN:VCALENDAR\nPRODID:-//nomicmail//deadlines//EN\nMETHOD:PUBLISH\nSUMMARY:302 FOR"), "301 for"},
		"a calendar of others":    {multi("multipart/mixed", plain, "Content-Type: text/calendar; method=PUBLISH\n\nBEGIN:VCALENDAR\nPRODID:-//others//EN\nMETHOD:PUBLISH"), "ask automatic"},
		"a ruleset of ours":       {multi("multipart/mixed", plain, "Content-Type: text/plain; name=rules-tea-2026-03-01.txt\nContent-Disposition: attachment; filename=rules-tea-2026-03-01.txt\n\n302 FOR"), "301 for"},
		"only a ruleset of ours":  {multi("multipart/mixed", "Content-Type: text/plain\n\nThank you.", "Content-Type: text/plain; name=rules-tea-2026-03-01.txt\nContent-Disposition: attachment; filename=rules-tea-2026-03-01.txt\n\nenact\n302 FOR"), ""},
		"an attached calendar":    {multi("multipart/mixed", plain, "Content-Type: text/calendar; name=x.ics\nContent-Disposition: attachment\n\n302 FOR"), "301 for"},
	} {
		if got := reads(mimeHead + c.raw); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// TestCodings: what transfer encodings and their faults do to words.
func TestCodings(t *testing.T) {
	code := func(name, body string) string {
		return mimeHead + "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: " + name + "\n\n" + body
	}
	b64 := base64.StdEncoding.EncodeToString([]byte("301 FOR\r\n302 AGAINST\r\n303 FOR\r\n304 AGAINST, and that is all that there is\r\n"))
	for name, c := range map[string]struct{ raw, want string }{
		"quoted-printable":        {code("Quoted-Printable", "30=\n1 F=4FR"), "301 for"},
		"soft ends with blanks":   {code("quoted-printable", "30=  \n1 FOR= \n\n"), "301 for"},
		"broken quoted-printable": {code("quoted-printable", "301 = FOR\n302 FO=ZZR"), "301 for; ask no-vote-word"},
		"base64":                  {code("base64", b64), "301 for; 302 against; 303 for; 304 against"},
		"base64 and a footer":     {code("base64", b64+"\n______________\nlist 305 FOR\n"), "301 for; 302 against; 303 for; 304 against"},
		"base64 with blanks":      {code("base64", "MzAxIEZP UgozMDIg QUdBSU5T VAo=\n"), "301 for; 302 against"},
		"base64 in name only":     {code("base64", "Hello all\n301 FOR\n"), "301 for"},
		"a line end in base64":    {code("base64", base64.StdEncoding.EncodeToString([]byte("301 FOR\r302 FOR"))), "301 for; 302 for"},
		"an unknown coding":       {code("x-odd", "301 FOR"), "301 for"},
		"a coding with a comment": {code("base64 (x)", b64[:12]), "301 for"},
		"bare CR":                 {mimeHead + "\n301 FOR\r302 AGAINST\r", "301 for; 302 against"},
		"NUL":                     {mimeHead + "\n3\x0001 F\x00OR\n", "301 for"},
		"BOM":                     {mimeHead + "\n\ufeff301 FOR\n", "301 for"},
	} {
		if got := reads(c.raw); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
	hurt := []byte(b64)
	hurt[20] = '!'
	if got := reads(code("base64", string(hurt))); strings.Contains(got, "302") || strings.Contains(got, "304 against") && !strings.Contains(got, "ask") {
		t.Errorf("damaged base64: %q", got)
	}
}

// TestCharsets: labels are claims. What can be known for certain is read, and
// what cannot is asked about.
func TestCharsets(t *testing.T) {
	coded := func(label, text string) string {
		if label != "" {
			label = "; charset=" + label
		}
		return mimeHead + "Content-Type: text/plain" + label + "\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte(text))
	}
	wide := func(order binary.AppendByteOrder, s string) string {
		var b []byte
		for _, u := range utf16.Encode([]rune(s)) {
			b = order.AppendUint16(b, u)
		}
		return string(b)
	}
	for name, c := range map[string]struct{ raw, want string }{
		"utf-16 with a mark":               {coded("utf-16", "\xff\xfe"+wide(binary.LittleEndian, "301 çekimser")), "301 abstain"},
		"utf-16, no mark":                  {coded("utf-16", wide(binary.BigEndian, "301 FOR\r\n302 FOR")), "301 for; 302 for"},
		"utf-16, no label":                 {coded("", wide(binary.LittleEndian, "301 não")), "301 against"},
		"utf-7":                            {coded("utf-7", "301 n+AOM-o"), "301 against"},
		"utf-8 called latin 1":             {coded("iso-8859-1", "301 não"), "301 against"},
		"utf-8 called ascii":               {coded("us-ascii", "301 abstenção"), "301 abstain"},
		"latin 1 called utf-8":             {coded("utf-8", "301 n\xe3o"), "301 against"},
		"1254 called latin 1":              {coded("iso-8859-1", "301 hay\xfdr"), "301 against"},
		"1254 without a label":             {coded("", "301 \xe7ekimser, 302 hay\xfdr"), "301 abstain; 302 against"},
		"1250 called latin 2":              {coded("iso-8859-2", "301 tart\xf3zkodom \x96 \x84x\x94"), "301 abstain"},
		"latin 2":                          {coded("iso-8859-2", "301 tart\xf3zkodom"), "301 abstain"},
		"taken for 1252 and coded again":   {coded("utf-8", "301 nÃ£o\n302 Ã§ekimser\n303 hayÄ±r"), "301 against; 302 abstain; 303 against"},
		"a charset that does not exist":    {coded("x-none", "301 n\xe3o"), "301 against"},
		"bytes of no language, no label":   {coded("", "301 \xd0\xd2\xcf\xd4\xc9\xd7"), "ask garbled"},
		"bytes that are lost":              {coded("utf-8", "301 n\xef\xbf\xbdo"), "ask garbled"},
		"bytes that were lost and recoded": {coded("iso-8859-1", "301 n\xef\xbf\xbdo \xe7"), "ask garbled"},
		"html names it":                    {mimeHead + "Content-Type: text/html\n\n<meta http-equiv=Content-Type content=\"text/html; charset=windows-1254\"><p>301 hay\xfdr", "301 against"},
		"a raw subject":                    {"From: Zo\xeb <zoe@example.org>\nSubject: 301 N\xc3O\n\n\n", "301 against"},
		"a word cut inside a letter":       {"From: zoe@example.org\nSubject: =?utf-8?B?MzAxIG7D?=\n =?utf-8?B?o28=?=\n\n\n", "301 against"},
	} {
		if got := reads(c.raw); got != c.want {
			t.Errorf("%s: got %q, want %q (%q)", name, got, c.want, Parse([]byte(c.raw), Options{}).Text)
		}
	}
	for name, c := range map[string]struct{ bytes, label, want string }{
		"õ is Portuguese":  {"decis\xf5es", "iso-8859-1", "decisões"},
		"õ is Hungarian":   {"er\xf5s sz\xf5l\xf5", "iso-8859-1", "erős szőlő"},
		"û is French":      {"s\xfbr, bien s\xfbr, tr\xe8s", "", "sûr, bien sûr, très"},
		"quotes of 1252":   {"\x93x\x94 \x96 y", "iso-8859-1", "“x” – y"},
		"quotes of 1254":   {"\x93\xfe\x94", "iso-8859-9", "“ş”"},
		"Greek":            {"\xe1\xe2\xe3", "iso-8859-7", "αβγ"},
		"Japanese":         {"\x1b$B%F%9%H\x1b(B", "iso-2022-jp", "テスト"},
		"an honest Ã":      {"MANHÃ, NÃO", "utf-8", "MANHÃ, NÃO"},
		"decomposed":       {"a\u0303o", "utf-8", "ão"},
		"quotes, twice":    {"â€œxâ€\u009d â€“ Ã©", "utf-8", "“x” – é"},
		"nothing is ASCII": {"abc +AOk-", "utf-8", "abc +AOk-"},
	} {
		if got, _ := decodeText([]byte(c.bytes), c.label); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// TestSenders: whose mail it is, and when it is nobody's.
func TestSenders(t *testing.T) {
	for _, c := range []struct{ head, want string }{
		{"From: Ada <ada@example.org>", "Ada ada@example.org"},
		{"From: \"Öztürk, Ada\" <ada@example.org>", "Öztürk, Ada ada@example.org"},
		{"From: Öztürk, Ada <ada@example.org>", "Öztürk, Ada ada@example.org"},
		{"From: =?iso-8859-2?Q?Kov=E1cs,_Ada?= <ada@example.org>", "Kovács, Ada ada@example.org"},
		{"From: Jo\xe3o <ada@example.org>", "João ada@example.org"},
		{"From: ada@example.org (Ada (the elder))", " ada@example.org"},
		{"From: \"bob@example.org\" <ada@example.org>", "bob@example.org ada@example.org"},
		{"From: =?utf-8?q?bob=40example.org=3E?= <ada@example.org>", "bob@example.org> ada@example.org"},
		{"From: <@a,@b:ada@example.org>", " ada@example.org"},
		{"From: \"Ada <ada@example.org>", "Ada ada@example.org"},
		{"From: ödön@diófa.test", " ödön@diófa.test"},
		{"From: Us: ada@example.org, bob@example.org;", "nobody"},
		{"From: Us:;", "nobody"},
		{"From: ada@example.org, bob@example.org", "nobody"},
		{"From: ada@example.org\nFrom: bob@example.org", "nobody"},
		{"From: ada@example.org\nFrom: ada@example.org", "nobody"},
		{"From: undisclosed", "nobody"},
		{"Subject: x", "nobody"},
		{"FROM : Ada\n\t<ada@EXAMPLE.org>", "Ada ada@example.org"},
	} {
		l := Parse([]byte(c.head+"\n\n301 FOR\n"), Options{})
		got := "nobody"
		if l.FromFields == 1 && len(l.From) == 1 {
			got = l.From[0].Name + " " + l.From[0].Mail
		}
		if got != c.want || got == "nobody" && l.Trust() != "none" {
			t.Errorf("%q: got %q (%s), want %q", c.head, got, l.Trust(), c.want)
		}
	}
}

// TestFlowed reads RFC 3676: soft ends, stuffing, DelSp, signatures, quotations.
func TestFlowed(t *testing.T) {
	for _, c := range []struct {
		delsp      bool
		text, want string
	}{
		{false, "one \ntwo\nthree\n", "one two\nthree\n"},
		{true, "one \ntwo  \nthree\n", "onetwo three\n"},
		{false, " From here\n  indented\n", "From here\n indented\n"},
		{false, "x \n-- \nname\n", "x \n-- \nname\n"},
		{false, "> a \n> b\n>> c \n> d\n", "> a b\n>> c \n> d\n"},
		{false, ">a \nown\n", "> a \nown\n"},
	} {
		if got := unflow(c.text, c.delsp); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}
