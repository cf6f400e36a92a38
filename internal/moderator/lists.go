package moderator

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// The mailing lists on which a game is played: what is said about them in a game
// file and in orders of the organiser.

// maxHosts bounds the servers of a list.
const maxHosts = 5

// list is the list of a file, and what is wrong with it, "" when nothing is.
func (f ListFile) list() (l rules.MailList, fault string) {
	l = rules.MailList{
		Address: strings.ToLower(f.Address), ID: strings.ToLower(strings.Trim(f.ID, "<> ")), Role: rules.ListRole(f.Role), Hosts: lowered(f.Hosts),
	}
	switch {
	case !plausible(f.Address):
		fault = fmt.Sprintf("address = %q is no mail address", f.Address)
	case !slices.Contains(rules.ListRoles, l.Role):
		fault = fmt.Sprintf("role = %q should be \"actions\", \"reports\" or \"talk\"", f.Role)
	case strings.ContainsAny(l.ID, " \t<>@"):
		fault = fmt.Sprintf("id = %q should be as in the List-Id field, e.g. \"pond-actions.example.org\"", f.ID)
	case len(l.Hosts) > maxHosts:
		fault = fmt.Sprintf("hosts has more than %d names", maxHosts)
	}
	for _, h := range l.Hosts {
		if !strings.Contains(h, ".") || strings.ContainsAny(h, " \t@<>;/") {
			fault = fmt.Sprintf("hosts: %q is no name of a server", h)
		}
	}
	return l, fault
}

func lowered(words []string) []string {
	var list []string
	for _, w := range words {
		list = append(list, strings.ToLower(strings.TrimSpace(w)))
	}
	return list
}

// onLists are the customs of a new game, with those that are usual on lists
// where it has one for actions and the game file does not say otherwise.
func onLists(customs map[string]string, lists []rules.MailList) map[string]string {
	if !slices.ContainsFunc(lists, func(l rules.MailList) bool { return l.Role == rules.ActionsList }) {
		return customs
	}
	all := map[string]string{"questions": "organiser", "receipts": "asked"}
	maps.Copy(all, customs)
	return all
}

// habits are what letters that explain the game say of its ways with mail.
func habits(g *rules.Game) templates.Habits {
	h := templates.Habits{Quiet: custom(g, "receipts") == "asked", Organiser: custom(g, "questions") == "organiser"}
	if l, ok := g.List(rules.ActionsList); !ok {
		return h
	} else if custom(g, "private_actions") == "no" {
		h.Acts = l.Address
	} else {
		h.Forum = l.Address
	}
	return h
}

// listing reads "list add ADDRESS ROLE [LIST-ID] [by HOST, HOST]" and "list
// remove ADDRESS".
func listing(verb, words, why string) (rules.Command, error) {
	hint := "list add pond@example.org actions"
	words, hosts, _ := strings.Cut(words, " by ")
	fields := strings.Fields(strings.ToLower(words))
	if verb == "list remove" {
		if len(fields) != 1 {
			return nil, &Misread{words, "list remove pond@example.org"}
		}
		return rules.DropList{Address: strings.Trim(fields[0], "<>"), Why: why}, nil
	}
	if len(fields) < 2 || len(fields) > 3 {
		return nil, &Misread{words, hint}
	}
	f := ListFile{Address: strings.Trim(fields[0], "<>"), Role: string(roleCalled(fields[1]))}
	if len(fields) == 3 {
		f.ID = fields[2]
	}
	f.Hosts = strings.FieldsFunc(hosts, func(r rune) bool { return r == ',' || r == ' ' })
	l, fault := f.list()
	if fault != "" {
		return nil, &Misread{words, hint}
	}
	return rules.NameList{List: l, Why: why}, nil
}

// roleCalled is the role that a word in any of our languages means.
func roleCalled(word string) rules.ListRole {
	for _, r := range rules.ListRoles {
		for _, lang := range templates.Languages() {
			if strings.EqualFold(word, string(r)) || strings.EqualFold(word, templates.Role(lang, string(r))) {
				return r
			}
		}
	}
	return rules.ListRole(word)
}

// tellKept tells all who organises the game, and on which lists it is played.
func (s *sheet) tellKept(e rules.Event) {
	switch e := e.(type) { // not all: those that tellNotice hands on
	case rules.OrganiserAdded:
		s.tellOrganiser("organiser-added", e.Address, e.Why)
	case rules.OrganiserRemoved:
		s.tellOrganiser("organiser-removed", e.Address, e.Why)
	case rules.ListNamed:
		s.notice("list-named", templates.Notice{Text: e.List.Address, Other: string(e.List.Role), Why: e.Why})
	case rules.ListDropped:
		s.notice("list-dropped", templates.Notice{Text: e.Address, Why: e.Why})
	}
}

// listLine tells of a list for operators.
func listLine(e rules.Event) []string {
	switch e := e.(type) { // not all: those that Line hands on
	case rules.ListNamed:
		return []string{e.List.Address, string(e.List.Role), e.List.ID, strings.Join(e.List.Hosts, " "), e.Why}
	case rules.ListDropped:
		return []string{e.Address, e.Why}
	}
	return nil
}

// listLines are the lists of a game as a letter tells of them.
func listLines(g *rules.Game) []templates.ListLine {
	var list []templates.ListLine
	for _, l := range g.Lists {
		list = append(list, templates.ListLine{Address: l.Address, Role: string(l.Role)})
	}
	return list
}
