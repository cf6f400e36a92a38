package parser

import (
	"fmt"
	"reflect"
	"testing"

	"nomicmail/internal/rules"
)

// inCases reads a mail in a game whose Judges are found by rotation.
func inCases(text string) []Fragment {
	c := theGame()
	c.Cases, c.Idle, c.Rules = true, true, []int{101, 105, 106, 206}
	return Read(Parse([]byte("From: ada@example.org\nContent-Type: text/plain; charset=utf-8\n\n"+text+"\n"), Options{}), c).Fragments
}

func TestCases(t *testing.T) {
	call := rules.Invoke{Question: "Bob broke rule 105.", Rules: []int{105}}
	barred := call
	barred.Barred = []string{"Bob", "Cem Oatmarsh"}
	argued := barred
	argued.Arguments, argued.Evidence = "Read it.\n\nTwice.", "My mail of Monday."
	for text, want := range map[string]Command{
		"call for judgment: Bob broke rule 105.":              call,
		"CFJ: Bob broke rule 105.\n\nThanks!":                 call,
		"call for judgment:\n\nBob broke rule 105.":           call,
		"cfj: Bob broke\nrule 105.\nbar Bob and Cem Oatmarsh": rules.Invoke{Question: "Bob broke\nrule 105.", Rules: []int{105}, Barred: barred.Barred},
		"CFJ: Bob broke rule 105.\n\nbar: Bob, Cem Oatmarsh.\n\narguments: Read it.\n\nTwice.\nevidence:\nMy mail of Monday.\nend": argued,
		"Judgment: rules 105 and 106 contradict rule 206, in 3 ways":                                                               rules.Invoke{Question: "rules 105 and 106 contradict rule 206, in 3 ways", Rules: []int{105, 106, 206}},
		"peço julgamento: A regra 105 vale.":                                                                                       rules.Invoke{Question: "A regra 105 vale.", Rules: []int{105}},
		"pido juicio: La regla 105 vale.\nexcluyo a Bob":                                                                           rules.Invoke{Question: "La regla 105 vale.", Rules: []int{105}, Barred: []string{"a Bob"}},
		"hüküm istiyorum: 105. kural geçerli.\ndışla Bob":                                                                          rules.Invoke{Question: "105. kural geçerli.", Rules: []int{105}, Barred: []string{"Bob"}},
		"ítéletet kérek: A 105. szabály él.\nkizárom: Bob":                                                                         rules.Invoke{Question: "A 105. szabály él.", Rules: []int{105}, Barred: []string{"Bob"}},
		"judge 3: FALSE\nBecause.":                                                                                                 rules.RuleOn{Judgment: 3, Ruling: "false", Reasons: "Because."},
		"I judge case 3 FALSE because it is so":                                                                                    rules.RuleOn{Judgment: 3, Ruling: "false", Reasons: "because it is so"},
		"I judge CFJ 3 to be TRUE.\n\nReasons.\n\nMore.":                                                                           rules.RuleOn{Judgment: 3, Ruling: "true", Reasons: "Reasons.\n\nMore."},
		"ruling 3 DISMISS\nNo.\nannotates 105, 106\nYes.":                                                                          rules.RuleOn{Judgment: 3, Ruling: "dismiss", Reasons: "No.\nYes.", Rules: []int{105, 106}},
		"judge 3: insufficient information\nx":                                                                                     rules.RuleOn{Judgment: 3, Ruling: "insufficient", Reasons: "x"},
		"judge 3 - paradoxical - x":                                                                                                rules.RuleOn{Judgment: 3, Ruling: "paradoxical", Reasons: "x"},
		"judge: IRRELEVANT\nx":                                                                                                     rules.RuleOn{Ruling: "irrelevant", Reasons: "x"},
		"sentença 3: VERDADEIRO\nSim.":                                                                                             rules.RuleOn{Judgment: 3, Ruling: "true", Reasons: "Sim."},
		"fallo 3: PARADÓJICO\nSí.":                                                                                                 rules.RuleOn{Judgment: 3, Ruling: "paradoxical", Reasons: "Sí."},
		"fallo 3: FALSO\nNo.\nse refiere a 105":                                                                                    rules.RuleOn{Judgment: 3, Ruling: "false", Reasons: "No.", Rules: []int{105}},
		"sentença 3: FALSO\nNão.\nrefere-se a 105":                                                                                 rules.RuleOn{Judgment: 3, Ruling: "false", Reasons: "Não.", Rules: []int{105}},
		"ítéletem 3: HAMIS\nNem.\nérinti 105":                                                                                      rules.RuleOn{Judgment: 3, Ruling: "false", Reasons: "Nem.", Rules: []int{105}},
		"karar 3: İLGİSİZ\nÖyle.\nilgili kurallar 105":                                                                             rules.RuleOn{Judgment: 3, Ruling: "irrelevant", Reasons: "Öyle.", Rules: []int{105}},
		"ítéletem 3: ELUTASÍTVA\nÍgy.":                                                                                             rules.RuleOn{Judgment: 3, Ruling: "dismiss", Reasons: "Így."},
		"reconsider 3: it forgets rule 106\nand 105":                                                                               rules.Reconsider{Judgment: 3, Reasons: "it forgets rule 106\nand 105"},
		"reconsider case 3\nbecause":                                                                                               rules.Reconsider{Judgment: 3, Reasons: "because"},
		"yeniden değerlendir 3: olmaz":                                                                                             rules.Reconsider{Judgment: 3, Reasons: "olmaz"},
		"újragondolás 3: nem":                                                                                                      rules.Reconsider{Judgment: 3, Reasons: "nem"},
		"reconsiderar 3: no":                                                                                                       rules.Reconsider{Judgment: 3, Reasons: "no"},
		"cases":                                                                                                                    Ask{What: "cases"},
		"case 3":                                                                                                                   Ask{What: "cases", Number: 3},
		"dava 3":                                                                                                                   Ask{What: "cases", Number: 3},
		"I am not willing to judge":                                                                                                Setting{Name: "unwilling"},
		"willing to judge.":                                                                                                        Setting{Name: "willing"},
		"I am inactive":                                                                                                            Setting{Name: "inactive"},
		"etkinim":                                                                                                                  Setting{Name: "active"},
		"nem vállalok bíráskodást":                                                                                                 Setting{Name: "unwilling"},
	} {
		list := inCases(text)
		if len(list) != 1 || list[0].Outcome != Counted || !reflect.DeepEqual(list[0].Command, want) {
			t.Errorf("%q is read as %+v, want %+v", text, list, want)
		}
	}
}

// What is not beyond doubt is asked about, and talk stays talk.
func TestCasesInDoubt(t *testing.T) {
	for text, want := range map[string]Outcome{
		"judge 3: TRUE or FALSE":                                     HeldBack,
		"judge 3: not TRUE":                                          HeldBack,
		"I judge case 3 FALSE unless somebody objects":               HeldBack,
		"judge 3 maybe":                                              HeldBack,
		"call for judgment:":                                         HeldBack,
		"judge 3: FALSE?":                                            "",
		"I judge nobody by the hat":                                  "",
		"we should reconsider 3 of the rules":                        "",
		"in case 3 players come":                                     "",
		"case 3 was a strange one":                                   "",
		"active players are few":                                     "",
		"are you inactive":                                           "",
		"I call for judgment whenever I like":                        "",
		"reconsider 3 things":                                        "",
		"> judge 3: FALSE\n> Because.\nI like that one very much":    "",
		"This is a long sentence in which I judge 3 friends harshly": "",
	} {
		list := inCases(text)
		got := Outcome("")
		for _, f := range list {
			switch f.Command.(type) {
			case rules.Invoke, rules.RuleOn, rules.Reconsider, Ask, Setting:
				got = f.Outcome
			}
			if f.Verb == "judge" {
				got = f.Outcome
			}
		}
		if got != want {
			t.Errorf("%q is read as %s", text, fmt.Sprint(list))
		}
	}
	for _, text := range []string{"cases", "case 3", "inactive", "active", "willing to judge", "reconsider 3: no", "judge 3: FALSE\nx"} {
		list := Read(Parse([]byte("From: ada@example.org\nContent-Type: text/plain; charset=utf-8\n\n"+text+"\n"), Options{}), theGame()).Fragments
		if len(list) > 0 && list[0].Outcome == Counted {
			t.Errorf("%q is read in a game with turns: %+v", text, list)
		}
	}
}
