package portfoliomcp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/portfolio/backup"
	"github.com/mcp-adapters/mcp-adapters/portfolio/site"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

func backups(load func() (*Settings, error)) cli.Backup {
	kept := func() (*Settings, error) {
		s, err := load()
		if err == nil && s.file == "" {
			err = config.Faults{{Variable: "DATABASE_URL", Rule: "names a PostgreSQL server, whose own tools back it up and restore it: use pg_dump or pg_restore for the database, and copy the directory of the photos, " + s.media() + ", after the dump and before its restore"}}
		}
		return s, err
	}
	return cli.Backup{
		Program: Name, What: "all projects and photos", File: "portfolio-2026-02-10.tar",
		AboutBackup: `Write all projects and their photos to the new tar file FILE, as they are at one moment. Other
programs can keep using the portfolio. If DATABASE_URL names a PostgreSQL server, use pg_dump,
and then copy the directory of the photos.`,
		AboutRestore: `Replace all projects and photos by those in FILE, which backup wrote. First stop every program
that uses the portfolio. If restore is interrupted, programs refuse to start until you run it
again.`,
		Save: func(ctx context.Context, file string) (string, error) {
			s, err := kept()
			if err != nil {
				return "", err
			}
			if backup.Interrupted(s.portfolio()) {
				return "", errInterrupted
			}
			c, err := backup.Write(ctx, s.portfolio(), file)
			return fmt.Sprintf("Backed up to %s: %s", screen.Line(file), amounts(c)), err
		},
		Restore: func(ctx context.Context, file string) (string, error) {
			s, err := kept()
			if err != nil {
				return "", err
			}
			done, err := backup.Restore(ctx, s.portfolio(), file, func(ctx context.Context, s *store.Store) (string, error) {
				id, _, err := site.Identity(s)(ctx) // marks the folder of this database's photos
				return id, err
			})
			text := fmt.Sprintf("Restored to %s: %s", screen.Line(s.dir), amounts(done.Count))
			if len(done.Kept) > 0 {
				text += fmt.Sprintf("\nThe former projects and photos are kept in %s.", screen.Line(strings.Join(done.Kept, " and ")))
			}
			return text, err
		},
	}
}

func (s *Settings) portfolio() backup.Portfolio {
	return backup.Portfolio{Database: s.file, Media: s.media()}
}

// errInterrupted is why nothing works after a restore that was cut short.
var errInterrupted = errors.New("a restore of this portfolio was interrupted; run portfolio-mcp restore FILE again, with the same settings, to complete it")

func amounts(c backup.Count) string {
	text := screen.Amount(c.Projects, "project", "projects") + " with " + screen.Amount(c.Photos, "photo", "photos") + "."
	if c.Missing > 0 {
		text += fmt.Sprintf(" Files of photos that are missing in it, because they were missing before: %d.", c.Missing)
	}
	return text
}
