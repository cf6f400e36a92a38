// Package nomicmail_test keeps the house in order: what it says of all packages
// is checked here and nowhere else.
package nomicmail_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// may says which of our packages each of our packages may import. Arrows point
// at the rules. To add one, change this table first and say why in the commit.
// What lies in cmd puts all together and may import everything; nothing imports
// it.
var may = map[string][]string{
	"internal/clause":            {},
	"internal/rules":             {"internal/clause"},
	"internal/figure":            {},
	"internal/parser":            {"internal/rules"},
	"internal/ballots":           {"internal/rules"},
	"internal/officer":           {"internal/rules"},
	"internal/record":            {"internal/rules"},
	"internal/store":             {"internal/record", "internal/rules"},
	"internal/mailer":            {},
	"internal/signature":         {},
	"internal/ical":              {},
	"internal/mailer/mailhost":   {}, // real servers, for tests
	"internal/mailer/postoffice": {}, // servers in this process, for tests and the demo
	"docs":                       {}, // pages that the program shows
	"templates":                  {},
	"rulesets":                   {"internal/rules"},
	"internal/moderator":         {"internal/ballots", "internal/figure", "internal/ical", "internal/officer", "internal/parser", "internal/record", "internal/rules", "internal/signature", "rulesets", "templates"},
	"internal/shadow":            {"internal/moderator", "internal/officer", "internal/parser", "internal/record", "internal/rules"},
	"internal/web":               {"internal/ical", "internal/record", "internal/rules", "templates"},
}

// pure packages read no clock, throw no dice and touch no file: the same game
// comes out on every machine and in every year.
var pure = []string{"internal/ballots", "internal/clause", "internal/figure", "internal/ical", "internal/officer", "internal/rules", "internal/parser", "internal/record", "internal/signature"}

// impure are the packages that a pure one must not import.
var impure = []string{"os", "os/exec", "net", "net/http", "syscall", "unsafe", "log", "log/slog", "math/rand", "math/rand/v2", "crypto/rand"}

// clock is what a pure package must not use of package time.
var clock = []string{"Now", "Since", "Until", "After", "AfterFunc", "Sleep", "Tick", "NewTimer", "NewTicker", "Local"}

// vague names say where something lies and not what it is.
var vague = []string{"util", "utils", "common", "helper", "helpers", "manager", "service", "services", "handler", "handlers", "misc", "types"}

// longest is how many lines a function may have.
const longest = 80

const module = "nomicmail/"

// source is one file that is no test.
type source struct {
	folder string // "internal/rules"
	name   string // the whole path
	set    *token.FileSet
	file   *ast.File
}

func (s source) where(n ast.Node) string {
	return fmt.Sprintf("%s:%d", s.name, s.set.Position(n.Pos()).Line)
}

// imports gives the paths that a file imports.
func (s source) imports() (paths []string) {
	for _, im := range s.file.Imports {
		if p, err := strconv.Unquote(im.Path.Value); err == nil {
			paths = append(paths, p)
		}
	}
	return paths
}

// sources parses all files of the module that are no tests.
func sources(t *testing.T) (all []source) {
	t.Helper()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		base := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(base, ".") || base == "testdata" || otherModule(name)):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go"):
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return err
		}
		all = append(all, source{path.Dir(filepath.ToSlash(name)), name, set, f})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("no files were found")
	}
	return all
}

// otherModule says whether a folder is a module of its own, which has tests alone.
func otherModule(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, "go.mod"))
	return err == nil
}

func TestWhoMayImportWhom(t *testing.T) {
	for _, s := range sources(t) {
		allowed, known := may[s.folder]
		if strings.HasPrefix(s.folder, "cmd/") {
			allowed, known = slices.Collect(maps.Keys(may)), true
		}
		if !known {
			t.Errorf("%s: %s is not in the table of who may import whom", s.name, s.folder)
		}
		for _, p := range s.imports() {
			ours, is := strings.CutPrefix(p, module)
			if is && !slices.Contains(allowed, ours) {
				t.Errorf("%s: %s must not import %s", s.name, s.folder, ours)
			}
		}
	}
	for folder, all := range may {
		for _, p := range all {
			if _, known := may[p]; !known || slices.Contains(may[p], folder) {
				t.Errorf("the arrow from %s to %s leads nowhere, or back", folder, p)
			}
		}
	}
}

func TestPurePackages(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range sources(t) {
		if !slices.Contains(pure, s.folder) {
			continue
		}
		seen[s.folder] = true
		for _, p := range s.imports() {
			if slices.Contains(impure, p) {
				t.Errorf("%s: %s must stay pure and imports %s", s.name, s.folder, p)
			}
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains(clock, sel.Sel.Name) {
				t.Errorf("%s: time.%s: the time is an argument", s.where(n), sel.Sel.Name)
			}
			return true
		})
	}
	if got := slices.Sorted(maps.Keys(seen)); len(got) != len(pure) {
		t.Errorf("pure packages found: %v, want %v", got, pure)
	}
}

func TestFunctions(t *testing.T) {
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			lines := s.set.Position(f.End()).Line - s.set.Position(f.Pos()).Line + 1
			if lines > longest {
				t.Errorf("%s: %s has %d lines, more than %d", s.where(f), f.Name.Name, lines, longest)
			}
			if f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s: nothing happens before main: no init", s.where(f))
			}
		}
	}
}

func TestPackageNames(t *testing.T) {
	described := map[string]bool{}
	for _, s := range sources(t) {
		name := s.file.Name.Name
		if base := path.Base(s.folder); slices.Contains(vague, name) || slices.Contains(vague, base) {
			t.Errorf("%s: a package is named after what it is about, not %q", s.name, name)
		}
		described[s.folder] = described[s.folder] || s.file.Doc != nil
	}
	for folder, ok := range described {
		if !ok {
			t.Errorf("%s has no package comment", folder)
		}
	}
}
