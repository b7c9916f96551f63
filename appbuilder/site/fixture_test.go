package site_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate/rules"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

type obj = map[string]any

// bench is a site on a real database, behind a real server.
type bench struct {
	*testing.T
	*site.Site
	store *store.Store
	url   string
	log   *harness.Log
}

func open(t *testing.T, edits ...func(*site.Options)) *bench {
	t.Helper()
	return openOn(t, store.SQLite(filepath.Join(t.TempDir(), "apps.db"), zerolog.Nop()), edits...)
}

// openOn serves a database, which it closes.
func openOn(t *testing.T, db store.DB, edits ...func(*site.Options)) *bench {
	t.Helper()
	b := &bench{T: t, log: harness.NewLog(), store: store.New(db, store.Options{})}
	o := site.Options{Store: b.store, Generator: rules.Generator{}, Version: "1.2.3", Log: zerolog.New(b.log)}
	for _, edit := range edits {
		edit(&o)
	}
	b.Site = site.New(o)
	server := httptest.NewServer(b.Handler())
	b.url = server.URL
	t.Cleanup(func() {
		b.Close()
		server.Close()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Log(b.log)
		}
	})
	return b
}

// browser is a visitor with cookies.
type browser struct {
	*bench
	client *http.Client
	header http.Header // of each request
}

func (b *bench) visitor(header ...string) *browser {
	b.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.Fatal(err)
	}
	v := &browser{b, &http.Client{Jar: jar}, http.Header{}}
	for i := 0; i < len(header); i += 2 {
		v.header.Set(header[i], header[i+1])
	}
	return v
}

// reply is an answer.
type reply struct {
	t      testing.TB
	status int
	header http.Header
	text   string
}

// send sends a request whose body is JSON of v, or v itself where that is a string; nil is none.
// header has names and values.
func (v *browser) send(method, path string, body any, header ...string) reply {
	v.Helper()
	res := v.open(v.Context(), method, path, body, header...)
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		v.Fatal(err)
	}
	return reply{v, res.StatusCode, res.Header, string(text)}
}

func (v *browser) open(ctx context.Context, method, path string, body any, header ...string) *http.Response {
	v.Helper()
	var text []byte
	switch b := body.(type) {
	case nil:
	case string:
		text = []byte(b)
	default:
		var err error
		if text, err = json.Marshal(body); err != nil {
			v.Fatal(err)
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, v.url+path, bytes.NewReader(text))
	if err != nil {
		v.Fatal(err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for name, values := range v.header {
		req.Header[name] = values
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := v.client.Do(req)
	if err != nil {
		v.Fatal(err)
	}
	return res
}

// is fails the test unless the answer has the status, and returns its body.
func (r reply) is(status int) obj {
	r.t.Helper()
	if r.status != status {
		r.t.Fatalf("status %d, want %d: %.2000s", r.status, status, r.text)
	}
	var v obj
	if r.text != "" {
		if err := json.Unmarshal([]byte(r.text), &v); err != nil {
			r.t.Fatalf("%v: %.2000s", err, r.text)
		}
	}
	return v
}

// fails is is for a failure with a code, of which it returns the details.
func (r reply) fails(status int, code string) obj {
	r.t.Helper()
	e, _ := r.is(status)["error"].(obj)
	if e["code"] != code || e["message"] == "" {
		r.t.Fatalf("want %s: %s", code, r.text)
	}
	details, _ := e["details"].(obj)
	return details
}

// faults are the fields of a failure, each with the rule that it breaks.
func (r reply) faults(status int, code string) string {
	r.t.Helper()
	var list []string
	fields, _ := r.fails(status, code)["fields"].([]any)
	for _, f := range fields {
		list = append(list, f.(obj)["field"].(string)+" "+f.(obj)["rule"].(string))
	}
	return strings.Join(list, ", ")
}

func (v *browser) generate(prompt string) obj {
	v.Helper()
	return v.send("POST", "/api/generate", obj{"prompt": prompt}).is(200)
}

func (v *browser) chat(message string) reply {
	v.Helper()
	return v.send("POST", "/api/chat", obj{"message": message})
}

func (v *browser) current() obj {
	v.Helper()
	return v.send("GET", "/api/current", nil).is(200)
}

func id(app obj) string { return "/api/apps/" + app["id"].(string) }

// model is a generator that does as a test says.
type model struct {
	generate func(ctx context.Context, prompt string, report func(generate.Step)) (*generate.Result, error)
	edit     func(ctx context.Context, c generate.Conversation, report func(generate.Step)) (*generate.Result, error)
}

func (model) Name() string { return "llm:test-model" }

func (m model) Generate(ctx context.Context, prompt string, report func(generate.Step)) (*generate.Result, error) {
	if m.generate == nil {
		return rules.Generator{}.Generate(ctx, prompt, report)
	}
	return m.generate(ctx, prompt, report)
}

func (m model) Edit(ctx context.Context, c generate.Conversation, report func(generate.Step)) (*generate.Result, error) {
	return m.edit(ctx, c, report)
}

func text(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
