package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"nomicmail/internal/mailer"
	"nomicmail/internal/record"
)

// unwellAfter is how long the mailbox may go unread before the daemon is unwell:
// three of the longest waits between two looks.
const unwellAfter = 15 * time.Minute

// health is what an organiser's monitoring asks of the daemon, over HTTP on this
// machine: /healthz for a yes or no, /metrics for figures. It has no words of any
// mail, no addresses, and no votes, counted or not.
type health struct {
	office *office
	began  time.Time
	inbox  func() mailer.State
	now    func() time.Time
	broken func() error           // why the record takes no writes; nil while it does
	clock  func(time.Time) string // what is wrong with our clock; "" when nothing is

	mu      sync.Mutex
	mails   map[string]int // since the start, by outcome
	letters map[string]int // since the start, by what came of an attempt
	ticked  time.Time
}

func newHealth(o *office, inbox func() mailer.State, now func() time.Time) *health {
	return &health{office: o, began: now(), inbox: inbox, now: now, broken: func() error { return nil }, clock: func(time.Time) string { return "" }, mails: map[string]int{}, letters: map[string]int{}}
}

// mail counts a mail. Of its outcome the part that is one of few counts.
func (h *health) mail(outcome string) {
	kind, _, _ := strings.Cut(outcome, ":")
	h.mu.Lock()
	defer h.mu.Unlock()
	h.mails[kind]++
}

// letter counts an attempt to send one.
func (h *health) letter(status string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.letters[status]++
}

// tick remembers that the deadlines were looked after.
func (h *health) tick(at time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ticked = at
}

// wrong is why the daemon is unwell, a line each; nothing when it is well.
func (h *health) wrong() []string {
	var all []string
	box := h.inbox()
	if read := later(box.CaughtUp, h.began); h.now().Sub(read) > unwellAfter {
		why := "the server says no more"
		if box.Err != nil {
			why = oneLine(box.Err.Error())
		}
		all = append(all, fmt.Sprintf("the mailbox has not been read since %s UTC: %s", moment(read), why))
	}
	if err := h.broken(); err != nil {
		all = append(all, "the record takes no more writes: "+oneLine(err.Error()))
	}
	if wrong := h.clock(h.now()); wrong != "" {
		all = append(all, wrong)
	}
	if _, err := h.office.book.Waiting(); err != nil {
		all = append(all, "the record cannot be read: "+oneLine(err.Error()))
	}
	return all
}

func (h *health) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		if wrong := h.wrong(); len(wrong) > 0 {
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprintln(w, strings.Join(wrong, "\n"))
			return
		}
		fmt.Fprintln(w, "well")
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		var b strings.Builder
		if err := h.metrics(&b); err != nil {
			http.Error(w, oneLine(err.Error()), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		io.WriteString(w, b.String())
	})
	return mux
}

// metrics writes the figures in the text format of Prometheus.
func (h *health) metrics(w io.Writer) error {
	m := metrics{w}
	m.family("info", "gauge", "Which program this is.")
	m.value("info", 1, "version", thisBuild().Version)
	h.counts(m)
	if err := h.outbox(m); err != nil {
		return err
	}
	box := h.inbox()
	m.one("imap_connected", "gauge", "Whether the daemon is logged in to the mailbox.", yes(box.Connected))
	m.one("mailbox_read_timestamp_seconds", "gauge", "When the whole mailbox was last read.", seconds(box.CaughtUp))
	return h.games(m)
}

func (h *health) counts(m metrics) {
	h.mu.Lock()
	defer h.mu.Unlock()
	m.family("mails_total", "counter", "Mails read since the start, by what became of them.")
	for _, kind := range slices.Sorted(maps.Keys(h.mails)) {
		m.value("mails_total", float64(h.mails[kind]), "outcome", kind)
	}
	m.family("letters_total", "counter", "Attempts to send a letter since the start, by how the letter stood after it.")
	for _, status := range slices.Sorted(maps.Keys(h.letters)) {
		m.value("letters_total", float64(h.letters[status]), "status", status)
	}
	m.one("tick_timestamp_seconds", "gauge", "When the deadlines were last looked after.", seconds(h.ticked))
}

func (h *health) outbox(m metrics) error {
	all, err := h.office.book.Waiting()
	if err != nil {
		return err
	}
	count, oldest := map[string]int{}, time.Time{}
	for _, l := range all {
		if count[l.Status]++; l.Status == record.Waiting && (oldest.IsZero() || l.Made.Before(oldest)) {
			oldest = l.Made
		}
	}
	m.family("letters", "gauge", "Letters in the outbox that are not done with.")
	for _, status := range []string{record.Waiting, record.Failed, record.Doubtful} {
		m.value("letters", float64(count[status]), "status", status)
	}
	age := 0.0
	if !oldest.IsZero() {
		age = max(0, h.now().Sub(oldest).Seconds())
	}
	m.one("letter_waiting_seconds", "gauge", "Age of the oldest letter that waits to be sent.", age)
	return nil
}

func (h *health) games(m metrics) error {
	mod, err := h.office.moderator()
	if err != nil {
		return err
	}
	heads, held, due := map[string]float64{}, map[string]float64{}, map[string]float64{}
	for _, name := range mod.Games() {
		g, err := mod.Game(name)
		if err != nil {
			return err
		}
		n, _, err := h.office.book.Head(name)
		if err != nil {
			return err
		}
		heads[name], held[name], due[name] = float64(n), float64(len(g.Held)), seconds(g.NextDeadline())
	}
	m.games("record_head", "Number of the last entry of the record.", heads)
	m.games("questions", "Words that wait for an answer.", held)
	m.games("deadline_timestamp_seconds", "When time will next do something, 0 for never.", due)
	return nil
}

// metrics writes families and values.
type metrics struct{ w io.Writer }

func (m metrics) family(name, kind, help string) {
	fmt.Fprintf(m.w, "# HELP nomicmail_%s %s\n# TYPE nomicmail_%s %s\n", name, help, name, kind)
}

func (m metrics) value(name string, v float64, label, of string) {
	fmt.Fprintf(m.w, "nomicmail_%s{%s=%q} %v\n", name, label, labelled(of), v)
}

func (m metrics) one(name, kind, help string, v float64) {
	m.family(name, kind, help)
	fmt.Fprintf(m.w, "nomicmail_%s %v\n", name, v)
}

func (m metrics) games(name, help string, of map[string]float64) {
	m.family(name, "gauge", help)
	for _, game := range slices.Sorted(maps.Keys(of)) {
		m.value(name, of[game], "game", game)
	}
}

// labelled leaves %q nothing that the format does not know.
func labelled(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s)
}

func yes(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func seconds(t time.Time) float64 {
	if t.IsZero() {
		return 0
	}
	return float64(t.Unix())
}

// serveHealth answers at the config's address until ctx ends; nowhere when it
// has none.
func (d *daemon) serveHealth(ctx context.Context, l net.Listener) error {
	if l == nil {
		return nil
	}
	return serveSocket(ctx, l, d.health.routes())
}

func listenHealth(address string) (net.Listener, error) {
	if address == "" {
		return nil, nil
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fault{fmt.Sprintf("nothing can be served at %s: %v", address, err), "another program may have the port: choose another for health = in the config"}
	}
	return l, nil
}
