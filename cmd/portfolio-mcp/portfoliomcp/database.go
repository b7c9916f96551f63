package portfoliomcp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/site"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// open returns the database, which its first use opens.
func (p *Places) open(log zerolog.Logger) (store.DB, error) {
	if p.DatabaseURL.Postgres() {
		return store.Postgres(string(p.DatabaseURL), log)
	}
	return store.SQLite(p.file, log), nil
}

// folder returns the folder of the photos, which its first use opens.
func (p *Places) folder(s *store.Store) *media.Folder {
	o := media.Options{Dir: p.media(), Identity: site.Identity(s)}
	if p.DatabaseURL.Postgres() { // replicas may name different folders
		o.Once = func(ctx context.Context, mark func() error) error { return s.Once(ctx, "media folder", mark) }
	}
	return media.New(o)
}

// checkLimit is how long the start waits for a database server before it says so: someone
// waits for the first answer.
const checkLimit = 3 * time.Second

// checkFolder keeps a program from starting with a folder that is not the one of the others
// on its database server: it would miss their photos, and they its. A server that can't be
// reached is no reason not to start; the folder is looked at again when it is used.
func (p *Places) checkFolder(ctx context.Context, folder *media.Folder, log zerolog.Logger) error {
	if !p.DatabaseURL.Postgres() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	err := folder.Check(ctx)
	if wrong, ok := errors.AsType[*media.FolderError](err); ok {
		return fmt.Errorf("%w. Set DATA_DIR to the directory that all servers on this database share", wrong)
	}
	if err != nil {
		log.Warn().Err(err).Msg("the database or the folder of the photos can't be used yet")
	}
	return nil
}

// dataDirectory is where the program keeps things of its own where DATA_DIR is not set.
func dataDirectory() (string, error) {
	var p Places
	_ = config.Load(&p) // its faults are reported already
	_ = config.FromFile(p.DatabaseURLFile, "DATABASE_URL", &p.DatabaseURL)
	err := p.locate("")
	return p.dir, err
}

// defaultDir is the platform's place for what the program keeps.
func defaultDir() (string, error) {
	base, err := database.Directory()
	if err != nil {
		return "", fmt.Errorf("%w, so there is no place for the projects; set DATA_DIR", err)
	}
	return filepath.Join(base, Name), nil
}
