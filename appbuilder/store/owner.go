package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/internal/token"
)

// SessionLife is how long a session that isn't used lasts.
const SessionLife = 180 * 24 * time.Hour

// Owner is whose apps they are.
type Owner struct {
	ID      string
	Current string // the id of the app being worked on, or ""
}

// NewSession makes an owner and returns the token that proves to be them. Only its hash is
// kept.
func (s *Store) NewSession(ctx context.Context) (text string, o Owner, err error) {
	text = "ab_" + rand.Text() + rand.Text()
	o, err = write(ctx, s, func(t tx) (Owner, error) {
		o := Owner{ID: newID()}
		_, err := t.Exec(`INSERT INTO owners (id, token_hash, created_at, seen_at) VALUES ($1, $2, $3, $3)`, o.ID, hash(text), stamp(t.now))
		return o, err
	})
	return text, o, err
}

// Session returns the owner whose token that is; fault.NotFound if it is no one's.
func (s *Store) Session(ctx context.Context, token string) (Owner, error) {
	type row struct {
		Owner
		seen time.Time
	}
	r, err := read(ctx, s, func(t tx) (r row, err error) {
		var seen string
		err = t.QueryRow(`SELECT id, current_app, seen_at FROM owners WHERE token_hash = $1`, hash(token)).Scan(&r.ID, &r.Current, &seen)
		if r.seen = when(seen); errors.Is(err, sql.ErrNoRows) || err == nil && t.now.Sub(r.seen) > SessionLife {
			return row{}, notFound("This session is unknown or has ended. Please sign in again.")
		}
		return r, err
	})
	if err != nil || s.now().Sub(r.seen) < 24*time.Hour {
		return r.Owner, err
	}
	_, err = write(ctx, s, func(t tx) (int64, error) {
		return t.Exec(`UPDATE owners SET seen_at = $2 WHERE id = $1`, r.ID, stamp(t.now))
	})
	return r.Owner, err
}

// Named returns the owner who is known by a name elsewhere: to a proxy, or as the operator.
// The first call makes them.
func (s *Store) Named(ctx context.Context, name string) (Owner, error) {
	id := "name:" + hash(name)
	find := func(t tx) (o Owner, err error) {
		err = t.QueryRow(`SELECT id, current_app FROM owners WHERE id = $1`, id).Scan(&o.ID, &o.Current)
		return o, err
	}
	o, err := read(ctx, s, find)
	if err == nil || !errors.Is(err, sql.ErrNoRows) {
		return o, err
	}
	return write(ctx, s, func(t tx) (Owner, error) {
		if _, err := t.Exec(`INSERT INTO owners (id, created_at, seen_at) VALUES ($1, $2, $2) ON CONFLICT DO NOTHING`, id, stamp(t.now)); err != nil {
			return Owner{}, err
		}
		return find(t)
	})
}

// SetCurrent makes an app of the owner's the one being worked on; "" is none.
func (s *Store) SetCurrent(ctx context.Context, owner, app string) error {
	_, err := write(ctx, s, func(t tx) (int64, error) {
		if app != "" {
			if _, err := t.app(owner, app); err != nil {
				return 0, err
			}
		}
		return t.Exec(`UPDATE owners SET current_app = $2 WHERE id = $1`, owner, app)
	})
	return err
}

// NewEditToken returns a new token that opens one app elsewhere. Only its hash is kept; an app
// has ten at most, of which the oldest goes.
func (s *Store) NewEditToken(ctx context.Context, owner, app string) (token string, err error) {
	token = "ae_" + rand.Text() + rand.Text()
	_, err = write(ctx, s, func(t tx) (int64, error) {
		if _, err := t.app(owner, app); err != nil {
			return 0, err
		}
		if n, err := t.Exec(`DELETE FROM edit_tokens WHERE app_id = $1 AND token_hash NOT IN
			(SELECT token_hash FROM edit_tokens WHERE app_id = $1 ORDER BY created_at DESC, token_hash LIMIT 9)`, app); err != nil {
			return n, err
		}
		return t.Exec(`INSERT INTO edit_tokens (token_hash, app_id, created_at) VALUES ($1, $2, $3)`, hash(token), app, stamp(t.now))
	})
	return token, err
}

// RevokeEditTokens makes all tokens of an app worthless.
func (s *Store) RevokeEditTokens(ctx context.Context, owner, app string) error {
	_, err := write(ctx, s, func(t tx) (int64, error) {
		if _, err := t.app(owner, app); err != nil {
			return 0, err
		}
		return t.Exec(`DELETE FROM edit_tokens WHERE app_id = $1`, app)
	})
	return err
}

// EditToken returns the app that a token opens, and its owner.
func (s *Store) EditToken(ctx context.Context, token string) (owner, app string, err error) {
	type row struct{ owner, app string }
	r, err := read(ctx, s, func(t tx) (r row, err error) {
		err = t.QueryRow(`SELECT owner_id, id FROM apps WHERE id = (SELECT app_id FROM edit_tokens WHERE token_hash = $1)`, hash(token)).Scan(&r.owner, &r.app)
		if errors.Is(err, sql.ErrNoRows) {
			err = notFound("This token doesn't open an app, or no longer does.")
		}
		return r, err
	})
	return r.owner, r.app, err
}

// NewCallToken returns a new token, which callers of the published app need from then on in
// place of any former one. Only its hash is kept.
func (s *Store) NewCallToken(ctx context.Context, owner, app string) (token string, err error) {
	token = "ac_" + rand.Text() + rand.Text()
	return token, s.setCallToken(ctx, owner, app, hash(token))
}

// RemoveCallToken lets everyone call the published app.
func (s *Store) RemoveCallToken(ctx context.Context, owner, app string) error {
	return s.setCallToken(ctx, owner, app, "")
}

func (s *Store) setCallToken(ctx context.Context, owner, app, kept string) error {
	_, err := write(ctx, s, func(t tx) (int64, error) {
		if _, err := t.app(owner, app); err != nil {
			return 0, err
		}
		return t.Exec(`UPDATE apps SET call_token_hash = $2 WHERE id = $1`, app, kept)
	})
	return err
}

// SetAnswers says whether a model makes the sentences with which calls of an app are answered.
func (s *Store) SetAnswers(ctx context.Context, owner, app string, byModel bool) (appbuilder.App, error) {
	return write(ctx, s, func(t tx) (appbuilder.App, error) {
		if _, err := t.app(owner, app); err != nil {
			return appbuilder.App{}, err
		}
		mode := "static"
		if byModel {
			mode = "llm"
		}
		if _, err := t.Exec(`UPDATE apps SET answer_mode = $2 WHERE id = $1`, app, mode); err != nil {
			return appbuilder.App{}, err
		}
		return t.decoded(owner, app)
	})
}

// HashToken is what [Live] has of a token.
func HashToken(token string) string { return hash(token) }

// hash is what is kept of a token, and tells one text from another.
func hash(text string) string { return token.Hash(text) }
