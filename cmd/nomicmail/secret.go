package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"nomicmail/internal/mailer"
)

// The config says where a secret is and never holds one, so that no error and
// no log can show it: it goes from its place to the login.

// source gives what reads the secret at each login; nil when none is named.
func (s *secretConfig) source() (func(context.Context) (string, error), error) {
	switch {
	case len(s.given()) == 0:
		return nil, nil
	case strings.HasPrefix(s.PasswordFile, credentials):
		return func(context.Context) (string, error) { return readCredential(s.PasswordFile) }, nil
	}
	return mailer.Secret(s.PasswordFile, s.PasswordEnv, s.PasswordCommand+s.TokenCommand)
}

// readCredential reads a file that systemd hands over. Who may read it is
// systemd's care, by an access list that looks like a permission of the group.
func readCredential(path string) (string, error) {
	dir := os.Getenv("CREDENTIALS_DIRECTORY")
	if dir == "" {
		return "", fault{path + " is handed over by systemd, which did not start this", "docs/run.md tells how to run check with it"}
	}
	src, err := os.ReadFile(filepath.Join(dir, strings.TrimPrefix(path, credentials)))
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(string(src), "\n")
	if line = strings.TrimSuffix(line, "\r"); line == "" {
		return "", fault{path + " is empty", "put the password into the file that LoadCredential names, alone on its first line"}
	}
	return line, nil
}

// try reports a file or a variable that cannot be read. Commands are left to
// the login: they may ask a person or a server.
func (s *secretConfig) try(r *configReader, table string) {
	given := s.given()
	if len(given) != 1 || s.PasswordFile == "" && s.PasswordEnv == "" {
		return
	}
	read, err := s.source()
	if err == nil {
		_, err = read(context.Background())
	}
	if err != nil {
		f := secretFault(err)
		r.fault(table+"."+given[0], given[0]+": "+f.Text, f.Hint)
	}
}

// secretFault says in plain words why a secret could not be read.
func secretFault(err error) fault {
	var one fault
	var open *mailer.SecretFileError
	var path *fs.PathError
	switch {
	case errors.As(err, &one):
		return one
	case errors.As(err, &open):
		return fault{open.Name + " can be read by others", "close it: chmod 600 " + open.Name}
	case errors.As(err, &path) && errors.Is(err, fs.ErrNotExist):
		return fault{"there is no file " + path.Path, "put the password into it, alone on its first line, and: chmod 600 " + path.Path}
	case errors.As(err, &path):
		return fault{fmt.Sprintf("%s cannot be read: %v", path.Path, path.Err), "it is a file with the password on its first line, and belongs to the user that runs nomicmail"}
	}
	return fault{strings.TrimPrefix(err.Error(), "mailer: secret: "), "the first line of the file, the variable or the command's output is the password"}
}
