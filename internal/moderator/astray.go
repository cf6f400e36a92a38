package moderator

import (
	"strings"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// tellNoForce tells the author of a mail, in private, that it has not counted.
func (s *sheet) tellNoForce(l *parser.Letter, n templates.Notice) {
	if l.Through != nil && n.Code == "wrong-list" {
		n.Other = l.Through.Address
	}
	if s.who == nil || s.who.State != rules.Playing {
		return
	}
	s.m.rememberAstray(s.t.name, s.in.Hash)
	if ok, _, _ := s.m.mayAnswerIn(s.t.name, s.in.From, true, s.at); !ok {
		return
	}
	s.postTo(s.senderAddress(), n.Code, 0, func(f templates.Frame) templates.Letter {
		n := n
		n.Frame = f
		return n
	})
}

// astrayPlace is where the book has the last mails of a game that had no force
// where they were sent.
const astrayPlace = "astray/"

// maxAstray is how many of them are remembered.
const maxAstray = 40

// rememberAstray notes a mail that may be sent again to the right list. Where that
// fails, only mails that name it are known again.
func (m *Moderator) rememberAstray(game string, h record.Hash) {
	all := append(m.placed(astrayPlace+game), h.String())
	if err := m.book.Place(astrayPlace+game, strings.Join(all[max(0, len(all)-maxAstray):], " ")); err != nil {
		m.set.Log.Warn("a mail to the wrong list cannot be remembered", "game", game, "err", err)
	}
}

// placed are the words of a place of the book.
func (m *Moderator) placed(key string) []string {
	places, err := m.book.Places()
	if err != nil {
		m.set.Log.Warn("the places of the book cannot be read", "err", err)
		return nil
	}
	return strings.Fields(places[key])
}

// astrayFor is how long a mail may be sent again.
const astrayFor = 14 * 24 * time.Hour

// saidAgain is what a mail says again that its author had sent where it has no
// force. It is that earlier mail, with no other words than those that stand in
// this one.
func (s *sheet) saidAgain(l *parser.Letter) (again *parser.Letter, asked bool) {
	if roleAmong(s.g.Lists, l) != rules.ActionsList || s.who == nil || !parser.SaysAgain(l) {
		return nil, false
	}
	for _, h := range s.astray(l) {
		old, ok, err := s.m.book.Input(h)
		if err != nil || !ok || old.Hash == s.in.Hash || !hasAddress(s.who.Addresses, old.From) ||
			!strings.HasPrefix(old.Outcome, withoutForce) || s.at.Sub(old.At) > astrayFor {
			continue
		}
		earlier := parser.Parse(old.Raw, s.m.options())
		text, whole := parser.Again(l, earlier)
		if text == "" {
			continue
		}
		if !whole {
			earlier.Text, earlier.InReplyTo, earlier.References = text, nil, nil
		}
		return earlier, true
	}
	return nil, true
}

// astray are the mails that a mail may be sending again: those that it names,
// then the last ones.
func (s *sheet) astray(l *parser.Letter) (list []record.Hash) {
	for _, id := range answeredIDs(l) {
		if hashes, err := s.m.book.InputsByID(id); err == nil {
			list = append(list, hashes...)
		}
	}
	for _, word := range reversed(s.m.placed(astrayPlace + s.t.name)) {
		var h record.Hash
		if err := h.UnmarshalText([]byte(word)); err == nil {
			list = append(list, h)
		}
	}
	return list
}

// hearAstray does what a mail says again.
func (s *sheet) hearAstray(l *parser.Letter, by rules.By) (heard bool, err error) {
	earlier, asked := s.saidAgain(l)
	if !asked {
		return false, nil
	}
	if earlier == nil {
		f := parser.Fragment{Text: firstLines(l.Said(), 10), Outcome: parser.HeldBack, Reason: "unclear"}
		item, err := s.hold(f, by)
		s.in.Commands = append(s.in.Commands, line(f, item))
		if item.Held != askedOrganiser {
			s.items = append(s.items, item)
		}
		s.in.Outcome = "held"
		return true, err
	}
	ctx, err := s.context(earlier, by)
	if err != nil {
		return false, err
	}
	return true, s.carryOut(parser.Read(earlier, ctx), by)
}
