package moderator_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
)

var guideMail = regexp.MustCompile("(?s)```mail\n(.*?)```")

// TestGuide plays the mails of the players' guides in their order: what a guide
// tells people to send must be done, in a game of its own language.
func TestGuide(t *testing.T) {
	guides, err := filepath.Glob("../../docs/play*.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(guides) != 5 {
		t.Errorf("there are guides %v, not one in each of five languages", guides)
	}
	for _, file := range guides {
		lang := "en"
		if parts := strings.Split(filepath.Base(file), "."); len(parts) == 3 {
			lang = parts[1]
		}
		t.Run(lang, func(t *testing.T) { playGuide(t, file, lang) })
	}
}

func playGuide(t *testing.T, file, lang string) {
	guide, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	mails := guideMail.FindAllSubmatch(guide, -1)
	if len(mails) < 10 {
		t.Fatalf("only %d mails in the guide", len(mails))
	}
	at := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	m := guideGame(t, lang, at)
	for _, mail := range mails {
		at = at.Add(2 * time.Hour)
		raw := bytes.ReplaceAll(mail[1], []byte("\n"), []byte("\r\n"))
		o, err := m.Receive(moderator.Mail{Raw: raw, At: at, Where: "guide"})
		if err != nil {
			t.Fatal(err)
		}
		if o.Outcome != "counted" && o.Outcome != "answered" {
			t.Errorf("%s\n%+v", mail[1], o)
		}
	}
	g, err := m.Game("tea")
	if err != nil {
		t.Fatal(err)
	}
	if p := g.Proposal(301); p == nil || p.State != rules.Adopted || p.Tally.Favour != 4 {
		t.Errorf("proposal 301 is %+v", p)
	}
	if dov := g.Players[3]; dov.State != rules.Forfeited {
		t.Errorf("%s is %s at the end", dov.Name(), dov.State)
	}
}

// guideGame is the game of the guides, begun by those who play when Dov joins.
func guideGame(t *testing.T, lang string, at time.Time) *moderator.Moderator {
	t.Helper()
	m, err := moderator.New(store.Memory(), moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+"})
	if err != nil {
		t.Fatal(err)
	}
	f := moderator.GameFile{Name: "tea", Ruleset: "suber-mail." + lang, Language: lang, Timezone: "UTC",
		Customs: map[string]string{"trust": "from", "joining": "open", "debate_least": "1h"}}
	for _, p := range [][2]string{{"Ada", "Quillfeather"}, {"Bram", "Velling"}, {"Cleo", "Marsh"}} {
		f.Players = append(f.Players, moderator.PlayerFile{Given: p[0], Surname: p[1], Addresses: []string{strings.ToLower(p[0]) + "@example.org"}})
	}
	if _, err := m.Create(f, "org", at); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Act(moderator.Act{Game: "tea", By: "org", Verb: "start", At: at}); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestTranscript: what the README shows is cut from a story. A line "[…]" stands
// for what was left out.
func TestTranscript(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(readme), "<!-- transcript ")
	name, rest, ok2 := strings.Cut(rest, " -->\n```\n")
	shown, _, ok3 := strings.Cut(rest, "```\n<!-- end of transcript -->")
	if !ok || !ok2 || !ok3 || len(shown) < 500 {
		t.Fatal("the README has no transcript")
	}
	story, err := os.ReadFile("../../" + name)
	if err != nil {
		t.Fatal(err)
	}
	from := 0
	for _, piece := range strings.Split(shown, "[…]\n") {
		i := strings.Index(string(story[from:]), piece)
		if i < 0 {
			t.Fatalf("this stands in the README, and not (or not there) in %s:\n%s", name, piece)
		}
		from += i + len(piece)
	}
}

// TestListProposals: the rule that docs/lists.md offers is played, as it stands
// there, in a story.
func TestListProposals(t *testing.T) {
	page, err := os.ReadFile("../../docs/lists.md")
	if err != nil {
		t.Fatal(err)
	}
	story, err := os.ReadFile("../../stories/list-a-paradox-wins.txt")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile("(?s)```proposal\n(.*?)```").FindAllSubmatch(page, -1)
	if len(found) != 1 || !bytes.Contains(story, found[0][1]) {
		t.Errorf("%d rules stand on the page, and the story does not send it", len(found))
	}
}
