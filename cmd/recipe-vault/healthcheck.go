package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"

	"github.com/spf13/cobra"
)

// healthCheckCommand is for containers, whose image has no shell and no curl.
func (p *program) healthCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "healthcheck",
		Short: "Ask the server on this machine whether it is healthy",
		Long: `Ask the server that BIND_ADDRESS names whether it is healthy.

Exit codes: 0 it is; 1 it is not, or is not running; 2 BIND_ADDRESS is wrong.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			bind, err := bindAddress(p.getenv("BIND_ADDRESS"))
			if err != nil {
				return &usageError{[]string{"BIND_ADDRESS " + err.Error()}}
			}
			return checkHealth(cmd.Context(), reachable(bind))
		},
	}
}

func checkHealth(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, healthLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/health", http.NoBody)
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

// reachable turns an address to listen on into one to connect to.
func reachable(bind string) string {
	host, port, err := net.SplitHostPort(bind)
	if err != nil {
		return bind
	}
	ip, err := netip.ParseAddr(host)
	switch {
	case host == "" || err == nil && ip.IsUnspecified() && ip.Is4():
		host = "127.0.0.1"
	case err == nil && ip.IsUnspecified():
		host = "::1"
	}
	return net.JoinHostPort(host, port)
}
