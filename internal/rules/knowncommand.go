package rules

import "time"

// The commands by which a player is known and says how to be written to.
type (
	// AddAddress lets a player write from one more address, which has shown
	// that it is the player's.
	AddAddress struct {
		Player  PlayerID
		Address string
	}

	// RemoveAddress takes one of the player's addresses away, but for the last.
	RemoveAddress struct {
		Player  PlayerID
		Address string
	}

	// RenewToken makes the player's reply token another.
	RenewToken struct{ Player PlayerID }

	// RegisterKey lets a player sign mails with an OpenPGP key. One without a
	// fingerprint is none, and Armoured says what is wrong with it.
	RegisterKey struct {
		Player PlayerID
		Key    Key
	}

	// RemoveKey ends that, by the end of the key's fingerprint.
	RemoveKey struct {
		Player      PlayerID
		Fingerprint string
	}

	// ChooseLanguage and the commands after it change what a player wants of us.
	ChooseLanguage struct {
		Player   PlayerID
		Language string
	}

	// ChooseTimezone takes a name of the IANA's list.
	ChooseTimezone struct {
		Player   PlayerID
		Timezone string
	}

	// ChooseReceipts says whether what was simply done is confirmed.
	ChooseReceipts struct {
		Player PlayerID
		Off    bool
	}

	// GoAway announces that a player is away until a moment.
	GoAway struct {
		Player PlayerID
		Until  time.Time
	}

	// ComeBack ends that early.
	ComeBack struct{ Player PlayerID }

	// Observe lets somebody who does not play have the news.
	Observe struct{ Address, Language string }

	// StopObserving ends that.
	StopObserving struct{ Address string }

	// KeepSignature remembers a signature that was played. It is refused when
	// it was played before.
	KeepSignature struct {
		Player       PlayerID
		Digest, Mail string
	}

	// ChooseTalk says what a player's mails of talk alone come to: [TalkAsk],
	// [TalkAlways] or [TalkNever].
	ChooseTalk struct{ How string }

	// GatherTalk gives a player the talk of the others in one letter of the day or
	// week (see the custom talk_digest), or each at once again.
	GatherTalk struct{ Gathered bool }

	// MuteTalk keeps the talk of the others from a player, or no longer.
	MuteTalk struct{ Muted bool }

	// PassTalk passes a player's words on to the others. Words is their hash and
	// Size their length in bytes; see [TalkPassed].
	PassTalk struct {
		Proposal    int
		Mail, Words string
		Size        int
	}
)

func (AddAddress) command()     {}
func (RemoveAddress) command()  {}
func (RenewToken) command()     {}
func (RegisterKey) command()    {}
func (RemoveKey) command()      {}
func (KeepSignature) command()  {}
func (ChooseLanguage) command() {}
func (ChooseTimezone) command() {}
func (ChooseReceipts) command() {}
func (GoAway) command()         {}
func (ComeBack) command()       {}
func (Observe) command()        {}
func (StopObserving) command()  {}
func (ChooseTalk) command()     {}
func (MuteTalk) command()       {}
func (GatherTalk) command()     {}
func (PassTalk) command()       {}
