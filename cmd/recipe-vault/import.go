package main

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe/transfer"
)

const aboutImport = `Import recipes from files of other programs: schema.org JSON-LD (a JSON file, or an
HTML page saved from the web), Paprika (.paprikarecipes), Mealie and Tandoor exports,
Cooklang (.cook) and this program's own JSON Lines (.jsonl). The format is detected
from the content of the file. "-" reads standard input; a directory stands for every
file of these kinds below it.

Each recipe is saved separately, and one whose title is in the vault already is
skipped: an import that was stopped or failed can simply be run again. Where families are
in the vault's database, each may have the title. Ctrl-C stops after the current recipe.

Without API_BASE_URL the recipes go into the vault's database (DATABASE_URL); with it,
into the vault at that address (API_KEY, API_PROXY, API_TIMEOUT). They belong to --as
or USER_EMAIL; without either, those in JSON Lines keep their authors, and with them
their families: add these first. A whole vault moves with its families by migrate.

Exit codes: 0 everything is in the vault, skipped recipes included; 1 something failed
or was not tried; 2 the command line or the environment is wrong; 3 nothing failed,
but not everything is as in the files: two recipes had the same title, or a recipe in
JSON Lines was changed. Each is named.`

// importOptions are the flags of import.
type importOptions struct {
	dryRun, json, verbose bool
	as                    *string // nil: not given
}

func (p *program) importCommand() *cobra.Command {
	var o importOptions
	var as string
	cmd := &cobra.Command{
		Use:   "import FILE…",
		Short: "Import recipes from other programs",
		Long:  aboutImport,
		Example: `  recipe-vault import "My Recipes.paprikarecipes" --dry-run
  recipe-vault import mealie.zip pie.html ~/Recipes
  recipe-vault import --json - < recipes.jsonl`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Mistake("name the files to import, or - for standard input; see recipe-vault import --help")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("as") {
				o.as = &as
			}
			return p.importFiles(cmd.Context(), args, o)
		},
	}
	cmd.Flags().StringVar(&as, "as", "", "the e-mail address of whoever gets the recipes, in place of USER_EMAIL and their authors")
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "say what would be done, and write nothing")
	cmd.Flags().BoolVar(&o.json, "json", false, "print the summary as one JSON object")
	cmd.Flags().BoolVar(&o.verbose, "verbose", false, "list each recipe, and what was changed to make it fit (--json always lists the changes)")
	return cmd
}

func (p *program) importFiles(ctx context.Context, args []string, o importOptions) (err error) {
	settings, err := p.importSettings(o)
	if err != nil {
		return err
	}
	var lines io.Writer
	if o.verbose && !o.json {
		lines = transfer.UntilDone(ctx, p.stdout)
	}
	bar := transfer.NewBar(p.stderr, cli.IsTerminal(p.stderr) && lines == nil)
	log := p.quietLog()
	if bar != nil {
		log = log.Output(zerolog.ConsoleWriter{Out: bar, TimeFormat: "15:04:05"})
	}
	st, err := openVault(settings, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	report, err := transfer.Import{
		Vault: st, DryRun: o.dryRun, Stdin: p.stdin, Verbose: lines, Bar: bar, Wait: p.wait, Log: log,
	}.Run(ctx, args)
	if e, ok := errors.AsType[*fault.Error](err); ok && e.Kind == fault.Forbidden && o.as != nil {
		return errors.New("the vault does not know the address in --as; add it to a family there, or leave out --as")
	}
	if err != nil {
		return err
	}
	return errors.Join(report.Failure(), p.writeReport(ctx, report, o))
}

// importSettings lets --as take the place of USER_EMAIL.
func (p *program) importSettings(o importOptions) (vaultSettings, error) {
	if o.as == nil {
		return readVaultSettings(p.getenv)
	}
	settings, err := readVaultSettings(func(name string) string {
		if name == "USER_EMAIL" {
			return ""
		}
		return p.getenv(name)
	})
	if err := settings.Email.UnmarshalText([]byte(*o.as)); err != nil {
		return settings, cli.Mistake("--as " + err.Error())
	}
	if settings.Email.Reveal() == "" {
		return settings, cli.Mistake("--as is blank; give an e-mail address, or leave it out")
	}
	return settings, err
}

// quietLog omits what matters only to whoever runs a server.
func (p *program) quietLog() zerolog.Logger { return p.log.Level(zerolog.WarnLevel) }

// lastWord is how long the summary of a stopped import may wait to be read.
const lastWord = 2 * time.Second

func (p *program) writeReport(ctx context.Context, r *transfer.Report, o importOptions) error {
	if ctx.Err() != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), lastWord)
		defer cancel()
	}
	out := transfer.UntilDone(ctx, p.stdout)
	if o.json {
		return r.WriteJSON(out)
	}
	return r.WriteText(out, o.verbose)
}
