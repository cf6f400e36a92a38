package main

import (
	"archive/tar"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMoving moves a game to another machine in two commands, while its daemon
// runs, and goes on there with a mail that was written in between.
func TestMoving(t *testing.T) {
	s := open(t)
	s.start()
	s.does("game", "new", "tea", "--organiser", "org@example.org")
	s.does("player", "add", "tea", "Ada QUILLFEATHER <ada@example.org>")
	s.does("player", "add", "tea", "Bob CRUMHORN <bob@example.org>")
	s.does("game", "start", "tea")
	file := filepath.Join(t.TempDir(), "moving.nomicmail")
	said := s.does("backup", "--with-config", file)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 || !strings.Contains(said, "nomicmail restore moving.nomicmail") {
		t.Errorf("%v, %v\n%s", info, err, said)
	}
	s.await("ada", "welcome")
	s.end()

	home := filepath.Join(t.TempDir(), "new")
	code, said, errout := runs(t, "", "restore", file, "--config", filepath.Join(home, "config.toml"))
	if code != exitDone {
		t.Fatalf("exit %d: %s", code, errout)
	}
	if strings.Contains(said+errout, "s3cret") || !strings.Contains(said, "nomicmail serve --config "+home) {
		t.Errorf("it says %s", said)
	}
	for _, f := range []string{"config.toml", "password"} {
		if info, err := os.Stat(filepath.Join(home, f)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", f, info, err)
		}
	}
	there := *s
	there.config = filepath.Join(home, "config.toml")
	if list := there.does("player", "list", "tea"); !strings.Contains(list, "Ada Quillfeather") {
		t.Errorf("the players are %s", list)
	}
	if code, _, errout := runs(t, "", "restore", file, "--config", there.config, "--data", filepath.Join(home, "other")); code != exitFault || !strings.Contains(errout, "is there already") {
		t.Errorf("over another config: exit %d, %s", code, errout)
	}
	there.start()
	if out := there.does("game", "list"); !strings.Contains(out, "tea") {
		t.Errorf("the games are %s", out)
	}
	there.end()
	if left, _ := filepath.Glob(filepath.Join(home, ".restore-*")); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// TestMovingTakesFiles: files elsewhere come along under short names, two
// passwords stay two, and what cannot come along is said.
func TestMovingTakesFiles(t *testing.T) {
	dir := t.TempDir()
	far := t.TempDir()
	for name, text := range map[string]string{"in": "one\n", "out": "two\n", "ca": "CA", "our [own]/x.md": "x"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(far, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(far, name), text, 0o600)
	}
	text := "rulesets = \"" + far + "/our [own]\"\n" + strings.Replace(strings.Replace(rightConfig, `password_file = "password"`, `password_file = "`+far+`/in" # secret`, 1),
		`password_file = "password"`, `password_file = '`+far+`/out'`+"\nca_file=\""+far+"/ca\"", 1)
	writeFile(t, filepath.Join(dir, "config.toml"), text, 0o600)
	cfg, err := loadConfig(filepath.Join(dir, "config.toml"), false)
	if err != nil {
		t.Fatal(err)
	}
	m, err := newMoving(cfg)
	if err != nil {
		t.Fatal(err)
	}
	moved, err := parseConfig("/new/config.toml", []byte(m.config), false)
	if err != nil || moved.Mail.IMAP.PasswordFile != "/new/password" || moved.Mail.SMTP.PasswordFile != "/new/password-2" || moved.Mail.SMTP.CAFile != "/new/ca.pem" || moved.Rulesets != "/new/rulesets" {
		t.Errorf("%v\n%s", err, m.config)
	}
	if string(m.files["password-2"]) != "two\n" || string(m.files["rulesets/x.md"]) != "x" || len(m.files) != 4 {
		t.Errorf("the files are %v", m.files)
	}
	cfg.Mail.IMAP.PasswordFile, cfg.Mail.IMAP.PasswordCommand = credentials+"password", "pass nomic"
	if m, err = newMoving(cfg); err != nil || len(m.behind) != 2 {
		t.Errorf("left behind: %v, %v", m, err)
	}
}

// TestMovingRefuses opens what is no such backup, or has been tampered with.
func TestMovingRefuses(t *testing.T) {
	pack := func(names ...string) string {
		path := filepath.Join(t.TempDir(), "x")
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		z := gzip.NewWriter(f)
		w := tar.NewWriter(z)
		for _, n := range names {
			w.WriteHeader(&tar.Header{Name: n, Size: 1, Mode: 0o600})
			w.Write([]byte("x"))
		}
		w.Close()
		z.Close()
		f.Close()
		return path
	}
	for name, file := range map[string]string{
		"a path upwards": pack("../config.toml"), "an absolute path": pack("/etc/passwd"), "a deep name": pack("rulesets/../../x.md"),
		"no record": pack("config.toml"), "no config": pack("nomicmail.db"), "nothing": pack(), "no database": pack("config.toml", "nomicmail.db"),
	} {
		home := filepath.Join(t.TempDir(), "home")
		code, _, errout := runs(t, "", "restore", file, "--config", filepath.Join(home, "config.toml"))
		if code != exitFault || !strings.Contains(errout, "hint: ") {
			t.Errorf("%s: exit %d, %s", name, code, errout)
		}
		if _, err := os.Stat(home); err == nil {
			t.Errorf("%s: something is left", name)
		}
	}
}
