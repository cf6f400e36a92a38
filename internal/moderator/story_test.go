package moderator_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message/mail"
	"golang.org/x/tools/txtar"

	sealedvotes "nomicmail/internal/ballots"
	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
	"nomicmail/templates"
)

var update = flag.Bool("update", false, "write the stories as they really go")

// TestStories plays whole games. A story is a txtar file that reads from top to
// bottom like the record of a game: sections that end in "writes", "passes", "ends"
// or "orders" are what happens to us, every other section is what we do about it.
// The test plays the first kind, writes the second kind afresh, and compares.
//
// Every story also delivers each mail twice, replays its record, and sends each
// of our own letters back to us.
func TestStories(t *testing.T) {
	names, _ := filepath.Glob("../../stories/*.txt")
	if len(names) == 0 {
		t.Fatal("no stories")
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			t.Parallel()
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := tell(t, want)
			if *update {
				if err := os.WriteFile(name, got, 0o644); err != nil {
					t.Fatal(err)
				}
			} else if !bytes.Equal(got, want) {
				t.Errorf("the game now goes differently (go test ./internal/moderator -run Stories -update, then read the diff):\n%s", firstDifference(string(want), string(got)))
			}
		})
	}
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return fmt.Sprintf("line %d\n got: %s\nwant: %s\nthen: %s", i+1, g[i], w[i], strings.Join(g[i:min(i+12, len(g))], "\n"))
		}
	}
	return fmt.Sprintf("one is longer: got %d lines, want %d", len(g), len(w))
}

// story is a game being told.
type story struct {
	t     *testing.T
	m     *moderator.Moderator
	book  *store.Store
	game  string
	year  string
	short bool // letters by their subject alone
	whole bool // reports with the ruleset at their end
	now   time.Time
	seen  map[string]bool          // letters already told
	sent  int                      // mails written so far
	last  map[string]record.Letter // of each kind
	out   strings.Builder
}

// tell plays the moves in a story and returns the story as it really goes.
func tell(t *testing.T, src []byte) []byte {
	t.Helper()
	return []byte(play(t, src).out.String())
}

// play plays the moves in a story.
func play(t *testing.T, src []byte) *story {
	t.Helper()
	a := txtar.Parse(src)
	st := &story{t: t, book: store.Memory(), seen: map[string]bool{}, last: map[string]record.Letter{}}
	m, err := moderator.New(st.book, moderator.Settings{
		Address: "nomic@nomic.example.org", Delimiter: "+", Rand: randomOf(src), AuthServer: "mx.nomic.example.org",
	})
	if err != nil {
		t.Fatal(err)
	}
	st.m = m
	fmt.Fprintf(&st.out, "%s", a.Comment)
	st.short = bytes.Contains(a.Comment, []byte("Letters are told by their subjects"))
	st.whole = bytes.Contains(a.Comment, []byte("Reports are told with the ruleset"))
	for _, f := range a.Files {
		st.step(f)
	}
	st.end()
	return st
}

// randomOf is the chance of a story: all zeros, but where votes are sealed each
// needs a key of its own.
func randomOf(src []byte) io.Reader {
	if !bytes.Contains(src, []byte("\nballots = \"sealed\"\n")) {
		return bytes.NewReader(make([]byte, 1<<20))
	}
	var b bytes.Buffer
	for i := range 1 << 12 {
		sum := sha256.Sum256(fmt.Appendf(nil, "key %d", i))
		b.Write(sum[:])
	}
	return &b
}

// step plays one section, or leaves it out when it is an outcome.
func (st *story) step(f txtar.File) {
	words := strings.Fields(f.Name)
	switch verb := words[len(words)-1]; {
	case f.Name == "the game":
		st.section(f)
		st.create(f.Data)
	case verb == "writes":
		st.section(f)
		st.write(words, string(f.Data))
	case verb == "orders":
		st.section(f)
		st.order(words, strings.TrimSpace(string(f.Data)))
	case verb == "passes":
		st.section(f)
		st.pass(words)
	case verb == "ends": // a day or a week does
		st.section(f)
		st.pass(words)
		if _, err := st.m.SendDigests(st.now); err != nil {
			st.t.Fatal(err)
		}
	default:
		return // an outcome: we write our own
	}
	st.tellLetters()
}

func (st *story) section(f txtar.File) {
	fmt.Fprintf(&st.out, "-- %s --\n%s", f.Name, f.Data)
}

func (st *story) create(src []byte) {
	g, err := moderator.ParseGameFile("story.toml", src)
	if err != nil {
		st.t.Fatalf("the game: %v", err)
	}
	st.game, st.now = g.Name, g.Start
	st.year = fmt.Sprint(g.Start.Year())
	if _, err := st.m.Create(g, "org@example.org", g.Start); err != nil {
		st.t.Fatalf("create: %v", err)
	}
	if _, err := st.m.Act(moderator.Act{Game: g.Name, By: "org@example.org", Verb: "start", At: g.Start}); err != nil {
		st.t.Fatalf("start: %v", err)
	}
}

// time reads "Mon 5 Jan 10:00" at the head of a section's name; the weekday is
// for readers and checked.
func (st *story) time(words []string) (time.Time, []string) {
	at, err := time.Parse("Mon 2 Jan 15:04 2006", strings.Join(words[:4], " ")+" "+st.year)
	if err != nil {
		st.t.Fatalf("%v: %v", words, err)
	}
	if at.Format("Mon") != words[0] {
		st.t.Fatalf("%v: that day is a %s", words, at.Format("Mon"))
	}
	if at.Before(st.now.Truncate(time.Minute)) {
		st.t.Fatalf("%v: the story goes back in time", words)
	}
	st.now = at
	return at, words[4:]
}

// write sends a mail, twice. The text may begin with header fields of its own:
// "Subject:", "From:" or "Answers: KIND" for a reply to the last letter of that
// kind. Where a game wants more than a From field, "Authentication-Results:" says
// what our server found. "Through: pond-actions" sends it by a mailing list, see
// [story.through]; "Posts: KIND" is the text in the last letter of that kind.
func (st *story) write(words []string, text string) {
	at, rest := st.time(words)
	raw := st.mail(strings.ToLower(rest[0]), at, text)
	if err := st.m.Tick(at.Add(-time.Second)); err != nil {
		st.t.Fatal(err)
	}
	for range 2 {
		if _, err := st.m.Receive(moderator.Mail{Raw: raw, At: at, Where: "story"}); err != nil {
			st.t.Fatalf("%v: %v", words, err)
		}
	}
}

func (st *story) mail(who string, at time.Time, text string) []byte {
	st.sent++
	head := map[string]string{
		"From": who + "@example.org", "To": "nomic+" + st.game + "@nomic.example.org", "Subject": "my move",
		"Date": at.Format(time.RFC1123Z), "Message-ID": fmt.Sprintf("<%d.%s@example.org>", st.sent, who),
		"Content-Type": "text/plain; charset=utf-8",
	}
	for {
		line, after, ok := strings.Cut(text, "\n")
		field, value, is := strings.Cut(line, ": ")
		if !ok || !is || !slices.Contains([]string{"Subject", "From", "To", "Content-Type", "Answers", "Authentication-Results", "Auto-Submitted", "Message-ID", "Through", "Stamped", "Posts"}, field) {
			break
		}
		if field == "Answers" {
			head["To"] = st.replyTo(st.last[value])
			field, value = "In-Reply-To", st.last[value].ID
		}
		head[field], text = value, after
	}
	if kind := head["Posts"]; kind != "" {
		raw, _, _ := st.book.Body(st.last[kind].Raw)
		text += templates.Below(plainPart(st.t, raw))
	}
	if head["Through"] != "" {
		return st.through(head, at, text)
	}
	delete(head, "Posts")
	var b strings.Builder
	for _, k := range slices.Sorted(keys(head)) {
		fmt.Fprintf(&b, "%s: %s\r\n", k, head[k])
	}
	return []byte(b.String() + "\r\n" + strings.ReplaceAll(strings.TrimPrefix(text, "\n"), "\n", "\r\n"))
}

// through is a mail as a list's program sends it on: with the list's address in
// From, the author's in Reply-To, a prefix, a footer, and the word of the list's server
// about who wrote it. "Stamped:" is when that server took it.
func (st *story) through(head map[string]string, at time.Time, text string) []byte {
	list, stamped, from := head["Through"], head["Stamped"], head["From"]
	if stamped == "" {
		stamped = at.Add(-time.Minute).Format(time.RFC1123Z)
	}
	if head["To"] == "nomic+"+st.game+"@nomic.example.org" {
		head["To"] = list + "@lists.example.org"
	}
	name, _, _ := strings.Cut(from, "@")
	lines := []string{
		"Authentication-Results: mx.nomic.example.org; dkim=pass header.d=lists.example.org; dmarc=pass header.from=lists.example.org",
		"Received: from lists.example.org (lists.example.org [192.0.2.7]) by mx.nomic.example.org (Postfix); " + at.Format(time.RFC1123Z),
		"Received: from localhost (localhost [127.0.0.1]) by lists.example.org (Postfix); " + at.Format(time.RFC1123Z),
		"Received: from mail.example.org (mail.example.org [192.0.2.1]) by lists.example.org (Postfix); " + stamped,
		"Authentication-Results: lists.example.org; dkim=pass header.d=example.org; dmarc=pass header.from=example.org",
		"From: " + name + " via " + list + " <" + list + "@lists.example.org>", "Reply-To: " + from,
		"To: " + head["To"], "Subject: [" + list + "] " + head["Subject"], "Date: " + stamped, "Message-ID: " + head["Message-ID"],
		"List-Id: <" + list + ".lists.example.org>", "List-Post: <mailto:" + list + "@lists.example.org>",
		"List-Unsubscribe: <https://lists.example.org/mailman/options/" + list + ">", "Precedence: list", "X-BeenThere: " + list + "@lists.example.org",
		"Content-Type: " + head["Content-Type"],
	}
	if id := head["In-Reply-To"]; id != "" {
		lines = append(lines, "In-Reply-To: "+id)
	}
	foot := "_______________________________________________\n" + list + " mailing list\n" + list + "@lists.example.org\nhttps://lists.example.org/mailman/listinfo/" + list + "\n"
	body := strings.TrimPrefix(text, "\n") + "\n" + foot
	return []byte(strings.Join(lines, "\r\n") + "\r\n\r\n" + strings.ReplaceAll(body, "\n", "\r\n"))
}

// replyTo is where a mail program sends the answer to a letter.
func (st *story) replyTo(l record.Letter) string {
	raw, _, _ := st.book.Body(l.Raw)
	if to := parser.Parse(raw, parser.Options{}).ReplyTo; len(to) > 0 {
		return to[0].Mail
	}
	return "nomic+" + st.game + "@nomic.example.org"
}

func keys(m map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// order does an act of the organiser: "extend 2d because …", or "as Ada: 301
// FOR".
func (st *story) order(words []string, text string) {
	at, _ := st.time(words)
	verb, rest, _ := strings.Cut(text, " ")
	a := moderator.Act{Game: st.game, By: "org@example.org", Verb: verb, Words: rest, At: at}
	if verb == "as" {
		a.Player, a.Words, _ = strings.Cut(rest, ": ")
	}
	if _, err := st.m.Act(a); err != nil {
		if r, ok := err.(*rules.Refusal); ok {
			fmt.Fprintf(&st.out, "-- the organiser is told --\n%s\n", moderator.Sentence(r))
			return
		}
		fmt.Fprintf(&st.out, "-- the organiser is told --\n%v\n", err)
		var misread *moderator.Misread
		if errors.As(err, &misread) {
			fmt.Fprintf(&st.out, "hint: %s\n", misread.Hint)
		}
	}
}

func (st *story) pass(words []string) {
	at, _ := st.time(words)
	if err := st.m.Tick(at); err != nil {
		st.t.Fatal(err)
	}
}

// tellLetters writes the letters that have been posted since the last step.
// Letters alike are told once.
func (st *story) tellLetters() {
	type told struct {
		subject, text string
		to            []string
	}
	var all []*told
	for l, err := range st.book.Letters(st.game) {
		if err != nil {
			st.t.Fatal(err)
		}
		if st.seen[l.ID] {
			continue
		}
		st.seen[l.ID] = true
		st.last[l.Kind] = l
		raw, _, _ := st.book.Body(l.Raw)
		text := plainPart(st.t, raw)
		if l.Kind == "welcome" || l.Kind == "report" && !st.whole {
			text = beforeRules(text)
		}
		st.echo(l, raw)
		to, _, _ := strings.Cut(l.To[0], "@")
		i := slices.IndexFunc(all, func(o *told) bool { return o.subject == l.Subject && o.text == text })
		if i < 0 {
			all = append(all, &told{subject: l.Subject, text: text, to: []string{to}})
			continue
		}
		all[i].to = append(all[i].to, to)
	}
	for _, l := range all {
		fmt.Fprintf(&st.out, "-- %s --\n", gets(l.to))
		if st.short {
			fmt.Fprintf(&st.out, "%s\n", l.subject)
			continue
		}
		fmt.Fprintf(&st.out, "Subject: %s\n\n%s\n", l.subject, strings.TrimRight(l.text, "\n"))
	}
}

// beforeRules is a welcome or a report without the rules at its end, which are nearly
// the same in all stories.
func beforeRules(text string) string {
	head, _, ok := strings.Cut(text, "\n| ")
	if !ok {
		return text
	}
	rule := strings.LastIndex(head, "\n---") // below the heading
	heading := strings.LastIndex(head[:rule], "\n")
	return strings.TrimRight(head[:heading], "\n") + "\n\n[…]\n"
}

// plainPart is the text part of a letter as it stands.
func plainPart(t *testing.T, raw []byte) string {
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.NextPart()
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(p.Body)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

func gets(to []string) string {
	if len(to) == 1 {
		return to[0] + " gets"
	}
	return strings.Join(to[:len(to)-1], ", ") + " and " + to[len(to)-1] + " get"
}

// echo sends a letter of ours back to us, as an autoresponder or a mail program
// that quotes without marks would: it must never count as anything.
func (st *story) echo(l record.Letter, raw []byte) {
	own := parser.Parse(raw, parser.Options{})
	for _, quote := range []string{"", "> "} {
		back := &parser.Letter{Kind: parser.Message, Text: prefix(own.Text, quote)}
		for _, answered := range []string{own.Text, ""} {
			if quote == "" && answered == "" {
				continue // unmarked and answering nothing: nobody could know
			}
			r := parser.Read(back, parser.Context{Answered: answered, Rows: l.Rows, Open: []int{301, 302, 303}, Known: true, MayPropose: true})
			for _, f := range r.Fragments {
				if f.Outcome == parser.Counted {
					st.t.Errorf("our own %s, sent back with %q, counts as %s %q", l.Kind, quote, f.Verb, f.Text)
				}
			}
		}
	}
}

func prefix(text, mark string) string {
	if mark == "" {
		return text
	}
	return mark + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n"+mark) + "\n"
}

// proveBallots checks what the letters tell of sealed votes as any player can who
// has kept them, and tells what "verify --ballots" says.
func (st *story) proveBallots() {
	var told sealedvotes.Found
	for l, err := range st.book.Letters(st.game) {
		if err != nil {
			st.t.Fatal(err)
		}
		raw, ok, err := st.book.Body(l.Raw)
		if err != nil || !ok {
			st.t.Fatalf("letter %s is not there: %v", l.ID, err)
		}
		f := sealedvotes.Read(parser.Parse(raw, parser.Options{}).Text)
		told.Tallies, told.Lists, told.Broken = append(told.Tallies, f.Tallies...), append(told.Lists, f.Lists...), append(told.Broken, f.Broken...)
	}
	p := sealedvotes.Prove(told, "")
	if wrong := p.Wrong(); len(wrong) > 0 {
		st.t.Errorf("the sealed votes: %q", wrong)
	}
	for i, l := range p.Lines() {
		if i == 0 {
			fmt.Fprintf(&st.out, "-- anybody verifies the ballots --\n")
		}
		fmt.Fprintln(&st.out, l)
	}
}

// end tells how the game stands, and checks that the record tells the same.
func (st *story) end() {
	var entries []record.Entry
	for e, err := range st.book.Entries(st.game, 1) {
		if err != nil {
			st.t.Fatal(err)
		}
		entries = append(entries, e)
	}
	g, err := st.m.Game(st.game)
	if err != nil {
		st.t.Fatal(err)
	}
	again := moderator.StateOf(moderator.Fold(entries))
	if is := moderator.StateOf(g); !reflect.DeepEqual(again, is) {
		a, _ := json.Marshal(again)
		b, _ := json.Marshal(is)
		st.t.Errorf("replaying the record gives another game:\n%s\n%s", a, b)
	}
	st.proveBallots()
	fmt.Fprintf(&st.out, "-- the record --\n")
	for _, e := range entries {
		for _, ev := range e.Events {
			fmt.Fprintf(&st.out, "%3d  %s\n", e.N, moderator.Line(g, ev))
		}
	}
	fmt.Fprintf(&st.out, "-- the scores --\n")
	for _, p := range moderator.StateOf(g).Players {
		fmt.Fprintf(&st.out, "%-24s %s  %s\n", p.Name, p.Points, p.Status)
	}
}
