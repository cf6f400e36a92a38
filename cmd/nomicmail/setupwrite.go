package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// write puts everything in its place. Each file is first written whole beside
// its place, the record too, so that whoever interrupts it finds all or nothing;
// the config comes last, because it is what makes the others one installation.
func (s *setup) write() (err error) {
	var st staged
	defer func() {
		if err != nil {
			st.undo()
		}
	}()
	dir := filepath.Dir(s.config.path)
	if err := st.folder(dir, 0o755); err != nil {
		return err
	}
	text := configText(s.newbornConfig())
	if _, err := parseConfig(s.config.path, []byte(text), false); err != nil {
		return err
	}
	if s.secret != "" {
		if err := s.stagePassword(&st); err != nil {
			return err
		}
	}
	if err := s.stageGame(&st); err != nil {
		return err
	}
	if _, err := os.Stat(s.config.path); err == nil {
		st.keep(s.config.path)
	}
	if err := st.file(s.config.path, text); err != nil {
		return err
	}
	return st.commit()
}

// stagePassword writes a password that was typed. Another that lies there belongs
// to the config that is replaced, and is kept with it.
func (s *setup) stagePassword(st *staged) error {
	path, text := s.passwordPath(), s.secret+"\n"
	if old, err := os.ReadFile(path); err == nil && string(old) != text {
		st.keep(path)
	}
	return st.file(path, text)
}

// stageGame makes the game in a record of its own, which then takes its place;
// where a record is, the game is added to it when all else is ready.
func (s *setup) stageGame(st *staged) error {
	if s.game == nil {
		return nil
	}
	ctx := context.Background() // from here on it is all or nothing
	if err := st.folder(s.config.Data, 0o700); err != nil {
		return err
	}
	if _, err := os.Stat(s.config.database()); err == nil {
		st.last = func() error { return s.game.make(ctx, s.config) }
		return nil
	}
	temp, err := os.MkdirTemp(s.config.Data, ".init-*")
	if err != nil {
		return err
	}
	st.traces = append(st.traces, temp)
	own := *s.config
	own.Data = temp
	if err := s.game.make(ctx, &own); err != nil {
		return err
	}
	st.moves = append(st.moves, [2]string{own.database(), s.config.database()})
	return nil
}

// staged are files on their way to their places.
type staged struct {
	moves  [][2]string // from where they were written, to where they belong
	traces []string    // what is removed in the end, and the deeper first if it fails
	made   []string    // folders that were not there
	last   func() error
}

// folder makes a folder if there is none.
func (st *staged) folder(dir string, mode fs.FileMode) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := os.MkdirAll(dir, mode); err != nil {
		return fault{fmt.Sprintf("the folder cannot be made: %v", err), "make it yourself and give it to the user that runs nomicmail, or choose another"}
	}
	st.made = append(st.made, dir)
	return nil
}

// file writes a file for its owner alone beside its place.
func (st *staged) file(path, text string) error {
	part := path + ".part"
	st.traces = append(st.traces, part)
	_, err := writeWhole(part, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
	if errors.Is(err, fs.ErrPermission) {
		return fault{fmt.Sprintf("%s cannot be written: %v", path, err), "run it as a user that may write there, or give another file with --config"}
	}
	st.moves = append(st.moves, [2]string{part, path})
	return err
}

// keep moves a file out of the way, under a name with the time.
func (st *staged) keep(path string) {
	st.moves = append(st.moves, [2]string{path, path + ".before-" + time.Now().UTC().Format("20060102T150405Z")})
}

func (st *staged) commit() error {
	if st.last != nil {
		if err := st.last(); err != nil {
			return err
		}
	}
	for _, m := range st.moves {
		if err := place(m[0], m[1]); err != nil {
			return err
		}
	}
	for _, t := range st.traces {
		os.RemoveAll(t)
	}
	return nil
}

// undo removes all traces of what did not come to its place.
func (st *staged) undo() {
	for _, t := range st.traces {
		os.RemoveAll(t)
	}
	for i := len(st.made) - 1; i >= 0; i-- {
		os.Remove(st.made[i]) // not when something is in it
	}
}

// configText writes a config: what differs from the defaults, in the order of
// the table.
func configText(c *config) string {
	var b strings.Builder
	b.WriteString("# Written by nomicmail init. \"nomicmail config\" shows every key with its meaning.\n")
	usual := map[string]string{}
	for _, f := range configFields(reflect.ValueOf(defaults()).Elem(), "") {
		usual[f.key] = fmt.Sprint(f.to.Interface())
	}
	heading := ""
	for _, f := range configFields(reflect.ValueOf(c).Elem(), "") {
		if f.sets {
			heading = "\n[" + f.key + "]\n"
			continue
		}
		if fmt.Sprint(f.to.Interface()) == usual[f.key] && f.key != "data" {
			continue
		}
		_, key := cutKey(f.key)
		fmt.Fprintf(&b, "%s%s = %s\n", heading, key, tomlValue(f.to))
		heading = ""
	}
	return b.String()
}

func tomlValue(v reflect.Value) string {
	switch x := v.Interface().(type) {
	case []string:
		var quoted []string
		for _, s := range x {
			quoted = append(quoted, strconv.Quote(s))
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	case time.Duration:
		return strconv.Quote(x.String())
	}
	return strconv.Quote(v.String())
}
