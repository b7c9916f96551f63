package builder

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"mcp-adapters/program/exit"
	"mcp-adapters/program/usage"
)

// healthCheckCommand is for containers, whose image has no shell and no curl.
func (p *program) healthCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "healthcheck",
		Short: "Ask the server on this machine whether it is healthy",
		Long: `Ask the server that HTTP_ADDR names whether apps can be served.

Exit codes: 0 they can; 1 they can't, or it is not running; 2 the environment is wrong.`,
		Args: usage.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := Load(p.getenv)
			if err != nil {
				return err
			}
			return exit.Failure(s.checkHealth(cmd.Context()))
		},
	}
}

func (s *Settings) checkHealth(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	host, port, err := net.SplitHostPort(string(s.Addr))
	if err != nil {
		return err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", http.NoBody)
	if err != nil {
		return err
	}
	// This machine is asked directly, whatever proxy the environment names.
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		return fmt.Errorf("the server does not answer: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the server is not healthy: status %d", resp.StatusCode)
	}
	return nil
}
