package mailer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

const (
	secretLimit = 64 << 10
	secretTime  = 30 * time.Second
)

// Secret returns a function that reads a password or token anew each time it is
// asked, so that a changed password or a fresh token needs no restart. Exactly
// one of the three must be given: a file that only its owner may read, the name
// of an environment variable, or a shell command, of which the first line of
// output counts and which must end within 30 s.
func Secret(file, env, command string) (func(context.Context) (string, error), error) {
	given := 0
	for _, s := range []string{file, env, command} {
		if s != "" {
			given++
		}
	}
	switch {
	case given != 1:
		return nil, fmt.Errorf("mailer: secret: want one of file, variable and command, got %d", given)
	case file != "":
		return func(context.Context) (string, error) { return secretFile(file) }, nil
	case env != "":
		return func(context.Context) (string, error) { return secretEnv(env) }, nil
	}
	return func(ctx context.Context) (string, error) { return secretCommand(ctx, command) }, nil
}

func secretFile(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", fmt.Errorf("mailer: secret: %w", err)
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return "", fmt.Errorf("mailer: secret: %w", err)
	}
	if st.Mode().Perm()&0o077 != 0 {
		return "", &SecretFileError{name, st.Mode().Perm()}
	}
	b, err := io.ReadAll(io.LimitReader(f, secretLimit))
	if err != nil {
		return "", fmt.Errorf("mailer: secret: %w", err)
	}
	return firstLine(b, name)
}

// SecretFileError says that a password file may be read by others.
type SecretFileError struct {
	Name string
	Mode os.FileMode
}

func (e *SecretFileError) Error() string {
	return fmt.Sprintf("mailer: secret: %s may be read by others (mode %04o)", e.Name, e.Mode)
}

func secretEnv(name string) (string, error) {
	v, ok := os.LookupEnv(name)
	if !ok {
		return "", fmt.Errorf("mailer: secret: environment variable %s is not set", name)
	}
	return firstLine([]byte(v), name)
}

func secretCommand(ctx context.Context, command string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, secretTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.WaitDelay = time.Second // a child of the shell may keep the pipes open
	var out, complaint limited
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil // the shell itself ended well
	}
	if err != nil {
		said, _, _ := strings.Cut(strings.TrimSpace(complaint.String()), "\n")
		return "", fmt.Errorf("mailer: secret: command: %w: %s", errors.Join(ctx.Err(), err), said)
	}
	return firstLine(out.Bytes(), "command")
}

func firstLine(b []byte, from string) (string, error) {
	line, _, _ := bytes.Cut(b, []byte("\n"))
	line = bytes.TrimSuffix(line, []byte("\r"))
	if len(line) == 0 {
		return "", fmt.Errorf("mailer: secret: %s: the first line is empty", from)
	}
	return string(line), nil
}

// limited keeps the first secretLimit bytes written to it and takes the rest.
type limited struct{ bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	l.Buffer.Write(p[:min(len(p), max(0, secretLimit-l.Len()))])
	return len(p), nil
}
