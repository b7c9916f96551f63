package site_test

import (
	"strings"
	"testing"
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
		{"POST", "/api/generate", obj{"prompt": strings.Repeat("a", 65<<10)}, nil, 413, "PAYLOAD_TOO_LARGE", ""},
		{"POST", "/api/chat", obj{"message": strings.Repeat("a", 4001)}, nil, 400, "INVALID_REQUEST", "message length"},
		{"PATCH", id(app), obj{"themeVariables": obj{"--primary": 7}}, []string{"If-Match", "*"}, 400, "INVALID_REQUEST", "themeVariables.--primary type"},
		{"PATCH", id(app), obj{"status": "published"}, []string{"If-Match", "*"}, 400, "INVALID_REQUEST", "status unknown"},
		{"PATCH", id(app), obj{"layoutTemplate": "grid"}, []string{"If-Match", "*"}, 400, "INVALID_CONFIG", "layoutTemplate unknown"},
		{"POST", id(app) + "/restore", obj{}, nil, 400, "INVALID_REQUEST", "publishVersion required"},
		{"POST", "/api/publish", obj{"slug": "admin"}, nil, 400, "INVALID_CONFIG", "slug format"},
		{"GET", "/api/slugs/Not%20one", nil, nil, 400, "INVALID_REQUEST", "slug format"},
		{"GET", "/api/apps?limit=101", nil, nil, 400, "INVALID_REQUEST", "limit range"},
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
