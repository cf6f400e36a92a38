package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/ballots"
	"nomicmail/internal/moderator"
)

// sealedGame plays a vote of two with sealed ballots, of which one is changed, and
// gives the folder of its export.
func sealedGame(t *testing.T) (d *desktop, dir string) {
	t.Helper()
	d = atDesk(t)
	file, err := moderator.ParseGameFile("tea.toml", []byte(strings.Replace(diceGame, "[customs]", "[customs]\nballots = \"sealed\"", 1)))
	d.must(err)
	_, err = d.mod.Create(file, "org@example.org", d.at)
	d.must(err)
	d.acts(time.Hour, moderator.Act{Verb: "start"})
	d.writes(time.Hour, "ada", "enact\ntitle: Tea\nTea is at four.\nend")
	d.writes(time.Hour, "bob", "301 FOR")
	d.writes(time.Hour, "bob", "301 AGAINST")
	d.writes(time.Hour, "ada", "301 FOR")
	d.must(d.office.close())
	return d, d.export()
}

// lettersOf saves letters of an export as their readers may: the result, and the
// receipt before it.
func lettersOf(t *testing.T, dir string) (result, receipt string) {
	t.Helper()
	box, err := openInOrder(filepath.Join(dir, exportLetters))
	if err != nil {
		t.Fatal(err)
	}
	defer box.close()
	for n := range box.mails {
		raw, err := box.raw(n)
		if err != nil {
			t.Fatal(err)
		}
		f := ballotsInMail(raw)
		if len(f.Tallies) > 0 {
			result = filepath.Join(dir, "result.eml")
			writeFile(t, result, string(raw), 0o600)
		} else if len(f.Lists) > 0 && result == "" {
			receipt = filepath.Join(dir, "receipt.eml")
			writeFile(t, receipt, string(raw), 0o600)
		}
	}
	if result == "" || receipt == "" {
		t.Fatalf("no letters: %q, %q", result, receipt)
	}
	return result, receipt
}

// TestVerifyBallots proves a vote with the game, with its export, and with two
// letters alone.
func TestVerifyBallots(t *testing.T) {
	d, dir := sealedGame(t)
	result, receipt := lettersOf(t, dir)
	want := "tea 301: every seal opens (2 sealed, 0 unsealed, 1 struck), and the sums are right: 1 FOR, 1 AGAINST, 0 ABSTAIN"
	for _, args := range [][]string{
		{"tea", "--config", d.config}, {"tea", "301", "--config", d.config},
		{result}, {result, receipt}, {filepath.Join(dir, exportLetters)}, {filepath.Join(dir, exportRecord)},
	} {
		code, out, stderr := runs(t, "", append([]string{"verify", "--ballots"}, args...)...)
		if code != exitDone || !strings.HasPrefix(out, want) {
			t.Errorf("%s: exit %d, %q, %q", args, code, out, stderr)
		}
	}
	code, out, _ := runs(t, "", "verify", "--ballots", "--json", result, receipt)
	var p ballots.Proof
	if err := json.Unmarshal([]byte(out), &p); err != nil || code != exitDone || len(p.Tallies) != 1 || p.Tallies[0].Lists == 0 {
		t.Fatalf("as JSON: exit %d, %v, %s", code, err, out)
	}
	key := p.Tallies[0].Ballots[1].Key()
	if code, out, _ := runs(t, "", "verify", "--ballots", result, "--key", key); code != exitDone || !strings.Contains(out, "your vote AGAINST on 301 is in the tally, as the ballot of Bob Crumhorn") {
		t.Errorf("with a key: exit %d, %q", code, out)
	}
}

// TestVerifyBallotsFinds: what is done to a letter, or is not there, is told.
func TestVerifyBallotsFinds(t *testing.T) {
	d, dir := sealedGame(t)
	result, receipt := lettersOf(t, dir)
	src, err := os.ReadFile(result)
	d.must(err)
	flipped := regexp.MustCompile(`(tea 301 [0-9a-f]{32}) AGAINST`).ReplaceAllString(string(src), "$1 FOR")
	flipped = strings.ReplaceAll(flipped, "1 FOR, 1 AGAINST", "2 FOR, 0 AGAINST")
	dropped := regexp.MustCompile(`(?m)^\| +1 sealed, Bob Crumhorn\r?\n.*\n.*\n`).ReplaceAllString(string(src), "")
	for name, text := range map[string]string{"flipped": flipped, "dropped": dropped} {
		if text == string(src) {
			t.Fatalf("%s: the letter is as it was", name)
		}
		writeFile(t, filepath.Join(dir, name+".eml"), text, 0o600)
	}
	for _, test := range []struct{ args, want string }{
		{filepath.Join(dir, "flipped.eml"), "the ballot of Bob Crumhorn does not open its seal"},
		{filepath.Join(dir, "dropped.eml"), "is cut short, or a line of it was altered"},
		{receipt, "no sealed vote that is over is here"},
		{result + " --key 00112233445566778899aabbccddeeff", "opens no ballot that was counted here"},
		{"coffee --config " + d.config, "coffee"},
		{"tea 3o1 --config " + d.config, "no number of a proposal"},
		{"tea 302 --config " + d.config, "no sealed vote that is over is here"},
		{"", "wants a game or files"},
	} {
		code, out, stderr := runs(t, "", append([]string{"verify", "--ballots"}, strings.Fields(test.args)...)...)
		if code == exitDone || strings.Contains(out, "every seal opens") && !strings.Contains(test.args, "--key") || !strings.Contains(stderr, test.want) {
			t.Errorf("%q: exit %d, %q, %q; want %q", test.args, code, out, stderr, test.want)
		}
	}
	if code, _, stderr := runs(t, "", "verify", "tea"); code == exitDone || !strings.Contains(stderr, "with --ballots alone") {
		t.Errorf("verify tea: exit %d, %q", code, stderr)
	}
}
