package store

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nomicmail/internal/record"
)

// TestMemoryIsSmall keeps a tenth of the largest replay in memory: 20,000
// mails and 40,000 letters of 8 kB must stay well under 200 MB.
func TestMemoryIsSmall(t *testing.T) {
	const mails, letters, most = 2_000, 4_000, 16 << 20
	before := inUse()
	s := Memory()
	for n := range mails {
		c := commit("tea", uint64(n), n)
		c.Input.Raw = append(c.Input.Raw, prose(n, 1500)...)
		c.Input.Hash = record.HashOf(c.Input.Raw)
		c.Entries[0].Cause.Raw = c.Input.Hash
		for i := range letters/mails - len(c.Letters) {
			body := prose(n*10+i, 8000)
			l := c.Letters[0]
			l.ID, l.Raw = fmt.Sprintf("<%d.%d@nomic.example.org>", n, i), record.HashOf(body)
			c.Letters, c.Bodies[l.Raw] = append(c.Letters, l), body
		}
		must(t, s.Commit(c))
	}
	used := inUse() - before
	if used > most {
		t.Errorf("%d kB for %d mails and %d letters, want at most %d", used>>10, mails, letters, most>>10)
	}
	clean(t, s)
	runtime.KeepAlive(s)
}

// prose is text of about a size that compresses as letters do.
func prose(seed, size int) []byte {
	words := strings.Fields(`A rule-change is adopted if and only if the vote is unanimous among the eligible voters. If this rule
		is not amended by the end of the second complete circuit of turns, it automatically changes to require only a simple majority.
		Vote on proposal 301 by answering FOR or AGAINST before Monday, 9:00 UTC; you can change your vote until then.`)
	dice := rand.New(rand.NewPCG(uint64(seed), 0))
	var b []byte
	for len(b) < size {
		from := dice.IntN(len(words))
		b = append(b, strings.Join(words[from:min(from+8, len(words))], " ")...)
		b = append(b, '\n')
	}
	return b
}

func inUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// Keys deleted and set again are where they belong.
func TestMemoryOrder(t *testing.T) {
	m := newMemory()
	put := func(keys ...string) {
		for _, k := range keys {
			must(t, m.put(placesBucket, []byte(k), []byte("of "+k)))
		}
	}
	order := func(from string) string {
		var out []string
		m.ascend(placesBucket, []byte(from), func(k, v []byte) bool {
			if string(v) != "of "+string(k) {
				t.Errorf("under %s lies %s", k, v)
			}
			out = append(out, string(k))
			return len(out) < 5
		})
		return strings.Join(out, " ")
	}
	put("d", "b", "f", "a")
	if got := order(""); got != "a b d f" {
		t.Error(got)
	}
	must(t, m.delete(placesBucket, []byte("f")))
	must(t, m.delete(placesBucket, []byte("b")))
	put("f", "c", "f", "g")
	if got := order("b"); got != "c d f g" {
		t.Error(got)
	}
	for _, k := range []string{"a", "c", "d", "f"} {
		must(t, m.delete(placesBucket, []byte(k)))
	}
	put("e", "h", "i", "j", "k", "l")
	if got := order("e"); got != "e g h i j" {
		t.Error(got)
	}
}

// Many keys in no order, looked for now and then, are found as a map and a sort find
// them.
func TestMemoryOrderOfMany(t *testing.T) {
	m, r := newMemory(), rand.New(rand.NewPCG(1, 2))
	mine := map[string]bool{}
	for i := range 3000 {
		k := strconv.FormatUint(r.Uint64N(4000), 36)
		if mine[k] && r.IntN(2) == 0 {
			delete(mine, k)
			must(t, m.delete(placesBucket, []byte(k)))
		} else {
			mine[k] = true
			must(t, m.put(placesBucket, []byte(k), nil))
		}
		if i%(1+i/100) > 0 {
			continue
		}
		var got []string
		m.each(placesBucket, func(k, _ []byte) { got = append(got, string(k)) })
		if !slices.Equal(got, slices.Sorted(maps.Keys(mine))) {
			t.Fatalf("after %d: %v", i, got)
		}
	}
}
