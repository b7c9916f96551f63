package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"mcp-adapters/internal/screen"
	"mcp-adapters/recipe/interchange"
)

const aboutExport = `Take all recipes away, in the order of their titles: as JSON Lines, which import
reads back exactly, as schema.org JSON-LD, which many recipe programs read, or as
Cooklang, a text file for each recipe. JSON Lines also say who wrote a recipe.
Pictures stay in the vault.

Without --output JSON Lines and JSON-LD go to standard output. A file gets its
name when it is complete, is readable for you alone, and replaces none without
--force. For Cooklang --output names the directory.

Without API_BASE_URL the recipes are those of the vault's file (DATABASE_URL); with
it, of the vault at that address (API_KEY, API_PROXY, API_TIMEOUT). With USER_EMAIL
they are those that this member of a family sees.

Exit codes: 0 all is written; 1 it is not; 2 the command line or the environment
is wrong.`

// exportOptions are the flags of export.
type exportOptions struct {
	format, output string
	force          bool
}

func (p *program) exportCommand() *cobra.Command {
	var o exportOptions
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Take the recipes away as files",
		Long:  aboutExport,
		Example: `  recipe-vault export --output recipes.jsonl
  recipe-vault export --format cooklang --output ~/Recipes
  recipe-vault export | jq -r .title`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return &usageError{[]string{"export takes no arguments; name the file with --output"}}
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

// check returns the format, or a usageError.
func (o *exportOptions) check() (interchange.Format, error) {
	format := interchange.Format(o.format)
	if _, err := interchange.NewWriter(io.Discard, format); err != nil {
		return "", &usageError{[]string{"--format: " + err.Error()}}
	}
	if o.output == "-" {
		o.output = ""
	}
	if o.output == "" && format == interchange.FormatCooklang {
		return "", &usageError{[]string{"--format cooklang writes a file for each recipe: name a directory with --output"}}
	}
	return format, nil
}

func (p *program) export(ctx context.Context, o exportOptions) (err error) {
	format, err := o.check()
	if err != nil {
		return err
	}
	settings, err := readStoreSettings(p.getenv)
	if err != nil {
		return err
	}
	st, err := openStore(settings, p.quietLog())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.close()) }()
	if st.missing() {
		return fmt.Errorf("there is no vault at %s; set DATABASE_URL to where it lies, or API_BASE_URL for one that is served", screen.Line(st.place))
	}
	rows, err := st.rows(ctx)
	if err != nil {
		return err
	}
	e := exporter{from: st, rows: rows, format: format, force: o.force, onScreen: o.output == "" && isTerminal(p.stdout)}
	switch {
	case format == interchange.FormatCooklang:
		err = e.toDirectory(ctx, o.output)
	case o.output == "":
		o.output = "standard output"
		if err = e.toStream(ctx, untilDone(ctx, p.stdout)); err != nil {
			err = fmt.Errorf("what was printed is not whole: %w", err)
		}
	default:
		err = e.toFile(ctx, o.output)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(p.stderr, e.summary(o.output))
	return err
}

// exporter writes the recipes of rows.
type exporter struct {
	from    recipes
	rows    []row
	format  interchange.Format
	force   bool
	written int
	left    interchange.Left
	gone    int // deleted since the list was read
	tooLong bool
	// onScreen has JSON written so that a terminal shows all of it.
	onScreen bool
}

func (e *exporter) summary(where string) string {
	text := fmt.Sprintf("%s to %s.\n", amount(e.written, "recipe was written", "recipes were written"), screen.Line(where))
	if e.gone > 0 {
		text += fmt.Sprintf("While this ran, %s deleted by someone else.\n", amount(e.gone, "recipe was", "recipes were"))
	}
	if n := e.left.Pictures; n > 0 {
		text += fmt.Sprintf("%s, which the vault keeps: files that are exported hold none.\n", amount(n, "recipe has a picture", "recipes have pictures"))
	}
	if e.tooLong {
		text += "The file is too large to be imported back whole; for a copy to import, use --format jsonl.\n"
	}
	if n := e.left.Unknown; n > 0 {
		text += fmt.Sprintf("%s parts that this release does not know and left out; a newer one may take them along.\n", amount(n, "recipe has", "recipes have"))
	}
	return text
}

func (e *exporter) toFile(ctx context.Context, path string) error {
	f, err := createFile(path, e.force)
	if err != nil {
		return err
	}
	if err := e.toStream(ctx, f); err != nil {
		f.Abandon()
		return fmt.Errorf("nothing was written to %s: %w", screen.Line(path), err)
	}
	return f.commit()
}

func (e *exporter) toStream(ctx context.Context, out io.Writer) error {
	buffered := bufio.NewWriterSize(out, 64<<10)
	w, err := interchange.NewWriter(writerFunc(func(text []byte) (int, error) {
		shown := text
		if e.onScreen {
			shown = screen.JSON(text)
		}
		_, err := buffered.Write(shown)
		return len(text), err
	}), e.format)
	if err != nil {
		return err
	}
	for details, err := range inOrder(ctx, e.from, e.rows) {
		switch {
		case err != nil:
			return err
		case details == nil:
			e.gone++
			continue
		}
		if err := w.Write(details); err != nil {
			return err
		}
		e.written++
	}
	e.left, e.tooLong = w.Left(), w.TooLong()
	if err := w.Close(); err != nil {
		return err
	}
	return buffered.Flush()
}
