package main

import "strings"

// What is told where no server is believed about the senders of mail.
const (
	noAuthServer     = "auth_server is not set: that a mail is its sender's is known by its own DKIM signature alone, and a mail without one is asked about"
	noAuthServerHint = "look at the source of any mail in the mailbox: the name behind \"Authentication-Results:\" is the one for auth_server = in the config"
)

// warnTrust says once, at the start, that games want to be surer of who wrote a
// mail than the config lets us be.
func (d *daemon) warnTrust() error {
	if d.office.config.Mail.AuthServer != "" {
		return nil
	}
	var names []string
	for _, name := range d.mod.Games() {
		g, err := d.mod.Game(name)
		if err != nil {
			return err
		}
		if level, _ := g.Custom("trust"); level != "from" {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		d.log.Warn(noAuthServer, "games", strings.Join(names, " "), "hint", noAuthServerHint)
	}
	return nil
}

// checkAuth says whether a server is believed about the senders of mail.
func checkAuth(c *config) finding {
	if c.Mail.AuthServer == "" {
		return finding{OK: true, Text: noAuthServer, Hint: noAuthServerHint}
	}
	return finding{OK: true, Text: "what " + c.Mail.AuthServer + " says about the senders of mail is believed"}
}
