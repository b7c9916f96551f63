package site_test

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
)

func TestRequests(t *testing.T) {
	t.Parallel()
	v := open(t).visitor()
	app := v.generate("Show order history in a table")
	for _, c := range []struct {
		method, path string
		body         any
		header       []string
		status       int
		code         string
		fields       string
	}{
		{"GET", "/api/nothing", nil, nil, 404, "NOT_FOUND", ""},
		{"GET", "/api/chat", nil, nil, 405, "METHOD_NOT_ALLOWED", ""},
		{"PUT", id(app), obj{}, nil, 405, "METHOD_NOT_ALLOWED", ""},
		{"GET", "/api/apps/7", nil, nil, 404, "APP_NOT_FOUND", ""},
		{"POST", "/api/generate", "prompt=A+table", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, "UNSUPPORTED_MEDIA_TYPE", ""},
		{"POST", "/api/generate", `{"prompt":"A table"}`, []string{"Content-Type", "text/plain"}, 415, "UNSUPPORTED_MEDIA_TYPE", ""},
		{"POST", "/api/generate", `{"prompt"`, nil, 400, "INVALID_REQUEST", ""},
		{"POST", "/api/generate", `["A table"]`, nil, 400, "INVALID_REQUEST", ""},
		{"POST", "/api/generate", nil, nil, 400, "INVALID_REQUEST", "prompt required"},
		{"POST", "/api/generate", obj{"prompt": 7}, nil, 400, "INVALID_REQUEST", "prompt type"},
		{"POST", "/api/generate", obj{"prompt": "  "}, nil, 400, "INVALID_REQUEST", "prompt required"},
		{"POST", "/api/generate", obj{"promt": "A table"}, nil, 400, "INVALID_REQUEST", "promt unknown"},
		{"POST", "/api/generate", obj{"message": "A table"}, nil, 400, "INVALID_REQUEST", "message unknown"},
		{"POST", "/api/generate", obj{"prompt": strings.Repeat("a", 130<<10)}, nil, 413, "PAYLOAD_TOO_LARGE", ""},
		{"POST", "/api/chat", obj{"message": strings.Repeat("a", 4001)}, nil, 400, "INVALID_REQUEST", "message length"},
		{"PATCH", id(app), obj{"themeVariables": obj{"--primary": 7}}, []string{"If-Match", "*"}, 400, "INVALID_REQUEST", "themeVariables.--primary type"},
		{"PATCH", id(app), " null\n", []string{"If-Match", "*"}, 400, "INVALID_REQUEST", ""},
		{"PATCH", id(app), obj{"name": "\u200b\ufeff"}, []string{"If-Match", "*"}, 400, "INVALID_CONFIG", "name required"},
		{"PATCH", id(app), obj{"name": "Shop \u202etxt"}, []string{"If-Match", "*"}, 400, "INVALID_CONFIG", "name characters"},
		{"PATCH", id(app), obj{"toolDescription": "Returns all \u2066lamps\u2069."}, []string{"If-Match", "*"}, 400, "INVALID_CONFIG", "toolDescription characters"},
		{"PATCH", id(app), obj{"status": "published"}, []string{"If-Match", "*"}, 400, "INVALID_REQUEST", "status unknown"},
		{"PATCH", id(app), obj{"layoutTemplate": "grid"}, []string{"If-Match", "*"}, 400, "INVALID_CONFIG", "layoutTemplate unknown"},
		{"POST", id(app) + "/restore", obj{}, nil, 400, "INVALID_REQUEST", "publishVersion required"},
		{"POST", "/api/publish", obj{"slug": "admin"}, nil, 400, "INVALID_CONFIG", "slug format"},
		{"GET", "/api/slugs/Not%20one", nil, nil, 400, "INVALID_REQUEST", "slug format"},
		{"GET", "/api/apps?limit=101", nil, nil, 400, "INVALID_REQUEST", "limit range"},
		{"GET", "/api/apps?cursor=bogus", nil, nil, 400, "INVALID_REQUEST", "cursor invalid_params"},
		{"GET", "/api/apps?cursor=2026-01-31T12:00:00.000Z_x", nil, nil, 400, "INVALID_REQUEST", "cursor invalid_params"},
		{"GET", id(app) + "/messages?after=x", nil, nil, 400, "INVALID_REQUEST", "after range"},
	} {
		r := v.send(c.method, c.path, c.body, c.header...)
		if got := r.faults(c.status, c.code); got != c.fields {
			t.Errorf("%s %s: %s, want %s", c.method, c.path, got, c.fields)
		}
		if r.header.Get("X-Request-Id") == "" || r.header.Get("X-Content-Type-Options") != "nosniff" || r.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%v", r.header)
		}
	}
	if r := v.send("GET", "/api/chat", nil); r.header.Get("Allow") != "POST" {
		t.Errorf("%v", r.header)
	}
	if now := v.current(); text(t, now) != text(t, app) {
		t.Errorf("%v", now)
	}
}

// TestHiddenCharacters holds that a name that was made of a prompt has none of the characters
// that a prompt may have and a name may not.
func TestHiddenCharacters(t *testing.T) {
	t.Parallel()
	v := open(t).visitor()
	if name := v.generate("A table called \u202eOrders\u200b of June")["name"]; name != "Orders of June" {
		t.Errorf("%q", name)
	}
	v.generate("\u202e \u200b")
}

// TestHost holds that a request by another name is refused as all others are.
func TestHost(t *testing.T) {
	t.Parallel()
	v := open(t).visitor()
	req, err := http.NewRequestWithContext(t.Context(), "GET", v.url+"/api/meta", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Host = "evil.example.com"
	res, err := v.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	reply{t, res.StatusCode, res.Header, string(text)}.fails(403, "FORBIDDEN")
}

// TestSlowBody holds that a body has its time to arrive, and no more.
func TestSlowBody(t *testing.T) {
	t.Parallel()
	v := open(t, func(o *site.Options) { o.BodyTime = 50 * time.Millisecond }).visitor()
	conn, err := net.Dial("tcp", strings.TrimPrefix(v.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := io.WriteString(conn, "POST /api/generate HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"prompt\":"); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(conn) // which the server closes
	if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 408 ") || !strings.Contains(string(answer), "REQUEST_TIMEOUT") {
		t.Errorf("%s %v", answer, err)
	}
}

func TestLists(t *testing.T) {
	t.Parallel()
	v := open(t).visitor()
	var ids []string
	for range 3 {
		ids = append(ids, v.generate("Show order history in a table")["id"].(string))
	}
	page := v.send("GET", "/api/apps?limit=2", nil).is(200)
	apps := page["apps"].([]any)
	if len(apps) != 2 || apps[0].(obj)["id"] != ids[2] || page["nextCursor"] == nil {
		t.Fatalf("%v", page)
	}
	page = v.send("GET", "/api/apps?limit=2&cursor="+page["nextCursor"].(string), nil).is(200)
	if apps := page["apps"].([]any); len(apps) != 1 || apps[0].(obj)["id"] != ids[0] || page["nextCursor"] != nil {
		t.Errorf("%v", page)
	}
	r := v.send("GET", "/api/apps/"+ids[0]+"/export", nil)
	if e := r.is(200); e["app"].(obj)["id"] != ids[0] || len(e["messages"].([]any)) != 2 || e["format"] != "app-builder/1" ||
		!strings.HasPrefix(r.header.Get("Content-Disposition"), `attachment; filename="`) {
		t.Errorf("%v %v", r.header, e)
	}
	if m := v.send("GET", "/api/apps/"+ids[0]+"/messages?after=1", nil).is(200)["messages"].([]any); len(m) != 1 || m[0].(obj)["role"] != "assistant" {
		t.Errorf("%v", m)
	}
}

func TestLog_Silence(t *testing.T) {
	t.Parallel()
	b := open(t, with(model{edit: failing("llm_error").edit}))
	v := b.visitor()
	const secret = "Quokka"
	app := v.generate("A table of " + secret)
	v.send("PATCH", id(app), obj{"name": secret, "toolDescription": secret, "mockData": obj{"type": secret}}, "If-Match", "*").is(400)
	v.send("PATCH", id(app), obj{"name": secret}, "If-Match", "*").is(200)
	v.send("PATCH", id(app), obj{"name": obj{secret: secret}}, "If-Match", "*").is(400)
	v.send("POST", "/api/generate", `{"prompt":"`+secret, "Content-Type", "application/json").is(400)
	v.chat("make it " + secret).is(502)
	v.send("GET", "/api/slugs/"+strings.ToLower(secret), nil).is(200)
	if strings.Contains(strings.ToLower(b.log.String()), strings.ToLower(secret)) {
		t.Error("the log has what a person wrote")
	}
}
