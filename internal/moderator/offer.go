package moderator

import (
	"fmt"
	"math/big"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// offer is a proposal as letters show it, in the game as it stands.
func (s *sheet) offer(p *rules.Proposal) templates.Offer { return s.offerIn(s.g, p) }

func (s *sheet) offerIn(g *rules.Game, p *rules.Proposal) templates.Offer {
	o := templates.Offer{Number: p.Number, Proposer: name(g, p.Proposer)}
	if len(p.Changes) == 0 {
		return o
	}
	c := p.Changes[0]
	o.Kind, o.Rule, o.Amendment = string(c.Kind), c.Rule, c.Amendment
	o.Title, o.Text, o.Clause, o.KeepsClause = c.Title, c.Text, c.Clause, c.KeepsClause
	o.Warnings = append(warnings(g, p), doubts(g, p)...)
	if r := g.Rule(c.Rule); r != nil {
		o.Rule, o.Was, o.RuleTitle = r.Number, r.Was, r.Title
		o.Old, o.OldClause, o.ToMutable = r.Text, r.Clause, !r.Mutable
		if out := g.Outcome(c); c.Amendment != 0 && out != nil {
			o.Text, o.Clause = out.Text, "" // the amendment's own words are not the rule's
			if out.Clause != r.Clause {
				o.Clause = out.Clause
			}
		}
		if c.Kind == rules.Transmute {
			o.Text = ""
		}
	}
	return o
}

// warnings is what voters should know of a proposal.
func warnings(g *rules.Game, p *rules.Proposal) []templates.Warning {
	var all []templates.Warning
	c := p.Changes[0]
	r := g.Rule(c.Rule)
	for _, sh := range g.Shadowed(c) {
		all = append(all, templates.Warning{Code: "without-effect", Name: sh.Name, By: sh.By, Why: sh.Why})
	}
	if r == nil {
		return all
	}
	switch {
	case c.Kind == rules.Amend && c.Text == r.Text && (c.Clause == "" || c.Clause == r.Clause):
		all = append(all, templates.Warning{Code: "no-change"})
	case c.KeepsClause:
		all = append(all, templates.Warning{Code: "keeps-clause"})
	}
	if c.Kind == rules.Transmute && !r.Mutable {
		all = append(all, templates.Warning{Code: "unanimity"})
	}
	return all
}

// forms are the links that write a vote for the reader, in the reader's words and
// with the reader's token, as an answer to the letter would be.
func (s *sheet) forms(number int, g *rules.Game, to *rules.Player) []templates.Form {
	lang := s.addresseeOf(to).language
	address, below := s.answersGo(to)
	var forms []templates.Form
	for _, o := range g.VoteOptions() {
		if o == rules.Endorse || o == rules.Conditional {
			continue // they say more than a link knows
		}
		word := fmt.Sprintf("%d %s", number, templates.Option(lang, string(o)))
		q := "subject=" + url.PathEscape(fmt.Sprintf("[%s] %s", s.t.name, word)) + "&body=" + url.PathEscape(word+below)
		forms = append(forms, templates.Form{Option: string(o), URL: "mailto:" + address + "?" + q})
	}
	return forms
}

// answersGo is where a new mail of a player's goes so that it bears the player's
// token; where no address can bear one, below is what must stand in the mail.
func (s *sheet) answersGo(to *rules.Player) (address, below string) {
	address = s.m.addressOf(s.t)
	if list, ok := s.actsOn(); ok {
		return list.Address, ""
	}
	if !s.showsTokens() {
		return address, ""
	}
	token := s.t.playerTokens(to)[0]
	if own := s.m.replyAddress(s.t, token); own != "" {
		return own, ""
	}
	return address, "\r\n\r\n" + tokenLine(s.t.name, token)
}

// reward is the shape of Rule 202's award in the initial sets: so many from the
// number, times the share of votes in favour, rounded. A clause of another
// shape has no sum that could be written out.
var reward = regexp.MustCompile(`(nearest|up|down)\(\(turn\.vote\.number - (\d+)\) \* share\)`)

// share is what the initial sets call the share of the votes in favour.
const share = "share = turn.vote.favour / turn.vote.cast if turn.vote.cast > 0 else 0\n"

// rewarded reads a clause of that shape: what is taken from the number.
func rewarded(clause string) (less string, ok bool) {
	m := reward.FindStringSubmatch(clause)
	if m == nil || !strings.Contains(clause, share) {
		return "", false
	}
	return m[2], true
}

// sum writes out how an award of Rule 202 came about:
// "(305 − 291) × 3/4 = 10.5 → 11".
func sum(r *rules.Rule, p *rules.Proposal, points rules.Points) string {
	if r == nil || p == nil || p.Tally.Cast == 0 {
		return ""
	}
	number, ok := rewarded(r.Clause)
	if !ok {
		return ""
	}
	less, _ := new(big.Rat).SetString(number)
	share := big.NewRat(p.Tally.Favour, p.Tally.Cast)
	exact := new(big.Rat).Sub(big.NewRat(int64(p.Number), 1), less)
	exact.Mul(exact, share)
	text := fmt.Sprintf("(%d − %s) × %d/%d = %s", p.Number, number, p.Tally.Favour, p.Tally.Cast, decimal(exact))
	if !exact.IsInt() {
		text += " → " + points.String()
	}
	return text
}

// decimal writes a fraction as people do: 10.5, or 4.67 with a sign that it is
// not exact.
func decimal(r *big.Rat) string {
	if r.IsInt() {
		return r.RatString()
	}
	text := strings.TrimRight(r.FloatString(2), "0")
	if back, ok := new(big.Rat).SetString(text); ok && back.Cmp(r) != 0 {
		return r.FloatString(2) + "…"
	}
	return text
}

// atMost is what the turn can bring its mover when everyone is in favour.
func atMost(g *rules.Game) string {
	for _, r := range g.Rules {
		if number, ok := rewarded(r.Clause); ok {
			less, _ := strconv.Atoi(number)
			return fmt.Sprint(g.NextNumber() - less)
		}
	}
	return ""
}
