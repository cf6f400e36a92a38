package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"nomicmail/internal/mailer"
	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
	"nomicmail/rulesets"
	"nomicmail/templates"
)

// setupSettings are all that init can be told, in the order in which it asks.
func setupSettings() []setting { return slices.Concat(accountSettings(), gameSettings()) }

func accountSettings() []setting {
	tls := oneOf("tls", "starttls", "none")
	return []setting{
		{key: "address", about: "the `ADDRESS` that players write to", ask: "Which address shall players write to?", check: isAddress("nomic@example.org")},
		{key: "provider", about: "the `NAME` of the mail provider: " + strings.Join(providerKeys(), ", ") + ", or own; without it it is found by the address", check: oneOf(append(providerKeys(), "own")...)},
		{key: "imap", about: "`HOST:PORT` of the IMAP server, where it is no known provider's", ask: "IMAP server, host:port?", check: isServer("993", "imap.example.org:993")},
		{key: "imap_tls", about: "`HOW` it is encrypted: tls, starttls or none; without it by the port", check: tls},
		{key: "smtp", about: "`HOST:PORT` of the SMTP server", ask: "SMTP server, host:port?", check: isServer("465", "smtp.example.org:465")},
		{key: "smtp_tls", about: "`HOW` it is encrypted: tls, starttls or none; without it by the port", check: tls},
		{key: "ca_file", about: "a `FILE` of certificates to trust instead of the system's", check: isCAFile},
		{key: "user", about: "the `NAME` to log in with; without it the address", ask: "Name to log in with?", check: notEmpty},
		{key: "password_file", about: "a `FILE` that holds the password and that only you can read", check: isPasswordFile},
		{key: "password_env", about: "the environment variable `NAME` that holds it", check: notEmpty},
		{key: "password_command", about: "a `COMMAND` that prints it", check: notEmpty},
		{key: "token_command", about: "a `COMMAND` that prints an OAuth 2 access token", ask: "Which command prints an OAuth 2 access token?", check: notEmpty},
		{key: "auth", about: "`HOW` a token is given to the server: xoauth2 or oauthbearer", check: oneOf("xoauth2", "oauthbearer")},
		{key: "delimiter", about: "the `CHARACTER` before a tag, or none; without it + is tried", check: isDelimiter},
	}
}

func gameSettings() []setting {
	return []setting{
		{key: "organiser", about: "your own `ADDRESS`, for letters to the organiser", ask: "Your own address, for letters to the organiser?", check: isAddress("ada@example.org")},
		{key: "game", about: "the game's `NAME`, or none", ask: "The game's name (short and in small letters, as it stands in subjects), or none?", check: isGameName},
		{key: "language", about: "the `LANGUAGE` of the game's letters: " + strings.Join(templates.Languages(), ", "), ask: "Language of its letters (" + strings.Join(templates.Languages(), ", ") + ")?", check: oneOf(templates.Languages()...)},
		{key: "timezone", about: "the `ZONE` of its times, such as Europe/Lisbon", ask: "Time zone of its times?", check: isZone},
		{key: "play", about: "`HOW` it is played: strict or friendly", ask: "strict or friendly?", check: oneOf("strict", "friendly")},
		{key: "ruleset", about: "the `NAME` of a built-in ruleset; without it suber-mail in the game's language", check: isRuleset},
		{key: "rules", about: "a `FILE` of your own rules, as plain text or as a ruleset", ask: "File with the rules as they stand now?", check: isFile},
		{key: "next_number", about: "of a game begun elsewhere: the `NUMBER` of its next proposal", ask: "Number of the next proposal?", check: isNumber(1)},
		{key: "circuits", about: "of a game begun elsewhere: how many circuits (`NUMBER`) are complete", ask: "How many circuits are complete?", check: isNumber(0)},
		{key: "mover", about: "of a game begun elsewhere: the `PLAYER` whose turn is next", ask: "Whose turn is next?", check: notEmpty},
		{key: "player", about: "a `PLAYER`: \"Ada QUILLFEATHER <ada@example.org>\", then points, language and zone if need be; may be given again", many: true, check: isPlayer,
			ask: "The players, one on each line, as in  Ada QUILLFEATHER <ada@example.org>\n  The surname stands in capitals, because turns go by surname. Points of a game\n  begun elsewhere stand behind the address. An empty line ends the list."},
		{key: "custom", about: "a custom, as `NAME=VALUE`; may be given again. In a file with answers its name is a key", many: true, check: isCustomSetting},
		{key: "start", about: "`yes` begins the first turn at once, no leaves it to game start", ask: "Begin the first turn at once?", check: oneOf("yes", "no")},
	}
}

func providerKeys() []string {
	var keys []string
	for _, p := range mailer.Providers() {
		keys = append(keys, p.Key)
	}
	return keys
}

// oneOf takes one of these words, however they are capitalized.
func oneOf(words ...string) func(string) (string, error) {
	return func(s string) (string, error) {
		for _, w := range words {
			if strings.EqualFold(s, w) {
				return w, nil
			}
		}
		hint := "it is one of " + strings.Join(words, ", ")
		if n := nearest(strings.ToLower(s), words); n != "" {
			hint = fmt.Sprintf("did you mean %q? %s", n, hint)
		}
		return "", fault{fmt.Sprintf("%q is no answer", s), hint}
	}
}

func notEmpty(s string) (string, error) {
	if s == "" {
		return "", fault{"nothing was answered", "it cannot be left out"}
	}
	return s, nil
}

func isAddress(example string) func(string) (string, error) {
	return func(s string) (string, error) {
		if !plausible(s) {
			return "", fault{fmt.Sprintf("%q is no mail address", s), "write it as " + example + ", without a name and without < >"}
		}
		return s, nil
	}
}

// isServer takes host:port, and a host with the port that goes without saying.
func isServer(port, example string) func(string) (string, error) {
	return func(s string) (string, error) {
		if s != "" && !strings.Contains(s, ":") {
			s += ":" + port
		}
		host, p, err := net.SplitHostPort(s)
		if err != nil || host == "" || !isPort(p) || strings.ContainsAny(host, " /@") {
			return "", fault{fmt.Sprintf("%q is not host:port", s), "write it as " + example}
		}
		return s, nil
	}
}

func isFile(s string) (string, error) {
	info, err := os.Stat(s)
	if err != nil || info.IsDir() {
		return "", fault{"there is no file " + s, "check the name and the folder it is read from"}
	}
	return filepath.Abs(s)
}

func isCAFile(s string) (string, error) {
	if _, err := mailer.ReadCA(s); err != nil {
		return "", fault{strings.TrimPrefix(err.Error(), "mailer: "), "it is a file of certificates in PEM form"}
	}
	return filepath.Abs(s)
}

func isPasswordFile(s string) (string, error) {
	if strings.HasPrefix(s, credentials) {
		return s, nil
	}
	s, err := filepath.Abs(s)
	if err != nil {
		return "", err
	}
	read, err := mailer.Secret(s, "", "")
	if err == nil {
		_, err = read(context.Background())
	}
	if err != nil {
		return "", secretFault(err)
	}
	return s, nil
}

func isDelimiter(s string) (string, error) {
	switch {
	case s == "none" || s == "":
		return "none", nil
	case len(s) > 1 || strings.ContainsAny(s, "@ <>"):
		return "", fault{fmt.Sprintf("%q is no delimiter", s), `it is one character, "+" at most providers, or none`}
	}
	return s, nil
}

func isGameName(s string) (string, error) {
	if s != "none" && !moderator.ValidName(s) {
		return "", fault{fmt.Sprintf("%q cannot be a game's name", s), "it is 1 to 32 lower-case letters, digits or hyphens, and begins with a letter, as in tea"}
	}
	return s, nil
}

func isZone(s string) (string, error) {
	if _, err := time.LoadLocation(s); err != nil || s == "" || s == "Local" {
		return "", fault{fmt.Sprintf("%q is no time zone", s), "write it as a continent and a city, as in Europe/Lisbon or America/Sao_Paulo, or UTC"}
	}
	return s, nil
}

func isRuleset(s string) (string, error) {
	if _, err := rulesets.Load(s); err != nil {
		return "", fault{fmt.Sprintf("there is no ruleset %q", s), "those there are: " + strings.Join(rulesets.List(), ", ") + "; a file of your own is given with --rules"}
	}
	return s, nil
}

func isNumber(least int) func(string) (string, error) {
	return func(s string) (string, error) {
		if n, err := strconv.Atoi(s); err != nil || n < least || n > 1_000_000 {
			return "", fault{fmt.Sprintf("%q is no number from %d on", s, least), "write it in digits"}
		}
		return s, nil
	}
}

func isPlayer(s string) (string, error) {
	if _, err := moderator.PlayerOf(s, "en"); err != nil {
		return "", fault{err.Error(), "write it as Ada QUILLFEATHER <ada@example.org>"}
	}
	return s, nil
}

func isCustom(name string) bool {
	return slices.ContainsFunc(rules.Customs(), func(c rules.Custom) bool { return c.Name == name })
}

func isCustomSetting(s string) (string, error) {
	name, value, ok := strings.Cut(s, "=")
	name, value = strings.TrimSpace(name), unquoted(strings.TrimSpace(value))
	if !ok || !isCustom(name) {
		return "", fault{fmt.Sprintf("%q is no custom", s), "write it as vote_period=7d; docs/customs.md tells them all"}
	}
	if err := rules.CheckCustom(name, value); err != nil {
		return "", fault{err.Error(), "docs/customs.md tells what each custom may be"}
	}
	return name + "=" + value, nil
}
