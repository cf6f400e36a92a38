package parser

import "strings"

// enrichedText turns text/enriched (RFC 1896) into plain text: commands go, a
// single line end is a space, and excerpts are quotations.
func enrichedText(s string) string {
	var out strings.Builder
	quote, ends, silent := 0, 0, false
	write := func(t string) {
		switch {
		case silent:
			return
		case ends == 1 && out.Len() > 0:
			out.WriteByte(' ')
		case ends > 1:
			out.WriteString(strings.Repeat("\n"+strings.Repeat("> ", min(quote, 50)), min(ends-1, 20)))
		}
		ends = 0
		out.WriteString(t)
	}
	for s != "" {
		i := strings.IndexAny(s, "<\n")
		switch {
		case i < 0:
			write(s)
			return out.String() + "\n"
		case i > 0:
			write(s[:i])
			s = s[i:]
		case s[0] == '\n':
			ends++
			s = s[1:]
		case strings.HasPrefix(s, "<<"):
			write("<")
			s = s[2:]
		default:
			command, rest, ok := strings.Cut(s[1:], ">")
			if !ok || len(command) > 62 {
				write("<")
				s = s[1:]
				continue
			}
			s = rest
			switch strings.ToLower(command) {
			case "param":
				silent = true
			case "/param":
				silent = false
			case "excerpt":
				quote, ends = quote+1, max(ends, 2)
			case "/excerpt":
				quote, ends = max(0, quote-1), max(ends, 2)
			case "nl": // of the older text/richtext (RFC 1341)
				ends = max(ends, 2)
			}
		}
	}
	return out.String() + "\n"
}
