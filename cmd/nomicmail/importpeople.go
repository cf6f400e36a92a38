package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nomicmail/internal/moderator"
)

var (
	addressIn    = regexp.MustCompile(`[^\s<>,;()|"]+@[^\s<>,;()|"]+`)
	inParens     = regexp.MustCompile(`\(([^)]*)\)`)
	cellGap      = regexp.MustCompile(`\s*\|\s*|\s{2,}|\t`)
	nicknameWord = regexp.MustCompile(`(?i)^(?:nicknames?|nick|a\.?k\.?a|alias|known as)\b[.:]?\s*`)
	sinceWord    = regexp.MustCompile(`(?i)\b(?:since|joined|registered|player since|from)\b:?`)
)

// readPlayers reads a line for each player: a name, nicknames in brackets or in a
// column of their own, addresses, and since when.
func (t *takeover) readPlayers(file, src string) {
	for i, line := range strings.Split(src, "\n") {
		bare := strings.TrimSpace(line)
		if bare == "" || strings.HasPrefix(bare, "#") || drawn(bare) || headLine(bare) {
			continue
		}
		p, problem, hint := playerOf(line)
		if problem != "" {
			t.fault(file, i+1, hint, "%s: %s", problem, bare)
			continue
		}
		same := func(q moderator.PlayerFile) bool {
			return strings.EqualFold(q.Given+" "+q.Surname, p.Given+" "+p.Surname) ||
				slices.ContainsFunc(q.Addresses, func(a string) bool { return slices.Contains(p.Addresses, a) })
		}
		if slices.ContainsFunc(t.file.Players, same) {
			t.fault(file, i+1, "a player stands on one line, with all names and addresses", "this player stands there twice: %s", bare)
			continue
		}
		t.file.Players = append(t.file.Players, p)
	}
	t.did("read %s", counts(len(t.file.Players), "player"))
	if len(t.file.Players) < 2 {
		t.fault(file, 1, `a line is, for example, "Ada Quillfeather (Quill)  ada@example.org  since 1995-03-02"`, "there are fewer than two players in it")
	}
}

func drawn(s string) bool { return strings.Trim(s, "-=_+| ") == "" }

// headLine says whether a line is the head of a table.
func headLine(s string) bool {
	low := strings.ToLower(s)
	return !strings.Contains(s, "@") && (strings.HasPrefix(strings.TrimLeft(low, "| "), "name") || strings.HasPrefix(strings.TrimLeft(low, "| "), "player")) &&
		(strings.Contains(low, "address") || strings.Contains(low, "mail") || strings.Contains(low, "contact"))
}

// playerOf reads one line. problem is what is wrong with it, "" for nothing.
func playerOf(line string) (p moderator.PlayerFile, problem, hint string) {
	p.Addresses = addressIn.FindAllString(line, -1)
	if len(p.Addresses) == 0 {
		return p, "no mail address", `write it as ada@example.org, without "at" or "dot"`
	}
	rest := addressIn.ReplaceAllString(line, "  ")
	if at, ok := readDay(rest); ok {
		p.Since = at
		rest = dayWords.ReplaceAllString(dayNumbers.ReplaceAllString(rest, "  "), "  ")
	}
	rest = sinceWord.ReplaceAllString(rest, "  ")
	for _, m := range inParens.FindAllStringSubmatch(rest, -1) {
		p.Nicknames = append(p.Nicknames, splitNames(m[1])...)
	}
	rest = inParens.ReplaceAllString(rest, "  ")
	var cells []string
	for _, c := range cellGap.Split(strings.Trim(rest, "| \t"), -1) {
		if c = strings.Trim(c, " <>,;:-"); c != "" {
			cells = append(cells, c)
		}
	}
	switch {
	case len(cells) == 0 || len(splitNames(cells[0])) == 0:
		return p, "no name", "begin the line with the player's name"
	case len(cells) > 2:
		return p, "what " + strconv.Quote(cells[2]) + " is cannot be told", "a line is a name, nicknames with commas between them, addresses, and a day such as 1995-03-02"
	case len(cells) == 2:
		p.Nicknames = append(p.Nicknames, splitNames(cells[1])...)
	}
	called := splitNames(cells[0])
	if len(called) > 1 && !strings.Contains(called[0], " ") {
		return p, "which name is which cannot be told", "begin the line with the whole name, given name first, and put nicknames in brackets"
	}
	for _, n := range called[1:] {
		if n = strings.Trim(nicknameWord.ReplaceAllString(n, ""), " <>"); n != "" {
			p.Nicknames = append(p.Nicknames, n)
		}
	}
	words := strings.Fields(called[0])
	p.Given, p.Surname = words[0], ""
	if n := len(words); n > 1 {
		p.Given, p.Surname = strings.Join(words[:n-1], " "), words[n-1]
	}
	return p, "", ""
}

func splitNames(s string) (list []string) {
	for _, n := range strings.FieldsFunc(s, func(c rune) bool { return c == ',' || c == ';' || c == '/' }) {
		if n = strings.TrimSpace(n); n != "" && !strings.EqualFold(n, "none") && n != "-" {
			list = append(list, n)
		}
	}
	return list
}

// proposalFacts are what stands above a proposal's text.
var proposalFacts = map[string]string{
	"id": "number", "number": "number", "no": "number", "proposal": "number", "title": "title", "author": "author", "proposer": "author", "coauthors": "coauthors", "co-authors": "coauthors",
	"coauthor(s)": "coauthors", "co-author(s)": "coauthors", "adoption index": "index", "ai": "index", "index": "index", "quorum": "quorum",
	"distributed": "distributed", "closes": "closes", "made": "made", "proposed": "made", "outcome": "outcome", "ballots": "ballots",
}

// readProposals reads proposals: facts such as "Title: Tea", an empty line, the
// text, and a ruler between two of them. What stands under "Distributed:" above the
// first one goes for all.
func (t *takeover) readProposals(file, src string) {
	var block []string
	begins, all := 1, map[string]string{}
	flush := func(next int) {
		if strings.TrimSpace(strings.Join(block, "")) != "" {
			t.proposal(file, begins, block, all)
		}
		block, begins = nil, next
	}
	for i, line := range strings.Split(src, "\n") {
		if drawn(strings.ReplaceAll(strings.TrimSpace(line), "/", "-")) && len(strings.TrimSpace(line)) >= 3 {
			flush(i + 2)
			continue
		}
		block = append(block, strings.TrimRight(line, " \t"))
	}
	flush(0)
	pool := 0
	for _, p := range t.file.Proposals {
		if p.Number == 0 {
			pool++
		}
	}
	t.did("read %s of the pool, and %s that had been distributed", counts(pool, "proposal"), counts(len(t.file.Proposals)-pool, "proposal"))
}

func (t *takeover) proposal(file string, at int, block []string, all map[string]string) {
	facts := map[string]string{}
	i := 0
	for ; i < len(block); i++ {
		key, value, is := strings.Cut(block[i], ":")
		what := proposalFacts[strings.ToLower(strings.TrimSpace(key))]
		if strings.TrimSpace(block[i]) == "" && len(facts) == 0 {
			continue
		}
		if !is || what == "" {
			break
		}
		facts[what] = strings.TrimSpace(value)
	}
	if facts["author"] == "" && facts["title"] == "" && facts["number"] == "" && len(facts) > 0 {
		for k, v := range facts { // they go for all that follow
			all[k] = v
		}
		if strings.TrimSpace(strings.Join(block[i:], "")) != "" {
			t.proposal(file, at+i, block[i:], all)
		}
		return
	}
	text := strings.Trim(strings.Join(block[i:], "\n"), "\n ")
	for k, v := range all {
		if facts[k] == "" && (facts["number"] != "" || k != "distributed" && k != "closes" && k != "quorum") {
			facts[k] = v
		}
	}
	p := moderator.ProposalFile{Title: facts["title"], Author: facts["author"], Index: facts["index"], Outcome: strings.ToLower(facts["outcome"]), Text: text}
	p.Coauthors = splitNames(facts["coauthors"])
	number := func(what string) int {
		n, err := strconv.Atoi(facts[what])
		if facts[what] != "" && (err != nil || n < 0) {
			t.fault(file, at, "write it in digits", "the %s %q is no number", what, facts[what])
		}
		return n
	}
	p.Number, p.Ballots = number("number"), int64(number("ballots"))
	if facts["quorum"] != "" {
		q := number("quorum")
		p.Quorum = &q
	}
	p.Distributed, p.Closes, p.Made = t.moment(file, at, facts["distributed"]), t.moment(file, at, facts["closes"]), t.moment(file, at, facts["made"])
	if problem := t.proposalFault(p); problem != "" {
		t.fault(file, at, `above its text stand "Title:", "Author:", "Adoption index:", and of one that is voted on "ID:" and "Distributed: 2026-01-05 12:00"`, "%s", problem)
		return
	}
	t.file.Proposals = append(t.file.Proposals, p)
}

func (t *takeover) proposalFault(p moderator.ProposalFile) string {
	who := func(name string) bool {
		return slices.ContainsFunc(t.file.Players, func(q moderator.PlayerFile) bool {
			full := strings.TrimSpace(q.Given + " " + q.Surname)
			return slices.ContainsFunc(append([]string{full, q.Given, q.Surname}, q.Nicknames...), func(n string) bool { return strings.EqualFold(n, name) })
		})
	}
	switch _, ok := moderator.ReadIndex(p.Index); {
	case p.Author == "":
		return "this proposal has no author"
	case !who(p.Author):
		return "its author " + strconv.Quote(p.Author) + " is no player"
	case !ok:
		return "its index " + strconv.Quote(p.Index) + " is no number"
	case p.Number > 0 && p.Distributed.IsZero():
		return "proposal " + strconv.Itoa(p.Number) + " has a number, and the day of its distribution is not told"
	case p.Text == "" && p.Outcome == "":
		return "this proposal has no text"
	}
	return ""
}

// moment reads a time in UTC; zero for none.
func (t *takeover) moment(file string, at int, s string) time.Time {
	if s == "" {
		return time.Time{}
	}
	for _, form := range []string{time.RFC3339, "2006-01-02 15:04", "2006-01-02 15:04:05", time.RFC1123Z, time.DateOnly} {
		if m, err := time.Parse(form, s); err == nil {
			return m.UTC()
		}
	}
	t.fault(file, at, "write it as 2026-01-05 12:00, in UTC", "the time %q cannot be read", s)
	return time.Time{}
}
