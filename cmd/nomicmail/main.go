// Nomicmail moderates games of Nomic by mail.
//
// Each verb of the command line is a file of this package; verbs.go is the
// table of them, from which the dispatch, the help, the list in the README and
// the shell completions are made.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second ^C ends the process at once
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	os.Exit(code)
}

// The exit codes.
const (
	exitDone  = 0
	exitFault = 1 // it could not be done: two lines on stderr say why
	exitUse   = 2 // the command line itself was wrong
)

// run is main without the process around it, so that tests can call it. It
// returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		args = []string{"help"}
	}
	err := dispatch(ctx, args, streams{in: stdin, out: stdout, err: stderr})
	return report(stderr, err)
}
