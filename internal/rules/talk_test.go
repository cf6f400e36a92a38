package rules

import (
	"fmt"
	"testing"
	"time"
)

func TestTalk(t *testing.T) {
	p := begun(t, nil)
	say := func(words string, by int) { p.do(PassTalk{Words: words, Mail: "m", Size: len(words)}, player(by)) }
	p.refused(NotPlayer, PassTalk{Words: "hello"}, By{})
	p.refused(NotPlayer, ChooseTalk{How: TalkAlways}, organiser)
	p.refused(TalkTooLong, PassTalk{Words: "long", Size: maxRemark + 1}, player(1))
	p.do(ChooseTalk{How: TalkAlways}, player(1))
	p.do(MuteTalk{Muted: true}, player(2))
	p.is("talk", p.g.Player("p1").Talk, TalkAlways)
	p.is("muted", p.g.Player("p2").Muted, true)
	for i := range maxRemarks {
		say(fmt.Sprint(i), 1)
	}
	p.is("limit", p.refused(TalkFlood, PassTalk{Words: "more"}, player(1)).Limit, maxRemarks)
	say("1", 2)
	p.refused(TalkAgain, PassTalk{Words: "1"}, player(2))
	p.wait(24 * time.Hour)
	say("1", 2)
	p.is("remarks", len(p.g.Remarks), maxRemarks+2)
}
