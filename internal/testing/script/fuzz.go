package script

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// Seeds are inputs to start fuzzing from.
var Seeds = []string{
	"", "\n", "null", "[]", "{}", "\ufeff{}\r\n",
	`{"jsonrpc":"2.0","id":1,"method":"read","params":{"a":1,"a":2}}`,
	`{"jsonrpc":"2.0","id":"\ud800","method":"write","params":"\udc00"}` + "\n" + `{"jsonrpc":"2.0","id":1e400,"method":"ping"}`,
	`{"jsonrpc":"2.0","id":1,"method":"read:1h"}` + "\n" + `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
	`[{"jsonrpc":"2.0","id":1,"method":"fail"},1,{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":1,"result":1}]`,
	`{"jsonrpc":"2.0","id":1,"method":"ping","METHOD":"fail","\u006dethod":"x"}`,
	"{\"jsonrpc\":\"2.0\",\"id\":\"\x00\"}", "\"\xff\"", `{"jsonrpc":"2.0","id":9007199254740993,"method":"panic"}`,
	strings.Repeat("[", 10001), strings.Repeat(" ", 3000) + "1",
}

// Counter counts requests and answers each at once, in one of the three orders.
type Counter struct{ N int }

// Prepare counts.
func (c *Counter) Prepare(req *jsonrpc.Request) jsonrpc.Call {
	c.N++
	call := new(Handler).Prepare(&jsonrpc.Request{ID: req.ID, Method: "read", Params: json.RawMessage("1")})
	call.Order = jsonrpc.Order(len(req.Method) % 3)
	return call
}

// Notify does nothing.
func (*Counter) Notify(context.Context, *jsonrpc.Request) {}

// Results checks that an answer is a response, or an array of them, and returns
// how many of them hold results.
func Results(answer []byte) (n int, err error) {
	type response struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  json.RawMessage `json:"result"`
		Error   json.RawMessage `json:"error"`
	}
	responses := make([]response, 1)
	target := any(&responses[0])
	if len(answer) > 0 && answer[0] == '[' {
		target = &responses
	}
	if err := json.Unmarshal(answer, target); err != nil {
		return 0, err
	}
	for _, r := range responses {
		if r.Version != "2.0" || r.ID == nil || (r.Result == nil) == (r.Error == nil) {
			return 0, fmt.Errorf("not a response: %q", answer)
		}
		if r.Result != nil {
			n++
		}
	}
	return n, nil
}
