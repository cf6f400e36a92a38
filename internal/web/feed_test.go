package web_test

import (
	"encoding/xml"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// element is any element of a feed.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []element  `xml:",any"`
}

func (e element) all(name string) (list []element) {
	for _, c := range e.Children {
		if c.XMLName.Local == name {
			list = append(list, c)
		}
	}
	return list
}

func (e element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// feedFaults are the ways in which a feed is not as RFC 4287 wants it.
func feedFaults(src string) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	var feed element
	if err := xml.Unmarshal([]byte(src), &feed); err != nil {
		return []string{err.Error()}
	}
	if feed.XMLName.Space != "http://www.w3.org/2005/Atom" || feed.XMLName.Local != "feed" {
		fault("the root is %v", feed.XMLName)
	}
	once := func(where string, e element, name string, least int) string {
		found := e.all(name)
		if len(found) < least || len(found) > 1 {
			fault("%s has %d elements %s", where, len(found), name)
		}
		if len(found) == 0 {
			return ""
		}
		if strings.TrimSpace(found[0].Text) == "" {
			fault("%s has an empty %s", where, name)
		}
		return found[0].Text
	}
	ids := map[string]bool{}
	common := func(where string, e element) time.Time {
		id := once(where, e, "id", 1) // §4.2.6: an absolute IRI, and no two are the same
		if u, err := url.Parse(id); err != nil || !u.IsAbs() || ids[id] {
			fault("%s has the id %q", where, id)
		}
		ids[id] = true
		once(where, e, "title", 1)
		at, err := time.Parse(time.RFC3339, once(where, e, "updated", 1)) // §3.3
		if err != nil {
			fault("%s: %v", where, err)
		}
		for _, l := range e.all("link") {
			if l.attr("href") == "" || !slices.Contains([]string{"self", "alternate"}, l.attr("rel")) {
				fault("%s has the link %v", where, l.Attrs)
			}
		}
		return at
	}
	updated := common("the feed", feed)
	if len(feed.all("author")) != 1 || once("the author", feed.all("author")[0], "name", 1) == "" { // §4.1.1
		fault("the feed has no author")
	}
	for i, e := range feed.all("entry") {
		where := fmt.Sprintf("entry %d", i)
		if at := common(where, e); at.After(updated) {
			fault("%s is newer than the feed", where)
		}
		content := e.all("content") // §4.1.3
		if len(content) != 1 || !slices.Contains([]string{"text", "html"}, content[0].attr("type")) || len(content[0].Children) > 0 {
			fault("%s has no content of text or HTML", where)
		}
		if len(e.all("link")) != 1 { // §4.1.2
			fault("%s has %d links", where, len(e.all("link")))
		}
	}
	return faults
}

func TestFeedFaults(t *testing.T) {
	for _, src := range []string{
		"", "<feed/>", `<feed xmlns="http://www.w3.org/2005/Atom"><id>x</id><title>t</title><updated>2026-01-01</updated></feed>`,
		`<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:x:y</id><title>t</title><updated>2026-01-01T00:00:00Z</updated><author><name>n</name></author><entry><id>urn:x:y</id><title>t</title><updated>2026-01-01T00:00:00Z</updated></entry></feed>`,
	} {
		if len(feedFaults(src)) == 0 {
			t.Errorf("nothing is wrong with %q", src)
		}
	}
}

// TestFeed: the feed is valid in every language, tells of results, votes, rules,
// rulings and notices, and what it has told keeps its name.
func TestFeed(t *testing.T) {
	s := played(t)
	read := func(lang string) string {
		p, err := s.site.Page("tea/" + lang + "/feed.atom")
		s.must(err)
		for _, fault := range feedFaults(string(p.Body)) {
			t.Errorf("%s: %s", lang, fault)
		}
		return string(p.Body)
	}
	for _, lang := range []string{"en", "pt", "es", "tr", "hu"} {
		read(lang)
	}
	s.order("pause", "tea", "because of the snow")
	s.order("resume", "tea", "")
	s.says("bob", "enact\ntitle: Cake\nThere is cake <b>& ada@secret.example.org.\nend")
	feed := read("en")
	for _, want := range []string{"<title>Rule 301 enacted</title>", "<title>Open to vote: Proposal 304: Cake</title>", "There is cake &lt;b&gt;&amp; [@]</content>", "303 defeated",
		"snow", "<updated>" + s.now.UTC().Format(time.RFC3339) + "</updated>", `href="proposals/304.html"`, `href="rules/301.html"`} {
		if !strings.Contains(feed, want) {
			t.Errorf("the feed does not tell %q:\n%s", want, feed)
		}
	}
	ids := idsOf(feed)
	if again := idsOf(read("en")); !slices.Equal(again, ids) {
		t.Error("the feed has other ids when it is made anew")
	}
	s.says("cem", "304 FOR")
	s.says("ada", "304 FOR")
	s.says("bob", "304 FOR")
	later := idsOf(read("en"))
	if len(later) <= len(ids) || !slices.Equal(later[len(later)-len(ids)+1:], ids[1:]) || later[0] != ids[0] {
		t.Errorf("what was told has another id now:\n%v\n%v", ids, later)
	}
}

func idsOf(feed string) (ids []string) {
	for _, m := range regexp.MustCompile(`<id>([^<]+)</id>`).FindAllStringSubmatch(feed, -1) {
		ids = append(ids, m[1])
	}
	return ids
}

// TestRulingInFeed: a Judge's ruling is news.
func TestRulingInFeed(t *testing.T) {
	s := open(t, map[string]string{"ballots": "open"})
	s.says("cem", "judgment: Does Rule 101 bind the Judge?")
	for _, who := range []string{"ada", "bob", "cem"} {
		s.says(who, "ruling 1 TRUE\nEveryone who plays is bound.")
	}
	p, err := s.site.Page("tea/en/feed.atom")
	s.must(err)
	if body := string(p.Body); !strings.Contains(body, "<title>Ruling on question 1</title>") || !strings.Contains(body, "Everyone who plays is bound") {
		t.Errorf("the ruling is not told:\n%s", body)
	}
}

// TestCalendar: deadlines are events; one that is moved keeps its name and gets a
// greater number, and one that falls away is cancelled.
func TestCalendar(t *testing.T) {
	s := open(t, nil)
	read := func() map[string]map[string]string {
		p, err := s.site.Page("tea/en/deadlines.ics")
		s.must(err)
		return eventsOf(t, string(p.Body))
	}
	was := read()
	if len(was) != 1 {
		t.Fatalf("there are %d deadlines: %v", len(was), was)
	}
	var uid string
	for uid = range was {
	}
	if e := was[uid]; e["SUMMARY"] != "tea: Bob Crumhorn proposes" || e["DTSTART"] != "20260112T090100Z" || e["STATUS"] != "CONFIRMED" || strings.Contains(uid, "@") {
		t.Errorf("the first deadline is %v", e)
	}
	s.order("extend", "tea", "2026-01-20")
	moved := read()
	if e := moved[uid]; len(moved) != 1 || e["DTSTART"] == was[uid]["DTSTART"] || len(e["SEQUENCE"]) < len(was[uid]["SEQUENCE"]) || e["SEQUENCE"] <= was[uid]["SEQUENCE"] {
		t.Errorf("moved, it is %v, and was %v", moved, was)
	}
	s.says("bob", "enact\ntitle: Cake\nThere is cake.\nend")
	now := read()
	if len(now) != 2 || now[uid]["STATUS"] != "CANCELLED" {
		t.Errorf("after the proposal there are %v", now)
	}
	for other, e := range now {
		if other != uid && (e["SUMMARY"] != "tea: vote on 301 ends" || e["STATUS"] != "CONFIRMED") {
			t.Errorf("the vote's deadline is %v", e)
		}
	}
}

// eventsOf reads a calendar (RFC 5545) and gives its events by their names.
func eventsOf(t *testing.T, src string) map[string]map[string]string {
	t.Helper()
	if !strings.HasPrefix(src, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:") || !strings.HasSuffix(src, "END:VCALENDAR\r\n") || strings.Contains(strings.ReplaceAll(src, "\r\n", ""), "\n") {
		t.Errorf("the calendar is\n%s", src)
	}
	all := map[string]map[string]string{}
	var event map[string]string
	for line := range strings.SplitSeq(strings.ReplaceAll(src, "\r\n ", ""), "\r\n") {
		name, value, _ := strings.Cut(line, ":")
		switch {
		case line == "BEGIN:VEVENT":
			event = map[string]string{}
		case line == "END:VEVENT":
			for _, must := range []string{"UID", "DTSTAMP", "DTSTART", "SEQUENCE"} { // §3.6.1
				if event[must] == "" {
					t.Errorf("an event has no %s: %v", must, event)
				}
			}
			if all[event["UID"]] != nil {
				t.Errorf("two events are %s", event["UID"])
			}
			all[event["UID"]] = event
		case event != nil:
			event[name] = value
		}
	}
	return all
}
