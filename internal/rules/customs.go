package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// CustomKind is what sort of value a custom has.
type CustomKind int

// The kinds of custom.
const (
	ChoiceCustom    CustomKind = iota // one of the values
	DurationCustom                    // "7d", "36h", "1d12h"; "none" where the values have it
	DurationsCustom                   // "3d, 1d", or "none"
	TimeCustom                        // "20:00", or "none"
)

// String says what a value should be, after "should be".
func (k CustomKind) String() string {
	switch k {
	case DurationCustom:
		return "a length of time such as 7d or 36h"
	case DurationsCustom:
		return "lengths of time such as 3d, 1d"
	case TimeCustom:
		return "a clock time such as 20:00"
	}
	return "a choice"
}

// Custom is a setting of a game that no rule of the initial set decides. A rule
// may: a clause that defines the name stands above the setting.
type Custom struct {
	Name    string
	Kind    CustomKind
	Default string
	Values  []string // of a choice; of a length of time, what it may be besides
	Doc     string   // one line
}

const (
	none    = "none"
	yes     = "yes"
	wait    = "wait"
	silence = "silence" // see Ballot.Assumed
	skip    = "skip"
)

// customs is the one table of them. The defaults are the rules to the letter.
var customs = []Custom{
	{"trust", ChoiceCustom, "aligned", []string{"from", "aligned", "token", "signed"}, "how sure the moderator must be of who sent a mail"},
	{"joining", ChoiceCustom, "invited", []string{"invited", "asks", "open"}, "whether strangers may join: only whom the organiser enters, whom the organiser lets in, or anyone"},
	{"joins_confirmed", ChoiceCustom, yes, []string{yes, "no"}, "whether whoever joins by mail has to confirm it; where trust is from, only if this is set"},
	{"watching", ChoiceCustom, "asks", []string{"open", "asks", none}, "whether strangers may watch and get the news: anyone, whom the organiser lets, or nobody"},
	{"propose_period", DurationCustom, "7d", []string{none}, "how long a mover has to propose"},
	{"missing_proposal", ChoiceCustom, wait, []string{wait, "pass"}, "what a silent mover's turn does at the deadline: wait, or pass without points"},
	{"debate_least", DurationCustom, "1d", nil, "how long a proposal is debated at least; 0h puts it to the vote at once"},
	{"debate_most", DurationCustom, "7d", []string{none}, "when voting opens by itself"},
	{"vote_period", DurationCustom, "7d", []string{none}, "how long a vote runs"},
	{"vote_closes", ChoiceCustom, "all voted", []string{"all voted", "deadline"}, "when a vote is complete: when the last voter has voted, or not before the deadline"},
	{"second_thoughts", DurationCustom, "0h", nil, "how long a vote stays open after the last voter has voted"},
	{"proposer_votes", ChoiceCustom, "asked", []string{"asked", "for"}, "whether the proposer is asked like everyone or counts in favour unless saying otherwise"},
	{"missing_vote", ChoiceCustom, wait, []string{wait, "abstain", "against"}, "what a silent voter's vote is at the deadline; wait is Rule 105 to the letter"},
	{"condition_period", DurationCustom, "3d", []string{none}, "how long the organiser has to tell what the conditions in ballots come to, before whoever made them is counted as present"},
	{"claim_period", DurationCustom, "7d", []string{none}, "how long after a resolution a player can claim that it was counted wrong, and how long such a claim waits before the organiser is reminded of it"},
	{"abstain", ChoiceCustom, yes, []string{yes, "no"}, "whether players may abstain; no is Rule 105 to the letter"},
	{"ballots", ChoiceCustom, "open", []string{"open", "sealed"}, "whether votes are shown as they come or, sealed, when voting ends; then each voter gets a key with which the count can be checked"},
	{"absence", ChoiceCustom, wait, []string{wait, "pass"}, "what a deadline does that finds somebody away: wait until the day after the return, 14 days a circuit at most, or let the vote abstain and the turn pass"},
	{"reminders", DurationsCustom, "1d", []string{none}, "how long before a deadline those awaited are reminded"},
	{"deadline_at", TimeCustom, none, []string{none}, "the clock time to which deadlines are moved on, in the game's zone"},
	{"judgment_period", DurationCustom, "7d", []string{none}, "how long a Judge has to rule (Rule 212)"},
	{"missing_ruling", ChoiceCustom, wait, []string{wait, "next"}, "what a Judge's silence does at the deadline: wait, or give the question to the player before (Rule 212), or to the next in rotation"},
	{"overrule_period", DurationCustom, "3d", []string{none}, "how long the others have to overrule before their silence counts, where it does (Rules 212, 213)"},
	{"reconsideration_period", DurationCustom, "7d", []string{none}, "how long after a ruling players may ask the Judge to think it over, where Judges are found by rotation; none: not at all"},
	{"inactive_after", DurationCustom, none, []string{none}, "after how long a silence a player is inactive, where there are no turns; none: never"},
	{"leaves_after", DurationCustom, none, []string{none}, "after how much more silence an inactive player leaves the game; none: never"},
	{"inactive_notice", DurationCustom, "7d", nil, "how long before that a silent player is told of it; 0h: not at all"},
	{"silence_is_consent", ChoiceCustom, "no", []string{yes, "no"}, "whether silence lets the next turn begin while Judgment stands (Rule 212)"},
	{"after_win", ChoiceCustom, "end", []string{"end", keepRules, initialRules}, "what follows a win"},
	{"clock", ChoiceCustom, "mailbox", []string{"mailbox", "list"}, "whose time stamp is official: our mailbox's or the list host's"},
	{"private_actions", ChoiceCustom, "no", []string{yes, "no"}, "whether what a player does by mail to the moderator alone has force, in a game that has a list for actions; rules, status and the like are answered anyway"},
	{"questions", ChoiceCustom, "author", []string{"author", "organiser"}, "who is asked what words mean that are not clear: their author or the organiser; a new game with a list for actions has organiser"},
	{"receipts", ChoiceCustom, "each", []string{"each", "asked"}, "who gets a receipt for what was simply done: everybody, or who has sent \"receipts on\"; a new game with a list for actions has asked"},
	{"posting", ChoiceCustom, "players", []string{"players", "list", "draft"}, "where letters for everybody go: to each player, once to the list for reports, or as a text that is ready to be posted to the organiser"},
	{"report", ChoiceCustom, none, append([]string{none, weekly}, weekdays...), "whether a game without turns publishes a report with the short ruleset, and on which day of the week, UTC; weekly is Monday. It takes the place of the digest"},
	{"report_full", ChoiceCustom, monthly, []string{monthly, alternate, everyOne, none}, "with which report the full ruleset comes in the place of the short one: the first of a month, every other, all or none"},
	{"ratify_after", DurationCustom, "14d", []string{none}, "after how long a report that nobody doubts is true to what it says"},
	{"digest", ChoiceCustom, weekly, []string{weekly, none}, "whether all players get the rules with what has changed, in a week in which any of them has"},
	{"talk_digest", ChoiceCustom, daily, []string{daily, weekly}, "how often whoever wants the others' talk in one letter gets that letter"},
	{"calendar", ChoiceCustom, yes, []string{yes, "no"}, "whether letters bring deadlines for the player's calendar"},
	{"particles", ChoiceCustom, "count", []string{"count", skip}, "whether de, da, van and the like count where names are sorted; skip puts \"de Castro\" under C"},
}

// What may follow a win besides the end.
const (
	keepRules    = "new round keeping rules"
	initialRules = "new round, initial rules"
)

// Customs gives every custom, in the order in which they are shown.
func Customs() []Custom { return slices.Clone(customs) }

// Strict are the settings that keep the rules to the letter: the defaults.
func Strict() map[string]string {
	m := map[string]string{}
	for _, c := range customs {
		m[c.Name] = c.Default
	}
	return m
}

// Friendly are settings under which a game goes on when somebody is silent:
// silence abstains and consents, the proposer is in favour, a silent mover
// passes after two reminders and an absent one without, a silent Judge is succeeded, a complete vote waits
// two hours for second thoughts, and nobody has to confirm that he or she joins.
func Friendly() map[string]string {
	m := Strict()
	m["missing_vote"] = "abstain"
	m["proposer_votes"] = "for"
	m["missing_proposal"] = "pass"
	m["absence"] = "pass"
	m["watching"] = "open"
	m["reminders"] = "3d, 1d"
	m["second_thoughts"] = "2h"
	m["missing_ruling"] = "next"
	m["silence_is_consent"] = yes
	m["joins_confirmed"] = "no"
	return m
}

func custom(name string) (Custom, bool) {
	i := slices.IndexFunc(customs, func(c Custom) bool { return c.Name == name })
	if i < 0 {
		return Custom{}, false
	}
	return customs[i], true
}

// CheckCustom says in plain words what is wrong with a setting.
func CheckCustom(name, value string) error {
	c, ok := custom(name)
	if !ok {
		return fmt.Errorf("there is no custom %q", name)
	}
	if slices.Contains(c.Values, value) {
		return nil
	}
	switch c.Kind {
	case DurationCustom:
		s, ok := parseSpan(value)
		if ok && (s != (span{}) || !slices.Contains(c.Values, none)) {
			return nil
		}
	case DurationsCustom:
		if _, ok := parseSpans(value); ok {
			return nil
		}
	case TimeCustom:
		if _, ok := parseClock(value); ok {
			return nil
		}
	}
	return fmt.Errorf("%s should be %s, not %q", name, c.wants(), value)
}

// wants lists what a custom may be.
func (c Custom) wants() string {
	var quoted []string
	for _, v := range c.Values {
		quoted = append(quoted, strconv.Quote(v))
	}
	if c.Kind != ChoiceCustom {
		quoted = append([]string{c.Kind.String()}, quoted...)
	}
	if n := len(quoted) - 1; n > 0 {
		return strings.Join(quoted[:n], ", ") + " or " + quoted[n]
	}
	return strings.Join(quoted, "")
}

// Custom is the value of a custom: of the first rule in force that answers to
// the name, else of the settings, else the default. Source is the number of
// the rule, or "setting" or "default". An answer that cannot be used, because
// what the clause looks at has changed, is passed over.
func (g *Game) Custom(name string) (value, source string) {
	c, ok := custom(name)
	if !ok {
		return "", ""
	}
	for _, r := range g.answering(name) {
		v, err := g.run(r, name, nil)
		if err != nil {
			continue
		}
		if s, err := customText(c, v); err == nil {
			return s, strconv.Itoa(r.Number)
		}
	}
	if v, ok := g.Customs[name]; ok && CheckCustom(name, v) == nil {
		return v, "setting"
	}
	return c.Default, "default"
}

func (g *Game) is(name, value string) bool {
	v, _ := g.Custom(name)
	return v == value
}

// length is a custom's length of time; ok is false for none.
func (g *Game) length(name string) (s span, ok bool) {
	v, _ := g.Custom(name)
	return parseSpan(v)
}

// clockTime is the time of day that deadlines are moved to.
func (g *Game) clockTime() (t time.Duration, ok bool) {
	v, _ := g.Custom("deadline_at")
	return parseClock(v)
}
