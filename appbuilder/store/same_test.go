package store_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// TestSameResults holds that what is told of an app's life is the same, word for word,
// on each database. The rest of the contract is in the tests that are onBoth; without a
// PostgreSQL its half is skipped, and says so.
func TestSameResults(t *testing.T) {
	t.Parallel()
	const want = `create: Café 🚀, draft, revision 1, version 0, changed false, Lamp
edit: Laden, draft, revision 2, version 0, changed false, Lamp
edit an old revision: conflict
publish with a short text: invalid_config
publish: Laden, published, revision 2, version 1, changed false, Lamp
run: Laden, published, revision 3, version 1, changed true, O'Hara \ % _ ß
run again: conflict
undo: Laden, published, revision 4, version 1, changed false, Lamp
redo: Laden, published, revision 5, version 1, changed true, O'Hara \ % _ ß
redo again: conflict
publish again: Laden, published, revision 5, version 2, changed false, O'Hara \ % _ ß
restore: Laden, published, revision 6, version 2, changed true, Lamp
unpublish: Laden, draft, revision 6, version 2, changed true, Lamp
another's: not_found
2 versions, slug laden
1 user complete A table of lamps
2 assistant complete Here it is.
3 user complete Other rows
4 assistant complete Here they are.
`
	onBoth(t, func(s *shop) {
		var told strings.Builder
		tell := func(what string, a appbuilder.App, err error) appbuilder.App {
			s.Helper()
			if f, ok := errors.AsType[*fault.Error](err); ok {
				fmt.Fprintf(&told, "%s: %s\n", what, f.Kind)
				return a
			}
			s.ok(err)
			fmt.Fprintf(&told, "%s: %s, %s, revision %d, version %d, changed %t, %s\n", what, a.Name, a.Status, a.Revision, a.Version, a.Changed, a.Data.Line(0))
			return a
		}
		a := tell("create", s.create("Café 🚀"), nil)
		edit := func(what string) {
			s.Helper()
			name := "Laden"
			edited, _, err := s.Edit(s.ctx, s.owner, a.ID, a.Revision, appbuilder.Patch{Name: &name})
			tell(what, edited, err)
		}
		does := func(what string) func(appbuilder.App, error) {
			return func(a appbuilder.App, err error) { s.Helper(); tell(what, a, err) }
		}
		edit("edit")
		edit("edit an old revision")
		short := "short"
		does("publish with a short text")(s.Publish(s.ctx, s.owner, a.ID, store.Publication{ToolDescription: &short}))
		does("publish")(s.Publish(s.ctx, s.owner, a.ID, store.Publication{}))
		r, err := s.Begin(s.ctx, s.owner, a.ID, "Other rows")
		s.ok(err)
		other := content("Laden", `O'Hara \\ % _ ß`)
		for _, what := range []string{"run", "run again"} {
			ran, _, err := s.End(s.ctx, r, store.Outcome{Content: &other, Reply: "Here they are.", Generator: "rules", State: store.Complete})
			tell(what, ran, err)
		}
		does("undo")(s.Undo(s.ctx, s.owner, a.ID))
		does("redo")(s.Redo(s.ctx, s.owner, a.ID))
		does("redo again")(s.Redo(s.ctx, s.owner, a.ID))
		does("publish again")(s.Publish(s.ctx, s.owner, a.ID, store.Publication{}))
		does("restore")(s.Restore(s.ctx, s.owner, a.ID, 1))
		last, err := s.Unpublish(s.ctx, s.owner, a.ID)
		tell("unpublish", last, err)
		_, stranger, err := s.NewSession(s.ctx)
		s.ok(err)
		does("another's")(s.App(s.ctx, stranger.ID, a.ID))
		versions, err := s.Versions(s.ctx, s.owner, a.ID)
		s.ok(err)
		fmt.Fprintf(&told, "%d versions, slug %s\n", len(versions), *last.Slug)
		messages, err := s.Messages(s.ctx, s.owner, a.ID, 0, 10)
		s.ok(err)
		for _, m := range messages {
			fmt.Fprintln(&told, m.Seq, m.Role, m.State, m.Content)
		}
		if got := told.String(); got != want {
			s.Errorf("got:\n%s\nwant:\n%s", got, want)
		}
	})
}
