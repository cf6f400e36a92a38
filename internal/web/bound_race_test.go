//go:build race

package web_test

// slower is how much longer all takes under the race detector.
const slower = 20
