package moderator

import (
	"reflect"
	"strings"
	"testing"
)

func TestPlayerOf(t *testing.T) {
	for line, want := range map[string]PlayerFile{
		"Ada QUILLFEATHER <ada@example.org>":               {Given: "Ada", Surname: "Quillfeather", Addresses: []string{"ada@example.org"}},
		" Ada Quillfeather<ada@example.org> 40 hu":         {Given: "Ada", Surname: "Quillfeather", Addresses: []string{"ada@example.org"}, Points: 40, Language: "hu"},
		"Cem IŞIK <cem@example.org> Europe/Istanbul −3 TR": {Given: "Cem", Surname: "Işık", Addresses: []string{"cem@example.org"}, Points: -3, Language: "tr", Timezone: "Europe/Istanbul"},
		"Ana DE CASTRO <a@example.org, b@example.org>":     {Given: "Ana", Surname: "De Castro", Addresses: []string{"a@example.org", "b@example.org"}},
	} {
		got, err := PlayerOf(line, "en")
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", line, got, err)
		}
	}
	for line, want := range map[string]string{
		"":                                  "is not written as",
		"Ada QUILLFEATHER ada@example.org":  "is not written as",
		"Ada <>":                            "is not written as",
		"Ada < >":                           "has no address",
		"Ada Q <ada>":                       "is no mail address",
		"Ada Q <ada@example.org> forty":     "neither points nor a language",
		"Ada Q <ada@example.org> Local":     "neither points nor a language",
		"Ada Q <ada@example.org> <b@c.org>": "is not written as",
	} {
		if p, err := PlayerOf(line, "en"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v", line, p, err)
		}
	}
}
