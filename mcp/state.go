package mcp

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// stateLife is how long a person may take to give input.
const stateLife = 10 * time.Minute

// minKey is the least length of a key, as AES-256 needs it.
const minKey = 32

// seal encrypts states that clients hold, so that they can't be read, changed or used elsewhere.
type seal struct {
	// keys returns the keys that open; the first one seals. They are made when they are first
	// needed, which over pipes is rare.
	keys func() ([]cipher.AEAD, error)
}

// newSeal returns a seal with these keys, or with a random key.
func newSeal(secrets [][]byte) (*seal, error) {
	for _, secret := range secrets {
		if len(secret) < minKey {
			return nil, fmt.Errorf("a state key needs %d bytes, and one has %d", minKey, len(secret))
		}
	}
	return &seal{sync.OnceValues(func() ([]cipher.AEAD, error) {
		if len(secrets) == 0 {
			own := make([]byte, minKey)
			_, _ = rand.Read(own) // never fails
			secrets = [][]byte{own}
		}
		return stateKeys(secrets)
	})}, nil
}

func stateKeys(secrets [][]byte) ([]cipher.AEAD, error) {
	var keys []cipher.AEAD
	for _, secret := range secrets {
		key, err := hkdf.Key(sha256.New, secret, nil, "mcp requestState", minKey)
		if err != nil {
			return nil, err
		}
		block, err := aes.NewCipher(key)
		if err != nil {
			return nil, err
		}
		aead, err := cipher.NewGCMWithRandomNonce(block)
		if err != nil {
			return nil, err
		}
		keys = append(keys, aead)
	}
	return keys, nil
}

// seal returns state as text for the client, which opens only for the same purpose.
func (s *seal) seal(state []byte, purpose []byte) (string, error) {
	if purpose == nil {
		return "", errNoPurpose
	}
	keys, err := s.keys()
	if err != nil {
		return "", err
	}
	expires := time.Now().Add(stateLife).Unix()
	plain := binary.BigEndian.AppendUint64(make([]byte, 0, 8+len(state)), uint64(expires)) //nolint:gosec // not before 1970
	box := keys[0].Seal(nil, nil, append(plain, state...), purpose)                        //nolint:gosec // it makes its own nonce
	return base64.RawURLEncoding.EncodeToString(box), nil
}

var (
	errNoPurpose = errors.New("the arguments can't be told apart from others")
	errExpired   = errors.New("the state has expired")
)

// open returns the state that seal sealed for the same purpose.
func (s *seal) open(sealed string, purpose []byte) ([]byte, error) {
	if purpose == nil {
		return nil, errNoPurpose
	}
	keys, err := s.keys()
	if err != nil {
		return nil, err
	}
	box, err := base64.RawURLEncoding.Strict().DecodeString(sealed)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		var plain []byte
		if plain, err = key.Open(nil, nil, box, purpose); err != nil || len(plain) < 8 {
			continue
		}
		if time.Now().Unix() >= int64(binary.BigEndian.Uint64(plain)) { //nolint:gosec // seal wrote it
			return nil, errExpired
		}
		return plain[8:], nil
	}
	return nil, err
}

// purpose is a digest of the principal, the method, and the params that don't change when the
// request is sent again. It is nil for params that have no canonical form.
func (s *Session) purpose(ctx context.Context, r *Request) []byte {
	principal := ""
	if s.options.Principal != nil {
		principal = s.options.Principal(ctx)
	}
	h := sha256.New()
	for _, part := range [][]byte{[]byte(principal), []byte(r.method), r.name, r.uri, r.arguments} {
		value := append(jsontext.Value(nil), part...)
		if len(part) > 0 && part[0] == '{' && value.Format(jsontext.ReorderRawObjects(true)) != nil {
			return nil
		}
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(value))))
		h.Write(value)
	}
	return h.Sum(nil)
}
