package templates

import "testing"

// TestAndBefore: "y" becomes "e" before the sound of i, and only there.
func TestAndBefore(t *testing.T) {
	w, err := newWriter(Reader{Language: "es-MX"})
	if err != nil {
		t.Fatal(err)
	}
	for next, want := range map[string]string{
		"Bea Ruiz": "Ana y Bea Ruiz", "Inés Gil": "Ana e Inés Gil", "Íñigo Gil": "Ana e Íñigo Gil", "Hilario Gil": "Ana e Hilario Gil",
		"Hierro": "Ana y Hierro", "Yago Gil": "Ana y Yago Gil", "iván": "Ana e iván", "301 FOR": `Ana y jugador "301 FOR"`,
	} {
		if got := flat(string(w.names([]string{"Ana", next}))); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
