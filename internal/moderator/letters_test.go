package moderator_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message/mail"

	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/store"
	"nomicmail/rulesets"
)

// TestRulesFile: the full digest and the welcome bring the ruleset as a file, which
// can be read as a ruleset again; a reply that brings it back, and the calendar of a
// ballot, says what its author has written and nothing else.
func TestRulesFile(t *testing.T) {
	for _, lang := range []string{"en", "pt", "es", "tr", "hu"} {
		book := store.Memory()
		m := twoPlayers(t, book, lang)
		receive(t, m, says("bob", 1, map[string]string{"en": "rules full", "pt": "regras completas", "es": "reglas completas", "tr": "kurallar tam", "hu": "szabályok teljes"}[lang]), twelve)
		g, err := m.Game("tea")
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, raw := range allLetters(t, book) {
			text := files(t, raw)["rules-tea-2026-01-05.txt"]
			if text == "" {
				continue
			}
			found++
			set, err := rulesets.Parse("rules.md", []byte(text))
			if err != nil {
				t.Fatalf("%s: %v", lang, err)
			}
			if len(set.Rules) != len(g.Rules) {
				t.Fatalf("%s: the file has %d rules", lang, len(set.Rules))
			}
			for i, r := range g.Rules {
				if set.Rules[i].Text != r.Text || set.Rules[i].Clause != r.Clause || set.Rules[i].Mutable != r.Mutable {
					t.Errorf("%s: rule %d differs in the file", lang, r.Number)
				}
			}
		}
		if found != 3 {
			t.Errorf("%s: %d letters have the file, not two welcomes and the digest", lang, found)
		}
	}
}

// TestFilesComeBack: whatever a mail program puts behind a reply of the files that
// came with a letter, the words above it count.
func TestFilesComeBack(t *testing.T) {
	book := store.Memory()
	m := postGame(t, book, "", "+")
	receive(t, m, says("bob", 1, "enact\nWhoever sleeps may dream.\nend\n"), twelve)
	var ballot string
	for _, raw := range allLetters(t, book) {
		if strings.Contains(raw, "301: vote by") && strings.Contains(raw, "ada@example.org") {
			ballot = raw
		}
	}
	_, behind, ok := strings.Cut(ballot, "\r\n\r\n")
	head, _, _ := strings.Cut(ballot, "\r\n\r\n")
	h, err := mail.CreateReader(strings.NewReader(ballot))
	if err != nil || !ok {
		t.Fatal(err)
	}
	_, params, err := h.Header.ContentType()
	if err != nil || len(files(t, ballot)) != 1 {
		t.Fatal(err, head)
	}
	boundary := "--" + params["boundary"]
	_, behind, _ = strings.Cut(behind, boundary+"\r\n")
	for i, disposition := range []string{"attachment", "inline"} {
		back := strings.Replace(behind, "Content-Disposition: attachment", "Content-Disposition: "+disposition, 1)
		_, back, _ = strings.Cut(back, boundary) // the words of the ballot are in the quotation
		quoted := parser.Parse([]byte(ballot), parser.Options{}).Text
		reply := fmt.Sprintf("From: ada@example.org\r\nTo: nomic+tea@nomic.example.org\r\nIn-Reply-To: %s\r\nMessage-ID: <%d@example.org>\r\nContent-Type: multipart/mixed; boundary=\"%s\"\r\n\r\n%s\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n301 AGAINST\r\n\r\n> %s\r\n%s",
			h.Header.Get("Message-Id"), i, params["boundary"], boundary, strings.ReplaceAll(quoted, "\n", "\r\n> "), boundary+back)
		o := receive(t, m, reply, twelve.Add(time.Duration(i+1)*time.Hour))
		if o.Outcome != "counted" || len(o.Commands) != 1 {
			t.Errorf("%s: %+v", disposition, o)
		}
	}
}

// TestAskedForEverything: one mail gets no more than ten letters, however much it
// asks for, and the same once.
func TestAskedForEverything(t *testing.T) {
	book := store.Memory()
	m := postGame(t, book, "", "+")
	before := len(allLetters(t, book))
	receive(t, m, says("bob", 1, strings.Repeat("rules full\nhistory\n", 400)), twelve)
	if n := len(allLetters(t, book)) - before; n != 2 {
		t.Errorf("asked for two letters 400 times he gets %d", n)
	}
	var all strings.Builder
	for n := 101; n < 116; n++ {
		fmt.Fprintf(&all, "rule %d\n", n)
	}
	before = len(allLetters(t, book))
	receive(t, m, says("bob", 2, all.String()), twelve.Add(time.Hour))
	letters := allLetters(t, book)[before:]
	if len(letters) != 10 || !strings.Contains(letterText([]byte(letters[0])), "ask for the rest in another") {
		t.Errorf("asked for fifteen rules he gets %d letters", len(letters))
	}
}

// TestLettersOfATurn counts what each of five players gets in a turn in which all
// goes its way: at most four letters, with one reminder before a deadline and one
// after it for whoever is late.
func TestLettersOfATurn(t *testing.T) {
	book := store.Memory()
	m, err := moderator.New(book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+"})
	if err != nil {
		t.Fatal(err)
	}
	f := moderator.GameFile{Name: "tea", Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC", Customs: map[string]string{"trust": "from"}}
	players := []string{"ada", "bob", "cem", "dora", "eve"}
	for _, p := range players {
		f.Players = append(f.Players, moderator.PlayerFile{Given: strings.ToUpper(p[:1]) + p[1:], Surname: "Oatmarsh", Addresses: []string{p + "@example.org"}})
	}
	at := twelve
	if _, err := m.Create(f, "org", at); err != nil {
		t.Fatal(err)
	}
	act(t, m, moderator.Act{Verb: "start", At: at})
	seen := map[string]bool{}
	count := func() (list map[string]string) {
		list = map[string]string{}
		for l, err := range book.Letters("tea") {
			if err != nil {
				t.Fatal(err)
			}
			if !seen[l.ID] {
				who, _, _ := strings.Cut(l.To[0], "@")
				list[who] = strings.TrimSpace(list[who] + " " + l.Kind)
			}
			seen[l.ID] = true
		}
		return list
	}
	count() // the welcome and the start
	tick := func() {
		t.Helper()
		for due := m.NextDeadline(); !due.IsZero() && !due.After(at); due = m.NextDeadline() {
			if err := m.Tick(due); err != nil {
				t.Fatal(err)
			}
		}
	}
	play := func(n int, who, words string, after time.Duration) {
		t.Helper()
		at = at.Add(after)
		tick()
		receive(t, m, says(who, n, words), at)
	}
	play(1, "ada", "enact\nWhoever sleeps may dream.\nend\n", time.Hour)
	play(2, "ada", "open 301", 30*time.Hour)
	for i, who := range players {
		play(3+i, who, "301 FOR", time.Hour)
	}
	for who, got := range count() {
		want := "proposal ballot receipt result"
		switch who {
		case "ada":
			want = "proposal ballot receipt result" // each but the vote's receipt in front of a letter that was due
		case "eve":
			want = "proposal ballot result" // the last vote's receipt is in front of the result
		}
		if got != want {
			t.Errorf("in a turn %s gets %q, not %q", who, got, want)
		}
	}
	// The next mover is late, and then one of the voters.
	at = at.Add(9 * 24 * time.Hour)
	tick()
	late := func(awaited string) {
		for who, got := range count() {
			want := "awaited" // once, and only after the deadline
			if who == awaited {
				want = "reminder reminder"
			}
			if got != want {
				t.Errorf("while %s is late %s gets %q, not %q", awaited, who, got, want)
			}
		}
	}
	late("bob")
	play(10, "bob", "enact\nWhoever dreams may sleep.\nend\n", time.Hour)
	play(11, "bob", "open 302", 30*time.Hour)
	for i, who := range players[:4] {
		play(12+i, who, "302 FOR", time.Hour)
	}
	count()
	at = at.Add(9 * 24 * time.Hour)
	tick()
	late("eve")
}
