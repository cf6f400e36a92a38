//go:build race

package rules

// slower is how much longer all takes under the race detector.
const slower = 20
