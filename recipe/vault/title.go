package vault

import "mcp-adapters/recipe/title"

const (
	// selectUnclean finds the title of another recipe from before titles were
	// cleaned; see migrations/0002_clean_titles.sql. The UNIQUE constraint on
	// title_key finds all others.
	selectUnclean = `SELECT 1 FROM recipes WHERE clean_key = ? AND clean_key <> title_key AND id <> ?`
	selectTitle   = `SELECT title, title_key FROM recipes WHERE id = ?2 AND ` + inScope
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
func (t tx) checkUnclean(id, clean string) error {
	rows, err := t.Query(selectUnclean, title.Key(clean), id)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	if rows.Next() {
		return conflict(clean, nil)
	}
	return rows.Err()
}

// titleChange decides what an update does to the title: nothing when it is the
// one that the recipe has, though that be from before titles were cleaned.
// renames reports whether the title becomes another recipe's to clash with.
func (t tx) titleChange(sc scope, id string, b *recipeBody) (renames bool, err error) {
	if b.Title == nil {
		return false, nil
	}
	rows, err := t.Query(selectTitle, sc.members, id)
	if err != nil {
		return false, err
	}
	defer func() { _ = rows.Close() }()
	if !rows.Next() {
		return false, rows.Err()
	}
	var there, key string
	if err := rows.Scan(&there, &key); err != nil {
		return false, err
	}
	if there == b.sentTitle {
		b.Title = nil
		return false, nil
	}
	return key != title.Key(*b.Title), nil
}
