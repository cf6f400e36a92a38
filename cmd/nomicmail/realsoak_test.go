package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/smtp"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/mailer/mailhost"
	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

var (
	realMails    = flag.Int("soak-real", 200, "TestSoakOnRealServers plays about `N` mails")
	realProfiles = flag.String("soak-profiles", "", "TestSoakOnRealServers writes what the daemon's heap holds into the `FOLDER`")
)

// What the daemon may hold, in KiB, for a proposal with its five votes, which stays
// in the state of its game for ever (2.7 when this was written), and for whatever
// is under way when we look.
const (
	proposalHolds = 4
	heapNoise     = 1024
)

// TestSoakOnRealServers plays the games of [TestSoak] through Postfix and
// Dovecot, which are stopped and started, one and both, while mails are on their
// way; connections break off and are held up all the time. The daemon is one
// process from the first mail to the last. In the end the export of each game,
// played again, must give the state that the daemon tells, each mail must have
// one entry in the record, and each letter must lie in its reader's mailbox.
func TestSoakOnRealServers(t *testing.T) {
	s := newRealSoak(t)
	s.serve()
	turns := max(2, *realMails/soakGames/soakPlayers)
	begun := time.Now()
	heap := []int{s.heap("begin")}
	for turn := range turns {
		s.turn(turn)
		if (turn+1)*4/turns >= len(heap) {
			s.quiet()
			heap = append(heap, s.heap(strconv.Itoa(len(s.sent))))
			t.Logf("%d mails after %.1f minutes; the daemon holds %d KiB", len(s.sent), time.Since(begun).Minutes(), heap[len(heap)-1])
		}
	}
	s.quiet()
	took := time.Since(begun)
	s.settleDoubts()
	for i := range soakGames {
		s.replayed(soakGame(i).Name)
	}
	s.stop()
	s.audit()
	t.Logf("%d mails to %d games of %d players in %.1f minutes; %v", len(s.sent), soakGames, soakPlayers, took.Minutes(), s.count)
	since := (len(heap) - 2) * turns / (len(heap) - 1) * soakGames // proposals after the first look
	if grown := heap[len(heap)-1] - heap[1]; grown > since*proposalHolds+heapNoise {
		t.Errorf("the daemon's heap has grown by %d KiB with %d proposals: %v", grown, since, heap)
	}
}

// realSoak is a daemon between two roads, and the mail host behind them.
type realSoak struct {
	t     *testing.T
	host  *mailhost.Host
	roads []*road
	dir   string
	dice  *rand.Rand
	cmd   *exec.Cmd
	log   chan string // a line that the daemon wrote; large, because it must never wait for us
	peek  string      // where its heap can be asked for
	tail  []string

	door  *smtp.Client    // how mails come in; nil when it is shut
	sent  map[string]bool // mails by their ID: whether they were played
	count map[string]int
	fault int // faults so far
}

func newRealSoak(t *testing.T) *realSoak {
	users := []string{"nomic", "org"}
	for g := range soakGames {
		for p := range soakPlayers {
			users = append(users, soakUser(g, p))
		}
	}
	host, err := mailhost.Start(users...)
	if errors.Is(err, mailhost.ErrMissing) && os.Getenv("CI") != "true" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := &realSoak{t: t, host: host, dir: t.TempDir(), dice: rand.New(rand.NewPCG(10, 11)), log: make(chan string, 1<<20), sent: map[string]bool{}, count: map[string]int{}}
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(strings.Join(s.tail, "\n"), host.Log())
		}
		s.must(host.Stop())
	})
	s.roads = []*road{layRoad(t, host.IMAPS, 1), layRoad(t, host.Submissions, 2)}
	s.configure()
	s.createAll()
	return s
}

func soakUser(game, player int) string { return fmt.Sprintf("g%dp%d", game, player) }

func (s *realSoak) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *realSoak) config() string { return filepath.Join(s.dir, "config.toml") }

func (s *realSoak) configure() {
	s.t.Helper()
	writeFile(s.t, filepath.Join(s.dir, "password"), mailhost.Password("nomic")+"\n", 0o600)
	account := "user = \"nomic\"\npassword_file = \"password\"\nca_file = \"" + s.host.CAFile + "\"\nserver = "
	writeFile(s.t, s.config(), fmt.Sprintf("data = \"data\"\ncopies = \"off\"\norganisers = [\"org@%s\"]\n[mail]\naddress = \"nomic@%s\"\n[mail.imap]\n%s%q\n[mail.smtp]\n%s%q\n",
		mailhost.Domain, mailhost.Domain, account, s.roads[0].address(), account, s.roads[1].address()), 0o600)
}

func (s *realSoak) createAll() {
	s.t.Helper()
	c, err := loadConfig(s.config(), true)
	s.must(err)
	o, err := openOffice(c)
	s.must(err)
	m, err := o.moderator()
	s.must(err)
	at := time.Now().UTC().Truncate(time.Second)
	for i := range soakGames {
		f := soakGame(i)
		f.Organiser = "org@" + mailhost.Domain
		for p := range f.Players {
			f.Players[p].Addresses = []string{soakUser(i, p) + "@" + mailhost.Domain}
		}
		_, err := m.Create(f, f.Organiser, at)
		s.must(err)
		_, err = m.Act(moderator.Act{Game: f.Name, By: f.Organiser, Verb: "start", At: at})
		s.must(err)
	}
	s.must(o.close())
}

// serve starts the daemon.
func (s *realSoak) serve() {
	s.t.Helper()
	peek, err := net.Listen("tcp", "127.0.0.1:0")
	s.must(err)
	defer peek.Close()
	file, err := peek.(*net.TCPListener).File()
	s.must(err)
	defer file.Close()
	s.peek = "http://" + peek.Addr().String() + "/debug/pprof/heap?gc=2"
	s.cmd = exec.Command("nomicmail-with-profile", "serve", "--config", s.config())
	s.cmd.ExtraFiles = []*os.File{file}
	out, in, err := os.Pipe()
	s.must(err)
	s.cmd.Stderr = in
	s.must(s.cmd.Start())
	in.Close()
	go func() {
		defer close(s.log)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			s.log <- lines.Text()
		}
	}()
	s.t.Cleanup(func() { s.cmd.Process.Kill(); s.cmd.Wait() })
	s.hears("it serves", func() bool { return strings.Contains(s.tail[len(s.tail)-1], "nomicmail serves") })
}

// hears follows the daemon's log until something is so.
func (s *realSoak) hears(what string, is func() bool) {
	s.t.Helper()
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		select {
		case line, ok := <-s.log:
			if !ok {
				s.t.Fatalf("the daemon has ended: %s", strings.Join(s.tail, "\n"))
			}
			s.heard(line)
		case <-late.C:
			s.t.Fatalf("%s: that does not come", what)
		}
		if is() {
			return
		}
	}
}

var playedLine = regexp.MustCompile(`msg=played .* id=(\S+) `)

func (s *realSoak) heard(line string) {
	s.tail = append(s.tail[max(0, len(s.tail)-50):], line)
	if m := playedLine.FindStringSubmatch(line); m != nil {
		if _, ours := s.sent[m[1]]; ours {
			s.sent[m[1]] = true
		}
	}
}

// turn plays one turn of each game: the mover proposes, and then the others vote
// in whatever order the servers bring that.
func (s *realSoak) turn(turn int) {
	s.t.Helper()
	for _, half := range [][]int{{0}, {1, 2, 3, 4}} {
		var mails []func()
		for i := range soakGames {
			for _, j := range half {
				player, text := soakMove(turn*soakPlayers + j)
				mails = append(mails, func() { s.post(soakUser(i, player), soakGame(i).Name, text) })
			}
		}
		rest := mails[len(mails)/2:]
		for _, post := range mails[:len(mails)/2] {
			post()
		}
		s.trouble(turn, func() {
			for _, post := range rest {
				post()
			}
		})
		s.hears(fmt.Sprintf("all mails of turn %d", turn), s.allPlayed)
	}
}

func (s *realSoak) allPlayed() bool {
	return !slices.Contains(slices.Collect(maps.Values(s.sent)), false)
}

// trouble makes a fault while mails arrive: one after the other at first, and
// later with long times of peace.
func (s *realSoak) trouble(turn int, mails func()) {
	s.t.Helper()
	if turn >= 3 && s.dice.IntN(4) > 0 {
		mails()
		return
	}
	s.fault++
	switch s.fault % 4 {
	case 0:
		s.count["hung up on"]++
		for _, r := range s.roads {
			r.cut()
		}
		mails()
	case 1: // Postfix takes them all the same
		s.count["Dovecot stopped"]++
		s.must(s.host.Halt(mailhost.Dovecot))
		mails()
		s.must(s.host.Restart())
	case 2:
		s.count["both stopped"]++
		s.must(s.host.Halt())
		s.must(s.host.Restart())
		mails()
	case 3:
		s.count["Postfix stopped"]++
		s.must(s.host.Halt(mailhost.Postfix))
		s.must(s.host.Restart())
		mails()
	}
}

// post hands a mail to Postfix, however long that takes. A mail whose fate is
// not known is handed over once more, as any server would.
func (s *realSoak) post(user, game, text string) {
	s.t.Helper()
	from, to := user+"@"+mailhost.Domain, "nomic+"+game+"@"+mailhost.Domain
	id := fmt.Sprintf("<%d.soak@%s>", len(s.sent), mailhost.Domain)
	s.sent[id] = false
	raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: move\r\nMessage-ID: %s\r\nDate: %s\r\n\r\n%s", from, to, id, time.Now().Format(time.RFC1123Z), text)
	until := time.Now().Add(patience)
	for {
		err := s.hand(from, to, raw)
		if err == nil {
			return
		}
		s.door = nil
		s.count["handed over again"]++
		if time.Now().After(until) {
			s.t.Fatalf("Postfix takes no mail: %v", err)
		}
		time.Sleep(100 * time.Millisecond) // between two knocks at a door that is shut
	}
}

func (s *realSoak) hand(from, to, raw string) (err error) {
	if s.door == nil {
		if s.door, err = smtp.Dial(s.host.SMTP); err != nil {
			return err
		}
	}
	if err := s.door.Mail(from); err != nil {
		return err
	}
	if err := s.door.Rcpt(to); err != nil {
		return err
	}
	w, err := s.door.Data()
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, raw); err != nil {
		return err
	}
	return w.Close()
}

// quiet waits until no letter is to be sent any more. Those that have to wait
// for their time are tried again at once, as an organiser would do it.
func (s *realSoak) quiet() {
	s.t.Helper()
	look := time.NewTicker(200 * time.Millisecond)
	defer look.Stop()
	until := time.Now().Add(2 * patience)
	for {
		waiting := s.outbox(record.Waiting)
		if len(waiting) == 0 {
			return
		}
		if time.Now().After(until) {
			s.t.Fatalf("%d letters wait, the first is %+v", len(waiting), waiting[0])
		}
		for _, l := range waiting {
			if l.Next.After(time.Now().Add(time.Second)) {
				s.count["letters tried again at once"]++
				ask(s.t.Context(), s.desk(), outboxMark{ID: l.ID}, silent) // unless it has just been sent
			}
		}
		s.overhear(look.C)
	}
}

func (s *realSoak) desk() *desk {
	return &desk{wire: newWire(filepath.Join(s.dir, "data", "nomicmail.sock"))}
}

// outbox are the letters that stand like this.
func (s *realSoak) outbox(status string) []record.Letter {
	s.t.Helper()
	all, err := ask(s.t.Context(), s.desk(), outboxList{}, silent)
	s.must(err)
	return slices.DeleteFunc(all, func(l record.Letter) bool { return l.Status != status })
}

// settleDoubts does as an organiser does who has asked the readers: letters that
// have not come are sent again, and the others are done with.
func (s *realSoak) settleDoubts() {
	s.t.Helper()
	for range 20 { // one that is sent again can be in doubt again
		doubts := s.outbox(record.Doubtful)
		if len(doubts) == 0 {
			return
		}
		have := s.mailboxes()
		for _, l := range doubts {
			there := len(have[l.ID+" "+l.To[0]]) > 0
			s.count[fmt.Sprintf("in doubt, there: %v", there)]++
			_, err := ask(s.t.Context(), s.desk(), outboxMark{ID: l.ID, Drop: there}, silent)
			s.must(err)
		}
		s.quiet()
	}
	s.t.Fatal("doubts do not end")
}

// overhear follows the log until a moment has come.
func (s *realSoak) overhear(until <-chan time.Time) {
	for {
		select {
		case line, ok := <-s.log:
			if !ok {
				s.t.Fatalf("the daemon has ended: %s", strings.Join(s.tail, "\n"))
			}
			s.heard(line)
		case <-until:
			return
		}
	}
}

var heapAlloc = regexp.MustCompile(`# HeapAlloc = (\d+)`)

// heap is what the daemon's process holds, in KiB, after its garbage has been
// collected.
func (s *realSoak) heap(name string) int {
	s.t.Helper()
	get := func(url string) []byte {
		res, err := http.Get(url)
		s.must(err)
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		s.must(err)
		return b
	}
	get(s.peek) // and what finalizers let go of is collected next
	m := heapAlloc.FindSubmatch(get(s.peek + "&debug=1"))
	if m == nil {
		s.t.Fatal("the daemon does not tell what it holds")
	}
	if *realProfiles != "" {
		s.must(os.WriteFile(filepath.Join(*realProfiles, name+".pb.gz"), get(s.peek), 0o600))
	}
	n, err := strconv.Atoi(string(m[1]))
	s.must(err)
	return n >> 10
}

// replayed exports a game, plays that again, and compares.
func (s *realSoak) replayed(game string) {
	s.t.Helper()
	dir := filepath.Join(s.dir, "export-"+game)
	want := s.state("game", "show", game, "--json", "--config", s.config())
	code, _, errout := runs(s.t, "", "export", game, dir, "--config", s.config())
	if code != exitDone {
		s.t.Fatalf("export: %s", errout)
	}
	got := s.state("replay", filepath.Join(dir, game+".toml"), dir, "--json")
	got.Mails = want.Mails // only a replay tells those
	if !reflect.DeepEqual(got, want) {
		s.t.Errorf("%s ends as %s\nand replayed as %s", game, asJSON(s.t, want), asJSON(s.t, got))
	}
	if n := len(s.sent) / soakGames / soakPlayers; want.Turn != n+1 || len(want.Proposals) != n {
		s.t.Errorf("%s is in turn %d with %d proposals after %d turns", game, want.Turn, len(want.Proposals), n)
	}
}

func (s *realSoak) state(args ...string) (state moderator.State) {
	s.t.Helper()
	code, out, errout := runs(s.t, "", args...)
	if code != exitDone {
		s.t.Fatalf("%v: %s", args, errout)
	}
	s.must(json.Unmarshal([]byte(out), &state))
	return state
}

func (s *realSoak) stop() {
	s.t.Helper()
	s.must(s.cmd.Process.Signal(os.Interrupt))
	for line := range s.log {
		s.heard(line)
	}
	if err := s.cmd.Wait(); err != nil {
		s.t.Errorf("the daemon ended badly: %v", err)
	}
	for _, r := range s.roads {
		breaks, holdups := r.faults()
		s.count["connections broken off"] += breaks
		s.count["held up"] += holdups
	}
}

// audit looks into the record and into the mailboxes.
func (s *realSoak) audit() {
	s.t.Helper()
	book, err := store.Open(filepath.Join(s.dir, "data", filepath.Base((&config{}).database())))
	s.must(err)
	defer book.Close()
	names, err := book.Games()
	s.must(err)
	entries := map[string]int{}
	for _, name := range names {
		for e, err := range book.Entries(name, 1) {
			s.must(err)
			if e.Cause.Kind == "mail" {
				entries[e.Cause.ID]++
			}
		}
		for in, err := range book.Inputs(name) {
			s.must(err)
			if in.Outcome == "duplicate" {
				s.count["mails that came twice"]++
			}
		}
	}
	for id := range s.sent {
		if entries[id] != 1 {
			s.t.Errorf("mail %s has %d entries", id, entries[id])
		}
	}
	have := s.mailboxes()
	for _, name := range append(names, "") {
		for l, err := range book.Letters(name) {
			s.must(err)
			s.count["letters"]++
			for _, to := range l.To {
				s.arrived(l, to, have[l.ID+" "+to])
				delete(have, l.ID+" "+to)
			}
		}
	}
	if len(have) > 0 {
		s.t.Errorf("delivered, and in no record: %v", have)
	}
}

// arrived looks at the copies of a letter in a mailbox, each told by the number
// that Postfix gave it. Under one number we have sent it once, however often the
// servers delivered it.
func (s *realSoak) arrived(l record.Letter, to string, copies []string) {
	s.t.Helper()
	numbers := len(slices.Compact(slices.Sorted(slices.Values(copies))))
	if len(copies) == 0 || l.Status != record.Sent && l.Status != record.Dropped {
		s.t.Errorf("lost: %s to %s is %s (%s) and was delivered %d times", l.ID, to, l.Status, l.Why, len(copies))
	}
	if numbers > 1 {
		s.count["sent twice by us"]++
		s.t.Errorf("%s to %s was sent %d times", l.ID, to, numbers)
	}
	if len(copies) > numbers {
		s.count["delivered twice by the servers"]++
	}
}

var queueNumber = regexp.MustCompile(`\bid ([0-9A-Za-z]+)\b`)

// mailboxes are the letters in all mailboxes, by ID and address: the number of
// each copy in Postfix's queue. Postfix is waited for.
func (s *realSoak) mailboxes() map[string][]string {
	s.t.Helper()
	s.emptied()
	have := map[string][]string{}
	for _, folder := range []string{"new", "cur"} {
		files, err := filepath.Glob(filepath.Join(s.host.Dir, "mail", "*", "Maildir", folder, "*"))
		s.must(err)
		for _, name := range files {
			user := strings.Split(strings.TrimPrefix(name, s.host.Dir), "/")[2]
			if user == "nomic" {
				continue
			}
			raw, err := os.ReadFile(name)
			s.must(err)
			h, err := textproto.NewReader(bufio.NewReader(bytes.NewReader(raw))).ReadMIMEHeader()
			s.must(err)
			number := ""
			for _, r := range h["Received"] {
				if m := queueNumber.FindStringSubmatch(r); m != nil && strings.Contains(r, "ESMTPSA") {
					number = m[1]
				}
			}
			key := h.Get("Message-Id") + " " + user + "@" + mailhost.Domain
			have[key] = append(have[key], number)
		}
	}
	return have
}

// emptied waits until Postfix has delivered everything.
func (s *realSoak) emptied() {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	for empty := 0; ; {
		queue, err := s.host.Queue()
		s.must(err)
		if empty++; len(queue) > 0 {
			empty = 0
		}
		if empty == 2 {
			return
		}
		select {
		case <-ctx.Done():
			s.t.Fatalf("%d letters stay in Postfix's queue, in %v", len(queue), queue)
		case <-time.After(100 * time.Millisecond): // between two looks
		}
	}
}
