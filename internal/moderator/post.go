package moderator

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// draft is a letter that will be written when the sheet is closed, because the
// receipt that it may carry is complete only then.
type draft struct {
	to       *rules.Player // nil for somebody who is no player
	reader   addressee
	kind     string
	proposal int
	make     func(templates.Frame) templates.Letter
	turn     *templates.YourTurn
	entry    uint64 // that it tells of; 0 until the entry is closed
	about    uint64 // the entry of its receipt, where it tells of none itself
	answer   bool   // it answers the sender's question
	asks     []int  // questions of ours in it
	expired  []templates.Item
	carries  bool               // a receipt
	copies   *templates.Receipt // what an organiser has entered for the reader, nil for nothing
	news     bool               // it goes to one of many who do not play
	token    string             // that it bears instead of the player's own
	files    []Attachment
	voice    string // whose words it is, "" for ours
	rows     []int  // the proposals of a distribution
	ready    *draft // what its reader is to post, nil for another letter
	toList   bool   // it is posted to a mailing list
}

// addressee is where a letter goes and how it is written.
type addressee struct {
	address, name, language string
	zone                    *time.Location
}

// post drafts a letter to a player.
func (s *sheet) post(to *rules.Player, kind string, proposal int, make func(templates.Frame) templates.Letter) {
	if to == nil || len(to.Addresses) == 0 {
		return
	}
	s.drafts = append(s.drafts, draft{to: to, reader: s.addresseeOf(to), kind: kind, proposal: proposal, make: make})
	if kind == "welcome" {
		s.drafts[len(s.drafts)-1].files = s.rulesFile()
	}
}

// postTo drafts a letter to somebody who is no player.
func (s *sheet) postTo(to addressee, kind string, proposal int, make func(templates.Frame) templates.Letter) {
	s.drafts = append(s.drafts, draft{reader: to, kind: kind, proposal: proposal, make: make})
}

func (s *sheet) addresseeOf(p *rules.Player) addressee {
	a := addressee{address: s.g.Reach(p), name: p.Name(), language: p.Language, zone: s.g.Zone}
	if a.language == "" {
		a.language = s.g.Language
	}
	if zone, err := time.LoadLocation(p.Timezone); err == nil && p.Timezone != "" {
		a.zone = zone
	}
	return a
}

// write turns the drafts into letters. The receipt stands at the head of the
// first letter that goes to the sender anyway, else it is a letter of its own.
func (s *sheet) write() error {
	s.restrain()
	if err := s.publish(); err != nil {
		return err
	}
	receipt := s.receipt()
	if receipt != nil && !s.attach(receipt) {
		s.postReceipt(receipt)
	}
	told := map[rules.PlayerID]bool{}
	for i, d := range s.drafts {
		if d.to != nil && d.token == "" && !told[d.to.ID] {
			told[d.to.ID] = true
			if c := s.calendar(d.to, d.reader.language, d.entry); len(c.Body) > 0 {
				d.files = append(d.files, c)
			}
		}
		if err := s.writeOne(i, d); err != nil {
			return err
		}
	}
	return s.rememberReady()
}

// receipt is what the sender of this mail is told about it; nil when there is
// nothing to tell.
func (s *sheet) receipt() *templates.Receipt {
	if s.letter == nil || s.who == nil && s.onList() || len(s.items)+len(s.aside) == 0 || s.onlyAnswered() || s.quietly() {
		return nil
	}
	r := &templates.Receipt{Items: s.items, Aside: s.aside, At: s.at}
	if s.who != nil {
		r.Name = s.who.Name()
	}
	if n := len(s.entries); n > 0 && s.entries[n-1].Cause.Kind == s.cause.Kind {
		r.Entry, r.Hash = s.entries[n-1].N, s.entries[n-1].Hash.String()
		r.Weaker = s.weaker()
	}
	if s.who != nil {
		r.Sealed = s.sealed(s.items, s.who.ID)
	}
	for _, i := range s.items {
		if i.Option != "" && !i.At.IsZero() && i.No == nil {
			r.Until, r.Before = i.At, i.At.Sub(s.at)
		}
	}
	return r
}

// onlyAnswered says whether the mail did nothing but ask for letters that it
// gets.
func (s *sheet) onlyAnswered() bool {
	for _, i := range s.items {
		if i.Did != "answered" {
			return false
		}
	}
	return s.asked && !slices.ContainsFunc(s.aside, enough)
}

// attach puts the receipt at the head of a letter to the sender.
func (s *sheet) attach(r *templates.Receipt) bool {
	for i := range s.drafts {
		d := &s.drafts[i]
		if d.carries || d.token != "" { // a question is for the right person alone
			continue
		}
		if d.answer || s.who != nil && d.to != nil && d.to.ID == s.who.ID && d.kind != "game-over" {
			d.carry(r)
			d.answer, d.asks = true, s.questions()
			return true
		}
	}
	return false
}

// carry puts a receipt at the head of the letter.
func (d *draft) carry(r *templates.Receipt) {
	make := d.make
	d.make = func(f templates.Frame) templates.Letter {
		f.Receipt = r
		return make(f)
	}
	d.carries = true
}

func (s *sheet) postReceipt(r *templates.Receipt) {
	to := s.senderAddress()
	number := 0
	for _, i := range s.items {
		if i.Proposal != 0 {
			number = i.Proposal
		} else if q := s.g.Question(i.Number); q != nil && i.Held != "" {
			number = numberOf(s.g, q.Proposal)
		}
	}
	s.drafts = append(s.drafts, draft{
		to: s.who, reader: to, kind: "receipt", proposal: number, about: r.Entry, answer: true, asks: s.questions(),
		make: func(f templates.Frame) templates.Letter {
			r := *r
			r.Frame = f
			return r
		},
	})
}

// questions are those that the receipt puts to the sender.
func (s *sheet) questions() []int {
	var list []int
	for _, i := range s.items {
		if i.Held != "" && i.Number != 0 {
			list = append(list, i.Number)
		}
		if i.Suggested != nil {
			list = append(list, i.Suggested.Number)
		}
	}
	return list
}

// senderAddress is where an answer to this mail goes: to the address it came
// from, which is a player's own or a stranger's. What a player has signed and
// sent from elsewhere is answered to the player's own address.
func (s *sheet) senderAddress() addressee {
	a := addressee{language: s.g.Language, zone: s.g.Zone}
	if s.in != nil {
		a = s.addresseeAt(s.in.From)
	}
	if s.who != nil {
		a = s.addresseeOf(s.who)
	}
	if s.in != nil && s.in.From != "" && (s.who == nil || hasAddress(s.who.Addresses, s.in.From)) {
		a.address = s.in.From
	}
	return a
}

func (s *sheet) writeOne(i int, d draft) error {
	f := templates.Frame{Game: s.t.name, Address: s.m.addressOf(s.t), YourTurn: d.turn, Expired: d.expired, OwnRules: !s.g.Suber()}
	var w templates.Written
	var err error
	if d.ready != nil {
		w, err = s.writeReady(d)
	} else {
		w, err = s.word(templates.Reader{Language: d.reader.language, Zone: d.reader.zone}, d.make(f))
	}
	if err != nil {
		return fmt.Errorf("moderator: write a %s: %w", d.kind, err)
	}
	if d.toList {
		w.HTML = ""
	}
	token, err := s.m.returnToken(d.reader.address)
	if err != nil {
		return err
	}
	reply := s.tokenFor(d)
	if reply != "" {
		w = w.WithToken(d.reader.language, tokenLine(s.t.name, reply))
	}
	e := envelope{
		from: s.m.addressOf(s.t), game: s.t.name, to: d.reader, written: w, at: s.at, token: token, replies: s.m.replyAddress(s.t, reply),
		id: s.letterID(i, d), files: d.files, many: (d.to != nil || d.news) && !d.answer && d.token == "",
		roots: s.roots(d),
	}
	if list, ok := s.actsOn(); ok && slices.Contains(answeredOnList, d.kind) {
		e.replies = list.Address
	}
	if d.voice != "" {
		e.voice, e.replies = templates.Via(d.reader.language, d.voice, s.t.name), firstOf(e.replies, e.from)
	}
	if d.answer && s.letter != nil {
		e.answers = s.letter.ID
	}
	raw, err := e.compose()
	if err != nil {
		return fmt.Errorf("moderator: compose %s: %w", e.id, err)
	}
	h := record.HashOf(raw)
	l := record.Letter{
		ID: e.id, Game: s.t.name, Entry: max(d.entry, d.about), Kind: d.kind, To: []string{d.reader.address},
		Subject: w.Subject, Raw: h, Status: "waiting", Made: s.at, Next: s.at, Asks: d.asks,
	}
	l.From, l.Plain = s.m.returnPath(token, e.from)
	if d.proposal != 0 && (d.kind == "ballot" || d.kind == "reminder" || d.kind == "waiting" || d.kind == "receipt") {
		l.Rows = []int{d.proposal}
	}
	l.Rows = append(l.Rows, d.rows...)
	s.letters, s.bodies[h] = append(s.letters, l), raw
	return nil
}

// worded is a letter that was written for a reader.
type worded struct {
	reader  templates.Reader
	letter  templates.Letter
	written templates.Written
}

// word writes a letter, or takes the words of one that says the same: most of
// what goes to all players does.
func (s *sheet) word(r templates.Reader, l templates.Letter) (templates.Written, error) {
	for _, w := range s.worded {
		if w.reader == r && reflect.DeepEqual(w.letter, l) {
			return w.written, nil
		}
	}
	w, err := templates.Write(r, l)
	if err == nil && len(s.worded) < 8 {
		s.worded = append(s.worded, worded{r, l, w})
	}
	return w, err
}

// letterID names game and entry (RFC 5322 §3.6.4), and stays the same if the
// same letter is written again.
func (s *sheet) letterID(i int, d draft) string {
	about := fmt.Sprintf("%d", d.entry)
	if d.entry == 0 {
		about = fmt.Sprintf("t%d", s.at.Unix())
		if s.in != nil {
			about = "m" + s.in.Hash.String()[:12]
		}
	}
	return fmt.Sprintf("<%s.%s.%d.%s%s@%s>", s.t.name, about, i+1, d.kind, s.mark(), s.host())
}

// mark ends what stands before the host in the ids of a game that has a mark. Games
// that were made before there were marks have none, and keep their ids.
func (s *sheet) mark() string {
	if s.g == nil || s.g.Mark == "" {
		return ""
	}
	return "." + s.g.Mark
}

func (s *sheet) host() string {
	_, domain, _ := strings.Cut(s.m.addressOf(s.t), "@")
	if domain == "" {
		return "localhost"
	}
	return domain
}

// roots are the threads a letter belongs to: the game's and its proposal's.
// No letter bears these ids; mail programs put what refers to them together.
func (s *sheet) roots(d draft) []string {
	roots := []string{fmt.Sprintf("<%s%s@%s>", s.t.name, s.mark(), s.host())}
	if d.proposal != 0 {
		roots = []string{fmt.Sprintf("<%s.%d%s@%s>", s.t.name, d.proposal, s.mark(), s.host())}
	}
	return roots
}

// answerStranger adds to the commit a letter to somebody who is no player, or
// whose mail fits no game. Nobody gets more than a few in a day. The caller may
// hold the lock of t or not.
func (m *Moderator) answerStranger(c *record.Commit, t *table, in *record.Input, l *parser.Letter, letter templates.Stranger) {
	name := ""
	if t != nil {
		name = t.name
	}
	if in.From == "" {
		return
	}
	if ok, _, _ := m.mayAnswerIn(name, in.From, false, in.At); !ok {
		return
	}
	from := m.set.Address
	if t != nil {
		from, letter.Game = m.addressOf(t), name
	}
	letter.Address = from
	w, err := templates.Write(templates.Reader{Language: letter.Language}, letter)
	if err != nil {
		m.set.Log.Error("a letter to a stranger could not be written", "err", err)
		return
	}
	_, host, _ := strings.Cut(from, "@")
	e := envelope{
		from: from, to: addressee{address: in.From}, written: w, at: in.At,
		id: fmt.Sprintf("<m%s.answer@%s>", in.Hash.String()[:12], host), answers: l.ID,
	}
	raw, err := e.compose()
	if err != nil {
		m.set.Log.Error("a letter to a stranger could not be composed", "err", err)
		return
	}
	h := record.HashOf(raw)
	c.Letters = append(c.Letters, record.Letter{
		ID: e.id, Game: name, Kind: "stranger", To: []string{in.From}, From: from,
		Subject: w.Subject, Raw: h, Status: "waiting", Made: in.At, Next: in.At,
	})
	if c.Bodies == nil {
		c.Bodies = map[record.Hash][]byte{}
	}
	c.Bodies[h] = raw
}

// mayWarn says whether the owner of an address is to be told that somebody has
// forged it: once a day and game.
func (m *Moderator) mayWarn(game, address string, at time.Time) bool {
	ok, _ := m.mayAnswer("forged."+game+"."+answersTo(address), 1, at)
	return ok
}
