// Package benchmark_test compares our reading of MIME with a well-known
// library's, over the mails that the parser is tested with. It is a module of
// its own, so that the library is no dependency of the program:
//
//	go test -bench . ./...
package benchmark_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/jhillyerd/enmime/v2"

	"nomicmail/internal/parser"
)

// folder gives the mails of the golden folders as they are, and each tenth
// again with a picture of 200 KB attached, as people's phones do.
func folder(tb testing.TB) (mails [][]byte, size int64) {
	tb.Helper()
	names, err := filepath.Glob("../testdata/mail/*/in.eml")
	if err != nil || len(names) < 32 {
		tb.Fatalf("%d mails, %v", len(names), err)
	}
	for i, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		mails = append(mails, raw)
		if i%10 == 0 {
			mails = append(mails, illustrated(raw))
		}
	}
	for _, m := range mails {
		size += int64(len(m))
	}
	return mails, size
}

// illustrated puts a mail and a picture into a mail.
func illustrated(raw []byte) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: ada@example.org\r\nSubject: a picture\r\nMIME-Version: 1.0\r\n"+
		"Content-Type: multipart/mixed; boundary=pic\r\n\r\n--pic\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n301 FOR\r\n"+
		"--pic\r\nContent-Type: message/rfc822\r\n\r\n%s\r\n--pic\r\nContent-Type: image/jpeg; name=table.jpg\r\n"+
		"Content-Disposition: attachment; filename=table.jpg\r\nContent-Transfer-Encoding: base64\r\n\r\n", raw)
	picture := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{0xff, 0xd8, 0x11, 0x7e}, 50_000))
	for len(picture) > 76 {
		b.WriteString(picture[:76] + "\r\n")
		picture = picture[76:]
	}
	b.WriteString(picture + "\r\n--pic--\r\n")
	return b.Bytes()
}

// game is what the mails are read for.
var game = parser.Context{Open: []int{301, 302, 303, 304, 305}}

// TestBothRead keeps the comparison honest: both are given the same mails, and
// ours finds an author in each in which the library finds just one. Who writes
// as a group is nobody (RFC 5322 §3.6.2).
func TestBothRead(t *testing.T) {
	mails, _ := folder(t)
	opened, authors := 0, 0
	for i, m := range mails {
		from := 0
		if e, err := enmime.ReadEnvelope(bytes.NewReader(m)); err == nil {
			opened++
			list, _ := e.AddressList("From")
			from = len(list)
		}
		l := parser.Parse(m, parser.Options{})
		if len(l.From) > 0 {
			authors++
		}
		if from == 1 && len(l.From) == 0 {
			t.Errorf("mail %d: enmime finds its author, ours none", i)
		}
	}
	t.Logf("%d mails: enmime opens %d, ours finds an author in %d", len(mails), opened, authors)
}

func BenchmarkParse(b *testing.B) {
	each(b, func(m []byte) { parser.Parse(m, parser.Options{}) })
}

func BenchmarkParseAndRead(b *testing.B) {
	each(b, func(m []byte) { parser.Read(parser.Parse(m, parser.Options{}), game) })
}

func BenchmarkEnmime(b *testing.B) {
	each(b, func(m []byte) { _, _ = enmime.ReadEnvelope(bytes.NewReader(m)) })
}

// each lets read have the whole folder in every round.
func each(b *testing.B, read func([]byte)) {
	mails, size := folder(b)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, m := range mails {
			read(m)
		}
	}
	b.ReportMetric(float64(len(mails)*b.N)/b.Elapsed().Seconds(), "mails/s")
}
