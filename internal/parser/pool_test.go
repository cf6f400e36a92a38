package parser

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nomicmail/internal/rules"
)

// theBank is the context of a game without turns in which two proposals of the
// sender's wait.
func theBank() Context {
	c := thePond()
	c.Pool = &Pool{Own: []string{"The almanac", "Tea"}}
	return c
}

// wholeOf is a proposal in a line for each part.
func wholeOf(p rules.Propose) string {
	out := []string{fmt.Sprintf("%q index %v by %s", p.Title, p.Index, strings.Join(p.Coauthors, "+"))}
	for _, d := range p.Drafts {
		s := string(d.Kind)
		if d.Rule > 0 {
			s += " " + itoa(d.Rule)
		}
		if d.Title != "" {
			s += fmt.Sprintf(" %q", d.Title)
		}
		if d.Text != "" {
			s += fmt.Sprintf(" text %q", d.Text)
		}
		if d.Clause != "" {
			s += fmt.Sprintf(" clause %q", d.Clause)
		}
		if d.Edit != nil {
			s += fmt.Sprintf(" edit %q %q", d.Edit.Old, d.Edit.New)
		}
		if d.Power.Sign() > 0 {
			s += " power " + d.Power.String()
		}
		if d.Category != "" {
			s += fmt.Sprintf(" category %q", d.Category)
		}
		out = append(out, s)
	}
	return strings.Join(out, "\n")
}

// poolIn is what a mail does in such a game.
func poolIn(text string, c Context) []string {
	l := Parse(mailOf(text), Options{})
	var out []string
	for _, f := range Read(l, c).Fragments {
		p, is := f.Command.(rules.Propose)
		w, withdrawn := f.Command.(rules.WithdrawProposal)
		switch {
		case f.Outcome == HeldBack:
			out = append(out, strings.Join(append([]string{"ask " + f.Reason}, f.Answers...), ": "))
		case f.Outcome == SetAside:
			out = append(out, "aside "+f.Reason)
		case is:
			out = append(out, wholeOf(p))
		case withdrawn:
			out = append(out, fmt.Sprintf("withdraw %q %d", w.Title, w.Proposal))
		default:
			out = append(out, ballotOf(f))
		}
	}
	return out
}

// TestProposalsOfManyParts reads proposals with heads and parts.
func TestProposalsOfManyParts(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"title: The almanac\nindex: 2\ncoauthors: Bob, Cem and Ada\n\nenact\ntitle: Almanac\nEvery player writes a line.\nend\n\namend 105\nreplace \"7 days\" with \"8 days\"\n\nrepeal 110\n",
			[]string{"\"The almanac\" index 2 by Bob+Cem+Ada\nenact \"Almanac\" text \"Every player writes a line.\"\namend 105 edit \"7 days\" \"8 days\"\nrepeal 110"}},
		{"coauthors: Bob\nAI: 1.5\ntitle: Voting\nretitle 105 to \"How to vote\"\nset power of 105 to 2\nre-enact 112\nrepeal 110\n",
			[]string{"\"Voting\" index 3/2 by Bob\nretitle 105 \"How to vote\"\npower 105 power 2\nre-enact 112\nrepeal 110"}},
		{"enact\ntitle: The almanac\nadoption index: 3\npower: 2\ncoauthors: Cem\nEvery player writes a line.\nend\n",
			[]string{"\"\" index 3 by Cem\nenact \"The almanac\" text \"Every player writes a line.\" power 2"}},
		{"enact\nindex: 3\ntitle: The almanac\nEvery player writes a line.\nclause:\nx = 1\nend\nrepeal 110\n",
			[]string{"\"\" index 3 by \nenact \"The almanac\" text \"Every player writes a line.\" clause \"x = 1\"\nrepeal 110"}},
		{"title: Two texts\nenact\ntitle: One\nThe first text.\n\nIt has two paragraphs.\nend\nenact\ntitle: Two\nThe second.\nend\nThat is it, friends.\n1001: FOR\n",
			[]string{"\"Two texts\" index 0 by \nenact \"One\" text \"The first text.\\n\\nIt has two paragraphs.\"\nenact \"Two\" text \"The second.\""}},
		{"title: Tidy\n\nappend to 106:\nNobody endorses twice.\nend\n\namend 105\nreplace \"7\" with \"8\"\nend\namend 104\ndelete \"Each Monday\"\n",
			[]string{"\"Tidy\" index 0 by \namend 106 edit \"\" \"Nobody endorses twice.\"\namend 105 edit \"7\" \"8\"\namend 104 edit \"Each Monday\" \"\""}},
		{"re-enact 112\ntitle: Back again\ntext: It is back.\nend\nrepeal 110\n",
			[]string{"\"\" index 0 by \nre-enact 112 \"Back again\" text \"It is back.\"\nrepeal 110"}},
		// One part alone, as ever.
		{"title: The almanac\nenact\nEvery player writes a line.\nend\n", []string{"\"The almanac\" index 0 by \nenact \"The almanac\" text \"Every player writes a line.\""}},
		{"title: Longer\namend 105\nreplace \"7\" with \"8\"\n", []string{"\"Longer\" index 0 by \namend 105 edit \"7\" \"8\""}},
		{"repeal 110\n\n1001: FOR\n", []string{"\"\" index 0 by \nrepeal 110", "1001 for"}},
		// Several proposals.
		{"proposal: The almanac\nindex: 2\nenact\nEvery player writes a line.\nend\n\nproposal: No more 110\ncoauthors: Bob\nrepeal 110\n",
			[]string{"\"The almanac\" index 2 by \nenact \"The almanac\" text \"Every player writes a line.\"", "\"No more 110\" index 0 by Bob\nrepeal 110"}},
		{"proposal \"One\"\nrepeal 110\nrepeal 111\n\nproposal \"Two\"\nrepeal 112\nnew proposal\nrepeal 113\n",
			[]string{"\"One\" index 0 by \nrepeal 110\nrepeal 111", "\"Two\" index 0 by \nrepeal 112", "\"\" index 0 by \nrepeal 113"}},
		{"new proposal\ntitle: One\nrepeal 110\nend\n\nnew proposal\ntitle: Two\nrepeal 112\n", []string{"\"One\" index 0 by \nrepeal 110", "\"Two\" index 0 by \nrepeal 112"}},
		// What is not clear is asked about.
		{"title: One\nrepeal 110\n\ntitle: Two\nrepeal 112\n", []string{"ask two-proposals"}},
		{"index: 2\nrepeal 110\n\nindex: 3\nrepeal 112\n", []string{"ask two-proposals"}},
		{"title: One\ntitle: Two\nrepeal 112\n", []string{"ask two-proposals"}},
		{"repeal 110\ncoauthors: Bob\n", []string{"ask two-proposals"}},
		{"index: high\nrepeal 110\n", []string{"ask no-index"}},
		{"amend 105\nreplace \"7\" with \"8\"\nand \"9\" with \"10\"\nrepeal 110\n", []string{"ask unclear"}},
		// As lists write them.
		{"I submit the following proposal:\n\nTitle: The almanac\nAdoption index: 1.5\nAuthor: Zoe\nCoauthors: Bob, Cem\n\nEnact a new rule titled \"Lines\", reading:\n{\n  Every player writes a line.\n\n  {Two} on Sundays.\n}\n\nI hope you like it. More to come.\n",
			[]string{"\"The almanac\" index 3/2 by Bob+Cem\nenact \"Lines\" text \"Every player writes a line.\\n\\n{Two} on Sundays.\""}},
		{"Proposal: Tidy\nAI: 2\n{\nAmend Rule 105 by appending the following paragraph:\n{\n  Officers sweep.\n}\n\nRepeal Rule 106.\n}\n",
			[]string{"\"Tidy\" index 2 by \namend 105 edit \"\" \"Officers sweep.\"\nrepeal 106"}},
		{"I submit a proposal titled \"Tidy\", adoption index 3, with the following text:\n\nAmend Rule 105 by replacing {seven days} with {five days}.\n",
			[]string{"\"Tidy\" index 3 by \namend 105 edit \"seven days\" \"five days\""}},
		{"Proposal: Tidy (AI=3)\n\nrepeal 110\n", []string{"\"Tidy\" index 3 by \nrepeal 110"}},
		{"Proposal: Tidy (for once)\n\nrepeal 110\n", []string{"\"Tidy (for once)\" index 0 by \nrepeal 110"}},
		{"Proposal: Tidy (AI=3)\nAI: 2\n\nrepeal 110\n", []string{"ask two-proposals"}},
		{"title: Fish\n\nEnact a Power 2 rule titled \"Ponds\" with the following text:\n\n      Each pond has a fish.\n\nrepeal 110\n",
			[]string{"\"Fish\" index 0 by \nenact \"Ponds\" text \"Each pond has a fish.\" power 2\nrepeal 110"}},
		{"title: Fish\n\nEnact a nice new rule called \"Ponds\" (Power=1.5), with the text: \"Each pond has a fish.\"\n",
			[]string{"\"Fish\" index 0 by \nenact \"Ponds\" text \"Each pond has a fish.\" power 3/2"}},
		// Categories.
		{"enact\ntitle: Fish\ncategory: The ponds\npower: 2\nEach pond has a fish.\nend\n", []string{"\"\" index 0 by \nenact \"Fish\" text \"Each pond has a fish.\" power 2 category \"The ponds\""}},
		{"title: Fish\ncategory: Ponds\n\nenact\nEach pond has a fish.\nend\n\nenact\ncategory: Officers\nSomebody feeds it.\nend\n\nrepeal 110\n",
			[]string{"\"Fish\" index 0 by \nenact text \"Each pond has a fish.\" category \"Ponds\"\nenact text \"Somebody feeds it.\" category \"Officers\"\nrepeal 110"}},
		{"re-enact 112\ncategory: Ponds\ntext: It is back.\nend\n", []string{"\"\" index 0 by \nre-enact 112 text \"It is back.\" category \"Ponds\""}},
		{"amend 105\ncategory: Ponds\nEach pond has a fish.\nend\n", []string{"ask unclear"}},
		{"enact\ntitle: Peixe\ncategoría: Lagos\nCada lago tem um peixe.\nend\n", []string{"\"\" index 0 by \nenact \"Peixe\" text \"Cada lago tem um peixe.\" category \"Lagos\""}},
		{"yürürlüğe koy\nbaşlık: Balık\nkategori: Göller\nHer gölde bir balık vardır.\nson\n", []string{"\"\" index 0 by \nenact \"Balık\" text \"Her gölde bir balık vardır.\" category \"Göller\""}},
		{"új szabály\ncím: Hal\nkategória: Tavak\nMinden tóban van hal.\nvége\n", []string{"\"\" index 0 by \nenact \"Hal\" text \"Minden tóban van hal.\" category \"Tavak\""}},
		// What is called a draft.
		{"Proto-proposal: Fish\n\nenact\nEach pond has a fish.\nend\n\nComments welcome before I submit it.\n", []string{"ask unclear"}},
		{"Here is a draft of my proposal: repeal 110. What do you think?\n", []string{"ask unclear"}},
		{"This is only a draft:\n\nretitle 104 to \"The table\"\n", []string{"ask unclear"}},
		{"Isto é só um rascunho:\n\nrevogo a regra 110\n", []string{"ask unclear"}},
		{"Esto es un borrador:\n\nderogo la regla 110\n", []string{"ask unclear"}},
		{"Bu yalnızca bir taslak:\n\n110 numaralı kuralı kaldır\n", []string{"ask unclear"}},
		{"Ez csak egy tervezet:\n\njavaslom a 110. szabály eltörlését\n", []string{"ask unclear"}},
		{"The draft was on the other list last week.\n\nproposal: Fish\nrepeal 110\n", []string{"\"Fish\" index 0 by \nrepeal 110"}},
		{"Here is a draft that I like. I submit it as a proposal:\n\nrepeal 110\n", []string{"\"\" index 0 by \nrepeal 110"}},
		// The pool.
		{"withdraw \"The almanac\"\n", []string{"withdraw \"The almanac\" 0"}},
		{"I withdraw my proposal The almanac.\n", []string{"withdraw \"The almanac\" 0"}},
		{"withdraw the proposal \"Rum\"\n", []string{"withdraw \"Rum\" 0"}},
		{"I withdraw my proposal\n", []string{"ask which-pooled: withdraw \"The almanac\": withdraw \"Tea\""}},
		{"withdraw Tea\nrepeal 110\n", []string{"\"\" index 0 by \nrepeal 110", "withdraw \"Tea\" 0"}},
		{"retract my vote on 1001\n", []string{"1001 withdrawn"}},
		{"Should we set power of 105 to 2?\n", []string{"aside talk"}},
		{"I think that we should retitle 105 to \"Votes\" one day.\n", []string{"ask unclear"}},
		{"My withdrawal symptoms are awful.\n", []string{"aside talk"}},
	} {
		got := poolIn(c.text, theBank())
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("%q\n got %q\nwant %q", c.text, got, c.want)
		}
	}
}

// TestSubjectOfAProposal: what stands in the Subject of a list's mail is the title
// and the index of the proposal in it.
func TestSubjectOfAProposal(t *testing.T) {
	for subject, want := range map[string]string{
		"BUS: Proposal: Tidy (AI=3)": "\"Tidy\" index 3 by \nrepeal 110",
		"[pond] Proposal: Tidy":      "\"Tidy\" index 0 by \nrepeal 110",
		"DIS: Proto: Tidy":           "ask unclear",
		"[draft] Tidy":               "ask unclear",
		"Proto no longer: Tidy":      "\"\" index 0 by \nrepeal 110",
	} {
		l := Parse(mailOf("repeal 110\n"), Options{})
		l.Subject, l.InReplyTo, l.References = subject, nil, nil
		var got []string
		for _, f := range Read(l, theBank()).Fragments {
			if p, is := f.Command.(rules.Propose); is && f.Outcome == Counted {
				got = append(got, wholeOf(p))
			} else {
				got = append(got, "ask "+f.Reason)
			}
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%q: %q, want %q", subject, got, want)
		}
	}
}

// TestHostileListMails: what is read only in games without turns takes no long
// time on any mail, however many vote there.
func TestHostileListMails(t *testing.T) {
	c := theBank()
	for i := range 200 {
		c.Ballots.Voters = append(c.Ballots.Voters, Voter{rules.PlayerID("v" + itoa(i)), "Given" + itoa(i), "The", nil})
	}
	for name, piece := range map[string]string{
		"beside names": "the vote on my ballot of the matter in the way of the own vote, please\n",
		"endorsing":    "I endorse the the the the the the the the\n",
		"conditions":   "1001: FOR if 1002: FOR if (the (the) if\n",
		"brackets":     "1001: FOR (((((((((((((((((((((\n",
		"rows":         "1001  Bob Crumhorn  1  The almanac   FOR (the\n",
		"long rows":    "1001 Bob Bob Bob Bob Bob Bob Bob Bob Bob Bob Bob Bob Bob Bob Bob Bob Bob Bob ",
		"numbers":      "1001, 1002, 1003, 1001, 1002, 1003, ",
		"changes":      "change my vote change my vote change my vote ",
		"parts":        "enact\nx\nretitle 105 to \"x\"\n",
		"ends":         "enact\nx\nend\nrepeal 110\n",
		"edits":        "amend 105\nreplace \"x\" with \"y\"\n",
		"broken edits": "amend 105\nreplace \"x\" with\n\"y\" and\n\"z\" to\n",
		"heads":        "proposal: x\nindex: 2\ntitle: y\n",
		"withdrawals":  "withdraw my proposal the the the the the the\n",
	} {
		raw := mailOf(strings.Repeat(piece, (32<<10)/len(piece)))
		d, _ := weather(t, raw, c)
		if d > limit {
			t.Errorf("%s: %v", name, d)
		}
	}
}
