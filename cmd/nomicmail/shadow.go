package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/shadow"
)

// shadowVerb compares what the officers of a game have posted with our count.
func shadowVerb(f *flag.FlagSet) action {
	w, asJSON := whereFlags(f), jsonFlag(f)
	archive := f.String("archive", "", "play the folder, Maildir or mbox `MAILS`; then GAME is a game file")
	until := f.String("until", "", "with --archive: let time pass up to `TIME`; without it up to the last mail")
	return func(ctx context.Context, c *call) error {
		var r shadow.Report
		var err error
		if *archive != "" {
			r, err = shadowArchive(ctx, c, *archive, *until)
		} else {
			r, err = askOnce(ctx, w, shadowOf{c.args[0]})
		}
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.out, r)
		}
		printShadow(c.out, r)
		return nil
	}
}

// shadowOf asks for the report of a game that is followed.
type shadowOf struct{ Game string }

func (shadowOf) path() string { return "shadow" }

func (q shadowOf) answer(_ context.Context, o *office, _ progress) (shadow.Report, error) {
	g, err := o.game(q.Game)
	if err != nil {
		return shadow.Report{}, err
	}
	if !g.Shadow {
		return shadow.Report{}, fault{q.Game + " is not a game that is only followed", `one is made with "shadow = true" in its game file; an archive of mails is tried with nomicmail shadow GAME.toml --archive MAILS`}
	}
	var entries []record.Entry
	for e, err := range o.book.Entries(q.Game, 1) {
		if err != nil {
			return shadow.Report{}, err
		}
		entries = append(entries, e)
	}
	return shadow.Compare(entries, o.book.Input)
}

// shadowArchive plays mails beside the officers' posts in them.
func shadowArchive(ctx context.Context, c *call, mails, until string) (shadow.Report, error) {
	file, err := readFollowed(c.args[0])
	if err != nil {
		return shadow.Report{}, err
	}
	box, err := openMailbox(mails, file.Start)
	if errors.Is(err, os.ErrNotExist) {
		return shadow.Report{}, fault{"there is no " + mails, "name a folder of .eml files, a Maildir, or an mbox of the list's mails"}
	}
	if err != nil {
		return shadow.Report{}, err
	}
	defer box.close()
	if len(box.mails) == 0 {
		return shadow.Report{}, fault{"there is no mail in " + mails, "name a folder of .eml files, a Maildir, or an mbox of the list's mails"}
	}
	end, err := lastMoment(until, file.Start, box)
	if err != nil {
		return shadow.Report{}, err
	}
	book, err := newTape(nil)
	if err != nil {
		return shadow.Report{}, err
	}
	defer book.close()
	if _, _, err := playInto(ctx, book, file, box, end, c); err != nil {
		return shadow.Report{}, err
	}
	var entries []record.Entry
	for e, err := range book.Entries(file.Name, 1) {
		if err != nil {
			return shadow.Report{}, err
		}
		entries = append(entries, e)
	}
	return shadow.Compare(entries, book.Input)
}

// readFollowed reads the game file of a game that others run. Offline nothing is
// sent, so that it need not say so itself.
func readFollowed(path string) (moderator.GameFile, error) {
	file, err := moderator.ReadGameFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return file, fault{"there is no " + path, "with --archive, GAME is a game file: nomicmail import makes one of a game that is played elsewhere"}
	case err != nil:
		return file, err
	}
	listed, err := file.HasTurns()
	if err != nil {
		return file, err
	}
	if listed {
		return file, fault{path + " is the file of a game with turns", "officers' distributions and resolutions are followed in games without turns, such as those of list.en; nomicmail replay plays any other"}
	}
	file.Shadow = true
	return file, nil
}

// printShadow writes a report for people: differences first.
func printShadow(w io.Writer, r shadow.Report) {
	fmt.Fprintf(w, "%s, from %s to %s\n", r.Game, r.From.Format("2 January 2006"), r.Until.Format("2 January 2006"))
	fmt.Fprintf(w, "\nDIFFERENCES: %d\n", len(r.Differences))
	for i, d := range r.Differences {
		printDifference(w, i+1, d)
	}
	for _, b := range r.Beside {
		fmt.Fprintf(w, "\nProposal %d as it was posted, and as it was counted here:\n\n", b.Proposal)
		printBeside(w, b.Officer, b.Ours)
	}
	fmt.Fprintf(w, "\nNOT CERTAIN: %d\n", len(r.Unsure))
	for _, u := range r.Unsure {
		fmt.Fprintf(w, "\n- %s%s\n", headOf(u.Proposal, 0, u.About), u.What)
		printRests(w, u.Mails)
	}
	a := r.Agreed
	fmt.Fprintf(w, "\nTHE SAME: %s distributed, %d resolved; %s, %s among sums and outcomes, %s.\n",
		counts(a.Distributed, "proposal"), a.Resolved, counts(a.Ballots, "ballot"), counts(a.Figures, "figure"), counts(a.Rules, "rule"))
}

func headOf(proposal, rule int, about string) string {
	var parts []string
	if proposal != 0 {
		parts = append(parts, fmt.Sprint(proposal))
	}
	if rule != 0 {
		parts = append(parts, fmt.Sprintf("Rule %d", rule))
	}
	if about != "" {
		parts = append(parts, about)
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ", ") + ": "
}

func printDifference(w io.Writer, n int, d shadow.Difference) {
	fmt.Fprintf(w, "\n%d. %s%s\n", n, headOf(d.Proposal, d.Rule, d.About), d.Kind)
	fmt.Fprintf(w, "   officer: %s\n", indented(d.Officer))
	fmt.Fprintf(w, "   ours:    %s\n", indented(d.Ours))
	for _, s := range d.Follows {
		fmt.Fprintf(w, "   so is %s\n", s)
	}
	if !d.Corrected.IsZero() {
		fmt.Fprintf(w, "   corrected on %s\n", d.Corrected.Format("2 January"))
	}
	printRests(w, d.Mails)
}

// indented sets the lines of a text below its first one.
func indented(s string) string { return strings.ReplaceAll(oneText(s), "\n", "\n            ") }

// oneText is a text without what could move the cursor of a terminal.
func oneText(s string) string {
	var lines []string
	for _, l := range strings.Split(s, "\n") {
		lines = append(lines, oneLine(l))
	}
	return strings.Join(lines, "\n")
}

func printRests(w io.Writer, mails []shadow.Mail) {
	for _, m := range mails {
		if m.At.IsZero() {
			continue
		}
		fmt.Fprintf(w, "   %s  %s  %s\n", m.At.UTC().Format(time.RFC3339), orDash(oneLine(m.From)), orDash(oneLine(m.ID)))
		for _, l := range strings.Split(strings.TrimSpace(m.Words), "\n") {
			if l != "" {
				fmt.Fprintf(w, "     | %s\n", oneLine(l))
			}
		}
	}
}

// printBeside sets two texts side by side.
func printBeside(w io.Writer, a, b string) {
	left, right := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(left), len(right)) {
		var l, r string
		if i < len(left) {
			l = oneLine(left[i])
		}
		if i < len(right) {
			r = oneLine(right[i])
		}
		fmt.Fprintf(w, "  %-48s  %s\n", l, r)
	}
}
