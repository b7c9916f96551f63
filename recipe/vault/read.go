package vault

import (
	"context"
	"database/sql"
	"net/http"
	"sync/atomic"

	"mcp-adapters/database"
)

// inScope restricts a query to the recipes of one family: scope is a JSON array
// of its addresses, or NULL for everything. It is part of the same lookup as
// the id, so that another family's recipe takes the same path as none.
const inScope = `(?1 IS NULL OR created_by IN (SELECT value FROM json_each(?1)))`

var (
	selectRecipes     = `SELECT ` + recipeColumns.list() + ` FROM recipes WHERE ` + inScope + ` ORDER BY title_key, id`
	selectRecipe      = `SELECT ` + recipeColumns.list() + ` FROM recipes WHERE id = ?2 AND ` + inScope
	selectIngredients = `SELECT ` + ingredientColumns.list() + ` FROM ingredients WHERE recipe_id = ? ORDER BY position`
	selectSteps       = `SELECT ` + stepColumns.list() + ` FROM steps WHERE recipe_id = ? ORDER BY position`

	readQueries = []string{selectRecipes, selectRecipe, selectIngredients, selectSteps, selectOne}
)

// selectOne touches the schema and one page.
const selectOne = `SELECT count(*) FROM (SELECT 1 FROM recipes LIMIT 1)`

// tx is one running transaction of a call. It runs again when another process was
// in the way, so it starts from nothing each time.
type tx struct {
	database.Tx
	call
}

func (v *Vault) read(c call, f func(tx) ([]byte, error)) (result, error) {
	return finish(c, http.StatusOK, v.db.Read, f)
}

func (v *Vault) write(c call, status int, f func(tx) ([]byte, error)) (result, error) {
	return finish(c, status, v.db.Write, f)
}

// finish returns what the last run of f has made.
func finish(c call, status int, run func(context.Context, func(database.Tx) error) error, f func(tx) ([]byte, error)) (result, error) {
	res := result{status: status}
	err := run(c.ctx, func(t database.Tx) (err error) {
		res.body, err = f(tx{t, c})
		return err
	})
	return res, err
}

// listSize remembers how long a list was, so that the next one is written into
// a buffer of the right size instead of one that is copied as it grows.
type listSize struct{ n atomic.Int64 }

func (l *listSize) next() int {
	n := int(l.n.Load())
	return n + n/64 + 1024
}

// list gives the recipes in scope as a JSON array, or [crowded].
func (v *Vault) list(c call) (result, error) {
	res, err := v.read(c, func(t tx) ([]byte, error) {
		p, err := newPage(t.mem, v.listSize.next())
		if err != nil {
			return nil, err
		}
		rows, err := t.Query(selectRecipes, t.scope.members)
		if err := p.appendList("[", recipeColumns, rows, err); err != nil {
			return nil, err
		}
		return p.done()
	})
	if err == nil {
		v.listSize.n.Store(int64(len(res.body)))
	}
	return res, err
}

// get gives one recipe with its lists as JSON, or [notFound], or [crowded].
func (v *Vault) get(c call) (result, error) { return tagged(v.read(c, tx.details)) }

// details reads a recipe whole, as the transaction sees it, or returns [crowded].
func (t tx) details() ([]byte, error) {
	p, err := newPage(t.mem, 4096)
	if err != nil {
		return nil, err
	}
	rows, err := t.Query(selectRecipe, t.scope.members, t.id)
	if err != nil {
		return nil, err
	}
	n, err := recipeColumns.appendRows(p, rows, true)
	switch {
	case err != nil:
		return nil, err
	case n == 0:
		return nil, notFound(t.id)
	}
	rows, err = t.Query(selectIngredients, t.id)
	if err := p.appendList(`,"ingredients":[`, ingredientColumns, rows, err); err != nil {
		return nil, err
	}
	rows, err = t.Query(selectSteps, t.id)
	if err := p.appendList(`,"steps":[`, stepColumns, rows, err); err != nil {
		return nil, err
	}
	p.append("}")
	return p.done()
}

// appendList appends the rows of a query, which may have failed, as an array.
func (p *page) appendList(start string, c columns, rows *sql.Rows, err error) error {
	if err != nil {
		return err
	}
	p.append(start)
	_, err = c.appendRows(p, rows, false)
	p.append("]")
	return err
}
