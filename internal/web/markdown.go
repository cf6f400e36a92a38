package web

import (
	"html"
	"html/template"
	"regexp"
	"strconv"
	"strings"
)

// guideShown is a page of Markdown.
type guideShown struct{ Body template.HTML }

// markdown makes HTML of what our own guides are written in: headings, lists,
// tables, blocks of code, paragraphs, and in a line `code`, **strong**, *emphasis*
// and links, which stay words, since what they lead to is not on these pages.
func markdown(src string) guideShown {
	var b strings.Builder
	lines := strings.Split(strings.ReplaceAll(src, "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); {
		switch l := strings.TrimSpace(lines[i]); {
		case l == "":
			i++
		case strings.HasPrefix(l, "```"):
			end := i + 1
			for end < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[end]), "```") {
				end++
			}
			b.WriteString("<pre class=\"mail\" tabindex=\"0\">" + html.EscapeString(strings.Join(lines[i+1:end], "\n")) + "</pre>\n")
			i = end + 1
		case strings.HasPrefix(l, "#"):
			level := len(l) - len(strings.TrimLeft(l, "#"))
			h := "h" + strconv.Itoa(min(level, 6))
			b.WriteString("<" + h + ">" + inline(strings.TrimSpace(l[level:])) + "</" + h + ">\n")
			i++
		default:
			end := i
			for end < len(lines) && strings.TrimSpace(lines[end]) != "" && !strings.HasPrefix(strings.TrimSpace(lines[end]), "```") {
				end++
			}
			b.WriteString(paragraph(lines[i:end]))
			i = end
		}
	}
	return guideShown{template.HTML(b.String())} // every word of it was escaped by inline
}

// paragraph is a block of lines without an empty one.
func paragraph(lines []string) string {
	first := strings.TrimSpace(lines[0])
	switch {
	case strings.HasPrefix(first, "|"):
		return markdownTable(lines)
	case strings.HasPrefix(first, "- "):
		return markdownList("ul", lines, func(l string) (string, bool) { return strings.CutPrefix(l, "- ") })
	case strings.HasPrefix(first, "1. "):
		return markdownList("ol", lines, func(l string) (string, bool) {
			n, rest, ok := strings.Cut(l, ". ")
			_, err := strconv.Atoi(n)
			return rest, ok && err == nil
		})
	}
	return "<p>" + inline(strings.Join(lines, " ")) + "</p>\n"
}

func markdownList(name string, lines []string, item func(string) (string, bool)) string {
	var items []string
	for _, l := range lines {
		if rest, ok := item(l); ok {
			items = append(items, rest)
		} else if len(items) > 0 {
			items[len(items)-1] += " " + strings.TrimSpace(l)
		}
	}
	var b strings.Builder
	for _, it := range items {
		b.WriteString("<li>" + inline(it) + "</li>\n")
	}
	return "<" + name + ">\n" + b.String() + "</" + name + ">\n"
}

func markdownTable(lines []string) string {
	var b strings.Builder
	for i, l := range lines {
		if i == 1 { // |---|---|
			continue
		}
		b.WriteString("<tr>")
		for _, c := range strings.Split(strings.Trim(strings.TrimSpace(l), "|"), "|") {
			c = inline(strings.TrimSpace(c))
			if i == 0 && c != "" {
				b.WriteString(`<th scope="col">` + c + "</th>")
			} else {
				b.WriteString("<td>" + c + "</td>")
			}
		}
		b.WriteString("</tr>\n")
	}
	return "<div class=\"wide\" tabindex=\"0\"><table>\n" + b.String() + "</table></div>\n"
}

var (
	codeSpan   = regexp.MustCompile("`([^`]+)`")
	linkSpan   = regexp.MustCompile(`\[([^\]]+)\]\([^)]*\)`)
	strongSpan = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	emSpan     = regexp.MustCompile(`\*([^*]+)\*`)
)

// inline is a line of Markdown.
func inline(s string) string {
	s = html.EscapeString(strings.Join(strings.Fields(s), " "))
	var code []string
	s = codeSpan.ReplaceAllStringFunc(s, func(m string) string {
		code = append(code, "<code>"+m[1:len(m)-1]+"</code>")
		return "\x00" + strconv.Itoa(len(code)-1) + "\x00"
	})
	s = linkSpan.ReplaceAllString(s, "$1")
	s = strongSpan.ReplaceAllString(s, "<strong>$1</strong>")
	s = emSpan.ReplaceAllString(s, "<em>$1</em>")
	for i, c := range code {
		s = strings.ReplaceAll(s, "\x00"+strconv.Itoa(i)+"\x00", c)
	}
	return s
}
