package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
)

// help is the verb of that name.
func help(f *flag.FlagSet) action {
	man := f.Bool("man", false, "as a manual page: nomicmail(1), or with \"config\" nomicmail.toml(5)")
	return func(_ context.Context, c *call) error {
		switch name := c.words(0); {
		case *man && name == "":
			return writeManual(c.out)
		case *man && name == "config":
			return writeConfigManual(c.out)
		case *man:
			return &wrongUse{"there is no manual page of " + name, "nomicmail help --man is the whole program's, and nomicmail help --man config the config's"}
		}
		return explainVerbs(c)
	}
}

func explainVerbs(c *call) error {
	if len(c.args) == 0 {
		return writeVerbs(c.out)
	}
	name := c.words(0)
	var under []verb
	for _, v := range verbs() {
		if v.name == name {
			return writeHelp(c.out, v)
		}
		if strings.HasPrefix(v.name, name+" ") {
			under = append(under, v)
		}
	}
	if len(under) == 0 {
		return unknownVerb(verbs(), c.args)
	}
	for i, v := range under {
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		if err := writeHelp(c.out, v); err != nil {
			return err
		}
	}
	return nil
}

// writeVerbs writes all verbs, a line each.
func writeVerbs(w io.Writer) error {
	fmt.Fprint(w, "nomicmail moderates games of Nomic by mail\n\nusage: nomicmail VERB [flags] [arguments]\n\n")
	var rows [][]string
	for _, v := range verbs() {
		rows = append(rows, []string{"  " + strings.TrimSpace(v.name+" "+v.args), v.short})
	}
	printTable(w, rows)
	_, err := fmt.Fprint(w, "\nnomicmail help VERB tells more about one of them.\n")
	return err
}

// writeHelp writes everything about one verb.
func writeHelp(w io.Writer, v verb) error {
	fmt.Fprintf(w, "%s\n\n  %s\n", v.usage(), v.short)
	if v.long != "" {
		fmt.Fprintf(w, "\n%s\n", strings.Trim(v.long, "\n"))
	}
	set := flag.NewFlagSet(v.name, flag.ContinueOnError)
	v.flags(set)
	var rows [][]string
	set.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" {
			text += " (default " + f.DefValue + ")"
		}
		rows = append(rows, []string{strings.TrimSpace("  --" + f.Name + " " + value), text})
	})
	if len(rows) > 0 {
		fmt.Fprint(w, "\nflags:\n")
		for i := range rows {
			rows[i][0] = "  " + rows[i][0]
		}
		printTable(w, rows)
	}
	return nil
}

// readmeVerbs is the list of verbs as the README has it, between the lines
// "<!-- verbs -->" and "<!-- end of verbs -->".
func readmeVerbs() string {
	var b strings.Builder
	var rows [][]string
	for _, v := range verbs() {
		rows = append(rows, []string{strings.TrimSpace(v.name + " " + v.args), v.short})
	}
	b.WriteString("```\n")
	printTable(&b, rows)
	b.WriteString("```\n")
	return b.String()
}
