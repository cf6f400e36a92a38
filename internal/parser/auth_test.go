package parser

import (
	"strings"
	"testing"
)

// TestAuth reads what the receiving server says of a sender, and what others
// pretend that it says. Our server is mx.nomic.example.org and the mail bears
// ada@example.org in its From field.
func TestAuth(t *testing.T) {
	const ours = "Authentication-Results: mx.nomic.example.org; "
	const pass = "dkim=pass header.d=example.org; spf=pass smtp.mailfrom=ada@example.org; dmarc=pass header.from=example.org"
	for _, c := range []struct{ name, head, trust string }{
		{"dmarc passes", ours + "dmarc=pass header.from=example.org", "aligned"},
		{"all of it, folded", "Authentication-Results:\n mx.nomic.example.org 1;\n\tdkim=pass\n\theader.d=example.org;\n dmarc=pass\n (p=none)\n header.from=example.org", "aligned"},
		{"dkim alone, aligned", ours + "dkim=pass header.d=example.org", "aligned"},
		{"dkim of a domain above", ours + "dkim=pass header.i=@mail.example.org", "aligned"},
		{"spf alone, aligned", ours + "spf=pass smtp.mailfrom=bounces@news.example.org", "aligned"},
		{"several signatures, one aligned", ours + "dkim=fail header.d=list.test; dkim=pass header.d=bulk.test; dkim=pass header.d=example.org", "aligned"},
		{"our name in capitals and quotes", "Authentication-Results: \"MX.Nomic.Example.Org\"; " + pass, "aligned"},
		{"a comment before our name", "Authentication-Results: (scanned) mx.nomic.example.org (v2); " + pass, "aligned"},
		{"signs with space around them", ours + "dkim = pass header.d = example.org", "aligned"},
		{"a method with a version", ours + "dkim/1=pass header.d=example.org", "aligned"},
		{"our failure with a pass of our own below", ours + "dmarc=fail header.from=example.org\nReceived: from evil.test\n" + ours + pass, "failed"},
		{"our failure in a second field", ours + "spf=pass smtp.mailfrom=ada@example.org\n" + ours + "dmarc=fail", "failed"},
		{"a failure and a pass in one field", ours + "dmarc=fail header.from=example.org; dmarc=pass header.from=example.org", "failed"},
		{"a pass and a failure in one field", ours + "dmarc=pass header.from=example.org; dmarc=fail header.from=example.org", "failed"},
		{"a failure with a reason", ours + `dmarc=fail reason="dmarc=pass; all is well" header.from=example.org`, "failed"},

		{"no field", "", "from"},
		{"nothing was checked", "Authentication-Results: mx.nomic.example.org; none", "from"},
		{"another server's", "Authentication-Results: mx.evil.test; " + pass, "from"},
		{"another server's on top of ours", "Authentication-Results: mx.evil.test; dkim=none\n" + ours + pass, "from"},
		{"ours says nothing, a forged one beside it", ours + "dkim=none; dmarc=none\n" + ours + pass, "from"},
		{"ours says nothing, a forged one below", ours + "dkim=none; dmarc=none\nReceived: from evil.test\n" + ours + pass, "from"},
		{"a name that begins like ours", "Authentication-Results: mx.nomic.example.org.evil.test; " + pass, "from"},
		{"a name that ends like ours", "Authentication-Results: evil-mx.nomic.example.org; " + pass, "from"},
		{"our name in a comment", "Authentication-Results: (mx.nomic.example.org;) evil.test; " + pass, "from"},
		{"our name as an encoded word", "Authentication-Results: =?utf-8?q?mx.nomic.example.org?=; " + pass, "from"},
		{"a pass in a comment", ours + "dmarc=none (dmarc=pass header.from=example.org; dkim=pass header.d=example.org)", "from"},
		{"a pass in a comment in a comment", ours + "dmarc=none (x (y) ; dmarc=pass header.from=example.org;)", "from"},
		{"a pass behind a comment without an end", ours + "dmarc=none (x ; dmarc=pass header.from=example.org", "from"},
		{"a pass in a quoted local part", ours + `spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.org"@evil.test`, "from"},
		{"a pass in a quoted local part with escapes", ours + `spf=pass smtp.mailfrom="x\"; dmarc=pass header.from=example.org; \""@evil.test`, "from"},
		{"our domain in the local part", ours + `spf=pass smtp.mailfrom="a@example.org"@evil.test`, "from"},
		{"our domain in the local part, unquoted", ours + "spf=pass smtp.mailfrom=ada@example.org@evil.test", "from"},
		{"a pass of another domain", ours + "dkim=pass header.d=evil.test; spf=pass smtp.mailfrom=ada@evil.test", "from"},
		{"a domain that ends like ours", ours + "dkim=pass header.d=evilexample.org", "from"},
		{"a domain below ours that is not ours", ours + "dkim=pass header.d=example.org.evil.test", "from"},
		{"signed for the top domain", ours + "dkim=pass header.d=org", "from"},
		{"the greeting's domain alone", ours + "spf=pass smtp.helo=example.org", "from"},
		{"dmarc passes for another author", ours + "dmarc=pass header.from=evil.test", "from"},
		{"a signer named twice", ours + "dkim=pass header.d=evil.test header.d=example.org", "from"},
		{"an identity beside another signer", ours + "dkim=pass header.i=@example.org header.d=evil.test", "from"},
		{"a result that begins like pass", ours + "dkim=passed header.d=example.org; dmarc=bestguesspass header.from=example.org", "from"},
		{"an error", ours + "dkim=temperror header.d=example.org; dmarc=permerror header.from=example.org", "from"},
		{"only ARC passes", "ARC-Authentication-Results: i=1; mx.nomic.example.org; " + pass, "from"},

		{"two From fields", ours + pass + "\nFrom: bob@example.org", "none"},
		{"two From fields and a failure", ours + "dmarc=fail\nFrom: bob@example.org", "failed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			mail := "Received: from somewhere by mx.nomic.example.org\n" + c.head + "\nFrom: Ada <ada@example.org>\n\n301 FOR\n"
			mail = strings.ReplaceAll(mail, "\n\nFrom:", "\nFrom:")
			if got := Parse([]byte(mail), Options{AuthServer: "mx.nomic.example.org"}).Trust(); got != c.trust {
				t.Errorf("the sender is %q, want %q", got, c.trust)
			}
		})
	}
}

// TestAuthWithoutAServer: where nobody is pinned no pass is believed, and a
// failure is; a mailbox read offline takes the topmost field.
func TestAuthWithoutAServer(t *testing.T) {
	for result, want := range map[string][2]string{"pass": {"from", "aligned"}, "fail": {"failed", "failed"}, "none": {"from", "from"}} {
		mail := []byte("Authentication-Results: mx.anybody.test; dmarc=" + result + "\nAuthentication-Results: mx.other.test; dmarc=pass\nFrom: ada@example.org\n\nhelp\n")
		for i, server := range []string{"", AnyServer} {
			if got := Parse(mail, Options{AuthServer: server}).Trust(); got != want[i] {
				t.Errorf("with server %q and dmarc=%s the sender is %q, want %q", server, result, got, want[i])
			}
		}
	}
}

// TestSignersOfALetter: a signature that was verified here counts where the
// server says nothing, and only for its own domain.
func TestSignersOfALetter(t *testing.T) {
	for _, c := range []struct {
		head, signer, want string
	}{
		{"", "example.org", "aligned"},
		{"", "mail.example.org", "aligned"},
		{"", "example.net", "from"},
		{"", "org", "from"},
		{"Authentication-Results: mx.nomic.example.org; dkim=none\n", "example.org", "from"},
		{"Authentication-Results: mx.nomic.example.org; dmarc=fail\n", "example.org", "failed"},
		{"From: bob@example.org\n", "example.org", "none"},
	} {
		l := Parse([]byte(c.head+"DKIM-Signature: v=1\nFrom: ada@example.org\n\nhelp\n"), Options{AuthServer: "mx.nomic.example.org"})
		l.Signers = []string{c.signer}
		if got := l.Trust(); got != c.want || !l.DKIM {
			t.Errorf("%q signed by %s: the sender is %q, want %q", c.head, c.signer, got, c.want)
		}
	}
}

func TestAuthServer(t *testing.T) {
	for header, want := range map[string]string{
		"Authentication-Results: mx.example.org; dmarc=pass header.from=example.org":                         "mx.example.org",
		"Received: x\r\nAuthentication-Results:\r\n mx.example.org (a comment) 1;\r\n spf=pass\r\nX: y":      "mx.example.org",
		"Authentication-Results: mx.example.org; none\r\nAuthentication-Results: evil.example.net; spf=pass": "mx.example.org",
		"Authentication-Results: spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.org; dkim=none":     "",
		"Authentication-Results: \"; dmarc=pass":                                                             "",
		"Subject: hello":                                                                                     "",
		"":                                                                                                   "",
	} {
		if got := AuthServer([]byte(header)); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
}
