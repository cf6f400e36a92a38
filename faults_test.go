package nomicmail_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFaultsPage: the tests, files and functions that docs/faults.md names are there.
func TestFaultsPage(t *testing.T) {
	page, err := os.ReadFile("docs/faults.md")
	if err != nil {
		t.Fatal(err)
	}
	files, names := map[string]bool{}, map[string]bool{}
	declared := regexp.MustCompile(`(?m)^(?:func (?:\([^)]*\) )?|const |type |\t)(\w+)(?:\[|\(| +=| struct)`)
	err = filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		for parts := strings.Split(filepath.ToSlash(name), "/"); len(parts) > 0; parts = parts[1:] {
			files[strings.Join(parts, "/")] = true
		}
		text, err := os.ReadFile(name)
		for _, m := range declared.FindAllSubmatch(text, -1) {
			names[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`([A-Za-z/]+(?:\\.go)?)`").FindAllSubmatch(page, -1)
	if len(named) < 100 {
		t.Errorf("the page names %d things", len(named))
	}
	for _, m := range named {
		switch name := string(m[1]); {
		case name == "verify" || name == "/healthz":
		case strings.HasSuffix(name, ".go") && !files[name]:
			t.Errorf("there is no file %s", name)
		case !strings.HasSuffix(name, ".go") && !names[name]:
			t.Errorf("there is no %s", name)
		}
	}
}
