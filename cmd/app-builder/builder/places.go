package builder

import (
	"fmt"
	"path/filepath"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// Places are where apps are kept.
type Places struct {
	DatabaseURL     database.URL `envconfig:"DATABASE_URL" desc:"where apps are kept: sqlite:PATH, or postgres://USER:PASSWORD@HOST/NAME for several servers; unset: app.db in DATA_DIR"`
	DatabaseURLFile string       `envconfig:"DATABASE_URL_FILE" desc:"file that holds DATABASE_URL, which keeps a password out of the environment"`
	DataDir         string       `envconfig:"DATA_DIR" desc:"directory of app.db; unset: the platform's data directory"`

	file string // the SQLite file in use; "" with PostgreSQL
}

// locate settles the file, where there is one.
func (p *Places) locate() error {
	if p.DatabaseURL.Postgres() {
		return nil
	}
	if p.file = p.DatabaseURL.File(); p.file != "" {
		return nil
	}
	dir := p.DataDir
	if dir == "" {
		base, err := database.Directory()
		if err != nil {
			return fmt.Errorf("must be set: %w, so there is no place for the apps", err)
		}
		dir = filepath.Join(base, Name)
	}
	p.file = filepath.Join(dir, "app.db")
	return nil
}
