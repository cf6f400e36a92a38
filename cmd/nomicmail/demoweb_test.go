package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"nomicmail/internal/rules"
)

// clicker plays a demo as a person does who only clicks: it knows of the game what
// stands on the page it is at, and goes where links and buttons lead.
type clicker struct {
	*visitor
	at   *url.URL
	body string
	page *html.Node
}

// open goes to a page, by as many redirections as it takes.
func (c *clicker) open(method string, to *url.URL, form url.Values) {
	c.t.Helper()
	for range 5 {
		res := c.do(request(method, to.RequestURI(), form))
		if res.StatusCode == http.StatusSeeOther {
			next, err := to.Parse(res.Header.Get("Location"))
			if err != nil {
				c.t.Fatal(err)
			}
			method, to, form = http.MethodGet, next, nil
			continue
		}
		body, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK {
			c.t.Fatalf("%s %s: %s\n%s", method, to, res.Status, body)
		}
		if c.page, err = html.Parse(strings.NewReader(string(body))); err != nil {
			c.t.Fatal(err)
		}
		c.at, c.body = to, string(body)
		return
	}
	c.t.Fatalf("%s leads nowhere", to)
}

func value(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func words(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// follow clicks the first link that is chosen; it is false if there is none.
func (c *clicker) follow(choose func(href, text string) bool) bool {
	c.t.Helper()
	for n := range c.page.Descendants() {
		if n.Data == "a" && n.Type == html.ElementNode && choose(value(n, "href"), words(n)) {
			to, err := c.at.Parse(value(n, "href"))
			if err != nil {
				c.t.Fatal(err)
			}
			c.open(http.MethodGet, to, nil)
			return true
		}
	}
	return false
}

// press presses the first button that is chosen, with all that its form has in it.
func (c *clicker) press(choose func(text string) bool) bool {
	c.t.Helper()
	for form := range c.page.Descendants() {
		if form.Data != "form" {
			continue
		}
		filled, pressed := url.Values{}, false
		for n := range form.Descendants() {
			switch {
			case n.Type != html.ElementNode:
			case n.Data == "input":
				filled.Set(value(n, "name"), value(n, "value"))
			case n.Data == "textarea":
				if n.FirstChild != nil {
					filled.Set(value(n, "name"), n.FirstChild.Data)
				}
			case n.Data == "button" && !pressed && choose(words(n)):
				if pressed = true; value(n, "name") != "" {
					filled.Set(value(n, "name"), value(n, "value"))
				}
			}
		}
		if pressed {
			to, err := c.at.Parse(value(form, "action"))
			if err != nil {
				c.t.Fatal(err)
			}
			c.open(http.MethodPost, to, filled)
			return true
		}
	}
	return false
}

func exactly(want string) func(string) bool { return func(text string) bool { return text == want } }

// step does one thing for Bob: he votes for what is voted on, proposes the first of
// what is suggested when it is his turn, and else lets the others play.
func (c *clicker) step() {
	c.t.Helper()
	home := &url.URL{Path: "/bob"}
	c.open(http.MethodGet, home, nil)
	if c.follow(func(href, _ string) bool { return strings.HasPrefix(href, "/bob/new?idea=") }) {
		if !c.press(exactly("Send")) {
			c.t.Fatalf("what is suggested cannot be sent:\n%s", c.body)
		}
	} else if c.follow(func(href, _ string) bool { return href == "/bob/new" }) {
		c.press(func(text string) bool { return strings.HasSuffix(text, " FOR") })
	}
	c.open(http.MethodGet, home, nil)
	if !c.press(exactly("Let the others play")) {
		return // it is over
	}
}

// TestClickThroughAGame plays a whole game by links and buttons alone, and reads the
// game's pages meanwhile.
func TestClickThroughAGame(t *testing.T) {
	c := &clicker{visitor: visit(t)}
	for step := 0; !strings.Contains(c.body, "won the game."); step++ {
		if step == 120 {
			t.Fatalf("after %d steps nobody has won:\n%s", step, c.body)
		}
		c.step()
		if step%12 == 3 {
			c.look()
		}
		c.open(http.MethodGet, &url.URL{Path: "/bob"}, nil)
	}
	g := c.stage.game()
	if g.Status != rules.Won || len(g.Winners) == 0 {
		t.Fatalf("the page says that somebody has won, and the game is %s", g.Status)
	}
	c.look()
	winner := g.Player(g.Winners[0]).Name()
	c.open(http.MethodGet, &url.URL{Path: "/web/"}, nil)
	contains(t, c.body, "won: "+winner)
	var state struct{ Winner []string }
	if err := json.Unmarshal([]byte(c.get("/web/api/v1/tea/game.json")), &state); err != nil || len(state.Winner) == 0 || state.Winner[0] != winner {
		t.Errorf("the API names %v as winner, and not %s: %v", state.Winner, winner, err)
	}
	contains(t, c.get("/web/tea/en/feed.atom"), winner+" has won")
}

// look goes from the mailbox to the game's pages by their links, and finds there what
// the game is like.
func (c *clicker) look() {
	c.t.Helper()
	g := c.stage.game()
	c.open(http.MethodGet, &url.URL{Path: "/bob"}, nil)
	if !c.follow(func(href, _ string) bool { return strings.HasPrefix(href, webRoot+"/") }) {
		c.t.Fatalf("no link leads to the game's pages:\n%s", c.body)
	}
	for name, wants := range map[string][]string{
		"Rules":     {"Immutable rules", fmt.Sprintf(`id="r%d"`, g.Rules[len(g.Rules)-1].Number)},
		"Proposals": {fmt.Sprintf(`href="proposals/%d.html"`, g.Proposals[len(g.Proposals)-1].Number)},
		"Players":   {"Zita Wrenfield", "Bob Crumhorn"},
		"Files":     {"feed.atom"},
	} {
		if !c.follow(func(_, text string) bool { return text == name }) {
			c.t.Fatalf("no link leads to %s:\n%s", name, c.body)
		}
		contains(c.t, c.body, wants...)
	}
	if !c.follow(func(_, text string) bool { return text == "Search" }) {
		c.t.Fatal("no link leads to the search")
	}
	contains(c.t, c.get(c.at.Path+"?q=goal"), "<mark>")
}
