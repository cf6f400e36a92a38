package main

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A backup with the config is what a game needs to move to another machine: a
// packed tar of the config, the files that it names and the record. Its names
// are few and fixed, so that unpacking it writes nowhere else.
const (
	movedConfig = "config.toml"
	movedRecord = "nomicmail.db"
	movedRules  = "rulesets/"
)

// moving is such a backup in the making.
type moving struct {
	config string            // its text, in which the files that come along have short names
	files  map[string][]byte // by those names
	behind []string          // what does not come along, and what to do about it
}

// newMoving collects the config and the files that it names.
func newMoving(cfg *config) (*moving, error) {
	src, err := os.ReadFile(cfg.path)
	if err != nil {
		return nil, err
	}
	m := &moving{config: string(src), files: map[string][]byte{}}
	for _, f := range []struct{ key, path, name string }{
		{"password_file", cfg.Mail.IMAP.PasswordFile, "password"}, {"password_file", cfg.Mail.SMTP.PasswordFile, "password"},
		{"ca_file", cfg.Mail.IMAP.CAFile, "ca.pem"}, {"ca_file", cfg.Mail.SMTP.CAFile, "ca.pem"},
	} {
		if err := m.take(cfg, f.key, f.path, f.name); err != nil {
			return nil, err
		}
	}
	for what, given := range map[string]string{"password_env": cfg.Mail.IMAP.PasswordEnv, "password_command": cfg.Mail.IMAP.PasswordCommand, "token_command": cfg.Mail.IMAP.TokenCommand} {
		if given != "" {
			m.behind = append(m.behind, fmt.Sprintf("%s = %q must work on the new machine too", what, given))
		}
	}
	if err := m.takeRulesets(cfg); err != nil {
		return nil, err
	}
	return m, m.check(cfg)
}

// take takes a file along under a short name, which takes the place of its path
// in the config. What systemd hands over is root's, and stays.
func (m *moving) take(cfg *config, key, path, name string) error {
	switch {
	case path == "":
		return nil
	case strings.HasPrefix(path, credentials):
		note := "the password is handed over by systemd: copy the file that LoadCredential names yourself"
		if len(m.behind) == 0 || m.behind[0] != note {
			m.behind = append([]string{note}, m.behind...)
		}
		return nil
	}
	body, err := os.ReadFile(path)
	if err != nil {
		return fault{fmt.Sprintf("%s of the config cannot be read: %v", key, err), "run it as the user that runs the daemon"}
	}
	for n := 2; m.files[name] != nil && string(m.files[name]) != string(body); n++ {
		name = fmt.Sprintf("%s-%d", strings.TrimRight(name, "-0123456789"), n)
	}
	m.files[name] = body
	rel, _ := filepath.Rel(filepath.Dir(cfg.path), path)
	line := regexp.MustCompile(`(?m)^(\s*` + key + `\s*=\s*)("(?:` + regexp.QuoteMeta(path) + `|` + regexp.QuoteMeta(rel) + `)"|'(?:` + regexp.QuoteMeta(path) + `|` + regexp.QuoteMeta(rel) + `)')`)
	m.config = line.ReplaceAllString(m.config, "${1}"+strconv.Quote(name))
	return nil
}

// takeRulesets takes the operator's own rulesets along.
func (m *moving) takeRulesets(cfg *config) error {
	if cfg.Rulesets == "" {
		return nil
	}
	found, err := os.ReadDir(cfg.Rulesets)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fault{fmt.Sprintf("rulesets of the config cannot be read: %v", err), "run it as the user that runs the daemon"}
	}
	for _, f := range found {
		if filepath.Ext(f.Name()) != ".md" {
			continue
		}
		body, err := os.ReadFile(filepath.Join(cfg.Rulesets, f.Name()))
		if err != nil {
			return err
		}
		m.files[movedRules+f.Name()] = body
	}
	m.config = setLine(m.config, "rulesets", strings.TrimSuffix(movedRules, "/"))
	return nil
}

// setLine gives a key of the config, above its tables, another value.
func setLine(text, key, value string) string {
	line := regexp.MustCompile(`(?m)^\s*` + key + `\s*=.*$`)
	if line.MatchString(text) {
		return line.ReplaceAllLiteralString(text, key+" = "+strconv.Quote(value))
	}
	return key + " = " + strconv.Quote(value) + "\n" + text
}

// check makes sure that the new config names the files as they will lie.
func (m *moving) check(cfg *config) error {
	moved, err := parseConfig("/moved/config.toml", []byte(m.config), false)
	if err != nil {
		return err
	}
	for _, f := range [][2]string{{cfg.Mail.IMAP.PasswordFile, moved.Mail.IMAP.PasswordFile}, {cfg.Mail.SMTP.PasswordFile, moved.Mail.SMTP.PasswordFile},
		{cfg.Mail.IMAP.CAFile, moved.Mail.IMAP.CAFile}, {cfg.Mail.SMTP.CAFile, moved.Mail.SMTP.CAFile}} {
		if f[0] == "" || strings.HasPrefix(f[0], credentials) {
			continue
		}
		if filepath.Dir(f[1]) != "/moved" {
			return fault{f[0] + " cannot be taken along: the config names it in a way that is not understood here", "write it on a line of its own, as in password_file = \"password\", or make a backup without --with-config"}
		}
	}
	return nil
}

// write packs everything; record writes the record.
func (m *moving) write(w io.Writer, record func(io.Writer) error) error {
	temp, err := os.CreateTemp("", "nomicmail-*.db") // tar wants to know its size
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	defer temp.Close()
	if err := record(temp); err != nil {
		return err
	}
	if err := proved(temp.Name()); err != nil {
		return err
	}
	z := gzip.NewWriter(w)
	t := tar.NewWriter(z)
	now := time.Now()
	put := func(name string, size int64, body io.Reader) error {
		if err := t.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: size, ModTime: now}); err != nil {
			return err
		}
		_, err := io.Copy(t, body)
		return err
	}
	if err := put(movedConfig, int64(len(m.config)), strings.NewReader(m.config)); err != nil {
		return err
	}
	for name, body := range m.files {
		if err := put(name, int64(len(body)), strings.NewReader(string(body))); err != nil {
			return err
		}
	}
	size, err := temp.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = temp.Seek(0, io.SeekStart)
	}
	if err == nil {
		err = put(movedRecord, size, temp)
	}
	return errors.Join(err, t.Close(), z.Close())
}

// backupMoving writes a backup with the config.
func backupMoving(ctx context.Context, w *where, d *desk, path string) (size int64, behind []string, err error) {
	cfg, err := w.load(false)
	if err != nil {
		return 0, nil, err
	}
	if cfg.path == "" {
		return 0, nil, fault{"there is no config to take along", "name it with --config, or make a backup without --with-config"}
	}
	m, err := newMoving(cfg)
	if err != nil {
		return 0, nil, err
	}
	size, err = writeWhole(path+".part", func(out io.Writer) error {
		return m.write(out, func(rec io.Writer) error { return d.pour(ctx, backupAll{}, rec) })
	})
	if err == nil {
		err = place(path+".part", path)
	}
	if err != nil {
		os.Remove(path + ".part")
	}
	return size, append([]string{}, m.behind...), err
}
