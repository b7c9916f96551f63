package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// SlugRest is how long nobody can have the slug of an app that was deleted: whoever is
// connected to it isn't to meet another app there.
const SlugRest = 90 * 24 * time.Hour

// Publication is what a publish sets; nil and "" leave what the app has.
type Publication struct {
	ToolName, ToolDescription *string
	Slug                      string // of the first publish; "": made from the name
}

// Publish freezes the draft as the next version, which the app's slug leads to from then on:
// all of it or nothing. It fails with [appbuilder.InvalidConfig], [appbuilder.SlugTaken],
// [appbuilder.LimitReached], where it would edit the draft [appbuilder.Busy], and for an app that
// was taken down fault.Forbidden.
func (s *Store) Publish(ctx context.Context, owner, id string, p Publication) (appbuilder.App, error) {
	return write(ctx, s, func(t tx) (appbuilder.App, error) {
		a, err := t.app(owner, id)
		if err != nil {
			return appbuilder.App{}, err
		}
		if a.TakenDown {
			return a.App, &fault.Error{Kind: fault.Forbidden, Message: "The operator of this server has taken this app down, so it can't be published. If you think that this is a mistake, contact them."}
		}
		if err := t.configure(a, p); err != nil {
			return a.App, err
		}
		if err := t.room(a); err != nil {
			return a.App, err
		}
		slug, err := t.slug(a, p.Slug)
		if err != nil {
			return a.App, err
		}
		encoded, err := a.Encode()
		if err != nil {
			return a.App, err
		}
		text := string(encoded)
		if _, err := t.Exec(`INSERT INTO versions (app_id, version, content, published_at) VALUES ($1, $2, $3, $4)`, id, a.Version+1, text, stamp(t.now)); err != nil {
			return a.App, err
		}
		if _, err := t.Exec(`DELETE FROM versions WHERE app_id = $1 AND version <= $2`, id, a.Version+1-versions); err != nil {
			return a.App, err
		}
		if _, err := t.Exec(`UPDATE apps SET status = 'published', version = version + 1, published_at = $2, slug = $3, published_hash = $4, updated_at = $2 WHERE id = $1`,
			id, stamp(t.now), slug, hash(text)); err != nil {
			return a.App, err
		}
		return t.decoded(owner, id)
	})
}

// versions is how many published versions of an app are kept.
const versions = 200

// configure checks the app with the publication's values, which become a revision of the
// draft.
func (t tx) configure(a *stored, p Publication) error {
	content, err := appbuilder.DecodeContent([]byte(a.content))
	if err != nil {
		return err
	}
	var faults rule.Faults
	drafted := content
	if p.ToolName != nil {
		content.ToolName = rule.Clean(*p.ToolName)
	}
	if p.ToolDescription != nil {
		content.ToolDescription = rule.Clean(*p.ToolDescription)
	}
	if a.running(t) && !content.Equal(drafted) {
		return busy() // the run would set them back
	}
	faults = append(faults, content.CheckPublish()...)
	if p.Slug != "" && (a.Slug == nil || *a.Slug != p.Slug) {
		if why := appbuilder.CheckSlug(p.Slug); a.Slug != nil {
			faults.Add("slug", "fixed", "The address can't be changed after the first publish.")
		} else if why != "" {
			faults.Add("slug", "format", "%s", why)
		}
	}
	if len(faults) > 0 {
		return appbuilder.InvalidError(faults)
	}
	if _, err := t.revise(a, "edit", content); err != nil {
		return err
	}
	a.Content = content
	return nil
}

// room fails if the owner has as many published apps as there may be.
func (t tx) room(a *stored) error {
	if a.Status == appbuilder.Published {
		return nil
	}
	var published int
	if err := t.QueryRow(`SELECT count(*) FROM apps WHERE owner_id = $1 AND status = 'published'`, a.owner).Scan(&published); err != nil {
		return err
	}
	if published >= t.s.limits.Published {
		return &fault.Error{Kind: appbuilder.LimitReached, Message: fmt.Sprintf("You have %d published apps, which is the limit. Unpublish one first.", published)}
	}
	return nil
}

// slug returns the app's slug, which its first publish takes.
func (t tx) slug(a *stored, wanted string) (string, error) {
	if a.Slug != nil {
		return *a.Slug, nil
	}
	slug := wanted
	if slug == "" {
		slug = appbuilder.Slug(a.Name)
	}
	base := slug
	for tries := 1; ; tries++ {
		// The rest of a slug whose app is gone is over after SlugRest.
		if _, err := t.Exec(`DELETE FROM slugs WHERE slug = $1 AND app_id = '' AND retired_at < $2`, slug, stamp(t.now.Add(-SlugRest))); err != nil {
			return "", err
		}
		n, err := t.Exec(`INSERT INTO slugs (slug, app_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, slug, a.ID)
		if err != nil || n > 0 {
			return slug, err
		}
		if wanted != "" || tries > 30 {
			return "", &fault.Error{Kind: appbuilder.SlugTaken, Field: "slug", Message: "This address is taken. Choose another one."}
		}
		slug = appbuilder.NextSlug(base, tries)
	}
}

// SlugFree reports whether a first publish could have the slug now.
func (s *Store) SlugFree(ctx context.Context, slug string) (bool, error) {
	return read(ctx, s, func(t tx) (bool, error) {
		var app, retired string
		err := t.QueryRow(`SELECT app_id, retired_at FROM slugs WHERE slug = $1`, slug).Scan(&app, &retired)
		if errors.Is(err, sql.ErrNoRows) {
			return true, nil
		}
		return app == "" && retired < stamp(t.now.Add(-SlugRest)), err
	})
}

// Unpublish makes the app a draft, which nobody can reach. It keeps slug and version. On a
// draft it does nothing.
func (s *Store) Unpublish(ctx context.Context, owner, id string) (appbuilder.App, error) {
	return write(ctx, s, func(t tx) (appbuilder.App, error) {
		if _, err := t.app(owner, id); err != nil {
			return appbuilder.App{}, err
		}
		if _, err := t.Exec(`UPDATE apps SET status = 'draft', updated_at = $2 WHERE id = $1 AND status = 'published'`, id, stamp(t.now)); err != nil {
			return appbuilder.App{}, err
		}
		return t.decoded(owner, id)
	})
}

// Takedown unpublishes whichever app has the slug, and keeps its owner from publishing it until
// [Store.Lift]: both are for the operator.
func (s *Store) Takedown(ctx context.Context, slug string) error {
	return s.block(ctx, slug, true)
}

// Lift lets the owner of an app that was taken down publish it again. Until they do, nothing is
// at its address.
func (s *Store) Lift(ctx context.Context, slug string) error {
	return s.block(ctx, slug, false)
}

func (s *Store) block(ctx context.Context, slug string, block bool) error {
	n, err := write(ctx, s, func(t tx) (int64, error) {
		if !block {
			return t.Exec(`UPDATE apps SET blocked_at = '', updated_at = $2 WHERE slug = $1 AND blocked_at <> ''`, slug, stamp(t.now))
		}
		return t.Exec(`UPDATE apps SET status = 'draft', blocked_at = $2, updated_at = $2 WHERE slug = $1`, slug, stamp(t.now))
	})
	if err == nil && n == 0 {
		err = notFound("There is no such app.")
	}
	return err
}

// VersionInfo is a published version in a list.
type VersionInfo struct {
	Version     int    `json:"publishVersion"`
	PublishedAt string `json:"publishedAt"`
}

// Versions returns what was published of an app, the newest first.
func (s *Store) Versions(ctx context.Context, owner, id string) ([]VersionInfo, error) {
	return read(ctx, s, func(t tx) ([]VersionInfo, error) {
		if _, err := t.app(owner, id); err != nil {
			return nil, err
		}
		rows, err := t.Query(`SELECT version, published_at FROM versions WHERE app_id = $1 ORDER BY version DESC`, id)
		return database.Collect(rows, err, func(row database.Row) (v VersionInfo, err error) {
			err = row.Scan(&v.Version, &v.PublishedAt)
			return v, err
		})
	})
}
