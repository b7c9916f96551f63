package vault

import (
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// sqliteTime is how times are stored: UTC, whole seconds. Later times are greater texts.
const sqliteTime = time.DateTime

// inScope restricts a query, which has a condition on the family, to the recipes of a
// family in the file: ?1 is a JSON array of its addresses, or NULL for everything. Both are
// part of the same lookup as the id, so that another family's recipe takes the same path as
// none.
const inScope = `(?1 IS NULL OR created_by IN (SELECT value FROM json_each(?1)))`

// unseen restricts a query to recipes that no member of a family sees, since
// their author is unknown or in no family: ?1 is a JSON array of all members.
const unseen = `family = '' AND (created_by IS NULL OR created_by NOT IN (SELECT value FROM json_each(?1)))`

// anyFamily is whether there are families, for [Scope.Alone].
const anyFamily = `EXISTS (SELECT 1 FROM families)`

const (
	selectRecipes     = `SELECT ` + RecipeColumns + ` FROM recipes WHERE family = ?2 AND ` + inScope + ` ORDER BY title_key, id`
	selectRecipe      = `SELECT ` + RecipeColumns + ` FROM recipes WHERE id = ?2 AND family = ?3 AND ` + inScope
	selectIngredients = `SELECT ` + IngredientColumns + ` FROM ingredients WHERE recipe_id = ? ORDER BY position`
	selectSteps       = `SELECT ` + StepColumns + ` FROM steps WHERE recipe_id = ? ORDER BY position`
	// selectOne touches the schema and one page.
	selectOne = `SELECT count(*) FROM (SELECT 1 FROM recipes LIMIT 1)`

	// selectTaken finds out whether a title with this key would clash.
	selectTaken = `SELECT EXISTS (SELECT 1 FROM recipes WHERE family = ?1 AND title_key = ?2)
		OR EXISTS (SELECT 1 FROM recipes WHERE family = ?1 AND clean_key = ?2 AND clean_key <> title_key)`
	selectTitle = `SELECT title, title_key FROM recipes WHERE id = ?2 AND family = ?3 AND NOT (?4 AND ` + anyFamily + `) AND ` + inScope
)

var readQueries = []string{selectRecipes, selectRecipe, selectIngredients, selectSteps, selectOne, selectPage, countEvery, countScope, countPage}

// sqliteTx is a transaction on the file.
type sqliteTx struct{ database.Tx }

func (t sqliteTx) List(s Scope) (*sql.Rows, error) {
	return t.Query(every(selectRecipes, s), s.Members, s.Family)
}

// every has a query look at all families if they are in scope: their names are not less than
// the one that s has then.
func every(query string, s Scope) string {
	if s.Every {
		return strings.Replace(query, "family = ?", "family >= ?", 1)
	}
	return query
}

func (t sqliteTx) Recipe(s Scope, id string) (Rows, error) {
	return t.Query(every(selectRecipe, s), s.Members, id, s.Family)
}

func (t sqliteTx) Ingredients(id string) (Rows, error) { return t.Query(selectIngredients, id) }

func (t sqliteTx) Steps(id string) (Rows, error) { return t.Query(selectSteps, id) }

func (t sqliteTx) Title(s Scope, id string) (title, key string, err error) {
	err = t.QueryRow(selectTitle, s.Members, id, s.Family, s.Alone).Scan(&title, &key)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return title, key, err
}

func (t sqliteTx) Taken(s Scope, key string) (taken bool, err error) {
	err = t.QueryRow(selectTaken, s.Family, key).Scan(&taken)
	return taken, err
}

func (t sqliteTx) Unseen(members string) (titles []string, err error) {
	var list string
	err = t.QueryRow(`SELECT json_group_array(title ORDER BY title_key, id) FROM recipes WHERE `+unseen, members).Scan(&list)
	if err == nil {
		err = json.Unmarshal([]byte(list), &titles, jsontext.AllowInvalidUTF8(true))
	}
	return titles, err
}

func (t sqliteTx) Adopt(members, address string) error {
	_, err := t.Exec(`UPDATE recipes SET created_by = ?2 WHERE `+unseen, members, address)
	return err
}
