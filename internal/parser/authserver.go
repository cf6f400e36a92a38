package parser

import "regexp"

// serverName is what an authserv-id is when it is a host's name, as everywhere.
var serverName = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]*$`)

// AuthServer is the authserv-id (RFC 8601 §2.5) of the topmost
// Authentication-Results field of a mail's header, "" if there is none. In a
// mail that we wrote ourselves it is the receiving server's, because only
// servers on its way can have added one. Microsoft writes fields without it.
func AuthServer(header []byte) string {
	h, _ := splitHead(append(plain(header), '\n', '\n'))
	raw := h.raw("authentication-results")
	id, _ := authResults(string(raw))
	if !serverName.MatchString(id) || id == "none" {
		return ""
	}
	return id
}
