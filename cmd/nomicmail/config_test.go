package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// rightConfig is a config without a fault; tests break it.
const rightConfig = `
data = "data"
[mail]
address = "nomic@example.org"
[mail.imap]
server = "imap.example.org:993"
user = "nomic@example.org"
password_file = "password"
[mail.smtp]
server = "smtp.example.org:465"
user = "nomic@example.org"
password_file = "password"
`

func TestConfig(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "password"), "s3cret\n", 0o600)
	c, err := parseConfig(filepath.Join(dir, "config.toml"), []byte(rightConfig), true)
	if err != nil {
		t.Fatal(err)
	}
	if c.Data != filepath.Join(dir, "data") || c.socket() != filepath.Join(dir, "data", "nomicmail.sock") {
		t.Errorf("data %q, socket %q: not beside the config", c.Data, c.socket())
	}
	if c.Mail.Delimiter != "+" || c.Mail.IMAP.Poll != time.Minute || c.Mail.IMAP.Folder != "INBOX" || c.Log.Level != "info" {
		t.Errorf("the defaults are missing: %+v", c)
	}
}

// TestConfigFaults has one config a fault, and what must be said of it.
func TestConfigFaults(t *testing.T) {
	with := func(table, line string) string {
		return strings.Replace(rightConfig, "["+table+"]\n", "["+table+"]\n"+line+"\n", 1)
	}
	without := func(line string) string { return strings.Replace(rightConfig, line+"\n", "", 1) }
	for _, c := range []struct{ name, src, text, hint string }{
		{"unknown key", with("mail", `adress = "x@example.org"`), `config.toml:4: unknown key "adress" in [mail]`, `did you mean "address"?`},
		{"password", with("mail.imap", `password = "tea"`), `config.toml:6: unknown key "password" in [mail.imap]`, `no password stands in a config: put it into a file that only you can read (chmod 600), and name that: password_file = "secret"`},
		{"key of another table", "poll = \"1m\"\n" + rightConfig, `config.toml:1: unknown key "poll"`, `it belongs under [mail.imap]`},
		{"unknown table", rightConfig + "[pages]\nserver = \"x\"\n", `config.toml:13: unknown table [pages]`, `the tables are [log], [mail], [mail.imap], [mail.smtp] and [web]`},
		{"pages nowhere", rightConfig + "[web]\nlisten = \"8025\"\n", `config.toml:14: listen = "8025" is no host:port`, ""},
		{"pages at no address", rightConfig + "[web]\nbase = \"nomic.example.org\"\n", `config.toml:14: base = "nomic.example.org" is no address of a web site`, `write it as "https://nomic.example.org/"`},
		{"pages in no language", rightConfig + "[web]\nlanguage = \"de\"\n", `config.toml:14: language = "de" is none of en, es, hu, pt, tr`, ""},
		{"wrong type", with("mail.imap", "folder = 3"), `config.toml:6: folder is a number, and it should be a text in quotes`, `write it as folder = "INBOX"`},
		{"list of the wrong kind", "organisers = [1]\n" + rightConfig, `config.toml:1: organisers is a list, and it should be a list of texts`, `write it as organisers = ["org@example.org"]`},
		{"no list", "organisers = \"a@example.org\"\n" + rightConfig, `config.toml:1: organisers is a text, and it should be a list of texts`, ""},
		{"missing", without(`address = "nomic@example.org"`), `config.toml: [mail] address is missing`, `add under [mail]: address = "nomic@example.org"`},
		{"health of another machine", "health = \"0.0.0.0:9725\"\n" + rightConfig, `config.toml:1: health = "0.0.0.0:9725" is no host:port of this machine`, `write it as "127.0.0.1:9725"; whoever asks from elsewhere goes through a server that lets only them in`},
		{"health without a port", "health = \"localhost\"\n" + rightConfig, `config.toml:1: health = "localhost" is no host:port of this machine`, ""},
		{"duration", with("mail.imap", `poll = "soon"`), `config.toml:6: poll = "soon" is no length of time`, `write it as poll = "1m"`},
		{"impossible duration", with("mail.imap", `poll = "1ms"`), `config.toml:6: poll = "1ms" is out of bounds`, ""},
		{"one of", with("mail.imap", `tls = "ssl"`), `config.toml:6: tls = "ssl" is none of tls, starttls, none`, ""},
		{"in the clear", with("mail.smtp", `tls = "none"`), `config.toml:10: tls = "none" would send the password to smtp.example.org in the clear`, ""},
		{"no port", strings.Replace(rightConfig, ":993", "", 1), `config.toml:6: server = "imap.example.org" is not host:port`, `write it as "imap.example.org:993"`},
		{"address", strings.Replace(rightConfig, `"nomic@example.org"`, `"nomic"`, 1), `config.toml:4: address = "nomic" is no mail address`, ""},
		{"twice", with("mail.imap", `folder = "A"`+"\n"+`folder = "B"`), `config.toml:7: folder stands here again`, `the first is in line 6: keep one`},
		{"table twice", rightConfig + "[mail]\n", `config.toml:13: [mail] stands here again`, `the first is in line 3: put both together`},
		{"two brackets", strings.Replace(rightConfig, "[mail.smtp]", "[[mail.smtp]]", 1), `config.toml:9: [[mail.smtp]] has two brackets`, `write [mail.smtp]: there is only one`},
		{"two passwords", with("mail.imap", `password_env = "X"`), `config.toml:6: [mail.imap] has both password_file and password_env`, `keep one of them`},
		{"token without auth", strings.Replace(rightConfig, `password_file = "password"`, `token_command = "x"`, 1), `config.toml:8: [mail.imap] has a token_command and no auth`, ""},
		{"auth without token", with("mail.imap", `auth = "xoauth2"`), `config.toml:6: [mail.imap] has auth and no token_command`, ""},
		{"no password", strings.Replace(rightConfig, `password_file = "password"`+"\n", "", 1), `config.toml:5: [mail.imap] does not say where the password is`, ""},
		{"same folder", with("mail.imap", `done_folder = "INBOX"`), `config.toml: mail would be moved into the folder that it is read from`, ""},
		{"delimiter", with("mail", `delimiter = "--"`), `config.toml:4: delimiter = "--" is no delimiter`, ""},
		{"no TOML", with("mail", `delimiter +`), `config.toml:4: this is not TOML`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := parseConfig("/nowhere/config.toml", []byte(c.src), false)
			all := explain(err)
			if len(all) != 1 {
				t.Fatalf("%d faults instead of one: %v", len(all), err)
			}
			if !strings.HasPrefix(all[0].Text, c.text) || c.hint != "" && all[0].Hint != c.hint {
				t.Errorf("text %q, hint %q", all[0].Text, all[0].Hint)
			}
			plain(t, all)
		})
	}
}

// plain wants faults in the operator's words: no type of Go's in them.
func plain(t *testing.T, all faults) {
	t.Helper()
	for _, f := range all {
		for _, word := range []string{"struct", "main.", "[]string", "int64", "unstable", "%!"} {
			if strings.Contains(f.Text+f.Hint, word) {
				t.Errorf("%q is a programmer's word: %q", word, f)
			}
		}
		if f.Hint == "" {
			t.Errorf("%q has no hint", f.Text)
		}
	}
}

// TestConfigFaultsAtOnce breaks everything in one file.
func TestConfigFaultsAtOnce(t *testing.T) {
	src := "dta = \"x\"\nlog = 3\n[mail\n[mail.imap]\nserver = 7\npoll = \"-3s\"\n??\n[mail.smtp]\nserver = \"smtp.example.org\"\nuser = \"x\"\npassword_file = \"none\"\n"
	_, err := parseConfig("/nowhere/config.toml", []byte(src), true)
	got := map[string]bool{}
	for _, f := range explain(err) {
		place, _, _ := strings.Cut(f.Text, ": ")
		got[place] = true
	}
	for _, line := range []int{1, 2, 3, 5, 6, 7, 9, 11} {
		if !got[fmt.Sprintf("config.toml:%d", line)] {
			t.Errorf("nothing is said of line %d: %v", line, err)
		}
	}
	if !got["config.toml"] {
		t.Errorf("nothing is said of the missing values: %v", err)
	}
	plain(t, explain(err))
}

// TestExampleConfig keeps config.example.toml as the program prints it, and
// right once its password is there.
func TestExampleConfig(t *testing.T) {
	var b bytes.Buffer
	if err := writeExample(&b); err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("../../config.example.toml")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, b.Bytes()) {
		t.Error("config.example.toml is not what the program prints: make example")
	}
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "password"), "s3cret\n", 0o600)
	if _, err := parseConfig(filepath.Join(dir, "config.toml"), b.Bytes(), true); err != nil {
		t.Errorf("the example is not right: %v", err)
	}
	for line := range strings.Lines(b.String()) {
		if len(line) > 81 {
			t.Errorf("a line is longer than 80: %s", line)
		}
	}
}

// TestExampleShowsEveryKey uncomments the whole example, one key at a time.
func TestExampleShowsEveryKey(t *testing.T) {
	var b bytes.Buffer
	if err := writeExample(&b); err != nil {
		t.Fatal(err)
	}
	for _, f := range configFields(reflect.ValueOf(&config{}).Elem(), "") {
		_, key := cutKey(f.key)
		if f.sets {
			continue
		}
		if f.tag.Get("doc") == "" {
			t.Errorf("%s has no doc", f.key)
		}
		if !strings.Contains(b.String(), "\n"+key+" = ") && !strings.Contains(b.String(), "\n#"+key+" = ") {
			t.Errorf("%s does not stand in the example", f.key)
		}
	}
}

// TestUnreadableSecrets reads passwords from places that hold none, and looks
// that no fault shows one.
func TestUnreadableSecrets(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "open"), "s3cret\n", 0o604)
	writeFile(t, filepath.Join(dir, "empty"), "\ns3cret\n", 0o600)
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CREDENTIALS_DIRECTORY", "")
	for source, want := range map[string]string{
		`password_file = "none"`:                            "password_file: there is no file",
		`password_file = "open"`:                            "can be read by others",
		`password_file = "folder"`:                          "cannot be read",
		`password_file = "empty"`:                           "the first line is empty",
		`password_env = "NOMICMAIL_NO_SUCH_VARIABLE"`:       "is not set",
		`password_file = "$CREDENTIALS_DIRECTORY/password"`: "is handed over by systemd",
	} {
		src := strings.Replace(rightConfig, `password_file = "password"`, source, 1)
		src = strings.Replace(src, `password_file = "password"`, `password_command = "echo s3cret"`, 1)
		_, err := parseConfig(filepath.Join(dir, "config.toml"), []byte(src), true)
		all := explain(err)
		if len(all) != 1 || !strings.HasPrefix(all[0].Text, "config.toml:8: ") || !strings.Contains(all[0].Text, want) {
			t.Errorf("%s: %v", source, err)
		}
		if strings.Contains(fmt.Sprint(all), "s3cret") {
			t.Errorf("%s: the secret shows in %v", source, all)
		}
		plain(t, all)
	}
}

func TestCredentials(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("CREDENTIALS_DIRECTORY", dir)
	writeFile(t, filepath.Join(dir, "password"), "s3cret \r\nmore\n", 0o440)
	if s, err := readCredential(credentials + "password"); err != nil || s != "s3cret " {
		t.Errorf("%q, %v", s, err)
	}
	if s, err := readCredential(credentials + "none"); err == nil {
		t.Errorf("%q", s)
	}
}

func writeFile(t *testing.T, path, content string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}
