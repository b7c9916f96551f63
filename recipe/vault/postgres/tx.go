package postgres

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/recipe/title"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

const (
	selectRecipes = `SELECT ` + vault.RecipeColumns + ` FROM recipes WHERE family = $1`
	selectRecipe  = `SELECT ` + vault.RecipeColumns + `, ingredients, steps FROM recipes WHERE family = $1 AND id = $2`

	selectTitle = `SELECT title, title_key FROM recipes WHERE family = $1 AND id = $2`
	selectTaken = `SELECT EXISTS (SELECT 1 FROM recipes WHERE family = $1 AND title_key = $2)
		OR EXISTS (SELECT 1 FROM recipes WHERE family = $1 AND clean_key = $2 AND clean_key <> title_key)`

	// CockroachDB knows the types of fewer parameters than PostgreSQL does, so they are said.
	// A statement that fails ends the transaction, so that a title which is taken is no
	// failure: the statement does nothing. $5 is whether the key must differ from those of
	// cleaned titles, too.
	insertRecipe = `INSERT INTO recipes (family, id, title, title_key, clean_key, description, prep_time_minutes, cook_time_minutes,
		servings, difficulty, created_at, updated_at, created_by, updated_by, terms, ingredients, steps, size)
		SELECT $1::text, $2::text, $3::text, $4::bytea, $6::bytea, $7::text, $8::int4, $9::int4, $10::int4, $11::int4, $12::timestamptz, $12::timestamptz, $13::text, $13::text, coalesce($14::tsvector, ''), $15::json, $16::json, $17::int8
		WHERE NOT ($5::bool AND EXISTS (SELECT 1 FROM recipes WHERE family = $1 AND clean_key = $4 AND clean_key <> title_key))
		ON CONFLICT (family, title_key) DO NOTHING`
	updateRecipe = `UPDATE recipes SET
		title = coalesce($3, title), title_key = coalesce($4::bytea, title_key), clean_key = coalesce($6::bytea, clean_key),
		description = coalesce($7, description), prep_time_minutes = coalesce($8, prep_time_minutes),
		cook_time_minutes = coalesce($9, cook_time_minutes), servings = coalesce($10, servings), difficulty = coalesce($11, difficulty),
		updated_at = greatest($12::timestamptz, updated_at + INTERVAL '1 second'), updated_by = $13, terms = coalesce($14::tsvector, terms),
		ingredients = coalesce($15::json, ingredients), steps = coalesce($16::json, steps)
		WHERE family = $1 AND id = $2
		AND NOT EXISTS (SELECT 1 FROM recipes AS o WHERE o.family = $1 AND o.title_key = $4 AND o.id <> $2)
		AND NOT ($5::bool AND EXISTS (SELECT 1 FROM recipes AS o WHERE o.family = $1 AND o.clean_key = $4 AND o.clean_key <> o.title_key AND o.id <> $2))`
	deleteRecipe = `DELETE FROM recipes WHERE family = $1 AND id = $2`

	unseen       = `family = '' AND (created_by IS NULL OR created_by <> ALL($1::text[]))`
	selectUnseen = `SELECT title FROM recipes WHERE ` + unseen + ` ORDER BY title_key, id`
	adoptUnseen  = `UPDATE recipes SET created_by = $2 WHERE ` + unseen
)

// tx is a [vault.Tx]. One goroutine uses it.
type tx struct {
	database.Tx // none: what is asked is no part of a transaction
	query       func(query string, args ...any) (*sql.Rows, error)

	// Of the recipe that was read last, as they are stored.
	ingredients, steps [][]any
}

// scoped restricts a query, which ends in a condition, to what the members in scope have
// saved, and completes its arguments.
func scoped(query string, s vault.Scope, args ...any) (_ string, all []any) {
	if s.Members == nil {
		return query, args
	}
	return fmt.Sprintf("%s AND created_by = ANY($%d::text[])", query, len(args)+1), append(args, addresses(s.Members))
}

// admitted restricts a query, which ends in a condition, to what s may change: nothing, of those
// who are let in without families, once there are some.
func admitted(query string, s vault.Scope) string {
	if s.Alone {
		return query + ` AND NOT EXISTS (SELECT 1 FROM families)`
	}
	return query
}

// every has a query look at all families if they are in scope: their names are not less than
// the one that s has then.
func every(query string, s vault.Scope) string {
	if s.Every {
		return strings.Replace(query, "family = $", "family >= $", 1)
	}
	return query
}

// addresses reads a JSON array. One that can't be read is empty, and shows no one anything.
func addresses(members any) []string {
	list := []string{}
	text, _ := members.(string)
	_ = json.Unmarshal([]byte(text), &list)
	return list
}

// impossible reports whether no recipe can have that id, since the server takes no such text.
func impossible(id string) bool { return !utf8.ValidString(id) || strings.ContainsRune(id, 0) }

func (t *tx) List(s vault.Scope) (*sql.Rows, error) {
	query, args := scoped(every(selectRecipes, s), s, s.Family)
	return t.query(query+` ORDER BY title_key, id`, args...)
}

func (t *tx) Title(s vault.Scope, id string) (title, key string, err error) {
	if impossible(id) {
		return "", "", nil
	}
	query, args := scoped(admitted(selectTitle, s), s, s.Family, id)
	var bytes []byte
	err = t.QueryRow(query, args...).Scan(&title, &bytes)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return title, string(bytes), err
}

func (t *tx) Taken(s vault.Scope, key string) (taken bool, err error) {
	err = t.QueryRow(selectTaken, s.Family, []byte(key)).Scan(&taken)
	return taken, err
}

// values are the arguments of updateRecipe, and but for one of insertRecipe.
func values(s vault.Scope, id string, v vault.Values) ([]any, error) {
	var key, clean []byte
	if v.Key != nil {
		key, clean = []byte(*v.Key), []byte(title.Clean(*v.Key))
	}
	ingredients, steps, err := lists(v)
	return []any{s.Family, id, v.Title, key, v.Distinct, clean, v.Description, v.PrepTimeMinutes, v.CookTimeMinutes,
		v.Servings, v.Difficulty, v.At, v.By, v.Terms, ingredients, steps}, err
}

func (t *tx) Insert(s vault.Scope, id string, v vault.Values) error {
	args, err := values(s, id, v)
	if err != nil {
		return err
	}
	n, err := t.Exec(insertRecipe, append(args, v.Size())...)
	if err == nil && n == 0 {
		err = vault.ErrTaken
	}
	return err
}

func (t *tx) Update(s vault.Scope, id string, v vault.Values) (found bool, err error) {
	if impossible(id) {
		return false, nil
	}
	args, err := values(s, id, v)
	if err != nil {
		return false, err
	}
	query, args := scoped(admitted(updateRecipe, s), s, args...)
	n, err := t.Exec(query, args...)
	if err != nil || n > 0 {
		return n > 0, err
	}
	_, key, err := t.Title(s, id)
	if err == nil && key != "" {
		err = vault.ErrTaken
	}
	return false, err
}

func (t *tx) Delete(s vault.Scope, id string) (found bool, err error) {
	if impossible(id) {
		return false, nil
	}
	query, args := scoped(admitted(deleteRecipe, s), s, s.Family, id)
	n, err := t.Exec(query, args...)
	return n > 0, err
}

func (t *tx) DeleteAll(family string) error {
	_, err := t.Exec(`DELETE FROM recipes WHERE family = $1`, family)
	return err
}

// Hold takes the rows in the order in which who changes a recipe does.
func (t *tx) Hold(family string) error {
	for _, rows := range []string{`SELECT 1 FROM recipes WHERE family = $1 FOR UPDATE`, `SELECT 1 FROM families WHERE id = $1 FOR UPDATE`} {
		if _, err := t.Exec(rows, family); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) Unseen(members string) ([]string, error) {
	rows, err := t.Query(selectUnseen, addresses(members))
	return database.Collect(rows, err, func(row database.Row) (title string, err error) {
		err = row.Scan(&title)
		return title, err
	})
}

func (t *tx) Adopt(members, address string) error {
	_, err := t.Exec(adoptUnseen, addresses(members), address)
	return err
}
