package giftmcp

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

var errNoStore = config.Faults{{Variable: "VECTOR_STORE", Rule: "must be s3vectors for this command; with embedded, the server reads the built-in catalog or CATALOG at each start (check a file with gift-mcp import FILE --dry-run)"}}

const aboutSetup = `Create what the store that VECTOR_STORE names needs: the vector bucket and the index of
S3 Vectors. What exists already stays as it is.

With VECTOR_STORE=embedded and EMBEDDER=openai, setup computes the vectors of the
catalog, which a server otherwise does while it waits for its first call.

Exit codes: 0 everything exists; 1 something could not be created; 2 the command line or
the environment is wrong.`

func (w works) setupCommand() *cobra.Command {
	var o importing
	cmd := &cobra.Command{
		Use:     "setup",
		Short:   "Create the index that the store needs",
		Long:    aboutSetup,
		Example: "  gift-mcp setup --store s3vectors",
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return w.on(cmd, o, false, func(at *place) error {
				if at.setup == nil {
					return errNoStore
				}
				if err := at.setup(cmd.Context()); err != nil {
					return failure(err)
				}
				said := "The store is ready: import gifts with gift-mcp import."
				if at.ahead {
					said = "The vectors of the catalog are in the user's cache folder."
				}
				_, err := fmt.Fprintln(cmd.OutOrStdout(), said)
				return err
			})
		},
	}
	storeFlag(cmd, &o)
	return cmd
}
