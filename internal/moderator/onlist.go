package moderator

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// What a mail may do depends on the list that it came through: on one for actions
// it has force, on another none, and what somebody writes to us alone has none in
// a game that has a list for actions, unless the customs say so.

// withoutForce is how the outcome of a mail begins that did not count because of
// where it was sent. Another copy of it may count.
const withoutForce = "no force: "

// The other ends of that outcome.
const (
	waitsForCopy = withoutForce + "waits for its copy through the list"
	onWrongList  = withoutForce + "not on the list for actions"
	toUsAlone    = withoutForce + "to the moderator alone"
)

// keepLists notes the game's lists where mails are read before the game is known.
func (t *table) keepLists() {
	lists := slices.Clone(t.game.Lists)
	t.lists.Store(&lists)
}

// mailLists are the lists of a game, without its lock.
func (t *table) mailLists() []rules.MailList {
	if p := t.lists.Load(); p != nil {
		return *p
	}
	return nil
}

// lists are those of all games, as the parser knows them.
func (m *Moderator) lists() (all []parser.List) {
	for _, t := range m.tables() {
		for _, l := range t.mailLists() {
			all = append(all, parser.List{Address: l.Address, ID: l.ID, Hosts: l.Hosts})
		}
	}
	return all
}

// roleAmong is what the list is for that a mail came through; "" for a mail that
// came to us alone.
func roleAmong(lists []rules.MailList, l *parser.Letter) rules.ListRole {
	if l == nil || l.Through == nil || !l.Through.Public(l) {
		return ""
	}
	for _, x := range lists {
		if sameAddress(x.Address, l.Through.Address) {
			return x.Role
		}
	}
	return ""
}

// onList says that the mail that is being heard came through a list of the game.
func (s *sheet) onList() bool { return roleAmong(s.g.Lists, s.letter) != "" }

// onActions says that a mail came through a list for actions, of whatever game.
func (m *Moderator) onActions(l *parser.Letter) bool {
	return slices.ContainsFunc(m.tables(), func(t *table) bool { return roleAmong(t.mailLists(), l) == rules.ActionsList })
}

// other is what another copy of a mail, which came by another road, tells of it.
type other struct {
	trust   string // how sure that copy is of its author
	through *parser.Through
}

// heardOf says of a mail whose copy came before whether it is that copy again,
// or counts now. A copy that had no force may have it through the list; and one
// that came to us alone may be surer of its author than the list's.
func (m *Moderator) heardOf(l, before *parser.Letter, old record.Input) (again bool, o other) {
	surer := rank(l.Trust()) > rank(before.Trust())
	unsure := strings.HasPrefix(old.Outcome, "held") || strings.HasPrefix(old.Outcome, "refused")
	switch {
	case strings.HasPrefix(old.Outcome, withoutForce):
		return !m.onActions(l), other{trust: before.Trust()}
	case surer && unsure && before.Through != nil && l.Through == nil:
		return false, other{trust: l.Trust(), through: before.Through}
	}
	return !(surer && unsure), other{}
}

// hearAsThen hears a mail anew as it was heard when it came.
func (s *sheet) hearAsThen(l *parser.Letter) error {
	s.since, s.copied = time.Time{}, other{}
	if l.Kind == parser.ListDigest {
		return s.hearDigest(l)
	}
	_, copied, err := s.m.copyOf(l, s.in, s.in.At)
	if err != nil {
		return err
	}
	if s.copied = copied; copied.through != nil {
		l.Through = copied.through
	}
	s.listTime(l)
	return s.hear(l)
}

// goesToActions says that a mail was also written to a list for actions: its copy
// comes through that.
func (s *sheet) goesToActions(l *parser.Letter) bool {
	return slices.ContainsFunc(s.g.Lists, func(x rules.MailList) bool {
		return x.Role == rules.ActionsList && slices.ContainsFunc(l.Sent, func(a parser.Address) bool { return sameAddress(a.Mail, x.Address) })
	})
}

// forceless does with a mail that was sent where it has no force what there is to
// do; done is false for one that is to be heard. Of a mail to us alone the rest is
// left in r.
func (s *sheet) forceless(l *parser.Letter, r *parser.Reading) (done bool) {
	role := roleAmong(s.g.Lists, l)
	actions, has := s.actsOn()
	private := role == "" && has && !s.confirmed
	if role == rules.ActionsList || role == "" && !private {
		return false
	}
	var rest []parser.Fragment
	var words []string
	for _, f := range r.Fragments {
		if !forceful(f) {
			rest = append(rest, f)
		} else if f.Outcome == parser.Counted {
			words = append(words, wordsSaid(f))
		}
	}
	if s.goesToActions(l) {
		s.in.Outcome = waitsForCopy
		return true
	}
	if !has {
		actions, _ = s.g.List(rules.ActionsList)
	}
	code, outcome := "private-action", toUsAlone
	if !private {
		code, outcome, rest = "wrong-list", onWrongList, nil
	}
	if len(words) == 0 {
		r.Fragments = rest
		if len(rest) == 0 && !private {
			s.in.Outcome = "ignored: talk on a list"
		}
		return !private
	}
	s.noForce = outcome
	s.in.Outcome = outcome
	for _, w := range words {
		s.in.Commands = append(s.in.Commands, firstLines(w, 1)+": "+outcome)
	}
	s.tellNoForce(l, templates.Notice{Code: code, Text: actions.Address, Changes: words})
	r.Fragments = rest
	return !private || len(rest) == 0
}

// forceful says that a fragment would change the game, or might.
func forceful(f parser.Fragment) bool {
	switch c := f.Command.(type) {
	case rules.Dispute: // goes to the organiser
		return false
	case rules.Command:
		return c != nil
	}
	return f.Outcome == parser.HeldBack && mayBeVote(f)
}

// wordsSaid are a fragment's words as its author's lines have them, of a proposal
// with its text.
func wordsSaid(f parser.Fragment) string {
	lines := strings.Split(strings.Trim(cmp.Or(f.Lines, f.Text), "\n"), "\n")
	return strings.Join(lines[:min(len(lines), mostSaid)], "\n")
}

// mostSaid is how many lines of a mail that has no force are told.
const mostSaid = 12
