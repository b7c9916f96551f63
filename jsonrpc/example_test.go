package jsonrpc_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// greeter knows one method.
type greeter struct{}

func (greeter) Prepare(req *jsonrpc.Request) jsonrpc.Call {
	return jsonrpc.Call{Order: jsonrpc.Read, Run: func(context.Context, jsonrpc.Client) (jsonrpc.Result, error) {
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

// printer is a transport that prints.
type printer struct{}

func (printer) Notify(message json.RawMessage) error {
	_, err := fmt.Fprintf(os.Stdout, "%s\n", message)
	return err
}

func (printer) Answer(a jsonrpc.Answer) {
	_, _ = a.WriteTo(os.Stdout)
	_, _ = fmt.Fprintln(os.Stdout)
}

func ExampleConn_Deliver() {
	conn := jsonrpc.NewConn(greeter{}, jsonrpc.Options{MaxConcurrency: 1})
	for _, message := range []string{
		`{"jsonrpc":"2.0","id":9007199254740993,"method":"greet","params":["world"]}`,
		`{"jsonrpc":"2.0","method":"greet"}`,
		`[{"jsonrpc":"2.0","id":"b","method":"wave"}]`,
	} {
		if _, err := conn.Deliver(context.Background(), []byte(message), printer{}); err != nil {
			fmt.Println(err)
		}
	}
	if err := conn.Drain(time.Minute); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"jsonrpc":"2.0","id":9007199254740993,"result":{"hello":["world"]}}
	// [{"jsonrpc":"2.0","id":"b","error":{"code":-32601,"message":"there is no method wave; there is greet","data":{"kind":"method_not_found"}}}]
}
