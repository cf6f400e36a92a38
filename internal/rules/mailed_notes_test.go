package rules_test

import (
	"fmt"
	"slices"
	"strings"
)

// theLast stands for the Message-ID of the last letter to somebody.
const theLast = "the last"

// by is a mail of a player, still without words.
func (p *mailed) by(who int) note {
	s := p.table.seats[who]
	return note{from: p.addresses[who], name: s.given + " " + s.surname, subject: "my move"}
}

// proposes says whether s has to tell a vote from a proposal to withdraw it.
func (p *mailed) proposes(s *seat, number int) bool {
	q := p.table.poll
	return q != nil && q.state == "voting" && q.number == number && q.mover == s
}

// notes are the mails that say a move.
func (p *mailed) notes(m move, r *chance) ([]note, error) {
	if m.verb == "settle" {
		return []note{{from: organiser, name: "The organiser", subject: "The winner", text: "settle " + p.settlement(m) + "\n"}}, nil
	}
	if m.verb == "join" {
		p.seen["joined"] = true
		from := strings.ToLower(fmt.Sprintf("%s.%s.%d@example.org", m.given, m.surname, len(p.mails)))
		text := fmt.Sprintf(pick(r, "join %s %s\n", "Join %s %s.\n", "Hello,\n\njoin %s %s\n\n-- \nA newcomer\n"), m.given, strings.ToUpper(m.surname))
		return []note{{from: from, name: m.given + " " + m.surname, subject: "Let me in", text: text}}, nil
	}
	n := p.by(m.who)
	switch m.verb {
	case "vote":
		return p.voteNotes(n, m, r)
	case "propose":
		n.text = p.proposalText(m, r)
	case "revise":
		p.seen["revised"] = true
		n.text = r.words(otherForms["revise"], m.number) + "\n"
		if w := m.changes[1].wording; w.text != "" || w.clause != "" {
			n.text += r.block(w)
		}
	default:
		n.text, n.bare = r.dress(p.plainWords(m, r), p.table.seats[m.who].given), true
	}
	if l, ok := p.desk.last[n.from]; ok && r.of(15) {
		return p.replying(n, l, r)
	}
	return []note{n}, nil
}

// replying makes of a mail an answer to a letter that quotes it.
func (p *mailed) replying(n note, l posted, r *chance) ([]note, error) {
	text, err := l.text()
	if err != nil {
		return nil, fmt.Errorf("our %s: %w", l.Kind, err)
	}
	if head, _, _ := strings.Cut(n.text, "\n"); strings.Contains(text, head) { // a long one would seem quoted
		return []note{n}, nil
	}
	n.answers, n.subject = l.ID, "Re: "+l.Subject
	if r.of(70) {
		n.text, n.bare = n.text+"\n"+quoted(text), false
	}
	return []note{n}, nil
}

func (p *mailed) settlement(m move) string {
	s := p.table.seats[m.who]
	return "win " + s.given + " " + s.surname + " because there was a tie"
}

func (p *mailed) plainWords(m move, r *chance) string {
	form := m.verb
	if form == "withdraw" && p.mineInDebate(m) == nil {
		form = "withdraw what is not in debate"
	}
	return r.words(otherForms[form], m.number)
}

func (p *mailed) mineInDebate(m move) *poll {
	return p.table.mine(p.table.seats[m.who], m.number)
}

func (p *mailed) proposalText(m move, r *chance) string {
	if len(m.changes) == 2 {
		p.seen["two rule-changes"] = true
		return r.twoChanges(m.changes[0], m.changes[1])
	}
	text := r.proposal(m.changes[0], p.table.find(m.changes[0].rule))
	if strings.HasPrefix(strings.ToLower(text), "replace ") {
		p.seen["proposal as an edit"] = true
	}
	return text
}

// voteNotes say a vote: in a mail of its own, as an answer to the ballot, or in
// answer to the question what was to be withdrawn.
func (p *mailed) voteNotes(n note, m move, r *chance) ([]note, error) {
	s := p.table.seats[m.who]
	mine := p.proposes(s, m.number)
	n.bare = true
	b, has := p.desk.ballots[n.from]
	switch {
	case mine && m.say == "withdrawn" && r.of(40):
		p.seen["asked and answered"] = true
		answer := n
		n.text, n.wants = fmt.Sprintf("%d WITHDRAW\n", m.number), "held"
		answer.text, answer.answers, answer.subject = "1\n", theLast, "Re: your mail"
		return []note{n, answer}, nil
	case has && m.say != "withdrawn" && slices.Contains(b.Rows, m.number) && r.of(40):
		p.seen["reply to a ballot"] = true
		return p.fillIn(n, b, m.say, r)
	case r.of(5):
		p.seen["vote corrected"] = true
		n.text = fmt.Sprintf("%d %s\n%s\n", m.number, pick(r, "FOR", "AGAINST"), r.voteWords(m.number, m.say, mine))
	case r.of(5) && p.table.poll != nil && p.table.poll.number == m.number:
		n.text = fmt.Sprintf("%d FOR\n%s\n", m.number-1, r.voteWords(m.number, m.say, mine))
	default:
		n.text = r.dress(r.voteWords(m.number, m.say, mine), s.given)
	}
	if has && r.of(15) {
		return p.replying(n, b, r)
	}
	return []note{n}, nil
}

// fillIn answers a ballot: with a word above it, with a word under its row, or
// with a mark in one of its boxes.
func (p *mailed) fillIn(n note, b posted, say string, r *chance) ([]note, error) {
	text, err := b.text()
	if err != nil {
		return nil, fmt.Errorf("our ballot: %w", err)
	}
	n.answers, n.subject = b.ID, "Re: "+b.Subject
	word := strings.ToUpper(say)
	lines := strings.Split(text, "\n")
	row := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "[ ] "+word) })
	if row < 0 && say != "abstain" {
		return nil, fmt.Errorf("no box for %s in the ballot:\n%s", word, text)
	}
	form := r.IntN(4)
	if row < 0 {
		form = min(form, 1)
	}
	switch form {
	case 0:
		n.text = pick(r, word, strings.ToLower(word), word+".") + "\n"
	case 1:
		n.text, n.bare = word+"\n\n"+quoted(text), false
	case 2:
		n.text, n.bare = quoted(strings.Join(lines[:row+1], "\n"))+word+"\n", false
		if !strings.HasSuffix(lines[row], word) { // else it is held: it seems to be the row's own end
			n.text += "\n> " + strings.Join(lines[row+1:], "\n> ") + "\n"
		}
	case 3:
		lines[row] = strings.Replace(lines[row], "[ ] "+word, pick(r, "[x] ", "[X] ")+word, 1)
		n.text, n.bare = quoted(strings.Join(lines, "\n")), false
	}
	return []note{n}, nil
}

// disturb sends a mail that has no effect on the game.
func (p *mailed) disturb(r *chance) error {
	vote := fmt.Sprintf("%d FOR\n", p.table.next-1)
	n := p.by(r.IntN(len(p.table.seats)))
	n.text = vote
	switch r.IntN(7) {
	case 0:
		n.head, n.wants = "Auto-Submitted: auto-replied\r\n", "ignored"
	case 1:
		n.from, n.name, n.wants = "eve@example.net", "Eve Stranger", "refused"
	case 2:
		n.head, n.wants = "Authentication-Results: mx.example.org; dmarc=fail header.from=example.org\r\n", "refused: the sender"
	case 3:
		n.text = "I am not sure what to think of this. Let us talk about it.\n"
	case 4:
		n.text, n.wants = pick(r, "scores\n", "rules\n", "status\n\nhistory\n", "rules full\n", "help\n"), "answered"
	case 5:
		n.text = "test\n" + vote
	case 6:
		return p.echo(n.from)
	}
	o, err := p.send(n, r)
	if err == nil && (o.Outcome == "counted" || !strings.HasPrefix(o.Outcome, n.wants)) {
		err = fmt.Errorf("a mail that should have no effect was %q: %v", o.Outcome, o.Commands)
	}
	return err
}

// echo sends the last letter to somebody back to us.
func (p *mailed) echo(to string) error {
	l, ok := p.desk.last[to]
	if !ok {
		return nil
	}
	return p.receiveOwn(l)
}
