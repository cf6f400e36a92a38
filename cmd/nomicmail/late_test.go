package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
)

// lateGame is a game whose votes run for an hour.
const lateGame = `name = "tea"
ruleset = "suber-mail.en"
[customs]
trust = "from"
debate_least = "0h"
vote_period = "1h"
missing_vote = "against"
reminders = "%s"
[[player]]
given = "Ada"
surname = "Quillfeather"
addresses = ["ada@example.org"]
[[player]]
given = "Bob"
surname = "Marrowgate"
addresses = ["bob@example.org"]
`

// begin starts the game under a daemon and stops it.
func (s *served) begin(reminders string) {
	s.t.Helper()
	file := filepath.Join(filepath.Dir(s.config), "tea.toml")
	writeFile(s.t, file, fmt.Sprintf(lateGame, reminders), 0o600)
	s.start()
	s.does("game", "new", "--file", file)
	s.does("game", "start", "tea")
	s.await("bob", "the game begins")
	s.end()
}

// receives puts a mail into the moderator's mailbox with the time at which it
// was received.
func (s *served) receives(who string, at time.Time, words string) {
	s.t.Helper()
	raw := fmt.Sprintf("From: %s@example.org\r\nTo: nomic+tea@example.org\r\nMessage-ID: <%d.%x@example.org>\r\nSubject: tea\r\n\r\n%s\r\n", who, at.Unix(), words, words)
	if err := s.post.Deliver([]byte(raw), "nomic+tea@example.org", at); err != nil {
		s.t.Fatal(err)
	}
}

// state is the game as "game show" tells it.
func (s *served) state() moderator.State {
	s.t.Helper()
	var st moderator.State
	if err := json.Unmarshal([]byte(s.does("game", "show", "tea", "--json")), &st); err != nil {
		s.t.Fatal(err)
	}
	return st
}

// TestVotesReadLate: while the daemon is stopped a vote's last hour goes by, and
// an hour more. What was received before the deadline counts, to the second,
// and what came after does not. Mails lie in the mailbox in another order than
// they were received in; of two of the same second the one with the higher UID
// is the later one.
func TestVotesReadLate(t *testing.T) {
	s := open(t)
	s.begin("none")
	opened := time.Now().Add(-2 * time.Hour).Truncate(time.Second)
	closes := opened.Add(time.Hour)
	s.receives("ada", closes.Add(time.Second), "301 AGAINST")
	s.receives("ada", closes.Add(-time.Second), "301 FOR")
	s.receives("bob", closes.Add(-time.Minute), "301 AGAINST")
	s.receives("bob", closes.Add(-time.Minute), "301 FOR")
	s.receives("bob", opened, "repeal 206")
	code, _, errout := runs(t, "", "extend", "tea", "2d", "--config", s.config)
	if code != exitDone {
		t.Errorf("extend, with nothing overdue yet: exit %d, %s", code, errout)
	}
	s.start()
	s.await("ada", "301 adopted (2 for, 0 against)")
	s.await("ada", "not done")
	s.end()
	if st := s.state(); st.Proposals[0].Status != "adopted" || fmt.Sprint(st.Proposals[0].Votes) != "map[Ada Quillfeather:for Bob Marrowgate:for]" {
		t.Errorf("301 is %s: %v", st.Proposals[0].Status, st.Proposals[0].Votes)
	}
}

// TestHeldAnsweredLate: a doubtful vote of the last second before the deadline
// is answered after it, and all of this is read much later: it counts as of the
// first mail. What is held can be seen and settled with and without the daemon.
func TestHeldAnsweredLate(t *testing.T) {
	s := open(t)
	s.begin("none")
	opened := time.Now().Add(-3 * time.Hour).Truncate(time.Second)
	closes := opened.Add(time.Hour)
	s.receives("bob", opened, "repeal 206")
	s.receives("bob", opened.Add(time.Minute), "301 FOR")
	s.receives("ada", closes.Add(-time.Second), "301 maybe")
	s.start()
	s.await("ada", "301: your answer is needed by")
	var held []heldLine
	if err := json.Unmarshal([]byte(s.does("held", "--json")), &held); err != nil || len(held) != 1 {
		t.Fatalf("%v: %+v", err, held)
	}
	h := held[0]
	if h.Player != "Ada Quillfeather" || !strings.HasSuffix(h.Mail, "@example.org>") || h.Words != "301 maybe" || !strings.HasSuffix(h.Question, "Which is it to be on 301?") ||
		strings.Join(h.Choices, ", ") != "301 FOR, 301 AGAINST" || h.Age != "2h" || !h.Waits || !h.Deadline.Equal(closes.Add(24*time.Hour)) || h.Proposal != 301 {
		t.Errorf("held is %+v", h)
	}
	if out := s.does("held"); !strings.Contains(out, "waits until "+clockTime(h.Deadline)) || !strings.Contains(out, "answer 2") {
		t.Errorf("held prints\n%s", out)
	}
	s.receives("ada", closes.Add(time.Hour), "2")
	s.await("ada", "301 defeated (1 for, 1 against)")
	s.end()
	if out := s.does("held"); out != "nothing waits for a person\n" {
		t.Errorf("settled, held prints %s", out)
	}
	if out := s.does("record", "tea", "--json"); !strings.Contains(out, closes.Add(-time.Second).UTC().Format(time.RFC3339)) {
		t.Errorf("the record does not tell since when the vote counts:\n%s", out)
	}
}

// TestReminderMissed: the daemon was down when the last reminder was due. It is
// sent when it is up, the deadline moves a day, and who needs no reminder is
// told that too. Until the mail is read nobody can let a deadline pass by hand.
func TestReminderMissed(t *testing.T) {
	s := open(t)
	s.begin("30m")
	opened := time.Now().Add(-3 * time.Hour).Truncate(time.Second)
	s.receives("bob", opened, "repeal 206")
	s.receives("bob", opened.Add(time.Minute), "301 FOR")
	s.start()
	reminder := s.await("ada", "301: your vote, by")
	if !strings.Contains(string(reminder.Raw), "not there to remind") {
		t.Errorf("the reminder says nothing of the new deadline:\n%s", reminder.Raw)
	}
	s.await("bob", "301: a later deadline")
	s.end()
	if st := s.state(); st.Proposals[0].Status != "voting" {
		t.Errorf("301 is %s", st.Proposals[0].Status)
	}
}

// TestNoActOverUnreadMail: an act on the command line lets no deadline pass that
// the mailbox has not been read up to.
func TestNoActOverUnreadMail(t *testing.T) {
	s := open(t)
	s.begin("none")
	// The turn's deadline was a minute ago, and no daemon runs.
	c, err := (&where{config: s.config}).load(false)
	if err != nil {
		t.Fatal(err)
	}
	o, err := openOffice(c)
	if err != nil {
		t.Fatal(err)
	}
	defer o.close()
	o.now = func() time.Time { return time.Now().AddDate(0, 0, 8) }
	_, err = act{moderator.Act{Game: "tea", Verb: "pause"}}.answer(t.Context(), o, silent)
	if err == nil || !strings.Contains(err.Error(), "may still be unread") {
		t.Errorf("a deadline was passed over unread mail: %v", err)
	}
}
