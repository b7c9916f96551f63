package move

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// table is one that has the same columns in every store. The first one is its key.
type table struct {
	name    string
	columns []string
	counts  []string // columns that change as the vault is used
	day     int      // which is the day of the last use, if it isn't 0: it may differ, and the later one stays
}

// familyTables are in the order in which they refer to each other.
var familyTables = []table{
	{"families", []string{"id", "name", "name_key", "created_at", "recipes", "size", "max_recipes", "max_size"}, []string{"name_key", "recipes", "size"}, 0},
	{"family_members", []string{"address", "family"}, nil, 0},
	{"family_keys", []string{"hash", "family", "id", "note", "created_at", "last_used"}, []string{"last_used"}, 5},
}

// rows are those of a table that meet a condition, "" for all, by their keys.
func (tb table) rows(t vault.Tx, where string, args ...any) (map[any][]any, error) {
	all := map[any][]any{}
	rows, err := t.Query("SELECT "+strings.Join(tb.columns, ", ")+" FROM "+tb.name+where, args...)
	err = database.Each(rows, err, func(from database.Row) error {
		row, into := make([]any, len(tb.columns)), make([]any, len(tb.columns))
		for i := range row {
			into[i] = &row[i]
		}
		err := from.Scan(into...)
		all[row[0]] = row
		return err
	})
	return all, err
}

// among are those of rows that are there, as they are there.
func (tb table) among(t vault.Tx, rows [][]any) (map[any][]any, error) {
	keys := make([]any, len(rows))
	for i, row := range rows {
		keys[i] = row[0]
	}
	return tb.rows(t, " WHERE "+tb.columns[0]+" IN ("+places(len(keys))+")", keys...)
}

func (tb table) insert() string {
	return "INSERT INTO " + tb.name + " (" + strings.Join(tb.columns, ", ") + ") VALUES (" + places(len(tb.columns)) + ")"
}

func (tb table) update() string {
	var set []string
	for i, column := range tb.columns[1:] {
		set = append(set, fmt.Sprintf("%s = $%d", column, i+2))
	}
	return "UPDATE " + tb.name + " SET " + strings.Join(set, ", ") + " WHERE " + tb.columns[0] + " = $1"
}

// id stands for a row in the journal, which has no addresses.
func (tb table) id(row []any) string { return hashed(tb.name, row[0]) }

func (tb table) ids(rows [][]any) []any {
	ids := make([]any, len(rows))
	for i, row := range rows {
		ids[i] = tb.id(row)
	}
	return ids
}

// later returns row with the later day of its last use and that of another.
func (tb table) later(row, other []any) []any {
	if tb.day == 0 {
		return row
	}
	day, _ := row[tb.day].(string)
	if then, ok := other[tb.day].(string); ok && then > day {
		row = slices.Clone(row)
		row[tb.day] = then
	}
	return row
}

// compared is what is the same in both stores once all is copied.
func (tb table) compared(row []any) []any {
	if tb.day == 0 {
		return row
	}
	return slices.Delete(slices.Clone(row), tb.day, tb.day+1)
}

// said is a digest of what a row says that no use changes.
func (tb table) said(row []any) string {
	list := []any{tb.name}
	for i, column := range tb.columns {
		if !slices.Contains(tb.counts, column) {
			list = append(list, row[i])
		}
	}
	return hashed(list...)
}

func hashed(values ...any) string {
	list, err := json.Marshal(values)
	if err != nil { // they are texts and integers
		panic(err)
	}
	return text(sha256.Sum256(list))
}

// familiesOf are the rows of [familyTables].
func familiesOf(ctx context.Context, s vault.Store) (all []map[any][]any, err error) {
	err = s.Read(ctx, func(t vault.Tx) (err error) {
		all = make([]map[any][]any, len(familyTables))
		for i, tb := range familyTables {
			if all[i], err = tb.rows(t, ""); err != nil {
				return err
			}
		}
		return nil
	})
	return all, err
}

// parts are rows, some at a time.
func parts(all map[any][]any) iter.Seq[[][]any] {
	return slices.Chunk(slices.Collect(maps.Values(all)), batch)
}
