package recipevault

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe"
	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
	"github.com/mcp-adapters/mcp-adapters/recipe/transfer"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/place"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/serve"
)

// settings name the vault that import and export use: the one at API_BASE_URL, or else the
// database of DATABASE_URL.
type settings struct {
	config.API
	Key   config.Secret `envconfig:"API_KEY"`
	Email config.Email  `envconfig:"USER_EMAIL"`
	place.Database
	families *vault.Families
}

// readSettings reports all faults at once, each with its variable.
func readSettings() (settings, error) {
	var s settings
	var faults config.Faults
	errors.As(config.Load(&s), &faults)
	if variable, err := s.Find(); s.BaseURL == "" {
		faults.Add(variable, err)
	}
	if path := os.Getenv("FAMILIES_CONFIG_PATH"); s.BaseURL == "" && path != "" {
		var err error
		_, s.families, err = serve.ReadFamilies(path)
		faults.Add("FAMILIES_CONFIG_PATH", err)
	}
	return s, faults.Err()
}

func (s *settings) open(log zerolog.Logger) (*transfer.Vault, error) {
	v, err := transfer.Open(recipe.Options{
		Options: apiclient.Options{
			BaseURL: string(s.BaseURL), Proxy: string(s.Proxy), Timeout: s.Timeout, MaxRetries: s.MaxRetries,
			UserAgent: Name + "/" + cli.Version(), Log: log,
		},
		Key: s.Key.Reveal(), Email: s.Email.Reveal(),
	}, &s.Database, s.families)
	if err != nil {
		return nil, cli.Mistake(err.Error())
	}
	return v, nil
}

const aboutImport = `Import recipes from files: schema.org JSON-LD (JSON or HTML), Paprika, Mealie, Tandoor,
Cooklang and this program's own JSON Lines. "-" reads standard input; a directory stands for
every such file below it. A recipe whose title is in the vault already is skipped.

Recipes go to the vault at API_BASE_URL, or else into the database of DATABASE_URL. They belong
to --as or USER_EMAIL; without either, recipes in JSON Lines keep their authors.

Exit codes: 0 done; 1 something failed; 2 a mistake in the command line or the environment;
3 nothing failed, but two recipes had the same title or a recipe was changed.`

const (
	exitAltered = 3               // an import is done, but not everything is as in the files
	lastWord    = 2 * time.Second // how long the summary of a stopped import may wait for a reader
)

// importing is the flags of import.
type importing struct {
	dryRun, json, verbose bool
	as                    *string // nil: not given
}

func (p *program) importCommand() *cobra.Command {
	var o importing
	var as string
	cmd := &cobra.Command{
		Use: "import FILE…", Short: "Import recipes from other programs", Long: aboutImport,
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
			err := p.importFiles(cmd.Context(), args, o)
			if errors.Is(err, transfer.ErrAltered) {
				err = &cli.Error{Code: exitAltered, Err: err}
			}
			return err
		},
	}
	cmd.Flags().StringVar(&as, "as", "", "the e-mail address of the person who gets the recipes, instead of USER_EMAIL and their authors")
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "say what would be done, and write nothing")
	cmd.Flags().BoolVar(&o.json, "json", false, "print the summary as one JSON object")
	cmd.Flags().BoolVar(&o.verbose, "verbose", false, "list each recipe, and what was changed to make it fit (--json always lists the changes)")
	return cmd
}

func (p *program) importFiles(ctx context.Context, args []string, o importing) (err error) {
	settings, err := p.importSettings(o)
	if err != nil {
		return err
	}
	var lines io.Writer
	if o.verbose && !o.json {
		lines = transfer.UntilDone(ctx, p.Stdout)
	}
	bar := transfer.NewBar(p.Stderr, cli.IsTerminal(p.Stderr) && lines == nil)
	log := p.log
	if bar != nil {
		log = log.Output(zerolog.ConsoleWriter{Out: bar, TimeFormat: "15:04:05"})
	}
	v, err := settings.open(log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	report, err := transfer.Import{
		Vault: v, DryRun: o.dryRun, Stdin: p.Stdin, Verbose: lines, Bar: bar, Wait: transfer.PauseFor, Log: log,
	}.Run(ctx, args)
	if e, ok := errors.AsType[*fault.Error](err); ok && e.Kind == fault.Forbidden && o.as != nil {
		return errors.New("the vault does not know the address in --as; add it to a family there, or leave out --as")
	}
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), lastWord)
		defer cancel()
	}
	out := transfer.UntilDone(ctx, p.Stdout)
	if o.json {
		return errors.Join(report.Failure(), report.WriteJSON(out))
	}
	return errors.Join(report.Failure(), report.WriteText(out, o.verbose))
}

// importSettings replaces USER_EMAIL by --as.
func (p *program) importSettings(o importing) (settings, error) {
	if o.as == nil {
		return readSettings()
	}
	if err := os.Unsetenv("USER_EMAIL"); err != nil {
		return settings{}, err
	}
	s, err := readSettings()
	if err := s.Email.UnmarshalText([]byte(*o.as)); err != nil {
		return s, cli.Mistake("--as " + err.Error())
	}
	if s.Email.Reveal() == "" {
		return s, cli.Mistake("--as is blank; give an e-mail address, or leave it out")
	}
	return s, err
}

const aboutExport = `Export all recipes, in the order of their titles, without pictures: as JSON Lines, which import
reads back exactly, as schema.org JSON-LD, or as Cooklang, one file per recipe in the directory
--output. A file gets its name only when it is complete, and only you can read it.

The recipes are those of the vault at API_BASE_URL, or else of the database of DATABASE_URL.
With USER_EMAIL they are those that this member of a family sees.`

func (p *program) exportCommand() *cobra.Command {
	var format, output string
	var force bool
	cmd := &cobra.Command{
		Use: "export", Short: "Export the recipes to files", Long: aboutExport, Args: cli.NoArgs,
		Example: `  recipe-vault export --output recipes.jsonl
  recipe-vault export --format cooklang --output ~/Recipes
  recipe-vault export | jq -r .title`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if output == "-" {
				output = ""
			}
			return p.export(cmd.Context(), transfer.Export{Format: interchange.Format(format), Force: force}, output)
		},
	}
	formats := []cobra.Completion{string(interchange.FormatJSONLines), string(interchange.FormatJSONLD), string(interchange.FormatCooklang)}
	cmd.Flags().StringVar(&format, "format", formats[0], "jsonl, jsonld or cooklang")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp)) // the flag exists
	cmd.Flags().StringVarP(&output, "output", "o", "", "the file to write, or the directory for cooklang")
	cmd.Flags().BoolVar(&force, "force", false, "replace files that exist")
	return cmd
}

func (p *program) export(ctx context.Context, e transfer.Export, output string) (err error) {
	if _, err := interchange.NewWriter(io.Discard, e.Format); err != nil {
		return cli.Mistake("--format: " + err.Error())
	}
	if output == "" && e.Format == interchange.FormatCooklang {
		return cli.Mistake("--format cooklang writes a file for each recipe: name a directory with --output")
	}
	settings, err := readSettings()
	if err != nil {
		return err
	}
	v, err := settings.open(p.log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	if v.Missing() {
		return fmt.Errorf("there is no vault at %s; set DATABASE_URL to its file, or API_BASE_URL to the address of a served one", screen.Line(v.Place))
	}
	e.Vault, e.OnScreen = v, output == "" && cli.IsTerminal(p.Stdout)
	summary, err := e.Run(ctx, output, p.Stdout)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(p.Stderr, summary)
	return err
}
