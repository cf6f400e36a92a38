package parser

import (
	"crypto/sha256"
	"slices"
	"strings"

	"nomicmail/internal/rules"
)

// Object is how one mail was read, as the verb `parse` prints it.
type Object struct {
	From     string       `json:"from"`
	Kind     MailKind     `json:"kind"`
	Trust    string       `json:"trust"` // "aligned", "from", "failed", or "none" for nobody
	Language string       `json:"language"`
	Commands []Said       `json:"commands"`
	Ask      bool         `json:"ask"`
	Aside    []SaidAside  `json:"aside"`
	Bounce   *BounceShown `json:"bounce,omitempty"`
}

// Said is one fragment of a mail as `parse` prints it.
type Said struct {
	Text      string      `json:"text,omitempty"`
	Verb      string      `json:"verb"`
	Proposal  int         `json:"proposal,omitempty"`
	Vote      string      `json:"vote,omitempty"`
	Rule      int         `json:"rule,omitempty"`
	Amendment int         `json:"amendment,omitempty"`
	Title     *string     `json:"title,omitempty"`
	Body      *string     `json:"body,omitempty"`
	Clause    *string     `json:"clause,omitempty"`
	Edit      *rules.Edit `json:"edit,omitempty"`
	Judgment  int         `json:"judgment,omitempty"`
	Ruling    string      `json:"ruling,omitempty"`
	Value     string      `json:"value,omitempty"`
	Outcome   Outcome     `json:"outcome"`
	Reason    string      `json:"reason,omitempty"`
}

// SaidAside is a part that was not read as its author's words.
type SaidAside struct {
	Why  string `json:"why"`
	Text string `json:"text"`
}

// BounceShown is a bounce as `parse` prints it.
type BounceShown struct {
	Address   string `json:"address"`
	Permanent bool   `json:"permanent"`
}

// Trust says how sure it is that a mail is from whom it names: "failed" when
// the receiving server says that DMARC failed, "none" when it names nobody or
// several, "aligned", or else "from".
func (l *Letter) Trust() string {
	if l.Through != nil {
		return l.Through.trust(l)
	}
	return l.directTrust()
}

// directTrust is [Letter.Trust] of a mail that came through no list.
func (l *Letter) directTrust() string {
	switch {
	case l.Auth.DMARC == "fail":
		return "failed"
	case l.FromFields != 1 || len(l.From) != 1:
		return "none"
	case l.Auth.DMARC == "pass" || l.Auth.Aligned || l.signedByItsDomain():
		return "aligned"
	}
	return "from"
}

// signedByItsDomain says that a verified signature is the From domain's. It
// counts only where the receiving server has said nothing.
func (l *Letter) signedByItsDomain() bool {
	return !l.Judged && slices.ContainsFunc(l.Signers, func(d string) bool { return Aligned(d, l.From[0].Mail) })
}

// Describe makes the object that `parse` prints. What a mail says whose sender
// is not certain at all is held.
func Describe(l *Letter, r Reading) Object {
	o := Object{Kind: l.Kind, Trust: l.Trust(), Language: r.Language, Commands: []Said{}, Aside: []SaidAside{}}
	if len(l.From) > 0 {
		o.From = l.From[0].Mail
	}
	if l.Bounce != nil {
		o.Bounce = &BounceShown{l.Bounce.Address, l.Bounce.Permanent}
	}
	if l.Kind != Message {
		return o
	}
	o.Ask = r.Ask
	doubtful := o.Trust == "failed" || o.Trust == "none" || l.Munged // whose address a list has replaced is nobody
	for _, f := range r.Fragments {
		if f.Verb == "" {
			continue
		}
		s := said(f)
		if doubtful && s.Outcome == Counted {
			s.Outcome = HeldBack
		}
		o.Commands = append(o.Commands, s)
	}
	o.Ask = o.Ask || doubtful
	for _, a := range r.Aside {
		o.Aside = append(o.Aside, SaidAside{a.Why, a.Text})
	}
	return o
}

// said describes one fragment.
func said(f Fragment) Said {
	s := Said{Text: f.Text, Verb: f.Verb, Outcome: f.Outcome, Reason: f.Reason}
	switch c := f.Command.(type) {
	case rules.Vote:
		s.Proposal, s.Vote = c.Proposal, string(c.Option)
	case rules.WithdrawVote:
		s.Proposal, s.Vote = c.Proposal, string(rules.Withdrawn)
	case rules.Propose:
		if len(c.Drafts) > 0 {
			s.draft(c.Drafts[0])
			for _, d := range c.Drafts {
				if string(d.Kind) == f.Verb {
					s.draft(d)
					break
				}
			}
		}
	case rules.Revise:
		s.draft(c.Draft)
		s.Proposal = c.Proposal
	case rules.WithdrawProposal:
		s.Proposal = c.Proposal
	case rules.OpenVoting:
		s.Proposal = c.Proposal
	case rules.Invoke:
		s.Body = &c.Question
	case rules.RuleOn:
		s.Judgment, s.Ruling, s.Body = c.Judgment, c.Ruling, &c.Reasons
	case rules.Overrule:
		s.Judgment = c.Judgment
	case rules.Join:
		s.Value = strings.TrimSpace(c.Given + " " + c.Surname)
	case rules.Dispute:
		s.Value = c.Words
	case rules.ClaimError:
		s.Proposal, s.Value = c.Proposal, c.Words
	case rules.DoubtReport:
		s.Value = itoa(c.Report) + ": " + c.Words
	case Ask:
		s.ask(c)
	case Setting:
		s.Value = c.Value
	case Order:
		s.Value = c.Words
	case Numbered:
		s.Value = itoa(c.N)
	}
	return s
}

func (s *Said) draft(d rules.Draft) {
	s.Rule, s.Amendment, s.Edit = d.Rule, d.Amendment, d.Edit
	s.Title, s.Body, s.Clause = &d.Title, &d.Text, &d.Clause
}

func (s *Said) ask(c Ask) {
	if c.What == "proposal" {
		s.Proposal = c.Number
	} else {
		s.Rule = c.Number
	}
	if c.Full {
		s.Value = "full"
	} else if !c.At.IsZero() {
		s.Value = "at " + c.At.Format("2006-01-02")
	}
}

// Mailbox reads several mails in order as one mailbox.
type Mailbox struct{ seen map[[32]byte]bool }

// Duplicate says whether a mail is one that came before by another road: the
// same Message-ID, sender and words. A Message-ID that is used again for other
// words makes no duplicate. A mail without one is known by its words, sender
// and date.
func (m *Mailbox) Duplicate(l *Letter) bool {
	if m.seen == nil {
		m.seen = map[[32]byte]bool{}
	}
	k := l.Digest()
	if m.seen[k] {
		return true
	}
	m.seen[k] = true
	return false
}

// Digest is equal for two copies of one mail that came by two roads, whatever a
// list put into the Subject and below the text.
func (l *Letter) Digest() [32]byte {
	var b strings.Builder
	b.WriteString(l.ID + "\n")
	for _, a := range l.From {
		b.WriteString(Canonical(a.Mail) + "\n")
	}
	if l.ID == "" {
		b.WriteString(l.Subject + "\n" + l.Date.String() + "\n")
		if l.Date.IsZero() {
			b.WriteString(l.Received.String() + "\n")
		}
	}
	for _, ln := range linesOf(aboveFooter(l.Text, l.list()), sources{answered: &original{}}, nil) {
		if ln.mark != mSignature && ln.mark != mForwarded {
			b.WriteString(strings.Join(bareWords(ln.bare), " ") + " ")
		}
	}
	return sha256.Sum256([]byte(strings.Join(strings.Fields(b.String()), " ")))
}

// Read reads a mail of the mailbox. The commands of a duplicate are set aside.
func (m *Mailbox) Read(l *Letter, c Context) Object {
	if l.Kind != Message {
		return Describe(l, Reading{})
	}
	o := Describe(l, Read(l, c))
	if m.Duplicate(l) {
		o.Ask = false
		for i := range o.Commands {
			o.Commands[i].Outcome, o.Commands[i].Reason = SetAside, "duplicate"
		}
	}
	return o
}
