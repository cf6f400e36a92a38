package mailer

import (
	"bytes"
	"io"
	"net"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// fed is a connection that has these bytes to read.
type fed struct {
	net.Conn
	io.Reader
}

func (f fed) Read(p []byte) (int, error)      { return f.Reader.Read(p) }
func (f fed) SetReadDeadline(time.Time) error { return nil }
func (f fed) Close() error                    { return nil }

func through(r io.Reader) (string, error) {
	w := newWire(&guardConn{Conn: fed{nil, r}, silence: time.Minute, tight: time.Minute}, func(_, _, _ string) {})
	got, err := io.ReadAll(w)
	return string(got), err
}

func TestWire(t *testing.T) {
	for in, want := range map[string]string{
		"* OK hello\r\n": "* OK hello\r\n",
		"* XFOO a\r\n":   "",
		"* LSUB () {5}\r\n* OK\r \"x\" {2}\r\nab\r\n* 1 EXISTS\r\n":         "* 1 EXISTS\r\n",
		"* FLAGS (\\Seen [Junk] $a a\"b\")\r\n":                             "* FLAGS (\\Seen [Junk] $a a\"b\")\r\n",
		"* FLAGS (\\Seen [Junk] $a)\r\n":                                    "* FLAGS (\\Seen $a)\r\n",
		"* OK [PERMANENTFLAGS (\\Seen [Junk] \\*)] kept\r\n":                "* OK [PERMANENTFLAGS (\\Seen \\*)] kept\r\n",
		"* OK [PERMANENTFLAGS odd] kept\r\n":                                "* OK done\r\n",
		"* ok [UIDVALIDITY 3]\r\n":                                          "* ok [UIDVALIDITY 3]\r\n",
		"* OK [X \"a]b\"] hm\r\n":                                           "* OK done\r\n",
		"T1 NO [TRYCREATE] no such box\r\n":                                 "T1 NO [TRYCREATE] no such box\r\n",
		"T1 OK [COPYUID 1 2 3] moved\r\n":                                   "T1 OK [COPYUID 1 2 3] moved\r\n",
		"T1 NO [BADURL \"x\"] {5}\r\n":                                      "T1 NO done\r\n",
		"* OK a text that ends like a literal {5}\r\n* 2 EXISTS\r\n":        "* OK a text that ends like a literal {5}\r\n* 2 EXISTS\r\n",
		"* 1 FETCH (BODY[] {15}\r\n* XFOO [Junk]\r\n FLAGS (x [Junk]))\r\n": "* 1 FETCH (BODY[] {15}\r\n* XFOO [Junk]\r\n FLAGS (x))\r\n",
		"* 1 FETCH (FLAGS ([a] b) BODY[] \"FLAGS ([a])\" FLAGS (c\\d))\r\n": "* 1 FETCH (FLAGS (b) BODY[] \"FLAGS ([a])\" FLAGS ())\r\n",
		"+ idling\r\n": "+ idling\r\n",
		"* OK [CAPABILITY IMAP4rev1  IDLE ] hello\r\n": "* OK [CAPABILITY IMAP4rev1 IDLE] hello\r\n",
		"* CAPABILITY IMAP4rev1  IDLE \r\n":            "* CAPABILITY IMAP4rev1 IDLE\r\n",
		"* OK":                                         "* OK",
		"":                                             "",
	} {
		for name, r := range map[string]io.Reader{"at once": strings.NewReader(in), "by bytes": iotest.OneByteReader(strings.NewReader(in))} {
			if got, err := through(r); got != want || err != nil {
				t.Errorf("%q %s: %q %v, want %q", in, name, got, err, want)
			}
		}
	}
}

func TestWireLongLine(t *testing.T) {
	if _, err := through(io.LimitReader(zeros{}, 64<<20)); err != errLongLine {
		t.Errorf("got %v", err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// FuzzWire: no input makes it panic, and literals in FETCH answers pass unharmed.
func FuzzWire(f *testing.F) {
	for _, s := range []string{"* 1 FETCH (BODY[] {3}\r\nabc)\r\n", "* OK [PERMANENTFLAGS (\\*)]\r\n", "* FLAGS ()\r\n", "* {1}\r\n", "* OK", "T1 BAD [", "* BYE [A b"} {
		f.Add([]byte(s), []byte("body"))
	}
	f.Fuzz(func(t *testing.T, line, body []byte) {
		through(bytes.NewReader(line))
		in := "* 7 FETCH (BODY[] {" + strconv.Itoa(len(body)) + "}\r\n" + string(body) + ")\r\n"
		if got, err := through(strings.NewReader(in)); got != in || err != nil {
			t.Errorf("%q became %q (%v)", in, got, err)
		}
	})
}
