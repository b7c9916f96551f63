package vault

import (
	"context"
	"net/http"
	"sync/atomic"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

// tx is one running transaction of a call. It runs again when another process was
// in the way, so it starts from nothing each time.
type tx struct {
	Tx
	call
}

// readOnce runs an f that asks for one thing of [Store.ReadOnce].
func (v *Vault) readOnce(c call, f func(tx) ([]byte, error)) (result, error) {
	return v.finish(c, http.StatusOK, v.store.ReadOnce, f)
}

// runner is one of the reads and writes of [Store].
type runner = func(context.Context, func(Tx) error) error

func (v *Vault) write(c call, status int, run runner, f func(tx) ([]byte, error)) (result, error) {
	return v.finish(c, status, run, func(t tx) ([]byte, error) {
		if err := t.settle(); err != nil {
			return nil, err
		}
		return f(t)
	})
}

// finish returns what the last run of f has made.
func (v *Vault) finish(c call, status int, run runner, f func(tx) ([]byte, error)) (res result, err error) {
	res.status = status
	if c.scope.god {
		if c.scope.Every, err = v.directory.any(c.ctx); err != nil {
			return res, err
		}
	}
	err = run(c.ctx, func(t Tx) (err error) {
		res.body, err = f(tx{t, c})
		return err
	})
	return res, err
}

// settle makes the scope of a write that sees the recipes of all families that of the one
// which it changes.
func (t *tx) settle() (err error) {
	if t.scope.Every && t.id != "" {
		t.scope.Every = false
		t.scope.Family, err = family.Of(t, t.id)
	}
	return err
}

// listSize remembers how long a list was, so that the next one is written into
// a buffer of the right size instead of one that is copied as it grows.
type listSize struct{ n atomic.Int64 }

func (l *listSize) next() int {
	n := int(l.n.Load())
	return n + n/64 + 1024
}

// listAll gives the recipes in scope as a JSON array, or [crowded].
func (v *Vault) listAll(c call) (result, error) {
	res, err := v.readOnce(c, func(t tx) ([]byte, error) {
		p, err := newPage(t.mem, v.listSize.next())
		if err != nil {
			return nil, err
		}
		rows, err := t.List(t.scope.Scope)
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
func (v *Vault) get(c call) (result, error) { return tagged(v.readOnce(c, tx.details)) }

// details reads a recipe whole, as the transaction sees it, or returns [crowded].
func (t tx) details() ([]byte, error) {
	p, err := newPage(t.mem, 4096)
	if err != nil {
		return nil, err
	}
	rows, err := t.Recipe(t.scope.Scope, t.id)
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
	rows, err = t.Ingredients(t.id)
	if err := p.appendList(`,"ingredients":[`, ingredientColumns, rows, err); err != nil {
		return nil, err
	}
	rows, err = t.Steps(t.id)
	if err := p.appendList(`,"steps":[`, stepColumns, rows, err); err != nil {
		return nil, err
	}
	p.append("}")
	return p.done()
}

// appendList appends the rows of a query, which may have failed, as an array.
func (p *page) appendList(start string, c columns, rows Rows, err error) error {
	if err != nil {
		return err
	}
	p.append(start)
	_, err = c.appendRows(p, rows, false)
	p.append("]")
	return err
}
