package rules

import (
	"strconv"
)

func (d *decision) propose(c Propose, by By) *Refusal {
	p, no := d.player(by)
	if no != nil {
		return no
	}
	g := d.g
	if g.Free() {
		return d.pool(c, p)
	}
	if g.Turn.Mover != p.ID || g.Turn.Ended {
		return &Refusal{Code: NotYourTurn, Rule: g.cite(201), Player: g.moverName()}
	}
	if now := g.current(); now != nil {
		return &Refusal{Code: AlreadyProposed, Rule: g.cite(202), Proposal: now.Number}
	}
	if g.Phase != Proposing {
		return &Refusal{Code: Paused, Text: string(Judging)}
	}
	if g.barred() {
		j := g.barring()[0]
		return &Refusal{Code: JudgmentStands, Rule: g.cite(212), Number: j.Number, Player: g.Player(j.Judge).Name()}
	}
	change, no := g.proposed(c.Drafts)
	if no != nil {
		return no
	}
	d.closeJudgments()
	id, n := g.made+1, g.NextNumber()
	after := d.least()
	d.do(ProposalMade{
		Proposal: id, Turn: g.Turn.Number, Proposer: p.ID, Changes: []Change{change},
		OpensAfter: after, OpensBy: d.opensBy(after),
	})
	d.do(ProposalNumbered{Proposal: id, Number: n})
	for _, q := range g.Questions(OfProposal, 0) {
		d.do(HeldSettled{Held: q.Held, How: strconv.Itoa(n)})
	}
	if !after.After(d.due) && !d.asks {
		d.openVoting(id)
	}
	return nil
}

// proposed makes of drafts the one rule-change that a proposal may hold.
func (g *Game) proposed(drafts []Draft) (Change, *Refusal) {
	switch {
	case len(drafts) == 0:
		return Change{}, &Refusal{Code: NotARuleChange, Rule: g.cite(103)}
	case len(drafts) > 1:
		return Change{}, &Refusal{Code: TwoChanges, Rule: g.cite(111)}
	}
	c, no := g.resolve(drafts[0])
	if no != nil {
		return Change{}, no
	}
	return c, g.check(c)
}

func (d *decision) revise(c Revise, by By) *Refusal {
	p, no := d.own(c.Proposal, by)
	if no != nil {
		return no
	}
	if no := p.inDebate(TextFrozen, d.g.cite(106)); no != nil {
		return no
	}
	draft, no := p.redraft(c.Draft)
	if no != nil {
		return no
	}
	change, no := d.g.proposed([]Draft{draft})
	if no != nil {
		no.Proposal = max(no.Proposal, p.Number)
		return no
	}
	d.do(ProposalRevised{Proposal: p.ID, Changes: []Change{change}})
	for _, q := range d.g.Questions(OfDebate, p.ID) {
		if q.Mail == "" { // what else a mail says that must be confirmed is not said by this
			d.do(HeldSettled{Held: q.Held, How: strconv.Itoa(p.Number)})
		}
	}
	d.afterDebate(p.ID)
	d.dropOffers(p.ID)
	d.afterOffer(p.ID)
	return nil
}

func (d *decision) withdraw(c WithdrawProposal, by By) *Refusal {
	if c.Proposal == 0 {
		return d.withdrawPooled(c.Title, by)
	}
	p, no := d.own(c.Proposal, by)
	if no != nil {
		return no
	}
	if no := p.inDebate(TextFrozen, d.g.cite(106)); no != nil {
		return no
	}
	d.do(ProposalWithdrawn{Proposal: p.ID, How: "proposer"})
	d.expireOn(p.ID)
	// The mover has again as long as was left when the proposal was made.
	if left := d.g.Turn.ProposeBy.Sub(p.Made); !d.g.Turn.ProposeBy.IsZero() && left > 0 {
		d.do(DeadlineMoved{Of: "propose", To: d.g.onTheClock(d.due.Add(left))})
	}
	return nil
}

// askOpening ends the debate: at once, or, when the players have not had their
// time yet, as soon as they have (Rule 111).
func (d *decision) askOpening(c OpenVoting, by By) *Refusal {
	if p := d.g.Proposal(c.Proposal); p != nil && p.State == InDebate && d.g.Status == Running && d.g.IsJudge(by.Player) {
		d.openVoting(p.ID) // the Judge decides what time is reasonable
		return nil
	}
	p, no := d.own(c.Proposal, by)
	if no != nil {
		return no
	}
	if no := p.inDebate(AlreadyOpen, 0); no != nil {
		return no
	}
	switch {
	case !p.OpensAfter.After(d.due):
		d.endDebate(p.ID)
	case p.Asked:
		return &Refusal{Code: AlreadyOpen, Proposal: p.Number, At: p.OpensBy}
	default:
		d.do(OpeningAsked{Proposal: p.ID, At: p.OpensAfter})
	}
	return nil
}

// own is the player's own proposal of that number.
func (d *decision) own(number int, by By) (*Proposal, *Refusal) {
	player, no := d.player(by)
	if no != nil {
		return nil, no
	}
	p := d.g.Proposal(number)
	if p == nil {
		return nil, &Refusal{Code: NoSuchProposal, Proposal: number, Open: d.g.openNumbers()}
	}
	if p.Proposer != player.ID {
		return nil, &Refusal{Code: NotProposer, Rule: d.g.cite(111), Proposal: number, Player: d.g.Player(p.Proposer).Name()}
	}
	return p, nil
}

// inDebate refuses, with the code for a vote that runs, what can be done only
// while players debate.
func (p *Proposal) inDebate(whileOpen Code, rule int) *Refusal {
	switch p.State {
	case InDebate:
		return nil
	case Open:
		return &Refusal{Code: whileOpen, Rule: rule, Proposal: p.Number, At: p.Closes}
	}
	return &Refusal{Code: NotInDebate, Proposal: p.Number}
}

// redraft completes the draft of a revision: one that names no kind is about
// the same rule in the same way, and keeps the title and the clause that it
// does not replace. An edit of such a draft is one of the proposal's text.
func (p *Proposal) redraft(d Draft) (Draft, *Refusal) {
	if d.Kind != "" {
		return d, nil
	}
	old := p.Changes[0]
	d.Kind, d.Rule, d.Amendment = old.Kind, old.Rule, old.Amendment
	if d.Kind == Repeal || d.Kind == Transmute {
		return d, &Refusal{Code: NothingToRevise, Proposal: p.Number, Number: old.Rule, Text: string(old.Kind)}
	}
	if d.Title == "" {
		d.Title = old.Title
	}
	if d.Clause == "" {
		d.Clause = old.Clause
	}
	if d.Edit != nil {
		text, no := d.Edit.apply(old.Text)
		if no != nil {
			no.Proposal = p.Number
			return d, no
		}
		d.Text, d.Edit = text, nil
	}
	if d.Text == "" {
		d.Text = old.Text
	}
	return d, nil
}
