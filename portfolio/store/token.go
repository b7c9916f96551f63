package store

import (
	"context"
	"crypto/rand"
	"encoding/hex"

	"github.com/mcp-adapters/mcp-adapters/internal/token"
)

// AddToken returns a new bearer token of a contractor, or [ErrNotFound]. Only its
// hash is kept.
func (s *Store) AddToken(ctx context.Context, contractor string) (text string, err error) {
	return write(ctx, s, func(t tx) (string, error) {
		if _, err := t.contractor(contractor); err != nil {
			return "", err
		}
		text := token.New("pf_")
		_, err := t.Exec(`INSERT INTO api_tokens (token_hash, contractor_id, created_at) VALUES ($1, $2, $3)`, token.Hash(text), contractor, stamp(t.now))
		return text, err
	})
}

const selectByToken = `SELECT ` + contractorColumns + ` FROM contractors WHERE id = (SELECT contractor_id FROM api_tokens WHERE token_hash = $1)`

// Authenticate returns whose token that is, or [ErrToken].
func (s *Store) Authenticate(ctx context.Context, token string) (Contractor, error) {
	c, err := read(ctx, s, func(t tx) (Contractor, error) { return scanContractor(t.QueryRow(selectByToken, hash(token))) })
	if err == ErrNotFound { //nolint:errorlint // our own, not wrapped
		err = ErrToken
	}
	return c, err
}

// RevokeTokens makes all tokens of a contractor invalid and returns how many there were.
func (s *Store) RevokeTokens(ctx context.Context, contractor string) (int64, error) {
	return write(ctx, s, func(t tx) (int64, error) {
		return t.Exec(`DELETE FROM api_tokens WHERE contractor_id = $1`, contractor)
	})
}

// hash is what is kept of a token.
func hash(text string) string { return token.Hash(text) }

// Once calls do in a transaction, as often as that is run, unless it has been called under
// that name before, by any program on the database.
func (s *Store) Once(ctx context.Context, name string, do func() error) error {
	_, err := write(ctx, s, func(t tx) (n int64, err error) {
		n, err = t.Exec(`INSERT INTO keys (name, value) VALUES ($1, 'done') ON CONFLICT DO NOTHING`, name)
		if err == nil && n > 0 {
			err = do()
		}
		return n, err
	})
	return err
}

// Key returns the random key of that name, 32 bytes, which its first use makes: the
// same one for all programs on the database.
func (s *Store) Key(ctx context.Context, name string) ([]byte, error) {
	const size = 32
	text, err := write(ctx, s, func(t tx) (text string, err error) {
		fresh := make([]byte, size)
		_, _ = rand.Read(fresh) // never fails
		if _, err := t.Exec(`INSERT INTO keys (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`, name, hex.EncodeToString(fresh)); err != nil {
			return "", err
		}
		err = t.QueryRow(`SELECT value FROM keys WHERE name = $1`, name).Scan(&text)
		return text, err
	})
	if err != nil {
		return nil, err
	}
	return hex.DecodeString(text)
}
