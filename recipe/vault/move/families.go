package move

import (
	"context"
	"maps"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

// copyFamilies copies families with their members, keys and limits.
func copyFamilies(ctx context.Context, o Options) error {
	all, err := familiesOf(ctx, o.From)
	if err != nil {
		return err
	}
	for i, tb := range familyTables {
		for some := range parts(all[i]) {
			if err := o.To.Write(ctx, func(t vault.Tx) error { return tb.copy(t, some) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// copy copies rows, unless one was changed or removed since it was copied before.
func (tb table) copy(t vault.Tx, from [][]any) error {
	to, known, err := tb.untouched(t, from)
	if err != nil {
		return err
	}
	changed := false
	for _, row := range from {
		there, ok := to[row[0]]
		if ok {
			row = tb.later(row, there)
		}
		if !ok || !slices.Equal(there, row) {
			changed = true
			statement := tb.insert()
			if ok {
				statement = tb.update()
			}
			if _, err := t.Exec(statement, row...); err != nil {
				return err
			}
		}
		if id, said := tb.id(row), tb.said(row); known[id] != said {
			if err := writeFamily(t, id, said); err != nil {
				return err
			}
		}
	}
	if !changed {
		return nil
	}
	return family.Renew(t)
}

// clearFamilies deletes what was copied and From has no longer, with whatever else is of a family
// that goes: the last first, since it refers to what goes after it.
func clearFamilies(ctx context.Context, o Options) error {
	from, err := familiesOf(ctx, o.From)
	if err != nil {
		return err
	}
	to, err := familiesOf(ctx, o.To)
	if err != nil {
		return err
	}
	for i, tb := range slices.Backward(familyTables) {
		var gone [][]any
		for key, row := range to[i] {
			_, ok := from[i][key]
			if ok && i > 0 {
				_, ok = from[0][row[1]] // a member of another family now, who is copied again
			}
			if !ok {
				gone = append(gone, row)
			}
		}
		for some := range slices.Chunk(gone, batch) {
			if err := o.To.Write(ctx, func(t vault.Tx) error { return tb.clear(t, some) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// clear deletes rows, unless one was changed or is in use.
func (tb table) clear(t vault.Tx, gone [][]any) error {
	there, err := tb.among(t, gone)
	if err != nil {
		return err
	}
	if err := tb.copied(t, slices.Collect(maps.Values(there)), touched); err != nil {
		return err
	}
	for _, row := range gone {
		if _, ok := there[row[0]]; !ok {
			return &Error{touched}
		}
		if tb.name == "families" {
			var used bool
			if err := t.QueryRow(`SELECT EXISTS (SELECT 1 FROM recipes WHERE family = $1)
				OR EXISTS (SELECT 1 FROM family_members WHERE family = $1)
				OR EXISTS (SELECT 1 FROM family_keys WHERE family = $1)`, row[0]).Scan(&used); err != nil {
				return err
			}
			if used {
				return &Error{touched}
			}
		}
		if _, err := t.Exec("DELETE FROM "+tb.name+" WHERE "+tb.columns[0]+" = $1", row[0]); err != nil {
			return err
		}
		if _, err := t.Exec(`DELETE FROM moved_families WHERE id = $1`, tb.id(row)); err != nil {
			return err
		}
	}
	return family.Renew(t)
}
