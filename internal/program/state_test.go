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

	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/internal/program/endpoint"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// asking are the settings of a program whose tool asks for a name.
type asking struct{ program.Common }

func (s *asking) Open(_ context.Context, log zerolog.Logger) (*program.Backend, error) {
	server, err := mcp.New(mcp.Options{
		Name: "asker", Title: "Asker", Version: "1.0", StateKeys: s.StateKeys(), Principal: endpoint.Principal, Log: log,
	}, []mcp.Tool{{
		Name: "ask", Title: "Ask", Input: schema.Closed(nil), Hints: mcp.Hints{ReadOnly: true},
		Call: func(_ context.Context, r *mcp.Request, _ schema.Arguments) (mcp.Result, error) {
			input := r.Input()
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

func asker() *program.Program {
	return &program.Program{Name: "asker", Title: "Asker", Settings: func() program.Settings { return &asking{} }, Tools: func() []mcp.Tool { return nil }}
}

// TestMain plays the asker for tests that need it to be a process.
func TestMain(m *testing.M) {
	harness.Main(m, harness.Parts{"asker": func([]string) int {
		program.Main(asker())
		return 0
	}})
}

// served serves the program over HTTP with those settings until the test ends, and
// returns a function that calls its tool.
func served(t *testing.T, env map[string]string) (call func(more string) string) {
	t.Helper()
	log := harness.NewLog()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	over := make(chan int, 1)
	harness.WithEnv(env, func() {
		go func() {
			over <- program.Run(ctx, asker(), nil, strings.NewReader(""), io.Discard, log)
			log.Close()
		}()
		log.Await(t, "is ready")
	})
	t.Cleanup(func() {
		stop()
		if code := <-over; code != 0 {
			t.Errorf("exit code %d:\n%s", code, log)
		}
	})
	var ready struct{ Endpoint string }
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, "is ready") {
			if err := json.Unmarshal([]byte(line), &ready); err != nil {
				t.Fatal(err)
			}
		}
	}
	return func(more string) string { return ask(t, ready.Endpoint, more) }
}

// ask calls the tool as clients of 2026-07-28 do, with more members of params.
func ask(t *testing.T, endpoint, more string) string {
	t.Helper()
	return send(t, endpoint, "tools/call", `{"name":"ask","arguments":{}`+more+
		`,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}`,
		"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "ask")
}

// send sends a request.
func send(t *testing.T, endpoint, method, params string, header ...string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, endpoint, strings.NewReader(
		`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":`+params+`}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
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

// stateOf returns what goes on from an answer that asks for a name: the name, and the
// state that was left with the client.
func stateOf(t *testing.T, text string) string {
	t.Helper()
	var answer struct{ Result struct{ RequestState string } }
	if json.Unmarshal([]byte(text), &answer) != nil || answer.Result.RequestState == "" {
		t.Fatalf("no state is left: %s", text)
	}
	return `,"inputResponses":{"name":{"action":"accept","content":{"name":"Alice"}}},"requestState":"` + answer.Result.RequestState + `"`
}

// TestRun_R1_AnyReplica has every request go to the other one of two processes, in both
// eras: also the second half of a call that asks for input.
func TestRun_R1_AnyReplica(t *testing.T) {
	t.Parallel()
	key := "STATE_KEY=" + base64.StdEncoding.EncodeToString([]byte(strings.Repeat("k", 32)))
	var replicas [2]string
	for i := range replicas {
		replicas[i] = "http://" + harness.Part(t, "asker").Set("HTTP_ADDR=127.0.0.1:0", key).Serve().Address + "/mcp"
	}
	turn := 0
	next := func() string {
		turn++
		return replicas[turn%2]
	}
	for range 3 { // so that each begins at either
		state := stateOf(t, ask(t, next(), ""))
		if text := ask(t, next(), state); !strings.Contains(text, `"structuredContent":{"state":"kept"}`) {
			t.Errorf("the call does not go on at another replica: %s", text)
		}
		const handshake = `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`
		if text := send(t, next(), "initialize", handshake); !strings.Contains(text, `"serverInfo"`) {
			t.Error(text)
		}
		if text := send(t, next(), "tools/list", `{}`, "MCP-Protocol-Version", "2025-11-25"); !strings.Contains(text, `"name":"ask"`) {
			t.Error(text)
		}
		next()
	}
}

// TestRun_R2_StateKey replaces STATE_KEY: what was sealed with the one before is still
// opened while STATE_KEY_PREVIOUS has it, and no longer.
func TestRun_R2_StateKey(t *testing.T) {
	t.Parallel()
	key := func(letter string) string {
		return base64.StdEncoding.EncodeToString([]byte(strings.Repeat(letter, 32)))
	}
	with := func(present, previous string) func(string) string {
		return served(t, map[string]string{"HTTP_ADDR": "127.0.0.1:0", "STATE_KEY": present, "STATE_KEY_PREVIOUS": previous})
	}
	before, during, after := with(key("a"), ""), with(key("b"), key("a")), with(key("b"), "")
	old, young := stateOf(t, before("")), stateOf(t, during(""))
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
		if good := strings.Contains(text, `"structuredContent":{"state":"kept"}`); good != row.good || !good && !strings.Contains(text, "params.requestState does not belong to this request") {
			t.Errorf("%s: %s", name, text)
		}
	}
}
