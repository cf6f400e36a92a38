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
// Tokens are made of a secret that is kept beside the record and that nobody is
// told, so that none has to be remembered.

const (
	// TokenPlace is where the secret of all tokens is kept in the book.
	TokenPlace = "token/secret"
	maxLocal   = 64 // octets of a local part (RFC 5321 §4.5.3.1.1)
)

var tokenCode = base32.NewEncoding(parser.TokenLetters).WithPadding(base32.NoPadding)

// openTokens reads the secret of all tokens. One that is new is in the book
// before it is used.
func (m *Moderator) openTokens() error {
	places, err := m.book.Places()
	if err != nil {
		return fmt.Errorf("moderator: look for the secret of tokens: %w", err)
	}
	if m.seal, err = hex.DecodeString(places[TokenPlace]); err == nil && len(m.seal) == sha256.Size {
		return nil
	}
	m.seal = make([]byte, sha256.Size)
	if _, err := io.ReadFull(m.set.Rand, m.seal); err != nil {
		return fmt.Errorf("moderator: a secret for tokens: %w", err)
	}
	if err := m.book.Place(TokenPlace, hex.EncodeToString(m.seal)); err != nil {
		return fmt.Errorf("moderator: keep the secret of tokens: %w", err)
	}
	return nil
}

// makeToken makes the token of what parts name.
func (m *Moderator) makeToken(parts ...string) string {
	mac := hmac.New(sha256.New, m.seal)
	for _, p := range parts {
		fmt.Fprintf(mac, "%d %s\n", len(p), p)
	}
	return tokenCode.EncodeToString(mac.Sum(nil))[:parser.TokenSize]
}

// playerToken is the reply token of a player in a game.
func (m *Moderator) playerToken(game string, p *rules.Player) string {
	return m.makeToken("player", game, string(p.ID), fmt.Sprint(p.Renewed))
}

// holds says whether a mail bears a token.
func holds(l *parser.Letter, token string) bool {
	return slices.ContainsFunc(l.Tokens, func(t string) bool { return subtle.ConstantTimeCompare([]byte(t), []byte(token)) == 1 })
}

// ownerOf finds the player whose token a mail bears; nil when it bears none, or
// those of several, which is no better.
func (m *Moderator) ownerOf(g *rules.Game, l *parser.Letter) *rules.Player {
	if len(l.Tokens) == 0 {
		return nil
	}
	p, _ := only(g.Players, func(p *rules.Player) bool { return holds(l, m.playerToken(g.Name, p)) })
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
