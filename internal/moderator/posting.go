package moderator

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// Where a game is played on lists, what is for everybody need not go to each
// player: it is posted to a list once, or handed to the organiser as a text that
// is ready to be posted.

// The values of the custom "posting".
const (
	postsToList = "list"
	postsDrafts = "draft"
)

// readyKind is the kind of a letter with a text that is to be posted.
const readyKind = "post-ready"

// personal are the kinds of letters that are for one reader, however many get one.
var personal = []string{"receipt", "question", "reminder", "your-turn", "welcome", "talk", gatheredKind, "limit", readyKind}

// forum is the list to which letters for everybody go.
func forum(g *rules.Game) (rules.MailList, bool) {
	if l, ok := g.List(rules.ReportsList); ok {
		return l, true
	}
	return g.List(rules.ActionsList)
}

// answeredOnList are the kinds of letters whose answers do something: where that
// needs a list they go to it, and bear no token that would be read there.
var answeredOnList = []string{"ballot", "reminder", "distribution", "proposal"}

// actsOn is the list on which players must do what they do; ok is false where they
// may write to us.
func (s *sheet) actsOn() (list rules.MailList, ok bool) {
	list, ok = s.g.List(rules.ActionsList)
	return list, ok && custom(s.g, "private_actions") == "no"
}

// news is a letter that is for everybody: the drafts of it, by their places.
type news struct {
	places  []int
	players map[rules.PlayerID]bool
	watched bool // those who watch get it too
}

// publish puts in the place of the letters that are for everybody what is posted.
func (s *sheet) publish() error {
	how := custom(s.g, "posting")
	list, ok := forum(s.g)
	if how != postsToList && how != postsDrafts || !ok {
		return nil
	}
	var posts []draft
	drop := map[int]bool{}
	for _, n := range s.forAll() {
		post, err := s.impersonal(n)
		if err != nil {
			return err
		}
		if post == nil {
			continue
		}
		for _, i := range n.places {
			d := s.drafts[i]
			drop[i] = !d.carries && len(d.expired) == 0
			if d.turn != nil && drop[i] {
				posts = append(posts, ownTurn(d))
			}
		}
		posts = append(posts, s.posted(*post, list, how)...)
	}
	var rest []draft
	for i, d := range s.drafts {
		if !drop[i] {
			rest = append(rest, d)
		}
	}
	s.drafts = append(rest, posts...)
	return nil
}

// ownTurn is the letter that gives the mover the word, which would have stood in
// another one.
func ownTurn(d draft) draft {
	turn := d.turn
	return draft{to: d.to, reader: d.reader, kind: "your-turn", entry: d.entry, make: func(f templates.Frame) templates.Letter {
		t := *turn
		t.Frame = f
		return t
	}}
}

// forAll finds the letters that are for everybody: those who watch get it, or all
// players do but perhaps the one whom it is about.
func (s *sheet) forAll() (all []*news) {
	at := map[string]*news{}
	seen := map[string]int{}
	for i, d := range s.drafts {
		if d.to == nil && !d.news || d.answer || d.token != "" || d.ready != nil || slices.Contains(personal, d.kind) {
			continue
		}
		key := fmt.Sprintf("%s %d %d", d.kind, d.proposal, d.entry)
		reader := key + " " + d.reader.address
		key = fmt.Sprintf("%s %d", key, seen[reader])
		seen[reader]++
		if at[key] == nil {
			at[key] = &news{players: map[rules.PlayerID]bool{}}
			all = append(all, at[key])
		}
		n := at[key]
		n.places, n.watched = append(n.places, i), n.watched || d.news
		if d.to != nil {
			n.players[d.to.ID] = true
		}
	}
	playing := len(s.all())
	return slices.DeleteFunc(all, func(n *news) bool {
		return !n.watched && (len(n.players) < 2 || len(n.players) < playing-1)
	})
}

// impersonal is the draft of a letter for everybody that most readers would get;
// nil when each has something of its reader's own.
func (s *sheet) impersonal(n *news) (*draft, error) {
	count, texts := map[string]int{}, map[string]int{}
	best := ""
	for _, i := range n.places {
		d := s.drafts[i]
		if d.carries || len(d.expired) > 0 {
			continue
		}
		w, err := s.word(s.everybody(), d.make(s.frame()))
		if err != nil {
			return nil, fmt.Errorf("moderator: write a %s: %w", d.kind, err)
		}
		if _, known := texts[w.Text]; !known {
			texts[w.Text] = i
		}
		if count[w.Text]++; best == "" || count[w.Text] > count[best] {
			best = w.Text
		}
	}
	if best == "" {
		return nil, nil
	}
	d := s.drafts[texts[best]]
	return &d, nil
}

// everybody is the reader of what is posted.
func (s *sheet) everybody() templates.Reader {
	return templates.Reader{Language: s.g.Language, Zone: time.UTC}
}

func (s *sheet) frame() templates.Frame {
	return templates.Frame{Game: s.t.name, Address: s.m.addressOf(s.t)}
}

// posted are the drafts that take the place of a letter for everybody.
func (s *sheet) posted(d draft, list rules.MailList, how string) []draft {
	post := draft{
		reader: addressee{address: list.Address, language: s.g.Language, zone: time.UTC},
		kind:   d.kind, proposal: d.proposal, make: d.make, entry: d.entry, about: d.about, files: d.files, rows: d.rows, toList: true,
	}
	if how == postsToList {
		return []draft{post}
	}
	var all []draft
	for _, a := range s.organisers() {
		all = append(all, draft{reader: addressee{address: a, language: s.g.Language, zone: s.g.Zone}, kind: readyKind, entry: d.entry, about: d.about, rows: d.rows, ready: &post})
	}
	return all
}

// writeReady writes to an organiser what is ready to be posted.
func (s *sheet) writeReady(d draft) (templates.Written, error) {
	post, err := s.word(s.everybody(), d.ready.make(s.frame()))
	if err != nil {
		return post, err
	}
	n := templates.Notice{Frame: s.frame(), Code: readyKind, Text: d.ready.reader.address, Other: post.Subject}
	w, err := s.word(templates.Reader{Language: d.reader.language, Zone: d.reader.zone}, n)
	return w.Above(post.Text), err
}

// readyPlace is where the book has the last texts of a game that were to be posted.
const readyPlace = "ready/"

// maxReady is how many of them are known again when they come over a list.
const maxReady = 40

// rememberReady notes the letters with texts that are to be posted, before they
// are in the book.
func (s *sheet) rememberReady() error {
	var ids []string
	for _, l := range s.letters {
		if l.Kind == readyKind {
			ids = append(ids, l.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	all := append(s.m.placed(readyPlace+s.t.name), ids...)
	if err := s.m.book.Place(readyPlace+s.t.name, strings.Join(all[max(0, len(all)-maxReady):], " ")); err != nil {
		return fmt.Errorf("moderator: %s: remember what is to be posted: %w", s.t.name, err)
	}
	return nil
}

// ourPost is the outcome of a mail that is a text of ours.
const ourPost = "ignored: a text of ours, posted by hand"

// sameText is the least share of a mail's words that make it a text of ours, changed
// a little.
const sameText = 0.6

// postOf is the text of ours that a mail from a list is, "" for a mail of its
// author's own.
func (s *sheet) postOf(l *parser.Letter) (string, error) {
	if !s.onList() {
		return "", nil
	}
	_, text, err := s.readyLike(l)
	return text, err
}

// readyLike finds the letter with the text that a mail posts, and that text; "" when
// there is none.
func (s *sheet) readyLike(l *parser.Letter) (record.Letter, string, error) {
	for _, id := range reversed(s.m.placed(readyPlace + s.t.name)) {
		ours, ok, err := s.m.book.Letter(id)
		if err != nil {
			return record.Letter{}, "", fmt.Errorf("moderator: find letter %s: %w", id, err)
		}
		if !ok {
			continue
		}
		raw, ok, err := s.m.book.Body(ours.Raw)
		if err != nil || !ok {
			continue
		}
		plain, _ := parts(raw)
		if text := templates.Below(plain); text != "" && parser.Share(l.Text, text) >= sameText {
			return ours, text, nil
		}
	}
	return record.Letter{}, "", nil
}

// hearPost keeps a mail that is a text of ours. What its sender has added may be
// meant, and is put to the organiser.
func (s *sheet) hearPost(l *parser.Letter, text string, by rules.By) error {
	s.in.Outcome = ourPost
	ctx, err := s.context(l, by)
	if err != nil {
		return err
	}
	ctx.Answered, ctx.Shown, ctx.Through, ctx.Rows, ctx.Phrases = text, "", false, nil, nil
	for _, f := range parser.Read(l, ctx).Fragments {
		if !forceful(f) || f.Outcome == parser.SetAside || s.who == nil || s.who.State != rules.Playing {
			continue
		}
		f.Outcome, f.Reason = parser.HeldBack, "unclear"
		item, err := s.hold(f, by)
		if err != nil {
			return err
		}
		s.in.Commands = append(s.in.Commands, line(f, item))
	}
	return nil
}

// postAnswered is the text of ours that somebody posted by hand and a mail
// answers, with the proposals in it.
func (s *sheet) postAnswered(l *parser.Letter) (o original) {
	for i, id := range answeredIDs(l) {
		hashes, err := s.m.book.InputsByID(id)
		if err != nil {
			return o
		}
		for _, h := range hashes {
			old, ok, err := s.m.book.Input(h)
			if err != nil || !ok || old.Outcome != ourPost {
				continue
			}
			post := parser.Parse(old.Raw, s.m.options())
			o.plain, o.through = post.Text, i > 0
			if ours, _, err := s.readyLike(post); err == nil {
				o.Rows = ours.Rows
			}
			return o
		}
	}
	return o
}
