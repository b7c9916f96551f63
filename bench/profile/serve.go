package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"time"

	"github.com/rs/zerolog"

	"mcp-adapters/apiclient"
	"mcp-adapters/jsonrpc/stdio"
	"mcp-adapters/mcp"
	"mcp-adapters/recipe"
)

// allocationRate is how many bytes lie between two sampled allocations.
const allocationRate = 128 << 10

// serve is recipe-mcp on a remote API with its default settings. It writes
// path.cpu.prof and path.allocs.prof when its input ends.
func serve(ctx context.Context, path string) (err error) {
	runtime.MemProfileRate = allocationRate
	cpu, err := os.Create(path + ".cpu.prof") //nolint:gosec // the path that the user asked for
	if err != nil {
		return fmt.Errorf("make the CPU profile: %w", err)
	}
	defer func() { err = errors.Join(err, cpu.Close()) }()
	if err := pprof.StartCPUProfile(cpu); err != nil {
		return fmt.Errorf("start the CPU profile: %w", err)
	}
	defer pprof.StopCPUProfile()

	log := zerolog.New(zerolog.SyncWriter(os.Stderr)).Level(zerolog.InfoLevel).With().Timestamp().Logger()
	client, err := recipe.NewClient(recipe.Options{
		Options: apiclient.Options{
			BaseURL:    os.Getenv("API_BASE_URL"),
			UserAgent:  "recipe-mcp/profile",
			Timeout:    30 * time.Second,
			MaxRetries: 3,
			MaxConns:   16,
			Log:        log,
		},
		Key: os.Getenv("API_KEY"),
	})
	if err != nil {
		return fmt.Errorf("make the client: %w", err)
	}
	defer client.Close()
	server, err := mcp.New(mcp.Options{
		Name: "recipe-mcp", Title: "Recipe Vault", Version: "profile",
		Instructions: recipe.Instructions(recipe.ToolOptions{}), Log: log,
	}, recipe.Tools(client, recipe.ToolOptions{}))
	if err != nil {
		return fmt.Errorf("make the server: %w", err)
	}
	if err := stdio.Serve(ctx, os.Stdin, os.Stdout, server.Session(), stdio.Options{Log: log}); err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	allocations, err := os.Create(path + ".allocs.prof") //nolint:gosec // the path that the user asked for
	if err != nil {
		return fmt.Errorf("make the allocation profile: %w", err)
	}
	defer func() { err = errors.Join(err, allocations.Close()) }()
	if err := pprof.Lookup("allocs").WriteTo(allocations, 0); err != nil {
		return fmt.Errorf("write the allocation profile: %w", err)
	}
	return nil
}
