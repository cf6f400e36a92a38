package main

import "strings"

// troubleOf names the section of docs/trouble.md that tells more about a hint,
// "" if none does. It goes by the words of the hint, which a test compares with
// those that the mailer has.
func troubleOf(hint string) string {
	for _, t := range [][2]string{
		{"by IMAP: allow it", "IMAP is switched off"},
		{"app password", "App password"}, {"app-specific", "App password"}, {"application", "App password"},
		{"ordinary password", "App password"}, {"no passwords from programs", "App password"}, {"refuse programs", "App password"}, {"own password", "App password"}, {"token was refused", "App password"},
		{"certificate", "Certificate"},
		{"too many connections", "Too many connections"},
		{"no tags", "No plus tags"},
		{"is no spam", "Spam folder"},
		{"mailbox is full", "Mailbox full"},
		{"send no more", "Too much mail"},
		{"send from that address", "Sender refused"},
		{"NTP", "Clock"},
		{"port", "Blocked port"}, {"TLS", "Blocked port"}, {"way to that network", "Blocked port"},
	} {
		if strings.Contains(hint, t[0]) {
			return t[1]
		}
	}
	return ""
}
