package rules

// The events by which a player is known: no rule looks at them.
type (
	// AddressAdded: the player writes from this address too.
	AddressAdded struct {
		Player  PlayerID `json:"player"`
		Address string   `json:"address"`
	}
	// AddressRemoved: mail from this address is the player's no longer.
	AddressRemoved struct {
		Player  PlayerID `json:"player"`
		Address string   `json:"address"`
	}
	// TokenRenewed: the player's reply token is another from now on. Count
	// counts the renewals.
	TokenRenewed struct {
		Player PlayerID `json:"player"`
		Count  int      `json:"count"`
	}
	// KeyRegistered: mail signed by this OpenPGP key is the player's.
	KeyRegistered struct {
		Player PlayerID `json:"player"`
		Key    Key      `json:"key"`
	}
	// KeyRemoved: it is so no longer.
	KeyRemoved struct {
		Player      PlayerID `json:"player"`
		Fingerprint string   `json:"fingerprint"`
	}
	// TeamOffered: Player has said that With is a team-mate; TeamMade: both have.
	TeamOffered struct {
		Player PlayerID `json:"player"`
		With   PlayerID `json:"with"`
	}
	TeamMade struct {
		Player PlayerID `json:"player"`
		With   PlayerID `json:"with"`
	}
	// TeamEnded: Player is no team with anybody any more. Mates were.
	TeamEnded struct {
		Player PlayerID   `json:"player"`
		Mates  []PlayerID `json:"mates,omitempty"`
	}
	// SignatureKept: a mail with this signature has been played, so another
	// with the same one says nothing new. Digest names the act of signing, Mail
	// is the hash of the mail.
	SignatureKept struct {
		Player PlayerID `json:"player"`
		Digest string   `json:"digest"`
		Mail   string   `json:"mail"`
	}
)

func (AddressAdded) event()   {}
func (AddressRemoved) event() {}
func (TokenRenewed) event()   {}
func (KeyRegistered) event()  {}
func (KeyRemoved) event()     {}
func (TeamOffered) event()    {}
func (TeamMade) event()       {}
func (TeamEnded) event()      {}
func (SignatureKept) event()  {}
