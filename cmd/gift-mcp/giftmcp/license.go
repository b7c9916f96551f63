package giftmcp

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

// licenseCommand prints the terms of what others made: the model behind the table.
func licenseCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "license",
		Short: "Print the license of the embedder that is built in",
		Long:  "Print which model the built-in embedder was made from, and the license of that model.",
		Args:  cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(cmd.OutOrStdout(), table.License())
			return err
		},
	}
}
