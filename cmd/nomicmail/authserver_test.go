package main

import (
	"log/slog"
	"strings"
	"testing"

	"nomicmail/internal/moderator"
)

// TestNoAuthServer: whoever runs games that want to be sure of who wrote a mail
// reads once that no server is believed about that; friends who believe a From
// field do not.
func TestNoAuthServer(t *testing.T) {
	for _, c := range []struct {
		server, trust string
		warns         int
	}{{"", "aligned", 1}, {"", "", 1}, {"", "from", 0}, {"mx.example.org", "aligned", 0}} {
		d := atDesk(t)
		d.office.config.Mail.AuthServer = c.server
		f := moderator.GameFile{Name: "tea", Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC",
			Players: []moderator.PlayerFile{{Given: "Ada", Surname: "Quillfeather", Addresses: []string{"ada@example.org"}}}}
		if c.trust != "" {
			f.Customs = map[string]string{"trust": c.trust}
		}
		_, err := d.mod.Create(f, "org", d.at)
		d.must(err)
		var log strings.Builder
		d.must((&daemon{office: d.office, mod: d.mod, log: slog.New(slog.NewTextHandler(&log, nil))}).warnTrust())
		if n := strings.Count(log.String(), "auth_server is not set"); n != c.warns || n > 0 && !strings.Contains(log.String(), "Authentication-Results") {
			t.Errorf("%q, %q: %s", c.server, c.trust, &log)
		}
		if f := checkAuth(d.office.config); !f.OK || (f.Hint != "") != (c.server == "") {
			t.Errorf("check says %+v", f)
		}
	}
}
