package program

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

func (r *run) toolsCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "tools",
		Short: "List the tools",
		Long:  "List the tools that an assistant is offered. With --json they come as tools/list publishes them.",
		Args:  cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			tools, err := r.offered()
			if err != nil {
				return err
			}
			if asJSON {
				return writeDefinitions(cmd.OutOrStdout(), tools)
			}
			return writeTable(cmd.OutOrStdout(), tools)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the tools as one JSON array")
	return cmd
}

// offered returns the tools that the settings offer.
func (r *run) offered() ([]mcp.Tool, error) {
	if r.Offered == nil {
		return r.Tools(), nil
	}
	return r.Offered()
}

func writeDefinitions(out io.Writer, tools []mcp.Tool) error {
	definitions := make([]json.RawMessage, len(tools))
	for i := range tools {
		definition, err := tools[i].Definition()
		if err != nil {
			return err
		}
		definitions[i] = definition
	}
	return json.NewEncoder(out).Encode(definitions)
}

func writeTable(out io.Writer, tools []mcp.Tool) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "TOOL\tWHAT IT DOES\tARGUMENTS (* required)")
	for i := range tools {
		tool := &tools[i]
		var names []string
		for _, a := range tool.Arguments() {
			if a.Required {
				a.Name += "*"
			}
			names = append(names, a.Name)
		}
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\n", tool.Name, tool.Title, strings.Join(names, " "))
	}
	return table.Flush()
}
