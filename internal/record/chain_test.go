package record

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/rules"
)

func vote() Entry {
	at := time.Date(2026, 1, 5, 10, 0, 0, 7, time.FixedZone("", 3600))
	return Entry{
		Game: "tea", N: 2, At: at,
		Cause: Cause{Kind: "mail", Raw: HashOf([]byte("raw")), ID: "<1@example.org>", From: "ada@example.org", By: "p1", Trust: "from"},
		Events: []rules.Event{
			rules.VoteCast{Proposal: 1, Voter: "p1", Ballot: rules.Ballot{Option: rules.For, Weight: 1, Source: "301 <FOR>", Nonce: "9f"}},
			rules.VoteComplete{Proposal: 1, Closes: at.UTC()},
		},
	}
}

func TestEntryRoundTrip(t *testing.T) {
	e := vote()
	if err := Seal(&e, HashOf([]byte("before"))); err != nil {
		t.Fatal(err)
	}
	line, err := Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(line, []byte(`"source":"301 <FOR>"`)) || bytes.ContainsAny(line, "\n") {
		t.Errorf("not as a person would search for it: %s", line)
	}
	again, err := Unmarshal(line)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(again, e) {
		t.Errorf("read back\n%+v\nwant\n%+v", again, e)
	}
	if err := Check(again); err != nil {
		t.Error(err)
	}
	outer, err := json.Marshal(map[string]Entry{"entry": e})
	if err != nil {
		t.Fatal(err)
	}
	var inner map[string]Entry
	if err := json.Unmarshal(outer, &inner); err != nil || !reflect.DeepEqual(inner["entry"], e) {
		t.Errorf("as a part of other JSON: %v\n%s", err, outer)
	}
}

// The hash covers everything but itself.
func TestCheckFindsEveryChange(t *testing.T) {
	sealed := vote()
	if err := Seal(&sealed, HashOf([]byte("before"))); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Entry){
		"game":      func(e *Entry) { e.Game = "coffee" },
		"n":         func(e *Entry) { e.N++ },
		"at":        func(e *Entry) { e.At = e.At.Add(1) },
		"kind":      func(e *Entry) { e.Cause.Kind = "act" },
		"raw":       func(e *Entry) { e.Cause.Raw[5] ^= 1 },
		"id":        func(e *Entry) { e.Cause.ID = "" },
		"from":      func(e *Entry) { e.Cause.From += "x" },
		"by":        func(e *Entry) { e.Cause.By = "p2" },
		"trust":     func(e *Entry) { e.Cause.Trust = "" },
		"prev":      func(e *Entry) { e.Prev[0] ^= 1 },
		"hash":      func(e *Entry) { e.Hash[31] ^= 1 },
		"an event":  func(e *Entry) { e.Events[1] = rules.VoteComplete{Proposal: 2} },
		"its order": func(e *Entry) { e.Events[0], e.Events[1] = e.Events[1], e.Events[0] },
		"one less":  func(e *Entry) { e.Events = e.Events[:1] },
		"one more":  func(e *Entry) { e.Events = append(e.Events, rules.GameStarted{}) },
	} {
		e := sealed
		e.Events = append([]rules.Event(nil), sealed.Events...)
		change(&e)
		if Check(e) == nil {
			t.Errorf("a change of %s is not found", name)
		}
	}
	if err := Check(sealed); err != nil {
		t.Error(err)
	}
}

// The chain as written here was proved once; records that lie on disk must stay
// provable by every later version.
func TestHashIsForEver(t *testing.T) {
	e := vote()
	if err := Seal(&e, Hash{}); err != nil {
		t.Fatal(err)
	}
	if want := "4b83e41f2b6d2e33d7439702e586c42e2a609d9afbdc3235722fa47a8f14f152"; e.Hash.String() != want {
		t.Errorf("the hash of a known entry is now %s, was %s", e.Hash, want)
	}
	if e.At.Location() != time.UTC {
		t.Errorf("sealed at %v, want UTC", e.At)
	}
}

func TestSealFailsWhole(t *testing.T) {
	e := vote()
	e.Events = append(e.Events, rules.VoteComplete{Closes: time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC)})
	before := e
	if err := Seal(&e, HashOf(nil)); err == nil {
		t.Error("sealed a time that cannot be written")
	}
	if !reflect.DeepEqual(e, before) {
		t.Errorf("changed to %+v", e)
	}
}

func TestHashText(t *testing.T) {
	h := HashOf([]byte("x"))
	var again Hash
	if err := again.UnmarshalText([]byte(h.String())); err != nil || again != h {
		t.Errorf("%v, %v", again, err)
	}
	for _, bad := range []string{"", "00", h.String() + "00", strings.Repeat("z", 64)} {
		if err := again.UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q was read as a hash", bad)
		}
	}
}
