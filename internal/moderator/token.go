package moderator

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
)

// A token is a word that only those can know who have seen a letter of ours. It
// stands in the address that a letter asks to be answered to and on the last
// line of the letter, and is worth nothing without a registered address: words
// travel with reply-all and with what people forward.
//
// Tokens are made of a secret of the game that is kept beside its record and that
// nobody is told, so that none has to be remembered. It goes where the record
// goes, into a backup and a weekly copy, and opens nothing in another game.

const (
	// SharedTokenPlace is where earlier versions kept one secret for all games.
	SharedTokenPlace = "token/secret"
	maxLocal         = 64 // octets of a local part (RFC 5321 §4.5.3.1.1)
)

// TokenPlace is where the secrets of a game's tokens are kept in the book, with
// a space between two. The first makes tokens, and those of all are believed.
func TokenPlace(game string) string { return "tokens/" + game }

var tokenCode = base32.NewEncoding(parser.TokenLetters).WithPadding(base32.NoPadding)

// openSeals reads the secrets of a game's tokens from the places of the book, or
// draws one, which is in the book before it is used. A game that was begun when
// all had one secret believes the tokens of that too: its letters bear them.
func (m *Moderator) openSeals(t *table, places map[string]string, shared [][]byte) error {
	if t.seals = readSeals(places[TokenPlace(t.name)]); len(t.seals) > 0 {
		return nil
	}
	own := make([]byte, sha256.Size)
	if _, err := io.ReadFull(m.set.Rand, own); err != nil {
		return fmt.Errorf("moderator: a secret for the tokens of %s: %w", t.name, err)
	}
	t.seals = append([][]byte{own}, shared...)
	words := make([]string, len(t.seals))
	for i, s := range t.seals {
		words[i] = hex.EncodeToString(s)
	}
	if err := m.book.Place(TokenPlace(t.name), strings.Join(words, " ")); err != nil {
		return fmt.Errorf("moderator: keep the secret of the tokens of %s: %w", t.name, err)
	}
	return nil
}

// readSeals gives none where one is not as it was written.
func readSeals(value string) [][]byte {
	var all [][]byte
	for _, word := range strings.Fields(value) {
		s, err := hex.DecodeString(word)
		if err != nil || len(s) != sha256.Size {
			return nil
		}
		all = append(all, s)
	}
	return all
}

// tokens are those of what parts name: first the one that letters bear, then
// those that they once bore.
func (t *table) tokens(parts ...string) []string {
	var all []string
	for _, s := range t.seals {
		mac := hmac.New(sha256.New, s)
		for _, p := range parts {
			fmt.Fprintf(mac, "%d %s\n", len(p), p)
		}
		all = append(all, tokenCode.EncodeToString(mac.Sum(nil))[:parser.TokenSize])
	}
	return all
}

// playerTokens are the reply tokens of a player.
func (t *table) playerTokens(p *rules.Player) []string {
	return t.tokens("player", t.name, string(p.ID), fmt.Sprint(p.Renewed))
}

// holds says whether a mail bears one of some tokens.
func holds(l *parser.Letter, tokens []string) bool {
	return slices.ContainsFunc(l.Tokens, func(t string) bool {
		return slices.ContainsFunc(tokens, func(token string) bool { return subtle.ConstantTimeCompare([]byte(t), []byte(token)) == 1 })
	})
}

// ownerOf finds the player whose token a mail bears; nil when it bears none, or
// those of several, which is no better.
func (s *sheet) ownerOf(l *parser.Letter) *rules.Player {
	if len(l.Tokens) == 0 {
		return nil
	}
	p, _ := only(s.g.Players, func(p *rules.Player) bool { return holds(l, s.t.playerTokens(p)) })
	return p
}

// tokenLine is a token as it stands below a letter.
func tokenLine(game, token string) string { return game + "-" + token }

// replyAddress is where an answer with a token goes: "" where the provider has
// no tags, where the game has an address of its own, or where it would be longer
// than servers take.
func (m *Moderator) replyAddress(t *table, token string) string {
	if m.set.Delimiter == "" || t.address != "" || token == "" {
		return ""
	}
	local, domain, _ := strings.Cut(m.addressOf(t), "@")
	if local += "-" + token; len(local) > maxLocal {
		return ""
	}
	return local + "@" + domain
}

// withoutToken is an address of ours as it is without a token.
func withoutToken(address string) string {
	local, domain, _ := strings.Cut(address, "@")
	i := len(local) - parser.TokenSize - 1
	if i < 1 || local[i] != '-' {
		return address
	}
	return local[:i] + "@" + domain
}
