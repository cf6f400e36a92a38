package web_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// readersEnv has the process of this test read an address, over 64 connections,
// until it is killed.
const readersEnv = "NOMICMAIL_TEST_READS"

func TestMain(m *testing.M) {
	if address := os.Getenv(readersEnv); address != "" {
		readForEver(address)
	}
	os.Exit(m.Run())
}

func readForEver(address string) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	var all sync.WaitGroup
	for i := range 64 {
		all.Go(func() {
			for n := i; ; n++ {
				page := []string{"/tea/en/index.html", "/tea/hu/rules.html", "/index.html", "/tea/tr/record.html", "/tea/en/rules/203.html"}[n%5]
				res, err := client.Get("http://" + address + page)
				if err != nil {
					return
				}
				io.Copy(io.Discard, res.Body)
				res.Body.Close()
			}
		})
	}
	all.Wait()
	os.Exit(0)
}

// BenchmarkMails shows what a mail costs while nobody reads, and while 64 readers
// of another process do nothing else. The second is to be no more than a tenth
// above the first, on a machine with a processor for the readers' program.
func BenchmarkMails(b *testing.B) {
	for _, read := range []bool{false, true} {
		b.Run(fmt.Sprintf("read=%v", read), func(b *testing.B) {
			s := long(b, 60)
			s.says("bob", "enact\nThere is tea.\nend")
			if read {
				defer s.readers()()
			}
			for i := 0; b.Loop(); i++ {
				s.says("ada", fmt.Sprintf("361 %s", []string{"FOR", "AGAINST"}[i%2]))
			}
		})
	}
}

// readers serves the site and starts the readers; stop ends both.
func (s *salon) readers() (stop func()) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	s.must(err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.site.Serve(ctx, l, slog.New(slog.DiscardHandler)) }()
	self, err := os.Executable()
	s.must(err)
	readers := exec.Command(self)
	readers.Env = append(os.Environ(), readersEnv+"="+l.Addr().String())
	s.must(readers.Start())
	for until := time.Now().Add(10 * time.Second); !strings.Contains(read(s.TB, s.get("/index.html")), "tea") && time.Now().Before(until); {
	}
	return func() {
		readers.Process.Kill()
		readers.Wait()
		cancel()
		<-ended
	}
}
