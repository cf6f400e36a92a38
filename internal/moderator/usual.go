package moderator

import (
	"slices"

	"nomicmail/internal/record"
	"nomicmail/internal/rules"
)

// A mail that counts though it is less sure whose it is than the last ones were
// may be somebody else's: the receipt, which goes to the player's own address,
// says so.

// habit is how many mails in a row make a level the usual one.
const habit = 3

// heard is a mail that moved the game, and how sure it was whose it is.
type heard struct {
	mail  record.Hash
	grade int
}

// grade is the rank of a level as far as its fall matters: who writes a new mail
// instead of a reply has no token, and is no less sure for that.
func grade(level string) int {
	if level == trustToken {
		level = trustAligned
	}
	return rank(level)
}

// hears takes from entries how sure it was who wrote the mails that made them.
func (t *table) hears(entries []record.Entry) {
	if t.usual == nil {
		t.usual = map[rules.PlayerID][]heard{}
	}
	for _, e := range entries {
		h := heard{e.Cause.Raw, grade(e.Cause.Trust)}
		last := t.usual[e.Cause.By]
		if e.Cause.Kind != "mail" || e.Cause.By == "" || h.grade == 0 || slices.ContainsFunc(last, func(o heard) bool { return o.mail == h.mail }) {
			continue
		}
		last = append(last, h)
		t.usual[e.Cause.By] = slices.Clone(last[max(0, len(last)-habit):])
	}
}

// weaker is the level of the mail being played where that is below what is usual
// for its author, else "".
func (s *sheet) weaker() string {
	last := s.t.usual[s.cause.By]
	now := grade(s.cause.Trust)
	if len(last) < habit || slices.ContainsFunc(last, func(h heard) bool { return h.grade <= now }) {
		return ""
	}
	return s.cause.Trust
}
