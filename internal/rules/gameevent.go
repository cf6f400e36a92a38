package rules

import "time"

// The events of a game's frame and its players.
type (
	// GameCreated opens a record. Rules are the initial set with their clauses,
	// so that the game needs no other file to be replayed.
	GameCreated struct {
		Name       string            `json:"name"`
		Ruleset    string            `json:"ruleset"`
		Language   string            `json:"language"`
		Timezone   string            `json:"timezone"`
		Customs    map[string]string `json:"customs,omitempty"`
		Rules      []Rule            `json:"rules"`
		NextNumber int               `json:"next_number,omitempty"` // 0: the rules say (Rule 108)
		Circuits   int               `json:"circuits,omitempty"`    // complete ones, in a game begun elsewhere
		Mover      string            `json:"mover,omitempty"`       // "Given Surname", in a game begun elsewhere
		Address    string            `json:"address,omitempty"`     // where the game's mail goes; for the moderator
		Organisers []string          `json:"organisers,omitempty"`  // their addresses; for the moderator
		// Shadow says that the game is somebody else's and is only followed: what
		// officers post distributes, nothing waits for answers, and letters go to
		// organisers alone. No rule can change it. Officers are their addresses.
		Shadow   bool       `json:"shadow,omitempty"`
		Officers []string   `json:"officers,omitempty"`
		Lists    []MailList `json:"lists,omitempty"` // on which it is played; for the moderator
		// NextRule is the number of the next new rule in a game begun elsewhere; 0 is
		// the one behind the highest.
		NextRule int `json:"next_rule,omitempty"`
		// Mark tells the letters of this game from those of another that bore its name
		// before; for the moderator.
		Mark string `json:"mark,omitempty"`
	}
	// GameStarted: the first turn can begin.
	GameStarted struct{}
	// GamePaused: deadlines stand still.
	GamePaused struct {
		Why string `json:"why,omitempty"`
	}
	// GameResumed: every deadline moves by Shift.
	GameResumed struct {
		Shift time.Duration `json:"shift"`
	}
	// PlayerJoined: a player entered. Order is the turn order with the newcomer
	// at his or her place (Rule 201).
	PlayerJoined struct {
		Player Player     `json:"player"`
		Order  []PlayerID `json:"order"`
	}
	// PlayerForfeited: a player left by Rule 113; votes in open votings are
	// struck.
	PlayerForfeited struct {
		Player PlayerID `json:"player"`
	}
	// PlayerRemoved: the organiser took a player out, or, with Silent, the custom
	// leaves_after; otherwise as a forfeit.
	PlayerRemoved struct {
		Player PlayerID `json:"player"`
		Why    string   `json:"why,omitempty"`
		Silent bool     `json:"silent,omitempty"`
	}
	// PlayerReplaced: somebody else takes the player's seat, with its points,
	// its turn and its votes. Count is as in [TokenRenewed].
	PlayerReplaced struct {
		Player    PlayerID `json:"player"`
		Given     string   `json:"given"`
		Surname   string   `json:"surname"`
		Addresses []string `json:"addresses,omitempty"`
		Count     int      `json:"count,omitempty"`
		Why       string   `json:"why,omitempty"`
	}
	// OrganiserAdded: whoever writes from Address may organise the game too.
	OrganiserAdded struct {
		Address string `json:"address"`
		Why     string `json:"why,omitempty"`
	}
	// OrganiserRemoved: no longer.
	OrganiserRemoved struct {
		Address string `json:"address"`
		Why     string `json:"why,omitempty"`
	}
	// ListNamed: the game is played on a mailing list, or that list is now as it
	// says.
	ListNamed struct {
		List MailList `json:"list"`
		Why  string   `json:"why,omitempty"`
	}
	// ListDropped: no longer.
	ListDropped struct {
		Address string `json:"address"`
		Why     string `json:"why,omitempty"`
	}
)

func (GameCreated) event()      {}
func (GameStarted) event()      {}
func (GamePaused) event()       {}
func (GameResumed) event()      {}
func (PlayerJoined) event()     {}
func (PlayerForfeited) event()  {}
func (PlayerRemoved) event()    {}
func (PlayerReplaced) event()   {}
func (OrganiserAdded) event()   {}
func (OrganiserRemoved) event() {}
func (ListNamed) event()        {}
func (ListDropped) event()      {}
