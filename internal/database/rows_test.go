package database_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// TestCollect reads all rows, none, some until one can't be read, and those of a query that
// failed. The transaction can be used afterwards.
func TestCollect(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "notes.db")
	leave(t, path, 3)
	failed := errors.New("it can't be read")
	title := func(row database.Row) (title string, err error) {
		err = row.Scan(&title)
		return title, err
	}
	err := open(t, path, notes).Read(t.Context(), func(tx database.Tx) error {
		for name, row := range map[string]struct {
			query string
			scan  func(database.Row) (string, error)
			want  []string
			err   string
		}{
			"all":        {selectTitles, title, []string{"Soup 0", "Soup 1", "Soup 2"}, ""},
			"none":       {`SELECT title FROM notes WHERE title = ''`, title, []string{}, ""},
			"unreadable": {selectTitles, func(database.Row) (string, error) { return "", failed }, nil, failed.Error()},
			"no query":   {`SELECT`, title, nil, "SQL logic error: incomplete input (1)"},
		} {
			rows, err := tx.Query(row.query)
			got, err := database.Collect(rows, err, row.scan)
			if d := cmp.Diff(row.want, got); d != "" || (err == nil) != (row.err == "") || err != nil && err.Error() != row.err {
				t.Errorf("%s: %v %s", name, err, d)
			}
			var n int
			if err := tx.QueryRow("SELECT count(*) FROM notes").Scan(&n); err != nil || n != 3 {
				t.Errorf("after %s: %d, %v", name, n, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
