package web_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// void are the elements that have no end (HTML §13.1.2).
var void = []string{"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

// TestHTML: every page is well formed and built as those who hear it need it.
func TestHTML(t *testing.T) {
	s := played(t)
	for name, p := range s.static() {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, fault := range slices.Concat(unbalanced(string(p.Body)), misbuilt(t, string(p.Body))) {
			t.Errorf("%s: %s", name, fault)
		}
		lang := "en"
		if parts := strings.Split(name, "/"); len(parts) > 2 {
			lang = parts[1]
		} else if parts := strings.Split(name, "."); len(parts) == 3 {
			lang = parts[1]
		}
		if !strings.HasPrefix(string(p.Body), "<!DOCTYPE html>\n<html lang=\""+lang+"\">") {
			t.Errorf("%s does not begin in %s: %.80s", name, lang, p.Body)
		}
	}
}

// unbalanced finds elements that are not closed where they should be.
func unbalanced(page string) (faults []string) {
	var open []string
	for z := html.NewTokenizer(strings.NewReader(page)); ; {
		kind := z.Next()
		name, _ := z.TagName()
		switch kind {
		case html.ErrorToken:
			if z.Err() != io.EOF || len(open) > 0 {
				faults = append(faults, fmt.Sprintf("it ends within %v: %v", open, z.Err()))
			}
			return faults
		case html.StartTagToken:
			if !slices.Contains(void, string(name)) {
				open = append(open, string(name))
			}
		case html.EndTagToken:
			if len(open) == 0 || open[len(open)-1] != string(name) {
				return append(faults, fmt.Sprintf("</%s> within %v", name, open))
			}
			open = open[:len(open)-1]
		}
	}
}

// misbuilt finds headings out of order, tables that cannot be heard, and what
// pages must not have.
func misbuilt(t *testing.T, page string) (faults []string) {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	count, level := map[atom.Atom]int{}, 0
	for n := range doc.Descendants() {
		count[n.DataAtom]++
		switch n.DataAtom {
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
			is := int(n.Data[1] - '0')
			if is > level+1 {
				faults = append(faults, fmt.Sprintf("h%d follows h%d", is, level))
			}
			level = is
		case atom.Th:
			if !slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "scope" }) {
				faults = append(faults, "a heading of a table has no scope")
			}
		case atom.Script, atom.Iframe, atom.Object, atom.Style:
			faults = append(faults, "there is a "+n.Data)
		case atom.Form:
			if !slices.Contains(n.Attr, html.Attribute{Key: "method", Val: "get"}) {
				faults = append(faults, "a form does more than ask")
			}
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" {
				faults = append(faults, fmt.Sprintf("%s has %s=%q", n.Data, a.Key, a.Val))
			}
		}
	}
	for _, one := range []atom.Atom{atom.H1, atom.Main, atom.Header, atom.Footer, atom.Title} {
		if count[one] != 1 && (one != atom.Title || count[one] == 0) {
			faults = append(faults, fmt.Sprintf("there are %d %s", count[one], one))
		}
	}
	return faults
}
