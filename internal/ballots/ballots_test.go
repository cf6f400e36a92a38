package ballots_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"nomicmail/internal/ballots"
	"nomicmail/internal/rules"
)

// key gives the nth key of a test.
func key(n int) string { return fmt.Sprintf("%032x", 0xabc000+n) }

func sealed(voter string, n int, o rules.Option) ballots.Ballot {
	return ballots.Ballot{
		Voter: voter, Weight: 1, Option: o,
		Line: rules.SealedLine("tea", 301, key(n), o), Seal: rules.Seal("tea", 301, key(n), o),
	}
}

// count is an honest tally with the lists that were published before it.
func count() (ballots.Tally, []ballots.List) {
	struck := rules.Seal("tea", 301, key(9), rules.For)
	t := ballots.Tally{
		Game: "tea", Proposal: 301, For: 2, Against: 1, Abstain: 1, Struck: []string{struck},
		Ballots: []ballots.Ballot{
			sealed("Ada Quillfeather", 1, rules.For), sealed("Bob Crumhorn", 2, rules.Against), sealed("Cem Ağaoğlu", 3, rules.For),
			{Voter: "Dora, 1 sealed, Pike", Weight: 1, Option: rules.Abstain},
		},
	}
	early := ballots.List{Game: "tea", Proposal: 301, Seals: []string{struck, t.Ballots[0].Seal}}
	late := ballots.List{Game: "tea", Proposal: 301, Seals: []string{t.Ballots[0].Seal, t.Ballots[1].Seal, t.Ballots[2].Seal}, Struck: []string{struck}}
	return t, []ballots.List{early, late}
}

// TestHonestCount: what is written is read again, quoted or not, and nothing is
// wrong with it.
func TestHonestCount(t *testing.T) {
	tally, lists := count()
	text := "Proposal 301 is adopted.\n\n" + tally.String() + "\n\nYours, the moderator\n\n" + lists[0].String() + "\n" + lists[1].String() + "\n"
	for _, mark := range []string{"", "> ", "|     ", "> > |     "} {
		f := ballots.Read(mark + strings.ReplaceAll(text, "\n", "\r\n"+mark))
		if !reflect.DeepEqual(f.Tallies, []ballots.Tally{tally}) || !reflect.DeepEqual(f.Lists, lists) || len(f.Broken) > 0 {
			t.Errorf("with %q: %+v", mark, f)
		}
		p := ballots.Prove(f, strings.ToUpper(key(2)))
		if wrong := p.Wrong(); len(wrong) > 0 {
			t.Errorf("with %q: %q", mark, wrong)
		}
		lines := strings.Join(p.Lines(), "\n")
		if !strings.Contains(lines, "3 sealed, 1 unsealed, 1 struck") || !strings.Contains(lines, "your vote AGAINST on 301 is in the tally, as the ballot of Bob Crumhorn") {
			t.Errorf("with %q: %s", mark, lines)
		}
	}
}

// TestTampering: whatever is done to a published tally is found and named. Want
// is what must be said; that is the whole of what is wrong.
func TestTampering(t *testing.T) {
	for _, test := range []struct {
		name   string
		tamper func(*ballots.Tally)
		want   []string
	}{
		{"a vote flipped, with its line", func(c *ballots.Tally) {
			c.Ballots[1].Option, c.Ballots[1].Line = rules.For, rules.SealedLine("tea", 301, key(2), rules.For)
			c.For, c.Against = 3, 0
		}, []string{"the ballot of Bob Crumhorn does not open its seal"}},
		{"a vote flipped and sealed anew", func(c *ballots.Tally) {
			c.Ballots[1] = sealed("Bob Crumhorn", 2, rules.For)
			c.For, c.Against = 3, 0
		}, []string{"was published while the vote ran and is neither opened nor struck"}},
		{"a vote flipped and its seal called struck", func(c *ballots.Tally) {
			c.Struck = append(c.Struck, c.Ballots[1].Seal)
			c.Ballots[1] = sealed("Bob Crumhorn", 5, rules.For)
			c.For, c.Against = 3, 0
		}, []string{"the key " + key(2) + " opens no ballot"}},
		{"a ballot dropped", func(c *ballots.Tally) { c.Ballots = slices.Delete(c.Ballots, 1, 2) },
			[]string{"the result says 1 AGAINST, and the ballots come to 0", "is neither opened nor struck: a ballot was dropped", "the key " + key(2) + " opens no ballot"}},
		{"a ballot dropped, sums and all", func(c *ballots.Tally) { c.Ballots, c.Against = slices.Delete(c.Ballots, 1, 2), 0 },
			[]string{"is neither opened nor struck: a ballot was dropped", "the key " + key(2) + " opens no ballot"}},
		{"a ballot invented", func(c *ballots.Tally) { c.Ballots = append(c.Ballots, sealed("Eve Stranger", 7, rules.For)) },
			[]string{"the result says 2 FOR, and the ballots come to 3"}},
		{"a second ballot for somebody", func(c *ballots.Tally) {
			c.Ballots, c.For = append(c.Ballots, sealed("Ada Quillfeather", 7, rules.For)), 3
		}, []string{"Ada Quillfeather is there with two ballots"}},
		{"two keys swapped", func(c *ballots.Tally) {
			c.Ballots[0].Line, c.Ballots[2].Line = c.Ballots[2].Line, c.Ballots[0].Line
		}, []string{"the ballot of Ada Quillfeather does not open its seal", "the ballot of Cem Ağaoğlu does not open its seal"}},
		{"one ballot given to two", func(c *ballots.Tally) {
			c.Ballots[2] = sealed("Cem Ağaoğlu", 1, rules.For)
		}, []string{"Ada Quillfeather and Cem Ağaoğlu have the same seal", "is neither opened nor struck"}},
		{"a struck ballot counted", func(c *ballots.Tally) {
			c.Ballots, c.For = append(c.Ballots, sealed("Eve Stranger", 9, rules.For)), 3
		}, []string{"the ballot of Eve Stranger was struck and is counted all the same"}},
		{"a struck seal left out", func(c *ballots.Tally) { c.Struck = nil },
			[]string{"is neither opened nor struck", "was struck while the vote ran and is not among the struck ones"}},
		{"a ballot of another vote", func(c *ballots.Tally) {
			c.Ballots[0].Line, c.Ballots[0].Seal = rules.SealedLine("tea", 302, key(1), rules.For), rules.Seal("tea", 302, key(1), rules.For)
		}, []string{"the ballot of Ada Quillfeather does not open its seal", "is neither opened nor struck"}},
		{"a seal without its ballot", func(c *ballots.Tally) { c.Ballots[0].Weight = 2 }, []string{"the result says 2 FOR, and the ballots come to 3"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			tally, lists := count()
			test.tamper(&tally)
			text := tally.String() + "\n"
			for _, l := range lists {
				text += l.String() + "\n"
			}
			f := ballots.Read(text)
			if len(f.Tallies) != 1 {
				t.Fatalf("the tally is not read: %q", f.Broken)
			}
			wrong := ballots.Prove(f, key(2)).Wrong()
			for _, w := range wrong {
				if !slices.ContainsFunc(test.want, func(want string) bool { return strings.Contains(w, want) }) {
					t.Errorf("said besides: %s", w)
				}
			}
			for _, want := range test.want {
				if !slices.ContainsFunc(wrong, func(w string) bool { return strings.Contains(w, want) }) {
					t.Errorf("not said: %s\nbut %q", want, wrong)
				}
			}
		})
	}
}

// TestCutShort: of a text with a line less or a line altered is said that it is
// no tally any more, or what is wrong with it.
func TestCutShort(t *testing.T) {
	tally, lists := count()
	for _, text := range []string{tally.String(), lists[1].String()} {
		lines := strings.Split(text, "\n")
		for i := range lines {
			f := ballots.Read(strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "\n"))
			p := ballots.Prove(f, "")
			if i > 0 && len(p.Wrong()) == 0 {
				t.Errorf("nothing is wrong without the line %q", lines[i])
			}
			if i == 0 && len(f.Tallies)+len(f.Lists) > 0 {
				t.Errorf("what has no head is read")
			}
		}
	}
}

// TestDiffers: a tally that was published is compared with the record.
func TestDiffers(t *testing.T) {
	record, _ := count()
	if d := record.Differs(record); len(d) > 0 {
		t.Errorf("a tally differs from itself: %q", d)
	}
	invented, dropped, flipped := record, record, record
	invented.Ballots = append(slices.Clone(record.Ballots), sealed("Eve Stranger", 7, rules.For))
	dropped.Ballots = record.Ballots[1:]
	flipped.Ballots = slices.Clone(record.Ballots)
	flipped.Ballots[2] = sealed("Cem Ağaoğlu", 3, rules.Against)
	for want, c := range map[string]ballots.Tally{
		"the ballot of Eve Stranger is in no vote of the record: it was invented":              invented,
		"the ballot of Ada Quillfeather is in the record and not in the tally: it was dropped": dropped,
		"the ballot of Cem Ağaoğlu is another in the record":                                   flipped,
	} {
		if d := c.Differs(record); !slices.Contains(d, want) {
			t.Errorf("not said: %s\nbut %q", want, d)
		}
	}
	twice := ballots.Prove(ballots.Found{Tallies: []ballots.Tally{record, flipped, record}}, "")
	if w := twice.Wrong(); len(w) != 2 || !strings.Contains(w[0], "published twice") {
		t.Errorf("of two tallies is said %q", w)
	}
}

// FuzzRead: no text makes it stumble, and what it reads it writes the same.
func FuzzRead(f *testing.F) {
	tally, lists := count()
	f.Add(tally.String())
	f.Add(lists[0].String() + "\n" + tally.String())
	f.Add("tally tea 1: 0 FOR, 0 AGAINST, 0 ABSTAIN\nstruck\nend of tally: 0 ballots, 0 struck\n> seals a 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		found := ballots.Read(text)
		ballots.Prove(found, "00")
		for _, c := range found.Tallies {
			if again := ballots.Read(c.String()).Tallies; len(again) != 1 || again[0].String() != c.String() {
				t.Errorf("%q is read as %q", c, again)
			}
		}
	})
}
