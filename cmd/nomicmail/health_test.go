package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/mailer"
)

// freePort is an address of this machine that nobody listens on.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// fetched asks a daemon over HTTP.
func fetched(t *testing.T, url string) (code int, body string) {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(b)
}

// figures reads metrics as Prometheus does, and finds fault with their form.
func figures(t *testing.T, text string) map[string]float64 {
	t.Helper()
	all, typed := map[string]float64{}, map[string]bool{}
	for line := range strings.Lines(strings.TrimSuffix(text, "\n")) {
		line = strings.TrimSuffix(line, "\n")
		if rest, ok := strings.CutPrefix(line, "# TYPE "); ok {
			name, kind, _ := strings.Cut(rest, " ")
			if typed[name] || kind != "gauge" && kind != "counter" {
				t.Errorf("a second or unknown type: %s", line)
			}
			typed[name] = true
		}
		if strings.HasPrefix(line, "#") {
			continue
		}
		i := strings.LastIndexByte(line, ' ')
		v, err := strconv.ParseFloat(line[i+1:], 64)
		name, _, _ := strings.Cut(line[:i], "{")
		if _, again := all[line[:i]]; err != nil || again || !typed[name] {
			t.Errorf("%q: %v, again %v, typed %v", line, err, again, typed[name])
		}
		all[line[:i]] = v
	}
	return all
}

// TestHealth plays a little and looks at the figures.
func TestHealth(t *testing.T) {
	s := open(t)
	for _, user := range []string{"org", "cem"} {
		if err := s.post.AddUser(user, "s3cret"); err != nil {
			t.Fatal(err)
		}
	}
	address := freePort(t)
	src, err := os.ReadFile(s.config)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, s.config, fmt.Sprintf("health = %q\n%s", address, src), 0o600)
	s.start()
	s.begins()
	s.delivers("bob", "1", "repeal 206")
	s.await("ada", "301")
	s.await("bob", "301")
	s.delivers("cem", "2", "hello?")
	s.delivers("ada", "3", "301 AGAINST")
	s.await("ada", "301: your vote")
	head := strings.Count(s.does("record", "tea", "--json"), "\n")
	var got map[string]float64
	for until := time.Now().Add(30 * time.Second); ; {
		_, text := fetched(t, "http://"+address+"/metrics")
		got = figures(t, text)
		if got[`nomicmail_letters{status="waiting"}`] == 0 && got["nomicmail_mailbox_read_timestamp_seconds"] > 0 {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("the outbox does not empty:\n%s", text)
		}
	}
	for name, want := range map[string]float64{
		`nomicmail_mails_total{outcome="counted"}`: 2, `nomicmail_mails_total{outcome="held"}`: 1,
		`nomicmail_record_head{game="tea"}`: float64(head), `nomicmail_questions{game="tea"}`: 0,
		"nomicmail_imap_connected": 1, "nomicmail_letter_waiting_seconds": 0, `nomicmail_letters{status="failed"}`: 0,
	} {
		if v, ok := got[name]; !ok || v != want {
			t.Errorf("%s is %v, %v; want %v in %v", name, v, ok, want, got)
		}
	}
	now := float64(time.Now().Unix())
	if sent := got[`nomicmail_letters_total{status="sent"}`]; sent < 6 {
		t.Errorf("%v letters were sent", sent)
	}
	for _, name := range []string{"nomicmail_mailbox_read_timestamp_seconds", "nomicmail_tick_timestamp_seconds"} {
		if now-got[name] > 120 || got[name] > now+1 {
			t.Errorf("%s is %v, now is %v", name, got[name], now)
		}
	}
	if got[`nomicmail_deadline_timestamp_seconds{game="tea"}`] < now {
		t.Errorf("no deadline: %v", got)
	}
	if code, body := fetched(t, "http://"+address+"/healthz"); code != http.StatusOK || body != "well\n" {
		t.Errorf("healthz: %d %s", code, body)
	}
	s.end()
}

// TestUnwell is the daemon whose mailbox cannot be read.
func TestUnwell(t *testing.T) {
	d := atDesk(t)
	now := noon
	var box mailer.State
	h := newHealth(d.office, func() mailer.State { return box }, func() time.Time { return now })
	if wrong := h.wrong(); len(wrong) > 0 {
		t.Errorf("unwell at its start: %q", wrong)
	}
	now = noon.Add(unwellAfter + time.Second)
	box.Err = errors.New("no route\nto host")
	if wrong := h.wrong(); len(wrong) != 1 || wrong[0] != "the mailbox has not been read since 2026-01-05 12:00 UTC: no route to host" {
		t.Errorf("with a mailbox that was never read: %q", wrong)
	}
	box = mailer.State{Connected: true, CaughtUp: now}
	if wrong := h.wrong(); len(wrong) > 0 {
		t.Errorf("read just now: %q", wrong)
	}
	d.must(d.office.close())
	if wrong := h.wrong(); len(wrong) != 1 || !strings.HasPrefix(wrong[0], "the record cannot be read") {
		t.Errorf("without a record: %q", wrong)
	}
}

// TestWatchdog hears that the daemon lives, in the time that systemd gives it.
func TestWatchdog(t *testing.T) {
	s := open(t)
	t.Setenv("WATCHDOG_USEC", "100000")
	t.Setenv("WATCHDOG_PID", strconv.Itoa(os.Getpid()))
	s.start()
	for range 3 {
		s.hears("WATCHDOG=1")
	}
	s.stop()
	if code := <-s.ended; code != exitDone {
		t.Errorf("exit %d", code)
	}
	for _, c := range []struct {
		usec, pid string
		want      time.Duration
	}{{"", "", 0}, {"30000000", "", 15 * time.Second}, {"30000000", "1", 0}, {"-5", "", 0}, {"soon", "", 0}, {"9223372036854775807", "", 0}} {
		if got := watchdogEvery(c.usec, c.pid); got != c.want {
			t.Errorf("watchdogEvery(%q, %q) = %v, want %v", c.usec, c.pid, got, c.want)
		}
	}
}
