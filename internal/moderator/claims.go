package moderator

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// A player claims that a resolution was counted wrong. The organiser gets the count
// with the ballots in doubt, all open claims on one resolution in one letter, and
// answers with "deny" or "uphold"; see uphold.go.

// tellClaim asks the organisers about all open claims on the resolution.
func (s *sheet) tellClaim(e rules.ClaimMade) { s.askAboutClaims(e.Proposal, false) }

// remindOfClaims asks them once more. Of several that came due together one letter
// asks.
func (s *sheet) remindOfClaims(e rules.Reminded) {
	open := s.openClaims(e.Proposal)
	if len(open) > 0 && open[0].Number == e.Claim {
		s.askAboutClaims(e.Proposal, true)
	}
}

// openClaims are those on the resolution of a proposal, by number.
func (s *sheet) openClaims(id rules.ProposalID) []*rules.Claim {
	return slices.DeleteFunc(s.g.OpenClaims(), func(c *rules.Claim) bool { return c.Proposal != id })
}

func (s *sheet) askAboutClaims(id rules.ProposalID, late bool) {
	open := s.openClaims(id)
	if len(open) == 0 || s.retelling {
		return
	}
	letter := templates.Claims{Resolved: s.counted(id), Claims: claimed(s.g, open), Doubted: s.doubted(id, open), Late: late}
	for _, a := range s.organisers() {
		s.postTo(addressee{address: a, language: s.g.Language, zone: s.g.Zone}, "claims", letter.Number, func(f templates.Frame) templates.Letter {
			l := letter
			l.Frame = f
			return l
		})
	}
}

// claimed are claims as letters tell them.
func claimed(g *rules.Game, list []*rules.Claim) []templates.Claimed {
	var all []templates.Claimed
	for _, c := range list {
		all = append(all, templates.Claimed{
			Number: c.Number, Proposal: numberOf(g, c.Proposal), Name: name(g, c.Player), Words: c.Words, How: c.How,
		})
	}
	return all
}

// counted is how the vote on a proposal was counted, without what followed.
func (s *sheet) counted(id rules.ProposalID) templates.Resolved {
	g := s.g
	p := proposalOf(g, id)
	r := templates.Resolved{
		Listed: listed(g, p), Outcome: outcomeOfVote(p), By: p.Adopting, Favour: p.Tally.Favour, Against: p.Tally.Against,
		Ratio: ratio(p.Tally), Popularity: popularity(p.Tally), Ballots: p.Tally.Ballots,
	}
	reads := g.Reads(p)
	r.Sides, r.Reads = sides(g, reads), explained(g, reads)
	return r
}

func outcomeOfVote(p *rules.Proposal) string {
	return outcome(rules.VotingClosed{Adopted: p.State == rules.Adopted, NoQuorum: p.NoQuorum})
}

// doubted are the ballots that claims are about: of the voters whom they name, else
// of whoever claims.
func (s *sheet) doubted(id rules.ProposalID, open []*rules.Claim) []templates.Doubted {
	p := proposalOf(s.g, id)
	var list []templates.Doubted
	for _, voter := range p.Voters {
		if !slices.ContainsFunc(open, func(c *rules.Claim) bool { return s.speaksOfVoter(c, p, voter) }) {
			continue
		}
		b, voted := p.Votes[voter]
		d := templates.Doubted{Name: name(s.g, voter)}
		if voted {
			d.Option, d.Words = string(b.Option), firstOf(b.Source, b.Condition)
			d.Entry = s.entryOfVote(voter, id)
		}
		list = append(list, d)
	}
	return list
}

// speaksOfVoter says whether a claim is about the ballot of a voter.
func (s *sheet) speaksOfVoter(c *rules.Claim, p *rules.Proposal, voter rules.PlayerID) bool {
	named := func(id rules.PlayerID) bool {
		v := s.g.Player(id)
		return v != nil && (hasWord(c.Words, v.Given) || hasWord(c.Words, v.Surname))
	}
	if slices.ContainsFunc(p.Voters, named) {
		return named(voter)
	}
	return c.Player == voter
}

// hasWord says whether a text has a name as a word. A longer one may have an ending,
// as names have in Turkish and Hungarian.
func hasWord(text, name string) bool {
	name = strings.ToLower(name)
	words := strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) && c != '-' })
	return name != "" && slices.ContainsFunc(words, func(w string) bool {
		return w == name || len(name) > 3 && strings.HasPrefix(w, name)
	})
}

// entryOfVote is the entry in which a voter sent the ballot that counts; 0 where it
// cannot be told.
func (s *sheet) entryOfVote(voter rules.PlayerID, id rules.ProposalID) uint64 {
	all, err := collect(s.m.book.Entries(s.t.name, 1))
	if err != nil {
		return 0
	}
	line := Standing(append(all, s.entries...))
	for _, e := range slices.Backward(line) {
		if castBy(e, voter, id) {
			return e.N
		}
	}
	return 0
}

// tellDenied tells all, in one letter for each resolution, that claims were denied.
func (s *sheet) tellDenied(e rules.ClaimsSettled) {
	if e.How != rules.Denied {
		return // the revised resolution tells it
	}
	var told []rules.ProposalID
	for _, n := range e.Claims {
		c := s.g.Claim(n)
		if c == nil || slices.Contains(told, c.Proposal) {
			continue
		}
		told = append(told, c.Proposal)
		var same []*rules.Claim
		for _, m := range e.Claims {
			if x := s.g.Claim(m); x != nil && x.Proposal == c.Proposal {
				same = append(same, x)
			}
		}
		s.notice("claim-denied", templates.Notice{Number: numberOf(s.g, c.Proposal), Claims: claimed(s.g, same), Why: e.Why})
	}
}

// deny answers claims with no: "claim 1: the reason", "claims 1 and 2 because …".
func (s *sheet) deny(words string) (templates.Item, *rules.Refusal, error) {
	head, why := because(words)
	if why == "" {
		head, why, _ = strings.Cut(words, ":")
	}
	numbers := claimNumbers(head)
	if len(numbers) == 0 {
		return templates.Item{}, nil, &Misread{words, "deny claim 1: …"}
	}
	c := rules.SettleClaims{Claims: numbers, How: rules.Denied, Why: strings.TrimSpace(why)}
	_, refusal, err := s.decide(c, rules.By{Organiser: true})
	return s.answeredItem("denied", numbers), refusal, err
}

// answeredItem is the receipt's line of an answer to claims.
func (s *sheet) answeredItem(did string, numbers []int) templates.Item {
	item := templates.Item{Did: did}
	if len(numbers) == 1 {
		item.Number = numbers[0]
	}
	if c := s.g.Claim(numbers[0]); c != nil {
		item.Proposal = numberOf(s.g, c.Proposal)
	}
	return item
}

// claimNumbers are the numbers in "claim 1", "claims 1 and 2" or "1-3".
func claimNumbers(head string) []int {
	fields := strings.FieldsFunc(head, func(c rune) bool { return c == ' ' || c == '\t' })
	for len(fields) > 0 && !strings.ContainsAny(fields[0], "0123456789") {
		fields = fields[1:]
	}
	numbers, rest := leadingNumbers(strings.Join(fields, " "))
	if strings.TrimSpace(rest) != "" {
		return nil
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// strangersClaim passes on to the organisers what somebody who does not play calls
// wrong, as often in a day as a stranger is answered. It is no claim of the game's.
func (s *sheet) strangersClaim(c rules.ClaimError) {
	if ok, _ := s.m.mayAnswer("claims."+s.t.name, strangerADay, s.at); !ok || s.retelling || strings.TrimSpace(c.Words) == "" {
		return
	}
	n := templates.Notice{Code: "claim-passed", Name: s.in.From, Number: c.Proposal, Text: firstLines(c.Words, 10)}
	if s.who != nil {
		n.Name = s.who.Name()
	}
	s.toOrganisers(n)
}

// claimOf completes a claim with its number before an undoing.
func (s *sheet) claimOf(c rules.ClaimError) rules.ClaimError {
	for _, e := range s.retold {
		if m, ok := e.(rules.ClaimMade); ok && m.Words == strings.TrimSpace(c.Words) && numberOf(s.g, m.Proposal) == c.Proposal {
			c.Claim = m.Claim
		}
	}
	return c
}

// claimLine is what is told to operators of a claim and of what came of it.
func claimLine(g *rules.Game, e rules.Event) []string {
	switch e := e.(type) { // not all: [Line] has the others
	case rules.ClaimMade:
		return []string{fmt.Sprint(e.Claim), "on " + numberLine(numberOf(g, e.Proposal)), "by " + name(g, e.Player)}
	case rules.ClaimsSettled:
		return []string{strings.Trim(fmt.Sprint(e.Claims), "[]"), e.How, e.Why}
	case rules.BallotsPutRight:
		about := []string{numberLine(numberOf(g, e.Proposal))}
		for _, r := range e.Ballots {
			option := string(r.Ballot.Option)
			if r.Gone {
				option = "none"
			}
			about = append(about, name(g, r.Voter)+" "+option)
		}
		return about
	}
	return nil
}
