package main

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"nomicmail/docs"
	"nomicmail/internal/web"
)

// site is the web pages of all games, to be read at an address; "" is the config's.
func (o *office) site(base string) (*web.Site, error) {
	m, err := o.moderator()
	if err != nil {
		return nil, err
	}
	return web.New(web.Options{
		Book: o.book, Clerk: m, Base: firstOf(base, o.config.Web.Base), Language: o.config.Web.Language, Guide: docs.Guide, Now: o.now,
	})
}

// checkWeb looks for values of [web] that cannot be meant.
func (c *config) checkWeb(r *configReader) {
	if l := c.Web.Listen; l != "" {
		if _, port, err := net.SplitHostPort(l); err != nil || !isPort(port) {
			r.fault("web.listen", fmt.Sprintf("listen = %q is no host:port", l), `write it as "127.0.0.1:8025", and have a web server with TLS hand readers on to it`)
		}
	}
	if b := c.Web.Base; b != "" && !isBase(b) {
		r.fault("web.base", fmt.Sprintf("base = %q is no address of a web site", b), `write it as "https://nomic.example.org/"`)
	}
}

func isBase(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.RawQuery == "" && u.Fragment == "" && u.User == nil
}

// serveWeb shows the games to readers until ctx ends; to nobody when the config
// has no address for it.
func (d *daemon) serveWeb(ctx context.Context, l net.Listener) error {
	if l == nil {
		return nil
	}
	s, err := d.office.site("")
	if err != nil {
		return errors.Join(err, l.Close())
	}
	d.log.Info("the games can be read", "listen", l.Addr().String())
	return s.Serve(ctx, l, d.log)
}

func listenWeb(address string) (net.Listener, error) {
	if address == "" {
		return nil, nil
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fault{fmt.Sprintf("no pages can be served at %s: %v", address, err), "another program may have the port: choose another for listen = under [web] in the config"}
	}
	return l, nil
}

// siteOf asks for all pages, as a tar archive. Base stands in the place of the
// config's, unless it is "".
type siteOf struct{ Base string }

func (siteOf) path() string { return "site" }

func (q siteOf) pour(ctx context.Context, o *office, w io.Writer) error {
	s, err := o.site(q.Base)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(w)
	for p, err := range s.All() {
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		h := &tar.Header{Name: p.Path, Mode: 0o644, Size: int64(len(p.Body)), ModTime: time.Unix(0, 0)}
		if err := archive.WriteHeader(h); err != nil {
			return err
		}
		if _, err := archive.Write(p.Body); err != nil {
			return err
		}
	}
	return archive.Close()
}

// siteList is the file in which a folder of pages has the names of all of them, so
// that those which are gone can be removed the next time, and nothing else is.
const siteList = ".nomicmail-site"

func writeSite(f *flag.FlagSet) action {
	w, asJSON := whereFlags(f), jsonFlag(f)
	base := f.String("base", "", "the `ADDRESS` at which the pages will be read, e.g. https://nomic.example.org/")
	return func(ctx context.Context, c *call) error {
		if *base != "" && !isBase(*base) {
			return &wrongUse{fmt.Sprintf("%q is no address of a web site", *base), "write it as https://nomic.example.org/"}
		}
		d, err := w.desk(ctx)
		if err != nil {
			return err
		}
		defer d.close()
		from, to := io.Pipe()
		go func() { to.CloseWithError(d.pour(ctx, siteOf{*base}, to)) }()
		n, err := unpackSite(c.args[0], from)
		from.CloseWithError(err)
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.out, n)
		}
		c.printf("%d pages are in %s: %d new or changed, %d removed\n", n.Pages, c.args[0], n.Changed, n.Removed)
		return nil
	}
}

// siteCount is what became of a folder of pages.
type siteCount struct {
	Pages   int `json:"pages"`
	Changed int `json:"changed"`
	Removed int `json:"removed"`
}

// unpackSite writes pages into a folder: those that are not there as they are, and
// not the others, whose times stay.
func unpackSite(dir string, r io.Reader) (siteCount, error) {
	var n siteCount
	old, err := sitePages(dir)
	if err != nil {
		return n, err
	}
	var names []string
	for archive := tar.NewReader(r); ; {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return n, err
		}
		if !filepath.IsLocal(filepath.FromSlash(h.Name)) {
			return n, fmt.Errorf("site: %q is no name for a page", h.Name)
		}
		body, err := io.ReadAll(archive)
		if err != nil {
			return n, err
		}
		changed, err := writePage(filepath.Join(dir, filepath.FromSlash(h.Name)), body)
		if err != nil {
			return n, err
		}
		if names = append(names, h.Name); changed {
			n.Changed++
		}
	}
	n.Pages = len(names)
	slices.Sort(names)
	for _, name := range old {
		if _, still := slices.BinarySearch(names, name); !still && filepath.IsLocal(filepath.FromSlash(name)) {
			if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err == nil {
				n.Removed++
			}
		}
	}
	_, err = writePage(filepath.Join(dir, siteList), []byte(strings.Join(names, "\n")+"\n"))
	return n, err
}

// sitePages are those that a folder has from the last time. A folder of something
// else is left alone.
func sitePages(dir string) ([]string, error) {
	list, err := os.ReadFile(filepath.Join(dir, siteList))
	if err == nil {
		return strings.Fields(string(list)), nil
	}
	if errors.Is(err, syscall.ENOTDIR) {
		return nil, fault{dir + " is a file", "pages are written into a folder of their own: name one that is empty or not there"}
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	files, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if len(files) > 0 {
		return nil, fault{dir + " has other files in it", "pages are written into a folder of their own: name one that is empty or not there"}
	}
	return nil, os.MkdirAll(dir, 0o755)
}

// writePage writes a page whole or not at all, and says whether it was another.
func writePage(path string, body []byte) (changed bool, err error) {
	if was, err := os.ReadFile(path); err == nil && bytes.Equal(was, body) {
		return false, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return false, err
	}
	fresh := path + ".new"
	if err := os.WriteFile(fresh, body, 0o644); err != nil {
		return false, err
	}
	return true, os.Rename(fresh, path)
}
