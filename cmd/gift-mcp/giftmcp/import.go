package giftmcp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/gift/transfer"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const aboutImport = `Import the gifts of FILE into the store that VECTOR_STORE names. FILE is CSV, JSON, JSON
Lines or YAML, by its name or --format; "-" reads standard input.

A gift is the same as one in the store if it has its id, or else its name. Only what is
new or changed is embedded and written, in batches: to resume an import that was stopped
or failed, run it again. A row that breaks a rule is left out and reported with its column.

Gifts that FILE doesn't have stay, unless --prune deletes them, after asking; --yes deletes
them without asking. None is deleted if a row has an error.

With VECTOR_STORE=embedded there is nothing to import into: the program reads the file in
CATALOG at each start. --dry-run checks such a file.

Exit codes: 0 all rows are in the store; 1 at least one isn't, or the import failed; 2 the
command line or the environment is wrong.`

// importing has the flags of import and prune.
type importing struct {
	store, format             string
	setup, dryRun, prune, yes bool
}

// works is what the commands on a catalog work with.
type works struct {
	p   *program.Program
	run *cli.Run
}

// on loads the settings, opens what they name, and has work work on it. remote says that a
// store is needed that keeps what is written to it.
func (w works) on(cmd *cobra.Command, o importing, remote bool, work func(at *place) error) error {
	if o.store != "" { // instead of the variable
		if err := os.Setenv("VECTOR_STORE", o.store); err != nil {
			return err
		}
	}
	settings, err := w.p.Load()
	if err != nil {
		return err
	}
	s := settings.(*Settings)
	if remote && s.Store == embeddedName {
		return errNoStore
	}
	log := w.run.Log(s.Log).Level(zerolog.WarnLevel)
	at, err := s.place(cmd.Context(), log)
	if err != nil {
		return err
	}
	defer at.end(log)
	return work(at)
}

func (w works) importCommand() *cobra.Command {
	var o importing
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Import a catalog of gifts into the store",
		Long:  aboutImport,
		Example: `  gift-mcp import gifts.csv --store s3vectors --setup
  gift-mcp import gifts.jsonl --prune
  gift-mcp import gifts.csv --dry-run`,
		Args: cli.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := openFile(cmd.InOrStdin(), args[0], o.format)
			if err != nil {
				return err
			}
			defer file.close()
			return w.on(cmd, o, !o.dryRun, func(at *place) error {
				if o.setup && !o.dryRun {
					if err := at.setup(cmd.Context()); err != nil {
						return failure(err)
					}
				}
				return importFile(cmd, at, file, o)
			})
		},
	}
	storeFlag(cmd, &o)
	cmd.Flags().StringVar(&o.format, "format", "", "csv, json, jsonl or yaml; without it, by the name of FILE")
	cmd.Flags().BoolVar(&o.setup, "setup", false, "create the bucket and the index if they don't exist")
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "say what would be done, and write nothing")
	cmd.Flags().BoolVar(&o.prune, "prune", false, "delete the gifts that FILE doesn't have")
	cmd.Flags().BoolVar(&o.yes, "yes", false, "delete them without asking")
	return cmd
}

func storeFlag(cmd *cobra.Command, o *importing) {
	cmd.Flags().StringVar(&o.store, "store", "", "embedded or s3vectors, in place of VECTOR_STORE")
}

func importFile(cmd *cobra.Command, at *place, file *file, o importing) error {
	watched := cli.IsTerminal(cmd.ErrOrStderr())
	rows := -1
	if watched {
		rows = file.count()
	}
	progress := transfer.NewProgress(cmd.ErrOrStderr(), watched, rows)
	i := transfer.Import{
		Store: at.store, Embedder: at.importing, Rows: file.rows(), DryRun: o.dryRun, Progress: progress,
		Fault: func(err error) { _, _ = fmt.Fprintln(progress, screen.Line(err.Error())) },
	}
	if o.prune {
		i.Prune = ask(cmd, o.yes)
	}
	sum, err := i.Run(cmd.Context())
	if err == nil || sum != (transfer.Summary{}) {
		text := sum.String() + "\n"
		if o.dryRun {
			text = "Nothing was written. It would be: " + text
		}
		text += kept(sum, o.prune || o.dryRun)
		_, _ = fmt.Fprint(cmd.OutOrStdout(), text)
	}
	switch {
	case err != nil && cmd.Context().Err() != nil:
		return errors.New("the import was interrupted; run it again, and it goes on from there")
	case err != nil:
		return failure(err)
	case sum.Errors > 0:
		return errors.New(screen.Amount(sum.Errors, "row was", "rows were") + " left out; correct them and run the import again")
	}
	return nil
}

// kept says what became of the gifts that the file doesn't have, where that is of interest.
func kept(sum transfer.Summary, asked bool) string {
	switch n := sum.Absent - sum.Deleted; {
	case n == 0 || !asked:
		return ""
	case sum.Errors > 0:
		return screen.Amount(n, "gift is", "gifts are") + " in the store and not in the file; none is deleted while a row has an error.\n"
	default:
		return screen.Amount(n, "gift is", "gifts are") + " in the store and not in the file.\n"
	}
}

// ask returns what asks whether to delete gifts.
func ask(cmd *cobra.Command, yes bool) func(context.Context, int) (bool, error) {
	return func(ctx context.Context, gifts int) (bool, error) {
		if yes {
			return true, nil
		}
		asker := cli.NewAsker(cmd.InOrStdin(), cmd.ErrOrStderr())
		if asker == nil {
			return false, cli.Mistake(screen.Amount(gifts, "gift is", "gifts are") + " in the store and not in the file: add --yes to delete, since there is no terminal to ask at")
		}
		answer, err := asker.Line(ctx, fmt.Sprintf("Delete %s that the file doesn't have? [y/N] ", screen.Amount(gifts, "gift", "gifts")))
		answer = strings.ToLower(strings.TrimSpace(answer))
		return answer == "y" || answer == "yes", err
	}
}

// failure says what a fault means for someone at the command line.
func failure(err error) error {
	if e, ok := errors.AsType[*fault.Error](err); ok && e.Err != nil {
		err = fmt.Errorf("%w (%w)", e, e.Err)
	}
	return err
}
