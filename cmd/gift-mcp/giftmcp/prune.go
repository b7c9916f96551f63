package giftmcp

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/gift/transfer"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
)

const aboutPrune = `Delete the gifts that are in the store and not in FILE, after asking; --yes deletes them
without asking. Nothing else is changed: to add what is new in FILE, use import.

No gift is deleted if a row of FILE breaks a rule: the row may be about one of them.

Exit codes: 0 the store has no such gift any more, or you answered no; 1 it failed; 2 the
command line or the environment is wrong.`

func (w works) pruneCommand() *cobra.Command {
	var o importing
	cmd := &cobra.Command{
		Use:     "prune FILE",
		Short:   "Delete the gifts that a catalog no longer has",
		Long:    aboutPrune,
		Example: "  gift-mcp prune gifts.csv --store s3vectors",
		Args:    cli.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := openFile(cmd.InOrStdin(), args[0], o.format)
			if err != nil {
				return err
			}
			defer file.close()
			return w.on(cmd, o, true, func(at *place) error { return prune(cmd, at, file, o) })
		},
	}
	storeFlag(cmd, &o)
	cmd.Flags().StringVar(&o.format, "format", "", "csv, json, jsonl or yaml; without it, by the name of FILE")
	cmd.Flags().BoolVar(&o.yes, "yes", false, "delete without asking")
	return cmd
}

func prune(cmd *cobra.Command, at *place, file *file, o importing) error {
	p := transfer.Prune{
		Store: at.store, Rows: file.rows(), Ask: ask(cmd, o.yes),
		Fault: func(err error) { _, _ = fmt.Fprintln(cmd.ErrOrStderr(), screen.Line(err.Error())) },
	}
	sum, err := p.Run(cmd.Context())
	if err != nil && cmd.Context().Err() != nil {
		return errors.New("it was interrupted; run it again to delete the rest")
	}
	if err != nil {
		return failure(err)
	}
	if sum.Errors > 0 {
		return errors.New("nothing was deleted; correct the rows named above and run it again")
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d deleted\n%s", sum.Deleted, kept(sum, true))
	return err
}
