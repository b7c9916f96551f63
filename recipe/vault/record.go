package vault

import (
	"fmt"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/recipe/words"
)

// Record is a recipe as a store has it, whole: what moves from one store to another.
type Record struct {
	ID, Family  string
	Title, Key  string
	Description *string
	PrepTime    *int32 // minutes, as is CookTime
	CookTime    *int32
	Servings    *int32
	Difficulty  *int32
	Photo       *string
	Created     time.Time // UTC, as is Updated
	Updated     time.Time
	CreatedBy   *string
	UpdatedBy   *string
	Size        int64 // that counts toward the family's limit
	Ingredients []IngredientRecord
	Steps       []StepRecord
}

// IngredientRecord is an entry of a [Record]'s ingredients.
type IngredientRecord struct {
	ID string
	Ingredient
}

// StepRecord is an entry of a [Record]'s steps.
type StepRecord struct {
	ID string
	Step
}

// File returns the store in the SQLite file at path, which its first use opens, and makes if
// it is missing. The log takes what happens to the file, never what is in it.
func File(path string, log zerolog.Logger) Store { return newSQLite(path, schema, log) }

// Terms are what searches find the recipe by.
func (r *Record) Terms() string {
	var terms words.Terms
	terms.Add(words.Title, r.Title)
	if r.Description != nil {
		terms.Add(words.Description, *r.Description)
	}
	for _, in := range r.Ingredients {
		terms.Add(words.Ingredients, *in.Name)
	}
	return terms.String()
}

const selectRecords = `SELECT id, family, title, title_key, description, prep_time_minutes, cook_time_minutes, servings, difficulty,
	photo_filename, created_at, updated_at, created_by, updated_by, size FROM recipes WHERE `

// RecordsAfter returns up to limit records, in the order of their ids, of those after one; ""
// is before all.
func RecordsAfter(t Tx, after string, limit int) ([]Record, error) {
	return records(t, `id > $1 ORDER BY id LIMIT $2`, after, limit)
}

// in is a condition that a column has one of the n arguments.
func in(column string, n int) string {
	var b strings.Builder
	for i := range n {
		_, _ = fmt.Fprintf(&b, ", $%d", i+1) // a Builder doesn't fail
	}
	return column + " IN (" + b.String()[2:] + ")"
}

func anys(ids []string) []any {
	list := make([]any, len(ids))
	for i, id := range ids {
		list[i] = id
	}
	return list
}

func records(t Tx, where string, args ...any) ([]Record, error) {
	var list []Record
	err := each(t, selectRecords+where, args, func(row database.Row) error {
		var r Record
		var key []byte
		var created, updated any
		err := row.Scan(&r.ID, &r.Family, &r.Title, &key, &r.Description, &r.PrepTime, &r.CookTime, &r.Servings, &r.Difficulty,
			&r.Photo, &created, &updated, &r.CreatedBy, &r.UpdatedBy, &r.Size)
		if err != nil {
			return err
		}
		r.Key = string(key)
		if r.Created, err = storedTime(created); err == nil {
			r.Updated, err = storedTime(updated)
		}
		list = append(list, r)
		return err
	})
	if err != nil || len(list) == 0 {
		return nil, err
	}
	if err := t.Lists(list); err != nil {
		return nil, err
	}
	for _, r := range list {
		for _, in := range r.Ingredients {
			if in.Quantity != nil { // it may be -0, as an earlier release stored it
				*in.Quantity = unsigned(*in.Quantity)
			}
		}
	}
	return list, nil
}

// each calls f for every row of a query.
func each(t Tx, query string, args []any, f func(database.Row) error) error {
	rows, err := t.Query(query, args...)
	return database.Each(rows, err, f)
}

// storedTime reads what either store has for a time, to the second, which is what each keeps.
func storedTime(v any) (time.Time, error) {
	switch v := v.(type) {
	case time.Time:
		return v.UTC().Truncate(time.Second), nil
	case string:
		return time.Parse(sqliteTime, v)
	case []byte:
		return time.Parse(sqliteTime, string(v))
	}
	return time.Time{}, fmt.Errorf("a time is stored as %T", v)
}
