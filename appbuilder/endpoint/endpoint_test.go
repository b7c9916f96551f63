package endpoint_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"mcp-adapters/appbuilder"
	"mcp-adapters/appbuilder/endpoint"
	"mcp-adapters/appbuilder/layout"
	"mcp-adapters/appbuilder/store"
	"mcp-adapters/appbuilder/theme"
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
	if in(hello, "result", "serverInfo", "name") != "chatgpt-app-builder" || in(hello, "result", "serverInfo", "title") != "My Support Bot" ||
		in(hello, "result", "capabilities", "tools", "listChanged") != true {
		t.Errorf("%v", hello)
	}
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

// TestScenario25_BadCalls holds how each wrong call is answered.
func TestScenario25_BadCalls(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	s.publish(s.create("Bot", tableData))
	for arguments, field := range map[string]string{
		`{}`: "message", `{"message":7}`: "message", `{"message":null}`: "message", `{"message":"` + strings.Repeat("x", 4001) + `"}`: "message",
		`{"message":"a","context":[]}`: "context", `{"message":"a","context":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":1}}}}}}}}}}`: "context",
		`{"message":"a","context":{"a":"` + strings.Repeat("x", 17<<10) + `"}}`: "context",
	} {
		r := in(s.call("bot", "tools/call", `{"name":"search_products","arguments":`+arguments+`}`), "result")
		if in(r, "isError") != true || in(r, "structuredContent", "error", "code") != "INVALID_ARGUMENTS" || in(r, "structuredContent", "error", "details", "field") != field {
			t.Errorf("%.60s: %v", arguments, r)
		}
	}
	if r := s.call("bot", "tools/call", `{"name":"search_products","arguments":{"message":"a","other":1,"context":{"a":[1]}}}`); in(r, "result", "isError") == true {
		t.Errorf("%v", r)
	}
	if r := s.call("bot", "tools/call", `{"name":"nope","arguments":{}}`); in(r, "error", "code") != -32602.0 {
		t.Errorf("%v", r)
	}
	if r := s.call("bot", "nope", `{}`); in(r, "error", "code") != -32601.0 {
		t.Errorf("%v", r)
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
	if status, h, _ := s.ask("GET", "/servers/bot/mcp", "", "Accept", "text/html"); status != 303 || h.Get("Location") != "/servers/bot" {
		t.Error(status, h)
	}
}

// TestScenario26_Lenient holds that what ChatGPT's look for tools sends is taken, and that
// no session is made.
func TestScenario26_Lenient(t *testing.T) {
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

// TestScenario27_Layouts holds that each layout's data comes as it was published, with its
// first entries in words.
func TestScenario27_Layouts(t *testing.T) {
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

// TestScenario28_Resource holds how the page is read, with and without a version.
func TestScenario28_Resource(t *testing.T) {
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
	all := in(s.call("my-support-bot", "resources/list", `{}`), "result", "resources").([]any)
	if len(all) != 1 || in(all[0], "uri") != "ui://widget/my-support-bot.html" {
		t.Errorf("%v", all)
	}
}

// TestScenario18_Snapshot holds that edits change nothing until the app is published anew.
func TestScenario18_Snapshot(t *testing.T) {
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

// TestScenario19_Gone holds that nothing tells an unpublished app from one that never was.
func TestScenario19_Gone(t *testing.T) {
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

// TestScenario22_Progress holds that who asks for it hears of the three steps, in order and
// before the result, and no one else does.
func TestScenario22_Progress(t *testing.T) {
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

// TestScenario24_Streams holds that listeners of both eras hear of a new version, and that
// their streams end once the app is unpublished.
func TestScenario24_Streams(t *testing.T) {
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
	next(t, old, "notifications/resources/list_changed")
	if _, err := s.Unpublish(t.Context(), s.owner, a.ID); err != nil {
		t.Fatal(err)
	}
	next(t, modern, "notifications/tools/list_changed")
	next(t, modern, `"result"`)
	next(t, modern, "")
	next(t, old, "notifications/tools/list_changed")
	next(t, old, "notifications/resources/list_changed")
	next(t, old, "")
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

// TestScenario44_Limits holds that what is too much for one app leaves the others alone.
func TestScenario44_Limits(t *testing.T) {
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

// TestScenario45_Origins holds that a page of another origin can't use a server on loopback,
// nor one whose name leads here.
func TestScenario45_Origins(t *testing.T) {
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
	r, err := http.NewRequestWithContext(t.Context(), "GET", s.url+"/servers/bot", nil)
	s.ok(err)
	r.Host = "evil.example.com"
	resp, err := http.DefaultClient.Do(r)
	s.ok(err)
	if s.ok(resp.Body.Close()); resp.StatusCode != 403 && resp.StatusCode != 421 {
		t.Error(resp.StatusCode)
	}
}

// TestScenario43_Down holds that nothing old is served while the database is away.
func TestScenario43_Down(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *endpoint.Options) { o.Apps = &away{Apps: o.Apps} })
	status, h, body := s.ask("POST", "/servers/bot/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	if status != 503 || h.Get("Retry-After") == "" || !strings.Contains(body, "-32603") {
		t.Errorf("%d %s", status, body)
	}
	if status, _, _ := s.ask("GET", "/servers/bot", ""); status != 503 {
		t.Error(status)
	}
}

// away is a store whose database doesn't answer.
type away struct{ endpoint.Apps }

func (away) Live(ctx context.Context, _ string) (store.Live, error) {
	<-ctx.Done()
	return store.Live{}, ctx.Err()
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
