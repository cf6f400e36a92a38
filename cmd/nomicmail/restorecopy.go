package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/emersion/go-message/mail"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

// restoreCopy adds the game of a copy to the record. It does so in a file of its
// own, which takes the record's place when the copy is proved.
func restoreCopy(cfg *config, path string, now time.Time) (kept string, head copyHead, err error) {
	packed, err := copyIn(path)
	if err != nil {
		return "", head, fault{fmt.Sprintf("%s: %v", path, err), "name the mail with the copy, as a mail program saves it, or the file that was attached to it"}
	}
	fresh := cfg.database() + ".restored"
	defer os.Remove(fresh)
	if err := os.Remove(fresh); err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", head, err
	}
	if _, err := os.Stat(cfg.database()); err == nil {
		if _, err := writeWhole(fresh, func(w io.Writer) error { return copyFile(w, cfg.database()) }); err != nil {
			return "", head, err
		}
	}
	book, err := store.Open(fresh)
	if err != nil {
		return "", head, err
	}
	p := &putting{book: book}
	err = readCopy(bytes.NewReader(packed), p.put)
	if err == nil {
		err = p.finish()
	}
	if err := errors.Join(err, book.Close()); err != nil {
		return "", p.head, err
	}
	kept, err = replaceRecord(cfg, fresh, now)
	return kept, p.head, err
}

// copyEnding is how the file with a copy is named.
const copyEnding = ".nomicmail.gz"

// mostFile is how large a file with a copy may be.
const mostFile = 64 << 20

// copyIn finds the copy in a file: it is the file, or the attachment of the mail
// that the file is.
func copyIn(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, mostFile))
	if err != nil || bytes.HasPrefix(src, []byte{0x1f, 0x8b}) {
		return src, err
	}
	r, err := mail.CreateReader(bytes.NewReader(src))
	if err != nil {
		return nil, fmt.Errorf("it is neither a copy nor a mail: %w", err)
	}
	for {
		p, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, errors.New("no copy is attached to this mail")
		}
		if err != nil {
			return nil, err
		}
		h, is := p.Header.(*mail.AttachmentHeader)
		if !is {
			continue
		}
		if name, _ := h.Filename(); strings.HasSuffix(name, copyEnding) {
			return io.ReadAll(p.Body)
		}
	}
}

// putting is a copy on its way into a record.
type putting struct {
	book *store.Store
	head copyHead
	n    uint64 // entries so far
	acts []moderator.Act
}

func (p *putting) put(l copyLine) error {
	switch {
	case l.Head != nil:
		return p.begin(*l.Head)
	case l.Input != nil:
		return p.commit(record.Commit{Input: l.Input})
	case l.Entry != nil:
		return p.entry(*l.Entry)
	case l.Letter != nil:
		return p.commit(record.Commit{Letters: []record.Letter{*l.Letter}, Bodies: map[record.Hash][]byte{l.Letter.Raw: l.Body}})
	case l.Place != nil:
		return p.place(*l.Place)
	case l.Act != nil && l.Act.Game == p.head.Game:
		p.acts = append(p.acts, *l.Act)
		return nil
	}
	return errors.New("it has nothing that belongs into a copy")
}

func (p *putting) begin(h copyHead) error {
	p.head = h
	if h.Format > copyFormat {
		return errors.New("a newer nomicmail made it")
	}
	if n, _, err := p.book.Head(h.Game); err != nil || n > 0 {
		return errors.Join(err, fault{h.Game + " is in the record already", "restore it into a data folder without that game, or take the whole record back from a backup"})
	}
	return nil
}

// place keeps a secret of the game. Copies of the first format have that of the
// tokens of all games, of which the letters of this one were written.
func (p *putting) place(c copiedPlace) error {
	own := moderator.TokenPlace(p.head.Game)
	switch {
	case strings.HasPrefix(c.Key, "die/"+p.head.Game+"/"), c.Key == own:
	case c.Key == moderator.SharedTokenPlace:
		c.Key = own
	default:
		return errors.New("it has a secret that belongs into no copy")
	}
	return p.book.Place(c.Key, c.Value)
}

// entry commits an entry, whose hash must come out as it was.
func (p *putting) entry(e record.Entry) error {
	sealed := []record.Entry{e}
	if err := p.commit(record.Commit{Entries: sealed}); err != nil {
		return err
	}
	if sealed[0].Hash != e.Hash || sealed[0].N != e.N {
		return fmt.Errorf("entry %d does not have the hash of its content", e.N)
	}
	p.n++
	return nil
}

func (p *putting) commit(c record.Commit) error {
	c.Game, c.Head = p.head.Game, p.n
	return p.book.Commit(c)
}

// finish notes what the daemon must do first.
func (p *putting) finish() error {
	if p.n != p.head.Head || p.n == 0 {
		return fmt.Errorf("the copy has %d entries and should have %d", p.n, p.head.Head)
	}
	places, err := p.book.Places()
	if err != nil {
		return err
	}
	since := p.head.Since
	if other, err := time.Parse(time.RFC3339, places[recallPlace]); err == nil && other.Before(since) {
		since = other
	}
	acts, err := json.Marshal(p.acts)
	if err != nil {
		return err
	}
	return errors.Join(p.book.Place(redoPlace+p.head.Game, string(acts)), noteRecall(p.book, since))
}
