package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/mailer"
	"nomicmail/internal/mailer/mailhost"
	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
)

// patience is how long anything may take on a slow machine. Nothing waits that
// long unless it is going to fail.
const patience = 2 * time.Minute

// TestEndToEnd plays three turns through real Dovecot and Postfix with the
// program as it is built: one adopted, one defeated, one ended by a forfeit. In
// the first vote the daemon is killed, in the second Dovecot is restarted, and
// nothing is lost or done twice.
func TestEndToEnd(t *testing.T) {
	e := newEndToEnd(t)
	daemon := e.serve()
	e.verb("game", "new", "--file", e.gameFile())
	e.verb("game", "start", "tea")

	e.bob.gets("the game begins")
	e.bob.writes("enact", "enact\ntitle: Tea\nTea is at four.\nend\n")
	e.bob.gets("301: vote by")
	e.ada.gets("301: vote by")
	e.cem.gets("301: vote by")
	e.ada.votes("301 FOR")
	e.bob.votes("301 FOR")
	e.quiet()
	daemon.kill()
	e.cem.writes("Re: [tea] 301: vote", "301 FOR\n") // arrives while nobody is there
	daemon = e.serve()
	for _, p := range e.players() {
		p.gets("301 adopted (3 for, 0 against)")
	}

	e.cem.writes("repeal", "repeal 210\n")
	e.ada.gets("302: vote by")
	e.ada.votes("302 AGAINST")
	e.must(e.host.Halt())
	e.must(e.host.Restart())
	e.cem.votes("302 FOR")
	e.bob.writes("Re: [tea] 302", "302 FOR\n")
	for _, p := range e.players() {
		p.gets("302 defeated (2 for, 1 against)")
	}

	e.ada.writes("amend", "amend 206\nThe proposer of a defeated proposal loses nothing.\nend\n")
	e.bob.gets("303: vote by")
	e.ada.writes("sorry", "forfeit\n")
	e.bob.gets("Ada Quillfeather has left")
	e.quiet()
	e.check()
	daemon.stop()
	if out := e.verb("verify"); !strings.Contains(out, "nothing is wrong") && strings.Contains(out, "fault") {
		t.Errorf("verify: %s", out)
	}
}

// check compares the game with what must have come of it, and looks for letters
// that came twice.
func (e *endToEnd) check() {
	e.t.Helper()
	var s moderator.State
	if err := json.Unmarshal([]byte(e.verb("game", "show", "--json", "tea")), &s); err != nil {
		e.t.Fatal(err)
	}
	points := map[string]string{}
	for _, p := range s.Players {
		points[p.Name] = p.Points.String() + " " + p.Status
	}
	// 202: (301 − 291) × 3/3 = 10 for Bob; 206 and 202 for Cem: −10 + (302 − 291) × 2/3 = 7.33 → 7.
	want := map[string]string{"Bob Crumhorn": "10 playing", "Cem Oatmarsh": "-3 playing", "Ada Quillfeather": "0 forfeited"}
	if fmt.Sprint(points) != fmt.Sprint(want) {
		e.t.Errorf("the points are %v, want %v", points, want)
	}
	var states []string
	for _, p := range s.Proposals {
		states = append(states, fmt.Sprintf("%d %s %d/%d", p.Number, p.Status, p.Favour, p.Cast))
	}
	if got := strings.Join(states, ", "); got != "301 adopted 3/3, 302 defeated 2/3, 303 withdrawn 0/0" {
		e.t.Errorf("the proposals are %s", got)
	}
	if s.Turn != 4 || s.Circuits != 1 || s.Mover != "Bob Crumhorn" || s.Phase != "propose" {
		e.t.Errorf("turn %d, %d circuits, %s, %s", s.Turn, s.Circuits, s.Mover, s.Phase)
	}
	for _, p := range e.players() {
		for id, n := range p.seen {
			if n > 1 {
				e.t.Errorf("%s got %s %d times", p.name, id, n)
			}
		}
	}
}

// endToEnd is a mail host, the built program, and three players.
type endToEnd struct {
	t             *testing.T
	host          *mailhost.Host
	dir, program  string
	ada, bob, cem *correspondent
}

// newEndToEnd makes one, with mailboxes for more users.
func newEndToEnd(t *testing.T, more ...string) *endToEnd {
	host, err := mailhost.Start(append([]string{"game", "ada", "bob", "cem", "org"}, more...)...)
	return endToEndOn(t, host, err)
}

// endToEndOn makes one on a mail host that was to start.
func endToEndOn(t *testing.T, host *mailhost.Host, err error) *endToEnd {
	if errors.Is(err, mailhost.ErrMissing) && os.Getenv("CI") != "true" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(host.Log())
		}
		host.Stop()
	})
	e := &endToEnd{t: t, host: host, dir: t.TempDir()}
	e.program = filepath.Join(e.dir, "nomicmail")
	if out, err := exec.Command("go", "build", "-o", e.program, ".").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	e.write("password", mailhost.Password("game")+"\n")
	e.write("config.toml", e.config("game", "data"))
	e.ada, e.bob, e.cem = e.player("ada"), e.player("bob"), e.player("cem")
	return e
}

// config is that of a daemon on a user's mailbox.
func (e *endToEnd) config(user, data string) string {
	account := fmt.Sprintf("user = %q\npassword_file = \"password\"\nca_file = %q\nserver = ", user, e.host.CAFile)
	return fmt.Sprintf("data = %q\norganisers = [\"org@%s\"]\n[mail]\naddress = \"%s@%s\"\n[mail.imap]\n%s%q\n[mail.smtp]\n%s%q\n",
		data, mailhost.Domain, user, mailhost.Domain, account, e.host.IMAPS, account, e.host.Submissions)
}

func (e *endToEnd) must(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

func (e *endToEnd) write(name, text string) {
	e.t.Helper()
	e.must(os.WriteFile(filepath.Join(e.dir, name), []byte(text), 0o600))
}

func (e *endToEnd) gameFile() string {
	text := "name = \"tea\"\nruleset = \"suber-mail.en\"\nlanguage = \"en\"\ntimezone = \"UTC\"\n[customs]\ntrust = \"from\"\ndebate_least = \"0h\"\n"
	for _, p := range [][3]string{{"Ada", "Quillfeather", "ada"}, {"Bob", "Crumhorn", "bob"}, {"Cem", "Oatmarsh", "cem"}} {
		text += fmt.Sprintf("[[player]]\ngiven = %q\nsurname = %q\naddresses = [%q]\n", p[0], p[1], p[2]+"@"+mailhost.Domain)
	}
	e.write("tea.toml", text)
	return filepath.Join(e.dir, "tea.toml")
}

func (e *endToEnd) players() []*correspondent { return []*correspondent{e.ada, e.bob, e.cem} }

func (e *endToEnd) command(args ...string) *exec.Cmd {
	c := exec.Command(e.program, append(args, "--config", filepath.Join(e.dir, "config.toml"))...)
	c.Dir = e.dir
	return c
}

// verb runs a verb of the command line and gives what it prints.
func (e *endToEnd) verb(args ...string) string {
	e.t.Helper()
	var complaint bytes.Buffer
	c := e.command(args...)
	c.Stderr = &complaint
	out, err := c.Output()
	if err != nil {
		e.t.Fatalf("%v: %v\n%s%s", args, err, out, complaint.String())
	}
	return string(out)
}

// quiet waits until no letter is left in the outbox.
func (e *endToEnd) quiet() {
	e.t.Helper()
	until := time.Now().Add(patience)
	for {
		var waiting []any
		out := e.verb("outbox", "--json")
		if err := json.Unmarshal([]byte(out), &waiting); err != nil {
			e.t.Fatalf("outbox: %v: %s", err, out)
		}
		if len(waiting) == 0 {
			return
		}
		if time.Now().After(until) {
			e.t.Fatalf("the outbox does not empty: %s", out)
		}
	}
}

// process is a running daemon.
type process struct {
	e   *endToEnd
	cmd *exec.Cmd
	log *lockedBuffer
}

// serve starts the daemon and waits until it answers.
func (e *endToEnd) serve() *process {
	e.t.Helper()
	p := &process{e: e, cmd: e.command("serve"), log: &lockedBuffer{}}
	p.cmd.Stderr = p.log
	e.must(p.cmd.Start())
	e.t.Cleanup(func() {
		p.cmd.Process.Kill()
		p.cmd.Wait()
		if e.t.Failed() {
			e.t.Log(p.log.String())
		}
	})
	until := time.Now().Add(patience)
	for !strings.Contains(p.log.String(), "nomicmail serves") {
		if time.Now().After(until) {
			e.t.Fatalf("the daemon does not start: %s", p.log)
		}
		time.Sleep(10 * time.Millisecond) // between two looks at the log
	}
	return p
}

func (p *process) kill() {
	p.e.must(p.cmd.Process.Kill())
	p.cmd.Wait()
}

func (p *process) stop() {
	p.e.must(p.cmd.Process.Signal(os.Interrupt))
	if err := p.cmd.Wait(); err != nil {
		p.e.t.Errorf("the daemon ended badly: %v", err)
	}
}

// correspondent is a player with a mailbox.
type correspondent struct {
	e      *endToEnd
	name   string
	sender *mailer.Sender
	box    chan *parser.Letter
	unread []*parser.Letter
	seen   map[string]int // letters by Message-ID; used by the test alone
	sent   int
}

func (e *endToEnd) player(name string) *correspondent {
	e.t.Helper()
	ca, err := mailer.ReadCA(e.host.CAFile)
	e.must(err)
	account := func(address string) mailer.Account {
		return mailer.Account{Address: address, TLS: "tls", User: name, CA: ca,
			Secret: func(context.Context) (string, error) { return mailhost.Password(name), nil }}
	}
	p := &correspondent{e: e, name: name, sender: mailer.NewSender(account(e.host.Submissions), nil),
		box: make(chan *parser.Letter, 1000), seen: map[string]int{}}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		mailer.Watch(ctx, mailer.InboxOptions{Account: account(e.host.IMAPS)}, func(_ context.Context, m mailer.Mail) error {
			p.box <- parser.Parse(m.Raw, parser.Options{})
			return nil
		})
	}()
	e.t.Cleanup(func() { cancel(); <-ended; p.sender.Close() })
	return p
}

// writes sends a mail to the game.
func (p *correspondent) writes(subject, text string) {
	p.e.t.Helper()
	p.sends(p.name, "game+tea", p.name, subject, text)
}

// sends sends a mail by an envelope of its own; "" is the null return path.
func (p *correspondent) sends(from, to, returns, subject, text string) {
	p.e.t.Helper()
	p.sent++
	raw := fmt.Sprintf("From: %s@%s\r\nTo: %s@%s\r\nSubject: %s\r\nMessage-ID: <%d.%s@%s>\r\nDate: %s\r\n\r\n%s",
		from, mailhost.Domain, to, mailhost.Domain, subject, p.sent, p.name, mailhost.Domain, time.Now().Format(time.RFC1123Z),
		strings.ReplaceAll(text, "\n", "\r\n"))
	if returns != "" {
		returns += "@" + mailhost.Domain
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	r := p.sender.Send(ctx, mailer.Message{From: returns, To: []string{to + "@" + mailhost.Domain}, Raw: []byte(raw)})
	if r.Halt != nil || r.Recipients[0].Fate != mailer.Accepted {
		p.e.t.Fatalf("%s cannot send: %+v", p.name, r)
	}
}

// votes sends a vote and waits for its receipt.
func (p *correspondent) votes(vote string) {
	p.e.t.Helper()
	p.writes("my vote", vote+"\n")
	number, _, _ := strings.Cut(vote, " ")
	p.gets(number + ": your vote is counted")
}

// gets waits for a letter with these words in its subject.
func (p *correspondent) gets(subject string) *parser.Letter {
	p.e.t.Helper()
	for i, l := range p.unread {
		if strings.Contains(l.Subject, subject) {
			p.unread = append(p.unread[:i:i], p.unread[i+1:]...)
			return l
		}
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		select {
		case l := <-p.box:
			p.seen[l.ID]++
			if strings.Contains(l.Subject, subject) {
				return l
			}
			p.unread = append(p.unread, l)
		case <-timer.C:
			var have []string
			for _, l := range p.unread {
				have = append(have, l.Subject)
			}
			p.e.t.Fatalf("%s waits for %q in vain; there came %q", p.name, subject, have)
		}
	}
}
