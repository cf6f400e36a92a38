//go:build !race

package rules

// slower is how much longer all takes: see the other file of this name.
const slower = 1
