package llm_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/rs/zerolog"

	"mcp-adapters/appbuilder"
	"mcp-adapters/appbuilder/generate"
	"mcp-adapters/appbuilder/generate/llm"
	"mcp-adapters/appbuilder/layout"
	"mcp-adapters/appbuilder/theme"
	"mcp-adapters/fault"
)

const secret = "sk-secret-of-the-operator"

// model is a server that answers as a test wants.
type model struct {
	*testing.T
	mu       sync.Mutex
	requests []map[string]any
	answers  []func(w http.ResponseWriter, request map[string]any)
	log      bytes.Buffer
	server   *httptest.Server
}

// serve answers the nth request with the nth answer, and later ones with the last.
func serve(t *testing.T, answers ...func(http.ResponseWriter, map[string]any)) *model {
	t.Helper()
	m := &model{T: t, answers: answers}
	m.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var request map[string]any
		if err != nil || json.Unmarshal(body, &request) != nil {
			t.Errorf("%s %v", body, err)
		}
		if r.URL.Path == "/v1/chat/completions" && r.Header.Get("Authorization") != "Bearer "+secret ||
			r.URL.Path == "/v1/messages" && (r.Header.Get("X-Api-Key") != secret || r.Header.Get("Anthropic-Version") == "") {
			t.Errorf("%v", r.Header)
		}
		m.mu.Lock()
		answer := m.answers[min(len(m.requests), len(m.answers)-1)]
		m.requests = append(m.requests, request)
		m.mu.Unlock()
		if answer == nil { // never
			<-r.Context().Done()
			return
		}
		answer(w, request)
	}))
	t.Cleanup(m.server.Close)
	return m
}

func (m *model) generator(provider string) *llm.Generator {
	m.Helper()
	g, err := llm.New(llm.Options{
		Provider: provider, BaseURL: m.server.URL + "/v1/", Key: secret, Model: "m", Try: time.Second, All: 3 * time.Second,
		Log: zerolog.New(&m.log),
	})
	if err != nil {
		m.Fatal(err)
	}
	return g
}

const made = `{"operations":[{"op":"set_name","value":"Lamps"},{"op":"set_tool","toolName":"get_lamps","toolDescription":"Returns all lamps of the shop."},` +
	`{"op":"replace_data","data":{"type":"card-list","items":[{"title":"Lamp","price":"$9"}]}},{"op":"reply","value":"Here are your lamps."}]}`

// says answers with text, as OpenAI does.
func says(text string) func(http.ResponseWriter, map[string]any) {
	return func(w http.ResponseWriter, request map[string]any) {
		message := map[string]any{"role": "assistant", "content": text}
		if request["tools"] != nil {
			message = map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{map[string]any{"function": map[string]any{"name": "answer", "arguments": text}}}}
		}
		_ = json.MarshalWrite(w, map[string]any{"choices": []any{map[string]any{"message": message}}, "usage": map[string]any{"prompt_tokens": 10, "completion_tokens": 5}})
	}
}

func status(code int, body string) func(http.ResponseWriter, map[string]any) {
	return func(w http.ResponseWriter, _ map[string]any) {
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
	}
}

func ignored(generate.Step) {}

func TestGenerate(t *testing.T) {
	t.Parallel()
	m := serve(t, says(made))
	var steps []string
	r, err := m.generator(llm.OpenAI).Generate(t.Context(), "my lamps", func(s generate.Step) {
		if s.Done {
			steps = append(steps, s.Name)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Content.Name != "Lamps" || r.Content.Layout != layout.CardList || r.Reply != "Here are your lamps." || r.Generator != "llm:m" || r.Usage.In != 10 || r.Usage.Out != 5 ||
		!slices.Equal(steps, []string{"layout", "tool", "theme", "data", "validate"}) {
		t.Errorf("%+v %v", r, steps)
	}
	if text, _ := json.Marshal(m.requests[0]); !strings.Contains(string(text), `json_schema`) || !strings.Contains(string(text), `my lamps`) {
		t.Errorf("%s", text)
	}
}

func TestGenerate_Anthropic(t *testing.T) {
	t.Parallel()
	m := serve(t, func(w http.ResponseWriter, request map[string]any) {
		if request["tool_choice"] == nil || request["system"] == nil {
			t.Errorf("%v", request)
		}
		_, _ = io.WriteString(w, `{"content":[{"type":"text","text":"Sure."},{"type":"tool_use","name":"answer","input":`+made+`}],"usage":{"input_tokens":7,"output_tokens":3}}`)
	})
	r, err := m.generator(llm.Anthropic).Generate(t.Context(), "my lamps", ignored)
	if err != nil || r.Content.Name != "Lamps" || r.Usage.In != 7 {
		t.Fatalf("%+v %v", r, err)
	}
}

// TestScenario37_Ladder holds that a form that is refused is not tried again, and that prose
// around an answer does no harm.
func TestScenario37_Ladder(t *testing.T) {
	t.Parallel()
	refusal := status(400, `{"error":{"message":"unknown field response_format.json_schema"}}`)
	m := serve(t, refusal, says("Of course! Here it is:\n```json\n"+made+"\n```\nAnything {else}?"))
	g := m.generator(llm.OpenAI)
	for range 2 {
		if r, err := g.Generate(t.Context(), "my lamps", ignored); err != nil || r.Content.Name != "Lamps" {
			t.Fatalf("%+v %v", r, err)
		}
	}
	if len(m.requests) != 3 || m.requests[0]["response_format"] == nil || m.requests[1]["tools"] == nil || m.requests[2]["tools"] == nil {
		t.Errorf("%d requests", len(m.requests))
	}
	m = serve(t, refusal, status(422, "tools are not supported"), status(400, "json_object: no"), says(made))
	if _, err := m.generator(llm.OpenAI).Generate(t.Context(), "my lamps", ignored); err != nil || len(m.requests) != 4 {
		t.Fatal(err, len(m.requests))
	}
	if text, _ := json.Marshal(m.requests[3]["messages"]); !strings.Contains(string(text), "JSON Schema") {
		t.Errorf("%s", text)
	}
}

// TestScenario38_Misbehaves holds that whatever the server does, the call fails in time, with
// a reason of ours and without the key.
func TestScenario38_Misbehaves(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		answer func(http.ResponseWriter, map[string]any)
		kind   fault.Kind
	}{
		"500":         {status(500, "down: "+secret), appbuilder.Model},
		"401":         {status(401, secret), appbuilder.Model},
		"garbage":     {status(200, "<html>"), appbuilder.Model},
		"no answer":   {status(200, `{"choices":[]}`), appbuilder.Model},
		"prose":       {says("I can't do that."), appbuilder.Model},
		"schema echo": {says(string(llm.Schema)), appbuilder.Model},
		"empty":       {says(`{"operations":[]}`), appbuilder.Model},
		"not allowed": {says(`{"operations":[{"op":"run_code","value":"rm"}]}`), appbuilder.Model},
		"a member":    {says(`{"operations":[{"op":"set_name","html":"<b>"}]}`), appbuilder.Model},
		"markup":      {says(`{"operations":[{"op":"set_tool","toolName":"<script>","toolDescription":"long enough, that"}]}`), appbuilder.Model},
		"a style":     {says(`{"operations":[{"op":"set_theme","theme":{"--primary":"red;}</style><script>"}}]}`), appbuilder.Model},
		"half an app": {says(`{"operations":[{"op":"set_name","value":"Lamps"}]}`), appbuilder.Model},
		"huge":        {says(strings.Repeat("x", 3<<20)), appbuilder.Model},
		"redirect": {func(w http.ResponseWriter, _ map[string]any) {
			w.Header().Set("Location", "https://evil.example.com/v1/chat/completions")
			w.WriteHeader(307)
		}, appbuilder.Model},
		"hangs": {nil, fault.Timeout},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := serve(t, row.answer)
			_, err := m.generator(llm.OpenAI).Generate(t.Context(), "my lamps", ignored)
			f, ok := errors.AsType[*fault.Error](err)
			if !ok || f.Kind != row.kind {
				t.Fatalf("%v", err)
			}
			for _, text := range []string{f.Message, errorText(f), m.log.String()} {
				if strings.Contains(text, secret) || strings.Contains(text, "my lamps") || strings.Contains(text, "script") {
					t.Errorf("%q", text)
				}
			}
		})
	}
}

func errorText(f *fault.Error) string {
	if f.Err == nil {
		return ""
	}
	return f.Err.Error()
}

// TestRepair holds that the model hears once of the rules that its answer breaks.
func TestRepair(t *testing.T) {
	t.Parallel()
	m := serve(t, says(strings.Replace(made, "get_lamps", "1 lamp", 1)), says(made))
	r, err := m.generator(llm.OpenAI).Generate(t.Context(), "my lamps", ignored)
	if err != nil || r.Usage.In != 20 {
		t.Fatalf("%+v %v", r, err)
	}
	if text, _ := json.Marshal(m.requests[1]["messages"]); !strings.Contains(string(text), "toolName") {
		t.Errorf("%s", text)
	}
}

func TestEdit(t *testing.T) {
	t.Parallel()
	d, _ := layout.Parse([]byte(`{"type":"card-list","items":[{"title":"Lamp"}]}`))
	app := appbuilder.Content{Name: "Lamps", Layout: layout.CardList, Theme: theme.Palettes["shop"], Data: d}
	m := serve(t, says(`{"operations":[{"op":"set_theme","theme":{"--primary":"0 72% 51%"}},{"op":"reply","value":"It is red now."}]}`))
	r, err := m.generator(llm.OpenAI).Edit(t.Context(), generate.Conversation{Prompt: "lamps", Content: app, Message: "make it red", Earlier: []generate.Message{{Assistant: true, Text: "Here."}}}, ignored)
	if err != nil || r.Content.Theme["--primary"] != "0 72% 51%" || r.Reply != "It is red now." || len(r.Changes) == 0 || !r.Understood {
		t.Fatalf("%+v %v", r, err)
	}
	m = serve(t, says(`{"operations":[{"op":"understood","understood":false},{"op":"reply","value":"It can't fly."}]}`))
	r, err = m.generator(llm.OpenAI).Edit(t.Context(), generate.Conversation{Content: app, Message: "make it fly"}, ignored)
	if err != nil || r.Understood || len(r.Changes) > 0 || !r.Content.Equal(app) {
		t.Fatalf("%+v %v", r, err)
	}
}

func TestEdit_Cancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	m := serve(t, func(http.ResponseWriter, map[string]any) { cancel() }, says(made))
	_, err := m.generator(llm.OpenAI).Generate(ctx, "my lamps", ignored)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestScenario39_NoKey holds that a model at home is asked without a key.
func TestScenario39_NoKey(t *testing.T) {
	t.Parallel()
	asked := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = true
		says(made)(w, nil)
	}))
	defer server.Close()
	g, err := llm.New(llm.Options{Provider: llm.OpenAI, BaseURL: server.URL, Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Generate(t.Context(), "my lamps", ignored); err != nil || !asked {
		t.Error(err)
	}
	for _, bad := range []llm.Options{
		{Provider: "other", Model: "m"}, {Provider: llm.OpenAI}, {Provider: llm.OpenAI, Model: "m", BaseURL: "ftp://a"},
		{Provider: llm.OpenAI, Model: "m", BaseURL: "https://a:b@example.com"},
	} {
		if _, err := llm.New(bad); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

// TestSchema holds that the schema is one, and takes what the operations take.
func TestSchema(t *testing.T) {
	t.Parallel()
	var s jsonschema.Schema
	if err := json.Unmarshal(llm.Schema, &s); err != nil {
		t.Fatal(err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal([]byte(made), &v); err != nil {
		t.Fatal(err)
	}
	if err := resolved.Validate(v); err != nil {
		t.Error(err)
	}
	for _, op := range []string{
		generate.SetName, generate.SetDescription, generate.SetLayout, generate.SetTheme, generate.SetTool, generate.ReplaceData, generate.AddColumn,
		generate.RenameColumn, generate.RemoveColumn, generate.AddRows, generate.UpdateRow, generate.RemoveRows, generate.Reply, generate.Understood,
	} {
		if err := resolved.Validate(map[string]any{"operations": []any{map[string]any{"op": op}}}); err != nil {
			t.Errorf("%s: %v", op, err)
		}
	}
	if resolved.Validate(map[string]any{"operations": []any{map[string]any{"op": "run_code"}}}) == nil {
		t.Error("another operation is taken")
	}
}
