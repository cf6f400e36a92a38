package rules_test

import "slices"

// The reckoning of rule-changes: rules 102, 103, 108, 109, 114 and 209.

// find gives the rule that bears the number, or else the one that bore it.
func (t *table) find(number int) *law {
	for _, l := range t.laws {
		if l.number == number {
			return l
		}
	}
	for _, l := range t.laws {
		if slices.Contains(l.was, number) {
			return l
		}
	}
	return nil
}

func (t *table) count(mutable bool) int {
	n := 0
	for _, l := range t.laws {
		if l.mutable == mutable {
			n++
		}
	}
	return n
}

// lawful says whether c may be proposed as number n.
func (t *table) lawful(c change, n int) bool {
	l := t.find(c.rule)
	switch {
	case c.kind == "enact":
		if c.text == "" {
			return false
		}
	case l == nil:
		return false
	case c.kind == "transmute":
	case !l.mutable:
		return false
	case c.kind == "amend" && c.text == "" && c.addition == "" && c.clause == "":
		return false
	case c.amendment != 0:
		if copied := *l; !copied.reamend(c, n) {
			return false
		}
	}
	return t.afterwards(c, n)
}

// afterwards looks at the rules as they would be: too many mutable ones or too
// few, by the rules as they are, or none by which anything could be adopted.
func (t *table) afterwards(c change, n int) bool {
	after := *t
	after.laws, after.gone = nil, nil
	for _, l := range t.laws {
		copied := *l
		after.laws = append(after.laws, &copied)
	}
	after.apply(c, n)
	switch was, is := t.count(true), after.count(true); {
	case is > was && is > t.number("max_mutable", is):
		return false
	case is < was && is < t.number("min_mutable", is):
		return false
	}
	switch was, is := t.count(false), after.count(false); {
	case is < was && is < t.number("min_immutable", is):
		return false
	}
	if t.answer("min_mutable") == nil && t.answer("min_immutable") == nil {
		return true // rule 114 is no more
	}
	everybody := &poll{number: n, mover: t.mover, said: map[*seat]string{}, voters: t.playing()}
	for _, s := range everybody.voters {
		everybody.said[s] = "for"
	}
	everybody.tally(&after)
	return after.adopts(everybody)
}

// apply makes the change take effect as proposal n.
func (t *table) apply(c change, n int) {
	if c.kind == "enact" {
		t.laws = append(t.laws, &law{wording: c.wording, number: n, mutable: t.answer("new_rules_are") != "immutable"})
		return
	}
	l := t.find(c.rule)
	if c.kind == "repeal" && c.amendment == 0 {
		t.laws = slices.DeleteFunc(t.laws, func(x *law) bool { return x == l })
		t.gone = append(t.gone, l)
		return
	}
	renumber := t.answer("renumber") == true
	switch {
	case c.kind == "transmute":
		l.mutable = !l.mutable
	case c.amendment != 0:
		l.reamend(c, n)
	default:
		before := l.wording
		l.wording = before.with(c)
		l.amendments = append(slices.Clone(l.amendments), amendment{number: n, before: before, after: l.wording, addition: c.addition, replaces: c.text != ""})
	}
	l.touched = true
	if renumber && l.number != n {
		l.was = append(slices.Clone(l.was), l.number)
		l.number = n
	}
}

// with is w as an amendment makes it.
func (w wording) with(c change) wording {
	switch {
	case c.addition != "":
		w.text += "\n\n" + c.addition
	case c.text != "":
		w.text = c.text
	}
	if c.clause != "" {
		w.clause, w.told = c.clause, c.told
	}
	return w
}

// reamend amends or repeals an amendment of l. Those that came later are made
// again, which is possible for paragraphs that they added, and for a clause
// unless both are about the clause; a whole new text buries the text before it.
func (l *law) reamend(c change, n int) bool {
	k := slices.IndexFunc(l.amendments, func(a amendment) bool {
		return a.number == c.amendment || slices.Contains(a.was, c.amendment)
	})
	if k < 0 {
		return false
	}
	a := l.amendments[k]
	list := slices.Clone(l.amendments[:k])
	then, now := a.after, a.before // as it was when the later ones were made, and as it is now
	if c.kind == "amend" {
		was := append(slices.Clone(a.was), a.number)
		now = a.after.with(c)
		a = amendment{n, was, a.before, now, a.addition, a.replaces}
		if c.text != "" {
			a.addition, a.replaces = "", true
		}
		list = append(list, a)
	}
	for _, later := range l.amendments[k+1:] {
		reclauses := later.after.clause != then.clause
		if later.replaces && now.text != then.text || reclauses && now.clause != then.clause {
			return false
		}
		next := now.with(change{addition: later.addition})
		if later.replaces {
			next.text = later.after.text
		}
		if reclauses {
			next.clause, next.told = later.after.clause, later.after.told
		}
		list = append(list, amendment{later.number, later.was, now, next, later.addition, later.replaces})
		then, now = later.after, next
	}
	l.wording, l.amendments = now, list
	return true
}
