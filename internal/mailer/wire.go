package mailer

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
)

// maxLine is the longest line taken from an IMAP server. A SEARCH answer names
// every message it found in one line: this is room for half a million.
const maxLine = 4 << 20

var errLongLine = errors.New("mailer: imap: line too long")

// wire stands between the network and the IMAP library, for which one response
// it does not know is the end of the connection and one keyword such as [Junk]
// makes a mailbox impossible to open. It passes on what we make use of, drops
// untagged responses of other kinds, keywords that are no atoms and response
// codes that are none of ours, and never touches a literal.
type wire struct {
	*guardConn
	br      *bufio.Reader
	line    []byte // what is left of the line being handed on
	literal int64  // octets of a literal still to come
	within  bool   // the next line continues a response, after a literal
	drop    bool   // the current response is dropped
	fetch   bool   // the current response is a FETCH

	// told hears of every response code with its arguments and text, and of BYE,
	// on the reading goroutine: it must not block and must not send a command.
	told func(code, args, text string)
}

func newWire(g *guardConn, told func(code, args, text string)) *wire {
	return &wire{guardConn: g, br: bufio.NewReader(g), told: told}
}

func (w *wire) Read(p []byte) (int, error) {
	for {
		switch {
		case len(w.line) > 0:
			n := copy(p, w.line)
			w.line = w.line[n:]
			return n, nil
		case w.literal > 0:
			n, err := w.br.Read(p[:min(int64(len(p)), w.literal)])
			w.literal -= int64(n)
			if w.drop && err == nil {
				continue
			}
			return n, err
		}
		line, err := readLine(w.br)
		if err != nil {
			return 0, err
		}
		w.line = w.pass(line)
	}
}

func readLine(br *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := br.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return line, nil
		case len(line) > maxLine:
			return nil, errLongLine
		case errors.Is(err, io.EOF) && len(line) > 0:
			return line, nil // let the library complain of it
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

var (
	endsInLiteral = regexp.MustCompile(`\{(\d{1,18})\+?\}\r?\n$`)
	untagged      = regexp.MustCompile(`^\* (?:\d+ )?([A-Za-z0-9-]+)`)
	statusLine    = regexp.MustCompile(`^(?:\* (?i:OK|NO|BAD|BYE|PREAUTH)|[A-Z]+\d+ (?i:OK|NO|BAD))(?:[ \r\n]|$)`)
	flagList      = regexp.MustCompile(`(?i)FLAGS \(([^()"{}]*)\)`)
	goodFlag      = regexp.MustCompile(`^(?:\\\*|\\?[^\x00-\x20(){%*"\\\]\x7f-\xff]+)$`)
)

// used are the untagged responses the library may see.
func used(kind string) bool {
	switch kind {
	case "OK", "NO", "BAD", "BYE", "PREAUTH", "CAPABILITY", "ENABLED", "FLAGS", "EXISTS", "RECENT",
		"EXPUNGE", "FETCH", "LIST", "QUOTA", "QUOTAROOT", "STATUS", "SEARCH", "ESEARCH":
		return true
	}
	return false
}

// pass returns line as the library may see it, nil if not at all.
func (w *wire) pass(line []byte) []byte {
	if w.within {
		w.within = false
		w.startLiteral(line)
	} else {
		w.drop, w.fetch = false, false
		if statusLine.Match(line) {
			return w.status(line)
		}
		if m := untagged.FindSubmatch(line); m != nil {
			kind := string(bytes.ToUpper(m[1]))
			w.drop, w.fetch = !used(kind), kind == "FETCH"
			w.startLiteral(line)
			switch kind {
			case "FLAGS":
				return onlyGoodFlags(line)
			case "CAPABILITY":
				return append(bytes.Join(bytes.Fields(line), []byte(" ")), "\r\n"...)
			}
		}
	}
	switch {
	case w.drop:
		return nil
	case w.fetch:
		return onlyGoodFlags(line)
	}
	return line
}

func (w *wire) startLiteral(line []byte) {
	if m := endsInLiteral.FindSubmatch(line); m != nil {
		w.literal, _ = strconv.ParseInt(string(m[1]), 10, 64)
		w.within = true
	}
}

// onlyGoodFlags takes the keywords that are no atoms out of every flag list that
// stands outside of quotes.
func onlyGoodFlags(line []byte) []byte {
	var out []byte
	end := 0
	for _, at := range flagList.FindAllSubmatchIndex(line, -1) {
		if bytes.Count(line[:at[0]], []byte(`"`))%2 != 0 {
			continue
		}
		var good [][]byte
		for _, f := range bytes.Fields(line[at[2]:at[3]]) {
			if goodFlag.Match(f) {
				good = append(good, f)
			}
		}
		out = append(append(out, line[end:at[2]]...), bytes.Join(good, []byte(" "))...)
		end = at[3]
	}
	return append(out, line[end:]...)
}

// status reports and cleans a status response: `* OK [CODE args] text`.
func (w *wire) status(line []byte) []byte {
	open := bytes.IndexByte(line, ' ')
	open += 1 + bytes.IndexAny(append(bytes.Clone(line[open+1:]), ' '), " \r\n")
	head, rest := line[:min(open, len(line))], line[min(open+1, len(line)):]
	kind := string(bytes.ToUpper(head[bytes.IndexByte(head, ' ')+1:]))
	if !bytes.HasPrefix(rest, []byte("[")) {
		if kind == "BYE" {
			w.told("BYE", "", string(bytes.TrimSpace(rest)))
		}
		return line
	}
	code, text, closed := bytes.Cut(rest[1:], []byte("]"))
	name, args, _ := bytes.Cut(code, []byte(" "))
	word := string(bytes.ToUpper(name))
	if kind == "BYE" {
		word = "BYE"
	}
	w.told(word, string(args), string(bytes.TrimSpace(text)))
	switch string(bytes.ToUpper(name)) {
	case "CAPABILITY": // some put more than one space between them, or one behind the last
		if !closed {
			return line
		}
		code = bytes.Join(bytes.Fields(code), []byte(" "))
		return fmt.Appendf(nil, "%s[%s]%s", line[:open+1], code, text)
	case "UIDNEXT", "UIDVALIDITY", "APPENDUID", "COPYUID":
		return line
	case "PERMANENTFLAGS":
		return onlyPermanentFlags(line)
	}
	if len(args) == 0 && goodFlag.Match(name) {
		return line
	}
	return append(append(bytes.Clone(head), " done"...), "\r\n"...)
}

var permanentFlags = regexp.MustCompile(`(?i)PERMANENTFLAGS \(.*\)\]`)

// onlyPermanentFlags cleans a PERMANENTFLAGS code. Its end is the last ")]": a
// bad keyword may itself have a bracket.
func onlyPermanentFlags(line []byte) []byte {
	at := permanentFlags.FindIndex(line)
	if at == nil {
		return []byte("* OK done\r\n")
	}
	list := onlyGoodFlags(line[at[0] : at[1]-1])
	return append(append(bytes.Clone(line[:at[0]]), list...), line[at[1]-1:]...)
}
