package mailhost

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestQueue(t *testing.T) {
	h := &Host{Dir: t.TempDir()}
	spool := filepath.Join(h.Dir, "p", "spool")
	var whole []string
	for name, mode := range map[string]os.FileMode{
		"incoming/431349.29747": 0o600, // being written when Postfix was stopped
		"incoming/648B99FC8C2":  0o700,
		"deferred/6/66FEA9FCB":  0o700,
		"corrupt/66FEA9FCD":     0o700,
	} {
		path := filepath.Join(spool, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, mode); err != nil {
			t.Fatal(err)
		}
		if mode == 0o700 && filepath.Dir(name) != "corrupt" {
			whole = append(whole, path)
		}
	}
	slices.Sort(whole)
	got, err := h.Queue()
	slices.Sort(got)
	if err != nil || !slices.Equal(got, whole) {
		t.Errorf("got %v, %v; want %v", got, err, whole)
	}
}
