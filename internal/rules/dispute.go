package rules

// DisputeReason is why the words of a dispute are held.
const DisputeReason = "disputed"

// Disputes are the open disputes, oldest first.
func (g *Game) Disputes() []*Question {
	var list []*Question
	for _, q := range g.Held {
		if q.Reason == DisputeReason {
			list = append(list, q)
		}
	}
	return list
}

// dispute holds a player's word that something was read wrong. One thing is
// disputed once at a time.
func (d *decision) dispute(c Dispute, by By) *Refusal {
	p := d.g.Player(by.Player)
	if p == nil {
		return &Refusal{Code: NotPlayer}
	}
	text := c.Words
	if c.About != "" {
		text = c.About + "\n\n" + c.Words
	}
	for _, q := range d.g.Disputes() {
		if q.Entry == c.Entry && (c.Entry != 0 || q.Player == p.ID && q.Text == text) {
			no := &Refusal{Code: AlreadyDisputed, Number: q.Held}
			if q.Player != p.ID {
				no.Player = d.g.Player(q.Player).Name()
			}
			return no
		}
	}
	return d.hold(Hold{Player: p.ID, Text: text, Reason: DisputeReason, Entry: c.Entry, Held: c.Held, Answers: c.Answers, First: 1})
}
