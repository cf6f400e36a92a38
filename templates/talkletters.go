package templates

import "time"

// The letters of talk among players.
type (
	// Talk is what a player says to the others.
	Talk struct {
		Frame
		Name   string
		Number int // of the proposal that it is about, 0 for the game
		Text   string
	}

	// TalkDigest is what players have said to each other since the last one.
	TalkDigest struct {
		Frame
		Threads []Thread
	}

	// Thread is talk about one proposal, or about the game where Number is 0.
	Thread struct {
		Number  int
		Title   string
		Remarks []Remark
	}

	// Remark is what a player says in a thread.
	Remark struct {
		Name string
		At   time.Time
		Text string
	}
)

func (Talk) file() string       { return "talk" }
func (TalkDigest) file() string { return "talkdigest" }
