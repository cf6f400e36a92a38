package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"nomicmail/docs"
	"nomicmail/internal/moderator"
	"nomicmail/internal/store"
	"nomicmail/internal/web"
)

var start = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

// salon is a game that is played, and its site.
type salon struct {
	testing.TB
	book *store.Store
	mod  *moderator.Moderator
	site *web.Site
	now  time.Time
	sent int

	commands []string // of the last mail
	ruleset  string   // of its games
}

// open begins the game tea of Ada, Bob and Cem, in which everything is quick.
func open(t testing.TB, customs map[string]string) *salon {
	t.Helper()
	return openWith(t, "suber-mail.en", customs)
}

// openWith is the same with another ruleset.
func openWith(t testing.TB, ruleset string, customs map[string]string) *salon {
	t.Helper()
	s := &salon{TB: t, book: store.Memory(), now: start, ruleset: ruleset}
	var err error
	s.mod, err = moderator.New(s.book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+", AuthServer: "mx.example.org", Organisers: []string{"boss@secret.example.org"}, Now: func() time.Time { return s.now }})
	s.must(err)
	s.site, err = web.New(web.Options{Book: s.book, Clerk: s.mod, Language: "en", Guide: docs.Guide, Now: func() time.Time { return s.now }})
	s.must(err)
	s.game("tea", customs)
	return s
}

func (s *salon) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *salon) game(name string, customs map[string]string) {
	s.Helper()
	all := map[string]string{"debate_least": "0h", "missing_vote": "abstain"}
	for k, v := range customs {
		all[k] = v
	}
	f := moderator.GameFile{Name: name, Ruleset: s.ruleset, Language: "en", Timezone: "Europe/Lisbon", Customs: all}
	for _, p := range [][2]string{{"Ada", "Quillfeather"}, {"Bob", "Crumhorn"}, {"Cem", "Oatmarsh"}} {
		f.Players = append(f.Players, moderator.PlayerFile{Given: p[0], Surname: p[1], Addresses: []string{strings.ToLower(p[0]) + "@secret.example.org"}})
	}
	_, err := s.mod.Create(f, "boss@secret.example.org", s.now)
	s.must(err)
	s.order("start", name, "")
}

func (s *salon) order(verb, game, words string) {
	s.Helper()
	s.now = s.now.Add(time.Minute)
	_, err := s.mod.Act(moderator.Act{Game: game, By: "boss@secret.example.org", Verb: verb, Words: words, At: s.now})
	s.must(err)
}

// says has a player write to the game tea, and gives what became of it.
func (s *salon) says(who, text string) string {
	s.Helper()
	s.now = s.now.Add(time.Minute)
	s.sent++
	raw := fmt.Sprintf("Authentication-Results: mx.example.org; dmarc=pass header.from=secret.example.org\r\nFrom: %s@secret.example.org\r\nTo: nomic+tea@nomic.example.org\r\nSubject: hello\r\nMessage-ID: <%d@secret.example.org>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n",
		who, s.sent, strings.ReplaceAll(text, "\n", "\r\n"))
	o, err := s.mod.Receive(moderator.Mail{Raw: []byte(raw), At: s.now, Where: "test"})
	s.must(err)
	s.commands = o.Commands
	return o.Outcome
}

// turn plays a turn of the game tea: the mover proposes and all vote.
func (s *salon) turn(number int, mover, proposal, vote string) {
	s.Helper()
	if o := s.says(mover, proposal); o != "counted" {
		s.Fatalf("the proposal of %s is %s: %q", mover, o, s.commands)
	}
	for _, who := range []string{"ada", "bob", "cem"} {
		if o := s.says(who, fmt.Sprintf("%d %s", number, vote)); o != "counted" {
			s.Fatalf("the vote of %s on %d is %s: %q", who, number, o, s.commands)
		}
	}
}

// static are all files of the site, by path.
func (s *salon) static() map[string]web.Page {
	s.Helper()
	files := map[string]web.Page{}
	for p, err := range s.site.All() {
		s.must(err)
		if _, twice := files[p.Path]; twice {
			s.Errorf("%s is written twice", p.Path)
		}
		files[p.Path] = p
	}
	return files
}

// get reads a page live.
func (s *salon) get(target string, header ...string) *http.Response {
	r := httptest.NewRequest(http.MethodGet, "http://nomic.example.org"+target, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.site.ServeHTTP(w, r)
	return w.Result()
}

// foreign are pages in languages that are not crawled: among the files are all,
// and live there is nothing else in them.
var foreign = regexp.MustCompile(`^/?tea/(es|pt|tr)/`)

// crawled is every page that a reader reaches by links from the first one, live.
func (s *salon) crawled() map[string]string {
	s.Helper()
	pages := map[string]string{}
	todo := []string{"/"}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		if _, done := pages[at]; done || foreign.MatchString(at) {
			continue
		}
		res := s.get(at)
		body := read(s.TB, res)
		pages[at] = body
		switch {
		case res.StatusCode == http.StatusSeeOther:
			todo = append(todo, resolve(s.TB, at, res.Header.Get("Location")))
		case res.StatusCode != http.StatusOK:
			s.Errorf("%s: %s", at, res.Status)
		case strings.HasPrefix(res.Header.Get("Content-Type"), "text/html"):
			for _, l := range links(s.TB, at, body) {
				todo = append(todo, l.Path)
			}
		}
	}
	return pages
}

func read(t testing.TB, res *http.Response) string {
	t.Helper()
	var b strings.Builder
	if _, err := fmt.Fprint(&b, ""); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 1<<15)
	for {
		n, err := res.Body.Read(buf)
		b.Write(buf[:n])
		if err != nil {
			return b.String()
		}
	}
}

func resolve(t testing.TB, at, to string) string {
	t.Helper()
	base, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	u, err := base.Parse(to)
	if err != nil {
		t.Fatalf("%s: %v", at, err)
	}
	return u.Path
}

// links are those of a page, with the ids that they name.
func links(t testing.TB, at, body string) []*url.URL {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatalf("%s: %v", at, err)
	}
	base, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	var all []*url.URL
	for n := range doc.Descendants() {
		for _, a := range n.Attr {
			if a.Key != "href" && a.Key != "src" {
				continue
			}
			u, err := base.Parse(a.Val)
			if n.Data == "link" && strings.HasPrefix(a.Val, "data:") {
				continue // the icon lies in the page
			}
			if err != nil || u.Host != "" || u.Scheme != "" {
				t.Errorf("%s: the link %q leads away", at, a.Val)
				continue
			}
			all = append(all, u)
		}
	}
	return all
}

var ids = regexp.MustCompile(` id="([^"]+)"`)

// TestLinks: every link of every page leads to a page that is there, and to a
// place in it that is there, in the files as well as live.
func TestLinks(t *testing.T) {
	s := played(t)
	files := s.static()
	places := map[string]map[string]bool{}
	for name, p := range files {
		places["/"+name] = map[string]bool{}
		for _, m := range ids.FindAllStringSubmatch(string(p.Body), -1) {
			if places["/"+name][m[1]] {
				t.Errorf("%s has two places named %s", name, m[1])
			}
			places["/"+name][m[1]] = true
		}
	}
	reached := map[string]bool{"/index.html": true}
	for name, p := range files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, u := range links(t, "/"+name, string(p.Body)) {
			reached[u.Path] = true
			ids, there := places[u.Path]
			if !there {
				t.Errorf("%s leads to %s, which is not there", name, u.Path)
			} else if u.Fragment != "" && !ids[u.Fragment] {
				t.Errorf("%s leads to %s, where there is no %s", name, u.Path, u.Fragment)
			}
		}
	}
	live := s.crawled()
	for name := range files {
		_, there := live["/"+name]
		if door := path.Base(name) == "index.html" && strings.Count(name, "/") == 1; !there && !door && !foreign.MatchString(name) {
			t.Errorf("no link leads to %s", name)
		}
	}
	for at := range live {
		if _, there := files[strings.TrimPrefix(at, "/")]; !there && !slices.Contains([]string{"/"}, at) {
			t.Errorf("%s is not among the files", at)
		}
	}
}
