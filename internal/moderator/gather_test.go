package moderator_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
)

// gathered are the letters of talk that has gathered for a player, as texts.
func (p *gossip) gathered(who string) (texts []string) {
	p.Helper()
	for _, l := range posted(p.T, p.book, who+"@example.org") {
		if l.Kind != "talk-digest" {
			continue
		}
		raw, _, err := p.book.Body(l.Raw)
		if err != nil {
			p.Fatal(err)
		}
		texts = append(texts, plainPart(p.T, raw))
	}
	return texts
}

// evening lets an evening come, d days after the first one.
func (p *gossip) evening(d int) {
	p.Helper()
	p.at = time.Date(2026, time.January, 5+d, 18, 0, 0, 0, time.UTC)
	if _, err := p.m.SendDigests(p.at); err != nil {
		p.Fatal(err)
	}
}

// TestGatheredTalk: each remark comes once, in one letter, whatever happens to the
// process; who is mute gets none, and on an evening without talk there is none.
func TestGatheredTalk(t *testing.T) {
	p := gossiping(t, "from")
	p.says("cem", "", "talk digest")
	p.says("ada", "", "all: First.")
	p.says("ada", "", "I prefer the small pot.")
	p.says("ada", "", "301 FOR\n\nall: Second,\nand more of it.\n\nThis stays here.")
	if got := p.gathered("cem"); len(got) != 0 {
		t.Fatalf("before the evening: %q", got)
	}
	p.evening(0)
	again, err := moderator.New(p.book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+", AuthServer: ourServer})
	if err != nil {
		t.Fatal(err)
	}
	p.m = again
	p.evening(0)
	if err := p.book.Place("talk/tea", ""); err != nil { // a crash between letter and place
		t.Fatal(err)
	}
	p.evening(0)
	got := p.gathered("cem")
	if len(got) != 1 {
		t.Fatalf("%d letters in one evening", len(got))
	}
	for _, part := range []string{"| First.", "| I prefer the small pot.", "| Second,\n| and more of it."} {
		if strings.Count(got[0], part) != 1 {
			t.Errorf("%q is not in it once:\n%s", part, got[0])
		}
	}
	for _, part := range []string{"FOR", "stays here", "Bob"} {
		if strings.Contains(got[0], part) {
			t.Errorf("%q is in it:\n%s", part, got[0])
		}
	}
	if talk := p.heard("cem"); len(talk) != 0 {
		t.Errorf("%d remarks came one by one, too", len(talk))
	}
	p.evening(1)
	p.says("cem", "", "all: Nobody but me.")
	p.evening(2)
	p.says("cem", "", "mute")
	p.says("ada", "", "all: Unheard.")
	p.evening(3)
	p.says("ada", "", "all: Unheard, too.")
	p.says("cem", "", "unmute")
	p.evening(4)
	if got := p.gathered("cem"); len(got) != 1 {
		t.Errorf("of nothing to tell it tells\n%s", strings.Join(got[1:], "\n"))
	}
}

// TestTalkThatIsToldAnew: an undoing tells moves anew, and no remark twice.
func TestTalkThatIsToldAnew(t *testing.T) {
	p := gossiping(t, "from")
	p.says("cem", "", "talk digest")
	p.says("bob", "", "301 FOR")
	p.says("ada", "", "all: It is about time.")
	p.evening(0)
	entry := p.entryOf("vote.cast")
	act(t, p.m, moderator.Act{Verb: "undo", Words: fmt.Sprint(entry), At: p.at.Add(time.Minute)})
	p.evening(1)
	if got := p.gathered("cem"); len(got) != 1 {
		t.Errorf("%d letters of one remark", len(got))
	}
}

// entryOf is the number of the first entry with an event of a kind.
func (p *gossip) entryOf(kind string) uint64 {
	p.Helper()
	for e, err := range p.book.Entries("tea", 1) {
		if err != nil {
			p.Fatal(err)
		}
		for _, ev := range e.Events {
			if record.Kind(ev) == kind {
				return e.N
			}
		}
	}
	p.Fatalf("no %s", kind)
	return 0
}

// TestMuchGatheredTalk comes in letters none of which is too long.
func TestMuchGatheredTalk(t *testing.T) {
	p := gossiping(t, "from")
	p.says("cem", "", "talk digest")
	for i := range 9 {
		p.says("ada", "", fmt.Sprintf("all: Remark %d. %s", i, strings.Repeat("tea & <pot>\n", 500)))
	}
	p.evening(0)
	got := strings.Join(p.gathered("cem"), "")
	for i := range 9 {
		if n := strings.Count(got, fmt.Sprintf("| Remark %d. ", i)); n != 1 {
			t.Errorf("remark %d comes %d times", i, n)
		}
	}
	for _, l := range posted(t, p.book, "cem@example.org") {
		if raw, _, err := p.book.Body(l.Raw); err != nil || len(raw) > 200<<10 {
			t.Errorf("a letter has %d bytes (%v)", len(raw), err)
		}
	}
}

// TestWeeklyTalk comes on Sunday evening.
func TestWeeklyTalk(t *testing.T) {
	p := gossiping(t, "from", "talk_digest", "weekly")
	p.says("cem", "", "talk digest")
	p.says("ada", "", "all: First.")
	for d := range 6 {
		p.evening(d)
	}
	if got := p.gathered("cem"); len(got) != 0 {
		t.Errorf("before Sunday:\n%s", got)
	}
	p.evening(6)
	p.evening(7)
	if got := p.gathered("cem"); len(got) != 1 {
		t.Errorf("on Sunday there are %d", len(got))
	}
}
