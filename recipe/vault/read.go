package vault

import (
	"context"
	"errors"
	"sync/atomic"
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

// listSize remembers how long a list was, so that the next one is written into
// a buffer of the right size instead of one that is copied as it grows.
type listSize struct{ n atomic.Int64 }

func (l *listSize) next() int {
	n := int(l.n.Load())
	return n + n/64 + 1024
}

// list returns the recipes in scope as a JSON array, or [crowded].
func (s store) list(ctx context.Context, sc scope, size *listSize, mem *lease) ([]byte, error) {
	var out []byte
	err := s.read(ctx, func(t tx) error {
		p, err := newPage(mem, size.next())
		if err != nil {
			return err
		}
		rows, err := t.Query(selectRecipes, sc.members)
		if err != nil {
			return err
		}
		p.append("[")
		if _, err := recipeColumns.appendRows(p, rows, false); err != nil {
			return err
		}
		p.append("]")
		out, err = p.done()
		return err
	})
	if err != nil {
		return nil, err
	}
	size.n.Store(int64(len(out)))
	return out, nil
}

// get returns one recipe with its lists as JSON, or [notFound], or [crowded].
func (s store) get(ctx context.Context, sc scope, id string, mem *lease) ([]byte, error) {
	var out []byte
	err := s.read(ctx, func(t tx) (err error) {
		out, err = t.details(sc, id, mem)
		return err
	})
	return out, err
}

func (s store) ping(ctx context.Context) error {
	return s.read(ctx, func(t tx) error {
		rows, err := t.Query(selectOne)
		if err != nil {
			return err
		}
		rows.Next()
		return errors.Join(rows.Err(), rows.Close())
	})
}

// details reads a recipe whole, as the transaction sees it, or returns [crowded].
func (t tx) details(sc scope, id string, mem *lease) ([]byte, error) {
	p, err := newPage(mem, 4096)
	if err != nil {
		return nil, err
	}
	rows, err := t.Query(selectRecipe, sc.members, id)
	if err != nil {
		return nil, err
	}
	n, err := recipeColumns.appendRows(p, rows, true)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, notFound(id)
	}
	for _, list := range []struct {
		member, query string
		columns       columns
	}{
		{`,"ingredients":[`, selectIngredients, ingredientColumns},
		{`,"steps":[`, selectSteps, stepColumns},
	} {
		if rows, err = t.Query(list.query, id); err != nil {
			return nil, err
		}
		p.append(list.member)
		if _, err = list.columns.appendRows(p, rows, false); err != nil {
			return nil, err
		}
		p.append("]")
	}
	p.append("}")
	return p.done()
}
