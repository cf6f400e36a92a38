package mailer

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestSecret(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	t.Setenv("NOMICMAIL_TEST_SECRET", "from the environment")
	for _, c := range []struct{ name, file, env, command, want, fails string }{
		{name: "file", file: file("good", "from a file\r\nand more\n", 0o600), want: "from a file"},
		{name: "open file", file: file("open", "x", 0o640), fails: "may be read by others"},
		{name: "empty file", file: file("empty", "\n", 0o600), fails: "first line is empty"},
		{name: "no file", file: filepath.Join(dir, "none"), fails: "no such file"},
		{name: "variable", env: "NOMICMAIL_TEST_SECRET", want: "from the environment"},
		{name: "no variable", env: "NOMICMAIL_TEST_NONE", fails: "is not set"},
		{name: "command", command: "echo a token; echo more", want: "a token"},
		{name: "command that fails", command: "echo secret; echo why >&2; exit 3", fails: "exit status 3: why"},
		{name: "command that leaves a child", command: "echo token; sleep 30 &", want: "token"},
		{name: "command that floods", command: "echo token; head -c 10000000 /dev/zero", want: "token"},
	} {
		t.Run(c.name, func(t *testing.T) {
			read, err := Secret(c.file, c.env, c.command)
			if err != nil {
				t.Fatal(err)
			}
			got, err := read(t.Context())
			if got != c.want || (err == nil) != (c.fails == "") {
				t.Fatalf("got %q, %v", got, err)
			}
			if err != nil && !strings.Contains(err.Error(), c.fails) {
				t.Errorf("failed with %v, want %q", err, c.fails)
			}
			if err != nil && strings.Contains(err.Error(), "secret; ") {
				t.Errorf("the error tells the secret: %v", err)
			}
			if err != nil && Hint(err) == "" {
				t.Errorf("no hint for %v", err)
			}
		})
	}
}

// TestSecretTakesTooLong: a command that hangs is ended with ctx.
func TestSecretTakesTooLong(t *testing.T) {
	read, err := Secret("", "", "sleep 60")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := read(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestSecretWantsOne(t *testing.T) {
	if _, err := Secret("", "", ""); err == nil {
		t.Error("none was enough")
	}
	if _, err := Secret("a", "b", ""); err == nil {
		t.Error("two were taken")
	}
}

// TestValidate: everything that is wrong is said at once.
func TestValidate(t *testing.T) {
	err := Account{Address: "host", TLS: "ssl", Auth: "magic", User: "u"}.Validate()
	for _, want := range []string{"host:port", "ssl", "magic", "no secret"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("nothing of %q in %v", want, err)
		}
	}
	if err := Watch(t.Context(), InboxOptions{}, nil); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("Watch with no account: %v", err)
	}
}
