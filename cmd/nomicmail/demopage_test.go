package main

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"nomicmail/internal/rules"
)

// visitor is a browser that looks at the page of a demo.
type visitor struct {
	t     *testing.T
	stage *stage
	page  http.Handler
}

const pageHost = "127.0.0.1:8080"

func visit(t *testing.T) *visitor {
	t.Helper()
	s, err := openStage(t.TempDir(), scriptStart, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.close(); err != nil {
			t.Error(err)
		}
	})
	if err := s.settled(t.Context()); err != nil {
		t.Fatal(err)
	}
	page, err := newDemoPage(s, 1, []string{pageHost, "localhost:8080"})
	if err != nil {
		t.Fatal(err)
	}
	return &visitor{t, s, page}
}

func (v *visitor) do(r *http.Request) *http.Response {
	v.t.Helper()
	w := httptest.NewRecorder()
	v.page.ServeHTTP(w, r)
	return w.Result()
}

func request(method, path string, form url.Values) *http.Request {
	r := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	r.Host = pageHost
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "http://"+pageHost)
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	return r
}

// get gives a page, which must be there.
func (v *visitor) get(path string) string {
	v.t.Helper()
	res := v.do(request(http.MethodGet, path, nil))
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		v.t.Fatalf("GET %s: %s\n%s", path, res.Status, body)
	}
	return string(body)
}

var tokenForm = regexp.MustCompile(`name="token" value="([A-Z0-9]+)"`)

// post sends a form with the token that stands in the page and gives where the
// page sends the browser next.
func (v *visitor) post(path string, form url.Values) string {
	v.t.Helper()
	m := tokenForm.FindStringSubmatch(v.get("/bob"))
	if m == nil {
		v.t.Fatal("the page has no token")
	}
	if form == nil {
		form = url.Values{}
	}
	form.Set("token", m[1])
	res := v.do(request(http.MethodPost, path, form))
	if res.StatusCode != http.StatusSeeOther {
		body, _ := io.ReadAll(res.Body)
		v.t.Fatalf("POST %s: %s\n%s", path, res.Status, body)
	}
	return res.Header.Get("Location")
}

// mailAbout finds the path of the newest mail in a player's box with these
// words in its subject.
func (v *visitor) mailAbout(user, words string) string {
	v.t.Helper()
	form := regexp.MustCompile(`<a href="(/` + user + `/\d+)"><span class="subject">[^<]*` + regexp.QuoteMeta(words))
	m := form.FindStringSubmatch(v.get("/" + user))
	if m == nil {
		v.t.Fatalf("%s has no mail about %q:\n%s", user, words, v.get("/"+user))
	}
	return m[1]
}

func contains(t *testing.T, page string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(page, w) {
			t.Errorf("there is no %q in:\n%s", w, page)
		}
	}
}

// TestPagePlaysATurn reads, proposes, votes by a button and in a reply, and
// sees each answer on the very next page.
func TestPagePlaysATurn(t *testing.T) {
	v := visit(t)
	if to := v.do(request(http.MethodGet, "/", nil)).Header.Get("Location"); to != "/bob" {
		t.Errorf("the first page is %q", to)
	}
	contains(t, v.get("/bob"), "the game begins", "welcome, Bob Crumhorn", "Bob is to propose a rule-change: number 301.",
		`2<span class="aloud"> unread`, "200 points win")

	v.get(v.mailAbout("bob", "welcome"))
	contains(t, v.get("/bob"), `1<span class="aloud"> unread`)

	to := v.post("/bob/send", url.Values{"subject": {"My proposal"}, "text": {"enact\r\ntitle: The teapot\r\nWhoever moves pours the tea.\r\nend"}})
	contains(t, v.get(to), "its number is 301", "Whoever moves pours the tea.")

	ballot := v.mailAbout("ada", "301: vote by")
	contains(t, v.get(ballot), `<button name="say" value="301 FOR">`, "&gt; Please vote on 301", "wrote:")
	to = v.post("/ada/send", url.Values{"answers": {ballot[len("/ada/"):]}, "say": {"301 AGAINST"}, "text": {"\r\n\r\n> Please vote on 301"}})
	contains(t, v.get(to), "Your vote on 301: AGAINST.")

	to = v.post("/ada/send", url.Values{"answers": {ballot[len("/ada/"):]}, "text": {"301 FOR\r\n\r\n> 301 AGAINST\r\n"}})
	contains(t, v.get(to), "Your vote on 301: FOR, no longer AGAINST.")

	if to := v.post("/ada/others", nil); to != "/ada" {
		t.Errorf("after the others: %q", to)
	}
	contains(t, v.get("/ada"), "[tea] 301 adopted (4 for, 0 against)")
	if g := v.stage.game(); g.Rule(301) == nil || g.Rule(301).Title != "The teapot" {
		t.Error("rule 301 is not in force")
	}
}

// TestPageLetsTimePass: after a week without a proposal the turn passes on.
func TestPageLetsTimePass(t *testing.T) {
	v := visit(t)
	for range 8 {
		v.post("/bob/day", nil)
	}
	contains(t, v.get("/cem"), "Bob Crumhorn passes: your turn", "Cem is to propose")
	if g := v.stage.game(); g.Turn.Number != 2 {
		t.Errorf("it is turn %d", g.Turn.Number)
	}
}

// TestPagePlaysOn: with the others' help a whole game can be played on the page.
func TestPagePlaysOn(t *testing.T) {
	v := visit(t)
	for range 6 {
		v.post("/bob/others", nil)
		if v.stage.game().Phase == rules.Proposing {
			page := v.get("/bob/new?idea=0")
			text := regexp.MustCompile(`(?s)<textarea[^>]*>\n(.*)</textarea>`).FindStringSubmatch(page)
			v.post("/bob/send", url.Values{"text": {text[1]}})
		} else {
			v.post("/bob/send", url.Values{"say": {firstButton(v.get("/bob/new"))}})
		}
	}
	if g := v.stage.game(); g.Turn.Number < 5 || len(g.Proposals) < 5 {
		t.Errorf("it is turn %d, with %d proposals", g.Turn.Number, len(g.Proposals))
	}
}

func firstButton(page string) string {
	m := regexp.MustCompile(`<button name="say" value="([^"]*)">`).FindStringSubmatch(page)
	return m[1]
}

// TestPageEscapes proposes what a browser would run, and looks for it in every
// page that shows it.
func TestPageEscapes(t *testing.T) {
	v := visit(t)
	const evil = `<script>alert(1)</script><img src=x onerror=alert(2)>`
	to := v.post("/bob/send", url.Values{"subject": {evil}, "text": {"enact\ntitle: " + evil + "\n" + evil + "\n</textarea>" + evil + "\nend"}})
	ballot := v.mailAbout("ada", "301: vote by")
	for _, path := range []string{to, ballot, ballot + "?html", "/bob", "/ada"} {
		page := v.get(path)
		if strings.Contains(page, "<script") || strings.Contains(page, "<img") || strings.Count(page, "</textarea>") > 1 {
			t.Errorf("%s runs what a player wrote:\n%s", path, page)
		}
	}
	contains(t, v.get(ballot), "&lt;script&gt;alert(1)", "&lt;/textarea&gt;")
	contains(t, v.get(ballot+"?html"), `<iframe src="`+ballot+`/html" sandbox `)

	res := v.do(request(http.MethodGet, ballot+"/html", nil))
	policy := res.Header.Get("Content-Security-Policy")
	if !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "sandbox;") || strings.Contains(policy, "script") {
		t.Errorf("the HTML part comes with the policy %q", policy)
	}
	if policy := v.do(request(http.MethodGet, "/bob", nil)).Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
		t.Errorf("the page comes with the policy %q", policy)
	}
}

// TestPageRefusesStrangers: what a foreign web page can make a browser send is
// refused and does nothing.
func TestPageRefusesStrangers(t *testing.T) {
	v := visit(t)
	token := tokenForm.FindStringSubmatch(v.get("/bob"))[1]
	good := url.Values{"token": {token}, "subject": {"x"}, "text": {"repeal 210"}}
	for what, change := range map[string]func(r *http.Request){
		"a name of somebody else's": func(r *http.Request) { r.Host = "evil.example.org:8080" },
		"the name without its port": func(r *http.Request) { r.Host = "127.0.0.1" },
		"a foreign origin": func(r *http.Request) {
			r.Header.Set("Origin", "http://evil.example.org")
			r.Header.Del("Sec-Fetch-Site")
		},
		"another site":              func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
		"another port of this host": func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") },
		"another method":            func(r *http.Request) { r.Method = http.MethodPut },
	} {
		r := request(http.MethodPost, "/bob/send", good)
		change(r)
		if res := v.do(r); res.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %s", what, res.Status)
		}
	}
	for what, form := range map[string]url.Values{
		"no token":    {"text": {"repeal 210"}},
		"a guess":     {"token": {"AAAA"}, "text": {"repeal 210"}},
		"a long mail": {"token": {token}, "text": {strings.Repeat("x", mostForm)}},
	} {
		if res := v.do(request(http.MethodPost, "/bob/send", form)); res.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %s", what, res.Status)
		}
	}
	r := request(http.MethodGet, "/bob/send?"+good.Encode(), nil)
	if res := v.do(r); res.StatusCode == http.StatusOK {
		t.Errorf("sending by GET: %s", res.Status)
	}
	if sent := v.stage.post.Mailbox("nomic"); len(sent) != 0 {
		t.Errorf("%d mails were sent", len(sent))
	}
	r = request(http.MethodGet, "/bob", nil)
	r.Host = "attacker.example.org"
	if res := v.do(r); res.StatusCode != http.StatusForbidden {
		t.Errorf("the page can be read under another name: %s", res.Status)
	}
}

func TestPageMissing(t *testing.T) {
	v := visit(t)
	for _, path := range []string{"/eve", "/p1", "/bob/99", "/bob/0", "/bob/x", "/bob/99/html", "/bob/1/2/3"} {
		if res := v.do(request(http.MethodGet, path, nil)); res.StatusCode != http.StatusNotFound {
			t.Errorf("GET %s: %s", path, res.Status)
		}
	}
	if css := v.get("/style.css"); strings.Contains(css, "url(") || strings.Contains(css, "@import") {
		t.Error("the style sheet loads something")
	}
}

// TestDemoServesAndEnds starts the verb as a person does, opens the page it
// prints, and stops it.
func TestDemoServesAndEnds(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out, in := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"demo"}, strings.NewReader(""), in, in)
		in.Close()
	}()
	lines := bufio.NewScanner(out)
	var page string
	for page == "" && lines.Scan() {
		page = regexp.MustCompile(`http://127\.0\.0\.1:\d+/`).FindString(lines.Text())
	}
	res, err := http.Get(page)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(res.Body)
	res.Body.Close()
	contains(t, string(body), "Bob Crumhorn’s mailbox", "welcome, Bob Crumhorn")
	stop()
	for lines.Scan() { // what it says at the end
	}
	if got := <-code; got != exitDone {
		t.Errorf("exit %d", got)
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("it has left %v, %v", left, err)
	}
}
