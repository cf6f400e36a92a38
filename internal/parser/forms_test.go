package parser

import (
	"strings"
	"testing"
)

// mailOf is a mail with a text and nothing odd about it.
func mailOf(text string) []byte {
	return []byte("From: Zoe Lanternjaw <zoe.lanternjaw@example.org>\nTo: tea@nomic.example.org\nSubject: Re: tea\nIn-Reply-To: <x@nomic.example.org>\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n" + text)
}

func readText(text string, c Context) string {
	l := Parse(mailOf(text), Options{})
	return effect(l, Read(l, c))
}

// TestVoteForms reads every form of a vote that the contract names, in the
// five languages, and forms that must never count.
func TestVoteForms(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// The documented forms and their neighbours.
		{"301 FOR", "301 for"},
		{"301 AGAINST", "301 against"},
		{"301 ABSTAIN", "301 abstain"},
		{"301 WITHDRAW", "301 withdrawn"},
		{"FOR 301", "301 for"},
		{"for 301", "301 for"},
		{"vote yes on 301", "301 for"},
		{"I vote no on 301.", "301 against"},
		{"301: for", "301 for"},
		{"301 - for", "301 for"},
		{"301=for", "301 for"},
		{"301. FOR", "301 for"},
		{"#301 aye", "301 for"},
		{"P301 nay", "301 against"},
		{"prop 301 for", "301 for"},
		{"proposal 301: against", "301 against"},
		{"301for", "301 for"},
		{"301-FOR", "301 for"},
		{"* 301 for\n* 302 against", "301 for; 302 against"},
		{"301 FOR 302 AGAINST", "301 for; 302 against"},
		{"FOR 301 AGAINST 302", "301 for; 302 against"},
		{"301, 302 and 303 for", "301 for; 302 for; 303 for"},
		{"301/302 for", "301 for; 302 for"},
		{"301,302 for", "301 for; 302 for"},
		{"301-303 for", "301 for; 302 for; 303 for"},
		{"301 – 303: for", "301 for; 302 for; 303 for"},
		{"301-304 for except 303", "301 for; 302 for; 304 for"},
		{"301-304 for, 303 against", "301 for; 302 for; 304 for; 303 against"},
		{"FOR: 301, 302\nAGAINST: 303", "301 for; 302 for; 303 against"},
		{"FOR:\n301\n302\n\nAGAINST:\n303", "301 for; 302 for; 303 against"},
		{"301\nFOR\n302\nAGAINST", "301 for; 302 against"},
		{"301:\n  for", "301 for"},
		{"301 for\n\n301 against", "301 against"},
		{"I vote for 301. Against 302.", "301 for; 302 against"},
		{"301 FOR, because it is time", "301 for"},
		{"301 FOR because I have read it", "301 for"},
		{"301 FOR (well done)", "301 for"},
		{"Hello all,\n301 for, 302 against.\nBest,\nZoe", "301 for; 302 against"},
		{"for 301: no", "301 against"},
		{"For 301 I vote no", "301 against"},
		{"As for 301: no", "301 against"},
		{"I change my vote on 301: against", "301 against"},
		{"retract my vote on 301", "301 withdrawn"},
		{"cancel my vote on 301", "301 withdrawn"},
		{"my vote on 301 is yes", "301 for"},
		{"please count me as for 301", "301 for"},
		{"301 yes, of course", "301 for"},
		{"301 FOR 👍", "301 for"},
		{"301\u00a0\u2014\u00a0FOR", "301 for"},
		{"３０１ FOR", "ask nothing"},

		// Portuguese, Spanish, Turkish, Hungarian.
		{"301 a favor\n302 contra\n303 abstenção", "301 for; 302 against; 303 abstain"},
		{"Voto sim na 301 e não na 302.", "301 for; 302 against"},
		{"Voto a favor no 301 e contra no 302; obrigado", "301 for; 302 against"},
		{"301 SIM, 302 NAO", "301 for; 302 against"},
		{"abstenho-me na 301", "301 abstain"},
		{"301 sí, 302 no", "301 for; 302 against"},
		{"Voto en contra de la 301 y a favor de la 302.", "301 against; 302 for"},
		{"me abstengo en la 301", "301 abstain"},
		{"301 SI\n302 NO", "301 for; 302 against"},
		{"301 evet, 302 hayır, 303 çekimser", "301 for; 302 against; 303 abstain"},
		{"301 EVET 302 HAYIR", "301 for; 302 against"},
		{"301'e evet, 302'ye hayır", "301 for; 302 against"},
		{"301 kabul, 302 ret", "301 for; 302 against"},
		{"301 kabul etmiyorum", "301 against"},
		{"301. önergeye evet diyorum", "301 for"},
		{"301 mellette, 302 ellene, 303 tartózkodom", "301 for; 302 against; 303 abstain"},
		{"A 301-esre igen, a 302-esre nem.", "301 for; 302 against"},
		{"301 nem támogatom", "301 against"},
		{"301-re igennel szavazok, de 302-re nemmel", "301 for; 302 against"},
		{"I support 301 but oppose 302", "301 for; 302 against"},
		{"301 for but only if 302 passes", "ask conditional"},
		{"301 for, but I hate 302", "301 for"},
		{"301 FOR because I am against 302", "301 for; ask unclear"},
		{"Aprovo a 301, mas rejeito a 302.", "301 for; 302 against"},
		{"Apruebo la 301 pero rechazo la 302.", "301 for; 302 against"},
		{"301 numaralı önergeye evet, ama 302'ye hayır diyorum", "301 for; 302 against"},
		{"Estoy a favor de la 301.", "301 for"},
		{"a 301-303 javaslatokra igen", "301 for; 302 for; 303 for"},

		// Held: nothing is counted.
		{"302 if 301 passes", "ask conditional"},
		{"302 for if 301 passes", "ask conditional"},
		{"301 for, 302 for if 303 passes", "301 for; ask conditional"},
		{"If 301 passes, 302 for", "ask conditional"},
		{"301 maybe", "ask conditional"},
		{"301 probably for", "ask conditional"},
		{"301 yes, not 302", "ask unclear; ask no-vote-word"},
		{"301 FOR AGAINST", "ask contradiction"},
		{"301 for, against", "ask contradiction"},
		{"301 for 302 against 303", "ask contradiction; ask contradiction; ask contradiction"},
		{"I do not vote for 301", "ask unclear"},
		{"not for 301", "ask unclear"},
		{"301 for example says nothing", "ask no-vote-word"},
		{"301 for?", "ask unclear"},
		{"Bob says 301 FOR", "ask unclear"},
		{"Crumhorn says: 301 FOR", "ask unclear"},
		{"For example: 301 FOR", "ask unclear"},
		{"301 👍", "ask reaction"},
		{"👍", "ask reaction"},
		{"FOR", "ask no-number"},
		{"for on all", "ask which-all"},
		{"203 for", "ask rule-not-proposal"},
		{"301 N?O", "ask garbled"},
		{"301 N\ufffdO", "ask garbled"},
		{"301 AGIANST", "ask no-vote-word"},
		{"302 si 301 pasa", "ask conditional"},
		{"se a 301 passar, 302 a favor", "ask conditional"},
		{"eğer 301 geçerse 302 evet", "ask conditional"},
		{"302 igen, ha 301 átmegy", "ask conditional"},
		{"talvez 301", "ask conditional"},

		{"For example:\n301 FOR", "ask unclear"},
		{"Please do not count this as a vote:\n301 FOR", "ask unclear"},
		{"Draft, not final:\n\n301 FOR\n302 AGAINST", "ask unclear; ask unclear"},
		{"Crumhorn's votes:\n301 FOR", "ask unclear"},
		{"My votes:\n301 FOR", "301 for"},
		{"I was going to vote 301 FOR but I am still thinking.", "ask unclear"},
		{"I would have voted no on 301", "ask unclear"},

		// Talk: neither counted nor asked about.
		{"My extension is 555, they are all FOR helping.", ""},
		{"No problem, I will read it tomorrow.", ""},
		{"The goat ate my router.", ""},
		{"See you in the 300s!", ""},
		{"299 for", ""},
	} {
		if got := readText(c.text, theGame()); got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestAnsweredBallot reads answers that only mean something because of what
// they answer.
func TestAnsweredBallot(t *testing.T) {
	one, two := theGame(), theGame()
	one.Rows = []int{301}
	two.Rows = []int{301, 302}
	for _, c := range []struct {
		text string
		c    Context
		want string
	}{
		{"FOR", one, "301 for"},
		{"Yes.", one, "301 for"},
		{"Hi all,\n\nno\n\nZoe", one, "301 against"},
		{"I vote against.", one, "301 against"},
		{"Yes, but what about the goat?", one, "ask nothing"},
		{"FOR", two, "ask no-number"},
		{"for on all", two, "301 for; 302 for"},
		{"I vote yes on all of them", two, "301 for; 302 for"},
		{"all against", two, "301 against; 302 against"},
		{"hepsine evet", two, "301 for; 302 for"},
		{"mindkettőre igen", two, "301 for; 302 for"},
		{"> 301 Crumhorn: amend rule 208\nfor\n> 302 Underpass: repeal rule 210\nagainst", two, "301 for; 302 against"},
		{"> 301 Crumhorn: amend rule 208\n> 302 Underpass: repeal rule 210\n\nfor", two, "ask no-number; ask no-number"},
		{">     301 AGAINST\n\nyes", two, "ask unclear"},
		{"> 301 Crumhorn: amend rule 208\n\nNo, wait, what does it mean?", two, "ask nothing"},
		{"301 [x] FOR [ ] AGAINST", two, "301 for"},
		{"301 FOR [ ] AGAINST [x]", two, "301 against"},
		{"301\n[ ] FOR\n[x] AGAINST", two, "301 against"},
		{"301 [x] FOR [x] AGAINST", two, "ask contradiction"},
		{"☑ 301 FOR", two, "301 for"},
		{"> 301 [x] FOR [ ] AGAINST", two, "ask unclear"},
	} {
		if got := readText(c.text, c.c); got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestProposalForms reads proposals in every documented form.
func TestProposalForms(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"enact\nEvery player brings tea.", `enact 0 "Every player brings tea." ""`},
		{"enact\ntitle: Tea\nEvery player brings tea.\nend\n301 FOR", `enact 0 "Every player brings tea." ""`},
		{"enact a new rule: \"Every player brings tea.\"\n\nThanks for reading.", `enact 0 "Every player brings tea." ""`},
		{"amend 203\nA new text.\n\nA second paragraph.", `amend 203 "A new text.\n\nA second paragraph." ""`},
		{"Amend rule 203.\n\ntext:\nA new text.\n\nclause:\ngoal = 150\n", `amend 203 "A new text." "goal = 150"`},
		{"I propose to amend rule 203 to read:\n\n\"Two \"thirds\" suffice.\"\n\nCheers,\nZoe", `amend 203 "Two \"thirds\" suffice." ""`},
		{"I propose to amend rule 203 to read: «Two thirds.»", `amend 203 "Two thirds." ""`},
		{"I propose to amend rule 203 to read:\n\n    Two thirds\n    suffice.\n\nThat is my idea.", `amend 203 "Two thirds\nsuffice." ""`},
		{"amend 203\n```\n> 301 FOR\n-- \nx\n```\n", `amend 203 "> 301 FOR\n-- \nx" ""`},
		{"repeal 206", `repeal 206 "" ""`},
		{"repeal amendment 304 of 203", `repeal 203 "" "" amendment 304`},
		{"A 203. szabály 304. módosítását helyezzük hatályon kívül.", `repeal 203 "" "" amendment 304`},
		{"Propongo derogar la enmienda 304 de la regla 203.", `repeal 203 "" "" amendment 304`},
		{"replace \"two\" with \"three\" in 203", `amend 203 "" "" edit "two" "three"`},
		{"append to 203: And tea.", `amend 203 "" "" edit "" "And tea."`},
		{"delete \"and tea\" from rule 203", `amend 203 "" "" edit "and tea" ""`},
		{"substituir «dois» por «três» na regra 203", `amend 203 "" "" edit "dois" "três"`},
		{"203. kuralda “iki” yerine “üç” yazılsın", `amend 203 "" "" edit "iki" "üç"`},
		{"A 203. szabályban „kettő” helyett „három” legyen", `amend 203 "" "" edit "kettő" "három"`},
		{"I propose that rule 206 be repealed.", `repeal 206 "" ""`},
		{"Proposal: repeal rule 206", `repeal 206 "" ""`},
		{"transmute 112", `transmute 112 "" ""`},
		{"repeal 206\n301 FOR", `repeal 206 "" ""; 301 for`},
		{"repeal 206. 301 FOR", `repeal 206 "" ""; 301 for`},
		{"Proponho revogar a regra 206. E o meu voto: 301 a favor.", `repeal 206 "" ""; 301 for`},
		{"Transmute 112. I hope that you all vote for it.", `transmute 112 "" ""`},
		{"repeal 206, it has never worked", `repeal 206 "" ""`},
		{"repeal 206 and 207", "ask two-changes"},
		{"repeal 206\n\nrepeal 207", "ask two-changes; ask two-changes"},
		{"amend 203", "ask no-text"},
		{"amend 301:\nText.\n\nforfeit\nrepeal 206\n", "ask unclear"},
		{"Amend amendment 302 of 303:\nText.\n\n301 FOR\nforfeit\n", "ask unclear"},
		{"Alterar a regra 301:\nO texto.\n\ndesisto\n", "ask unclear"},
		{"A 301. szabály módosítása:\nA szöveg.\n\nfeladom\n", "ask unclear"},
		{"enact", "ask no-text"},
		{"Should we repeal rule 206?", ""},
		{"I think that we should not repeal rule 206 before spring.", ""},
		{"Proponho revogar a regra 206.", `repeal 206 "" ""`},
		{"Proponho a revogação da regra 206, que é inútil.", `repeal 206 "" ""`},
		{"Alterar a regra 206 para:\n«Tudo muda.»", `amend 206 "Tudo muda." ""`},
		{"Proponho criar uma nova regra:\n\n“Há chá.”", `enact 0 "Há chá." ""`},
		{"Propongo derogar la regla 206.", `repeal 206 "" ""`},
		{"Propongo enmendar la regla 206 para que diga: \"Todo cambia.\"", `amend 206 "Todo cambia." ""`},
		{"Propongo promulgar una nueva regla con este texto:\n\n«Hay té.»", `enact 0 "Hay té." ""`},
		{"206. kural ilga edilsin.", `repeal 206 "" ""`},
		{"206. kuralın ilgasını öneriyorum.", `repeal 206 "" ""`},
		{"112. kuralı dönüştürelim", `transmute 112 "" ""`},
		{"203. kuralı şöyle değiştirelim: “Çay var.”", `amend 203 "Çay var." ""`},
		{"Yeni bir kural öneriyorum:\n\n“Çay var.”", `enact 0 "Çay var." ""`},
		{"Javaslom a 206-os szabály hatályon kívül helyezését.", `repeal 206 "" ""`},
		{"A 203. szabályt módosítsuk így: „Van tea.”", `amend 203 "Van tea." ""`},
		{"Új szabályt javaslok:\n\n„Van tea.”", `enact 0 "Van tea." ""`},
	} {
		if got := readText(c.text, theGame()); got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestCommandForms reads the other commands.
func TestCommandForms(t *testing.T) {
	mine := theGame()
	mine.Debate, mine.Proposer = []int{306}, []int{305, 306}
	mine.Organiser = true
	for _, c := range []struct{ text, want string }{
		{"help", "help {help 0 false false 0001-01-01 00:00:00 +0000 UTC}"},
		{"rules", "rules {rules 0 false false 0001-01-01 00:00:00 +0000 UTC}"},
		{"rules full", "rules {rules 0 true false 0001-01-01 00:00:00 +0000 UTC}"},
		{"rule 203", "rules {rules 203 false false 0001-01-01 00:00:00 +0000 UTC}"},
		{"rules at 2026-03-01", "rules {rules 0 false false 2026-03-01 00:00:00 +0000 UTC}"},
		{"proposal 301", "proposal {proposal 301 false false 0001-01-01 00:00:00 +0000 UTC}"},
		{"Who are we waiting for?", "status {status 0 false false 0001-01-01 00:00:00 +0000 UTC}"},
		{"scores", "scores {scores 0 false false 0001-01-01 00:00:00 +0000 UTC}"},
		{"history", "history {history 0 false false 0001-01-01 00:00:00 +0000 UTC}"},
		{"forfeit", "forfeit {}"},
		{"I forfeit.", "forfeit {}"},
		{"join Zoe LANTERNJAW", "join {Zoe LANTERNJAW [zoe.lanternjaw@example.org]   [] 0001-01-01 00:00:00 +0000 UTC}"},
		{"join Zoe Lanternjaw", "ask name-order"},
		{"watch", "watch {false en}"},
		{"unwatch", "unwatch {true en}"},
		{"open 306", "open {306}"},
		{"withdraw 306", "withdraw {306 }"},
		{"withdraw proposal 305", "withdraw {305 }"},
		{"withdraw 305", "ask withdraw-which"},
		{"305 WITHDRAW", "ask withdraw-which"},
		{"withdraw 301", "301 withdrawn"},
		{"withdraw my vote on 301", "301 withdrawn"},
		{"305 withdraw my vote", "305 withdrawn"},
		{"revise 306\nAnother text.", "revise {306 { 0 0  Another text.  <nil> 0 }}"},
		{"judgment: may a goat vote?", "judgment {may a goat vote?   [] []}"},
		{"ruling 1 TRUE\nIt says so.", "ruling {1 true It says so. []}"},
		{"overrule 1", "overrule {1}"},
		{"consent", "consent {}"},
		{"wrong", "wrong {  0 0 []}"},
		{"wrong: I said against", "wrong { I said against 0 0 []}"},
		{"test\n301 FOR", "test {}; 301 for"},
		{"2", "numbered {2}"},
		{"language hu", "language {language hu}"},
		{"away until 2026-05-01", "away {away 2026-05-01}"},
		{"extend 301 2d", "extend {extend 301 2d }"},
		{"record Bob: 301 FOR", "record {record Bob: 301 FOR }"},
		{"as Bob: 301 FOR", "record {record Bob: 301 FOR }"},
		{"registar Bob: 301 FOR", "record {record Bob: 301 FOR }"},
		{"anotar Bob: 301 FOR", "record {record Bob: 301 FOR }"},
		{"kaydet Bob: 301 FOR", "record {record Bob: 301 FOR }"},
		{"rögzít Bob: 301 FOR", "record {record Bob: 301 FOR }"},
		{"replace Bob by Eve F <eve@example.org>", "replace {replace Bob by Eve F <eve@example.org> }"},
		{"substituir jogador Bob por Eve F <eve@example.org>", "replace {replace Bob por Eve F <eve@example.org> }"},
		{"helyettesít Bob helyett Eve F <eve@example.org>", "replace {replace Bob helyett Eve F <eve@example.org> }"},
		{"yerine geçir Bob yerine Eve F <eve@example.org>", "replace {replace Bob yerine Eve F <eve@example.org> }"},
		{"list add pond@example.org actions", "list add {list add pond@example.org actions }"},
		{"liste ekle pond@example.org hamleler", "list add {list add pond@example.org hamleler }"},
		{"organiser add dan@example.org", "organiser add {organiser add dan@example.org }"},
		{"organizatör çıkar dan@example.org", "organiser remove {organiser remove dan@example.org }"},
		{"ajuda", "help {help 0 false false 0001-01-01 00:00:00 +0000 UTC}"},
		{"a todos: ajuda", ""},
		{"1 flurb\n301 flurb\n302 flurb\n303 flurb\n304 flurb\n305 flurb\n301 FOR", "ask no-vote-word; ask no-vote-word; ask no-vote-word; ask no-vote-word; ask no-vote-word; ask too-many"},
	} {
		if got := readText(c.text, mine); got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
	}
	if got := readText("extend 301 2d", theGame()); strings.Contains(got, "extend") {
		t.Errorf("an order was read from a player who is no organiser: %s", got)
	}
}
