package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
	"github.com/mcp-adapters/mcp-adapters/recipe/transfer"
)

const aboutExport = `Export all recipes, in the order of their titles: as JSON Lines, which import reads
back exactly, as schema.org JSON-LD, which many recipe programs read, or as Cooklang,
one text file per recipe. JSON Lines also say who wrote a recipe. Pictures are not
exported.

Without --output, JSON Lines and JSON-LD go to standard output. A file gets its name
only when it is complete, is readable by you alone, and replaces another only with
--force. For Cooklang, --output names a directory.

Without API_BASE_URL the recipes are those in the vault's database (DATABASE_URL); with
it, those of the vault at that address (API_KEY, API_PROXY, API_TIMEOUT). With USER_EMAIL
they are those that this member of a family sees.

Exit codes: 0 everything was written; 1 it was not; 2 the command line or the
environment is wrong.`

// exportOptions are the flags of export.
type exportOptions struct {
	format, output string
	force          bool
}

func (p *program) exportCommand() *cobra.Command {
	var o exportOptions
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Export the recipes to files",
		Long:  aboutExport,
		Example: `  recipe-vault export --output recipes.jsonl
  recipe-vault export --format cooklang --output ~/Recipes
  recipe-vault export | jq -r .title`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.Mistake("export takes no arguments; name the file with --output")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return p.export(cmd.Context(), o) },
	}
	cmd.Flags().StringVar(&o.format, "format", string(interchange.FormatJSONLines), "jsonl, jsonld or cooklang")
	formats := []cobra.Completion{string(interchange.FormatJSONLines), string(interchange.FormatJSONLD), string(interchange.FormatCooklang)}
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp)) // fails for a flag that is not there
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "the file to write, or the directory for cooklang")
	cmd.Flags().BoolVar(&o.force, "force", false, "replace files that exist")
	return cmd
}

// check returns the format, or an [cli.Mistake].
func (o *exportOptions) check() (interchange.Format, error) {
	format := interchange.Format(o.format)
	if _, err := interchange.NewWriter(io.Discard, format); err != nil {
		return "", cli.Mistake("--format: " + err.Error())
	}
	if o.output == "-" {
		o.output = ""
	}
	if o.output == "" && format == interchange.FormatCooklang {
		return "", cli.Mistake("--format cooklang writes a file for each recipe: name a directory with --output")
	}
	return format, nil
}

func (p *program) export(ctx context.Context, o exportOptions) (err error) {
	format, err := o.check()
	if err != nil {
		return err
	}
	settings, err := readVaultSettings(p.getenv)
	if err != nil {
		return err
	}
	st, err := openVault(settings, p.quietLog())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	if st.Missing() {
		return fmt.Errorf("there is no vault at %s; set DATABASE_URL to its file, or API_BASE_URL to the address of a served one", screen.Line(st.Place))
	}
	e := transfer.Export{Vault: st, Format: format, Force: o.force, OnScreen: o.output == "" && cli.IsTerminal(p.stdout)}
	summary, err := e.Run(ctx, o.output, p.stdout)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(p.stderr, summary)
	return err
}
