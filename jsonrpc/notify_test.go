package jsonrpc_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcp-adapters/jsonrpc"
)

// announcing sends a notification from inside each call.
type announcing struct{}

func (announcing) Notify(*jsonrpc.Request) {}

func (announcing) Prepare(req *jsonrpc.Request) jsonrpc.Call {
	return jsonrpc.Call{Order: jsonrpc.Read, Run: func(ctx context.Context) (jsonrpc.Result, error) {
		if err := jsonrpc.Notify(ctx, "notifications/"+req.Method, req.Params); err != nil {
			return nil, err
		}
		return jsonrpc.Raw(`{}`), nil
	}}
}

func TestNotify_ComesBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	in := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"a\"b","params":{"x":1}}` + "\n")
	if err := jsonrpc.New(announcing{}, jsonrpc.Options{}).Serve(t.Context(), in, &out); err != nil {
		t.Fatal(err)
	}
	want := `{"jsonrpc":"2.0","method":"notifications/a\"b","params":{"x":1}}` + "\n" + `{"jsonrpc":"2.0","id":1,"result":{}}` + "\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNotify_OutsideACall(t *testing.T) {
	t.Parallel()
	if err := jsonrpc.Notify(t.Context(), "x", json.RawMessage(`{}`)); err == nil {
		t.Error("accepted without a client to send to")
	}
}
