package postgres

import (
	"database/sql"
	"fmt"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/words"
)

const (
	minutes = `coalesce(prep_time_minutes, 0)::int8 + coalesce(cook_time_minutes, 0)`
	passes  = `($2::int4 IS NULL OR (prep_time_minutes IS NOT NULL OR cook_time_minutes IS NOT NULL) AND ` + minutes + ` <= $2)
		AND ($3::int4 IS NULL OR difficulty <= $3)`
	mayPass = `($2::int4 IS NULL OR ` + minutes + ` <= $2) AND ($3::int4 IS NULL OR difficulty IS NULL OR difficulty <= $3)`

	selectPage = `SELECT ` + vault.RecipeColumns + `, title_key FROM recipes WHERE family = $1 AND ` + passes + ` AND (title_key, id) > ($4::bytea, $5)`
	countPage  = `SELECT count(*) FILTER (WHERE ` + passes + `), count(*) FROM recipes WHERE family = $1 AND ` + mayPass
)

func (t *tx) Page(s vault.Scope, f vault.Filter, after title.Position, limit int) (*sql.Rows, error) {
	query, args := scoped(every(selectPage, s), s, s.Family, f.MaxMinutes, f.MaxDifficulty, []byte(after.Key), after.ID)
	query, args = found(query, f.Words, args)
	return t.query(fmt.Sprintf("%s ORDER BY title_key, id LIMIT %d", query, limit), args...)
}

func (t *tx) Count(s vault.Scope, f vault.Filter) (passing, unknown int, err error) {
	query, args := scoped(every(countPage, s), s, s.Family, f.MaxMinutes, f.MaxDifficulty)
	query, args = found(query, f.Words, args)
	err = t.QueryRow(query, args...).Scan(&passing, &unknown)
	return passing, unknown - passing, err
}

// found restricts a query, which ends in a condition, to the recipes that hold all the words.
func found(query string, all [][]words.Term, args []any) (string, []any) {
	if len(all) == 0 {
		return query, args
	}
	return fmt.Sprintf("%s AND terms @@ $%d::tsquery", query, len(args)+1), append(args, match(all))
}

// Moved has nothing to do: what searches find a recipe by is a part of its row.
func (t *tx) Moved(string) error { return nil }

// match writes what the server is to find. Terms need no quotes.
func match(all [][]words.Term) string {
	return words.Match(all, " & ", " | ", func(t words.Term) string {
		if t.Prefix {
			return t.Text + ":*"
		}
		return t.Text
	})
}
