package family

import (
	"database/sql"
	"errors"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

// nameKey is what names are compared by: that of titles, for which İ and ı are no i. In Turkish they
// are, as the other case of an I.
func nameKey(name string) string {
	return strings.ReplaceAll(title.Key(strings.ReplaceAll(name, "ı", "i")), "i\u0307", "i")
}

// alike returns the name of a family that is this one but for case, "" if there is none: whoever
// reads names out would have two that are one.
func (t tx) alike(name string) (there string, err error) {
	key := nameKey(name)
	err = t.QueryRow(`SELECT name FROM families WHERE name_key = $1`, key).Scan(&there)
	if errors.Is(err, sql.ErrNoRows) {
		return t.unkeyed(key)
	}
	return there, err
}

// mostKeyed bounds how many families get their keys in one transaction: as long as it lasts, no
// recipe of theirs can be counted.
const mostKeyed = 100

// unkeyed looks for a key among the families that are stored without one, as earlier releases add
// them, and then stores the keys of some. A family goes without as long as another has its key.
func (t tx) unkeyed(key string) (there string, err error) {
	type row struct{ id, key string }
	var some []row
	rows, err := t.Query(`SELECT id, name FROM families WHERE name_key IS NULL ORDER BY name`)
	err = database.Each(rows, err, func(from database.Row) error {
		var id, name string
		if err := from.Scan(&id, &name); err != nil {
			return err
		}
		its := nameKey(name)
		if its == key {
			there = name
		}
		if len(some) < mostKeyed {
			some = append(some, row{id, its})
		}
		return nil
	})
	if err != nil || there != "" {
		return there, err
	}
	for _, f := range some {
		if _, err := t.Exec(`UPDATE families SET name_key = $2 WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM families WHERE name_key = $2)`, f.id, f.key); err != nil {
			return "", err
		}
	}
	return "", nil
}
