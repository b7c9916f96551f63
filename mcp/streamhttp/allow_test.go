package streamhttp_test

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// Allow is asked for each request of either era, with the name that who answers will
// read, and before anything of the message runs.
func TestOptions_Allow(t *testing.T) {
	t.Parallel()
	asked := make(chan string, 100)
	ran := make(chan string, 100)
	run := func(_ context.Context, client jsonrpc.Client, req *jsonrpc.Request) (jsonrpc.Result, error) {
		ran <- req.Method
		return jsonrpc.Raw("1"), nil
	}
	e := serve(t, map[string]method{"tools/call": {jsonrpc.Write, run}, "resources/read": {jsonrpc.Read, run}, "ping": {run: run}},
		func(o *streamhttp.Options) {
			o.Allow = func(_ context.Context, method, name string) error {
				asked <- method + " " + name
				switch name {
				case "write":
					return &streamhttp.Refusal{
						Status: http.StatusForbidden,
						Header: http.Header{"Www-Authenticate": {`Bearer error="insufficient_scope"`}},
						Err:    &jsonrpc.Error{Code: -32600, Message: "not you"},
					}
				case "fail":
					return errors.New("secret")
				case "panic":
					panic("secret")
				}
				return nil
			}
		})
	tool := func(name string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `"}}`
	}
	const (
		notYou   = `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"not you"}}`
		noID     = `{"jsonrpc":"2.0","error":{"code":-32600,"message":"not you"}}`
		internal = `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Something went wrong inside the server; its log has the cause.","data":{"kind":"internal"}}}`
	)
	tests := []struct {
		name, text string
		status     int
		body       string
		asked, ran []string
	}{
		{"allowed", post(tool("read")), 200, result(1, 1), []string{"tools/call read"}, []string{"tools/call"}},
		{"refused", post(tool("write")), 403, notYou, []string{"tools/call write"}, nil},
		{"an escaped name", post(tool(`wr\u0069te`)), 403, notYou, []string{"tools/call write"}, nil},
		{"refused, modern", modern(1, "tools/call", `"name":"write"`, "Mcp-Name: write"), 403, notYou, []string{"tools/call write"}, nil},
		{"a resource", post(`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"x://a"}}`), 200, result(1, 1),
			[]string{"resources/read x://a"}, []string{"resources/read"}},
		{"no name", post(call(1, "ping")), 200, result(1, 1), []string{"ping "}, []string{"ping"}},
		{"two names", post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","name":"write"}}`), 400,
			fault(1, -32602, `params must not hold "name" twice`, "invalid_params"), nil, nil},
		{"the last of a batch", post(script.Array(tool("read"), call(2, "ping"), tool("write"))), 403, noID,
			[]string{"tools/call read", "ping ", "tools/call write"}, nil},
		{"a failure", post(tool("fail")), 200, internal, []string{"tools/call fail"}, nil},
		{"a panic", post(tool("panic")), 200, internal, []string{"tools/call panic"}, nil},
	}
	take := func(c chan string) (all []string) {
		for len(c) > 0 {
			all = append(all, <-c)
		}
		return all
	}
	for _, tt := range tests {
		got := e.ask(tt.text)
		check(t, got, tt.status, tt.body)
		if challenge := got.header.Get("WWW-Authenticate"); (challenge != "") != (tt.status == http.StatusForbidden) {
			t.Errorf("%s: challenge %q", tt.name, challenge)
		}
		if diff := cmp.Diff(tt.asked, take(asked)); diff != "" {
			t.Errorf("%s: asked (-want +got):\n%s", tt.name, diff)
		}
		if diff := cmp.Diff(tt.ran, take(ran)); diff != "" {
			t.Errorf("%s: ran (-want +got):\n%s", tt.name, diff)
		}
	}
}
