package rules

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
)

// sources parses the package's files, tests left out.
func sources(t *testing.T) map[string]*ast.File {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]*ast.File{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = f
	}
	return files
}

// TestPure keeps the promise of the package comment.
func TestPure(t *testing.T) {
	allowed := strings.Fields(`cmp crypto/sha256 encoding/hex encoding/json errors fmt maps math/big reflect regexp slices sort strconv strings
		sync/atomic time unicode unicode/utf8 golang.org/x/text/collate golang.org/x/text/language nomicmail/internal/clause`)
	may := map[string]bool{}
	for _, a := range allowed {
		may[a] = true
	}
	for name, f := range sources(t) {
		for _, im := range f.Imports {
			if path, _ := strconv.Unquote(im.Path.Value); !may[path] {
				t.Errorf("%s imports %q: package rules must stay pure", name, path)
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := s.X.(*ast.Ident); ok && x.Name == "time" {
				switch s.Sel.Name {
				case "Now", "Since", "Until", "After", "AfterFunc", "Sleep", "Local", "NewTimer", "NewTicker", "Tick":
					t.Errorf("%s uses time.%s: the time is an argument", name, s.Sel.Name)
				}
			}
			return true
		})
	}
}

// TestShort keeps functions readable.
func TestShort(t *testing.T) {
	const most = 80
	for name := range sources(t) {
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if n := set.Position(fn.End()).Line - set.Position(fn.Pos()).Line; n > most {
					t.Errorf("%s: %s has %d lines", name, fn.Name.Name, n)
				}
			}
		}
	}
}

// codeNames are the declared refusal codes.
func codeNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	ast.Inspect(sources(t)["refusal.go"], func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok {
			if x, ok := v.Type.(*ast.Ident); ok && x.Name == "Code" {
				names[v.Names[0].Name] = true
			}
		}
		return true
	})
	return names
}

func testSources(t *testing.T) string {
	t.Helper()
	var names []string
	for _, where := range []string{"*_test.go", "../moderator/*_test.go"} { // which refuses to undo some entries
		found, err := filepath.Glob(where)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, found...)
	}
	var all strings.Builder
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(b)
	}
	return all.String()
}

// eventTypes are the names of the kinds of event.
func eventTypes(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, file := range sources(t) {
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == "event" {
				names = append(names, fn.Recv.List[0].Type.(*ast.Ident).Name)
			}
		}
	}
	return names
}

// every is an event of each kind with every field filled.
func every() []Event {
	r := Rule{1, []int{2}, true, "t", "x", "goal = 1", []Amendment{{3, []int{4}, Wording{"a", "b", "c", true}, Wording{"d", "e", "f", true}}}, true, true, 5, Whole(3), []Deed{{"power", 3, monday, Whole(2)}}, "k"}
	change := []Change{{Amend, 1, 2, "t", "x", "c", true, &Edit{"o", "n"}, Whole(3), "k"}}
	no := Refusal{Immutable, 1, 2, 3, 4, 5, "p", monday, "t", "h", []int{6}, 7}
	who := []PlayerID{"p1"}
	key := Key{"F", "armour"}
	right := []RightBallot{{"p1", Ballot{Option: Against, Assumed: "claim"}, true}}
	player := Player{"p1", "Ada", "Q", []string{"Quill"}, []string{"ada@example.org"}, "en", "UTC", Whole(1), Playing, monday, 2, []Key{key}, []Former{{"Bob Q", monday}}, monday, true, 0, "always", true, monday, monday, true, 0, time.Time{}, time.Time{}, true}
	return []Event{
		GameCreated{"g", "s", "en", "UTC", map[string]string{"trust": "from"}, []Rule{r}, 301, 2, "Ada Q", "tea@example.org", []string{"org@example.org"}, true, []string{"officer@example.org"}, []MailList{{"l@example.org", "l.example.org", TalkList, []string{"example.org"}}}, 120, "tpkqzc"},
		ListNamed{MailList{"l@example.org", "l.example.org", TalkList, []string{"example.org"}}, "w"}, ListDropped{"l@example.org", "w"},
		GameStarted{}, GamePaused{"w"}, GameResumed{time.Hour}, PlayerJoined{player, who}, PlayerForfeited{"p1"}, PlayerRemoved{"p1", "w", true},
		AddressAdded{"p1", "a@example.net"}, AddressRemoved{"p1", "a@example.net"}, TokenRenewed{"p1", 2}, KeyRegistered{"p1", key}, KeyRemoved{"p1", "F"}, SignatureKept{"p1", "d", "m"}, TeamOffered{"p1", "p2"}, TeamMade{"p1", "p2"}, TeamEnded{"p1", who},
		PlayerReplaced{"p1", "Eve", "R", []string{"eve@example.org"}, 1, "w"}, OrganiserAdded{"b@example.org", "w"}, OrganiserRemoved{"b@example.org", "w"},
		LanguageChosen{"p1", "hu"}, TimezoneChosen{"p1", "Europe/Budapest"}, ReceiptsChosen{"p1", true}, AbsenceBegan{"p1", monday}, AbsenceEnded{"p1"},
		ObserverAdmitted{"eve@example.org", "pt"}, ObserverLeft{"eve@example.org"},
		TalkChosen{"p1", "always"}, TalkMuted{"p1", true}, TalkGathered{"p1", true}, TalkPassed{"p1", 1, "m", "w"},
		CircuitBegan{1, who}, TurnBegan{1, "p1", monday}, ProposalMade{1, 1, "p1", change, monday, monday}, ProposalNumbered{1, 301},
		ProposalRevised{1, change}, ProposalWithdrawn{1, "proposer"}, OpeningAsked{1, monday}, VotingOpened{1, who, monday},
		VoteCast{1, "p1", Ballot{For, 1, "s", "n", "silence", monday, "seal", "p2", "c", Against, []Part{{For, 2}}}}, VoteWithdrawn{1, "p1"}, VoteComplete{1, monday},
		VotingClosed{1, Tally{5, 1, 2, 2, 3, 4}, true, 203, true}, TurnEnded{1, "p1", "voted"}, CircuitEnded{1}, RuleEnacted{1, r, true},
		RuleAmended{1, 1, 3, r}, RuleRepealed{1, 1}, RuleTransmuted{1, 1, r}, ChangeLapsed{1, no},
		Awarded{"p1", Whole(1), 202, "when_turn_ends", 1, "w", true}, Kept{"n", "1", 203}, Said{"t", 203}, DiceCommitted{5, 1, "h"}, DieThrown{5, 1, 1, 6, 4, "s", 202},
		ClauseFailed{203, "adopted", "w", "count", []int{1}, "p1", 1}, ClauseSettled{203, "c", "w"}, DeadlineMoved{"vote", 1, monday, "w", 2, true, who}, DeadlineWaits{"vote", 1, monday, []int{1}},
		EffectDoubted{202, "when_turn_ends", 1, "p1"}, AwardSettled{"p1", 202, "when_turn_ends", 5, 1, Whole(1), Whole(2), Reckoned, "w"},
		WinAwaits{who, []int{202}, "when_turn_ends", []int{202}, 1},
		Reminded{"vote", 1, who, 1, true, 2, 3}, GameWon{who, 208, "w"}, WinDisputed{who, 208}, RoundBegan{2, []Rule{r}}, GameEnded{"w"},
		JudgmentInvoked{1, "q", "win", "p1", 1, "p1", "p2", monday}, JudgeAppointed{1, "p1", "silent", monday},
		RulingGiven{1, "p2", "true", "r", monday}, OverruleVoted{1, "p1"}, RulingOverruled{1, "p2"}, ConsentGiven{who, true},
		TurnHeld{1}, TurnFreed{1, monday}, JudgmentClosed{1, "consent"},
		CaseCalled{1, "s", "a", "e", "p1", who, []int{105}, "p2", monday}, CaseAssigned{1, "p2", "silent", monday},
		CaseRuled{1, "p2", "true", "r", []int{105}, monday}, ReconsiderationAsked{1, "p1", "r"}, CaseReopened{1, "p2", monday}, WinInSight{1, "p1", 112}, RulingStands{1}, JudgingChosen{"p1", true},
		SilenceCounted{true}, PlayerHeard{"p1"}, SilenceWarned{"p1", "leaves", monday}, PlayerInactive{"p1", "silence", "w"}, PlayerActive{"p1", "act"},
		TurnsStopped{}, ProposalPooled{2, "p1", "t", who, Whole(2), change, monday}, ProposalsDistributed{1, []Distributed{{2, 302, 3, 105}}, who, monday, []int{301}, monday},
		OfficerPosted{"distribution", "m"}, BallotRefused{2, 302, "p1", "a@example.net", "Ada", For, "302 FOR", "voting-over"},
		VotesWeighed{2, map[PlayerID]int64{"p1": 3}}, PartSkipped{2, 1, no}, ConditionsAsked{[]ProposalID{2}, monday}, ReportMade{3, true}, ReportDoubted{3, "p1", "w"}, ReportSettled{3, "stands", "w"}, ReportRatified{3}, ConditionSettled{2, "p1", For, "w"},
		ClaimMade{3, 2, "p1", "w", monday}, ClaimsSettled{[]int{3}, "denied", "w"}, BallotsPutRight{2, right},
		AddressFailed{"p1", "ada@example.org", "w"}, AddressWorks{"p1", "ada@example.org"},
		WordsHeld{1, "p1", "ada@example.org", "t", "unclear", []string{"1"}, 3, "vote", 1, monday, "m", 5, "f"}, HeldSettled{1, "h", true}, Undone{1, "w", 7, "301 FOR", "p1", right, 1, 2, []UndoneSeal{{301, "seal", "key"}}},
	}
}

func TestEventsAsJSON(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range every() {
		typ := reflect.TypeOf(e)
		seen[typ.Name()] = true
		b, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		again := reflect.New(typ)
		if err := json.Unmarshal(b, again.Interface()); err != nil {
			t.Fatal(err)
		}
		if got := again.Elem().Interface(); !reflect.DeepEqual(got, e) {
			t.Errorf("%s is read back as %+v", b, got)
		}
		for i := range typ.NumField() {
			if reflect.ValueOf(e).Field(i).IsZero() {
				t.Errorf("%s.%s is not tried", typ.Name(), typ.Field(i).Name)
			}
		}
	}
	for _, name := range eventTypes(t) {
		if !seen[name] {
			t.Errorf("%s is not tried", name)
		}
	}
}

// Apply refuses nothing: any event on any game leaves a game.
func TestApplyNeverPanics(t *testing.T) {
	for _, first := range every() {
		g := &Game{}
		for _, e := range append([]Event{first}, every()...) {
			g.Apply(e, monday)
		}
	}
}
