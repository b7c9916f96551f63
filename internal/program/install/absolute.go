package install

import (
	"fmt"
	"path/filepath"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// Absolute makes the relative paths among the values of settings absolute: the client will
// start the server in another directory. A variable may hold a path, or the address of a
// database, of which a SQLite file has a path.
func Absolute(values map[string]string, variables ...string) error {
	for _, variable := range variables {
		path, before := values[variable], ""
		if variable == "DATABASE_URL" {
			var url database.URL
			_ = url.UnmarshalText([]byte(path)) // what it refuses is a fault of the settings, which are checked later
			path, before = url.File(), "sqlite:"
		}
		if path == "" || filepath.IsAbs(path) {
			continue
		}
		path, err := filepath.Abs(path)
		if err != nil {
			return fmt.Errorf("find the path in %s: %w", variable, err)
		}
		values[variable] = before + path
	}
	return nil
}
