package recipevault

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/move"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/place"
)

const aboutMigrate = `Copy the vault from one database to another, with families and keys, and compare both. First
stop every program that writes to either. Both are named as in DATABASE_URL, which is the source
without --from. --from-file and --to-file keep a password off the command line.

The target must be new. It is complete or unchanged; an interrupted run can be run again.
The source is only read. A file of an earlier release, or one that can't be written, is copied
first to a directory vault-* under TMPDIR.`

// end is one of the two databases of migrate, as the flags name it.
type end struct{ flag, address, file string }

func (p *program) migrateCommand() *cobra.Command {
	from, to := end{flag: "from"}, end{flag: "to"}
	cmd := &cobra.Command{
		Use: "migrate --to URL", Short: "Copy the vault to another database", Long: aboutMigrate, Args: cli.NoArgs,
		Example: `  recipe-vault migrate --from sqlite:/srv/recipes.db --to-file /run/secrets/database-url
  recipe-vault migrate --from-file /run/secrets/database-url --to sqlite:/srv/backup-2026-02-10.db`,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.migrate(cmd.Context(), from, to) },
	}
	for _, e := range []*end{&from, &to} {
		cmd.Flags().StringVar(&e.address, e.flag, "", "the database to copy "+e.flag)
		cmd.Flags().StringVar(&e.file, e.flag+"-file", "", "file that holds the address, instead of --"+e.flag)
	}
	return cmd
}

func (p *program) migrate(ctx context.Context, source, target end) (err error) {
	var from *place.Database
	if source.address == "" && source.file == "" {
		source.flag = ""
		from, err = p.ownDatabase()
	} else {
		from, err = source.find()
	}
	if err != nil {
		return err
	}
	to, err := target.find()
	if err != nil {
		return err
	}
	if same(from, to) {
		return cli.Mistake("--from and --to are the same database")
	}
	if from.Missing() {
		return fmt.Errorf("there is no vault at %s; name the one to copy from with --from", screen.Line(from.File))
	}
	reading, done, err := p.source(ctx, from)
	if err != nil {
		return source.explain(err)
	}
	defer func() { err = errors.Join(err, done()) }()
	writing, err := to.Store(p.log)
	if err != nil {
		return target.explain(err)
	}
	defer func() { err = errors.Join(err, writing.Close()) }()
	// Permanent errors stop the command before anything is copied.
	err = source.explain(reading.Ping(ctx))
	if err == nil {
		err = target.explain(writing.Ping(ctx))
	}
	if err != nil && !errors.Is(err, database.ErrUnavailable) && ctx.Err() == nil {
		return err
	}
	return p.copyAll(ctx, reading, writing)
}

// find returns the database that the flags name.
func (e end) find() (*place.Database, error) {
	d := &place.Database{}
	flag, address := "--"+e.flag, e.address
	switch {
	case address == "" && e.file == "":
		return nil, cli.Mistake(flag + " is missing: name a database such as sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME")
	case address != "" && e.file != "":
		return nil, cli.Mistake(flag + "-file must not be set together with " + flag)
	case e.file != "":
		var err error
		if address, err = config.ReadFile(e.file); err != nil {
			return nil, cli.Mistake(flag + "-file " + err.Error())
		}
		flag += "-file names a file whose content"
	}
	if err := d.DatabaseURL.UnmarshalText([]byte(address)); err != nil {
		return nil, cli.Mistake(flag + " " + err.Error())
	}
	_, err := d.Find()
	return d, err
}

// explain has an error name the flag of its database instead of DATABASE_URL.
func (e end) explain(err error) error {
	if e.flag == "" || err == nil || errors.Is(err, database.ErrUnavailable) {
		return err
	}
	return errors.New("--" + e.flag + ": " + strings.ReplaceAll(err.Error(), "DATABASE_URL", "--"+e.flag))
}

// source opens the database to copy from, without a change to a file: a file of an earlier
// release, or one that can't be written, is copied first.
func (p *program) source(ctx context.Context, from *place.Database) (_ vault.Store, done func() error, err error) {
	if from.File == "" {
		store, err := from.Store(p.log)
		return store, func() error { return store.Close() }, err
	}
	path, remove, err := vault.Untouched(ctx, from.File)
	if err != nil {
		return nil, nil, err
	}
	store := vault.File(path, p.log)
	if remove == nil {
		return store, store.Close, nil
	}
	_, _ = fmt.Fprintln(p.Stderr, "The file is of an earlier release, or can't be written: it stays as it is, and a copy of it as it is now is moved.")
	return store, func() error { return errors.Join(store.Close(), remove()) }, nil
}

func same(a, b *place.Database) bool {
	if a.File == b.File {
		return a.File != "" || a.DatabaseURL == b.DatabaseURL
	}
	x, errX := os.Stat(a.File)
	y, errY := os.Stat(b.File)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

func (p *program) copyAll(ctx context.Context, source, target vault.Store) error {
	shown := 0
	moved, err := move.Run(ctx, move.Options{From: source, To: target, Progress: func(n int) {
		if n/1000 > shown {
			shown = n / 1000
			_, _ = fmt.Fprintf(p.Stderr, "%d recipes\n", n)
		}
	}})
	switch {
	case errors.Is(err, context.Canceled):
		return errors.New("stopped, and nothing was changed; run the same command again")
	case errors.Is(err, database.ErrUnavailable):
		p.log.Debug().Err(err).Msg("database unavailable")
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
	_, err = fmt.Fprint(p.Stdout, text)
	return err
}
