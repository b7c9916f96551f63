// Package move copies a vault from one store to another, such as from a file to a
// PostgreSQL server.
package move

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

// batch is how many recipes are in memory at a time.
const batch = 200

// Options are the stores that [Run] copies between.
type Options struct {
	From, To vault.Store
	// Progress, if it isn't nil, is called with how many recipes were copied so far.
	Progress func(recipes int)
}

// Moved counts what both stores hold after a [Run].
type Moved struct {
	Recipes, Ingredients, Steps, Families int
	// Already says that To held the same before the run, which copied nothing.
	Already bool
}

// Error says in a sentence for a person why a vault can't be moved. Nothing was changed.
type Error struct{ Message string }

func (e *Error) Error() string { return e.Message }

// Run copies families and recipes with their ids, times and authors, in one transaction
// on each store, and compares both by counts and checksums before it commits. It may be
// called again at any time: To is complete or unchanged. It fails with an [Error] if To
// holds anything that From doesn't, or if it can't keep a recipe. From is only read.
func Run(ctx context.Context, o Options) (moved Moved, err error) {
	err = o.From.Read(ctx, func(from vault.Tx) error {
		return o.To.Write(ctx, func(to vault.Tx) error {
			moved, err = run(from, to, o.Progress)
			return err
		})
	})
	return moved, err
}

func run(from, to vault.Tx, progress func(int)) (Moved, error) {
	there, err := sumOf(to)
	if err != nil {
		return Moved{}, err
	}
	here, err := sumOf(from)
	switch {
	case err != nil:
		return Moved{}, err
	case there == here:
		here.Already = here.Recipes+here.Families > 0
		return here.Moved, nil
	case there != sum{}:
		return Moved{}, &Error{"the database to move to holds recipes or families that differ from those to move; nothing was changed. Name a new database"}
	}
	if err := copyFamilies(from, to); err != nil {
		return Moved{}, err
	}
	if err := copyRecipes(from, to, progress); err != nil {
		return Moved{}, err
	}
	if there, err = sumOf(to); err != nil {
		return Moved{}, err
	}
	if there != here {
		return Moved{}, &Error{"the copy differs from the vault, so it was not kept; end whatever uses either database and run this again"}
	}
	return here.Moved, nil
}

// tables of families have the same columns in every store, and are in the order in which
// they refer to each other.
var tables = []struct {
	name    string
	columns []string
}{
	{"families", []string{"id", "name", "name_key", "created_at", "recipes", "size", "max_recipes", "max_size"}},
	{"family_members", []string{"address", "family"}},
	{"family_keys", []string{"hash", "family", "id", "note", "created_at", "last_used"}},
}

// eachRow calls f with each row of a table of families.
func eachRow(t vault.Tx, name string, columns []string, f func(row []any) error) error {
	rows, err := t.Query("SELECT " + strings.Join(columns, ", ") + " FROM " + name)
	return database.Each(rows, err, func(from database.Row) error {
		row, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := from.Scan(into...); err != nil {
			return err
		}
		return f(row)
	})
}

func copyFamilies(from, to vault.Tx) error {
	for _, table := range tables {
		places := make([]string, len(table.columns))
		for i := range places {
			places[i] = fmt.Sprintf("$%d", i+1)
		}
		insert := "INSERT INTO " + table.name + " (" + strings.Join(table.columns, ", ") + ") VALUES (" + strings.Join(places, ", ") + ")"
		err := eachRow(from, table.name, table.columns, func(row []any) error {
			_, err := to.Exec(insert, row...)
			return err
		})
		if err != nil {
			return err
		}
	}
	return family.Renew(to)
}

func copyRecipes(from, to vault.Tx, progress func(int)) error {
	done := 0
	return eachRecipe(from, func(r vault.Record) error {
		if !storable(r) {
			return &Error{fmt.Sprintf("%q (%s) has text that is not UTF-8, or holds the character U+0000, which no server stores; change that recipe and run this again", r.Title, r.ID)}
		}
		if err := to.Put(r); errors.Is(err, vault.ErrTaken) {
			return &Error{fmt.Sprintf("%q (%s) has the title of another recipe in the database to move to; end whatever uses it and run this again", r.Title, r.ID)}
		} else if err != nil {
			return fmt.Errorf("%q (%s) can't be kept in the database to move to: %w", r.Title, r.ID, err)
		}
		if done++; progress != nil && done%batch == 0 {
			progress(done)
		}
		return nil
	})
}

func eachRecipe(t vault.Tx, f func(vault.Record) error) error {
	for after := ""; ; {
		records, err := vault.RecordsAfter(t, after, batch)
		if err != nil || len(records) == 0 {
			return err
		}
		for _, r := range records {
			if err := f(r); err != nil {
				return err
			}
		}
		after = records[len(records)-1].ID
	}
}

// sum is a checksum of all that a store holds, in any order: stores sort ids differently.
type sum struct {
	Moved
	digests [sha256.Size / 8]uint64
}

func (s *sum) add(values any) {
	text, err := json.Marshal(values)
	if err != nil { // an infinite quantity, which no client can save
		return
	}
	digest := sha256.Sum256(text)
	for i := range s.digests {
		s.digests[i] += binary.BigEndian.Uint64(digest[8*i:])
	}
}

func sumOf(t vault.Tx) (all sum, err error) {
	err = eachRecipe(t, func(r vault.Record) error {
		all.Recipes++
		all.Ingredients += len(r.Ingredients)
		all.Steps += len(r.Steps)
		all.add(r)
		return nil
	})
	for _, table := range tables {
		if err != nil {
			return all, err
		}
		err = eachRow(t, table.name, table.columns, func(row []any) error {
			if table.name == "families" {
				all.Families++
			}
			all.add([]any{table.name, row})
			return nil
		})
	}
	return all, err
}

// storable reports whether any store can keep the text of a record.
func storable(r vault.Record) bool {
	texts := []*string{&r.Title, r.Description, r.Photo, r.CreatedBy, r.UpdatedBy}
	for _, in := range r.Ingredients {
		texts = append(texts, in.Name, in.Unit, in.Notes)
	}
	for _, s := range r.Steps {
		texts = append(texts, s.Instruction, s.TemperatureUnit)
	}
	for _, text := range texts {
		if text != nil && (!utf8.ValidString(*text) || strings.ContainsRune(*text, 0)) {
			return false
		}
	}
	return true
}
