package web_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"nomicmail/docs"
	"nomicmail/internal/web"
)

// TestGrown: pages that were made while the game went on, with something undone on
// the way, are those that a site makes that sees the whole record at once.
func TestGrown(t *testing.T) {
	s := open(t, nil)
	look := func() { s.get("/tea/en/index.html") }
	look()
	s.turn(301, "bob", "enact\ntitle: Tea\nEverybody drinks tea.\nend", "FOR")
	look()
	s.says("cem", "amend 301\nEverybody drinks coffee.\nend")
	look()
	s.says("ada", "302 FOR")
	head, _, err := s.book.Head("tea")
	s.must(err)
	s.says("bob", "302 FOR")
	look()
	s.says("cem", "302 FOR")
	look()
	was := string(s.static()["tea/en/rules/302.html"].Body)
	s.order("undo", "tea", strconv.FormatUint(head, 10)+" as 302 AGAINST because it was misread")
	look()
	s.says("ada", "all: What was that?")
	look()
	fresh, err := web.New(web.Options{Book: s.book, Clerk: s.mod, Language: "en", Guide: docs.Guide, Now: func() time.Time { return s.now }})
	s.must(err)
	grown := s.static()
	n := 0
	for p, err := range fresh.All() {
		s.must(err)
		if n++; string(grown[p.Path].Body) != string(p.Body) {
			t.Errorf("%s is\n%s\nand at once it is\n%s", p.Path, grown[p.Path].Body, p.Body)
		}
	}
	if n != len(grown) {
		t.Errorf("there are %d pages, and at once %d", len(grown), n)
	}
	if page := string(grown["tea/en/record.html"].Body); !strings.Contains(page, `class="undone"`) || !strings.Contains(page, "entry.undone") {
		t.Errorf("the record does not show what was undone, after entry %d:\n%s", head, page)
	}
	if now := string(grown["tea/en/rules/301.html"].Body); !strings.Contains(was, "drinks coffee") || strings.Contains(now, "drinks coffee") {
		t.Errorf("what was undone is still shown:\n%s", now)
	}
}
