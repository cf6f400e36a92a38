package rules_test

import "fmt"

// offer gives c a random clause for the name, or for any name when it is "".
func (c *change) offer(r *chance, name string) {
	names := []string{"goal", "max_mutable", "adopted", "votes_of", "when_adopted", "when_defeated",
		"when_turn_ends", "when_circuit_ends", "new_rules_are", "renumber", "turn_order", "when_turn_begins", "when_joined"}
	if name == "" {
		name = pick(r, names...)
	}
	n := pick(r, -3, 1, 4, 7)
	for _, o := range offers(name, n, r) {
		c.clause, c.told = o.clause, told{name: o.says}
		if r.of(50) {
			return
		}
	}
}

// offered is a clause and what it says.
type offered struct {
	clause string
	says   any
}

func offers(name string, n int, r *chance) []offered {
	switch name {
	case "goal":
		n = pick(r, 0, 20, 60, 100, 150, 400)
		return []offered{{fmt.Sprintf("goal = %d", n), n}}
	case "max_mutable":
		n = pick(r, 5, 13, 14, 15, 26)
		return []offered{{fmt.Sprintf("max_mutable = %d", n), n}}
	case "renumber":
		return []offered{{"renumber = False", false}, {"renumber = True", true}}
	case "turn_order":
		return []offered{{"turn_order = by_joining", "by_joining"}, {"turn_order = by_given_name", "by_given_name"}}
	case "new_rules_are":
		return []offered{{`new_rules_are = "immutable"`, "immutable"}, {`new_rules_are = "mutable"`, "mutable"}}
	case "adopted":
		return adoptions
	case "votes_of":
		return []offered{
			{"def votes_of(player):\n    return 2", func(*seat) int { return 2 }},
			{"def votes_of(player):\n    return 3 if player.points > 30 else 1", func(s *seat) int {
				if s.sixths > 30*whole {
					return 3
				}
				return 1
			}},
		}
	case "when_adopted", "when_defeated":
		return pollAwards(name, n)
	case "when_turn_begins":
		return []offered{{fmt.Sprintf("def when_turn_begins(turn):\n    award(turn.mover, %d)", n),
			func(_ *table, _ *law, p *poll) { p.mover.award(n) }}}
	case "when_joined":
		return []offered{{"def when_joined(player):\n    award(player, 12)",
			func(_ *table, _ *law, p *poll) { p.mover.award(12) }}}
	case "when_turn_ends":
		return turnAwards(n)
	case "when_circuit_ends":
		return []offered{{fmt.Sprintf("def when_circuit_ends(game):\n    for p in game.players:\n        award(p, %d)", n),
			func(t *table, _ *law, _ *poll) {
				for _, s := range t.playing() {
					s.award(n)
				}
			}}}
	}
	return nil
}

var adoptions = []offered{
	{"def adopted(vote):\n    return vote.favour > vote.against", func(_ *table, p *poll) bool { return p.favour > p.against }},
	{"def adopted(vote):\n    return vote.unanimous", func(_ *table, p *poll) bool { return p.unanimous() }},
	{"def adopted(vote):\n    return vote.cast > 0 and vote.favour * 3 >= vote.cast * 2", func(_ *table, p *poll) bool { return p.cast > 0 && p.favour*3 >= p.cast*2 }},
	{"def adopted(vote):\n    return vote.favour >= 2", func(_ *table, p *poll) bool { return p.favour >= 2 }},
	{"def adopted(vote):\n    return False", func(*table, *poll) bool { return false }},
}

// pollAwards are clauses for the end of a vote.
func pollAwards(name string, n int) []offered {
	return []offered{
		{fmt.Sprintf("def %s(vote):\n    award(vote.proposer, %d)", name, n),
			func(_ *table, _ *law, p *poll) { p.mover.award(n) }},
		{fmt.Sprintf("def %s(vote):\n    award(vote.mover, (vote.favour - vote.against) / 2)", name),
			func(_ *table, _ *law, p *poll) { p.mover.sixths += (p.favour - p.against) * whole / 2 }},
		{fmt.Sprintf("def %s(vote):\n    for p in vote.favour_players:\n        award(p, %d)", name, n),
			func(_ *table, _ *law, p *poll) {
				for s, say := range p.said {
					if say == "for" {
						s.award(n)
					}
				}
			}},
		{fmt.Sprintf("def %s(vote):\n    if vote.number %% 2 == 1:\n        award(vote.proposer, vote.voters)", name),
			func(_ *table, _ *law, p *poll) {
				if p.number%2 == 1 {
					p.mover.award(p.favour + p.against + p.abstain)
				}
			}},
	}
}

// turnAwards are clauses for the end of a turn.
func turnAwards(n int) []offered {
	return []offered{
		{fmt.Sprintf("def when_turn_ends(turn):\n    award(turn.mover, %d)", n),
			func(_ *table, _ *law, p *poll) { p.mover.award(n) }},
		{"def when_turn_ends(turn):\n    award(turn.mover, turn.vote.favour / 3)",
			func(_ *table, _ *law, p *poll) { p.mover.sixths += p.favour * whole / 3 }},
		{"def when_turn_ends(turn):\n    award(turn.mover, down((turn.vote.number - 291) / 4))",
			func(_ *table, _ *law, p *poll) { p.mover.award((p.number - 291) / 4) }},
	}
}
