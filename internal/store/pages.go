package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"slices"
	"syscall"

	bolt "go.etcd.io/bbolt"
)

// pages reads a bbolt file without bbolt, which trusts what it reads: a flipped
// byte in the number of a page makes it go round in circles or leave its
// memory, and both end the process. Here every number is looked at before it
// is used, and what cannot be read is a fault.
//
// The format is that of bbolt's pages, version 2: a head of 16 bytes, then the
// elements of 16 bytes each, then their keys and values without gaps.
type pages struct {
	file  io.ReaderAt
	size  int64 // of the file
	high  uint64
	seen  []bool
	roots map[string]bucketRoot
	count int
	found []Fault
	// halved: one of the two heads is damaged. If it was the later one, a
	// transaction is lost; bbolt goes on with the other all the same.
	halved bool
}

// bucketRoot is where a bucket begins: at a page, or, for a small one, right
// within the page of its name.
type bucketRoot struct {
	page   uint64
	inline []byte
}

const (
	pageHead    = 16
	elementSize = 16
	branchPage  = 1
	leafPage    = 2
	bucketFlag  = 1
	deepest     = 32 // levels of pages, for which no disk is large enough
)

// openPages looks through all pages below high that can be reached from root.
func openPages(file *os.File, root, high uint64) *pages {
	p := &pages{file: file, high: high, roots: map[string]bucketRoot{}}
	info, err := file.Stat()
	if err != nil {
		p.fault("file", err.Error())
		return p
	}
	p.size = info.Size()
	if most := uint64(p.size / pageSize); high > most {
		p.fault("file", fmt.Sprintf("it has %d pages and should have %d: it was cut off", most, high))
		p.high = most
	}
	p.seen = make([]bool, p.high)
	p.tree(root, span{}, 0, p.root)
	for _, b := range buckets {
		if r, ok := p.roots[b]; !p.ours() {
			break
		} else if ok {
			p.bucket(r, func(key []byte, v value) {
				if p.count++; v.flags != 0 {
					p.fault(v.page.name, show(b, key)+" is no plain value")
				}
			})
		} else {
			p.fault("file", "the bucket "+b+" is missing")
		}
	}
	return p
}

// ours tells whether any bucket of the file is one that we would make.
func (p *pages) ours() bool {
	return slices.ContainsFunc(buckets, func(b string) bool { _, ok := p.roots[b]; return ok })
}

// recognise refuses a file that another program wrote, or a later version of
// this one.
func (p *pages) recognise() error {
	if !p.ours() && len(p.roots) > 0 {
		return ErrNotDatabase
	}
	var written []byte
	p.each(metaBucket, func(key, value []byte) {
		if bytes.Equal(key, formatKey) {
			written = value
		}
	})
	if written != nil && string(written) != format {
		return fmt.Errorf("%w (its format is %.20q, ours is %q)", ErrNewer, written, format)
	}
	return nil
}

// root notes where a bucket begins.
func (p *pages) root(name []byte, v value) {
	b := v.bytes()
	if v.flags != bucketFlag || len(b) < 16 {
		p.fault("file", fmt.Sprintf("%.40q is no bucket", name))
		return
	}
	p.roots[string(name)] = bucketRoot{binary.NativeEndian.Uint64(b), b[16:]}
}

func (p *pages) bucket(r bucketRoot, visit func([]byte, value)) {
	if r.page != 0 {
		p.tree(r.page, span{}, 0, visit)
		return
	}
	pg := page{head: r.inline, length: uint64(len(r.inline)), name: "a small bucket"}
	if pg.length < pageHead || pg.flags() != leafPage {
		p.fault(pg.name, "it is not where the file says")
		return
	}
	p.leaf(pg, span{}, visit)
}

// span is where keys must lie: at low or above it, and below high. Nil is no
// bound.
type span struct{ low, high []byte }

func (s span) has(key []byte) bool {
	return bytes.Compare(key, s.low) >= 0 && (s.high == nil || bytes.Compare(key, s.high) < 0)
}

// tree visits all values below a page.
func (p *pages) tree(id uint64, keys span, depth int, visit func([]byte, value)) {
	pg, ok := p.page(id, depth)
	switch {
	case !ok:
	case pg.flags() == leafPage:
		p.leaf(pg, keys, visit)
	case pg.flags() == branchPage:
		p.branch(pg, keys, depth, visit)
	default:
		p.fault(pg.name, fmt.Sprintf("it is of no known type (%d)", pg.flags()))
	}
}

// page reads the head of a page that was not seen before.
func (p *pages) page(id uint64, depth int) (pg page, ok bool) {
	pg = page{file: p.file, name: fmt.Sprintf("page %d", id), at: int64(id) * pageSize, length: pageSize}
	if id < 2 || id >= p.high || depth > deepest {
		p.fault(pg.name, "another page leads to it, and it cannot be")
		return pg, false
	}
	if p.seen[id] {
		p.fault(pg.name, "two pages lead to it")
		return pg, false
	}
	p.seen[id] = true
	pg.head = make([]byte, pageSize)
	if _, err := p.file.ReadAt(pg.head, pg.at); err != nil {
		p.fault(pg.name, err.Error())
		return pg, false
	}
	if n := binary.NativeEndian.Uint64(pg.head); n != id {
		p.fault(pg.name, fmt.Sprintf("it says that it is page %d", n))
		return pg, false
	}
	more := uint64(binary.NativeEndian.Uint32(pg.head[12:]))
	if id+more >= p.high {
		p.fault(pg.name, "it is longer than the file")
		return pg, false
	}
	for i := id + 1; i <= id+more; i++ {
		if p.seen[i] {
			p.fault(pg.name, fmt.Sprintf("it reaches into page %d", i))
			return pg, false
		}
		p.seen[i] = true
	}
	pg.length += more * pageSize
	return pg, true
}

// branch visits the pages below a branch.
func (p *pages) branch(pg page, keys span, depth int, visit func([]byte, value)) {
	elements, ok := p.elements(pg, keys)
	for i, e := range elements {
		below := span{e.key, keys.high}
		if i+1 < len(elements) {
			below.high = elements[i+1].key
		}
		p.tree(e.child, below, depth+1, visit)
	}
	if ok && len(elements) == 0 {
		p.fault(pg.name, "it leads nowhere")
	}
}

// leaf visits the values of a leaf.
func (p *pages) leaf(pg page, keys span, visit func([]byte, value)) {
	elements, _ := p.elements(pg, keys)
	for _, e := range elements {
		visit(e.key, e.value)
	}
}

// element is one key of a page, with what lies under it.
type element struct {
	key   []byte
	child uint64
	value value
}

// elements reads the keys of a page, up to the first that cannot be right.
func (p *pages) elements(pg page, keys span) ([]element, bool) {
	count := uint64(binary.NativeEndian.Uint16(pg.head[10:]))
	next := pageHead + count*elementSize // where the data of the next element lies
	if next > pg.length {
		p.fault(pg.name, "it has more keys than room")
		return nil, false
	}
	var out []element
	for i := range count {
		e, end, err := pg.element(pageHead+i*elementSize, next)
		if err == nil && (len(e.key) == 0 || !keys.has(e.key)) {
			err = errors.New("it is out of order")
		}
		if err != nil {
			p.fault(pg.name, fmt.Sprintf("key %d: %v", i, err))
			return out, false
		}
		out = append(out, e)
		keys.low, next = append(bytes.Clone(e.key), 0), end
	}
	return out, true
}

// page is one page and those that belong to it. Only its first 4096 bytes are
// in memory.
type page struct {
	file   io.ReaderAt
	name   string
	at     int64
	head   []byte
	length uint64
}

func (pg page) flags() uint16 { return binary.NativeEndian.Uint16(pg.head[8:]) }

// bytes reads n bytes of the page, which must lie within it.
func (pg page) bytes(from, n uint64) ([]byte, error) {
	if from+n <= uint64(len(pg.head)) {
		return pg.head[from : from+n], nil
	}
	b := make([]byte, n)
	_, err := pg.file.ReadAt(b, pg.at+int64(from))
	return b, err
}

// element reads the element at an offset, whose data must begin at start, and
// says where its data end.
func (pg page) element(at, start uint64) (e element, end uint64, err error) {
	b, err := pg.bytes(at, elementSize)
	if err != nil {
		return e, 0, err
	}
	word := func(i int) uint64 { return uint64(binary.NativeEndian.Uint32(b[i:])) }
	pos, keySize, valueSize := word(0), word(4), uint64(0)
	if pg.flags() == leafPage {
		pos, keySize, valueSize = word(4), word(8), word(12)
		e.value.flags = uint32(word(0))
	} else {
		e.child = binary.NativeEndian.Uint64(b[8:])
	}
	end = start + keySize + valueSize
	if at+pos != start || end > pg.length {
		return e, 0, errors.New("it does not lie where it should")
	}
	if e.key, err = pg.bytes(start, keySize); err != nil {
		return e, 0, err
	}
	e.value.page, e.value.from, e.value.size = pg, start+keySize, valueSize
	return e, end, nil
}

// value is where a value lies.
type value struct {
	page       page
	from, size uint64
	flags      uint32
}

// bytes reads the value; nil when the disk fails.
func (v value) bytes() []byte {
	b, err := v.page.bytes(v.from, v.size)
	if err != nil {
		return nil
	}
	return b
}

func (p *pages) fault(where, what string) {
	p.found = append(p.found, Fault{Key: where, What: what})
}

func (p *pages) values() int { return p.count }

func (p *pages) faults() []Fault {
	if !p.halved {
		return p.found
	}
	return append([]Fault{{Key: "pages 0 and 1", What: "one of the two heads of the file is damaged, " +
		"and what was written last may be lost with it"}}, p.found...)
}

// each reads the values of a bucket. The faults of its pages are known already.
func (p *pages) each(bucket string, visit func(key, value []byte)) {
	r, ok := p.roots[bucket]
	if !ok {
		return
	}
	again := *p
	again.seen, again.found = make([]bool, p.high), nil
	again.bucket(r, func(key []byte, v value) { visit(key, v.bytes()) })
}

// meta is the head of a file: where the buckets begin. There are two of them,
// written in turn; the valid one with the higher number of the transaction
// counts.
type meta struct {
	root, high, transaction uint64
}

const (
	boltMagic   = 0xED0CDAED
	boltVersion = 2
)

func readMeta(file io.ReaderAt, id int64) (m meta, ok bool) {
	b := make([]byte, 64)
	if _, err := file.ReadAt(b, id*pageSize+pageHead); err != nil {
		return m, false
	}
	word := func(i int) uint64 { return uint64(binary.NativeEndian.Uint32(b[i:])) }
	long := func(i int) uint64 { return binary.NativeEndian.Uint64(b[i:]) }
	sum := fnv.New64a()
	sum.Write(b[:56])
	m = meta{root: long(16), high: long(40), transaction: long(48)}
	return m, word(0) == boltMagic && word(4) == boltVersion && word(8) == pageSize && long(56) == sum.Sum64()
}

// readOnly lets f see the pages of a file that is not open for writing. bbolt
// keeps the lock meanwhile and reads no page.
func readOnly(path string, f func(*pages) error) error {
	switch info, err := os.Stat(path); {
	case err != nil:
		return err
	case info.IsDir():
		return syscall.EISDIR
	case info.Size() < 2*pageSize:
		return fmt.Errorf("%w: it has %d bytes only", ErrNotDatabase, info.Size())
	}
	o := boltOptions()
	o.ReadOnly, o.InitialMmapSize = true, 0
	db, err := bolt.Open(path, fileMode, o)
	if err != nil {
		return err
	}
	defer db.Close()
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	a, okA := readMeta(file, 0)
	b, okB := readMeta(file, 1)
	if !okA && !okB {
		return ErrNotDatabase // bbolt would have read it with pages of another size
	}
	m := a
	if !okA || okB && b.transaction > a.transaction {
		m = b
	}
	p := openPages(file, m.root, m.high)
	p.halved = okA != okB
	if err := p.recognise(); err != nil {
		return err
	}
	return f(p)
}
