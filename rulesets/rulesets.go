// Package rulesets has the rules with which a game can start.
//
// A ruleset is one Markdown file that people read as it stands: the text of
// each rule, and beneath it the clause that tells the moderator what the rule
// means. README.md in this folder describes the form. Some rulesets are built
// in; any other is given to [Parse].
package rulesets

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"nomicmail/internal/rules"
)

//go:embed *.*.md
var files embed.FS

// Set is an initial set of rules, ready for [rules.GameCreated].
type Set struct {
	Name     string // e.g. "suber-mail.en"
	Language string // a language tag; names are sorted by its alphabet (Rule 201)
	Title    string
	Preface  string // words to the reader, which are no rule; may be ""
	Rules    []rules.Rule
}

// List names the built-in rulesets, sorted.
func List() []string {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil // an embedded folder can always be read
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".md"))
	}
	return names
}

// Load gives the built-in ruleset of that name. The caller owns the set.
func Load(name string) (Set, error) {
	src, err := files.ReadFile(name + ".md")
	if err != nil {
		return Set{}, fmt.Errorf("rulesets: no ruleset is called %q: there are %s", name, strings.Join(List(), ", "))
	}
	return Parse(name+".md", src)
}
