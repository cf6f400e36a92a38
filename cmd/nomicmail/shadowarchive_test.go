package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/rules"
	"nomicmail/internal/shadow"
	"nomicmail/rulesets"
)

// A list nomic of ten invented players, some months of its mails, and officers
// who count by hand. The archive is made by its own count, which knows nothing of
// the engine, so that what differs is what was planted.

// listPlayer is one of the ten.
type listPlayer struct {
	given, surname, nick, mail string
	munged                     bool // the list rewrites the From field
}

var tenPlayers = []listPlayer{
	{"Ada", "Quillfeather", "Quill", "ada@example.org", false},
	{"Bram", "Zuidema", "B.", "bram@example.org", false},
	{"Cleo", "Abbot", "", "cleo@example.net", true},
	{"Dov", "Peartree", "dp", "dov@example.org", false},
	{"Esme", "Byrne", "", "esme@example.com", true},
	{"Finn", "Gale", "Finnegan", "finn@example.org", false},
	{"Gwen", "Oatmarsh", "", "gwen@example.net", false},
	{"Hugo", "Tarn", "ht", "hugo@example.org", true},
	{"Iris", "Crumhorn", "", "iris@example.com", false},
	{"Jonas", "Field", "Jo", "jonas@example.org", false},
}

const (
	officerMail = "bram@example.org" // a player holds the office
	listMail    = "nomic@lists.example.org"
	outsider    = "zelda@example.test"
)

// madeProposal is one as the archive's own count has it.
type madeProposal struct {
	number   int
	author   int
	title    string
	text     string
	votes    map[int]string // by player: F, A or P
	endorses map[int]int    // who endorses whom, and stands where that one does in the end
	order    []int          // in which they voted
	hangs    map[int]bool   // whose ballots have a condition
	quorum   int
}

// planted is an error of the officer's.
type planted struct {
	kind     string
	proposal int
	about    string
}

func (p planted) String() string { return fmt.Sprintf("%s/%d/%s", p.kind, p.proposal, p.about) }

// listArchive makes the mails.
type listArchive struct {
	t       *testing.T
	rng     *rand.Rand
	w       *bufio.Writer
	now     time.Time
	mails   int
	next    int // proposal
	ballots int // on the proposal decided last; -1 for none
	left    []*madeProposal
	made    int
	wants   []string
	errors  []string // kinds still to be planted
	style   int
	ids     []string

	doubts []string // the ballots that nobody but the officer can read

	rules []rules.Rule // as they should be
	first int          // how many there were

	lastNumber int // of the proposal decided last

	secondAt, strangerAt *madeProposal // traps of this week
	secondBy             int
}

func (a *listArchive) pass(d time.Duration) { a.now = a.now.Add(d) }

// send writes one mail as the list's archive has it.
func (a *listArchive) send(from listPlayer, subject, body string) {
	a.mails++
	id := fmt.Sprintf("<m%d@example.org>", a.mails)
	var b strings.Builder
	fmt.Fprintf(&b, "Received: from lists.example.org by mx.example.org; %s\n", a.now.Format(time.RFC1123Z))
	name := strings.TrimSpace(from.given + " " + from.surname)
	if from.munged {
		fmt.Fprintf(&b, "From: %q <%s>\nReply-To: %s <%s>\nX-Original-From: %s <%s>\n", name+" via Nomic", listMail, name, from.mail, name, from.mail)
	} else {
		fmt.Fprintf(&b, "From: %s <%s>\n", name, from.mail)
	}
	fmt.Fprintf(&b, "To: %s\nDate: %s\nMessage-ID: %s\n", listMail, a.now.Add(-time.Minute).Format(time.RFC1123Z), id)
	fmt.Fprintf(&b, "List-Id: Nomic <nomic.lists.example.org>\nList-Post: <mailto:%s>\nSubject: [nomic] %s\nContent-Type: text/plain; charset=utf-8\n\n", listMail, subject)
	b.WriteString(body)
	if a.mails%3 != 0 {
		b.WriteString("\n_______________________________________________\nNomic mailing list\nnomic@lists.example.org\nhttps://lists.example.org/listinfo/nomic\n")
	}
	a.write(from.mail, b.String())
	if a.mails%37 == 0 { // the list sends it twice
		a.pass(time.Minute)
		a.write(from.mail, b.String())
	}
	a.ids = append(a.ids, id)
}

func (a *listArchive) write(from, raw string) {
	if err := writeMbox(a.w, from, a.now, []byte(raw)); err != nil {
		a.t.Fatal(err)
	}
}

// plant says whether an error of that kind is to be made now.
func (a *listArchive) plant(kind string) bool {
	i := slices.Index(a.errors, kind)
	if i < 0 || a.rng.IntN(3) > 0 {
		return false
	}
	a.errors = slices.Delete(a.errors, i, i+1)
	return true
}

func (a *listArchive) want(kind string, proposal int, about string) {
	a.wants = append(a.wants, planted{kind, proposal, about}.String())
}

func fullName(who int) string { return tenPlayers[who].given + " " + tenPlayers[who].surname }

// titles and texts of proposals.
var listTitles = []string{"The almanac", "Tea at four", "Blue ink", "A bench for the speaker", "Quiet Sundays", "The brass bell", "Honorary titles", "The long table", "A second pond", "Lanterns"}

func (a *listArchive) propose(who int) *madeProposal {
	a.made++
	title := fmt.Sprintf("%s %d", listTitles[a.rng.IntN(len(listTitles))], a.made)
	p := &madeProposal{author: who, title: title, votes: map[int]string{}, endorses: map[int]int{}, hangs: map[int]bool{}}
	p.text = fmt.Sprintf("enact\ntitle: %s\nWhoever adds to %s, in the order of the list, gives it the mark %d. The mark\nis kept for as long as somebody remembers it.", title, strings.ToLower(title), a.made)
	a.send(tenPlayers[who], "proposal: "+title, p.text+"\nend\n\n"+tenPlayers[who].given+"\n")
	return p
}

// talk writes a mail that does nothing.
func (a *listArchive) talk(batch []*madeProposal) {
	who := tenPlayers[a.rng.IntN(len(tenPlayers))]
	texts := []string{
		"I have been thinking about the bench again. Does anybody remember who made the first one?\n",
		"What a week. See you all on Monday!\n",
		"Thanks, that was a good read.\n",
		"The archive has a mail from 1998 about this, if somebody wants to look.\n",
	}
	body := texts[a.rng.IntN(len(texts))]
	if len(batch) > 0 && a.rng.IntN(2) == 0 {
		p := batch[a.rng.IntN(len(batch))]
		other := tenPlayers[a.rng.IntN(len(tenPlayers))]
		body = fmt.Sprintf("On %s %s wrote:\n> %d FOR\n> and the rest as before\n\nI see why. What a pity that it rains.\n", a.now.Format("2 Jan 2006"), other.given, p.number)
	}
	a.send(who, "Re: the bench", body)
}

// sideWords are how votes are written, and otherSide what an officer takes one for.
var (
	sideWords = map[string]string{"F": "FOR", "A": "AGAINST", "P": "PRESENT"}
	otherSide = map[string]string{"F": "A", "A": "F", "P": "F"}
)

// ballot writes votes in one of many shapes, and counts them.
func (a *listArchive) ballot(who int, batch []*madeProposal) {
	var b strings.Builder
	shape := a.rng.IntN(7)
	for _, p := range batch {
		side := []string{"F", "F", "F", "F", "F", "A", "A", "P"}[a.rng.IntN(8)]
		word := sideWords[side]
		if len(p.order) > 1 && a.rng.IntN(8) == 0 && shape < 2 {
			whom := p.order[a.rng.IntN(len(p.order))]
			p.endorses[who], side, word = whom, p.votes[whom], "ENDORSE "+fullName(whom)
		}
		p.votes[who], p.order = side, append(p.order, who)
		switch shape {
		case 0:
			fmt.Fprintf(&b, "%d %s\n", p.number, word)
		case 1:
			fmt.Fprintf(&b, "%d: %s\n", p.number, word)
		case 2:
			fmt.Fprintf(&b, "I vote %s on %d.\n", word, p.number)
		case 3:
			fmt.Fprintf(&b, "%d. %s (it is time)\n", p.number, word)
		case 4:
			fmt.Fprintf(&b, "%s %d\n", word, p.number)
		case 5:
			fmt.Fprintf(&b, "> %d   %-20s 1.0   %s\n%s\n", p.number, fullName(p.author), p.title, word)
		default:
			fmt.Fprintf(&b, "%d - %s\n", p.number, strings.ToLower(word))
		}
	}
	a.send(tenPlayers[who], "my votes", "Hello,\n\n"+b.String()+"\n"+tenPlayers[who].given+"\n")
}

// condition lets a voter say when he or she is for a proposal that passes anyway;
// the officer, who looked out of the window, counts it.
func (a *listArchive) condition(batch []*madeProposal) {
	p := batch[a.rng.IntN(len(batch))]
	v := viewOf(p)
	if v.count(p.quorum); v.favour-v.against < 9 || v.ballots() <= p.quorum+1 || a.rng.IntN(2) == 0 {
		return
	}
	for who := range tenPlayers {
		if p.votes[who] == "" {
			p.votes[who], p.order, p.hangs[who] = "F", append(p.order, who), true
			a.send(tenPlayers[who], "it depends", fmt.Sprintf("%d: FOR if it rains on Sunday, else AGAINST\n", p.number))
			a.doubts = append(a.doubts, fmt.Sprintf("%d/%s", p.number, fullName(who)))
			return
		}
	}
}

// change lets a voter take a ballot back for another one.
func (a *listArchive) change(batch []*madeProposal) {
	p := batch[a.rng.IntN(len(batch))]
	who := p.order[a.rng.IntN(len(p.order))]
	p.votes[who] = otherSide[p.votes[who]]
	delete(p.endorses, who)
	a.send(tenPlayers[who], "a change", fmt.Sprintf("I change my vote on %d to %s.\n", p.number, sideWords[p.votes[who]]))
}

// quorumOf is two thirds of the ballots on the last one, to the nearest.
func (a *listArchive) quorumOf() int {
	if a.ballots < 0 {
		return 2
	}
	return max(2, (a.ballots*4+3)/6)
}

// secondThoughts lets a voter vote again, which has no force without a word of
// retracting.
func (a *listArchive) secondThoughts(batch []*madeProposal) {
	p := batch[a.rng.IntN(len(batch))]
	who := p.order[0] // who endorses nobody
	word := sideWords[otherSide[p.votes[who]]]
	a.send(tenPlayers[who], "again", fmt.Sprintf("%d %s\n", p.number, word))
	a.secondAt, a.secondBy = p, who
}

// stranger votes without being a player.
func (a *listArchive) stranger(batch []*madeProposal) {
	a.strangerAt = batch[a.rng.IntN(len(batch))]
	a.send(listPlayer{given: "Zelda", surname: "Fox", mail: outsider}, "hello", fmt.Sprintf("%d FOR\n", a.strangerAt.number))
}

// lateVotes come when the vote is over.
func (a *listArchive) lateVotes(batch []*madeProposal) map[*madeProposal]int {
	late := map[*madeProposal]int{}
	for _, p := range batch {
		late[p] = -1
	}
	p := batch[a.rng.IntN(len(batch))]
	for who := range tenPlayers {
		if p.votes[who] == "" {
			a.pass(10 * time.Minute)
			a.send(tenPlayers[who], "sorry, I was away", fmt.Sprintf("%d FOR\n", p.number))
			late[p] = who
			break
		}
	}
	return late
}

// week is a distribution, the votes on it, the next proposals, and the result.
func (a *listArchive) week(batch []*madeProposal) []*madeProposal {
	start := a.now
	a.style = a.rng.IntN(3)
	a.distribute(batch)
	a.secondAt, a.strangerAt = nil, nil
	var next []*madeProposal
	voters := a.rng.Perm(len(tenPlayers))[:7+a.rng.IntN(2)]
	for i, who := range voters {
		a.pass(time.Duration(8+a.rng.IntN(8)) * time.Hour)
		some := batch
		if i == 2 && len(batch) > 1 {
			some = batch[1:]
		}
		a.ballot(who, some)
		for range 1 + a.rng.IntN(3) {
			a.pass(time.Duration(5+a.rng.IntN(50)) * time.Minute)
			a.talk(batch)
		}
		if i%2 == 0 {
			a.pass(time.Hour)
			next = append(next, a.propose(a.rng.IntN(len(tenPlayers))))
		}
	}
	a.pass(time.Hour)
	a.change(batch)
	a.pass(time.Hour)
	a.condition(batch)
	a.pass(time.Hour)
	a.secondThoughts(batch)
	a.pass(time.Hour)
	a.stranger(batch)
	a.now = start.Add(7*24*time.Hour + 10*time.Minute)
	a.resolve(batch)
	a.now = start.Add(8 * 24 * time.Hour)
	return next
}

// makeListArchive makes an archive and the game file that goes with it.
func makeListArchive(t *testing.T, seed uint64, errors []string) (file, mails string, a *listArchive) {
	t.Helper()
	dir := t.TempDir()
	file, mails = filepath.Join(dir, "pond.toml"), filepath.Join(dir, "list.mbox")
	var game strings.Builder
	game.WriteString("name = \"pond\"\nruleset = \"list.en\"\nstart = 2026-01-05T09:00:00Z\norganiser = \"org@example.org\"\nofficers = [\"" + officerMail + "\"]\n")
	for _, p := range tenPlayers {
		fmt.Fprintf(&game, "[[player]]\ngiven = %q\nsurname = %q\naddresses = [%q]\n", p.given, p.surname, p.mail)
		if p.nick != "" {
			fmt.Fprintf(&game, "nicknames = [%q]\n", p.nick)
		}
	}
	if err := os.WriteFile(file, []byte(game.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(mails)
	if err != nil {
		t.Fatal(err)
	}
	a = &listArchive{t: t, rng: rand.New(rand.NewPCG(seed, 9)), w: bufio.NewWriter(f), now: time.Date(2026, 1, 5, 10, 0, 0, 0, time.UTC), next: 1001, ballots: -1, errors: slices.Clone(errors)}
	set, err := rulesets.Load("list.en")
	if err != nil {
		t.Fatal(err)
	}
	a.rules, a.first = set.Rules, len(set.Rules)
	batch := []*madeProposal{a.propose(0), a.propose(3)}
	a.pass(20 * time.Hour)
	for a.mails < 500 {
		next := a.week(batch)
		if a.rng.IntN(3) == 0 {
			a.publish()
		}
		if len(next) > 2 && a.plant("left out") {
			a.left, next = append(a.left, next[0]), next[1:]
			a.want("left out", 0, "")
		} else {
			next = append(a.left, next...)
			a.left = nil
		}
		batch = next
	}
	if err := a.w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return file, mails, a
}

var allErrors = []string{
	"missing", "counted otherwise", "late", "void", "no voter", "unfounded", "strength", "sum", "quorum", "outcome", "number", "text", "author", "title", "left out", "missing", "sum", "rule",
}

func TestShadowFindsWhatWasPlanted(t *testing.T) {
	kinds := map[string]bool{}
	for seed := range uint64(3) {
		file, mails, a := makeListArchive(t, seed+1, allErrors)
		wants, n := a.wants, a.mails
		if len(wants) < 12 || n < 480 {
			t.Fatalf("seed %d: %d mails, planted %v", seed, n, wants)
		}
		r := shadowed(t, file, mails)
		var found []string
		for _, d := range r.Differences {
			x := planted{string(d.Kind), d.Proposal + d.Rule, d.About}.String()
			if !d.Corrected.IsZero() {
				x += "+"
			}
			found = append(found, x)
			if len(d.Mails) == 0 || d.Mails[0].ID == "" || d.Mails[0].Words == "" {
				t.Errorf("seed %d: %+v rests on no mail", seed, d)
			}
		}
		for _, w := range wants {
			kind, _, _ := strings.Cut(w, "/")
			kinds[kind] = true
		}
		for _, w := range wants {
			if i := slices.Index(found, w); i >= 0 {
				found = slices.Delete(found, i, i+1)
			} else {
				t.Errorf("seed %d: missed %s", seed, w)
			}
		}
		for _, x := range found {
			t.Errorf("seed %d: invented %s", seed, x)
		}
		for _, u := range r.Unsure {
			if !slices.Contains(a.doubts, fmt.Sprintf("%d/%s", u.Proposal, u.About)) {
				t.Errorf("seed %d: not certain: %+v", seed, u)
			}
		}
		for _, d := range a.doubts {
			kinds["condition"] = true
			if !slices.ContainsFunc(r.Unsure, func(u shadow.Unsure) bool { return fmt.Sprintf("%d/%s", u.Proposal, u.About) == d }) {
				t.Errorf("seed %d: certain of the condition of %s", seed, d)
			}
		}
		if r.Agreed.Ballots < 150 || r.Agreed.Resolved < 10 {
			t.Errorf("seed %d: agreed: %+v", seed, r.Agreed)
		}
	}
	if len(kinds) < 16 {
		t.Errorf("only %d kinds of errors were planted: %v", len(kinds), kinds)
	}
}

// shadowed runs the verb and reads its object.
func shadowed(t testing.TB, file, mails string) (r shadow.Report) {
	t.Helper()
	var out, errout strings.Builder
	if code := run(t.Context(), []string{"shadow", "--json", file, "--archive", mails}, nil, &out, &errout); code != exitDone {
		t.Fatalf("exit %d: %s", code, errout.String())
	}
	if err := json.Unmarshal([]byte(out.String()), &r); err != nil {
		t.Fatal(err)
	}
	return r
}
