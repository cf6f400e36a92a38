package postoffice

import (
	"crypto/tls"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-sasl"
)

func (p *Office) imapServer(conf *tls.Config) *imapserver.Server {
	caps := imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapNamespace: {}, imap.CapESearch: {}, imap.CapLiteralPlus: {}}
	for c, hidden := range map[imap.Cap]bool{imap.CapIdle: p.o.NoIdle, imap.CapMove: p.o.NoMove, imap.CapUIDPlus: p.o.NoUIDPlus} {
		if !hidden {
			caps[c] = struct{}{}
		}
	}
	return imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &session{p: p}, nil, nil
		},
		Caps:         caps,
		TLSConfig:    conf,
		InsecureAuth: true,
		Logger:       quiet,
	})
}

// session is a connection; the embedded one is nil until somebody has logged in.
type session struct {
	*imapmemserver.UserSession
	p *Office
}

var _ imapserver.SessionSASL = (*session)(nil)

func (s *session) enter(ok func(*user) bool, name string) error {
	s.p.mu.Lock()
	defer s.p.mu.Unlock()
	u := s.p.account(name)
	if u == nil || !ok(u) {
		return imapserver.ErrAuthFailed
	}
	s.UserSession = imapmemserver.NewUserSession(u.box)
	return nil
}

func (s *session) Login(name, password string) error {
	return s.enter(func(u *user) bool { return u.password == password }, name)
}

func (s *session) AuthenticateMechanisms() []string { return mechanisms }

func (s *session) Authenticate(mech string) (sasl.Server, error) {
	server := saslServer(mech, s.Login, func(name, token string) error {
		return s.enter(func(u *user) bool { return u.token == token }, name)
	})
	if server == nil {
		return nil, &imap.Error{Type: imap.StatusResponseTypeNo, Text: "no such mechanism: " + mech}
	}
	return server, nil
}

// Close is called whether or not somebody has logged in.
func (s *session) Close() error {
	return s.UserSession.Close()
}

// Idle is our own because the embedded one says nothing of a mail that came
// before it began. It looks once a second for what other connections change.
func (s *session) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	for {
		arrived := s.p.arrival()
		if err := s.Poll(w, true); err != nil {
			return err
		}
		select {
		case <-arrived:
		case <-time.After(time.Second):
		case <-stop:
			return nil
		}
	}
}

func (s *session) Append(folder string, r imap.LiteralReader, o *imap.AppendOptions) (*imap.AppendData, error) {
	d, err := s.UserSession.Append(folder, r, o)
	s.p.mu.Lock()
	defer s.p.mu.Unlock()
	s.p.announce()
	return d, err
}

var mechanisms = []string{"PLAIN", "XOAUTH2", "OAUTHBEARER"}

func saslServer(mech string, password, token func(name, secret string) error) sasl.Server {
	switch strings.ToUpper(mech) {
	case "PLAIN":
		return sasl.NewPlainServer(func(_, name, secret string) error { return password(name, secret) })
	case "XOAUTH2":
		return &xoauth2{token: token}
	case "OAUTHBEARER":
		return sasl.NewOAuthBearerServer(func(o sasl.OAuthBearerOptions) *sasl.OAuthBearerError {
			if token(o.Username, o.Token) != nil {
				return &sasl.OAuthBearerError{Status: "invalid_token", Schemes: "bearer"}
			}
			return nil
		})
	}
	return nil
}

// xoauth2 is the server side of the mechanism. A refused token is told in a
// challenge, which the client answers with nothing.
type xoauth2 struct {
	token func(name, token string) error
	err   error
}

func (x *xoauth2) Next(response []byte) ([]byte, bool, error) {
	if x.err != nil {
		return nil, false, x.err
	}
	if response == nil {
		return []byte{}, false, nil
	}
	var name, token string
	for _, field := range strings.Split(string(response), "\x01") {
		if v, ok := strings.CutPrefix(field, "user="); ok {
			name = v
		}
		if v, ok := strings.CutPrefix(field, "auth=Bearer "); ok {
			token = v
		}
	}
	if x.err = x.token(name, token); x.err == nil {
		return nil, true, nil
	}
	return []byte(`{"status":"401","schemes":"bearer"}`), false, nil
}
