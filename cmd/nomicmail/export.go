package main

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
)

// The files of an export, beside NAME.toml.
const (
	exportNotes   = "README.txt"
	exportRuleset = "ruleset.md"   // with which the game began
	exportRecord  = "record.jsonl" // an entry a line
	exportMails   = "mails.mbox"
	exportLetters = "letters.mbox"
	exportSteps   = "steps.jsonl" // for replay, see steps.go
)

// exportOf asks for all of a game, as a tar archive in which a file may come in
// several parts.
type exportOf struct{ Game string }

func (exportOf) path() string { return "export" }

func (q exportOf) pour(ctx context.Context, o *office, w io.Writer) error {
	x, err := newExport(o, q.Game)
	if err != nil {
		return err
	}
	x.tar = tar.NewWriter(w)
	for _, write := range []func() error{x.texts, x.gameFile, x.record, x.mails, x.letters, x.steps} {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := write(); err != nil {
			return fmt.Errorf("export %s: %w", q.Game, err)
		}
	}
	return x.tar.Close()
}

// export is a game on its way out, as it stands at one moment.
type export struct {
	o       *office
	mod     *moderator.Moderator
	name    string
	address string
	entries []record.Entry
	inputs  []record.Input // without their bytes
	tar     *tar.Writer
}

// newExport reads the inputs before the entries. What they do was committed with
// them, so that the entries up to the first that comes from a later one are the
// game of one moment.
func newExport(o *office, name string) (*export, error) {
	m, err := o.moderator()
	if err != nil {
		return nil, err
	}
	x := &export{o: o, mod: m, name: name}
	if x.address, err = m.AddressOf(name); err != nil {
		return nil, err
	}
	known := map[record.Hash]bool{}
	for in, err := range o.book.Inputs(name) {
		if err != nil {
			return nil, err
		}
		in.Raw = nil
		known[in.Hash] = true
		x.inputs = append(x.inputs, in)
	}
	for e, err := range o.book.Entries(name, 1) {
		if err != nil {
			return nil, err
		}
		if raw := e.Cause.Raw; !raw.IsZero() && !known[raw] {
			break
		}
		x.entries = append(x.entries, e)
	}
	return x, nil
}

// put adds a part of a file.
func (x *export) put(name string, b []byte) error {
	h := &tar.Header{Name: name, Mode: 0o600, Size: int64(len(b)), ModTime: time.Unix(0, 0), Format: tar.FormatPAX}
	if err := x.tar.WriteHeader(h); err != nil {
		return err
	}
	_, err := x.tar.Write(b)
	return err
}

// part collects what is written to a file of an export.
type part struct {
	bytes.Buffer
	x    *export
	name string
}

// mostPart is how much is collected.
const mostPart = 1 << 20

func (p *part) flush(least int) error {
	if p.Len() < least {
		return nil
	}
	err := p.x.put(p.name, p.Bytes())
	p.Reset()
	return err
}

// texts are the pages that players can ask for, and what the export is.
func (x *export) texts() error {
	notes := fmt.Sprintf(exportSays, x.name, moment(x.last()), x.name, x.name)
	if err := x.put(exportNotes, []byte(notes)); err != nil {
		return err
	}
	for _, page := range []struct {
		name string
		ask  parser.Ask
	}{
		{"scores.txt", parser.Ask{What: "scores"}},
		{"rules.txt", parser.Ask{What: "rules", Full: true}}, {"history.txt", parser.Ask{What: "history"}},
	} {
		w, err := x.mod.Page(x.name, page.ask, english)
		if err != nil {
			return err
		}
		if err := x.put(page.name, []byte(strings.TrimRight(w.Text, "\n")+"\n")); err != nil {
			return err
		}
	}
	return nil
}

const exportSays = `The game %s, as it stood at %s UTC.

rules.txt, scores.txt, history.txt   how it stood, to be read
record.jsonl    what happened: an entry a line, each with the hash of the one before
mails.mbox      every mail as it came, with the time at which it was received
letters.mbox    every letter of the moderator's
%s.toml, ruleset.md   how the game began
steps.jsonl     in which order mails, acts of the organiser and deadlines were taken

"nomicmail replay %s.toml ." plays it again in this folder and says how it
ends. It must be the end that the record tells.

Keep it secret as the record itself: votes that are not told to the players yet are
in here. To give a game away when it has ended, leave out steps.jsonl, which has the
secret of the players' tokens, and the mails and letters, which bear tokens.
`

func (x *export) last() time.Time {
	if len(x.entries) == 0 {
		return time.Time{}
	}
	return x.entries[len(x.entries)-1].At
}

func (x *export) gameFile() error {
	f, set, err := moderator.GameFileOf(x.entries[0], x.address)
	if err != nil {
		return err
	}
	src, err := toml.Marshal(f)
	if err != nil {
		return err
	}
	if err := x.put(x.name+".toml", src); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := set.Write(&b); err != nil {
		return err
	}
	return x.put(exportRuleset, b.Bytes())
}

func (x *export) record() error {
	p := &part{x: x, name: exportRecord}
	for _, e := range x.entries {
		if err := errors.Join(printLine(p, e), p.flush(mostPart)); err != nil {
			return err
		}
	}
	return p.flush(0)
}

func (x *export) mails() error {
	p := &part{x: x, name: exportMails}
	for _, in := range x.inputs {
		if isAct(in) {
			continue
		}
		raw, ok, err := x.o.book.Raw(in.Hash)
		if err != nil || !ok {
			return errors.Join(err, fmt.Errorf("mail %s is not there", in.Hash))
		}
		if err := errors.Join(writeReceived(p, in, raw), p.flush(mostPart)); err != nil {
			return err
		}
	}
	return p.flush(0)
}

func (x *export) letters() error {
	p := &part{x: x, name: exportLetters}
	for l, err := range x.o.book.Letters(x.name) {
		if err != nil {
			return err
		}
		raw, ok, err := x.o.book.Body(l.Raw)
		if err != nil || !ok {
			return errors.Join(err, fmt.Errorf("letter %s is not there", l.ID))
		}
		if err := errors.Join(writeMbox(p, l.From, l.Made, raw), p.flush(mostPart)); err != nil {
			return err
		}
	}
	return p.flush(0)
}

// exportGame writes an export into a folder of its own.
func exportGame(f *flag.FlagSet) action {
	w, asJSON := whereFlags(f), jsonFlag(f)
	return func(ctx context.Context, c *call) error {
		d, err := w.desk(ctx)
		if err != nil {
			return err
		}
		defer d.close()
		dir := c.args[1]
		if err := os.Mkdir(dir, 0o700); errors.Is(err, fs.ErrExist) {
			return fault{dir + " is there already", "an export is written into a new folder: name one that is not there"}
		} else if err != nil {
			return err
		}
		from, to := io.Pipe()
		go func() { to.CloseWithError(d.pour(ctx, exportOf{c.args[0]}, to)) }()
		err = unpack(dir, from)
		from.CloseWithError(err)
		if err != nil {
			return errors.Join(err, os.RemoveAll(dir))
		}
		if *asJSON {
			return printJSON(c.out, map[string]any{"game": c.args[0], "folder": dir})
		}
		c.printf("all of %s is in %s; nomicmail replay %s %s plays it again\n", c.args[0], dir, filepath.Join(dir, c.args[0]+".toml"), dir)
		return nil
	}
}

// unpack writes the files of an export. Their names are of this folder alone.
func unpack(dir string, r io.Reader) error {
	for archive := tar.NewReader(r); ; {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Name != filepath.Base(h.Name) || !filepath.IsLocal(h.Name) {
			return fmt.Errorf("export: %q is no name for its file", h.Name)
		}
		f, err := os.OpenFile(filepath.Join(dir, h.Name), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			return err
		}
		_, err = io.Copy(f, archive)
		if err := errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
}

// isAct tells an act of the command line from a mail.
func isAct(in record.Input) bool { return in.Where == "act" }

// onlyAddresses says whether an entry tells of addresses alone, which a replay
// cannot find out for itself.
func onlyAddresses(e record.Entry) bool {
	for _, ev := range e.Events {
		if _, is := ev.(rules.AddressFailed); !is {
			return false
		}
	}
	return len(e.Events) > 0
}
