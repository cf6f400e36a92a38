package moderator_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/store"
)

// TestEdits: words to replace are found in the rule as it stands, whatever the
// language; where they stand twice or not at all the mover is told so, and
// everybody gets the whole of the new text.
func TestEdits(t *testing.T) {
	for lang, c := range map[string]struct{ edit, twice, missing, new, whole string }{
		"en": {`In rule 208, replace “%s” with “%s”.`, "more than once", "do not stand", "300 points", "it takes 300 points."},
		"pt": {`Na regra 208, onde se lê «%s», leia-se «%s».`, "mais do que uma vez", "não estão", "300 pontos", "são precisos 300 pontos."},
		"es": {`Propongo cambiar «%s» por «%s» en la regla 208.`, "más de una vez", "no están", "300 puntos", "hacen falta 300 puntos."},
		"tr": {`208. kuralda “%s” yerine “%s” yazılsın.`, "birden çok kez", "geçmiyor", "300 puan", "bunun için 300 puan gerekir."},
		"hu": {`A 208. szabályban „%s” helyett „%s” legyen.`, "többször is", "nincsenek", "300 pont", "játékban 300 pont kell hozzá."},
	} {
		t.Run(lang, func(t *testing.T) {
			book := store.Memory()
			m := twoPlayers(t, book, lang)
			g, err := m.Game("tea")
			if err != nil {
				t.Fatal(err)
			}
			_, behind, _ := strings.Cut(g.Rule(208).Text, "200 ")
			once := strings.TrimRight(strings.Join(strings.Fields(behind)[:2], " "), ".")
			twice := once
			if lang == "hu" {
				twice = strings.Fields(behind)[0]
			}
			for i, try := range []struct{ old, told string }{
				{twice, c.twice}, {"a goat", c.missing}, {"200 " + once, c.whole},
			} {
				letters := told(t, book, m, i, fmt.Sprintf(c.edit, try.old, c.new))
				if len(letters) == 0 || !strings.Contains(strings.Join(strings.Fields(strings.ReplaceAll(letters[0], "|", " ")), " "), try.told) {
					t.Errorf("%q was answered %q, want %q", try.old, letters, try.told)
				}
				if g, err = m.Game("tea"); err != nil {
					t.Fatal(err)
				}
				if i < 2 && g.NextNumber() != 301 {
					t.Errorf("%q has made a proposal", try.old)
				}
			}
			if p := g.Proposal(301); p == nil || !strings.Contains(strings.Join(strings.Fields(p.Changes[0].Text), " "), c.whole) {
				t.Errorf("the proposal is %+v", p)
			}
		})
	}
}

// told sends a mail of Bob's and gives the text of the letters that follow.
func told(t *testing.T, book *store.Store, m *moderator.Moderator, n int, text string) (letters []string) {
	t.Helper()
	before := len(allLetters(t, book))
	raw := fmt.Sprintf("From: bob@example.org\r\nTo: nomic+tea@nomic.example.org\r\nMessage-ID: <%d@example.org>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n", n, text)
	if _, err := m.Receive(moderator.Mail{Raw: []byte(raw), At: time.Date(2026, 1, 5, 12, n, 0, 0, time.UTC)}); err != nil {
		t.Fatal(err)
	}
	for _, l := range allLetters(t, book)[before:] {
		letters = append(letters, letterText([]byte(l)))
	}
	return letters
}

// twoPlayers is a game in a language whose first turn is Bob's.
func twoPlayers(t *testing.T, book *store.Store, lang string) *moderator.Moderator {
	t.Helper()
	m, err := moderator.New(book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+"})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	f := moderator.GameFile{Name: "tea", Ruleset: "suber-mail." + lang, Language: lang, Timezone: "UTC",
		Customs: map[string]string{"trust": "from"}, Players: []moderator.PlayerFile{
			{Given: "Ada", Surname: "Quillfeather", Addresses: []string{"ada@example.org"}},
			{Given: "Bob", Surname: "Crumhorn", Addresses: []string{"bob@example.org"}},
		}}
	if _, err := m.Create(f, "org", at); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Act(moderator.Act{Game: "tea", By: "org", Verb: "start", At: at}); err != nil {
		t.Fatal(err)
	}
	return m
}
