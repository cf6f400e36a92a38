// Package parser reads mails.
//
// It works in two stages. [Parse] turns the bytes of a mail into a [Letter]:
// who it claims to be from, whether a machine wrote it, what it answers, and
// its text as a person would see it. [Read] finds, in a context, what the
// author's own words ask for. The parser knows mail and words and no game: it
// tells what was said, never whether it is allowed. It does no I/O and panics
// on no input.
package parser

import (
	"time"
)

// MailKind is what sort of mail a letter is.
type MailKind string

// The kinds of mail. Everything but Message is a machine's, or nobody's.
const (
	Message    MailKind = "message"
	AutoReply  MailKind = "auto-reply"
	Receipt    MailKind = "receipt" // a read receipt (RFC 8098)
	Bounced    MailKind = "bounce"
	Own        MailKind = "own" // our own mail come back
	Unreadable MailKind = "unreadable"
	ListDigest MailKind = "digest" // mails of one of Options.Lists in one
)

// Address is a mailbox of RFC 5322. Mail is lower-cased in its domain.
type Address struct{ Name, Mail string }

// Letter is a mail that was read. Every text in it is valid UTF-8 in NFC.
type Letter struct {
	Kind       MailKind
	Why        string // why it is not a Message, in a few words for operators
	From       []Address
	FromFields int       // how many From fields there were; anything but 1 is nobody
	To         []Address // To, Cc, Delivered-To and X-Original-To: where it may have been sent
	Sent       []Address // To and Cc alone: whom its author wrote to
	ReplyTo    []Address
	Subject    string
	ID         string   // Message-ID with its angle brackets, or ""
	InReplyTo  []string // message-ids with their angle brackets
	References []string
	ListID     string
	Date       time.Time // the sender's claim; zero when there is none
	Received   time.Time // of the topmost Received field; zero when there is none
	Auth       Auth
	Judged     bool     // the pinned server said something of the sender
	DKIM       bool     // it bears a signature of DKIM, which may be verified
	Signers    []string // domains whose signature was verified; the caller's finding
	Text       string   // the text part as a person would see it, LF line ends, flowed lines joined
	HTMLOnly   bool
	Damaged    string    // what of it could not be decoded, or ""
	Footer     string    // what a mailing list put below, when it is a part of its own
	Passed     string    // the beginnings of mails that were forwarded as they are, for the receipt
	Struck     string    // the author's words that are struck out; Text is without them
	Other      string    // the text of an HTML part with other words than Text, "" when they are the same
	Attached   bool      // a file of text is attached, which is not read
	Brings     bool      // it has something else than words: files, pictures, other mails
	Reaction   string    // the sign that the whole mail is, "" when it is words
	Doubt      string    // a code of [Reasons]: nothing in the mail may count before its sender is asked
	Munged     bool      // its From field is a mailing list's, not its author's
	Named      []Address // whom Reply-To and X-Original-From name: to be asked, never believed
	Keys       []string  // OpenPGP public keys that it brings, armoured
	Signed     *Signed   // what of it is signed with OpenPGP; nil when not all of its text is
	Tokens     []string  // what may be a reply token, see TokenSize
	Bounce     *Bounce
	Through    *Through  // the list of Options.Lists that it came through, nil for none
	Digested   []*Letter // the mails of a list's digest, see [ListDigest]
}

// Auth is what an Authentication-Results field of the pinned server says
// (RFC 8601). Results are "pass", "fail", "none", ... or "".
type Auth struct {
	DMARC, DKIM, SPF string
	Aligned          bool // a DKIM or SPF pass is for the domain of the From address
}

// Bounce is a report that a letter did not arrive (RFC 3464, or prose).
type Bounce struct {
	Address   string // where we sent it, as far as the report tells
	Final     string // where it was going when it failed, if that is known to be elsewhere
	Permanent bool   // the address is no good; trying again is of no use
	Delayed   bool   // the other server is still trying
	ID        string // Message-ID of the letter that bounced, when the report tells
	Token     string // of our own in the returned header, "" when there is none
	Status    string // RFC 3463, such as 5.1.1, or an SMTP reply code
	Says      string // why, in the words of the server that refused the letter
}

// Limits are the bounds that a mail can break: Why of an Unreadable letter, and
// Damaged where some of the mail could be read.
const (
	TooLarge     = "too-large"      // more bytes than Options.MaxSize
	TooManyParts = "too-many-parts" // of MIME
	TooDeep      = "too-deep"       // parts in parts
	TooComplex   = "too-complex"    // HTML of too many elements
	TooLong      = "too-long"       // a text of which only the beginning is read
	NoHeader     = "no-header"
)

// Options are the bounds and the facts that Parse needs.
type Options struct {
	AuthServer string   // the pinned authserv-id; "" believes failures alone, [AnyServer] the topmost field
	Own        []string // our own addresses: mail from them is our own
	MaxSize    int      // bytes; 0 is the default, 25 MiB
	Lists      []List   // that are to be known
}

// Context is what Read must know of the game and of the mail that is answered.
type Context struct {
	Answered   string     // text of our own letter that this mail answers, or ""
	Shown      string     // its HTML part as a person sees it, or ""
	Through    bool       // it answers an answer to that letter, not the letter itself
	Rows       []int      // proposals whose ballots stand in that letter
	Questions  []Question // of ours that this mail may be answering
	Open       []int      // proposals open to vote
	Decided    []int      // those numbers below 100 that decided proposals have
	Highest    int        // the highest number that a proposal has, 0 when it is not known
	Debate     []int      // proposals in debate
	Rules      []int      // every number that a rule in force bears or bore
	Proposer   []int      // proposals of this sender that are in debate or open
	MayPropose bool       // a proposal of this sender would not be out of turn
	Organiser  bool       // the sender is an organiser: organisers' commands are read
	Known      bool       // the sender is a player
	Phrases    *Phrases   // of all our letters, for a mail that does not say which it answers; or nil
	Language   string     // of the game or of the sender, "" when unknown; it only settles words of two languages
	Endorsing  bool       // a ballot may endorse somebody else's, so that the word is no plain vote for
	Ballots    *Ballots   // what ballots may say where there are no turns, or more than for and against; else nil
	Cases      bool       // Judges are found by rotation: calls for judgment, and what is ruled on them, are read
	Idle       bool       // players may be inactive
	Pool       *Pool      // proposals wait for their distribution; nil where there are turns
	Names      []string   // of the players who share the sender's address, when they are several
}

// Outcome is what became of a fragment.
type Outcome string

// Counted was understood without doubt. SenderAsked probably meant something:
// nothing is done and the sender is asked. SetAside has no force.
const (
	Counted  Outcome = "counted"
	HeldBack Outcome = "held"
	SetAside Outcome = "aside"
)

// Fragment is one thing that a mail says.
type Fragment struct {
	Text    string  // the author's words, as they stand
	Verb    string  // as in the command table: "vote", "amend", "join", "rules", ...
	Command Command // what they ask for; for a held fragment the likeliest meaning, or nil
	Outcome Outcome
	Reason  string   // why it is held or set aside: a code of [Reasons]
	Answers []string // for a held fragment: likely answers, ready to send back
	Lines   string   // the author's lines, as they stand, where it was read from more than Text; else ""
}

// Command is a rules.Command, or one of the parser's own: [Ask], [Setting],
// [Observe], [Order].
type Command any

type (
	// Ask asks for something to read: "help", "rules", "scores", "status",
	// "history", "cases" or "proposal".
	Ask struct {
		What   string
		Number int       // of a rule, a proposal or a case
		Full   bool      // the full ruleset
		Texts  bool      // the texts of the rules, whatever a short ruleset leaves out; never said by mail
		At     time.Time // "rules at 2026-03-01"
	}
	// Setting changes something of the sender's own: "away", "language",
	// "timezone", "back", "receipts" ("on" or "off"), "address add", "address remove", "key" (an armoured key),
	// "key remove", "token" (another one, please), "team" (a name, or "" to end it),
	// "willing" or "unwilling" to judge, "inactive", "active", "talk always", "talk ask", "talk never", "talk digest", "talk each", "mute", "unmute".
	Setting struct{ Name, Value string }
	// Observe watches or stops watching the game. Language is that of its words,
	// "" where more than one has them.
	Observe struct {
		Stop     bool
		Language string
	}
	// Order is an organiser's command with its words, which the moderator
	// resolves: "extend", "pause", "resume", "undo", "award", "remove",
	// "settle", "start", ... Clause is what stands below "settle rule 202".
	Order struct{ Verb, Words, Clause string }
	// Apart is a line near what is entered for a player: more of that, as it would
	// be ordered ("" where no player is named), or the organiser's own.
	Apart struct{ Order, Own string }
	// Test says that everything after it is only to be read.
	Test struct{}
	// Numbered is a bare number in reply to a question of ours.
	Numbered struct{ N int }
)

// Reading is what a mail says.
type Reading struct {
	Fragments []Fragment
	Aside     []Aside  // quotations, signatures and the like, for the receipt
	Ask       bool     // something is held, or nothing was found where something was meant
	Language  string   // of the words that were understood, or ""
	Speakers  []string // of Context.Names: who says to be speaking; more than one is nobody
	Talk      Talk     // what it says to people, beside the fragments or alone
}

// Aside is a part of a mail that was not read as its author's words: Why is
// "quoted", "signature", "after end", "forwarded", "footer", ... Cut says that it
// was cut off the text of a proposal by its looks, so that the author must see it.
// Said is what of it is neither ours nor what a program writes above a quotation,
// without marks.
type Aside struct {
	Why, Text string
	Said      string
	Cut       bool
}

// Reasons is every code that a Fragment's Reason can be; package templates has
// a sentence for each.
var Reasons = []string{
	"conditional",       // "302 if 301 passes", "maybe"
	"contradiction",     // two different marks on one row
	"which-proposal",    // "I withdraw my proposal", and there is none or several
	"no-number",         // a vote word without a number, and several are open
	"which-all",         // "all", and it is not beyond doubt which
	"rule-not-proposal", // the number is a rule's, not an open proposal's
	"not-open",          // no such proposal is open
	"reaction",          // an emoji or a thumbs-up
	"no-vote-word",      // a number of an open proposal with words that are no vote
	"garbled",           // the words could not be decoded for certain
	"corrected",         // a later line of the same mail says otherwise
	"two-changes",       // two rule-changes in one proposal
	"no-text",           // a proposal without a text
	"unclear",           // looks like a command and is none
	"withdraw-which",    // the vote, or the proposal?
	"name-order",        // which word of the name is the surname?
	"too-many",          // five unreadable commands in a row: reading stopped
	"nothing",           // no command at all was found in a mail that meant one
	"talk",              // a mail of talk alone
	"unreadable-part",   // opaque S/MIME and the like
	"no-question",       // a number, and nothing is asked
	"which-answer",      // it may answer a question of ours, and it is not sure which way
	"struck",            // words that count are struck out
	"automatic",         // the words of an automatic reply, and no other sign of one
	"attached",          // nothing in the mail, and a text attached to it
	"too-long",          // only the beginning was read
	"two-proposals",     // lines of a head below the first part of a proposal, or twice
	"no-index",          // "index:" with something else than a number
	"which-pooled",      // "withdraw my proposal", and several wait
}
