package web

import (
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// rulesetShown is a page of a ruleset.
type rulesetShown struct {
	Entry    uint64 // the rules as that entry left them; 0 for now
	At       time.Time
	Sections []rulesSection
	Gone     []ruleShown // repealed ones, on the last page of those of now
	Intro    bool        // the first page
}

// rulesSection is a part of a ruleset: a kind of rules or, where they keep their
// numbers, a category.
type rulesSection struct {
	ID    string // for links within the page
	Title string
	Named bool // the title is in the players' words
	Rules []ruleShown
}

// ruleShown is a rule in a ruleset.
type ruleShown struct {
	*rules.Rule
	Href string // below the game's folder
	Body template.HTML
	Mark string // behind its number, where it keeps it: "/2 (Power=3)"
}

func ruleHref(number int) string { return "rules/" + strconv.Itoa(number) + ".html" }

// ordered are rules as a ruleset shows them: by categories, or the immutable first.
func (v view) ordered(all []*rules.Rule) []*rules.Rule {
	var list, mutable []*rules.Rule
	if v.Now.Categorised() {
		for _, c := range rules.Categories(all) {
			list = append(list, c.Rules...)
		}
		return list
	}
	for _, r := range all {
		if r.Mutable {
			mutable = append(mutable, r)
		} else {
			list = append(list, r)
		}
	}
	return append(list, mutable...)
}

func rulesetSplit(list []*rules.Rule) []int {
	return split(len(list), 400, pageBytes, func(i int) int { return len(list[i].Text) + len(list[i].Clause) + 250 })
}

func rulesetNames(v view) []string {
	names := pagedNames("rules", len(rulesetSplit(v.ordered(v.Now.Rules))))
	for _, r := range v.rulesets {
		names = append(names, pagedNames(rulesetName(r), len(rulesetSplit(v.ordered(r.Rules))))...)
	}
	return names
}

func rulesetName(r ruleset) string { return "rules/at-" + strconv.FormatUint(r.Entry, 10) }

func rulesetPage(v view, name string) *content {
	if strings.HasPrefix(name, "rules/at-") {
		for _, r := range v.rulesets {
			base := rulesetName(r)
			if strings.HasPrefix(name, base+".") || strings.HasPrefix(name, base+"-") {
				c := v.rulesetContent(base, name, v.ordered(r.Rules), rulesetShown{Entry: r.Entry, At: r.At})
				if c != nil {
					c.title = v.say("rules-at-title", r.Entry)
				}
				return c
			}
		}
		return nil
	}
	if !strings.HasPrefix(name, "rules.") && !strings.HasPrefix(name, "rules-") {
		return nil
	}
	c := v.rulesetContent("rules", name, v.ordered(v.Now.Rules), rulesetShown{})
	if c != nil {
		c.title = v.say("rules-title")
	}
	return c
}

func (v view) rulesetContent(base, name string, list []*rules.Rule, d rulesetShown) *content {
	starts := rulesetSplit(list)
	n := pageNumber(base, name, len(starts))
	if n == 0 {
		return nil
	}
	d.Intro = n == 1
	for _, r := range cut(list, starts, n) {
		shown := ruleShown{Rule: r, Href: ruleHref(r.Number), Mark: v.ruleMark(r)}
		var err error
		if shown.Body, err = v.bodies.of(r, v.Lang); err != nil {
			return nil
		}
		d.add(v.rulesSection(r, len(d.Sections)+1), shown)
	}
	if d.Entry == 0 && n == len(starts) {
		for _, r := range v.Now.Gone {
			d.Gone = append(d.Gone, ruleShown{Rule: r, Href: ruleHref(r.Number)})
		}
	}
	return &content{page: "rules", section: "rules", pages: pagerOf(base, n, len(starts)), files: v.rulesetLinks(base), data: d}
}

// rulesSection is the one that a rule stands in, without any rules. Nth counts those
// with names of the players'.
func (v view) rulesSection(r *rules.Rule, nth int) rulesSection {
	switch {
	case v.Now.Categorised() && r.Category == "":
		return rulesSection{ID: "category", Title: v.say("category-none")}
	case v.Now.Categorised():
		return rulesSection{ID: "category-" + strconv.Itoa(nth), Title: r.Category, Named: true}
	case r.Mutable:
		return rulesSection{ID: "mutable", Title: v.say("mutable")}
	}
	return rulesSection{ID: "immutable", Title: v.say("immutable")}
}

// add puts a rule into its section, which is the last one or comes behind it.
func (d *rulesetShown) add(s rulesSection, r ruleShown) {
	if n := len(d.Sections); n == 0 || d.Sections[n-1].Title != s.Title || d.Sections[n-1].Named != s.Named {
		d.Sections = append(d.Sections, s)
	}
	last := &d.Sections[len(d.Sections)-1]
	last.Rules = append(last.Rules, r)
}

// ruleMark is what list rulesets put behind a rule's number: how often it was
// amended, and its power; "" where rules do not keep their numbers.
func (v view) ruleMark(r *rules.Rule) string {
	if !v.Now.Categorised() {
		return ""
	}
	mark := "/" + strconv.Itoa(r.Revisions())
	if power, ok := v.Now.Power(r); ok {
		mark += v.say("rule-power", power.String())
	}
	return mark
}

// changesShown is the list of the days on which rules changed.
type changesShown struct{ Changes []changeShown }

type changeShown struct {
	Entry uint64
	At    time.Time
	Href  string
	Steps []stepShown
	More  int // steps that are not shown
}

// mostSteps is how many changes of one entry are listed; a new round changes all.
const mostSteps = 20

func rulesHistory(v view, name string) *content {
	if name != "rules/history.html" {
		return nil
	}
	var d changesShown
	for _, r := range slices.Backward(v.rulesets) {
		c := changeShown{Entry: r.Entry, At: r.At, Href: rulesetName(r) + ".html"}
		for i, s := range r.Steps {
			if i == mostSteps || s.Kind == "initial" {
				c.More = len(r.Steps) - i
				break
			}
			c.Steps = append(c.Steps, v.stepShown(s))
		}
		d.Changes = append(d.Changes, c)
	}
	return &content{page: "changes", section: "rules", title: v.say("history-title"), data: d}
}

// stepShown is one change of a rule.
type stepShown struct {
	step
	Rule     int    // the number that it has then, or had
	Href     string // of the rule
	By       link   // the proposal, if any
	Proposer string
	Diff     bool // old and new text are shown
}

func (v view) stepShown(s step) stepShown {
	shown := stepShown{step: s}
	if s.Is != nil {
		shown.Rule = s.Is.Number
	} else {
		shown.Rule = s.Was.Number
	}
	shown.Href = ruleHref(shown.Rule)
	if p := proposalOf(v.Now, s.Proposal); p != nil {
		shown.By = link{Href: v.proposalHref(p), Text: v.proposalTitle(p)}
		shown.Proposer = v.nameAt(p.Proposer, p.Made)
	}
	return shown
}

// nameAt is the name of whoever had a seat at a moment.
func (v view) nameAt(id rules.PlayerID, at time.Time) string {
	if p := v.Now.Player(id); p != nil {
		return p.NameAt(at)
	}
	return ""
}

// rulePageShown is all about one rule.
type rulePageShown struct {
	*rules.Rule
	Gone       bool
	Doings     []string
	Steps      []stepShown
	Refers     []link
	ReferredBy []link
}

func ruleNames(v view) []string {
	var names []string
	for n := range v.bears {
		names = append(names, ruleHref(n))
	}
	slices.Sort(names)
	return names
}

// mostDiffs is how many changes of a rule are shown in full on its page; what was
// before them is shown by the proposals.
const mostDiffs = 25

func rulePage(v view, name string) *content {
	rest, ok := strings.CutPrefix(name, "rules/")
	n := numberIn(rest)
	if !ok || n == 0 {
		return nil
	}
	place, known := v.bears[n]
	if !known {
		return nil
	}
	l := v.lives[place]
	r, gone := v.lastOf(l)
	d := rulePageShown{Rule: r, Gone: gone}
	size := 0
	for i, at := range slices.Backward(l.steps) {
		s := v.stepShown(v.steps[at])
		if s.Was != nil && s.Is != nil {
			size += len(s.Was.Text) + len(s.Is.Text)
		}
		s.Diff = len(l.steps)-i <= mostDiffs && size < pageBytes
		d.Steps = append(d.Steps, s)
	}
	if !gone {
		d.Refers, d.ReferredBy = v.references(r)
		d.Doings = templates.Doings(v.Lang, doings(v.Now.Does(r.Number)))
	}
	title := v.say("rule-title", r.Number)
	if r.Title != "" {
		title = v.say("rule-title-named", r.Number, r.Title)
	}
	return &content{page: "rule", section: "rules", title: title, data: d}
}

// doings are what the moderator does by a rule, for the sentences of letters.
func doings(news []rules.News) []templates.Doing {
	var list []templates.Doing
	for _, n := range news {
		list = append(list, templates.Doing{
			Name: n.Name, Kind: n.Will.Kind, Value: n.Will.Value, Rule: n.Will.Rule, WasKind: rules.ReplyNone,
		})
	}
	return list
}

// numberIn reads "203.html"; 0 when it is not that.
func numberIn(file string) int {
	digits, ok := strings.CutSuffix(file, ".html")
	n, err := strconv.Atoi(digits)
	if !ok || err != nil || n <= 0 || strconv.Itoa(n) != digits {
		return 0
	}
	return n
}

// cited finds numbers that may be those of rules.
var cited = regexp.MustCompile(`\d+`)

// references are the rules in force to which a rule refers by number, in its
// text or its clause, and those that refer to it.
func (v view) references(r *rules.Rule) (to, from []link) {
	cites := v.cites()
	for _, n := range cites[r.Number] {
		to = append(to, v.ruleLink(n))
	}
	for _, o := range v.Now.Rules {
		if o != r && slices.Contains(cites[o.Number], r) {
			from = append(from, v.ruleLink(o))
		}
	}
	return to, from
}

func (v view) ruleLink(r *rules.Rule) link {
	l := link{Href: ruleHref(r.Number), Text: strconv.Itoa(r.Number)}
	if r.Title != "" {
		l.Text = fmt.Sprintf("%d: %s", r.Number, r.Title)
	}
	return l
}

// citations are the rules in force that the words of each name, each once, by the
// number of the rule whose words they are.
func citations(g *rules.Game) map[int][]*rules.Rule {
	bears := map[int]*rules.Rule{}
	for _, r := range g.Rules {
		for _, n := range append(slices.Clone(r.Was), r.Number) {
			bears[n] = r
		}
	}
	all := map[int][]*rules.Rule{}
	for _, r := range g.Rules {
		var list []*rules.Rule
		for _, word := range cited.FindAllString(r.Text+"\n"+r.Clause, 200) {
			n, err := strconv.Atoi(word)
			if o := bears[n]; err == nil && o != nil && o != r && !slices.Contains(list, o) {
				list = append(list, o)
			}
		}
		all[r.Number] = list
	}
	return all
}
