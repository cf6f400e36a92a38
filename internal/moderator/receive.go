package moderator

import (
	"fmt"
	"sync"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// Receive plays a mail. An error means that the mail has had no effect and must
// be handed over again; a mail that breaks the rules is no error, and neither
// is one that cannot be read. The same mail twice moves the game once.
func (m *Moderator) Receive(mail Mail) (Outcome, error) {
	if len(mail.Raw) == 0 { // what the server could not give is kept by its place
		mail.Raw = []byte("(nothing of this mail could be fetched: " + mail.Where + ")\r\n")
	}
	in := &record.Input{Hash: record.HashOf(mail.Raw), Raw: mail.Raw, At: mail.At.UTC(), Where: mail.Where}
	if old, ok, err := m.book.Input(in.Hash); err != nil {
		return Outcome{}, fmt.Errorf("moderator: look for mail %s: %w", in.Hash, err)
	} else if ok {
		o := Outcome{ID: old.ID, From: old.From, Game: old.Game, Outcome: "duplicate"}
		o.Returned, err = m.returnedBefore(mail.Raw)
		return o, err
	}
	l := m.parse(mail.Raw)
	in.ID, in.From = l.ID, sender(l)
	if m.set.Signers != nil && l.Kind == parser.Message && !l.Judged && l.DKIM {
		in.Signers = m.set.Signers(mail.Raw)
	}
	l.Signers = in.Signers
	again, copied, err := m.copyOf(l, in, time.Time{})
	if err != nil {
		return Outcome{}, err
	}
	own, err := m.wrote(l)
	if err != nil {
		return Outcome{}, err
	}
	switch {
	case l.Kind == parser.Bounced:
		return m.bounced(l, in)
	case l.Kind == parser.ListDigest && !again:
		return m.digested(l, in)
	case l.Kind != parser.Message && l.Kind != parser.Unreadable:
		return m.file(in, "ignored: "+string(l.Kind))
	case own:
		return m.file(in, "ignored: "+string(parser.Own))
	case mail.Fault != "":
		return m.setAside(l, in, "too-large", mail.Fault)
	case l.Kind == parser.Unreadable:
		return m.setAside(l, in, unreadable(l.Why), l.Why)
	case again:
		return m.file(in, "duplicate")
	}
	if older, err := m.beforeAll(l, in.At); err != nil {
		return Outcome{}, err
	} else if older {
		return m.file(in, "ignored: older than every game")
	}
	if copied.through != nil {
		l.Through = copied.through
	}
	return m.deliver(l, in, copied)
}

// wrote says that a mail is a letter of ours, whatever name it comes back under.
func (m *Moderator) wrote(l *parser.Letter) (bool, error) {
	if l.ID == "" {
		return false, nil
	}
	_, ok, err := m.book.Letter(l.ID)
	if err != nil {
		return false, fmt.Errorf("moderator: look for letter %s: %w", l.ID, err)
	}
	return ok, nil
}

// unreadable is the code of the letter that tells a player which bound a mail
// breaks.
func unreadable(why string) string {
	switch why {
	case parser.TooLarge, parser.TooManyParts, parser.TooDeep, parser.TooComplex:
		return why
	}
	return "unreadable"
}

// sender is the address of the one From field; "" when there is none or more
// than one, because then it is nobody's (RFC 5322 §3.6.2).
func sender(l *parser.Letter) string {
	if l.FromFields != 1 || len(l.From) != 1 {
		return ""
	}
	return l.From[0].Mail
}

// copyOf says whether the same letter has come before by another road: the same
// Message-ID from the same sender with the same words. A Message-ID alone
// proves nothing, since some programs use one twice; and a copy of which it is
// surer who wrote it is heard where the first one was not believed. A mail that
// was heard before and is heard anew knows no copies since then.
func (m *Moderator) copyOf(l *parser.Letter, in *record.Input, then time.Time) (again bool, copied other, err error) {
	if l.ID == "" {
		return false, copied, nil
	}
	hashes, err := m.book.InputsByID(l.ID)
	if err != nil {
		return false, copied, fmt.Errorf("moderator: look for mail %s: %w", l.ID, err)
	}
	for _, h := range hashes {
		old, ok, err := m.book.Input(h)
		if err != nil {
			return false, copied, fmt.Errorf("moderator: read mail %s: %w", h, err)
		}
		if !ok || old.From != in.From || old.Hash == in.Hash || !then.IsZero() && old.At.After(then) {
			continue
		}
		before := m.parse(old.Raw)
		before.Signers = old.Signers
		if before.Digest() != l.Digest() {
			continue
		}
		if again, copied = m.heardOf(l, before, old); again {
			return true, other{}, nil
		}
	}
	return false, copied, nil
}

// file keeps a mail that has no effect and no answer.
func (m *Moderator) file(in *record.Input, outcome string) (Outcome, error) {
	in.Outcome = outcome
	m.set.Log.Info("mail", "outcome", outcome, "id", in.ID, "from", in.From)
	return outcomeOf(in), m.commit(record.Commit{Input: in})
}

func outcomeOf(in *record.Input) Outcome {
	return Outcome{ID: in.ID, From: in.From, Game: in.Game, Outcome: in.Outcome, Commands: in.Commands}
}

// setAside keeps a mail that nobody can read where the organiser finds it, and
// tells a player whose address it bears.
func (m *Moderator) setAside(l *parser.Letter, in *record.Input, code, why string) (Outcome, error) {
	in.Outcome = "set aside: " + why
	c := record.Commit{Input: in}
	for _, t := range m.tables() {
		if t.has(in.From) {
			in.Game = t.name
			m.answerStranger(&c, t, in, l, templates.Stranger{Code: code, Language: t.languageOf(in.From)})
			break
		}
	}
	m.set.Log.Warn("mail set aside", "why", why, "id", in.ID, "from", in.From)
	return outcomeOf(in), m.commit(c)
}

// deliver takes a person's mail to its game.
func (m *Moderator) deliver(l *parser.Letter, in *record.Input, copied other) (Outcome, error) {
	t, games, err := m.gameOf(l, in.From)
	if err != nil {
		return Outcome{}, err
	}
	if t == nil {
		in.Outcome = "asked: which game"
		code := "which-game"
		if len(games) == 0 {
			in.Outcome, code = "refused: unknown sender", "unknown"
		}
		c := record.Commit{Input: in}
		m.answerStranger(&c, nil, in, l, templates.Stranger{Code: code, Games: games})
		return outcomeOf(in), m.commit(c)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	in.Game = t.name
	s := m.sheet(t, in.At, record.Cause{Kind: "mail", Raw: in.Hash, ID: in.ID, From: in.From, Trust: l.Trust()})
	s.in, s.letter, s.copied = in, l, copied
	s.listTime(l)
	if err := s.passTime(); err != nil {
		return Outcome{}, err
	}
	if l.Trust() == trustFailed {
		s.forged()
	} else if err := s.hear(l); err != nil {
		return Outcome{}, err
	}
	return s.close()
}

// forged keeps a mail whose sender is proved false out of the game, and tells
// the player whose name it bears.
func (s *sheet) forged() {
	s.in.Outcome = "refused: the sender's address failed DMARC"
	if p := playerAt(s.g, s.in.From); p != nil && s.m.mayWarn(s.t.name, s.in.From, s.at) {
		s.post(p, "stranger", 0, func(f templates.Frame) templates.Letter {
			return templates.Stranger{Frame: f, Code: "dmarc"}
		})
	}
}

// hear reads what the mail says and does it.
func (s *sheet) hear(l *parser.Letter) error {
	reason := s.speaker(l)
	s.cause.Trust, s.offered = s.level, 0
	by := s.by()
	if reason == "" {
		s.cause.By = by.Player
		if err := s.heardFrom(); err != nil {
			return err
		}
	}
	if text, err := s.postOf(l); text != "" || err != nil {
		if err != nil {
			return err
		}
		return s.hearPost(l, text, by)
	}
	ctx, err := s.context(l, by)
	if err != nil {
		return err
	}
	if followed, err := s.followOfficer(l); followed || err != nil {
		return err
	}
	reading, ok := s.read(l, ctx)
	if !ok {
		s.stumble()
		return nil
	}
	if s.forceless(l, &reading) {
		return nil
	}
	if reason != "" {
		return s.unclear(reason, reading)
	}
	if fresh, err := s.unplayed(); err != nil || !fresh {
		s.in.Outcome = "refused: its signature was played before"
		s.items = append(s.items, templates.Item{No: no(&rules.Refusal{Code: rules.SignatureSeen})})
		return err
	}
	again, err := s.hearAstray(l, by)
	if err != nil {
		return err
	}
	if !s.onList() {
		s.noteAsides(reading, ctx)
	}
	if len(reading.Fragments) == 0 {
		if !again {
			s.nothingFound(reading)
		}
		return s.askFirst()
	}
	if err := s.carryOut(reading, by); err != nil {
		return err
	}
	return s.askFirst()
}

// unclear asks about a mail whose speaker is not clear, if it asks for anything
// that matters. Nothing is said to the address that it came from.
func (s *sheet) unclear(reason string, r parser.Reading) error {
	if s.who == nil && s.shared == nil { // a mailing list's, or nobody's: there is no one to answer
		s.in.Outcome = "refused: it does not say whose it is"
		s.tellNobodys(r)
		return nil
	}
	for _, f := range r.Fragments {
		switch c := f.Command.(type) {
		case parser.Ask, parser.Test, parser.Observe, nil:
			continue
		case parser.Numbered:
			if s.asksWhom() {
				item, err := s.numbered(c, s.by())
				s.items, s.in.Outcome = append(s.items, item), "counted"
				return err
			}
		}
		s.in.Commands = append(s.in.Commands, line(f, s.doubt(reason, f)))
	}
	if s.unsure.reason == "" {
		s.who = nil
		s.nothingFound(r)
		return nil
	}
	err := s.askFirst()
	s.who = nil
	return err
}

// nothingFound answers a mail without a command: its author may have meant one.
func (s *sheet) nothingFound(r parser.Reading) {
	if s.onList() {
		s.in.Outcome = "ignored: talk on a list"
		return
	}
	s.in.Outcome = "asked: no command found"
	if s.who == nil {
		s.stranger()
		return
	}
	reason := "talk"
	if r.Ask {
		reason = "nothing"
	}
	s.items = append(s.items, templates.Item{Words: firstLines(s.letter.Said(), 3), Held: reason})
}

// stranger answers somebody who is no player.
func (s *sheet) stranger() {
	s.in.Outcome = "refused: not a player"
	c := record.Commit{}
	s.m.answerStranger(&c, s.t, s.in, s.letter, templates.Stranger{Code: "unknown", Games: []string{s.t.name}, Language: s.g.Language})
	s.letters = append(s.letters, c.Letters...)
	for h, b := range c.Bodies {
		s.bodies[h] = b
	}
}

// phrases are the sentences of all our letters.
var phrases = sync.OnceValue(func() *parser.Phrases {
	return parser.PhrasesOf(func(yield func(string) bool) {
		for _, lang := range templates.Languages() {
			for _, s := range templates.Samples() {
				s.Reader.Language = lang
				w, err := templates.Write(s.Reader, s)
				if err == nil && !yield(w.Text) {
					return
				}
			}
		}
	})
})
