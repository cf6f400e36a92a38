package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"nomicmail/internal/rules"
)

// distribute posts a batch by hand, in one of three styles.
func (a *listArchive) distribute(batch []*madeProposal) {
	officer := tenPlayers[1]
	said := a.quorumOf()
	if a.ballots >= 0 && !a.miscounted() && a.plant("quorum") {
		said++
		a.want("quorum", a.next, "")
	}
	a.number(batch)
	type shown struct{ author, title, text string }
	rows := make([]shown, len(batch))
	for i, p := range batch {
		rows[i] = shown{fullName(p.author), p.title, p.text}
		switch {
		case a.plant("text"):
			rows[i].text = strings.Replace(p.text, "somebody remembers", "nobody forgets", 1)
			a.want("text", p.number, "")
		case a.plant("author"):
			rows[i].author = fullName((p.author + 3) % len(tenPlayers))
			a.want("author", p.number, "")
		case a.plant("title"):
			rows[i].title = "On " + p.title
			a.want("title", p.number, "")
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "I hereby distribute the following proposals. The quorum is %d, and the voting\nperiod is 7 days.\n\n", said)
	switch a.style {
	case 0:
		fmt.Fprintf(&b, "ID     Author(s)            AI    Title\n%s\n", strings.Repeat("-", 72))
		for i, p := range batch {
			fmt.Fprintf(&b, "%-6d %-20s 1.0   %s\n", p.number, rows[i].author, rows[i].title)
		}
		b.WriteString("\nThe full text of the above proposals follows.\n\n")
		for i, p := range batch {
			fmt.Fprintf(&b, "%s\nID: %d\nTitle: %s\nAdoption index: 1.0\nAuthor: %s\nCo-authors:\n\n%s\n\n", strings.Repeat("/", 72), p.number, rows[i].title, rows[i].author, rows[i].text)
		}
		b.WriteString(strings.Repeat("/", 72) + "\n")
	case 1:
		for i, p := range batch {
			fmt.Fprintf(&b, "* %d: %s, by %s (AI 1.0)\n", p.number, rows[i].title, rows[i].author)
		}
		for i, p := range batch {
			fmt.Fprintf(&b, "\n%s\nProposal %d: %s\n%s\n\n%s\n", strings.Repeat("=", 60), p.number, rows[i].title, strings.Repeat("=", 60), rows[i].text)
		}
		b.WriteString("\n" + strings.Repeat("=", 60) + "\n-- \n" + officer.given + "\n")
	default:
		b.WriteString("| No.  | Title                     | AI  | Author            |\n")
		for i, p := range batch {
			fmt.Fprintf(&b, "| %d | %-25s | 1.0 | %-17s |\n", p.number, rows[i].title, rows[i].author)
		}
		for i, p := range batch {
			fmt.Fprintf(&b, "\n%d %s\n%s\n\n%s\n\n", p.number, rows[i].title, strings.Repeat("-", 40), rows[i].text)
		}
		b.WriteString(strings.Repeat("-", 40) + "\n")
	}
	for _, p := range batch {
		p.quorum = a.quorumOf()
	}
	a.send(officer, "Distribution of Proposals", b.String())
}

// miscounted says whether the vote that the quorum hangs on was counted with another
// number of voters: then a wrong quorum may follow from that.
func (a *listArchive) miscounted() bool {
	return slices.ContainsFunc(a.wants, func(w string) bool {
		kind, rest, _ := strings.Cut(w, "/")
		return slices.Contains([]string{"missing", "late", "no voter", "unfounded"}, kind) && strings.HasPrefix(rest, fmt.Sprint(a.lastNumber))
	})
}

// number gives a batch its numbers, and may leave one out.
func (a *listArchive) number(batch []*madeProposal) {
	for i, p := range batch {
		if i > 0 && a.plant("number") {
			a.next++
			a.want("number", a.next, "")
		}
		p.number = a.next
		a.next++
	}
}

// view is a vote as the officer has it.
type view struct {
	votes    map[int]string
	order    []int
	extra    []string // names on the side for
	strength map[int]int
	favour   int
	against  int
	outcome  string
}

// viewOf is the count as it should be.
func viewOf(p *madeProposal) *view {
	v := &view{votes: maps.Clone(p.votes), order: slices.Clone(p.order), strength: map[int]int{}}
	for _, who := range p.order {
		if whom, is := p.endorses[who]; is {
			v.votes[who] = v.votes[whom]
		}
	}
	return v
}

func (v *view) count(quorum int) {
	v.favour, v.against = 3*len(v.extra), 0
	for who, side := range v.votes {
		n := 3
		if s := v.strength[who]; s > 0 {
			n = s
		}
		switch side {
		case "F":
			v.favour += n
		case "A":
			v.against += n
		}
	}
	switch {
	case v.ballots() < quorum:
		v.outcome = "FAILED QUORUM"
	case v.favour > v.against:
		v.outcome = "ADOPTED"
	default:
		v.outcome = "REJECTED"
	}
}

func (v *view) ballots() int { return len(v.votes) + len(v.extra) }

func (v *view) drop(who int) {
	delete(v.votes, who)
	v.order = slices.DeleteFunc(v.order, func(x int) bool { return x == who })
}

func (v *view) add(who int, side string) {
	v.votes[who] = side
	v.order = append(v.order, who)
}

// resolve posts what came of a batch, with errors.
func (a *listArchive) resolve(batch []*madeProposal) {
	views := map[*madeProposal]*view{}
	lateby, strangers := a.lateVotes(batch), a.strangerAt
	for _, p := range batch {
		v := viewOf(p)
		views[p] = v
		a.misreckon(p, v, lateby[p], strangers == p)
	}
	a.pass(4 * time.Hour)
	a.post("Resolution of Proposals", batch, views)
	a.ballots, a.lastNumber = len(batch[len(batch)-1].votes), batch[len(batch)-1].number
	for _, p := range batch {
		right := viewOf(p)
		if right.count(p.quorum); right.outcome == "ADOPTED" {
			a.rules = append(a.rules, rules.Rule{Number: a.rules[len(a.rules)-1].Number + 1, Title: p.title, Text: p.text[strings.Index(p.text, "Whoever"):]})
		}
	}
	a.revise(batch)
}

// post writes a resolution in the style of the week.
func (a *listArchive) post(subject string, batch []*madeProposal, views map[*madeProposal]*view) {
	var b strings.Builder
	b.WriteString("I hereby resolve the following proposals.\n\n")
	switch a.style {
	case 0:
		a.blocks(&b, batch, views)
	case 1:
		a.matrix(&b, batch, views)
	default:
		a.prose(&b, batch, views)
	}
	a.send(tenPlayers[1], subject, b.String())
}

// revise corrects some of what was miscounted.
func (a *listArchive) revise(batch []*madeProposal) {
	if a.rng.IntN(3) > 0 {
		return
	}
	views, again := map[*madeProposal]*view{}, []*madeProposal(nil)
	for _, p := range batch {
		for i, w := range a.wants {
			kind, rest, _ := strings.Cut(w, "/")
			if strings.HasPrefix(rest, fmt.Sprint(p.number)) && slices.Contains(countErrors, kind) {
				a.wants[i] += "+"
				views[p] = viewOf(p)
				views[p].count(p.quorum)
			}
		}
		if views[p] != nil {
			again = append(again, p)
		}
	}
	if len(again) > 0 {
		a.pass(2 * time.Hour)
		a.post("Revised resolution", again, views)
	}
}

// countErrors are the errors that a revised resolution can put right.
var countErrors = []string{"missing", "counted otherwise", "late", "void", "no voter", "unfounded", "strength", "sum", "outcome"}

// publish posts the rules.
func (a *listArchive) publish() {
	var b strings.Builder
	b.WriteString("THE RULES\n\n")
	wrong := -1
	if len(a.rules) > a.first && a.plant("rule") {
		wrong = a.first + a.rng.IntN(len(a.rules)-a.first)
		a.want("rule", a.rules[wrong].Number, "")
	}
	for i, r := range a.rules {
		text, power := r.Text, "1"
		if r.Power.Sign() > 0 {
			power = r.Power.String()
		}
		if i == wrong {
			text = strings.Replace(text, "somebody remembers", "anybody remembers", 1)
		}
		fmt.Fprintf(&b, "Rule %d/0 (Power=%s)\n%s\n\n%s\n\nHistory:\nEnacted\n\n%s\n\n", r.Number, power, r.Title, text, strings.Repeat("-", 72))
	}
	a.send(tenPlayers[1], "Short Logical Ruleset", b.String())
}

// misreckon plants at most one error in the count of a proposal.
func (a *listArchive) misreckon(p *madeProposal, v *view, late int, stranger bool) {
	some := p.order[a.rng.IntN(len(p.order))]
	if p.hangs[some] {
		some = p.order[0]
	}
	absent := slices.IndexFunc(tenPlayers, func(x listPlayer) bool {
		i := slices.IndexFunc(tenPlayers, func(y listPlayer) bool { return y == x })
		return p.votes[i] == "" && i != late
	})
	wrong := ""
	switch {
	case late >= 0 && a.plant("late"):
		v.add(late, "F")
		a.want("late", p.number, fullName(late))
	case stranger && a.plant("no voter"):
		v.extra = append(v.extra, "Zelda Fox")
		a.want("no voter", p.number, "Zelda Fox")
	case p == a.secondAt && a.plant("void"):
		v.votes[a.secondBy] = otherSide[v.votes[a.secondBy]]
		a.want("void", p.number, fullName(a.secondBy))
	case p == a.secondAt:
	case a.plant("missing"):
		v.drop(some)
		a.want("missing", p.number, fullName(some))
	case a.plant("counted otherwise"):
		v.votes[some] = otherSide[v.votes[some]]
		a.want("counted otherwise", p.number, fullName(some))
	case absent >= 0 && a.plant("unfounded"):
		v.add(absent, "A")
		a.want("unfounded", p.number, fullName(absent))
	case a.style != 1 && v.votes[some] != "P" && a.plant("strength"):
		v.strength[some] = 2
		a.want("strength", p.number, fullName(some))
	case a.plant("sum"):
		wrong = "sum"
		a.want("sum", p.number, "favour")
	case a.plant("outcome"):
		wrong = "outcome"
		a.want("outcome", p.number, "")
	}
	v.count(p.quorum)
	switch wrong {
	case "sum":
		v.favour += 3
	case "outcome":
		v.outcome = map[string]string{"ADOPTED": "REJECTED", "REJECTED": "ADOPTED", "FAILED QUORUM": "ADOPTED"}[v.outcome]
	}
}

// called is how the officer writes a voter.
func (a *listArchive) called(who int) string {
	p := tenPlayers[who]
	switch {
	case p.nick != "" && a.rng.IntN(2) == 0:
		return p.nick
	case a.rng.IntN(2) == 0:
		return p.given
	}
	return fullName(who)
}

// side lists the voters of a side.
func (a *listArchive) side(v *view, side string) string {
	var names []string
	for _, who := range v.order {
		if v.votes[who] != side {
			continue
		}
		name := a.called(who)
		if n := v.strength[who]; n > 0 {
			name += fmt.Sprintf(" (%d)", n)
		} else if a.rng.IntN(3) == 0 {
			name += " (3)"
		}
		names = append(names, name)
	}
	if side == "F" {
		names = append(names, v.extra...)
	}
	if len(names) == 0 {
		return "(none)"
	}
	return strings.Join(names, ", ")
}

func (a *listArchive) blocks(b *strings.Builder, batch []*madeProposal, views map[*madeProposal]*view) {
	for _, p := range batch {
		v := views[p]
		fmt.Fprintf(b, "PROPOSAL %d (%s)\nAUTHOR: %s\nFOR (%d): %s\n", p.number, p.title, fullName(p.author), v.heads("F"), a.side(v, "F"))
		fmt.Fprintf(b, "AGAINST (%d): %s\nPRESENT (%d): %s\nBALLOTS: %d\n", v.heads("A"), a.side(v, "A"), v.heads("P"), a.side(v, "P"), v.ballots())
		fmt.Fprintf(b, "AI (F/A): %d/%d (AI=1.0)\nOUTCOME: %s\n", v.favour, v.against, v.outcome)
		b.WriteString("[A remark: it was a cold evening.]\n\n")
	}
	b.WriteString("The full text of the adopted proposals is included below.\n\n")
	for _, p := range batch {
		if views[p].outcome == "ADOPTED" {
			fmt.Fprintf(b, "ID: %d\nTitle: %s\nAuthor: %s\n\n%s\n\n", p.number, p.title, fullName(p.author), p.text)
		}
	}
}

func (v *view) heads(side string) int {
	n := 0
	for _, s := range v.votes {
		if s == side {
			n++
		}
	}
	if side == "F" {
		n += len(v.extra)
	}
	return n
}

func (a *listArchive) matrix(b *strings.Builder, batch []*madeProposal, views map[*madeProposal]*view) {
	row := func(name string, cell func(*madeProposal) string) {
		fmt.Fprintf(b, "%-20s", name)
		for _, p := range batch {
			fmt.Fprintf(b, " %9s", cell(p))
		}
		b.WriteString("\n")
	}
	row("Voter", func(p *madeProposal) string { return fmt.Sprint(p.number) })
	b.WriteString(strings.Repeat("-", 50) + "\n")
	for who := range tenPlayers {
		row(a.called(who), func(p *madeProposal) string {
			if s := views[p].votes[who]; s != "" {
				return s
			}
			return "-"
		})
	}
	if slices.ContainsFunc(batch, func(p *madeProposal) bool { return len(views[p].extra) > 0 }) {
		row("Zelda Fox", func(p *madeProposal) string {
			if len(views[p].extra) > 0 {
				return "F"
			}
			return "-"
		})
	}
	b.WriteString("\n")
	row("F/A", func(p *madeProposal) string { return fmt.Sprintf("%d/%d", views[p].favour, views[p].against) })
	row("Quorum", func(p *madeProposal) string { return fmt.Sprint(p.quorum) })
	row("Voters", func(p *madeProposal) string { return fmt.Sprint(views[p].ballots()) })
	row("Outcome", func(p *madeProposal) string {
		if views[p].outcome == "FAILED QUORUM" {
			return "NO-QUORUM"
		}
		return views[p].outcome
	})
}

func (a *listArchive) prose(b *strings.Builder, batch []*madeProposal, views map[*madeProposal]*view) {
	for _, p := range batch {
		v := views[p]
		fmt.Fprintf(b, "Proposal %d (%s) is %s with F=%d, A=%d, quorum %d (%d voters).\n", p.number, p.title, v.outcome, v.favour, v.against, p.quorum, v.ballots())
		fmt.Fprintf(b, "  For: %s\n  Against: %s\n  Present: %s\n\n", a.side(v, "F"), a.side(v, "A"), a.side(v, "P"))
	}
}
