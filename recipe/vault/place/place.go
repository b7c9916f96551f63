// Package place says where a program keeps a vault's recipes: in the SQLite file or on the
// PostgreSQL server that DATABASE_URL names. Both recipe-mcp and recipe-vault embed its
// settings.
package place

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/postgres"
)

// Database is the section of the settings.
type Database struct {
	DatabaseURL database.URL `envconfig:"DATABASE_URL" file:"true" desc:"where recipes are kept: sqlite:PATH, or postgres://USER:PASSWORD@HOST/NAME for several servers; unset: a file in the platform's data directory"`

	// File is the SQLite file, "" on a server. [Database.Find] sets it.
	File string `ignored:"true"`
}

// DefaultPath returns the platform's place for the file: recipe-vault/recipes.db in
// [database.Directory].
func DefaultPath() (string, error) {
	base, err := database.Directory()
	if err != nil {
		return "", fmt.Errorf("%w, so there is no place for the recipes; set DATABASE_URL to sqlite:PATH", err)
	}
	return filepath.Join(base, "recipe-vault", "recipes.db"), nil
}

// Find settles the file. Where DATABASE_URL is not set, and the platform has no place, its
// result is that variable and a rule for it.
func (d *Database) Find() (variable string, err error) {
	d.File = d.DatabaseURL.File()
	if d.DatabaseURL == "" {
		if d.File, err = DefaultPath(); err != nil {
			err = fmt.Errorf("is not set, and %w", err)
		}
	}
	return "DATABASE_URL", err
}

// CheckFile refuses a server, for what works on a file alone. Its result is the variable and
// a rule for it.
func (d *Database) CheckFile() (variable string, err error) {
	if d.File == "" {
		err = errors.New("names a PostgreSQL server, whose own tools back it up and restore it: use pg_dump and pg_restore; recipe-vault migrate copies it to a file")
	}
	return "DATABASE_URL", err
}

// Store is what keeps the recipes there, which its first use opens.
func (d *Database) Store(log zerolog.Logger) (vault.Store, error) {
	if d.DatabaseURL.Postgres() {
		return postgres.New(string(d.DatabaseURL), log)
	}
	return vault.File(d.File, log), nil
}

// Vault makes a vault there, which its first use opens.
func (d *Database) Vault(o vault.Options) (_ *vault.Vault, err error) {
	if o.Store, err = d.Store(o.Log); err != nil {
		return nil, err
	}
	return vault.New(o), nil
}

// Missing reports whether the vault is a file that does not exist yet.
func (d *Database) Missing() bool {
	if d.File == "" {
		return false
	}
	_, err := os.Stat(d.File)
	return errors.Is(err, fs.ErrNotExist)
}

// String is the place, for messages: without the address of a server, in which there may be a
// password.
func (d *Database) String() string {
	if d.DatabaseURL.Postgres() {
		return "on the PostgreSQL server of DATABASE_URL"
	}
	return d.File
}
