package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"nomicmail/internal/mailer"
)

// finding is one line of the check.
type finding struct {
	OK   bool   `json:"ok"`
	Text string `json:"text"`
	Hint string `json:"hint,omitempty"`
}

// check looks at everything that the daemon needs.
func check(f *flag.FlagSet) action {
	w, asJSON := whereFlags(f), jsonFlag(f)
	wait := f.Duration("wait", time.Minute, "how `LONG` a mail to ourselves may take to come back")
	logins := f.Bool("logins", false, "only log in: send no mail to ourselves")
	return func(ctx context.Context, c *call) error {
		cfg, err := w.load(true)
		if err != nil {
			return err
		}
		found := []finding{{OK: true, Text: "the config " + cfg.path + " is right"}, checkData(cfg.Data), checkAuth(cfg)}
		o, err := cfg.checks()
		if err != nil {
			return err
		}
		if o.Wait = *wait; *logins {
			o.Address = ""
		}
		if isTerminal(c.err) {
			fmt.Fprintln(c.err, "logging in ...")
		}
		for _, m := range mailer.Check(ctx, o) {
			found = append(found, finding(m))
		}
		if *asJSON {
			err = printJSON(c.out, found)
		} else {
			printFindings(c, found)
		}
		for _, f := range found {
			if !f.OK && err == nil {
				err = fault{"not everything is right", "do what is written below the lines that begin with NO, and check again; docs/trouble.md has more"}
			}
		}
		return err
	}
}

// checks is what the mailer shall look at.
func (c *config) checks() (mailer.CheckOptions, error) {
	in, err := c.inbox()
	if err != nil {
		return mailer.CheckOptions{}, err
	}
	s := &c.Mail.SMTP
	out, err := account(s.Server, s.TLS, s.User, s.CAFile, &s.secretConfig)
	return mailer.CheckOptions{Inbox: in, Sending: out, Address: c.Mail.Address, Tag: c.Mail.Delimiter}, err
}

func printFindings(c *call, found []finding) {
	for _, f := range found {
		mark := "ok"
		if !f.OK {
			mark = "NO"
		}
		c.printf("%s  %s\n", mark, oneLine(f.Text))
		if f.Hint != "" {
			c.printf("      %s\n", oneLine(f.Hint))
		}
		if s := troubleOf(f.Hint); s != "" && !f.OK {
			c.printf("      see docs/trouble.md, %q\n", s)
		}
	}
}

// checkData says whether the data folder can hold the record. Where there is
// none it is made by the daemon.
func checkData(dir string) finding {
	for parent := dir; ; parent = filepath.Dir(parent) {
		if _, err := os.Stat(parent); err != nil && parent != filepath.Dir(parent) {
			continue
		}
		f, err := os.CreateTemp(parent, ".nomicmail-check-*")
		if err != nil {
			return finding{Text: "the data folder " + dir + " cannot be written: " + err.Error(),
				Hint: "give it to the user that runs nomicmail: chown nomicmail " + dir}
		}
		f.Close()
		os.Remove(f.Name())
		if parent != dir {
			return finding{OK: true, Text: "the data folder " + dir + " is not there yet; it will be made"}
		}
		return finding{OK: true, Text: "the data folder " + dir + " can be written"}
	}
}
