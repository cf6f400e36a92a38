package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
)

// retelling plays an export: every mail, act and deadline in the order of the
// record, with the dice that were thrown.
type retelling struct {
	ctx     context.Context
	file    moderator.GameFile
	dir     string
	box     *mailbox
	book    *tape
	mod     *moderator.Moderator
	signers map[record.Hash][]string
	next    int // mail of the box
	now     time.Time
	mails   []moderator.MailState
}

// isExport says whether a folder was written by "export".
func isExport(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, exportSteps))
	return err == nil
}

// replayExport plays an export and compares its end with what its record tells.
func replayExport(ctx context.Context, file moderator.GameFile, dir string, out io.Writer) (moderator.State, error) {
	a := &retelling{ctx: ctx, file: file, dir: dir, signers: map[record.Hash][]string{}}
	entries, err := readEntries(filepath.Join(dir, exportRecord))
	if err != nil {
		return moderator.State{}, err
	}
	if a.box, err = openInOrder(filepath.Join(dir, exportMails)); err != nil {
		return moderator.State{}, err
	}
	defer a.box.close()
	if a.book, err = newTape(out); err != nil {
		return moderator.State{}, err
	}
	defer a.book.close()
	if err := a.layDice(entries); err != nil {
		return moderator.State{}, err
	}
	if err := eachLine(filepath.Join(dir, exportSteps), func(line []byte) error {
		var s step
		if err := json.Unmarshal(line, &s); err != nil {
			return err
		}
		return a.take(s)
	}); err != nil {
		return moderator.State{}, err
	}
	g, err := a.mod.Game(file.Name)
	if err != nil {
		return moderator.State{}, err
	}
	s := moderator.StateOf(g)
	if told := moderator.StateOf(moderator.Fold(entries)); !reflect.DeepEqual(told, s) {
		return s, fault{"the mails do not lead to the end that the record tells", "one of the two was changed, or this is another version of the program; replay the mails alone to see their end"}
	}
	s.Mails = append([]moderator.MailState{}, a.mails...)
	return s, nil
}

// layDice makes the dice fall as they did: their secrets are in the record.
func (a *retelling) layDice(entries []record.Entry) error {
	for _, e := range entries {
		for _, ev := range e.Events {
			if d, is := ev.(rules.DieThrown); is {
				if err := a.book.Place(moderator.DiePlace(e.Game, d.Turn, d.Draw), d.Secret); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (a *retelling) take(s step) error {
	if a.ctx.Err() != nil {
		return a.ctx.Err()
	}
	switch {
	case s.Set != nil:
		set := moderator.Settings{Address: s.Set.Address, Delimiter: s.Set.Delimiter, AuthServer: s.Set.AuthServer, Organisers: s.Set.Organisers}
		set.Now = func() time.Time { return a.now }
		set.Signers = func(raw []byte) []string { return a.signers[record.HashOf(raw)] }
		err := a.book.Place(moderator.TokenPlace(a.file.Name), s.Set.Tokens)
		if err != nil {
			return err
		}
		a.mod, err = moderator.New(a.book, set)
		return err
	case a.mod == nil:
		return errors.New("steps.jsonl does not begin with the settings")
	case s.Mail != nil:
		return a.mail(s)
	case s.Act != nil && s.Act.Verb == "create":
		_, err := a.mod.Create(a.file, s.Act.By, s.At)
		return err
	case s.Act != nil:
		_, err := a.mod.Act(*s.Act)
		return err
	case s.Fail != nil:
		_, err := a.mod.Refuse(a.file.Name, s.Fail.To, s.Fail.Why, s.At)
		return err
	}
	a.now = s.Now
	defer func() { a.now = time.Time{} }()
	return a.mod.Tick(s.At)
}

func (a *retelling) mail(s step) error {
	if a.next == len(a.box.mails) {
		return fmt.Errorf("%s has fewer mails than steps.jsonl", exportMails)
	}
	raw, err := a.box.raw(a.next)
	if err != nil {
		return err
	}
	a.next++
	raw, same := received(raw, s.Mail.Hash)
	if !same {
		return fault{fmt.Sprintf("mail %d of %s is not the one that was played", a.next, exportMails), "take the export anew, or replay the mails alone"}
	}
	if s.Mail.Skip {
		return nil
	}
	a.signers[s.Mail.Hash] = s.Mail.Signers
	o, err := a.mod.Receive(moderator.Mail{Raw: raw, At: s.At, Where: exportMails})
	if err != nil {
		return err
	}
	a.mails = append(a.mails, moderator.MailState{ID: o.ID, From: o.From, Outcome: o.Outcome, Commands: append([]string{}, o.Commands...)})
	return nil
}

func readEntries(path string) (all []record.Entry, err error) {
	err = eachLine(path, func(line []byte) error {
		e, err := record.Unmarshal(line)
		all = append(all, e)
		return err
	})
	return all, err
}

// eachLine reads a file by lines, which may be long.
func eachLine(path string, visit func([]byte) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if bad := visit(line); bad != nil {
				return fmt.Errorf("%s:%d: %w", path, n, bad)
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
