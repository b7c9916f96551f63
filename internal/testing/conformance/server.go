package main

import (
	"context"
	"errors"
	"net"
	"net/http"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// newServer returns the server, and what reports its changes.
func newServer() (*mcp.Server, *mcp.Feed, error) {
	feed := &mcp.Feed{Offer: mcp.Offer{Tools: true, Prompts: true, Resources: true, Contents: true}}
	server, err := mcp.New(mcp.Options{
		Name: "conformance", Title: "Conformance", Version: "1",
		Instructions: "Every tool, resource and prompt is a test of the conformance suite.",
		Resources:    resources(), Templates: templates(), Prompts: prompts(),
		Changes: feed, Logging: true, LogLevel: "debug",
		// The suite expects a tool that fails to say so in a result, in both eras.
		ToolErrors:  mcp.ErrorsAsResults,
		UnknownTool: jsonrpc.CodeInvalidParams,
		Log:         zerolog.Nop(),
	}, append(tools(feed), asking()...))
	return server, feed, err
}

// serve answers at /mcp until ctx ends.
func serve(ctx context.Context, ln net.Listener, server *mcp.Server) error {
	endpoint, err := streamhttp.New(streamhttp.Options{
		Handler: func(_ *http.Request, version string) (jsonrpc.Handler, error) { return server.Request(version), nil },
		Hosts:   []string{"127.0.0.1", "localhost"},
		Log:     zerolog.Nop(),
	})
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", endpoint)
	s := streamhttp.HTTPServer(mux, zerolog.Nop())
	defer context.AfterFunc(ctx, func() { _ = s.Close() })()
	if err := s.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
