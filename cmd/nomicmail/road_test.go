package main

import (
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"
)

// road is the way to a real mail server. What travels on it is encrypted, so
// that unlike on a [cable] only octets can be told from one another: they are
// held up now and then, and each connection breaks off after a number of them,
// wherever that falls.
type road struct {
	to string
	ln net.Listener

	mu      sync.Mutex
	dice    *rand.Rand
	open    map[*journey]bool
	breaks  int // connections that broke off
	holdups int
	busy    sync.WaitGroup // connections and the listener
}

// How far a connection gets, in octets of both directions, and how long some of
// what travels on it is held up.
const (
	roadLeast, roadMost = 20 << 10, 2 << 20
	holdupMost          = 30 * time.Millisecond
	holdupOneIn         = 20
)

// journey is one connection on a road.
type journey struct {
	near, far net.Conn
	left      int // octets until it breaks off; guarded by the road
}

func layRoad(t *testing.T, to string, seed uint64) *road {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &road{to: to, ln: ln, dice: rand.New(rand.NewPCG(seed, 9)), open: map[*journey]bool{}}
	r.busy.Go(r.accept)
	t.Cleanup(func() { ln.Close(); r.cut(); r.busy.Wait() })
	return r
}

func (r *road) address() string { return r.ln.Addr().String() }

func (r *road) accept() {
	for {
		near, err := r.ln.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", r.to)
		if err != nil { // the server has been stopped
			near.Close()
			continue
		}
		r.mu.Lock()
		j := &journey{near: near, far: far, left: roadLeast + r.dice.IntN(roadMost-roadLeast)}
		r.open[j] = true
		r.mu.Unlock()
		r.busy.Go(func() { r.carry(j) })
	}
}

// cut breaks off all connections.
func (r *road) cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for j := range r.open {
		j.end()
	}
}

// faults are how often anything went wrong.
func (r *road) faults() (breaks, holdups int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.breaks, r.holdups
}

func (j *journey) end() {
	j.near.Close()
	j.far.Close()
}

// carry goes on until either end hangs up.
func (r *road) carry(j *journey) {
	var back sync.WaitGroup
	back.Go(func() { r.bring(j, j.near, j.far) })
	r.bring(j, j.far, j.near)
	back.Wait()
	r.mu.Lock()
	delete(r.open, j)
	r.mu.Unlock()
}

func (r *road) bring(j *journey, to, from net.Conn) {
	defer j.end()
	b := make([]byte, 8<<10)
	for {
		n, err := from.Read(b)
		if err != nil {
			return
		}
		whole, wait := r.passes(j, n)
		if wait > 0 {
			time.Sleep(wait) // the fault itself, and no test waits by it
		}
		if _, err := to.Write(b[:whole]); err != nil || whole < n {
			return
		}
	}
}

// passes says how much of n octets gets through, and how late.
func (r *road) passes(j *journey, n int) (whole int, wait time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if j.left -= n; j.left < 0 {
		if j.left+n > 0 {
			r.breaks++
		}
		return max(0, j.left+n), 0
	}
	if r.dice.IntN(holdupOneIn) == 0 {
		r.holdups++
		wait = time.Duration(r.dice.Int64N(int64(holdupMost)))
	}
	return n, wait
}
