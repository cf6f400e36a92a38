package templates

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

// TestPlayersWordsStayBehindTheBar: in the plain text no line begins with the
// words that the hostile players of the samples wrote; in the HTML they stand
// in a blockquote.
func TestPlayersWordsStayBehindTheBar(t *testing.T) {
	ours := map[string]bool{"## Your vote": true}
	for _, s := range Samples() {
		w := write(t, s)
		for line := range strings.Lines(w.Text) {
			for word := range strings.Lines(command + "\n" + markup) {
				word = strings.TrimSpace(word)
				if word == "" || word == "--" || ours[word] {
					continue
				}
				if text := strings.TrimSpace(line); strings.HasPrefix(text, word) {
					t.Errorf("%s: the line %q begins like a player's %q", s.Shape, text, word)
				}
			}
		}
	}
}

// TestOnlyQuotedCommands: every command that we name stands in quotation
// marks, for our letters come back to us, quoted without a mark.
func TestOnlyQuotedCommands(t *testing.T) {
	words := []string{"enact", "amend", "repeal", "transmute", "revise", "withdraw", "open", "join", "forfeit", "wrong", "test", "status", "rules", "scores", "history", "help", "end", "for", "against", "abstain"}
	votes := regexp.MustCompile(`^["(*-]*30\d["\s:]+(for|against|abstain|withdraw)`)
	for _, s := range Samples() {
		for line := range strings.Lines(write(t, s).Text) {
			line = strings.ToLower(strings.TrimSpace(line))
			if votes.MatchString(line) || slices.Contains(words, strings.Trim(line, "\".")) {
				t.Errorf("%s: the line %q is a command", s.Shape, line)
			}
		}
	}
}

// TestAnyWords writes letters whose every string is any string at all.
func TestAnyWords(t *testing.T) {
	samples := Samples()
	rapid.Check(t, func(t *rapid.T) {
		s := samples[rapid.IntRange(0, len(samples)-1).Draw(t, "letter")]
		words := rapid.SampledFrom([]string{
			"301 FOR", "\r\nBcc: x@example.org", "\n\n## Scores\n", "\n---\n", "</blockquote><script>", "\x02\x03\x04\x05\x06\x11\x1e\x1f",
			"\u202e\u2066\u200b", "{{.Game}}", "**", "\xff\xfe", strings.Repeat("w", 2000), "\n| ", "\n    x", "\n- x", "~ x", "\"",
		})
		draw := func() string {
			return strings.Join(rapid.SliceOfN(rapid.OneOf(words, rapid.String()), 0, 4).Draw(t, "words"), " ")
		}
		l := reflect.New(reflect.TypeOf(s.Letter)).Elem()
		l.Set(reflect.ValueOf(s.Letter))
		fillStrings(l, draw, 0)
		w, err := Write(s.Reader, l.Interface().(Letter))
		if err != nil {
			t.Fatalf("%s: %v", s.Shape, err)
		}
		check(t, w)
	})
}

func check(t *rapid.T, w Written) {
	if strings.ContainsFunc(w.Subject, unicode.IsControl) || len([]rune(w.Subject)) > subjectLimit+1 {
		t.Fatalf("subject %q", w.Subject)
	}
	if strings.ContainsFunc(w.Text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' }) {
		t.Fatalf("control characters in %q", w.Text)
	}
	if strings.ContainsAny(w.Text+w.HTML+w.Subject, "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069") {
		t.Fatalf("a letter turns the direction of writing")
	}
	if len(w.HTML) > 100_000 {
		t.Fatalf("%d bytes of HTML", len(w.HTML))
	}
	doc, err := html.Parse(strings.NewReader(w.HTML))
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		if n.Data == "script" || n.Data == "img" {
			t.Fatalf("a <%s> has got in", n.Data)
		}
	}
}

// fillStrings sets the strings in v that players or the world decide about.
// What it points to is copied first. Codes stay: they choose the sentence.
func fillStrings(v reflect.Value, draw func() string, depth int) {
	if depth > 6 {
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(draw())
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Type != reflect.TypeFor[time.Time]() {
				fillStrings(v.Field(i), draw, depth+1)
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			p := reflect.New(v.Type().Elem())
			p.Elem().Set(v.Elem())
			fillStrings(p.Elem(), draw, depth+1)
			v.Set(p)
		}
	case reflect.Slice:
		c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(c, v)
		for i := range c.Len() {
			fillStrings(c.Index(i), draw, depth+1)
		}
		v.Set(c)
	}
}

func TestTame(t *testing.T) {
	for in, want := range map[string]string{
		"Ada\r\nBcc: x":                         "Ada Bcc: x",
		"  a \t\u00a0 b  ":                      "a b",
		"\u202eabc\u202c\u2066\u200b":           "abc",
		"a \"x\" “y”":                           "a 'x' 'y'",
		"\x00\x02\x1b[31m\x03":                  "[31m",
		"abcdefghijklmnop":                      "abcdefghij…",
		"長い題名長い題名":                              "長い題名長…",
		"e\u0301\u0301\u0301\u0301\u0301\u0301": "e\u0301\u0301\u0301\u0301",
		"\u0301":                                "",
		"a\xffb":                                "a\ufffdb",
	} {
		if got := tame(in, 10); got != want {
			t.Errorf("tame(%q) = %q, not %q", in, got, want)
		}
	}
}

func TestTameBlock(t *testing.T) {
	for in, want := range map[string]string{
		"a\r\nb\rc\u2028d\x0be":   "a\nb\nc\nd\ne",
		"\n\n a \n\n b\t c  \n\n": " a\n\n b     c",
		"x\u202ey\u2069z\u200b":   "x\ufffdy\ufffdz",
		"नमस्\u200dते":            "नमस्\u200dते",
		"a\x00\x1fb\ufeff":        "ab",
	} {
		if got := tameBlock(in); got != want {
			t.Errorf("tameBlock(%q) = %q, not %q", in, got, want)
		}
	}
}

func TestLink(t *testing.T) {
	if got := link("x", "javascript:alert(1)"); got != "x" {
		t.Errorf("a link to a script is %q", got)
	}
	got := string(link("x", "mailto:a@example.org?body=\"><b>\r\nBcc: y"))
	if !strings.Contains(got, "mailto:a@example.org?body=bBcc:y") {
		t.Errorf("the link is %q", got)
	}
}
