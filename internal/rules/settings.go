package rules

import (
	"slices"
	"strings"
	"time"
)

// maxObservers bounds who watches a game.
const maxObservers = 100

// Observes says whether somebody watches from an address.
func (g *Game) Observes(address string) bool { return g.observer(address) >= 0 }

// Observer watches a game: he or she gets the news of it and has no vote.
type Observer struct{ Address, Language string }

// set decides what players and observers want of us. Who may ask for it, and
// how sure one must be who that is, is the moderator's business.
func (d *decision) set(c Command, by By) *Refusal {
	switch c := c.(type) { // not all: those that decide hands on
	case ChooseLanguage:
		p, no := d.playing(c.Player, by)
		if no == nil {
			d.do(LanguageChosen{p.ID, c.Language})
		}
		return no
	case ChooseTimezone:
		p, no := d.playing(c.Player, by)
		if no == nil {
			d.do(TimezoneChosen{p.ID, c.Timezone})
		}
		return no
	case ChooseReceipts:
		p, no := d.playing(c.Player, by)
		if no == nil {
			d.do(ReceiptsChosen{p.ID, c.Off})
		}
		return no
	case GoAway:
		return d.goAway(c, by)
	case ComeBack:
		return d.comeBack(c, by)
	case Observe:
		return d.observe(c, by)
	case StopObserving:
		i := d.g.observer(c.Address)
		if i < 0 {
			return &Refusal{Code: NotObserver}
		}
		d.do(ObserverLeft{d.g.Observers[i].Address})
	}
	return nil
}

// playing finds the player whom a setting is about, as self does, if she plays.
func (d *decision) playing(id PlayerID, by By) (*Player, *Refusal) {
	p, no := d.self(id, by)
	switch {
	case no != nil:
		return nil, no
	case p.State != Playing:
		return nil, &Refusal{Code: NotPlayer}
	case d.g.Status == Won || d.g.Status == Ended:
		return nil, &Refusal{Code: GameOver}
	}
	return p, nil
}

// observe lets somebody watch. Players get the news anyway.
func (d *decision) observe(c Observe, by By) *Refusal {
	if p := d.g.Player(by.Player); p != nil && p.State == Playing {
		return &Refusal{Code: AlreadyPlayer, Player: p.Name()}
	}
	if !by.Organiser {
		switch v, _ := d.g.Custom("watching"); v {
		case none:
			return &Refusal{Code: WatchingClosed}
		case "asks":
			return &Refusal{Code: WatchingAsked}
		}
	}
	switch {
	case d.g.Status == Won || d.g.Status == Ended:
		return &Refusal{Code: GameOver}
	case d.g.observer(c.Address) >= 0:
		return &Refusal{Code: AlreadyObserver}
	case len(d.g.Observers) >= maxObservers:
		return &Refusal{Code: TooManyObservers, Limit: maxObservers}
	}
	d.do(ObserverAdmitted(c))
	return nil
}

// observer is the place of an address among the observers', -1 for none.
func (g *Game) observer(address string) int {
	return slices.IndexFunc(g.Observers, func(o Observer) bool { return strings.EqualFold(o.Address, address) })
}

// applySetting applies the events of what players and observers want of us.
func (g *Game) applySetting(e Event) {
	switch e := e.(type) { // not all: those that Apply hands on
	case LanguageChosen:
		g.changePlayer(e.Player, func(p *Player) { p.Language = e.Language })
	case TimezoneChosen:
		g.changePlayer(e.Player, func(p *Player) { p.Timezone = e.Timezone })
	case ReceiptsChosen:
		g.changePlayer(e.Player, func(p *Player) { p.Quiet, p.Loud = e.Off, !e.Off })
	case AbsenceBegan:
		g.changePlayer(e.Player, func(p *Player) { p.Away, p.warned = e.Until, time.Time{}; p.absences++ })
	case AbsenceEnded:
		g.changePlayer(e.Player, func(p *Player) { p.Away, p.warned = time.Time{}, time.Time{} })
	case ObserverAdmitted:
		g.Observers = append(slices.Clip(g.Observers), Observer(e))
	case ObserverLeft:
		g.Observers = slices.DeleteFunc(slices.Clone(g.Observers), func(o Observer) bool { return o.Address == e.Address })
	}
}
