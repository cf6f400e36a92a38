package moderator_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
)

// TestStateOfMarkedRule: tools are told which rules are marked, and which points
// are provisional, until that is settled.
func TestStateOfMarkedRule(t *testing.T) {
	at := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	g := &rules.Game{}
	award := rules.Awarded{Player: "p1", Points: rules.Whole(10), Rule: 301, Name: "when_turn_ends", Proposal: 1, Provisional: true}
	firm := rules.Awarded{Player: "p1", Points: rules.Whole(3), Why: "for the tea"}
	for _, e := range []rules.Event{
		rules.GameCreated{Name: "tea", Rules: []rules.Rule{{Number: 202, Mutable: true, Text: "Ten.", Clause: "def when_turn_ends(turn):\n    award(turn.mover, 10)"}}},
		rules.PlayerJoined{Player: rules.Player{ID: "p1", Given: "Ada", State: rules.Playing}, Order: []rules.PlayerID{"p1"}},
		rules.RuleAmended{Was: 202, Rule: rules.Rule{Number: 301, Was: []int{202}, Mutable: true, Text: "Twenty.", Differs: true, Clause: "def when_turn_ends(turn):\n    award(turn.mover, 10)"}},
		firm, award,
	} {
		g.Apply(e, at)
	}
	state := func() string {
		b, err := json.Marshal(moderator.StateOf(g))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for _, want := range []string{`"points":13,"status":"playing","provisional":10`, `"differs":true`, `"points":3,"rule":0,"proposal":0}`, `"points":10,"rule":301,"proposal":0,"provisional":true`} {
		if !strings.Contains(state(), want) {
			t.Errorf("no %s in %s", want, state())
		}
	}
	g.Apply(rules.ClauseSettled{Rule: 301, Clause: "def when_turn_ends(turn):\n    award(turn.mover, 20)"}, at)
	g.Apply(rules.AwardSettled{Player: "p1", Rule: 301, Name: "when_turn_ends", Was: rules.Whole(10), Is: rules.Whole(20), How: rules.Reckoned}, at)
	if s := state(); strings.Contains(s, "provisional") || strings.Contains(s, "differs") || !strings.Contains(s, `"points":23`) {
		t.Errorf("settled, and still: %s", s)
	}
}
