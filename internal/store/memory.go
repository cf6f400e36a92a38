package store

import (
	"slices"
	"sync"
)

// memory is an engine without a disk. It cannot fail, so it has nothing to take
// back: an update is applied as it goes.
type memory struct {
	mu      sync.Mutex
	shelves map[string]*shelf
}

// shelf is one bucket. Keys come mostly in order; those that do not are sorted
// in when somebody looks.
type shelf struct {
	values map[string][]byte
	sorted []string // some may have been deleted
	late   []string
}

func newMemory() *memory {
	m := &memory{shelves: map[string]*shelf{}}
	for _, b := range buckets {
		m.shelves[b] = &shelf{values: map[string][]byte{}}
	}
	return m
}

func (m *memory) view(f func(txn) error) error { return m.update(f) }

func (m *memory) update(f func(txn) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return f(m)
}

func (m *memory) snapshot(f func(source) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return f(m)
}

func (m *memory) close() error { return nil }

func (m *memory) get(bucket string, key []byte) []byte {
	return m.shelves[bucket].values[string(key)]
}

func (m *memory) put(bucket string, key, value []byte) error {
	s, k := m.shelves[bucket], string(key)
	if _, known := s.values[k]; !known {
		if n := len(s.sorted); len(s.late) == 0 && (n == 0 || s.sorted[n-1] < k) {
			s.sorted = append(s.sorted, k)
		} else {
			s.late = append(s.late, k)
		}
	}
	s.values[k] = value
	return nil
}

func (m *memory) delete(bucket string, key []byte) error {
	delete(m.shelves[bucket].values, string(key))
	return nil
}

func (m *memory) ascend(bucket string, from []byte, visit func(key, value []byte) bool) {
	s := m.shelves[bucket]
	s.settle()
	i, _ := slices.BinarySearch(s.sorted, string(from))
	for _, k := range s.sorted[i:] {
		if v, ok := s.values[k]; ok && !visit([]byte(k), v) {
			return
		}
	}
}

// settle brings all keys in order, and forgets those deleted when they are many.
func (s *shelf) settle() {
	if len(s.sorted) <= 2*len(s.values) && len(s.late) < 1+len(s.sorted)/64 {
		s.sortIn()
		return
	}
	s.sorted = append(s.sorted, s.late...)
	s.late = nil
	slices.Sort(s.sorted)
	s.sorted = slices.DeleteFunc(slices.Compact(s.sorted), func(k string) bool {
		_, ok := s.values[k]
		return !ok
	})
}

// sortIn puts the few late keys into their places. Ids of mails come in no order and
// are looked for one at a time: to sort all for each of them would take longer with
// every mail.
func (s *shelf) sortIn() {
	for _, k := range s.late {
		if i, known := slices.BinarySearch(s.sorted, k); !known { // one deleted and put again is
			s.sorted = slices.Insert(s.sorted, i, k)
		}
	}
	s.late = s.late[:0]
}

func (m *memory) values() int {
	n := 0
	for _, s := range m.shelves {
		n += len(s.values)
	}
	return n
}

func (m *memory) faults() []Fault { return nil }

func (m *memory) each(bucket string, visit func(key, value []byte)) {
	m.ascend(bucket, nil, func(k, v []byte) bool { visit(k, v); return true })
}
