package jsonrpc_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"mcp-adapters/jsonrpc"
)

var seeds = []string{
	"", "\n", "null", "[]", "{}", "\ufeff{}\r\n",
	`{"jsonrpc":"2.0","id":1,"method":"read","params":{"a":1,"a":2}}`,
	`{"jsonrpc":"2.0","id":"\ud800","method":"write","params":"\udc00"}` + "\n" + `{"jsonrpc":"2.0","id":1e400,"method":"ping"}`,
	`{"jsonrpc":"2.0","id":1,"method":"read:1h"}` + "\n" + `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
	`[{"jsonrpc":"2.0","id":1,"method":"fail"},1,{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":1,"result":1}]`,
	`{"jsonrpc":"2.0","id":1,"method":"ping","METHOD":"fail","\u006dethod":"x"}`,
	"{\"jsonrpc\":\"2.0\",\"id\":\"\x00\"}", "\"\xff\"", `{"jsonrpc":"2.0","id":9007199254740993,"method":"panic"}`,
	strings.Repeat("[", 10001), strings.Repeat(" ", 3000) + "1",
}

// accepted counts requests, and makes each answer at once.
type accepted struct{ n int }

func (a *accepted) Prepare(req *jsonrpc.Request) jsonrpc.Call {
	a.n++
	inner := (&script{}).Prepare(&jsonrpc.Request{ID: req.ID, Method: "read", Params: json.RawMessage("1")})
	inner.Order = jsonrpc.Order(len(req.Method) % 3)
	return inner
}

func (a *accepted) Notify(*jsonrpc.Request) {}

// One line that is not blank gets one line, or none when nothing in it is to be
// answered; a request that is accepted is answered once.
func FuzzDecode(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		line = strings.ReplaceAll(line, "\n", " ")
		h := &accepted{}
		var out bytes.Buffer
		if err := jsonrpc.New(h, jsonrpc.Options{}).Serve(t.Context(), strings.NewReader(line), &out); err != nil {
			t.Fatal(err)
		}
		results, _ := count(t, out.Bytes())
		if n := bytes.Count(out.Bytes(), []byte("\n")); n > 1 || (n == 0 && h.n > 0 && !strings.Contains(line, "cancel")) {
			t.Fatalf("%d lines for %d requests: %q", n, h.n, out.String())
		}
		if results > h.n || (results < h.n && !strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(line, "\ufeff"), " \t\r"), "[")) {
			t.Fatalf("%d results for %d requests: %q", results, h.n, out.String())
		}
	})
}

// The whole loop: one answer for each accepted request that is not cancelled,
// and nothing but JSON-RPC answers on the output.
func FuzzServe(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Add(strings.Join(seeds, "\n"))
	f.Fuzz(func(t *testing.T, in string) {
		h := &accepted{}
		var out bytes.Buffer
		o := jsonrpc.Options{MaxMessageBytes: 2000, MaxBatch: 8, MaxQueuedBytes: 3000, MaxConcurrency: 2}
		if err := jsonrpc.New(h, o).Serve(t.Context(), strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		results, _ := count(t, out.Bytes())
		if results > h.n || (results < h.n && !strings.Contains(in, "cancel") && !strings.Contains(in, `\u`)) {
			t.Fatalf("%d results for %d requests: %q", results, h.n, out.String())
		}
	})
}

// count checks that out is made of answers and counts them.
func count(t *testing.T, out []byte) (results, errs int) {
	t.Helper()
	type reply struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  json.RawMessage `json:"result"`
		Error   json.RawMessage `json:"error"`
	}
	for line := range bytes.Lines(out) {
		replies := make([]reply, 1)
		target := any(&replies[0])
		if line[0] == '[' {
			target = &replies
		}
		if err := json.Unmarshal(line, target); err != nil || line[len(line)-1] != '\n' {
			t.Fatalf("%v: not a line of JSON: %q", err, line)
		}
		for _, r := range replies {
			switch {
			case r.Version != "2.0" || r.ID == nil || (r.Result == nil) == (r.Error == nil):
				t.Fatalf("not an answer: %q", line)
			case r.Result != nil:
				results++
			default:
				errs++
			}
		}
	}
	return results, errs
}
