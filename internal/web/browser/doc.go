// Package browser reads the pages of games in Debian's Chromium, as people do: by
// day and by night, on a phone and on a desk, on paper, and by what a screen
// reader hears. It has tests alone, and is a module of its own so that what drives
// the browser is no part of the program.
//
// The driver is chromedp: it speaks the browser's own protocol, is written in Go
// without a second program beside it, is kept up with each release of Chromium,
// and weighs 4 MB with the protocol that it brings, with one package besides. The
// others that were looked at have had no release for two years, or bring a browser
// or a runtime of their own.
//
// The rules of accessibility are axe-core's, those of WCAG 2.2 A and AA, at a
// version that package-lock.json fixes; npm fetches it. It is put into pages by the
// browser's protocol, past the policy that lets no page run a script.
//
// To look at the pages, have their pictures taken:
//
//	go test . -run TestPictures -pictures /tmp/pictures
package browser
