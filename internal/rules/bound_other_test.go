//go:build !linux

package rules

import "time"

// timed is how long f takes.
func timed(f func()) time.Duration {
	began := time.Now()
	f()
	return time.Since(began)
}
