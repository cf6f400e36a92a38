package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"nomicmail/internal/mailer/postoffice"
)

// served is a daemon on a mail host in this process.
type served struct {
	t      *testing.T
	post   *postoffice.Office
	config string // path
	data   string
	told   net.PacketConn // what systemd would hear
	stop   func()
	ended  chan int
	log    *lockedBuffer
}

// lockedBuffer is a buffer that is written and read at once.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// open makes the mail host and the config, without starting the daemon.
func open(t *testing.T) *served {
	t.Helper()
	post, err := postoffice.Open(postoffice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(post.Close)
	for _, user := range []string{"nomic", "ada", "bob"} {
		if err := post.AddUser(user, "s3cret"); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	s := &served{t: t, post: post, config: filepath.Join(dir, "config.toml"), data: filepath.Join(dir, "data")}
	account := "tls = \"none\"\nuser = \"nomic\"\npassword_file = \"password\"\nserver = "
	writeFile(t, filepath.Join(dir, "password"), "s3cret\n", 0o600)
	writeFile(t, s.config, fmt.Sprintf("data = \"data\"\norganisers = [\"org@example.org\"]\n[mail]\naddress = \"nomic@example.org\"\nauth_server = \"mx.example.org\"\n[mail.imap]\n%s%q\n[mail.smtp]\n%s%q\n",
		account, post.IMAP(), account, post.SMTP()), 0o600)
	s.told, err = net.ListenPacket("unixgram", filepath.Join(dir, "notify"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.told.Close() })
	t.Setenv("NOTIFY_SOCKET", filepath.Join(dir, "notify"))
	return s
}

// start runs the daemon until it is stopped, and waits until it is ready.
func (s *served) start() {
	s.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	s.stop, s.ended, s.log = cancel, make(chan int, 1), &lockedBuffer{}
	go func() { s.ended <- run(ctx, []string{"serve", "--config", s.config}, nil, io.Discard, s.log) }()
	s.t.Cleanup(cancel)
	s.hears("READY=1")
}

func (s *served) hears(want string) {
	s.t.Helper()
	b := make([]byte, 100)
	s.told.SetReadDeadline(time.Now().Add(30 * time.Second))
	n, _, err := s.told.ReadFrom(b)
	if err != nil || string(b[:n]) != want {
		s.t.Fatalf("systemd hears %q, %v instead of %q; the log is\n%s", b[:n], err, want, s.log)
	}
}

// end stops the daemon as SIGTERM does.
func (s *served) end() {
	s.t.Helper()
	s.stop()
	s.hears("STOPPING=1")
	if code := <-s.ended; code != exitDone {
		s.t.Fatalf("exit %d; the log is\n%s", code, s.log)
	}
}

// does runs a verb that must succeed and gives what it prints.
func (s *served) does(args ...string) string {
	s.t.Helper()
	code, out, errout := runs(s.t, "", append(args, "--config", s.config)...)
	if code != exitDone {
		s.t.Fatalf("%s: exit %d\n%s", strings.Join(args, " "), code, errout)
	}
	return out
}

// await waits for a mail to a user in whose subject words stand.
func (s *served) await(user, words string) postoffice.Message {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), 30*time.Second)
	defer cancel()
	for n := 1; ; n++ {
		mails, err := s.post.Await(ctx, user, n)
		if err != nil {
			s.t.Fatalf("no mail %q came to %s: %v; the log is\n%s", words, user, err, s.log)
		}
		if _, after, _ := strings.Cut(string(mails[n-1].Raw), "\r\nSubject: "); strings.Contains(strings.SplitN(after, "\r\n", 2)[0], words) {
			return mails[n-1]
		}
	}
}

// TestServe plays on a mail host, and asks the same of the daemon and, once it
// has stopped, of the record itself.
func TestServe(t *testing.T) {
	s := open(t)
	s.start()
	if out := s.does("game", "new", "tea"); strings.Contains(out, "not running") {
		t.Errorf("the daemon was not asked: %s", out)
	}
	s.does("player", "add", "tea", "Ada QUILLFEATHER <ada@example.org>")
	s.does("player", "add", "tea", "Bob MARROWGATE <bob@example.org>")
	s.does("game", "start", "tea")
	s.await("ada", "[tea]")
	mail := "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\r\nFrom: Bob Marrowgate <bob@example.org>\r\nTo: nomic+tea@example.org\r\nMessage-ID: <1@example.org>\r\nSubject: my turn\r\n\r\nrepeal 206\r\n"
	if err := s.post.Deliver([]byte(mail), "nomic+tea@example.org", time.Now()); err != nil {
		t.Fatal(err)
	}
	s.await("ada", "301")
	s.await("bob", "301")

	questions := [][]string{
		{"game", "list"}, {"game", "list", "--json"}, {"game", "show", "tea"}, {"game", "show", "tea", "--json"},
		{"player", "list", "tea"}, {"record", "tea"}, {"record", "tea", "--json"}, {"rules", "tea"}, {"rules", "tea", "206"},
		{"rules", "tea", "--json"}, {"rules", "tea", "--diff", "1"}, {"rules", "tea", "--history"}, {"held"}, {"held", "--json"}, {"verify"},
	}
	before := make([]string, len(questions))
	for i, q := range questions {
		before[i] = s.does(q...)
	}
	wrong := [][]string{{"game", "show", "coffee"}, {"game", "start", "tea"}, {"extend", "tea", "soon"}, {"game", "new", "tea"}, {"outbox", "drop", "x"},
		{"undo", "tea", "999"}, {"undo", "tea", "999", "--yes"}, {"as", "Nobody", "tea", "301 FOR"}, {"record", "coffee"}, {"rules", "coffee", "--diff", "1"}}
	said := make([]string, len(wrong))
	for i, q := range wrong {
		code, _, errout := runs(t, "", append(q, "--config", s.config)...)
		if said[i] = errout; code != exitFault {
			t.Errorf("%s: exit %d, %s", q, code, errout)
		}
	}
	if info, err := os.Stat(filepath.Join(s.data, "nomicmail.sock")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket: %v, %v", info.Mode(), err)
	}
	code, _, errout := runs(t, "", "serve", "--config", s.config)
	if code != exitFault || !strings.Contains(errout, fmt.Sprintf("process %d holds it", os.Getpid())) {
		t.Errorf("a second daemon: exit %d, %s", code, errout)
	}
	socket := filepath.Join(s.data, "nomicmail.sock")
	if err := os.Rename(socket, socket+".away"); err != nil {
		t.Fatal(err)
	}
	code, _, errout = runs(t, "", "game", "list", "--config", s.config)
	if code != exitFault || !strings.Contains(errout, fmt.Sprintf("process %d holds it\nnomicmail: hint: stop that process", os.Getpid())) {
		t.Errorf("without the socket: exit %d, %s", code, errout)
	}

	s.end()
	for i, q := range questions {
		if got := s.does(q...); got != before[i] {
			t.Errorf("%s: without the daemon\n%s\nand with it\n%s", q, got, before[i])
		}
	}
	for i, q := range wrong {
		if _, _, errout := runs(t, "", append(q, "--config", s.config)...); errout != said[i] {
			t.Errorf("%s: without the daemon\n%s\nand with it\n%s", q, errout, said[i])
		}
	}
	if strings.Contains(s.log.String(), "s3cret") || strings.Contains(s.log.String(), "repeal 206") {
		t.Errorf("the log tells too much:\n%s", s.log)
	}
}

// TestServeStartsAgain leaves a socket behind, as kill -9 does, and goes on
// where it was.
func TestServeStartsAgain(t *testing.T) {
	s := open(t)
	s.start()
	s.does("game", "new", "tea")
	s.end()
	l, err := net.Listen("unix", filepath.Join(s.data, "nomicmail.sock"))
	if err != nil {
		t.Fatal(err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	l.Close()
	if out := s.does("game", "list"); !strings.Contains(out, "tea") {
		t.Errorf("with a dead socket: %s", out)
	}
	s.start()
	if out := s.does("game", "list"); !strings.Contains(out, "tea") {
		t.Errorf("started again: %s", out)
	}
	s.end()
}

// TestCheck logs in everywhere; then the password is wrong.
func TestCheck(t *testing.T) {
	s := open(t)
	out := s.does("check")
	for _, want := range []string{"ok  the config", "ok  the data folder", "ok  logged in to " + s.post.IMAP(), "ok  logged in to " + s.post.SMTP(), "came back"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	writeFile(t, filepath.Join(filepath.Dir(s.config), "password"), "s3crets\n", 0o600)
	code, out, errout := runs(t, "", "check", "--json", "--config", s.config)
	if code != exitFault || !strings.Contains(out, `"ok": false`) || !strings.Contains(out, `"hint": "look at the user name`) || strings.Contains(out+errout, "s3cret") {
		t.Errorf("with a wrong password: exit %d\n%s%s", code, out, errout)
	}
}
