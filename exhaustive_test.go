package nomicmail_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// sumMark stands in the comment of an interface that is one of a closed set of
// types. Every switch over such an interface has a case for each of them, or
// says with partMark why not.
const (
	sumMark  = "//sumtype:decl"
	partMark = "// not all: "
)

// TestSwitchesAreWhole looks at every switch over the type of an event, a
// command, a letter or the like, so that none forgets the one added last.
func TestSwitchesAreWhole(t *testing.T) {
	load := packages.NeedName | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports
	pkgs, err := packages.Load(&packages.Config{Mode: load}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string][]string{}
	for _, p := range pkgs {
		for _, e := range p.Errors {
			t.Errorf("%s: %v", p.PkgPath, e)
		}
		maps.Copy(sums, sumsOf(p))
	}
	for _, want := range []string{"rules.Event", "rules.Command", "templates.Letter"} {
		found := slices.ContainsFunc(slices.Collect(maps.Keys(sums)), func(s string) bool { return strings.HasSuffix(s, "/"+want) })
		if !found {
			t.Errorf("%s is not marked %s", want, sumMark)
		}
	}
	for _, p := range pkgs {
		for _, f := range p.Syntax {
			for _, what := range holes(p.Fset, p.TypesInfo, f, sums) {
				t.Error(what)
			}
		}
	}
}

// sumsOf finds the marked interfaces of a package, with all types of it that
// are one: "nomicmail/internal/rules.Event" with "….VoteCast" and so on.
func sumsOf(p *packages.Package) map[string][]string {
	sums := map[string][]string{}
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, spec := range g.Specs {
				s := spec.(*ast.TypeSpec)
				if marked(g.Doc) || marked(s.Doc) {
					obj := p.Types.Scope().Lookup(s.Name.Name)
					sums[obj.Type().String()] = members(p.Types, obj)
				}
			}
		}
	}
	return sums
}

func marked(c *ast.CommentGroup) bool {
	return c != nil && slices.ContainsFunc(c.List, func(c *ast.Comment) bool { return c.Text == sumMark })
}

// members are the types of a package that are an interface, pointers where only
// these are.
func members(pkg *types.Package, sum types.Object) (names []string) {
	face, ok := sum.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	for _, name := range pkg.Scope().Names() {
		obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() || types.IsInterface(obj.Type()) {
			continue
		}
		for _, typ := range []types.Type{obj.Type(), types.NewPointer(obj.Type())} {
			if types.Implements(typ, face) {
				names = append(names, typ.String())
				break
			}
		}
	}
	return names
}

// holes says of each switch in a file over a marked interface what it lacks.
func holes(set *token.FileSet, info *types.Info, f *ast.File, sums map[string][]string) (out []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.TypeSwitchStmt)
		if !ok {
			return true
		}
		all, ok := sums[cmp.Or(typeName(info, subject(s)), "?")]
		if !ok || excused(set, f, s) {
			return true
		}
		has := cases(info, s)
		var lacks []string
		for _, name := range all {
			if !has[name] {
				lacks = append(lacks, name[strings.LastIndexByte(name, '.')+1:])
			}
		}
		if len(lacks) > 0 {
			out = append(out, fmt.Sprintf("%s: the switch has no case for %s (add them, or %q and a reason)",
				set.Position(s.Pos()), strings.Join(lacks, ", "), strings.TrimSpace(partMark)))
		}
		return true
	})
	return out
}

// subject is the x of "switch x.(type)" and "switch y := x.(type)".
func subject(s *ast.TypeSwitchStmt) ast.Expr {
	var e ast.Expr
	switch a := s.Assign.(type) {
	case *ast.ExprStmt:
		e = a.X
	case *ast.AssignStmt:
		e = a.Rhs[0]
	}
	if a, ok := e.(*ast.TypeAssertExpr); ok {
		return a.X
	}
	return e
}

func typeName(info *types.Info, e ast.Expr) string {
	if typ := info.TypeOf(e); typ != nil {
		return types.Unalias(typ).String()
	}
	return ""
}

// cases are the types that a switch names.
func cases(info *types.Info, s *ast.TypeSwitchStmt) map[string]bool {
	has := map[string]bool{}
	for _, c := range s.Body.List {
		for _, e := range c.(*ast.CaseClause).List {
			has[typeName(info, e)] = true
		}
	}
	return has
}

// excused tells whether a comment with a reason stands in the switch, beside it
// or right above it.
func excused(set *token.FileSet, f *ast.File, s *ast.TypeSwitchStmt) bool {
	first, last := set.Position(s.Pos()).Line-1, set.Position(s.End()).Line
	for _, g := range f.Comments {
		for _, c := range g.List {
			line := set.Position(c.Pos()).Line
			reason, ok := strings.CutPrefix(c.Text, partMark)
			if ok && strings.TrimSpace(reason) != "" && first <= line && line <= last {
				return true
			}
		}
	}
	return false
}
