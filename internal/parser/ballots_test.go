package parser

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nomicmail/internal/rules"
)

// thePond is the context of a game without turns: 1001 to 1003 were distributed
// together, and all that a ballot may say it may say there.
func thePond() Context {
	c := Context{Open: []int{1001, 1002, 1003}, MayPropose: true, Known: true, Endorsing: true, Language: "en"}
	for n := 101; n <= 117; n++ {
		c.Rules = append(c.Rules, n)
	}
	c.Ballots = &Ballots{
		Options: []rules.Option{rules.For, rules.Against, rules.Present, rules.Endorse, rules.Conditional},
		First:   true,
		Voters: []Voter{
			{"p1", "Ada", "Quillfeather", []string{"The Quill", "Q."}}, {"p2", "Bob", "Crumhorn", nil}, {"p3", "Cem", "Oatmarsh", []string{"Oats"}},
			{"p4", "Murph", "Peartree", []string{"Pond"}}, {"p5", "Dov", "Alder", []string{"Pond"}}, {"p6", "Dov", "Birch", []string{"Oatmarsh"}},
			{"p7", "Zoe", "Lanternjaw", nil},
		},
		Listed: []Listed{
			{1001, 1, "The almanac", "Bob Crumhorn"}, {1002, 1, "FOR the many", "Ada Quillfeather"}, {1003, 1, "Two weeks", "Cem Oatmarsh"},
		},
	}
	return c
}

// twoPonds is the same while the votes of a second distribution are open.
func twoPonds() Context {
	c := thePond()
	c.Open = append(c.Open, 1004)
	c.Ballots.Listed = append(c.Ballots.Listed, Listed{1004, 2, "Tea", "Murph Peartree"})
	return c
}

// cast is what is counted in a mail, and why the rest is asked about.
func castIn(l *Letter, c Context) string {
	if l.Kind != Message {
		return string(l.Kind)
	}
	var out []string
	for _, f := range Read(l, c).Fragments {
		switch {
		case f.Outcome == HeldBack:
			out = append(out, "ask "+f.Reason)
		case f.Outcome == SetAside:
			out = append(out, "aside "+f.Reason)
		default:
			out = append(out, ballotOf(f))
		}
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), "; ")
}

func ballotOf(f Fragment) string {
	v, ok := f.Command.(rules.Vote)
	if !ok {
		if w, ok := f.Command.(rules.WithdrawVote); ok {
			return fmt.Sprint(w.Proposal, " withdrawn")
		}
		return fmt.Sprintf("%s %T", f.Verb, f.Command)
	}
	s := fmt.Sprint(v.Proposal, " ", v.Option)
	switch v.Option {
	case rules.Endorse:
		s += " " + string(v.Endorsed)
	case rules.Conditional:
		s += " <" + v.Condition + ">"
	}
	for _, p := range v.Parts {
		s += fmt.Sprint(" ", p.Votes, string(p.Option))
	}
	if v.Changes {
		s += " changes"
	}
	return s
}

// The quotations of the tables below.
const (
	almanacRow = "> 1001  Bob Crumhorn          1  The almanac\n"
	threeRows  = almanacRow + "> 1002  Ada Quillfeather      1  FOR the many\n> 1003  Cem Oatmarsh          1  Two weeks\n"
)

// shapes are mails and what is read in them.
type shapes []struct{ kind, text, want string }

func (list shapes) check(t *testing.T, context func() Context) {
	t.Helper()
	for _, s := range list {
		if got := castIn(Parse(mailOf(s.text), Options{}), context()); got != s.want {
			t.Errorf("%s: %q\n got %s\nwant %s", s.kind, s.text, got, s.want)
		}
	}
}

// TestShapesThatCount: ballots as people have written them on lists, each of
// which its voter meant and nobody doubted for long.
func TestShapesThatCount(t *testing.T) {
	shapes{
		{"under a row", almanacRow + "FOR\n", "1001 for"},
		{"under a row", "On Monday Ada wrote:\n" + almanacRow + "\nAGAINST\n" + "> 1003  Cem Oatmarsh          1  Two weeks\nPRESENT\n", "1001 against; 1003 present"},
		{"under a row", "> | 1001 | Bob Crumhorn | 1 | The almanac |\nENDORSE Cem\n", "1001 endorse p3"},
		{"under a row", almanacRow + "AGAINST unless the index is 2\n", "1001 conditional <AGAINST unless the index is 2>"},
		{"under a long row", "> 1001  Bob Crumhorn (with the help of nobody in particular)  1\n" + almanacRow + "FOR\n", "1001 for"},
		{"quoted deeper", ">> " + almanacRow[2:] + "FOR\n", "1001 for"},
		{"quoted deeper", "> > > 1001  Bob Crumhorn          1  The almanac\nI vote AGAINST.\n", "1001 against"},
		{"zero-width spaces", ">> \u200b1001  Bob Crumhorn  1  The almanac\n\u200bFOR\u200b\n", "1001 for"},
		{"zero-width spaces", "\u200b1001: FOR\n1002:\u200b AGAINST\n", "1001 for; 1002 against"},
		{"number first", "1001: FOR\n", "1001 for"},
		{"number first", "1001 PRESENT\n1002: AGAINST\n", "1001 present; 1002 against"},
		{"number first", "1001 - PRESENT.\n", "1001 present"},
		{"remark", "1001: FOR (a remark that somebody has\nwrapped over two lines)\n", "1001 for"},
		{"remark", almanacRow + "FOR (if this is not the best text of\nthe year I do not know what is)\n1002: AGAINST\n", "1001 conditional <FOR (if this is not the best text of the year I do not know what is)>; 1002 against"},
		{"remark", almanacRow + "AGAINST (far too long, and it has\nno clause at all)\n", "1001 against"},
		{"remark", "1001: AGAINST (far too\nlong for me)\n1002: PRESENT\n", "1001 against; 1002 present"},
		{"remark", "1003: ENDORSE Bob (who has read it,\nunlike me)\n", "1003 endorse p2"},
		{"all above", threeRows + "I vote FOR all of the above proposals.\n", "1001 for; 1002 for; 1003 for"},
		{"all above", threeRows + "\nPRESENT on all the proposals above\n", "1001 present; 1002 present; 1003 present"},
		{"all above", "AGAINST all proposals\n", "1001 against; 1002 against; 1003 against"},
		{"ongoing", "I change my vote to FOR all ongoing decisions.\n", "1001 for changes; 1002 for changes; 1003 for changes"},
		{"ongoing", "I change my vote to AGAINST on all ongoing decisions\n", "1001 against changes; 1002 against changes; 1003 against changes"},
		{"ongoing", "I vote PRESENT on all open proposals.\n", "1001 present; 1002 present; 1003 present"},
		{"change", "I change my vote on 1001 to FOR\n", "1001 for changes"},
		{"change", "I change my vote on 1001 to ENDORSE Bob.\n", "1001 endorse p2 changes"},
		{"change", "I retract my vote on 1001 and vote AGAINST.\n", "1001 against changes"},
		{"change", "I retract my vote on 1001.\n\n1001: FOR\n", "1001 for changes; aside corrected"},
		{"retract", "I retract my vote on 1001\n", "1001 withdrawn"},
		{"superseded", "> Distribution 1 (withdrawn)\n" + almanacRow + "\n1002: FOR\n", "1002 for"},
		{"nickname", "I vote:\n\n1001: Bob\n1002: FOR\n", "1001 endorse p2; 1002 for"},
		{"nickname", almanacRow + "I vote: Murph\n", "1001 endorse p4"},
		{"nickname", "My votes:\n1001: Crumhorn\n1003: Ada Quillfeather\n", "1001 endorse p2; 1003 endorse p1"},
		{"nickname", "I vote:\n1001: FOR\n\nZoe\n", "1001 for"},
		{"alternatives", "1001: MURPH or AGAINST\n", "1001 conditional <MURPH or AGAINST>"},
		{"alternatives", "1001: ENDORSE Bob, otherwise AGAINST\n1002: FOR\n", "1001 conditional <ENDORSE Bob, otherwise AGAINST>; 1002 for"},
		{"alternatives", almanacRow + "Ada else PRESENT\n", "1001 conditional <Ada else PRESENT>"},
		{"endorse", "1001 ENDORSE Bob\n", "1001 endorse p2"},
		{"endorse", "endorse Bob on 1001-1003\n", "1001 endorse p2; 1002 endorse p2; 1003 endorse p2"},
		{"endorse", "I endorse Ada Quillfeather's vote on 1001 and 1003.\n", "1001 endorse p1; 1003 endorse p1"},
		{"endorse", "1001: I endorse Bob. 1002: FOR\n", "1001 endorse p2; 1002 for"},
		{"endorse", "I endorse Bob on 1001. I vote PRESENT on 1002.\n", "1001 endorse p2; 1002 present"},
		{"condition", "1001: FOR if the index is 1, otherwise AGAINST\n", "1001 conditional <FOR if the index is 1, otherwise AGAINST>"},
		{"condition", "1001: if Rule 105 says seven days then FOR, otherwise PRESENT\n", "1001 conditional <if Rule 105 says seven days then FOR, otherwise PRESENT>"},
		{"condition", "I vote FOR 1001 unless 1002 is adopted.\n", "1001 conditional <I vote FOR 1001 unless 1002 is adopted>"},
		{"condition", "1001: FOR if at least two players have voted in favour of it by then,\notherwise AGAINST\n1002: AGAINST\n", "1001 conditional <FOR if at least two players have voted in favour of it by then, otherwise AGAINST>; 1002 against"},
		{"ranges", "1001-1003: FOR\n", "1001 for; 1002 for; 1003 for"},
		{"ranges", "1001, 1003: AGAINST\n", "1001 against; 1003 against"},
		{"ranges", "1001-1002: ENDORSE Ada, 1003: PRESENT\n", "1001 endorse p1; 1002 endorse p1; 1003 present"},
		{"filled table", "1001 Bob Crumhorn 1 The almanac   FOR\n1002  Ada Quillfeather      1  FOR the many   ENDORSE Bob\n1003 Cem Oatmarsh 1 Two weeks\n", "1001 for; 1002 endorse p2"},
		{"filled table", "| 1003 | Cem Oatmarsh | 1 | Two weeks | AGAINST (no) |\n", "1003 against"},
		{"own row", "1001  Bob Crumhorn  1  The almanac\nFOR\n1002  Ada Quillfeather  1  FOR the many\nAGAINST\n", "1001 for; 1002 against"},
		{"lists", "PRESENT: 1001, 1003\nFOR: 1002\n", "1001 present; 1002 for; 1003 present"},
		{"all above", threeRows + "I vote FOR each of the above proposals.\n", "1001 for; 1002 for; 1003 for"},
		{"change", "1001: FOR\n1002: FOR\n\nActually, I change my vote on 1001 to AGAINST.\n", "1001 against changes; 1002 for; aside corrected"},
		{"change", "1001: FOR\n\nOn second thought, I change my vote on 1001 to PRESENT.\n", "1001 present changes; aside corrected"},
		{"change", "I have made a mistake. I change my vote on 1001 to AGAINST.\n", "1001 against changes"},
		{"change", "Following the talk, I change my votes on 1001 and 1002 to AGAINST.\n", "1001 against changes; 1002 against changes"},
		{"ranges", "1001-3: FOR\n", "1001 for; 1002 for; 1003 for"},
		{"ranges", "I vote AGAINST 1001-02.\n", "1001 against; 1002 against"},
		{"formal", "I hereby cast a vote of FOR on the referendum on Proposal 1001.\n", "1001 for"},
		{"formal", "I submit a ballot of AGAINST on the decision on Proposal 1001.\n", "1001 against"},
		{"columns", "Proposal   Vote     Comment\n1001       FOR      it is good\n1002       AGAINST\n", "1001 for; 1002 against"},
		{"columns", "1001\tThe almanac\tFOR\n1003\tTwo weeks\tPRESENT\ttoo long\n", "1001 for; 1003 present"},
		{"columns", "| ID   | Title        | Vote    |\n|------|--------------|---------|\n| 1001 | The almanac  | FOR     |\n| 1002 | FOR the many | AGAINST |\n", "1001 for; 1002 against"},
	}.check(t, thePond)
}

// TestUntitledRow: a proposal without a title has a row like the others.
func TestUntitledRow(t *testing.T) {
	untitled := func() Context {
		c := thePond()
		c.Ballots.Listed[2].Title = ""
		return c
	}
	shapes{
		{"filled", "1003  Cem Oatmarsh  1  untitled   FOR\n", "1003 for"},
		{"filled", "1003  Cem Oatmarsh  1  sin título   PRESENT (it has a hole\nin the middle)\n1001: FOR\n", "1001 for; 1003 present"},
		{"under a row", "1003  Cem Oatmarsh  1  untitled\nAGAINST\n", "1003 against"},
	}.check(t, untitled)
}

// TestAllOfADistribution: one vote for what came together, named by the number of its
// distribution.
func TestAllOfADistribution(t *testing.T) {
	shapes{
		{"vote", "I vote FOR all proposals in distribution 1.\n", "1001 for; 1002 for; 1003 for"},
		{"vote", "FOR: everything in distribution 1\nPRESENT: everything in distribution 2\n", "1001 for; 1002 for; 1003 for; 1004 present"},
		{"endorse", "I endorse Bob on all proposals in distribution 1.\n", "1001 endorse p2; 1002 endorse p2; 1003 endorse p2"},
		{"endorse", "I endorse Bob on all open proposals.\n", "1001 endorse p2; 1002 endorse p2; 1003 endorse p2; 1004 endorse p2"},
		{"pt", "Voto a favor de todas as propostas da distribuição 1.\n", "1001 for; 1002 for; 1003 for"},
		{"es", "Voto a favor de todas las propuestas de la distribución 1.\n", "1001 for; 1002 for; 1003 for"},
		{"tr", "1. dağıtımdaki önergelerin hepsine evet\n", "1001 for; 1002 for; 1003 for"},
		{"hu", "Az 1. kiosztás összes javaslatára igen\n", "1001 for; 1002 for; 1003 for"},
	}.check(t, twoPonds)
}

// TestNicknames: who goes by another name can be endorsed by it, and whom a name may
// mean that two players have is asked. A name beside words is never who votes.
func TestNicknames(t *testing.T) {
	shapes{
		{"nickname", "1001: ENDORSE Oats\n1002: endorse the quill\n1003: ENDORSE Q.\n", "1001 endorse p3; 1002 endorse p1; 1003 endorse p1"},
		{"nickname", "I vote:\n1001: Oats\n", "1001 endorse p3"},
		{"nickname", "1001: OATS or AGAINST\n", "1001 conditional <OATS or AGAINST>"},
		{"two nicknames", "1001: ENDORSE Pond\n", "ask unclear"},
		{"two nicknames", "I vote:\n1001: Pond\n", "ask unclear"},
		{"two nicknames", "1001: POND or AGAINST\n", "ask unclear"},
		{"a nickname and a surname", "1001: ENDORSE Oatmarsh\n", "ask unclear"},
		{"a whole name", "1001: ENDORSE Cem Oatmarsh\n", "1001 endorse p3"},
		{"signed", "1001: FOR\n\n-- \nOats\n", "1001 for"},
		{"signed", "1001: FOR\n\nOats, for the officers\n", "1001 for"},
		{"of another", "Oats votes FOR 1001.\n", "ask nothing"},
		{"of another", "Oats: 1001 FOR\n", "ask unclear"},
	}.check(t, thePond)
	for _, from := range []string{"Oats via pond-actions", "Cem Oatmarsh", "\"Oats\"", "Cem (Oats)"} {
		l := Parse([]byte(strings.Replace(string(mailOf("1001: FOR\n1002: ENDORSE Oats\n")), "Zoe Lanternjaw", from, 1)), Options{})
		if l.From[0].Mail != "zoe.lanternjaw@example.org" {
			t.Errorf("%q: the author is %v", from, l.From)
		}
		if got := castIn(l, thePond()); got != "1001 for; 1002 endorse p3" {
			t.Errorf("%q: %s", from, got)
		}
	}
}

// TestWhatOurLettersTell: what a letter tells people to write is theirs when they
// write it, though they answer that letter.
func TestWhatOurLettersTell(t *testing.T) {
	for _, line := range []string{
		"I change my vote on 1001 to AGAINST", "mudo o meu voto em 1001 para CONTRA", "cambio mi voto en 1001 a EN CONTRA",
		"1001 için oyumu değiştiriyorum: RET", "megváltoztatom a szavazatomat: 1001 ELLENE",
	} {
		c := thePond()
		c.Answered = "Your vote on 1001: FOR. To change it until Monday, write for example\n\"" + line + "\".\n"
		for _, text := range []string{line + "\n", line + ".\n\n" + strings.ReplaceAll("\n"+c.Answered, "\n", "\n> ")} {
			if got := castIn(Parse(mailOf(text), Options{}), c); got != "1001 against changes" {
				t.Errorf("%q: %s", text, got)
			}
		}
		if got := castIn(Parse(mailOf("Hm.\n\n"+c.Answered), Options{}), c); strings.Contains(got, "against") {
			t.Errorf("our own words count: %s", got)
		}
	}
}

// TestDividedBallots: how many votes go to which side is up to the rules to
// judge; reading only tells it.
func TestDividedBallots(t *testing.T) {
	shapes{
		{"times", "1001: FOR x 4\n", "1001 for 4for"},
		{"times", "1001: 3xFOR, 3 x AGAINST\n", "1001 for 3for 3against"},
		{"times", "1001 FORx2; 1 AGAINST\n1002: AGAINST × 3\n", "1001 for 2for 1against; 1002 against 3against"},
		{"times", almanacRow + "2 x FOR and 1 x PRESENT\n", "1001 for 2for 1present"},
		{"times", "1001: 3 FOR and 1 AGAINST (as always)\n", "1001 for 3for 1against"},
		{"times", "1001: FOR x many\n", "ask unclear"},
		{"times", "1001: FOR x 2, FOR x 3\n", "ask unclear"},
		{"times", "1001: FOR x 0\n", "ask unclear"},
	}.check(t, thePond)
}

// TestShapesThatDoNotCount: mails that voters, or courts of players, did not
// take for ballots. They are asked about, or come to nothing.
func TestShapesThatDoNotCount(t *testing.T) {
	shapes{
		{"several distributions", "I vote FOR on all proposals.\n", "ask which-all"},
		{"several distributions", almanacRow + "> 1004  Murph Peartree  1  Tea\nAGAINST all of the above\n", "ask which-all"},
		{"several distributions", "for on all\n", "ask which-all"},
		{"another distribution", "I vote FOR all proposals in distribution 7.\n", "ask which-all"},
		{"which distribution", "I vote AGAINST everything in the current distribution.\n", "ask which-all"},
		{"all taken back", "1001: FOR\n\nI retract all my votes on the proposals in distribution 1.\n", "1001 for; ask which-all"},
		{"all taken back", "I retract all of my ballots.\n", "ask which-all"},
		{"a change with words", "1001: FOR\n\nAfter what Cem has said I change my vote on 1001 to AGAINST.\n", "ask unclear"},
		{"a change with words", "1001: FOR\n\nWhen Bob votes, I change my vote on 1001 to AGAINST.\n", "ask unclear"},
		{"a change with words", "Cem said: I change my vote on 1001 from FOR to AGAINST.\n", "ask unclear"},
		{"columns", "1001       FOR       if Bob agrees\n1002       AGAINST   see 1003\n1003       PRESENT   maybe FOR\n", "ask no-vote-word"},
		{"columns", "1002   FOR the many\n", "ask unclear"},
	}.check(t, twoPonds)
	art := "AGAINST AGAINST AGAINST\nAGAINST\nAGAINST AGAINST\nAGAINST\nAGAINST\n"
	deep := strings.Repeat("> And the clerk read on, and nobody listened any more.\n", 570)
	shapes{
		{"misspelt", "1001: AGAINT\n", "ask no-vote-word"},
		{"misspelt", almanacRow + "AGAINT\n1002: FOR\n", "1002 for; ask no-vote-word"},
		{"foreign", almanacRow + "ZA\n1002: FOR\n", "1002 for; ask no-vote-word"},
		{"a remark", almanacRow + "Lovely!\n1002: FOR\n", "1002 for"},
		{"misspelt", "1001: FRO\n1002: PRESNT\n", "ask no-vote-word"},
		{"misspelt", "1001: ENDORES Bob\n", "ask no-vote-word"},
		{"as another", "On 1001 I vote as Cem does.\n", "ask no-vote-word"},
		{"as another", "1001: I vote as G. does\n", "ask no-vote-word"},
		{"as another", "I vote like Bob on everything.\n", "ask no-number"},
		{"the same", "1001: same as the previous voters\n", "ask no-vote-word"},
		{"the same", "Same as the previous voters on 1001 and 1002.\n", "ask nothing"},
		{"the same", "I vote the same as everybody before me.\n", "ask no-number"},
		{"foreign", "1001: ZA\n", "ask no-vote-word"},
		{"foreign", "1001: 賛成\n", "ask no-vote-word"},
		{"foreign", "1001: JA, natürlich\n", "ask no-vote-word"},
		{"picture", almanacRow + art, "ask no-number; ask unclear"},
		{"picture", "1001:\n" + art, "ask no-number; ask unclear"},
		{"picture", art, "ask no-number"},
		{"far below", deep + "1001: FOR\n", "ask unclear"},
		{"far below", almanacRow + deep + "\nI endorse Bob on 1002\n", "ask unclear"},
		{"far below", deep + "\n\nI vote AGAINST all proposals.\n", "ask unclear"},
		{"of another", "Bob votes FOR 1001.\n", "ask nothing"},
		{"of another", "Cem told me that he votes AGAINST 1001.\n", "ask unclear"},
		{"of another", "1001: FOR (on behalf of Bob)\n", "ask unclear"},
		{"of another", "Bob endorses Ada on 1001.\n", "ask nothing"},
		{"one digit off", "1011: FOR\n", "aside not-open"},
		{"one digit off", "10001: FOR\n", "ask nothing"},
		{"one digit off", "1008: ENDORSE Bob\n", "aside not-open"},
		{"one digit off", "101: FOR\n", "ask rule-not-proposal"},
		{"a title", "1002 \"FOR the many\"\n", "ask no-vote-word"},
		{"a title", "1002  Ada Quillfeather  1  FOR the many\n", "ask nothing"},
		{"a title", "1002 FOR the many\n", "ask unclear"},
		{"a title", "> 1001  Bob Crumhorn  1  The almanac\n> 1002  Ada Quillfeather  1  FOR the many\nSee above.\n", "aside talk"},
		{"quoted", "> 1001: FOR\n\nI see.\n", "aside talk"},
		{"two of a name", "1001: ENDORSE Dov\n", "ask unclear"},
		{"two of a name", "I vote:\n1001: Dov\n", "ask unclear"},
		{"a stranger", "1001: ENDORSE Gus\n", "ask unclear"},
		{"a name alone", "1001: Bob\n", "ask unclear"},
		{"two things", "1001: FOR, ENDORSE Bob\n", "ask unclear"},
		{"two things", "1001: FOR or AGAINST\n", "ask unclear"},
		{"two ballots", "1001: FOR\n1002: PRESENT\n1001: AGAINST\n", "1002 present; ask contradiction"},
		{"no number", "ENDORSE Bob\n", "ask no-number"},
		{"no number", threeRows + "FOR\n", "ask no-number"},
		{"perhaps", "1001: perhaps PRESENT\n", "ask conditional"},
		{"perhaps", "1001: FOR, it depends\n", "ask conditional"},
		{"a question", "1001: ENDORSE Bob?\n", "ask unclear"},
		{"no ballot", "I endorse what Bob said about tea.\n", "aside talk"},
	}.check(t, thePond)
}

// TestBallotsInEveryLanguage: the ordinary ballots in the words of each language,
// and in the English capitals that list players use in all of them.
func TestBallotsInEveryLanguage(t *testing.T) {
	for lang, list := range map[string]shapes{
		"pt": {
			{"present", "1001: PRESENTE\n1002: A FAVOR\n1003: CONTRA\n", "1001 present; 1002 for; 1003 against"},
			{"present", "Voto presente na 1001.\n", "1001 present"},
			{"endorse", "1001: sigo o voto de Bob\n", "1001 endorse p2"},
			{"endorse", "Sigo a Ada na 1002 e na 1003\n", "1002 endorse p1; 1003 endorse p1"},
			{"endorse", "1001: ENDORSE Bob\n1002: PRESENT\n", "1001 endorse p2; 1002 present"},
			{"condition", "1001: a favor se o índice for 1, senão contra\n", "1001 conditional <a favor se o índice for 1, senão contra>"},
			{"condition", "1001: FOR se a Ada votar\n", "1001 conditional <FOR se a Ada votar>"},
			{"change", "Mudo o meu voto na 1001 para contra\n", "1001 against changes"},
			{"change", "Altero o meu voto na 1001: PRESENTE\n", "1001 present changes"},
			{"ongoing", "Voto a favor de todas as propostas em aberto.\n", "1001 for; 1002 for; 1003 for"},
		},
		"es": {
			{"present", "1001: PRESENTE\n1002: A FAVOR\n1003: EN CONTRA\n", "1001 present; 1002 for; 1003 against"},
			{"present", "Voto presente en la 1001.\n", "1001 present"},
			{"endorse", "1001: sigo a Bob\n", "1001 endorse p2"},
			{"endorse", "Sigo el voto de Ada en la 1002 y la 1003\n", "1002 endorse p1; 1003 endorse p1"},
			{"endorse", "1001: ENDORSE Bob\n1002: PRESENT\n", "1001 endorse p2; 1002 present"},
			{"condition", "1001: a favor si el índice es 1, si no en contra\n", "1001 conditional <a favor si el índice es 1, si no en contra>"},
			{"condition", "1001: AGAINST a menos que vote Ada\n", "1001 conditional <AGAINST a menos que vote Ada>"},
			{"change", "Cambio mi voto en la 1001 a en contra\n", "1001 against changes"},
			{"change", "Cambio mi voto sobre la 1001: PRESENTE\n", "1001 present changes"},
			{"ongoing", "Voto a favor de todas las propuestas abiertas.\n", "1001 for; 1002 for; 1003 for"},
		},
		"tr": {
			{"present", "1001: HAZIR\n1002: KABUL\n1003: RET\n", "1001 present; 1002 for; 1003 against"},
			{"endorse", "1001: Bob'a katılıyorum\n", "1001 endorse p2"},
			{"endorse", "1002: Ada'nın oyuna katılıyorum\n", "1002 endorse p1"},
			{"endorse", "1001: KATILIYORUM Bob\n1002: PRESENT\n", "1001 endorse p2; 1002 present"},
			{"condition", "1001: Ada oy verirse evet, yoksa hayır\n", "1001 conditional <Ada oy verirse evet, yoksa hayır>"},
			{"condition", "1001: FOR eğer Ada oy verirse\n", "1001 conditional <FOR eğer Ada oy verirse>"},
			{"change", "1001 için oyumu değiştiriyorum: hayır\n", "1001 against changes"},
			{"ongoing", "Açık önergelerin hepsine evet\n", "1001 for; 1002 for; 1003 for"},
		},
		"hu": {
			{"present", "1001: JELEN\n1002: MELLETTE\n1003: ELLENE\n", "1001 present; 1002 for; 1003 against"},
			{"endorse", "1001: csatlakozom Bobhoz\n", "1001 endorse p2"},
			{"endorse", "1002: Adához csatlakozom\n1003: támogatom Bobot\n", "1002 endorse p1; 1003 endorse p2"},
			{"endorse", "1001: CSATLAKOZOM Bob\n1002: PRESENT\n", "1001 endorse p2; 1002 present"},
			{"condition", "1001: igen, ha Ada is szavaz, különben nem\n", "1001 conditional <igen, ha Ada is szavaz, különben nem>"},
			{"condition", "1001: FOR ha az index 1\n", "1001 conditional <FOR ha az index 1>"},
			{"change", "Megváltoztatom a szavazatomat a 1001-re: ellene\n", "1001 against changes"},
			{"ongoing", "Az összes nyitott javaslatra igen\n", "1001 for; 1002 for; 1003 for"},
		},
	} {
		t.Run(lang, func(t *testing.T) {
			list.check(t, func() Context {
				c := thePond()
				c.Language = lang
				return c
			})
		})
	}
}

// alternatives is a mail whose plain text and HTML say what they say.
func alternatives(plain, html string) []byte {
	return []byte("From: Zoe Lanternjaw <zoe.lanternjaw@example.org>\nTo: pond@nomic.example.org\nSubject: votes\nMIME-Version: 1.0\n" +
		"Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n" + plain +
		"\n--b\nContent-Type: text/html; charset=utf-8\n\n<html><body><p>" + html + "</p></body></html>\n--b--\n")
}

// TestAlternativesThatDiffer: what the plain text of a mail says and its HTML does
// not was not seen by its author.
func TestAlternativesThatDiffer(t *testing.T) {
	for _, c := range []struct{ plain, html, want string }{
		{"1001: FOR", "1001: FOR", "1001 for"},
		{"1001: ENDORSE Bob", "1001: <b>ENDORSE</b> Bob", "1001 endorse p2"},
		{"1001: FOR", "1001: AGAINST", "ask contradiction"},
		{"1001: FOR", "1002: FOR", "ask contradiction"},
		{"1001: ENDORSE Bob", "1001: ENDORSE Ada", "ask contradiction"},
		{"1001: FOR if Bob votes", "1001: FOR if Ada votes", "ask contradiction"},
		{"1001: 2 FOR, 1 AGAINST", "1001: 1 FOR, 2 AGAINST", "ask contradiction"},
	} {
		if got := castIn(Parse(alternatives(c.plain, c.html), Options{}), thePond()); got != c.want {
			t.Errorf("%q beside %q: %s, want %s", c.plain, c.html, got, c.want)
		}
	}
}

// TestBallotsInBounces: a ballot that comes back undelivered is nobody's.
func TestBallotsInBounces(t *testing.T) {
	for _, text := range []string{"1001: FOR", "I endorse Bob on 1001", "1001: FOR if Bob votes, otherwise AGAINST"} {
		raw := "From: Mail Delivery System <mailer-daemon@example.org>\nTo: zoe@example.org\nSubject: Undelivered Mail Returned to Sender\nMIME-Version: 1.0\n" +
			"Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nYour mail could not be delivered.\n\n" + text + "\n" +
			"\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; example.org\n\nFinal-Recipient: rfc822; pond@example.org\nAction: failed\nStatus: 5.1.1\n" +
			"\n--b\nContent-Type: message/rfc822\n\nFrom: zoe@example.org\nSubject: votes\n\n" + text + "\n--b--\n"
		if got := castIn(Parse([]byte(raw), Options{}), thePond()); got != string(Bounced) {
			t.Errorf("%q in a bounce: %s", text, got)
		}
	}
}
