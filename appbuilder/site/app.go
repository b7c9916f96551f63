package site

import (
	"context"

	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
)

// The id of an app that operations take may be "", which is the visitor's current one.

// App returns an app.
func (s *Site) App(ctx context.Context, v Visitor, id string) (appbuilder.App, error) {
	return on(ctx, v, id, s.store.App)
}

// Steps says whether there is something to undo and to redo.
func (s *Site) Steps(ctx context.Context, v Visitor, id string) (store.Steps, error) {
	return on(ctx, v, id, s.store.Steps)
}

// on does an operation on an app in the name of whoever v works for.
func on[T any](ctx context.Context, v Visitor, id string, do func(ctx context.Context, owner, id string) (T, error)) (result T, err error) {
	owner, id, err := v.reach(id)
	if err != nil {
		return result, err
	}
	return do(ctx, owner, id)
}

// Apps returns up to limit of the visitor's apps, the newest first, and the cursor of the next
// ones, or "".
func (s *Site) Apps(ctx context.Context, v Visitor, cursor string, limit int) ([]store.Summary, string, error) {
	if v.guest {
		return nil, "", forbidden("An edit token opens one app. It can't list apps.")
	}
	if v.Owner == "" {
		return []store.Summary{}, "", nil
	}
	return s.store.Apps(ctx, v.Owner, cursor, limit)
}

// Select makes an app the visitor's current one; "" is none, which is how to start over.
func (s *Site) Select(ctx context.Context, v Visitor, id string) error {
	switch {
	case v.Owner == "" && id == "":
		return nil
	case id == v.opened && id != "": // it isn't among their own; pages name it
		return nil
	case v.Owner == "":
		return noApp("There is no such app.")
	}
	return s.store.SetCurrent(ctx, v.Owner, id)
}

// Edit applies a patch if the app is still at revision, 0 being any, and returns a sentence for
// each thing that changed.
func (s *Site) Edit(ctx context.Context, v Visitor, id string, revision int, p appbuilder.Patch) (app appbuilder.App, changes []string, err error) {
	app, err = s.change(ctx, v, id, edits, func(ctx context.Context, owner, id string) (app appbuilder.App, err error) {
		app, changes, err = s.store.Edit(ctx, owner, id, revision, p)
		return app, err
	})
	return app, changes, err
}

// change does an operation that others who look at the app are to see.
func (s *Site) change(ctx context.Context, v Visitor, id string, of limit, do func(ctx context.Context, owner, id string) (appbuilder.App, error)) (appbuilder.App, error) {
	owner, id, err := v.reach(id)
	if err != nil {
		return appbuilder.App{}, err
	}
	if of == publishes {
		err = s.spend(ctx, v, of)
	} else {
		err = s.admit(v, of)
	}
	if err != nil {
		return appbuilder.App{}, err
	}
	app, err := do(ctx, owner, id)
	s.watch.look()
	return app, err
}

// Undo takes back the last edit; fault.Conflict says that there is none.
func (s *Site) Undo(ctx context.Context, v Visitor, id string) (appbuilder.App, error) {
	return s.change(ctx, v, id, edits, s.store.Undo)
}

// Redo does again what [Site.Undo] took back.
func (s *Site) Redo(ctx context.Context, v Visitor, id string) (appbuilder.App, error) {
	return s.change(ctx, v, id, edits, s.store.Redo)
}

// Restore makes the draft what was published as version.
func (s *Site) Restore(ctx context.Context, v Visitor, id string, version int) (appbuilder.App, error) {
	return s.change(ctx, v, id, edits, func(ctx context.Context, owner, id string) (appbuilder.App, error) {
		return s.store.Restore(ctx, owner, id, version)
	})
}

// Delete removes an app for good, with its chat and what was published of it.
func (s *Site) Delete(ctx context.Context, v Visitor, id string) error {
	owner, id, err := v.own(id)
	if err != nil {
		return err
	}
	if err := s.admit(v, edits); err != nil {
		return err
	}
	err = s.store.Delete(ctx, owner, id)
	s.watch.look()
	return err
}

// Publication is where a published app is reached, as paths.
type Publication struct {
	Endpoint string         `json:"endpointUrl"`
	UI       string         `json:"uiUrl"`
	App      appbuilder.App `json:"app"`
}

// Publish freezes the draft as the next version, which everyone sees from then on.
func (s *Site) Publish(ctx context.Context, v Visitor, id string, p store.Publication) (Publication, error) {
	app, err := s.change(ctx, v, id, publishes, func(ctx context.Context, owner, id string) (appbuilder.App, error) {
		return s.store.Publish(ctx, owner, id, p)
	})
	if err != nil {
		return Publication{}, err
	}
	base := "/servers/" + *app.Slug
	return Publication{Endpoint: base + "/mcp", UI: base + "/ui/" + app.Layout + ".html", App: app}, nil
}

// Unpublish makes the app a draft, which nobody else can reach. On a draft it does nothing.
func (s *Site) Unpublish(ctx context.Context, v Visitor, id string) (appbuilder.App, error) {
	return s.change(ctx, v, id, edits, s.store.Unpublish)
}

// Versions returns what was published of an app, the newest first.
func (s *Site) Versions(ctx context.Context, v Visitor, id string) ([]store.VersionInfo, error) {
	owner, id, err := v.reach(id)
	if err != nil {
		return nil, err
	}
	return s.store.Versions(ctx, owner, id)
}

// Messages returns the messages of an app that come after seq, the oldest first.
func (s *Site) Messages(ctx context.Context, v Visitor, id string, after int) ([]store.Message, error) {
	owner, id, err := v.reach(id)
	if err != nil {
		return nil, err
	}
	return s.store.Messages(ctx, owner, id, after, mostMessages)
}

// mostMessages is as many as are kept.
const mostMessages = 500

// Export is an app as a file that its owner keeps.
type Export struct {
	Format   string              `json:"format"`
	At       appbuilder.Time     `json:"exportedAt"`
	App      appbuilder.App      `json:"app"`
	Messages []store.Message     `json:"messages"`
	Versions []store.VersionInfo `json:"versions"`
}

// exportFormat names the shape of an [Export].
const exportFormat = "app-builder/1"

// Export returns an app with all that belongs to it.
func (s *Site) Export(ctx context.Context, v Visitor, id string) (Export, error) {
	e := Export{Format: exportFormat, At: appbuilder.Time{Time: s.now()}}
	var err error
	if e.App, err = s.App(ctx, v, id); err != nil {
		return e, err
	}
	if e.Messages, err = s.Messages(ctx, v, id, 0); err != nil {
		return e, err
	}
	e.Versions, err = s.Versions(ctx, v, id)
	return e, err
}

// NewEditToken returns a token that opens an app elsewhere. It is shown once and never again.
func (s *Site) NewEditToken(ctx context.Context, v Visitor, id string) (token string, err error) {
	err = s.access(v, id, func(owner, id string) (err error) {
		token, err = s.store.NewEditToken(ctx, owner, id)
		return err
	})
	return token, err
}

// RevokeEditTokens makes all edit tokens of an app worthless.
func (s *Site) RevokeEditTokens(ctx context.Context, v Visitor, id string) error {
	owner, id, err := v.own(id)
	if err != nil {
		return err
	}
	return s.store.RevokeEditTokens(ctx, owner, id)
}

// NewCallToken returns a token that callers of the published app need from then on, in place of
// any former one. It is shown once and never again.
func (s *Site) NewCallToken(ctx context.Context, v Visitor, id string) (token string, err error) {
	err = s.access(v, id, func(owner, id string) (err error) {
		token, err = s.store.NewCallToken(ctx, owner, id)
		return err
	})
	return token, err
}

// RemoveCallToken lets everyone call the published app.
func (s *Site) RemoveCallToken(ctx context.Context, v Visitor, id string) error {
	return s.access(v, id, func(owner, id string) error { return s.store.RemoveCallToken(ctx, owner, id) })
}

// access changes who may do something, which is the owner's alone.
func (s *Site) access(v Visitor, id string, do func(owner, id string) error) error {
	owner, id, err := v.own(id)
	if err != nil {
		return err
	}
	if err := s.admit(v, edits); err != nil {
		return err
	}
	return do(owner, id)
}

// SlugFree reports whether an app could be published as slug, and otherwise suggests another.
// It fails with fault.InvalidParams for what no app can have.
func (s *Site) SlugFree(ctx context.Context, slug string) (free bool, suggestion string, err error) {
	if why := appbuilder.CheckSlug(slug); why != "" {
		return false, "", invalid("slug", "format", why)
	}
	if free, err = s.store.SlugFree(ctx, slug); err != nil || free {
		return free, "", err
	}
	const tries = 21 // the last two are random
	for n := 1; n <= tries; n++ {
		next := appbuilder.NextSlug(slug, n)
		if ok, err := s.store.SlugFree(ctx, next); err != nil || ok {
			return false, next, err
		}
	}
	return false, "", nil
}

// appID returns the id of an app in the form in which it is stored.
func appID(text string) (string, error) {
	const length = 36 // of the usual form, which is not the only one that Parse takes
	id, err := uuid.Parse(text)
	if err != nil || len(text) != length {
		return "", noApp("There is no such app.")
	}
	return id.String(), nil
}
