package family

import (
	"context"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/token"
)

// KeyPrefix is what keys of families begin with.
const KeyPrefix = "rv_"

// IsKey reports whether a text looks like the key of a family.
func IsKey(text string) bool { return token.Is(KeyPrefix, text) }

// AddKey returns a new key of a family, which can't be had again. Others stay good. A note
// says what it is for.
func (r *Registry) AddKey(ctx context.Context, name, note string) (key string, k Key, err error) {
	note = strings.TrimSpace(note)
	if err := checkText("note", note, maxNote); err != nil {
		return "", k, err
	}
	key = token.New(KeyPrefix)
	hash := token.Hash(key)
	k, err = write(ctx, r, func(t tx) (Key, error) {
		k := Key{ID: hash[:8], Note: note, CreatedAt: t.stamp()}
		f, err := t.find(name)
		if err != nil {
			return k, err
		}
		if _, err = t.Exec(`INSERT INTO family_keys (hash, family, id, note, created_at) VALUES ($1, $2, $3, $4, $5)`,
			hash, f.ID, k.ID, k.Note, k.CreatedAt); err != nil {
			return k, err
		}
		var n int
		err = t.QueryRow(`SELECT count(*) FROM family_keys WHERE family = $1`, f.ID).Scan(&n)
		if err == nil && n > MaxKeys {
			err = refuse(Conflict, "keys", "the family %q has %d keys, and no family has more; revoke one first", name, MaxKeys)
		}
		if err == nil {
			err = t.renew()
		}
		return k, err
	})
	return key, k, err
}

// RevokeKey makes a key invalid.
func (r *Registry) RevokeKey(ctx context.Context, name, id string) error {
	_, err := write(ctx, r, func(t tx) (int64, error) {
		f, err := t.find(name)
		if err != nil {
			return 0, err
		}
		n, err := t.Exec(`DELETE FROM family_keys WHERE family = $1 AND id = $2`, f.ID, id)
		if err == nil && n == 0 {
			err = refuse(NotFound, "id", "the family %q has no key with that id", name)
		}
		if err == nil {
			err = t.renew()
		}
		return n, err
	})
	return err
}

// Used notes the day on which a key was used, by its hash.
func Used(t Tx, hash, day string) error {
	_, err := t.Exec(`UPDATE family_keys SET last_used = $2 WHERE hash = $1 AND last_used < $2`, hash, day)
	return err
}
