package parser

import "strings"

// unflow joins the soft-wrapped lines of format=flowed text (RFC 3676). With
// delsp a soft line end loses its last space. Quoted lines come out behind
// "> " marks, one for each depth.
func unflow(s string, delsp bool) string {
	var out strings.Builder
	out.Grow(len(s))
	depth, open := 0, false
	for line := range strings.Lines(s) {
		line = strings.TrimSuffix(line, "\n")
		d := 0
		for d < len(line) && line[d] == '>' {
			d++
		}
		line = strings.TrimPrefix(line[d:], " ") // RFC 3676 §4.4: stuffing
		delimiter := line == "-- "
		if open && (d != depth || delimiter) {
			out.WriteByte('\n')
			open = false
		}
		if !open && d > 0 {
			out.WriteString(strings.Repeat(">", min(d, 50)) + " ")
		}
		depth = d
		soft := strings.HasSuffix(line, " ") && !delimiter // RFC 3676 §4.3
		if soft && delsp {
			line = line[:len(line)-1]
		}
		out.WriteString(line)
		if open = soft; !soft {
			out.WriteByte('\n')
		}
	}
	return out.String()
}
