package web

import (
	"html/template"
	"slices"
	"strconv"
	"strings"
	"time"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// proposalLine is a proposal in a list.
type proposalLine struct {
	Href, Name, Title, Kind, Proposer, State string
	Rule, Amendment, Count                   int
	Made                                     time.Time
	Voted                                    bool // it has been voted on
	Favour, Cast                             int64
	Points                                   string
}

// proposalsShown is a page of the list of proposals.
type proposalsShown struct{ Proposals []proposalLine }

// mostProposals is how many are on a page of the list.
const mostProposals = 100

func (v view) proposalPages() int {
	return (len(v.Now.Proposals) + mostProposals - 1) / mostProposals
}

func proposalsNames(v view) []string { return pagedNames("proposals", v.proposalPages()) }

// proposalsPage lists the newest first.
func proposalsPage(v view, name string) *content {
	if strings.Contains(name, "/") || !strings.HasPrefix(name, "proposals") {
		return nil
	}
	n := pageNumber("proposals", name, v.proposalPages())
	if n == 0 {
		return nil
	}
	points := map[int]string{}
	for _, p := range v.site.options.Clerk.History(v.Now).Proposals {
		points[p.Number] = p.Points
	}
	all := slices.Clone(v.Now.Proposals)
	slices.Reverse(all)
	var d proposalsShown
	for _, p := range all[min(len(all), (n-1)*mostProposals):min(len(all), n*mostProposals)] {
		d.Proposals = append(d.Proposals, v.proposalLine(p, points))
	}
	return &content{page: "proposals", section: "proposals", title: v.say("proposals-title"), pages: pagerOf("proposals", n, v.proposalPages()), data: d}
}

func (v view) proposalLine(p *rules.Proposal, points map[int]string) proposalLine {
	l := proposalLine{
		Href: v.proposalHref(p), Name: v.proposalName(p), Proposer: v.nameAt(p.Proposer, p.Made), State: string(p.State), Made: p.Made,
		Voted: p.State == rules.Adopted || p.State == rules.Defeated, Favour: p.Tally.Favour, Cast: p.Tally.Cast,
	}
	if v.isLastOfNumber(p) {
		l.Points = points[p.Number]
	}
	l.Title, l.Kind, l.Count = calledBy(p), changeKind(p), len(p.Changes)
	if len(p.Changes) > 0 {
		l.Rule, l.Amendment = p.Changes[0].Rule, p.Changes[0].Amendment
	}
	return l
}

// calledBy is the title of a proposal: its own, else that of its one change.
func calledBy(p *rules.Proposal) string {
	if p.Title != "" || len(p.Changes) != 1 {
		return p.Title
	}
	return p.Changes[0].Title
}

// changeKind is what a proposal does in a word: "several" with more than one change.
func changeKind(p *rules.Proposal) string {
	switch len(p.Changes) {
	case 0:
		return ""
	case 1:
		return string(p.Changes[0].Kind)
	}
	return "several"
}

// inParts says of a proposal that it is shown as its distribution shows it.
func inParts(p *rules.Proposal) bool {
	return p.Nth > 0 || p.State == rules.Pooled || len(p.Changes) > 1
}

// isLastOfNumber says whether no later proposal has the number: one that was
// withdrawn leaves it to the next (Rule 108).
func (v view) isLastOfNumber(p *rules.Proposal) bool {
	return p.Number != 0 && v.Now.Proposal(p.Number) == p
}

// proposalKey names a proposal in paths.
func (v view) proposalKey(p *rules.Proposal) string {
	if v.isLastOfNumber(p) {
		return strconv.Itoa(p.Number)
	}
	return "p" + strconv.Itoa(int(p.ID))
}

func (v view) proposalHref(p *rules.Proposal) string {
	return "proposals/" + v.proposalKey(p) + ".html"
}

func (v view) proposalName(p *rules.Proposal) string {
	if p.Number == 0 {
		return "–"
	}
	return strconv.Itoa(p.Number)
}

func (v view) proposalTitle(p *rules.Proposal) string {
	switch {
	case p.Number == 0:
		return v.say("proposal-unnumbered")
	case calledBy(p) != "":
		return v.say("proposal-title-named", p.Number, calledBy(p))
	}
	return v.say("proposal-title", p.Number)
}

func proposalNames(v view) []string {
	var names []string
	for _, p := range v.Now.Proposals {
		names = append(names, v.proposalHref(p))
	}
	return names
}

// proposalShown is all about a proposal.
type proposalShown struct {
	templates.Offer
	State           string
	Proposer        string
	Made            time.Time
	OpensBy, Closes time.Time
	RuleHref        string
	Parts           template.HTML // all that it would change, in place of the one text; "" where that is enough
	Count           int           // how many changes it has
	Votes           []voteShown
	Hidden          bool          // there is a vote, and it is not to be seen yet, or ever
	Outcome         template.HTML // the result, as the letter tells it
	Thread          []postShown
	More            string // where the whole thread is, when this is not all of it
	Claims          []claimShown
}

// claimShown is a claim that the resolution was counted wrong: How is "open",
// "denied" or "upheld". Its words are told when it is answered, as the letters tell
// them.
type claimShown struct {
	Number                int
	Name, How, Words, Why string
}

// voteShown is the vote of one player while the vote runs.
type voteShown struct{ Name, Option string }

func proposalPage(v view, name string) *content {
	key, ok := strings.CutPrefix(name, "proposals/")
	if !ok {
		return nil
	}
	key = strings.TrimSuffix(key, ".html")
	for _, p := range v.Now.Proposals {
		if v.proposalHref(p) == name {
			return &content{page: "proposal", section: "proposals", title: v.proposalTitle(p), files: []fileLink{v.jsonLink("proposals/" + key)}, data: v.proposalShown(p, key)}
		}
	}
	return nil
}

func (v view) proposalShown(p *rules.Proposal, key string) proposalShown {
	d := proposalShown{State: string(p.State), Proposer: v.nameAt(p.Proposer, p.Made), Made: p.Made}
	told, known := v.told[p.ID]
	d.Offer = told.Offer
	if !known {
		d.Offer = v.site.options.Clerk.Offer(v.Now, p)
	}
	if told.Result != nil {
		if _, body, err := v.passage(*told.Result, 3); err == nil {
			d.Outcome = body
		}
	}
	d.Count = len(p.Changes)
	if inParts(p) {
		if _, body, err := v.passage(templates.Parts{Listed: v.site.options.Clerk.Listed(v.Now, p)}, 3); err == nil {
			d.Parts = body
		}
		switch {
		case d.Count > 1:
			d.Offer = templates.Offer{Number: d.Offer.Number, Kind: changeKind(p)} // its first change is not the whole
		case d.Count == 1 && p.Changes[0].Edit != nil:
			d.Offer.Old = "" // the part tells what goes and what comes
		}
	}
	if _, is := v.bears[d.Offer.Rule]; is {
		d.RuleHref = ruleHref(d.Offer.Rule)
	}
	switch p.State {
	case rules.InDebate:
		d.OpensBy = p.OpensBy
	case rules.Open:
		d.Closes = p.Closes
		d.Votes, d.Hidden = v.running(p)
	case rules.Adopted, rules.Defeated:
		d.Hidden = told.Secret
	}
	d.Thread, d.More = v.talkAbout(p.ID, key)
	for _, c := range v.Now.ClaimsOn(p.ID) {
		shown := claimShown{Number: c.Number, Name: v.nameAt(c.Player, c.Made), How: "open"}
		if c.How != "" {
			shown.How, shown.Words, shown.Why = c.How, c.Words, c.Why
		}
		d.Claims = append(d.Claims, shown)
	}
	return d
}

// running are the votes so far, where the game lets everybody see them.
func (v view) running(p *rules.Proposal) (votes []voteShown, hidden bool) {
	if hidden, _ := secretBallots(v.Now); hidden {
		return nil, true
	}
	for _, b := range p.Votes {
		if b.Seal != "" { // it was sealed when it was cast, whatever holds now
			return nil, true
		}
	}
	for _, id := range p.Voters {
		votes = append(votes, voteShown{playerName(v.Now, id), string(p.Votes[id].Option)})
	}
	return votes, false
}
