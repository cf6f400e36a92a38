package main

import (
	"os"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/rules"
)

// TestCustomsPage compares docs/customs.md with the table, and sets each custom
// by its clause as the page shows it.
func TestCustomsPage(t *testing.T) {
	const path = "../../docs/customs.md"
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(page), "<!-- customs -->\n")
	shown, after, ok2 := strings.Cut(rest, "<!-- end of customs -->")
	if !ok || !ok2 {
		t.Fatal("the page has no list between <!-- customs --> and <!-- end of customs -->")
	}
	if *update {
		writeFile(t, path, before+"<!-- customs -->\n"+customsTable()+"\n<!-- end of customs -->"+after, 0o644)
	} else if shown != customsTable()+"\n" {
		t.Error("docs/customs.md is not that of the table: go test ./cmd/nomicmail -run TestCustomsPage -update")
	}
	for _, l := range customLines() {
		g := &rules.Game{}
		g.Apply(rules.GameCreated{Name: "tea", Timezone: "UTC", Rules: []rules.Rule{{Number: 101, Text: "x", Clause: l.Clause}}}, time.Now())
		if got, source := g.Custom(l.Name); got != l.Friendly || source != "101" {
			t.Errorf("%s: %s says %q by %s, want %q", l.Name, l.Clause, got, source, l.Friendly)
		}
	}
}

func TestCustoms(t *testing.T) {
	_, all, _ := runs(t, "", "customs")
	for _, c := range rules.Customs() {
		if !strings.Contains(all, "\n"+c.Name+" ") {
			t.Errorf("%s is missing", c.Name)
		}
	}
	if _, one, _ := runs(t, "", "customs", "vote_period"); !strings.Contains(one, "vote_period = days(7)") || !strings.Contains(one, `or "none"`) {
		t.Errorf("one is\n%s", one)
	}
	if code, _, errout := runs(t, "", "customs", "tea"); code != exitUse || !strings.Contains(errout, `no custom "tea"`) {
		t.Errorf("exit %d, %s", code, errout)
	}
}
