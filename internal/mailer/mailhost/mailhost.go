// Package mailhost runs Dovecot and Postfix on loopback for tests, by means of
// scripts/mailhost.sh, which says what they can do.
package mailhost

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ErrMissing says that this machine cannot run the host: we are not root, or
// Dovecot and Postfix are not installed ("scripts/mailhost.sh install").
var ErrMissing = errors.New("mailhost: needs root, Dovecot and Postfix")

// Domain is the one that mail is delivered for.
const Domain = "example.test"

// Host is a running mail host.
type Host struct {
	Dir    string // all its state
	CAFile string // who signed its certificate, which is for 127.0.0.1

	IMAP, IMAPS             string // host:port with STARTTLS and with TLS
	Submission, Submissions string // the same for sending
	SMTP, LMTP              string // where mail of others comes in

	script string
	env    []string
	lists  bool
}

// Password is that of a user.
func Password(user string) string { return "pw-" + user }

// Start starts a host with these users. It must be ended with Stop.
func Start(users ...string) (*Host, error) { return start(nil, users) }

func start(lists []MailingList, users []string) (*Host, error) {
	if !able() {
		return nil, ErrMissing
	}
	script, err := findScript()
	if err != nil {
		return nil, err
	}
	// Paths of Unix sockets are short, and the daemons' users must get in.
	dir, err := os.MkdirTemp("/tmp", "nm-")
	if err != nil {
		return nil, fmt.Errorf("mailhost: %w", err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		return nil, fmt.Errorf("mailhost: %w", err)
	}
	h := &Host{Dir: dir, script: script, env: append(os.Environ(),
		"MAILHOST_DIR="+dir, "MAILHOST_DOMAIN="+Domain, "MAILHOST_USERS="+strings.Join(users, " "),
		fmt.Sprintf("MAILHOST_BASE=%d", freeBase()))}
	if lists != nil {
		if err := h.name(lists); err != nil {
			h.Stop()
			return nil, err
		}
	}
	if err := h.Restart(); err != nil {
		h.Stop()
		return nil, err
	}
	return h, h.learn()
}

func able() bool {
	for _, f := range []string{"/usr/sbin/dovecot", "/usr/lib/dovecot/lmtp", "/usr/lib/postfix/sbin/master", "/usr/bin/openssl"} {
		if _, err := os.Stat(f); err != nil {
			return false
		}
	}
	return os.Getuid() == 0
}

func findScript() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		name := filepath.Join(dir, "scripts", "mailhost.sh")
		if _, err := os.Stat(name); err == nil {
			return name, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("mailhost: scripts/mailhost.sh is not above the working directory")
		}
		dir = filepath.Dir(dir)
	}
	return "", fmt.Errorf("mailhost: %w", err)
}

// freeBase finds a thousand ports of which the host's are free.
func freeBase() int {
	for {
		base := 12000 + rand.N(18)*1000
		if free(base+24, base+25, base+26, base+143, base+190, base+465, base+587, base+993) {
			return base
		}
	}
}

func free(ports ...int) bool {
	for _, p := range ports {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", p))
		if err != nil {
			return false
		}
		l.Close()
	}
	return true
}

// Restart starts what does not run. The mail is kept.
func (h *Host) Restart() error {
	_, err := h.run("start")
	if err == nil && h.lists {
		_, err = h.list("start")
	}
	return err
}

// The two servers, as Halt knows them.
const (
	Dovecot = "dovecot"
	Postfix = "postfix"
)

// Halt stops a server, or both when none is named; the mail is kept.
func (h *Host) Halt(server ...string) error {
	_, err := h.run(append([]string{"stop"}, server...)...)
	return err
}

// Stop stops the host and removes all traces of it.
func (h *Host) Stop() error {
	var unlisted error
	if h.lists {
		_, unlisted = h.list("stop")
	}
	_, err := h.run("clean")
	return errors.Join(unlisted, err)
}

// JWT returns an OAuth token of a user, good for so many seconds.
func (h *Host) JWT(user string, seconds int) (string, error) {
	out, err := h.run("jwt", user, fmt.Sprint(seconds))
	return strings.TrimSpace(out), err
}

// Kick drops the IMAP connections of a user.
func (h *Host) Kick(user string) error {
	out, err := exec.Command("doveadm", "-c", filepath.Join(h.Dir, "d", "dovecot.conf"), "kick", user).CombinedOutput()
	if err != nil {
		return fmt.Errorf("mailhost: kick %s: %w: %s", user, err, out)
	}
	return nil
}

// Queue tells the files of the mails that Postfix has taken and not yet delivered.
// A mail moves from folder to folder while we look: only two empty answers, one
// after the other, say that there is none.
func (h *Host) Queue() ([]string, error) {
	var taken []string
	for _, folder := range []string{"maildrop", "incoming", "active", "deferred"} {
		err := filepath.WalkDir(filepath.Join(h.Dir, "p", "spool", folder), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return gone(err)
			}
			info, err := d.Info()
			// Postfix makes a file executable when it holds the whole mail. One that
			// is not was being written when Postfix was stopped, is nobody's mail, and
			// lies there until "postfix check" some day.
			if err == nil && info.Mode()&0o100 != 0 {
				taken = append(taken, name)
			}
			return gone(err)
		})
		if err != nil {
			return nil, fmt.Errorf("mailhost: %w", err)
		}
	}
	return taken, nil
}

// gone forgives that a mail has been delivered while we looked.
func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Log returns the ends of the daemons' logs.
func (h *Host) Log() string {
	out, _ := h.run("log")
	if h.lists {
		more, _ := h.list("log")
		out += more
	}
	return out
}

func (h *Host) run(args ...string) (string, error) { return h.bash(h.script, args) }

func (h *Host) bash(script string, args []string) (string, error) {
	cmd := exec.Command("bash", append([]string{script}, args...)...)
	cmd.Env = h.env
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("mailhost: %s: %w: %s", args[0], err, complaint.String())
	}
	return out.String(), nil
}

func (h *Host) learn() error {
	out, err := h.run("env")
	if err != nil {
		return err
	}
	for sc := bufio.NewScanner(strings.NewReader(out)); sc.Scan(); {
		name, value, _ := strings.Cut(sc.Text(), "=")
		switch name {
		case "MAILHOST_CA":
			h.CAFile = value
		case "MAILHOST_IMAP":
			h.IMAP = value
		case "MAILHOST_IMAPS":
			h.IMAPS = value
		case "MAILHOST_SUBMISSION":
			h.Submission = value
		case "MAILHOST_SUBMISSIONS":
			h.Submissions = value
		case "MAILHOST_SMTP":
			h.SMTP = value
		case "MAILHOST_LMTP":
			h.LMTP = value
		}
	}
	return nil
}
