package main

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
)

func printConfig(_ context.Context, c *call) error { return writeExample(c.out) }

// writeExample writes config.example.toml: every key with what it means. Keys
// that must be given stand there with an example, the others behind # with
// their default or an example.
func writeExample(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# The configuration of nomicmail. A key behind # may be left out: it shows what\n# then holds, or an example.\n")
	for _, f := range configFields(reflect.ValueOf(&config{}).Elem(), "") {
		_, key := cutKey(f.key)
		if f.sets {
			fmt.Fprintf(&b, "\n[%s]\n", f.key)
			continue
		}
		b.WriteByte('\n')
		for _, line := range wrap(f.tag.Get("doc"), 76) {
			b.WriteString("# " + line + "\n")
		}
		if f.tag.Get("need") == "" && !shown[f.key] {
			b.WriteString("#")
		}
		fmt.Fprintf(&b, "%s = %s\n", key, f.sample())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// shown are keys that may be left out and stand in the example all the same,
// so that it is a whole config once the addresses are put in.
var shown = map[string]bool{
	"data": true, "organisers": true, "mail.imap.password_file": true,
	"mail.smtp.user": true, "mail.smtp.password_file": true,
}

// sample is the field's default, or its example, as TOML.
func (f configField) sample() string {
	text, ok := f.tag.Lookup("default")
	if !ok {
		text = f.tag.Get("example")
	}
	if f.to.Kind() == reflect.Slice {
		return "[" + strconv.Quote(text) + "]"
	}
	return strconv.Quote(text)
}

// wrap breaks s into lines of at most n letters, between words.
func wrap(s string, n int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		if line != "" && len(line)+1+len(word) > n {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return append(lines, line)
}
