package shadow

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"nomicmail/internal/officer"
	"nomicmail/internal/rules"
)

// resolutions compares what officers have resolved with our counts. Of several
// posts on one proposal the last stands: what only an earlier one had wrong was
// corrected.
func (f *follower) resolutions() {
	byNumber := map[int][]resolution{}
	var order []int
	for _, r := range f.posts {
		for _, x := range r.post.Results {
			if byNumber[x.Number] == nil {
				order = append(order, x.Number)
			}
			if n := len(byNumber[x.Number]); n == 0 || byNumber[x.Number][n-1].mail.ID != r.mail.ID || r.mail.ID == "" {
				byNumber[x.Number] = append(byNumber[x.Number], r)
			}
		}
	}
	slices.Sort(order)
	for _, n := range order {
		f.resolved(n, byNumber[n])
	}
}

func (f *follower) resolved(number int, posts []resolution) {
	p := f.game.Proposal(number)
	if p == nil {
		f.unsure(number, "", "it was resolved, and no proposal of that number is known", posts[0].mail)
		return
	}
	var all [][]Difference
	for i, r := range posts {
		c := &comparing{follower: f, p: p, r: r, x: resultOf(r.post, number), first: i == 0}
		all = append(all, c.compare())
	}
	last := posts[len(posts)-1]
	for i, list := range all {
		for _, d := range list {
			switch {
			case i == len(all)-1:
			case slices.ContainsFunc(all[len(all)-1], d.same):
				continue // it stands in the last one, too
			default:
				d.Corrected = last.at
			}
			f.differ(d)
		}
	}
}

// same says whether two posts have the same wrong.
func (d Difference) same(e Difference) bool {
	return d.Kind == e.Kind && d.Proposal == e.Proposal && d.About == e.About && d.Officer == e.Officer
}

func resultOf(p officer.Post, number int) *officer.Result {
	for i := range p.Results {
		if p.Results[i].Number == number {
			return &p.Results[i]
		}
	}
	return nil
}

// votersOf are the names in a result, each once.
func votersOf(x *officer.Result) map[string]bool {
	list := map[string]bool{}
	for _, v := range x.Votes {
		who := string(v.Voter)
		if who == "" {
			who = "~" + strings.ToLower(v.Name)
		}
		list[who] = true
	}
	return list
}

// comparing compares one result of one post with our count.
type comparing struct {
	*follower
	p       *rules.Proposal
	game    *rules.Game // as it was when the vote was counted
	r       resolution
	x       *officer.Result
	first   bool // of the posts on this proposal
	reads   map[rules.PlayerID]rules.Read
	list    []Difference
	unknown []officer.Vote // names that nobody bears
	doubts  int            // how many things are unsure
	tally   rules.Tally
}

func (c *comparing) compare() []Difference {
	if c.p.State == rules.Open || c.p.Ended.After(c.r.at) && !c.p.Ended.IsZero() {
		if c.p.Closes.After(c.r.at) {
			c.add(Difference{Kind: Early, Officer: "resolved " + c.r.at.Format(time.RFC1123), Ours: "the vote runs until " + c.p.Closes.Format(time.RFC1123)}, "outcome")
			return c.list
		}
	}
	if c.game = c.closed[c.p.ID]; c.game == nil {
		c.doubt("", "no vote on it was counted here")
		return c.list
	}
	p := c.game.Proposal(c.p.Number)
	c.tally = c.p.Tally
	c.reads = map[rules.PlayerID]rules.Read{}
	for _, r := range c.game.Reads(p) {
		c.reads[r.Voter] = r
	}
	for _, u := range c.r.post.Unread {
		if u.About == c.p.Number {
			c.doubt("", unreadWords[u.Why], Mail{c.r.mail.At, c.r.mail.ID, c.r.mail.From, u.Words})
		}
	}
	if c.x.Listed {
		c.ballots()
	}
	c.sums()
	c.quorumOf()
	c.indexOf()
	c.outcome()
	if len(c.list) > 0 {
		c.report.Beside = append(c.report.Beside, Beside{c.p.Number, officerBlock(c.x), c.ourBlock()})
	}
	if len(c.list) == 0 && c.doubts == 0 && c.first {
		c.report.Agreed.Resolved++
	}
	return c.list
}

// add notes a difference. what is the figure whose line the officer's words are.
func (c *comparing) add(d Difference, what string, rests ...Mail) {
	d.Proposal = c.p.Number
	m := c.r.mail
	if w := c.x.Words[what]; w != "" {
		m.Words = strings.TrimSpace(w)
	}
	d.Mails = append([]Mail{m}, rests...)
	c.list = append(c.list, d)
}

func (c *comparing) doubt(about, what string, rests ...Mail) {
	c.doubts++
	if len(rests) == 0 {
		rests = []Mail{c.r.mail}
	}
	c.unsure(c.p.Number, about, what, rests...)
}

// ballots compares voter by voter.
func (c *comparing) ballots() {
	seen := map[rules.PlayerID]bool{}
	torn := c.twoSides()
	for _, v := range c.x.Votes {
		switch {
		case v.Voter == "":
			c.stranger(v)
		case torn[v.Voter]:
			if !seen[v.Voter] {
				c.doubt(c.name(v.Voter), unreadWords[officer.WhyTwoSides], c.said(v))
			}
			seen[v.Voter] = true
		case v.Option == "":
			seen[v.Voter] = true // a cell that was not read
		default:
			seen[v.Voter] = true
			c.ballot(v)
		}
	}
	for _, id := range c.p.Voters {
		if r, voted := c.reads[id]; voted && !seen[id] {
			c.missing(id, r)
		}
	}
}

// twoSides are the voters who stand on more than one side, where votes are not
// divided.
func (c *comparing) twoSides() map[rules.PlayerID]bool {
	torn, side := map[rules.PlayerID]bool{}, map[rules.PlayerID]rules.Option{}
	for _, v := range c.x.Votes {
		if o, before := side[v.Voter]; before && o != v.Option && v.Voter != "" {
			torn[v.Voter] = true
		}
		side[v.Voter] = v.Option
	}
	return torn
}

func (c *comparing) said(v officer.Vote) Mail {
	m := c.r.mail
	m.Words = v.Words
	return m
}

// ballot compares one voter's ballot.
func (c *comparing) ballot(v officer.Vote) {
	r, voted := c.reads[v.Voter]
	rests := c.cast[ballotKey{c.p.ID, v.Voter}]
	about := c.name(v.Voter)
	switch {
	case !voted:
		c.uncast(v, about)
	case side(r) != v.Option:
		if why := c.unclear(v.Voter); why != "" {
			c.doubt(about, why, append([]Mail{c.said(v)}, c.heldOf(v.Voter)...)...)
			return
		}
		kind := Otherwise
		if x := c.refusedTo(v.Voter, v.Option); x != nil {
			kind, rests = kindOf(x.Code), append(slices.Clone(rests), x.mail)
		}
		c.vote(kind, v, about, sideWords(side(r)), rests)
	case v.Strength >= 0 && v.Strength != max(r.Favour, r.Against) && v.Option != rules.Present:
		c.vote(Strength, v, about, fmt.Sprintf("strength %d", max(r.Favour, r.Against)), rests)
	default:
		c.report.Agreed.Ballots++
	}
}

func (c *comparing) vote(kind Kind, v officer.Vote, about, ours string, rests []Mail) {
	said := sideWords(v.Option)
	if kind == Strength {
		said = fmt.Sprintf("strength %d", v.Strength)
	}
	c.add(Difference{Kind: kind, About: about, Officer: said, Ours: ours}, "", rests...)
	c.list[len(c.list)-1].Mails[0] = c.said(v)
}

// uncast is of a ballot that the officer has and we have not.
func (c *comparing) uncast(v officer.Vote, about string) {
	x := c.refusedTo(v.Voter, v.Option)
	switch {
	case c.p.Opened.Before(c.began):
		c.doubt(about, "it may have been cast before the game was followed", c.said(v))
	case x != nil:
		c.vote(kindOf(x.Code), v, about, "no ballot: "+why(x.Code), []Mail{x.mail})
	case c.unclear(v.Voter) != "":
		c.doubt(about, c.unclear(v.Voter), append([]Mail{c.said(v)}, c.heldOf(v.Voter)...)...)
	default:
		c.vote(Unfounded, v, about, "no ballot", c.cast[ballotKey{c.p.ID, v.Voter}])
	}
}

// stranger is of a name that no player bears.
func (c *comparing) stranger(v officer.Vote) {
	name := strings.ToLower(strings.TrimSpace(v.Name))
	for _, x := range c.refused[c.p.Number] {
		local, _, _ := strings.Cut(x.From, "@")
		if x.Voter == "" && name != "" && (strings.Contains(strings.ToLower(x.Name), name) || strings.EqualFold(local, name)) {
			c.vote(NoVoter, v, v.Name, "no ballot: "+why(x.Code), []Mail{x.mail})
			return
		}
	}
	c.unknown = append(c.unknown, v)
	c.doubt(v.Name, unreadWords[officer.WhyName], c.said(v))
}

// missing is of a ballot that we have and the officer has not.
func (c *comparing) missing(id rules.PlayerID, r rules.Read) {
	about := c.name(id)
	rests := c.cast[ballotKey{c.p.ID, id}]
	if why := c.unclear(id); why != "" {
		c.doubt(about, why, c.heldOf(id)...)
		return
	}
	if slices.ContainsFunc(c.unknown, func(v officer.Vote) bool { return v.Option == side(r) }) {
		c.doubt(about, "the officer may call this voter by a name that is not known here", rests...)
		return
	}
	c.add(Difference{Kind: Missing, About: about, Officer: "no ballot", Ours: sideWords(side(r))}, "", rests...)
}

// side is on which side a ballot came to stand.
func side(r rules.Read) rules.Option {
	switch {
	case r.Option == rules.Abstain:
		return rules.Present
	case r.Favour > 0 && r.Against == 0:
		return rules.For
	case r.Against > 0 && r.Favour == 0:
		return rules.Against
	}
	return r.Option
}

// unclear is why a voter's ballot here may not be what was meant, "" where it is
// certain.
func (c *comparing) unclear(id rules.PlayerID) string {
	if len(c.heldOf(id)) > 0 {
		return "words of the voter's could not be read for certain"
	}
	r, voted := c.reads[id]
	if !voted {
		return ""
	}
	for _, on := range append([]rules.PlayerID{id}, r.Via...) {
		if b := c.reads[on].Ballot; b.Option == rules.Conditional && b.Settled == "" {
			return "the ballot has a condition"
		}
		if on != id && len(c.heldOf(on)) > 0 {
			return "words of the voter whom it endorses could not be read for certain"
		}
	}
	return ""
}

// heldOf are the mails of a voter that may be about this vote and were held.
func (c *comparing) heldOf(id rules.PlayerID) (list []Mail) {
	for _, h := range c.held {
		if h.Player == id && (h.Proposal == c.p.ID || h.Proposal == 0 && !h.at.Before(c.p.Opened) && !h.at.After(c.p.Closes)) {
			list = append(list, h.mail)
		}
	}
	return list
}

// refusedTo is the last ballot of a voter on this proposal that had no force and
// says the same.
func (c *comparing) refusedTo(id rules.PlayerID, o rules.Option) *refusal {
	list := c.refused[c.p.Number]
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Voter == id && (list[i].Option == o || list[i].Option == rules.Endorse || list[i].Option == rules.Conditional) {
			return &list[i]
		}
	}
	return nil
}

func kindOf(code string) Kind {
	switch rules.Code(code) { // not all: those that mean something else than void
	case rules.VotingOver:
		return Late
	case rules.NotVoter, rules.NotPlayer:
		return NoVoter
	case codeWrongList:
		return WrongList
	}
	return Void
}

// codeWrongList is of a ballot that went to a list for talk.
const codeWrongList = "wrong-list"

func why(code string) string {
	switch kindOf(code) { // not all: those of kindOf
	case Late:
		return "it came when the vote was over"
	case NoVoter:
		return "the sender could not vote on it"
	case WrongList:
		return "it went to a list for talk"
	}
	return "it had no force (" + code + ")"
}

func sideWords(o rules.Option) string { return strings.ToUpper(string(o)) }
