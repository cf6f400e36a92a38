package parser

import (
	"strings"
	"testing"
)

func talkIn(text, answered string) Talk {
	l := Parse([]byte("From: Ada Quillfeather <ada@example.org>\r\nSubject: tea\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"+strings.ReplaceAll(text, "\n", "\r\n")), Options{})
	return Read(l, Context{Answered: answered, Open: []int{301}, Known: true}).Talk
}

// Only the author's own words are the author's.
func TestOwnWords(t *testing.T) {
	ours := "Ada Quillfeather writes to all of you about 301.\n\n| Who brings the cups, and who brings the saucers?\n\nReply to answer everybody."
	for _, c := range []struct{ name, text, answered, want string }{
		{"plain", "Hello,\n\n  I have tea.\n", "", "Hello,\n\n  I have tea."},
		{"a quotation", "I do.\n\nOn Monday Bob wrote:\n> Who brings the cups?\n", "", "I do."},
		{"between quotations", "> Who brings the cups?\n\nI do.\n\n\n> And the saucers?\n\nBob does.\n", "", "I do.\n\nBob does."},
		{"our letter without marks", "I do.\n\n" + ours, ours, "I do."},
		{"a signature", "I have tea.\n\n-- \nAda, 555-0100\n", "", "I have tea."},
		{"a name at the end", "I have tea.\n\nBest wishes,\nAda\n555-0100\n", "", "I have tea."},
		{"what a list adds", "I have tea.\n\n_______\nTo unsubscribe, write to tea-leave@lists.example.org\n", "", "I have tea."},
		{"below the end", "I have tea.\nend\nand milk\n", "", "I have tea."},
		{"nothing", "> Who brings the cups?\n", "", ""},
	} {
		if got := talkIn(c.text, c.answered).Own; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What stands behind "all:" ends with its paragraph, in any language.
func TestAloudWords(t *testing.T) {
	for text, want := range map[string]string{
		"301 FOR\n\nall: Hello!\nI have tea.\n\nMy cat is hungry.": "Hello!\nI have tea.",
		"All:\nHello!":   "Hello!",
		"All:\n\nHello!": "",
		"a todos: ¡Hola!\n\nmindenkinek: Jó napot!": "¡Hola!\n\nJó napot!",
		"herkese: Merhaba!\n-- \nall: Not this.":    "Merhaba!",
		"> all: Not mine.\n\nI see.":                "",
		"all the best":                              "",
	} {
		if got := talkIn(text, "").Aloud; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestPrivateWords(t *testing.T) {
	for text, want := range map[string]Talk{
		"private\nI have tea.":                 {Own: "I have tea.", Private: true},
		"Privado: tengo té.":                   {Own: "tengo té.", Private: true},
		"özel\nÇayım var.":                     {Own: "Çayım var.", Private: true},
		"privát: van teám.":                    {Own: "van teám.", Private: true},
		"em privado\nTenho chá.":               {Own: "Tenho chá.", Private: true},
		"I have tea, but do not tell anybody.": {Own: "I have tea, but do not tell anybody.", Unsure: true},
		"Ez maradjon köztünk.":                 {Own: "Ez maradjon köztünk.", Unsure: true},
		"Write to nomic+tea-abcdefghijkl":      {Own: "Write to nomic+tea-abcdefghijkl", Unsure: true},
		"settle rule 301\nclause:\ngoal = 1":   {Own: "settle rule 301\nclause:\ngoal = 1", Unsure: true},
		"I have tea.":                          {Own: "I have tea."},
	} {
		if got := talkIn(text, ""); got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

// The settings about talk are lines of their own and nothing else.
func TestTalkSettings(t *testing.T) {
	settings := map[string][]string{
		"talk always": {"talk always", "Talk always.", "conversa sempre", "charla siempre", "sohbet hep", "beszélgetés mindig"},
		"talk ask":    {"talk ask", "conversa perguntar", "charla preguntar", "sohbet sor", "beszélgetés kérdezz"},
		"talk never":  {"please talk never", "conversa nunca", "charla nunca", "sohbet asla", "beszélgetés soha"},
		"talk digest": {"talk digest", "conversa reunida", "charla reunida", "sohbet toplu", "beszélgetés együtt"},
		"talk each":   {"talk each", "conversa avulsa", "charla suelta", "sohbet tek tek", "beszélgetés egyenként"},
		"mute":        {"mute", "silenciar", "sohbeti kapat", "némítás"},
		"unmute":      {"unmute", "não silenciar", "no silenciar", "sohbeti aç", "némítás vége"},
	}
	read := func(text string) []Fragment {
		return Read(&Letter{Kind: Message, Text: text}, Context{Open: []int{301}, Known: true}).Fragments
	}
	for name, lines := range settings {
		for _, l := range lines {
			if f := read(l); len(f) != 1 || f[0].Command != (Setting{Name: name}) {
				t.Errorf("%q: %+v", l, f)
			}
		}
	}
	for _, l := range []string{"mute the cat", "talk never ends here", "talk digest for 301", "We talk each day.", "We talk always of tea.", "mute: Bob"} {
		if f := read(l); len(f) == 1 && f[0].Verb != "" && f[0].Outcome == Counted {
			t.Errorf("%q: %+v", l, f)
		}
	}
}

// A short vote right below words of ours is no part of them, though letters of
// ours begin with such words, too.
func TestVoteBelowOurWords(t *testing.T) {
	phrases := PhrasesOf(func(yield func(string) bool) {
		_ = yield("Please reply with 301 FOR or 301 AGAINST.\n") && yield("Voto: 301 a favor\n")
	})
	for text, want := range map[string]int{
		"> Please reply with 301 FOR or 301 AGAINST.\n\nVoto: 301 a favor\n\n-- \nAda": 1,
		"Please reply with 301 FOR or 301 AGAINST.":                                    0,
	} {
		l := &Letter{Kind: Message, Text: text}
		n := 0
		for _, f := range Read(l, Context{Open: []int{301}, Known: true, Language: "pt", Phrases: phrases}).Fragments {
			if f.Outcome == Counted {
				n++
			}
		}
		if n != want {
			t.Errorf("%q: %d votes count, want %d", text, n, want)
		}
	}
}
