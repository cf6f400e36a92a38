// Package docs has those pages of this folder in the program that it shows.
package docs

import _ "embed"

//go:embed play.md
var playEnglish string

//go:embed play.es.md
var playSpanish string

//go:embed play.hu.md
var playHungarian string

//go:embed play.pt.md
var playPortuguese string

//go:embed play.tr.md
var playTurkish string

// Guide is the players' guide in a language, in Markdown; the English one where
// there is none.
func Guide(lang string) string {
	switch lang {
	case "es":
		return playSpanish
	case "hu":
		return playHungarian
	case "pt":
		return playPortuguese
	case "tr":
		return playTurkish
	}
	return playEnglish
}
