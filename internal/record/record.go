// Package record has the words in which the moderator and the store speak of a
// game's record: entries in a hash chain, the raw inputs they came from, and
// the letters that wait to be sent.
//
// An entry is what one input did to one game: a mail, an act of the organiser,
// or the clock. Entries, the input and the letters of one input are committed
// together or not at all.
package record

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"nomicmail/internal/rules"
)

// Hash is a SHA-256.
type Hash [32]byte

// HashOf hashes raw bytes.
func HashOf(raw []byte) Hash { return sha256.Sum256(raw) }

func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// IsZero reports whether h is no hash at all.
func (h Hash) IsZero() bool { return h == Hash{} }

// MarshalText writes a hash as hexadecimal digits.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (h *Hash) UnmarshalText(b []byte) error {
	if len(b) != hex.EncodedLen(len(h)) {
		return fmt.Errorf("record: a hash has %d digits, not %d", hex.EncodedLen(len(h)), len(b))
	}
	_, err := hex.Decode(h[:], b)
	return err
}

// Cause is where an entry came from.
type Cause struct {
	Kind  string         `json:"kind"`            // "mail", "act" (the command line), "clock" or "post" (a letter could not be delivered)
	Raw   Hash           `json:"raw,omitzero"`    // the input's bytes; zero for the clock
	ID    string         `json:"id,omitempty"`    // Message-ID of a mail
	From  string         `json:"from,omitempty"`  // address, or the organiser's name for an act
	By    rules.PlayerID `json:"by,omitempty"`    // the player, when it is one
	Trust string         `json:"trust,omitempty"` // how sure we are: "from", "aligned", ...
}

// Entry is one link of a game's record. N counts from 1. Hash covers all other
// fields and Prev, by way of a hash of each event, so that an event can be
// withheld for a time and disclosed later.
type Entry struct {
	Game   string        `json:"game"`
	N      uint64        `json:"n"`
	At     time.Time     `json:"at"` // official time, UTC
	Cause  Cause         `json:"cause"`
	Events []rules.Event `json:"-"` // encoded with their kinds, see Marshal
	Prev   Hash          `json:"prev"`
	Hash   Hash          `json:"hash"`
}

// Input is a raw mail or act as it came, kept for ever under its hash.
type Input struct {
	Hash     Hash
	Raw      []byte
	ID       string    // Message-ID, or ""
	From     string    // address the mail claims
	At       time.Time // official time
	Where    string    // where it was found, e.g. "INBOX/7/42"
	Outcome  string    // "counted", "held", "refused", "asked", "ignored: auto-reply", "set aside: ..."
	Game     string    // "" when it found none
	Commands []string  // what was read in it, one line each
	Signers  []string  // domains whose DKIM signature held when it came, where the server said nothing
}

// Letter is a letter of ours: what is sent, to whom, and how far that is.
type Letter struct {
	ID      string    `json:"id"`   // Message-ID with its angle brackets; the key
	Game    string    `json:"game"` // "" for letters of no game
	Entry   uint64    `json:"entry,omitempty"`
	Kind    string    `json:"kind"` // "ballot", "receipt", ...
	To      []string  `json:"to"`   // envelope recipients
	From    string    `json:"from"` // envelope sender, "" for the null return path
	Subject string    `json:"subject"`
	Raw     Hash      `json:"raw"`            // the message as sent
	Rows    []int     `json:"rows,omitempty"` // proposals whose ballots stand in it
	Asks    []int     `json:"asks,omitempty"` // questions that it asks, by their numbers
	Status  string    `json:"status"`         // "waiting", "sent", "failed", "doubtful", "dropped"
	Made    time.Time `json:"made"`
	Next    time.Time `json:"next,omitzero"` // next attempt; zero when there is none
	Tries   int       `json:"tries,omitempty"`
	Why     string    `json:"why,omitempty"` // the last refusal of the server
	// Plain is the envelope sender for a server that refuses From; "" for none.
	Plain string `json:"plain,omitempty"`
	// Ends are the addresses that need no more attempts, with what came of
	// each: some of To, and those in whose place one of To has come.
	Ends  []End     `json:"ends,omitempty"`
	Ended time.Time `json:"ended,omitzero"` // when it failed or came into doubt
	Again time.Time `json:"again,omitzero"` // when the organiser had it tried anew
}

// End is what came of a letter for one of its addresses: Sent, Failed or
// Doubtful, with the server's words for the last two.
type End struct {
	To     string    `json:"to"`
	Status string    `json:"status"`
	Why    string    `json:"why,omitempty"`
	At     time.Time `json:"at,omitzero"`
}

// Left are the addresses that are still to be served.
func (l Letter) Left() []string {
	return slices.DeleteFunc(slices.Clone(l.To), func(to string) bool {
		return slices.ContainsFunc(l.Ends, func(e End) bool { return e.To == to })
	})
}

// The statuses of a letter.
const (
	Waiting  = "waiting"  // to be sent at Next
	Sent     = "sent"     // the server took it
	Failed   = "failed"   // the server refused it for good
	Doubtful = "doubtful" // the connection broke before the server's last word: it may have been sent
	Dropped  = "dropped"  // the organiser will not have it sent
)

// Commit is everything that one input does. It is applied whole or not at all.
type Commit struct {
	Game    string  // "" when no game is touched
	Head    uint64  // the number of the last entry that the commit was made on
	Entries []Entry // N, Prev and Hash are filled in by the store
	Input   *Input
	Letters []Letter
	Bodies  map[Hash][]byte // raw letters, by hash
}
