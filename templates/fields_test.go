package templates

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"text/template/parse"
)

// TestLanguagesTellTheSame: every letter and every sentence of a language looks
// at the same fields as the English one, so that no language leaves a condition,
// a number or a reason out.
func TestLanguagesTellTheSame(t *testing.T) {
	want := fieldsByTemplate(t, english)
	for _, lang := range Languages() {
		got := fieldsByTemplate(t, lang)
		for _, name := range slices.Sorted(maps.Keys(want)) {
			have, ok := got[name]
			if !ok {
				t.Errorf("%s: %q is missing", lang, name)
				continue
			}
			for _, f := range slices.Sorted(maps.Keys(want[name])) {
				if !have[f] {
					t.Errorf("%s: %q says nothing of %s", lang, name, f)
				}
			}
			for _, f := range slices.Sorted(maps.Keys(have)) {
				if !want[name][f] {
					t.Errorf("%s: %q looks at %s, which the English does not", lang, name, f)
				}
			}
		}
	}
}

// TestSameLines: a letter has as many lines in every language. A sentence that one
// of them tells twice, or not at all, is found by it.
func TestSameLines(t *testing.T) {
	lines := map[string]int{} // of each sample in English
	for _, lang := range append([]string{english}, Languages()...) {
		w, err := newWriter(Reader{Language: lang})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range Samples() {
			_, body, err := w.compose(s.Letter)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for l := range strings.Lines(body) {
				if strings.TrimSpace(l) != "" {
					n++
				}
			}
			if lang == english {
				lines[s.Shape] = n
			} else if n != lines[s.Shape] {
				t.Errorf("%s has %d lines in %s and %d in English", s.Shape, n, lang, lines[s.Shape])
			}
		}
	}
}

// fieldsByTemplate lists for each template of a language the fields that it
// looks at, in its own text or in the parts that it is put together from, since
// languages part their letters differently.
func fieldsByTemplate(t *testing.T, lang string) map[string]map[string]bool {
	t.Helper()
	l, err := languageOf(lang)
	if err != nil {
		t.Fatal(err)
	}
	own, parts := map[string]map[string]bool{}, map[string][]string{}
	for _, tpl := range l.letters.Templates() {
		if tpl.Tree == nil {
			continue
		}
		own[tpl.Name()] = map[string]bool{}
		collect(tpl.Root, own[tpl.Name()], func(part string) {
			parts[tpl.Name()] = append(parts[tpl.Name()], part)
		})
	}
	all := map[string]map[string]bool{}
	for name := range own {
		all[name] = map[string]bool{}
		gather(name, own, parts, all[name], map[string]bool{})
	}
	return all
}

func gather(name string, own map[string]map[string]bool, parts map[string][]string, into, seen map[string]bool) {
	if seen[name] {
		return
	}
	seen[name] = true
	maps.Copy(into, own[name])
	for _, p := range parts[name] {
		gather(p, own, parts, into, seen)
	}
}

// collect notes the last name of every field in a tree: ".Offer.Number" and
// "$in.Number" look at the same thing.
func collect(n parse.Node, fields map[string]bool, part func(string)) {
	branch := func(b *parse.BranchNode) {
		collect(b.Pipe, fields, part)
		collect(b.List, fields, part)
		if b.ElseList != nil {
			collect(b.ElseList, fields, part)
		}
	}
	switch n := n.(type) {
	case *parse.ListNode:
		if n == nil {
			return
		}
		for _, c := range n.Nodes {
			collect(c, fields, part)
		}
	case *parse.ActionNode:
		collect(n.Pipe, fields, part)
	case *parse.PipeNode:
		if n == nil {
			return
		}
		for _, c := range n.Cmds {
			for _, a := range c.Args {
				collect(a, fields, part)
			}
		}
	case *parse.FieldNode:
		fields[n.Ident[len(n.Ident)-1]] = true
	case *parse.VariableNode:
		if len(n.Ident) > 1 {
			fields[n.Ident[len(n.Ident)-1]] = true
		}
	case *parse.IfNode:
		branch(&n.BranchNode)
	case *parse.RangeNode:
		branch(&n.BranchNode)
	case *parse.WithNode:
		branch(&n.BranchNode)
	case *parse.TemplateNode:
		part(n.Name)
		collect(n.Pipe, fields, part)
	}
}
