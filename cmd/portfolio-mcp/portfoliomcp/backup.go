package portfoliomcp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/portfolio/backup"
	"github.com/mcp-adapters/mcp-adapters/portfolio/site"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

const aboutBackup = `Write all projects and their photos to the new file FILE, as they are at one moment.
Other programs can go on using the portfolio; the backup has everything that they saved
before it began.

FILE gets its name only when it is complete and on disk. Only you can read it, and an
existing file is never overwritten. To get everything back, use restore. FILE is a tar
file, with the photos as they were sent.

This is for a portfolio in a file on this computer. Where DATABASE_URL names a PostgreSQL
server, use pg_dump for the database, and then copy the directory of the photos.

Exit codes: 0 FILE was written; 1 it was not; 2 the command line or the environment is
wrong.`

const aboutRestore = `Replace all projects and photos with those in FILE, which backup wrote. First end every
program that uses the portfolio: servers, and assistants that keep projects on this
computer. While one is running, restore does nothing.

FILE is checked first and does not change. The former database and the former photos are
kept beside the new ones, under names that are printed; they are yours to delete. If the
computer fails meanwhile, programs refuse to start until restore has run again.

Exit codes: 0 FILE was restored; 1 it was not; 2 the command line or the environment is
wrong.`

// backupCommands are backup and restore.
func backupCommands(load func() (*Settings, error)) []*cobra.Command {
	on := func(work func(cmd *cobra.Command, s *Settings, file string) error) func(*cobra.Command, []string) error {
		return func(cmd *cobra.Command, args []string) error {
			s, err := load()
			if err != nil {
				return err
			}
			if s.file == "" {
				return config.Faults{{Variable: "DATABASE_URL", Rule: "names a PostgreSQL server, whose own tools back it up and restore it: use pg_dump or pg_restore for the database, and copy the directory of the photos, " + s.media() + ", after the dump and before its restore"}}
			}
			file, err := filepath.Abs(args[0])
			if err == nil {
				err = work(cmd, s, file)
			}
			if errors.Is(err, context.Canceled) {
				err = errors.New("stopped, and nothing was changed")
			}
			return err
		}
	}
	return []*cobra.Command{
		{
			Use: "backup FILE", Short: "Write all projects and photos to a file, while others use them", Long: aboutBackup,
			Example: "  portfolio-mcp backup portfolio-2026-02-10.tar", Args: cli.Args(1, 1), RunE: on(save),
		},
		{
			Use: "restore FILE", Short: "Replace all projects and photos with those of a backup", Long: aboutRestore,
			Example: "  portfolio-mcp restore portfolio-2026-02-10.tar", Args: cli.Args(1, 1), RunE: on(restore),
		},
	}
}

func (s *Settings) portfolio() backup.Portfolio {
	return backup.Portfolio{Database: s.file, Media: s.media()}
}

// errInterrupted is why nothing works after a restore that was cut short.
var errInterrupted = errors.New("a restore of this portfolio was interrupted; run portfolio-mcp restore FILE again, with the same settings, to complete it")

func save(cmd *cobra.Command, s *Settings, file string) error {
	if backup.Interrupted(s.portfolio()) {
		return errInterrupted
	}
	c, err := backup.Write(cmd.Context(), s.portfolio(), file)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "Backed up to %s: %s.%s\n", screen.Line(file), amounts(c), lost(c))
	return err
}

func restore(cmd *cobra.Command, s *Settings, file string) error {
	done, err := backup.Restore(cmd.Context(), s.portfolio(), file, mark)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("Restored to %s: %s.%s\n", screen.Line(s.dir), amounts(done.Count), lost(done.Count))
	if len(done.Kept) > 0 {
		text += fmt.Sprintf("What was there is kept in %s.\n", screen.Line(strings.Join(done.Kept, " and ")))
	}
	_, err = fmt.Fprint(cmd.OutOrStdout(), text)
	return err
}

// mark is what marks a folder as that of a database's photos.
func mark(ctx context.Context, s *store.Store) (string, error) {
	id, _, err := site.Identity(s)(ctx)
	return id, err
}

func amounts(c backup.Count) string {
	return screen.Amount(c.Projects, "project", "projects") + " with " + screen.Amount(c.Photos, "photo", "photos")
}

// lost says what could not be copied because it wasn't there.
func lost(c backup.Count) string {
	if c.Missing == 0 {
		return ""
	}
	return fmt.Sprintf(" Files of photos that are missing in it, because they were missing before: %d.", c.Missing)
}
