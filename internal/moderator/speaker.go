package moderator

import (
	"slices"
	"strings"

	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
	"nomicmail/internal/signature"
)

// speaker finds out who speaks in a mail, and how sure that is. reason is why
// somebody must be asked before anything in it counts, "" when it is clear;
// then s.who is who would be asked, or nil when nobody is known.
func (s *sheet) speaker(l *parser.Letter) (reason string) {
	s.who, s.level, s.shared = nil, l.Trust(), nil
	here := s.sharers()
	if p, proof := s.signer(l, here); p != nil {
		s.who, s.level, s.proof = p, trustSigned, proof
		return ""
	}
	switch len(here) {
	case 0:
		return s.unknown(l)
	case 1:
		s.who = here[0]
	default:
		if s.who = s.sharer(l, here); s.who == nil {
			s.shared = here
			return "as-whom"
		}
	}
	s.level = s.trust(l, s.who)
	return ""
}

// unknown looks for the one to be asked about a mail from an address that is
// nobody's: whose token it bears, or whom a mailing list names that put its own
// address into the From field. What they name is never believed by itself.
func (s *sheet) unknown(l *parser.Letter) (reason string) {
	if s.m.organises(s.g, s.in.From) {
		return ""
	}
	if p := s.ownerOf(l); p != nil && p.State == rules.Playing && s.in.From != "" {
		s.who, s.level = p, trustNone
		return "whose-token"
	}
	if s.in.From != "" && !l.Munged {
		return ""
	}
	var named []*rules.Player
	for _, a := range l.Named {
		for _, p := range playersAt(s.g, a.Mail) {
			if p.State == rules.Playing && !slices.Contains(named, p) {
				named = append(named, p)
			}
		}
	}
	if len(named) != 1 {
		return "confirm" // by nobody
	}
	s.who, s.level = named[0], trustNone
	if s.g.Shadow {
		return "" // whom officers believe, too
	}
	return "confirm"
}

// signer finds the player by whose key a mail is signed: one of those who write
// from its address, or, where that is nobody's, any.
func (s *sheet) signer(l *parser.Letter, here []*rules.Player) (*rules.Player, signature.Proof) {
	if l.Signed == nil || s.in.From == "" {
		return nil, signature.Proof{}
	}
	if len(here) == 0 {
		here = s.g.Players
	}
	for _, p := range here {
		var keys []signature.Key
		for _, k := range p.Keys {
			keys = append(keys, signature.Key(k))
		}
		if proof, ok := signature.Verify(keys, l.Signed.Content, l.Signed.Signature, s.in.At); ok {
			return p, proof
		}
	}
	return nil, signature.Proof{}
}

// sharer is who of several players at one address says to be speaking; nil when
// none does, or more than one.
func (s *sheet) sharer(l *parser.Letter, here []*rules.Player) *rules.Player {
	r, _ := s.read(l, parser.Context{Names: fullNames(here), Known: true})
	said := r.Speakers
	if len(said) != 1 {
		return nil
	}
	p, _ := only(here, func(p *rules.Player) bool { return p.Name() == said[0] })
	return p
}

// sharers are those who may have written the mail that is being heard, by its
// address; none where no mail is.
func (s *sheet) sharers() []*rules.Player {
	if s.in == nil {
		return nil
	}
	return playersAt(s.g, s.in.From)
}

func fullNames(players []*rules.Player) []string {
	var list []string
	for _, p := range players {
		list = append(list, p.Name())
	}
	return list
}

// playersAt are the players whose address it is: those who play, and where there
// are none, whoever left last.
func playersAt(g *rules.Game, address string) []*rules.Player {
	if address == "" {
		return nil
	}
	var here []*rules.Player
	var left *rules.Player
	for _, p := range g.Players {
		switch {
		case !hasAddress(p.Addresses, address):
		case p.State == rules.Playing:
			here = append(here, p)
		default:
			left = p
		}
	}
	if here == nil && left != nil {
		here = append(here, left)
	}
	return here
}

// unplayed says whether the signature of a mail is a new one, and keeps it. One
// that was played, in this game or in another, plays nothing more.
func (s *sheet) unplayed() (bool, error) {
	if s.proof.Digest == "" {
		return true, nil
	}
	if game := s.m.signedIn(s.proof.Digest); game != "" && game != s.t.name {
		return false, nil
	}
	keep := rules.KeepSignature{Player: s.who.ID, Digest: s.proof.Digest, Mail: s.in.Hash.String()}
	_, refusal, err := s.decide(keep, rules.By{Player: s.who.ID})
	return refusal == nil, err
}

// signedIn is the game in which a signature was played, "" for a new one.
func (m *Moderator) signedIn(digest string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.signatures[digest]
}

// rememberSignatures notes the signatures that a game has played.
func (m *Moderator) rememberSignatures(g *rules.Game, from int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range g.Signatures[min(from, len(g.Signatures)):] {
		m.signatures[k.Digest] = g.Name
	}
}

// joinsConfirmed says whether whoever joins by mail has to confirm it. Friends
// who believe a From field need not, unless the game says that they do.
func (s *sheet) joinsConfirmed() bool {
	v, source := s.g.Custom("joins_confirmed")
	return v == "yes" && (source != "default" || s.showsTokens())
}

// needs says why a command must be confirmed before it is done: "" when it need
// not.
func (s *sheet) needs(c any) (reason string) {
	if s.confirmed || s.g.Shadow { // officers do not ask either, and nothing is at stake
		return ""
	}
	game := custom(s.g, "trust")
	sure := game
	switch c := c.(type) {
	case rules.Answer:
		return s.needs(c.Command)
	case rules.Join:
		if s.who == nil && custom(s.g, "joining") == "open" && s.joinsConfirmed() {
			return "confirm-join"
		}
		return ""
	case rules.Forfeit:
		if s.who != nil && s.who.State == rules.Playing && game != trustFrom {
			return "confirm-forfeit"
		}
	case parser.Setting:
		if knownBy(c) {
			sure = atLeast(game, trustAligned)
		}
	case parser.Observe:
		if suffices(s.level, trustAligned) || s.unjudged() {
			return ""
		}
		return "confirm-watch"
	case parser.Order:
		if suffices(s.level, trustAligned) || game == trustFrom && s.unjudged() {
			return ""
		}
		return "confirm"
	}
	if s.who == nil || s.who.State != rules.Playing || suffices(s.level, sure) {
		return ""
	}
	return "confirm"
}

// unjudged says that a mail lies in a mailbox that is read offline and was never
// judged by a server: there is nothing to go by but what it says.
func (s *sheet) unjudged() bool {
	return s.m.set.AuthServer == parser.AnyServer && s.letter != nil && !s.letter.Judged
}

func atLeast(a, b string) string {
	if suffices(a, b) {
		return a
	}
	return b
}

// knownBy says whether a setting changes how a player is known.
func knownBy(c parser.Setting) bool {
	return slices.Contains([]string{"address add", "address remove", "key", "key remove", "token"}, strings.ToLower(c.Name))
}
