package templates

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// words are the small words of a language, from its words.toml. Patterns name
// what they are filled with in braces, since languages order it differently.
type words struct {
	Weekdays []string `toml:"weekdays"` // from Sunday
	Months   []string `toml:"months"`
	Moment   string   `toml:"moment"` // {weekday} {day} {month} {year} {time}
	Soon     string   `toml:"soon"`   // the same for the days ahead
	Day      string   `toml:"day"`
	There    string   `toml:"there"` // {time} {place}
	Then     string   `toml:"then"`  // on another day there: {weekday} {time} {place}
	Comma    string   `toml:"comma"`
	And      string   `toml:"and"`
	Span     string   `toml:"span"` // {a} {b}: "2 days 3 hours"
	Days     []string `toml:"days"` // one, many
	Hours    []string `toml:"hours"`
	Minutes  []string `toml:"minutes"`
	Moments  string   `toml:"moments"` // less than a minute
	Nobody   string   `toml:"nobody"`
	Was      string   `toml:"was"`               // {number} {former}
	Called   string   `toml:"called"`            // {name}: one that may be more than a name
	Cite     string   `toml:"cite"`              // {number}
	Decimal  string   `toml:"decimal"`           // between whole numbers and tenths; "." when empty
	Label    string   `toml:"label"`             // of a link that writes a vote: {number} {option}
	OfVote   string   `toml:"withdraw_vote"`     // an answer: {number}
	OfWhole  string   `toml:"withdraw_proposal"` // an answer: {number}
	Cut      string   `toml:"cut"`               // a diff was cut
	Long     string   `toml:"long"`              // an HTML part was cut
	Token    string   `toml:"token"`             // below a letter: {token}
	Contents string   `toml:"contents"`          // before the headings of a long letter
	DueVote  string   `toml:"due_vote"`          // in a calendar: {game} {number}
	DueText  string   `toml:"due_proposal"`      // the same, of the mover: {game}
	Via      string   `toml:"via"`               // a player's words by way of the game: {name} {game}

	Options   map[string]string `toml:"options"`
	Roles     map[string]string `toml:"roles"`      // of mailing lists
	AndBefore map[string]string `toml:"and_before"` // what And is before some beginnings, in small letters; may be none
	Settings  map[string]string `toml:"settings"`   // what a setting that is a word means, such as "weekly"; may be none
	Places    map[string]string `toml:"places"`     // towns of time zones that have a name of their own in the language; may be none
}

// when writes a moment: "Friday 7 March 2025, 18:00 UTC (19:00 in Paris)".
func (w *words) when(t time.Time, zone *time.Location) string {
	return w.date(w.Moment, t.UTC()) + w.there(t, zone)
}

// until writes a deadline as seen from the moment from: short when it is less
// than six days ahead, whole otherwise.
func (w *words) until(t, from time.Time, zone *time.Location) string {
	if d := t.Sub(from); from.IsZero() || d < 0 || d > 6*24*time.Hour {
		return w.when(t, zone)
	}
	return w.date(w.Soon, t.UTC()) + w.there(t, zone)
}

// there is the same moment by the reader's clock, in brackets; "" when the
// reader's clock is UTC.
func (w *words) there(t time.Time, zone *time.Location) string {
	place := placeOf(zone)
	if place == "" {
		return ""
	}
	if own, ok := w.Places[place]; ok {
		place = own
	}
	local := t.In(zone)
	pattern := w.There
	if local.YearDay() != t.UTC().YearDay() {
		pattern = w.Then
	}
	return " " + strings.ReplaceAll(w.date(pattern, local), "{place}", place)
}

// Place is what letters call a time zone that is named as in the IANA's list.
func Place(zone string) string {
	l, err := time.LoadLocation(zone)
	if err != nil {
		return zone
	}
	if place := placeOf(l); place != "" {
		return place
	}
	return zone
}

// placeOf names a zone by its town, or by how far it is from UTC; "" is UTC.
func placeOf(zone *time.Location) string {
	if zone == nil {
		return ""
	}
	name := zone.String()
	switch name {
	case "", "UTC", "Etc/UTC", "Etc/UCT", "UCT", "Zulu", "Etc/Zulu", "Universal", "Local":
		return ""
	}
	if away, ok := strings.CutPrefix(name, "Etc/GMT"); ok { // its sign is the other way round
		return "UTC" + strings.NewReplacer("-", "+", "+", "−").Replace(away)
	}
	name = name[strings.LastIndexByte(name, '/')+1:]
	return tame(strings.ReplaceAll(name, "_", " "), nameLimit)
}

func (w *words) date(pattern string, t time.Time) string {
	return strings.NewReplacer(
		"{weekday}", w.Weekdays[t.Weekday()],
		"{day}", strconv.Itoa(t.Day()),
		"{month}", w.Months[t.Month()-1],
		"{year}", strconv.Itoa(t.Year()),
		"{time}", t.Format("15:04"),
	).Replace(pattern)
}

// span writes a length of time in its two largest units, rounded down.
func (w *words) span(d time.Duration) string {
	if d < time.Minute {
		return w.Moments
	}
	minutes := int(d / time.Minute)
	counts := []int{minutes / (24 * 60), minutes / 60 % 24, minutes % 60}
	names := [][]string{w.Days, w.Hours, w.Minutes}
	for i, n := range counts {
		if n == 0 {
			continue
		}
		first := counted(n, names[i])
		if i == 2 || counts[i+1] == 0 {
			return first
		}
		return strings.NewReplacer("{a}", first, "{b}", counted(counts[i+1], names[i+1])).Replace(w.Span)
	}
	return w.Moments
}

func counted(n int, names []string) string {
	if n == 1 {
		return "1 " + names[0]
	}
	return fmt.Sprint(n, " ", names[1])
}

// list joins what is already marked: "Ada, Bob and Cem".
func (w *words) list(items []string) marked {
	switch n := len(items); n {
	case 0:
		return marked(w.Nobody)
	case 1:
		return marked(items[0])
	default:
		return marked(strings.Join(items[:n-1], w.Comma) + w.andBefore(items[n-1]) + items[n-1])
	}
}

// point finds the decimal points of a sum, and hyphen the signs of its numbers.
var (
	point  = regexp.MustCompile(`(\d)\.(\d)`)
	hyphen = regexp.MustCompile(`(^|\s)-(\d)`)
)

// sum writes a number, or the sum of an award, with the decimal sign of the
// language and a typographic minus.
func (w *words) sum(s string) marked {
	s = hyphen.ReplaceAllString(s, "${1}−${2}")
	if w.Decimal != "" {
		s = point.ReplaceAllString(s, "${1}"+w.Decimal+"${2}")
	}
	return literal(tame(s, wordsLimit))
}

// Option is the word for an option of a ballot in a language, in capitals.
func Option(lang, option string) string {
	l, err := languageOf(lang)
	if err != nil || l.Options[option] == "" {
		return strings.ToUpper(option)
	}
	return l.Options[option]
}

// Role is the word for what a mailing list is for: "actions", "reports" or "talk".
func Role(lang, role string) string {
	l, err := languageOf(lang)
	if err != nil || l.Roles[role] == "" {
		return role
	}
	return l.Roles[role]
}

// Withdrawals are the two things that "withdraw 301" can mean, the vote and the
// proposal, as answers in a language that are ready to send back.
func Withdrawals(lang string, number int) (vote, proposal string) {
	l, err := languageOf(lang)
	if err != nil {
		return "", ""
	}
	fill := func(s string) string { return strings.ReplaceAll(s, "{number}", strconv.Itoa(number)) }
	return fill(l.OfVote), fill(l.OfWhole)
}

// option is the word on the ballot, in capitals.
func (w *words) option(o string) marked {
	if s, ok := w.Options[o]; ok {
		return marked(s)
	}
	return literal(strings.ToUpper(tame(o, nameLimit)))
}

// rule is a rule's number with its former ones: "304 (was 203)" (Rule 108).
func (w *words) rule(n int, was []int) marked {
	if len(was) == 0 {
		return marked(strconv.Itoa(n))
	}
	former := make([]string, len(was))
	for i, f := range was {
		former[i] = strconv.Itoa(f)
	}
	s := strings.NewReplacer("{number}", strconv.Itoa(n), "{former}", strings.Join(former, w.Comma)).Replace(w.Was)
	return marked(strings.ReplaceAll(s, " ", string(joint)))
}

// points gives numbers their typographic minus.
func points(s string) marked {
	return literal(strings.ReplaceAll(tame(s, wordsLimit), "-", "−"))
}
