package signature

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp"
	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
)

var noon = time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)

// made makes a key of the day before.
func made(t *testing.T, life uint32) *openpgp.Entity {
	t.Helper()
	e, err := openpgp.NewEntity("Ada", "", "ada@example.org", &packet.Config{
		Time: func() time.Time { return noon.Add(-24 * time.Hour) }, Algorithm: packet.PubKeyAlgoEdDSA, KeyLifetimeSecs: life,
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func public(t *testing.T, all ...*openpgp.Entity) string {
	t.Helper()
	return armoured(t, openpgp.PublicKeyType, func(b *bytes.Buffer) error {
		for _, e := range all {
			if err := e.Serialize(b); err != nil {
				return err
			}
		}
		return nil
	})
}

func armoured(t *testing.T, kind string, write func(*bytes.Buffer) error) string {
	t.Helper()
	var body, out bytes.Buffer
	if err := write(&body); err != nil {
		t.Fatal(err)
	}
	w, err := armor.Encode(&out, kind, nil)
	if err != nil {
		t.Fatal(err)
	}
	w.Write(body.Bytes())
	w.Close()
	return out.String()
}

func signed(t *testing.T, e *openpgp.Entity, content string, at time.Time) string {
	t.Helper()
	var b bytes.Buffer
	if err := openpgp.ArmoredDetachSign(&b, e, strings.NewReader(content), &packet.Config{Time: func() time.Time { return at }}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReadKey(t *testing.T) {
	ada, bob := made(t, 0), made(t, 0)
	good := public(t, ada)
	secret := armoured(t, openpgp.PrivateKeyType, func(b *bytes.Buffer) error { return ada.SerializePrivate(b, nil) })
	for _, c := range []struct {
		name, key string
		err       error
	}{
		{"good", good, nil},
		{"good, with words around it", "My key:\n\n" + good + "\nAda", nil},
		{"two", public(t, ada, bob), errTwoKeys},
		{"secret", secret, errSecret},
		{"old", public(t, made(t, 3600)), errOld},
		{"cut", good[:len(good)/2], errNoKey},
		{"none", "301 FOR", errNoKey},
		{"empty", "", errNoKey},
		{"huge", good + strings.Repeat("x", maxKey), errNoKey},
	} {
		k, err := ReadKey(c.key, noon)
		if err != c.err || (err == nil) != (len(k.Fingerprint) == 40) {
			t.Errorf("%s: %v, %q; want %v", c.name, err, k.Fingerprint, c.err)
		}
	}
}

func TestVerify(t *testing.T) {
	ada, bob := made(t, 0), made(t, 0)
	a, err := ReadKey(public(t, ada), noon)
	if err != nil {
		t.Fatal(err)
	}
	b, err := ReadKey(public(t, bob), noon)
	if err != nil {
		t.Fatal(err)
	}
	sig := signed(t, ada, "301 FOR\r\n", noon)
	for _, c := range []struct {
		name      string
		keys      []Key
		content   string
		signature string
		at        time.Time
		ok        bool
	}{
		{"good", []Key{b, a}, "301 FOR\r\n", sig, noon, true},
		{"a minute before it was made", []Key{a}, "301 FOR\r\n", sig, noon.Add(-time.Minute), true},
		{"two weeks later", []Key{a}, "301 FOR\r\n", sig, noon.Add(15 * 24 * time.Hour), false},
		{"long before it was made", []Key{a}, "301 FOR\r\n", sig, noon.Add(-25 * time.Hour), false},
		{"other words", []Key{a}, "301 AGAINST\r\n", sig, noon, false},
		{"another's key", []Key{b}, "301 FOR\r\n", sig, noon, false},
		{"no key", nil, "301 FOR\r\n", sig, noon, false},
		{"another's signature", []Key{a}, "301 FOR\r\n", signed(t, bob, "301 FOR\r\n", noon), noon, false},
		{"nonsense", []Key{a}, "301 FOR\r\n", "-----BEGIN PGP SIGNATURE-----\n\nAAAA\n-----END PGP SIGNATURE-----\n", noon, false},
		{"a key in its place", []Key{a}, "301 FOR\r\n", public(t, ada), noon, false},
		{"none", []Key{a}, "301 FOR\r\n", "", noon, false},
	} {
		p, ok := Verify(c.keys, []byte(c.content), c.signature, c.at)
		if ok != c.ok || ok && p.Fingerprint != a.Fingerprint {
			t.Errorf("%s: %v by %q, want %v", c.name, ok, p.Fingerprint, c.ok)
		}
	}
}

// TestDigest: the same act of signing has one digest, whatever it is wrapped in;
// signing the same words again has another.
func TestDigest(t *testing.T) {
	ada := made(t, 0)
	k, err := ReadKey(public(t, ada), noon)
	if err != nil {
		t.Fatal(err)
	}
	digest := func(content, sig string) string {
		p, ok := Verify([]Key{k}, []byte(content), sig, noon)
		if !ok {
			t.Fatal("a good signature does not hold")
		}
		return p.Digest
	}
	sig := signed(t, ada, "301 FOR\r\n", noon)
	first := digest("301 FOR\r\n", sig)
	if again := digest("301 FOR\r\n", strings.Replace(sig, "\n\n", "\nComment: sent again\n\n", 1)); again != first {
		t.Error("another armour makes another signature of it")
	}
	if second := digest("301 FOR\r\n", signed(t, ada, "301 FOR\r\n", noon.Add(time.Minute))); second == first {
		t.Error("a second signature looks like the first")
	}
}

func FuzzVerify(f *testing.F) {
	f.Add("301 FOR", "-----BEGIN PGP SIGNATURE-----\n\nwsA=\n-----END PGP SIGNATURE-----", "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nxsA=\n-----END PGP PUBLIC KEY BLOCK-----")
	f.Fuzz(func(t *testing.T, content, sig, key string) {
		if _, err := ReadKey(key, noon); err == nil {
			return
		}
		if _, ok := Verify([]Key{{Armoured: key}}, []byte(content), sig, noon); ok {
			t.Error("a key that cannot be read has signed")
		}
	})
}
