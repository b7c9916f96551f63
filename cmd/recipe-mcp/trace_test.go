package main_test

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/otlptest"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

// What no trace may hold, wherever a call or its failure has it.
const (
	tracedKey   = "the-key-that-no-trace-has"
	tracedEmail = "alice@example.com"
)

var untold = []string{tracedKey, "no-trace", "alice", "example.com", "Borscht", "borscht", "beet", "simmer", "SELECT id", "VALUES", "query="}

// tree is the spans of one trace.
type tree struct {
	t     *testing.T
	spans []otlptest.Span
}

// find returns a span by the way to it, from any span down: each step is "SERVICE: NAME".
func (tr tree) find(path ...string) otlptest.Span {
	tr.t.Helper()
	at := tr.spans
	for i, step := range path {
		service, name, _ := strings.Cut(step, ": ")
		var below []otlptest.Span
		for _, s := range tr.spans {
			if s.Service == service && s.Name == name && (i == 0 || slices.ContainsFunc(at, func(p otlptest.Span) bool { return p.ID == s.Parent })) {
				below = append(below, s)
			}
		}
		if at = below; len(at) == 0 {
			tr.t.Fatalf("there is no %s in %v; the trace has %+v", step, path, tr.spans)
		}
	}
	return at[0]
}

// traceOf waits until the nth call of a tool has been traced down to the use of a database by a
// service, and returns its trace.
func traceOf(t *testing.T, c *otlptest.Collector, n int, call, service string) tree {
	t.Helper()
	tr := tree{t: t}
	c.AwaitSpans(t, func(all []otlptest.Span) bool {
		var calls []string // their traces
		for _, s := range all {
			if s.Name == call {
				calls = append(calls, s.Trace)
			}
		}
		if len(calls) < n {
			return false
		}
		tr.spans = slices.DeleteFunc(slices.Clone(all), func(s otlptest.Span) bool { return s.Trace != calls[n-1] })
		// The last that ends.
		return slices.ContainsFunc(tr.spans, func(s otlptest.Span) bool { return s.Service == service && s.Kind == 2 })
	})
	return tr
}

// checkUntold wants nothing of anyone's in what was sent.
func checkUntold(t *testing.T, c *otlptest.Collector) {
	t.Helper()
	text := c.Text()
	for _, word := range untold {
		if strings.Contains(text, word) {
			t.Errorf("%q is in what was sent:\n%s", word, text)
		}
	}
}

// traced runs calls through both programs, and follows them into the database.
func traced(t *testing.T, database, system string) {
	t.Helper()
	c := otlptest.New(t, nil)
	to := "OTEL_EXPORTER_OTLP_ENDPOINT=" + c.URL
	vault := harness.Program(t, "recipe-vault").Set("HTTP_ADDR=127.0.0.1:0", "API_KEY="+tracedKey, "DATABASE_URL="+database, to).Serve()
	s := start(t, "API_BASE_URL=http://"+vault.Address, "API_KEY="+tracedKey, "USER_EMAIL="+tracedEmail, to, "LOG_LEVEL=debug")
	made := s.call("create_recipe", `{"title":"Borscht","ingredients":[{"name":"beet"}],"steps":[{"instruction":"simmer"}]}`).recipe(t)

	tr := traceOf(t, c, 1, "tools/call create_recipe", "recipe-vault")
	call := tr.find("recipe-mcp: tools/call create_recipe")
	insert := tr.find("recipe-mcp: tools/call create_recipe", "recipe-mcp: POST /api/recipes", "recipe-vault: POST /api/recipes",
		"recipe-vault: database write", "recipe-vault: INSERT recipes")
	if insert.Attributes["db.system.name"] != system || insert.Attributes["db.query.summary"] != "INSERT recipes" || insert.Kind != 3 {
		t.Errorf("%+v", insert)
	}
	if call.Parent != "" || call.Kind != 2 || call.Failed || call.Attributes["mcp.method.name"] != "tools/call" ||
		call.Attributes["gen_ai.tool.name"] != "create_recipe" || call.Attributes["network.transport"] != "pipe" {
		t.Errorf("%+v", call)
	}
	served := tr.find("recipe-vault: POST /api/recipes")
	if served.Kind != 2 || !served.ParentIsOther || served.Attributes["http.route"] != "/api/recipes" || served.Attributes["http.response.status_code"] != "201" {
		t.Errorf("%+v", served)
	}
	for _, span := range tr.spans {
		if span.Parent != "" && !slices.ContainsFunc(tr.spans, func(p otlptest.Span) bool { return p.ID == span.Parent }) {
			t.Errorf("%s %s has a parent that there isn't", span.Service, span.Name)
		}
		if span.StartNano > span.EndNano || !span.Sampled {
			t.Errorf("%+v", span)
		}
	}
	if !strings.Contains(vault.Log.String(), `"id":"`+call.Trace+`"`) {
		t.Errorf("the vault's log doesn't name the trace:\n%s", vault.Log)
	}

	// A failure has a kind, and ids of all kinds are left out of paths.
	s.call("create_recipe", `{"title":"borscht"}`).fails(t, -32002, "conflict", "already exists")
	tr = traceOf(t, c, 2, "tools/call create_recipe", "recipe-vault")
	if failed := tr.find("recipe-mcp: tools/call create_recipe"); !failed.Failed || failed.Attributes["error.type"] != "conflict" {
		t.Errorf("%+v", failed)
	}
	if failed := tr.find("recipe-mcp: POST /api/recipes"); !failed.Failed || failed.Attributes["error.type"] != "409" {
		t.Errorf("%+v", failed)
	}
	s.call("get_recipe", `{"recipe_id":"borscht"}`)
	s.call("update_recipe", `{"recipe_id":"`+made.ID+`","servings":3}`).recipe(t)
	tr = traceOf(t, c, 1, "tools/call update_recipe", "recipe-vault")
	tr.find("recipe-mcp: PUT /api/recipes/{id}", "recipe-vault: PUT /api/recipes/{id}", "recipe-vault: database write", "recipe-vault: UPDATE recipes")
	s.call("list_recipes", `{"query":"borscht"}`)
	tr = traceOf(t, c, 1, "tools/call list_recipes", "recipe-vault")
	tr.find("recipe-mcp: tools/call list_recipes", "recipe-mcp: GET /api/recipes", "recipe-vault: GET /api/recipes", "recipe-vault: database read")
	checkUntold(t, c)
}

func TestTrace(t *testing.T) {
	t.Parallel()
	traced(t, "sqlite:"+filepath.Join(t.TempDir(), "recipes.db"), "sqlite")
}

func TestPostgres_Trace(t *testing.T) {
	t.Parallel()
	traced(t, pgtest.Start(t).Database(t), "postgresql")
}

// TestTrace_HTTP: a call over HTTP is part of its client's trace, by its _meta rather than its
// header.
func TestTrace_HTTP(t *testing.T) {
	t.Parallel()
	c := otlptest.New(t, nil)
	s := harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0", "OTEL_EXPORTER_OTLP_ENDPOINT="+c.URL).Serve()
	const trace, header = "4bf92f3577b34da6a3ce929d0e0e4736", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	for _, tt := range []struct{ meta, trace, parent, link string }{
		{`{}`, trace, "00f067aa0ba902b7", ""},
		{`{"traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}`, "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", "00f067aa0ba902b7"},
		{`{"traceparent":"alice@example.com","Traceparent":7}`, trace, "00f067aa0ba902b7", ""},
	} {
		before := len(c.Spans())
		status, text, err := s.Do(t.Context(), http.MethodPost, "/mcp",
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_recipes","arguments":{},"_meta":`+tt.meta+`}}`,
			"Content-Type", "application/json", "Traceparent", header)
		if err != nil || status != http.StatusOK {
			t.Fatalf("%d %s %v", status, text, err)
		}
		var call otlptest.Span
		c.AwaitSpans(t, func(all []otlptest.Span) bool {
			i := slices.IndexFunc(all[before:], func(s otlptest.Span) bool { return s.Name == "tools/call list_recipes" })
			if i >= 0 {
				call = all[before:][i]
			}
			return i >= 0
		})
		if call.Trace != tt.trace || call.Parent != tt.parent || !call.ParentIsOther || strings.Join(call.Links, "") != tt.link || call.Attributes["network.transport"] != "tcp" {
			t.Errorf("%s: %+v", tt.meta, call)
		}
	}
	// Who traces nothing has nothing traced.
	if status, _, err := s.Do(t.Context(), http.MethodPost, "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_recipes","arguments":{}}}`,
		"Content-Type", "application/json", "Traceparent", strings.TrimSuffix(header, "1")+"0"); err != nil || status != http.StatusOK {
		t.Fatal(status, err)
	}
	s.Signal(syscall.SIGTERM)
	s.Wait()
	calls := 0
	for _, span := range c.Spans() {
		if span.Name == "tools/call list_recipes" {
			calls++
		}
	}
	if calls != 3 {
		t.Errorf("%d calls are traced, want 3", calls)
	}
	checkUntold(t, c)
}

// TestTrace_Strangers: who has no key has nothing traced, whatever the header says.
func TestTrace_Strangers(t *testing.T) {
	t.Parallel()
	c := otlptest.New(t, nil)
	vault := harness.Program(t, "recipe-vault").Set("HTTP_ADDR=127.0.0.1:0", "API_KEY="+tracedKey,
		"DATABASE_URL=sqlite:"+filepath.Join(t.TempDir(), "recipes.db"), "OTEL_EXPORTER_OTLP_ENDPOINT="+c.URL).Serve()
	const parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	for _, r := range [][2]string{{"/api/recipes", "a-wrong-key"}, {"/api/recipes", ""}, {"/readyz", ""}, {"/api/recipes", tracedKey}} {
		if _, _, err := vault.Do(t.Context(), http.MethodGet, r[0], "", "X-Api-Key", r[1], "Traceparent", parent, "X-Request-Id", "mine"); err != nil {
			t.Fatal(err)
		}
	}
	vault.Signal(syscall.SIGTERM)
	vault.Wait()
	var served []otlptest.Span
	for _, s := range c.Spans() {
		if s.Kind == 2 {
			served = append(served, s)
		}
	}
	if len(served) != 1 || served[0].Parent != "00f067aa0ba902b7" || served[0].Attributes["http.response.status_code"] != "200" {
		t.Errorf("%+v", served)
	}
	if log := vault.Log.String(); !strings.Contains(log, `"trace":"4bf92f3577b34da6a3ce929d0e0e4736","id":"mine"`) || strings.Count(log, `"trace"`) != 1 {
		t.Errorf("log: %s", log)
	}
	checkUntold(t, c)
}

// TestTrace_Collector: one that is away, mute or unwell delays no call, and the end by a second.
func TestTrace_Collector(t *testing.T) {
	t.Parallel()
	mute := otlptest.New(t, func(_ int, _ http.ResponseWriter, r *http.Request) bool { <-r.Context().Done(); return true })
	unwell := otlptest.New(t, func(_ int, w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(500); return true })
	busy := otlptest.New(t, func(_ int, w http.ResponseWriter, _ *http.Request) bool {
		w.Header().Set("Retry-After", "50")
		w.WriteHeader(503)
		return true
	})
	for name, url := range map[string]string{"away": "http://127.0.0.1:1", "mute": mute.URL, "unwell": unwell.URL, "busy": busy.URL} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, "OTEL_EXPORTER_OTLP_ENDPOINT="+url, "OTEL_EXPORTER_OTLP_TIMEOUT=60000")
			began := time.Now()
			for range 300 { // some batches
				if a := s.call("list_recipes", `{}`); a.Error != nil {
					t.Fatal(a.line)
				}
			}
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("300 calls took %s", took)
			}
			began = time.Now()
			if _, code := s.end(); code != 0 {
				t.Errorf("exit code %d", code)
			}
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("the end took %s", took)
			}
			lines := strings.Count(s.Log.String(), "traces can't be sent")
			if lines != 1 {
				t.Errorf("%d lines about it:\n%s", lines, s.Log)
			}
		})
	}
}
