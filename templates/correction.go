package templates

type (
	// Correction tells what became of the provisional awards of a rule whose text
	// and clause agree again. By is "amended" or "repealed", by proposal Number,
	// or "settled", by a person.
	Correction struct {
		Frame
		Rule   int
		Was    []int
		By     string
		Number int
		Clause string // that the moderator follows now
		Why    string
		Lines  []Corrected
		Rest   int     // how many more there are
		Scores []Score // when they change by it
		Goal   string
	}

	// Corrected is what a player had been awarded in a turn, and what it is. How
	// is "reckoned", "confirmed", "repealed", "reworded" or "faulty"; then Why is
	// the clause's fault.
	Corrected struct {
		Name    string
		Turn    int
		Number  int // of the proposal, 0 for none
		Was, Is string
		More    string // the difference, signed; "" for none
		How     string
		Why     string
	}

	// Marked is a rule whose text was changed and whose clause was not.
	Marked struct {
		Number int
		Was    []int
	}
)
