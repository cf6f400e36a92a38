package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"

	"nomicmail/internal/mailer"
	"nomicmail/internal/parser"
)

// account asks for the mailbox until its logins succeed.
func (s *setup) account(ctx context.Context) error {
	for first := true; ; first = false {
		again := s.again
		if s.tried.Refused { // the servers are right
			again = s.otherUser
		}
		if first {
			again = s.servers
		}
		if err := again(ctx); err != nil {
			return err
		}
		if err := s.credentials(ctx, first); err != nil {
			return err
		}
		right, err := s.try(ctx)
		if right || err != nil {
			return err
		}
		s.ask.say("\nNow once more; Enter keeps what stands in [brackets].\n")
		for _, about := range accountSettings() {
			delete(s.ask.given, about.key)
		}
	}
}

// again asks a person for everything about the account, with what was answered
// before as the answers that stand.
func (s *setup) again(ctx context.Context) error {
	m := &s.config.Mail
	var err error
	if m.Address, err = s.ask.text(ctx, "address", m.Address); err != nil {
		return err
	}
	if err := s.reach(ctx, mailer.Provider{IMAP: m.IMAP.Server, SMTP: m.SMTP.Server, Delimiter: "+"}); err != nil {
		return err
	}
	return s.otherUser(ctx)
}

// otherUser asks for the name again.
func (s *setup) otherUser(ctx context.Context) error {
	m := &s.config.Mail
	user, err := s.ask.text(ctx, "user", m.IMAP.User)
	if user != m.IMAP.User {
		m.IMAP.User, m.SMTP.User = user, user
	}
	return err
}

// servers finds out where mail is read and sent.
func (s *setup) servers(ctx context.Context) error {
	m := &s.config.Mail
	var err error
	if m.Address, err = s.ask.text(ctx, "address", ""); err != nil {
		return err
	}
	p, err := s.provider(ctx)
	if err != nil {
		return err
	}
	if err := s.reach(ctx, p); err != nil {
		return err
	}
	if s.untested {
		m.Delimiter = p.Delimiter
	}
	s.advise(p)
	return s.users(ctx, p)
}

// reach decides the servers and how they are encrypted.
func (s *setup) reach(ctx context.Context, p mailer.Provider) error {
	m := &s.config.Mail
	var err error
	if m.IMAP.Server, err = s.server(ctx, "imap", p.IMAP, p.Key != ""); err != nil {
		return err
	}
	if m.SMTP.Server, err = s.server(ctx, "smtp", p.SMTP, p.Key != ""); err != nil {
		return err
	}
	if m.IMAP.TLS, err = s.ask.text(ctx, "imap_tls", usualTLS(m.IMAP.Server)); err != nil {
		return err
	}
	if m.SMTP.TLS, err = s.ask.text(ctx, "smtp_tls", usualTLS(m.SMTP.Server)); err != nil {
		return err
	}
	if m.IMAP.CAFile, err = s.ask.text(ctx, "ca_file", ""); err != nil {
		return err
	}
	m.SMTP.CAFile = m.IMAP.CAFile
	return nil
}

// provider is the one that was named, or that of the address.
func (s *setup) provider(ctx context.Context) (mailer.Provider, error) {
	key, err := s.ask.text(ctx, "provider", "")
	if err != nil {
		return mailer.Provider{}, err
	}
	for _, p := range mailer.Providers() {
		if p.Key == key {
			return p, nil
		}
	}
	if key == "own" || s.ask.has("imap") && s.ask.has("smtp") {
		return mailer.Provider{Delimiter: "+"}, nil
	}
	if _, known := mailer.ProviderOf("", s.config.Mail.Address); !known {
		s.ask.say("looking for the servers of %s ...\n", s.config.Mail.Address)
	}
	return mailer.Guess(ctx, s.resolver, s.config.Mail.Address), ctx.Err()
}

// server is a server that was given, or is known; a person is asked for it where
// it is only guessed.
func (s *setup) server(ctx context.Context, key, guess string, known bool) (string, error) {
	if known && !s.ask.has(key) {
		return guess, nil
	}
	return s.ask.text(ctx, key, guess)
}

// usualTLS is how a server is encrypted by its port (RFC 8314).
func usualTLS(server string) string {
	switch _, port, _ := net.SplitHostPort(server); port {
	case "143", "587", "25":
		return "starttls"
	}
	return "tls"
}

// advise tells what a person must know of a provider before the password.
func (s *setup) advise(p mailer.Provider) {
	if p.Key == "" {
		return
	}
	s.ask.say("\n%s: %s and %s.\n", p.Name, p.IMAP, p.SMTP)
	for _, line := range []string{p.Password, p.Off} {
		for _, l := range wrap(line, 72) {
			s.ask.say("  %s\n", l)
		}
	}
}

// users decides the names to log in with: the address, or what a provider wants
// instead. Only one that was refused is asked for.
func (s *setup) users(ctx context.Context, p mailer.Provider) error {
	m := &s.config.Mail
	reading := m.Address
	if p.LocalUser {
		reading, _, _ = strings.Cut(m.Address, "@")
	}
	sending := m.Address
	if s.ask.has("user") {
		user, err := s.ask.text(ctx, "user", reading)
		if err != nil {
			return err
		}
		reading, sending = user, user
	}
	m.IMAP.User, m.SMTP.User = reading, sending
	return nil
}

// credentials finds out where the password comes from.
func (s *setup) credentials(ctx context.Context, first bool) error {
	var c secretConfig
	for _, g := range []struct {
		key string
		to  *string
	}{{"password_file", &c.PasswordFile}, {"password_env", &c.PasswordEnv}, {"password_command", &c.PasswordCommand}, {"token_command", &c.TokenCommand}} {
		if !s.ask.has(g.key) {
			continue
		}
		v, err := s.ask.text(ctx, g.key, "")
		if err != nil {
			return err
		}
		*g.to = v
	}
	if given := c.given(); len(given) > 1 {
		return fault{"both " + strings.Join(given, " and ") + " are given", "keep one of them"}
	} else if len(given) == 0 {
		var err error
		if c, err = s.typed(ctx, first); err != nil {
			return err
		}
	}
	if c.TokenCommand != "" {
		auth, err := s.ask.text(ctx, "auth", "xoauth2")
		if err != nil {
			return err
		}
		c.Auth = auth
	}
	s.config.Mail.IMAP.secretConfig, s.config.Mail.SMTP.secretConfig = c, c
	return nil
}

// typed is the secret that a person types, or that stands on standard input. It
// will lie in a file beside the config.
func (s *setup) typed(ctx context.Context, first bool) (c secretConfig, err error) {
	p, _ := mailer.ProviderOf(hostOf(s.config.Mail.IMAP.Server), "")
	switch {
	case s.ask.has("password_stdin"):
		if s.secret == "" {
			s.secret, err = typedLine(s.in)
		}
	case !s.ask.person:
		return c, fault{"nothing says where the password is", "give --password-file, --password-command, --password-env, --token-command or --password-stdin"}
	case p.Token:
		c.TokenCommand, err = s.ask.text(ctx, "token_command", s.config.Mail.IMAP.TokenCommand)
		return c, err
	default:
		err = s.typePassword(ctx, first)
	}
	if err == nil && s.secret == "" {
		err = fault{"the password is empty", "it is the first line of what is read"}
	}
	c.PasswordFile = s.passwordPath()
	return c, err
}

func (s *setup) typePassword(ctx context.Context, first bool) error {
	question := "Password (it is not shown):"
	if !first && s.secret != "" {
		question = "Password (it is not shown; Enter keeps the one before):"
	}
	for {
		word, err := s.ask.secret(ctx, question)
		if err != nil {
			return err
		}
		if word != "" {
			s.secret = word
		}
		if s.secret != "" {
			return nil
		}
	}
}

// passwordPath is where a typed password will lie: beside the config, in a file
// that holds no other.
func (s *setup) passwordPath() string {
	path := filepath.Join(filepath.Dir(s.config.path), "password")
	for n := 2; !s.replace; n++ {
		if old, err := os.ReadFile(path); errors.Is(err, fs.ErrNotExist) || err == nil && string(old) == s.secret+"\n" {
			break
		}
		path = fmt.Sprintf("%s-%d", filepath.Join(filepath.Dir(s.config.path), "password"), n)
	}
	return path
}

func hostOf(server string) string {
	host, _, _ := net.SplitHostPort(server)
	return host
}

// try logs in and sends a mail to ourselves. It gives false where a person is to
// answer anew.
func (s *setup) try(ctx context.Context) (right bool, err error) {
	m := &s.config.Mail
	delimiter, err := s.ask.text(ctx, "delimiter", "")
	if err != nil {
		return false, err
	}
	if delimiter != "" {
		m.Delimiter = strings.TrimPrefix(delimiter, "none")
	}
	if s.untested {
		return true, nil
	}
	if delimiter == "" {
		m.Delimiter = "+"
	}
	o, err := s.config.checks()
	if err != nil {
		return false, err
	}
	o.Wait = s.wait
	if s.secret != "" {
		o.Inbox.Account.Secret = func(context.Context) (string, error) { return s.secret, nil }
		o.Sending.Secret = o.Inbox.Account.Secret
	}
	s.ask.say("\nlogging in, and sending a mail to %s ...\n", m.Address)
	s.tried = mailer.Try(ctx, o)
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if !s.tried.Came || delimiter != "" && m.Delimiter != "" && !s.tried.Tagged {
		return false, s.refused(ctx)
	}
	s.learn()
	return true, nil
}

// refused shows a person what went wrong; without one it is what the verb ends
// with.
func (s *setup) refused(ctx context.Context) error {
	var all faults
	for _, f := range s.tried.Findings {
		if !f.OK {
			hint := firstOf(f.Hint, "docs/trouble.md tells of the usual ones; --untested writes the config all the same")
			if section := troubleOf(hint); section != "" {
				hint += fmt.Sprintf(" (docs/trouble.md, %q)", section)
			}
			all = append(all, fault{f.Text, hint})
		}
	}
	if !s.ask.person {
		return all
	}
	for _, f := range all {
		s.ask.complain("", f)
	}
	return nil
}

// learn takes over what the trial has found out.
func (s *setup) learn() {
	m := &s.config.Mail
	if !s.tried.Tagged {
		m.Delimiter = ""
	}
	if s.tried.Plain {
		m.ReturnPath = "plain"
	}
	m.AuthServer = parser.AuthServer(s.tried.Header)
	s.ask.say("both logins are right, and the mail came back\n")
	if m.Delimiter != "" {
		s.ask.say("tags work: a game tea would have an address like %s\n", tagged(m.Address, m.Delimiter, "tea"))
	} else {
		s.ask.say("tags do not work here: games are told apart by replies and by [tea] in subjects\n")
	}
	if m.AuthServer != "" {
		s.ask.say("%s says who has sent a mail, and is believed\n", m.AuthServer)
	}
	for _, f := range s.tried.Findings {
		if !f.OK && !strings.Contains(f.Text, "+check@") {
			s.ask.complain("beware: ", fault{f.Text, firstOf(f.Hint, "nomicmail check looks at it again")})
		}
	}
	s.ask.say("\n")
}

// tagged is an address with a tag.
func tagged(address, delimiter, tag string) string {
	local, domain, _ := strings.Cut(address, "@")
	return local + delimiter + tag + "@" + domain
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// newbornConfig is the config as it is written: paths beside it are short.
func (s *setup) newbornConfig() *config {
	c := *s.config
	dir := filepath.Dir(c.path) + string(os.PathSeparator)
	for _, p := range []*string{&c.Data, &c.Mail.IMAP.PasswordFile, &c.Mail.SMTP.PasswordFile, &c.Mail.IMAP.CAFile, &c.Mail.SMTP.CAFile} {
		if rest, ok := strings.CutPrefix(*p, dir); ok {
			*p = rest
		}
	}
	return &c
}
