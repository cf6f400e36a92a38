package main

import (
	"flag"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// The manual pages are written in man(7), from the same tables as the help and
// the example config.

// manDate stands at the foot of the pages. It is not the day of the build, so
// that two builds are the same.
const manDate = "2026-11-30"

// writeManual writes nomicmail(1).
func writeManual(w io.Writer) error {
	m := &manual{}
	m.title("NOMICMAIL", "1", "User Commands")
	m.section("NAME")
	m.line(`nomicmail \- moderate games of Nomic by mail`)
	m.section("SYNOPSIS")
	m.line(`.B nomicmail`)
	m.line(`.I verb`)
	m.line(`.RI [ flags ]`)
	m.line(`.RI [ arguments ]`)
	m.section("DESCRIPTION")
	m.text("Nomicmail is the clerk of groups that play Nomic by mail, the game whose players change its rules as they play. It watches a mailbox, reads proposals and votes out of ordinary mails, counts, keeps the ruleset, and writes to everyone what happened.")
	m.line(".PP")
	m.text("\"nomicmail init\" goes from nothing to a game, \"nomicmail serve\" is the daemon, and \"nomicmail demo\" needs nothing at all.")
	m.section("VERBS")
	for _, v := range verbs() {
		m.verb(v)
	}
	m.section("FILES")
	m.item("config.toml, /etc/nomicmail/config.toml", "the config, looked for in this order; see nomicmail.toml(5)")
	m.item("/var/lib/nomicmail/nomicmail.db", "the record of all games")
	m.item("/var/lib/nomicmail/nomicmail.sock", "where the verbs talk to the daemon")
	m.section("EXIT STATUS")
	m.item("0", "it was done")
	m.item("1", "it could not be done; two lines on standard error say why and what to do")
	m.item("2", "the command line was wrong")
	m.section("SEE ALSO")
	m.line(`.BR nomicmail.toml (5)`)
	_, err := io.WriteString(w, m.b.String())
	return err
}

// writeConfigManual writes nomicmail.toml(5).
func writeConfigManual(w io.Writer) error {
	m := &manual{}
	m.title("NOMICMAIL.TOML", "5", "File Formats")
	m.section("NAME")
	m.line(`nomicmail.toml \- the config of nomicmail`)
	m.section("DESCRIPTION")
	m.text("The config is a TOML file, config.toml in the working folder or /etc/nomicmail/config.toml unless --config names another. \"nomicmail init\" writes it, \"nomicmail config\" prints one with every key explained, and \"nomicmail check\" tries it. A path that is not absolute begins at the config's folder. A faulty config is told with all its faults, each with its line and what to do.")
	for _, f := range configFields(reflect.ValueOf(&config{}).Elem(), "") {
		_, key := cutKey(f.key)
		switch {
		case f.sets:
			m.section("TABLE [" + f.key + "]")
			continue
		case f.key == "data":
			m.section("ABOVE THE TABLES")
		}
		doc := f.tag.Get("doc")
		if d, ok := f.tag.Lookup("default"); ok {
			doc += fmt.Sprintf(" Without this line it is %q.", d)
		} else if f.tag.Get("need") != "" {
			doc += " It must be given."
		}
		m.item(key+" = "+f.sample(), doc)
	}
	m.section("EXAMPLE")
	m.text("A mailbox at one provider, and all the rest as it goes without saying:")
	m.example(strings.Split(`data = "/var/lib/nomicmail"
organisers = ["org@example.org"]

[mail]
address = "nomic@example.org"
auth_server = "mx.example.org"

[mail.imap]
server = "imap.example.org:993"
user = "nomic@example.org"
password_file = "password"

[mail.smtp]
server = "smtp.example.org:465"
user = "nomic@example.org"
password_file = "password"`, "\n"))
	m.section("SEE ALSO")
	m.line(`.BR nomicmail (1)`)
	_, err := io.WriteString(w, m.b.String())
	return err
}

// manual is a page in the making.
type manual struct{ b strings.Builder }

func (m *manual) title(name, section, volume string) {
	m.line(fmt.Sprintf(`.TH %s %s %s nomicmail "%s"`, name, section, manDate, volume))
}

func (m *manual) section(name string) { m.line(".SH " + name) }

// line is a line of roff as it stands.
func (m *manual) line(s string) { m.b.WriteString(s + "\n") }

// text is a paragraph's words, in lines that are easy to compare.
func (m *manual) text(s string) {
	for _, l := range wrap(s, 76) {
		m.line(roff(l))
	}
}

// item is a word and what it means.
func (m *manual) item(word, meaning string) {
	m.line(".TP")
	m.line(`\fB` + roff(word) + `\fR`)
	m.text(meaning)
}

// example is lines that are not filled.
func (m *manual) example(lines []string) {
	m.line(".PP")
	m.line(".RS 4")
	m.line(".nf")
	for _, l := range lines {
		m.line(roff(l))
	}
	m.line(".fi")
	m.line(".RE")
}

// verb is one verb as in its help: what stands indented there is an example.
func (m *manual) verb(v verb) {
	m.line(".SS " + roff(strings.TrimPrefix(v.usage(), "nomicmail ")))
	m.text(strings.ToUpper(v.short[:1]) + v.short[1:] + ".")
	var words, code []string
	flush := func() {
		if len(words) > 0 {
			m.line(".PP")
			m.text(strings.Join(words, " "))
		}
		if len(code) > 0 {
			m.example(code)
		}
		words, code = nil, nil
	}
	for _, l := range strings.Split(strings.Trim(v.long, "\n"), "\n") {
		rest, indented := strings.CutPrefix(l, "  ")
		switch {
		case l == "":
			flush()
		case indented:
			code = append(code, rest)
		default:
			words = append(words, l)
		}
	}
	flush()
	set := flag.NewFlagSet(v.name, flag.ContinueOnError)
	v.flags(set)
	set.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		m.item(strings.TrimSpace("--"+f.Name+" "+value), text)
	})
}

// roff writes text so that roff prints it as it stands: a backslash, a hyphen
// that must stay one, and a dot or a quote that would begin a request.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...", "→", "->").Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}
