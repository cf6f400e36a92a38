package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestWriteWhole: a file for its owner alone is that whatever lay under its name
// before, and nothing is written through a link.
func TestWriteWhole(t *testing.T) {
	dir := t.TempDir()
	other, open, link := filepath.Join(dir, "other"), filepath.Join(dir, "open.part"), filepath.Join(dir, "link.part")
	for _, name := range []string{other, open} {
		if err := os.WriteFile(name, []byte("as it was"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(other, link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{open, link, filepath.Join(dir, "new.part")} {
		size, err := writeWhole(name, func(w io.Writer) error {
			_, err := io.WriteString(w, "secret")
			return err
		})
		if err != nil || size != 6 {
			t.Errorf("%s: %d bytes, %v", name, size, err)
		}
		if info, err := os.Lstat(name); err != nil || info.Mode() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	if was, err := os.ReadFile(other); err != nil || string(was) != "as it was" {
		t.Errorf("through the link: %q, %v", was, err)
	}
}

// TestReplaceRecord: the record that was there is kept beside the new one, and stays
// in its place when there is no new one.
func TestReplaceRecord(t *testing.T) {
	c := &config{Data: t.TempDir()}
	fresh := c.database() + ".restored"
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	holds := func(name, text string) {
		t.Helper()
		if got, err := os.ReadFile(name); err != nil || string(got) != text {
			t.Errorf("%s: %q, %v; want %q", filepath.Base(name), got, err, text)
		}
	}
	now := time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)
	write(c.database(), "old")
	if kept, err := replaceRecord(c, fresh, now); err == nil || kept != "" {
		t.Errorf("there is nothing to restore, and the record was kept as %q, %v", kept, err)
	}
	holds(c.database(), "old")
	write(fresh, "new")
	kept, err := replaceRecord(c, fresh, now)
	if err != nil {
		t.Fatal(err)
	}
	holds(c.database(), "new")
	holds(kept, "old")
}
