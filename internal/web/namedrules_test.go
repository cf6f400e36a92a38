package web_test

import (
	"strings"
	"testing"
)

// TestNamedRules: who reads that a rule is named gets to it by a click, in the words
// of any language, on the pages of rules, proposals and letters.
func TestNamedRules(t *testing.T) {
	s := open(t, nil)
	s.turn(301, "bob", "enact\ntitle: Cake\nBy Rule 203 there is cake, as rules 201, 202 and 299 say; regra 204,\nregla 205, a 206. szabály, 207 numaralı kural. Rule 999 is none, 208 cakes are no rule.\nend", "FOR")
	pages := s.static()
	for _, name := range []string{"tea/en/rules.html", "tea/hu/rules/301.html", "tea/pt/proposals/301.html"} {
		up := strings.Repeat("../", strings.Count(name, "/")-2)
		body := string(pages[name].Body)
		for _, want := range []string{
			`By <a href="` + up + `rules/203.html">Rule 203</a> there`,
			`as rules <a href="` + up + `rules/201.html">201</a>, <a href="` + up + `rules/202.html">202</a> and 299 say`,
			`<a href="` + up + `rules/204.html">regra 204</a>`,
			`<a href="` + up + `rules/205.html">regla 205</a>`,
			`a <a href="` + up + `rules/206.html">206. szabály</a>, <a href="` + up + `rules/207.html">207 numaralı kural</a>. Rule 999 is none, 208 cakes`,
		} {
			if !strings.Contains(body, want) {
				t.Errorf("%s has no %s:\n%s", name, want, body[strings.Index(body, "<main"):])
			}
		}
	}
	if thread := string(pages["tea/en/archive/301.html"].Body); !strings.Contains(thread, `<a href="../rules/202.html">Rule 202</a>`) {
		t.Errorf("the letters name no rule:\n%s", thread)
	}
	if body := string(pages["tea/en/rules/203.html"].Body); strings.Contains(body, `<a href="../rules/203.html">`) {
		t.Errorf("a rule's page leads to itself:\n%s", body)
	}
	for name, p := range pages {
		if body := string(p.Body); strings.Count(body, "<a ") != strings.Count(body, "</a>") && strings.HasSuffix(name, ".html") {
			t.Errorf("%s: its links do not close", name)
		}
	}
}
