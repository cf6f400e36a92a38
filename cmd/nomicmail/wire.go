package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"nomicmail/internal/rules"
)

// The daemon's socket speaks HTTP. A question is posted as JSON to its path;
// the response is a stream of messages, one JSON object a line, of which the
// last is the answer or the faults and the others tell of progress.

// reply is one line of a response.
type reply struct {
	Done   int             `json:"done,omitempty"`
	Total  int             `json:"total,omitempty"`
	Answer json.RawMessage `json:"answer,omitempty"`
	Faults faults          `json:"faults,omitempty"`
}

// maxQuestion bounds what may be posted: a game file with its ruleset.
const maxQuestion = 4 << 20

// wire is the client's end.
type wire struct {
	socket string
	client *http.Client
}

func newWire(socket string) *wire {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", socket)
	}
	return &wire{socket, &http.Client{Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}}}
}

func (w *wire) post(ctx context.Context, path string, q, answer any, tell progress) error {
	res, err := w.ask(ctx, path, q)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	return w.read(ctx, res.Body, answer, tell)
}

// ask posts a question. The caller closes the response.
func (w *wire) ask(ctx context.Context, path string, q any) (*http.Response, error) {
	body, err := json.Marshal(q)
	if err != nil {
		return nil, fmt.Errorf("socket: write the question: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://nomicmail/"+path, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("socket: %w", err)
	}
	res, err := w.client.Do(req)
	if err != nil {
		return nil, w.lost(ctx, err)
	}
	if res.StatusCode == http.StatusNotFound {
		res.Body.Close()
		return nil, fault{fmt.Sprintf("the daemon does not know %q", path), "it is another version than this program: restart it"}
	}
	return res, nil
}

func (w *wire) read(ctx context.Context, body io.Reader, answer any, tell progress) error {
	for lines := json.NewDecoder(body); ; {
		var m reply
		if err := lines.Decode(&m); err != nil {
			return w.lost(ctx, err)
		}
		switch {
		case m.Faults != nil:
			return m.Faults
		case m.Answer != nil:
			return json.Unmarshal(m.Answer, answer)
		}
		tell(m.Done, m.Total)
	}
}

// lost is a connection that broke off.
func (w *wire) lost(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fault{fmt.Sprintf("the daemon did not answer: %v", err), "it may have been stopped while it worked on this: its log tells, and nomicmail record shows whether it was done"}
}

// handler answers questions on the daemon's side.
func handler(o *office, log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	on[gamesList](mux, o, log)
	on[gameState](mux, o, log)
	on[gameNew](mux, o, log)
	on[act](mux, o, log)
	on[undoing](mux, o, log)
	on[upholding](mux, o, log)
	on[page](mux, o, log)
	on[playersOf](mux, o, log)
	on[organisersOf](mux, o, log)
	on[shadowOf](mux, o, log)
	on[entriesOf](mux, o, log)
	on[heldWords](mux, o, log)
	on[ruleDiff](mux, o, log)
	on[whyAnswer](mux, o, log)
	on[outboxList](mux, o, log)
	on[outboxMark](mux, o, log)
	on[verifyAll](mux, o, log)
	on[ballotsOf](mux, o, log)
	pours[backupAll](mux, o, log)
	pours[exportOf](mux, o, log)
	pours[siteOf](mux, o, log)
	return mux
}

// on answers the questions of type Q.
func on[Q question[A], A any](mux *http.ServeMux, o *office, log *slog.Logger) {
	var kind Q
	mux.HandleFunc("POST /"+kind.path(), func(w http.ResponseWriter, r *http.Request) {
		out := json.NewEncoder(w)
		var q Q
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxQuestion)).Decode(&q); err != nil {
			out.Encode(reply{Faults: faults{{"the question could not be read: " + err.Error(), "the program and the daemon may be of different versions"}}})
			return
		}
		a, err := q.answer(r.Context(), o, func(done, total int) {
			out.Encode(reply{Done: done, Total: total})
			http.NewResponseController(w).Flush()
		})
		if err != nil {
			log.Info("refused at the socket", "what", kind.path(), "why", withoutWords(err))
			out.Encode(reply{Faults: explain(err)})
			return
		}
		raw, err := json.Marshal(a)
		if err != nil {
			out.Encode(reply{Faults: explain(err)})
			return
		}
		out.Encode(reply{Answer: raw})
	})
}

// listen opens the daemon's socket for its own user alone. Whoever holds the
// record may take the place of a socket that was left behind.
func listen(socket string) (net.Listener, error) {
	if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("socket: %w", err)
	}
	l, err := net.Listen("unix", socket)
	if err != nil {
		return nil, fault{fmt.Sprintf("the socket %s cannot be opened: %v", socket, err), "its folder must exist and belong to the daemon's user, and the path be shorter than 100 letters"}
	}
	if err := os.Chmod(socket, 0o600); err != nil {
		l.Close()
		return nil, fmt.Errorf("socket: %w", err)
	}
	return l, nil
}

// serveSocket answers at the socket until ctx ends, and then finishes what it
// is at.
func serveSocket(ctx context.Context, l net.Listener, h http.Handler) error {
	s := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	select {
	case err := <-ended:
		return fmt.Errorf("socket: %w", err)
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if s.Shutdown(grace) != nil {
		s.Close()
	}
	<-ended
	return nil
}

// withoutWords is an error as a log may have it: what somebody has typed can be
// a vote that nobody is to know yet.
func withoutWords(err error) error {
	var no *rules.Refusal
	switch {
	case errors.As(err, &no):
		return errors.New(string(no.Code))
	case isRefused(err):
		return errors.New("the words could not be read")
	}
	return err
}
