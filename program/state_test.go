package program_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"mcp-adapters/internal/harness"
	"mcp-adapters/mcp"
	"mcp-adapters/mcp/schema"
	"mcp-adapters/program"
	"mcp-adapters/program/endpoint"
)

// asking are the settings of a program whose tool asks for a name.
type asking struct{ program.Common }

func (s *asking) Open(_ context.Context, log zerolog.Logger) (*program.Backend, error) {
	server, err := mcp.New(mcp.Options{
		Name: "asker", Title: "Asker", Version: "1.0", StateKeys: s.StateKeys(), Principal: endpoint.Principal, Log: log,
	}, []mcp.Tool{{
		Name: "ask", Title: "Ask", Input: schema.Closed(nil), Hints: mcp.Hints{ReadOnly: true},
		Call: func(ctx context.Context, _ schema.Arguments) (mcp.Result, error) {
			input := mcp.InputOf(ctx)
			if input.Responses == nil {
				return mcp.Result{}, &mcp.InputRequired{State: []byte("kept"), Requests: map[string]mcp.InputRequest{
					"name": {Method: "elicitation/create", Params: map[string]string{"message": "Who?"}},
				}}
			}
			return mcp.Result{Structured: json.RawMessage(`{"state":"` + string(input.State) + `"}`)}, nil
		},
	}})
	return &program.Backend{Server: server, Close: func() {}}, err
}

// served serves the program over HTTP with those settings until the test ends, and
// returns a function that calls its tool.
func served(t *testing.T, env map[string]string) (call func(more string) string) {
	t.Helper()
	log := harness.NewLog()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	p := &program.Program{Name: "asker", Title: "Asker", Settings: func() program.Settings { return &asking{} }, Tools: func() []mcp.Tool { return nil }}
	over := make(chan int, 1)
	go func() {
		over <- program.Run(ctx, p, nil, func(name string) string { return env[name] }, strings.NewReader(""), io.Discard, log)
		log.Close()
	}()
	t.Cleanup(func() {
		stop()
		if code := <-over; code != 0 {
			t.Errorf("exit code %d:\n%s", code, log)
		}
	})
	log.Await(t, "is ready")
	var ready struct{ Endpoint string }
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, "is ready") {
			if err := json.Unmarshal([]byte(line), &ready); err != nil {
				t.Fatal(err)
			}
		}
	}
	return func(more string) string {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, ready.Endpoint, strings.NewReader(
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","arguments":{}`+more+
				`,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}}`))
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{"Content-Type": "application/json", "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "ask"} {
			req.Header.Set(name, value)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
}

// TestRun_StateKey replaces STATE_KEY: what was sealed with the one before is still
// opened while STATE_KEY_PREVIOUS has it, and no longer.
func TestRun_StateKey(t *testing.T) {
	t.Parallel()
	key := func(letter string) string {
		return base64.StdEncoding.EncodeToString([]byte(strings.Repeat(letter, 32)))
	}
	with := func(present, previous string) func(string) string {
		return served(t, map[string]string{"HTTP_ADDR": "127.0.0.1:0", "STATE_KEY": present, "STATE_KEY_PREVIOUS": previous})
	}
	before, during, after := with(key("a"), ""), with(key("b"), key("a")), with(key("b"), "")
	left := func(call func(string) string) string {
		t.Helper()
		var answer struct{ Result struct{ RequestState string } }
		if text := call(""); json.Unmarshal([]byte(text), &answer) != nil || answer.Result.RequestState == "" {
			t.Fatalf("no state is left: %s", text)
		}
		return `,"inputResponses":{"name":{"action":"accept","content":{"name":"Alice"}}},"requestState":"` + answer.Result.RequestState + `"`
	}
	old, young := left(before), left(during)
	for name, row := range map[string]struct {
		call  func(string) string
		state string
		good  bool
	}{
		"before the change":             {before, old, true},
		"the old key is still accepted": {during, old, true},
		"the old key is gone":           {after, old, false},
		"the new key":                   {during, young, true},
		"the new key alone":             {after, young, true},
		"the old key alone":             {before, young, false},
	} {
		text := row.call(row.state)
		if good := strings.Contains(text, `"structuredContent":{"state":"kept"}`); good != row.good || !good && !strings.Contains(text, "params.requestState is not one") {
			t.Errorf("%s: %s", name, text)
		}
	}
}
