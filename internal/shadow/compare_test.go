package shadow_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/shadow"
	"nomicmail/internal/store"
)

// pond is a game that Bram runs by hand, and that is only followed here.
const pond = `name = "pond"
ruleset = "list.en"
start = 2026-01-05T09:00:00Z
organiser = "org@example.org"
officers = ["bram@example.org"]
shadow = true
[customs]
trust = "from"
[[player]]
given = "Ada"
surname = "Quillfeather"
addresses = ["ada@example.org"]
[[player]]
given = "Bram"
surname = "Zuidema"
addresses = ["bram@example.org"]
[[player]]
given = "Cleo"
surname = "Abbot"
addresses = ["cleo@example.org"]
`

const bell = "Whoever rings the bell says why.\n"

// distribution is the first as it should be, and resolution what comes of it.
const (
	distribution = "I hereby distribute the following proposals. The quorum is 2, and the voting\nperiod is 7 days.\n\n" +
		"ID     Author(s)            AI    Title\n------------------------------------------\n1001   Ada Quillfeather     1.0   The brass bell\n\n" +
		"The full text of the above proposals follows.\n\n//////////////////////////////\nID: 1001\nTitle: The brass bell\nAdoption index: 1.0\nAuthor: Ada Quillfeather\nCo-authors:\n\n" +
		"enact\ntitle: The brass bell\n" + bell + "\n//////////////////////////////\n"
	resolution = "I hereby resolve the following proposals.\n\nPROPOSAL 1001 (The brass bell)\nAUTHOR: Ada Quillfeather\n" +
		"FOR (2): Ada, Cleo\nAGAINST (1): Bram\nPRESENT (0): (none)\nBALLOTS: 3\nAI (F/A): 6/3 (AI=1.0)\nOUTCOME: ADOPTED\n"
)

// follow plays a week of the pond: Ada's proposal, Bram's distribution of it, the
// ballots of all three, and what Bram posts when the vote is over. It gives the
// report.
func follow(t *testing.T, distribution string, posts ...string) shadow.Report {
	t.Helper()
	book := store.Memory()
	m, err := moderator.New(book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+"})
	if err != nil {
		t.Fatal(err)
	}
	file, err := moderator.ParseGameFile("pond.toml", []byte(pond))
	if err != nil {
		t.Fatal(err)
	}
	start := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	if _, err := m.Create(file, "org", start); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Act(moderator.Act{Game: "pond", By: "org", Verb: "start", At: start}); err != nil {
		t.Fatal(err)
	}
	mails := 0
	send := func(from string, after time.Duration, subject, text string) {
		t.Helper()
		mails++
		raw := fmt.Sprintf("From: %s\r\nTo: nomic+pond@nomic.example.org\r\nMessage-ID: <%d@example.org>\r\nSubject: %s\r\n\r\n%s", from, mails, subject, strings.ReplaceAll(text, "\n", "\r\n"))
		if err := m.Tick(start.Add(after)); err != nil {
			t.Fatal(err)
		}
		if _, err := m.Receive(moderator.Mail{Raw: []byte(raw), At: start.Add(after)}); err != nil {
			t.Fatal(err)
		}
	}
	const day = 24 * time.Hour
	send("ada@example.org", time.Hour, "proposal: The brass bell", "enact\ntitle: The brass bell\n"+bell+"end\n")
	send("bram@example.org", day, "Distribution of Proposals", distribution)
	send("ada@example.org", 2*day, "my vote", "1001 FOR\n")
	send("bram@example.org", 2*day, "my vote", "1001 AGAINST\n")
	send("cleo@example.org", 3*day, "my vote", "1001 FOR\n")
	send("eve@example.net", 4*day, "my vote", "1001 FOR\n")
	for i, text := range posts {
		send("bram@example.org", 9*day+time.Duration(i)*time.Hour, "Resolution of Proposals", text)
	}
	var entries []record.Entry
	for e, err := range book.Entries("pond", 1) {
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, e)
	}
	report, err := shadow.Compare(entries, book.Input)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// told is what a report has of differences and doubts, a line for each.
func told(r shadow.Report) []string {
	var list []string
	for _, d := range r.Differences {
		line := strings.TrimSpace(fmt.Sprintf("%s %d %s", d.Kind, d.Proposal, d.About))
		if len(d.Follows) > 0 {
			line += ", and what follows"
		}
		if !d.Corrected.IsZero() {
			line += ", corrected"
		}
		list = append(list, line)
	}
	for _, u := range r.Unsure {
		list = append(list, strings.TrimSpace(fmt.Sprintf("unsure %d %s", u.Proposal, u.About)))
	}
	return list
}

// TestCompare: each mistake of the officer's is told once, as what it is, and
// nothing else is.
func TestCompare(t *testing.T) {
	count := func(old, now string) string {
		if strings.Count(resolution, old) != 1 {
			t.Fatalf("%q stands %d times in the resolution", old, strings.Count(resolution, old))
		}
		return strings.Replace(resolution, old, now, 1)
	}
	for name, c := range map[string]struct {
		distribution string
		posts        []string
		want         []string
		agreed       shadow.Agreed
	}{
		"all is well":  {distribution, []string{resolution}, nil, shadow.Agreed{Distributed: 1, Resolved: 1, Ballots: 3, Figures: 5}},
		"not resolved": {distribution, nil, nil, shadow.Agreed{Distributed: 1, Figures: 1}},
		"a ballot left out": {distribution, []string{count("FOR (2): Ada, Cleo", "FOR (1): Ada")}, []string{"missing 1001 Cleo Abbot"},
			shadow.Agreed{Distributed: 1, Ballots: 2, Figures: 5}},
		"and the heads not counted again": {distribution, []string{count("Ada, Cleo", "Ada")}, []string{"missing 1001 Cleo Abbot", "sum 1001 FOR"},
			shadow.Agreed{Distributed: 1, Ballots: 2, Figures: 5}},
		"a ballot turned": {distribution, []string{count("FOR (2): Ada, Cleo\nAGAINST (1): Bram", "FOR (3): Ada, Cleo, Bram\nAGAINST (0): (none)")},
			[]string{"counted otherwise 1001 Bram Zuidema"}, shadow.Agreed{Distributed: 1, Ballots: 2, Figures: 5}},
		"a ballot turned, and so the outcome": {distribution,
			[]string{strings.NewReplacer("FOR (2): Ada, Cleo", "FOR (1): Ada", "AGAINST (1): Bram", "AGAINST (2): Bram, Cleo", "6/3", "3/6", "ADOPTED", "REJECTED").Replace(resolution)},
			[]string{"counted otherwise 1001 Cleo Abbot, and what follows"}, shadow.Agreed{Distributed: 1, Ballots: 2, Figures: 4}},
		"a stranger": {distribution, []string{count("FOR (2): Ada, Cleo", "FOR (3): Ada, Cleo, Eve")}, []string{"no voter 1001 Eve"},
			shadow.Agreed{Distributed: 1, Ballots: 3, Figures: 5}},
		"another strength": {distribution, []string{count("AGAINST (1): Bram", "AGAINST (1): Bram (2)")}, []string{"strength 1001 Bram Zuidema"},
			shadow.Agreed{Distributed: 1, Ballots: 2, Figures: 5}},
		"another sum": {distribution, []string{count("6/3", "9/3")}, []string{"sum 1001 favour"}, shadow.Agreed{Distributed: 1, Ballots: 3, Figures: 4}},
		"another outcome": {distribution, []string{count("ADOPTED", "REJECTED")}, []string{"outcome 1001"},
			shadow.Agreed{Distributed: 1, Ballots: 3, Figures: 4}},
		"and put right": {distribution, []string{count("ADOPTED", "REJECTED"), resolution}, []string{"outcome 1001, corrected"},
			shadow.Agreed{Distributed: 1, Ballots: 6, Figures: 8}},
		"and said again": {distribution, []string{count("ADOPTED", "REJECTED"), count("ADOPTED", "REJECTED")}, []string{"outcome 1001"},
			shadow.Agreed{Distributed: 1, Ballots: 6, Figures: 7}},
		"of a proposal that nobody knows": {distribution, []string{strings.ReplaceAll(resolution, "1001", "1009")}, []string{"unsure 1009"},
			shadow.Agreed{Distributed: 1, Figures: 1}},
		"another title": {strings.ReplaceAll(distribution, "1.0   The brass bell", "1.0   The tin bell"), nil, []string{"title 1001"}, shadow.Agreed{Figures: 1}},
		"another index": {strings.ReplaceAll(distribution, "1.0 ", "2.0 "), nil, []string{"index 1001"}, shadow.Agreed{Figures: 1}},
		"no index at all, though Go reads it as 1": {strings.ReplaceAll(distribution, "1.0 ", "0x1"), nil, []string{"index 1001"}, shadow.Agreed{Figures: 1}},
		"another author": {strings.ReplaceAll(distribution, "Ada Quillfeather", "Cleo Abbot"), nil, []string{"author 1001"}, shadow.Agreed{Figures: 1}},
		"another text":   {strings.Replace(distribution, "rings the bell", "hears the bell", 1), nil, []string{"text 1001"}, shadow.Agreed{Figures: 1}},
		"another number": {strings.ReplaceAll(distribution, "1001", "1002"), nil, []string{"number 1002"}, shadow.Agreed{Distributed: 1, Figures: 1}},
		"another quorum": {strings.Replace(distribution, "quorum is 2", "quorum is 5", 1), nil, []string{"quorum 1001"}, shadow.Agreed{}},
	} {
		t.Run(name, func(t *testing.T) {
			r := follow(t, c.distribution, c.posts...)
			for _, d := range r.Differences {
				if len(d.Mails) == 0 || d.Mails[0].From != "bram@example.org" || d.Officer == d.Ours {
					t.Errorf("a difference does not begin with the officer's mail, or is none: %+v", d)
				}
			}
			if got := told(r); !slices.Equal(got, c.want) || r.Agreed != c.agreed {
				t.Errorf("told %q, and %+v agreed; want %q, and %+v", got, r.Agreed, c.want, c.agreed)
			}
		})
	}
}
