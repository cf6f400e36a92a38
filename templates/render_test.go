package templates

import (
	"slices"
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"", []string{""}},
		{"a bb ccc", []string{"a bb ccc"}},
		{"aaaa bbbb cccc", []string{"aaaa bbbb", "cccc"}},
		{"aaaaaaaaaaaaaa b", []string{"aaaaaaaaaaaaaa", "b"}},
		{"  a  b", []string{"  a  b"}},
		{"漢字漢字 漢字", []string{"漢字漢字", "漢字"}},
		{"a b" + string(joint) + "c" + string(joint) + "ddddd", []string{"a", "b c ddddd"}},
	} {
		if got := wrap(c.in, 10); !slices.Equal(got, c.want) {
			t.Errorf("wrap(%q) = %q, not %q", c.in, got, c.want)
		}
	}
}

// TestSource reads every kind of block and shows it both ways.
func TestSource(t *testing.T) {
	source := strings.Join([]string{
		"## Head **and** tail", "one", "two", "", "### small head", string(quote("a\n\nb")), string(code("f = 1")), "- x", "  y", "- z",
		"1. first", "---", "    as it   stands", "~ small", string(headRowMark + row("A", "N", "")), string(row("b", 10, "")), string(row("cc", 9, "")),
		"**strong** and " + string(link("go", "mailto:a@example.org")) + " * done",
	}, "\n")
	want := `Head and tail
-------------

one two

small head
| a
|
| b

|     f = 1

- x y
- z
1. first

------------------------------------------------------------------------

    as it   stands

small

  A    N
  --  --
  b   10
  cc   9

strong and go <mailto:a@example.org> * done
`
	if got := plainText(read(source)); got != want {
		t.Errorf("the text is\n%s\nnot\n%s", got, want)
	}
	page := page("en", "s", read(source), "")
	for _, part := range []string{
		"<h2", "Head <b>and</b> tail", "one two</p>", "<h3", "a<br><br>b</blockquote>", "f = 1</pre></blockquote>", "x y</li>", "<ol", "first</li>",
		"<hr", "as it   stands</pre>", `class="s"`, "<bdi>A</bdi></th>", "<bdi>b</bdi></td>", "right;white-space:nowrap\">9</td>", "<b>strong</b> and <a href=\"mailto:a@example.org\"",
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %s:\n%s", part, page)
		}
	}
}

func TestDiff(t *testing.T) {
	old := "The first sentence stays as it is. The second sentence has ten points in it. The third one also stays. The fourth goes."
	now := "The first sentence stays as it is. The second sentence has twenty points in it. The third one also stays."
	got, cut := diff(old, now)
	want := "|=The first sentence stays as it is.\n|-The second sentence has ten points in it.\n|+The second sentence has twenty points in it.\n" +
		"|=The third one also stays.\n|-The fourth goes."
	if got != want || cut {
		t.Errorf("the diff is\n%s\nnot\n%s", got, want)
	}
	if got := htmlDiff(strings.Split(got, "\n"), mailLook); !strings.Contains(got, ">ten</b> points") || !strings.Contains(got, ">twenty</b> points") {
		t.Errorf("the words that differ are not marked: %s", got)
	}
	for _, c := range [][2]string{{"", now}, {old, ""}, {old, old}, {old, old + "\n\n"}} {
		if got, cut := diff(c[0], c[1]); got != "" || cut {
			t.Errorf("the diff of %q and %q is %q", c[0], c[1], got)
		}
	}
	long := strings.Repeat("This is one sentence of very many. ", 200)
	if got, cut := diff(long, strings.ReplaceAll(long, "very", "so")); !cut || strings.Count(got, "\n") != diffLines-1 {
		t.Errorf("a long diff has %d lines, cut %v", strings.Count(got, "\n")+1, cut)
	}
	if got, cut := diff(strings.Repeat(long, 20), long); got != "" || !cut {
		t.Errorf("a huge diff has %d bytes", len(got))
	}
}

// TestLongPage: a page that is too long keeps what follows a long text.
func TestLongPage(t *testing.T) {
	for name, source := range map[string]string{
		"one quotation": string(quote(strings.Repeat("& word ", 50_000))) + "\n\nthe end",
		"many":          strings.Repeat(string(quote(strings.Repeat("word ", 2000)))+"\n\nthen\n\n", 60) + "\n\nthe end",
		"lines":         string(quote(strings.Repeat("<\n", 50_000))) + "\n\nthe end",
		"one diff":      "|-" + strings.Repeat("word ", 30_000) + "\n|+" + strings.Repeat("other ", 30_000) + "\n\nthe end",
		"one long line": string(quote(strings.Repeat("é", 90_000))) + "\n\nthe end",
	} {
		p := page("en", "s", read(source), "It was cut.")
		if len(p) > htmlLimit || !strings.Contains(p, "It was cut.") || !strings.Contains(p, "the end</p>") {
			t.Errorf("%s: %d bytes, cut %v", name, len(p), strings.Contains(p, "It was cut."))
		}
	}
	p := page("en", "s", read(strings.Repeat("- a short line of a list\n\nand a paragraph\n\n", 4000)), "It was cut.")
	if len(p) > htmlLimit || !strings.Contains(p, "It was cut.") || !strings.HasSuffix(p, pageFoot) {
		t.Errorf("many short blocks: %d bytes", len(p))
	}
}

func BenchmarkWrite(b *testing.B) {
	samples := Samples()
	for i := 0; b.Loop(); i++ {
		s := samples[i%len(samples)]
		if _, err := Write(s.Reader, s); err != nil {
			b.Fatal(err)
		}
	}
}
