package web

import (
	"strings"
	"testing"
)

func TestMask(t *testing.T) {
	for in, want := range map[string]string{
		"write to ada@example.org, please":               "write to [@], please",
		"&lt;Ada.Quill&#43;nomic@mail.example.org&gt;":   "&lt;[@]&gt;",
		"o&#39;brien@example.org and ada＠example.org":    "[@] and [@]",
		"ünal@exämple.org.":                              "[@]",
		"<a>ada%40example.org</a> ada&#64;example.org":   "<a>[@]</a> [@]",
		"ada@localhost ada@[192.0.2.1] x":                "[@] [@] x",
		"the sign @ alone, @handle and a@":               "the sign @ alone, @handle and a@",
		"&#34;ada b&#34;@example.org":                    "&#34;ada [@]",
		"a@b@c":                                          "[@]@c",
		"nothing":                                        "nothing",
		strings.Repeat("x", 5000) + "@example.org":       strings.Repeat("x", 4680) + "[@]",
		"ada@example.org" + strings.Repeat("@", 3) + "b": "[@]@@@b",
	} {
		if got := string(mask([]byte(in))); got != want {
			t.Errorf("%.60q is masked as %.60q, not %.60q", in, got, want)
		}
	}
}

// TestMaskIsQuick: no page, however made, is slow to mask.
func BenchmarkMask(b *testing.B) {
	for name, page := range map[string]string{
		"plain": strings.Repeat("Each player has one vote, and so on. ", 5000),
		"signs": strings.Repeat("@", 200_000),
		"long":  strings.Repeat("a", 100_000) + "@" + strings.Repeat("b", 100_000),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				mask([]byte(page))
			}
		})
	}
}
