package templates

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func englishWords(t *testing.T) *language {
	t.Helper()
	l, err := languageOf("en")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestWhen(t *testing.T) {
	w := englishWords(t)
	at := sampleTime()
	for _, c := range []struct {
		zone *time.Location
		want string
	}{
		{nil, "Friday 7 March 2025, 18:00 UTC"},
		{time.UTC, "Friday 7 March 2025, 18:00 UTC"},
		{time.FixedZone("Europe/Lisbon", 0), "Friday 7 March 2025, 18:00 UTC (18:00 in Lisbon)"},
		{time.FixedZone("America/New_York", -5*3600), "Friday 7 March 2025, 18:00 UTC (13:00 in New York)"},
		{time.FixedZone("Asia/Tokyo", 9*3600), "Friday 7 March 2025, 18:00 UTC (Saturday 03:00 in Tokyo)"},
		{time.FixedZone("CET", 3600), "Friday 7 March 2025, 18:00 UTC (19:00 in CET)"},
	} {
		if got := w.when(at.In(time.FixedZone("elsewhere", 7200)), c.zone); got != c.want {
			t.Errorf("in %v it is %q, not %q", c.zone, got, c.want)
		}
	}
}

func TestUntil(t *testing.T) {
	w := englishWords(t)
	at := sampleTime()
	for before, want := range map[time.Duration]string{
		time.Hour:           "Friday 18:00 UTC",
		6 * 24 * time.Hour:  "Friday 18:00 UTC",
		7 * 24 * time.Hour:  "Friday 7 March 2025, 18:00 UTC",
		-time.Hour:          "Friday 7 March 2025, 18:00 UTC",
		-24 * 7 * time.Hour: "Friday 7 March 2025, 18:00 UTC",
	} {
		if got := w.until(at, at.Add(-before), time.UTC); got != want {
			t.Errorf("%v before it is %q, not %q", before, got, want)
		}
	}
	if got := w.until(at, time.Time{}, nil); got != "Friday 7 March 2025, 18:00 UTC" {
		t.Errorf("seen from nowhere it is %q", got)
	}
}

func TestSpan(t *testing.T) {
	w := englishWords(t)
	for d, want := range map[time.Duration]string{
		0:                               "less than a minute",
		-time.Hour:                      "less than a minute",
		time.Minute:                     "1 minute",
		59*time.Minute + 59*time.Second: "59 minutes",
		time.Hour:                       "1 hour",
		25*time.Hour + time.Minute:      "1 day 1 hour",
		24*time.Hour + 5*time.Minute:    "1 day",
		50*time.Hour + 30*time.Minute:   "2 days 2 hours",
	} {
		if got := w.span(d); got != want {
			t.Errorf("%v is %q, not %q", d, got, want)
		}
	}
}

func TestList(t *testing.T) {
	w := englishWords(t)
	for want, items := range map[string][]string{
		"nobody": nil, "Ada": {"Ada"}, "Ada and Bob": {"Ada", "Bob"}, "Ada, Bob and Cem": {"Ada", "Bob", "Cem"},
	} {
		if got := w.list(items); string(got) != want {
			t.Errorf("%v is %q, not %q", items, got, want)
		}
	}
}

func TestSmallWords(t *testing.T) {
	w, err := newWriter(Reader{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{flat(string(w.rule(304, []int{203}))), "304 (was 203)"},
		{flat(string(w.rule(310, []int{203, 304}))), "310 (was 203, 304)"},
		{flat(string(w.rule(203, nil))), "203"},
		{flat(string(points("-10"))), "−10"},
		{flat(string(points("+7/2"))), "+7/2"},
		{string(w.option("for")), "FOR"},
		{flat(string(w.option("present"))), "PRESENT"},
		{flat(string(w.name(""))), "?"},
		{flat(string(w.name("Ann-Marie O'Neil"))), "Ann-Marie O'Neil"},
		{flat(string(w.name("301 FOR"))), `player "301 FOR"`},
		{string(plural(1, "vote", "votes")), "vote"},
		{string(plural(int64(0), "vote", "votes")), "votes"},
		{string(plural("+1", "point", "points")), "points"},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, not %q", c[0], c[1])
		}
	}
}

// TestLanguageOf: a language that we do not have is English.
func TestLanguageOf(t *testing.T) {
	for _, tag := range []string{"en", "EN", "en-GB", "en_US", "", "tlh", "../en"} {
		l, err := languageOf(tag)
		if err != nil || l.tag != english {
			t.Errorf("%q: %v, %v", tag, l, err)
		}
	}
}

// TestLanguages: every language has every template of English and no other,
// and writes every sample.
func TestLanguages(t *testing.T) {
	all, err := languages()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(Languages(), english) {
		t.Fatalf("the languages are %v", Languages())
	}
	for tag, l := range all {
		for _, e := range all[english].letters.Templates() {
			if l.letters.Lookup(e.Name()) == nil {
				t.Errorf("%s has no %q", tag, e.Name())
			}
		}
		for _, e := range l.letters.Templates() {
			if all[english].letters.Lookup(e.Name()) == nil {
				t.Errorf("%s has %q, which English has not", tag, e.Name())
			}
		}
		for _, s := range Samples() {
			s.Reader.Language = tag
			write(t, s)
		}
	}
}

// TestSentences: everything that the types of this package document has a
// sentence.
func TestSentences(t *testing.T) {
	notices := []string{
		"started", "paused", "resumed", "extended", "away", "joined", "forfeited", "removed", "awarded", "settled", "disputed", "win-disputed", "win-awaits",
		"clause-failed", "undone", "withdrawn", "announce", "alone", "round", "held", "ended", "unreachable", "undelivered", "copy", "copy-large", "limit", "flood",
		"team-offered", "team-made", "team-ended", "address-added", "address-removed", "token-renewed", "key-registered", "key-removed",
		"dispute-closed", "entered", "replaced", "seat-left", "seat-declined", "organiser-added", "organiser-removed",
		"list-named", "list-dropped", "wrong-list", "private-action", "digest-held", "odd-stamp", "late-post", "post-ready", "report-doubted", "report-settled",
		"absent", "returned", "waits-away", "awaited", "watch-asked", "watching", "stalled",
		"started-free", "no-turns", "conditions", "inactive", "active", "silence-warned", "left-silent", "claim-denied", "votes-extended", "claim-passed",
	}
	for kind, want := range map[string][]string{
		"did": deeds(), "aside": asides(), "notice": notices, "news": notices,
		"warning": {"no-change", "keeps-clause", "without-effect", "unanimity", "counted-before", "no-goal", "goal-varies", "wins-at-once",
			"never-again", "never-with-fewer", "never-later", "never-transmuted", "marked-rule", "marked-vote", "marked-awards", "marked-named"},
		"doing":    ownDoings(),
		"tried":    {"points", "votes", "adopted", "defeated", "judge", "order", "fails"},
		"stranger": {"unknown", "which-game", "unreadable", "too-large", "too-many-parts", "too-deep", "too-complex", "dmarc"},
	} {
		got := englishWords(t).sentences(kind)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s has sentences for\n%v, not\n%v", kind, got, want)
		}
	}
	if len(Refusals(english)) < 40 || len(Reasons(english)) < 15 || Refusals("xx") != nil {
		t.Errorf("%d refusals, %d reasons", len(Refusals(english)), len(Reasons(english)))
	}
}

// ownDoings are the names with a sentence of their own; a custom that has none is
// told by its name.
func ownDoings() []string {
	return slices.DeleteFunc(doingNames(), func(n string) bool { return n == "missing_vote" || n == "reminders" })
}

func TestSentence(t *testing.T) {
	got := Sentence("en", No{Code: "immutable", Rule: 103, Number: 112})
	want := "I have not taken your proposal: rule 112 is immutable, and an immutable rule can be neither amended nor repealed " +
		"(Rule 103). The first step is to make it mutable: send \"transmute 112\"."
	if got != want {
		t.Errorf("it is %q, not %q", got, want)
	}
}

// TestOwnSentences: no two codes share a sentence by mistake, and none but the
// last resort is as vague as it.
func TestOwnSentences(t *testing.T) {
	seen := map[string]string{}
	for _, s := range Samples() {
		if !strings.HasPrefix(s.Shape, "refusal-") && !strings.HasPrefix(s.Shape, "reason-") || strings.HasSuffix(s.Shape, "-bare") {
			continue
		}
		text, _, _ := strings.Cut(write(t, s).Text, "\n\n")
		if other, ok := seen[text]; ok {
			t.Errorf("%s says what %s says: %s", s.Shape, other, text)
		}
		seen[text] = s.Shape
	}
}

// TestGuard: a template that prints a player's words as they are prints them
// tamed nevertheless.
func TestGuard(t *testing.T) {
	words, err := files.ReadFile("mail/en/words.toml")
	if err != nil {
		t.Fatal(err)
	}
	l, err := readLanguage(fstest.MapFS{
		"xx/words.toml": {Data: words},
		"xx/welcome.md": {Data: []byte("Subject: {{.Name}}\n\n{{.Name}}{{if .Name}}{{with .Goal}} {{.}}{{end}}{{range .Players}} {{.}}{{end}}{{else}}{{end}}\n")},
	}, "xx")
	if err != nil {
		t.Fatal(err)
	}
	w := &writer{language: l, run: l.letters}
	subject, body, err := w.compose(Welcome{Name: "a\n## b\r\nBcc: c", Goal: "\n---", Players: []string{"\n| d", "**e**"}})
	if err != nil {
		t.Fatal(err)
	}
	if want := "a ## b Bcc: c"; subject != want {
		t.Errorf("the subject is %q, not %q", subject, want)
	}
	if got, want := plainText(read(body)), "a ## b Bcc: c --- | d **e**\n"; got != want {
		t.Errorf("the text is %q, not %q", got, want)
	}
}

// TestFaults: a folder that cannot be read says what is wrong with it.
func TestFaults(t *testing.T) {
	words, err := files.ReadFile("mail/en/words.toml")
	if err != nil {
		t.Fatal(err)
	}
	for want, f := range map[string]fstest.MapFS{
		"words.toml":           {"xx/a.md": {Data: []byte("x")}},
		"0 weekdays":           {"xx/words.toml": {Data: []byte("comma = ','")}},
		`function "shout" not`: {"xx/words.toml": {Data: words}, "xx/a.md": {Data: []byte("{{shout .}}")}},
	} {
		if _, err := readLanguage(f, "xx"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, not %s", err, want)
		}
	}
	l, err := readLanguage(fstest.MapFS{"xx/words.toml": {Data: words}, "xx/history.md": {Data: []byte("no subject")}}, "xx")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := (&writer{language: l, run: l.letters}).compose(History{}); err == nil {
		t.Error("a letter without a subject was written")
	}
}
