package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/endpoint"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// recipeMCP is all that recipe-mcp has before the recipes: the endpoint with its
// limits, metrics and checks.
func recipeMCP(address string) (func(), error) {
	feed := &mcp.Feed{Offer: mcp.Offer{Tools: true}}
	log := zerolog.New(announcer{}).Level(zerolog.InfoLevel)
	server, err := mcp.New(mcp.Options{Name: "recipe-mcp", Version: "0", Changes: feed, Log: log}, []mcp.Tool{{
		Name: tool, Description: "Get what there is.",
		Hints: mcp.Hints{ReadOnly: true},
		Input: schema.Closed([]string{"id"}, schema.Text("id", "The id.", 1, 100)),
		Call: func(context.Context, *mcp.Request, schema.Arguments) (mcp.Result, error) {
			return mcp.Result{Structured: answer}, nil
		},
	}})
	if err != nil {
		return nil, fmt.Errorf("make the server: %w", err)
	}
	h := config.HTTP{Addr: config.Address(address), Auth: config.AuthNone}
	ln, err := endpoint.Listen(context.Background(), &h)
	if err != nil {
		return nil, err
	}
	go func() {
		err := endpoint.Serve(context.Background(), ln, h,
			config.Loop{DrainTimeout: time.Second, MaxMessageBytes: 10 << 20},
			endpoint.System{Name: "recipe-mcp", Backend: endpoint.Backend{Server: server}, Log: log})
		fmt.Fprintln(os.Stderr, "bench web:", err)
		os.Exit(1)
	}()
	return func() { feed.Report(mcp.Changes{Tools: true}) }, nil
}

// announcer is a log that prints where the endpoint is.
type announcer struct{}

func (announcer) Write(line []byte) (int, error) {
	var event struct{ Endpoint string }
	if json.Unmarshal(line, &event) == nil && event.Endpoint != "" {
		fmt.Println(event.Endpoint)
	}
	return os.Stderr.Write(line)
}

// streamHTTP is the transport alone: each call has the same prepared result.
func streamHTTP(address string) (func(), error) {
	quoted, err := json.Marshal(string(answer))
	if err != nil {
		return nil, err
	}
	h := prepared(`{"content":[{"type":"text","text":` + string(quoted) + `}],"structuredContent":` + string(answer) + modern + `}`)
	endpoint, err := streamhttp.New(streamhttp.Options{
		Handler: func(*http.Request, string) (jsonrpc.Handler, error) { return h, nil },
	})
	if err != nil {
		return nil, err
	}
	return func() {}, serve(address, endpoint)
}

type prepared jsonrpc.Raw

func (p prepared) Prepare(req *jsonrpc.Request) jsonrpc.Call {
	result := jsonrpc.Raw(p)
	if req.Method == "initialize" {
		result = jsonrpc.Raw(initialized)
	}
	return jsonrpc.Call{Order: jsonrpc.Read, Run: func(context.Context, jsonrpc.Client) (jsonrpc.Result, error) { return result, nil }}
}

func (prepared) Notify(context.Context, *jsonrpc.Request) {}
