package moderator

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// How an organiser's words may say what is given or settled.
var (
	amount     = regexp.MustCompile(`^(.+?)\s+([+\-−]?\d+(?:[/.]\d+)?)(?:\s+points?)?$`)
	settleRule = regexp.MustCompile(`(?is)^(?:rule|regra|regla|kural|szabály)\s+(\d+)\s*(?::\s*(.*))?$`)
	settleWin  = regexp.MustCompile(`(?is)^(?:win|vencedor|ganador|kazanan|győztes)\s+(.+)$`)
	settleVote = regexp.MustCompile(`(?is)^(?:vote|voto|oy|szavazat)\s+(\d+)\s+(.+)$`)
	heldNumber = regexp.MustCompile(`(?s)^#?(\d+)\s*(.*)$`)
)

// grant reads "award NAME 3", where the points may be a fraction and below zero.
func (s *sheet) grant(words, why string) (rules.Command, error) {
	m := amount.FindStringSubmatch(words)
	hint := "award NAME 3 because …"
	if m == nil {
		return nil, &Misread{words, hint}
	}
	p := named(s.g, m[1])
	r, ok := new(big.Rat).SetString(strings.ReplaceAll(m[2], "−", "-"))
	if !ok {
		return nil, &Misread{words, hint}
	}
	if p == nil {
		return rules.Grant{Player: rules.PlayerID(m[1])}, nil // nobody of that name, as the refusal says
	}
	points, err := rules.PointsOf(r)
	if err != nil {
		return nil, &Misread{words, hint}
	}
	return rules.Grant{Player: p.ID, Points: points, Why: why}, nil
}

// settleVoteOf reads "settle vote 1001 NAME FOR", which tells what the condition
// in a ballot comes to.
func (s *sheet) settleVoteOf(m []string, why string) (rules.Command, error) {
	n, _ := strconv.Atoi(m[1])
	name, option, ok := optionBehind(m[2])
	p := named(s.g, name)
	if p == nil || !ok {
		return nil, &Misread{m[0], "settle vote 1001 NAME FOR"}
	}
	return rules.SettleCondition{Proposal: n, Voter: p.ID, Option: option, Why: why}, nil
}

// optionBehind parts a name from the option behind it. Some languages have two
// words for one, as in "A FAVOR".
func optionBehind(words string) (name string, option rules.Option, ok bool) {
	list := strings.Fields(words)
	for n := min(2, len(list)-1); n > 0; n-- {
		at := len(list) - n
		if o, ok := optionCalled(strings.Join(list[at:], " ")); ok {
			return strings.Join(list[:at], " "), o, true
		}
	}
	return "", "", false
}

// optionCalled is the option that a word in any of our languages means.
func optionCalled(word string) (rules.Option, bool) {
	for _, o := range []rules.Option{rules.For, rules.Against, rules.Present} {
		for _, lang := range templates.Languages() {
			if strings.EqualFold(word, string(o)) || strings.EqualFold(word, templates.Option(lang, string(o))) {
				return o, true
			}
		}
	}
	return "", false
}

// settlement reads "settle win NAME, NAME" and "settle rule 202: CLAUSE", where
// the clause may also stand below.
func (s *sheet) settlement(words, why, below string) (rules.Command, error) {
	if m := settleRule.FindStringSubmatch(words); m != nil {
		n, _ := strconv.Atoi(m[1])
		clause := firstOf(m[2], below)
		if r := s.g.Rule(n); r != nil && clause == "" {
			clause = r.Clause
		}
		return rules.SettleClause{Rule: n, Clause: clause, Why: why}, nil
	}
	if m := settleVote.FindStringSubmatch(words); m != nil {
		return s.settleVoteOf(m, why)
	}
	if m := settleReport.FindStringSubmatch(words); m != nil {
		return settleReportOf(m, why)
	}
	m := settleWin.FindStringSubmatch(words)
	if m == nil {
		return nil, &Misread{words, "settle win NAME because …"}
	}
	win := rules.SettleWin{Why: why}
	for _, n := range strings.Split(m[1], ",") {
		p := named(s.g, n)
		if p == nil {
			return nil, &Misread{strings.TrimSpace(n), "settle win NAME because …"}
		}
		win.Players = append(win.Players, p.ID)
	}
	return win, nil
}

// drops says that a word settles a question with nothing done.
func drops(word string) bool {
	return slices.ContainsFunc([]string{rules.DroppedHeld, "descartar", "bırak", "elvet"}, func(w string) bool { return strings.EqualFold(w, word) })
}

// settleHeld does "settle 3 301 FOR" (the words count as the player's), "settle
// 3 2" (the second answer is the player's) and "settle 3 drop". done is false
// when the words are about something else.
func (s *sheet) settleHeld(words string) (item templates.Item, refusal *rules.Refusal, err error, done bool) {
	m := heldNumber.FindStringSubmatch(strings.TrimSpace(words))
	if m == nil {
		return item, nil, nil, false
	}
	n, _ := strconv.Atoi(m[1])
	how, why := because(m[2])
	q := s.g.Question(n)
	item = templates.Item{Did: "settled", Number: n}
	switch {
	case q != nil && (q.Reason == rules.DisputeReason || sure(q.Reason)):
		i, refusal, err := s.settleNumbered(q, how, why)
		return i, refusal, err, true
	case q == nil || drops(how):
		refusal, err = s.dropHeld(n, why)
	case how == "":
		err = &Misread{words, "settle " + m[1] + " 301 FOR, or settle " + m[1] + " drop"}
	default:
		refusal, err = s.speakFor(q.Player, s.chosen(q, how), n)
	}
	return item, refusal, err, true
}

// chosen are the words of an answer that is named by its number, as the letter
// with the question numbers it.
func (s *sheet) chosen(q *rules.Question, how string) string {
	i, err := strconv.Atoi(how)
	if i -= max(1, q.First); err != nil || i < 0 || i >= len(q.Answers) {
		return how
	}
	return q.Answers[i]
}

// dropHeld ends a question with nothing done. Its author is told.
func (s *sheet) dropHeld(n int, why string) (*rules.Refusal, error) {
	q := s.g.Question(n)
	_, refusal, err := s.decide(rules.SettleHeld{Held: n, How: rules.DroppedHeld}, rules.By{Organiser: true})
	if refusal != nil || err != nil {
		return refusal, err
	}
	if who := s.g.Player(q.Player); who != nil {
		s.copyTo(who, templates.Item{Did: "dropped", Words: q.Text, Name: why}, true)
	}
	return nil, nil
}

// speakFor does what words say as if the player had sent them, in answer to a
// question when held is its number. The player gets a copy of what was done.
func (s *sheet) speakFor(id rules.PlayerID, words string, held int) (*rules.Refusal, error) {
	who := s.g.Player(id)
	if who == nil {
		return &rules.Refusal{Code: rules.NoSuchPlayer, Player: string(id)}, nil
	}
	if who.State != rules.Playing {
		return &rules.Refusal{Code: rules.HasLeft, Player: who.Name()}, nil
	}
	by := rules.By{Player: id}
	keep, hand := s.who, s.hand
	s.who, s.hand = who, ""
	defer func() { s.who, s.hand = keep, hand }()
	f, ok := s.readOne(words, by)
	c, is := f.Command.(rules.Command)
	if late := f.Outcome == parser.SetAside && f.Reason == "not-open"; !ok || !is || f.Outcome != parser.Counted && !late { // why it is not open the rules know
		return nil, &Misread{words, "301 FOR"}
	}
	if held != 0 {
		c = rules.Answer{Held: held, How: words, Command: c}
	}
	f.Text = words
	item, refusal, err := s.do(c, f, by)
	if refusal != nil || err != nil {
		return refusal, err
	}
	item.Words = words
	s.copyTo(who, item, held != 0)
	return nil, nil
}

// copyTo sends a player the receipt of what the organiser entered, or of how the
// organiser settled a question: at the head of the letter that tells what came
// of it, where there is one.
func (s *sheet) copyTo(who *rules.Player, item templates.Item, settled bool) {
	r := &templates.Receipt{Name: who.Name(), Items: []templates.Item{item}, At: s.at, Sealed: s.sealed([]templates.Item{item}, who.ID)}
	if by := firstOf(s.cause.From, "organiser"); settled {
		r.SettledBy = by
	} else {
		r.EnteredBy = by
	}
	for i := range s.drafts {
		if d := &s.drafts[i]; d.copies != nil && d.to.ID == who.ID && d.copies.EnteredBy == r.EnteredBy {
			d.copies.Items = append(d.copies.Items, item)
			return
		}
		if d := &s.drafts[i]; d.entry == 0 && d.to != nil && d.to.ID == who.ID && slices.Contains([]string{"result", "passed", "ballot", "proposal"}, d.kind) {
			d.carry(r)
			d.copies = r
			return
		}
	}
	before := len(s.drafts)
	s.post(who, "receipt", item.Proposal, func(f templates.Frame) templates.Letter {
		r := *r
		r.Frame = f
		return r
	})
	for i := before; i < len(s.drafts); i++ {
		s.drafts[i].copies = r
	}
}
