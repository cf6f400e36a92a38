package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/mailer/mailhost"
)

// TestInitEndToEnd goes from a clean folder to a game that is played, through
// real Dovecot and Postfix, with one scripted run of init.
func TestInitEndToEnd(t *testing.T) {
	e := newEndToEnd(t)
	e.must(os.Remove(filepath.Join(e.dir, "config.toml")))
	e.must(os.Rename(filepath.Join(e.dir, "password"), filepath.Join(e.dir, "secret")))
	answers := fmt.Sprintf("address = game@%s\nuser = game\nimap = %s\nsmtp = %s\nca_file = %s\npassword_file = %s\norganiser = org@%[1]s\n",
		mailhost.Domain, e.host.IMAPS, e.host.Submissions, e.host.CAFile, filepath.Join(e.dir, "secret"))
	answers += "game = tea\nplay = friendly\nlanguage = en\ntimezone = UTC\ntrust = from\ndebate_least = 0h\nstart = yes\n"
	for _, p := range []string{"Ada QUILLFEATHER <ada@%s>", "Bob CRUMHORN <bob@%s>", "Cem OATMARSH <cem@%s>"} {
		answers += "player = " + fmt.Sprintf(p, mailhost.Domain) + "\n"
	}
	e.write("answers", answers)
	begin := time.Now()
	out := e.verb("init", "--answers", filepath.Join(e.dir, "answers"))
	t.Logf("from nothing to a game in %v:\n%s", time.Since(begin).Round(time.Millisecond), out)
	if !strings.Contains(out, "the game tea is made, with 3 players, and its first turn has begun") {
		t.Errorf("init says\n%s", out)
	}
	daemon := e.serve()
	for _, p := range e.players() {
		p.gets("welcome")
	}
	e.bob.gets("the game begins")
	e.bob.writes("enact", "enact\ntitle: Tea\nTea is at four.\nend\n")
	e.ada.gets("301: vote by")
	t.Logf("and to the first ballot in %v", time.Since(begin).Round(time.Millisecond))
	daemon.stop()
}
