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
	ids := append(slices.Clone(l.InReplyTo), reversed(l.References)...)
	for _, id := range ids[:min(len(ids), 20)] {
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

// listTime makes the time at which the list's own server took the mail the one as
// of which it counts, where the customs say so. A time that cannot be right is
// told to the organisers, and ours is taken.
func (s *sheet) listTime(l *parser.Letter) {
	if custom(s.g, "clock") != "list" || !s.onList() || l.Through.Stamp.IsZero() {
		return
	}
	stamp := l.Through.Stamp
	odd := stamp.Sub(s.at) > clockDrift || s.at.Sub(stamp) > longestUnderWay || !l.Date.IsZero() && l.Date.Sub(stamp) > writerDrift
	if odd {
		if ok, _ := s.m.mayAnswer("stamp."+s.t.name, 1, s.at); ok {
			n := templates.Notice{Code: "odd-stamp", At: stamp}
			if p := playerAt(s.g, s.in.From); p != nil {
				n.Name = p.Name()
			}
			s.toOrganisers(n)
		}
		return
	}
	if stamp.Before(s.at) {
		s.since = stamp
	}
}

// due is when the next thing is to happen in a game, zero for nothing. Where a
// list's time is official it waits for what the list's server took before it.
func due(g *rules.Game) time.Time {
	d := g.NextDeadline()
	if !d.IsZero() && custom(g, "clock") == "list" && len(g.Lists) > 0 {
		d = d.Add(rules.ListGrace)
	}
	return d
}

// counts is the time as of which what is being heard counts.
func (s *sheet) counts() time.Time {
	if !s.since.IsZero() {
		return s.since
	}
	return s.at
}

const (
	clockDrift      = 10 * time.Minute    // that a list's clock may be ahead of our mailbox's
	writerDrift     = 48 * time.Hour      // that a writer's clock may be ahead of the list's
	longestUnderWay = 30 * 24 * time.Hour // that a list may keep a mail
)

// tellLatePost tells the organisers of what was sent to the list in time and
// came here when the vote was over.
func (s *sheet) tellLatePost(f parser.Fragment, item templates.Item) {
	v, is := f.Command.(rules.Vote)
	if !is || item.No == nil || item.No.Code != string(rules.VotingOver) || s.since.IsZero() || s.who == nil {
		return
	}
	if p := s.g.Proposal(v.Proposal); p != nil && p.Ended.After(s.since) && !p.Closes.Before(s.since) {
		s.toOrganisers(templates.Notice{Code: "late-post", Name: s.who.Name(), At: s.since, Changes: []string{f.Text}})
	}
}
