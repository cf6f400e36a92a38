package moderator

import (
	"slices"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// tellWaiting tells those whom the game waits for that a deadline has come and
// waits: whoever was asked is asked once more, and all others learn neither who
// that is nor what it is about.
func (s *sheet) tellWaiting(e rules.DeadlineWaits) {
	g := s.g
	if g.Waiting().IsZero() || !deadline(g).Equal(e.Until) {
		return // it is over in the same events
	}
	missing := g.Awaited()
	for _, to := range s.all() {
		asked := questionsOf(g, to, e)
		isMissing := e.Of != rules.OfDebate && slices.Contains(missing, to.ID)
		if len(asked) == 0 && !isMissing {
			continue
		}
		s.post(to, "waiting", numberOf(g, e.Proposal), func(f templates.Frame) templates.Letter {
			w := templates.Waiting{Frame: f, Of: e.Of, Until: e.Until, Asked: asked, Missing: isMissing}
			if p := proposalOf(g, e.Proposal); p != nil {
				w.Offer = s.offerIn(g, p)
				w.IfSilent, w.Abstain = custom(g, "missing_vote"), custom(g, "abstain") == "yes"
			}
			return w
		})
		if n := len(s.drafts); n > 0 && s.drafts[n-1].to == to {
			s.drafts[n-1].asks = numbersOf(asked)
		}
	}
}

// questionsOf are a player's questions that a deadline waits for.
func questionsOf(g *rules.Game, who *rules.Player, e rules.DeadlineWaits) []templates.Item {
	var list []templates.Item
	for _, n := range e.Held {
		if q := g.Question(n); q != nil && q.Player == who.ID {
			list = append(list, questionItem(g, q))
		}
	}
	return list
}

// questionItem is a question as letters put it.
func questionItem(g *rules.Game, q *rules.Question) templates.Item {
	i := templates.Item{Words: q.Text, Held: q.Reason, Answers: q.Answers, First: q.First, Number: q.Held}
	if !namesItsOwnNumber(q.Reason) {
		i.Proposal = numberOf(g, q.Proposal)
	}
	return i
}

// namesItsOwnNumber says of a reason that its sentence tells a number in the
// mail and not that of the proposal.
func namesItsOwnNumber(reason string) bool {
	return reason == "rule-not-proposal" || reason == "not-open"
}

func numbersOf(asked []templates.Item) []int {
	var list []int
	for _, i := range asked {
		list = append(list, i.Number)
	}
	return list
}

// tellExpired puts at the head of the letters that tell how it went on what did
// not count because no answer came in time.
func (s *sheet) tellExpired(events []rules.Event) {
	for _, e := range events {
		h, ok := e.(rules.HeldSettled)
		if !ok || !h.Expired {
			continue
		}
		i := slices.IndexFunc(s.g.Answered, func(q rules.Settled) bool { return q.Held == h.Held })
		if i < 0 {
			continue
		}
		q := s.g.Answered[i].Question
		item := templates.Item{Words: q.Text, Proposal: numberOf(s.g, q.Proposal)}
		for k := range s.drafts {
			d := &s.drafts[k]
			if d.entry == 0 && d.to != nil && d.to.ID == q.Player && slices.Contains([]string{"result", "passed", "ballot"}, d.kind) {
				d.expired = append(d.expired, item)
				break
			}
		}
	}
}

// tellAway tells all who are not reminded that a deadline has moved because the
// last reminder could not be given in time.
func (s *sheet) tellAway(events []rules.Event, e rules.DeadlineMoved) {
	var reminded []rules.PlayerID
	for _, o := range events {
		if r, ok := o.(rules.Reminded); ok {
			reminded = r.Players
		}
	}
	n := templates.Notice{Code: "away", Number: numberOf(s.g, e.Proposal), At: e.To}
	for _, to := range s.all() {
		if !slices.Contains(reminded, to.ID) {
			s.postNotice(to, n.Code, n)
		}
	}
}

func movedByAbsence(events []rules.Event) bool {
	return slices.ContainsFunc(events, func(e rules.Event) bool {
		m, ok := e.(rules.DeadlineMoved)
		return ok && m.Down
	})
}
