// Package households fills a vault's database with families that have recipes, by SQL, since
// a million recipes are too many to be saved one by one.
package households

import (
	"context"
	"crypto/md5" //nolint:gosec // ids that both databases can make of numbers
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
	_ "modernc.org/sqlite"             // the driver sqlite

	"github.com/mcp-adapters/mcp-adapters/recipe/words"
)

// Recipes is how many a family has, Ingredients and Steps how many a recipe.
const (
	Recipes     = 100
	Ingredients = 6
	Steps       = 4
)

// ID is the id of a recipe of a family, both from 1.
func ID(family, recipe int) string { return id(fmt.Sprintf("%d-%d", family, recipe)) }

func id(text string) string {
	sum := md5.Sum([]byte(text)) //nolint:gosec // as above
	return uuid.UUID(sum).String()
}

// Member is the address of the one member of a family.
func Member(family int) string { return fmt.Sprintf("cook%d@example.com", family) }

// Fill adds families to a database that a vault has made and that has none.
func Fill(ctx context.Context, driver, source string, families int) error {
	db, err := sql.Open(driver, source)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	statements := postgres
	if driver == "sqlite" {
		statements = sqlite
		if err := number(ctx, db, families); err != nil {
			return err
		}
	}
	numbers := strings.NewReplacer("FAMILIES", strconv.Itoa(families), "RECIPES", strconv.Itoa(Recipes),
		"INGREDIENTS", strconv.Itoa(Ingredients), "STEPS", strconv.Itoa(Steps), "TERMS", found())
	for _, statement := range statements {
		if _, err := db.ExecContext(ctx, numbers.Replace(statement)); err != nil {
			return fmt.Errorf("%.60s: %w", statement, err)
		}
	}
	return nil
}

// found are the terms of every recipe.
func found() string {
	var t words.Terms
	t.Add(words.Description, "A dish of the house with leek, salt and patience")
	return t.String()
}

const (
	description = `'A dish of the house number ' || f || ' with leek, salt and patience'`
	terms       = `'TERMS'` // that searches find the recipes by
)

// postgres fills it as families do, who save one recipe after the other: those of a family lie
// between others'.
var postgres = slices.Concat([]string{
	`INSERT INTO families (id, name, created_at, recipes) SELECT 'family-' || f, 'house' || f, '2026-02-10T12:00:00Z', RECIPES FROM generate_series(1, FAMILIES) f`,
	`INSERT INTO family_members (address, family) SELECT 'cook' || f || '@example.com', 'family-' || f FROM generate_series(1, FAMILIES) f`,
}, eachRecipe(
	`INSERT INTO recipes (id, family, title, title_key, clean_key, description, prep_time_minutes, cook_time_minutes, servings, difficulty, created_at, updated_at, created_by, updated_by, terms, ingredients, steps)
		SELECT md5(f || '-' || r)::uuid::text, 'family-' || f, 'Dish ' || r, convert_to('dish ' || lpad(r::text, 4, '0'), 'UTF8'), convert_to('dish ' || lpad(r::text, 4, '0'), 'UTF8'), `+description+`,
		r % 60, r % 90, 4, 1 + r % 5, '2026-02-10 12:00:00Z', '2026-02-10 12:00:00Z', 'cook' || f || '@example.com', 'cook' || f || '@example.com', `+terms+`,
		(SELECT json_agg(json_build_array(md5(f || '-' || r || '-i' || p)::uuid, 'ingredient ' || p, p, 'g', NULL) ORDER BY p) FROM generate_series(0, INGREDIENTS - 1) p),
		(SELECT json_agg(json_build_array(md5(f || '-' || r || '-s' || p)::uuid, 'Stir it for a while, then taste and stir again.', 5 + p, NULL, NULL) ORDER BY p) FROM generate_series(0, STEPS - 1) p)
		FROM generate_series(1, FAMILIES) f, (SELECT NUMBER AS r) AS r ORDER BY f`,
), []string{
	// What the server would do later, beside what is measured.
	`VACUUM (ANALYZE)`,
	`CHECKPOINT`,
})

// eachRecipe repeats a statement for every NUMBER of a recipe.
func eachRecipe(statement string) (all []string) {
	for r := range Recipes {
		all = append(all, strings.ReplaceAll(statement, "NUMBER", strconv.Itoa(r+1)))
	}
	return all
}

// number makes a table of the families' and recipes' numbers with their ids, since SQLite has
// no MD5.
func number(ctx context.Context, db *sql.DB, families int) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `CREATE TEMP TABLE numbers (f INTEGER, r INTEGER, id TEXT)`); err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, `INSERT INTO numbers VALUES (?, ?, ?)`)
	if err != nil {
		return err
	}
	defer func() { _ = insert.Close() }()
	for r := 1; r <= Recipes; r++ { // as above
		for f := 1; f <= families; f++ {
			if _, err := insert.ExecContext(ctx, f, r, ID(f, r)); err != nil {
				return err
			}
		}
	}
	return tx.Commit()
}

var sqlite = []string{
	`INSERT INTO families (id, name, created_at, recipes) SELECT 'family-' || f, 'house' || f, '2026-02-10T12:00:00Z', count(*) FROM numbers GROUP BY f`,
	`INSERT INTO family_members (address, family) SELECT DISTINCT 'cook' || f || '@example.com', 'family-' || f FROM numbers`,
	`INSERT INTO recipes (id, family, title, title_key, description, prep_time_minutes, cook_time_minutes, servings, difficulty, created_at, updated_at, created_by, updated_by)
		SELECT id, 'family-' || f, 'Dish ' || r, printf('dish %04d', r), ` + description + `,
		r % 60, r % 90, 4, 1 + r % 5, '2026-02-10 12:00:00', '2026-02-10 12:00:00', 'cook' || f || '@example.com', 'cook' || f || '@example.com' FROM numbers`,
	`WITH RECURSIVE p(p) AS (SELECT 0 UNION ALL SELECT p + 1 FROM p WHERE p + 1 < INGREDIENTS)
		INSERT INTO ingredients (recipe_id, position, id, name, quantity, unit)
		SELECT id, p, printf('%036d', numbers.rowid * 100 + p), 'ingredient ' || p, p, 'g' FROM numbers, p`,
	`WITH RECURSIVE p(p) AS (SELECT 0 UNION ALL SELECT p + 1 FROM p WHERE p + 1 < STEPS)
		INSERT INTO steps (recipe_id, position, id, instruction, duration_minutes)
		SELECT id, p, printf('%036d', numbers.rowid * 100 + p), 'Stir it for a while, then taste and stir again.', 5 + p FROM numbers, p`,
	`INSERT INTO documents (recipe_id, family) SELECT id, 'family-' || f FROM numbers`,
	`INSERT INTO search (rowid, terms) SELECT document, replace(' TERMS', ' ', ' f' || replace(family, '-', '')) FROM documents`,
	`ANALYZE`,
}

// Size is how many bytes a database takes on disk.
func Size(ctx context.Context, driver, source string) (bytes int64, err error) {
	db, err := sql.Open(driver, source)
	if err != nil {
		return 0, err
	}
	defer func() { _ = db.Close() }()
	query := `SELECT pg_database_size(current_database())`
	if driver == "sqlite" {
		query = `SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()`
	}
	err = db.QueryRowContext(ctx, query).Scan(&bytes)
	return bytes, err
}
