package store

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nomicmail/internal/record"
)

// written makes a database file with some of everything, closed.
func written(t testing.TB, mails int) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "nomicmail.db")
	s := open(t, path)
	for n := range mails {
		must(t, s.Commit(commit([]string{"tea", "coffee"}[n%2], uint64(n/2), n)))
	}
	raw := []byte("a stranger's mail")
	must(t, s.Commit(record.Commit{Input: &record.Input{Hash: record.HashOf(raw), Raw: raw, ID: "<s@example.org>", At: noon}}))
	must(t, s.Mark("<tea.0@nomic.example.org>", func(l *record.Letter) { l.Status = record.Sent }))
	must(t, s.Place("INBOX/uid", "42"))
	must(t, s.Close())
	return path
}

func load(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	must(t, err)
	return b
}

// flipAll flips one bit of the byte at an offset in every copy of a text in the
// file: bbolt leaves old copies on free pages.
func flipAll(t testing.TB, path, text string, offset int, bit byte) {
	t.Helper()
	b := load(t, path)
	found := 0
	for at := 0; ; found++ {
		i := bytes.Index(b[at:], []byte(text))
		if i < 0 {
			break
		}
		at += i
		b[at+offset] ^= bit
		at += len(text)
	}
	if found == 0 {
		t.Fatalf("%q is not in the file", text)
	}
	must(t, os.WriteFile(path, b, 0o600))
}

// One flipped byte in a mail or an event is one fault, and it says where.
func TestOneFlippedByte(t *testing.T) {
	nobody := record.HashOf([]byte("a stranger's mail")).String()
	seven := commit("coffee", 3, 7).Input.Hash.String()
	mail := Fault{Game: "coffee", Entry: 4, ID: "<7@example.org>", Key: "raws/" + seven}
	known := Fault{Game: "coffee", Entry: 4, ID: "<7@example.org>", Key: "inputs/" + seven}
	event := Fault{Game: "coffee", Entry: 4, ID: "<7@example.org>", Key: "entries/coffee/4"}
	last := Fault{Game: "coffee", Entry: 10, ID: "<19@example.org>", Key: "entries/coffee/10"}
	ruin := event
	ruin.ID = ""
	for _, c := range []struct {
		name, text string
		bit        byte
		want       Fault
	}{
		{"a letter of a mail", "said in mail 7 of coffee", 1, mail},
		{"case in a mail", "said in mail 7 of coffee", 0x20, mail},
		{"a mail of nobody", "a stranger's mail", 1, Fault{ID: "<s@example.org>", Key: "raws/" + nobody}},
		{"a letter of an event", "said in event 7", 1, event},
		{"case of a key of JSON", `ource":"301 FOR, said in event 7`, 0x20, event},
		{"a byte that is no text", "said in event 7", 0x80, event},
		{"a quotation mark in an event", `"301 FOR, said in event 7`, 1, ruin},
		{"the last entry", "said in event 19", 1, last},
		{"what is known of an input", `"where":"INBOX/7/7"`, 1, known},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := written(t, 20)
			flipAll(t, path, c.text, 0, c.bit)
			faults, err := VerifyFile(path, nil)
			if err != nil || len(faults) != 1 {
				t.Fatalf("%d faults, %v: %v", len(faults), err, faults)
			}
			got := faults[0]
			if got.What == "" || !strings.Contains(got.String(), c.want.Key) {
				t.Errorf("it does not say what or where: %s", got)
			}
			if got.What = ""; got != c.want {
				t.Errorf("fault %+v\nwant  %+v", got, c.want)
			}
			s := open(t, path) // a damaged value must not keep a game from going on
			if live, err := s.Verify(nil); err != nil || !slices.Equal(live, faults) {
				t.Errorf("open, the faults are %v, %v", live, err)
			}
		})
	}
}

// A damaged value is never given out as if it were right.
func TestReadDamaged(t *testing.T) {
	path := written(t, 8)
	flipAll(t, path, "said in mail 4 of tea", 0, 1)
	flipAll(t, path, "said in event 4", 0, 1)
	s := open(t, path)
	h := commit("tea", 2, 4).Input.Hash
	if _, ok, err := s.Raw(h); ok || !errors.Is(err, ErrDamaged) {
		t.Errorf("raw: %v, %v", ok, err)
	}
	if in, ok, err := s.Input(h); ok || in.Raw != nil || !errors.Is(err, ErrDamaged) {
		t.Errorf("input: %+v, %v, %v", in, ok, err)
	}
	n := 0
	for e, err := range s.Entries("tea", 1) {
		if n++; n == 3 {
			if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "entries/tea/3") {
				t.Errorf("entry 3: %+v, %v", e, err)
			}
		} else {
			must(t, err)
		}
	}
	if n != 3 {
		t.Errorf("went on after the error, to %d", n)
	}
}

// contents is what all values of a file say, read by way of bbolt.
func contents(t testing.TB, path string) map[string]string {
	s := open(t, path)
	defer s.Close()
	return dump(t, s)
}

// Whatever byte of the file is flipped: either it is found, or nothing of what
// was stored has changed. Nothing panics, and nothing goes on for ever.
func TestAnyFlippedByte(t *testing.T) {
	loose := written(t, 24)
	path := filepath.Join(t.TempDir(), "nomicmail.db")
	s := open(t, loose)
	must(t, s.Compact(path))
	must(t, s.Close())
	whole, want := load(t, path), contents(t, path)
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	must(t, err)
	defer file.Close()
	dice := rand.New(rand.NewPCG(1, 2))
	flips := headers(whole)
	for range 150 {
		flips = append(flips, dice.IntN(len(whole)))
	}
	found := 0
	for _, at := range flips {
		bit := byte(1) << dice.IntN(8)
		put(t, file, at, whole[at]^bit)
		faults, err := VerifyFile(path, nil)
		if err != nil || len(faults) > 0 {
			found++
		} else if got := contents(t, path); !maps.Equal(got, want) {
			t.Errorf("bit %#x of byte %d (page %d): not found, and it changed what is stored", bit, at, at/pageSize)
		}
		put(t, file, at, whole[at])
	}
	if found < len(flips)/3 {
		t.Errorf("of %d flips %d were found: the test hits nothing", len(flips), found)
	}
}

func put(t testing.TB, file *os.File, at int, b byte) {
	t.Helper()
	_, err := file.WriteAt([]byte{b}, int64(at))
	must(t, err)
}

// headers are places that hold numbers of pages and sizes: each byte of the
// heads of some pages and of their first elements.
func headers(file []byte) (at []int) {
	pages := len(file) / pageSize
	for _, p := range []int{0, 1, 2, 3, pages / 2, pages - 1} {
		for i := range pageHead + 2*elementSize {
			at = append(at, p*pageSize+i)
		}
	}
	return at
}

// A file that ends too early is refused, with the place, and verified.
func TestCutOff(t *testing.T) {
	path := written(t, 200)
	whole := load(t, path)
	for _, size := range []int{0, 1, pageSize, 2 * pageSize, 3 * pageSize, 10*pageSize + 1, 20 * pageSize} {
		must(t, os.WriteFile(path, whole[:size], 0o600))
		faults, err := VerifyFile(path, nil)
		if err == nil && len(faults) == 0 {
			t.Errorf("%d bytes: verified without a fault", size)
		}
		if size == 0 {
			continue // an empty file is a new database
		}
		if _, err := Open(path); !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNotDatabase) {
			t.Errorf("%d bytes: opened, %v", size, err)
		}
	}
}

// Each kind of loss that no checksum can see is found by what it leaves behind.
func TestWhatIsMissing(t *testing.T) {
	c := commit("tea", 1, 2)
	hash, letter := c.Input.Hash, c.Letters[0]
	for _, m := range []struct {
		bucket string
		key    []byte
		want   string
	}{
		{entriesBucket, under("tea", 2), "entries/tea/3"},
		{entriesBucket, under("tea", 5), "entry 4 is the last"},
		{headsBucket, []byte("tea"), "no head"},
		{rawsBucket, hash[:], "bytes of the input are missing"},
		{inputsBucket, hash[:], "the input that arrived is missing"},
		{idsBucket, append(idKey(c.Input.ID), hash[:]...), "found by its Message-ID"},
		{arrivalsBucket, under("tea", 5), "missing among the arrivals"},
		{lettersBucket, []byte(letter.ID), "is missing"},
		{bodiesBucket, letter.Raw[:], "its body is missing"},
		{postedBucket, under("tea", 6), "missing among the letters"},
		{waitingBucket, number(6), "missing among those that do"},
		{metaBucket, sequenceKey, "meta/sequence"},
	} {
		s := Memory()
		for n := range 10 {
			must(t, s.Commit(commit([]string{"tea", "coffee"}[n%2], uint64(n/2), n)))
		}
		clean(t, s)
		must(t, s.engine.update(func(tx txn) error {
			if tx.get(m.bucket, m.key) == nil {
				t.Errorf("%s is not there", show(m.bucket, m.key))
			}
			return tx.delete(m.bucket, m.key)
		}))
		faults, err := s.Verify(nil)
		if err != nil || !strings.Contains(fmt.Sprint(faults), m.want) {
			t.Errorf("without %s: %v, %v; want %q", show(m.bucket, m.key), faults, err, m.want)
		}
	}
}

// A forger who knows the checksums is found by the chain.
func TestForgedEntry(t *testing.T) {
	s := Memory()
	for n := range 5 {
		must(t, s.Commit(commit("tea", uint64(n), n)))
	}
	entries := all(t, s.Entries("tea", 1))
	forge := func(e record.Entry) {
		line, err := record.Marshal(e)
		must(t, err)
		key := under("tea", e.N)
		must(t, s.engine.update(func(tx txn) error { return tx.put(entriesBucket, key, wrap(entriesBucket, key, line)) }))
	}
	e := entries[2]
	e.At = e.At.Add(1)
	forge(e)
	faults, err := s.Verify(nil)
	if err != nil || len(faults) != 1 || faults[0].Entry != 3 {
		t.Errorf("a changed entry: %v, %v", faults, err)
	}
	must(t, record.Seal(&e, e.Prev))
	forge(e)
	faults, err = s.Verify(nil)
	if err != nil || len(faults) != 1 || faults[0].Entry != 4 {
		t.Errorf("an entry sealed anew: %v, %v", faults, err)
	}
}

func TestProgress(t *testing.T) {
	path := written(t, 300)
	var last, total int
	faults, err := VerifyFile(path, func(done, all int) {
		if done < last || done > all {
			t.Errorf("%d of %d after %d", done, all, last)
		}
		last, total = done, all
	})
	if err != nil || len(faults) > 0 || last != total || total < 300*8 {
		t.Errorf("ended at %d of %d: %v, %v", last, total, faults, err)
	}
}
