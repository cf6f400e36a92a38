package store

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nomicmail/internal/record"
	"nomicmail/internal/rules"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// both runs a test on a store of each kind and verifies what it leaves behind.
func both(t *testing.T, test func(*testing.T, *Store)) {
	t.Run("memory", func(t *testing.T) {
		s := Memory()
		test(t, s)
		clean(t, s)
	})
	t.Run("disk", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "nomicmail.db")
		s := open(t, path)
		test(t, s)
		clean(t, s)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if faults, err := VerifyFile(path, nil); err != nil || len(faults) > 0 {
			t.Errorf("the closed file: %v, %v", faults, err)
		}
	})
}

func open(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func clean(t testing.TB, s *Store) {
	t.Helper()
	if faults, err := s.Verify(nil); err != nil || len(faults) > 0 {
		t.Errorf("not clean: %v, %v", faults, err)
	}
}

// commit is what mail n does to a game whose last entry is head: a vote, and a
// receipt for it.
func commit(game string, head uint64, n int) record.Commit {
	at := noon.Add(time.Duration(n) * time.Minute)
	raw := fmt.Appendf(nil, "From: ada@example.org\r\nMessage-ID: <%d@example.org>\r\n\r\n"+
		"301 FOR, said in mail %d of %s.\r\n", n, n, game)
	body := fmt.Appendf(nil, "Subject: receipt\r\n\r\nYour vote was counted. This is letter %d of %s.\r\n", n, game)
	in := &record.Input{Hash: record.HashOf(raw), Raw: raw,
		ID: fmt.Sprintf("<%d@example.org>", n), From: "ada@example.org", At: at, Where: fmt.Sprintf("INBOX/7/%d", n), Outcome: "counted", Game: game, Commands: []string{"301 FOR"}}
	l := record.Letter{ID: fmt.Sprintf("<%s.%d@nomic.example.org>", game, n), Game: game, Entry: head + 1,
		Kind: "receipt", To: []string{"ada@example.org"}, From: "bounce@nomic.example.org", Subject: "receipt", Raw: record.HashOf(body),
		Rows: []int{301}, Status: record.Waiting, Made: at}
	return record.Commit{Game: game, Head: head, Input: in, Letters: []record.Letter{l},
		Bodies: map[record.Hash][]byte{l.Raw: body},
		Entries: []record.Entry{{At: at,
			Cause: record.Cause{Kind: "mail", Raw: in.Hash, ID: in.ID, From: in.From, By: "p1", Trust: "from"},
			Events: []rules.Event{rules.VoteCast{Proposal: 1, Voter: "p1",
				Ballot: rules.Ballot{Option: rules.For, Weight: 1, Source: fmt.Sprintf("301 FOR, said in event %d", n)}}}}}}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// all collects what an iterator gives.
func all[T any](t testing.TB, seq func(func(T, error) bool)) (out []T) {
	t.Helper()
	for v, err := range seq {
		must(t, err)
		out = append(out, v)
	}
	return out
}

func TestCommitIsReadBack(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		first, second := commit("tea", 0, 1), commit("tea", 1, 2)
		second.Entries = append(second.Entries, record.Entry{At: noon.Add(time.Hour), Cause: record.Cause{Kind: "clock"},
			Events: []rules.Event{rules.VotingClosed{Proposal: 1, Adopted: true}, rules.TurnEnded{Turn: 1}}})
		must(t, s.Commit(first))
		must(t, s.Commit(second))
		want := append(slices.Clone(first.Entries), second.Entries...)
		if got := all(t, s.Entries("tea", 1)); !reflect.DeepEqual(got, want) {
			t.Errorf("entries\n%+v\nwant\n%+v", got, want)
		}
		for i, e := range want {
			if err := record.Check(e); err != nil || e.Game != "tea" || e.N != uint64(i+1) {
				t.Errorf("entry %d of the caller: %+v, %v", i+1, e, err)
			}
		}
		if n, h, err := s.Head("tea"); err != nil || n != 3 || h != want[2].Hash || want[2].Prev != want[1].Hash {
			t.Errorf("head %d %s, %v", n, h, err)
		}
		if in, ok, err := s.Input(first.Input.Hash); err != nil || !ok || !reflect.DeepEqual(in, *first.Input) {
			t.Errorf("input %+v, %v, %v", in, ok, err)
		}
		if raw, ok, err := s.Raw(first.Input.Hash); err != nil || !ok || !bytes.Equal(raw, first.Input.Raw) {
			t.Errorf("raw %q, %v, %v", raw, ok, err)
		}
		l := first.Letters[0]
		if got, ok, err := s.Letter(l.ID); err != nil || !ok || !reflect.DeepEqual(got, l) {
			t.Errorf("letter %+v, %v, %v", got, ok, err)
		}
		if b, ok, err := s.Body(l.Raw); err != nil || !ok || !bytes.Equal(b, first.Bodies[l.Raw]) {
			t.Errorf("body %q, %v, %v", b, ok, err)
		}
	})
}

func TestNothingThere(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		must(t, s.Commit(commit("tea", 0, 1)))
		if n, h, err := s.Head("te"); n != 0 || !h.IsZero() || err != nil {
			t.Error("a head", n, h, err)
		}
		if _, ok, err := s.Input(record.Hash{1}); ok || err != nil {
			t.Error("an input", ok, err)
		}
		if _, ok, err := s.Body(record.Hash{1}); ok || err != nil {
			t.Error("a body", ok, err)
		}
		if _, ok, err := s.Letter("<x>"); ok || err != nil {
			t.Error("a letter", ok, err)
		}
		if hashes, err := s.InputsByID(""); hashes != nil || err != nil {
			t.Error("inputs without ID", hashes, err)
		}
		if got := all(t, s.Entries("te", 1)); got != nil {
			t.Error("entries", got)
		}
		if err := s.Mark("<x>", func(*record.Letter) {}); !errors.Is(err, ErrNoLetter) {
			t.Error("marked", err)
		}
	})
}

// dump is everything in a store, to see that nothing has changed.
func dump(t testing.TB, s *Store) map[string]string {
	t.Helper()
	m := map[string]string{}
	must(t, s.engine.view(func(tx txn) error {
		for _, b := range buckets {
			tx.ascend(b, []byte{}, func(k, v []byte) bool {
				m[show(b, k)] = string(v)
				return true
			})
		}
		return nil
	}))
	return m
}

// Every bad commit has an error that says what is bad, and no effect.
func TestBadCommits(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		must(t, s.Commit(commit("tea", 0, 1)))
		before := dump(t, s)
		for why, spoil := range map[string]func(*record.Commit){
			"the last one is 1":                  func(c *record.Commit) { c.Head = 0 },
			"made on entry 7":                    func(c *record.Commit) { c.Head = 7 },
			"<1@example.org>: it is in":          func(c *record.Commit) { c.Input, c.Entries = commit("tea", 0, 1).Input, nil },
			"the hash of its bytes":              func(c *record.Commit) { c.Input.Raw = []byte("other") },
			"which is not kept":                  func(c *record.Commit) { c.Input = nil },
			"entries belong to a game":           func(c *record.Commit) { c.Game, c.Head = "", 0 },
			"an entry of game coffee":            func(c *record.Commit) { c.Entries[0].Game = "coffee" },
			"is no name for a game":              func(c *record.Commit) { c.Input.Game = "a\x00b" },
			`"\xff" is no name`:                  func(c *record.Commit) { c.Letters[0].Game = "\xff" },
			"no kind of event":                   func(c *record.Commit) { c.Entries[0].Events = []rules.Event{nil} },
			`"" is no Message-ID`:                func(c *record.Commit) { c.Letters[0].ID = "" },
			`"later" is no status`:               func(c *record.Commit) { c.Letters[0].Status = "later" },
			"tea.1@nomic.example.org>: it is in": func(c *record.Commit) { c.Letters[0].ID = "<tea.1@nomic.example.org>" },
			"tea.2@nomic.example.org>: it is in": func(c *record.Commit) { c.Letters = append(c.Letters, c.Letters[0]) },
			"is not there":                       func(c *record.Commit) { c.Bodies = nil },
			"the body":                           func(c *record.Commit) { c.Bodies[c.Letters[0].Raw] = []byte("other") },
		} {
			c := commit("tea", 1, 2)
			spoil(&c)
			entries := slices.Clone(c.Entries)
			err := s.Commit(c)
			if err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("%v, want an error with %q", err, why)
			}
			if !reflect.DeepEqual(c.Entries, entries) {
				t.Errorf("%s: the caller's entries changed", why)
			}
		}
		if after := dump(t, s); !reflect.DeepEqual(after, before) {
			t.Errorf("bad commits left something: %d keys, %d before", len(after), len(before))
		}
		if err := s.Commit(commit("tea", 0, 2)); !errors.Is(err, ErrConflict) {
			t.Error("not a conflict:", err)
		}
		if err := s.Commit(record.Commit{Input: commit("tea", 0, 1).Input}); !errors.Is(err, ErrSeen) {
			t.Error("not seen:", err)
		}
	})
}

// Goroutines race for the same games with the same mails: each mail has an
// effect once, and the losers know.
func TestManyCommit(t *testing.T) {
	const games, mails, rivals = 4, 25, 3
	both(t, func(t *testing.T, s *Store) {
		var wg sync.WaitGroup
		var won sync.Map
		for rival := range games * rivals {
			game := fmt.Sprint("game", rival%games)
			wg.Go(func() {
				for n := 1; n <= mails; {
					head, _, err := s.Head(game)
					if err != nil {
						t.Error(err)
						return
					}
					c := commit(game, head, n)
					switch err := s.Commit(c); {
					case err == nil:
						if _, twice := won.LoadOrStore(c.Input.Hash, true); twice {
							t.Errorf("mail %d of %s was committed twice", n, game)
						}
						n++
					case errors.Is(err, ErrSeen):
						n++
					case !errors.Is(err, ErrConflict):
						t.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
		names, err := s.Games()
		if err != nil || len(names) != games {
			t.Fatalf("%v, %v", names, err)
		}
		for _, game := range names {
			if got := all(t, s.Entries(game, 1)); len(got) != mails {
				t.Errorf("%s has %d entries, want %d", game, len(got), mails)
			}
			if got := all(t, s.Letters(game)); len(got) != mails {
				t.Errorf("%s has %d letters, want %d", game, len(got), mails)
			}
		}
	})
}

// What is asked for in pieces comes whole, from where it is asked for, and of
// one game only, even if one's name begins with another's.
func TestIterators(t *testing.T) {
	const n = 2*mostPairs + 7
	both(t, func(t *testing.T, s *Store) {
		var wg sync.WaitGroup
		for _, game := range []string{"tea", "tea2", "te"} {
			wg.Go(func() {
				for i := range uint64(n) {
					if err := s.Commit(commit(game, i, int(i))); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		for _, from := range []uint64{0, 1, 2, mostPairs, mostPairs + 1, n, n + 1} {
			want := max(from, 1)
			for e, err := range s.Entries("tea", from) {
				must(t, err)
				if e.N != want || e.Game != "tea" {
					t.Fatalf("entry %d of %s, want %d of tea", e.N, e.Game, want)
				}
				want++
			}
			if want != n+1 {
				t.Errorf("from %d: ended before %d", from, want)
			}
		}
		for e, err := range s.Entries("tea", 1) {
			must(t, err)
			if e.N == 3 {
				break
			}
		}
		for i, in := range all(t, s.Inputs("tea")) {
			if in.Where != fmt.Sprintf("INBOX/7/%d", i) || in.Game != "tea" || len(in.Raw) == 0 {
				t.Fatalf("input %d: %+v", i, in)
			}
		}
		if got := all(t, s.Letters("te")); len(got) != n || got[n-1].ID != fmt.Sprintf("<te.%d@nomic.example.org>", n-1) {
			t.Errorf("%d letters", len(got))
		}
		if games, err := s.Games(); err != nil || !slices.Equal(games, []string{"te", "tea", "tea2"}) {
			t.Errorf("games %v, %v", games, err)
		}
	})
}

func TestInputsOfNoGame(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		var want []record.Hash
		for _, text := range []string{"who is there?", "b", "a"} {
			raw := []byte(text)
			in := record.Input{Hash: record.HashOf(raw), Raw: raw, ID: "<same@example.org>", At: noon, Outcome: "ignored: auto-reply"}
			must(t, s.Commit(record.Commit{Input: &in}))
			want = append(want, in.Hash)
		}
		must(t, s.Commit(commit("tea", 0, 1)))
		var got []record.Hash
		for _, in := range all(t, s.Inputs("")) {
			got = append(got, in.Hash)
		}
		if !slices.Equal(got, want) {
			t.Errorf("inputs in the order %v, want %v", got, want)
		}
		byID, err := s.InputsByID("<same@example.org>")
		order := func(a, b record.Hash) int { return bytes.Compare(a[:], b[:]) }
		slices.SortFunc(want, order)
		slices.SortFunc(byID, order)
		if err != nil || !slices.Equal(byID, want) {
			t.Errorf("by ID %v, %v", byID, err)
		}
		if byID, err := s.InputsByID("<same@example.or"); err != nil || byID != nil {
			t.Errorf("by a part of an ID: %v, %v", byID, err)
		}
		if games, err := s.Games(); err != nil || len(games) != 1 {
			t.Errorf("games %v, %v", games, err)
		}
	})
}

// An act is an input like a mail; a mail may be the cause of a later entry, as
// when an undo decides anew.
func TestCauseMayBeOld(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		c := commit("tea", 0, 1)
		must(t, s.Commit(c))
		again := commit("tea", 1, 2)
		again.Input, again.Letters, again.Bodies = nil, nil, nil
		again.Entries[0].Cause.Raw = c.Input.Hash
		must(t, s.Commit(again))
	})
}

func ids(letters []record.Letter, err error) string {
	if err != nil {
		return err.Error()
	}
	var out []string
	for _, l := range letters {
		out = append(out, strings.TrimPrefix(strings.TrimSuffix(l.ID, "@nomic.example.org>"), "<tea."))
	}
	return strings.Join(out, " ")
}

func TestOutbox(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		for n := range 7 {
			must(t, s.Commit(commit("tea", uint64(n), n)))
		}
		mark := func(n int, status string, next time.Time) {
			t.Helper()
			must(t, s.Mark(fmt.Sprintf("<tea.%d@nomic.example.org>", n), func(l *record.Letter) {
				l.Status, l.Next, l.Why = status, next, "451 later"
				l.Tries++
				l.Subject = "changed"
			}))
		}
		expect := func(now time.Time, due, waiting string) {
			t.Helper()
			if got := ids(s.Outbox(now, 100)); got != due {
				t.Errorf("due %s, want %s", got, due)
			}
			first, _, _ := strings.Cut(due, " ")
			if got := ids(s.Outbox(now, 1)); got != first {
				t.Errorf("due %s, want %s first", got, first)
			}
			if got := ids(s.Waiting()); got != waiting {
				t.Errorf("waiting %s, want %s", got, waiting)
			}
		}
		expect(noon, "0 1 2 3 4 5 6", "0 1 2 3 4 5 6")
		mark(0, record.Sent, time.Time{})
		mark(1, record.Waiting, noon.Add(time.Hour))
		mark(2, record.Doubtful, noon.Add(2*time.Hour))
		mark(3, record.Doubtful, time.Time{})
		mark(4, record.Failed, time.Time{})
		mark(5, record.Dropped, time.Time{})
		expect(noon, "6", "1 2 3 4 6")
		expect(noon.Add(time.Hour), "1 6", "1 2 3 4 6")
		expect(noon.Add(2*time.Hour), "1 6", "1 2 3 4 6") // a doubt is for a person, whenever
		mark(4, record.Waiting, time.Time{})
		expect(noon, "4 6", "1 2 3 4 6")
		l, _, err := s.Letter("<tea.4@nomic.example.org>")
		if err != nil || l.Tries != 2 || l.Why != "451 later" || l.Subject != "receipt" || len(l.To) != 1 {
			t.Errorf("marked %+v, %v", l, err)
		}
		if err := s.Mark(l.ID, func(l *record.Letter) { l.Status = "lost" }); err == nil {
			t.Error("an unknown status was taken")
		}
		if err := s.Mark(l.ID, func(l *record.Letter) { l.To = nil }); err == nil {
			t.Error("a letter to nobody was taken")
		}
		must(t, s.Mark(l.ID, func(l *record.Letter) {
			l.Ends = append(l.Ends, record.End{To: l.To[0], Status: record.Failed, Why: "550", At: noon})
			l.To, l.Ended, l.Again = []string{"ada@example.net"}, noon, noon
		}))
		if l, _, err := s.Letter(l.ID); err != nil || len(l.Ends) != 1 || l.To[0] != "ada@example.net" || !l.Ended.Equal(noon) || !l.Again.Equal(noon) {
			t.Errorf("with another address %+v, %v", l, err)
		}
		expect(noon, "4 6", "1 2 3 4 6")
	})
}

func TestPlaces(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		must(t, s.Place("INBOX/uidvalidity", "7"))
		must(t, s.Place("INBOX/uid", "41"))
		must(t, s.Place("INBOX/uid", "42"))
		must(t, s.Place("empty", ""))
		want := map[string]string{"INBOX/uidvalidity": "7", "INBOX/uid": "42", "empty": ""}
		if got, err := s.Places(); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v, %v", got, err)
		}
		if err := s.Place("", "x"); err == nil {
			t.Error("a place without a name was taken")
		}
	})
}

// What the store gives and what it was given belong to the caller.
func TestNothingIsShared(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		c := commit("tea", 0, 1)
		h, b := c.Input.Hash, c.Letters[0].Raw
		raw, body := bytes.Clone(c.Input.Raw), bytes.Clone(c.Bodies[b])
		must(t, s.Commit(c))
		for range 2 {
			clear(c.Input.Raw)
			clear(c.Bodies[b])
			got, _, err := s.Raw(h)
			if err != nil || !bytes.Equal(got, raw) {
				t.Errorf("raw %q, %v", got, err)
			}
			gotBody, _, err := s.Body(b)
			if err != nil || !bytes.Equal(gotBody, body) {
				t.Errorf("body %q, %v", gotBody, err)
			}
			c.Input.Raw, c.Bodies[b] = got, gotBody
		}
	})
}

func TestClosed(t *testing.T) {
	s, m := open(t, filepath.Join(t.TempDir(), "nomicmail.db")), Memory()
	for _, s := range []*Store{s, m} {
		must(t, s.Commit(commit("tea", 0, 1)))
		must(t, s.Close())
		must(t, s.Close())
		if err := s.Commit(commit("tea", 1, 2)); !errors.Is(err, ErrClosed) {
			t.Errorf("a closed store: %v", err)
		}
	}
	if _, err := s.Games(); err == nil {
		t.Error("a closed file was read")
	}
}
