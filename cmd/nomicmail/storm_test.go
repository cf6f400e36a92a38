package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nomicmail/internal/mailer/mailhost"
	"nomicmail/internal/store"
)

// TestProgramsOnRealServers: a second moderator, a player's vacation script and
// an old out-of-office program sit at mailboxes of the mail host, and each gets
// letters. All of them write to the game at most once for a letter, with votes in
// what they write; nothing that they say counts, and nothing is answered.
func TestProgramsOnRealServers(t *testing.T) {
	e := newEndToEnd(t, "second")
	e.vacation("ada")
	daemon := e.serve()
	stopSecond := e.second()
	e.write("storm.toml", stormGame("game", "second"))
	e.verb("game", "new", "--file", filepath.Join(e.dir, "storm.toml"))
	e.verb("game", "start", "tea")
	e.bob.gets("the game begins")

	e.cem.sends("cem", "ada", "cem", "hello", "Are you there?\n")
	e.cem.gets("I am away") // the script works, and does so for people
	for _, subject := range []string{"Out of office: the game begins", "Automatic reply: vote", "Out of Office AutoReply: status"} {
		e.bob.sends("bob", "game+tea", "", subject, "I am away until Monday.\n\nenact\nI am never away.\nend\n")
	}
	// Somebody lets the two moderators write to each other.
	e.cem.sends("second+cake", "game+tea", "second+cake", "hello", "status\n")
	e.cem.sends("game+tea", "second+cake", "game+tea", "hello", "status\n")
	for range 3 { // an answer to an answer would have come between these
		e.cem.writes("how is it", "status\n")
		e.cem.gets("waiting for")
	}
	e.quiet()
	daemon.stop()
	stopSecond()
	e.nothingAnswered("data", "second")
	e.nothingAnswered("data2", "game")
}

// stormGame is a game of a moderator in which another one is a player.
func stormGame(mine, other string) string {
	text := "name = \"" + stormName(mine) + "\"\nruleset = \"suber-mail.en\"\nlanguage = \"en\"\ntimezone = \"UTC\"\n[customs]\ntrust = \"from\"\ndebate_least = \"0h\"\n"
	players := [][3]string{{"Other", "Moderator", other + "+" + stormName(other)}}
	if mine == "game" {
		players = append(players, [3]string{"Ada", "Quillfeather", "ada"}, [3]string{"Bob", "Crumhorn", "bob"}, [3]string{"Cem", "Oatmarsh", "cem"})
	} else {
		players = append(players, [3]string{"Dov", "Ellery", "org"})
	}
	for _, p := range players {
		text += fmt.Sprintf("[[player]]\ngiven = %q\nsurname = %q\naddresses = [%q]\n", p[0], p[1], p[2]+"@"+mailhost.Domain)
	}
	return text
}

// stormName is the game of a moderator.
func stormName(moderator string) string {
	if moderator == "game" {
		return "tea"
	}
	return "cake"
}

// second starts another daemon, with a game of its own.
func (e *endToEnd) second() (stop func()) {
	e.t.Helper()
	e.write("password2", mailhost.Password("second")+"\n")
	e.write("second.toml", strings.ReplaceAll(e.config("second", "data2"), `"password"`, `"password2"`))
	e.write("storm2.toml", stormGame("second", "game"))
	config := []string{"--config", filepath.Join(e.dir, "second.toml")}
	for _, args := range [][]string{{"game", "new", "--file", filepath.Join(e.dir, "storm2.toml")}, {"game", "start", "cake"}} {
		if code, _, errout := runs(e.t, "", append(args, config...)...); code != exitDone {
			e.t.Fatalf("%v: %s", args, errout)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		run(ctx, append([]string{"serve"}, config...), nil, io.Discard, io.Discard)
	}()
	stop = func() { cancel(); <-ended }
	e.t.Cleanup(stop)
	return stop
}

// vacation gives a user the script that Dovecot answers by (RFC 5230).
func (e *endToEnd) vacation(user string) {
	e.t.Helper()
	home := filepath.Join(e.host.Dir, "mail", user)
	e.must(os.MkdirAll(home, 0o777))
	e.must(os.Chmod(home, 0o777)) // Dovecot's own user makes the mailbox there
	script := []byte("require \"vacation\";\nvacation :subject \"I am away\" \"301 FOR\";\n")
	e.must(os.WriteFile(filepath.Join(home, ".dovecot.sieve"), script, 0o644))
}

// nothingAnswered looks into a record: of what programs wrote nothing counted.
func (e *endToEnd) nothingAnswered(data, other string) {
	e.t.Helper()
	book, err := store.Open(filepath.Join(e.dir, data, "nomicmail.db"))
	e.must(err)
	defer book.Close()
	from := map[string]int{}
	for _, game := range []string{"", "tea", "cake"} {
		for in, err := range book.Inputs(game) {
			e.must(err)
			from[in.From]++
			program := strings.HasPrefix(in.From, other) || strings.HasPrefix(in.From, "bob") || strings.HasPrefix(in.From, "ada")
			if forged := strings.Contains(in.ID, ".cem@"); program && !forged && !strings.HasPrefix(in.Outcome, "ignored") {
				e.t.Errorf("%s from %s: %s\n%s", in.ID, in.From, in.Outcome, in.Raw)
			}
		}
	}
	e.t.Logf("%s: mails by sender: %v", data, from)
	if from[other+"+"+stormName(other)+"@"+mailhost.Domain] < 2 {
		e.t.Errorf("the other moderator never wrote: %v", from)
	}
}
