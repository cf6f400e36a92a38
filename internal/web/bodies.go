package web

import (
	"html/template"
	"sync"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// mostBodies is how many rules are kept written, in all languages.
const mostBodies = 4000

// bodies are the rules of one game as rulesets show them. The rules of two
// moments are the same but for a few, and so they are written once.
type bodies struct {
	mu  sync.Mutex // guards all
	all map[bodyKey]template.HTML
}

// bodyKey uses that a rule is never changed in place.
type bodyKey struct {
	rule *rules.Rule
	lang string
}

func (b *bodies) of(r *rules.Rule, lang string) (template.HTML, error) {
	k := bodyKey{r, lang}
	b.mu.Lock()
	html, known := b.all[k]
	b.mu.Unlock()
	if known {
		return html, nil
	}
	html, err := templates.PagePart(lang, "rules", "rulebody", r)
	if err != nil {
		return "", err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all == nil || len(b.all) >= mostBodies {
		b.all = map[bodyKey]template.HTML{}
	}
	b.all[k] = html
	return html, nil
}
