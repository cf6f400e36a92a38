package web

import (
	"bytes"
	"compress/gzip"
	"container/list"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"time"
)

// mostKept is how many bytes of pages are kept made, with their compressed forms.
const mostKept = 32 << 20

// freshFor is how long a page is good whose game has not moved: some pages tell of
// what lies ahead, and that comes without a move.
const freshFor = time.Minute

// kept is a page made, for as long as its game stands as it did.
type kept struct {
	page Page
	zip  []byte // nil when that would not be smaller
	tag  string // the entity tag (RFC 9110 §8.8.3)
	of   string // how the game stood
	made time.Time
}

// cache keeps the pages that were read last.
type cache struct {
	mu    sync.Mutex // guards what follows
	pages map[string]*list.Element
	order list.List // of *kept, the last read one first
	size  int
}

// kept gives the page under a path, made now or before. With a query it is made for
// this reader alone.
func (s *Site) kept(path, query string) (*kept, error) {
	of, err := s.stand(path)
	if err != nil {
		return nil, err
	}
	now := s.options.Now()
	if k := s.cache.find(path); k != nil && query == "" && k.of == of && now.Sub(k.made) < freshFor && !now.Before(k.made) {
		return k, nil
	}
	p, err := s.page(path, query, true)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(p.Body)
	k := &kept{page: p, tag: `"` + hex.EncodeToString(sum[:12]) + `"`, of: of, made: now}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(p.Body)
	z.Close()
	if b.Len() < len(p.Body) {
		k.zip = b.Bytes()
	}
	if query == "" {
		s.cache.keep(k)
	}
	return k, nil
}

// stand says how the game of a path stands, in a word that changes with it.
func (s *Site) stand(path string) (string, error) {
	if name, ok := gameIn(path); ok {
		g, err := s.shelf.game(name)
		if err != nil {
			return "", err
		}
		return g.Hash.String(), nil
	}
	if _, ok := s.isIndex(path); !ok && path != apiRoot+"games.json" {
		return "", nil
	}
	names, err := s.options.Book.Games()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, name := range names {
		n, hash, err := s.options.Book.Head(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%s %d %x\n", name, n, hash[:8])
	}
	return b.String(), nil
}

func (c *cache) find(path string) *kept {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.pages[path]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*kept)
}

func (c *cache) keep(k *kept) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pages == nil {
		c.pages = map[string]*list.Element{}
	}
	if e := c.pages[k.page.Path]; e != nil {
		c.drop(e)
	}
	c.pages[k.page.Path] = c.order.PushFront(k)
	c.size += k.bytes()
	for c.size > mostKept && c.order.Len() > 1 {
		c.drop(c.order.Back())
	}
}

func (c *cache) drop(e *list.Element) {
	k := c.order.Remove(e).(*kept)
	delete(c.pages, k.page.Path)
	c.size -= k.bytes()
}

func (k *kept) bytes() int { return len(k.page.Body) + len(k.zip) + len(k.of) + 300 }
