package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// byRotation are the clauses of a game whose Judges are found by rotation.
func byRotation(more ...string) map[int]string {
	return map[int]string{113: strings.Join(append([]string{
		`judges = "rotation"`, "bar = 1", "judgment_period = days(7)", `missing_ruling = "next"`, "reconsideration_period = days(7)",
	}, more...), "\n")}
}

func (p *playing) call(by int, barred ...string) *Judgment {
	p.Helper()
	p.do(Invoke{Question: "Rule 105 was broken.", Barred: barred, Rules: []int{105, 999}}, player(by))
	return p.g.Judgments[len(p.g.Judgments)-1]
}

// Whoever judged longest ago is next, and of those who never did the first to
// join; each line is a case: who calls it, who is barred, what happened before,
// and whom it goes to.
func TestRotation(t *testing.T) {
	p := listed(t, byRotation(), six...)
	for n, c := range []struct {
		by     int
		barred string
		first  func()
		judge  PlayerID
	}{
		{by: 2, judge: "p1"},
		{by: 1, judge: "p2"},
		{by: 1, barred: "Cleo", judge: "p4"},
		{by: 3, judge: "p5"}, // Cleo's own
		{by: 1, judge: "p3"}, // who never judged, as Finn did not, and joined before
		{by: 1, first: func() { p.do(ChooseJudging{Unwilling: true}, player(6)) }, judge: "p2"},
		{by: 2, judge: "p1"},
		{by: 1, barred: "Dov Carver", judge: "p5"},
		{by: 1, judge: "p4"},
		{by: 2, first: func() { p.do(ChooseJudging{}, player(6)) }, judge: "p6"},
		{by: 4, first: func() { p.do(Deactivate{Player: "p3"}, organiser) }, judge: "p2"},
		{by: 4, first: func() { p.do(GoAway{Until: p.now.Add(20 * 24 * time.Hour)}, player(1)) }, judge: "p5"},
		{by: 2, first: func() { p.do(ComeBack{}, player(1)) }, judge: "p1"},
		{by: 2, first: func() { p.do(Forfeit{}, player(4)) }, judge: "p5"},
	} {
		if c.first != nil {
			c.first()
		}
		var barred []string
		if c.barred != "" {
			barred = []string{c.barred}
		}
		for _, j := range p.g.OpenCases() { // they run side by side, but one player has three at most
			if j.By == player(c.by).Player {
				p.do(RuleOn{Judgment: j.Number, Ruling: "true", Reasons: "So it is."}, By{Player: j.Judge})
			}
		}
		if j := p.call(c.by, barred...); j.Judge != c.judge {
			t.Errorf("case %d goes to %s, want %s", n+1, j.Judge, c.judge)
		}
	}
}

func TestCaseRuled(t *testing.T) {
	p := listed(t, byRotation(`rulings = ["true", "false", "paradoxical"]`), three...)
	p.refused(NoStatement, Invoke{}, player(1))
	p.refused(NoSuchPlayer, Invoke{Question: "x", Barred: []string{"Zoe"}}, player(1))
	p.is("limit", p.refused(TooManyBarred, Invoke{Question: "x", Barred: []string{"Bram", "Cleo"}}, player(1)).Limit, 1)
	p.refused(WordsTooLong, Invoke{Question: strings.Repeat("x", maxQuestion+1)}, player(1))
	p.refused(WordsTooLong, Invoke{Question: "x", Evidence: strings.Repeat("x", maxArguments+1)}, player(1))
	p.refused(NoSuchCase, RuleOn{Ruling: "true", Reasons: "r"}, player(1))
	j := p.call(1)
	p.is("judge", j.Judge, PlayerID("p2"))
	p.is("by", j.RuleBy, p.now.Add(week))
	p.is("rules", j.Rules, []int{105})
	p.is("standing", len(p.g.Standing()), 0) // nothing waits for it
	p.is("rules on", p.g.IsJudge("p2"), false)
	p.refused(NotCaseJudge, RuleOn{Judgment: 1, Ruling: "true", Reasons: "r"}, player(3))
	p.refused(NotCaseJudge, RuleOn{Judgment: 1, Ruling: "true", Reasons: "r"}, organiser)
	p.refused(NoSuchRuling, RuleOn{Judgment: 1, Ruling: "dismiss", Reasons: "r"}, player(2))
	p.refused(NoCaseReasons, RuleOn{Judgment: 1, Ruling: "true"}, player(2))
	p.refused(NoOverruling, Overrule{Judgment: 1}, player(3))
	p.refused(CaseOpen, Reconsider{Judgment: 1, Reasons: "r"}, player(3))
	p.do(RuleOn{Ruling: RuledParadoxical, Reasons: "It is and is not.", Rules: []int{106, 107}}, player(2))
	p.is("status", p.g.Status, Running) // nobody wins by it
	p.is("open", len(p.g.OpenCases()), 0)
	p.refused(CaseDecided, RuleOn{Judgment: 1, Ruling: "true", Reasons: "r"}, player(2))
	p.is("of 105", len(p.g.Annotations(105)), 0)
	p.is("of 106", p.g.Annotations(106)[0].Ruling.Ruling, RuledParadoxical)
	for range maxJudgments {
		p.call(1)
	}
	p.refused(TooManyCases, Invoke{Question: "x"}, player(1))
	p.refused(WhichCase, RuleOn{Ruling: "true", Reasons: "r"}, player(3))
}

func TestReconsidered(t *testing.T) {
	p := listed(t, byRotation("reconsiderers = 2"), six...)
	p.refused(NoSuchCase, Reconsider{Reasons: "r"}, player(1))
	p.call(1)
	p.do(RuleOn{Ruling: "false", Reasons: "No."}, player(2))
	p.is("about", len(p.g.Annotations(105)), 1)
	p.refused(NoCaseReasons, Reconsider{Judgment: 1}, player(3))
	p.is("events", kinds(p.do(Reconsider{Judgment: 1, Reasons: "See rule 106."}, player(3))), "ReconsiderationAsked")
	p.refused(AlreadyAsked, Reconsider{Judgment: 1, Reasons: "Again."}, player(3))
	p.is("events", kinds(p.do(Reconsider{Judgment: 1, Reasons: "Yes."}, player(2))), "ReconsiderationAsked CaseReopened")
	j := p.g.judged(1)
	p.is("judge", j.Judge, PlayerID("p2")) // the same
	p.is("about", len(p.g.Annotations(105)), 0)
	p.is("earlier", j.Earlier[0].Ruling, "false")
	p.do(RuleOn{Ruling: "true", Reasons: "Yes."}, player(2))
	p.refused(NotReconsidered, Reconsider{Judgment: 1, Reasons: "r"}, player(4))
	p.is("about", p.g.Annotations(105)[0].Ruling.Ruling, "true")
}

func TestReconsideredInTime(t *testing.T) {
	p := listed(t, byRotation(), three...)
	p.call(1)
	p.do(RuleOn{Ruling: "false", Reasons: "No."}, player(2))
	p.wait(week)
	p.do(Reconsider{Reasons: "r"}, player(3)) // the last moment counts
	p.do(RuleOn{Ruling: "false", Reasons: "No."}, player(2))
	p.call(1)
	p.do(RuleOn{Ruling: "false", Reasons: "No."}, player(3))
	p.wait(week + time.Second)
	p.is("at", p.refused(ReconsiderLate, Reconsider{Judgment: 2, Reasons: "r"}, player(1)).At, p.now.Add(-time.Second))
	p = listed(t, map[int]string{113: "judges = \"rotation\"\nreconsideration_period = \"none\""}, three...)
	p.call(1)
	p.do(RuleOn{Ruling: "false", Reasons: "No."}, player(2))
	p.is("at", p.refused(ReconsiderLate, Reconsider{Judgment: 1, Reasons: "r"}, player(1)).At.IsZero(), true)
}

// A silent Judge is reminded, then the next one has the case, and in the end the
// organiser.
func TestSilentJudges(t *testing.T) {
	p := listed(t, map[int]string{105: "vote_period = days(7)\nreminders = days(1)", 113: byRotation()[113]}, three...)
	p.call(1)
	p.wait(6 * 24 * time.Hour)
	p.is("events", kinds(p.tick()), "Reminded")
	p.is("whom", last[Reminded](p).Players, []PlayerID{"p2"})
	p.wait(24 * time.Hour)
	p.is("events", kinds(p.tick()), "CaseAssigned")
	p.is("next", last[CaseAssigned](p), CaseAssigned{Judgment: 1, Judge: "p3", How: "silent", RuleBy: p.now.Add(week)})
	p.refused(NotCaseJudge, RuleOn{Judgment: 1, Ruling: "true", Reasons: "r"}, player(2))
	p.wait(week)
	p.tick()
	p.is("next", last[CaseAssigned](p), CaseAssigned{Judgment: 1, How: "silent"})
	p.is("due", p.g.NextDeadline().IsZero(), true)
	p.refused(NotCaseJudge, RuleOn{Judgment: 1, Ruling: "true", Reasons: "r"}, player(2))
	p.do(RuleOn{Ruling: "true", Reasons: "Somebody must."}, organiser)
	p.do(Reconsider{Judgment: 1, Reasons: "r"}, player(2))
	p.is("again", p.g.judged(1).Judge, PlayerID(""))
	p.do(RuleOn{Ruling: "false", Reasons: "Then not."}, organiser)
}

// Cases go on to the next when their Judge will not, cannot or may not judge.
func TestJudgesGone(t *testing.T) {
	p := listed(t, byRotation(), six...)
	p.call(1)
	p.do(ChooseJudging{Unwilling: true}, player(2))
	p.is("next", last[CaseAssigned](p).Judge, PlayerID("p3"))
	p.do(Deactivate{}, player(3))
	p.is("next", last[CaseAssigned](p).Judge, PlayerID("p4"))
	p.do(Forfeit{}, player(4))
	p.is("next", last[CaseAssigned](p).Judge, PlayerID("p5"))
	p.do(Remove{Player: "p5"}, organiser)
	p.is("next", last[CaseAssigned](p).Judge, PlayerID("p6"))
	p.do(RuleOn{Ruling: "true", Reasons: "Yes."}, player(6))
	p.do(ChooseJudging{Unwilling: true}, player(6))
	p.do(Reconsider{Reasons: "r"}, player(1))
	p.is("nobody", p.g.judged(1).Judge, PlayerID(""))
	suber := begun(t, nil)
	suber.refused(NoRotation, ChooseJudging{Unwilling: true}, player(1))
	suber.refused(NoRotation, Reconsider{Reasons: "r"}, player(1))
}

// A pause moves the deadlines of cases, and a game is the same when its record is
// told again.
func TestCasesPaused(t *testing.T) {
	p := listed(t, byRotation(), three...)
	p.call(1)
	p.call(2)
	p.do(RuleOn{Judgment: 2, Ruling: "true", Reasons: "r"}, player(1))
	p.do(Pause{}, organiser)
	p.wait(2 * week)
	p.do(Resume{}, organiser)
	p.is("rule by", p.g.judged(1).RuleBy, monday.Add(3*week))
	p.is("until", p.g.judged(2).StandsBy, monday.Add(3*week))
}

// Nobody judges a case of his or her own, is given one against a bar, or has one
// twice in a row while somebody else may judge it.
func TestRotationIsFair(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 9))
		p := listed(t, byRotation(), six...)
		last, given := PlayerID(""), 0
		for range 40 {
			c, by := anything(p, r)
			events, err := Decide(p.g, c, by, p.now)
			if err != nil {
				continue
			}
			for _, e := range events {
				p.apply(e)
				if judge, number := assigned(e); number != 0 {
					given++
					p.fair(p.g.judged(number), judge, last)
					if judge != "" {
						last = judge
					}
				}
			}
		}
		if given < 5 {
			t.Errorf("seed %d gave %d cases", seed, given)
		}
	}
}

// anything is a command that has to do with who judges.
func anything(p *playing, r *rand.Rand) (Command, By) {
	i := r.IntN(6) + 1
	switch r.IntN(7) {
	case 0:
		return ChooseJudging{Unwilling: r.IntN(2) == 0}, player(i)
	case 1:
		return Deactivate{Player: player(i).Player}, organiser
	case 2:
		return Activate{}, player(i)
	case 3:
		p.wait(time.Duration(r.IntN(200)) * time.Hour)
		return Tick{}, By{}
	case 4:
		for _, j := range p.g.OpenCases() {
			return RuleOn{Judgment: j.Number, Ruling: "true", Reasons: "r"}, By{Player: j.Judge, Organiser: j.Judge == ""}
		}
	}
	c := Invoke{Question: "x"}
	if r.IntN(2) == 0 {
		c.Barred = []string{six[r.IntN(6)]}
	}
	return c, player(i)
}

func assigned(e Event) (judge PlayerID, number int) {
	switch e := e.(type) { // not all: by which a case gets a Judge
	case CaseCalled:
		return e.Judge, e.Judgment
	case CaseAssigned:
		return e.Judge, e.Judgment
	}
	return "", 0
}

// fair compares a Judge with the others who could have had the case.
func (p *playing) fair(j *Judgment, judge, last PlayerID) {
	p.Helper()
	may := func(q *Player) bool {
		return q.State == Playing && q.Inactive.IsZero() && !q.Unwilling && q.ID != j.By && !slices.Contains(j.Barred, q.ID) && !slices.Contains(j.passed, q.ID)
	}
	if judge != "" && !may(p.g.Player(judge)) {
		p.Fatalf("case %d of %s, barred %v, goes to %s", j.Number, j.By, j.Barred, judge)
	}
	for _, q := range p.g.Players {
		if may(q) && (judge == "" || judge == last && q.ID != judge) {
			p.Fatalf("case %d goes to %q after %q, and %s might have had it", j.Number, judge, last, q.ID)
		}
	}
}

func TestCaseTexts(t *testing.T) {
	for _, bad := range []string{`judges = "lot"`, `rulings = "true"`, `rulings = []`, `rulings = ["maybe"]`, "bar = -1", "reconsiderers = 1 / 2", `inactive_after = "soon"`} {
		p := listed(t, nil, three...)
		p.refused(ClauseIllegal, Propose{Drafts: []Draft{{Kind: Enact, Text: "x", Clause: bad}}}, player(1))
	}
	p := listed(t, nil, three...)
	p.is("all", fmt.Sprint(p.g.Rulings()), "[true false irrelevant insufficient paradoxical dismiss]")
	p.is("rotates", p.g.Rotates(), false)
}
