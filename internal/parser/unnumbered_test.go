package parser

import "testing"

// TestUnnumbered reads "my proposal" and "the vote" of a sender who has one
// proposal, 306 in debate, and of one who has two.
func TestUnnumbered(t *testing.T) {
	one := Context{Known: true, Open: []int{305}, Debate: []int{306}, Proposer: []int{306}}
	two := one
	two.Proposer = []int{305, 306}
	none := one
	none.Proposer = nil
	for _, c := range []struct {
		text, want string
		in         Context
	}{
		{"I withdraw my proposal.", "withdraw {306 }", one},
		{"I withdraw my proposal.", "ask which-proposal", two},
		{"I withdraw my proposal.", "ask which-proposal", none},
		{"Sorry everyone. I withdraw my proposal.", "withdraw {306 }", one},
		{"Retiro mi propuesta.", "withdraw {306 }", one},
		{"Retiro a minha proposta.", "withdraw {306 }", one},
		{"Önergemi geri çekiyorum.", "withdraw {306 }", one},
		{"Visszavonom a javaslatomat.", "withdraw {306 }", one},
		{"306 önergesini geri çek", "withdraw {306 }", one},
		{"open the vote", "open {306}", one},
		{"open the vote", "open {306}", two},
		{"open the vote", "ask which-proposal", none},
		{"Please open the vote on my proposal.", "open {306}", one},
		{"Abrid la votación, por favor.", "open {306}", one},
		{"Abra a votação, por favor.", "open {306}", one},
		{"Oylamaya açın lütfen.", "open {306}", one},
		{"Nyissuk meg a szavazást.", "open {306}", one},
		{"May I withdraw my proposal?", "", one},
		{"I will not withdraw my proposal.", "", one},
		{"I withdraw my proposal if nobody likes it.", "", one},
		{"Ada should withdraw her proposal.", "", one},
		{"We should not open the vote. Not yet.", "", one},
		{"Open", "", one},
	} {
		if got := readText(c.text, c.in); got != c.want {
			t.Errorf("%q with %v of the sender's: %q, want %q", c.text, c.in.Proposer, got, c.want)
		}
	}
}
