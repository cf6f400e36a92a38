package main

import (
	"context"
	"flag"
	"fmt"
	"html"
	"slices"
	"strings"

	"nomicmail/templates"
)

// letterLine is a letter with made-up data.
type letterLine struct {
	Name    string `json:"name"`
	Subject string `json:"subject"`
	Text    string `json:"text"`
	HTML    string `json:"html"`
}

func letters(f *flag.FlagSet) action {
	lang := f.String("lang", "", "in the `LANGUAGE`, e.g. en")
	asPage := f.Bool("html", false, "as a page instead of text")
	names := f.Bool("names", false, "only the names")
	asJSON := jsonFlag(f)
	return func(_ context.Context, c *call) error {
		list, err := writeLetters(*lang, c.words(0))
		if err != nil {
			return err
		}
		switch {
		case *asJSON:
			return printJSON(c.out, list)
		case *names:
			for _, l := range list {
				c.printf("%s\n", l.Name)
			}
		case *asPage && len(list) == 1:
			c.printf("%s\n", list[0].HTML)
		case *asPage:
			printPages(c, list)
		default:
			for i, l := range list {
				if i > 0 {
					c.printf("\n")
				}
				c.printf("=== %s ===\nSubject: %s\n\n%s\n", l.Name, l.Subject, strings.TrimRight(l.Text, "\n"))
			}
		}
		return nil
	}
}

// writeLetters writes the samples whose name is name, or begins with it.
func writeLetters(lang, name string) ([]letterLine, error) {
	if lang != "" && !slices.Contains(templates.Languages(), lang) {
		return nil, fault{"there are no letters in " + lang, "there are letters in " + strings.Join(templates.Languages(), ", ")}
	}
	list, names := []letterLine{}, []string(nil)
	for _, s := range templates.Samples() {
		kind, _, _ := strings.Cut(s.Shape, "-")
		if !slices.Contains(names, kind) {
			names = append(names, kind)
		}
		if name != "" && s.Shape != name && !strings.HasPrefix(s.Shape, name+"-") {
			continue
		}
		r := s.Reader
		if lang != "" {
			r.Language = lang
		}
		w, err := templates.Write(r, s)
		if err != nil {
			return nil, err
		}
		list = append(list, letterLine{s.Shape, w.Subject, w.Text, w.HTML})
	}
	if len(list) == 0 {
		hint := "the letters are " + strings.Join(names, ", ")
		if near := nearest(name, names); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		return nil, fault{fmt.Sprintf("no letter is called %q", name), hint}
	}
	return list, nil
}

// printPages puts several letters, each a page of its own, on one page.
func printPages(c *call, list []letterLine) {
	c.printf("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>nomicmail letters</title>\n")
	for _, l := range list {
		c.printf("<h2>%s: %s</h2>\n<iframe srcdoc=\"%s\" sandbox style=\"width:100%%;height:40em\"></iframe>\n",
			html.EscapeString(l.Name), html.EscapeString(l.Subject), html.EscapeString(l.HTML))
	}
}
