package web

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"time"

	"nomicmail/internal/ical"
	"nomicmail/internal/rules"
)

// atomFeed is the news of a game (RFC 4287).
type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Lang    string      `xml:"xml:lang,attr"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Links   []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID        string      `xml:"id"`
	Title     string      `xml:"title"`
	Published string      `xml:"published"`
	Updated   string      `xml:"updated"`
	Link      atomLink    `xml:"link"`
	Content   atomContent `xml:"content"`
}

type atomContent struct {
	Type string `xml:"type,attr"` // "html" or "text"
	Body string `xml:",chardata"`
}

// mostNews is how many pieces of news are in the feed.
const mostNews = 40

// feedFile is the feed in the language of the view, the newest first.
func feedFile(v view) ([]byte, error) {
	f := atomFeed{
		Lang: v.Lang, ID: "urn:uuid:" + v.chronicle.id("feed "+v.Lang), Title: v.veiled(v.say("feed-title", v.Name)),
		Updated: v.At.UTC().Format(time.RFC3339), Author: v.Name,
		Links: []atomLink{
			{"self", "application/atom+xml", v.whole("feed.atom")},
			{"alternate", "text/html", v.whole("index.html")},
		},
	}
	for _, n := range slices.Backward(v.chronicle.news) {
		if len(f.Entries) == mostNews {
			break
		}
		e, err := v.atomEntry(n)
		if err != nil {
			return nil, err
		}
		f.Entries = append(f.Entries, e)
	}
	out, err := xml.MarshalIndent(f, "", " ")
	if err != nil {
		return nil, fmt.Errorf("web: the feed of %s: %w", v.Name, err)
	}
	out = bytes.ReplaceAll(out, []byte("&#xA;"), []byte("\n")) // no attribute has one
	return append([]byte(xml.Header), append(out, '\n')...), nil
}

func (v view) atomEntry(n newsItem) (atomEntry, error) {
	at := n.At.UTC().Format(time.RFC3339)
	e := atomEntry{ID: "urn:uuid:" + v.chronicle.id(fmt.Sprintf("news %s %d.%d", v.Lang, n.Entry, n.Place)), Published: at, Updated: at}
	title, href, c, err := v.newsOf(n)
	e.Title, e.Link, e.Content = v.veiled(title), atomLink{"alternate", "text/html", v.whole(href)}, c
	e.Content.Body = v.veiled(e.Content.Body)
	return e, err
}

// newsOf is a piece of news as the feed tells it: its title, the page that it leads
// to, and the text.
func (v view) newsOf(n newsItem) (title, href string, c atomContent, err error) {
	switch p := proposalOf(v.Now, n.Proposal); {
	case n.Letter != nil:
		var body template.HTML
		title, body, err = v.passage(n.Letter, 3)
		href = "archive.html"
		if p != nil {
			href = v.proposalHref(p)
		}
		return title, href, atomContent{"html", string(body)}, err
	case n.Step != nil:
		s := v.stepShown(*n.Step)
		title = v.say("step-"+s.Kind, s.Rule)
		if s.Is != nil {
			c.Body = s.Is.Text
		}
		href = s.Href
	case n.Judgment != 0:
		title, c.Body = v.rulingTold(n.Judgment)
		href = v.rulingHref(n.Judgment)
	case n.Revised && p != nil:
		title, href = v.say("feed-revised", v.proposalTitle(p)), v.proposalHref(p)
		c.Body = fmt.Sprintf("%s, %d/%d", v.say("state-"+string(p.State)), p.Tally.Favour, p.Tally.Against)
	case p != nil:
		title, href = v.say("feed-opened", v.proposalTitle(p)), v.proposalHref(p)
		if len(p.Changes) > 0 {
			c.Body = p.Changes[0].Text
		}
	}
	c.Type = "text"
	return title, href, c, nil
}

func (v view) rulingTold(number int) (title, text string) {
	title = v.say("feed-ruling", number)
	for _, q := range v.site.options.Clerk.History(v.Now).Questions {
		if q.Number == number && q.Ruling.Ruling != "" {
			text = v.say("ruled", cmp.Or(q.Ruling.Judge, v.say("the-organiser")), v.say("finding-"+q.Ruling.Ruling)) + "\n" + q.Ruling.Reasons
		}
	}
	return title, text
}

// rulingHref leads to a question on the page of rulings that it is on.
func (v view) rulingHref(number int) string {
	all, starts := v.questions()
	for i := range starts {
		for _, q := range cut(all, starts, i+1) {
			if q.Number == number {
				return paged("rulings", i+1) + "#q" + strconv.Itoa(number)
			}
		}
	}
	return "rulings.html"
}

// whole is the address of a page of the game in the language of the view: relative
// to the folder of the language where nobody knows the site's.
func (v view) whole(name string) string {
	if v.site.options.Base == "" {
		return name
	}
	return v.site.options.Base + v.Name + "/" + v.Lang + "/" + name
}

// veiled is a text without addresses and tokens.
func (v view) veiled(s string) string { return string(maskTokens(mask([]byte(s)), v.Name)) }

// mostDeadlines is how many deadlines, moved and gone ones too, are in the calendar.
const mostDeadlines = 30

// calendarFile are the deadlines of a game. What letters bring are those of one
// player, which are others.
func calendarFile(v view) ([]byte, error) {
	c := ical.Calendar{Name: v.say("calendar-title", v.Name)}
	seen := map[string]bool{}
	for _, d := range slices.Backward(v.chronicle.deadlines) {
		if len(seen) == mostDeadlines {
			break
		}
		if seen[d.key] {
			continue
		}
		seen[d.key] = true
		c.Events = append(c.Events, ical.Event{
			UID: v.chronicle.id("deadline " + d.key), Sequence: d.entry, Changed: d.set, At: d.at, Gone: d.gone, Summary: v.deadlineSays(d),
		})
	}
	slices.Reverse(c.Events)
	return c.Bytes(), nil
}

func (v view) deadlineSays(d dated) string {
	switch d.of {
	case rules.OfProposal:
		return v.say("due-propose", v.Name, d.mover)
	case rules.OfDebate:
		return v.say("due-debate", v.Name, d.number)
	case rules.OfVote:
		return v.say("due-vote", v.Name, d.number)
	}
	return v.say("due-judgment", v.Name, d.number)
}
