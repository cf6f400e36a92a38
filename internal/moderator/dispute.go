package moderator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// A player says "wrong" in reply to a letter. All are told, the organisers are
// asked with the likely answers, and whichever of them answers first closes the
// dispute in public.

// entryMeant is the entry of the record that the mail answers a letter about: of
// a vote, the sender's own.
func (s *sheet) entryMeant() uint64 {
	n := s.answers.Entry
	if n == 0 || s.answers.Game != s.t.name || s.who == nil {
		return 0
	}
	all, err := collect(s.m.book.Entries(s.t.name, 1))
	if err != nil {
		return n
	}
	i := slices.IndexFunc(all, func(e record.Entry) bool { return e.N == n })
	if i < 0 {
		return n
	}
	for _, ev := range all[i].Events {
		if v, ok := ev.(rules.VotingClosed); ok {
			for k := i; k >= 0; k-- {
				if castBy(all[k], s.who.ID, v.Proposal) {
					return all[k].N
				}
			}
		}
	}
	return n
}

// castBy says whether an entry holds a vote that a voter has sent.
func castBy(e record.Entry, voter rules.PlayerID, id rules.ProposalID) bool {
	return slices.ContainsFunc(e.Events, func(ev rules.Event) bool {
		v, ok := ev.(rules.VoteCast)
		return ok && v.Voter == voter && v.Proposal == id && v.Ballot.Assumed == ""
	})
}

// choice is one way to close a dispute: nothing is changed, or something is
// undone, with other words in its place or none.
type choice struct {
	words   string
	undoes  bool
	instead string
}

// choices are the ways to close a dispute, in the order of their numbers.
func (s *sheet) choices(entry uint64, by rules.PlayerID) []choice {
	lang := s.g.Language
	list := []choice{{words: templates.Answer(lang, "was-right")}}
	if entry == 0 {
		return list
	}
	list = append(list, choice{words: templates.AnswerAbout(lang, "undo-entry", templates.Item{Entry: entry}), undoes: true})
	for e, err := range s.m.book.Entries(s.t.name, entry) {
		if err != nil || e.N != entry {
			break
		}
		for _, ev := range e.Events {
			if v, ok := ev.(rules.VoteCast); ok && v.Voter == by && v.Ballot.Assumed == "" {
				return append(list, s.otherVotes(v)...)
			}
		}
	}
	return list
}

func wordsOf(all []choice) (list []string) {
	for _, c := range all {
		list = append(list, c.words)
	}
	return list
}

// otherVotes are the votes that a mail may have meant instead.
func (s *sheet) otherVotes(v rules.VoteCast) (list []choice) {
	lang := s.g.Language
	for _, o := range []rules.Option{rules.For, rules.Against, rules.Abstain} {
		if o == v.Ballot.Option || o == rules.Abstain && custom(s.g, "abstain") != "yes" {
			continue
		}
		words := fmt.Sprintf("%d %s", numberOf(s.g, v.Proposal), templates.Option(lang, string(o)))
		about := templates.Item{Name: name(s.g, v.Voter), Words: words}
		list = append(list, choice{words: templates.AnswerAbout(lang, "vote-instead", about), undoes: true, instead: words})
	}
	return list
}

// tellDispute tells all of a dispute, and asks the organisers.
func (s *sheet) tellDispute(e rules.WordsHeld) {
	n := templates.Notice{Code: "disputed", Name: name(s.g, e.Player), Entry: e.Entry, Deed: s.deed(e.Entry), Question: e.Held}
	if !hushed(s.g) {
		n.Text = e.Text
	}
	for _, p := range s.all() {
		if !slices.ContainsFunc(p.Addresses, func(a string) bool { return s.m.organises(s.g, a) }) {
			s.postNotice(p, n.Code, n)
		}
	}
	n.Answers, n.Text = e.Answers, e.Text
	if e.Entry != 0 && !s.retelling {
		n.Undoes, _, _ = s.foretold(undoing{entry: e.Entry}) // nothing, where it cannot be undone
	}
	for _, a := range s.organisers() {
		s.drafts = append(s.drafts, draft{
			reader: addressee{address: a, language: s.g.Language, zone: s.g.Zone}, kind: n.Code, asks: []int{e.Held},
			make: func(f templates.Frame) templates.Letter { n := n; n.Frame = f; return n },
		})
	}
}

// settleNumbered settles a dispute, or a question whether to undo, by the number
// of an answer or by "drop".
func (s *sheet) settleNumbered(q *rules.Question, how, why string) (templates.Item, *rules.Refusal, error) {
	i, err := strconv.Atoi(strings.TrimSpace(how))
	i -= max(1, q.First)
	if drops(how) {
		i, err = 0, nil
		if sure(q.Reason) {
			i = 1
		}
	}
	if err != nil || i < 0 {
		return templates.Item{}, nil, &Misread{how, fmt.Sprintf("settle %d 1", q.Held)}
	}
	return s.decideOn(q, i, why)
}

// ruledOn takes an organiser's answer by mail: i counts the answers from 0.
func (s *sheet) ruledOn(q *rules.Question, i int) (templates.Item, error) {
	s.hand = s.organiserName()
	defer func() { s.hand = "" }()
	item, refusal, err := s.decideOn(q, i, "")
	item.Hat = s.who != nil && s.who.State == rules.Playing
	return obeyed(item, refusal, err)
}

func (s *sheet) decideOn(q *rules.Question, i int, why string) (templates.Item, *rules.Refusal, error) {
	organiser := rules.By{Organiser: true}
	if q.Reason == upholdReason {
		if i == 0 {
			return s.upholdAsked(q)
		}
		_, refusal, err := s.decide(rules.SettleHeld{Held: q.Held, How: rules.DroppedHeld}, organiser)
		return templates.Item{Did: "let-stand"}, refusal, err
	}
	if q.Reason == sureReason {
		u, err := readUndoing(strings.TrimPrefix(q.Text, "undo "))
		if err != nil {
			return templates.Item{}, nil, err
		}
		if i == 0 {
			return s.undoAsked(q, u)
		}
		_, refusal, err := s.decide(rules.SettleHeld{Held: q.Held, How: rules.DroppedHeld}, organiser)
		return templates.Item{Did: "let-stand", Entry: u.entry}, refusal, err
	}
	all := s.choices(q.Entry, q.Player)
	if i >= len(all) {
		return templates.Item{}, nil, &Misread{strconv.Itoa(i + 1), fmt.Sprintf("settle %d 1", q.Held)}
	}
	if c := all[i]; c.undoes {
		return s.undoNow(undoing{entry: q.Entry, instead: c.instead, why: why, dispute: q})
	}
	_, refusal, err := s.decide(rules.SettleHeld{Held: q.Held, How: "right"}, organiser)
	if refusal == nil && err == nil {
		n := templates.Notice{Name: name(s.g, q.Player), Entry: q.Entry, Deed: s.deed(q.Entry), Text: q.Text, Why: why}
		if hushed(s.g) {
			n.Text = ""
		}
		s.notice("dispute-closed", n)
	}
	return templates.Item{Did: "settled", Number: q.Held}, refusal, err
}

// disputeAbout is the open dispute about an entry, nil when there is none or more
// than one: whoever undoes the entry has answered it.
func disputeAbout(g *rules.Game, entry uint64) (about *rules.Question) {
	for _, q := range g.Disputes() {
		switch {
		case q.Entry != entry || entry == 0:
		case about != nil:
			return nil
		default:
			about = q
		}
	}
	return about
}

// disputeOver closes a dispute that an undoing has settled. It was told anew, and
// may bear another number.
func (s *sheet) disputeOver(q *rules.Question, how string) error {
	for _, open := range s.g.Disputes() {
		if open.Player == q.Player && open.Text == q.Text && open.Entry == q.Entry {
			_, _, err := s.decide(rules.SettleHeld{Held: open.Held, How: how}, rules.By{Organiser: true})
			return err
		}
	}
	return nil
}

// rulesOn says whether a number answers a question that is an organiser's to
// decide.
func (s *sheet) rulesOn(n int) bool {
	return slices.ContainsFunc(s.asking, func(q rules.Settled) bool {
		i := n - max(1, q.First)
		return i >= 0 && i < len(q.Answers) && (sure(q.Reason) || q.Reason == rules.DisputeReason || s.toOfficer(q.Question))
	})
}
