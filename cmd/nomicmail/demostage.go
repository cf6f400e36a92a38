package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"nomicmail/internal/mailer/postoffice"
	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
)

// The game that a demo plays, and the address of its organiser.
const (
	demoGame      = "tea"
	demoOrganiser = "org@example.org"
)

// demoCast are the made-up players, in turn order.
var demoCast = []moderator.PlayerFile{
	{Given: "Bob", Surname: "Crumhorn", Addresses: []string{"bob@example.org"}},
	{Given: "Cem", Surname: "Oatmarsh", Addresses: []string{"cem@example.org"}},
	{Given: "Ada", Surname: "Quillfeather", Addresses: []string{"ada@example.org"}},
	{Given: "Zita", Surname: "Wrenfield", Addresses: []string{"zita@example.org"}},
}

// stage is all that a demo needs: a mail host, the daemon as it always is, and
// the players' mail programs.
type stage struct {
	clock   *demoClock
	post    *postoffice.Office
	office  *office
	daemon  *daemon
	address string // of the game
	players []*mailProgram
	way     *underway

	secret string // the file with the password
	stop   context.CancelFunc
	parts  sync.WaitGroup
	mu     sync.Mutex
	fault  error // of the part that failed first
}

// openStage begins the game in the folder dir, which must exist and be empty.
// The stage lasts until it is closed.
func openStage(dir string, start time.Time, log *slog.Logger) (*stage, error) {
	ctx, stop := context.WithCancel(context.Background())
	s := &stage{clock: newDemoClock(start), way: newUnderway(), stop: stop}
	err := s.open(dir, log)
	if err == nil {
		s.run(ctx)
		err = s.begin()
	}
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

func (s *stage) open(dir string, log *slog.Logger) (err error) {
	if s.post, err = postoffice.Open(postoffice.Options{Now: s.clock.Now}); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	// Others who use this machine can reach the ports too.
	password := rand.Text()
	for _, user := range append(s.users(), "nomic", "org") {
		if err := s.post.AddUser(user, password); err != nil {
			return fmt.Errorf("demo: %w", err)
		}
	}
	c, err := s.config(dir, password)
	if err != nil {
		return err
	}
	s.address = "nomic+" + demoGame + "@example.org"
	for i, p := range demoCast {
		s.players = append(s.players, newMailProgram(p, s.users()[i], password, s))
	}
	return s.employ(c, log)
}

// users are the players' logins: the local parts of their addresses.
func (s *stage) users() []string {
	var all []string
	for _, p := range demoCast {
		user, _, _ := strings.Cut(p.Addresses[0], "@")
		all = append(all, user)
	}
	return all
}

// mostSocket is how long the path of a Unix socket may be everywhere.
const mostSocket = 100

// config is what an operator would write for this mail host.
func (s *stage) config(dir, password string) (*config, error) {
	s.secret = filepath.Join(dir, "password")
	if err := os.WriteFile(s.secret, []byte(password+"\n"), 0o600); err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	c := defaults()
	c.Copies = "off"
	c.Data, c.Organisers = dir, []string{demoOrganiser}
	if len(c.socket()) > mostSocket {
		c.Socket = filepath.Join(os.TempDir(), "nomicmail-"+rand.Text()+".sock")
	}
	c.Mail.Address = "nomic@example.org"
	c.Mail.IMAP.Server, c.Mail.SMTP.Server = s.post.IMAP(), s.post.SMTP()
	c.Mail.IMAP.TLS, c.Mail.SMTP.TLS = "none", "none"
	c.Mail.IMAP.User, c.Mail.SMTP.User = "nomic", "nomic"
	c.Mail.IMAP.PasswordFile, c.Mail.SMTP.PasswordFile = s.secret, s.secret
	return c, nil
}

// employ makes the daemon, which has its time from the demo's clock.
func (s *stage) employ(c *config, log *slog.Logger) (err error) {
	if s.office, err = openOffice(c); err != nil {
		return err
	}
	o := s.office
	o.log, o.serving, o.time, o.now = log, true, s.clock, s.clock.Now
	o.once.Do(func() { o.mod, o.err = moderator.New(watchedBook{o.book, s.way}, o.settings()) })
	s.daemon, err = newDaemon(o, o.book)
	return err
}

// run starts the daemon and the players' mail programs.
func (s *stage) run(ctx context.Context) {
	s.start(ctx, s.daemon.run)
	for _, p := range s.players {
		s.start(ctx, p.run)
	}
}

func (s *stage) start(ctx context.Context, part func(context.Context) error) {
	s.parts.Go(func() {
		err := part(ctx)
		if ctx.Err() != nil {
			return
		}
		s.mu.Lock()
		s.fault = errors.Join(s.fault, err)
		s.mu.Unlock()
		s.way.stir()
	})
}

// begin makes the game and starts it.
func (s *stage) begin() error {
	defer s.daemon.stirred()
	return createDemoGame(s.daemon.mod, s.clock.Now())
}

// createDemoGame makes the game and starts it. A whole turn can be seen at
// once: there is no time for debate, and a vote ends with the last voter.
func createDemoGame(m *moderator.Moderator, at time.Time) error {
	customs := rules.Friendly()
	customs["trust"] = "from"  // nobody forges mail here
	customs["digest"] = "none" // its weeks pass in minutes
	customs["debate_least"], customs["second_thoughts"] = "0h", "0h"
	f := moderator.GameFile{
		Name: demoGame, Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC",
		Organiser: demoOrganiser, Customs: customs, Players: demoCast,
	}
	if _, err := m.Create(f, demoOrganiser, at); err != nil {
		return err
	}
	_, err := m.Act(moderator.Act{Game: demoGame, By: demoOrganiser, Verb: "start", At: at})
	return err
}

// game is the game as it stands.
func (s *stage) game() *rules.Game {
	g, err := s.daemon.mod.Game(demoGame)
	if err != nil {
		panic(err) // begin has made it, and no game is ever taken away
	}
	return g
}

// player finds the mail program of a player by its user or by the player's ID.
func (s *stage) player(name string) *mailProgram {
	for _, p := range s.players {
		if p.user == name || string(p.id) == name {
			return p
		}
	}
	return nil
}

// settled waits until every mail was played, every deadline that has come has
// passed, and every letter lies in its mailbox and was read from there.
func (s *stage) settled(ctx context.Context) error {
	for {
		change := s.way.change()
		s.mu.Lock()
		err := s.fault
		s.mu.Unlock()
		if err != nil || s.way.empty() && !s.late() {
			return err
		}
		select {
		case <-change:
		case <-ctx.Done():
			return fmt.Errorf("demo: waiting for %s: %w", s.way, ctx.Err())
		}
	}
}

// moveOn lets d pass at once. The daemon may just have reckoned how long to wait
// for its next deadline, so it is told to do that anew.
func (s *stage) moveOn(d time.Duration) {
	s.clock.moveOn(d)
	s.daemon.clock.stirred()
}

// late says whether there is a deadline that the daemon must close now.
func (s *stage) late() bool {
	due := s.daemon.mod.NextDeadline()
	return !due.IsZero() && !s.clock.Now().Before(due.Add(s.daemon.clock.grace))
}

// close ends all parts, in the order in which they need each other.
func (s *stage) close() error {
	s.stop()
	s.parts.Wait()
	var err error
	for _, p := range s.players {
		p.sender.Close()
	}
	if s.office != nil {
		err = s.office.close()
	}
	if s.post != nil {
		s.post.Close()
	}
	if s.secret != "" {
		os.Remove(s.secret) // of no more use
	}
	return err
}
