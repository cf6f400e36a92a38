package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// config is config.toml. The tags are its manual: "nomicmail config" prints
// them, and config.example.toml is that output. A field with need:"yes" must be
// given; one lists the words that a field may be.
type config struct {
	Data       string   `toml:"data" default:"/var/lib/nomicmail" doc:"Folder for the record of all games. Back up this folder and nothing else. A folder that is not absolute is beside this file, here and below."`
	Socket     string   `toml:"socket" example:"/run/nomicmail/nomicmail.sock" doc:"Unix socket by which the verbs talk to the daemon; without this line it is nomicmail.sock in the data folder."`
	Health     string   `toml:"health" example:"127.0.0.1:9725" doc:"host:port of this machine where the daemon answers /healthz and /metrics (for Prometheus) over HTTP. Without this line nowhere."`
	Rulesets   string   `toml:"rulesets" example:"rulesets" doc:"Folder of your own rulesets, beside the built-in ones."`
	Organisers []string `toml:"organisers" example:"org@example.org" doc:"Addresses of those who may organise every game."`
	Copies     string   `toml:"copies" default:"weekly" one:"weekly off" doc:"weekly: the organisers above are mailed a copy of the record of each game, from which it can go on when this machine is lost; off: they are not."`
	Log        struct {
		Format string `toml:"format" default:"text" one:"text json" doc:"How the daemon's log is written: text or json."`
		Level  string `toml:"level" default:"info" one:"debug info warn error" doc:"The least that is logged: debug, info, warn or error."`
	} `toml:"log"`
	Mail struct {
		Address    string     `toml:"address" need:"yes" example:"nomic@example.org" doc:"The address that players write to."`
		Delimiter  string     `toml:"delimiter" default:"+" doc:"What stands between the local part and a game's name, as in nomic+tea@example.org. Empty where the provider has no such addresses."`
		ReturnPath string     `toml:"return_path" default:"token" one:"token plain" doc:"Where letters come back to that cannot be delivered. token: an address of its own for each reader, nomic+bounce-k7f3qw@example.org, by which a real bounce is known from a forged one; plain: the address itself, for a server that lets us send from no other."`
		AuthServer string     `toml:"auth_server" example:"mx.example.org" doc:"The authserv-id of the receiving server: what it says about a sender (RFC 8601) is believed, and no other's. Without this line nobody is, and the mail's own DKIM signature decides."`
		IMAP       imapConfig `toml:"imap"`
		SMTP       smtpConfig `toml:"smtp"`
	} `toml:"mail"`

	Web struct {
		Listen   string `toml:"listen" example:"127.0.0.1:8025" doc:"host:port where the games can be read with a browser; nothing can be done there. Without this line nowhere. A web server with TLS should stand before it: docs/run.md."`
		Base     string `toml:"base" example:"https://nomic.example.org/" doc:"The address at which readers find these pages, for links that must be whole."`
		Language string `toml:"language" default:"en" one:"en es hu pt tr" doc:"The language of the list of games: en, es, hu, pt or tr. Each game has its own, and every page is there in all five."`
	} `toml:"web"`

	path string // of the file, for messages
}

// imapConfig is the mailbox that is read.
type imapConfig struct {
	Server string `toml:"server" need:"yes" example:"imap.example.org:993" doc:"host:port of the IMAP server."`
	TLS    string `toml:"tls" default:"tls" one:"tls starttls none" doc:"tls from the first byte; starttls; none: only for a server on this machine."`
	CAFile string `toml:"ca_file" example:"ca.pem" doc:"Certificates (PEM) to trust instead of the system's."`
	User   string `toml:"user" need:"yes" example:"nomic@example.org" doc:"The name to log in with."`
	secretConfig
	Folder      string        `toml:"folder" default:"INBOX" doc:"The folder that mail arrives in."`
	DoneFolder  string        `toml:"done_folder" default:"Nomic/Done" doc:"Where a mail is moved once it is in the record."`
	AsideFolder string        `toml:"aside_folder" default:"Nomic/Aside" doc:"Where mail goes that nobody can read."`
	Poll        time.Duration `toml:"poll" default:"1m" doc:"How often to look when the server does not tell of new mail by itself."`
}

// smtpConfig is the server that letters are given to.
type smtpConfig struct {
	Server string `toml:"server" need:"yes" example:"smtp.example.org:465" doc:"host:port of the submission server."`
	TLS    string `toml:"tls" default:"tls" one:"tls starttls none" doc:"As for IMAP."`
	CAFile string `toml:"ca_file" example:"ca.pem" doc:"As for IMAP."`
	User   string `toml:"user" example:"nomic@example.org" doc:"The name to log in with. Without this line nobody logs in, as with a mail server on this machine."`
	secretConfig
	GiveUp time.Duration `toml:"give_up" default:"120h" doc:"How long a letter is tried when the server says that it cannot take it now. Then it fails, and the organiser is told."`
}

// secretConfig says where a password or a token comes from: one of four.
type secretConfig struct {
	PasswordFile    string `toml:"password_file" example:"password" doc:"File that holds the password and nothing else, and that others cannot read; $CREDENTIALS_DIRECTORY/password is the one that systemd hands over. One of these four is needed."`
	PasswordEnv     string `toml:"password_env" example:"NOMICMAIL_PASSWORD" doc:"Or: the environment variable that holds it."`
	PasswordCommand string `toml:"password_command" example:"pass show nomic" doc:"Or: a command that prints it."`
	TokenCommand    string `toml:"token_command" example:"oauth-token nomic" doc:"Or: a command that prints an OAuth 2 access token."`
	Auth            string `toml:"auth" one:"xoauth2 oauthbearer" example:"xoauth2" doc:"How a token is given to the server: xoauth2 or oauthbearer."`
}

// credentials begins the path of a file that systemd hands over.
const credentials = "$CREDENTIALS_DIRECTORY/"

// configPaths are where a config is looked for when none is named.
var configPaths = []string{"config.toml", "/etc/nomicmail/config.toml"}

// findConfig gives the config file to read: path, or the first there is.
func findConfig(path string) (string, error) {
	if path != "" {
		return path, nil
	}
	for _, p := range configPaths {
		if _, err := os.Stat(p); err == nil {
			return p, nil
		}
	}
	return "", fault{"there is no config: neither " + strings.Join(configPaths, " nor "),
		"nomicmail init writes one; or name one with --config"}
}

// loadConfig reads a config and checks it; with secrets also whether the
// passwords can be read, which only the daemon's user can. All faults are
// reported at once, as [faults].
func loadConfig(path string, secrets bool) (*config, error) {
	src, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault{"there is no " + path, "nomicmail init writes one; or look at the name"}
	}
	if err != nil {
		return nil, err
	}
	return parseConfig(path, src, secrets)
}

// defaults is the config that stands without a file.
func defaults() *config {
	c := &config{}
	readConfig(c, "", nil)
	return c
}

func parseConfig(path string, src []byte, secrets bool) (*config, error) {
	c := &config{path: path}
	r := readConfig(c, filepath.Base(path), src)
	c.anchor(filepath.Dir(path))
	c.check(r)
	if secrets {
		c.Mail.IMAP.secretConfig.try(r, "mail.imap")
		c.Mail.SMTP.secretConfig.try(r, "mail.smtp")
	}
	if len(r.faults) > 0 {
		return nil, r.sorted()
	}
	return c, nil
}

// anchor makes the paths that are not absolute begin at the config's folder.
func (c *config) anchor(dir string) {
	for _, p := range []*string{&c.Data, &c.Socket, &c.Rulesets, &c.Mail.IMAP.PasswordFile, &c.Mail.SMTP.PasswordFile,
		&c.Mail.IMAP.CAFile, &c.Mail.SMTP.CAFile} {
		if *p != "" && !filepath.IsAbs(*p) && !strings.HasPrefix(*p, credentials) {
			*p = filepath.Join(dir, *p)
		}
	}
}

// socket is where the daemon listens.
func (c *config) socket() string {
	if c.Socket != "" {
		return c.Socket
	}
	return filepath.Join(c.Data, "nomicmail.sock")
}

// database is the file of the record.
func (c *config) database() string { return filepath.Join(c.Data, "nomicmail.db") }

// check looks for values that are well written and cannot be meant.
func (c *config) check(r *configReader) {
	if a := c.Mail.Address; a != "" && !plausible(a) {
		r.fault("mail.address", fmt.Sprintf("address = %q is no mail address", a), `write it as "nomic@example.org", without a name and without < >`)
	}
	for _, a := range c.Organisers {
		if !plausible(a) {
			r.fault("organisers", fmt.Sprintf("organisers: %q is no mail address", a), `write them as ["ada@example.org", "bob@example.org"]`)
		}
	}
	if c.Health != "" && !isLoopback(c.Health) {
		r.fault("health", fmt.Sprintf("health = %q is no host:port of this machine", c.Health), `write it as "127.0.0.1:9725"; whoever asks from elsewhere goes through a server that lets only them in`)
	}
	c.checkWeb(r)
	if len(c.Mail.Delimiter) > 1 || strings.ContainsAny(c.Mail.Delimiter, "@ <>") {
		r.fault("mail.delimiter", fmt.Sprintf("delimiter = %q is no delimiter", c.Mail.Delimiter), `it is one character, "+" at most providers, or "" for none`)
	}
	if p := c.Mail.IMAP.Poll; p != 0 && (p < time.Second || p > 24*time.Hour) {
		r.fault("mail.imap.poll", fmt.Sprintf("poll = %q is out of bounds", p), "it is from 1s to 24h; a minute is usual")
	}
	if g := c.Mail.SMTP.GiveUp; g != 0 && (g < time.Hour || g > 30*24*time.Hour) {
		r.fault("mail.smtp.give_up", fmt.Sprintf("give_up = %q is out of bounds", g), "it is from 1h to 720h; five days, 120h, are usual")
	}
	checkServer(r, "mail.imap", c.Mail.IMAP.Server, c.Mail.IMAP.TLS, "imap.example.org:993")
	checkServer(r, "mail.smtp", c.Mail.SMTP.Server, c.Mail.SMTP.TLS, "smtp.example.org:465")
	c.Mail.IMAP.secretConfig.check(r, "mail.imap", true)
	c.Mail.SMTP.secretConfig.check(r, "mail.smtp", c.Mail.SMTP.User != "")
	f := []string{c.Mail.IMAP.Folder, c.Mail.IMAP.DoneFolder, c.Mail.IMAP.AsideFolder}
	if f[0] == f[1] || f[0] == f[2] {
		r.fault("mail.imap.folder", "mail would be moved into the folder that it is read from", "give done_folder and aside_folder names of their own")
	}
}

func checkServer(r *configReader, table, server, tls, example string) {
	if server == "" {
		return
	}
	host, port, err := net.SplitHostPort(server)
	if err != nil || host == "" || !isPort(port) {
		r.fault(table+".server", fmt.Sprintf("server = %q is not host:port", server), fmt.Sprintf("write it as %q", example))
		return
	}
	if tls == "none" && !isLoopback(server) {
		r.fault(table+".tls", fmt.Sprintf("tls = \"none\" would send the password to %s in the clear", host),
			`use "tls" or "starttls"; "none" is for a server on this machine`)
	}
}

// isLoopback says whether a host:port is of this machine alone.
func isLoopback(address string) bool {
	host, port, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && isPort(port) && (host == "localhost" || ip != nil && ip.IsLoopback())
}

func isPort(s string) bool {
	n := 0
	for _, r := range s {
		if r < '0' || r > '9' || n > 65535 {
			return false
		}
		n = n*10 + int(r-'0')
	}
	return n > 0 && n <= 65535
}

// check wants exactly one source of the secret, when there is to be one, and
// a file that only its owner reads.
func (s *secretConfig) check(r *configReader, table string, needed bool) {
	given := s.given()
	switch {
	case len(given) > 1:
		r.fault(table+"."+given[1], fmt.Sprintf("[%s] has both %s", table, strings.Join(given, " and ")), "keep one of them")
	case len(given) == 0 && needed:
		r.fault(table, fmt.Sprintf("[%s] does not say where the password is", table),
			"add password_file, password_env, password_command or token_command; nomicmail config shows each")
	}
	if s.TokenCommand != "" && s.Auth == "" && len(given) == 1 {
		r.fault(table+".token_command", fmt.Sprintf("[%s] has a token_command and no auth", table), `add auth = "xoauth2" or auth = "oauthbearer"; the provider's manual says which`)
	}
	if s.TokenCommand == "" && s.Auth != "" {
		r.fault(table+".auth", fmt.Sprintf("[%s] has auth and no token_command", table), "auth is for tokens: leave it out for a password")
	}
}

func (s *secretConfig) given() []string {
	var given []string
	for _, f := range [][2]string{{"password_file", s.PasswordFile}, {"password_env", s.PasswordEnv},
		{"password_command", s.PasswordCommand}, {"token_command", s.TokenCommand}} {
		if f[1] != "" {
			given = append(given, f[0])
		}
	}
	return given
}

// plausible is the bare shape of an address: something on both sides of one @.
func plausible(a string) bool {
	at := strings.LastIndexByte(a, '@')
	return at > 0 && at < len(a)-1 && len(a) <= 254 && !strings.ContainsAny(a, " \t\r\n<>,;:\"")
}
