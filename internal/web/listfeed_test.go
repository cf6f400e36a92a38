package web_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestListFeed: the feed of a game without turns tells of distributions, reports,
// resolutions, revised ones and cases, once each, in every language.
func TestListFeed(t *testing.T) {
	s := openWith(t, "list.en", nil)
	until := func(day int) {
		for s.now.Day() < day {
			s.now = s.now.Add(12 * time.Hour)
			s.must(s.mod.Tick(s.now))
		}
	}
	s.says("bob", "enact\ntitle: Cake\nThere is cake.\nend")
	until(12)
	s.says("ada", "1001 FOR")
	s.says("bob", "1001 FOR")
	until(20)
	s.says("cem", "call for judgment: There is cake.")
	s.says("ada", "judge 1: FALSE\nThere is tea.")
	if o := s.says("ada", "claim of error on 1001: I was AGAINST."); o != "counted" {
		t.Fatalf("%s: %q", o, s.commands)
	}
	s.order("uphold", "tea", "claim 1\nAda: 1001 AGAINST\nBob: 1001 AGAINST")
	for lang, words := range map[string][5]string{
		"en": {"proposal 1001 distributed", "report 1,", "1001 defeated", "Revised resolution: ", "case 1"},
		"pt": {"1001", "relatório 1 ", "1001 ", "Resolução revista: ", "caso 1"},
		"es": {"1001", "informe 1 ", "1001 ", "Resolución revisada: ", "caso 1"},
		"tr": {"1001", "1 numaralı rapor,", "1001 ", "Düzeltilmiş sonuç: ", "1. dava"},
		"hu": {"1001", "1. jelentés,", "1001 ", "Helyesbített eredmény: ", "1. ügy"},
	} {
		p, err := s.site.Page(fmt.Sprintf("tea/%s/feed.atom", lang))
		s.must(err)
		feed := string(p.Body)
		for _, fault := range feedFaults(feed) {
			t.Errorf("%s: %s", lang, fault)
		}
		for i, w := range words {
			n := 0
			for _, title := range titlesOf(feed) {
				if strings.Contains(title, w) {
					n++
				}
			}
			if n == 0 || n > 1 && i != 2 && (i != 0 || lang == "en") {
				t.Errorf("%s: %d titles have %q:\n%s", lang, n, w, strings.Join(titlesOf(feed), "\n"))
			}
		}
		if strings.Contains(feed, "Nobody&#39;s turn") {
			t.Errorf("%s: the feed has the whole ruleset", lang)
		}
	}
}

// titlesOf are the titles in a feed, its own first.
func titlesOf(feed string) []string {
	var list []string
	for _, part := range strings.Split(feed, "<title>")[1:] {
		title, _, _ := strings.Cut(part, "</title>")
		list = append(list, title)
	}
	return list
}
