package moderator

import (
	"strconv"
	"strings"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// Where a private answer to a program has no force, what is not clear goes to the
// organiser, who asks in public or settles it.

// askedOrganiser marks the words of a mail about which the organiser was asked.
const askedOrganiser = "asked-organiser"

// toOfficer says whether a question is the organiser's to answer, though the
// words are a player's.
func (s *sheet) toOfficer(q *rules.Question) bool {
	switch q.Reason {
	case sureReason, offerReason, rules.DisputeReason:
		return false
	}
	return q.Player != "" && !whole(q) && custom(s.g, "questions") == "organiser"
}

// askOfficer puts a question that was just held to the organisers.
func (s *sheet) askOfficer(h rules.WordsHeld) templates.Item {
	n := templates.Notice{Code: "held", Number: h.Held, Name: name(s.g, h.Player), Text: h.Text, Answers: h.Answers}
	for _, a := range s.organisers() {
		s.toOrganiser(a, n)
		s.drafts[len(s.drafts)-1].asks = []int{h.Held}
	}
	s.heldOver = true
	return templates.Item{Held: askedOrganiser, Number: h.Held}
}

// officerAnswers does what the organiser's number says that words mean.
func (s *sheet) officerAnswers(q *rules.Question, i int) (templates.Item, error) {
	refusal, err := s.speakFor(q.Player, q.Answers[i], q.Held)
	return obeyed(templates.Item{Did: "settled", Number: q.Held}, refusal, err)
}

// maxFromDigest is how many mails of one digest are put to the organiser.
const maxFromDigest = 20

// digested keeps a list's digest. Its mails were read when they came by
// themselves; those that never did may say something, and wait for the organiser.
func (m *Moderator) digested(l *parser.Letter, in *record.Input) (Outcome, error) {
	t := m.byList(l)
	if t == nil {
		return m.file(in, "ignored: a list's digest")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	in.Game, in.Outcome = t.name, "ignored: a list's digest"
	s := m.sheet(t, in.At, record.Cause{Kind: "mail", Raw: in.Hash, ID: in.ID, From: in.From, Trust: l.Trust()})
	s.in, s.letter = in, l
	if err := s.passTime(); err != nil {
		return Outcome{}, err
	}
	if err := s.hearDigest(l); err != nil {
		return Outcome{}, err
	}
	return s.close()
}

// hearDigest puts to the organisers what a digest has of mails that never came.
func (s *sheet) hearDigest(l *parser.Letter) error {
	if roleAmong(s.g.Lists, l) != rules.ActionsList || s.g.Status != rules.Running {
		return nil
	}
	n := templates.Notice{Code: "digest-held", Text: l.Through.Address}
	for _, inner := range l.Digested {
		if len(n.Changes) >= maxFromDigest {
			break
		}
		line, err := s.unheard(inner)
		if err != nil {
			return err
		}
		if line != "" {
			n.Changes = append(n.Changes, line)
		}
	}
	if len(n.Changes) > 0 {
		s.in.Outcome = "held"
		s.toOrganisers(n)
	}
	return nil
}

// tellNobodys tells the organisers of a mail on a list for actions that asks for
// something and does not say whose it is: no answer could go anywhere.
func (s *sheet) tellNobodys(r parser.Reading) {
	if roleAmong(s.g.Lists, s.letter) != rules.ActionsList {
		return
	}
	var words []string
	for _, f := range r.Fragments {
		if forceful(f) && f.Outcome == parser.Counted {
			words = append(words, wordsSaid(f))
		}
	}
	if ok, _ := s.m.mayAnswer("nobody."+s.t.name, nobodysADay, s.at); ok && len(words) > 0 {
		s.toOrganisers(templates.Notice{Code: "held", Text: strings.Join(words, "\n")})
	}
}

// nobodysADay is how many mails without an author organisers are told of in a day.
const nobodysADay = 3

// unheard holds a mail of a digest that never came by itself and asks for
// something; it gives the line that tells of it, "" for another mail.
func (s *sheet) unheard(l *parser.Letter) (string, error) {
	if known, err := s.m.knownMail(l); known || err != nil {
		return "", err
	}
	s.who = playerAt(s.g, sender(l))
	defer func() { s.who = nil }()
	if s.who == nil || s.who.State != rules.Playing {
		return "", nil
	}
	by := rules.By{Player: s.who.ID}
	ctx, err := s.context(l, by)
	if err != nil {
		return "", err
	}
	ctx.Organiser = false
	said := ""
	for _, f := range parser.Read(l, ctx).Fragments {
		if forceful(f) && f.Outcome != parser.SetAside {
			said += wordsSaid(f) + "\n"
		}
	}
	if said == "" {
		return "", nil
	}
	h := rules.Hold{Player: by.Player, From: sender(l), Text: firstLines(said, 20), Reason: "unclear", First: 1}
	h.Held = s.numberBefore(h.Text)
	events, refusal, err := s.decide(h, by)
	if err != nil || refusal != nil {
		return "", err
	}
	for _, e := range events {
		if h, ok := e.(rules.WordsHeld); ok {
			return strconv.Itoa(h.Held) + ". " + s.who.Name() + ":\n" + h.Text, nil
		}
	}
	return "", nil
}

// knownMail says that a mail has come before, by its Message-ID and author.
func (m *Moderator) knownMail(l *parser.Letter) (bool, error) {
	if l.ID == "" {
		return false, nil
	}
	if _, ours, err := m.book.Letter(l.ID); ours || err != nil {
		return ours, err
	}
	hashes, err := m.book.InputsByID(l.ID)
	if err != nil {
		return false, err
	}
	for _, h := range hashes {
		if old, ok, err := m.book.Input(h); err != nil || ok && sameAddress(old.From, sender(l)) {
			return ok, err
		}
	}
	return false, nil
}
