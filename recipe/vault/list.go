package vault

import (
	"cmp"
	"database/sql"
	"net/http"
	"strconv"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

// list gives the recipes in scope, or a page of them, as a JSON array, or [crowded].
func (v *Vault) list(c call) (result, error) {
	l, err := c.listing()
	switch {
	case err != nil:
		return result{}, err
	case l == nil:
		return v.listAll(c)
	}
	header := http.Header{}
	read := v.store.ReadOnce
	if l.total { // at the same moment
		read = v.store.Read
	}
	res, err := v.finish(c, http.StatusOK, read, func(t tx) ([]byte, error) {
		p, err := newPage(t.mem, l.limit*likelyRow)
		if err != nil {
			return nil, err
		}
		rows, err := t.Page(t.scope.Scope, l.filter, l.after, l.limit+1)
		if err != nil {
			return nil, err
		}
		found, next, err := p.appendPage(rows, l.limit)
		if err != nil {
			return nil, err
		}
		if l.total {
			unknown := 0
			if next != nil || !l.plain() {
				found, unknown, err = t.Count(t.scope.Scope, l.filter)
			}
			if err != nil {
				return nil, err
			}
			header.Set("X-Total-Count", strconv.Itoa(found))
			header.Set("X-Unknown-Count", strconv.Itoa(unknown))
		}
		header.Set("Link", l.links(next))
		return p.done()
	})
	res.header = header
	return res, err
}

// likelyRow is how many bytes a row has that is long.
const likelyRow = 512

// appendPage appends rows of a [Tx.Page] as an array, limit at most, and returns how many
// there are. If there are more, next is the position of the last.
func (p *page) appendPage(rows *sql.Rows, limit int) (n int, next *title.Position, err error) {
	defer func() { err = cmp.Or(err, rows.Close()) }()
	values := make([]any, len(recipeColumns))
	targets := make([]any, len(values)+1)
	for i := range values {
		targets[i] = &values[i]
	}
	var key string
	targets[len(values)] = &key
	p.append("[")
	var last title.Position
	for ; rows.Next(); n++ {
		if n == limit {
			next = &last
			break
		}
		if err := rows.Scan(targets...); err != nil {
			return n, nil, err
		}
		if n > 0 {
			p.append(",")
		}
		if p.b, err = recipeColumns.appendObject(p.b, values); err != nil {
			return n, nil, err
		}
		p.append("}")
		p.fit()
		last.Key = key
		last.ID, _ = values[0].(string)
	}
	p.append("]")
	return n, next, rows.Err()
}
