package endpoint_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/endpoint"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/theme"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// site is an endpoint on a store with one owner, behind a real socket.
type site struct {
	*testing.T
	*store.Store
	owner   string
	url     string
	handler http.Handler
}

func open(t *testing.T, set func(*endpoint.Options)) *site {
	t.Helper()
	db := store.SQLite(filepath.Join(t.TempDir(), "apps.db"), zerolog.Nop())
	s := &site{T: t, Store: store.New(db, store.Options{})}
	_, o, err := s.NewSession(t.Context())
	s.ok(err)
	s.owner = o.ID
	options := endpoint.Options{Apps: s.Store, PublicURL: "https://apps.example.com", LoopbackOnly: true, Log: zerolog.Nop()}
	if set != nil {
		set(&options)
	}
	e, err := endpoint.New(options)
	s.ok(err)
	server := httptest.NewServer(e)
	s.url, s.handler = server.URL, e
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	var running sync.WaitGroup
	running.Go(func() { e.Run(ctx) })
	t.Cleanup(func() {
		if err := e.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		server.Close()
		cancel()
		running.Wait()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func (s *site) ok(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

const (
	tableData = `{"type":"table","columns":[{"key":"name","header":"Name","type":"text"},{"key":"price","header":"Price","type":"number"}],"rows":[{"name":"Lamp","price":9},{"name":"Vase","price":4.5}]}`
	postData  = `{"type":"post-list","posts":[{"id":"1","title":"First post","excerpt":"It began."}]}`
	cardData  = `{"type":"card-list","items":[{"title":"Widget Pro","price":"$99.99","badge":"New"},{"title":"Gadget X","price":"$149.99"}]}`
)

func content(t *testing.T, name, data string) appbuilder.Content {
	t.Helper()
	d, faults := layout.Parse([]byte(data))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return appbuilder.Content{
		Name: name, Layout: d.Layout(), Theme: theme.Palettes["shop"], Data: d,
		ToolName: "search_products", ToolDescription: "Searches the products. Use it for questions about products.",
	}
}

func (s *site) create(name, data string) appbuilder.App {
	s.Helper()
	a, err := s.Create(s.Context(), s.owner, store.Draft{Content: content(s.T, name, data), Prompt: "x", Generator: "rules"})
	s.ok(err)
	return a
}

func (s *site) publish(a appbuilder.App) appbuilder.App {
	s.Helper()
	a, err := s.Publish(s.Context(), s.owner, a.ID, store.Publication{})
	s.ok(err)
	return a
}

// ask sends a request and returns status, headers and body.
func (s *site) ask(method, path, body string, headers ...string) (int, http.Header, string) {
	s.Helper()
	r, err := http.NewRequestWithContext(s.Context(), method, s.url+path, strings.NewReader(body))
	s.ok(err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(r)
	s.ok(err)
	defer resp.Body.Close() //nolint:errcheck // it was read
	text, err := io.ReadAll(resp.Body)
	s.ok(err)
	return resp.StatusCode, resp.Header, string(text)
}

// call calls a method of an app and returns the answer.
func (s *site) call(slug, method, params string) map[string]any {
	s.Helper()
	_, _, body := s.ask("POST", "/servers/"+slug+"/mcp", `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":`+params+`}`)
	var m map[string]any
	if err := json.Unmarshal([]byte(body), &m); err != nil {
		s.Fatalf("%s: %v", body, err)
	}
	return m
}

// in returns a member of a member of an answer.
func in(v any, path ...any) any {
	for _, p := range path {
		switch p := p.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[p]
		case int:
			l, _ := v.([]any)
			if p >= len(l) {
				return nil
			}
			v = l[p]
		}
	}
	return v
}

func same(t *testing.T, got any, want string) {
	t.Helper()
	text, err := json.Marshal(got)
	var a, b any
	if err != nil || json.Unmarshal(text, &a) != nil || json.Unmarshal([]byte(want), &b) != nil {
		t.Fatalf("%s, %s: %v", text, want, err)
	}
	wanted, _ := json.Marshal(b)
	if ours, _ := json.Marshal(a); string(ours) != string(wanted) {
		t.Errorf("got %s\nwant %s", ours, wanted)
	}
}

// TestTools holds the contract of the tool to the letter.
func TestTools(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	s.publish(s.create("My Support Bot", tableData))
	hello := s.call("my-support-bot", "initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"my-ai-assistant","version":"1.0.0"}}`)
	const info = `{"name":"chatgpt-app-builder","version":"1.0.0","title":"My Support Bot","description":"MCP server hosting user-created ChatGPT applications"}`
	same(t, in(hello, "result", "serverInfo"), info)
	same(t, in(hello, "result", "capabilities", "tools"), `{"listChanged":true}`)
	same(t, in(hello, "result", "capabilities", "resources"), `{}`)
	const modern = `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}`
	_, _, body := s.ask("POST", "/servers/my-support-bot/mcp", `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":`+modern+`}`, "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "server/discover")
	var discovered any
	s.ok(json.Unmarshal([]byte(body), &discovered))
	same(t, in(discovered, "result", "_meta", "io.modelcontextprotocol/serverInfo"), info)
	same(t, in(discovered, "result", "capabilities", "resources"), `{}`)
	tools := in(s.call("my-support-bot", "tools/list", `{}`), "result", "tools").([]any)
	if len(tools) != 1 {
		t.Fatalf("%v", tools)
	}
	tool := tools[0]
	same(t, in(tool, "inputSchema"), `{"type":"object","properties":{"message":{"type":"string","description":"User query or request"},"context":{"type":"object","description":"Additional context (optional)"}},"required":["message"]}`)
	same(t, in(tool, "annotations"), `{"title":"My Support Bot","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}`)
	if in(tool, "name") != "search_products" || in(tool, "title") != "My Support Bot" || in(tool, "_meta", "openai/outputTemplate") != "ui://widget/my-support-bot.html" ||
		in(tool, "_meta", "ui", "resourceUri") != "ui://widget/my-support-bot.html" {
		t.Errorf("%v", tool)
	}
	result := in(s.call("my-support-bot", "tools/call", `{"name":"search_products","arguments":{"message":"Lamps?"}}`), "result")
	same(t, in(result, "structuredContent"), tableData)
	if in(result, "_meta", "openai/outputTemplate") != "ui://widget/my-support-bot.html" || in(result, "_meta", "app-builder/view", "publishVersion") != 1.0 ||
		in(result, "content", 0, "text") != "Here is the sample data of My Support Bot, 2 entries:\n- Lamp; Price: 9\n- Vase; Price: 4.5" || len(in(result, "content").([]any)) != 1 {
		t.Errorf("%v", result)
	}
}

// TestBadCalls holds how each wrong call is answered.
func TestBadCalls(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	s.publish(s.create("Bot", tableData))
	for arguments, field := range map[string]string{
		`{"Message":"a"}`: "message", `{"MEſsage":"a"}`: "message", `{"message":"a","message":"b"}`: "", `{"message":"a","context":{"a":1,"a":2}}`: "",
		`{}`: "message", `{"message":7}`: "message", `{"message":null}`: "message", `{"message":"` + strings.Repeat("x", 4001) + `"}`: "message",
		`{"message":"a","context":[]}`: "context", `{"message":"a","context":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":1}}}}}}}}}}`: "context",
		`{"message":"a","context":{"a":"` + strings.Repeat("x", 17<<10) + `"}}`: "context",
	} {
		r := in(s.call("bot", "tools/call", `{"name":"search_products","arguments":`+arguments+`}`), "result")
		if in(r, "_meta", "error", "data", "code") != "INVALID_ARGUMENTS" || in(r, "_meta", "error", "data", "kind") != nil {
			t.Errorf("_meta speaks of something else: %v", r)
		}
		if in(r, "isError") != true || in(r, "structuredContent", "error", "code") != "INVALID_ARGUMENTS" || in(r, "structuredContent", "error", "details", "field") != field {
			t.Errorf("%.60s: %v", arguments, r)
		}
	}
	for _, arguments := range []string{
		`{"message":"a","other":1,"context":{"a":[1]}}`, `{"message":"a","context":null}`, `{"message":"a","MESSAGE":5,"Context":7}`,
	} {
		if r := s.call("bot", "tools/call", `{"name":"search_products","arguments":`+arguments+`}`); in(r, "result") == nil || in(r, "result", "isError") == true {
			t.Errorf("%s: %v", arguments, r)
		}
	}
	if r := s.call("bot", "tools/call", `{"name":"nope","arguments":{}}`); in(r, "error", "code") != -32602.0 {
		t.Errorf("%v", r)
	}
	for method, params := range map[string]string{
		"nope": "", "server/nope": "", "Tools/list": "", "logging/setLevel": `"level":"info"`, "prompts/list": "", "resources/subscribe": `"uri":"ui://widget/bot.html"`,
		"completion/complete": `"ref":{"type":"ref/prompt","name":"x"},"argument":{"name":"a","value":"b"}`,
	} {
		if r := s.call("bot", method, "{"+params+"}"); in(r, "error", "code") != -32601.0 {
			t.Errorf("%s: %v", method, r)
		}
		status, _, body := s.ask("POST", "/servers/bot/mcp", `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+strings.TrimPrefix(params+mcptest.Modern, ",")+`}}`,
			"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method)
		if status != 404 || !strings.Contains(body, "-32601") {
			t.Errorf("%s: %d %s", method, status, body)
		}
	}
	if r := s.call("bot", "resources/read", `{"uri":"ui://widget/other.html"}`); in(r, "error", "code") != -32002.0 {
		t.Errorf("%v", r)
	}
	for _, row := range []struct {
		method, body string
		status       int
		code         string
	}{
		{"POST", "{", 400, "-32700"}, {"POST", `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, 400, "-32600"},
		{"POST", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"` + strings.Repeat("x", 65<<10) + `"}}`, 413, ""},
		{"POST", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, 202, ""}, {"DELETE", "", 405, ""}, {"PUT", "", 405, ""},
	} {
		status, h, body := s.ask(row.method, "/servers/bot/mcp", row.body)
		if status != row.status || !strings.Contains(body, row.code) || status == 405 && h.Get("Allow") == "" || status == 202 && body != "" {
			t.Errorf("%s %.30s: %d %s", row.method, row.body, status, body)
		}
	}
	if status, _, _ := s.ask("GET", "/servers/bot/mcp", "", "Accept", "application/json"); status != 405 {
		t.Error(status)
	}
	// A browser is led to the page of an app, and nowhere where there is none.
	if status, h, body := s.ask("GET", "/servers/nope/mcp", "", "Accept", "text/html"); status != 404 || h.Get("Location") != "" || !strings.Contains(body, "APP_NOT_FOUND") {
		t.Error(status, h, body)
	}
	if status, h, _ := s.ask("GET", "/servers/bot/mcp", "", "Accept", "text/html"); status != 303 || h.Get("Location") != "/servers/bot" {
		t.Error(status, h)
	}
}

// TestUnknown holds that an address without an app is 404, however it is asked, in the form of what
// is asked for; and that a slash too many leads to an app's page.
func TestUnknown(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	s.publish(s.create("Bot", tableData))
	for _, row := range [][]string{{"GET", "application/json"}, {"GET", "*/*"}, {"GET", "text/event-stream"}, {"POST", "*/*"}, {"DELETE", "*/*"}, {"PUT", "*/*"}} {
		status, h, body := s.ask(row[0], "/servers/nope/mcp", "", "Accept", row[1])
		if status != 404 || h.Get("Allow") != "" || !strings.Contains(body, `"code":4001`) {
			t.Errorf("%v: %d %s", row, status, body)
		}
	}
	if status, _, _ := s.ask("OPTIONS", "/servers/nope/mcp", ""); status != 204 {
		t.Errorf("a preflight says nothing of what there is: %d", status)
	}
	_, _, none := s.ask("GET", "/servers/nope", "")
	for _, path := range []string{"/servers/", "/servers/bot/x", "/servers/bot/ui/", "/servers/nope/ui/table.html"} {
		if status, h, body := s.ask("GET", path, ""); status != 404 || body != none || !strings.HasPrefix(h.Get("Content-Type"), "text/html") {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	for _, slug := range []string{"bot", "nope"} {
		if status, h, _ := s.ask("GET", "/servers/"+slug+"/?a=b", ""); status != 308 || h.Get("Location") != "/servers/"+slug {
			t.Error(status, h)
		}
	}
	if status, h, _ := s.ask("POST", "/servers/bot", "{}"); status != 405 || h.Get("Allow") != "GET, HEAD" {
		t.Error(status, h)
	}
	r, err := http.NewRequestWithContext(t.Context(), "GET", s.url+"/servers/bot/", nil)
	s.ok(err)
	r.Host = "evil.example.com"
	resp, err := http.DefaultClient.Do(r)
	s.ok(err)
	if s.ok(resp.Body.Close()); resp.StatusCode != 403 {
		t.Error(resp.StatusCode)
	}
}

// TestLenientArguments holds that what ChatGPT's look for tools sends is taken, and that
// no session is made.
func TestLenientArguments(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	s.publish(s.create("Bot", tableData))
	for _, headers := range [][]string{
		{"Accept", "*/*", "Content-Type", "text/octet-stream"},
		{"Accept", "*/*", "Content-Type", ""},
		{"Mcp-Session-Id", "never-issued"},
	} {
		status, h, body := s.ask("POST", "/servers/bot/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, headers...)
		if status != 200 || h.Get("Mcp-Session-Id") != "" || !strings.Contains(body, "search_products") {
			t.Errorf("%q: %d %v %s", headers, status, h, body)
		}
	}
}

// TestLayouts holds that each layout's data comes as it was published, with its
// first entries in words.
func TestLayouts(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	for name, row := range map[string]struct{ data, first string }{
		"Table": {tableData, "Lamp; Price: 9"}, "Posts": {postData, "First post: It began."}, "Cards": {cardData, "Widget Pro, $99.99 (New)"},
	} {
		s.publish(s.create(name, row.data))
		r := in(s.call(appbuilder.Slug(name), "tools/call", `{"name":"search_products","arguments":{"message":"x"}}`), "result")
		same(t, in(r, "structuredContent"), row.data)
		if text, _ := in(r, "content", 0, "text").(string); !strings.Contains(text, row.first) {
			t.Errorf("%s: %q", name, text)
		}
	}
}

// TestLongRows holds that the first rows are named however long some of them are.
func TestLongRows(t *testing.T) {
	t.Parallel()
	row := func(name, cell string) string {
		var cells []string
		for i := range 11 {
			cells = append(cells, fmt.Sprintf(`"c%d":%q`, i, cell))
		}
		return `{"name":"` + name + `",` + strings.Join(cells, ",") + `}`
	}
	columns := `{"key":"name","header":"Name"}`
	for i := range 11 {
		columns += fmt.Sprintf(`,{"key":"c%d","header":"C%[1]d"}`, i)
	}
	long := strings.Repeat("界", 500)
	for name, rows := range map[string][]string{
		"first":  {row("row 0", long), row("row 1", ""), row("row 2", "b"), row("row 3", ""), row("row 4", ""), row("row 5", "")},
		"middle": {row("row 0", ""), row("row 1", ""), row("row 2", long), row("row 3", ""), row("row 4", ""), row("row 5", "")},
		"all":    {row("row 0", long), row("row 1", long), row("row 2", long), row("row 3", long), row("row 4", long), row("row 5", long)},
		"many": slices.Collect(func(yield func(string) bool) {
			for i := range 60 {
				if !yield(row(fmt.Sprintf("row %d", i), strings.Repeat("x", 90))) {
					return
				}
			}
		}),
	} {
		text := endpoint.Text(content(t, "Bot", `{"type":"table","columns":[`+columns+`],"rows":[`+strings.Join(rows, ",")+`]}`))
		if len(text) > 4096 || !utf8.ValidString(text) {
			t.Errorf("%s: %d bytes", name, len(text))
		}
		for i := range min(len(rows), 20) {
			if !strings.Contains(text, fmt.Sprintf("\n- row %d", i)) {
				t.Errorf("%s: no row %d in %s", name, i, text)
			}
		}
		if left := len(rows) - 20; left > 0 != strings.Contains(text, fmt.Sprintf("\n… and %d more", left)) {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// TestImages holds that an app can be served whatever addresses of pictures its data may have.
func TestImages(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	s.publish(s.create("Bot", `{"type":"card-list","items":[{"title":"a","image":"https://bücher.example/a.png"},{"title":"b","image":"HTTPS://A_b.example.com:8443/b"},{"title":"c","image":"https://192.0.2.1:/c"}]}`))
	const origins = "https://192.0.2.1 https://a_b.example.com:8443 https://xn--bcher-kva.example"
	csp := in(s.call("bot", "resources/read", `{"uri":"ui://widget/bot.html"}`), "result", "contents", 0, "_meta", "ui", "csp", "resourceDomains")
	if got := strings.Trim(fmt.Sprint(csp), "[]"); got != origins {
		t.Error(csp)
	}
	if status, h, _ := s.ask("GET", "/servers/bot/ui/card-list.html", ""); status != 200 || !strings.Contains(h.Get("Content-Security-Policy"), "img-src data: "+origins+";") {
		t.Error(status, h)
	}
}

// TestResource holds how the page is read, with and without a version.
func TestResource(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	s.publish(s.create("My Support Bot", tableData))
	for _, uri := range []string{"ui://widget/my-support-bot.html", "ui://widget/my-support-bot.html?v=9"} {
		r := s.call("my-support-bot", "resources/read", `{"uri":"`+uri+`"}`)
		c := in(r, "result", "contents", 0)
		if in(c, "mimeType") != "text/html;profile=mcp-app" || !strings.Contains(in(c, "text").(string), "<title>My Support Bot</title>") || in(c, "uri") != uri {
			t.Errorf("%v", c)
		}
		same(t, in(c, "_meta", "ui"), `{"csp":{"connectDomains":[],"resourceDomains":[]},"prefersBorder":true}`)
	}
	old := open(t, func(o *endpoint.Options) { o.Skybridge = true })
	old.publish(old.create("Bot", tableData))
	for _, got := range []any{
		in(old.call("bot", "resources/list", `{}`), "result", "resources", 0, "mimeType"),
		in(old.call("bot", "resources/read", `{"uri":"ui://widget/bot.html"}`), "result", "contents", 0, "mimeType"),
	} {
		if got != "text/html+skybridge" {
			t.Error(got)
		}
	}
	all := in(s.call("my-support-bot", "resources/list", `{}`), "result", "resources").([]any)
	if len(all) != 1 || in(all[0], "uri") != "ui://widget/my-support-bot.html" {
		t.Errorf("%v", all)
	}
}

// TestSnapshot holds that edits change nothing until the app is published anew.
func TestSnapshot(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	a := s.publish(s.create("Bot", tableData))
	tool := "find_lamps"
	if _, _, err := s.Edit(t.Context(), s.owner, a.ID, 0, appbuilder.Patch{ToolName: &tool, Data: []byte(cardData)}); err != nil {
		t.Fatal(err)
	}
	if got := in(s.call("bot", "tools/list", `{}`), "result", "tools", 0, "name"); got != "search_products" {
		t.Error(got)
	}
	s.publish(a)
	if got := in(s.call("bot", "tools/list", `{}`), "result", "tools", 0, "name"); got != "find_lamps" {
		t.Error(got)
	}
	if status, _, _ := s.ask("GET", "/servers/bot/ui/card-list.html", ""); status != 200 {
		t.Error(status)
	}
	if status, _, _ := s.ask("GET", "/servers/bot/ui/table.html", ""); status != 404 {
		t.Error(status)
	}
}

// TestUnpublishedIsGone holds that nothing tells an unpublished app from one that never was.
func TestUnpublishedIsGone(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	a := s.publish(s.create("Bot", tableData))
	deleted := s.publish(s.create("Deleted", tableData))
	s.ok(s.Delete(t.Context(), s.owner, deleted.ID))
	s.create("Draft", tableData)
	if _, err := s.Unpublish(t.Context(), s.owner, a.ID); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/servers/%/mcp", "/servers/%", "/servers/%/ui/table.html"} {
		method, body := "GET", ""
		if strings.HasSuffix(path, "mcp") {
			method, body = "POST", `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`
		}
		var want string
		for i, slug := range []string{"never-was", "bot", "deleted", "draft"} {
			status, _, got := s.ask(method, strings.ReplaceAll(path, "%", slug), body)
			if status != 404 || i > 0 && got != want {
				t.Errorf("%s %s: %d %s", path, slug, status, got)
			}
			want = got
		}
		if method == "POST" && !strings.Contains(want, `"code":4001`) || strings.Contains(want, `"id":7`) {
			t.Error(want)
		}
	}
	s.publish(a)
	if status, _, _ := s.ask("GET", "/servers/bot", ""); status != 200 {
		t.Error(status)
	}
}

// TestProgress holds that who asks for it hears of the three steps, in order and
// before the result, and no one else does.
func TestProgress(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	s.publish(s.create("Bot", tableData))
	_, h, body := s.ask("POST", "/servers/bot/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_products","arguments":{"message":"x"},"_meta":{"progressToken":"p"}}}`)
	var got []string
	for line := range strings.Lines(body) {
		if data, ok := strings.CutPrefix(strings.TrimSpace(line), "data: "); ok {
			var m map[string]any
			s.ok(json.Unmarshal([]byte(data), &m))
			if in(m, "result") != nil {
				got = append(got, "result")
			} else {
				text, _ := json.Marshal([]any{in(m, "params", "progress"), in(m, "params", "total"), in(m, "params", "message")})
				got = append(got, string(text))
			}
		}
	}
	if want := `[0,100,"Starting..."] [50,100,"Processing..."] [100,100,"Complete"] result`; strings.Join(got, " ") != want || h.Get("Content-Type") != "text/event-stream" {
		t.Errorf("%q", got)
	}
	if _, h, _ := s.ask("POST", "/servers/bot/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_products","arguments":{"message":"x"}}}`); h.Get("Content-Type") != "application/json" {
		t.Error(h)
	}
}

// events reads the data of a stream of events until it ends.
func (s *site) events(r *http.Request) <-chan string {
	s.Helper()
	resp, err := http.DefaultClient.Do(r)
	s.ok(err)
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "text/event-stream" {
		s.Fatalf("%d %v", resp.StatusCode, resp.Header)
	}
	lines := make(chan string, 100)
	go func() {
		defer close(lines)
		defer resp.Body.Close() //nolint:errcheck // it was read
		in := bufio.NewScanner(resp.Body)
		for in.Scan() {
			if data, ok := strings.CutPrefix(in.Text(), "data: "); ok {
				lines <- data
			}
		}
	}()
	return lines
}

func next(t *testing.T, lines <-chan string, want string) {
	t.Helper()
	select {
	case got, ok := <-lines:
		if want == "" && ok || want != "" && !strings.Contains(got, want) {
			t.Fatalf("%q, want %q", got, want)
		}
	case <-time.After(20 * time.Second):
		t.Fatalf("%q didn't come", want)
	}
}

// TestStreams holds that listeners of both eras hear of a new version, and that
// their streams end once the app is unpublished.
func TestStreams(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	a := s.publish(s.create("Bot", tableData))
	get, err := http.NewRequestWithContext(t.Context(), "GET", s.url+"/servers/bot/mcp", nil)
	s.ok(err)
	get.Header.Set("Accept", "text/event-stream")
	old := s.events(get)
	post, err := http.NewRequestWithContext(t.Context(), "POST", s.url+"/servers/bot/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},`+
		`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`))
	s.ok(err)
	for name, value := range map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen"} {
		post.Header.Set(name, value)
	}
	modern := s.events(post)
	next(t, modern, "notifications/subscriptions/acknowledged")
	s.publish(a)
	next(t, modern, "notifications/tools/list_changed")
	next(t, old, "notifications/tools/list_changed")
	if _, err := s.Unpublish(t.Context(), s.owner, a.ID); err != nil {
		t.Fatal(err)
	}
	next(t, modern, "notifications/tools/list_changed")
	next(t, modern, `"result"`)
	next(t, modern, "")
	next(t, old, "notifications/tools/list_changed")
	next(t, old, "")
}

// TestToken_Streams holds that who listens without the token that an app now wants hears
// nothing more of it, and who listens with it goes on.
func TestToken_Streams(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	a := s.publish(s.create("Bot", tableData))
	listen := func(token string) *http.Request {
		get, err := http.NewRequestWithContext(t.Context(), "GET", s.url+"/servers/bot/mcp", nil)
		s.ok(err)
		get.Header.Set("Accept", "text/event-stream")
		get.Header.Set("Authorization", "Bearer "+token)
		return get
	}
	before := s.events(listen(""))
	former, err := s.NewCallToken(t.Context(), s.owner, a.ID)
	s.ok(err)
	next(t, before, "") // it has ended
	outdated := s.events(listen(former))
	token, err := s.NewCallToken(t.Context(), s.owner, a.ID)
	s.ok(err)
	next(t, outdated, "")
	with := s.events(listen(token))
	s.publish(a)
	next(t, with, "notifications/tools/list_changed")
	s.ok(s.RemoveCallToken(t.Context(), s.owner, a.ID))
	s.publish(a)
	next(t, with, "notifications/tools/list_changed")
}

// TestToken holds that nothing of an app is shown without its token, where it has one, at once
// and until its owner opens it again.
func TestToken(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	a := s.publish(s.create("Bot", tableData))
	const (
		list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
		page = `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"ui://widget/bot.html","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`
	)
	read := func(headers ...string) (int, http.Header, string) {
		return s.ask("POST", "/servers/bot/mcp", page, append(headers, "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "resources/read", "Mcp-Name", "ui://widget/bot.html")...)
	}
	if status, _, body := read(); status != 200 || !strings.Contains(body, `"cacheScope":"public"`) {
		t.Errorf("%d %s", status, body)
	}
	former, err := s.NewCallToken(t.Context(), s.owner, a.ID)
	s.ok(err)
	token, err := s.NewCallToken(t.Context(), s.owner, a.ID)
	s.ok(err)
	for _, authorization := range []string{"", "Bearer " + former, "Bearer", "Basic " + token, token} {
		for _, q := range [][]string{
			{"POST", "/servers/bot/mcp", list}, {"GET", "/servers/bot/mcp", "", "Accept", "text/event-stream"}, {"GET", "/servers/bot/mcp", "", "Accept", "text/html"},
			{"GET", "/servers/bot", ""}, {"GET", "/servers/bot/ui/table.html", ""},
		} {
			status, h, body := s.ask(q[0], q[1], q[2], append([]string{"Authorization", authorization}, q[3:]...)...)
			if q[0] == "POST" && !strings.Contains(body, `"data":{"code":"UNAUTHORIZED"}`) {
				t.Errorf("%q: no code in %s", authorization, body)
			}
			if status != 401 || !strings.HasPrefix(h.Get("WWW-Authenticate"), `Bearer realm="app-builder"`) || strings.Contains(body, "Bot") || strings.Contains(body, "Lamp") || strings.Contains(body, "search_products") ||
				strings.Contains(h.Get("WWW-Authenticate"), "invalid_token") != strings.HasPrefix(authorization, "Bearer") {
				t.Errorf("%q %q: %d %v %s", authorization, q, status, h, body)
			}
		}
	}
	for _, authorization := range []string{"Bearer " + token, "bearer " + token} {
		if status, _, body := s.ask("POST", "/servers/bot/mcp", list, "Authorization", authorization); status != 200 || !strings.Contains(body, "search_products") {
			t.Errorf("%d %s", status, body)
		}
	}
	if status, _, body := read("Authorization", "Bearer "+token); status != 200 || !strings.Contains(body, `"cacheScope":"private"`) {
		t.Errorf("%d %s", status, body)
	}
	if status, h, body := s.ask("GET", "/servers/bot/ui/table.html", "", "Authorization", "Bearer "+token); status != 200 || !strings.Contains(body, "Lamp") || !strings.HasPrefix(h.Get("Cache-Control"), "private") {
		t.Errorf("%d %v", status, h)
	}
	s.ok(s.RemoveCallToken(t.Context(), s.owner, a.ID))
	if status, _, _ := s.ask("POST", "/servers/bot/mcp", list); status != 200 {
		t.Error(status)
	}
	if status, _, body := read(); status != 200 || !strings.Contains(body, `"cacheScope":"public"`) {
		t.Errorf("%d %s", status, body)
	}
}

// TestAnswer holds that a model makes the sentence of a call where the owner wants it, and how a
// call fails where it can't.
func TestAnswer(t *testing.T) {
	t.Parallel()
	var asked string
	var says error
	s := open(t, func(o *endpoint.Options) {
		o.Answer = func(_ context.Context, app string, c appbuilder.Content, message string) (string, error) {
			asked = app + " " + c.Name + " " + message
			if message == "static" {
				return "", nil
			}
			return "The vase is cheaper.", says
		}
	})
	a := s.publish(s.create("Bot", tableData))
	call := func(message string) any {
		return in(s.call("bot", "tools/call", `{"name":"search_products","arguments":{"message":"`+message+`"}}`), "result")
	}
	const same = "Here is the sample data of Bot, 2 entries:\n- Lamp; Price: 9\n- Vase; Price: 4.5"
	if got := in(call("What is cheap?"), "content", 0, "text"); got != same || asked != "" {
		t.Errorf("a model was asked, and nobody wants it: %q %q", got, asked)
	}
	if _, err := s.SetAnswers(t.Context(), s.owner, a.ID, true); err != nil {
		t.Fatal(err)
	}
	r := call("What is cheap?")
	if got := in(r, "content", 0, "text"); got != "The vase is cheaper.\n- Lamp; Price: 9\n- Vase; Price: 4.5" || asked != a.ID+" Bot What is cheap?" {
		t.Errorf("%q %q", got, asked)
	}
	if in(r, "structuredContent", "type") != "table" || in(r, "_meta", "app-builder/view", "publishVersion") != 1.0 {
		t.Errorf("%v", r)
	}
	if got := in(call("static"), "content", 0, "text"); got != same {
		t.Errorf("%q", got)
	}
	for _, row := range []struct {
		err          error
		code, reason string
	}{
		{&fault.Error{Kind: appbuilder.Model, Message: "secret"}, "LLM_ERROR", "LLM error"},
		{&fault.Error{Kind: fault.Timeout, Message: "secret"}, "TIMEOUT", "LLM timeout"},
		{errors.New("secret"), "EXECUTION_ERROR", "internal error"},
	} {
		says = row.err
		r := call("What is cheap?")
		e := in(r, "structuredContent", "error")
		if in(r, "_meta", "error", "data", "code") != row.code || in(r, "_meta", "error", "data", "kind") != nil {
			t.Errorf("_meta speaks of something else: %v", r)
		}
		if in(r, "isError") != true || in(e, "code") != row.code || in(e, "details", "reason") != row.reason || strings.Contains(asJSON(t, r), "secret") {
			t.Errorf("%v", r)
		}
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestStreams_Bounds holds that one address can't take all streams.
func TestStreams_Bounds(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	s.publish(s.create("Bot", tableData))
	for range 4 {
		get, err := http.NewRequestWithContext(t.Context(), "GET", s.url+"/servers/bot/mcp", nil)
		s.ok(err)
		get.Header.Set("Accept", "text/event-stream")
		s.events(get)
	}
	if status, h, _ := s.ask("GET", "/servers/bot/mcp", "", "Accept", "text/event-stream"); status != 429 || h.Get("Retry-After") == "" {
		t.Error(status, h)
	}
}

// TestLimits holds that what is too much for one app leaves the others alone.
func TestLimits(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *endpoint.Options) {
		o.Limits = endpoint.Limits{Slug: 1, SlugBurst: 5, Address: 1, AddressBurst: 1000}
	})
	s.publish(s.create("Bot", tableData))
	s.publish(s.create("Other", tableData))
	refused := 0
	for range 20 {
		if status, h, body := s.ask("POST", "/servers/bot/mcp", `{"jsonrpc":"2.0","id":1,"method":"ping"}`); status == 429 {
			if refused++; h.Get("Retry-After") == "" || !strings.Contains(body, "-32603") {
				t.Errorf("%v %s", h, body)
			}
		}
	}
	if refused < 10 {
		t.Errorf("%d of 20 were refused", refused)
	}
	if status, _, _ := s.ask("POST", "/servers/other/mcp", `{"jsonrpc":"2.0","id":1,"method":"ping"}`); status != 200 {
		t.Error(status)
	}
}

// TestDefaultLimits has many addresses call one app more often than it may be called:
// some are refused, and each of them still reaches another app. One that calls more often than an
// address may waits with all apps, and keeps nobody else from them.
func TestDefaultLimits(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *endpoint.Options) {
		o.Address = func(r *http.Request) string { return r.Header.Get("Test-Address") }
	})
	s.publish(s.create("Bot", tableData))
	s.publish(s.create("Other", tableData))
	ping := func(slug, address string) int {
		s.Helper()
		status, h, _ := s.ask("POST", "/servers/"+slug+"/mcp", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, "Test-Address", address)
		if (status == 429) != (h.Get("Retry-After") != "") {
			t.Errorf("%d %v", status, h)
		}
		return status
	}
	const most = 10_000 // until one is refused, however slow the machine is
	refused := func(slug string, address func(i int) string) string {
		s.Helper()
		for i := range most {
			if a := address(i); ping(slug, a) == 429 {
				return a
			}
		}
		t.Fatal("none was refused")
		return ""
	}
	a := refused("bot", func(i int) string { return fmt.Sprint(i / 20) })
	if status := ping("other", a); status != 200 {
		t.Errorf("%d for another app", status)
	}
	refused("other", func(int) string { return "one" })
	if status := ping("other", a); status != 200 {
		t.Errorf("%d for another address", status)
	}
}

// TestLimits_Told says which limit has refused a request, and what was kept ready.
func TestLimits_Told(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	told := map[string]int{}
	tell := func(what string) {
		mu.Lock()
		defer mu.Unlock()
		told[what]++
	}
	s := open(t, func(o *endpoint.Options) {
		o.Limits = endpoint.Limits{Slug: 1, SlugBurst: 2, Address: 1, AddressBurst: 4}
		o.Limited = tell
		o.Cached = func(hit bool) { tell(fmt.Sprint("cached ", hit)) }
	})
	s.publish(s.create("Bot", tableData))
	for range 5 { // two are answered, two are too many of the app, and one of the address
		s.ask("POST", "/servers/bot/mcp", `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	}
	mu.Lock()
	defer mu.Unlock()
	if want := map[string]int{"cached false": 1, "cached true": 1, "app": 2, "address": 1}; !maps.Equal(told, want) {
		t.Errorf("%v, want %v", told, want)
	}
}

// TestLimits_Streams holds that streams count as requests do.
func TestLimits_Streams(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *endpoint.Options) {
		o.Limits = endpoint.Limits{Slug: 1, SlugBurst: 1, Address: 1, AddressBurst: 1000}
	})
	s.publish(s.create("Bot", tableData))
	s.ask("POST", "/servers/bot/mcp", `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	if status, h, _ := s.ask("GET", "/servers/bot/mcp", "", "Accept", "text/event-stream"); status != 429 || h.Get("Retry-After") == "" {
		t.Error(status, h)
	}
}

// TestOrigins holds that a page of another origin can't use a server on loopback,
// nor one whose name leads here.
func TestOrigins(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	s.publish(s.create("Bot", tableData))
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	if status, _, _ := s.ask("POST", "/servers/bot/mcp", ping, "Origin", "https://evil.example.com"); status != 403 {
		t.Error(status)
	}
	if status, _, _ := s.ask("GET", "/servers/bot/mcp", "", "Accept", "text/event-stream", "Origin", "https://evil.example.com"); status != 403 {
		t.Error(status)
	}
	if status, _, _ := s.ask("GET", "/servers/bot/mcp", "", "Accept", "text/event-stream", "Sec-Fetch-Site", "cross-site"); status != 403 {
		t.Errorf("a page that doesn't say whose it is: %d", status)
	}
	// Pages of this computer's own servers, such as the Inspector's, may use one that only this
	// computer reaches.
	for origin, want := range map[string]int{
		s.url: 200, strings.Replace(s.url, "127.0.0.1", "localhost", 1): 200, "http://localhost:6274": 200, "http://[::1]:6274": 200, "https://127.0.0.2": 200,
		"null": 403, "http://localhost.evil.example": 403, "http://127.0.0.1.evil.example": 403, "http://localhost:6274/": 403, "http://evil.example@localhost": 403,
		"file://localhost": 403, "http://192.0.2.1": 403,
	} {
		for _, method := range []string{"POST", "OPTIONS"} {
			status, h, _ := s.ask(method, "/servers/bot/mcp", ping, "Origin", origin, "Sec-Fetch-Site", "cross-site")
			if method == "OPTIONS" && want == 200 {
				want = 204
			}
			allowed := h.Get("Access-Control-Allow-Origin")
			if status != want || (want == 403) != (allowed == "") || allowed != "" && allowed != origin || h.Get("Access-Control-Allow-Credentials") != "" || h.Get("Vary") != "Origin" {
				t.Errorf("%s of %s: %d %v, want %d", method, origin, status, h, want)
			}
		}
	}
	public := open(t, func(o *endpoint.Options) { o.LoopbackOnly = false })
	public.publish(public.create("Bot", tableData))
	if status, _, _ := public.ask("POST", "/servers/bot/mcp", ping, "Origin", "http://localhost:6274"); status != 403 {
		t.Errorf("a public server: %d", status)
	}
	r, err := http.NewRequestWithContext(t.Context(), "GET", s.url+"/servers/bot", nil)
	s.ok(err)
	r.Host = "evil.example.com"
	resp, err := http.DefaultClient.Do(r)
	s.ok(err)
	if s.ok(resp.Body.Close()); resp.StatusCode != 403 && resp.StatusCode != 421 {
		t.Error(resp.StatusCode)
	}
}

// TestStoreDown holds that nothing old is served while the database is away.
func TestStoreDown(t *testing.T) {
	t.Parallel()
	log := harness.NewLog()
	s := open(t, func(o *endpoint.Options) { o.Apps, o.Log = &away{Apps: o.Apps}, zerolog.New(log) })
	status, h, body := s.ask("POST", "/servers/bot/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	if status != 503 || h.Get("Retry-After") == "" || !strings.Contains(body, "-32603") {
		t.Errorf("%d %s", status, body)
	}
	if status, _, _ := s.ask("GET", "/servers/bot", ""); status != 503 {
		t.Error(status)
	}
	if got := log.String(); strings.Count(got, "connection refused") != 2 || strings.Contains(body, "refused") {
		t.Errorf("%s\n%s", got, body)
	}
}

// away is a store whose database doesn't answer.
type away struct{ endpoint.Apps }

func (away) Live(ctx context.Context, _ string) (store.Live, error) {
	<-ctx.Done()
	return store.Live{}, &fault.Error{Kind: fault.Timeout, Message: "This took too long.", Err: errors.Join(ctx.Err(), errors.New("connection refused"))}
}

func TestUI(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	s.publish(s.create("A </script><b>", strings.ReplaceAll(cardData, "Widget Pro", `</script><script>alert(1)</script>`)))
	slug := appbuilder.Slug("A </script><b>")
	status, h, body := s.ask("GET", "/servers/"+slug+"/ui/card-list.html", "")
	policy := h.Get("Content-Security-Policy")
	if status != 200 || strings.Contains(body, "<script>alert") || strings.Contains(body, "<b>") || !strings.Contains(policy, "sandbox allow-scripts allow-popups") ||
		!strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Set-Cookie") != "" {
		t.Errorf("%d %s", status, policy)
	}
	if status, _, body := s.ask("GET", "/servers/"+slug+"/ui/card-list.html", "", "If-None-Match", h.Get("ETag")); status != 304 || body != "" {
		t.Error(status)
	}
	_, h, body = s.ask("GET", "/servers/"+slug, "")
	if strings.Contains(body, "<b>") || !strings.Contains(body, "sample data") || !strings.Contains(body, "https://apps.example.com/servers/"+slug+"/mcp") || strings.Contains(body, "<script") ||
		!strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Error(body)
	}
}
