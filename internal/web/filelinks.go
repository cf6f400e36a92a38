package web

import "path"

// fileLink leads to a file. Href is below the root of the site.
type fileLink struct{ Text, Href, Type string }

// filesFrom are the links to a content's files from a page from which root leads to
// the root of the site.
func (c *content) filesFrom(root string) []fileLink {
	var list []fileLink
	for _, l := range c.files {
		l.Href = root + l.Href
		list = append(list, l)
	}
	return list
}

// fileLink is the link to a file of the game.
func (v view) fileLink(text, href string) fileLink {
	return fileLink{text, href, mediaTypes[path.Ext(href)]}
}

// jsonLink is the link to a file of the API, named without its end.
func (v view) jsonLink(name string) fileLink {
	return v.fileLink("JSON", apiRoot+v.Name+"/"+name+".json")
}

// rulesetLinks are those to the rules of a moment, "rules" or "rules/at-12".
func (v view) rulesetLinks(base string) []fileLink {
	return []fileLink{
		v.fileLink(v.say("file-text"), v.Name+"/"+base+".txt"), v.fileLink("Markdown", v.Name+"/"+base+".md"), v.jsonLink(base),
	}
}

// filesShown is the page of feeds and files.
type filesShown struct{ Groups []fileGroup }

type fileGroup struct {
	Key   string // "feeds", "rules", "record" or "api": its words are in the phrases
	Links []fileLink
}

func filesPage(v view, name string) *content {
	if name != "files.html" {
		return nil
	}
	here := v.Name + "/" + v.Lang + "/"
	api := []fileLink{v.fileLink("OpenAPI 3.1", "api/openapi.json"), v.fileLink(v.say("games"), apiRoot+"games.json")}
	for _, f := range []struct{ say, name string }{
		{"glance", "game"}, {"players", "players"}, {"rules", "rules"}, {"history-title", "changes"}, {"proposals", "proposals"}, {"rulings", "rulings"},
	} {
		l := v.jsonLink(f.name)
		l.Text = v.say(f.say)
		api = append(api, l)
	}
	d := filesShown{[]fileGroup{
		{"feeds", []fileLink{v.fileLink(v.say("file-feed"), here+"feed.atom"), v.fileLink(v.say("file-calendar"), here+"deadlines.ics")}},
		{"rules", v.rulesetLinks("rules")},
		{"record", []fileLink{v.fileLink("JSON Lines", apiRoot+v.Name+"/record.jsonl")}},
		{"api", api},
	}}
	return &content{page: "files", section: "files", title: v.say("files-title"), data: d}
}
