package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// A server with one tool: over standard input and output, and ready for HTTP.
func Example() {
	forecast := mcp.Tool{
		Name: "forecast", Title: "Forecast", Description: "Forecasts the weather of a city.",
		Hints: mcp.Hints{ReadOnly: true, Idempotent: true},
		Input: schema.Closed([]string{"city"}, schema.Text("city", "The city's name.", 1, 100)),
		Call: func(_ context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			if args.Text("city") != "Rome" {
				return mcp.Result{}, &fault.Error{Kind: fault.NotFound, Message: "There is no forecast for that city."}
			}
			return mcp.StructuredResult(map[string]string{"sky": "clear"})
		},
	}
	server, err := mcp.New(mcp.Options{Name: "weather", Version: "1"}, []mcp.Tool{forecast})
	if err != nil {
		panic(err)
	}
	in := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"forecast","arguments":{"city":"Rome"}}}`)
	if err := stdio.Serve(context.Background(), in, os.Stdout, server.Session(), stdio.Options{}); err != nil {
		panic(err)
	}
	endpoint, err := streamhttp.New(streamhttp.Options{
		Handler: func(_ *http.Request, version string) (jsonrpc.Handler, error) { return server.Request(version), nil },
		Hosts:   []string{"weather.example"},
	})
	if err != nil {
		panic(err)
	}
	_ = streamhttp.HTTPServer(endpoint, zerolog.Nop()) // its ListenAndServe serves the endpoint
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"sky\":\"clear\"}"}],"structuredContent":{"sky":"clear"}}}
}

// A server with a tool that reports progress, a template of resources, and a prompt.
func ExampleServer_Session() {
	cook := mcp.Tool{
		Name: "cook", Title: "Cook", Description: "Cooks a dish.",
		Input: schema.Closed([]string{"dish"}, schema.Text("dish", "What to cook.", 1, 100)),
		Call: func(_ context.Context, r *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			r.Progress(1, 2, "chopping")
			r.Progress(2, 2, "stirring")
			return mcp.StructuredResult(map[string]string{"dish": args.Text("dish")})
		},
	}
	server, err := mcp.New(mcp.Options{
		Name: "kitchen", Version: "1",
		Templates: []mcp.ResourceTemplate{{
			URI: "dish://{name}", Name: "dish", MIME: "text/plain",
			Read: func(_ context.Context, _ *mcp.Request, _ string, variables map[string]string) ([]mcp.Contents, error) {
				return []mcp.Contents{{Text: "How to make " + variables["name"]}}, nil
			},
		}},
		Prompts: []mcp.Prompt{{
			Name: "dinner", Arguments: []mcp.PromptArgument{{Name: "guests", Required: true}},
			Get: func(_ context.Context, _ *mcp.Request, arguments map[string]string) (mcp.Messages, error) {
				text := mcp.TextContent("Plan a dinner for " + arguments["guests"])
				return mcp.Messages{Messages: []mcp.Message{{Role: "user", Content: text}}}, nil
			},
		}},
		Log: zerolog.Nop(),
	}, []mcp.Tool{cook})
	if err != nil {
		fmt.Println(err)
		return
	}
	in := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"cook","arguments":{"dish":"soup"},"_meta":{"progressToken":"p"}}}
{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"dish://bread"}}
`
	if err := stdio.Serve(context.Background(), strings.NewReader(in), os.Stdout, server.Session(), stdio.Options{MaxConcurrency: 1}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1,"total":2,"message":"chopping"}}
	// {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":2,"total":2,"message":"stirring"}}
	// {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"dish\":\"soup\"}"}],"structuredContent":{"dish":"soup"}}}
	// {"jsonrpc":"2.0","id":2,"result":{"contents":[{"uri":"dish://bread","mimeType":"text/plain","text":"How to make bread"}]}}
}

// A tool that asks before it does something that can't be undone.
func ExampleInputRequired() {
	burn := func(_ context.Context, r *mcp.Request, _ schema.Arguments) (mcp.Result, error) {
		var answer struct{ Action string }
		if json.Unmarshal(r.Input().Responses["sure"], &answer) != nil || answer.Action == "" {
			return mcp.Result{}, &mcp.InputRequired{Requests: map[string]mcp.InputRequest{"sure": {
				Method: "elicitation/create",
				Params: map[string]any{"message": "Burn it?", "requestedSchema": map[string]any{"type": "object", "properties": map[string]any{}}},
			}}}
		}
		return mcp.Result{Text: answer.Action}, nil
	}
	_, err := burn(context.Background(), &mcp.Request{}, nil)
	fmt.Println(err)
	// Output: input is required: sure
}
