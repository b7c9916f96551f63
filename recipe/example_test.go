package recipe_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

// pantry is an API with one recipe. Whatever has these methods will do, such as
// an apiclient.Client; the example doesn't call the others.
type pantry struct{ recipe.API }

func (pantry) List(context.Context) (json.RawMessage, error) {
	return json.RawMessage(`[{"id":"6b0a4f0e-6a0b-4c8e-9a2f-0d8f3c1b7a11","title":"Tea","description":""}]`), nil
}

func (pantry) Get(_ context.Context, id string) (json.RawMessage, error) {
	return json.RawMessage(`{"id":"` + id + `","title":"Tea","steps":[{"instruction":"Steep."}]}`), nil
}

func (pantry) Ingredients(context.Context, string, string) ([]string, error) { return nil, nil }

func (pantry) Create(_ context.Context, body json.RawMessage) (json.RawMessage, error) {
	return body, nil
}

func (pantry) Update(_ context.Context, _ string, body json.RawMessage) (json.RawMessage, error) {
	return body, nil
}

// A session is handed to a transport: package stdio reads lines and writes lines.
func Example() {
	server, err := mcp.New(mcp.Options{
		Name:         "recipe-mcp",
		Title:        "Recipe Vault",
		Version:      "1.0.0",
		Instructions: "Start with list_recipes.",
		Log:          zerolog.New(os.Stderr),
	}, recipe.Tools(pantry{}, recipe.ToolOptions{}))
	if err != nil {
		fmt.Println(err)
		return
	}
	input := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"example","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`)
	if err := stdio.Serve(context.Background(), input, os.Stdout, server.Session(), stdio.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"recipe-mcp","version":"1.0.0","title":"Recipe Vault"},"instructions":"Start with list_recipes."}}
}

// Good arguments become one call of the API, others an error that names the
// member and the rule.
func ExampleTools() {
	server, err := mcp.New(mcp.Options{Name: "recipe-mcp", Version: "1.0.0"}, recipe.Tools(pantry{}, recipe.ToolOptions{}))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_recipes"}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"create_recipe","arguments":{"title":"Cocoa"}}}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"create_recipe","arguments":{"difficulty":9}}}`,
	} {
		if err := stdio.Serve(context.Background(), strings.NewReader(line), os.Stdout, server.Session(), stdio.Options{}); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"recipes\":[{\"id\":\"6b0a4f0e-6a0b-4c8e-9a2f-0d8f3c1b7a11\",\"title\":\"Tea\",\"description\":\"\"}]}"}],"structuredContent":{"recipes":[{"id":"6b0a4f0e-6a0b-4c8e-9a2f-0d8f3c1b7a11","title":"Tea","description":""}]}}}
	// {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\"title\":\"Cocoa\"}"}],"structuredContent":{"title":"Cocoa"}}}
	// {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"title is required; difficulty must be between 1 and 5","data":{"kind":"invalid_params","field":"title"}}}
}
