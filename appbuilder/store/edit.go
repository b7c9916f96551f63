package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// revisions is how many states of an app are kept.
const revisions = 50

// ConflictError is the cause of a fault.Conflict: the app as it is now.
type ConflictError struct{ App appbuilder.App }

func (e *ConflictError) Error() string { return "the app was edited meanwhile" }

// Edit applies a patch to the app's draft if that is still at revision; 0 is any. An edit that
// changes nothing is no revision. It fails with fault.Conflict, [appbuilder.InvalidConfig], or
// [appbuilder.Busy] while a message is being worked on.
func (s *Store) Edit(ctx context.Context, owner, id string, revision int, p appbuilder.Patch) (app appbuilder.App, changes []string, err error) {
	app, err = write(ctx, s, func(t tx) (appbuilder.App, error) {
		a, err := t.idle(owner, id, revision)
		if err != nil {
			return appbuilder.App{}, err
		}
		if a.Content, err = appbuilder.DecodeContent([]byte(a.content)); err != nil {
			return appbuilder.App{}, err
		}
		var edited appbuilder.Content
		var faults rule.Faults
		if edited, changes, faults = a.Apply(p); len(faults) > 0 {
			return a.App, appbuilder.InvalidError(faults)
		}
		return t.revise(a, "edit", edited)
	})
	return app, changes, err
}

// Undo takes back the last edit. It fails with fault.Conflict if there is none.
func (s *Store) Undo(ctx context.Context, owner, id string) (appbuilder.App, error) {
	return s.move(ctx, owner, id, `SELECT seq, content FROM revisions WHERE app_id = $1 AND seq < $2 ORDER BY seq DESC LIMIT 1`,
		"There is nothing to undo.")
}

// Redo does again what [Store.Undo] took back. It fails with fault.Conflict if that is nothing.
func (s *Store) Redo(ctx context.Context, owner, id string) (appbuilder.App, error) {
	return s.move(ctx, owner, id, `SELECT seq, content FROM revisions WHERE app_id = $1 AND seq > $2 ORDER BY seq LIMIT 1`,
		"There is nothing to redo.")
}

// Steps say whether [Store.Undo] and [Store.Redo] have something to do.
type Steps struct{ Undo, Redo bool }

// Steps returns those of an app.
func (s *Store) Steps(ctx context.Context, owner, id string) (Steps, error) {
	return read(ctx, s, func(t tx) (is Steps, err error) {
		a, err := t.app(owner, id)
		if err == nil {
			err = t.QueryRow(`SELECT coalesce(min(seq), $2) < $2, coalesce(max(seq), $2) > $2 FROM revisions WHERE app_id = $1`, id, a.position).Scan(&is.Undo, &is.Redo)
		}
		return is, err
	})
}

func (s *Store) move(ctx context.Context, owner, id, query, nothing string) (appbuilder.App, error) {
	return write(ctx, s, func(t tx) (appbuilder.App, error) {
		a, err := t.idle(owner, id, 0)
		if err != nil {
			return appbuilder.App{}, err
		}
		return t.move(a, query, nothing)
	})
}

func (t tx) move(a *stored, query, nothing string) (appbuilder.App, error) {
	var seq int
	var text string
	switch err := t.QueryRow(query, a.ID, a.position).Scan(&seq, &text); {
	case errors.Is(err, sql.ErrNoRows):
		return a.App, &fault.Error{Kind: fault.Conflict, Message: nothing}
	case err != nil:
		return a.App, err
	}
	content, err := appbuilder.DecodeContent([]byte(text))
	if err != nil {
		return a.App, err
	}
	return t.draft(a, seq, text, content)
}

// Restore makes the draft what was published as version.
func (s *Store) Restore(ctx context.Context, owner, id string, version int) (appbuilder.App, error) {
	return write(ctx, s, func(t tx) (appbuilder.App, error) {
		a, err := t.idle(owner, id, 0)
		if err != nil {
			return appbuilder.App{}, err
		}
		var text string
		switch err := t.QueryRow(`SELECT content FROM versions WHERE app_id = $1 AND version = $2`, id, version).Scan(&text); {
		case errors.Is(err, sql.ErrNoRows):
			return a.App, notFound("There is no such version of this app.")
		case err != nil:
			return a.App, err
		}
		content, err := appbuilder.DecodeContent([]byte(text))
		if err != nil {
			return a.App, err
		}
		return t.revise(a, "restore", content)
	})
}

// idle returns the app unless a message is being worked on, or its revision is another.
func (t tx) idle(owner, id string, revision int) (*stored, error) {
	a, err := t.app(owner, id)
	switch {
	case err != nil:
		return nil, err
	case a.running(t):
		return nil, busy()
	case revision != 0 && revision != a.Revision:
		if a.Content, err = appbuilder.DecodeContent([]byte(a.content)); err != nil {
			return nil, err
		}
		return nil, &fault.Error{
			Kind: fault.Conflict, Message: "The app was edited elsewhere in the meantime. Review it, and make your change again.",
			Err: &ConflictError{a.App},
		}
	}
	return a, nil
}

// running reports whether a message is being worked on.
func (a *stored) running(t tx) bool { return a.run != "" && a.runUntil > stamp(t.now) }

func busy() error {
	return &fault.Error{Kind: appbuilder.Busy, Message: "Your last message is still being worked on. Wait for it, or stop it."}
}

// revise makes content the draft as a new revision, after which nothing can be redone.
func (t tx) revise(a *stored, cause string, content appbuilder.Content) (appbuilder.App, error) {
	encoded, err := content.Encode()
	if err != nil {
		return a.App, err
	}
	text := string(encoded)
	if hash(text) == a.hash {
		a.Content = content
		return a.App, nil
	}
	if _, err := t.Exec(`DELETE FROM revisions WHERE app_id = $1 AND (seq > $2 OR seq <= $3)`, a.ID, a.position, a.position+1-revisions); err != nil {
		return a.App, err
	}
	if err := t.addRevision(a.ID, a.position+1, cause, text); err != nil {
		return a.App, err
	}
	return t.draft(a, a.position+1, text, content)
}

// draft makes content, which is the revision seq as text, the app's, and returns the app as it
// is then. a stays what it was.
func (t tx) draft(a *stored, seq int, text string, content appbuilder.Content) (appbuilder.App, error) {
	now, sum := stamp(t.now), hash(text)
	if _, err := t.Exec(`UPDATE apps SET name = $2, content = $3, content_hash = $4, position = $5, revision = revision + 1, updated_at = $6 WHERE id = $1`,
		a.ID, content.Name, text, sum, seq, now); err != nil {
		return a.App, err
	}
	app := a.App
	app.Content, app.Revision, app.UpdatedAt = content, a.Revision+1, appbuilder.Time{Time: when(now)}
	app.Changed = a.Version > 0 && sum != a.publishedHash
	return app, nil
}

func (t tx) addRevision(app string, seq int, cause, text string) error {
	_, err := t.Exec(`INSERT INTO revisions (app_id, seq, cause, content, created_at) VALUES ($1, $2, $3, $4, $5)`, app, seq, cause, text, stamp(t.now))
	return err
}
