package vault

import (
	"fmt"
	"path/filepath"

	"mcp-adapters/database"
)

// DefaultPath returns the platform's place for the database file:
// recipe-vault/recipes.db in [database.Directory].
func DefaultPath(getenv func(string) string) (string, error) {
	base, err := database.Directory(getenv)
	if err != nil {
		return "", fmt.Errorf("%w, so there is no place for the recipes; set DATABASE_URL to sqlite:PATH", err)
	}
	return filepath.Join(base, "recipe-vault", "recipes.db"), nil
}

// Locate returns the file that DATABASE_URL names with that value, or the platform's
// place for it if the value is empty.
func Locate(url string, getenv func(string) string) (string, error) {
	if url != "" {
		return database.ParseURL(url)
	}
	path, err := DefaultPath(getenv)
	if err != nil {
		return "", fmt.Errorf("is not set, and %w", err)
	}
	return path, nil
}
