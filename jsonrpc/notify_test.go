package jsonrpc_test

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// announcing sends a notification from inside each call, and hands out the client.
type announcing struct{ clients chan jsonrpc.Client }

func (announcing) Notify(context.Context, *jsonrpc.Request) {}

func (h announcing) Prepare(req *jsonrpc.Request) jsonrpc.Call {
	order, _ := strconv.Atoi(string(req.ID))
	return jsonrpc.Call{Order: jsonrpc.Order(order % 3), Run: func(ctx context.Context, client jsonrpc.Client) (jsonrpc.Result, error) {
		if h.clients != nil {
			h.clients <- client
		}
		if err := client.Notify(ctx, "notifications/"+req.Method, req.Params); err != nil {
			return nil, err
		}
		return jsonrpc.Raw(`{}`), nil
	}}
}

func TestNotify_ComesBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"0", "1", "2"} { // inline, read, write
		got := deliver(t, announcing{}, jsonrpc.Options{}, `{"jsonrpc":"2.0","id":`+id+`,"method":"a\"b","params":{"x":1}}`)
		want := []string{`{"jsonrpc":"2.0","method":"notifications/a\"b","params":{"x":1}}`, `{"jsonrpc":"2.0","id":` + id + `,"result":{}}`}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestNotify_OutsideACall(t *testing.T) {
	t.Parallel()
	if err := (jsonrpc.Client{}).Notify(t.Context(), "x", json.RawMessage(`{}`)); err == nil {
		t.Error("accepted without a client to send to")
	}
}

// A transport may be gone when its answer has been written, so nothing follows
// that, whoever kept the client.
func TestNotify_AfterTheAnswer(t *testing.T) {
	t.Parallel()
	h := announcing{clients: make(chan jsonrpc.Client, 2)}
	got := deliver(t, h, jsonrpc.Options{}, array(req(0, "x"), req(1, "x")))
	if len(got) != 3 {
		t.Errorf("got %q", got)
	}
	for range 2 {
		if err := (<-h.clients).Notify(t.Context(), "late", nil); err == nil { // reply fails the test when it gets it
			t.Error("accepted after the answer")
		}
	}
}

// A call that its client has cancelled sends nothing more.
func TestNotify_AfterACancel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var err error
		c := start(t, cancelled{&err}, jsonrpc.Options{})
		c.send(req(1, "x"))
		synctest.Wait()
		c.send(cancelOf(1))
		if answers, err := c.end(); answers != nil || err != nil {
			t.Errorf("got %q, %v", answers, err)
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("Notify = %v", err)
		}
	})
}

// cancelled notifies its client of the end of its context.
type cancelled struct{ err *error }

func (cancelled) Notify(context.Context, *jsonrpc.Request) {}

func (h cancelled) Prepare(*jsonrpc.Request) jsonrpc.Call {
	return jsonrpc.Call{Order: jsonrpc.Read, Run: func(ctx context.Context, client jsonrpc.Client) (jsonrpc.Result, error) {
		<-ctx.Done()
		time.Sleep(time.Second)
		*h.err = client.Notify(ctx, "late", nil)
		return nil, nil
	}}
}
