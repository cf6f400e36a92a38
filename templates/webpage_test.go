package templates

import (
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"testing"
)

var (
	blank  = regexp.MustCompile(`\{\d\}`)
	spoken = regexp.MustCompile(`say "([a-z0-9-]+)"`)
)

// TestPhrases: every language has the same phrases with the same blanks, and all
// that pages say.
func TestPhrases(t *testing.T) {
	if err := CheckPages(); err != nil {
		t.Fatal(err)
	}
	all, err := webLanguages()
	if err != nil {
		t.Fatal(err)
	}
	keys := slices.Sorted(maps.Keys(all[english].phrases))
	for lang, l := range all {
		if got := slices.Sorted(maps.Keys(l.phrases)); !slices.Equal(got, keys) {
			t.Errorf("%s has other phrases than English: %v", lang, got)
		}
		for _, key := range keys {
			want, got := blank.FindAllString(all[english].phrases[key], -1), blank.FindAllString(l.phrases[key], -1)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(want, got) {
				t.Errorf("%s: the blanks of %q are %v, not %v", lang, key, got, want)
			}
			if lang != english && l.phrases[key] == all[english].phrases[key] && len(key) > 12 && len(got) == 0 {
				t.Errorf("%s: %q is still in English", lang, key)
			}
		}
	}
	files, err := fs.Glob(webFiles, "web/*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		src, err := webFiles.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range spoken.FindAllSubmatch(src, -1) {
			if _, ok := all[english].phrases[string(m[1])]; !ok {
				t.Errorf("%s says %q, and there is no such phrase", name, m[1])
			}
		}
	}
}
