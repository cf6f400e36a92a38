package moderator_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// exhibit is how a rule of docs/gallery.md is played. The moves stand between
// commas. A move is a vote in the order of turns, Cleo, Ada and Bram: for,
// against, abstaining or silent ("+", "-", "0", "."), on what the mover proposes:
// in the first turn, Cleo's, the rule of the page, and later that tea be served
// or what stands before the vote. In turn n the proposal is 300 + n and brings
// its mover (9 + n) × share by Rule 202; where it is defeated, 10 less by 206.
// As long as nothing else is said it takes all of them.
type exhibit struct {
	title  string
	play   string
	points string   // Cleo's, Ada's and Bram's at the end, and whoever joined
	ledger []string // "name = value", and no more than these
}

var exhibits = []exhibit{
	// 10, 11 and 12 for the turns, and a tenth of each, rounded down: 1.
	{"Interest", "+++, +++, +++", "11, 12, 13", nil},
	// Cleo has 10, which is not more than 10. Ada gets 11 and pays 1; Bram gets
	// 12 and pays 1.
	{"A treasury", "+++, +++, +++", "10, 10, 11", []string{"treasury = 2"}},
	// A fifth, rounded up: Cleo pays 2 of 10, Ada 3 of 11, Bram 3 of 12. Of the 8
	// each gets 8/3: 8 + 8/3, 8 + 8/3, 9 + 8/3.
	{"A mutual fund", "+++, +++, +++", "32/3, 32/3, 35/3", []string{"fund = 0"}},
	// Turn 1: 10 + 1, 1, 1. Turn 2 is defeated, 1 of 2 votes for it: Ada gets
	// 11/2, to the nearest 6, less 10, and 1 for voting, Cleo 1, Bram nothing.
	{"A wage for voting", "+++, +-0", "12, -2, 1", nil},
	// Turns 1 and 2: 10 − 1 − 1, 11 − 1 − 1, −2, and 6 in the tontine. Bram
	// leaves in his turn. Turn 4, on 303, is Cleo's: 8 + 12, and 3 for each of two.
	{"A tontine", "+++, +++, Bram leaves, ++", "23, 12, -2", []string{"members = 2", "tontine = 0"}},
	// Two circuits bring 10 + 13, 11 + 14 and 12 + 15, and half of it goes.
	{"A jubilee", "+++, +++, +++, +++, +++, +++", "23/2, 25/2, 27/2", []string{"simple majority = True"}},
	// Turn 1: Cleo has 10 and gives 2 to Ada, the first of two who have nothing.
	// Turn 2: Ada has 2 + 11 and gives 2 to Bram.
	{"Robin Hood", "+++, +++", "8, 11, 2", nil},
	// 10 + 11 + 0 are 7 for each of three.
	{"A purse for newcomers", "+++, +++, Dov joins", "10, 11, 0, 7", nil},
	// Bram is king with 12. On 304 his 2 votes against stand against 2 for it,
	// which is no unanimity: Cleo gets 13 × 2/4 = 6½, to the nearest 7, less 10.
	{"A king", "+++, +++, +++, ++-", "7, 11, 12", []string{`king = "Bram Zuidema"`}},
	// Nobody is speaker in turn 1, Cleo in turn 2 and Ada in turn 3.
	{"A speaker", "+++, +++, +++", "11, 12, 12", []string{`speaker = "Bram Zuidema"`}},
	// 302: Cleo has 10, not the fewest, and is outvoted: 10 for her by Rule 204,
	// and 11 × 2/3 = 7⅓, so 7, for Ada. 303: Bram has the fewest, 0, and his vote
	// stops it: 12 × 2/3 − 10.
	{"A veto", "+++, -++, ++-", "20, 7, -2", nil},
	// Ada joined first and has the fourth turn: 11 + 13.
	{"First come", "+++, +++, +++, +++", "10, 24, 12", nil},
	// 302: two of three are two thirds: 11 × 2/3, so 7, and 10 for Bram by 204.
	// 303: one of three: 12 × 1/3 − 10 for Bram.
	{"Two thirds", "+++, ++-, +--", "10, 7, 4", nil},
	// 302: one voter of three is no quorum: 11 × 1/1 − 10. 303: two of three are.
	{"A quorum", "+++, +00, ++0", "10, 1, 12", nil},
	// 302: one for and one against, and Ada is for it: 11/2, so 6, and 10 for
	// Cleo by Rule 204. 303: the same, and Bram abstains: 12/2 − 10.
	{"A casting vote", "+++, -+0, +-0", "20, 6, -4", nil},
	// Cleo has 10 points and 2 votes: 2 of 4 are for 302, and Ada gets 11 × 2/4,
	// so 6, less 10.
	{"Votes by points", "+++, -++", "10, -4, 0", nil},
	// 301 itself and 302 are two. 303 has all for it and is defeated: 12 − 10.
	// 304 is the first of the next circuit.
	{"A quota", "+++, +++, +++, +++", "23, 11, 2", []string{"changes = 1"}},
	{"Deadlines", "+++", "10, 0, 0", nil},
	{"Sealed ballots", "+++", "10, 0, 0", nil},
	// Bram says nothing and abstains: 2 of 2 votes, and 3 points less.
	{"A price for silence", "+++, ++.", "10, 11, -3", nil},
	// 2 for each in both turns: 2 + 10 + 2, 2 + 2 + 11, 2 + 2.
	{"A feast", "+++, +++", "14, 15, 4", nil},
	// The rule holds for its own turn, and for a defeat: 10 − 10.
	{"A fixed wage", "+++, ++-", "10, 0, 0", nil},
	// 10 are the fewest.
	{"A handicap", "+++, +++, +++", "15, 11, 12", nil},
	// Cleo: 1 + 10 for 301 and 2 + 13 for 304; Ada: 1 + 11; Bram: 1 + 12.
	{"Experience", "+++, +++, +++, +++", "26, 12, 13", []string{
		"adopted (Ada Quillfeather) = 1", "adopted (Bram Zuidema) = 1", "adopted (Cleo Abbot) = 2"}},
	{"A bounty", "+++, repeal 210 +++", "10, 16, 0", nil},
	{"A goal that rises", "+++, +++, +++", "10, 11, 12", nil},
	{"A lottery", "+++, +++", "", nil},
	{"A race", "+++, +++, +++, +++", "", nil},
	// One point for each at the end of turn 1 alone.
	{"A rule for one use", "+++, +++", "11, 12, 1", nil},
	// 2 for each of three turns; in the fourth the rule is gone: 10 + 2 + 13.
	{"A sunset", "+++, +++, +++, +++", "25, 13, 14", nil},
}

var proposals = regexp.MustCompile("(?s)### ([^\n]*)\n\n```proposal\n(.*?)```")

// TestGallery plays every rule of the gallery, sent as it stands on the page.
func TestGallery(t *testing.T) {
	page, err := os.ReadFile("../../docs/gallery.md")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, m := range proposals.FindAllStringSubmatch(string(page), -1) {
		texts[m[1]] = m[2]
	}
	if len(texts) != 30 || len(exhibits) != 30 || strings.Count(string(page), "```proposal") != 30 {
		t.Errorf("%d rules stand on the page and %d are played, not thirty", len(texts), len(exhibits))
	}
	for _, e := range exhibits {
		t.Run(e.title, func(t *testing.T) {
			t.Parallel()
			if texts[e.title] == "" {
				t.Fatal("the page has no such rule")
			}
			p := seated(t)
			for n, move := range strings.Split(e.play, ", ") {
				proposal := "enact\nTea is served.\nend\n"
				if n == 0 {
					proposal = texts[e.title]
				}
				p.move(move, proposal)
			}
			p.compare(e)
			if look := besides[e.title]; look != nil {
				look(p)
			}
		})
	}
}

// besides are what a rule does that is neither a point nor in the ledger.
var besides = map[string]func(*parlour){
	"Deadlines": func(p *parlour) {
		p.custom("vote_period", "2d")
		p.custom("reminders", "12h")
		p.custom("debate_most", "3d")
	},
	"Sealed ballots": func(p *parlour) {
		p.says("ada", "enact\nTea is served.\nend\n")
		p.says("ada", "302 for")
		if votes := p.state().Proposals[1].Votes; len(votes) != 1 || votes["Ada Quillfeather"] != "sealed" {
			p.Errorf("the votes are shown as %v", votes)
		}
		p.says("bram", "302 for")
		p.says("cleo", "302 against")
		if votes := p.state().Proposals[1].Votes; votes["Cleo Abbot"] != "against" {
			p.Errorf("the votes are shown as %v when all is over", votes)
		}
	},
	"A goal that rises": func(p *parlour) {
		if goal := p.game().Goal(); goal != "120" { // 100, and 20 for one circuit
			p.Errorf("it takes %s points", goal)
		}
	},
	// 10 for Cleo and 11 for Ada, and 3 for whom the die named in each turn.
	"A lottery": func(p *parlour) {
		want := []int64{10, 11, 0}
		for _, place := range p.throws(2) {
			want[place-1] += 3
		}
		p.compare(exhibit{points: strings.Trim(strings.ReplaceAll(fmt.Sprint(want), " ", ", "), "[]")})
	},
	// Cleo throws in turns 1 and 4: 10 + 13, and 20 more if she comes to the
	// tenth square.
	"A race": func(p *parlour) {
		d := p.throws(4)
		square, points := d[0]+d[3], 23
		if square >= 10 {
			square, points = square-10, points+20
		}
		p.compare(exhibit{points: fmt.Sprintf("%d, 11, 12", points), ledger: []string{
			fmt.Sprintf("square (Ada Quillfeather) = %d", d[1]), fmt.Sprintf("square (Bram Zuidema) = %d", d[2]),
			fmt.Sprintf("square (Cleo Abbot) = %d", square),
		}})
	},
	"A rule for one use": func(p *parlour) { p.gone(301) },
	"A sunset":           func(p *parlour) { p.gone(301) },
}
