package moderator

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// What players say to each other goes through here, and only with their will: a
// remark behind "all:" is meant for all, a mail of talk alone is when its author
// has said so, and everything else stays with the moderator. Where that is in
// any doubt the author is asked, or nothing is passed on.

// talkReason is that of a question whether a mail is for all. The words are in
// the mail alone: the record must not tell what its author may want to keep.
const talkReason = "talk"

// maxTalkAsked is how many such questions of one player are open at a time.
const maxTalkAsked = 5

// The answers to it, by their places.
const (
	passOnce = iota
	passNot
	passAlways
)

// talkAnswers are the codes of the answers, in their order.
var talkAnswers = []string{"pass-on", "pass-not", "pass-always"}

// said are the words of a mail that are for all, if any are.
func said(t parser.Talk) string { return firstOf(t.Aloud, t.Own) }

// talk does with what a mail says to people as its author wants.
func (s *sheet) talk(r parser.Reading, by rules.By, testing bool) error {
	if testing || s.letter == nil || s.letter.Doubt != "" || s.unsure.reason != "" || s.who == nil || s.who.State != rules.Playing {
		return nil
	}
	alone := len(r.Fragments) == 1 && r.Fragments[0].Reason == "talk"
	words := said(r.Talk)
	switch {
	case words == "" || s.bearsToken(words):
		return nil
	case s.bearsKey(words):
		s.keepKey(words, r.Talk, alone)
		return nil
	case alone:
		return s.talkAlone(r.Talk, by)
	case r.Talk.Aloud == "":
		return nil
	case slices.ContainsFunc(r.Fragments, func(f parser.Fragment) bool { return f.Outcome == parser.HeldBack }):
		s.aside = append(s.aside, templates.Item{Words: words, Why: "talk-waits"})
		return nil
	}
	item, err := s.remark(r.Talk, by)
	s.items, s.in.Commands = append(s.items, item), append(s.in.Commands, line(spoken, item))
	return err
}

// spoken is talk among the things that a mail says.
var spoken = parser.Fragment{Verb: "talk"}

// talkAlone does with a mail of nothing but talk; the item about it is the last.
func (s *sheet) talkAlone(t parser.Talk, by rules.By) error {
	var item templates.Item
	var err error
	q, i := s.wordedAnswer(t.Own)
	switch {
	case q != nil:
		item, err = s.talkAnswered(q, i, by)
	case t.Aloud != "":
		item, err = s.remark(t, by)
	case t.Private || len(s.aside) > 0 || s.who.Talk == rules.TalkNever:
		return nil
	case s.who.Talk == rules.TalkAlways && s.meant(t) && s.toUsAlone():
		item, err = s.passOn(t.Own, s.letter, s.in.Hash, by)
	default:
		item, err = s.askToPass(t.Own, by)
	}
	s.items[len(s.items)-1], s.in.Commands[len(s.in.Commands)-1] = item, line(spoken, item)
	return err
}

// remark passes on what stands behind "all:", or asks first.
func (s *sheet) remark(t parser.Talk, by rules.By) (templates.Item, error) {
	if t.Private || !s.meant(t) || s.mayVote(t.Aloud, by) {
		return s.askToPass(t.Aloud, by)
	}
	return s.passOn(t.Aloud, s.letter, s.in.Hash, by)
}

// meant says that nothing is in doubt about whose words these are and that they
// are what their author wrote.
func (s *sheet) meant(t parser.Talk) bool {
	return !t.Unsure && (s.confirmed || suffices(s.level, custom(s.g, "trust")))
}

// mayVote says whether words would do something, or might, if they stood alone.
func (s *sheet) mayVote(words string, by rules.By) bool {
	l := &parser.Letter{Kind: parser.Message, Text: words}
	ctx, err := s.context(l, by)
	return err != nil || slices.ContainsFunc(parser.Read(l, ctx).Fragments, func(f parser.Fragment) bool { return f.Reason != "talk" })
}

// toUsAlone says that a mail went to nobody else: what is written to one player
// with a copy to the game may not be for all.
func (s *sheet) toUsAlone() bool {
	ours := s.m.addressOf(s.t)
	return s.letter.ListID == "" && !slices.ContainsFunc(s.letter.Sent, func(a parser.Address) bool {
		return !sameAddress(withoutToken(a.Mail), ours) && !sameAddress(a.Mail, s.m.set.Address)
	})
}

// bearsToken says that words have somebody's reply code in them, out of a letter
// that was quoted and not known again. They go nowhere.
func (s *sheet) bearsToken(words string) bool {
	lower := strings.ToLower(words)
	return slices.ContainsFunc(parser.TokensIn(lower), func(token string) bool {
		return strings.Contains(lower, strings.ToLower(tokenLine(s.t.name, token)))
	})
}

// askToPass asks the author whether words are for all.
func (s *sheet) askToPass(words string, by rules.By) (templates.Item, error) {
	if no := rules.TalkSize(len(words)); no != nil {
		return templates.Item{No: noOf(no)}, nil
	}
	if err := s.forgetTalk(by); err != nil {
		return templates.Item{}, err
	}
	item := templates.Item{Words: words, Held: talkReason}
	for _, code := range talkAnswers {
		item.Answers = append(item.Answers, templates.Answer(s.senderAddress().language, code))
	}
	events, refusal, err := s.decide(rules.Hold{
		Player: by.Player, From: s.in.From, Reason: talkReason, Answers: item.Answers, First: s.offered + 1,
		Mail: s.in.Hash.String(), Held: s.numberBefore(""),
	}, by)
	if err != nil || refusal != nil {
		return templates.Item{Held: talkReason}, err
	}
	for _, e := range events {
		if h, ok := e.(rules.WordsHeld); ok {
			item.Number, item.First = h.Held, h.First
		}
	}
	s.offered += len(item.Answers)
	return item, nil
}

// forgetTalk drops the oldest questions of this kind that a player has left
// open, so that they do not pile up.
func (s *sheet) forgetTalk(by rules.By) error {
	var open []*rules.Question
	for _, q := range s.g.Held {
		if q.Reason == talkReason && q.Player == by.Player {
			open = append(open, q)
		}
	}
	for _, q := range open[:max(0, len(open)-maxTalkAsked+1)] {
		if _, _, err := s.decide(rules.SettleHeld{Held: q.Held, How: rules.DroppedHeld}, by); err != nil {
			return err
		}
	}
	return nil
}

// wordedAnswer is the open question of this kind that a mail answers in the very
// words of one of the answers.
func (s *sheet) wordedAnswer(words string) (*rules.Question, int) {
	for _, q := range s.asking {
		if q.Reason != talkReason || s.g.Question(q.Held) == nil || s.several {
			continue
		}
		i := slices.IndexFunc(q.Answers, func(a string) bool { return strings.EqualFold(a, strings.Trim(words, " \".!")) })
		if i >= 0 {
			return q.Question, i
		}
	}
	return nil, 0
}

// talkAnswered takes the answer to the question whether a mail is for all.
func (s *sheet) talkAnswered(q *rules.Question, i int, by rules.By) (templates.Item, error) {
	if !s.confirmed && !suffices(s.level, custom(s.g, "trust")) && !holds(s.letter, s.t.questionTokens(q.Held)) {
		return templates.Item{Held: "confirm-proof"}, nil
	}
	item := templates.Item{Did: "pass-not"}
	if i != passNot {
		l, in, err := s.heldMail(q)
		if err != nil {
			return item, err
		}
		ctx, err := s.context(l, by)
		if err != nil {
			return item, err
		}
		words := said(parser.Read(l, ctx).Talk)
		if words == "" || s.bearsToken(words) || s.bearsKey(words) {
			return templates.Item{Held: talkReason}, nil
		}
		if item, err = s.passOn(words, l, in.Hash, by); err != nil || item.No != nil {
			return item, err
		}
	}
	if i == passAlways {
		if _, _, err := s.decide(rules.ChooseTalk{How: rules.TalkAlways}, by); err != nil {
			return item, err
		}
		item.Option = rules.TalkAlways
	}
	_, _, err := s.decide(rules.SettleHeld{Held: q.Held, How: q.Answers[i]}, by)
	return item, err
}

// passOn sends words to the others, as they are.
func (s *sheet) passOn(words string, l *parser.Letter, mail record.Hash, by rules.By) (templates.Item, error) {
	number := s.about(l)
	_, refusal, err := s.decide(rules.PassTalk{
		Proposal: number, Mail: mail.String(), Words: wordsHash(words), Size: len(words),
	}, by)
	if err != nil || refusal != nil {
		return templates.Item{Words: words, No: noOf(refusal)}, err
	}
	item := templates.Item{Did: "passed-on", Words: words, Files: l.Brings || l.Passed != ""}
	who := s.g.Player(by.Player)
	for _, to := range s.all() {
		if to.ID == who.ID || to.Muted || !to.Gathers.IsZero() || len(to.Addresses) == 0 {
			continue
		}
		s.post(to, "talk", number, func(f templates.Frame) templates.Letter {
			return templates.Talk{Frame: f, Name: who.Name(), Number: number, Text: words}
		})
		s.drafts[len(s.drafts)-1].voice = who.Name()
	}
	return item, nil
}

// noOf is a refusal as the letters have it, nil for none.
func noOf(r *rules.Refusal) *templates.No {
	if r == nil {
		return nil
	}
	return no(r)
}

// rootOf finds the number of a proposal in the root of its thread.
var rootOf = regexp.MustCompile(`^<([a-z0-9-]+)\.(\d{1,9})@`)

// about is the number of the proposal in whose thread a mail stands, 0 for none.
// Programs hand on the roots of threads; where one does not, our letter has them.
func (s *sheet) about(l *parser.Letter) (number int) {
	ids := slices.Concat(l.InReplyTo, l.References)
	if ours, err := s.m.answered(l); err == nil && ours.ID != "" {
		if raw, ok, err := s.m.book.Body(ours.Raw); err == nil && ok {
			ids = append(ids, parser.Parse(raw, parser.Options{}).References...)
		}
	}
	for _, id := range ids {
		m := rootOf.FindStringSubmatch(id)
		if m == nil || m[1] != s.t.name {
			continue
		}
		if n, err := strconv.Atoi(m[2]); err == nil && s.g.Proposal(n) != nil {
			number = n
		}
	}
	return number
}

// aboutTalk does a setting about talk; ok is false for another setting.
func (s *sheet) aboutTalk(c parser.Setting, f parser.Fragment, by rules.By) (item templates.Item, err error, ok bool) {
	var command rules.Command
	switch c.Name {
	case "talk always":
		command = rules.ChooseTalk{How: rules.TalkAlways}
	case "talk ask":
		command = rules.ChooseTalk{How: rules.TalkAsk}
	case "talk never":
		command = rules.ChooseTalk{How: rules.TalkNever}
	case "mute", "unmute":
		command = rules.MuteTalk{Muted: c.Name == "mute"}
	case "talk digest", "talk each":
		command = rules.GatherTalk{Gathered: c.Name == "talk digest"}
	default:
		return templates.Item{}, nil, false
	}
	if reason := s.needs(command); reason != "" {
		return s.doubt(reason, f), nil, true
	}
	was := s.g.Player(by.Player)
	_, refusal, err := s.decide(command, by)
	if refusal != nil {
		return templates.Item{No: no(refusal)}, err, true
	}
	if c.Name == "talk each" && err == nil {
		err = s.giveGathered(was)
	}
	return templates.Item{Did: "set", Name: f.Text}, err, true
}
