package main

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// TestSocketQuestions posts what no verb would.
func TestSocketQuestions(t *testing.T) {
	c := defaults()
	c.Data = t.TempDir()
	o, err := openOffice(c)
	if err != nil {
		t.Fatal(err)
	}
	defer o.close()
	h := handler(o, slog.New(slog.DiscardHandler))
	for _, q := range []struct {
		method, path, body string
		code               int
		want               string
	}{
		{"POST", "/games", "{}", 200, `{"answer":[]}`},
		{"POST", "/games", "{", 200, `{"faults":[{"text":"the question could not be read`},
		{"POST", "/games", `{"x":"` + strings.Repeat("x", maxQuestion) + `"}`, 200, `{"faults":[{"text":"the question could not be read`},
		{"POST", "/game", `{"Game":"coffee"}`, 200, `{"faults":[{"text":"no such game: coffee"`},
		{"POST", "/nonsense", "{}", 404, ""},
		{"GET", "/games", "", 405, ""},
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(q.method, q.path, strings.NewReader(q.body)))
		if w.Code != q.code || !strings.HasPrefix(w.Body.String(), q.want) {
			t.Errorf("%s %s: %d, %.200s", q.method, q.path, w.Code, w.Body)
		}
	}
}

// telling is a question whose answer takes its time.
type telling struct{}

func (telling) path() string { return "telling" }

func (telling) answer(_ context.Context, _ *office, tell progress) (string, error) {
	tell(1, 2)
	tell(2, 2)
	return "done", nil
}

// TestSocketTellsProgress has the progress of a long work on the other side.
func TestSocketTellsProgress(t *testing.T) {
	mux := http.NewServeMux()
	on[telling](mux, nil, slog.New(slog.DiscardHandler))
	socket := filepath.Join(t.TempDir(), "s")
	l, err := listen(socket)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- serveSocket(ctx, l, mux) }()
	var told []int
	d := &desk{wire: newWire(socket)}
	a, err := ask(t.Context(), d, telling{}, func(done, _ int) { told = append(told, done) })
	if err != nil || a != "done" || len(told) != 2 || told[1] != 2 {
		t.Errorf("%q, %v, told %v", a, err, told)
	}
	if _, err := ask(t.Context(), d, gamesList{}, silent); err == nil || !strings.Contains(explain(err)[0].Hint, "another version") {
		t.Errorf("a question that the daemon does not know: %v", err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := ask(t.Context(), d, telling{}, silent); err == nil {
		t.Error("an answer came from nobody")
	}
}
