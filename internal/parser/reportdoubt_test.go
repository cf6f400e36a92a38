package parser

import (
	"testing"

	"nomicmail/internal/rules"
)

func TestDoubtsAboutReports(t *testing.T) {
	for _, c := range []struct {
		text   string
		report int // 0: talk
		words  string
		more   int // commands besides
	}{
		{"I doubt report 3: Dov has left.", 3, "Dov has left.", 0},
		{"CoE on report 12: Dov has left,\nand Esme has come.\n\nBest, Ada", 12, "Dov has left,\nand Esme has come.", 0},
		{"claim of error on report 3:\n\nDov has left.", 3, "Dov has left.", 0},
		{"I doubt report 3: Dov has left.\nstatus", 3, "Dov has left.", 1},
		{"I doubt report 3: Dov has left.\n1001: AGAINST", 3, "Dov has left.", 1},
		{"I doubt report 3: Dov has left.\nAGAINST on 1001", 3, "Dov has left.", 1},
		{"I doubt report 3:\n1001: AGAINST", 3, "", 1},
		{"Contesto o relatório 3: a Ada saiu.", 3, "a Ada saiu.", 0},
		{"Dudo del informe 3: Ada se fue.", 3, "Ada se fue.", 0},
		{"3. rapora itiraz ediyorum: Ada ayrıldı.", 3, "Ada ayrıldı.", 0},
		{"A 3. jelentést kétlem: Ada kilépett.", 3, "Ada kilépett.", 0},
		{"I doubt report 3 is right.", 0, "", 0},
		{"I doubt report 3", 0, "", 0},
		{"I doubt the report: it is wrong.", 0, "", 0},
		{"I doubt that: report 3 is wrong.", 0, "", 0},
		{"> I doubt report 3: Dov has left.", 0, "", 0},
	} {
		l := Parse([]byte("From: ada@example.org\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"+c.text+"\r\n"), Options{})
		var got []rules.DoubtReport
		more := 0
		for _, f := range Read(l, Context{Known: true, Open: []int{1001}}).Fragments {
			switch d, is := f.Command.(rules.DoubtReport); {
			case is:
				got = append(got, d)
			case f.Command != nil:
				more++
			}
		}
		if c.report == 0 && len(got) > 0 || c.report != 0 && (len(got) != 1 || got[0] != rules.DoubtReport{Report: c.report, Words: c.words}) || more != c.more {
			t.Errorf("%q is %+v and %d more", c.text, got, more)
		}
	}
}
