package editor

import (
	"bytes"
	"context"
	"net/http"

	"github.com/go-json-experiment/json"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/endpoint"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// exchange is a request to the tool, and its answer.
type exchange struct{ method, says, request, answer string }

// drafts is where an endpoint finds the one draft that is tried.
type drafts struct {
	content appbuilder.Content
	live    store.Live
}

// draftSlug stands for the address that a draft has not.
const draftSlug = "draft"

func (d drafts) Live(context.Context, string) (store.Live, error) { return d.live, nil }

func (d drafts) LiveVersions(context.Context, []string) (map[string]store.Live, error) {
	return map[string]store.Live{draftSlug: d.live}, nil
}

func (d drafts) Snapshot(context.Context, store.Live) (appbuilder.Content, error) {
	return d.content, nil
}

func (drafts) AddCalls(context.Context, map[string]store.Calls) error { return nil }

// try calls the tool of a draft on a real endpoint of its own, which nobody else can reach and
// which ends with the call.
func try(ctx context.Context, c appbuilder.Content, revision int, message string) ([]exchange, error) {
	if faults := c.CheckPublish(); len(faults) > 0 {
		f := appbuilder.InvalidError(faults)
		f.Message = "The app can't be called yet. " + f.Message
		return nil, f
	}
	e, err := endpoint.New(endpoint.Options{
		Apps: drafts{c, store.Live{App: draftSlug, Version: revision}}, LoopbackOnly: true, Limits: endpoint.Limits{Off: true},
	})
	if err != nil {
		return nil, err
	}
	var all []exchange
	for _, ask := range []struct {
		method, says string
		params       any
	}{
		{"tools/list", "what the app can do", struct{}{}},
		{"tools/call", "what it answers", map[string]any{"name": c.ToolName, "arguments": map[string]any{"message": message}}},
	} {
		text, err := json.Marshal(struct {
			Version string `json:"jsonrpc"`
			ID      int    `json:"id"`
			Method  string `json:"method"`
			Params  any    `json:"params"`
		}{"2.0", len(all) + 1, ask.method, ask.params}, json.Deterministic(true))
		if err != nil {
			return nil, err
		}
		answer, err := post(ctx, e, text)
		if err != nil {
			return nil, err
		}
		all = append(all, exchange{ask.method, ask.says, pretty(text), pretty(answer)})
	}
	return all, nil
}

// post sends one message to an endpoint in this process.
func post(ctx context.Context, e http.Handler, text []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://localhost/servers/"+draftSlug+"/mcp", bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	r.RemoteAddr = "127.0.0.1:1"
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("MCP-Protocol-Version", "2025-11-25")
	w := &answer{header: http.Header{}}
	e.ServeHTTP(w, r)
	if w.text.Len() == 0 {
		return nil, &fault.Error{Kind: fault.Internal, Message: "The tool gave no answer. The server's log has the cause."}
	}
	return w.text.Bytes(), nil
}

// answer is one that is kept and not sent.
type answer struct {
	header http.Header
	text   bytes.Buffer
}

func (w *answer) Header() http.Header         { return w.header }
func (w *answer) WriteHeader(int)             {}
func (w *answer) Write(p []byte) (int, error) { return w.text.Write(p) }
