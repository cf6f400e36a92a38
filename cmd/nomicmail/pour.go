package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
)

// outpour is a question whose answer is too large for one message: it is
// written as it is made, and travels as it is.
type outpour interface {
	path() string
	pour(ctx context.Context, o *office, w io.Writer) error
}

// pour writes the answer to w. After an error what was written is worth nothing.
func (d *desk) pour(ctx context.Context, q outpour, w io.Writer) error {
	if d.office != nil {
		return q.pour(ctx, d.office, w)
	}
	return d.wire.pour(ctx, q, w)
}

func (w *wire) pour(ctx context.Context, q outpour, to io.Writer) error {
	res, err := w.ask(ctx, q.path(), q)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusUnprocessableEntity {
		return w.read(ctx, res.Body, nil, silent)
	}
	from := &lastError{r: res.Body}
	if _, err = io.Copy(to, from); err != nil && errors.Is(err, from.err) {
		return w.lost(ctx, err)
	}
	return err
}

// lastError remembers how reading ended, so that a broken connection is not
// taken for a full disk.
type lastError struct {
	r   io.Reader
	err error
}

func (l *lastError) Read(p []byte) (n int, err error) {
	n, err = l.r.Read(p)
	l.err = err
	return n, err
}

// pours answers the questions of type Q.
func pours[Q outpour](mux *http.ServeMux, o *office, log *slog.Logger) {
	var kind Q
	mux.HandleFunc("POST /"+kind.path(), func(w http.ResponseWriter, r *http.Request) {
		var q Q
		out := &begun{w: w}
		err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxQuestion)).Decode(&q)
		if err == nil {
			err = q.pour(r.Context(), o, out)
		}
		if err == nil {
			return
		}
		log.Info("refused at the socket", "what", kind.path(), "why", err)
		if out.yes {
			panic(http.ErrAbortHandler) // a half answer must not look like a whole one
		}
		w.WriteHeader(http.StatusUnprocessableEntity)
		json.NewEncoder(w).Encode(reply{Faults: explain(err)})
	})
}

// begun knows whether anything has been written.
type begun struct {
	w   io.Writer
	yes bool
}

func (b *begun) Write(p []byte) (int, error) {
	b.yes = true
	return b.w.Write(p)
}
