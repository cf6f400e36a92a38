package mailer

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
)

// sentNames are what the folder of sent mail is called where the server does not
// mark it (RFC 6154).
var sentNames = []string{"sent", "sent items", "sent messages", "sent mail"}

const foldersMost = 10_000 // looked at

// FindSent looks for letters by their Message-IDs in the account's folder of
// sent mail, where many servers put a copy of what they were given to send. It
// returns those that are there. The others may have been sent all the same: not
// every server keeps copies.
func FindSent(ctx context.Context, a Account, ids []string) ([]string, error) {
	s, err := login(ctx, a, func(string) {})
	if err != nil {
		return nil, err
	}
	defer func() { s.quit(ctx) }()
	folder, err := s.sentFolder(ctx)
	if err != nil || folder == "" {
		return nil, err
	}
	if err := s.open(ctx, folder); err != nil {
		return nil, err
	}
	var found []string
	for _, id := range ids {
		uids, err := s.search(ctx, &imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: "Message-Id", Value: id}}})
		if err != nil {
			return found, err
		}
		if len(uids) > 0 {
			found = append(found, id)
		}
	}
	return found, nil
}

// sentFolder is the folder of sent mail, "" if there is none.
func (s *session) sentFolder(ctx context.Context) (string, error) {
	var o *imap.ListOptions
	if s.caps.Has(imap.CapSpecialUse) {
		o = &imap.ListOptions{ReturnSpecialUse: true}
	}
	folders, err := ask(ctx, s, time.Minute, func() ([]*imap.ListData, error) { return s.c.List("", "*", o).Collect() })
	if err != nil {
		return "", fmt.Errorf("mailer: imap: list folders: %w", err)
	}
	named := ""
	for _, f := range folders[:min(len(folders), foldersMost)] {
		if slices.Contains(f.Attrs, imap.MailboxAttrSent) {
			return f.Mailbox, nil
		}
		name := f.Mailbox
		if f.Delim != 0 {
			name = name[strings.LastIndex(name, string(f.Delim))+1:]
		}
		if named == "" && slices.Contains(sentNames, strings.ToLower(name)) {
			named = f.Mailbox
		}
	}
	return named, nil
}
