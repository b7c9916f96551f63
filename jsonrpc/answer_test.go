package jsonrpc_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

func text(a jsonrpc.Answer) string {
	var b bytes.Buffer
	a.AppendTo(&b)
	return b.String()
}

// custom has one answer, but for requests of the method ping.
type custom struct {
	result jsonrpc.Result
	err    error
}

func (h custom) Prepare(r *jsonrpc.Request) jsonrpc.Call {
	return jsonrpc.Call{Order: jsonrpc.Write, Run: func(context.Context, jsonrpc.Client) (jsonrpc.Result, error) {
		if r.Method == "ping" {
			return jsonrpc.Raw(`"pong"`), nil
		}
		return h.result, h.err
	}}
}

func (h custom) Notify(context.Context, *jsonrpc.Request) {}

// torn breaks off halfway: it panics, or returns an error.
type torn struct{ err error }

func (torn) Len() int { return 100 }

func (r torn) WriteTo(w io.Writer) (int64, error) {
	n, _ := io.WriteString(w, `{"half":`)
	if r.err == nil {
		panic("secret")
	}
	return int64(n), r.err
}

// measured panics when it is asked for its size.
type measured struct{ torn }

func (measured) Len() int { panic("secret") }

// into writes an answer in one of two ways.
type into struct {
	discard
	write func(a jsonrpc.Answer)
}

func (i into) Answer(a jsonrpc.Answer) { i.write(a) }

func TestAnswer_AppendToTakesBackWhatFails(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		result jsonrpc.Result
		in     string
		want   string
		log    string
	}{
		{"a panic", torn{}, req(1, "x"), internal(1), `"panic":"string"`},
		{"an error", torn{errors.New("out of rope")}, req(1, "x"), internal(1), `"error":"out of rope"`},
		{"a panic in Len", measured{}, req(1, "x"), internal(1), `"panic":"string"`},
		{"one of a batch", torn{}, array(req(0, "ping"), req(1, "x"), req(2, "ping")), array(pong(0), internal(1), pong(2)), "debug.Stack"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var log, out bytes.Buffer
			out.WriteString("before ")
			conn := jsonrpc.NewConn(custom{result: tt.result}, jsonrpc.Options{Log: zerolog.New(&log)})
			if _, err := conn.Deliver(t.Context(), []byte(tt.in), into{write: func(a jsonrpc.Answer) { a.AppendTo(&out) }}); err != nil {
				t.Fatal(err)
			}
			if err := conn.Drain(time.Minute); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff("before "+tt.want, out.String()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if strings.Contains(log.String(), "secret") || !strings.Contains(log.String(), tt.log) {
				t.Errorf("the log holds %s", log.String())
			}
		})
	}
}

// What WriteTo has written cannot be taken back.
func TestAnswer_WriteToEndsTorn(t *testing.T) {
	t.Parallel()
	closed := errors.New("closed")
	tests := []struct {
		name   string
		result jsonrpc.Result
		room   int
		want   error
		out    string
	}{
		{"a result", jsonrpc.Raw("1"), 100, nil, `[{"jsonrpc":"2.0","id":1,"result":1}]`},
		{"a panic", torn{}, 100, jsonrpc.ErrTorn, `[{"jsonrpc":"2.0","id":1,"result":{"half":`},
		{"an error of the output", jsonrpc.Raw("1"), 20, closed, `[{"jsonrpc":"2.0","i`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			var n int64
			var err error
			conn := jsonrpc.NewConn(custom{result: tt.result}, jsonrpc.Options{})
			write := func(a jsonrpc.Answer) { n, err = a.WriteTo(&bounded{w: &out, room: tt.room, err: closed}) }
			if _, err := conn.Deliver(t.Context(), []byte(array(req(1, "x"))), into{write: write}); err != nil {
				t.Fatal(err)
			}
			if err := conn.Drain(time.Minute); err != nil {
				t.Fatal(err)
			}
			if !errors.Is(err, tt.want) || out.String() != tt.out || int(n) != out.Len() {
				t.Errorf("wrote %q, returned %d, %v; want %q, %v", out.String(), n, err, tt.out, tt.want)
			}
		})
	}
}

// bounded takes so many bytes.
type bounded struct {
	w    io.Writer
	room int
	err  error
}

func (b *bounded) Write(p []byte) (int, error) {
	n, _ := b.w.Write(p[:min(len(p), b.room)])
	if b.room -= n; n < len(p) {
		return n, b.err
	}
	return n, nil
}

func TestAnswer_Err(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]jsonrpc.Code{
		req(1, "fail"):        -32001,
		req(1, "ping"):        0,
		"{":                   jsonrpc.CodeParse,
		"{}":                  jsonrpc.CodeInvalidRequest,
		array(req(1, "fail")): 0,
	} {
		answers := make(chan string, 1)
		r := &reply{t: t, answers: answers}
		conn := jsonrpc.NewConn(failing{}, jsonrpc.Options{})
		if _, err := conn.Deliver(t.Context(), []byte(message), r); err != nil {
			t.Fatal(err)
		}
		if <-answers; (want == 0) != (r.err == nil) || (r.err != nil && r.err.Code != want) {
			t.Errorf("%s: Err = %v, want code %d", message, r.err, want)
		}
	}
}

// failing knows one method.
type failing struct{ fixed }

func (failing) Prepare(r *jsonrpc.Request) jsonrpc.Call {
	if r.Method != "fail" {
		return fixed{}.Prepare(r)
	}
	return jsonrpc.Call{Run: func(context.Context, jsonrpc.Client) (jsonrpc.Result, error) {
		return nil, &jsonrpc.Error{Code: -32001, Message: "not found"}
	}}
}

func TestError_OnTheWire(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		err  error
		want string
	}{
		{"no data", &jsonrpc.Error{Code: 7, Message: "m"}, `{"code":7,"message":"m"}`},
		{"all data", &jsonrpc.Error{Code: -32602, Data: &jsonrpc.Data{Kind: "k", Status: 400, Field: "f<>", RetryAfterSeconds: 3}},
			`{"code":-32602,"message":"","data":{"kind":"k","status":400,"field":"f<>","retry_after_seconds":3}}`},
		{"raw data is compacted", &jsonrpc.Error{Data: json.RawMessage("{\n \"a\": 1\n}")}, `{"code":0,"message":"","data":{"a":1}}`},
		{"broken raw data is left out", &jsonrpc.Error{Data: json.RawMessage(`{"a`)}, `{"code":0,"message":""}`},
		{"nil pointer as data", &jsonrpc.Error{Data: (*jsonrpc.Data)(nil)}, `{"code":0,"message":""}`},
		{"data that can't be encoded", &jsonrpc.Error{Data: make(chan int)}, `{"code":0,"message":""}`},
		{"awkward text", &jsonrpc.Error{Message: "a\n\"b\" <c> \xff \u2028 é \x00"}, `{"code":0,"message":"a\n\"b\" <c> ` + "\ufffd \u2028" + ` é \u0000"}`},
		{"wrapped", fmt.Errorf("outer: %w", &jsonrpc.Error{Message: "inner"}), `{"code":0,"message":"inner"}`},
		{"nil of the type", (*jsonrpc.Error)(nil), internal(1)[len(`{"jsonrpc":"2.0","id":1,"error":`) : len(internal(1))-1]},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := deliver(t, custom{err: tt.err}, jsonrpc.Options{}, req(1, "x"))
			want := []string{`{"jsonrpc":"2.0","id":1,"error":` + tt.want + `}`}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
