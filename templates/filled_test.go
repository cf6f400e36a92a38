package templates

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// decimalPoint finds a number that is written with a point; a version or a time
// has none beside it.
var decimalPoint = regexp.MustCompile(`(^|[\s(+−-])\d+\.\d\d?([\s,;.)]|$)`)

// TestOrdinals: a number with a point behind it that begins a sentence is no item
// of a list, which HTML would count by itself, and tenths have a comma.
func TestOrdinals(t *testing.T) {
	for _, lang := range []string{"es", "pt", "tr", "hu"} {
		w, err := newWriter(Reader{Language: lang})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range Samples() {
			_, body, err := w.compose(s.Letter)
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range read(body) {
				if b.kind == item && b.mark != "- " {
					t.Errorf("%s, %s: %q is an item of a list", lang, s.Shape, b.mark+b.lines[0])
				}
				if b.kind != paragraph && b.kind != item {
					continue
				}
				if n := decimalPoint.FindString(flat(b.lines[0])); n != "" {
					t.Errorf("%s, %s: %q in %q", lang, s.Shape, n, flat(b.lines[0]))
				}
			}
		}
	}
}

// glued finds what is filled into a sentence with letters put right behind it, and
// articled what has a Hungarian article right before it; control says which actions
// fill in nothing.
var (
	glued    = regexp.MustCompile(`(\{\{[^}]*\}\}|\{[a-z0-9]+\})['’-]?\p{L}`)
	articled = regexp.MustCompile(`(?:^|[\s("*])[aA]z? (\{\{[^}]*\}\}|\{[a-z0-9]+\})`)
	control  = regexp.MustCompile(`^\{\{-?\s*(if|else|end|range|with|define|""|/\*)`)
)

// TestNothingIsGlued: a suffix of Turkish or Hungarian depends on the sounds of the
// word before it and a Hungarian article on that of the word behind it, so that
// neither can stand at a name, a number or a time that is filled in.
func TestNothingIsGlued(t *testing.T) {
	for lang, wrong := range map[string][]*regexp.Regexp{"tr": {glued}, "hu": {glued, articled}} {
		found := 0
		for _, folder := range []string{"mail/" + lang + "/*", "web/words/" + lang + ".toml"} {
			names, err := filepath.Glob(folder)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				text, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				found++
				for line := range strings.Lines(string(text)) {
					for _, m := range findAll(wrong, line) {
						t.Errorf("%s: %q in %q", name, m, line)
					}
				}
			}
		}
		if found < 10 {
			t.Errorf("%s has %d files", lang, found)
		}
	}
}

// TestGluedIsFound: the check finds what it is for.
func TestGluedIsFound(t *testing.T) {
	for text, want := range map[string]int{
		"{{name .Name}}'ya": 1, "{{.Number}}-ban": 1, "{name}nek": 1, "ha a {{.LastNumber}} elfogadva": 1, "az {1}": 1,
		"{{.Number}}. dava": 0, "{{if .Mine}}te{{else}}{{name .Judge}}{{end}} dönt": 0, "a Bíró {{name .Judge}}": 0, "({{.Number}})": 0,
	} {
		if got := findAll([]*regexp.Regexp{glued, articled}, text); len(got) != want {
			t.Errorf("in %q is found %q", text, got)
		}
	}
}

func findAll(wrong []*regexp.Regexp, line string) (all []string) {
	for _, re := range wrong {
		for _, m := range re.FindAllStringSubmatch(line, -1) {
			if !control.MatchString(m[1]) {
				all = append(all, m[0])
			}
		}
	}
	return all
}
