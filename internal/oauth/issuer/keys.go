package issuer

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

const (
	// retiredKeys stay published for longer than any token that they have signed.
	retiredKeys = 2 * accessLife
	maxKeys     = 8
)

// keys returns the signing keys that are published, the newest first. The first call
// on a database makes one.
func (i *Issuer) keys(ctx context.Context) ([]jose.JSONWebKey, error) {
	var keys []jose.JSONWebKey
	load := func(t tx) (err error) {
		keys, err = t.keys(i.now())
		return err
	}
	if err := i.store.read(ctx, load); err != nil || len(keys) > 0 {
		return keys, err
	}
	err := i.store.write(ctx, func(t tx) error {
		if err := load(t); err != nil || len(keys) > 0 {
			return err // another process has been faster
		}
		if err := t.addKey(i.now()); err != nil {
			return err
		}
		return load(t)
	})
	return keys, err
}

func (t tx) keys(now time.Time) ([]jose.JSONWebKey, error) {
	rows, err := t.Query("SELECT id, private, created FROM signing_keys ORDER BY seq DESC")
	var keys []jose.JSONWebKey
	next := now // when the next newer key was made
	err = database.Each(rows, err, func(row database.Row) error {
		var id string
		var der []byte
		var created int64
		if err := row.Scan(&id, &der, &created); err != nil || now.Sub(next) >= retiredKeys {
			return err
		}
		key, err := x509.ParsePKCS8PrivateKey(der)
		if err != nil {
			return fmt.Errorf("read a signing key: %w", err)
		}
		keys = append(keys, jose.JSONWebKey{Key: key, KeyID: id, Algorithm: string(jose.ES256), Use: "sig"})
		next = time.Unix(created, 0)
		return nil
	})
	return keys, err
}

func (t tx) addKey(now time.Time) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	return t.exec(`INSERT INTO signing_keys (seq, id, private, created)
		VALUES ((SELECT coalesce(max(seq), 0) + 1 FROM signing_keys), $1, $2, $3)`, random(12), der, now.Unix())
}

// RotateKey makes a new signing key. The one before stays published until the tokens
// that it has signed have expired.
func (i *Issuer) RotateKey(ctx context.Context) error {
	return i.store.write(ctx, func(t tx) error {
		keys, err := t.keys(i.now())
		switch {
		case err != nil:
			return err
		case len(keys) >= maxKeys:
			return errors.New("the key was replaced too often in a short time; wait two hours")
		case len(keys) > 0:
			// Those that aren't published any more.
			if err := t.exec("DELETE FROM signing_keys WHERE seq < (SELECT seq FROM signing_keys WHERE id = $1)", keys[len(keys)-1].KeyID); err != nil {
				return err
			}
		}
		return t.addKey(i.now())
	})
}

// JWKS returns the public keys as a JSON Web Key Set, for clients and for
// oauth.JWTOptions.
func (i *Issuer) JWKS(ctx context.Context) ([]byte, error) {
	keys, err := i.keys(ctx)
	if err != nil {
		return nil, err
	}
	set := jose.JSONWebKeySet{}
	for _, key := range keys {
		set.Keys = append(set.Keys, key.Public())
	}
	return json.Marshal(set)
}
