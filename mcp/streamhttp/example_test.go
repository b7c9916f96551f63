package streamhttp_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// greeter greets whom its path names.
type greeter struct{ name string }

func (g greeter) Prepare(*jsonrpc.Request) jsonrpc.Call {
	return jsonrpc.Call{Run: func(context.Context, jsonrpc.Client) (jsonrpc.Result, error) {
		return jsonrpc.Raw(`{"hello":"` + g.name + `"}`), nil
	}}
}

func (greeter) Notify(context.Context, *jsonrpc.Request) {}

// One endpoint may serve many servers.
func ExampleNew() {
	endpoint, err := streamhttp.New(streamhttp.Options{
		Handler: func(r *http.Request, _ string) (jsonrpc.Handler, error) {
			switch name := r.PathValue("name"); name {
			case "world":
				return greeter{name}, nil
			default:
				return nil, &streamhttp.Refusal{Status: http.StatusNotFound, Err: &jsonrpc.Error{
					Code: jsonrpc.CodeInvalidRequest, Message: "there is no server of this name",
				}}
			}
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	mux := http.NewServeMux()
	mux.Handle("/servers/{name}/mcp", endpoint)
	server := httptest.NewServer(mux) // or streamhttp.HTTPServer(mux, log) and a listener
	defer server.Close()
	for _, name := range []string{"world", "moon"} {
		res, err := http.Post(server.URL+"/servers/"+name+"/mcp", "application/json",
			strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"greet"}`))
		if err != nil {
			fmt.Println(err)
			return
		}
		body, err := io.ReadAll(res.Body)
		fmt.Println(res.StatusCode, string(body), err)
		_ = res.Body.Close()
	}
	if err := endpoint.Shutdown(context.Background()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"hello":"world"}} <nil>
	// 404 {"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"there is no server of this name"}} <nil>
}
