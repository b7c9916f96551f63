package stdio_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
)

// greeter knows one method.
type greeter struct{}

func (greeter) Prepare(req *jsonrpc.Request) jsonrpc.Call {
	return jsonrpc.Call{Order: jsonrpc.Inline, Run: func(context.Context, jsonrpc.Client) (jsonrpc.Result, error) {
		if req.Method != "greet" {
			return nil, &jsonrpc.Error{
				Code: jsonrpc.CodeMethodNotFound, Message: "there is no method " + req.Method + "; there is greet",
				Data: &jsonrpc.Data{Kind: "method_not_found"},
			}
		}
		return jsonrpc.Raw(`{"hello":` + string(req.Params) + `}`), nil
	}}
}

func (greeter) Notify(context.Context, *jsonrpc.Request) {}

func ExampleServe() {
	in := strings.NewReader(`{"jsonrpc":"2.0","id":9007199254740993,"method":"greet","params":["world"]}
{"jsonrpc":"2.0","id":"b","method":"wave"}
{"jsonrpc":"2.0","method":"greet"}
hello`)
	if err := stdio.Serve(context.Background(), in, os.Stdout, greeter{}, stdio.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"jsonrpc":"2.0","id":9007199254740993,"result":{"hello":["world"]}}
	// {"jsonrpc":"2.0","id":"b","error":{"code":-32601,"message":"there is no method wave; there is greet","data":{"kind":"method_not_found"}}}
	// {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is not valid JSON, or is nested more than 10,000 deep: see byte 0","data":{"kind":"parse_error"}}}
}
