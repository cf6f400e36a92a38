package rules

// Read is what a ballot comes to when the vote is over. Votes are those in
// favour and those against that it counts for: both are 0 for [Present].
type Read struct {
	Voter           PlayerID
	Ballot          Ballot
	Option          Option // [For], [Against], [Abstain] or [Present]; of divided votes the first part's
	Favour, Against int64
	// Why is how it came to that, where the ballot does not say so itself: one of
	// the Read… codes, or "".
	Why string
	// Via are the voters whose ballots were followed, to the last one.
	Via []PlayerID
}

// How a ballot that says nothing by itself came to its option.
const (
	ReadEndorsed      = "endorsed"      // the last of Via said so
	ReadCircle        = "circle"        // it was endorsed by whom it endorses
	ReadNotVoted      = "not-voted"     // the last of Via has no ballot there
	ReadSettled       = "settled"       // the organiser told what the condition came to
	ReadIndeterminate = "indeterminate" // nobody could tell
	ReadOver          = "over"          // it said more votes than the voter has
)

// Reads gives what the ballots on p come to, in the order of the voters; whoever
// has not voted is left out.
func (g *Game) Reads(p *Proposal) []Read {
	divided := p.Nth > 0 && g.Divides()
	known := map[PlayerID]Read{}
	var list []Read
	for _, id := range p.Voters {
		if b, ok := p.Votes[id]; ok {
			list = append(list, p.follow(id, known).weighed(b.Weight, divided))
		}
	}
	return list
}

// follow reads a voter's ballot, and all those on the way to the one that says
// something by itself, each once.
func (p *Proposal) follow(id PlayerID, known map[PlayerID]Read) Read {
	var way []PlayerID
	on := map[PlayerID]bool{}
	end, done := Read{}, false
	for at := id; !done; {
		b, voted := p.ballotOf(at)
		r, before := known[at]
		switch {
		case before:
			end, done = r, true
		case on[at]:
			end, done = Read{Voter: at, Option: Present, Why: ReadCircle}, true
		case !voted:
			end, done = Read{Voter: at, Option: Present, Why: ReadNotVoted}, true
		case b.Option != Endorse:
			end, done = plain(at, b), true
			known[at] = end
		default:
			on[at] = true
			way = append(way, at)
			at = b.Endorsed
		}
	}
	for i := len(way) - 1; i >= 0; i-- {
		end = end.endorsedBy(way[i], p.Votes[way[i]])
		known[way[i]] = end
	}
	return known[id]
}

// ballotOf is the ballot of whoever may vote on p.
func (p *Proposal) ballotOf(id PlayerID) (Ballot, bool) {
	b, voted := p.Votes[id]
	return b, voted
}

// plain reads a ballot that endorses nobody.
func plain(id PlayerID, b Ballot) Read {
	r := Read{Voter: id, Ballot: b, Option: b.Option}
	if b.Option == Conditional {
		r.Option, r.Why = b.Settled, ReadSettled
		if b.Settled == "" {
			r.Option, r.Why = Present, ReadIndeterminate
		}
	}
	return r
}

// endorsedBy is what r makes of the ballot of whoever follows it.
func (r Read) endorsedBy(id PlayerID, b Ballot) Read {
	next := Read{Voter: id, Ballot: b, Option: r.Option, Why: ReadEndorsed}
	if r.Why == ReadCircle || r.Why == ReadNotVoted {
		next.Why = r.Why
	}
	next.Via = append([]PlayerID{r.Voter}, r.Via...)
	next.Ballot.Parts = r.Ballot.Parts
	return next
}
