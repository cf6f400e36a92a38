package moderator

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// A letter that cannot be delivered comes back to its return path (RFC 5321
// §4.4). What comes there proves nothing by itself, since anybody can write a
// bounce. So each reader's letters bear a token that nobody else is told: in
// the return path, nomic+bounce-TOKEN@…, and in a header field, which a bounce
// returns and which also comes through a server that knows no tags. A bounce
// without the right token is kept and marks nothing.
//
// The token belongs to the reader's address and not to the letter: the return
// path stays the same, as servers that greylist want it, and a bounce is known
// years later without a list. What the token's owner can forge with it is that
// his own letters come back, until he writes again.
const (
	returnWord  = "bounce-"
	returnField = "X-Nomicmail-Return"
	tokenLength = 10 // of base32: 50 bits
	secretPlace = "secret/return"
)

// The ways in which letters come back.
const (
	ReturnToken = "token" // to an address with the reader's token
	ReturnPlain = "plain" // to our address; the token is in the header alone
)

// returnToken is the token of a reader's address, "" where there are none.
func (m *Moderator) returnToken(address string) (string, error) {
	if m.set.Return == "" {
		return "", nil
	}
	secret, err := m.returnSecret()
	if err != nil {
		return "", err
	}
	h := hmac.New(sha256.New, secret)
	io.WriteString(h, strings.ToLower(parser.Canonical(address)))
	return strings.ToLower(base32.StdEncoding.EncodeToString(h.Sum(nil)))[:tokenLength], nil
}

// returnSecret is made once for the installation and kept beside the record.
func (m *Moderator) returnSecret() ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.returns != nil {
		return m.returns, nil
	}
	places, err := m.book.Places()
	if err != nil {
		return nil, fmt.Errorf("moderator: look for the secret of return paths: %w", err)
	}
	if secret, err := hex.DecodeString(places[secretPlace]); err == nil && len(secret) > 0 {
		m.returns = secret
		return secret, nil
	}
	secret := make([]byte, 32)
	if _, err := io.ReadFull(m.set.Rand, secret); err != nil {
		return nil, fmt.Errorf("moderator: a secret for return paths: %w", err)
	}
	if err := m.book.Place(secretPlace, hex.EncodeToString(secret)); err != nil {
		return nil, fmt.Errorf("moderator: keep the secret of return paths: %w", err)
	}
	m.returns = secret
	return secret, nil
}

// returnPath is the envelope sender of a letter to somebody, and what it is
// where the server lets us send from no such address. Both are the same where
// there are no tags.
func (m *Moderator) returnPath(token, from string) (path, plain string) {
	local, domain, ok := strings.Cut(m.set.Address, "@")
	local += m.set.Delimiter + returnWord + token
	if token == "" || m.set.Return != ReturnToken || m.set.Delimiter == "" || !ok || len(local) > 64 { // RFC 5321 §4.5.3.1.1
		return from, ""
	}
	return local + "@" + domain, from
}

// tokenOf is the token that a bounce brings back.
func (m *Moderator) tokenOf(l *parser.Letter) string {
	if m.set.Delimiter != "" {
		for _, a := range l.To {
			local, _, _ := strings.Cut(a.Mail, "@")
			if _, token, ok := strings.Cut(strings.ToLower(local), m.set.Delimiter+returnWord); ok {
				return token
			}
		}
	}
	if l.Bounce != nil {
		return strings.ToLower(l.Bounce.Token)
	}
	return ""
}

// Returned is a letter of ours that came back.
type Returned struct {
	Letter  string // its Message-ID, "" when the bounce does not tell
	Address string // that it was for
	Why     string // in the words of who sent it back
	Instead string // another address of the same reader, or ""
}

// bounced marks the address from which a letter came back for good. What came
// back for a while changes nothing: servers try again by themselves.
func (m *Moderator) bounced(l *parser.Letter, in *record.Input) (Outcome, error) {
	if l.Bounce == nil || !l.Bounce.Permanent {
		return m.file(in, "ignored: bounce")
	}
	failing, address, err := m.tokenOwner(m.tokenOf(l))
	if err != nil {
		return Outcome{}, err
	}
	if len(failing) == 0 {
		return m.file(in, "ignored: bounce without a token of ours")
	}
	why := whyReturned(l)
	// The input goes with the last game, so that a crash brings the bounce again.
	in.Outcome = "noted: letters to " + address + " come back"
	back := &Returned{Letter: l.Bounce.ID, Address: address, Why: why}
	for i, t := range failing {
		cause := record.Cause{Kind: "post"}
		var with *record.Input
		if i == len(failing)-1 {
			in.Game, with = t.name, in
			cause = record.Cause{Kind: "mail", Raw: in.Hash, ID: in.ID, From: in.From}
		}
		instead, err := m.failAddress(t, address, why, in.At, cause, with)
		if err != nil {
			return Outcome{}, err
		}
		if ours, ok, err := m.book.Letter(back.Letter); err == nil && ok && ours.Game == t.name {
			back.Instead = instead
		}
	}
	m.set.Log.Warn("letters come back", "address", address, "why", why)
	o := outcomeOf(in)
	o.Returned = back
	return o, nil
}

// returnedBefore says again which letter came back with a mail that is in the
// record: a crash may have come before anybody could write it into the letter.
func (m *Moderator) returnedBefore(raw []byte) (*Returned, error) {
	l := m.parse(raw)
	if l.Kind != parser.Bounced || l.Bounce == nil || !l.Bounce.Permanent {
		return nil, nil
	}
	failing, address, err := m.tokenOwner(m.tokenOf(l))
	if err != nil || len(failing) == 0 {
		return nil, err
	}
	back := &Returned{Letter: l.Bounce.ID, Address: address, Why: whyReturned(l)}
	for _, t := range failing {
		if ours, ok, err := m.book.Letter(back.Letter); err == nil && ok && ours.Game == t.name {
			back.Instead = t.instead(address)
		}
	}
	return back, nil
}

func whyReturned(l *parser.Letter) string {
	return oneLine(fmt.Sprintf("%s %.200s", l.Bounce.Status, l.Bounce.Says))
}

// instead is another address of the player who has this one, or "".
func (t *table) instead(address string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p := playerAt(t.game, address); p != nil {
		if to := t.game.Reach(p); !sameAddress(to, address) {
			return to
		}
	}
	return ""
}

// tokenOwner finds the address that a token belongs to, as the games have it,
// and the games in which somebody plays or watches under it.
func (m *Moderator) tokenOwner(token string) (games []*table, address string, err error) {
	if len(token) != tokenLength {
		return nil, "", nil
	}
	for _, t := range m.tables() {
		for _, a := range t.addresses() {
			owned, err := m.returnToken(a)
			if err != nil {
				return nil, "", err
			}
			if hmac.Equal([]byte(owned), []byte(token)) {
				games, address = append(games, t), a
				break
			}
		}
	}
	return games, address, nil
}

// addresses are those of all who play or watch.
func (t *table) addresses() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var list []string
	for _, p := range t.game.Players {
		if p.State == rules.Playing {
			list = append(list, p.Addresses...)
		}
	}
	for _, o := range t.game.Observers {
		list = append(list, o.Address)
	}
	return list
}

// Refuse marks an address that our own server says it cannot deliver to, in
// every game. It returns another address of the player whom a letter of a game
// was for, or "".
func (m *Moderator) Refuse(game, address, why string, at time.Time) (instead string, err error) {
	for _, t := range m.tables() {
		other, err := m.failAddress(t, address, why, at, record.Cause{Kind: "post"}, nil)
		if err != nil {
			return "", err
		}
		if t.name == game {
			instead = other
		}
	}
	return instead, nil
}

// failAddress marks an address in one game, where it is a player's, and gives
// another one of that player, or "".
func (m *Moderator) failAddress(t *table, address, why string, at time.Time, cause record.Cause, in *record.Input) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := m.sheet(t, at, cause)
	s.in = in
	p := playerAt(s.g, address)
	if p == nil || p.State != rules.Playing {
		if s.g.Observes(address) {
			return "", s.dropObserver(address, why)
		}
		if in == nil {
			return "", nil
		}
		return "", m.commit(record.Commit{Input: in})
	}
	i := slices.IndexFunc(p.Addresses, func(a string) bool { return sameAddress(a, address) })
	if err := s.passToMail(); err != nil {
		return "", err
	}
	if _, _, err := s.decide(rules.FailAddress{Player: p.ID, Address: p.Addresses[i], Why: why}, rules.By{}); err != nil {
		return "", err
	}
	if _, err := s.close(); err != nil {
		return "", err
	}
	if to := t.game.Reach(p); !sameAddress(to, address) {
		return to, nil
	}
	return "", nil
}

// passToMail lets time pass up to the mail that came back. What our own server says
// while it takes a letter comes at its own time, when mails may lie unread in the
// mailbox: no deadline passes over them.
func (s *sheet) passToMail() error {
	if s.in == nil {
		return nil
	}
	return s.passTime()
}

// dropObserver sends no more news to an address from which it comes back, and
// tells the organisers.
func (s *sheet) dropObserver(address, why string) error {
	if err := s.passToMail(); err != nil {
		return err
	}
	if _, _, err := s.decide(rules.StopObserving{Address: address}, rules.By{}); err != nil {
		return err
	}
	s.toOrganisers(templates.Notice{Code: "unreachable", Text: address, Why: why})
	_, err := s.close()
	return err
}

// heardFrom notes that the sender is not silent, and takes the address up again, if
// letters to it came back and the mail is as sure to be the sender's as the game
// wants: a forged one says nothing of whether letters arrive.
func (s *sheet) heardFrom() error {
	if s.who == nil || !s.confirmed && !suffices(s.level, custom(s.g, "trust")) {
		return nil
	}
	heard := s.in.From
	for _, a := range s.who.Addresses {
		if sameAddress(a, s.in.From) && s.g.Fails(s.who.ID, a) {
			heard = a
		}
	}
	c := rules.Command(rules.HearFrom{Player: s.who.ID, Address: heard})
	if !s.since.IsZero() {
		c = rules.Late{Since: s.since, Command: c} // no deadline that its words are in time for ends before them
	}
	_, _, err := s.decide(c, rules.By{})
	return err
}

// markedAgain applies once more what an entry says of addresses, which no
// undoing of somebody's move makes untrue. It is false for all other entries.
func (s *sheet) markedAgain(e record.Entry) (bool, error) {
	for _, ev := range e.Events {
		f, ok := ev.(rules.AddressFailed)
		if !ok {
			return false, nil
		}
		if _, _, err := s.decide(rules.FailAddress(f), rules.By{}); err != nil {
			return true, err
		}
	}
	return len(e.Events) > 0, nil
}

// Undelivered tells the organisers of a game which letters did not get through,
// a line for each.
func (m *Moderator) Undelivered(game string, lines []string, at time.Time) error {
	t, err := m.table(game)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	s := m.sheet(t, at, record.Cause{Kind: "post"})
	s.toOrganisers(templates.Notice{Code: "undelivered", Changes: lines})
	_, err = s.close()
	return err
}
