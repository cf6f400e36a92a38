package mailer

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"nomicmail/internal/mailer/mailhost"
)

// real is Dovecot and Postfix, nil where they are not installed.
var real *mailhost.Host

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	users := make([]string, 60)
	for i := range users {
		users[i] = fmt.Sprintf("u%d", i)
	}
	host, err := mailhost.Start(users...)
	switch {
	case errors.Is(err, mailhost.ErrMissing) && os.Getenv("CI") != "true":
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		return 1
	default:
		real = host
		defer host.Stop()
	}
	code := m.Run()
	if err := goleak.Find(); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}
