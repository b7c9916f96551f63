package vault

import (
	"database/sql"
	"errors"
	"net/http"

	"mcp-adapters/recipe/title"
)

const (
	// selectUnclean finds the title of another recipe from before titles were
	// cleaned; see migrations/0002_clean_titles.sql. The UNIQUE constraint on
	// title_key finds all others.
	selectUnclean = `SELECT 1 FROM recipes WHERE clean_key = ? AND clean_key <> title_key AND id <> ?`
	// selectTaken finds out whether a title with this key would clash.
	selectTaken = `SELECT EXISTS (SELECT 1 FROM recipes WHERE title_key = ?1)
		OR EXISTS (SELECT 1 FROM recipes WHERE clean_key = ?1 AND clean_key <> title_key)`
	selectTitle = `SELECT title, title_key FROM recipes WHERE id = ?2 AND ` + inScope
)

// cleanTitle makes the title what is stored.
func (b *recipeBody) cleanTitle() {
	if b.Title != nil {
		b.sentTitle = *b.Title
		clean := title.Clean(b.sentTitle)
		b.Title = &clean
	}
}

// checkUnclean fails with [conflict] when another recipe's title, cleaned, is
// this one.
func (t tx) checkUnclean(clean string) error {
	var one int
	err := t.QueryRow(selectUnclean, title.Key(clean), t.id).Scan(&one)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	}
	return t.conflict(clean, nil)
}

// mostNumbers bounds the search for a free title.
const mostNumbers = 1000

// conflict is the answer that a title is taken, by whomever, with one that is free at
// this moment. If there are too many like it, or the search fails, it names none.
func (t tx) conflict(wanted string, cause error) error {
	f := &failure{status: http.StatusConflict, code: "CONFLICT", text: wanted, err: cause}
	tried := 0
	free := title.Free(wanted, func(s string) (taken bool) {
		tried++
		err := t.QueryRow(selectTaken, title.Key(s)).Scan(&taken)
		if err != nil || tried > mostNumbers {
			f.err, tried = errors.Join(f.err, err), mostNumbers+1
			return false
		}
		return taken
	})
	if tried <= mostNumbers {
		f.free = free
	}
	return f
}

// titleChange decides what an update does to the title: nothing when it is the
// one that the recipe has, though that be from before titles were cleaned.
// renames reports whether the title becomes another recipe's to clash with.
func (t tx) titleChange(b *recipeBody) (renames bool, err error) {
	if b.Title == nil {
		return false, nil
	}
	var there, key string
	err = t.QueryRow(selectTitle, t.scope.members, t.id).Scan(&there, &key)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return false, nil // the update finds that out
	case err != nil:
		return false, err
	case there == b.sentTitle:
		b.Title = nil
		return false, nil
	}
	return key != title.Key(*b.Title), nil
}
