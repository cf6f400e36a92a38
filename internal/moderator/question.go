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

// hold keeps what probably meant something for the sender's answer or the
// organiser's hand.
func (s *sheet) hold(f parser.Fragment, by rules.By) (templates.Item, error) {
	of, proposal := s.concerns(f)
	if f.Reason == "which-answer" || f.Reason == "no-question" { // what it may answer was asked before
		return templates.Item{Held: f.Reason, Answers: appendNew(nil, s.translated(f.Answers))}, nil
	}
	if len(f.Answers) == 0 && of == rules.OfVote && mayBeVote(f) {
		n := strconv.Itoa(proposal)
		f.Answers = []string{n + " FOR", n + " AGAINST"}
	}
	f.Answers = s.translated(f.Answers)
	item := templates.Item{Held: f.Reason, Answers: f.Answers}
	if of == rules.OfVote && !namesItsOwnNumber(f.Reason) {
		item.Proposal = proposal
	}
	if s.who == nil && !by.Organiser {
		return item, nil
	}
	events, refusal, err := s.decide(rules.Hold{
		Player: by.Player, From: s.in.From, Text: f.Text, Reason: f.Reason, Answers: f.Answers, First: s.offered + 1,
		Of: of, Proposal: proposal, Held: s.numberBefore(f.Text),
	}, by)
	if err != nil || refusal != nil {
		return item, err
	}
	for _, e := range events {
		if h, ok := e.(rules.WordsHeld); ok {
			if s.toOfficer(s.g.Question(h.Held)) {
				return s.askOfficer(h), nil
			}
			item.Number, item.First = h.Held, h.First
		}
	}
	s.offered += len(f.Answers)
	return item, nil
}

// numberBefore is the number that a question had before an undoing, so that it
// is still the one that the letter with it asks; 0 for a new one.
func (s *sheet) numberBefore(words string) int {
	for i, e := range s.retold {
		if h, ok := e.(rules.WordsHeld); ok && h.Text == words {
			s.retold = s.retold[i+1:]
			return h.Held
		}
	}
	return 0
}

// concerns is what words may be about that has a deadline: a vote or the
// sender's proposal. Words that say neither may be what the game waits for.
func (s *sheet) concerns(f parser.Fragment) (of string, proposal int) {
	switch c := f.Command.(type) {
	case rules.Vote:
		return rules.OfVote, c.Proposal
	case rules.WithdrawVote:
		return rules.OfVote, c.Proposal
	case rules.Revise:
		return rules.OfDebate, c.Proposal
	case rules.WithdrawProposal:
		if c.Proposal == 0 {
			return "", 0
		}
		return rules.OfDebate, c.Proposal
	case rules.Propose:
		if s.g.Free() {
			return "", 0 // nothing waits for it
		}
		return rules.OfProposal, 0
	}
	waited, _ := s.g.Deadline()
	awaited := s.who != nil && slices.Contains(s.g.Awaited(), s.who.ID)
	open := openNumbers(s.g)
	switch {
	case len(open) == 1 && (mayBeVote(f) || f.Command == nil && waited == rules.OfVote && awaited):
		return rules.OfVote, open[0]
	case f.Command == nil && waited == rules.OfProposal && awaited:
		return rules.OfProposal, 0
	case f.Command == nil && waited == rules.OfDebate && awaited:
		return rules.OfDebate, ownInDebate(s.g, s.who.ID)
	}
	return "", 0
}

// ownInDebate is the number of a player's text in debate, 0 when there is none.
func ownInDebate(g *rules.Game, id rules.PlayerID) int {
	for _, p := range g.Undecided() {
		if p.State == rules.InDebate && p.Proposer == id {
			return p.Number
		}
	}
	return 0
}

// mayBeVote says whether held words are a vote if they are anything.
func mayBeVote(f parser.Fragment) bool {
	return f.Verb == "vote" || slices.Contains([]string{"no-number", "which-all", "rule-not-proposal", "not-open", "reaction"}, f.Reason)
}

var plainVote = regexp.MustCompile(`^(\d+) (FOR|AGAINST|ABSTAIN|PRESENT)$`)

var ofVote, ofProposal = regexp.MustCompile(`^(\d+) withdraw my vote$`), regexp.MustCompile(`^withdraw proposal (\d+)$`)

// translated puts the answers into the sender's language.
func (s *sheet) translated(answers []string) []string {
	lang := s.senderAddress().language
	var list []string
	for _, a := range answers {
		if m := plainVote.FindStringSubmatch(a); m != nil {
			a = m[1] + " " + templates.Option(lang, strings.ToLower(m[2]))
		} else if m := ofVote.FindStringSubmatch(a); m != nil {
			n, _ := strconv.Atoi(m[1])
			a, _ = templates.Withdrawals(lang, n)
		} else if m := ofProposal.FindStringSubmatch(a); m != nil {
			n, _ := strconv.Atoi(m[1])
			_, a = templates.Withdrawals(lang, n)
		}
		list = append(list, a)
	}
	return list
}

// questionsTo are the questions that a mail may be answering: those of the letter that
// it answers, else those that wait for its sender, else the last one that did.
// several says that these came
// in more than one letter, so that a number alone could answer any of them.
func (s *sheet) questionsTo(by rules.By, answered record.Letter) (asked []rules.Settled, several bool) {
	for _, n := range answered.Asks {
		if q := s.g.Question(n); q != nil && s.isFor(q, by) {
			asked = append(asked, rules.Settled{Question: q})
		}
		for _, q := range s.g.Answered {
			if q.Held == n && s.isFor(q.Question, by) {
				asked = append(asked, q)
			}
		}
	}
	if len(answered.Asks) > 0 {
		return asked, false
	}
	var talk []rules.Settled
	for _, q := range s.g.Held {
		if s.isFor(q, by) && q.Reason == talkReason {
			talk = append(talk, rules.Settled{Question: q})
		} else if s.isFor(q, by) && len(q.Answers) > 0 {
			several = several || len(asked) > 0 && q.First <= 1
			asked = append(asked, rules.Settled{Question: q})
		}
	}
	last := s.lastAnswered(by)
	if n := len(talk); n > 0 && len(asked) == 0 && (last == nil || last.Held < talk[n-1].Held) {
		return talk, n > 1 // nothing else was asked since
	}
	if last != nil && len(asked) == 0 {
		asked = append(asked, *last)
	}
	return asked, several
}

// lastAnswered is the last question to the sender that is settled; nil for none.
func (s *sheet) lastAnswered(by rules.By) *rules.Settled {
	for i := len(s.g.Answered) - 1; i >= 0; i-- {
		if q := s.g.Answered[i]; s.isFor(q.Question, by) && len(q.Answers) > 0 {
			return &q
		}
	}
	return nil
}

// isFor says whether a question was put to the sender.
func (s *sheet) isFor(q *rules.Question, by rules.By) bool {
	switch {
	case q.Reason == "confirm-address" || whole(q) && q.Player == "":
		return sameAddress(q.From, s.in.From)
	case q.Reason == rules.DisputeReason || s.toOfficer(q):
		return by.Organiser
	case q.Player == "":
		return by.Organiser && sameAddress(q.From, s.in.From)
	}
	return q.Player == by.Player
}

// asQuestions are questions as the parser knows them. A bare yes answers one
// only in reply to the letter that asks it: elsewhere it may be a vote.
func asQuestions(asked []rules.Settled, answered record.Letter) []parser.Question {
	var list []parser.Question
	inReply, ballot := len(answered.Asks) > 0, len(answered.Rows) > 0
	for _, q := range asked {
		yesNo := len(answerCodes[q.Reason]) == 2 || sure(q.Reason) || q.Reason == talkReason && len(asked) == 1 && !ballot
		list = append(list, parser.Question{First: max(1, q.First), Answers: q.Answers, Over: q.How != "" || q.Expired,
			YesNo: inReply && yesNo})
	}
	return list
}

// numbered takes a number as the answer to a question.
func (s *sheet) numbered(c parser.Numbered, by rules.By) (templates.Item, error) {
	if len(s.asking) == 0 {
		return templates.Item{Held: "no-question"}, nil
	}
	if s.several {
		item := templates.Item{Held: "which-answer"}
		for _, q := range s.asking {
			item.Answers = appendNew(item.Answers, q.Answers)
		}
		return item, nil
	}
	for _, q := range s.asking {
		if i := c.N - max(1, q.First); i >= 0 && i < len(q.Answers) {
			switch open := s.g.Question(q.Held) != nil; {
			case open && whole(q.Question):
				return s.settled(q.Question, i, by)
			case open && s.toOfficer(q.Question):
				return s.officerAnswers(q.Question, i)
			case open && (sure(q.Reason) || q.Reason == rules.DisputeReason):
				return s.ruledOn(q.Question, i)
			}
			return s.answered(q.Question, q.Answers[i], by)
		}
	}
	return templates.Item{Held: "no-question"}, nil
}

func appendNew(list, more []string) []string {
	for _, a := range more {
		if !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	return list
}

// answered does what the answer to a question says.
func (s *sheet) answered(q *rules.Question, words string, by rules.By) (templates.Item, error) {
	if s.g.Question(q.Held) == nil {
		if s.settledSo(q.Held, words) {
			return templates.Item{Did: "settled", Number: q.Held}, nil
		}
		_, refusal, err := s.decide(rules.SettleHeld{Held: q.Held}, by)
		if refusal == nil || err != nil {
			return templates.Item{}, err
		}
		return templates.Item{No: no(refusal)}, nil
	}
	if leaves(q, words) {
		_, _, err := s.decide(rules.SettleHeld{Held: q.Held, How: words}, by)
		return templates.Item{Did: "left-clause", Proposal: numberOf(s.g, q.Proposal)}, err
	}
	f, ok := s.readWords(words, by)
	if !ok {
		return templates.Item{Held: "which-answer", Answers: q.Answers}, nil
	}
	if c, is := f.Command.(rules.Command); is {
		item, err := s.play(rules.Answer{Held: q.Held, How: words, Command: c}, f, by)
		if q.Reason == offerReason && item.Did == "revised" {
			item.Did = "took-clause"
		}
		return item, err
	}
	if _, _, err := s.decide(rules.SettleHeld{Held: q.Held, How: words}, by); err != nil {
		return templates.Item{}, err
	}
	return s.fragment(f, by, false)
}

// settledSo says whether a question was settled by these words: where two were
// about one vote the first answer settles both.
func (s *sheet) settledSo(held int, words string) bool {
	return slices.ContainsFunc(s.g.Answered, func(q rules.Settled) bool { return q.Held == held && q.How == words })
}

// readWords reads words that did not come as a mail of their own.
func (s *sheet) readWords(words string, by rules.By) (parser.Fragment, bool) {
	f, ok := s.readOne(words, by)
	return f, ok && f.Outcome == parser.Counted
}

// readOne reads words that say one thing; ok is false for others.
func (s *sheet) readOne(words string, by rules.By) (f parser.Fragment, ok bool) {
	l := &parser.Letter{Kind: parser.Message, Text: words}
	ctx, err := s.context(l, by)
	if err != nil {
		return parser.Fragment{}, false
	}
	ctx.Questions = nil
	r := parser.Read(l, ctx)
	if len(r.Fragments) != 1 {
		return parser.Fragment{}, false
	}
	return r.Fragments[0], true
}
