package mailhost

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// ListDomain is the one of the mailing lists.
const ListDomain = "lists." + Domain

// MailingList is a list of Mailman's that the host is to have.
type MailingList struct {
	Address string            `json:"address"` // below ListDomain
	Owner   string            `json:"owner"`   // who gets what the list asks its owners
	Members []string          `json:"members"` // who are welcomed as if they had subscribed
	Digests map[string]string `json:"digests"` // which of them get "plain" or "mime" digests instead
	Set     map[string]any    `json:"set"`     // Mailman's own attributes of a list
}

// StartWithLists starts a host that has mailing lists, too. Without Mailman it is
// [ErrMissing].
func StartWithLists(lists []MailingList, users ...string) (*Host, error) {
	if _, err := os.Stat("/usr/lib/mailman3/bin/master"); err != nil {
		return nil, fmt.Errorf("%w, and Mailman", ErrMissing)
	}
	return start(lists, users)
}

// name writes down which lists there are to be.
func (h *Host) name(lists []MailingList) error {
	b, err := json.Marshal(lists)
	if err != nil {
		return fmt.Errorf("mailhost: %w", err)
	}
	file := filepath.Join(h.Dir, "lists.json")
	if err := os.WriteFile(file, b, 0o644); err != nil {
		return fmt.Errorf("mailhost: %w", err)
	}
	h.lists, h.env = true, append(h.env, "MAILHOST_LISTS=yes", "MAILINGLIST_LISTS="+file)
	return nil
}

// Digests makes Mailman send the digests that have gathered.
func (h *Host) Digests() error {
	_, err := h.list("digests")
	return err
}

// ListQueue tells the files of what Mailman has taken and not yet handed on.
func (h *Host) ListQueue() ([]string, error) {
	return filepath.Glob(filepath.Join(h.Dir, "list", "var", "queue", "*", "*.[pb][ca]k"))
}

func (h *Host) list(args ...string) (string, error) {
	return h.bash(filepath.Join(filepath.Dir(h.script), "mailinglist.sh"), args)
}
