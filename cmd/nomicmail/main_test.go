package main

import (
	"bytes"
	"context"
	"log"
	"net"
	"net/http"
	_ "net/http/pprof"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"nomicmail":              func() { os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
		"nomicmail-with-profile": withProfile,
	})
}

// withProfile is main in a process whose heap can be looked at, over HTTP at the
// listener that it inherits.
func withProfile() {
	l, err := net.FileListener(os.NewFile(3, "profile"))
	if err != nil {
		log.Fatal(err)
	}
	go http.Serve(l, nil)
	main()
}

// TestStories runs the operators' stories in testdata/script.
func TestStories(t *testing.T) {
	stories, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(stories) == 0 {
		t.Fatal("there are no stories", err)
	}
	testscript.Run(t, testscript.Params{Files: stories, Cmds: map[string]func(*testscript.TestScript, bool, []string){"flip": flip}})
}

// flip changes one bit of a file wherever words stand in it, since the database
// keeps old pages for a while.
func flip(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: flip FILE WORDS")
	}
	path := ts.MkAbs(args[0])
	src, err := os.ReadFile(path)
	ts.Check(err)
	if !bytes.Contains(src, []byte(args[1])) {
		ts.Fatalf("%q does not stand in %s", args[1], args[0])
	}
	flipped := []byte(args[1])
	flipped[0] ^= 1
	src = bytes.ReplaceAll(src, []byte(args[1]), flipped)
	ts.Check(os.WriteFile(path, src, 0o600))
}
