package site_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
	"github.com/mcp-adapters/mcp-adapters/portfolio/site"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// ask reads a project, unless it is still the one with the tag. who is a token, or the id of
// a contractor in process.
func (d *desk) ask(path, who, tag string) (status int, newTag, body string) {
	d.Helper()
	r := httptest.NewRequestWithContext(d.Context(), http.MethodGet, path, nil)
	r.Header.Set("Authorization", "Bearer "+who)
	if tag != "" {
		r.Header.Set("If-None-Match", tag)
	}
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	if caching := w.Header().Get("Cache-Control"); w.Code < 400 && caching != "private, no-cache" || w.Code >= 400 && caching != "no-store" {
		d.Errorf("%d: Cache-Control: %s", w.Code, caching)
	}
	return w.Code, w.Header().Get("ETag"), w.Body.String()
}

// A client that has a project is told so only while it would get the very same again:
// whatever changes it, here or in another program, and whatever changes who may see it.
func TestTag(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "portfolio.db")
	db := store.SQLite(file, zerolog.Nop())
	t.Cleanup(func() { _ = db.Close() })
	d := openOn(t, db)
	id := d.api("POST", "", `{"title":"Roof","project_type":"Roof"}`).at("project", "id").(string)
	path := "/api/projects/" + id
	_, foreign := d.hire("other@example.com", store.Free)
	elsewhere := store.SQLite(file, zerolog.Nop()) // as another program has it open
	t.Cleanup(func() { _ = elsewhere.Close() })
	beside := store.New(elsewhere, store.Options{})
	if _, err := beside.Contractor(t.Context(), d.who); err != nil {
		t.Fatal(err)
	}
	status, tag, before := d.ask(path, d.token, "")
	if status != http.StatusOK || tag == "" {
		t.Fatal(status, tag)
	}
	for range 3 {
		if status, same, body := d.ask(path, d.token, tag); status != http.StatusNotModified || body != "" || same != tag {
			t.Fatalf("nothing changed: %d %s %s", status, same, body)
		}
	}
	if status, _, body := d.ask(path, foreign, tag); status != http.StatusNotFound || strings.Contains(body, "Roof") {
		t.Errorf("another's: %d %s", status, body)
	}
	if status, _, _ := d.ask(path, "nonsense", tag); status != http.StatusUnauthorized {
		t.Errorf("no one's: %d", status)
	}
	if status, _, _ := d.ask(path[:len(path)-1]+"0", d.token, tag); status != http.StatusNotFound && !strings.HasSuffix(path, "0") {
		t.Errorf("another project: %d", status)
	}
	for _, change := range []struct {
		name string
		do   func()
	}{
		{"a text", func() { d.api("PATCH", "/"+id, `{"summary":"Slate."}`) }},
		{"another program", func() {
			if _, err := beside.UpdateProject(t.Context(), d.who, id, store.Change{City: ptr("Boulder")}); err != nil {
				t.Fatal(err)
			}
		}},
		{"a photo", func() { d.api("POST", "/"+id+"/images", `{"filename":"a.jpg","content_type":"image/jpeg"}`) }},
		{"addresses are signed anew", func() { d.clock.Pass(11 * time.Minute) }},
	} {
		change.do()
		status, now, body := d.ask(path, d.token, tag)
		if status != http.StatusOK || now == tag || body == before {
			t.Fatalf("%s: %d, %s, before %s: %s", change.name, status, now, tag, body)
		}
		tag, before = now, body
		if status, _, _ := d.ask(path, d.token, tag); status != http.StatusNotModified {
			t.Errorf("after %s: %d", change.name, status)
		}
	}
	if _, err := beside.RevokeTokens(t.Context(), d.who); err != nil {
		t.Fatal(err)
	}
	if status, _, body := d.ask(path, d.token, tag); status != http.StatusUnauthorized {
		t.Errorf("a revoked token: %d %s", status, body)
	}
}

// In process a context says who asks, and the tools see every change at once.
func TestTag_InProcess(t *testing.T) {
	t.Parallel()
	d := open(t)
	other, _ := d.hire("other@example.com", store.Free)
	answers := map[int]int{}
	client, err := portfolio.NewClient(portfolio.Options{Options: apiclient.Options{
		BaseURL: home, Timeout: 20 * time.Second, Log: zerolog.Nop(),
		Transport: counting(func(r *http.Request) (*http.Response, error) {
			res, err := d.Transport().RoundTrip(r)
			if err == nil {
				answers[res.StatusCode]++
			}
			return res, err
		}),
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	tools := map[string]mcp.Tool{}
	for _, tool := range portfolio.Tools(client, portfolio.ToolOptions{}) {
		tools[tool.Name] = tool
	}
	call := func(who, tool string, args schema.Arguments) (string, error) {
		r, err := tools[tool].Call(site.As(t.Context(), who), &mcp.Request{}, args)
		return string(r.Structured), err
	}
	id := d.api("POST", "", `{"title":"Roof 0"}`).at("project", "id").(string)
	this := schema.Arguments{"project_id": id}
	for i := range 4 {
		title := "Roof " + strconv.Itoa(i)
		for range 3 {
			if got, err := call(d.who, "get_project_status", this); err != nil || !strings.Contains(got, title) {
				t.Fatalf("%s, %v, want %s", got, err, title)
			}
			if got, err := call(other, "get_project_status", this); err == nil {
				t.Fatalf("another's: %s", got)
			}
		}
		if _, err := call(d.who, "update_project_meta", schema.Arguments{"project_id": id, "title": "Roof " + strconv.Itoa(i+1)}); err != nil {
			t.Fatal(err)
		}
	}
	mcptest.Same(t, "answers", answers, `{"200":8,"304":8,"404":12}`)
}

type counting func(*http.Request) (*http.Response, error)

func (c counting) RoundTrip(r *http.Request) (*http.Response, error) { return c(r) }

// PostgreSQL can't say cheaply that nothing has changed, so nothing is promised.
func TestTag_Postgres(t *testing.T) {
	t.Parallel()
	db, err := store.Postgres(pgtest.Shared(t).Database(t), zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	d := openOn(t, db)
	id := d.api("POST", "", `{"title":"Roof"}`).at("project", "id").(string)
	if r := d.api("GET", "/"+id, ""); r.status != http.StatusOK || r.header.Get("ETag") != "" || r.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", r.status, r.header)
	}
}

// A contractor who is gone is told so, and not that a project is.
func TestProject_OfOneWhoIsGone(t *testing.T) {
	t.Parallel()
	d := open(t)
	path := "/api/projects/" + d.api("POST", "", `{"title":"Roof"}`).at("project", "id").(string)
	nowhere := "/api/projects/00000000-0000-4000-8000-000000000000"
	for _, step := range []struct {
		path   string
		gone   bool
		status int
	}{{path, false, 200}, {nowhere, false, 404}, {path, true, 401}, {nowhere, true, 401}} {
		if step.gone {
			_ = d.store.RemoveContractor(t.Context(), d.who) // once is enough
		}
		if r := d.sendAs(d.who, "GET", step.path, ""); r.status != step.status {
			t.Errorf("%+v: %d %s", step, r.status, r.body)
		}
	}
}
