package editor_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"
	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/editor"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/endpoint"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate/rules"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// bench is the whole program behind a real server, on a real database.
type bench struct {
	*testing.T
	site *site.Site
	db   store.DB
	url  string
}

func open(t *testing.T, edits ...func(*site.Options)) *bench {
	t.Helper()
	db := store.SQLite(filepath.Join(t.TempDir(), "apps.db"), zerolog.Nop())
	log := harness.NewLog()
	o := site.Options{Store: store.New(db, store.Options{}), Generator: rules.Generator{}, Version: "1.2.3", Log: zerolog.New(log)}
	for _, edit := range edits {
		edit(&o)
	}
	s := site.New(o)
	servers, err := endpoint.New(endpoint.Options{Apps: o.Store})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/api/", s.Handler())
	mux.Handle("/servers/", servers)
	mux.Handle("/", editor.New(editor.Options{Site: s, Log: zerolog.New(log)}))
	server := httptest.NewServer(mux)
	t.Cleanup(func() {
		s.Close()
		server.Close()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Log(log.String())
		}
	})
	return &bench{t, s, db, server.URL}
}

// browser is one without scripts: it keeps cookies and follows redirects.
type browser struct {
	*bench
	client *http.Client
}

func (b *bench) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.Fatal(err)
	}
	return &browser{b, &http.Client{Jar: jar}}
}

// page is what a browser shows.
type page struct {
	*browser
	status int
	header http.Header
	path   string // with the query, after redirects
	text   string
	root   *html.Node
}

func (b *browser) get(path string) *page { b.Helper(); return b.load(http.MethodGet, path, nil) }

func (b *browser) load(method, path string, form url.Values) *page {
	b.Helper()
	req, err := http.NewRequestWithContext(b.Context(), method, b.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		b.Fatal(err)
	}
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	res, err := b.client.Do(req)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		b.Fatal(err)
	}
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		b.Fatal(err)
	}
	return &page{b, res.StatusCode, res.Header, res.Request.URL.RequestURI(), string(text), root}
}

// is fails the test unless the page has the status.
func (p *page) is(status int) *page {
	p.Helper()
	if p.status != status {
		p.Fatalf("%s: status %d, want %d: %.3000s", p.path, p.status, status, p.read())
	}
	return p
}

// has fails the test unless a person can read the texts on the page.
func (p *page) has(texts ...string) *page {
	p.Helper()
	for _, text := range texts {
		if !strings.Contains(p.read(), text) {
			p.Fatalf("%s: no %q in: %.4000s", p.path, text, p.read())
		}
	}
	return p
}

func (p *page) lacks(texts ...string) *page {
	p.Helper()
	for _, text := range texts {
		if strings.Contains(p.read(), text) {
			p.Fatalf("%s: %q is in: %.4000s", p.path, text, p.read())
		}
	}
	return p
}

// read is the text of the page.
func (p *page) read() string {
	var b strings.Builder
	for n := range p.root.Descendants() {
		if n.Type == html.TextNode && n.Parent.Data != "script" && n.Parent.Data != "style" {
			b.WriteString(n.Data + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// submit sends the form whose action ends so, as it is in the page, with other values for some
// of its fields, as names and values.
func (p *page) submit(action string, fields ...string) *page {
	p.Helper()
	for n := range p.root.Descendants() {
		if n.Data != "form" || !strings.HasSuffix(attribute(n, "action"), action) {
			continue
		}
		values := url.Values{}
		for i := range n.Descendants() {
			name := attribute(i, "name")
			switch {
			case name == "" || i.Data == "button":
			case i.Data == "textarea":
				values.Set(name, "")
				if i.FirstChild != nil {
					values.Set(name, i.FirstChild.Data)
				}
			default:
				values.Set(name, attribute(i, "value"))
			}
		}
		for i := 0; i < len(fields); i += 2 {
			values.Set(fields[i], fields[i+1])
		}
		return p.load(http.MethodPost, attribute(n, "action"), values)
	}
	p.Fatalf("%s: no form for %s", p.path, action)
	return nil
}

// make makes an app and returns its page.
func (b *browser) create(prompt string) *page {
	b.Helper()
	return b.get("/").is(200).submit("/apps", "prompt", prompt).is(200)
}

// base is the address of the app that a page is of.
func (p *page) base() string {
	path, _, _ := strings.Cut(p.path, "?")
	return strings.Join(strings.SplitN(path, "/", 4)[:3], "/")
}

// model is a generator that does as a test says.
type model struct {
	edit func(context.Context, generate.Conversation) (*generate.Result, error)
}

func (model) Name() string { return "llm:test-model" }

func (model) Generate(ctx context.Context, prompt string, report func(generate.Step)) (*generate.Result, error) {
	return rules.Generator{}.Generate(ctx, prompt, report)
}

func (m model) Edit(ctx context.Context, c generate.Conversation, _ func(generate.Step)) (*generate.Result, error) {
	return m.edit(ctx, c)
}

// call calls the tool at an address.
func call(t *testing.T, address string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK || !bytes.Contains(text, []byte(`"inputSchema"`)) {
		t.Errorf("%v %s: %s", err, res.Status, text)
	}
}
