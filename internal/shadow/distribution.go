package shadow

import (
	"fmt"
	"slices"
	"strings"

	"nomicmail/internal/moderator"
	"nomicmail/internal/officer"
	"nomicmail/internal/rules"
)

// distribution compares an officer's distribution with the pool as it was.
func (f *follower) distribution(p officer.Post, mail Mail, before *rules.Game) {
	next := before.NextDistributed()
	taken := map[rules.ProposalID]bool{}
	for _, row := range p.Rows {
		m := mail
		m.Words = row.Words
		if old := before.Proposal(row.Number); old != nil {
			f.again(row, old, m)
			continue
		}
		if row.Number != next {
			f.differ(Difference{Kind: Number, Proposal: row.Number, Officer: fmt.Sprint(row.Number), Ours: fmt.Sprintf("the next number is %d", next), Mails: []Mail{m}})
		}
		next = max(next, row.Number+1)
		ours := moderator.MatchPooled(before, row, taken)
		if ours == nil {
			f.unknown(row, before, m)
			continue
		}
		taken[ours.ID] = true
		f.row(row, p.Quorum, ours, before, m)
	}
	f.leftOut(taken, mail, before)
}

// again is of a number that was given before: a correction, or a mistake.
func (f *follower) again(row officer.Row, old *rules.Proposal, m Mail) {
	if strings.EqualFold(strings.TrimSpace(row.Title), old.Title) {
		return
	}
	f.differ(Difference{
		Kind: Number, Proposal: row.Number, Officer: row.Title, Mails: []Mail{m},
		Ours: fmt.Sprintf("%d is %q since %s", row.Number, old.Title, old.Opened.Format("2 January")),
	})
}

// unknown is of a proposal that does not wait in the pool.
func (f *follower) unknown(row officer.Row, before *rules.Game, m Mail) {
	author := moderator.AuthorOf(before, row)
	for _, q := range before.Proposals {
		if q.State == rules.Withdrew && q.Number == 0 && author != nil && q.Proposer == author.ID && strings.EqualFold(q.Title, strings.TrimSpace(row.Title)) {
			f.differ(Difference{Kind: Withdrawn, Proposal: row.Number, Officer: row.Words, Ours: "its author had withdrawn it", Mails: []Mail{m, f.names[q.ID]}})
			return
		}
	}
	f.unsure(row.Number, "", "it was distributed, and no mail that proposes it was read", m)
}

// row compares one row with the proposal that it means.
func (f *follower) row(row officer.Row, quorum int, ours *rules.Proposal, before *rules.Game, m Mail) {
	wrong := len(f.report.Differences)
	rests := []Mail{m, f.names[ours.ID]}
	if a := moderator.AuthorOf(before, row); a == nil {
		f.unsure(row.Number, row.Author, "an author who is no player, or more than one", m)
	} else if a.ID != ours.Proposer {
		f.differ(Difference{Kind: Author, Proposal: row.Number, Officer: row.Author, Ours: f.name(ours.Proposer), Mails: rests})
	}
	if row.Title != "" && ours.Title != "" && !strings.EqualFold(strings.Join(strings.Fields(row.Title), " "), ours.Title) {
		f.differ(Difference{Kind: Title, Proposal: row.Number, Officer: row.Title, Ours: ours.Title, Mails: rests})
	}
	if row.Index != "" && ours.Index.Sign() > 0 {
		f.indices[row.Number] = row.Index
		if !sameIndex(row.Index, ours.Index) {
			f.differ(Difference{Kind: Index, Proposal: row.Number, Officer: row.Index, Ours: ours.Index.String(), Mails: rests})
		}
	}
	if row.Found {
		switch moderator.SameText(before, ours, row.Text) {
		case moderator.TextOther:
			f.differ(Difference{Kind: Text, Proposal: row.Number, Officer: row.Text, Ours: textOf(ours), Mails: rests})
		case moderator.TextUnsure:
			f.unsure(row.Number, "", "its text could not be compared with the one proposed", rests...)
		}
	}
	f.quorum(row, quorum, ours, before, m)
	if len(f.report.Differences) == wrong {
		f.report.Agreed.Distributed++
	}
}

// quorum compares the quorum that an officer gives, and notes what it may be.
func (f *follower) quorum(row officer.Row, said int, ours *rules.Proposal, before *rules.Game, m Mail) {
	if row.Quorum > 0 {
		said = row.Quorum
	}
	after := f.game.Proposal(row.Number)
	if after == nil || after.QuorumBy == 0 {
		return
	}
	q := quorums{right: []int{after.Quorum}, said: said, known: before.Counted() != nil || !f.elsewhere}
	if last := before.Counted(); last != nil {
		for _, r := range f.posts { // the officer's own count of the vote before
			if x := resultOf(r.post, last.Number); x != nil {
				if n, ok := before.QuorumIf(ours.ID, int64(len(votersOf(x)))); ok {
					q.right = append(q.right, n)
				}
			}
		}
	}
	f.quorums[row.Number] = q
	switch {
	case said == 0:
	case !q.known:
		f.unsure(row.Number, "", fmt.Sprintf("its quorum, %d: no vote has been counted here yet", said), m)
	case !slices.Contains(q.right, said) && row.Quorum == 0 && f.quorumTold == m.ID && m.ID != "":
		// one line gives all proposals their quorum
	case !slices.Contains(q.right, said):
		f.quorumTold = m.ID
		f.differ(Difference{Kind: Quorum, Proposal: row.Number, Officer: fmt.Sprint(said), Ours: fmt.Sprint(after.Quorum), Mails: []Mail{m}})
	default:
		f.report.Agreed.Figures++
	}
}

// leftOut tells once of each proposal that waited and was not distributed.
func (f *follower) leftOut(taken map[rules.ProposalID]bool, mail Mail, before *rules.Game) {
	for _, id := range before.Pool {
		p := before.Proposals[id-1]
		if taken[id] || f.told[id] {
			continue
		}
		f.told[id] = true
		f.differ(Difference{Kind: LeftOut, Officer: mail.Words, Ours: fmt.Sprintf("%q by %s waits in the pool", p.Title, f.name(p.Proposer)), Mails: []Mail{mail, f.names[id]}})
	}
}

// textOf is a proposal's text as we would distribute it.
func textOf(p *rules.Proposal) string {
	var parts []string
	for _, c := range p.Changes {
		s := strings.TrimSpace(fmt.Sprintf("%s %s", c.Kind, numbered(c.Rule)))
		switch {
		case c.Edit != nil:
			s += fmt.Sprintf("\nreplace %q by %q", c.Edit.Old, c.Edit.New)
		case c.Text != "":
			s += "\n" + c.Text
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, "\n\n")
}

func numbered(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func sameIndex(said string, ours rules.Ratio) bool {
	n, ok := indexOf(said)
	return ok && n.Cmp(ours) == 0
}
