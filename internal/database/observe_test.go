package database_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// TestObserve: whoever observes is told of each use and of the statements in it, the later one
// within the earlier one.
func TestObserve(t *testing.T) {
	t.Parallel()
	db := open(t, filepath.Join(t.TempDir(), "notes.db"), notes)
	if err := add(t.Context(), db, "one"); err != nil { // so that the file is open
		t.Fatal(err)
	}
	var seen []string
	by := func(name string) func(context.Context, database.Work) (context.Context, func(error)) {
		return func(ctx context.Context, w database.Work) (context.Context, func(error)) {
			what := w.System + " " + w.Use + w.SQL
			seen = append(seen, name+" begins "+what)
			return ctx, func(err error) {
				if err != nil {
					what += " failed"
				}
				seen = append(seen, name+" ends "+what)
			}
		}
	}
	ctx := database.Observe(database.Observe(t.Context(), by("outer")), by("inner"))
	if err := add(ctx, db, "one"); !database.IsUnique(err) {
		t.Fatal(err)
	}
	want := []string{
		"outer begins sqlite write", "inner begins sqlite write",
		"outer begins sqlite " + insertNote, "inner begins sqlite " + insertNote,
		"inner ends sqlite " + insertNote + " failed", "outer ends sqlite " + insertNote + " failed",
		"inner ends sqlite write failed", "outer ends sqlite write failed",
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
