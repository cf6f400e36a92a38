package parser

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"nomicmail/internal/rules"
)

// authorLines are what people write in the text of a rule and what looks like
// the work of a mail program.
var authorLines = []string{
	"> 12 points win.",
	"> 301 FOR\n> 302 AGAINST\nare votes; nobody writes them otherwise.",
	"A vote is written so:\n\n> 301 FOR\n\nand not otherwise.",
	"The sign\n> is read as \"more than\".",
	"On Tuesday I bring the tea, on Friday Bob does.",
	"On Monday 5 January 2026 Ada wrote that everybody should read the rules.\nNobody did.",
	"On Monday 5 January 2026 Ada wrote:\n\n> Read the rules.\n\nThis is a rule now.",
	"Am Montag wird nicht gespielt.\nAm 3. März 2025 schrieb Ada, dass es regnet.",
	"Em 2025 a Ada escreveu uma regra:\nninguém a leu.",
	"El 3/3/25 Ada escribió:\n> nadie lee.",
	"3 Mart 2025'te Ada şunu yazdı:\nkimse okumaz.",
	"2025. március 3-án Ada ezt írta:\nsenki sem olvas.",
	"From: the player who moves.\nTo: everybody.\nThis is how a letter begins.",
	"# The order of the day\n: comes first.",
	"| a table | of two |\n| columns | stays |\nas it is.",
	">> twice as much, always.",
	"AQ> is a name.",
}

var attributedText = regexp.MustCompile(`(?m)(wrote|escribió|yazdı|írta):$`)

// TestAuthorsLines: no line of a text is lost because it looks quoted, in a
// fresh mail and in an answer to a letter of ours.
func TestAuthorsLines(t *testing.T) {
	quoted := "\n\nOn Mon, 3 Mar 2025 at 10:12, Tea <tea@nomic.example.org> wrote:\n" + prefix("> ", ballotLetter)
	for _, text := range authorLines {
		text = "The first line of it.\n" + text
		for _, m := range []struct {
			name, mail, answered string
			reply                bool
		}{
			{"fresh with an end", "enact\n" + text + "\nend\n", "", false},
			{"fresh", "amend 203\n" + text + "\n", "", false},
			{"fresh, with a clause", "amend 203\n" + text + "\n\nclause:\n    goal = 3\nend\n", "", false},
			{"an answer", "enact\n" + text + "\nend\n" + quoted, ballotLetter, true},
			{"revised", "revise 303\n" + text + "\nend\n" + quoted, ballotLetter, true},
			{"an answer to something", "enact\n" + text + "\nend\n", "", true},
		} {
			if attributed := attributedText.MatchString(text); attributed && (!strings.Contains(m.mail, "\nend\n") || m.name == "an answer to something") {
				continue // a mail that we do not have may be quoted there: the text is cut and shown
			}
			l := &Letter{Kind: Message, Text: m.mail}
			if m.reply {
				l.InReplyTo = []string{"<x@nomic.example.org>"}
			}
			c := theGame()
			c.Answered, c.Debate, c.Proposer = m.answered, []int{303}, []int{303}
			r := Read(l, c)
			if got := textOf(r); got != text {
				t.Errorf("%s: %q\ncomes out as %q\n%+v", m.name, text, got, r.Fragments)
			}
			for _, f := range r.Fragments {
				if f.Verb == "vote" {
					t.Errorf("%s: %q: a vote, %s", m.name, text, f.Outcome)
				}
			}
		}
	}
}

// textOf is the text that a mail proposes.
func textOf(r Reading) string {
	for _, f := range r.Fragments {
		switch c := f.Command.(type) {
		case rules.Propose:
			if f.Outcome == Counted && len(c.Drafts) == 1 {
				return c.Drafts[0].Text
			}
		case rules.Revise:
			if f.Outcome == Counted {
				return c.Draft.Text
			}
		}
	}
	return ""
}

// TestTypedBehindAMark: a vote behind a mark that nothing of ours accounts for
// is asked about, and never counts.
func TestTypedBehindAMark(t *testing.T) {
	ours := "Please vote on 301 and 302.\n\n301 Ada: amend rule 208, the goal becomes 150 points\n302 Bob: repeal rule 210, teams\n\n" +
		"    301  [ ] FOR  [ ] AGAINST  [ ] ABSTAIN\n    302  [ ] FOR  [ ] AGAINST  [ ] ABSTAIN\n\nYou may change your vote as often as you like: the last one counts.\n"
	for _, m := range []struct{ text, answered, want string }{
		{"> 301 FOR\n", "", "ask unclear; ask nothing"},
		{"> 301 FOR\nI like it.\n", "", "ask unclear"},
		{"| 301 FOR\n", "", "ask unclear; ask nothing"},
		{"> 301 FOR\n", ours, "ask unclear; ask nothing"},
		{"301 AGAINST\n\n> 301 FOR\n", ours, "301 against"},
		{"On 3 March 2025 Bob wrote:\n> 301 FOR\n", "", "ask nothing"},
		{">> 301 FOR\n", ours, "ask nothing"},
		{"> Bob wrote:\n> 301 FOR\n", ours, "ask nothing"},
		{"> 301 Ada: amend rule 208, the goal becomes 150 points\nABSTAIN\n\n> 302 Bob: repeal rule 210, teams\nFOR\n", ours, "301 abstain; 302 for"},
		{">     301  [ ] FOR  [ ] AGAINST  [ ] ABSTAIN\nABSTAIN\n", ours, "301 abstain"},
		{">     301  [ ] FOR  [ ] AGAINST  [ ]\nABSTAIN\n", ours, "ask nothing"},
		{">     301  [ ] FOR  [ ] AGAINST  [ ]\nABSTAIN\n", "", "ask unclear"},
		{">     301  [ ] FOR  [x] AGAINST  [ ] ABSTAIN\n", ours, "301 against"},
		{"    301  [ ] FOR  [x] AGAINST  [ ] ABSTAIN\n", ours, "301 against"},
		{">>     301  [ ] FOR  [x] AGAINST  [ ] ABSTAIN\n", ours, "ask unclear"},
	} {
		c := theGame()
		c.Answered, c.Rows = m.answered, []int{301, 302}
		l := &Letter{Kind: Message, Text: m.text}
		if got := sorted(effect(l, Read(l, c))); got != sorted(m.want) {
			t.Errorf("%q\n got %s\nwant %s", m.text, got, m.want)
		}
	}
}

// TestEditedLetter: a vote written into a letter of ours counts where nothing
// marks the letter as quoted, and is asked about behind a mark.
func TestEditedLetter(t *testing.T) {
	receipt := "Your vote on 301: AGAINST. Reply to change it until Friday 7 March 2025,\n18:00 UTC (19:00 in Paris).\n\n" +
		"Received Monday 3 March 2025, 14:00 UTC (15:00 in Paris); entry 41.\n"
	ballot := "Please vote on 301 and 302.\n\n301 Ada: amend rule 208, the goal becomes 150 points\n302 Bob: repeal rule 210, teams\n\n" +
		"You may change your vote as often as you like: the last one counts.\n"
	beside := strings.NewReplacer("points\n", "points   FOR\n", "teams\n", "teams - against\n").Replace(ballot)
	for _, m := range []struct{ text, answered, want string }{
		{strings.Replace(receipt, "AGAINST", "FOR", 1), receipt, "301 for"},
		{prefix("> ", strings.Replace(receipt, "AGAINST", "for", 1)), receipt, "ask unclear"},
		{prefix(">> ", strings.Replace(receipt, "AGAINST", "FOR", 1)), receipt, "ask nothing"},
		{strings.Replace(receipt, "AGAINST", "a favor", 1), receipt, "301 for"},
		{receipt, receipt, "ask nothing"},
		{beside, ballot, "301 for; 302 against"},
		{prefix("> ", beside), ballot, "ask unclear; ask unclear"},
		{strings.Replace(ballot, "teams\n", "teams FOR 301\n", 1), ballot, "ask unclear"},
	} {
		c := theGame()
		c.Answered, c.Rows = m.answered, []int{301, 302}
		l := &Letter{Kind: Message, Text: m.text}
		if got := effect(l, Read(l, c)); got != m.want {
			t.Errorf("%q\n got %s\nwant %s", m.text, got, m.want)
		}
	}
}

func sorted(s string) string {
	list := strings.Split(s, "; ")
	slices.Sort(list)
	return strings.Join(list, "; ")
}

// TestUnmarkedBelow: what stands below an attribution or the head of another
// mail counts in no language, though nothing marks it and no line is empty.
func TestUnmarkedBelow(t *testing.T) {
	for _, head := range []string{
		"On 3 Mar 2025 at 10:12, Hexagon wrote:", "El 03/03/2025 a las 10:12, Hexagon escribió:", "Em 03/03/2025 10:12, Hexagon escreveu:",
		"03.03.2025 10:12 tarihinde Hexagon yazdı:", "2025.03.03. 10:12 keltezéssel, Hexagon írta:", "Hexagon escribió:",
		"Am 03.03.25 um 10:12 schrieb Hexagon:", "Hexagon schrieb am 03.03.2025 10:12:", "Dne 3.3.2025 v 10:12 Hexagon napsal(a):",
		"În lun., 3 mar. 2025 la 10:12, Hexagon a scris:", "Στις 3/3/2025 10:12, Hexagon έγραψε:", "Op 3 maart 2025 om 10:12 schreef Hexagon:",
		"---- On Mon, 03 Mar 2025 10:12:09 +0000 Hexagon <hexagon@example.org> wrote ----", "Hexagon wrote on 03/03/2025 10:12:09:",
		"Gesendet: Montag, 3. März 2025 um 10:12 Uhr\nVon: Hexagon <hexagon@example.org>\nAn: ada@example.org\nBetreff: ballot",
		"-------- Weitergeleitete Nachricht --------\nBetreff: x\nVon: y", "-------- İletilen Mesaj --------\nKonu: x\nKimden: y",
		"Inicio del mensaje reenviado:\n\nDe: y\nAsunto: x", "Início da mensagem reencaminhada:\n\nDe: y\nAssunto: x", "İleti şununla yönlendirildi:\n\nKimden: y\nKonu: x",
	} {
		for _, between := range []string{"\n", "\n\n"} {
			text := "302 for\n\n" + head + between + "301 against\nrepeal 206\n"
			l := &Letter{Kind: Message, Text: text}
			if got := effect(l, Read(l, theGame())); got != "302 for" {
				t.Errorf("%q: %s", text, got)
			}
			text = "302 for\n" + head + between + "> 301 against\n"
			l.Text = text
			if got := effect(l, Read(l, theGame())); got != "302 for" {
				t.Errorf("%q: %s", text, got)
			}
		}
	}
	for _, mark := range []string{"|", ":", "AQ>", ">", "}"} {
		l := &Letter{Kind: Message, Text: "302 for\n\n" + mark + " 301 against\n"}
		if got := effect(l, Read(l, theGame())); got != "302 for; ask unclear" {
			t.Errorf("%s: %s", mark, got)
		}
	}
}
