package mailer

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/emersion/go-sasl"
)

// Account is a login on a mail server, for reading (IMAP) or sending (SMTP).
type Account struct {
	Address string // host:port
	TLS     string // "tls" from the first byte, "starttls", or "none"
	User    string // "" for an SMTP server that wants no login
	Secret  func(context.Context) (string, error)
	Auth    string // "password" (also ""), "xoauth2" or "oauthbearer"

	CA         *x509.CertPool // nil: those of the system
	ServerName string         // the name in the certificate; "": the host of Address

	// Silence is how long the server may say nothing while an answer is due;
	// 0 is one minute.
	Silence time.Duration

	longest time.Duration // of an IMAP command; 0: as long as each may take
}

// ReadCA reads the certificates of a PEM file.
func ReadCA(file string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("mailer: read ca: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("mailer: read ca: %s holds no certificate", file)
	}
	return pool, nil
}

// Validate reports everything about a that can be known wrong without a network.
func (a Account) Validate() error {
	var errs []error
	if _, port, err := net.SplitHostPort(a.Address); err != nil || port == "" {
		errs = append(errs, fmt.Errorf("mailer: address %q is not host:port", a.Address))
	}
	switch a.TLS {
	case "tls", "starttls", "none":
	default:
		errs = append(errs, fmt.Errorf("mailer: tls %q is none of tls, starttls, none", a.TLS))
	}
	switch a.Auth {
	case "", "password", "xoauth2", "oauthbearer":
	default:
		errs = append(errs, fmt.Errorf("mailer: auth %q is none of password, xoauth2, oauthbearer", a.Auth))
	}
	if a.User != "" && a.Secret == nil {
		errs = append(errs, fmt.Errorf("mailer: user %s has no secret", a.User))
	}
	return errors.Join(errs...)
}

func (a Account) silence() time.Duration {
	if a.Silence > 0 {
		return a.Silence
	}
	return time.Minute
}

func (a Account) hostPort() (string, int) {
	host, port, _ := net.SplitHostPort(a.Address)
	n, _ := strconv.Atoi(port)
	return host, n
}

func (a Account) tlsConfig() *tls.Config {
	name := a.ServerName
	if name == "" {
		name, _ = a.hostPort()
	}
	return &tls.Config{RootCAs: a.CA, ServerName: name, MinVersion: tls.VersionTLS12}
}

// dial connects, with TLS if it begins at the first byte.
func (a Account) dial(ctx context.Context) (*guardConn, error) {
	ctx, cancel := context.WithTimeout(ctx, a.silence())
	defer cancel()
	nc, err := new(net.Dialer).DialContext(ctx, "tcp", a.Address)
	if err != nil {
		return nil, fmt.Errorf("mailer: connect: %w", err)
	}
	if a.TLS == "tls" {
		if nc, err = a.handshake(ctx, nc); err != nil {
			return nil, err
		}
	}
	return &guardConn{Conn: nc, silence: a.silence(), tight: a.silence()}, nil
}

func (a Account) handshake(ctx context.Context, nc net.Conn) (net.Conn, error) {
	t := tls.Client(nc, a.tlsConfig())
	if err := t.HandshakeContext(ctx); err != nil {
		nc.Close()
		return nil, fmt.Errorf("mailer: tls with %s: %w", a.Address, err)
	}
	return t, nil
}

// credentials returns the SASL exchange to log in with. offered says whether the
// server has a mechanism.
func (a Account) credentials(ctx context.Context, offered func(mech string) bool) (sasl.Client, error) {
	secret, err := a.Secret(ctx)
	if err != nil {
		return nil, err
	}
	host, port := a.hostPort()
	switch {
	case a.Auth == "xoauth2":
		return &xoauth2{user: a.User, token: secret}, nil
	case a.Auth == "oauthbearer":
		return sasl.NewOAuthBearerClient(&sasl.OAuthBearerOptions{Username: a.User, Token: secret, Host: host, Port: port}), nil
	case !offered(sasl.Plain) && offered(sasl.Login):
		return sasl.NewLoginClient(a.User, secret), nil
	}
	return sasl.NewPlainClient("", a.User, secret), nil
}

// xoauth2 is the mechanism that Google and Microsoft had before RFC 7628.
type xoauth2 struct {
	user, token string
	refused     bool
}

func (x *xoauth2) Start() (string, []byte, error) {
	return "XOAUTH2", []byte("user=" + x.user + "\x01auth=Bearer " + x.token + "\x01\x01"), nil
}

// Next answers the one challenge there is, which tells why the token was
// refused, with nothing; only then does the server send its refusal.
func (x *xoauth2) Next([]byte) ([]byte, error) {
	if x.refused {
		return nil, errors.New("mailer: xoauth2: a second challenge")
	}
	x.refused = true
	return []byte{}, nil
}
