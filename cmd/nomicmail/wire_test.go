package main

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
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

// TestDaemonKnowsEveryQuestion: whatever a verb asks while no daemon runs, it can ask
// the daemon, too.
func TestDaemonKnowsEveryQuestion(t *testing.T) {
	c := defaults()
	c.Data = t.TempDir()
	o, err := openOffice(c)
	if err != nil {
		t.Fatal(err)
	}
	defer o.close()
	h := handler(o, slog.New(slog.DiscardHandler))
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	asked := regexp.MustCompile(`(?m)^func \((?:\w+ )?\w+\) path\(\) string \{ return "(.+)" \}$`)
	found := 0
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range asked.FindAllStringSubmatch(string(src), -1) {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			found++
			w := httptest.NewRecorder()
			if h.ServeHTTP(w, httptest.NewRequest("POST", "/"+m[1], strings.NewReader("{"))); w.Code == 404 {
				t.Errorf("the daemon does not know %q, which %s asks", m[1], name)
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d questions are found", found)
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
