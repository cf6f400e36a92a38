package rules

import (
	"slices"
	"strings"
	"time"
)

// MailList is a mailing list on which a game is played. No rule looks at it: it
// is kept for the moderator.
type MailList struct {
	Address string   `json:"address"`
	ID      string   `json:"id,omitempty"` // its List-Id (RFC 2919), without brackets; "" where the address tells it
	Role    ListRole `json:"role"`
	// Hosts are the names of the servers that run it, by which they sign and
	// stamp mail. What they say of a mail's author is believed; of none, nothing is.
	Hosts []string `json:"hosts,omitempty"`
}

// ListRole is what a list is for.
type ListRole string

// The roles of a list.
const (
	ActionsList ListRole = "actions" // what is said there has force
	ReportsList ListRole = "reports" // official letters go there; what is said has none
	TalkList    ListRole = "talk"    // nor here
)

// ListRoles are all roles.
var ListRoles = []ListRole{ActionsList, ReportsList, TalkList}

// ListGrace is how long a deadline waits for what a list's server took before it,
// where that server's time is official.
const ListGrace = 15 * time.Minute

// maxLists bounds the lists of a game.
const maxLists = 10

func (d *decision) nameList(c NameList) *Refusal {
	if d.g.listAt(c.List.Address) < 0 && len(d.g.Lists) >= maxLists {
		return &Refusal{Code: TooManyAddresses, Limit: maxLists}
	}
	d.do(ListNamed(c))
	return nil
}

func (d *decision) dropList(c DropList) *Refusal {
	i := d.g.listAt(c.Address)
	if i < 0 {
		return &Refusal{Code: NoSuchList, Text: c.Address}
	}
	d.do(ListDropped{d.g.Lists[i].Address, c.Why})
	return nil
}

// listAt is the place of an address among the game's lists, -1 for none.
func (g *Game) listAt(address string) int {
	return slices.IndexFunc(g.Lists, func(l MailList) bool { return strings.EqualFold(l.Address, address) })
}

// List is the game's first list of a role; ok is false for none.
func (g *Game) List(role ListRole) (l MailList, ok bool) {
	i := slices.IndexFunc(g.Lists, func(l MailList) bool { return l.Role == role })
	if i < 0 {
		return MailList{}, false
	}
	return g.Lists[i], true
}

// applyMailList applies the events of a game's lists. A list that is named again
// keeps its place.
func (g *Game) applyMailList(e Event) {
	switch e := e.(type) { // not all: those that Apply hands on
	case ListNamed:
		if i := g.listAt(e.List.Address); i >= 0 {
			g.Lists = slices.Clone(g.Lists)
			g.Lists[i] = e.List
			return
		}
		g.Lists = append(slices.Clip(g.Lists), e.List)
	case ListDropped:
		g.Lists = slices.DeleteFunc(slices.Clone(g.Lists), func(l MailList) bool { return l.Address == e.Address })
	}
}
