package officer

import (
	"fmt"
	"strings"
	"testing"

	"nomicmail/internal/rules"
)

var few = []Player{
	{"p1", []string{"Ada Quillfeather", "Ada", "Quill"}}, {"p2", []string{"Bob Crumhorn", "Bob", "B."}},
	{"p3", []string{"Cem Oatmarsh", "Cem"}}, {"p4", []string{"Ada Oatmarsh", "Ada"}}, {"p5", []string{"Dov", "Ünal"}},
}

// known says that the proposals below 1010 have been distributed.
func known(n int) bool { return n > 1000 && n < 1010 }

func reads(t *testing.T, subject, text string) Post {
	t.Helper()
	return Read(subject, text, Context{Players: few, Known: known})
}

// told writes a result in a line.
func told(x Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", x.Number)
	for _, v := range x.Votes {
		fmt.Fprintf(&b, " %s", v.Voter)
		if v.Voter == "" {
			fmt.Fprintf(&b, "%q", v.Name)
		}
		fmt.Fprintf(&b, "=%s", v.Option)
		if v.Strength >= 0 {
			fmt.Fprintf(&b, "x%d", v.Strength)
		}
	}
	fmt.Fprintf(&b, " F%d A%d B%d Q%d I%s %s", x.Favour, x.Against, x.Ballots, x.Quorum, x.Index, x.Outcome)
	return b.String()
}

func TestResolutions(t *testing.T) {
	for what, x := range map[string]struct{ text, want string }{
		"a block": {
			"PROPOSAL 1003 (Tea)\nAUTHOR: Bob\nFOR (2): Ada Quillfeather, Bob\nAGAINST (1): Cem (3)\nPRESENT (1): Dov\nBALLOTS: 4\nAI (F/A): 6/3 (AI=1.0)\nPOPULARITY: 0.333\nOUTCOME: ADOPTED\n",
			"1003 p1=for p2=for p3=againstx3 p5=present F6 A3 B4 Q-1 I1.0 adopted",
		},
		"markup and wrapping": {
			"*1003* Tea\n*FOR*: Quill (3, endorsing Bob),\n   B. x2\n*AGAINST*: none\n*Quorum*: 3\n*Result*: Failed quorum\n",
			"1003 p1=forx3 p2=forx2 F-1 A-1 B-1 Q3 I no quorum",
		},
		"a sentence": {
			"Proposal 1003 (Adopted children) is REJECTED with F=3, A=6, quorum 2 (3 voters).\n  For: Cem\n  Against: Bob, 3xDov\n",
			"1003 p3=for p2=against p5=againstx3 F3 A6 B3 Q2 I rejected",
		},
		"figures below an empty list": {
			"1003 Tea: ADOPTED\nFOR (2): Bob,\n  Cem\nAGAINST (0):\nF/A 6/0, quorum 2\n",
			"1003 p2=for p3=for F6 A0 B-1 Q2 I adopted",
		},
		"a title that is no outcome": {"1003: The Adopted\nFOR: Bob\nVoters: 1\n", "1003 p2=for F-1 A-1 B1 Q-1 I "},
		"a summary first":            {"1003  Tea  ADOPTED\n\n1003: Tea\nFOR: Bob\nAGAINST:\n\nID: 1003\nFOR: no side of the text below\n", "1003 p2=for F-1 A-1 B-1 Q-1 I adopted"},
		"a table":                    {"Voter     1003   1004\n---------------------\nBob        F      -\nCem        3A     F\nZed        P      F\n\nF/A       3/3    6/0\nQuorum     2      2\nOutcome REJECTED ADOPTED\n", "1003 p2=for p3=againstx3 \"Zed\"=present F3 A3 B-1 Q2 I rejected"},
		"two players of one name":    {"1003\nFOR: Ada\nOUTCOME: ADOPTED\n", "1003 \"Ada\"=for F-1 A-1 B-1 Q-1 I adopted"},
		"marks on letters":           {"1003\nFOR: unal\nOUTCOME: ADOPTED\n", "1003 p5=for F-1 A-1 B-1 Q-1 I adopted"},
		"quoted":                     {"> 1003\n> FOR: Cem\n1003\nFOR: Bob\nOUTCOME: ADOPTED\n", "1003 p2=for F-1 A-1 B-1 Q-1 I adopted"},
	} {
		p := reads(t, "Resolution", x.text)
		if p.Kind != Resolution || len(p.Results) == 0 {
			t.Errorf("%s: %+v", what, p)
			continue
		}
		if got := told(p.Results[0]); got != x.want {
			t.Errorf("%s:\n%s\nnot\n%s", what, got, x.want)
		}
	}
}

func TestTwoFiguresAreNone(t *testing.T) {
	p := reads(t, "Resolution", "1003\nFOR: Bob\nQuorum: 3\nQuorum: 4\nQuorum: 4\nOUTCOME: ADOPTED\nOUTCOME: REJECTED\n")
	if got := told(p.Results[0]); got != "1003 p2=for F-1 A-1 B-1 Q-1 I " {
		t.Error(got)
	}
	if len(p.Unread) < 2 || p.Unread[0].Why != WhyTwice || p.Unread[0].About != 1003 || p.Unread[0].Line != 4 {
		t.Errorf("%+v", p.Unread)
	}
}

const slashed = `I hereby distribute these. The quorum is 4.

ID     Author(s)         AI    Title
----------------------------------------------------------------------
1010*  Bob, Cem          1.7   Tea at four
1011   Ada Quillfeather  3.0   A bell

//////////////////////////////////////////////////////////////////////
ID: 1010
Title: Tea at four
Adoption index: 1.7
Author: Bob
Co-authors: Cem


amend 1001
Tea: at four.

Cake, too.

//////////////////////////////////////////////////////////////////////
ID: 1011
Title: A bell

There is a bell.
//////////////////////////////////////////////////////////////////////

_______________________________________________
A list
`

func TestDistributions(t *testing.T) {
	p := reads(t, "Distribution", slashed)
	if p.Kind != Distribution || p.Quorum != 4 || len(p.Rows) != 2 || len(p.Unread) != 0 {
		t.Fatalf("%+v", p)
	}
	a, b := p.Rows[0], p.Rows[1]
	if a.Number != 1010 || a.Author != "Bob, Cem" || a.Index != "1.7" || a.Title != "Tea at four" || a.Text != "amend 1001\nTea: at four.\n\nCake, too." {
		t.Errorf("%+v", a)
	}
	if b.Number != 1011 || b.Text != "There is a bell." {
		t.Errorf("%+v", b)
	}
	for what, text := range map[string]string{
		"a list":        "* 1010: Tea at four, by Bob (AI 1.7)\n* 1011: A bell, by Ada\n\nProposal 1010: Tea at four\n=====\n\nTea.\n\nProposal 1011: A bell\n=====\n\nThere is a bell.\n",
		"bars":          "| No. | Title | AI | Author |\n| 1010 | Tea at four | 1.7 | Bob |\n| 1011 | A bell | 1 | Ada |\n\n1010 Tea at four\n---\nTea.\n\n1011 A bell\n---\nThere is a bell.\n",
		"no text of it": strings.Replace(slashed, "ID: 1010\nTitle", "ID: 1019\nTitle", 1),
	} {
		p := reads(t, "Distribution", text)
		if p.Kind != Distribution || len(p.Rows) != 2 || p.Rows[1].Text != "There is a bell." {
			t.Errorf("%s: %+v", what, p)
		}
		if lacks := len(p.Unread) == 1 && p.Unread[0].Why == WhyNoText; lacks != (what == "no text of it") {
			t.Errorf("%s: unread %+v", what, p.Unread)
		}
	}
}

func TestWhatIsNotOfficial(t *testing.T) {
	for text, want := range map[string]Kind{
		"Hello, has anybody seen 1003?\nFOR what it is worth: no.\n":                       None,
		"> PROPOSAL 1003 (Tea)\n> FOR: Bob\n> OUTCOME: ADOPTED\n\nI doubt that.\n":         None,
		"ID     Author  AI   Title\n1003   Bob     1.0  Tea\n1004   Cem     1.0  A bell\n": None, // a report of what is known
		"ID     Author  AI   Title\n1012   Bob     1.0  Tea\n":                             None, // without a text
		"1003 FOR\n1004 AGAINST\n":            None,
		"I vote:\n1003: FOR\n1004: PRESENT\n": None,
		"Rule 1/0 (Power=1)\nA\n\nx\n\nRule 2/0 (Power=1)\nB\n\ny\n\nRule 3/1 (Power=2)\nC\n\nz": Ruleset,
	} {
		if p := reads(t, "words", text); p.Kind != want {
			t.Errorf("%q is %q: %+v", text, p.Kind, p)
		}
	}
	if p := reads(t, "Resolution of 1003-1005", "See the attached picture.\n"); p.Kind != Unclear || len(p.Unread) != 1 {
		t.Errorf("%+v", p)
	}
	if p := reads(t, "Re: Resolution of 1003-1005", "Well done.\n"); p.Kind != None {
		t.Errorf("%+v", p)
	}
}

func TestRules(t *testing.T) {
	list := ReadRules("Rules\n\nRule 105/3 (Power=2)\nTea at four\n\n      There is tea.\n\n      And cake; Rule 7 says so.\n\nHistory:\n\nEnacted by P1\nAmended(1) by P2\n\n----\n\nRule 106 - Bells (Immutable)\n\nThere are bells.\n")
	if len(list) != 2 {
		t.Fatalf("%+v", list)
	}
	a, b := list[0], list[1]
	if a.Number != 105 || a.Revision != 3 || a.Power != "2" || a.Title != "Tea at four" || a.Text != "There is tea.\n\nAnd cake; Rule 7 says so." || len(a.History) != 2 || a.Lines[1] != 13 {
		t.Errorf("%+v", a)
	}
	if b.Number != 106 || b.Revision != -1 || b.Title != "Bells" || b.Mutable != "immutable" || b.Text != "There are bells." {
		t.Errorf("%+v", b)
	}
}

// FuzzRead looks for a panic, and that nothing grows beyond its bounds.
func FuzzRead(f *testing.F) {
	for _, s := range []string{slashed, "Voter 1003 1004\nBob F A\n", "1003\nFOR: ((((,,,\nF/A: 9999999999999999999999/1\n", "Rule 1/1\n\nHistory:\n"} {
		f.Add("Distribution", s)
	}
	f.Fuzz(func(t *testing.T, subject, text string) {
		p := Read(subject, text, Context{Players: few, Known: known})
		for _, x := range p.Results {
			for _, v := range x.Votes {
				if v.Voter != "" && v.Option != rules.For && v.Option != rules.Against && v.Option != rules.Present && v.Option != "" {
					t.Errorf("%+v", v)
				}
			}
		}
		if len(p.Rows) > maxRows || len(p.Results) > maxRows || len(p.Unread) > maxUnread {
			t.Error("too much was read")
		}
		ReadRules(text)
	})
}
