package moderator

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// Misread is an organiser's command whose words could not be understood. Hint
// is a right example.
type Misread struct{ Words, Hint string }

func (e *Misread) Error() string { return fmt.Sprintf("cannot read %q", e.Words) }

// order does an organiser's command that came by mail.
func (s *sheet) order(o parser.Order, by rules.By) (templates.Item, error) {
	if !by.Organiser && o.Verb == "settle" && s.g.IsJudge(by.Player) {
		return s.judgeSettles(o, by)
	}
	if !by.Organiser {
		return templates.Item{No: &templates.No{Code: string(rules.NotOrganiser), Text: o.Verb}}, nil
	}
	item, refusal, err := s.obey(o)
	item.Hat = s.who != nil && s.who.State == rules.Playing
	if item.Held == recordReason {
		return item, nil
	}
	return obeyed(item, refusal, err)
}

// obeyed is what the receipt says of a command that came by mail.
func obeyed(item templates.Item, refusal *rules.Refusal, err error) (templates.Item, error) {
	var misread *Misread
	switch {
	case errors.As(err, &misread):
		return templates.Item{Held: "unclear", Answers: []string{misread.Hint}}, nil
	case err != nil:
		return item, err
	case refusal != nil:
		return templates.Item{No: no(refusal)}, nil
	}
	return item, nil
}

// judgeSettles does what a Judge decides about a clause or a win (Rule 212).
func (s *sheet) judgeSettles(o parser.Order, by rules.By) (templates.Item, error) {
	words, why := because(o.Words)
	c, err := s.settlement(words, why, o.Clause)
	if err != nil {
		return obeyed(templates.Item{}, nil, err)
	}
	_, refusal, err := s.decide(c, by)
	return obeyed(templates.Item{Did: "settled"}, refusal, err)
}

// deeds are what a receipt says of an organiser's verbs.
var deeds = map[string]string{
	"extend": "extended", "pause": "paused", "resume": "resumed", "start": "started", "award": "awarded", "remove": "removed", "announce": "announced",
}

// obey does an organiser's command. The error is a *[Misread] for words that
// say nothing.
func (s *sheet) obey(o parser.Order) (templates.Item, *rules.Refusal, error) {
	s.hand = s.organiserName()
	defer func() { s.hand = "" }()
	switch o.Verb {
	case "undo":
		return s.undo(o.Words)
	case "record", "as":
		return s.enterFor(o.Words)
	case "deny":
		return s.deny(o.Words)
	case "uphold":
		return s.uphold(o.Words)
	case "replace":
		return s.invite(o.Words)
	case "announce":
		if strings.TrimSpace(o.Words) == "" {
			return templates.Item{}, nil, &Misread{o.Words, "announce …"}
		}
		s.notice("announce", templates.Notice{Text: strings.TrimSpace(o.Words)})
		return templates.Item{Did: "announced"}, nil, nil
	case "watch", "unwatch":
		refusal, err := s.letWatch(o.Verb, strings.TrimSpace(o.Words))
		return templates.Item{Did: "done", Name: o.Verb}, refusal, err
	case "settle":
		if i, refusal, err, done := s.settleHeld(o.Words); done {
			return i, refusal, err
		}
	}
	c, err := s.organisersCommand(o)
	if err != nil {
		return templates.Item{}, nil, err
	}
	_, refusal, err := s.decide(c, rules.By{Organiser: true})
	return s.obeyedItem(o, c), refusal, err
}

// obeyedItem is the receipt's line of a command that was done.
func (s *sheet) obeyedItem(o parser.Order, c rules.Command) templates.Item {
	item := templates.Item{Did: firstOf(deeds[o.Verb], "done")}
	switch c := c.(type) { // not all: those of which the line tells more
	case rules.Extend:
		item.At = c.To
	case rules.ExtendVotes:
		item.At = commonEnd(s.g, c.Proposals)
	case rules.Grant:
		item.Name = name(s.g, c.Player)
	case rules.Remove:
		item.Name = name(s.g, c.Player)
	default:
		if item.Did == "done" {
			item.Name = o.Verb
		}
	}
	return item
}

// organiserName is whoever acts as the organiser, as the players are told: by
// name, for one who plays too.
func (s *sheet) organiserName() string {
	if p := playerAt(s.g, s.cause.From); p != nil {
		return p.Name()
	}
	return s.cause.From
}

// organisersCommand reads the words of a command that the rules decide.
func (s *sheet) organisersCommand(o parser.Order) (rules.Command, error) {
	words, why := because(o.Words)
	switch o.Verb {
	case "start":
		return rules.Start{}, nil
	case "pause":
		return rules.Pause{Why: firstOf(why, words)}, nil
	case "resume":
		return rules.Resume{}, nil
	case "extend":
		return s.extension(words, why)
	case "award":
		return s.grant(words, why)
	case "remove":
		p := named(s.g, words)
		if p == nil {
			return rules.Remove{Player: rules.PlayerID(words)}, nil // nobody of that name, as the refusal says
		}
		return rules.Remove{Player: p.ID, Why: why}, nil
	case "distribute":
		return rules.Distribute{}, nil
	case "activate", "deactivate":
		return s.activity(o.Verb, words, why), nil
	case "settle":
		return s.settlement(words, why, o.Clause)
	case "add":
		return s.joining(words)
	case "organiser add", "organiser remove":
		return s.organising(o.Verb, words, why)
	case "list add", "list remove":
		return listing(o.Verb, words, why)
	}
	return nil, &Misread{o.Verb, "help"}
}

// activity makes a player active or inactive.
func (s *sheet) activity(verb, words, why string) rules.Command {
	id := rules.PlayerID(words) // nobody of that name, as the refusal says
	if p := named(s.g, words); p != nil {
		id = p.ID
	}
	if verb == "activate" {
		return rules.Activate{Player: id}
	}
	return rules.Deactivate{Player: id, Why: why}
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

var reason = regexp.MustCompile(`(?is)^(.*?)(?:\s+|^)(?:because|porque|çünkü|mert):?\s+(.*)$`)

// because parts a command from its reason.
func because(words string) (command, why string) {
	words = strings.TrimSpace(words)
	if m := reason.FindStringSubmatch(words); m != nil {
		command, why = strings.TrimSpace(m[1]), strings.TrimSpace(m[2])
		if strings.HasPrefix(why, "of ") {
			why = "because " + why
		}
		return command, why
	}
	return words, ""
}

// moment reads "2d", "36h", "until 2026-03-01" or "2026-03-01 20:00": lengths
// count from the deadline that runs, times are the game's zone.
func (s *sheet) moment(words string) (time.Time, error) {
	for _, p := range []string{"until ", "to ", "by "} {
		words = strings.TrimPrefix(strings.ToLower(words), p)
	}
	words = strings.TrimSpace(words)
	from := deadline(s.g)
	if from.Before(s.at) {
		from = s.at
	}
	if to, ok := rules.Later(from, words, s.g.Zone); ok {
		return to, nil
	}
	for _, layout := range []string{"2006-01-02 15:04", "2006-01-02t15:04", "2006-01-02"} {
		if t, err := time.ParseInLocation(layout, words, s.g.Zone); err == nil {
			if layout == "2006-01-02" {
				t = t.Add(24*time.Hour - time.Second)
			}
			return t.UTC(), nil
		}
	}
	if t, err := time.Parse(time.RFC3339, strings.ToUpper(words)); err == nil {
		return t.UTC(), nil
	}
	return time.Time{}, &Misread{words, "extend 2d because …"}
}

var person = regexp.MustCompile(`^\s*(.*?)\s*<\s*([^<>\s]+)\s*>\s*$`)

// joining reads `Given SURNAME <address>`: the surname is what stands in
// capitals, else the last word.
func (s *sheet) joining(words string) (rules.Command, error) {
	m := person.FindStringSubmatch(words)
	if m == nil || !plausible(m[2]) {
		return nil, &Misread{words, "add Given SURNAME <address>"}
	}
	given, surname := splitName(m[1])
	if surname == "" {
		return nil, &Misread{words, "add Given SURNAME <address>"}
	}
	return rules.Join{Given: given, Surname: uncapital(surname, s.g.Language), Addresses: []string{m[2]}}, nil
}

// splitName parts a full name: what stands in capitals is the surname, else
// the last word.
func splitName(full string) (given, surname string) {
	words := strings.Fields(full)
	for i, w := range words {
		if i > 0 && len([]rune(w)) > 1 && w == strings.ToUpper(w) {
			return strings.Join(words[:i], " "), strings.Join(words[i:], " ")
		}
	}
	if len(words) == 0 {
		return "", ""
	}
	last := len(words) - 1
	return strings.Join(words[:last], " "), words[last]
}
