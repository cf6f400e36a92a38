package web

import (
	"html/template"
	"slices"
	"strings"
	"time"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// archiveShown is the list of threads.
type archiveShown struct{ Threads []threadLine }

type threadLine struct {
	Href, Title string
	Count       int
	Last        time.Time
}

// mostThreads and mostPosts are how many are on a page.
const (
	mostThreads = 100
	mostPosts   = 20
)

// threadsOf are the keys of all threads, the one of the game first and then the
// newest proposal's.
func (v view) threadsOf() []rules.ProposalID {
	var ids []rules.ProposalID
	for id := range v.threads {
		if id != 0 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	slices.Reverse(ids)
	if len(v.threads[0]) > 0 {
		ids = append([]rules.ProposalID{0}, ids...)
	}
	return ids
}

func (v view) archivePages() int {
	return (len(v.threadsOf()) + mostThreads - 1) / mostThreads
}

func archiveNames(v view) []string { return pagedNames("archive", v.archivePages()) }

func archivePage(v view, name string) *content {
	if strings.Contains(name, "/") || !strings.HasPrefix(name, "archive") {
		return nil
	}
	n := pageNumber("archive", name, v.archivePages())
	if n == 0 {
		return nil
	}
	all := v.threadsOf()
	var d archiveShown
	for _, id := range all[min(len(all), (n-1)*mostThreads):min(len(all), n*mostThreads)] {
		posts := v.threads[id]
		d.Threads = append(d.Threads, threadLine{
			Href: "archive/" + v.threadKey(id) + ".html", Title: v.threadTitle(id), Count: len(posts), Last: posts[len(posts)-1].At,
		})
	}
	return &content{page: "archive", section: "archive", title: v.say("archive-title"), pages: pagerOf("archive", n, v.archivePages()), data: d}
}

// threadKey names a thread in paths.
func (v view) threadKey(id rules.ProposalID) string {
	if p := proposalOf(v.Now, id); p != nil {
		return v.proposalKey(p)
	}
	return "game"
}

func (v view) threadTitle(id rules.ProposalID) string {
	if p := proposalOf(v.Now, id); p != nil {
		return v.proposalTitle(p)
	}
	return v.say("thread-game")
}

func threadSplit(posts []post) []int {
	return split(len(posts), mostPosts, pageBytes, func(i int) int { return len(posts[i].Words) + 1500 })
}

func threadNames(v view) []string {
	var names []string
	for id, posts := range v.threads {
		names = append(names, pagedNames("archive/"+v.threadKey(id), len(threadSplit(posts)))...)
	}
	slices.Sort(names)
	return names
}

// threadShown is a page of a thread.
type threadShown struct {
	About link // the proposal; Href is "" for the game
	Posts []postShown
}

// postShown is what a player said, or a letter to all.
type postShown struct {
	post
	Subject string
	Body    template.HTML // of a letter
}

func threadPage(v view, name string) *content {
	rest, ok := strings.CutPrefix(name, "archive/")
	if !ok {
		return nil
	}
	for id, posts := range v.threads {
		key := v.threadKey(id)
		if !strings.HasPrefix(rest, key) {
			continue
		}
		starts := threadSplit(posts)
		n := pageNumber("archive/"+key, name, len(starts))
		if n == 0 {
			continue
		}
		d := threadShown{About: link{Text: v.threadTitle(id)}}
		if p := proposalOf(v.Now, id); p != nil {
			d.About.Href = v.proposalHref(p)
		}
		for _, p := range cut(posts, starts, n) {
			d.Posts = append(d.Posts, v.postShown(p))
		}
		return &content{page: "thread", section: "archive", title: v.say("thread-title", v.threadTitle(id)), pages: pagerOf("archive/"+key, n, len(starts)), data: d}
	}
	return nil
}

func (v view) postShown(p post) postShown {
	shown := postShown{post: p}
	if p.Letter == nil {
		return shown
	}
	var err error
	if shown.Subject, shown.Body, err = v.passage(p.Letter, 3); err != nil {
		shown.Subject = v.say("letter-unwritten")
	}
	return shown
}

// passage is a letter as a part of a page.
func (v view) passage(l templates.Letter, level int) (subject string, body template.HTML, err error) {
	p, err := v.site.pens.of(templates.Reader{Language: v.Lang, Zone: v.Now.Zone})
	if err != nil {
		return "", "", err
	}
	return p.Write(l, level)
}

// mostTalk is how much of a thread is on the proposal's own page.
const mostTalk = 20

// talkAbout is what players said about a proposal; more is where the rest is.
func (v view) talkAbout(id rules.ProposalID, key string) (talk []postShown, more string) {
	for _, p := range v.threads[id] {
		if p.Letter == nil {
			talk = append(talk, postShown{post: p})
		}
	}
	if len(talk) > mostTalk {
		return talk[:mostTalk], "archive/" + key + ".html"
	}
	return talk, ""
}
