package moderator_test

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-message/mail"

	"nomicmail/internal/moderator"
	"nomicmail/internal/store"
)

// files are the attachments of a letter, by their names.
func files(t *testing.T, raw string) map[string]string {
	t.Helper()
	r, err := mail.CreateReader(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for {
		p, err := r.NextPart()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		h, ok := p.Header.(*mail.AttachmentHeader)
		if !ok {
			continue
		}
		name, err := h.Filename()
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(p.Body)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(body)
		if kind, params, err := h.ContentType(); strings.HasSuffix(name, ".ics") && (err != nil || kind != "text/calendar" || params["method"] != "PUBLISH" || params["charset"] != "utf-8") {
			t.Errorf("%s is %s %v", name, kind, params)
		}
	}
}

// events reads the calendar of a letter as a calendar program does, and reports what
// such programs stumble over.
func events(t *testing.T, ics string) (list []map[string]string) {
	t.Helper()
	if ics == "" {
		return nil
	}
	if strings.Contains(strings.ReplaceAll(ics, "\r\n", ""), "\n") || !strings.HasSuffix(ics, "END:VCALENDAR\r\n") {
		t.Errorf("the lines of %q do not end as they should", ics)
	}
	for line := range strings.SplitSeq(ics, "\r\n") {
		if len(line) > 75 || !utf8.ValidString(line) {
			t.Errorf("the line %q has %d octets", line, len(line))
		}
	}
	head := map[string]string{}
	at := head
	for line := range strings.SplitSeq(strings.TrimSuffix(strings.ReplaceAll(ics, "\r\n ", ""), "\r\n"), "\r\n") {
		name, value, ok := strings.Cut(line, ":")
		_, twice := at[name]
		switch {
		case !ok:
			t.Errorf("%q is no line of a calendar", line)
		case name == "BEGIN" && value == "VEVENT":
			at = map[string]string{}
			list = append(list, at)
		case name == "END" && value == "VEVENT":
			at = head
		case name == "BEGIN", name == "END":
		case twice:
			t.Errorf("%s comes twice", name)
		default:
			at[name] = strings.NewReplacer(`\\`, `\`, `\,`, ",", `\;`, ";", `\n`, "\n").Replace(value)
		}
	}
	if head["VERSION"] != "2.0" || head["METHOD"] != "PUBLISH" || head["PRODID"] == "" {
		t.Errorf("the calendar is %v", head)
	}
	for _, e := range list {
		if keys := slices.Sorted(maps.Keys(e)); !slices.Equal(keys, []string{"DTSTAMP", "DTSTART", "ORGANIZER", "SEQUENCE", "STATUS", "SUMMARY", "TRANSP", "UID"}) {
			t.Errorf("an event has %v", keys)
		}
		for _, name := range []string{"DTSTAMP", "DTSTART"} {
			if _, err := time.Parse("20060102T150405Z", e[name]); err != nil {
				t.Error(err)
			}
		}
	}
	return list
}

// agenda is a player's calendar after he has taken up all letters to him.
type agenda map[string]map[string]string

func (a agenda) take(t *testing.T, list []map[string]string) {
	t.Helper()
	for _, e := range list {
		old, had := a[e["UID"]]
		was, _ := strconv.Atoi(old["SEQUENCE"])
		if now, err := strconv.Atoi(e["SEQUENCE"]); err != nil || had && now <= was {
			t.Errorf("%s: after number %d comes %q", e["UID"], was, e["SEQUENCE"])
		}
		if !had && e["STATUS"] == "CANCELLED" {
			t.Errorf("%s is cancelled and was never told", e["UID"])
		}
		a[e["UID"]] = e
	}
}

func (a agenda) String() string {
	var lines []string
	for uid, e := range a {
		lines = append(lines, fmt.Sprint(strings.SplitN(uid, ".", 2)[0], " ", e["DTSTART"], " ", e["STATUS"], " ", e["SUMMARY"]))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// agendas takes up all letters of the game so far, in their order.
func agendas(t *testing.T, book *store.Store) map[string]agenda {
	t.Helper()
	all := map[string]agenda{"ada": {}, "bob": {}}
	for _, raw := range allLetters(t, book) {
		h, err := mail.CreateReader(strings.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		to, err := h.Header.AddressList("To")
		if err != nil || len(to) != 1 {
			t.Fatal(to, err)
		}
		who, _, _ := strings.Cut(to[0].Address, "@")
		for name, body := range files(t, raw) {
			if strings.HasSuffix(name, ".ics") && all[who] != nil {
				all[who].take(t, events(t, body))
			}
		}
	}
	return all
}

// TestCalendar: the calendars of two players follow a turn: deadlines come, move,
// stop at a pause, and fall away when they are met before their time.
func TestCalendar(t *testing.T) {
	book := store.Memory()
	m := postGame(t, book, "", "+")
	want := func(when, ada, bob string) {
		t.Helper()
		all := agendas(t, book)
		if got := all["ada"].String(); got != ada {
			t.Errorf("%s Ada has\n%s\nnot\n%s", when, got, ada)
		}
		if got := all["bob"].String(); got != bob {
			t.Errorf("%s Bob has\n%s\nnot\n%s", when, got, bob)
		}
	}
	turn := "turn-1 20260112T100000Z CONFIRMED tea: propose a rule-change"
	want("at the start", "", turn)
	act(t, m, moderator.Act{Verb: "extend", Words: "2d because of the snow", At: twelve})
	turn = strings.Replace(turn, "0112", "0114", 1)
	want("after the deadline was moved", "", turn)
	receive(t, m, says("bob", 1, "enact\nWhoever sleeps may dream.\nend\n"), twelve.Add(time.Hour))
	turn = strings.Replace(turn, "CONFIRMED", "CANCELLED", 1)
	vote := "vote-1 20260112T130000Z CONFIRMED tea: vote on 301"
	want("when the vote has begun", vote, turn+"\n"+vote)
	act(t, m, moderator.Act{Verb: "pause", Words: "a funeral", At: twelve.Add(2 * time.Hour)})
	off := strings.Replace(vote, "CONFIRMED", "CANCELLED", 1)
	want("in the pause", off, turn+"\n"+off)
	act(t, m, moderator.Act{Verb: "resume", At: twelve.Add(26 * time.Hour)})
	vote = strings.Replace(vote, "0112", "0113", 1)
	want("after the pause", vote, turn+"\n"+vote)
	receive(t, m, says("bob", 2, "301 FOR"), twelve.Add(27*time.Hour))
	receive(t, m, says("ada", 3, "301 FOR"), twelve.Add(28*time.Hour))
	off = strings.Replace(vote, "CONFIRMED", "CANCELLED", 1)
	mine := "turn-2 20260113T160000Z CONFIRMED tea: propose a rule-change\n"
	want("when all have voted", mine+off, turn+"\n"+off)
}

// says is a mail of a player's.
func says(who string, n int, words string) string {
	return fmt.Sprintf("From: %s@example.org\r\nTo: nomic+tea@nomic.example.org\r\nMessage-ID: <%d.%s@example.org>\r\n\r\n%s\r\n", who, n, who, words)
}

// TestCalendarInFiveLanguages: the longest name a game can have, and letters that
// are no ASCII, are folded within 75 octets and come back whole.
func TestCalendarInFiveLanguages(t *testing.T) {
	for lang, vote := range map[string]string{"en": "tea: vote on 301", "pt": "tea: votar na proposta 301", "es": "tea: votar la propuesta 301", "tr": "tea: 301 numaralı önerge için oy", "hu": "tea: szavazás, 301. javaslat"} {
		book := store.Memory()
		m := twoPlayers(t, book, lang)
		receive(t, m, says("bob", 1, "enact\nWhoever sleeps may dream.\nend\n"), twelve)
		receive(t, m, says("bob", 2, "open 301"), twelve.Add(48*time.Hour))
		if got := agendas(t, book)["ada"].String(); !strings.Contains(got, vote) {
			t.Errorf("%s: Ada has %q", lang, got)
		}
	}
}

// TestNoCalendar where the game wants none.
func TestNoCalendar(t *testing.T) {
	book := store.Memory()
	m, err := moderator.New(book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+"})
	if err != nil {
		t.Fatal(err)
	}
	f := moderator.GameFile{Name: "tea", Ruleset: "suber-mail.en", Language: "en", Customs: map[string]string{"calendar": "no"}, Players: []moderator.PlayerFile{
		{Given: "Ada", Surname: "Quillfeather", Addresses: []string{"ada@example.org"}}, {Given: "Bob", Surname: "Crumhorn", Addresses: []string{"bob@example.org"}},
	}}
	if _, err := m.Create(f, "org", twelve); err != nil {
		t.Fatal(err)
	}
	act(t, m, moderator.Act{Verb: "start", At: twelve})
	for who, a := range agendas(t, book) {
		if len(a) > 0 {
			t.Errorf("%s has %s", who, a)
		}
	}
}
