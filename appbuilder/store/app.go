package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Draft is what an app begins with.
type Draft struct {
	Content   appbuilder.Content
	Prompt    string
	Generator string
	Reply     Message // the first of the chat; its Role and State are set
}

// Create stores a new app and makes it the owner's current one.
func (s *Store) Create(ctx context.Context, owner string, d Draft) (appbuilder.App, error) {
	text, err := d.Content.Encode()
	if err != nil {
		return appbuilder.App{}, err
	}
	return write(ctx, s, func(t tx) (appbuilder.App, error) {
		if err := t.roomFor(owner); err != nil {
			return appbuilder.App{}, err
		}
		id := newID()
		if _, err := t.Exec(`INSERT INTO apps (id, owner_id, prompt, name, content, content_hash, generator, status, created_at, updated_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, 'draft', $8, $8)`,
			id, owner, d.Prompt, d.Content.Name, string(text), hash(string(text)), d.Generator, stamp(t.now)); err != nil {
			return appbuilder.App{}, err
		}
		if err := t.addRevision(id, 1, "create", string(text)); err != nil {
			return appbuilder.App{}, err
		}
		for i, m := range []Message{{Role: User, Content: d.Prompt}, d.Reply} {
			if i == 1 {
				m.Role, m.RevisionAfter, m.Generator = Assistant, 1, d.Generator
			}
			m.State = Complete
			if _, err := t.addMessage(id, m); err != nil {
				return appbuilder.App{}, err
			}
		}
		if _, err := t.Exec(`UPDATE owners SET current_app = $2 WHERE id = $1`, owner, id); err != nil {
			return appbuilder.App{}, err
		}
		return t.decoded(owner, id)
	})
}

// Room fails with [appbuilder.LimitReached] if the owner has as many apps as there may be.
func (s *Store) Room(ctx context.Context, owner string) error {
	_, err := read(ctx, s, func(t tx) (struct{}, error) { return struct{}{}, t.roomFor(owner) })
	return err
}

func (t tx) roomFor(owner string) error {
	var apps int
	err := t.QueryRow(`SELECT count(*) FROM apps WHERE owner_id = $1`, owner).Scan(&apps)
	if err == nil && apps >= t.s.limits.Apps {
		err = &fault.Error{Kind: appbuilder.LimitReached, Message: fmt.Sprintf("You have %d apps, which is the limit. Delete one that you no longer need.", apps)}
	}
	return err
}

// App returns an app of the owner's.
func (s *Store) App(ctx context.Context, owner, id string) (appbuilder.App, error) {
	return read(ctx, s, func(t tx) (appbuilder.App, error) { return t.decoded(owner, id) })
}

// Summary is an app in a list.
type Summary struct {
	ID      string            `json:"id"`
	Name    string            `json:"name"`
	Slug    *string           `json:"mcpSlug"`
	Status  appbuilder.Status `json:"status"`
	Version int               `json:"publishVersion"`
	Changed bool              `json:"hasUnpublishedChanges"`
	// TakenDown is as in [appbuilder.App].
	TakenDown bool   `json:"takenDown,omitzero"`
	UpdatedAt string `json:"updatedAt"` // RFC 3339, UTC
	// Expires is when the app is deleted if no one touches it, or "": it was never edited
	// nor published.
	Expires string `json:"expiresAt,omitzero"`
	Calls   Calls  `json:"calls"`
	cursor  string
}

// Apps returns up to limit of the owner's apps, the newest first, that come after cursor, and
// the cursor of the next ones, or "". It fails with fault.InvalidParams for what is no cursor.
func (s *Store) Apps(ctx context.Context, owner, cursor string, limit int) (apps []Summary, next string, err error) {
	created, id, _ := strings.Cut(cursor, "_")
	if cursor == "" {
		created = "9"
	} else if _, err := time.Parse(timeFormat, created); err != nil || uuid.Validate(id) != nil {
		return nil, "", &fault.Error{Kind: fault.InvalidParams, Field: "cursor", Message: "This is not a cursor. Leave it out for the first apps."}
	}
	apps, err = read(ctx, s, func(t tx) ([]Summary, error) {
		rows, err := t.Query(`SELECT a.id, a.name, a.slug, a.status, a.version, a.content_hash <> a.published_hash, a.blocked_at <> '', a.updated_at, a.created_at,
				a.revision, coalesce(c.calls, 0), coalesce(c.errors, 0), coalesce(c.last_at, '')
			FROM apps a LEFT JOIN calls c ON c.app_id = a.id
			WHERE a.owner_id = $1 AND (a.created_at < $2 OR a.created_at = $2 AND a.id < $3)
			ORDER BY a.created_at DESC, a.id DESC LIMIT $4`, owner, created, id, limit+1)
		return database.Collect(rows, err, func(row database.Row) (a Summary, err error) {
			var created string
			var revision int
			err = row.Scan(&a.ID, &a.Name, &a.Slug, &a.Status, &a.Version, &a.Changed, &a.TakenDown, &a.UpdatedAt, &created, &revision, &a.Calls.Calls, &a.Calls.Errors, &a.Calls.LastAt)
			if a.Changed = a.Changed && a.Version > 0; a.Version == 0 && revision == 1 {
				a.Expires = stamp(when(created).Add(UntouchedLife))
			}
			a.cursor = created + "_" + a.ID
			return a, err
		})
	})
	if len(apps) > limit {
		apps = apps[:limit]
		next = apps[limit-1].cursor
	}
	return apps, next, err
}

// Delete removes an app with all that belongs to it. Its slug stays unused for
// [SlugRest].
func (s *Store) Delete(ctx context.Context, owner, id string) error {
	_, err := write(ctx, s, func(t tx) (int64, error) {
		if _, err := t.app(owner, id); err != nil {
			return 0, err
		}
		return t.remove(id)
	})
	return err
}

func (t tx) remove(id string) (int64, error) {
	if n, err := t.Exec(`UPDATE slugs SET app_id = '', retired_at = $2 WHERE app_id = $1`, id, stamp(t.now)); err != nil {
		return n, err
	}
	if n, err := t.Exec(`UPDATE owners SET current_app = '' WHERE current_app = $1`, id); err != nil {
		return n, err
	}
	return t.Exec(`DELETE FROM apps WHERE id = $1`, id)
}

// stored is a row of apps.
type stored struct {
	appbuilder.App
	owner, content, hash, publishedHash string
	position                            int
	run, runUntil                       string
	cancelled                           bool
}

// app returns the row of an app, whose content isn't decoded.
func (t tx) app(owner, id string) (*stored, error) {
	var a stored
	var published, created, updated string
	err := t.QueryRow(`SELECT id, owner_id, prompt, content, content_hash, published_hash, generator, slug, status, version, published_at,
			revision, position, run_id, run_until, run_cancelled = 1, blocked_at <> '', call_token_hash <> '', answer_mode = 'llm', created_at, updated_at FROM apps WHERE id = $1 AND owner_id = $2`, id, owner).
		Scan(&a.ID, &a.owner, &a.SystemPrompt, &a.content, &a.hash, &a.publishedHash, &a.Generator, &a.Slug, &a.Status, &a.Version, &published,
			&a.Revision, &a.position, &a.run, &a.runUntil, &a.cancelled, &a.TakenDown, &a.TokenRequired, &a.AnswersByModel, &created, &updated)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, notFound("There is no such app.")
	}
	if err != nil {
		return nil, err
	}
	a.CreatedAt, a.UpdatedAt = appbuilder.Time{Time: when(created)}, appbuilder.Time{Time: when(updated)}
	if published != "" {
		a.PublishedAt = &appbuilder.Time{Time: when(published)}
	}
	a.Changed = a.Version > 0 && a.hash != a.publishedHash
	return &a, nil
}

// decoded returns an app as callers see it.
func (t tx) decoded(owner, id string) (appbuilder.App, error) {
	a, err := t.app(owner, id)
	if err != nil {
		return appbuilder.App{}, err
	}
	a.Content, err = appbuilder.DecodeContent([]byte(a.content))
	return a.App, err
}

func notFound(message string) error { return &fault.Error{Kind: fault.NotFound, Message: message} }
