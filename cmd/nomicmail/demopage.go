package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"nomicmail/internal/rules"
)

//go:embed demo/page.html demo/style.css
var demoFiles embed.FS

const (
	pageWait = 5 * time.Second  // how long a page waits for an answer
	playWait = 30 * time.Second // how long for all that the others do
)

// demoPage is the page on which a person reads and answers the players' mails.
type demoPage struct {
	*stage
	wits  wits
	token string
	html  *template.Template

	turn sync.Mutex // one thing is done at a time
}

// newDemoPage serves the stage as a page that may be called any of hosts, and the
// game's pages on the web beside it.
func newDemoPage(s *stage, seed uint64, hosts []string) (http.Handler, error) {
	p := &demoPage{stage: s, wits: wits{seed}, token: newToken()}
	p.html = template.Must(template.New("page.html").ParseFS(demoFiles, "demo/page.html"))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { p.to(w, r, p.first()) })
	mux.HandleFunc("GET /style.css", p.style)
	mux.HandleFunc("GET /{who}", p.reader(p.showBox))
	mux.HandleFunc("GET /{who}/new", p.reader(p.showNew))
	mux.HandleFunc("GET /{who}/{n}", p.reader(p.showMail))
	mux.HandleFunc("GET /{who}/{n}/html", p.reader(p.showHTML))
	mux.HandleFunc("POST /{who}/send", p.reader(p.send))
	mux.HandleFunc("POST /{who}/others", p.reader(p.others))
	mux.HandleFunc("POST /{who}/day", p.reader(p.day))
	all, err := besideWeb(s, mux)
	if err != nil {
		return nil, err
	}
	return newGuard(hosts, p.token, all), nil
}

// first is where a visitor is sent: to the player who is to move.
func (p *demoPage) first() string {
	if m := p.player(string(p.game().Turn.Mover)); m != nil {
		return "/" + m.user
	}
	return "/" + p.players[0].user
}

func (p *demoPage) style(w http.ResponseWriter, r *http.Request) {
	http.ServeFileFS(w, r, demoFiles, "demo/style.css")
}

// reader finds the player whose mail is read.
func (p *demoPage) reader(serve func(http.ResponseWriter, *http.Request, *mailProgram)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		m := p.player(r.PathValue("who"))
		if m == nil || m.user != r.PathValue("who") {
			http.NotFound(w, r)
			return
		}
		serve(w, r, m)
	}
}

// mail finds the mail that the path names.
func (p *demoPage) mail(r *http.Request, m *mailProgram) (boxMail, bool) {
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil {
		return boxMail{}, false
	}
	return m.open(n)
}

func (p *demoPage) showBox(w http.ResponseWriter, r *http.Request, m *mailProgram) {
	p.render(w, p.view(m))
}

func (p *demoPage) showMail(w http.ResponseWriter, r *http.Request, m *mailProgram) {
	b, ok := p.mail(r, m)
	if !ok {
		http.NotFound(w, r)
		return
	}
	v := p.view(m)
	v.Mail = &b
	v.AsHTML = r.URL.Query().Has("html") && b.HTML != nil
	v.Title = b.Subject
	if !b.Sent {
		v.Draft = &draftView{Answers: b.N, Text: b.reply()}
	}
	p.render(w, v)
}

// showNew is an empty mail, or one that is filled with a suggestion.
func (p *demoPage) showNew(w http.ResponseWriter, r *http.Request, m *mailProgram) {
	v := p.view(m)
	v.Title = "A new mail"
	v.Draft = &draftView{Subject: "Hello"}
	if n, err := strconv.Atoi(r.URL.Query().Get("idea")); err == nil && n >= 0 && n < len(v.Ideas) {
		v.Draft.Subject, v.Draft.Text = "My proposal", v.Ideas[n].Text
	}
	p.render(w, v)
}

// showHTML is the HTML part of a mail, for a frame. Whatever is in it, it can
// do nothing but be looked at.
func (p *demoPage) showHTML(w http.ResponseWriter, r *http.Request, m *mailProgram) {
	b, ok := p.mail(r, m)
	if !ok || b.HTML == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(b.HTML)
}

// send sends a mail of the player's and shows what is answered.
func (p *demoPage) send(w http.ResponseWriter, r *http.Request, m *mailProgram) {
	p.turn.Lock()
	defer p.turn.Unlock()
	ctx, cancel := context.WithTimeout(r.Context(), pageWait)
	defer cancel()
	id, err := m.send(ctx, p.draft(r, m))
	if err == nil {
		err = p.settled(ctx)
	}
	if err != nil && !errors.Is(err, context.DeadlineExceeded) { // then the answer comes later
		p.fail(w, err)
		return
	}
	p.to(w, r, "/"+m.user+p.answer(m, id))
}

// draft is the mail that a form asks for. A button's words stand above what was
// written in the box.
func (p *demoPage) draft(r *http.Request, m *mailProgram) outgoingMail {
	text := strings.ReplaceAll(r.PostForm.Get("text"), "\r\n", "\n")
	if say := r.PostForm.Get("say"); say != "" {
		text = say + "\n\n" + strings.TrimLeft(text, "\n")
	}
	if n, err := strconv.Atoi(r.PostForm.Get("answers")); err == nil {
		if b, ok := m.open(n); ok {
			return answerTo(b, text)
		}
	}
	return outgoingMail{Subject: r.PostForm.Get("subject"), Text: text}
}

// answer is the path of the letter that answers a mail, "" if none has come.
func (p *demoPage) answer(m *mailProgram, id string) string {
	for _, b := range m.mails(1) {
		if b.Answers == id && !b.Sent {
			return fmt.Sprintf("/%d", b.N)
		}
	}
	return ""
}

// others lets the other players answer until the game waits for the reader
// alone, or has come to the end of two turns.
func (p *demoPage) others(w http.ResponseWriter, r *http.Request, m *mailProgram) {
	p.turn.Lock()
	defer p.turn.Unlock()
	ctx, cancel := context.WithTimeout(r.Context(), playWait)
	defer cancel()
	if err := p.letPlay(ctx, m); err != nil {
		p.fail(w, err)
		return
	}
	p.to(w, r, "/"+m.user)
}

func (p *demoPage) letPlay(ctx context.Context, m *mailProgram) error {
	end, last := p.game().Turn.Number+2, ""
	for {
		if err := p.settled(ctx); err != nil {
			return err
		}
		g := p.game()
		other := p.other(g, m)
		if other == nil || g.Turn.Number >= end || askedOf(g, other) == last {
			return nil
		}
		last = askedOf(g, other)
		if err := p.move(ctx, g, other); err != nil {
			return err
		}
	}
}

// other is somebody but m for whom the game waits; nil when there is nobody.
func (p *demoPage) other(g *rules.Game, m *mailProgram) *mailProgram {
	for _, id := range g.Awaited() {
		if o := p.player(string(id)); o != nil && o != m {
			return o
		}
	}
	return nil
}

func (p *demoPage) move(ctx context.Context, g *rules.Game, m *mailProgram) error {
	o, err := p.wits.answer(g, m)
	if err != nil {
		return err
	}
	_, err = m.send(ctx, o)
	return err
}

// day lets a day pass.
func (p *demoPage) day(w http.ResponseWriter, r *http.Request, m *mailProgram) {
	p.turn.Lock()
	defer p.turn.Unlock()
	ctx, cancel := context.WithTimeout(r.Context(), pageWait)
	defer cancel()
	p.moveOn(24 * time.Hour)
	if err := p.settled(ctx); err != nil {
		p.fail(w, err)
		return
	}
	p.to(w, r, "/"+m.user)
}

// to sends the reader to another page, which a reload does not post to again.
func (p *demoPage) to(w http.ResponseWriter, r *http.Request, path string) {
	http.Redirect(w, r, path, http.StatusSeeOther)
}

func (p *demoPage) fail(w http.ResponseWriter, err error) {
	http.Error(w, "nomicmail: "+explain(err)[0].Text, http.StatusInternalServerError)
}

// render writes a page whole or not at all.
func (p *demoPage) render(w http.ResponseWriter, v pageView) {
	var b bytes.Buffer
	if err := p.html.Execute(&b, v); err != nil {
		p.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(b.Bytes())
}
