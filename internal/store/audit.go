package store

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"nomicmail/internal/record"
)

// audit is a verification under way. It reads each bucket once and notes what
// must agree with another.
type audit struct {
	source
	progress    func(done, total int)
	done, total int
	out         []Fault

	heads   map[string]tip
	origins map[record.Hash]*origin
	ids     map[string]bool // keys of the bucket
	letters map[string]*posting
	bodies  map[record.Hash]bool
	metas   map[string]bool
	last    uint64 // the highest number of an arrival or a letter
}

// tip is the end of a game's record: as the bucket of heads has it, and as the
// entries do.
type tip struct {
	n, read     uint64
	hash        record.Hash
	known, sure bool // the head is there; the hash of the last entry is known
	prev        record.Hash
}

// origin is all that is known of one input.
type origin struct {
	game, id             string
	own                  string // the Message-ID it must be found by
	entry                uint64 // the first that it caused
	input, raw, arrived  bool
	unreadable, repeated bool // what is known of it cannot be read; it arrived twice
}

// posting is all that is known of one letter.
type posting struct {
	filed
	there, posted, waits, unreadable bool
}

// every is how many values are read between two calls of progress.
const every = 1000

func verify(src source, progress func(done, total int)) []Fault {
	a := &audit{source: src, progress: progress, total: src.values(), out: src.faults(),
		heads: map[string]tip{}, origins: map[record.Hash]*origin{}, ids: map[string]bool{},
		letters: map[string]*posting{}, bodies: map[record.Hash]bool{}, metas: map[string]bool{}}
	a.read(headsBucket, a.head)
	a.read(inputsBucket, a.input)
	a.read(entriesBucket, a.entry)
	a.read(rawsBucket, a.raw)
	a.read(arrivalsBucket, a.arrival)
	a.read(idsBucket, a.id)
	a.read(bodiesBucket, a.body)
	a.read(lettersBucket, a.letter)
	a.read(postedBucket, a.posting)
	a.read(waitingBucket, a.waiting)
	a.read(placesBucket, func(_, _ []byte, why string) string { return why })
	a.read(metaBucket, a.meta)
	if a.last > 0 && !a.metas[string(sequenceKey)] {
		a.add(Fault{Key: show(metaBucket, sequenceKey), What: "it is missing"})
	}
	a.compareHeads()
	a.compareInputs()
	a.compareLetters()
	if progress != nil {
		progress(a.total, a.total)
	}
	a.name()
	return a.out
}

// read calls look with each key of a bucket, its content and, when that cannot
// be trusted, why. What look answers is a fault, unless it is "".
func (a *audit) read(bucket string, look func(key, content []byte, why string) string) {
	a.each(bucket, func(key, value []byte) {
		if a.done++; a.progress != nil && a.done%every == 0 && a.done < a.total {
			a.progress(a.done, a.total)
		}
		content, why := value, ""
		if bucket != metaBucket || !bytes.Equal(key, formatKey) {
			content, why = unseal(bucket, key, value)
		}
		if why = look(key, content, why); why != "" {
			a.out = append(a.out, a.fault(bucket, key, value, why))
		}
	})
}

// fault says what is known of a key: for a damaged entry, even from the ruins.
func (a *audit) fault(bucket string, key, value []byte, why string) Fault {
	f := Fault{Key: show(bucket, key), What: why}
	switch bucket {
	case entriesBucket:
		f.Game, f.Entry, _ = numbered(key)
		var ruin struct{ Cause struct{ ID string } }
		if len(value) > overhead && json.Unmarshal(value[overhead:], &ruin) == nil {
			f.ID = ruin.Cause.ID
		}
	case headsBucket:
		f.Game = string(key)
	case lettersBucket:
		f.ID = string(key)
	case postedBucket, arrivalsBucket:
		f.Game, _, _ = numbered(key)
	}
	return f
}

func (a *audit) origin(key []byte) *origin {
	if len(key) != len(record.Hash{}) {
		return &origin{}
	}
	h := record.Hash(key)
	if a.origins[h] == nil {
		a.origins[h] = &origin{}
	}
	return a.origins[h]
}

func (a *audit) head(key, content []byte, why string) string {
	t := tip{known: why == ""}
	if why == "" && len(content) != 8+len(t.hash) {
		t.known, why = false, "it is no head"
	}
	if t.known {
		t.n, t.hash = unnumber(content), record.Hash(content[8:])
	}
	a.heads[string(key)] = t
	return why
}

func (a *audit) input(key, content []byte, why string) string {
	o := a.origin(key)
	o.input, o.unreadable = true, why != ""
	if why != "" || len(key) != len(record.Hash{}) {
		return cmp.Or(why, "its key is no hash")
	}
	in, err := decodeInput(record.Hash(key), content)
	if err != nil {
		o.unreadable = true
		return err.Error()
	}
	o.game, o.id, o.own = in.Game, in.ID, in.ID
	return ""
}

// entry follows the chain of a game. An entry that is damaged is one fault: the
// next is not blamed for it.
func (a *audit) entry(key, content []byte, why string) string {
	game, n, ok := numbered(key)
	if !ok {
		return cmp.Or(why, "its key is none of an entry")
	}
	t := a.heads[game]
	before, sure := t.prev, t.sure
	gap := n != t.read+1
	t.read, t.sure = n, false
	defer func() { a.heads[game] = t }()
	if why != "" {
		return why
	}
	e, err := record.Unmarshal(content)
	if err != nil {
		return err.Error()
	}
	if raw := e.Cause.Raw; !raw.IsZero() {
		if o := a.origin(raw[:]); o.entry == 0 {
			o.entry, o.game, o.id = n, cmp.Or(o.game, game), cmp.Or(o.id, e.Cause.ID)
		}
	}
	t.prev, t.sure = e.Hash, true
	switch err := record.Check(e); {
	case err != nil:
		return err.Error()
	case e.Game != game || e.N != n:
		return fmt.Sprintf("it is entry %d of %s", e.N, title(e.Game))
	case gap:
		return "the entry before it is missing"
	case sure && e.Prev != before, n == 1 && !e.Prev.IsZero():
		return "it does not follow the entry before it"
	}
	return ""
}

func (a *audit) raw(key, content []byte, why string) string {
	a.origin(key).raw = true
	return cmp.Or(why, hashed(key, content))
}

// hashed compares a content with its key, which is its hash.
func hashed(key, content []byte) string {
	if h := record.HashOf(content); !bytes.Equal(h[:], key) {
		return "it does not have the hash it is kept under"
	}
	return ""
}

func (a *audit) arrival(key, content []byte, why string) string {
	game, n, ok := numbered(key)
	if why != "" || !ok || len(content) != len(record.Hash{}) {
		return cmp.Or(why, "it is no arrival")
	}
	a.last = max(a.last, n)
	o := a.origin(content)
	o.repeated, o.arrived = o.arrived, true
	switch {
	case !o.input:
		return "the input that arrived is missing"
	case !o.unreadable && o.game != game:
		return "the input is not of this game"
	case o.repeated:
		return "the input arrived before"
	}
	return ""
}

func (a *audit) id(key, _ []byte, why string) string {
	a.ids[string(key)] = true
	if size := len(record.Hash{}); why == "" && (len(key) != 2*size || !a.origin(key[size:]).input) {
		return "it leads to no input"
	}
	return why
}

func (a *audit) body(key, content []byte, why string) string {
	if len(key) == len(record.Hash{}) {
		a.bodies[record.Hash(key)] = true
	}
	return cmp.Or(why, hashed(key, content))
}

func (a *audit) letter(key, content []byte, why string) string {
	p := &posting{there: true, unreadable: why != ""}
	a.letters[string(key)] = p
	if why != "" {
		return why
	}
	if err := json.Unmarshal(content, &p.filed); err != nil {
		p.unreadable = true
		return err.Error()
	}
	if p.ID != string(key) {
		return "it is letter " + p.ID
	}
	return ""
}

func (a *audit) posting(key, content []byte, why string) string {
	game, n, ok := numbered(key)
	if why != "" || !ok {
		return cmp.Or(why, "it is no place of a letter")
	}
	a.last = max(a.last, n)
	p := a.letters[string(content)]
	switch {
	case p == nil:
		return "the letter " + string(content) + " is missing"
	case !p.unreadable && (p.Game != game || p.Sequence != n):
		return "the letter " + p.ID + " is filed elsewhere"
	}
	p.posted = true
	return ""
}

func (a *audit) waiting(key, content []byte, why string) string {
	if why != "" {
		return why
	}
	p := a.letters[string(content)]
	switch {
	case p == nil:
		return "the letter " + string(content) + " is missing"
	case !p.unreadable && (p.Sequence != unnumber(key) || !unfinished(p.Letter)):
		return "the letter " + p.ID + " does not wait here"
	}
	p.waits = true
	return ""
}

func (a *audit) meta(key, content []byte, why string) string {
	a.metas[string(key)] = true
	switch {
	case why != "":
		return why
	case bytes.Equal(key, formatKey) && string(content) != format:
		return fmt.Sprintf("%.20q is no known format", content)
	case bytes.Equal(key, sequenceKey) && unnumber(content) < a.last:
		return fmt.Sprintf("it is %d, and %d was given out", unnumber(content), a.last)
	}
	return ""
}

func (a *audit) add(f Fault) { a.out = append(a.out, f) }

// compareHeads compares where records end with where they should.
func (a *audit) compareHeads() {
	for _, game := range slices.Sorted(maps.Keys(a.heads)) {
		t := a.heads[game]
		f := Fault{Game: game, Entry: t.read, Key: show(headsBucket, []byte(game))}
		switch {
		case !t.known:
			if t.n == 0 && t.hash.IsZero() && !a.blamed(f.Key) {
				f.What = "the game has entries and no head"
			}
		case t.read != t.n:
			f.What = fmt.Sprintf("entry %d is the last there is, and there were %d", t.read, t.n)
		case t.sure && t.prev != t.hash:
			f.What = "the last entry has another hash than the head"
		}
		if f.What != "" {
			a.add(f)
		}
	}
}

// blamed tells whether a key has a fault already.
func (a *audit) blamed(key string) bool {
	return slices.ContainsFunc(a.out, func(f Fault) bool { return f.Key == key })
}

func (a *audit) compareInputs() {
	hashes := slices.SortedFunc(maps.Keys(a.origins), func(x, y record.Hash) int { return bytes.Compare(x[:], y[:]) })
	for _, h := range hashes {
		o := a.origins[h]
		f := Fault{Game: o.game, Entry: o.entry, ID: o.id, Key: show(rawsBucket, h[:])}
		switch {
		case !o.raw && (o.input || o.entry != 0):
			f.What = "the bytes of the input are missing"
		case !o.input && (o.raw || o.entry != 0):
			f.Key, f.What = show(inputsBucket, h[:]), "nothing is known of the input"
		case o.input && !o.arrived:
			f.Key, f.What = show(inputsBucket, h[:]), "it is missing among the arrivals"
		case o.own != "" && !a.ids[string(append(idKey(o.own), h[:]...))]:
			f.Key, f.What = show(inputsBucket, h[:]), "it cannot be found by its Message-ID"
		default:
			continue
		}
		a.add(f)
	}
}

func (a *audit) compareLetters() {
	for _, id := range slices.Sorted(maps.Keys(a.letters)) {
		p := a.letters[id]
		f := Fault{Game: p.Game, Entry: p.Entry, ID: id, Key: show(lettersBucket, []byte(id))}
		switch {
		case p.unreadable:
			continue
		case !p.posted:
			f.What = "it is missing among the letters of its game"
		case unfinished(p.Letter) && !p.waits:
			f.What = "it waits and is missing among those that do"
		case !a.bodies[p.Raw]:
			f.What = "its body is missing"
		default:
			continue
		}
		a.add(f)
	}
}

// name adds to the faults of inputs which mail and entry they belong to.
func (a *audit) name() {
	if len(a.out) == 0 {
		return
	}
	known := make(map[string]*origin, 2*len(a.origins))
	for h, o := range a.origins {
		known[show(rawsBucket, h[:])], known[show(inputsBucket, h[:])] = o, o
	}
	for i := range a.out {
		if o := known[a.out[i].Key]; o != nil {
			a.out[i].Game, a.out[i].Entry, a.out[i].ID = o.game, o.entry, o.id
		}
	}
}
