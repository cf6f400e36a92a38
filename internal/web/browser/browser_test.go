package browser

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

var pictures = flag.String("pictures", "", "the `folder` into which pictures of the pages are put")

// patience is how long the browser may take for a page.
const patience = 30 * time.Second

// browser is a Chromium without a window, in a profile of its own. It ends with
// the test.
func browser(t *testing.T) context.Context {
	t.Helper()
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath("/usr/bin/chromium"), chromedp.UserDataDir(t.TempDir()), chromedp.WSURLReadTimeout(time.Minute),
		chromedp.NoSandbox, // root has none, and the pages are ours
		chromedp.DisableGPU)
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, _ := chromedp.NewContext(allocator)
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil {
			t.Errorf("Chromium ends: %v", err)
		}
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start Chromium: %v", err)
	}
	return ctx
}

// tab is a tab of a browser. What the browser complains of in it is kept.
type tab struct {
	context.Context
	mu   sync.Mutex
	said []string
}

func open(t *testing.T, of context.Context) *tab {
	t.Helper()
	ctx, end := chromedp.NewContext(of)
	t.Cleanup(end)
	b := &tab{Context: ctx}
	if err := chromedp.Listen(ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	return b
}

// hear notes faults, and what the policy of the pages forbids.
func (b *tab) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			b.said = append(b.said, e.Entry.Text+" "+e.Entry.URL)
		}
	case *runtime.EventExceptionThrown:
		b.said = append(b.said, e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		b.said = append(b.said, "the console is written to: "+string(e.Type))
	}
}

// heard gives what was said since it was asked last.
func (b *tab) heard() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	said := b.said
	b.said = nil
	return said
}

// do runs actions one after another.
func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) error {
	ctx, stop := context.WithTimeout(b, patience)
	defer stop()
	return chromedp.Do(ctx, steps...)
}

// ask runs an action that gives something.
func ask[T any](b *tab, a chromedp.Action[T]) (T, error) {
	ctx, stop := context.WithTimeout(b, patience)
	defer stop()
	return chromedp.Run(ctx, a)
}

// look is how a reader sees a page: by day or night, at a width.
type look struct {
	mode  string // "light" or "dark"
	width int64  // in pixels
	tried string // which rules of axe's
}

const (
	everything = "null"
	colours    = `{type: "rule", values: ["color-contrast"]}`
	nothing    = "false"
)

// The looks at a page. Its structure is the same in all, and its colours are
// those of the mode at every width, so that axe need not try all again.
var (
	phone = look{"light", 360, everything}
	desk  = look{"dark", 1600, colours}
	looks = []look{phone, {"dark", 360, nothing}, {"light", 1600, nothing}, desk}
	byDay = []look{phone, {"dark", 360, nothing}, {"light", 1600, nothing}, {"dark", 1600, nothing}} // where the kind was seen by night
)

func (l look) String() string { return fmt.Sprintf("%s-%d", l.mode, l.width) }

// through makes a tab look so.
func (b *tab) through(l look) error {
	return b.do(chromedp.EmulateViewport(l.width, 1000), func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: l.mode}},
		})
		return chromedp.Void{}, err
	})
}

// live serves a site as serve does, and static as a host of files does.
func live(t *testing.T, s *salon) string {
	server := httptest.NewServer(s.site)
	t.Cleanup(server.Close)
	return server.URL + "/"
}

func static(t *testing.T, s *salon) (root string, paths []string) {
	t.Helper()
	folder := t.TempDir()
	for p, err := range s.site.All() {
		s.must(err)
		name := filepath.Join(folder, filepath.FromSlash(p.Path))
		s.must(os.MkdirAll(filepath.Dir(name), 0o755))
		s.must(os.WriteFile(name, p.Body, 0o644))
		if strings.HasSuffix(name, ".html") {
			paths = append(paths, p.Path)
		}
	}
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	t.Cleanup(server.Close)
	return server.URL + "/", paths
}

// kinds are pages of each kind.
var kinds = []string{
	"index.html", "rules.html", "rules/history.html", "rules/203.html", "rules/301.html", "rules/at-12.html", "proposals.html", "proposals/301.html", "proposals/303.html",
	"proposals/310.html", "players.html", "rulings.html", "archive.html", "archive/301.html", "archive/game.html", "record.html", "guide.html",
}

// TestPictures takes pictures of each kind of page where a folder is given for
// them, for people to look at.
func TestPictures(t *testing.T) {
	if *pictures == "" {
		return
	}
	s := played(t)
	root, b := live(t, s), open(t, browser(t))
	s.must(os.MkdirAll(*pictures, 0o755))
	for _, name := range append(slices.Clone(kinds), "../../index.html", "../../sealed/en/index.html", "../../sealed/en/proposals/301.html", "../../new/en/index.html", "nothing.html") {
		for _, l := range append(slices.Clone(looks), look{"light", 900, nothing}) {
			for _, lang := range []string{"en", "hu", "tr"} {
				if lang != "en" && l != phone {
					continue
				}
				s.must(b.through(l))
				s.must(b.do(chromedp.Navigate(root + "tea/" + lang + "/" + name)))
				take := chromedp.CaptureScreenshot()
				if l.width < 500 {
					take = chromedp.FullScreenshot(100)
				}
				shot, err := ask(b, take)
				s.must(err)
				file := strings.NewReplacer("../../", "site-", "/", "-", ".html", "").Replace(name)
				s.must(os.WriteFile(filepath.Join(*pictures, fmt.Sprintf("%s-%s-%s.png", file, lang, l)), shot, 0o644))
			}
		}
	}
}
