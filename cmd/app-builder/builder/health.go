package builder

import (
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

// healthCheckCommand is for containers, whose image has no shell and no curl.
func (p *program) healthCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "healthcheck",
		Short: "Ask the server on this machine whether it is healthy",
		Long: `Ask the server that HTTP_ADDR names whether apps can be served.

Exit codes: 0 they can; 1 they can't, or it is not running; 2 the environment is wrong.`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := Load(p.getenv)
			if err != nil {
				return err
			}
			return cli.Failure(httpserver.Probe(cmd.Context(), string(s.Addr), "/readyz"))
		},
	}
}
