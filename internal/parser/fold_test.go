package parser

import (
	"testing"

	"pgregory.net/rapid"
)

// TestFoldByTable: the short way of folding comes to the same as the long one.
func TestFoldByTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.RuneFrom([]rune("aIiİı`´ßéőŞğ\u00a0\u00adÅ’\u0301x1 \tﬁК"))).Draw(t, "s")
		if !plainASCII(s) && fold(s) != foldAny(s) {
			t.Fatalf("%q: %q, %q", s, fold(s), foldAny(s))
		}
	})
}
