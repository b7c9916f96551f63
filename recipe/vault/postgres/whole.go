package postgres

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// Recipe reads the lists too.
func (t *tx) Recipe(s vault.Scope, id string) (vault.Rows, error) {
	if impossible(id) {
		id = ""
	}
	query, args := scoped(every(selectRecipe, s), s, s.Family, id)
	rows, err := t.query(query, args...)
	return &whole{rows, t}, err
}

// whole are rows of a recipe that keep its lists in the transaction.
type whole struct {
	*sql.Rows
	t *tx
}

func (w *whole) Scan(into ...any) error {
	var ingredients, steps sql.RawBytes
	err := w.Rows.Scan(append(slices.Clip(into), &ingredients, &steps)...)
	if err == nil {
		w.t.ingredients, err = decode(ingredients, false)
	}
	if err == nil {
		w.t.steps, err = decode(steps, true)
	}
	return err
}

func (t *tx) Ingredients(id string) (vault.Rows, error) {
	return &list{of: id, rows: t.ingredients}, nil
}

func (t *tx) Steps(id string) (vault.Rows, error) { return &list{of: id, rows: t.steps}, nil }

// list is a list that was read already, as rows of the columns that the vault asks for: those
// that are stored, and behind the first of them the recipe and the position.
type list struct {
	of   string
	rows [][]any
	next int
}

func (l *list) Next() bool {
	l.next++
	return l.next <= len(l.rows)
}

func (l *list) Scan(into ...any) error {
	at := l.next - 1
	row := l.rows[at]
	for i, value := range slices.Concat(row[:1], []any{l.of, int64(at)}, row[1:]) {
		*into[i].(*any) = value //nolint:forcetypeassert // as the vault asks
	}
	return nil
}

func (l *list) Err() error   { return nil }
func (l *list) Close() error { return nil }

// decode reads a list, whose numbers may be integers. JSON has the shortest text of each
// double that reads back as it.
func decode(text []byte, integers bool) (rows [][]any, err error) {
	if text == nil {
		return nil, nil
	}
	if err := json.Unmarshal(text, &rows); err != nil {
		return nil, fmt.Errorf("read a list of a recipe: %w", err)
	}
	for _, row := range rows {
		if len(row) != columns {
			return nil, fmt.Errorf("read a list of a recipe: a row has %d columns", len(row))
		}
		for i, value := range row {
			if n, ok := value.(float64); ok && integers {
				row[i] = int64(n)
			}
		}
	}
	return rows, nil
}
