package builder

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const aboutBackup = `Write everything to the new file FILE, as it is at one moment: apps with their chats,
revisions and published versions, and their owners. The server may keep running.

FILE gets its name only when it is complete and on disk. Only you can read it, and an
existing file is never overwritten. It is the same for both kinds of database, so
restore can also move everything from one to the other.

Exit codes: 0 FILE was written; 1 it was not; 2 the command line or the environment is
wrong.`

const aboutRestore = `Replace everything with what is in FILE, which backup wrote. First stop every server on the
database: it would go on serving what it remembers. While a server uses the database,
restore does nothing. A killed server on PostgreSQL counts for half a minute; --force
doesn't wait.

FILE is checked first and does not change. The former file is kept beside the new one; of
a PostgreSQL database a backup is written first, beside FILE. Their names are printed;
delete them when you no longer need them.

Exit codes: 0 FILE was restored; 1 it was not; 2 the command line or the environment is
wrong.`

// backupCommands are backup and restore.
func (p *program) backupCommands() []*cobra.Command {
	var force bool
	on := func(work func(ctx context.Context, s *Settings, file string, log zerolog.Logger) (string, error)) func(*cobra.Command, []string) error {
		return func(cmd *cobra.Command, args []string) error {
			s, err := Load(p.getenv)
			if err != nil {
				return err
			}
			file, err := filepath.Abs(args[0])
			if err != nil {
				return cli.Failure(err)
			}
			said, err := work(cmd.Context(), s, file, p.log(config.Log{LogLevel: "warn", LogFormat: s.LogFormat}))
			if errors.Is(err, context.Canceled) {
				err = errors.New("stopped, and nothing was changed")
			}
			if err == nil {
				_, err = fmt.Fprintln(cmd.OutOrStdout(), said)
			}
			return cli.Failure(err)
		}
	}
	restoring := func(ctx context.Context, s *Settings, file string, log zerolog.Logger) (string, error) {
		return restore(ctx, s, file, force, log)
	}
	commands := []*cobra.Command{
		{
			Use: "backup FILE", Short: "Write everything to a file, while the server runs", Long: aboutBackup,
			Example: "  app-builder backup apps-2026-02-10.db", Args: cli.Args(1, 1), RunE: on(backup),
		},
		{
			Use: "restore FILE", Short: "Replace everything with what is in a backup", Long: aboutRestore,
			Example: "  app-builder restore apps-2026-02-10.db", Args: cli.Args(1, 1), RunE: on(restoring),
		},
	}
	commands[1].Flags().BoolVar(&force, "force", false, "restore into a PostgreSQL database though servers seem to use it")
	return commands
}

func backup(ctx context.Context, s *Settings, file string, log zerolog.Logger) (said string, err error) {
	var apps int
	if s.file != "" {
		apps, err = store.Backup(ctx, s.file, file)
	} else {
		apps, err = dump(ctx, s, file, log)
	}
	return fmt.Sprintf("Backed up to %s: %s.", screen.Line(file), amount(apps)), err
}

func dump(ctx context.Context, s *Settings, file string, log zerolog.Logger) (apps int, err error) {
	db, err := s.connect(log)
	if err != nil {
		return 0, err
	}
	apps, err = store.Dump(ctx, db, file)
	return apps, errors.Join(err, db.Close())
}

func restore(ctx context.Context, s *Settings, file string, force bool, log zerolog.Logger) (said string, err error) {
	if s.file != "" {
		unlock, err := lock(s.file)
		if err != nil {
			return "", err
		}
		done, err := store.Restore(ctx, s.file, file)
		if err = errors.Join(err, unlock()); err != nil {
			return "", err
		}
		return restored(done.Count, done.Kept), nil
	}
	if !force {
		if err := unused(ctx, s, log); err != nil {
			return "", err
		}
	}
	kept := file + ".before-" + time.Now().UTC().Format("20060102T150405.000Z") + ".db"
	if _, err := dump(ctx, s, kept, log); err != nil {
		return "", fmt.Errorf("what is there could not be backed up first, and nothing was changed: %w", err)
	}
	db, err := s.connect(log)
	if err != nil {
		return "", err
	}
	apps, err := store.Load(ctx, db, file)
	return restored(apps, kept), errors.Join(err, db.Close())
}

// unused fails if servers use a PostgreSQL database.
func unused(ctx context.Context, s *Settings, log zerolog.Logger) (err error) {
	db, err := s.connect(log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	n, err := store.New(db, store.Options{}).Servers(ctx)
	switch {
	case err != nil:
		return errors.Join(err, fault.Cause(err))
	case n > 0:
		return fmt.Errorf("%s the database, and nothing was changed; end every server first. One that was killed counts until %d seconds after its end. --force restores nevertheless",
			screen.Amount(n, "server uses", "servers use"), int(store.ServerLife/time.Second))
	}
	return nil
}

func restored(apps int, kept string) string {
	text := "Restored: " + amount(apps) + "."
	if kept != "" {
		text += "\nWhat was there is kept in " + screen.Line(kept) + "."
	}
	return text
}

func amount(apps int) string { return screen.Amount(apps, "app", "apps") }
