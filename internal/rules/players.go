package rules

import (
	"fmt"
	"strings"
	"unicode"
)

// Bounds of what somebody may join as.
const (
	maxPlayers = 250
	maxName    = 60 // characters of a given name or a surname

	maxNicknames = 20
)

func (d *decision) join(c Join, by By) *Refusal {
	if d.g.Status == Won || d.g.Status == Ended {
		return &Refusal{Code: GameOver}
	}
	if p := d.g.Player(by.Player); p != nil && p.State == Playing && !by.Organiser {
		return &Refusal{Code: AlreadyPlayer, Player: p.Name()}
	}
	if !by.Organiser {
		if no := d.g.closed(); no != nil {
			return no
		}
	}
	if len(d.g.Players) >= maxPlayers {
		return &Refusal{Code: JoinClosed, Limit: maxPlayers}
	}
	p := Player{
		ID: PlayerID(fmt.Sprintf("p%d", len(d.g.Players)+1)), Given: squeeze(c.Given), Surname: squeeze(c.Surname),
		Addresses: c.Addresses, Language: c.Language, Timezone: c.Timezone, State: Playing, Joined: d.at,
	}
	for _, n := range c.Nicknames {
		if n = squeeze(n); n != "" && len(p.Nicknames) < maxNicknames {
			p.Nicknames = append(p.Nicknames, n)
		}
	}
	if !c.Since.IsZero() {
		p.Joined = c.Since.UTC()
	}
	if !usable(p) {
		return &Refusal{Code: BadName, Text: p.Name(), Limit: maxName}
	}
	for _, other := range d.g.Players {
		if strings.EqualFold(other.Name(), p.Name()) {
			return &Refusal{Code: NameTaken, Player: other.Name()}
		}
	}
	d.do(PlayerJoined{Player: p, Order: d.g.placed(p)})
	if d.g.Status == Running {
		d.joinEffects(p.ID, nil)
	}
	return nil
}

// closed says what strangers are told who want to join.
func (g *Game) closed() *Refusal {
	switch v, _ := g.Custom("joining"); v {
	case "open":
		return nil
	case "asks":
		return &Refusal{Code: JoinAsked}
	}
	return &Refusal{Code: JoinClosed}
}

func squeeze(name string) string { return strings.Join(strings.Fields(name), " ") }

// usable says whether a name can stand in letters and in a list of names.
func usable(p Player) bool {
	letter := false
	for _, part := range append([]string{p.Given, p.Surname}, p.Nicknames...) {
		if len([]rune(part)) > maxName {
			return false
		}
		for _, c := range part {
			if !unicode.IsPrint(c) || strings.ContainsRune("|<>\"@,;:", c) {
				return false
			}
			letter = letter || unicode.IsLetter(c)
		}
	}
	return letter
}

func (d *decision) forfeit(by By) *Refusal {
	p := d.g.Player(by.Player)
	if p == nil || p.State != Playing {
		return &Refusal{Code: NotPlayer}
	}
	if d.g.Status == Won || d.g.Status == Ended {
		return &Refusal{Code: GameOver}
	}
	d.leave(PlayerForfeited{Player: p.ID})
	return nil
}

func (d *decision) remove(c Remove) *Refusal {
	p := d.g.Player(c.Player)
	if no := d.seated(p, c.Player); no != nil {
		return no
	}
	d.leave(PlayerRemoved{Player: p.ID, Why: c.Why})
	return nil
}

// seated says why the organiser can do nothing about a player's seat, if so.
func (d *decision) seated(p *Player, id PlayerID) *Refusal {
	switch {
	case p == nil:
		return &Refusal{Code: NoSuchPlayer, Player: string(id)}
	case p.State != Playing:
		return &Refusal{Code: HasLeft, Player: p.Name()}
	case d.g.Status == Won || d.g.Status == Ended:
		return &Refusal{Code: GameOver}
	}
	return nil
}

// leave takes a player out and lets the game go on without. A single player
// cannot play on: the game pauses as it is, and the organiser is asked.
func (d *decision) leave(e Event) {
	d.do(e)
	d.expire(func(q *Question) bool { p := d.g.Player(q.Player); return p != nil && p.State != Playing })
	if d.g.Status == Waiting {
		return
	}
	d.replaceJudges(left(e))
	switch len(d.g.playing()) {
	case 0:
		d.do(GameEnded{Why: "nobody plays any more"})
	case 1:
		if d.g.Status == Running {
			d.do(GamePaused{})
		}
	default:
		d.proceed()
	}
}

// left is who leaves by an event.
func left(e Event) PlayerID {
	switch e := e.(type) { // not all: the events of leaving
	case PlayerForfeited:
		return e.Player
	case PlayerRemoved:
		return e.Player
	}
	return ""
}

// proceed lets the game go on where a player's leaving, or the end of a pause,
// leaves nothing to wait for.
func (d *decision) proceed() {
	g := d.g
	switch {
	case g.Status != Running:
	case len(g.Disputed) == 1:
		d.win(g.Disputed, "")
	case g.Awaiting != nil && len(g.Awaiting.Players) == 0:
		d.awaitNoMore()
	case g.Phase == AnyTime:
		d.afterBallots()
	case g.Phase == Judging || g.Turn.Ended:
	case g.Player(g.Turn.Mover).State != Playing:
		d.abandon(string(g.Player(g.Turn.Mover).State))
	case g.Phase == Voting:
		d.afterBallot(g.Turn.Proposal)
	}
}

// abandon ends the turn of a mover who left: the proposal is withdrawn, its
// number is spent, and there are no points (Rule 113).
func (d *decision) abandon(how string) {
	if p := d.g.current(); p != nil && (p.State == InDebate || p.State == Open) {
		d.do(ProposalWithdrawn{Proposal: p.ID, How: how})
		d.expireOn(p.ID)
	}
	d.endTurn(how)
}
