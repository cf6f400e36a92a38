package moderator

import (
	"slices"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// What players want of us: their language, their clock, whether they are away,
// and how many receipts they get.

// choices are these settings.
var choices = []string{"away", "back", "language", "timezone", "receipts", "willing", "unwilling", "inactive", "active"}

// ownNames are what our languages call themselves.
var ownNames = []string{"English", "português", "español", "Türkçe", "magyar"}

// choose does a setting that leaves how its sender is known alone. It is in force
// for the receipt that tells of it.
func (s *sheet) choose(c parser.Setting, f parser.Fragment, by rules.By) (templates.Item, error) {
	if s.who == nil || s.who.State != rules.Playing {
		return templates.Item{No: no(&rules.Refusal{Code: rules.NotPlayer})}, nil
	}
	if reason := s.needs(c); reason != "" {
		return s.doubt(reason, f), nil
	}
	command, item := s.choice(c)
	if command == nil {
		return item, nil
	}
	_, refusal, err := s.decide(command, by)
	if err != nil {
		return templates.Item{}, err
	}
	if refusal != nil {
		return templates.Item{No: no(refusal)}, nil
	}
	s.who = s.g.Player(s.who.ID)
	return item, nil
}

// choice is the command of a setting and what the receipt says of it; without a
// command the item asks what is meant.
func (s *sheet) choice(c parser.Setting) (rules.Command, templates.Item) {
	switch c.Name {
	case "away":
		return s.away(c.Value)
	case "back":
		return rules.ComeBack{}, templates.Item{Did: "back"}
	case "willing", "unwilling", "inactive", "active":
		return judgeChoice(c.Name)
	case "receipts":
		return rules.ChooseReceipts{Off: c.Value == "off"}, templates.Item{Did: "receipts-" + c.Value}
	case "language":
		lang := parser.Tongue(c.Value)
		if !slices.Contains(templates.Languages(), lang) {
			return nil, s.offers("which-language", "language", c.Value, ownNames)
		}
		return rules.ChooseLanguage{Language: lang}, templates.Item{Did: "language"}
	}
	name, near := parser.Zone(c.Value)
	if _, err := time.LoadLocation(name); name == "" || err != nil {
		return nil, s.offers("which-zone", "timezone", c.Value, near)
	}
	return rules.ChooseTimezone{Timezone: name}, templates.Item{Did: "timezone", Name: templates.Place(name), At: s.at}
}

// offers puts what a setting may be into lines that are ready to be sent back.
func (s *sheet) offers(reason, verb, value string, may []string) templates.Item {
	item := templates.Item{Held: reason, Name: value}
	for _, v := range may {
		item.Answers = append(item.Answers, templates.Answer(s.senderAddress().language, verb)+" "+v)
	}
	return item
}

// away reads until when somebody is away: to the end of that day by his or her
// own clock.
func (s *sheet) away(words string) (rules.Command, templates.Item) {
	zone := s.addresseeOf(s.who).zone
	days := parser.Days(words, s.at.In(zone))
	if len(days) != 1 {
		var dates []string
		for _, d := range days {
			dates = append(dates, d.Format(time.DateOnly))
		}
		if len(dates) == 0 {
			dates = []string{s.at.In(zone).AddDate(0, 0, 7).Format(time.DateOnly)}
		}
		return nil, s.offers("which-date", "away", words, dates)
	}
	d := days[0]
	until := time.Date(d.Year(), d.Month(), d.Day(), 23, 59, 59, 0, zone).UTC()
	return rules.GoAway{Until: until}, templates.Item{Did: "away", At: until, Name: custom(s.g, "absence")}
}

// quietly says whether the sender wants no receipt, and there is nothing in it
// but that all was simply done.
func (s *sheet) quietly() bool {
	if s.who == nil || len(s.aside) > 0 || !s.who.Quiet && (s.who.Loud || custom(s.g, "receipts") == "each") {
		return false
	}
	for _, i := range s.items {
		plain := []string{"voted", "changed", "same", "withdrew-vote", "proposed", "revised", "withdrew", "opened", "pooled", "unpooled", "invoked", "ruled", "overruling", "consented", "called", "case-ruled", "reconsidering"}
		if i.No != nil || i.Held != "" || !i.Since.IsZero() && !s.onList() || i.Suggested != nil || len(i.Missed) > 0 || !slices.Contains(plain, i.Did) {
			return false
		}
	}
	return len(s.sealed(s.items, s.who.ID).Keys) == 0 // the receipt alone has the key
}

// absences are the players who are away at a moment; none where nobody tells
// what time it is.
func absences(g *rules.Game, at time.Time) []templates.Absence {
	if at.IsZero() {
		return nil
	}
	var list []templates.Absence
	for _, p := range g.Away(at) {
		list = append(list, templates.Absence{Name: p.Name(), Until: p.Away})
	}
	return list
}

// tellAbsence tells the others that somebody is away, or back.
func (s *sheet) tellAbsence(e rules.Event) {
	switch e := e.(type) { // not all: those that tellNotice hands on
	case rules.AbsenceBegan:
		p := s.g.Player(e.Player)
		s.noticeBut(p, templates.Notice{Code: "absent", Name: p.Name(), At: e.Until, Text: custom(s.g, "absence")})
	case rules.AbsenceEnded:
		p := s.g.Player(e.Player)
		s.noticeBut(p, templates.Notice{Code: "returned", Name: p.Name()})
	}
}

// tellAwaited tells all who are not reminded, and the organisers, that a deadline
// has passed and who is awaited.
func (s *sheet) tellAwaited(e rules.Reminded) {
	of, at := s.g.Deadline()
	if of != e.Of {
		return // it is over in the same events
	}
	n := templates.Notice{Code: "awaited", Names: names(s.g, s.g.Awaited()), Number: numberOf(s.g, e.Proposal), At: at, Text: e.Of}
	for _, to := range s.all() {
		if !slices.Contains(e.Players, to.ID) {
			s.postNotice(to, n.Code, n)
		}
	}
	for _, a := range s.organisers() {
		if len(playersAt(s.g, a)) == 0 {
			s.toOrganiser(a, n)
		}
	}
}

// watch lets somebody who does not play get the news, or ends that.
func (s *sheet) watch(c parser.Observe, f parser.Fragment, by rules.By) (templates.Item, error) {
	if s.in == nil || s.in.From == "" {
		return templates.Item{No: no(&rules.Refusal{Code: rules.NotObserver})}, nil
	}
	item := templates.Item{Did: "watching"}
	var command rules.Command = rules.Observe{Address: s.in.From, Language: c.Language}
	if c.Stop {
		item.Did, command = "unwatched", rules.StopObserving{Address: s.in.From}
	} else if reason := s.needs(c); reason != "" {
		if _, err := rules.Decide(s.g, command, rules.By{Player: by.Player}, s.at); err == nil {
			return s.doubt(reason, f), nil // else there is nothing to confirm
		}
	}
	_, refusal, err := s.decide(command, rules.By{Player: by.Player})
	if err != nil {
		return templates.Item{}, err
	}
	if refusal != nil && refusal.Code == rules.WatchingAsked {
		s.toOrganisers(templates.Notice{Code: "watch-asked", Text: s.in.From})
	}
	if refusal != nil {
		return templates.Item{No: no(refusal)}, nil
	}
	return item, nil
}

// letWatch does the organiser's "watch eve@example.org" and "unwatch
// eve@example.org".
func (s *sheet) letWatch(verb, address string) (*rules.Refusal, error) {
	if !plausible(address) {
		return nil, &Misread{address, verb + " eve@example.org"}
	}
	var command rules.Command = rules.Observe{Address: address}
	if verb == "unwatch" {
		command = rules.StopObserving{Address: address}
	}
	_, refusal, err := s.decide(command, rules.By{Organiser: true})
	if refusal == nil && err == nil && verb == "watch" {
		n := templates.Notice{Code: "watching"}
		s.postTo(s.addresseeAt(address), n.Code, 0, func(f templates.Frame) templates.Letter {
			n := n
			n.Frame = f
			return n
		})
	}
	return refusal, err
}

// addresseeAt is an address that is no player's, with the language of whoever
// watches from it.
func (s *sheet) addresseeAt(address string) addressee {
	a := addressee{address: address, language: s.g.Language, zone: s.g.Zone}
	for _, o := range s.g.Observers {
		if sameAddress(o.Address, address) && o.Language != "" {
			a.language = o.Language
		}
	}
	return a
}

// toObservers drafts news for those who watch.
func (s *sheet) toObservers(kind string, proposal int, make func(templates.Frame) templates.Letter) {
	for _, o := range s.g.Observers {
		s.postTo(s.addresseeAt(o.Address), kind, proposal, make)
		s.drafts[len(s.drafts)-1].news = true
	}
}

// mayRead says whether whoever asks may read how the game stands.
func (s *sheet) mayRead(what string, by rules.By) bool {
	return what == "help" || s.who != nil || by.Organiser || s.watches() || custom(s.g, "watching") != "none"
}

// watches says whether the sender watches the game.
func (s *sheet) watches() bool {
	return s.in != nil && slices.ContainsFunc(s.g.Observers, func(o rules.Observer) bool { return sameAddress(o.Address, s.in.From) })
}

// wish tells for operators what somebody wants of us.
func wish(e rules.Event, who func(rules.PlayerID) string) []string {
	switch e := e.(type) { // not all: those that Line hands on
	case rules.AbsenceBegan:
		return []string{who(e.Player), "until " + e.Until.Format(time.RFC3339)}
	case rules.AbsenceEnded:
		return []string{who(e.Player)}
	case rules.LanguageChosen:
		return []string{who(e.Player), e.Language}
	case rules.TimezoneChosen:
		return []string{who(e.Player), e.Timezone}
	case rules.ReceiptsChosen:
		return []string{who(e.Player), map[bool]string{true: "off", false: "on"}[e.Off]}
	case rules.ObserverAdmitted:
		return []string{e.Address}
	case rules.ObserverLeft:
		return []string{e.Address}
	}
	return nil
}
