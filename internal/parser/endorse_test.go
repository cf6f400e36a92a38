package parser

import "testing"

// TestEndorsements: where a ballot may endorse somebody else's, the word is asked
// about; elsewhere it is a vote for.
func TestEndorsements(t *testing.T) {
	for _, text := range []string{"I endorse 301", "301: endorse", "301 destekliyorum", "támogatom a 301-et"} {
		for _, endorsing := range []bool{false, true} {
			c := theGame()
			c.Endorsing = endorsing
			list := Read(Parse([]byte("From: ada@example.org\nContent-Type: text/plain; charset=utf-8\n\n"+text+"\n"), Options{}), c).Fragments
			if len(list) != 1 || (list[0].Outcome == Counted) == endorsing {
				t.Errorf("%q with endorsements %v: %+v", text, endorsing, list)
			}
		}
	}
}
