package main

import (
	"context"
	"fmt"
	"net/http"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// mcpGo is mcp-go's own HTTP server, as it is without options.
func mcpGo(address string) (func(), error) {
	s := mcpserver.NewMCPServer("stock", "1.0.0", mcpserver.WithToolCapabilities(true))
	get := func(_ context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if _, err := request.RequireString("id"); err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultStructured(answer, string(answer)), nil
	}
	s.AddTool(mcp.NewTool(tool, mcp.WithDescription("Get what there is."), mcp.WithString("id", mcp.Required())), get)
	var added atomic.Int64
	change := func() { s.AddTool(mcp.NewTool(fmt.Sprintf("more-%d", added.Add(1))), get) }
	return change, serve(address, mcpserver.NewStreamableHTTPServer(s))
}

type arguments struct {
	ID string `json:"id" jsonschema:"the id"`
}

// goSDK is the official SDK's handler, in the form that serves both eras, and with
// the option that makes it quicker.
func goSDK(address string) (func(), error) {
	s := sdk.NewServer(&sdk.Implementation{Name: "gosdk", Version: "1.0.0"}, &sdk.ServerOptions{
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{ListChanged: true}},
	})
	get := func(context.Context, *sdk.CallToolRequest, arguments) (*sdk.CallToolResult, any, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(answer)}}, StructuredContent: answer}, nil, nil
	}
	sdk.AddTool(s, &sdk.Tool{Name: tool, Description: "Get what there is."}, get)
	var added atomic.Int64
	change := func() { sdk.AddTool(s, &sdk.Tool{Name: fmt.Sprintf("more-%d", added.Add(1))}, get) }
	return change, serve(address, sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s },
		&sdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true}))
}
