//go:build !race

package web_test

// slower is how much longer all takes: see the other file of this name.
const slower = 1
