package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestSiteHasWhatVerbsPrint: the files of a site have what the verbs print for other
// programs, less addresses, and the Markdown of the rules is a ruleset.
func TestSiteHasWhatVerbsPrint(t *testing.T) {
	d := atDesk(t)
	d.eventful()
	d.must(d.office.close())
	dir := filepath.Join(t.TempDir(), "pages")
	d.does("site", dir, "--base", "https://nomic.example.org/")
	file := func(parts ...string) string {
		src, err := os.ReadFile(filepath.Join(append([]string{dir}, parts...)...))
		d.must(err)
		return string(src)
	}
	for name, verb := range map[string][]string{
		"rules.json": {"rules", "tea", "--json"}, "game.json": {"game", "show", "tea", "--json"}, "../games.json": {"game", "list", "--json"},
	} {
		var got, want any
		d.must(json.Unmarshal([]byte(file("api", "v1", "tea", name)), &got))
		d.must(json.Unmarshal([]byte(d.does(verb...)), &want))
		if state, is := want.(map[string]any); is {
			for _, p := range state["players"].([]any) {
				delete(p.(map[string]any), "address")
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s has\n%v\nand %v prints\n%v", name, got, verb, want)
		}
	}
	if code, out, errout := runs(t, "", "ruleset", "check", filepath.Join(dir, "tea", "rules.md")); code != exitDone || !strings.Contains(out, "is right") {
		t.Errorf("the Markdown is no ruleset: exit %d, %s%s", code, out, errout)
	}
	printed := onlyRules(d.does("rules", "tea"))
	if text := onlyRules(file("tea", "rules.txt")); text != printed || !strings.Contains(text, `Rule 101: "`) {
		t.Errorf("the text has\n%s\nand the verb prints\n%s", text, printed)
	}
	feed := file("tea", "en", "feed.atom")
	if !strings.Contains(feed, `<link rel="self" type="application/atom+xml" href="https://nomic.example.org/tea/en/feed.atom">`) {
		t.Errorf("the feed does not say where it is:\n%s", feed)
	}
}

// onlyRules is a letter from the first rule to what follows the last.
func onlyRules(letter string) string {
	if i := strings.Index(letter, "\nImmutable rules\n"); i >= 0 {
		letter = letter[i:]
	}
	for _, end := range []string{"\nRepealed\n", "\nQuestions and rulings\n", "\nThe scores\n"} {
		if i := strings.Index(letter, end); i >= 0 {
			letter = letter[:i]
		}
	}
	return strings.TrimSpace(letter)
}
