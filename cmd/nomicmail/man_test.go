package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// program finds one that a test asks for its opinion. It is wanted where
// everything is tested, and on other machines the test can do without.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil && (os.Getenv("CI") == "true" || name == "bash") {
		t.Fatalf("this test needs %s; test.sh installs it", name)
	}
	if err != nil {
		t.Skipf("%s is not installed", name)
	}
	return path
}

// TestManualPages: every verb, flag and key stands in them, and mandoc finds no
// fault.
func TestManualPages(t *testing.T) {
	_, page, _ := runs(t, "", "help", "--man")
	for _, v := range verbs() {
		if !strings.Contains(page, "\n.SS "+roff(strings.TrimPrefix(v.usage(), "nomicmail "))+"\n") {
			t.Errorf("%s is missing", v.name)
		}
		for _, f := range flagNames(v) {
			if !strings.Contains(page, `\fB`+roff("--"+f)) {
				t.Errorf("--%s of %s is missing", f, v.name)
			}
		}
	}
	_, other, _ := runs(t, "", "help", "--man", "config")
	for _, f := range configFields(reflect.ValueOf(&config{}).Elem(), "") {
		if _, key := cutKey(f.key); !f.sets && !strings.Contains(other, `\fB`+roff(key+" = ")) {
			t.Errorf("%s is missing", f.key)
		}
	}
	if code, _, _ := runs(t, "", "help", "--man", "serve"); code != exitUse {
		t.Errorf("a page of a verb: exit %d", code)
	}
	mandoc := program(t, "mandoc")
	dir := t.TempDir()
	for name, text := range map[string]string{"nomicmail.1": page, "nomicmail.toml.5": other} {
		writeFile(t, filepath.Join(dir, name), text, 0o644)
		if out, err := exec.Command(mandoc, "-Tlint", "-Wwarning", filepath.Join(dir, name)).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// TestRoff prints what is special to roff, and mandoc gives it back.
func TestRoff(t *testing.T) {
	cmd := exec.Command(program(t, "mandoc"), "-Tutf8", "-Owidth=200")
	text := `.dots 'quotes' a\fBc \e -- ~ ^ "x"`
	cmd.Stdin = strings.NewReader(".TH X 1 2026-01-01\n.SH X\n" + roff(text) + "\n")
	out, err := cmd.Output()
	if err != nil || !bytes.Contains(out, []byte(text)) {
		t.Errorf("%v: %q is not in\n%s", err, text, out)
	}
}

// TestZshCompletion asks zsh, with what it would show at the terminal replaced
// by printing.
func TestZshCompletion(t *testing.T) {
	zsh := program(t, "zsh")
	_, script, _ := runs(t, "", "completion", "zsh")
	const stage = `
compdef() { : }
_files() { print files }
_describe() { local -a all; all=(${(P)@[-1]}); print -l -- ${all%%:*} }
`
	for line, want := range map[string]string{"nomicmail ser": "serve", "nomicmail game re": "resume", "nomicmail game new --rul": "--ruleset",
		"nomicmail record tea x": "files", "nomicmail outbox --j": "--json", "nomicmail outbox re": "retry"} {
		ask := stage + script + "\nwords=(" + line + ") CURRENT=$#words\n_nomicmail\n"
		out, err := exec.Command(zsh, "-f", "-c", ask).CombinedOutput()
		if err != nil || !strings.Contains("\n"+string(out), "\n"+want+"\n") {
			t.Errorf("%s: %v, %s", line, err, out)
		}
	}
}

// TestFishCompletion asks fish itself.
func TestFishCompletion(t *testing.T) {
	fish := program(t, "fish")
	_, script, _ := runs(t, "", "completion", "fish")
	t.Setenv("HOME", t.TempDir())
	for line, want := range map[string]string{"nomicmail ser": "serve", "nomicmail game re": "resume", "nomicmail game new --rul": "--ruleset",
		"nomicmail record tea --ha": "--hashes", "nomicmail outbox ret": "retry"} {
		cmd := exec.Command(fish, "--no-config", "-c", "source; complete -C '"+line+"'")
		cmd.Stdin = strings.NewReader(script)
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.HasPrefix(string(out), want+"\t") {
			t.Errorf("%s: %v, %s", line, err, out)
		}
	}
}

// TestUnit: the packaged unit is what the program prints, and another place and
// user stand in another's.
func TestUnit(t *testing.T) {
	_, out, _ := runs(t, "", "unit", "--packaged")
	have, err := os.ReadFile("../../packaging/nomicmail.service")
	if err != nil || string(have) != out {
		t.Errorf("packaging/nomicmail.service is not what the program prints: make example (%v)", err)
	}
	dir := t.TempDir()
	config := filepath.Join(dir, "config.toml")
	writeFile(t, config, rightConfig, 0o600)
	code, out, errout := runs(t, "", "unit", "--config", config, "--user", "nobody")
	for _, want := range []string{"serve --config " + config + "\n", "User=nobody\n", "ReadWritePaths=" + filepath.Join(dir, "data") + "\n", "ProtectHome=yes\n"} {
		if code != exitDone || !strings.Contains(out, want) {
			t.Errorf("exit %d, nothing of %q: %s\n%s", code, want, errout, out)
		}
	}
	for _, not := range []string{"StateDirectory", "LoadCredential"} {
		if strings.Contains(out, not) {
			t.Errorf("%s stands in\n%s", not, out)
		}
	}
	for user, want := range map[string]string{"root": "needs no root", "no-such-user": "useradd"} {
		if code, _, errout := runs(t, "", "unit", "--config", config, "--user", user); code != exitFault || !strings.Contains(errout, want) {
			t.Errorf("%s: exit %d, %s", user, code, errout)
		}
	}
}
