package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/move"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/place"
)

//nolint:gosec // the address has no password, it says where one goes
const aboutMigrate = `Copy the vault from one database to another: recipes with their ids, times and authors,
and families with their members, keys and limits. First stop whatever writes to either.

Both databases are written as DATABASE_URL is: sqlite:PATH, or postgres://USER:PASSWORD@HOST/NAME.
Without --from the source is the database of DATABASE_URL. Everyone on this computer can see a
password on the command line: put the address into a file, and use --from-file or --to-file.

The target must be new. Everything is copied in one transaction and compared with the source by
counts and checksums: the target is complete or unchanged. An interrupted run can be run again.
The command refuses a target that holds anything else, and changes nothing in it.

The source is only read. A file of an earlier release, or one that can't be written, is copied
first to a directory vault-* under TMPDIR, which is removed at the end: delete it after kill -9.
A server's tables of an earlier release are brought up to date, as by every command.

Exit codes: 0 both databases hold the same vault; 1 they don't; 2 the command line or the
environment is wrong.`

var errSame = cli.Mistake("--from and --to are the same database")

// migrateOptions are the flags of migrate.
type migrateOptions struct{ from, fromFile, to, toFile string }

func (p *program) migrateCommand() *cobra.Command {
	var o migrateOptions
	cmd := &cobra.Command{
		Use:   "migrate --to URL",
		Short: "Copy the vault to another database",
		Long:  aboutMigrate,
		Example: `  recipe-vault migrate --from sqlite:/srv/recipes.db --to-file /run/secrets/database-url
  recipe-vault migrate --from-file /run/secrets/database-url --to sqlite:/srv/backup-2026-02-10.db`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.migrate(cmd.Context(), o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.from, "from", "", "the database to copy from")
	f.StringVar(&o.fromFile, "from-file", "", "file that holds it, in place of --from")
	f.StringVar(&o.to, "to", "", "the database to copy to")
	f.StringVar(&o.toFile, "to-file", "", "file that holds it, in place of --to")
	return cmd
}

func (p *program) migrate(ctx context.Context, o migrateOptions) (err error) {
	var from *place.Database
	if o.from == "" && o.fromFile == "" {
		from, err = p.ownDatabase()
	} else {
		from, err = p.end("from", o.from, o.fromFile)
	}
	if err != nil {
		return err
	}
	to, err := p.end("to", o.to, o.toFile)
	if err != nil {
		return err
	}
	if same(from, to) {
		return errSame
	}
	if from.Missing() {
		return fmt.Errorf("there is no vault at %s; name the one to copy from with --from", screen.Line(from.File))
	}
	flag := "from"
	if o.from == "" && o.fromFile == "" {
		flag = ""
	}
	source, done, err := p.source(ctx, from)
	if err != nil {
		return at(flag, err)
	}
	defer func() { err = errors.Join(err, done()) }()
	target, err := to.Store(p.quietLog())
	if err != nil {
		return at("to", err)
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	// What no time mends is said of the one that has it, before anything is copied.
	err = at(flag, source.Ping(ctx))
	if err == nil {
		err = at("to", target.Ping(ctx))
	}
	if err != nil && !errors.Is(err, database.ErrUnavailable) && ctx.Err() == nil {
		return err
	}
	return p.copyAll(ctx, source, target)
}

// source opens the database to copy from, so that a file stays as it is: one of an earlier
// release, or one that can't be written, is copied first.
func (p *program) source(ctx context.Context, from *place.Database) (_ vault.Store, done func() error, err error) {
	if from.File == "" {
		store, err := from.Store(p.quietLog())
		if err != nil {
			return nil, nil, err
		}
		return store, store.Close, nil
	}
	path, remove, err := vault.Untouched(ctx, from.File)
	if err != nil {
		return nil, nil, err
	}
	store := vault.File(path, p.quietLog())
	if remove == nil {
		return store, store.Close, nil
	}
	_, _ = fmt.Fprintln(p.stderr, "The file is of an earlier release, or can't be written: it stays as it is, and a copy of it as it is now is moved.")
	return store, func() error { return errors.Join(store.Close(), remove()) }, nil
}

func same(a, b *place.Database) bool {
	if a.File == "" || b.File == "" {
		return a.File == b.File && a.DatabaseURL == b.DatabaseURL
	}
	x, err := os.Stat(a.File)
	if err != nil {
		return a.File == b.File
	}
	y, err := os.Stat(b.File)
	return !errors.Is(err, fs.ErrNotExist) && err == nil && os.SameFile(x, y)
}

func (p *program) copyAll(ctx context.Context, source, target vault.Store) error {
	show, finish := p.shown()
	moved, err := move.Run(ctx, move.Options{From: source, To: target, Progress: show})
	finish()
	switch {
	case errors.Is(err, context.Canceled):
		return errors.New("stopped, and nothing was changed; run the same command again")
	case errors.Is(err, database.ErrUnavailable):
		p.log.Debug().Err(err).Msg("database away")
		return errors.New("a database server cannot be reached, and nothing was changed; run the same command again when it can")
	case err != nil:
		return err
	}
	text := screen.Amount(moved.Recipes, "recipe", "recipes")
	if moved.Families > 0 {
		text += " of " + screen.Amount(moved.Families, "family", "families")
	}
	text += fmt.Sprintf(", with %s and %s, are in both databases: they have the same.\n", screen.Amount(moved.Ingredients, "ingredient", "ingredients"), screen.Amount(moved.Steps, "step", "steps"))
	if moved.Already {
		text += "An earlier run copied them; nothing was changed.\n"
	}
	_, err = fmt.Fprint(p.stdout, text)
	return err
}

// shown returns what shows how many recipes are done: on a bar, or by a line for each 1,000.
func (p *program) shown() (show func(recipes int), finish func()) {
	if !cli.IsTerminal(p.stderr) {
		said := 0
		return func(n int) {
			if n/1000 > said {
				said = n / 1000
				_, _ = fmt.Fprintf(p.stderr, "%d recipes\n", n)
			}
		}, func() {}
	}
	bar := progressbar.NewOptions(-1, progressbar.OptionSetWriter(p.stderr), progressbar.OptionSetDescription("recipes"),
		progressbar.OptionShowCount(), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	return func(n int) { _ = bar.Set(n) }, func() { _ = bar.Finish() }
}
