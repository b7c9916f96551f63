package giftmcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"strings"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/gift/eval"
	"github.com/mcp-adapters/mcp-adapters/gift/transfer"
	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const aboutImport = `Import the gifts of FILE into the store that VECTOR_STORE names. FILE is CSV, JSON, JSON
Lines or YAML, by its name or --format; "-" reads standard input. Exports of Shopify, Etsy,
WooCommerce and Google Merchant (CSV or TSV) are read as they are.

A gift is the same as one in the store if it has its id, or else its name. Only what is
new or changed is embedded and written, in batches: to resume an import that was stopped
or failed, run it again. A row that breaks a rule is left out and reported with its column.

Gifts that FILE doesn't have stay, unless --prune deletes them, after asking; --yes deletes
them without asking. None is deleted if a row has an error.

With VECTOR_STORE=embedded there is nothing to import into: the program reads the file in
CATALOG at each start. --dry-run checks such a file.

Exit codes: 0 all rows are in the store, or any row of a shop's export; 1 at least one isn't,
or the import failed; 2 the command line or the environment is wrong.`

const aboutExport = `Write all gifts of the store that VECTOR_STORE names to FILE, or to standard output, sorted
by name. With VECTOR_STORE=embedded they are those of the built-in catalog or of CATALOG, as
a start for a catalog of your own: import and CATALOG read the same formats.

FILE gets its name only when it is complete; an existing file is replaced only with
--force.`

const aboutPrune = `Delete the gifts that are in the store and not in FILE, after asking; --yes deletes them
without asking. Nothing else is changed: to add what is new in FILE, use import.

No gift is deleted if a row of FILE breaks a rule: the row may be about one of them.`

const aboutSetup = `Create what the store that VECTOR_STORE names needs: the vector bucket and the index of
S3 Vectors. What exists already stays as it is.

With VECTOR_STORE=embedded and EMBEDDER=openai, setup computes the vectors of the catalog,
which a server otherwise does while it waits for its first call.`

const aboutEval = `Measure how well the built-in catalog is searched, with descriptions for which people noted
the gifts that suit: by words only, by vectors only, and by everything together. The figures
that count are those of the held half, to which nothing was tuned.

No setting has an effect.`

// commands are the flags of the commands on catalogs.
type commands struct {
	program *program.Program
	run     *cli.Run

	store, format                    string
	setup, dryRun, prune, yes, force bool
	eval                             eval.Options
}

func (c *commands) all() []*cobra.Command {
	load := &cobra.Command{
		Use: "import FILE", Short: "Import a catalog of gifts into the store", Long: aboutImport, Args: cli.Args(1, 1),
		Example: `  gift-mcp import gifts.csv --store s3vectors --setup
  gift-mcp import gifts.jsonl --prune
  gift-mcp import gifts.csv --dry-run`,
		RunE: c.onFile(func(cmd *cobra.Command, at *place, f *file) error { return c.load(cmd, at, f) }),
	}
	load.Flags().BoolVar(&c.setup, "setup", false, "create the bucket and the index, if they don't exist")
	load.Flags().BoolVar(&c.dryRun, "dry-run", false, "say what would be done, and write nothing")
	load.Flags().BoolVar(&c.prune, "prune", false, "delete the gifts that FILE doesn't have")
	prune := &cobra.Command{
		Use: "prune FILE", Short: "Delete the gifts that a catalog no longer has", Long: aboutPrune, Args: cli.Args(1, 1),
		Example: "  gift-mcp prune gifts.csv --store s3vectors",
		RunE:    c.onFile(func(cmd *cobra.Command, at *place, f *file) error { return c.remove(cmd, at, f) }),
	}
	export := &cobra.Command{
		Use: "export [FILE]", Short: "Write the catalog to a file", Long: aboutExport, Args: cli.Args(0, 1),
		Example: `  gift-mcp export gifts.csv
  gift-mcp export --format jsonl > gifts.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error { return c.export(cmd, append(args, "-")[0]) },
	}
	export.Flags().BoolVar(&c.force, "force", false, "replace a file that exists")
	setup := &cobra.Command{
		Use: "setup", Short: "Create the index that the store needs", Long: aboutSetup, Args: cli.NoArgs,
		Example: "  gift-mcp setup --store s3vectors",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.on(cmd.Context(), func(at *place) error { return prepare(cmd, at) })
		},
	}
	measure := &cobra.Command{
		Use: "eval", Short: "Measure how well gifts are found", Long: aboutEval, Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return eval.Run(cmd.Context(), c.run.Stdout, c.eval) },
	}
	measure.Flags().BoolVar(&c.eval.Calibrate, "calibrate", false, "print the score that best separates descriptions from other texts, for each way of searching")
	for _, cmd := range []*cobra.Command{load, prune, export, setup} {
		cmd.Flags().StringVar(&c.store, "store", "", "embedded or s3vectors, instead of VECTOR_STORE")
		if cmd != setup {
			cmd.Flags().StringVar(&c.format, "format", "", "csv, json, jsonl or yaml; without it, by the name of FILE")
		}
		if cmd == load || cmd == prune {
			cmd.Flags().BoolVar(&c.yes, "yes", false, "delete without asking")
		}
	}
	return []*cobra.Command{load, export, prune, setup, measure, {
		Use: "license", Short: "Print the license of the built-in embedder", Args: cli.NoArgs,
		Long: "Print which model the built-in embedder was made from, and the license of that model.",
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprint(c.run.Stdout, table.License())
			return err
		},
	}}
}

var errNoStore = config.Faults{{Variable: "VECTOR_STORE", Rule: "must be s3vectors for this command; with embedded, the server reads the built-in catalog or CATALOG at each start (check a file with gift-mcp import FILE --dry-run)"}}

// on opens what the settings name, --store before VECTOR_STORE, and does work on it.
func (c *commands) on(ctx context.Context, work func(at *place) error) error {
	if c.store != "" {
		if err := os.Setenv("VECTOR_STORE", c.store); err != nil {
			return err
		}
	}
	settings, err := c.program.Load()
	if err != nil {
		return err
	}
	s := settings.(*Settings)
	log := c.run.Log(s.Log).Level(zerolog.WarnLevel)
	at, err := s.place(ctx, log)
	if err != nil {
		return err
	}
	defer at.end(log)
	err = work(at)
	if e, ok := errors.AsType[*fault.Error](err); ok && e.Err != nil {
		err = fmt.Errorf("%w (%w)", e, e.Err)
	}
	return err
}

// onFile does work on a file of gifts, and on a store that keeps what is written to it, unless it
// is only a dry run.
func (c *commands) onFile(work func(*cobra.Command, *place, *file) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		f, err := openFile(c.run.Stdin, args[0], c.format)
		if err != nil {
			return err
		}
		defer f.close()
		return c.on(cmd.Context(), func(at *place) error {
			if at.embedded && !c.dryRun {
				return errNoStore
			}
			return work(cmd, at, f)
		})
	}
}

func (c *commands) load(cmd *cobra.Command, at *place, f *file) error {
	ctx := cmd.Context()
	if c.setup && !c.dryRun {
		if err := at.setup(ctx); err != nil {
			return err
		}
	}
	watched, rows := cli.IsTerminal(c.run.Stderr), -1
	if watched {
		rows = f.count()
	}
	progress := transfer.NewProgress(c.run.Stderr, watched, rows)
	i := transfer.Import{
		Store: at.store, Embedder: at.importing, Rows: f.rows(), DryRun: c.dryRun, Progress: progress,
		Fault: func(err error) { _, _ = fmt.Fprintln(progress, screen.Line(err.Error())) },
	}
	if c.prune {
		i.Prune = c.ask
	}
	sum, err := i.Run(ctx)
	if err == nil || sum != (transfer.Summary{}) {
		text := sum.String() + "\n" + kept(sum, c.prune || c.dryRun)
		if c.dryRun {
			text = "Nothing was written. It would be: " + text
		}
		_, _ = fmt.Fprint(c.run.Stdout, text)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return errors.New("the import was interrupted; run it again, and it goes on from there")
	case err == nil && sum.Errors > 0 && (sum.Errors > sum.Shop || sum.Created+sum.Updated+sum.Unchanged == 0):
		return errors.New(screen.Amount(sum.Errors, "row was", "rows were") + " left out; correct them and run the import again")
	}
	return err
}

func (c *commands) remove(cmd *cobra.Command, at *place, f *file) error {
	p := transfer.Prune{
		Store: at.store, Rows: f.rows(), Ask: c.ask,
		Fault: func(err error) { _, _ = fmt.Fprintln(c.run.Stderr, screen.Line(err.Error())) },
	}
	sum, err := p.Run(cmd.Context())
	switch {
	case err != nil && cmd.Context().Err() != nil:
		return errors.New("it was interrupted; run it again to delete the rest")
	case err != nil:
		return err
	case sum.Errors > 0:
		return errors.New("nothing was deleted; correct the rows named above and run it again")
	}
	_, err = fmt.Fprintf(c.run.Stdout, "%d deleted\n%s", sum.Deleted, kept(sum, true))
	return err
}

func prepare(cmd *cobra.Command, at *place) error {
	if at.setup == nil {
		return errNoStore
	}
	if err := at.setup(cmd.Context()); err != nil {
		return err
	}
	text := "The store is ready: import gifts with gift-mcp import."
	if at.embedded {
		text = "The vectors of the catalog are in the user's cache folder."
	}
	_, err := fmt.Fprintln(cmd.OutOrStdout(), text)
	return err
}

// kept says how many gifts are in the store and not in the file, if that was asked.
func kept(sum transfer.Summary, asked bool) string {
	n, rest := sum.Absent-sum.Deleted, ".\n"
	if n == 0 || !asked {
		return ""
	}
	if sum.Errors > 0 {
		rest = "; none is deleted while a row has an error.\n"
	}
	return screen.Amount(n, "gift is", "gifts are") + " in the store and not in the file" + rest
}

// ask asks whether to delete so many gifts.
func (c *commands) ask(ctx context.Context, gifts int) (bool, error) {
	if c.yes {
		return true, nil
	}
	asker := cli.NewAsker(c.run.Stdin, c.run.Stderr)
	if asker == nil {
		return false, cli.Mistake(screen.Amount(gifts, "gift is", "gifts are") + " in the store and not in the file: add --yes to delete, since there is no terminal to ask at")
	}
	answer, err := asker.Line(ctx, fmt.Sprintf("Delete %s that the file doesn't have? [y/N] ", screen.Amount(gifts, "gift", "gifts")))
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", err
}

func (c *commands) export(cmd *cobra.Command, path string) error {
	format, err := formatOf(path, c.format)
	if err != nil {
		return err
	}
	return c.on(cmd.Context(), func(at *place) error {
		n := 0
		err := toFile(path, c.force, c.run.Stdout, func(out io.Writer) error {
			to := catalog.NewWriter(out, format)
			err := transfer.Export(cmd.Context(), at.store, func(g *catalog.Gift) error {
				n++
				return to.Write(g)
			})
			if end := to.Close(); err == nil {
				err = end
			}
			return err
		})
		if err == nil && path != "-" {
			_, err = fmt.Fprintf(c.run.Stderr, "%s to %s.\n", screen.Amount(n, "gift was written", "gifts were written"), screen.Line(path))
		}
		return err
	})
}

// toFile has write write to a file that gets its name when it is complete, or to out for "-".
func toFile(path string, force bool, out io.Writer, write func(io.Writer) error) error {
	if path == "-" {
		return write(out)
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("write %s: %w", screen.Line(path), err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file", screen.Line(path))
	case !force:
		return fmt.Errorf("%s exists already; name another file, or use --force to replace it", screen.Line(path))
	}
	f, err := atomicfile.Create(path, 0o644)
	if err == nil {
		defer f.Abandon()
		if err := write(f); err != nil {
			return err
		}
		if force {
			err = f.Replace()
		} else {
			err = f.Claim()
		}
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", screen.Line(path), err)
	}
	return nil
}

// formatOf returns the format that the flag names, or else the name of the file.
func formatOf(path, flag string) (catalog.Format, error) {
	for _, f := range catalog.Formats {
		if strings.EqualFold(flag, string(f)) {
			return f, nil
		}
	}
	switch {
	case flag != "":
		return "", cli.Mistake("--format must be csv, json, jsonl or yaml")
	case path == "-":
		return "", cli.Mistake("give --format csv, json, jsonl or yaml")
	}
	f, err := catalog.FormatOf(path)
	if err != nil {
		return "", cli.Mistake("give --format csv, json, jsonl or yaml: " + err.Error())
	}
	return f, nil
}

// file is a file of gifts.
type file struct {
	in     io.Reader
	format catalog.Format
	close  func()
}

// openFile opens a file, or standard input for "-".
func openFile(stdin io.Reader, path, flag string) (*file, error) {
	format, err := formatOf(path, flag)
	if err != nil || path == "-" {
		return &file{stdin, format, func() {}}, err
	}
	f, err := os.Open(path) //nolint:gosec // the operator's own file
	if err == nil {
		var info os.FileInfo
		if info, err = f.Stat(); err == nil && info.IsDir() {
			err = errors.New("it is a directory")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %s", screen.Line(path), cause(err))
	}
	return &file{f, format, func() { _ = f.Close() }}, nil
}

// rows returns the rows of the file, to be read once.
func (f *file) rows() iter.Seq2[catalog.Gift, error] { return catalog.Read(f.in, f.format, nil) }

// count returns how many rows there are, or -1 if the file can't be read twice.
func (f *file) count() (n int) {
	again, ok := f.in.(io.Seeker)
	if !ok {
		return -1
	}
	if _, err := again.Seek(0, io.SeekStart); err != nil {
		return -1
	}
	for range f.rows() { //nolint:errcheck // only the rows count
		n++
	}
	if _, err := again.Seek(0, io.SeekStart); err != nil {
		return -1
	}
	return n
}
