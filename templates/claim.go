package templates

type (
	// Claims asks an organiser what is to become of the claims of error in one
	// resolution: as it was counted, with the ballots that are in doubt. Late says
	// that it asks once more.
	Claims struct {
		Frame
		Resolved
		Claims  []Claimed
		Doubted []Doubted
		Late    bool
	}

	// Claimed is a claim of error. How is "" while it is open, else "denied" or
	// "upheld".
	Claimed struct {
		Number   int
		Proposal int
		Name     string
		Words    string
		How      string
	}

	// Doubted is a ballot in doubt: as it was read, and in its author's words.
	// Option is "" where there is none, Entry 0 where nobody knows the entry.
	Doubted struct {
		Name, Option, Words string
		Entry               uint64
	}

	// Revision tells how a resolution has changed, and that alone. Follows is what
	// else has, and Rules are those that read otherwise now.
	Revision struct {
		Frame
		Listed
		Claims  []Claimed
		Ballots []Reread
		Was, Is Count
		Follows []Difference
		Rules   []RuleLine
		Why, By string
	}

	// Reread is a ballot that counts otherwise than before, "" for none. Via are
	// those whose ballots it follows now.
	Reread struct {
		Name, Was, Is string
		Via           []string
	}

	// Count is what a vote came to, as in [Resolved].
	Count struct {
		Outcome         string
		Favour, Against int64
		Ballots         int64
	}
)

func (Claims) file() string   { return "claims" }
func (Revision) file() string { return "revision" }

// First is the number of the first of the claims.
func (c Claims) First() int { return c.Claims[0].Number }

// Voter is a player of whom an example can speak.
func (c Claims) Voter() string {
	if len(c.Doubted) > 0 {
		return c.Doubted[0].Name
	}
	return c.Claims[0].Name
}
