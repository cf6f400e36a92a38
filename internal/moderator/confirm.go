package moderator

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// A mail of which it is not sure who wrote it, or whether it is meant, waits as
// a whole behind one question. The question goes to where only the right person
// reads it, with a token of its own; when it is answered with that token, the
// mail is heard anew, as of its own time.

const (
	maxUnsure = 5    // mails of one player that are asked about in a day; further ones are kept and not asked about
	maxWords  = 2000 // bytes of a mail that a question quotes
)

// answerCodes are the codes of the answers that can be given, in their order.
var answerCodes = map[string][]string{
	"confirm":         {"yes", "no"},
	"confirm-join":    {"yes", "no"},
	"confirm-watch":   {"yes", "no"},
	"confirm-address": {"yes", "no"},
	"confirm-forfeit": {"sure", "unsure"},
	"whose-token":     {"keep", "once", "no"},
	seatReason:        {"take-seat", "leave-seat"},
}

// confirms says whether a code is that of a question about a whole mail.
func confirms(reason string) bool { return reason == "as-whom" || answerCodes[reason] != nil }

// whole says whether a question is about a whole mail.
func whole(q *rules.Question) bool { return q.Mail != "" }

// questionTokens are those of a question.
func (t *table) questionTokens(held int) []string {
	return t.tokens("question", t.name, fmt.Sprint(held))
}

// doubtful is what of a mail must be confirmed first.
type doubtful struct {
	reason string
	first  parser.Fragment
	words  []string
}

// doubt notes that a fragment must be confirmed.
func (s *sheet) doubt(reason string, f parser.Fragment) templates.Item {
	if s.unsure.reason == "" {
		s.unsure.reason, s.unsure.first = reason, f
	}
	s.unsure.words = append(s.unsure.words, f.Text)
	return templates.Item{Held: reason}
}

// askFirst puts the question about the mail to whom it concerns.
func (s *sheet) askFirst() error {
	if s.unsure.reason == "" {
		return nil
	}
	s.in.Outcome = "held"
	h := rules.Hold{Reason: s.unsure.reason, Mail: s.in.Hash.String(), From: s.in.From, First: 1}
	if h.Text = strings.Join(s.unsure.words, "\n"); len(h.Text) > maxWords {
		h.Text = strings.ToValidUTF8(h.Text[:maxWords], "") + "…"
	}
	to := s.askedAbout(&h)
	if len(to) == 0 {
		return nil
	}
	if len(s.waiting(h)) >= maxUnsure {
		s.in.Outcome = "held: too much of this sender waits for an answer"
		return nil
	}
	h.Of, h.Proposal = s.concerns(s.unsure.first)
	return s.putQuestion(h, to, s.unsure.name())
}

// name is the name that a question tells, "" for none.
func (d doubtful) name() string {
	if j, ok := d.first.Command.(rules.Join); ok {
		return strings.TrimSpace(j.Given + " " + j.Surname)
	}
	return ""
}

// askedAbout completes a question and says where it goes.
func (s *sheet) askedAbout(h *rules.Hold) []addressee {
	if s.who == nil || s.unsure.reason == "as-whom" {
		if s.in.From == "" {
			return nil
		}
		if !s.m.organises(s.g, s.in.From) {
			if ok, _, _ := s.m.mayAnswerIn(s.t.name, s.in.From, false, s.at); !ok {
				return nil
			}
		}
		return []addressee{s.senderAddress()}
	}
	h.Player = s.who.ID
	return s.everywhere(s.who)
}

// everywhere are all addresses of a player.
func (s *sheet) everywhere(p *rules.Player) []addressee {
	var list []addressee
	for _, a := range p.Addresses {
		to := s.addresseeOf(p)
		to.address = a
		list = append(list, to)
	}
	return list
}

// waiting are the questions about whole mails that the same person was asked in
// the last day.
func (s *sheet) waiting(h rules.Hold) []*rules.Question {
	var list []*rules.Question
	for _, q := range s.g.Held {
		recent := s.at.Sub(q.At) < 24*time.Hour
		if whole(q) && recent && q.Reason != talkReason && q.Player == h.Player && (h.Player != "" || sameAddress(q.From, h.From)) {
			list = append(list, q)
		}
	}
	return list
}

// asksWhom says whether the mail may be answering the question who of several at
// one address is speaking.
func (s *sheet) asksWhom() bool {
	return slices.ContainsFunc(s.asking, func(q rules.Settled) bool { return q.Reason == "as-whom" })
}

// putQuestion holds a mail and writes the question about it.
func (s *sheet) putQuestion(h rules.Hold, to []addressee, name string) error {
	lang := to[0].language
	h.Answers = nil
	for _, code := range answerCodes[h.Reason] {
		h.Answers = append(h.Answers, templates.Answer(lang, code))
	}
	if h.Reason == "as-whom" {
		h.Answers, name = fullNames(s.shared), s.shared[0].Given
	}
	h.Held = s.numberBefore(h.Text)
	events, refusal, err := s.decide(h, rules.By{Player: h.Player})
	if err != nil || refusal != nil {
		return err
	}
	held, _ := events[len(events)-1].(rules.WordsHeld)
	item := templates.Item{Words: h.Text, Held: h.Reason, Number: held.Held, First: 1, Answers: h.Answers, Name: name}
	at := s.at
	switch h.Reason {
	case "whose-token":
		item.Name = h.From
	case seatReason:
		item.Words, item.Seat = "", s.seat(h.Text) // they are the organiser's, and so is the mail
		at = time.Time{}
	}
	for _, a := range to {
		s.drafts = append(s.drafts, draft{
			to: s.g.Player(h.Player), reader: a, kind: "question", asks: []int{held.Held}, token: s.t.questionTokens(held.Held)[0],
			make: func(f templates.Frame) templates.Letter {
				return templates.Receipt{Frame: f, Items: []templates.Item{item}, At: at}
			},
		})
	}
	return nil
}

// settled takes the answer to a question about a whole mail: i counts its
// answers from 0.
func (s *sheet) settled(q *rules.Question, i int, by rules.By) (templates.Item, error) {
	if q.Reason == talkReason {
		return s.talkAnswered(q, i, by)
	}
	if s.confirmed { // an answer in a mail that had to be confirmed itself answers nothing else
		return templates.Item{Held: "which-answer"}, nil
	}
	if !s.proves(q) {
		return templates.Item{Held: "confirm-proof"}, nil
	}
	s.cause.Trust = atLeast(s.level, trustToken)
	codes := answerCodes[q.Reason]
	code := "yes"
	if q.Reason != "as-whom" && i < len(codes) {
		code = codes[i]
	}
	if code == "no" || code == "unsure" || code == "leave-seat" {
		return s.disowned(q)
	}
	switch q.Reason {
	case "confirm-address":
		return s.takeAddress(q, q.From)
	case seatReason:
		return s.takeSeat(q)
	case "whose-token":
		if code == "keep" {
			if _, err := s.takeAddress(q, q.From); err != nil {
				return templates.Item{}, err
			}
		}
	case "as-whom":
		here := playersAt(s.g, q.From)
		if i >= len(here) || here[i].Name() != q.Answers[i] {
			return templates.Item{Held: "which-answer"}, nil
		}
		return s.hearAgain(q, here[i])
	}
	return s.hearAgain(q, s.g.Player(q.Player))
}

// proves says whether the mail that is being heard may answer a question: it
// bears the question's token, or is as sure by itself as the game wants.
func (s *sheet) proves(q *rules.Question) bool {
	if holds(s.letter, s.t.questionTokens(q.Held)) {
		return true
	}
	return suffices(s.level, atLeast(custom(s.g, "trust"), trustAligned))
}

// disowned ends a question with nothing done. Somebody else has the player's
// token: it is made another.
func (s *sheet) disowned(q *rules.Question) (templates.Item, error) {
	organiser := rules.By{Organiser: true}
	if _, _, err := s.decide(rules.SettleHeld{Held: q.Held, How: rules.DroppedHeld}, organiser); err != nil {
		return templates.Item{}, err
	}
	if q.Reason == seatReason {
		s.seatDeclined(q)
	}
	if q.Reason == "whose-token" {
		if _, _, err := s.decide(rules.RenewToken{Player: q.Player}, organiser); err != nil {
			return templates.Item{}, err
		}
	}
	return templates.Item{Did: "settled"}, nil
}

// takeAddress adds the address that has shown to be a player's.
func (s *sheet) takeAddress(q *rules.Question, address string) (templates.Item, error) {
	organiser := rules.By{Organiser: true}
	_, refusal, err := s.decide(rules.AddAddress{Player: q.Player, Address: address}, organiser)
	if err != nil {
		return templates.Item{}, err
	}
	if q.Reason == "confirm-address" {
		if _, _, err := s.decide(rules.SettleHeld{Held: q.Held, How: address}, organiser); err != nil {
			return templates.Item{}, err
		}
	}
	if refusal != nil {
		return templates.Item{No: no(refusal)}, nil
	}
	return templates.Item{Did: "set"}, nil
}

// hearAgain does what the mail behind a question says, as of its own time and as
// who's word. It gives the receipt's line of the first thing; the others are
// noted.
func (s *sheet) hearAgain(q *rules.Question, who *rules.Player) (templates.Item, error) {
	l, in, err := s.heldMail(q)
	if err != nil {
		return templates.Item{}, err
	}
	keep := *s
	s.who, s.letter, s.since, s.confirmed = who, l, q.At, true
	s.in, s.items, s.unsure = &record.Input{Hash: in.Hash, From: in.From, ID: in.ID, At: in.At}, nil, doubtful{}
	by := s.by()
	ctx, err := s.context(l, by)
	if err == nil {
		err = s.heardFrom()
	}
	if err == nil {
		err = s.carryOut(parser.Read(l, ctx), by)
	}
	items := slices.Clone(s.items)
	s.who, s.letter, s.since, s.confirmed = keep.who, keep.letter, keep.since, false
	s.in, s.items, s.unsure, s.aside, s.asking, s.several = keep.in, keep.items, keep.unsure, keep.aside, keep.asking, keep.several
	if err != nil {
		return templates.Item{}, err
	}
	if s.g.Question(q.Held) != nil {
		if _, _, err := s.decide(rules.SettleHeld{Held: q.Held, How: firstLines(q.Text, 1)}, rules.By{Organiser: true}); err != nil {
			return templates.Item{}, err
		}
	}
	if len(items) == 0 {
		return templates.Item{Did: "settled"}, nil
	}
	s.items = append(s.items, items[1:]...)
	return items[0], nil
}

// heldMail is the mail that waits behind a question.
func (s *sheet) heldMail(q *rules.Question) (*parser.Letter, record.Input, error) {
	var h record.Hash
	if err := h.UnmarshalText([]byte(q.Mail)); err != nil {
		return nil, record.Input{}, fmt.Errorf("moderator: %s: the mail of question %d: %w", s.t.name, q.Held, err)
	}
	in, ok, err := s.m.book.Input(h)
	if err != nil || !ok {
		return nil, record.Input{}, fmt.Errorf("moderator: %s: the mail of question %d is not in the store (%w)", s.t.name, q.Held, err)
	}
	l := parser.Parse(in.Raw, s.m.options())
	l.Signers = in.Signers
	return l, in, nil
}

// by is who speaks, for the rules.
func (s *sheet) by() rules.By {
	by := rules.By{Organiser: s.m.organises(s.g, s.in.From)}
	if s.who != nil {
		by.Player = s.who.ID
	}
	return by
}
