// Package signature proves OpenPGP signatures (RFC 9580) by the public keys that
// players have registered. It makes no signatures, reads no secrets and asks no
// key server.
package signature

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp"
	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
)

// Bounds of what is looked at.
const (
	maxKey       = 64 << 10 // bytes of an armoured key
	maxSignature = 16 << 10
	maxAge       = 14 * 24 * time.Hour // of a signature when its mail comes
	ahead        = 24 * time.Hour      // that the signer's clock may be
)

// Key is a public key. The zero Key is none.
type Key struct {
	Fingerprint string // hexadecimal, in capitals
	Armoured    string // the key alone, as [ReadKey] takes it
}

// What can be wrong with a key, in words for the one who sent it.
var (
	errNoKey   = errors.New("it is no OpenPGP public key")
	errTwoKeys = errors.New("it is more than one key")
	errSecret  = errors.New("it is a secret key: keep it to yourself, and send the public one")
	errOld     = errors.New("it is revoked or has expired")
)

// ReadKey reads one armoured public key that can sign at the moment at. The
// error tells its sender what is wrong with it.
func ReadKey(armoured string, at time.Time) (k Key, err error) {
	defer noPanic(&err)
	if len(armoured) > maxKey {
		return Key{}, errNoKey
	}
	list, err := openpgp.ReadArmoredKeyRing(strings.NewReader(armoured))
	switch {
	case err != nil || len(list) == 0:
		return Key{}, errNoKey
	case len(list) > 1:
		return Key{}, errTwoKeys
	case list[0].PrivateKey != nil:
		return Key{}, errSecret
	}
	e := list[0]
	if _, ok := e.SigningKey(at); !ok || e.Revoked(at) {
		return Key{}, errOld
	}
	var b bytes.Buffer
	w, err := armor.Encode(&b, openpgp.PublicKeyType, nil)
	if err != nil {
		return Key{}, fmt.Errorf("signature: write a key: %w", err)
	}
	if err := errors.Join(e.Serialize(w), w.Close()); err != nil {
		return Key{}, fmt.Errorf("signature: write a key: %w", err)
	}
	return Key{fingerprint(e), b.String()}, nil
}

func fingerprint(e *openpgp.Entity) string {
	return strings.ToUpper(hex.EncodeToString(e.PrimaryKey.Fingerprint))
}

// Proof is a signature that holds.
type Proof struct {
	Fingerprint string    // of the key
	Made        time.Time // as the signer says
	// Digest names this act of signing, whatever armour it comes in: the same
	// content signed a second time has another.
	Digest string
}

// Verify finds the key among keys by which content is signed. The signature is
// armoured and detached. One that is older than two weeks when its mail comes,
// at the moment at, proves nothing any more: it may have been written for
// another occasion.
func Verify(keys []Key, content []byte, armoured string, at time.Time) (p Proof, ok bool) {
	defer func() {
		if recover() != nil { // what a stranger sent must not stop us
			p, ok = Proof{}, false
		}
	}()
	if len(armoured) > maxSignature {
		return Proof{}, false
	}
	block, err := armor.Decode(strings.NewReader(armoured))
	if err != nil || block.Type != openpgp.SignatureType {
		return Proof{}, false
	}
	var body bytes.Buffer
	if _, err := body.ReadFrom(block.Body); err != nil {
		return Proof{}, false
	}
	config := &packet.Config{Time: func() time.Time { return at.Add(ahead) }}
	for _, k := range keys {
		ring, err := openpgp.ReadArmoredKeyRing(strings.NewReader(k.Armoured))
		if err != nil {
			continue
		}
		sig, signer, err := openpgp.VerifyDetachedSignature(ring, bytes.NewReader(content), bytes.NewReader(body.Bytes()), config)
		if err != nil || signer == nil {
			continue
		}
		made := sig.CreationTime.UTC()
		if made.After(at.Add(ahead)) || made.Before(at.Add(-maxAge)) {
			return Proof{}, false
		}
		return Proof{k.Fingerprint, made, digest(k.Fingerprint, made, content)}, true
	}
	return Proof{}, false
}

// digest is made of what was signed, by whom and when, and not of the
// signature's own bytes: some kinds can be written in another way by anybody.
func digest(fingerprint string, made time.Time, content []byte) string {
	h := sha256.New()
	h.Write([]byte(fingerprint))
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(made.Unix())))
	for word := range bytes.FieldsSeq(content) { // white space at line ends is not signed by all kinds
		h.Write(word)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// noPanic makes a panic of the OpenPGP code the news that there is no key.
func noPanic(err *error) {
	if recover() != nil {
		*err = errNoKey
	}
}
