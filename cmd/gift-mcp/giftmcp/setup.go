package giftmcp

import (
	"fmt"

	"github.com/spf13/cobra"

	"mcp-adapters/config"
	"mcp-adapters/program/usage"
)

var errNoStore = config.Faults{{Variable: "VECTOR_STORE", Rule: "must be s3vectors or postgres for this: with embedded, the gifts are those of the built-in catalog or of the file in CATALOG, read at each start (gift-mcp import FILE --dry-run checks such a file)"}}

const aboutSetup = `Make what the store that VECTOR_STORE names needs: the vector bucket and the index of
S3 Vectors, or the tables in PostgreSQL. What is there already stays as it is.

With VECTOR_STORE=embedded and EMBEDDER=minilm or openai it computes the vectors of the
catalog, which a server does otherwise while it waits for its first call.

Exit codes: 0 it is there; 1 it could not be made; 2 the command line or the environment is
wrong.`

func (w works) setupCommand() *cobra.Command {
	var o importing
	cmd := &cobra.Command{
		Use:     "setup",
		Short:   "Make the index or the tables that the store needs",
		Long:    aboutSetup,
		Example: "  gift-mcp setup --store s3vectors",
		Args:    usage.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return w.on(cmd, o, false, func(at *place) error {
				if at.setup == nil {
					return errNoStore
				}
				if err := at.setup(cmd.Context()); err != nil {
					return failure(err)
				}
				said := "The store is ready; gift-mcp import brings gifts into it."
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
