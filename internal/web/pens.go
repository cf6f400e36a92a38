package web

import (
	"sync"

	"nomicmail/templates"
)

// pens are what letters are written with, one for each kind of reader: there are
// as many as there are languages and zones of games.
type pens struct {
	mu  sync.Mutex // guards all
	all map[pen]*templates.Passages
}

// pen names one.
type pen struct{ language, zone string }

func (p *pens) of(r templates.Reader) (*templates.Passages, error) {
	k := pen{language: r.Language}
	if r.Zone != nil {
		k.zone = r.Zone.String()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if w := p.all[k]; w != nil {
		return w, nil
	}
	w, err := templates.NewPassages(r)
	if err != nil {
		return nil, err
	}
	if p.all == nil {
		p.all = map[pen]*templates.Passages{}
	}
	p.all[k] = w
	return w, nil
}
