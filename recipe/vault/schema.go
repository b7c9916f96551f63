package vault

import (
	"context"
	"embed"
	"errors"
	"fmt"

	"mcp-adapters/database"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// schema describes the file: "RecV" in ASCII marks it as a recipe vault's.
var schema = database.Schema{
	Name:          "vault",
	ApplicationID: 0x52656356,
	Migrations:    database.Migrations(migrationFiles, "migrations"),
	Count:         "SELECT count(*) FROM recipes",
}

// Backup writes the vault at path to the new file target, while others use it,
// and returns how many recipes that holds. See [database.Schema.Backup].
func Backup(ctx context.Context, path, target string) (recipes int, err error) {
	return schema.Backup(ctx, path, target)
}

// Restore puts the vault in file in place of the one at path, which is kept
// beside it. See [database.Schema.Restore].
func Restore(ctx context.Context, path, file string) (database.Restored, error) {
	done, err := schema.Restore(ctx, path, file)
	if errors.Is(err, database.ErrInUse) {
		err = fmt.Errorf("%w; end recipe-vault, and every assistant that uses the vault, and restore again", err)
	}
	return done, err
}

// Check opens the database and has SQLite read the whole of it. See
// [database.Database.Check].
func (v *Vault) Check(ctx context.Context) error { return v.db.Check(ctx) }
