package rules

import (
	"slices"
	"time"
)

// longestWait is how long a deadline waits at most for the answer to a question
// that is still open.
const longestWait = 24 * time.Hour

// maxAnswered bounds how many questions a game remembers that are not open any
// more.
const maxAnswered = 64

// How a question may have ended besides by words of a player's.
const (
	DroppedHeld = "drop"
	AskedAgain  = "asked again"
)

// What a question can hold a deadline up for: see [Hold].
const (
	OfVote     = "vote"
	OfProposal = "propose"
	OfDebate   = "debate"
)

// Question is a question that was put to whoever wrote words that could not be
// read for certain.
type Question struct {
	heldWords
	// At is the official time of the mail with the words. Where somebody was
	// asked again about the same vote it is that of the first one.
	At time.Time
}

// heldWords are what [WordsHeld] tells, as no event.
type heldWords WordsHeld

// Settled is a question that is not open any more.
type Settled struct {
	*Question
	How     string
	Expired bool
}

// waits says whether the deadline of a vote, of a debate, or of the mover's
// proposal, waits for the answer, or whether it is about the clause of one.
func (q *Question) waits(of string, id ProposalID) bool {
	return q.Of == of && (of == OfProposal || q.Proposal == id)
}

// LastQuestion is the number of the last question that was put.
func (g *Game) LastQuestion() int { return g.held }

// Question gives the open question of that number; nil when there is none.
func (g *Game) Question(held int) *Question {
	i := slices.IndexFunc(g.Held, func(q *Question) bool { return q.Held == held })
	if i < 0 {
		return nil
	}
	return g.Held[i]
}

// Questions are the open questions that the deadline of a vote, of a debate, or
// of the mover's proposal, waits for or would wait for.
func (g *Game) Questions(of string, id ProposalID) []*Question {
	var list []*Question
	for _, q := range g.Held {
		if q.waits(of, id) {
			list = append(list, q)
		}
	}
	return list
}

// Waiting says since when the running deadline waits for the answer to a
// question: zero when it does not.
func (g *Game) Waiting() time.Time {
	switch of, _ := g.Deadline(); of {
	case OfVote, OfDebate:
		return g.current().WaitsSince
	case OfProposal:
		return g.Turn.WaitsSince
	}
	return time.Time{}
}

// hold keeps words. Whoever is asked about a vote that is being asked about
// already need answer only once; what counts is still the time of the first
// mail.
func (d *decision) hold(c Hold) *Refusal {
	e := WordsHeld{
		Held: c.Held, Player: c.Player, From: c.From, Text: c.Text, Reason: c.Reason, Answers: c.Answers, First: c.First, Mail: c.Mail, Entry: c.Entry, Foretold: c.Foretold,
	}
	if e.Held <= 0 || d.g.Question(e.Held) != nil {
		e.Held = d.g.held + 1
	}
	e.Of, e.Proposal = d.g.heldUp(c)
	for _, q := range d.g.Questions(e.Of, e.Proposal) {
		if e.Of == "" || q.Player != c.Player || q.At.Equal(d.at) || e.Mail != "" || q.Mail != "" {
			continue
		}
		if e.Since.IsZero() {
			e.Since = q.At
		}
		d.do(HeldSettled{Held: q.Held, How: AskedAgain})
	}
	d.do(e)
	return nil
}

// heldUp is the deadline that must wait for words: that of an open vote of
// their author's, of the debate on the author's own text, or of the mover's own
// proposal.
func (g *Game) heldUp(c Hold) (of string, id ProposalID) {
	switch p := g.Proposal(c.Proposal); {
	case c.Of == OfVote && p != nil && p.State == Open && slices.Contains(p.Voters, c.Player):
		return OfVote, p.ID
	case c.Of == OfDebate && p != nil && p.State == InDebate && c.Player != "" && p.Proposer == c.Player:
		return OfDebate, p.ID
	case c.Of == OfProposal && c.Player != "" && g.Phase == Proposing && g.Turn.Mover == c.Player && !g.Turn.Ended:
		return OfProposal, 0
	case c.Of == OfClause && p != nil && p.State == InDebate && p.Proposer == c.Player:
		return OfClause, p.ID
	}
	return "", 0
}

// question finds the open question that by may answer or settle: one of his or
// her own, or for the organiser any.
func (d *decision) question(held int, by By) (*Question, *Refusal) {
	q := d.g.Question(held)
	switch {
	case q == nil:
		return nil, d.g.notOpen(held)
	case !by.Organiser && (by.Player == "" || by.Player != q.Player):
		return nil, &Refusal{Code: NotOrganiser}
	}
	return q, nil
}

// notOpen says why a question is not open.
func (g *Game) notOpen(held int) *Refusal {
	i := slices.IndexFunc(g.Answered, func(s Settled) bool { return s.Held == held })
	if i < 0 {
		return &Refusal{Code: NoSuchHeld, Number: held}
	}
	s := g.Answered[i]
	no := &Refusal{Code: QuestionSettled, Number: held}
	if p := g.at(s.Proposal); p != nil && (p.State == Open || s.Expired) {
		no.Proposal = p.Number
	}
	switch {
	case s.Of == OfClause:
		no.Code, no.Proposal = OfferOver, 0
		if p := g.at(s.Proposal); p != nil {
			no.Proposal = p.Number
		}
	case s.Expired:
		no.Code = QuestionExpired
	case s.How != DroppedHeld && s.How != AskedAgain:
		no.Text = s.How
	}
	return no
}

// answer does what the words turned out to mean, as of the mail that they stood
// in.
func (d *decision) answer(c Answer, by By) *Refusal {
	q, no := d.question(c.Held, by)
	if no != nil {
		return no
	}
	if _, again := c.Command.(Answer); again || c.Command == nil {
		return &Refusal{Code: NoSuchHeld, Number: c.Held}
	}
	d.do(HeldSettled{Held: q.Held, How: c.How})
	d.since = q.At
	if no := d.decide(c.Command, By{Player: q.Player}); no != nil {
		return no
	}
	d.afterQuestion(q)
	return nil
}

// late does a command as of an earlier time.
func (d *decision) late(c Late, by By) *Refusal {
	switch c.Command.(type) { // not all: those that say when by themselves
	case nil, Late, Answer:
		return &Refusal{Code: NoSuchHeld}
	}
	d.since = c.Since
	return d.decide(c.Command, by)
}

// settleHeld may be done by the organiser, and by whose words they are.
func (d *decision) settleHeld(c SettleHeld, by By) *Refusal {
	q, no := d.question(c.Held, by)
	if no != nil {
		return no
	}
	d.do(HeldSettled{Held: c.Held, How: c.How})
	d.afterQuestion(q)
	return nil
}

// said ends the questions about a vote whose voter has now said in plain words
// what it is to be, and gives the time since when it counts: zero when nothing
// was asked.
func (d *decision) said(voter PlayerID, id ProposalID, how string) time.Time {
	since := d.since
	for _, q := range d.g.Questions(OfVote, id) {
		if q.Player != voter {
			continue
		}
		if since.IsZero() {
			since = q.At
		}
		d.do(HeldSettled{Held: q.Held, How: how})
	}
	return since
}

// afterQuestion lets a vote end, or begin, that only waited for this answer.
func (d *decision) afterQuestion(q *Question) {
	if q.Of == OfClause {
		d.afterOffer(q.Proposal)
	}
	if d.g.Status != Running {
		return
	}
	switch p := d.g.at(q.Proposal); {
	case p == nil:
	case q.Of == OfVote && d.g.Phase == Voting && p.State == Open:
		d.afterBallot(p.ID)
	case q.Of == OfDebate:
		d.afterDebate(p.ID)
	}
}

// afterDebate opens a vote that only waited for answers about its text.
func (d *decision) afterDebate(id ProposalID) {
	p := d.g.at(id)
	if p.State == InDebate && !p.WaitsSince.IsZero() && len(d.g.Questions(OfDebate, id)) == 0 {
		d.openVoting(id)
	}
}

// waitFor lets a deadline that has come wait for the questions that are open
// about it. It is false when there are none, or it has waited already.
func (d *decision) waitFor(of string, id ProposalID) bool {
	open := d.g.Questions(of, id)
	if d.g.Shadow || len(open) == 0 || !d.waitedSince(of, id).IsZero() {
		return false
	}
	e := DeadlineWaits{Of: of, Proposal: id, Until: d.due.Add(longestWait)}
	for _, q := range open {
		e.Held = append(e.Held, q.Held)
	}
	d.do(e)
	return true
}

func (d *decision) waitedSince(of string, id ProposalID) time.Time {
	if of == OfProposal {
		return d.g.Turn.WaitsSince
	}
	return d.g.at(id).WaitsSince
}

// expire ends the questions whose answers can change nothing any more.
func (d *decision) expire(over func(*Question) bool) {
	for _, q := range slices.Clone(d.g.Held) {
		if over(q) {
			d.do(HeldSettled{Held: q.Held, Expired: true})
		}
	}
}

func (d *decision) expireAbout(of string, id ProposalID) {
	d.expire(func(q *Question) bool { return q.waits(of, id) })
}

// expireOn ends the questions about a proposal that has left the game.
func (d *decision) expireOn(id ProposalID) {
	d.expireAbout(OfDebate, id)
	d.expireAbout(OfVote, id)
}

// applyQuestion applies the events of this file's making.
func (g *Game) applyQuestion(e Event, at time.Time) {
	switch e := e.(type) { // not all: those that Apply hands on
	case WordsHeld:
		q := &Question{heldWords: heldWords(e), At: at}
		if !e.Since.IsZero() {
			q.At = e.Since
		}
		g.Held, g.held = append(slices.Clip(g.Held), q), max(g.held, e.Held)
	case HeldSettled:
		q := g.Question(e.Held)
		if q == nil {
			return
		}
		g.Held = slices.DeleteFunc(slices.Clone(g.Held), func(x *Question) bool { return x == q })
		past := g.Answered[max(0, len(g.Answered)-maxAnswered+1):]
		g.Answered = append(slices.Clip(past), Settled{q, e.How, e.Expired})
	case DeadlineWaits:
		g.applyWaits(e)
	}
}

// applyWaits moves the deadline to the end of the wait.
func (g *Game) applyWaits(e DeadlineWaits) {
	since := e.Until.Add(-longestWait)
	if e.Of == OfProposal {
		g.Turn.ProposeBy, g.Turn.WaitsSince = e.Until, since
		return
	}
	g.changeProposal(e.Proposal, func(p *Proposal) {
		if e.Of == OfDebate {
			p.OpensBy, p.WaitsSince = e.Until, since
			return
		}
		p.Complete = len(p.missing()) == 0
		p.Closes, p.WaitsSince = e.Until, since
		if !p.period.IsZero() && p.period.Before(e.Until) {
			p.period = e.Until
		}
	})
}
