package browser

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// tabs is how many pages are read at once.
const tabs = 3

// TestEveryPage opens every page of a site in English, and each kind of page in
// all languages, by day and by night and on a phone and a desk. It finds that the
// browser has nothing to complain of, that no page is wider than its window, that
// axe finds nothing, and that all links lead somewhere. All English ones are read
// as files, and those of each kind live.
func TestEveryPage(t *testing.T) {
	s := played(t)
	root := live(t, s)
	host, files := static(t, s)
	var all, every []string
	for _, p := range files {
		if strings.HasPrefix(p, "tea/en/") || strings.Count(p, "/") < 2 || strings.HasPrefix(p, "sealed/en/") && strings.Contains(p, "301") {
			every = append(every, host+p)
		}
	}
	for _, lang := range []string{"en", "es", "hu", "pt", "tr"} {
		for _, kind := range kinds {
			if !slices.Contains(files, "tea/"+lang+"/"+kind) {
				t.Errorf("there is no page %s in %s", kind, lang)
			}
			all = append(all, root+"tea/"+lang+"/"+kind)
		}
		all = append(all, root+"index."+lang+".html", root+"new/"+lang+"/index.html", root+"sealed/"+lang+"/proposals/301.html")
	}
	b := browser(t)
	seen := append(readAll(t, b, all, looks), readAll(t, b, every, byDay)...)
	t.Logf("%d pages in %d looks, with %d links", len(all)+len(every), len(looks), len(seen))
	for _, at := range seen {
		if problem := leads(at); problem != "" {
			t.Errorf("a link leads to %s: %s", at, problem)
		}
	}
}

// readAll reads pages in several tabs, and gives where their links lead.
func readAll(t *testing.T, of context.Context, pages []string, in []look) (links []string) {
	todo := make(chan string)
	var all sync.WaitGroup
	var mu sync.Mutex
	found := map[string]bool{}
	for range tabs {
		b := open(t, of)
		if err := b.do(armed(t)); err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			for at := range todo {
				problems, to := b.read(at, in)
				for _, p := range problems {
					t.Errorf("%s: %s", at, p)
				}
				mu.Lock()
				for _, l := range to {
					found[l] = true
				}
				mu.Unlock()
			}
		})
	}
	for _, p := range pages {
		todo <- p
	}
	close(todo)
	all.Wait()
	for l := range found {
		links = append(links, l)
	}
	slices.Sort(links)
	return links
}

// armed puts axe into every page that a tab opens, beside the page's own world.
func armed(t *testing.T) chromedp.Action[chromedp.Void] {
	t.Helper()
	source, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatalf("axe is not here, run npm ci in this folder: %v", err)
	}
	return func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: string(source)})
		return chromedp.Void{}, err
	}
}

// sight is what a page is like in one look.
type sight struct {
	Wide   string   // what is wider than the window, "" for nothing
	Broken []string // what axe finds
	Links  []string
	Rules  int // of axe's that were tried
}

// seeing is run in a page. What axe tries is null for all rules, false for none.
const seeing = `(async (tried) => {
	const root = document.documentElement, sight = {Wide: "", Broken: [], Links: [], Rules: 0};
	if (root.scrollWidth > root.clientWidth) {
		const wide = [...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > root.clientWidth + 1);
		sight.Wide = root.scrollWidth + " pixels: " + wide.slice(0, 3).map(e => e.outerHTML.slice(0, 90)).join(" ");
	}
	sight.Links = [...document.querySelectorAll("a[href], link[href]")].map(e => e.href).filter(l => !l.startsWith("data:"));
	if (tried === false) return sight;
	const found = await axe.run(document, {
		resultTypes: ["violations"],
		runOnly: tried || {type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
	});
	sight.Rules = found.passes.length;
	sight.Broken = found.violations.map(v => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 120) + " " + (n.any[0] ? n.any[0].message : "")).join("; "));
	return sight;
})(%s)`

// read looks at a page in several ways, and says what is wrong with it.
func (b *tab) read(at string, in []look) (problems, links []string) {
	b.heard()
	if err := b.through(phone); err != nil {
		return []string{err.Error()}, nil
	}
	if err := b.do(chromedp.Navigate(at)); err != nil {
		return []string{err.Error()}, nil
	}
	for _, l := range in {
		if err := b.through(l); err != nil {
			return append(problems, err.Error()), links
		}
		got, err := ask(b, chromedp.Evaluate[sight](fmt.Sprintf(seeing, l.tried), chromedp.EvalAwaitPromise))
		if err != nil {
			return append(problems, fmt.Sprintf("%s: %v", l, err)), links
		}
		if got.Wide != "" {
			problems = append(problems, fmt.Sprintf("%s: wider than the window, %s", l, got.Wide))
		}
		if got.Rules == 0 && l.tried != nothing {
			problems = append(problems, fmt.Sprintf("%s: axe tried nothing", l))
		}
		for _, p := range got.Broken {
			problems = append(problems, fmt.Sprintf("%s: %s", l, p))
		}
		links = got.Links
	}
	return append(problems, b.heard()...), links
}

// leads says what is wrong with where a link leads: "" for nothing.
func leads(at string) string {
	u, err := url.Parse(at)
	if err != nil || u.Hostname() != "127.0.0.1" {
		return "not to these pages"
	}
	u.Fragment = "" // TestLinks of package web looks at those
	res, err := http.Get(u.String())
	if err != nil {
		return err.Error()
	}
	res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return res.Status
	}
	return ""
}

// TestSight: what TestEveryPage looks for is found in a page that is made so.
func TestSight(t *testing.T) {
	b := open(t, browser(t))
	if err := b.do(armed(t)); err != nil {
		t.Fatal(err)
	}
	const bad = `<!DOCTYPE html><html><body><p style="color:#999;width:2000px">pale<img src=x><script>console.error("said"); nothing()</script>`
	problems, _ := b.read("data:text/html,"+url.PathEscape(bad), looks)
	said := strings.Join(problems, "\n")
	for _, want := range []string{"wider than the window", "color-contrast", "image-alt", "html-has-lang", "document-title", "the console is written to: error", "Uncaught"} {
		if !strings.Contains(said, want) {
			t.Errorf("%s is not found:\n%s", want, said)
		}
	}
}
