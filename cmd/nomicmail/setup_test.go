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
	"testing"
	"time"

	"nomicmail/internal/mailer/postoffice"
)

// nowhere is a domain name system that knows nothing.
type nowhere struct{}

func (nowhere) LookupMX(context.Context, string) ([]*net.MX, error) { return nil, io.EOF }
func (nowhere) LookupSRV(context.Context, string, string, string) (string, []*net.SRV, error) {
	return "", nil, io.EOF
}
func (nowhere) LookupHost(context.Context, string) ([]string, error) { return nil, io.EOF }

// postOffice opens a mail host with these accounts, whose password is s3cret.
func postOffice(t *testing.T, o postoffice.Options, users ...string) *postoffice.Office {
	t.Helper()
	post, err := postoffice.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(post.Close)
	for _, u := range users {
		if err := post.AddUser(u, "s3cret"); err != nil {
			t.Fatal(err)
		}
	}
	return post
}

// accountAnswers are those about a mailbox of the post office.
func accountAnswers(post *postoffice.Office) string {
	return fmt.Sprintf("address = nomic@example.org\nuser = nomic\nimap = %s\nimap_tls = none\nsmtp = %s\nsmtp_tls = none\norganiser = org@example.org\n", post.IMAP(), post.SMTP())
}

// foundation is an init in a folder of its own, with answers in a file.
type foundation struct {
	t   *testing.T
	dir string
}

func newFoundation(t *testing.T) *foundation { return &foundation{t, t.TempDir()} }

func (b *foundation) path(name string) string { return filepath.Join(b.dir, name) }

// runs runs init with these answers and gives its exit code and what it says.
func (b *foundation) runs(answers string, args ...string) (code int, out, errout string) {
	b.t.Helper()
	writeFile(b.t, b.path("answers"), answers, 0o644)
	writeFile(b.t, b.path("secret"), "s3cret\n", 0o600)
	return runs(b.t, "s3cret\n", append([]string{"init", "--config", b.path("home/config.toml"), "--answers", b.path("answers")}, args...)...)
}

// untouched says that nothing lies where the installation would be.
func (b *foundation) untouched() {
	b.t.Helper()
	if left, err := os.ReadDir(b.path("home")); err == nil {
		b.t.Errorf("%v is left", left)
	}
}

// TestInitScripted goes from nothing to a game whose players have their letters,
// in one run.
func TestInitScripted(t *testing.T) {
	post := postOffice(t, postoffice.Options{}, "nomic", "ada", "bob")
	b := newFoundation(t)
	answers := accountAnswers(post) + "game = tea\nplay = friendly\nlanguage = hu\ntimezone = Europe/Budapest\n# a custom by its name\ntrust = from\n" +
		"player = Ada QUILLFEATHER <ada@example.org>\nplayer = \"Bob CRUMHORN <bob@example.org> en\"\nstart = yes\n"
	code, out, errout := b.runs(answers, "--password-stdin")
	if code != exitDone {
		t.Fatalf("exit %d\n%s%s", code, out, errout)
	}
	config := b.path("home/config.toml")
	for _, want := range []string{config + " is written", "the game tea is made, with 2 players, and its first turn has begun", "nomicmail serve --config " + config, "systemctl enable --now nomicmail"} {
		if !strings.Contains(out, want) {
			t.Errorf("nothing of %q in\n%s", want, out)
		}
	}
	text, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text)+out+errout, "s3cret") {
		t.Errorf("the password shows:\n%s%s%s", text, out, errout)
	}
	c, err := loadConfig(config, true)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if c.Data != b.path("home/data") || c.Mail.Delimiter != "+" || c.Mail.IMAP.PasswordFile != b.path("home/password") || c.Organisers[0] != "org@example.org" {
		t.Errorf("the config is %+v", c)
	}
	if info, err := os.Stat(b.path("home/password")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the password file: %v, %v", info, err)
	}
	s := &served{t: t, post: post, config: config}
	if list := s.does("player", "list", "tea", "--json"); !strings.Contains(list, "Ada Quillfeather") {
		t.Errorf("the players are %s", list)
	}
	if status := s.does("game", "list"); !strings.Contains(status, "tea   running  propose  1     Bob Crumhorn") {
		t.Errorf("the game is\n%s", status)
	}
	left, _ := os.ReadDir(b.path("home/data"))
	if len(left) != 1 {
		t.Errorf("in the data folder lie %v", left)
	}
	code, _, errout = b.runs(answers, "--password-stdin")
	if now, _ := os.ReadFile(config); code != exitFault || !bytes.Equal(now, text) || !strings.Contains(errout, "is not written over") {
		t.Errorf("again: exit %d, %s", code, errout)
	}
}

// TestInitLearns: where there are no tags there is no delimiter, and a record
// that is there gets the game beside its others.
func TestInitLearns(t *testing.T) {
	post := postOffice(t, postoffice.Options{NoTags: true}, "nomic")
	b := newFoundation(t)
	answers := accountAnswers(post) + "play = strict\nlanguage = en\ntimezone = UTC\npassword_file = " + b.path("secret") + "\n"
	code, _, errout := b.runs(answers, "--game", "tea")
	if code != exitDone {
		t.Fatalf("exit %d\n%s", code, errout)
	}
	c, err := loadConfig(b.path("home/config.toml"), true)
	if err != nil || c.Mail.Delimiter != "" || c.Mail.IMAP.PasswordFile != b.path("secret") {
		t.Errorf("%+v, %v", c, err)
	}
	if code, _, errout = b.runs(answers, "--game", "tea", "--replace"); code != exitFault || !strings.Contains(errout, "there is a game tea") {
		t.Errorf("the same game: exit %d, %s", code, errout)
	}
	if code, _, errout = b.runs(answers, "--game", "cake", "--replace"); code != exitDone {
		t.Errorf("another game: exit %d, %s", code, errout)
	}
	s := &served{t: t, config: b.path("home/config.toml")}
	if list := s.does("game", "list"); !strings.Contains(list, "cake") || !strings.Contains(list, "tea") {
		t.Errorf("the games are\n%s", list)
	}
	if kept, _ := filepath.Glob(b.path("home/config.toml.before-*")); len(kept) != 1 {
		t.Errorf("kept are %v", kept)
	}
}

// TestInitElsewhere takes up a game with its rules, numbers and points.
func TestInitElsewhere(t *testing.T) {
	b := newFoundation(t)
	_, rules, _ := runs(t, "", "ruleset", "show", "suber-mail.en")
	text := plainRules(rules)
	writeFile(t, b.path("rules.txt"), text, 0o644)
	code, out, errout := b.runs("address = nomic@example.org\nimap = imap.example.org\nsmtp = smtp.example.org:587\norganiser = org@example.org\npassword_command = echo x\n"+
		"game = tea\nplay = strict\nlanguage = en\ntimezone = UTC\nrules = "+b.path("rules.txt")+"\nnext_number = 317\ncircuits = 2\nmover = Bob Crumhorn\n"+
		"player = Ada QUILLFEATHER <ada@example.org> 40\nplayer = Bob CRUMHORN <bob@example.org> -3\nstart = yes\n", "--untested")
	if code != exitDone {
		t.Fatalf("exit %d\n%s%s", code, out, errout)
	}
	s := &served{t: t, config: b.path("home/config.toml")}
	state := s.does("game", "show", "tea", "--json")
	for _, want := range []string{`"mover": "Bob Crumhorn"`, `"points": 40`, `"points": -3`, `"circuits": 2`} {
		if !strings.Contains(state, want) {
			t.Errorf("nothing of %s in\n%s", want, state)
		}
	}
	if s.does("as", "Bob", "tea", "repeal 210"); !strings.Contains(s.does("game", "show", "tea", "--json"), `"number": 317`) {
		t.Error("the next proposal is not 317")
	}
	c, err := loadConfig(s.config, false)
	if err != nil || c.Mail.IMAP.Server != "imap.example.org:993" || c.Mail.SMTP.TLS != "starttls" || c.Mail.IMAP.PasswordCommand != "echo x" {
		t.Errorf("%+v, %v", c.Mail, err)
	}
}

// plainRules is a ruleset file as people have rules: numbers and texts.
func plainRules(file string) string {
	var b strings.Builder
	clause := false
	for line := range strings.Lines(file) {
		switch {
		case strings.HasPrefix(line, "```"):
			clause = !clause
		case !clause:
			b.WriteString(strings.TrimLeft(line, "# "))
		}
	}
	return b.String()
}

// TestInitRefusals: without a terminal each wrong answer is an error with what to
// do, and nothing is written.
func TestInitRefusals(t *testing.T) {
	post := postOffice(t, postoffice.Options{}, "nomic")
	bare := postOffice(t, postoffice.Options{NoTags: true}, "nomic")
	mute, err := net.Listen("tcp", "127.0.0.1:0") // it takes calls and says nothing, like a port behind a firewall
	if err != nil {
		t.Fatal(err)
	}
	defer mute.Close()
	right := accountAnswers(post) + "game = tea\nplay = strict\nlanguage = en\ntimezone = UTC\n"
	swap := func(key, value string) string {
		var lines []string
		for line := range strings.Lines(right) {
			if !strings.HasPrefix(line, key+" = ") {
				lines = append(lines, line)
			}
		}
		return strings.Join(lines, "") + key + " = " + value + "\n"
	}
	without := func(key string) string { return strings.Replace(swap(key, ""), key+" = \n", "", 1) }
	for _, c := range []struct {
		name, answers string
		want          []string
	}{
		{"wrong password", right + "password_command = echo wrong\n", []string{"reading mail", "app password may be needed"}},
		{"no tags", strings.NewReplacer(post.SMTP(), bare.SMTP(), post.IMAP(), bare.IMAP()).Replace(right) + "delimiter = +\n", []string{"nomic+check@example.org", "may have no tags"}},
		{"nothing listens", swap("imap", "127.0.0.1:1"), []string{"reading mail at 127.0.0.1:1", "nothing listens there"}},
		{"no such host", swap("imap", "imap.nomicmail.invalid:993"), []string{"reading mail at imap.nomicmail.invalid:993"}},
		{"a blocked port", swap("imap", mute.Addr().String()), []string{"reading mail"}},
		{"the password is nowhere", right, []string{"nothing says where the password is", "--password-file"}},
		{"a zone", swap("timezone", "Lisbon"), []string{`answers:11: "Lisbon" is no time zone`, "Europe/Lisbon"}},
		{"a player", right + "player = Ada ada@example.org\n", []string{`player "Ada ada@example.org" is not written as NAME <ADDRESS>`, "Ada QUILLFEATHER <ada@example.org>"}},
		{"a player with our address", right + "player = Ada Q <nomic@example.org>\n", []string{"has the address that players write to"}},
		{"the organiser with our address", swap("organiser", "nomic@example.org"), []string{"an address of his or her own"}},
		{"two players of a name", right + "player = Ada Q <a@example.org>\nplayer = Ada Q <b@example.org>\n", []string{"Ada Q"}},
		{"a game's name", swap("game", "Tea Party"), []string{`"Tea Party" cannot be a game's name`}},
		{"a custom", right + "vote_period = soon\n", []string{"vote_period should be a length of time"}},
		{"an unknown key", right + "adress = x\n", []string{`there is no "adress" to answer`, `did you mean "address"?`}},
		{"twice", right + "game = cake\n", []string{"game stands here again"}},
		{"no answer", right + "game\n", []string{"this is no answer"}},
		{"missing", without("organiser"), []string{"organiser is missing", "--organiser"}},
		{"a provider", right + "provider = gmial\n", []string{`did you mean "gmail"?`}},
		{"no such rules", right + "rules = none.txt\n", []string{"there is no file none.txt"}},
		{"an open password file", right + "password_file = /etc/hostname\n", []string{"can be read by others", "chmod 600"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newFoundation(t)
			args := []string{"--wait", "5s"}
			if !strings.Contains(c.answers, "password_") && !strings.HasPrefix(c.name, "the password is nowhere") {
				args = append(args, "--password-stdin")
			}
			if c.name == "a blocked port" {
				go func() {
					for conn, err := mute.Accept(); err == nil; conn, err = mute.Accept() {
						conn.Close() // as a firewall does that resets
					}
				}()
			}
			code, out, errout := b.runs(c.answers, args...)
			if code == exitDone {
				t.Fatalf("it was done:\n%s", out)
			}
			for _, want := range append(c.want, "nomicmail: hint: ") {
				if !strings.Contains(errout, want) {
					t.Errorf("nothing of %q in\n%s", want, errout)
				}
			}
			if strings.Contains(errout+out, "s3cret") {
				t.Errorf("the password shows:\n%s", errout)
			}
			b.untouched()
		})
	}
}

// TestInitAsks answers at a terminal, wrong first: it is asked again with the
// reason, and the login is tried until it is right.
func TestInitAsks(t *testing.T) {
	post := postOffice(t, postoffice.Options{}, "nomic", "ada", "bob")
	b := newFoundation(t)
	var said bytes.Buffer
	typed := strings.Join([]string{
		"nomic", "nomic@example.org", // no address; the address
		post.IMAP(), post.SMTP(),
		"wrong",           // password
		"nomic", "s3cret", // the name, and the password again
		"nomic@example.org", "org@example.org", // not the game's own
		"Tea", "tea",
		"klingon", "en",
		"Lisbon", "Europe/Lisbon",
		"strikt", "strict",
		"new",
		"Ada", "Ada QUILLFEATHER <ada@example.org>", "Ada QUILLFEATHER <bob@example.org>", "", // the name is taken
		"Ada QUILLFEATHER <ada@example.org>", "Bob CRUMHORN <bob@example.org>", "",
		"yes", "yes",
	}, "\n") + "\n"
	hidden := 0
	a := &asker{settings: setupSettings(), person: true, in: strings.NewReader(typed), out: &said,
		given: map[string][]given{"imap_tls": {{"none", "x"}}, "smtp_tls": {{"none", "x"}}},
		hide:  func() (func(), error) { hidden++; return func() {}, nil }}
	var out bytes.Buffer
	s := &setup{call: &call{streams: streams{out: &out}}, ask: a, wait: patience, resolver: nowhere{}}
	if err := s.begin(b.path("home/config.toml"), ""); err != nil {
		t.Fatal(err)
	}
	if err := s.all(t.Context()); err != nil {
		t.Fatalf("%v\n%s", err, &said)
	}
	for _, want := range []string{`"nomic" is no mail address`, "app password may be needed", "tags work", "address of his or her own", `"Tea" cannot be`, `"klingon" is no answer`,
		`"Lisbon" is no time zone`, `did you mean "strict"?`, "is not written as NAME <ADDRESS>", "the game tea and its 2 players"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("nothing of %q in\n%s", want, &said)
		}
	}
	if hidden != 2 || strings.Contains(said.String(), "s3cret") {
		t.Errorf("the password was typed %d times in secret:\n%s", hidden, &said)
	}
	if s.config.Mail.IMAP.User != "nomic" || s.game == nil || !s.game.start {
		t.Errorf("%+v", s.config.Mail.IMAP)
	}
	if _, err := loadConfig(b.path("home/config.toml"), true); err != nil {
		t.Error(err)
	}
}

// TestInitInterrupted stops it at a question and in the middle of writing.
func TestInitInterrupted(t *testing.T) {
	b := newFoundation(t)
	asks := func(in io.Reader) *setup {
		a := &asker{settings: setupSettings(), person: true, in: in, out: io.Discard, given: map[string][]given{}, hide: func() (func(), error) { return func() {}, nil }}
		s := &setup{call: &call{streams: streams{out: io.Discard}}, ask: a, untested: true, resolver: nowhere{}}
		if err := s.begin(b.path("home/config.toml"), ""); err != nil {
			t.Fatal(err)
		}
		return s
	}
	ctx, cancel := context.WithCancel(t.Context())
	silent, hand := io.Pipe()
	defer hand.Close()
	go func() { hand.Write([]byte("nomic@example.org\n")); cancel() }()
	if err := asks(silent).all(ctx); err != context.Canceled {
		t.Errorf("interrupted: %v", err)
	}
	if err := asks(strings.NewReader("nomic@example.org\nimap.example.org\n")).all(t.Context()); err != errEnded {
		t.Errorf("the answers end: %v", err)
	}
	b.untouched()

	s := asks(strings.NewReader(""))
	s.config.Mail.Address, s.secret = "nomic@example.org", "s3cret"
	if err := s.write(); err == nil { // half a config is none
		t.Error("a config without servers was written")
	}
	b.untouched()
}

// TestNoTerminal: what is no terminal is not asked.
func TestNoTerminal(t *testing.T) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for _, in := range []io.Reader{null, strings.NewReader("x")} {
		if yes, _ := person(in); yes {
			t.Errorf("%T is a person", in)
		}
	}
	start := time.Now()
	if code := run(t.Context(), []string{"init", "--config", filepath.Join(t.TempDir(), "c.toml")}, null, io.Discard, io.Discard); code != exitFault || time.Since(start) > patience {
		t.Errorf("exit %d", code)
	}
}
