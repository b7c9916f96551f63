package main

import (
	"time"

	"github.com/spf13/cobra"

	"mcp-adapters/clients"
)

func uninstallCommand() *cobra.Command {
	var flags installFlags
	cmd := &cobra.Command{
		Use:   "uninstall [CLIENT…]",
		Short: "Take this server out of an assistant's config",
		Long: `Take this server's entry out of the config file of Claude Desktop, or of the
clients named:
` + clientList() + `
Everything else in the file stays as it is, and a backup is left beside it. The
recipes stay too.`,
		Example: `  recipe-mcp uninstall
  recipe-mcp uninstall --all`,
		ValidArgs: clientIDs(),
		RunE: func(cmd *cobra.Command, args []string) error {
			places := clients.Here()
			chosen, err := choose(places, args, flags.all)
			if err != nil {
				return err
			}
			w := writer{places: places, now: time.Now, out: cmd.OutOrStdout(), errs: cmd.ErrOrStderr(), dryRun: flags.dryRun}
			return w.uninstall(cmd.Context(), chosen, flags.server)
		},
	}
	register(cmd, &flags)
	return cmd
}
