package giftmcp

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/transfer"
	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
)

const aboutExport = `Write all gifts of the store that VECTOR_STORE names to FILE, or to standard output, sorted
by name. With VECTOR_STORE=embedded they are those of the built-in catalog or of CATALOG: a
start for a catalog of your own, since import and CATALOG read the same formats.

FILE gets its name only when it is complete; an existing file is replaced only with
--force.

Exit codes: 0 all were written; 1 they were not; 2 the command line or the environment is
wrong.`

func (w works) exportCommand() *cobra.Command {
	var o importing
	var force bool
	cmd := &cobra.Command{
		Use:   "export [FILE]",
		Short: "Write the catalog to a file",
		Long:  aboutExport,
		Example: `  gift-mcp export gifts.csv
  gift-mcp export --format jsonl > gifts.jsonl`,
		Args: cli.Args(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			path := ""
			if len(args) > 0 && args[0] != "-" {
				path = args[0]
			}
			format, err := formatOf(path, o.format)
			if err != nil {
				return err
			}
			return w.on(cmd, o, false, func(at *place) error {
				n := 0
				err := toFile(path, force, cmd.OutOrStdout(), func(out io.Writer) error {
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
				if err == nil && path != "" {
					_, err = fmt.Fprintf(cmd.ErrOrStderr(), "%s to %s.\n", screen.Amount(n, "gift was written", "gifts were written"), screen.Line(path))
				}
				return failure(err)
			})
		},
	}
	storeFlag(cmd, &o)
	cmd.Flags().StringVar(&o.format, "format", "", "csv, json, jsonl or yaml; without it, by the name of FILE")
	cmd.Flags().BoolVar(&force, "force", false, "replace a file that exists")
	return cmd
}

// toFile has write write to a file that gets its name when it is complete, or to out if path
// is empty.
func toFile(path string, force bool, out io.Writer, write func(io.Writer) error) error {
	if path == "" {
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
	if err != nil {
		return fmt.Errorf("write %s: %w", screen.Line(path), err)
	}
	defer f.Abandon()
	if err := write(f); err != nil {
		return err
	}
	name := f.Claim
	if force {
		name = f.Replace
	}
	if err := name(); err != nil {
		return fmt.Errorf("write %s: %w", screen.Line(path), err)
	}
	return nil
}
