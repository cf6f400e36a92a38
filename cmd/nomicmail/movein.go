package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// movein is a backup with its config on the way to its new machine.
type movein struct {
	files  map[string][]byte // the config and what it names
	record string            // a file that holds the record
}

const (
	mostMovedFile   = 4 << 20  // bytes of each file but the record
	mostMovedRecord = 64 << 30 // and of that
)

// movedNames are all that may be in such a backup.
var movedNames = regexp.MustCompile(`^(config\.toml|nomicmail\.db|password(-[0-9]+)?|ca\.pem(-[0-9]+)?|rulesets/[^/]+\.md)$`)

// isMoving says whether a file is a backup with the config: those are packed,
// and a record is not.
func isMoving(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	magic := make([]byte, 2)
	_, err = io.ReadFull(f, magic)
	return err == nil && bytes.Equal(magic, []byte{0x1f, 0x8b})
}

// openMoving unpacks a backup. The record goes into dir, in which it will lie.
func openMoving(path, record string) (*movein, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, notMoving(path, err)
	}
	m := &movein{files: map[string][]byte{}, record: record}
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && (h.Typeflag != tar.TypeReg || !movedNames.MatchString(h.Name)) {
			err = fmt.Errorf("%q does not belong into one", h.Name)
		}
		if err == nil {
			err = m.unpack(h.Name, t)
		}
		if err != nil {
			return nil, notMoving(path, err)
		}
	}
	if _, err := os.Stat(record); err != nil || m.files[movedConfig] == nil {
		return nil, notMoving(path, errors.New("it has no config or no record"))
	}
	return m, proved(record)
}

func notMoving(path string, err error) error {
	return fault{fmt.Sprintf("%s is no whole backup with a config: %v", path, err), "take one with: nomicmail backup --with-config FILE; the weekly mail is restored with --from-mail"}
}

func (m *movein) unpack(name string, r io.Reader) error {
	if name == movedRecord {
		_, err := writeWhole(m.record, func(w io.Writer) error {
			n, err := io.Copy(w, io.LimitReader(r, mostMovedRecord+1))
			if err == nil && n > mostMovedRecord {
				err = errors.New("its record is too large")
			}
			return err
		})
		return err
	}
	body, err := io.ReadAll(io.LimitReader(r, mostMovedFile+1))
	if err == nil && len(body) > mostMovedFile {
		err = fmt.Errorf("%s is too large", name)
	}
	m.files[name] = body
	return err
}

// restoreMoving puts a backup with its config in its places on this machine:
// the config where w says, or where it is looked for, and the record where the
// config says, or w.
func restoreMoving(w *where, path string, replace bool, now time.Time) (cfg *config, since time.Time, err error) {
	home := w.config
	if home == "" {
		home = configPaths[0]
	}
	if home, err = filepath.Abs(home); err != nil {
		return nil, since, err
	}
	var st staged
	defer func() {
		if err != nil {
			st.undo()
		}
	}()
	if err := st.folder(filepath.Dir(home), 0o755); err != nil {
		return nil, since, err
	}
	temp, err := os.MkdirTemp(filepath.Dir(home), ".restore-*")
	if err != nil {
		return nil, since, fault{err.Error(), "run it as a user that may write there, or name another place with --config"}
	}
	defer os.RemoveAll(temp)
	m, err := openMoving(path, filepath.Join(temp, movedRecord))
	if err != nil {
		return nil, since, err
	}
	if w.data != "" {
		data, err := filepath.Abs(w.data)
		if err != nil {
			return nil, since, err
		}
		m.files[movedConfig] = []byte(setLine(string(m.files[movedConfig]), "data", data))
	}
	if cfg, err = parseConfig(home, m.files[movedConfig], false); err != nil {
		return nil, since, err
	}
	if err := m.stage(&st, home, replace); err != nil {
		return nil, since, err
	}
	if err := atRest(cfg); err != nil {
		return nil, since, err
	}
	st.last = func() error {
		_, since, err = restoreWhole(cfg, m.record, now)
		return err
	}
	return cfg, since, st.commit()
}

// moveIn is restore for a backup with its config.
func moveIn(c *call, w *where, replace, asJSON bool) error {
	cfg, since, err := restoreMoving(w, c.args[0], replace, time.Now())
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(c.out, map[string]any{"config": cfg.path, "data": cfg.Data, "since": since})
	}
	c.printf("the config is %s, and the record is in %s\n", cfg.path, cfg.Data)
	if strings.HasPrefix(cfg.Mail.IMAP.PasswordFile, credentials) {
		c.printf("the password is to come from systemd: put it into the file that the unit's LoadCredential names\n")
	}
	c.printf("serve will first read again the mails since %s:\n  nomicmail serve --config %s\n", moment(since), shellWord(cfg.path))
	return nil
}

// stage lays the files beside their places. None that is there is written over:
// with replace it is kept under another name.
func (m *movein) stage(st *staged, home string, replace bool) error {
	for name, body := range m.files {
		to := filepath.Join(filepath.Dir(home), filepath.FromSlash(name))
		if name == movedConfig {
			to = home
		}
		old, err := os.ReadFile(to)
		switch {
		case err == nil && bytes.Equal(old, body):
			continue
		case err == nil && !replace:
			return fault{to + " is there already and is not written over", "move it away, or give --replace, which keeps it under another name; --config names another place"}
		case err == nil:
			st.keep(to)
		}
		if err := st.folder(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := st.file(to, strings.Clone(string(body))); err != nil {
			return err
		}
	}
	return nil
}
