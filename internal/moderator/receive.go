package moderator

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-message"

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
	l := parser.Parse(mail.Raw, m.options())
	in.ID, in.From = l.ID, sender(l)
	if m.set.Signers != nil && l.Kind == parser.Message && !l.Judged && l.DKIM {
		in.Signers = m.set.Signers(mail.Raw)
	}
	l.Signers = in.Signers
	again, copied, err := m.copyOf(l, in, time.Time{})
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
	case m.wrote(l):
		return m.file(in, "ignored: "+string(parser.Own))
	case mail.Fault != "":
		return m.setAside(l, in, "too-large", mail.Fault)
	case l.Kind == parser.Unreadable:
		return m.setAside(l, in, unreadable(l.Why), l.Why)
	case again:
		return m.file(in, "duplicate")
	case m.beforeAll(l, in.At):
		return m.file(in, "ignored: older than every game")
	}
	if copied.through != nil {
		l.Through = copied.through
	}
	return m.deliver(l, in, copied)
}

// wrote says that a mail is a letter of ours, whatever name it comes back under.
func (m *Moderator) wrote(l *parser.Letter) bool {
	if l.ID == "" {
		return false
	}
	_, ok, err := m.book.Letter(l.ID)
	return err == nil && ok
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
		before := parser.Parse(old.Raw, m.options())
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
	t, games := m.gameOf(l, in.From)
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
	reading := parser.Read(l, ctx)
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
	s.m.answerStranger(&c, s.t, s.in, s.letter, templates.Stranger{Code: "unknown", Games: []string{s.t.name}})
	s.letters = append(s.letters, c.Letters...)
	for h, b := range c.Bodies {
		s.bodies[h] = b
	}
}

// context is what reading this mail needs to know.
func (s *sheet) context(l *parser.Letter, by rules.By) (parser.Context, error) {
	c := parser.Context{Known: s.who != nil, Organiser: by.Organiser || s.g.IsJudge(by.Player), Language: s.g.Language}
	c.Cases, c.Idle = s.g.Rotates(), s.g.Free()
	listed := l == s.letter && s.onList() // nothing was asked there, nor is anything ordered
	c.Organiser = c.Organiser && !listed
	c.Endorsing = slices.Contains(s.g.VoteOptions(), rules.Endorse)
	if s.who != nil && s.who.Language != "" {
		c.Language = s.who.Language
	}
	c.Ballots, c.Pool = s.ballots(), s.pool()
	for _, p := range s.g.Undecided() {
		switch p.State {
		case rules.Open:
			c.Open = append(c.Open, p.Number)
		case rules.InDebate:
			c.Debate = append(c.Debate, p.Number)
		default:
			continue
		}
		if s.who != nil && p.Proposer == s.who.ID {
			c.Proposer = append(c.Proposer, p.Number)
		}
	}
	c.Rules = ruleNumbers(s.g)
	c.MayPropose = s.who != nil && s.g.MayPropose(s.who.ID)
	ours, err := s.m.answered(l)
	if ours.plain == "" && listed {
		ours = s.postAnswered(l)
	}
	c.Answered, c.Shown, c.Through, c.Rows = ours.plain, ours.shown, ours.through, ours.Rows
	if c.Answered == "" {
		c.Phrases = phrases()
	}
	if l == s.letter {
		s.answers = ours.Letter
	}
	if l == s.letter && !listed {
		s.asking, s.several = s.questionsTo(by, ours.Letter)
		c.Questions = asQuestions(s.asking, ours.Letter)
	}
	return c, err
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

// ruleNumbers are the numbers of rules that were never voted on under them. A
// vote beside one of these is a slip to be asked about; beside the number of a
// decided proposal it comes too late, whatever rule bears the number now.
func ruleNumbers(g *rules.Game) []int {
	var list []int
	for _, r := range g.Rules {
		for _, n := range append([]int{r.Number}, r.Was...) {
			if g.Proposal(n) == nil {
				list = append(list, n)
			}
		}
	}
	return list
}

// recent are the last proposals: in a game with turns those that are undecided are
// among them, since a turn has one. Where there are no turns see
// [rules.Game.Undecided].
func recent(g *rules.Game) []*rules.Proposal {
	return g.Proposals[max(0, len(g.Proposals)-16):]
}

// pool is what of the sender's waits for its distribution; nil where nothing ever
// does.
func (s *sheet) pool() *parser.Pool {
	if !s.g.Free() {
		return nil
	}
	pool := &parser.Pool{}
	for _, id := range s.g.Pool {
		if p := proposalOf(s.g, id); p != nil && s.who != nil && p.Proposer == s.who.ID {
			pool.Own = append(pool.Own, p.Title)
		}
	}
	return pool
}

// ballots is what ballots may say where they may say more than elsewhere; nil
// where they do not.
func (s *sheet) ballots() *parser.Ballots {
	b := &parser.Ballots{Options: s.g.VoteOptions(), First: s.g.SecondBallot() == "first"}
	plain := func(o rules.Option) bool { return o == rules.For || o == rules.Against || o == rules.Abstain }
	if !s.g.Free() && !s.g.Divides() && !slices.ContainsFunc(b.Options, func(o rules.Option) bool { return !plain(o) }) {
		return nil
	}
	for _, p := range s.g.Players {
		if p.State == rules.Playing {
			b.Voters = append(b.Voters, parser.Voter{ID: p.ID, Given: p.Given, Surname: p.Surname})
		}
	}
	for _, p := range s.g.Undecided() {
		if p.State == rules.Open && (s.who == nil || slices.Contains(p.Voters, s.who.ID)) {
			b.Listed = append(b.Listed, parser.Listed{Number: p.Number, Nth: p.Nth, Title: p.Title, Author: name(s.g, p.Proposer)})
		}
	}
	slices.SortFunc(b.Listed, func(x, y parser.Listed) int { return x.Number - y.Number })
	return b
}

// original is a letter of ours that a mail answers.
type original struct {
	record.Letter
	plain, shown string // its text, and its HTML part as a person sees it
	through      bool   // the mail answers somebody's answer to it
}

// answered finds the letter of ours that a mail answers.
func (m *Moderator) answered(l *parser.Letter) (original, error) {
	ids := append(slices.Clone(l.InReplyTo), reversed(l.References)...)
	for i, id := range ids[:min(len(ids), 20)] {
		ours, ok, err := m.book.Letter(id)
		if err != nil {
			return original{}, fmt.Errorf("moderator: find letter %s: %w", id, err)
		}
		if !ok {
			continue
		}
		o := original{Letter: ours, through: i > 0 && id != ids[0]}
		raw, ok, err := m.book.Body(ours.Raw)
		if err == nil && ok {
			o.plain, o.shown = parts(raw)
		}
		return o, err
	}
	return original{}, nil
}

// parts are the plain text of a letter of ours and its HTML part as text, ""
// where there is none. Only the first has bars before the words of players, by
// which reading tells what they say again from what they quote.
func parts(raw []byte) (plain, shown string) {
	letter, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		return "", ""
	}
	list := letter.MultipartReader()
	if kind, _, _ := letter.Header.ContentType(); kind == "multipart/mixed" && list != nil { // it has files
		if letter, err = list.NextPart(); err != nil {
			return "", ""
		}
		list = letter.MultipartReader()
	}
	if list == nil {
		return "", ""
	}
	var texts [2]string
	for i := range texts {
		part, err := list.NextPart() // RFC 2046 §5.1.4: the plainest comes first
		if err != nil {
			break
		}
		text, err := io.ReadAll(part.Body)
		if err != nil {
			break
		}
		texts[i] = strings.ReplaceAll(string(text), "\r\n", "\n")
	}
	return texts[0], parser.Shown(texts[1])
}

func reversed(list []string) []string {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

func firstLines(s string, n int) string {
	var lines []string
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" && len(lines) < n {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
