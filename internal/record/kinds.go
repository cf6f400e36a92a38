package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"nomicmail/internal/rules"
)

// kinds gives each event its name on disk. Records live for years: a name here
// is never changed or reused. A new meaning is a new kind ("vote.cast.2").
var kinds = map[string]rules.Event{
	"game.created":          rules.GameCreated{},
	"game.started":          rules.GameStarted{},
	"game.paused":           rules.GamePaused{},
	"game.resumed":          rules.GameResumed{},
	"game.won":              rules.GameWon{},
	"game.ended":            rules.GameEnded{},
	"player.joined":         rules.PlayerJoined{},
	"player.forfeited":      rules.PlayerForfeited{},
	"player.removed":        rules.PlayerRemoved{},
	"player.replaced":       rules.PlayerReplaced{},
	"organiser.added":       rules.OrganiserAdded{},
	"organiser.removed":     rules.OrganiserRemoved{},
	"list.named":            rules.ListNamed{},
	"list.dropped":          rules.ListDropped{},
	"address.added":         rules.AddressAdded{},
	"address.removed":       rules.AddressRemoved{},
	"token.renewed":         rules.TokenRenewed{},
	"key.registered":        rules.KeyRegistered{},
	"key.removed":           rules.KeyRemoved{},
	"signature.kept":        rules.SignatureKept{},
	"team.offered":          rules.TeamOffered{},
	"team.made":             rules.TeamMade{},
	"team.ended":            rules.TeamEnded{},
	"language.chosen":       rules.LanguageChosen{},
	"timezone.chosen":       rules.TimezoneChosen{},
	"receipts.chosen":       rules.ReceiptsChosen{},
	"absence.began":         rules.AbsenceBegan{},
	"absence.ended":         rules.AbsenceEnded{},
	"observer.admitted":     rules.ObserverAdmitted{},
	"observer.left":         rules.ObserverLeft{},
	"talk.chosen":           rules.TalkChosen{},
	"talk.muted":            rules.TalkMuted{},
	"talk.gathered":         rules.TalkGathered{},
	"talk.passed":           rules.TalkPassed{},
	"circuit.began":         rules.CircuitBegan{},
	"circuit.ended":         rules.CircuitEnded{},
	"turn.began":            rules.TurnBegan{},
	"turn.ended":            rules.TurnEnded{},
	"round.began":           rules.RoundBegan{},
	"turns.stopped":         rules.TurnsStopped{},
	"proposal.pooled":       rules.ProposalPooled{},
	"proposals.distributed": rules.ProposalsDistributed{},
	"votes.weighed":         rules.VotesWeighed{},
	"part.skipped":          rules.PartSkipped{},
	"report.made":           rules.ReportMade{},
	"report.doubted":        rules.ReportDoubted{},
	"report.settled":        rules.ReportSettled{},
	"report.ratified":       rules.ReportRatified{},
	"conditions.asked":      rules.ConditionsAsked{},
	"condition.settled":     rules.ConditionSettled{},
	"claim.made":            rules.ClaimMade{},
	"claims.settled":        rules.ClaimsSettled{},
	"ballots.put-right":     rules.BallotsPutRight{},
	"officer.posted":        rules.OfficerPosted{},
	"ballot.refused":        rules.BallotRefused{},
	"proposal.made":         rules.ProposalMade{},
	"proposal.numbered":     rules.ProposalNumbered{},
	"proposal.revised":      rules.ProposalRevised{},
	"proposal.withdrawn":    rules.ProposalWithdrawn{},
	"opening.asked":         rules.OpeningAsked{},
	"voting.opened":         rules.VotingOpened{},
	"voting.closed":         rules.VotingClosed{},
	"vote.cast":             rules.VoteCast{},
	"vote.withdrawn":        rules.VoteWithdrawn{},
	"vote.complete":         rules.VoteComplete{},
	"rule.enacted":          rules.RuleEnacted{},
	"rule.amended":          rules.RuleAmended{},
	"rule.repealed":         rules.RuleRepealed{},
	"rule.transmuted":       rules.RuleTransmuted{},
	"change.lapsed":         rules.ChangeLapsed{},
	"points.awarded":        rules.Awarded{},
	"effect.doubted":        rules.EffectDoubted{},
	"award.settled":         rules.AwardSettled{},
	"value.kept":            rules.Kept{},
	"words.said":            rules.Said{},
	"dice.committed":        rules.DiceCommitted{},
	"die.thrown":            rules.DieThrown{},
	"words.held":            rules.WordsHeld{},
	"held.settled":          rules.HeldSettled{},
	"clause.failed":         rules.ClauseFailed{},
	"clause.settled":        rules.ClauseSettled{},
	"deadline.moved":        rules.DeadlineMoved{},
	"deadline.waits":        rules.DeadlineWaits{},
	"deadline.reminded":     rules.Reminded{},
	"win.disputed":          rules.WinDisputed{},
	"win.awaits":            rules.WinAwaits{},
	"judgment.invoked":      rules.JudgmentInvoked{},
	"judgment.closed":       rules.JudgmentClosed{},
	"judge.appointed":       rules.JudgeAppointed{},
	"ruling.given":          rules.RulingGiven{},
	"ruling.overruled":      rules.RulingOverruled{},
	"overrule.voted":        rules.OverruleVoted{},
	"consent.given":         rules.ConsentGiven{},
	"turn.held":             rules.TurnHeld{},
	"turn.freed":            rules.TurnFreed{},
	"entry.undone":          rules.Undone{},
	"case.called":           rules.CaseCalled{},
	"case.assigned":         rules.CaseAssigned{},
	"case.ruled":            rules.CaseRuled{},
	"reconsideration.asked": rules.ReconsiderationAsked{},
	"case.reopened":         rules.CaseReopened{},
	"win.in.sight":          rules.WinInSight{},
	"ruling.stands":         rules.RulingStands{},
	"judging.chosen":        rules.JudgingChosen{},
	"silence.counted":       rules.SilenceCounted{},
	"player.heard":          rules.PlayerHeard{},
	"silence.warned":        rules.SilenceWarned{},
	"player.inactive":       rules.PlayerInactive{},
	"player.active":         rules.PlayerActive{},
	"address.failed":        rules.AddressFailed{},
	"address.works":         rules.AddressWorks{},
}

// names is kinds the other way round.
var names = func() map[reflect.Type]string {
	m := make(map[reflect.Type]string, len(kinds))
	for name, e := range kinds {
		m[reflect.TypeOf(e)] = name
	}
	return m
}()

// encoded is an event as it is written.
type encoded struct {
	Kind string          `json:"kind"`
	Data json.RawMessage `json:"data"`
}

// Kind is the name of e's kind on disk, "" for what is no event of a record.
func Kind(e rules.Event) string { return names[reflect.TypeOf(e)] }

// Encode writes e as {"kind": …, "data": …}. The same event always gives the
// same bytes; text that is no UTF-8 is made so first.
func Encode(e rules.Event) ([]byte, error) {
	kind := Kind(e)
	if kind == "" {
		return nil, fmt.Errorf("record: encode %T: no kind of event", e)
	}
	data, err := compact(e)
	if err != nil {
		return nil, fmt.Errorf("record: encode %s: %w", kind, err)
	}
	return compact(encoded{kind, data})
}

// Decode reads what [Encode] writes. A kind or a field that this version does
// not know is an error, because to pass over it would tell another game.
func Decode(b []byte) (rules.Event, error) {
	var in encoded
	if err := strict(b, &in); err != nil {
		return nil, fmt.Errorf("record: decode an event: %w", err)
	}
	e, ok := kinds[in.Kind]
	if !ok {
		return nil, fmt.Errorf("record: decode an event: unknown kind %q", in.Kind)
	}
	if len(in.Data) == 0 || in.Data[0] != '{' {
		return nil, fmt.Errorf("record: decode %s: no data", in.Kind)
	}
	v := reflect.New(reflect.TypeOf(e))
	if err := strict(in.Data, v.Interface()); err != nil {
		return nil, fmt.Errorf("record: decode %s: %w", in.Kind, err)
	}
	return v.Elem().Interface().(rules.Event), nil
}

// compact writes v as JSON without spaces and without the escapes for HTML, so
// that a record can be searched for a player's words as they stand.
func compact(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return unescaped(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

// unescaped replaces the escape that encoding/json writes for a byte that is
// no UTF-8 with the character itself: it is what a reader writes back, and the
// hashes must not depend on who wrote last.
func unescaped(b []byte) []byte {
	escape := []byte(`\ufffd`)
	if !bytes.Contains(b, escape) {
		return b
	}
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		switch {
		case bytes.HasPrefix(b, escape):
			out, b = append(out, "\uFFFD"...), b[len(escape):]
		case b[0] == '\\':
			out, b = append(out, b[:2]...), b[2:]
		default:
			out, b = append(out, b[0]), b[1:]
		}
	}
	return out
}

// strict reads one JSON value and nothing else into v.
func strict(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more follows the value")
	}
	return nil
}
