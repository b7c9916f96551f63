package jsonrpc_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

func TestDecode(t *testing.T) {
	t.Parallel()
	type message struct {
		Kind               jsonrpc.Kind
		ID, Method, Params string
	}
	tests := []struct {
		name, text string
		batch      bool
		want       []message
	}{
		{"a request", `{"jsonrpc":"2.0","id":9007199254740993,"method":"m","params":{"a":1}}`, false,
			[]message{{jsonrpc.KindRequest, "9007199254740993", "m", `{"a":1}`}}},
		{"a notification", `{"jsonrpc":"2.0","method":"n"}`, false, []message{{Kind: jsonrpc.KindNotification, Method: "n"}}},
		{"a response", `{"jsonrpc":"2.0","id":1,"result":2}`, false, []message{{Kind: jsonrpc.KindResponse}}},
		{"an id that can be used", `{"id":1}`, false, []message{{Kind: jsonrpc.KindFaulty, ID: "1"}}},
		{"not JSON", `{`, false, []message{{Kind: jsonrpc.KindFaulty}}},
		{"a batch", `[{"jsonrpc":"2.0","method":"n"},1]`, true,
			[]message{{Kind: jsonrpc.KindNotification, Method: "n"}, {Kind: jsonrpc.KindFaulty}}},
		{"too large a batch is refused whole", `[1,2,3]`, false, []message{{Kind: jsonrpc.KindFaulty}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := jsonrpc.Decode([]byte(tt.text), 2)
			defer d.Free()
			var got []message
			for i := range d.Len() {
				kind, req := d.Message(i)
				got = append(got, message{kind, string(req.ID), req.Method, string(req.Params)})
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || d.Batch() != tt.batch {
				t.Errorf("batch is %t (-want +got):\n%s", d.Batch(), diff)
			}
		})
	}
}

func TestConn_DeliverDecoded(t *testing.T) {
	t.Parallel()
	answers := make(chan string, 1)
	conn := jsonrpc.NewConn(fixed{}, jsonrpc.Options{})
	d := jsonrpc.Decode([]byte(req(1, "x")), 0)
	owed, err := conn.DeliverDecoded(t.Context(), d, &reply{t: t, answers: answers})
	d.Free()
	if want := `{"jsonrpc":"2.0","id":1,"result":{}}`; !owed || err != nil || <-answers != want {
		t.Errorf("owed %t, %v; want %s", owed, err, want)
	}
}

// Where an id is unknown it is null, or left out; one that is known is never.
func TestOptions_OmitID(t *testing.T) {
	t.Parallel()
	const (
		text    = `[1,{"id":7}]`
		object  = `"error":{"code":-32600,"message":"a message must be a JSON object","data":{"kind":"invalid_request"}}}`
		version = `"error":{"code":-32600,"message":"the member jsonrpc is missing; it must be \"2.0\"","data":{"kind":"invalid_request"}}}`
	)
	for omit, want := range map[bool]string{
		false: `[{"jsonrpc":"2.0","id":null,` + object + `,{"jsonrpc":"2.0","id":7,` + version + `]`,
		true:  `[{"jsonrpc":"2.0",` + object + `,{"jsonrpc":"2.0","id":7,` + version + `]`,
	} {
		got := deliver(t, fixed{}, jsonrpc.Options{OmitID: omit}, text)
		if diff := cmp.Diff([]string{want}, got); diff != "" {
			t.Errorf("OmitID %t (-want +got):\n%s", omit, diff)
		}
	}
}

func TestError_AppendResponse(t *testing.T) {
	t.Parallel()
	e := &jsonrpc.Error{Code: 7, Message: "m"}
	got := string(e.AppendResponse([]byte("a "), []byte("1"))) + string(e.AppendResponse(nil, nil))
	if want := `a {"jsonrpc":"2.0","id":1,"error":{"code":7,"message":"m"}}{"jsonrpc":"2.0","error":{"code":7,"message":"m"}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// keepsParams keeps the params of the last request.
type keepsParams struct {
	fixed
	params []byte
}

func (k *keepsParams) Prepare(r *jsonrpc.Request) jsonrpc.Call {
	k.params = r.Params
	return k.fixed.Prepare(r)
}

// A call has a copy of its message, unless it owns the text.
func TestDecoded_Own(t *testing.T) {
	t.Parallel()
	for _, own := range []bool{false, true} {
		text := []byte(`{"jsonrpc":"2.0","id":1,"method":"m","params":[1]}`)
		k := &keepsParams{}
		conn := jsonrpc.NewConn(k, jsonrpc.Options{})
		d := jsonrpc.Decode(text, 0)
		if own {
			d.Own()
		}
		if _, err := conn.DeliverDecoded(t.Context(), d, discard{}); err != nil {
			t.Fatal(err)
		}
		d.Free()
		if string(k.params) != "[1]" {
			t.Errorf("owned %t: the params are %s", own, k.params)
		}
		copy(text[len(text)-4:], "[2]")
		if want := map[bool]string{false: "[1]", true: "[2]"}[own]; string(k.params) != want {
			t.Errorf("owned %t: the params became %s, want %s", own, k.params, want)
		}
	}
}
