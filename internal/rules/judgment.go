package rules

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Judgment is a question on which players disagree, and what became of it
// (Rule 212). It stands, and the next turn waits for consent, until Closed says
// how it ended.
type Judgment struct {
	Number   int      `json:"number"`
	Question string   `json:"question,omitempty"`
	About    string   `json:"about,omitempty"` // "clause", "win" or "awards", when the game itself asks
	By       PlayerID `json:"by,omitempty"`    // who invoked it; nobody when the game asks
	Turn     int      `json:"turn"`            // which it concerns
	Mover    PlayerID `json:"mover"`           // of that turn, who is never its Judge
	Judge    PlayerID `json:"judge"`
	Invoked  time.Time
	RuleBy   time.Time // zero when there is no deadline
	Ruling   Ruling    `json:"ruling"`            // zero until the Judge has ruled
	Earlier  []Ruling  `json:"earlier,omitempty"` // overruled ones
	StandsBy time.Time // when silence lets the ruling stand; zero for never
	Against  []PlayerID
	Closed   string // "consent", "settled", "paradox" or "round"; of a case "ruled"

	// Case says that this is a call for judgment in a game whose Judges are found
	// by rotation: Question is its statement, Judge may be nobody, which is the
	// organiser, and until StandsBy the ruling may be reconsidered.
	Case      bool
	Arguments string
	Evidence  string
	Barred    []PlayerID // from judging it, by whoever called it
	Rules     []int      // that its statement names
	Asked     []Asking   // for reconsideration
	Again     bool       // it is, or was, reconsidered
	Wins      PlayerID   // who wins if the ruling stands until StandsBy, "" for nobody
	WinsBy    int        // the rule that says so
	passed    []PlayerID // were its Judges, and silent

	set       time.Time // when RuleBy was set
	reminders int
	late      bool
}

// Asking is a player's word that a ruling should be thought over, and why.
type Asking struct {
	Player  PlayerID  `json:"player"`
	Reasons string    `json:"reasons"`
	At      time.Time `json:"at"`
}

// Ruling is what a Judge says on a question: true, false or paradox, or, on a
// case, what the rules allow. Rules are those that it is about.
type Ruling struct {
	Judge   PlayerID  `json:"judge,omitempty"`
	Ruling  string    `json:"ruling,omitempty"`
	Reasons string    `json:"reasons,omitempty"`
	At      time.Time `json:"at,omitzero"`
	Rules   []int     `json:"rules,omitempty"`
}

// What a Judge may find.
const (
	RuledTrue    = "true"
	RuledFalse   = "false"
	RuledParadox = "paradox"
)

// What the game itself asks about, when it cannot go on.
const (
	aboutClause = "clause"
	aboutWin    = "win"
)

// Bounds of Judgment.
const (
	maxQuestion  = 4000 // characters of a question, and of the reasons of a ruling
	maxJudgments = 3    // that one player may have standing at a time
)

// judged finds a Judgment by its number; nil when there is none.
func (g *Game) judged(number int) *Judgment {
	if number < 1 || number > len(g.Judgments) {
		return nil
	}
	return g.Judgments[number-1]
}

// Standing are the Judgments that have not ended, oldest first. Cases are not
// among them: nothing waits for those.
func (g *Game) Standing() []*Judgment {
	var open []*Judgment
	for _, j := range g.Judgments {
		if j.Closed == "" && !j.Case {
			open = append(open, j)
		}
	}
	return open
}

// pick is the standing Judgment of a number; 0 means the only one that will do.
func (g *Game) pick(number int, will func(*Judgment) bool) (*Judgment, *Refusal) {
	if number != 0 {
		switch j := g.judged(number); {
		case j == nil:
			return nil, &Refusal{Code: NoSuchJudgment, Number: number}
		case j.Case:
			return nil, &Refusal{Code: NoOverruling, Number: number}
		case j.Closed != "":
			return nil, &Refusal{Code: JudgmentOver, Rule: g.cite(212), Number: number}
		default:
			return j, nil
		}
	}
	open := g.Standing()
	if some := slices.DeleteFunc(slices.Clone(open), func(j *Judgment) bool { return !will(j) }); len(some) > 0 {
		open = some
	}
	switch len(open) {
	case 0:
		return nil, &Refusal{Code: NoSuchJudgment}
	case 1:
		return open[0], nil
	}
	return nil, &Refusal{Code: WhichJudgment, Number: open[0].Number}
}

// invoke asks for a Judge (Rule 212).
func (d *decision) invoke(c Invoke, by By) *Refusal {
	if d.g.Rotates() {
		return d.callCase(c, by)
	}
	p, no := d.player(by)
	if no != nil {
		return no
	}
	question := strings.TrimSpace(lines(c.Question))
	mine := 0
	for _, j := range d.g.Standing() {
		if j.By == p.ID {
			mine++
		}
	}
	switch {
	case question == "":
		return &Refusal{Code: NoQuestion, Rule: d.g.cite(212)}
	case utf8.RuneCountInString(question) > maxQuestion:
		return &Refusal{Code: TextTooLong, Limit: maxQuestion}
	case mine >= maxJudgments:
		return &Refusal{Code: TooManyJudgments, Rule: d.g.cite(212), Limit: maxJudgments}
	}
	return d.seat(JudgmentInvoked{Question: question, By: p.ID})
}

// seat gives a question its number and its Judge.
func (d *decision) seat(e JudgmentInvoked) *Refusal {
	g := d.g
	if _, ok := g.Answer("judge"); !ok {
		return &Refusal{Code: NoJudge}
	}
	e.Turn, e.Mover = g.judgedTurn()
	e.Judge = g.judgeBefore(e.Mover, e.Mover)
	if e.Judge == "" {
		return &Refusal{Code: NoJudge, Rule: g.cite(212)}
	}
	e.Judgment, e.RuleBy = len(g.Judgments)+1, g.deadline(d.due, "judgment_period")
	d.do(e)
	return nil
}

// callJudge asks for a Judge where the game cannot go on by itself: a clause
// failed, or several reached the goal at once.
func (d *decision) callJudge() {
	g := d.g
	if g.Status != Running || g.Phase != Judging {
		return
	}
	about := aboutClause
	switch {
	case len(g.Disputed) > 0:
		about = aboutWin
	case g.Awaiting != nil:
		about = aboutAwards
	}
	for _, j := range g.Standing() {
		if j.About == about {
			return
		}
	}
	d.seat(JudgmentInvoked{About: about}) // without a Judge it waits for the organiser
}

// ruleOn is the Judge's word.
func (d *decision) ruleOn(c RuleOn, by By) *Refusal {
	if j := d.g.judged(c.Judgment); j != nil && j.Case || c.Judgment == 0 && d.g.Rotates() {
		return d.ruleCase(c, by)
	}
	p, no := d.player(by)
	if no != nil {
		return no
	}
	g := d.g
	j, no := g.pick(c.Judgment, func(j *Judgment) bool { return j.Judge == p.ID && j.Ruling.Ruling == "" })
	if no != nil {
		return no
	}
	reasons := strings.TrimSpace(lines(c.Reasons))
	switch {
	case j.Judge != p.ID:
		return &Refusal{Code: NotJudge, Rule: g.cite(212), Number: j.Number, Player: g.Player(j.Judge).Name()}
	case j.Ruling.Ruling != "":
		return &Refusal{Code: AlreadyRuled, Rule: g.cite(212), Number: j.Number, Text: j.Ruling.Ruling}
	case !slices.Contains([]string{RuledTrue, RuledFalse, RuledParadox}, c.Ruling):
		return &Refusal{Code: NotARuling, Number: j.Number, Text: c.Ruling}
	case reasons == "":
		return &Refusal{Code: NoReasons, Rule: g.cite(212), Number: j.Number, Text: c.Ruling}
	case utf8.RuneCountInString(reasons) > maxQuestion:
		return &Refusal{Code: TextTooLong, Limit: maxQuestion}
	}
	d.do(RulingGiven{
		Judgment: j.Number, Judge: p.ID, Ruling: c.Ruling, Reasons: reasons,
		StandsBy: g.deadline(d.due, "overrule_period"),
	})
	d.afterConsent()
	return nil
}

// overrule is one of the votes of all other players that a ruling falls by.
func (d *decision) overrule(c Overrule, by By) *Refusal {
	p, no := d.player(by)
	if no != nil {
		return no
	}
	g := d.g
	j, no := g.pick(c.Judgment, func(j *Judgment) bool { return j.Judge != p.ID && j.Ruling.Ruling != "" })
	switch {
	case no != nil:
		return no
	case j.Judge == p.ID:
		return &Refusal{Code: OwnRuling, Rule: g.cite(212), Number: j.Number}
	case j.Ruling.Ruling == "":
		return &Refusal{Code: NotRuledYet, Rule: g.cite(212), Number: j.Number, Player: g.Player(j.Judge).Name()}
	}
	if !slices.Contains(j.Against, p.ID) {
		d.do(OverruleVoted{Judgment: j.Number, Player: p.ID})
	}
	d.afterOverruling(j.Number)
	return nil
}

// afterOverruling seats the next Judge when all other players are against what
// the Judge has ruled.
func (d *decision) afterOverruling(number int) {
	j := d.g.judged(number)
	if j.Ruling.Ruling == "" || j.Closed != "" {
		return
	}
	for _, p := range d.g.playing() {
		if p.ID != j.Judge && !slices.Contains(j.Against, p.ID) {
			return
		}
	}
	if len(j.Against) > 0 {
		d.do(RulingOverruled{Judgment: number, Judge: j.Judge})
		d.nextJudge(number, "overruled")
	}
}

// consent lets the next turn begin while Judgment stands.
func (d *decision) consent(by By) *Refusal {
	p, no := d.player(by)
	if no != nil {
		return no
	}
	if len(d.g.Standing()) == 0 {
		return &Refusal{Code: NoSuchJudgment}
	}
	if !slices.Contains(d.g.Consents, p.ID) {
		d.do(ConsentGiven{Players: []PlayerID{p.ID}})
	}
	d.afterConsent()
	return nil
}

// afterConsent ends the game by paradox where consent lets it stand.
func (d *decision) afterConsent() {
	g := d.g
	if g.mayBegin() {
		for _, j := range g.Standing() {
			if j.Ruling.Ruling == RuledParadox && d.paradox(j) {
				return
			}
		}
	}
}
