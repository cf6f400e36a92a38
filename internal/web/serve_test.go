package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"nomicmail/docs"
	"nomicmail/internal/web"
	"nomicmail/templates"
)

func TestHeaders(t *testing.T) {
	s := open(t, nil)
	res := s.get("/tea/en/rules.html")
	body := read(t, res)
	for name, want := range map[string]string{
		"Content-Type":            "text/html; charset=utf-8",
		"Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
		"X-Content-Type-Options":  "nosniff",
		"Referrer-Policy":         "no-referrer",
		"Set-Cookie":              "",
		"Cache-Control":           "no-cache",
		"Content-Length":          fmt.Sprint(len(body)),
	} {
		if got := res.Header.Get(name); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
	tag := res.Header.Get("ETag")
	if again := s.get("/tea/en/rules.html", "If-None-Match", tag); again.StatusCode != http.StatusNotModified || read(t, again) != "" {
		t.Errorf("asked for again it is %s", again.Status)
	}
	if again := s.get("/tea/en/rules.html", "If-None-Match", `"other", W/`+tag); again.StatusCode != http.StatusNotModified {
		t.Errorf("asked for again with two tags it is %s", again.Status)
	}
	s.says("bob", "enact\nThere is tea.\nend")
	if again := s.get("/tea/en/rules.html", "If-None-Match", tag); again.StatusCode != http.StatusOK {
		t.Errorf("after a move it is %s", again.Status) // the foot names the entry
	}
	zipped := s.get("/tea/en/guide.html", "Accept-Encoding", "br, gzip")
	z, err := gzip.NewReader(zipped.Body)
	s.must(err)
	plain, err := io.ReadAll(z)
	s.must(err)
	whole := s.get("/tea/en/guide.html")
	if string(plain) != read(t, whole) || zipped.Header.Get("Content-Encoding") != "gzip" || zipped.Header.Get("ETag") == whole.Header.Get("ETag") {
		t.Error("compressed it is another page, or has the tag of the other")
	}
}

func TestMethods(t *testing.T) {
	s := open(t, nil)
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "PATCH"} {
		w := httptest.NewRecorder()
		s.site.ServeHTTP(w, httptest.NewRequest(method, "/tea/pt/index.html", strings.NewReader("301 FOR")))
		if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" || !strings.Contains(w.Body.String(), "só se podem ler") {
			t.Errorf("%s: %d %s", method, w.Code, w.Body)
		}
	}
	w := httptest.NewRecorder()
	s.site.ServeHTTP(w, httptest.NewRequest("HEAD", "/tea/en/index.html", nil))
	if w.Code != 200 || w.Body.Len() != 0 || w.Header().Get("Content-Length") == "" || w.Header().Get("ETag") == "" {
		t.Errorf("HEAD: %d, %d bytes, %v", w.Code, w.Body.Len(), w.Header())
	}
}

func TestErrors(t *testing.T) {
	s := open(t, nil)
	for target, want := range map[string]struct {
		status int
		words  string
	}{
		"/coffee/en/index.html":                                {404, "There is no such page"},
		"/coffee/":                                             {404, "There is no such page"},
		"/tea/de/index.html":                                   {404, "There is no such page"},
		"/tea/hu/rules/999.html":                               {404, "Nincs ilyen oldal"},
		"/tea/es/rules/at-77.html":                             {404, "Esa página no existe"},
		"/tea/es/rules/at-1-9.html":                            {404, "Esa página no existe"},
		"/tea/en/rules/at-.html":                               {404, "no such page"},
		"/tea/en/rules/at-1":                                   {404, "no such page"},
		"/tea/en/rules/at-1x":                                  {404, "no such page"},
		"/tea/en/rules/0203.html":                              {404, "no such page"},
		"/tea/tr/rules/at.html?day=tomorrow":                   {404, "Böyle bir sayfa yok"},
		"/tea/tr/rules/at.html?day=1999-01-01":                 {404, "Böyle bir sayfa yok"},
		"/tea/en/proposals/301.html":                           {404, "no such page"},
		"/tea/en/record-99.html":                               {404, "no such page"},
		"/tea/en/%3Cscript%3E":                                 {404, "no such page"},
		"/tea/en/../../etc/passwd":                             {400, "cannot be read"},
		"/.nomicmail-site":                                     {400, "cannot be read"},
		"/tea/en/a%00b":                                        {400, "cannot be read"},
		"/tea/en/index.html?q=" + strings.Repeat("x", 100_000): {414, "too long"},
	} {
		res := s.get(target)
		body := read(t, res)
		if res.StatusCode != want.status || !strings.Contains(body, want.words) {
			t.Errorf("%.60s: %s\n%.600s", target, res.Status, body)
		}
		if strings.Contains(body, "<script>") || res.Header.Get("Content-Security-Policy") == "" {
			t.Errorf("%.60s is not safe: %v", target, res.Header)
		}
	}
}

// TestErrorPagesStand: the style and the links of a page of an error lead
// somewhere from wherever it is.
func TestErrorPagesStand(t *testing.T) {
	s := open(t, nil)
	for _, at := range []string{"/x", "/x.html", "/tea/x.html", "/tea/en/rules/1.html", "/tea/en/a/b/c/d.html", "/tea/en/a%00b"} {
		for _, u := range links(t, strings.ReplaceAll(at, "%00", ""), read(t, s.get(at+"?"))) {
			if u.Fragment != "" { // within the page itself
				continue
			}
			if res := s.get(u.Path); res.StatusCode != 200 {
				t.Errorf("%s leads to %s: %s", at, u.Path, res.Status)
			}
		}
	}
}

// TestErrorPagesBelowAPath: an address that cannot be read leads to the style of a
// site that lies below a path, whether its address is known or not.
func TestErrorPagesBelowAPath(t *testing.T) {
	style, _ := templates.Style()
	for base, want := range map[string]map[string]string{
		"":                                 {"/tea/en/a%00b": "../../" + style, "/.env": style, "/tea/%5C/": "../../" + style, "/a?" + strings.Repeat("x", 3000): style},
		"https://nomic.example.org/games/": {"/tea/en/a%00b": "/games/" + style, "/.env": "/games/" + style},
		"https://nomic.example.org":        {"/tea/en/a%00b": "/" + style},
	} {
		s := open(t, nil)
		var err error
		s.site, err = web.New(web.Options{Book: s.book, Clerk: s.mod, Base: base, Language: "en", Guide: docs.Guide, Now: func() time.Time { return s.now }})
		s.must(err)
		for at, href := range want {
			if body := read(t, s.get(at)); !strings.Contains(body, `href="`+href+`"`) {
				t.Errorf("%s at %q: no style at %s:\n%s", at, base, href, body)
			}
		}
	}
}

func TestLanguageOfTheReader(t *testing.T) {
	s := open(t, nil)
	for _, c := range []struct{ at, accept, to string }{
		{"/", "", "index.en.html"},
		{"/", "de, hu;q=0.8, en;q=0.5", "index.hu.html"},
		{"/tea", "pt-BR", "tea/"},
		{"/https:2130706433", "", "./https:2130706433/"},
		{"/javascript:alert(1)", "", "./javascript:alert%281%29/"},
		{"/tea%3Fx", "", "tea%3Fx/"},
		{"/tea/", "pt-BR", "pt/index.html"},
		{"/tea/", "de", "en/index.html"},
		{"/tea/", strings.Repeat("tr,", 1000), "en/index.html"},
		{"/tea/", ";;;=", "en/index.html"},
		{"/tea/es", "pt", "es/index.html"},
		{"/tea/es/", "pt", "index.html"},
		{"/tea/en/rules/at.html?day=2026-01-05", "", "at-1.html"},
		{"/tea/en/rules/at.html?day=2031-01-05", "", "at-1.html"},
	} {
		res := s.get(c.at, "Accept-Language", c.accept)
		if res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != c.to {
			t.Errorf("%s, %.20q: %s %s, not %s", c.at, c.accept, res.Status, res.Header.Get("Location"), c.to)
		}
	}
}

// TestReaders: many readers at once, slow ones among them, while mail comes in,
// see correct pages; none of them waits for the moderator.
func TestReaders(t *testing.T) {
	s := open(t, nil)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	s.must(err)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.site.Serve(ctx, l, slog.New(slog.DiscardHandler)) }()
	slow, err := net.Dial("tcp", l.Addr().String())
	s.must(err)
	defer slow.Close()
	fmt.Fprint(slow, "GET /tea/en/rules.html HTTP/1.1\r\nHost: x\r\n") // and nothing more

	var readers sync.WaitGroup
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 64}}
	for range 64 {
		readers.Go(func() {
			for _, page := range []string{"/tea/en/index.html", "/tea/hu/rules.html", "/index.html", "/tea/tr/record.html", "/tea/en/rules/203.html"} {
				res, err := client.Get("http://" + l.Addr().String() + page)
				if err != nil {
					t.Error(err)
					return
				}
				body, err := io.ReadAll(res.Body)
				res.Body.Close()
				if err != nil || res.StatusCode != 200 || !bytes.HasSuffix(body, []byte("</html>\n")) {
					t.Errorf("%s: %s, %v", page, res.Status, err)
				}
			}
		})
	}
	s.turn(301, "bob", "enact\nThere is tea.\nend", "FOR")
	readers.Wait()
	long, err := client.Get("http://" + l.Addr().String() + "/tea/en/index.html?q=" + strings.Repeat("x", 100_000))
	s.must(err)
	if body := read(t, long); long.StatusCode != http.StatusRequestURITooLong || !strings.Contains(body, "</html>") {
		t.Errorf("100 KB of address: %s", long.Status)
	}
	long.Body.Close()
	client.CloseIdleConnections()
	stop()
	select {
	case err := <-ended:
		s.must(err)
	case <-time.After(30 * time.Second):
		t.Fatal("it does not end")
	}
}
