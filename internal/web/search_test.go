package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// find gives the page of a search.
func (s *salon) find(lang, query string) string {
	s.Helper()
	res := s.get("/tea/" + lang + "/search.html?q=" + url.QueryEscape(query))
	body := read(s.TB, res)
	if res.StatusCode != http.StatusOK {
		s.Errorf("the search for %q: %s", query, res.Status)
	}
	return body
}

// TestSearch: rules, also repealed ones, proposals, rulings and talk are found in any
// writing, and nothing else is.
func TestSearch(t *testing.T) {
	s := open(t, map[string]string{"ballots": "open"})
	s.turn(301, "bob", "enact\ntitle: Işık ve ÇAY\nÁrvíztűrő tükörfúrógép drinks tea at ada@secret.example.org, <script>alert(1)</script>.\nend", "FOR")
	s.turn(302, "cem", "repeal 211\nend", "FOR")
	s.turn(303, "ada", "enact\ntitle: Coração\nA coração de niño.\nend", "AGAINST")
	s.says("cem", "all: The kettle is MINE.")
	s.says("cem", "judgment: Does a kettle count as a player?")
	for query, want := range map[string]string{
		"isik":                        `<a href="rules/301.html">Rule 301: <mark>Işık</mark> ve ÇAY</a>`,
		"IŞIK çay":                    `<mark>Işık</mark> ve <mark>ÇAY</mark>`,
		"İŞİK":                        `<mark>Işık</mark>`,
		"arvizturo TUKORFUROGEP":      `<mark>Árvíztűrő</mark> <mark>tükörfúrógép</mark> drinks tea at [@], &lt;script&gt;`,
		"301":                         `<a href="rules/301.html">Rule <mark>301</mark>`,
		"coracao NINO":                `<a href="proposals/303.html">`,
		"mine kettle":                 `<a href="archive/game.html#e`,
		"kettle count":                `<a href="rulings.html#q1">`,
		"211":                         `This rule was repealed.`,
		"no such words at all, never": "Nothing was found.",
	} {
		if body := s.find("en", query); !strings.Contains(body, want) {
			t.Errorf("the search for %q does not have %q:\n%s", query, want, body)
		}
	}
	for _, secret := range []string{"ada@secret", "secret.example.org", "example"} {
		if body := s.find("hu", secret); !strings.Contains(body, "Nincs találat.") {
			t.Errorf("%q is found:\n%s", secret, body)
		}
	}
	body := s.find("en", `"><script>alert(2)</script>`)
	if strings.Contains(body, "<script>") || strings.Count(body, "alert(2)") < 2 {
		t.Errorf("the query is not shown as text:\n%s", body)
	}
	if res := s.get("/tea/en/search.html?q=" + strings.Repeat("a", 100<<10)); res.StatusCode != http.StatusRequestURITooLong || !strings.Contains(read(t, res), "<h1>") {
		t.Errorf("a query of 100 KB: %s", res.Status)
	}
	for _, odd := range []string{"%", "?q=%ff%fe", "?q=%00", "?q=", "?q=+++", "?q=" + strings.Repeat("a+", 900), "?q=%EF%AC%81x", "?x=1&q=%CC%81"} {
		r := s.get("/tea/en/search.html" + strings.TrimPrefix(odd, "%"))
		if r.StatusCode != http.StatusOK {
			t.Errorf("%q: %s", odd, r.Status)
		}
	}
}

// TestSearchPage: without a query there are all titles, and among the files it says
// how to search.
func TestSearchPage(t *testing.T) {
	s := open(t, nil)
	s.turn(301, "bob", "enact\ntitle: Öröm\nJoy.\nend", "FOR")
	static := string(s.static()["tea/hu/search.html"].Body)
	live := read(t, s.get("/tea/hu/search.html"))
	for what, body := range map[string]string{"among the files": static, "live": live} {
		if !strings.Contains(body, "<h3>O</h3>") || !strings.Contains(body, `<a href="rules/301.html" dir="auto">Öröm (301)</a>`) {
			t.Errorf("%s there are not all titles:\n%s", what, body)
		}
	}
	if strings.Contains(static, "<form") || !strings.Contains(live, `<form class="search" role="search" action="search.html" method="get">`) {
		t.Error("there is a form where nothing can be searched, or none where it can")
	}
}

// TestSearchIsQuick: a search in a game with long texts takes no longer than a page
// may, whatever is searched.
func TestSearchIsQuick(t *testing.T) {
	s := open(t, nil)
	for i := range 9 {
		s.turn(301+i, []string{"bob", "cem", "ada"}[i%3], "enact\ntitle: Long\n"+strings.Repeat("aaaa ááá ışık ", 400)+"\nend", "AGAINST")
	}
	s.find("en", "first")
	const limit = slower * 50 * time.Millisecond
	for _, query := range []string{"a a a a a a a a a a", strings.Repeat("a", 200), "aaaa aaa isik", "ááá"} {
		least := time.Hour
		for range 8 {
			took := timed(func() { s.find("en", query) })
			if least = min(least, took); least < limit {
				break
			}
		}
		if least > limit {
			t.Errorf("the search for %q takes %v", query, least)
		}
	}
}
