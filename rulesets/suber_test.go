package rulesets_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"nomicmail/rulesets"
)

// The name of a file is the name of its set, and every file is just as
// Set.Write writes it, so that a change by hand or by program gives a small
// diff.
func TestEveryRulesetIsAsWritten(t *testing.T) {
	for _, name := range rulesets.List() {
		set := load(t, name)
		if set.Name != name {
			t.Errorf("%s.md calls itself %q", name, set.Name)
		}
		if !strings.HasSuffix(name, "."+set.Language) {
			t.Errorf("%s.md is in %q", name, set.Language)
		}
		want, err := os.ReadFile(name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		if got := written(t, set); !bytes.Equal(got, want) {
			t.Errorf("%s.md is not in the written form; it would be:\n%s", name, got)
		}
	}
}

func TestLoadKnowsItsNames(t *testing.T) {
	if _, err := rulesets.Load("suber-mail.xx"); err == nil || !strings.Contains(err.Error(), "suber-mail.en") {
		t.Errorf("the error for an unknown name does not list the known ones: %v", err)
	}
	if _, err := rulesets.Load("README"); err == nil {
		t.Error("README.md was taken for a ruleset")
	}
}

func load(t testing.TB, name string) rulesets.Set {
	t.Helper()
	set, err := rulesets.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func written(t interface {
	Helper()
	Fatal(...any)
}, set rulesets.Set) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := set.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
