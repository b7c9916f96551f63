package giftmcp

import (
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/gift/eval"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

const aboutEval = `Measure how well the built-in catalog is searched, with descriptions for which people noted
the gifts that suit: by words only, by vectors only, and by everything together. The figures
that count are those of the held half, to which nothing was tuned.

No setting has an effect.

Exit codes: 0 it was measured; 1 it could not be; 2 the command line or the environment is
wrong.`

func (w works) evalCommand() *cobra.Command {
	var o eval.Options
	cmd := &cobra.Command{
		Use:   "eval",
		Short: "Measure how well gifts are found",
		Long:  aboutEval,
		Args:  cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return eval.Run(cmd.Context(), cmd.OutOrStdout(), o)
		},
	}
	cmd.Flags().BoolVar(&o.Calibrate, "calibrate", false, "print the score that best separates descriptions from other texts, for each way of searching")
	return cmd
}
