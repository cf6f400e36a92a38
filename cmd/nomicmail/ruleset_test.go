package main

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"nomicmail/rulesets"
)

const teaText = `Çay Kulübü

1998 yılından beri oynuyoruz.

101) Herkes çay içer.
102) 101 ile 102 değişmez, 201 ile 208 arası değişkendir.
201) Bardaklar maviye boyanır; 101) her zaman geçerlidir.
Çaydanlık kırmızıdır.
208) İlk olarak 200 puana ulaşan kazanır.

Dış bağlantılar

çay.example.org
`

// teaFile is teaText in the encoding of old Turkish machines.
func teaFile(t *testing.T) string {
	t.Helper()
	src, err := charmap.Windows1254.NewEncoder().String(teaText)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "cay.txt")
	writeFile(t, name, src, 0o644)
	return name
}

// TestImportedJSON keeps the object that other programs read.
func TestImportedJSON(t *testing.T) {
	code, out, stderr := runs(t, "", "ruleset", "import", "--json", teaFile(t))
	if code != exitDone || stderr != "" {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	want := `{
  "rules": [
    {
      "number": 101,
      "mutable": false,
      "title": "",
      "text": "Herkes çay içer."
    },
    {
      "number": 102,
      "mutable": false,
      "title": "",
      "text": "101 ile 102 değişmez, 201 ile 208 arası değişkendir."
    },
    {
      "number": 201,
      "mutable": true,
      "title": "",
      "text": "Bardaklar maviye boyanır; 101) her zaman geçerlidir.\n\nÇaydanlık kırmızıdır."
    },
    {
      "number": 208,
      "mutable": true,
      "title": "",
      "text": "İlk olarak 200 puana ulaşan kazanır."
    }
  ],
  "doubts": [
    "missing: rules 202 to 207, which rule 102 names"
  ]
}
`
	if out != want {
		t.Errorf("got\n%s", out)
	}
	english := filepath.Join(t.TempDir(), "tea.txt")
	writeFile(t, english, "Mutable rules\n\n201. The tea is green, and this is the rule.\n", 0o644)
	_, out, _ = runs(t, "", "ruleset", "import", "--json", english)
	var got map[string]any
	if err := json.Unmarshal([]byte(out), &got); err != nil || !reflect.DeepEqual(got["doubts"], []any{}) {
		t.Errorf("without a doubt there is no empty list: %v\n%s", err, out)
	}
}

// TestImportReports makes a file that can be played, and says on standard
// error how.
func TestImportReports(t *testing.T) {
	name := teaFile(t)
	code, out, stderr := runs(t, "", "ruleset", "import", name, "--clauses", "suber-mail.tr")
	if code != exitDone {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	for _, want := range []string{
		": read as Latin-5\n", `: left out what stands above rule 101: lines 1 to 3, "Çay Kulübü"`,
		`: left out what stands below rule 208: lines 11 to 13, "Dış bağlantılar"`,
		": immutable: rules 101 to 102\n", ": mutable: rules 201, 208\n", `: called cay.tr, "Çay Kulübü", in Turkish`,
		": attached the clauses of suber-mail.tr to rules 102, 201, 208\n", ": doubt: missing: rules 202 to 207, which rule 102 names\n",
	} {
		if !strings.Contains(stderr, name+want) {
			t.Errorf("no %q in\n%s", want, stderr)
		}
	}
	set, err := rulesets.Parse("cay.md", []byte(out))
	if err != nil {
		t.Fatal(err)
	}
	if i := len(set.Rules) - 1; set.Rules[i].Clause != "goal = 200" || set.Language != "tr" {
		t.Errorf("got\n%s", out)
	}
}

func TestImportRefusesInTwoLines(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct{ text, args, want string }{
		{"We drink tea.\n", "", "x.txt:1: no rule begins anywhere in this text\n"},
		{"101. Tea.\n102. \x00\n", "", "x.txt:2: the control character U+0000: this is no plain text\n"},
		{"101. Tea.\n\n102.\n", "", "x.txt:3: rule 102 has no text\n"},
		{"101. Tea.\n", "--language klingon", `x.txt:1: the language "klingon" is unknown` + "\n"},
		{"101. Tea.\n", "--clauses nothing", "there is neither a file nor a built-in ruleset nothing\n"},
		{"1. Tea.\n", "--clauses suber-mail.en", "rulesets: suber-mail.en has no clause for any of these rules\n"},
	} {
		name := filepath.Join(folder, "x.txt")
		writeFile(t, name, c.text, 0o644)
		code, out, stderr := runs(t, "", append([]string{"ruleset", "import", name}, strings.Fields(c.args)...)...)
		if code != exitFault || out != "" || !strings.HasPrefix(stderr, "nomicmail: "+c.want+"nomicmail: hint: ") {
			t.Errorf("%q: exit %d, %q, %s", c.text, code, out, stderr)
		}
	}
}

func TestDiffOfRulesets(t *testing.T) {
	_, same, _ := runs(t, "", "ruleset", "diff", "suber-mail.en", "suber-mail.en")
	if same != "no rule differs\n" {
		t.Errorf("a set differs from itself: %s", same)
	}
	show := func(name string) string {
		_, out, _ := runs(t, "", "ruleset", "show", name)
		return out
	}
	ours := filepath.Join(t.TempDir(), "ours.md")
	writeFile(t, ours, strings.Replace(show("suber-mail.en"), "goal = 200", "goal = 300", 1), 0o644)
	code, out, _ := runs(t, "", "ruleset", "diff", "suber-mail.en", ours)
	lines := strings.Split(out, "\n")
	if code != exitDone || !slices.Contains(lines, "-goal = 200") || !slices.Contains(lines, "+goal = 300") || strings.Count(out, "rule ") != 1 {
		t.Errorf("exit %d, got\n%s", code, out)
	}
	if code, _, _ := runs(t, "", "ruleset", "diff", "suber-mail.en", "suber-mail.xx"); code != exitFault {
		t.Errorf("an unknown ruleset: exit %d", code)
	}
}
