package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"mcp-adapters/config"
	"mcp-adapters/fault"
	"mcp-adapters/recipe/transfer"
)

const aboutImport = `Bring recipes along from files of other programs: schema.org JSON-LD (a JSON
file, or an HTML page saved from the web), Paprika (.paprikarecipes), Mealie and
Tandoor exports, Cooklang (.cook) and this program's own JSON Lines (.jsonl). The
format is found by what is in the file. "-" reads standard input; of a directory,
every file of those kinds below it is read.

Each recipe is saved by itself, and one whose title is in the vault already is
skipped: an import that was stopped or failed can simply be run again. Ctrl-C
stops after the recipe at hand.

Without API_BASE_URL the recipes go into the vault's file (DATABASE_URL); with it,
into the vault at that address (API_KEY, API_PROXY, API_TIMEOUT). They become the
recipes of --as or USER_EMAIL; without either, those in JSON Lines keep who wrote
them.

Exit codes: 0 all is there, skipped recipes included; 1 something failed or was
not tried; 2 the command line or the environment is wrong; 3 nothing failed, but
not everything is as the files have it: two recipes had one title, or a recipe of
JSON Lines was changed. Each is named.`

// importOptions are the flags of import.
type importOptions struct {
	dryRun, json, verbose bool
	as                    string
}

// actingAs is the environment with the address of --as, if that is given.
func (o importOptions) actingAs(getenv func(string) string) func(string) string {
	if o.as == "" {
		return getenv
	}
	return func(name string) string {
		if name == "USER_EMAIL" {
			return o.as
		}
		return getenv(name)
	}
}

// blame names --as in an error about the address, if that is where it came from.
func (o importOptions) blame(err error) error {
	if o.as == "" {
		return err
	}
	var bad *usageError
	if errors.As(err, &bad) {
		for i, line := range bad.lines {
			if rule, ok := strings.CutPrefix(line, "USER_EMAIL "); ok {
				bad.lines[i] = "--as " + rule
			}
		}
		return bad
	}
	if e, ok := errors.AsType[*fault.Error](err); ok && e.Kind == fault.Forbidden {
		return errors.New("the vault does not know the address of --as; add it to a family there, or leave it out")
	}
	return err
}

func (p *program) importCommand() *cobra.Command {
	var o importOptions
	cmd := &cobra.Command{
		Use:   "import FILE…",
		Short: "Bring recipes along from other programs",
		Long:  aboutImport,
		Example: `  recipe-vault import "My Recipes.paprikarecipes" --dry-run
  recipe-vault import mealie.zip pie.html ~/Recipes
  recipe-vault import --json - < recipes.jsonl`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &usageError{[]string{"name the files to import, or - for standard input; see recipe-vault import --help"}}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("as") && config.Trim(o.as) == "" {
				return &usageError{[]string{"--as is blank; give an e-mail address, or leave it out"}}
			}
			return p.importFiles(cmd.Context(), args, o)
		},
	}
	cmd.Flags().StringVar(&o.as, "as", "", "whose recipes they become, an address, in place of USER_EMAIL and of who wrote them")
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "say what would be done, and write nothing")
	cmd.Flags().BoolVar(&o.json, "json", false, "print the summary as one JSON object")
	cmd.Flags().BoolVar(&o.verbose, "verbose", false, "tell each recipe, and what had to change for it to fit (--json always lists the changes)")
	return cmd
}

func (p *program) importFiles(ctx context.Context, args []string, o importOptions) (err error) {
	settings, err := readVaultSettings(o.actingAs(p.getenv))
	if err != nil {
		return o.blame(err)
	}
	var lines io.Writer
	if o.verbose && !o.json {
		lines = transfer.UntilDone(ctx, p.stdout)
	}
	bar := transfer.NewBar(p.stderr, isTerminal(p.stderr) && lines == nil)
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
	if err != nil {
		return o.blame(err)
	}
	return errors.Join(report.Failure(), p.writeReport(ctx, report, o))
}

// quietLog leaves out what only who runs a server wants to know.
func (p *program) quietLog() zerolog.Logger { return p.log.Level(zerolog.WarnLevel) }

// lastWord is how long a summary may wait for somebody to read it after the
// import was stopped.
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
