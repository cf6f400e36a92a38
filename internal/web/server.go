package web

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"golang.org/x/net/netutil"
)

// Bounds of what readers may take. A head of a request is read whole up to
// mostHead, so that one that is too long is told so on a page.
const (
	mostReaders  = 1000 // connections at a time; more wait outside
	mostHead     = 256 << 10
	readHeadIn   = 10 * time.Second
	readIn       = 20 * time.Second
	writeIn      = time.Minute // a page of 200 KB comes through a slow line in that
	idleFor      = time.Minute
	finishWithin = 5 * time.Second
)

// Serve answers readers at l until ctx ends.
func (s *Site) Serve(ctx context.Context, l net.Listener, log *slog.Logger) error {
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: readHeadIn, ReadTimeout: readIn, WriteTimeout: writeIn, IdleTimeout: idleFor,
		MaxHeaderBytes: mostHead, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(netutil.LimitListener(l, mostReaders)) }()
	select {
	case err := <-ended:
		return fmt.Errorf("web: %w", err)
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), finishWithin)
	defer cancel()
	if server.Shutdown(grace) != nil {
		server.Close()
	}
	<-ended
	return nil
}
