package parser

import (
	"testing"

	"nomicmail/internal/rules"
)

// theDecades is a game whose proposals have come to five figures, theSeedling one that
// has just begun, and theBed one in which a ballot there has several votes.
func theDecades() Context {
	c := thePond()
	c.Open = []int{9999, 10000, 10001, 10007}
	c.Highest = 10007
	c.Ballots.Listed = []Listed{{9999, 1, "The almanac", "Bob Crumhorn"}, {10000, 1, "Round", "Ada Quillfeather"}, {10001, 1, "Two weeks", "Cem Oatmarsh"}, {10007, 1, "Tea", "Murph Peartree"}}
	return c
}

func theSeedling() Context {
	c := thePond()
	c.Open, c.Decided, c.Highest = []int{2, 7, 8, 9}, []int{1, 3, 4, 5, 6}, 9
	c.Ballots.Listed = []Listed{{2, 1, "The almanac", "Bob Crumhorn"}, {7, 1, "Round", "Ada Quillfeather"}, {8, 1, "Two weeks", "Cem Oatmarsh"}, {9, 1, "Tea", "Murph Peartree"}}
	return c
}

func theBed() Context {
	c := theSeedling()
	c.Ballots.Divides = true
	return c
}

// TestFiveFigures: numbers above 9999 are read where proposals have come near them, or
// where they stand behind that word.
func TestFiveFigures(t *testing.T) {
	shapes{
		{"number first", "10001: FOR\n9999: AGAINST\n", "10001 for; 9999 against"},
		{"number first", "10000 FOR\n#10001 AGAINST\nP10007 PRESENT\n", "10000 for; 10001 against; 10007 present"},
		{"ranges", "9999-10001: FOR\n", "10000 for; 10001 for; 9999 for"},
		{"ranges", "10000-1: FOR\n", "10000 for; 10001 for"},
		{"ranges", "10000,10007: AGAINST\n", "10000 against; 10007 against"},
		{"ranges", "I vote FOR 9999 to 10001.\n", "10000 for; 10001 for; 9999 for"},
		{"sentence", "I vote FOR proposals 10000 and 10007, and AGAINST 10001.\n", "10000 for; 10001 against; 10007 for"},
		{"glued", "10001for\n", "10001 for"},
		{"under a row", "> 10001  Cem Oatmarsh  1.0  Two weeks\nFOR\n", "10001 for"},
		{"filled table", "10001  Cem Oatmarsh  1.0  Two weeks  FOR\n", "10001 for"},
		{"columns", "10007   Tea   AGAINST\n10001   Two weeks   FOR\n", "10001 for; 10007 against"},
		{"change", "I change my vote on 10001 to AGAINST\n", "10001 against changes"},
		{"retract", "I retract my vote on 10001\n", "10001 withdrawn"},
		{"endorse", "10001: ENDORSE Bob\n", "10001 endorse p2"},
		{"tr", "10001'e evet\n", "10001 for"},
		{"hu", "A 10001-re igen\n", "10001 for"},
		{"not open", "10006: FOR\n", "aside not-open"},
		{"not open", "Proposal 20006: FOR\n", "aside not-open"},
		{"another number", "12345: FOR\n", "ask nothing"},
		{"a zip code", "I vote FOR 10001.\n\nZoe Lanternjaw\n12 Pond Road\nSpringfield 10007\n", "10001 for"},
		{"a telephone", "10001: FOR\n\nTel. 555 10007\n", "10001 for"},
		{"a telephone", "10001: FOR\n\nTel. 10000-10007\n", "10001 for"},
		{"a day", "Since 2026-10-07 I am back.\n", "aside talk"},
		{"an hour", "10:07: FOR\n", "ask nothing"},
	}.check(t, theDecades)
	shapes{
		{"too far", "10001: FOR\n", "ask nothing"},
		{"named", "Proposal 10001: FOR\n", "aside not-open"},
		{"named", "P10001: FOR\n", "aside not-open"},
		{"zip", "I live in 10001 New York, and vote FOR 1001.\n", "1001 for"},
	}.check(t, thePond)
}

// TestLowNumbers: numbers below 100 are read where proposals have them, in forms that
// are plain.
func TestLowNumbers(t *testing.T) {
	plainly := shapes{
		{"named", "Proposal 7: FOR\n", "7 for"},
		{"named", "Proposals 7, 8 and 9: AGAINST\n", "7 against; 8 against; 9 against"},
		{"named", "I vote FOR proposal 7 and AGAINST proposal 8.\n", "7 for; 8 against"},
		{"named", "I vote FOR proposal 2, since it is harmless.\n", "2 for"},
		{"marked", "#7 FOR\n#8: AGAINST\n", "7 for; 8 against"},
		{"marked", "P7 AGAINST\np8: PRESENT\n", "7 against; 8 present"},
		{"colon", "7: FOR\n8: AGAINST (too long)\n", "7 for; 8 against"},
		{"colon", "7, 9: FOR\n8: ENDORSE Bob\n", "7 for; 8 endorse p2; 9 for"},
		{"colon", "7-9: FOR\n", "7 for; 8 for; 9 for"},
		{"colon", "7 to 9: FOR\n", "7 for; 8 for; 9 for"},
		{"dash", "7 - FOR\n8 - AGAINST\n", "7 for; 8 against"},
		{"vote first", "FOR: 7, 9\nAGAINST: 8\n", "7 for; 8 against; 9 for"},
		{"condition", "7: FOR if Bob votes, otherwise AGAINST\n", "7 conditional <FOR if Bob votes, otherwise AGAINST>"},
		{"under a row", "> 7  Ada Quillfeather  1.0  Round\nFOR\n> 8  Cem Oatmarsh  1.0  Two weeks\nAGAINST\n", "7 for; 8 against"},
		{"filled table", "7  Ada Quillfeather  1.0  Round  FOR\n", "7 for"},
		{"columns", "7    Round    FOR\n8    Two weeks    AGAINST\n", "7 for; 8 against"},
		{"change", "I change my vote on proposal 7 to AGAINST.\n", "7 against changes"},
		{"tr", "7. önergeye evet\n", "7 for"},
		{"tr", "7'ye evet\n", "7 for"},
		{"hu", "A 7. javaslatra igen\n", "7 for"},
		{"hu", "7-re igen\n", "7 for"},
		{"pt", "Proposta 7: a favor\n", "7 for"},
		{"es", "Propuesta 7: en contra\n", "7 against"},
		{"not open", "Proposal 5: FOR\n", "aside not-open"},
		{"not open", "5: FOR\n", "aside not-open"},
		{"an item", "7. FOR\n", "ask unclear"},
		{"an item", "7) FOR\n", "ask unclear"},
		{"days", "In 7 days we shall know.\n", "aside talk"},
		{"days", "Two of the 9 players have been away for 8 days.\n", "aside talk"},
		{"an hour", "See you at 7:30 or at 8 o'clock.\n", "aside talk"},
		{"a decimal", "The index is 2.7, or 8,9.\n", "aside talk"},
		{"a day", "On 7/8 we met. On 9 March, too.\n", "aside talk"},
		{"money", "I have $7 and 8 points.\n", "aside talk"},
		{"a share", "9% of us are away.\n", "aside talk"},
	}
	plainly.check(t, theSeedling)
	plainly.check(t, theBed)
	shapes{
		{"bare", "7 FOR\n8 AGAINST\n", "7 for; 8 against"},
		{"bare", "I vote FOR 7.\n", "7 for"},
		{"bare", "7 FOR, 8 AGAINST, 9 PRESENT\n", "7 for; 8 against; 9 present"},
		{"with others", "It has 7 votes FOR it.\n", "aside talk"},
	}.check(t, theSeedling)
	shapes{
		{"votes", "7 FOR\n", "ask unclear"},
		{"votes", "I vote FOR 7.\n", "ask unclear"},
		{"votes", "7: 2 FOR, 8 AGAINST\n", "7 for 2for 8against"},
		{"votes", "Proposal 7: FOR x 2\n", "7 for 2for"},
		{"votes", "> 7  Ada Quillfeather  1.0  Round\n2 FOR\n", "ask unclear"},
	}.check(t, theBed)
	for _, a := range (&reader{}).sayFor([]int{7}, rules.Present) {
		if got := castIn(Parse(mailOf(a+"\n"), Options{}), theBed()); len(got) > len("7 present") {
			t.Errorf("our own %q: %s", a, got)
		}
	}
}
