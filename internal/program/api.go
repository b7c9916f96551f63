package program

import (
	"context"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/endpoint"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// APIOptions are those of the client with which the program of this name reaches the REST API
// behind its tools. Warnings go to the client of the call that they are about.
func (c *Common) APIOptions(program string, api config.API, log zerolog.Logger) apiclient.Options {
	return apiclient.Options{
		BaseURL:    string(api.BaseURL),
		UserAgent:  program + "/" + cli.Version(),
		Proxy:      string(api.Proxy),
		Timeout:    api.Timeout,
		MaxRetries: api.MaxRetries,
		MaxConns:   c.MaxConcurrency,
		Remote:     endpoint.Remote,
		Warn: func(ctx context.Context, sentence string) {
			_ = mcp.LogMessage(ctx, "warning", map[string]string{"message": sentence}) // one that is gone misses it
		},
		Log: log,
	}
}
