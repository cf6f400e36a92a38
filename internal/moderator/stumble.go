package moderator

import (
	"runtime/debug"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/templates"
)

// reading is how mails are read: a function of the mail and of what it is told, and
// of nothing else. Where it stumbles it will stumble again at every try, and the
// mails behind it would wait for ever. So such a mail is set aside for a person, as
// one is that nobody can read. What stumbles anywhere else may be no fault of the
// mail's, and ends the program: then nothing has happened, and nothing is lost.
type reading struct {
	parse func(raw []byte, o parser.Options) *parser.Letter
	read  func(*parser.Letter, parser.Context) parser.Reading
}

// stumbled is why a mail is set aside at which the program itself has failed.
const stumbled = "the program failed while it read the mail"

// parse takes a mail apart.
func (m *Moderator) parse(raw []byte) (l *parser.Letter) {
	defer func() {
		if why := recover(); why != nil {
			m.reportStumble(record.HashOf(raw), why)
			l = &parser.Letter{Kind: parser.Unreadable, Why: stumbled}
		}
	}()
	return m.reading.parse(raw, m.options())
}

// read finds what the mail of the sheet says; ok is false where that has failed.
func (s *sheet) read(l *parser.Letter, c parser.Context) (r parser.Reading, ok bool) {
	defer func() {
		if why := recover(); why != nil {
			s.m.reportStumble(s.in.Hash, why)
			r, ok = parser.Reading{}, false
		}
	}()
	return s.m.reading.read(l, c), true
}

func (m *Moderator) reportStumble(mail record.Hash, why any) {
	m.set.Log.Error(stumbled+"; please report this", "mail", mail.String(), "why", why, "stack", string(debug.Stack()))
}

// stumble sets the mail of the sheet aside, and tells the player whose it is.
func (s *sheet) stumble() {
	s.in.Outcome = "set aside: " + stumbled
	if s.who == nil {
		return
	}
	if ok, _, _ := s.m.mayAnswerIn(s.t.name, s.in.From, true, s.at); ok {
		s.post(s.who, "stranger", 0, func(f templates.Frame) templates.Letter {
			return templates.Stranger{Frame: f, Code: "unreadable"}
		})
	}
}
