package clause

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestPure keeps the promise of the package comment: nothing that the package
// imports knows files, the network, the time or chance, save what the syntax
// package could read, and that is given a string.
func TestPure(t *testing.T) {
	allowed := []string{
		"errors", "fmt", "maps", "math/big", "reflect", "slices", "strings", "unicode", "unicode/utf8", "go.starlark.net/syntax",
	}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, im := range f.Imports {
			if p, _ := strconv.Unquote(im.Path.Value); !slices.Contains(allowed, p) {
				t.Errorf("%s imports %q: package clause must stay pure", name, p)
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				t.Errorf("%s starts a goroutine", name)
			case *ast.FuncDecl:
				if n.Name.Name == "init" {
					t.Errorf("%s has an init", name)
				}
			case *ast.BasicLit:
				if n.Kind == token.FLOAT {
					t.Errorf("%s reckons with the float %s", name, n.Value)
				}
			case *ast.Ident:
				if n.Name == "float64" || n.Name == "float32" || n.Name == "Float64" {
					t.Errorf("%s reckons with %s", name, n.Name)
				}
			}
			return true
		})
	}
}
