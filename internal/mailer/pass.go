package mailer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
)

// chunk is how many messages one FETCH asks for: the library buffers 128 answers
// and never ends if more than that are left unread.
const chunk = 100

// atOnce is how many delivered messages are put away with one command. A crash
// before it brings them all again.
const atOnce = 50

// pass looks at the folder once, from the search to the last delivery. It returns
// the time before which everything is now read.
func (r *reader) pass(ctx context.Context) (time.Time, error) {
	from := r.o.Clock.Now()
	return from, r.readAll(ctx)
}

func (r *reader) readAll(ctx context.Context) error {
	if r.s.stale.Load() {
		return errStale
	}
	uids, err := r.s.since(ctx, imap.UID(r.place.UID))
	if err != nil {
		return err
	}
	entries, err := r.describeAll(ctx, uids)
	if err != nil {
		return err
	}
	done := progress{uids: uids, done: map[imap.UID]bool{}, last: r.place.UID}
	for _, u := range uids {
		done.done[u] = true // gone in the meantime, unless it has an entry
	}
	for _, e := range entries {
		done.done[e.uid] = false
	}
	for _, e := range inOrder(entries) {
		err := r.handle(ctx, e, &done)
		if err == nil && len(r.delivered) < atOnce {
			continue
		}
		if err := errors.Join(err, r.putAway(ctx, &done)); err != nil {
			return err
		}
	}
	return r.putAway(ctx, &done)
}

// inOrder sorts by INTERNALDATE and then UID. A message without a date goes
// behind the one that came before it.
func inOrder(entries []entry) []entry {
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.uid, b.uid) })
	for i := range entries {
		e := &entries[i]
		if e.order = e.at; e.at.IsZero() && i > 0 {
			e.order = entries[i-1].order
		}
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return a.order.Compare(b.order) })
	return entries
}

// progress finds how far in order of UID everything is done, while the work goes
// in order of time.
type progress struct {
	uids []imap.UID
	done map[imap.UID]bool
	last uint32
}

func (p *progress) finish(uid imap.UID) {
	p.done[uid] = true
	for len(p.uids) > 0 && p.done[p.uids[0]] {
		p.last, p.uids = uint32(p.uids[0]), p.uids[1:]
	}
}

func (r *reader) advance(last uint32) error {
	if last == r.place.UID {
		return nil
	}
	p := Place{r.place.UIDValidity, last}
	if err := r.o.Places.SetPlace(r.o.Folder, p); err != nil {
		return fmt.Errorf("mailer: set place in %s: %w", r.o.Folder, err)
	}
	r.place = p
	return nil
}

// describeAll returns an entry for each message that is still there.
func (r *reader) describeAll(ctx context.Context, uids []imap.UID) ([]entry, error) {
	var all []entry
	for part := range slices.Chunk(uids, chunk) {
		list, err := r.describe(ctx, part)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// describe asks for a chunk at once. On one message that the library chokes on,
// the whole answer is lost; and some answers it drops without an error. So what
// is missing afterwards is asked for again, each by itself.
func (r *reader) describe(ctx context.Context, uids []imap.UID) ([]entry, error) {
	var list []entry
	ask := slices.DeleteFunc(slices.Clone(uids), func(u imap.UID) bool {
		e, ok := r.odd[u]
		if ok {
			list = append(list, e)
		}
		return ok
	})
	if len(ask) == 0 {
		return list, nil
	}
	got, err := r.s.entries(ctx, imap.UIDSetNum(ask...), asked)
	if ctx.Err() != nil {
		return nil, err
	}
	for _, u := range ask {
		if i := slices.IndexFunc(got, func(e entry) bool { return e.uid == u && complete(e) }); i >= 0 {
			list = append(list, got[i])
			continue
		}
		e, err := r.describeOdd(ctx, u)
		if err != nil {
			return nil, err
		}
		if e != nil {
			list = append(list, *e)
		}
	}
	return list, nil
}

// complete says whether e is an answer to the question, and not a message about
// changed flags that came in between.
func complete(e entry) bool { return !e.at.IsZero() && e.size != 0 }

// describeOdd asks for one message in every way there is, and is content with
// what it gets. It returns nil if the message is gone.
func (r *reader) describeOdd(ctx context.Context, uid imap.UID) (*entry, error) {
	if err := r.reopen(ctx); err != nil {
		return nil, err
	}
	if n, err := r.s.place(ctx, uid); err != nil || n == 0 {
		return nil, err
	}
	e := entry{uid: uid}
	for _, o := range []imap.FetchOptions{asked, {UID: true, InternalDate: true}, {UID: true, Flags: true}, {UID: true, RFC822Size: true}} {
		for _, bySeq := range []bool{false, true} {
			found, err := r.describeOne(ctx, uid, bySeq, o)
			if err != nil {
				return nil, err
			}
			if found != nil {
				e.learn(*found)
				break
			}
		}
		if complete(e) && o.Flags && o.InternalDate {
			return &e, nil
		}
	}
	r.odd[uid] = e
	return &e, nil
}

func (r *reader) describeOne(ctx context.Context, uid imap.UID, bySeq bool, o imap.FetchOptions) (*entry, error) {
	set, err := r.s.numbered(ctx, uid, bySeq)
	var list []entry
	if err == nil {
		list, err = r.s.entries(ctx, set, o)
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		return nil, r.reopen(ctx)
	}
	for _, e := range list {
		if e.uid == uid || bySeq && e.uid == 0 {
			return &e, nil
		}
	}
	return nil, nil
}

func (e *entry) learn(found entry) {
	if !found.at.IsZero() {
		e.at = found.at
	}
	if found.size != 0 {
		e.size = found.size
	}
	if found.flags != nil {
		e.flags = found.flags
	}
}

// deliverError is the receiver's error.
type deliverError struct {
	where string
	err   error
}

func (e *deliverError) Error() string { return fmt.Sprintf("mailer: deliver %s: %v", e.where, e.err) }
func (e *deliverError) Unwrap() error { return e.err }

// handle delivers a message, unless that is done. A message that somebody has
// marked \Deleted, or we ourselves where there is no UIDPLUS, is not there any more.
func (r *reader) handle(ctx context.Context, e entry, done *progress) error {
	if e.has(imap.Flag(r.o.Keyword)) || e.has(imap.FlagDeleted) {
		done.finish(e.uid)
		return nil
	}
	if _, ok := r.delivered[e.uid]; ok {
		return nil
	}
	m, err := r.mail(ctx, e)
	if err != nil {
		return err
	}
	if m == nil { // gone
		done.finish(e.uid)
		return nil
	}
	err = r.deliver(ctx, *m)
	switch {
	case errors.Is(err, ErrAside):
	case err != nil:
		return &deliverError{m.Where, err}
	case m.Unfetchable:
		err = ErrAside
	}
	r.delivered[e.uid] = err
	delete(r.lost, e.uid)
	r.well() // also when this connection never gets to the end of a long folder
	return nil
}

// mail fetches a message. An error means that the connection is of no more use;
// nil means that the message is gone.
func (r *reader) mail(ctx context.Context, e entry) (*Mail, error) {
	m := &Mail{At: e.at, UID: uint32(e.uid), Where: fmt.Sprintf("%s/%d/%d", r.o.Folder, r.place.UIDValidity, e.uid)}
	m.TooLarge = e.size > r.o.MaxSize
	for _, bySeq := range []bool{false, false, true} {
		var first int64
		if m.TooLarge {
			first = min(r.o.MaxSize, beginning)
		}
		raw, err := r.s.body(ctx, e.uid, bySeq, first, r.o.MaxSize)
		if m.TooLarge && errors.Is(err, errTooBig) { // it ignores the range, but this is enough
			err = nil
		}
		m.Raw, m.Err = raw, err
		if first > 0 && err == nil && int64(len(raw)) < first {
			m.TooLarge = false // the server gave its size wrong: it came whole
		}
		if err == nil {
			break
		}
		m.TooLarge = m.TooLarge || errors.Is(err, errTooBig)
		if err := r.afterFailure(ctx, e.uid, err); err != nil {
			return nil, err
		}
	}
	if err := r.reopen(ctx); err != nil {
		return nil, err
	}
	if m.Err != nil {
		if n, err := r.s.place(ctx, e.uid); err != nil || n == 0 {
			return nil, err
		}
		m.Unfetchable = true
		r.o.Log.Error("a mail cannot be fetched and is set aside", "mail", m.Where, "err", m.Err)
	}
	m.Truncated = m.TooLarge || m.Unfetchable
	return m, nil
}

const (
	beginning = 256 << 10 // octets fetched of a mail that is too large
	lossMost  = 5         // connections that may break in one message before it is the message's fault
)

// afterFailure returns an error when there is no point in asking again at once:
// the network has failed. If it does so over and over in the same message, that
// message brings the server down and is given up.
func (r *reader) afterFailure(ctx context.Context, uid imap.UID, err error) error {
	if ctx.Err() != nil {
		return err
	}
	if r.s.conn.broken() != nil {
		if r.lost[uid]++; r.lost[uid] < lossMost {
			return err
		}
	}
	return r.reopen(ctx)
}

// putAway moves or marks what was delivered, and remembers that it is done.
func (r *reader) putAway(ctx context.Context, done *progress) error {
	fates := map[bool][]imap.UID{}
	for u, fate := range r.delivered {
		fates[fate != nil] = append(fates[fate != nil], u)
	}
	for aside, uids := range fates {
		folder := r.o.Done
		if aside {
			folder = r.o.Aside
		}
		if err := r.putInto(ctx, folder, uids); err != nil {
			return err
		}
		for _, u := range uids {
			delete(r.delivered, u)
			delete(r.odd, u)
			done.finish(u)
		}
	}
	return r.advance(done.last)
}

// putInto moves messages to a folder, or marks them if it is "". If the server
// refuses, they stay, and only our Place remembers that they are done.
func (r *reader) putInto(ctx context.Context, folder string, uids []imap.UID) error {
	var err error
	if folder != "" {
		err = r.file(ctx, folder, uids)
	} else if keyword := imap.Flag(r.o.Keyword); r.s.keeps(keyword) {
		err = r.s.mark(ctx, uids, imap.FlagSeen, keyword)
	} else {
		err = r.s.mark(ctx, uids, imap.FlagSeen)
	}
	var refused *imap.Error
	if errors.As(err, &refused) && !r.s.dead() {
		r.o.Log.Warn("the mail server does not let us put mail away; it stays in the folder", "mails", len(uids), "to", folder, "err", err)
		return nil
	}
	return err
}

// file moves messages to a folder, which is made if it is missing.
func (r *reader) file(ctx context.Context, folder string, uids []imap.UID) error {
	err := r.s.move(ctx, uids, folder)
	if refused := (*imap.Error)(nil); !errors.As(err, &refused) || r.s.dead() {
		return err
	}
	if err := r.s.create(ctx, folder); err != nil && r.s.dead() {
		return err
	}
	return r.s.move(ctx, uids, folder)
}
