package rulesets_test

import (
	"testing"

	"nomicmail/internal/rules"
	"nomicmail/rulesets"
)

func TestDiff(t *testing.T) {
	a := rulesets.Set{Name: "tea.en", Rules: []rules.Rule{
		{Number: 101, Text: "Tea is green."},
		{Number: 102, Title: "Cups", Text: "Cups are blue. They are washed.\n\nPots are red."},
		{Number: 201, Mutable: true, Text: "Who has 100 points wins.", Clause: "goal = 100"},
		{Number: 202, Mutable: true, Title: "Milk", Text: "No milk."},
	}}
	b := rulesets.Set{Name: "chai.en", Rules: []rules.Rule{
		{Number: 203, Mutable: true, Title: "Sugar", Text: "No sugar.", Clause: "max_mutable = 25"},
		{Number: 201, Mutable: true, Text: "Who has 50 points wins.", Clause: "goal = 50"},
		{Number: 102, Mutable: true, Title: "Cups and pots", Text: "Cups are blue. They are rinsed.\n\nPots are red."},
		{Number: 101, Text: "Tea is green."},
	}}
	const whole = `only in tea.en: rule 202
only in chai.en: rule 203

rule 102
kind: immutable in tea.en, mutable in chai.en
--- tea.en, title
+++ chai.en, title
@@ -1 +1 @@
-Cups
+Cups and pots
--- tea.en, text
+++ chai.en, text
@@ -1,4 +1,4 @@
 Cups are blue.
-They are washed.
+They are rinsed.
 
 Pots are red.

rule 201, mutable
--- tea.en, text
+++ chai.en, text
@@ -1 +1 @@
-Who has 100 points wins.
+Who has 50 points wins.
--- tea.en, clause
+++ chai.en, clause
@@ -1 +1 @@
-goal = 100
+goal = 50

rule 202, mutable: Milk
--- tea.en, text
+++ nothing, text
@@ -1 +0,0 @@
-No milk.

rule 203, mutable: Sugar
--- nothing, text
+++ chai.en, text
@@ -0,0 +1 @@
+No sugar.
--- nothing, clause
+++ chai.en, clause
@@ -0,0 +1 @@
+max_mutable = 25
`
	const mechanics = `only in tea.en: rule 202
only in chai.en: rule 203

rule 102
kind: immutable in tea.en, mutable in chai.en

rule 201, mutable
--- tea.en, clause
+++ chai.en, clause
@@ -1 +1 @@
-goal = 100
+goal = 50

rule 203, mutable: Sugar
--- nothing, clause
+++ chai.en, clause
@@ -0,0 +1 @@
+max_mutable = 25
`
	if got := rulesets.Diff(a, b, false); got != whole {
		t.Errorf("got\n%s", got)
	}
	if got := rulesets.Diff(a, b, true); got != mechanics {
		t.Errorf("the mechanics:\n%s", got)
	}
	if got := rulesets.Diff(a, a, false); got != "" {
		t.Errorf("a set differs from itself:\n%s", got)
	}
}
