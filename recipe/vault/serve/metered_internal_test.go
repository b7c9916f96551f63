package serve

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

// TestOutcome tells apart what operators do different things about.
func TestOutcome(t *testing.T) {
	t.Parallel()
	of := func(kind error) error { return fmt.Errorf("write: %w: %w", kind, errors.New("a cause")) }
	for _, row := range []struct {
		err  error
		want string
	}{
		{nil, "ok"},
		{of(database.ErrBusy), "busy"},
		{of(database.ErrUnavailable), "unavailable"},
		{of(database.ErrReadOnly), "unavailable"},
		{of(database.ErrUnknown), "unknown"},
		{of(database.ErrRefused), "refused"},
		{of(database.ErrUntrusted), "refused"},
		{of(database.ErrFull), "full"},
		{of(database.ErrDamaged), "failed"},
		{of(database.ErrNewer), "failed"},
		{errors.New("a column is missing"), "failed"},
		{context.DeadlineExceeded, "failed"},
		{context.Canceled, "undone"},
		{sql.ErrNoRows, "undone"},
		{of(&family.LimitError{}), "undone"},
		{of(&family.Error{}), "undone"},
	} {
		got := outcome(row.err)
		if got != row.want || !slices.Contains(Outcomes(), got) {
			t.Errorf("%v: %s, want %s", row.err, got, row.want)
		}
	}
}
