package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSite writes the pages of a game, and again after a move: what has not
// changed is not written, and a folder of something else is left alone.
func TestSite(t *testing.T) {
	d := atDesk(t)
	d.eventful()
	d.must(d.office.close())
	dir := filepath.Join(t.TempDir(), "pages")
	if out := d.does("site", dir, "--base", "https://nomic.example.org/a"); !strings.Contains(out, "pages are in "+dir) || !strings.HasSuffix(out, ", 0 removed\n") {
		t.Errorf("site says %s", out)
	}
	page, err := os.ReadFile(filepath.Join(dir, "tea", "en", "proposals", "301.html"))
	if err != nil || !strings.Contains(string(page), `<link rel="canonical" href="https://nomic.example.org/a/tea/en/proposals/301.html">`) {
		t.Errorf("the page of proposal 301: %v\n%s", err, page)
	}
	gone := filepath.Join(dir, "tea", "en", "old.html")
	writeFile(t, gone, "an old page", 0o644)
	list, err := os.ReadFile(filepath.Join(dir, siteList))
	d.must(err)
	writeFile(t, filepath.Join(dir, siteList), string(list)+"tea/en/old.html\n../desk.txt\n", 0o644)
	other := filepath.Join(filepath.Dir(dir), "desk.txt")
	writeFile(t, other, "something else", 0o644)
	if out := d.does("site", dir, "--base", "https://nomic.example.org/a"); !strings.Contains(out, ": 0 new or changed, 1 removed") {
		t.Errorf("site says at the second time %s", out)
	}
	if _, err := os.Stat(gone); err == nil {
		t.Error("a page that is gone is still there")
	}
	if _, err := os.Stat(other); err != nil {
		t.Errorf("a file of somebody else's is gone: %v", err)
	}
	if code, _, errout := runs(t, "", "site", other, "--config", d.config); code != exitFault || !strings.Contains(errout, "desk.txt is a file") {
		t.Errorf("a file as folder: %d, %s", code, errout)
	}
	if code, _, errout := runs(t, "", "backup", filepath.Join(dir, "none", "b.db"), "--config", d.config); code != exitFault || !strings.Contains(errout, "there is no folder ") {
		t.Errorf("a backup to nowhere: %d, %s", code, errout)
	}
	code, _, errout := runs(t, "", "site", filepath.Dir(dir), "--config", d.config)
	if code != exitFault || !strings.Contains(errout, "has other files in it") {
		t.Errorf("into a folder of something else: exit %d, %s", code, errout)
	}
	code, _, errout = runs(t, "", "site", dir, "--base", "nomic.example.org", "--config", d.config)
	if code != exitUse || !strings.Contains(errout, "is no address of a web site") {
		t.Errorf("for no address: exit %d, %s", code, errout)
	}
}

// TestServeShowsGames plays a move by mail and sees it on the pages, which are
// those that the verb writes while the daemon runs.
func TestServeShowsGames(t *testing.T) {
	s := open(t)
	address := freePort(t)
	src, err := os.ReadFile(s.config)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, s.config, fmt.Sprintf("%s\n[web]\nlisten = %q\n", src, address), 0o600)
	s.start()
	s.begins()
	s.delivers("bob", "1", "repeal 206")
	s.await("ada", "301")
	var body string
	for until := time.Now().Add(30 * time.Second); !strings.Contains(body, "301"); {
		var code int
		if code, body = fetched(t, "http://"+address+"/tea/en/proposals.html"); code != http.StatusOK || time.Now().After(until) {
			t.Fatalf("the proposals: %d %s", code, body)
		}
	}
	dir := filepath.Join(t.TempDir(), "pages")
	s.does("site", dir)
	written, err := os.ReadFile(filepath.Join(dir, "tea", "en", "proposals.html"))
	if err != nil || string(written) != body {
		t.Errorf("the file is not the page: %v\n%s\n%s", err, written, body)
	}
	s.end()
}
