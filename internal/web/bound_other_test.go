//go:build !linux

package web_test

import "time"

// timed is how long f takes.
func timed(f func()) time.Duration {
	began := time.Now()
	f()
	return time.Since(began)
}
