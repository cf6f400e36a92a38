package parser

import (
	"os"
	"strings"
	"testing"
)

// TestMailsOfOldHands reads mails as people write them who have played on lists for
// years: testdata/lists/mails.txt has each under a line with what it is, and below that
// what a careful person reads in it.
func TestMailsOfOldHands(t *testing.T) {
	data, err := os.ReadFile("testdata/lists/mails.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range strings.Split("\n"+string(data), "\n== ")[1:] {
		kind, rest, _ := strings.Cut(m, "\n")
		want, text, _ := strings.Cut(rest, "\n")
		want = strings.TrimPrefix(want, "want: ")
		c := thePond()
		c.Cases, c.Idle, c.Pool = true, true, &Pool{}
		got := castIn(Parse(mailOf(strings.TrimRight(text, "\n")+"\n"), Options{}), c)
		if got != want {
			t.Errorf("%s\n%s\n got %s\nwant %s", kind, text, got, want)
		}
	}
}
