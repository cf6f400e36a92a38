package rules

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"nomicmail/internal/clause"
)

// The turn orders that a rule can name instead of reckoning one (Rule 201).
const (
	bySurname = "by_surname"
	byGiven   = "by_given_name"
	byJoining = "by_joining"
)

var namedOrders = []string{bySurname, byGiven, byJoining}

// sorted gives the players in an order that a rule can name. Names are
// compared as the game's language sorts them, without regard to capitals:
// Turkish ç after c, Hungarian sz after s, Spanish ñ after n. Where the custom
// particles says so, those before a surname do not count. Players of one name
// come in the order of their joining.
func (g *Game) sorted(how string, players []*Player) []PlayerID {
	list := slices.Clone(players)
	c := collate.New(language.Make(g.Language), collate.IgnoreCase)
	key := func(surname string) string { return surname }
	if how != byJoining && g.is("particles", skip) {
		key = withoutParticles
	}
	names := func(a, b *Player) int {
		switch how {
		case bySurname:
			return cmp.Or(c.CompareString(key(lastName(a)), key(lastName(b))), c.CompareString(a.Given, b.Given))
		case byGiven:
			return cmp.Or(c.CompareString(firstName(a), firstName(b)), c.CompareString(key(a.Surname), key(b.Surname)))
		}
		return 0
	}
	slices.SortStableFunc(list, func(a, b *Player) int {
		return cmp.Or(names(a, b), a.Joined.Compare(b.Joined), g.playerIndex(a.ID)-g.playerIndex(b.ID))
	})
	return ids(list)
}

// lastName stands a player with one name among the others' surnames, and
// firstName among their given names.
func lastName(p *Player) string  { return cmp.Or(p.Surname, p.Given) }
func firstName(p *Player) string { return cmp.Or(p.Given, p.Surname) }

// Words before a surname that can be passed over, in lower case, and articles
// that can be where they follow one: "de la Cruz" is under C, "La Fontaine"
// under L.
var (
	particles = strings.Fields("af av d da das de degli dei del dell della den der des di do dos du ten ter van vom von zu zum zur 't ’t")
	articles  = strings.Fields("het l la las le les lo los")
)

// withoutParticles is the surname from its first word of weight on. A surname
// that has none, such as "Ter", stays as it is.
func withoutParticles(surname string) string {
	for rest, after := surname, false; ; after = true {
		word, next := firstWord(rest)
		word = strings.ToLower(word)
		switch passed := slices.Contains(particles, word) || after && slices.Contains(articles, word); {
		case !passed:
			return rest
		case next == "":
			return surname
		}
		rest = next
	}
}

// firstWord parts a name behind its first word: at a space, or behind an
// apostrophe, as in "d'Almeida".
func firstWord(name string) (word, rest string) {
	i := strings.IndexAny(name, " '’")
	if i <= 0 {
		i = strings.IndexByte(name, ' ') // "'t Hooft"
	}
	if i < 0 {
		return name, ""
	}
	return name[:i], strings.TrimLeft(name[i:], " '’")
}

func ids(players []*Player) []PlayerID {
	list := make([]PlayerID, 0, len(players))
	for _, p := range players {
		list = append(list, p.ID)
	}
	return list
}

// turnOrder is the order that the rules give to all who ever joined; those who
// left stand where they would, or at the end where a clause reckons the order.
// Where no rule answers it is the order of joining.
func (g *Game) turnOrder() ([]PlayerID, *ClauseFailed) {
	v, r, err := g.answer("turn_order", g.playersSeen())
	if r == nil {
		return g.sorted(byJoining, g.Players), nil
	}
	order, err := g.orderOf(v, err)
	if err != nil {
		return nil, &ClauseFailed{Rule: r.Number, Name: "turn_order", Why: err.Error(), Step: stepOrder}
	}
	return order, nil
}

// orderOf reads what a rule answers to turn_order.
func (g *Game) orderOf(v clause.Value, err error) ([]PlayerID, error) {
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case clause.Text:
		if slices.Contains(namedOrders, string(v)) {
			return g.sorted(string(v), g.Players), nil
		}
	case clause.List:
		if order, ok := g.permutation(v); ok {
			return order, nil
		}
	}
	return nil, wrong("by_surname, by_given_name, by_joining or a list with each player once", v)
}

// permutation reads a list of all who play; those who left are put behind.
func (g *Game) permutation(l clause.List) ([]PlayerID, bool) {
	var order []PlayerID
	for _, v := range l {
		p, ok := v.(playerSeen)
		if !ok || slices.Contains(order, p.ID) {
			return nil, false
		}
		order = append(order, p.ID)
	}
	for _, p := range g.Players {
		switch in := slices.Contains(order, p.ID); {
		case p.State == Playing && !in:
			return nil, false
		case !in:
			order = append(order, p.ID)
		}
	}
	return order, len(order) == len(g.Players)
}

// placed gives the order with a newcomer before the first player whom the rules
// put after him or her; the order of the others is what the circuit has fixed
// (Rule 201).
func (g *Game) placed(newcomer Player) []PlayerID {
	after := g.scratch()
	after.Apply(PlayerJoined{Player: newcomer, Order: append(slices.Clone(g.Order), newcomer.ID)}, newcomer.Joined)
	wanted, fail := after.turnOrder()
	if fail != nil {
		return after.Order
	}
	behind := wanted[slices.Index(wanted, newcomer.ID)+1:]
	i := slices.IndexFunc(g.Order, func(id PlayerID) bool {
		return g.Player(id).State == Playing && slices.Contains(behind, id)
	})
	if i < 0 {
		return after.Order
	}
	return slices.Insert(slices.Clone(g.Order), i, newcomer.ID)
}

// nextMover is the next player who has not had a turn in this circuit; "" when
// the circuit is complete. A newcomer whose place has been passed waits for
// the next one.
func (g *Game) nextMover() PlayerID {
	passed := slices.Index(g.Order, g.Turn.Mover) + 1
	for _, id := range g.Order[passed:] {
		if p := g.Player(id); p != nil && p.State == Playing {
			return id
		}
	}
	return ""
}
