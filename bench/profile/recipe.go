package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/bench/drive"
	"github.com/mcp-adapters/mcp-adapters/bench/fixture"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

// recipeJobs starts an API with a list of that many recipes.
func recipeJobs(ctx context.Context, rows int) (jobs []job, done func(), err error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, fmt.Errorf("listen: %w", err)
	}
	api := &http.Server{Handler: fixture.Handler(), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = api.Serve(listener) }()
	env := []string{fmt.Sprintf("API_BASE_URL=http://%s/%d", listener.Addr(), rows), "API_KEY=bench"}
	return []job{
		{"get", drive.Tool{Name: "get_recipe", Arguments: []string{`{"recipe_id":"` + fixture.ID + `"}`}}, 16, env},
		{"list", drive.Tool{Name: "list_recipes", Arguments: []string{"{}"}}, 4, env},
	}, func() { _ = api.Close() }, nil
}

// serveRecipes is recipe-mcp on a remote API with its default settings.
func serveRecipes(ctx context.Context) error {
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
	return nil
}
