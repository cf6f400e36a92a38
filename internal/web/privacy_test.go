package web_test

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// played is a game in which everything happened that may be shown and that may
// not be.
func played(t testing.TB) *salon {
	s := open(t, map[string]string{"ballots": "sealed"})
	s.turn(301, "bob", "enact\ntitle: Tea\nEverybody drinks tea. Ask ada@secret.example.org or <ADA+X@Secret.Example.ORG> <script>alert(1)</script> about Rule 203.\nclause:\ngoal = 300\nend", "FOR")
	s.says("ada", "all: I like proposal 301, write to me: ada@secret.example.org & bob＠secret.example.org")
	s.turn(302, "cem", "amend 203\nA rule-change is adopted if everybody votes for it, and nobody yawns.\nend", "FOR")
	s.turn(303, "ada", "repeal 211\nend", "AGAINST")
	return s
}

// secrets are words that no reader may see, each of its own kind.
var secrets = []string{
	"ada@", "bob@", "cem@", "boss@", "secret.example.org", // addresses
	"whisper-of-cem", // talk that its author was asked about and did not pass on
	"private-of-ada", // a note to the moderator beside a command
	"unclear-of-bob", // words that are held
	"aside-of-mallory",
	"watcher",  // who watches
	"<script>", // a player's words run nowhere
}

func TestNoSecretIsOnAnyPage(t *testing.T) {
	s := played(t)
	tokens := tokensOf(t, s)
	s.says("cem", "whisper-of-cem: I think that Bob is bluffing about his proposal, but do not tell him.")
	s.says("bob", "enact\ntitle: Biscuits\nThere are biscuits, and by mistake a line of a letter: TEA-"+strings.ToUpper(tokens[0])+", or tea-"+tokens[1]+".\nend")
	s.says("ada", "304 FOR\n\nprivate-of-ada is what I really think of it.")
	s.says("bob", "304 maybe, if unclear-of-bob agrees")
	s.says("mallory", "aside-of-mallory 304 FOR")
	s.says("watcher", "watch")
	s.order("announce", "tea", "The server moves.")

	tokens = append(tokens, keysOf(t, s)...)
	check := func(how, name, body string) {
		for _, secret := range append(secrets, tokens...) {
			if secret == "<script>" && path.Ext(name) != ".html" {
				continue // what is no page is no place for a browser to run it
			}
			if strings.Contains(strings.ToLower(body), strings.ToLower(secret)) {
				at := strings.Index(strings.ToLower(body), strings.ToLower(secret))
				t.Errorf("%s %s tells %q: …%s…", how, name, secret, body[max(0, at-80):min(len(body), at+80)])
			}
		}
		if m := regexp.MustCompile(`304[^\n]{0,80}\bFOR\b`).FindString(body); m != "" {
			t.Errorf("%s %s tells a sealed vote: %s", how, name, m)
		}
	}
	files := s.static()
	for name, p := range files {
		if !strings.HasSuffix(name, "guide.html") { // its addresses are made up
			check("the file", name, string(p.Body))
		}
	}
	for name, body := range s.crawled() {
		if !strings.HasSuffix(name, "guide.html") {
			check("the page", name, body)
		}
	}
	for _, path := range []string{"/tea/en/rules/203.html", "/tea/en/proposals/304.html"} {
		if files[strings.TrimPrefix(path, "/")].Body == nil {
			t.Errorf("%s is not there", path)
		}
	}
	if body := string(files["tea/en/proposals/304.html"].Body); !strings.Contains(body, "by mistake a line of a letter: TEA-…, or tea-….") {
		t.Errorf("the text of proposal 304 is not shown without its tokens:\n%s", body)
	} else if strings.Contains(body, "<td>FOR</td>") || strings.Contains(body, "Quillfeather</th>") {
		t.Error("a sealed vote is shown while it runs")
	}
	for _, secret := range []string{"whisper-of-cem", "private-of-ada", "unclear-of-bob", "aside-of-mallory", "watcher", tokens[0]} {
		if body := s.find("en", secret); !strings.Contains(body, "Nothing was found.") {
			t.Errorf("%q can be searched:\n%s", secret, body)
		}
	}
	sealed := `"status": "voting",
      "votes": {},
      "favour": 0,
      "cast": 0,`
	if body := string(files["api/v1/tea/game.json"].Body); !strings.Contains(body, sealed) {
		t.Errorf("the state tells of a sealed vote:\n%s", body)
	}
	s.says("bob", "304 FOR")
	s.says("cem", "304 AGAINST")
	if body := string(s.static()["tea/en/proposals/304.html"].Body); !strings.Contains(body, "Quillfeather") || !strings.Contains(body, "AGAINST") {
		t.Error("a sealed vote is not shown when it has ended")
	}
}

// tokensOf are the reply tokens that have gone out, read from all letters.
func tokensOf(t *testing.T, s *salon) []string {
	t.Helper()
	found := map[string]bool{}
	form := regexp.MustCompile(`(?:nomic\+)?tea-([a-z2-7]{12})\b`)
	for l, err := range s.book.Letters("tea") {
		s.must(err)
		raw, _, err := s.book.Body(l.Raw)
		s.must(err)
		for _, m := range form.FindAllStringSubmatch(strings.ReplaceAll(string(raw), "=\r\n", ""), -1) {
			found[m[1]] = true
		}
	}
	if len(found) < 3 {
		t.Fatalf("%d tokens were found in the letters", len(found))
	}
	var all []string
	for token := range maps.Keys(found) {
		all = append(all, token)
	}
	return all
}

// keysOf are the keys of sealed votes that run: those of letters, less those that
// results have opened.
func keysOf(t *testing.T, s *salon) []string {
	t.Helper()
	key := regexp.MustCompile(`\b[0-9a-f]{32}\b`)
	all := map[string]bool{}
	var opened []string
	for l, err := range s.book.Letters("tea") {
		s.must(err)
		raw, _, err := s.book.Body(l.Raw)
		s.must(err)
		for _, k := range key.FindAllString(strings.ReplaceAll(string(raw), "=\r\n", ""), -1) {
			all[k] = true
			if l.Kind == "result" {
				opened = append(opened, k)
			}
		}
	}
	for _, k := range opened {
		delete(all, k)
	}
	if len(all) == 0 || len(opened) == 0 {
		t.Fatalf("%d keys were found, and %d that are no secret any more", len(all), len(opened))
	}
	return slices.Collect(maps.Keys(all))
}

// TestWatching: a game that nobody may watch has no pages.
func TestWatching(t *testing.T) {
	s := open(t, nil)
	s.game("closed", map[string]string{"watching": "none"})
	for name := range s.static() {
		if strings.HasPrefix(name, "closed/") {
			t.Errorf("%s is shown", name)
		}
	}
	if res := s.get("/closed/en/index.html"); res.StatusCode != 404 {
		t.Errorf("a game that nobody may watch: %s", res.Status)
	}
}

// TestTalk: what a player said to all is in the archive, and on the page of its
// proposal, and once.
func TestTalk(t *testing.T) {
	s := open(t, nil)
	s.says("bob", "enact\nThere is tea.\nend")
	if o := s.says("cem", "all: What kind of tea is it?"); o != "counted" {
		t.Fatalf("the remark is %s", o)
	}
	s.now = s.now.Add(time.Hour)
	files := s.static()
	if body := string(files["tea/en/archive/game.html"].Body); strings.Count(body, "What kind of tea is it?") != 1 {
		t.Errorf("the remark is not in the archive:\n%s", body)
	}
}
