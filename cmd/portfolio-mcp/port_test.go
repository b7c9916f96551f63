package main_test

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func port(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "port"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}

// TestPort holds that pages and photos are at the same port after each start, as far as
// it is free, and that a second program on the directory works beside the first.
func TestPort(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open := func(port string) int {
		status, _, _ := get(t, "http://127.0.0.1:"+port+"/api/projects")
		return status
	}
	first := command(t, dir).Start()
	first.Write(`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n")
	first.ReadLine()
	kept := port(t, dir)
	if status := open(kept); status != 401 {
		t.Errorf("status %d", status)
	}
	second, _ := overStdio(t, dir)
	made := second.call("create_project_draft", `{"title":"Chimney","project_type":"Chimney"}`).Structured.ID
	signed := second.call("add_project_media", `{"project_id":"`+made+`","files":[{"file_id":"f","filename":"a.jpg","content_type":"image/jpeg"}]}`).Meta.Uploads[0].URL
	if strings.Contains(signed, ":"+kept+"/") || !strings.HasPrefix(signed, "http://127.0.0.1:") {
		t.Errorf("the second program's own port is not in %s", signed)
	}
	if got := port(t, dir); got != kept {
		t.Errorf("the port became %s, and was %s", got, kept)
	}
	first.End()
	again, _ := overStdio(t, dir)
	if got := again.call("list_projects", `{}`); got.Structured.Count != 1 {
		t.Errorf("%+v", got)
	}
	if status := open(kept); status != 401 {
		t.Errorf("after the next start: status %d", status)
	}
}

func TestPort_Taken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = ln.Close() }()
	_, taken, _ := net.SplitHostPort(ln.Addr().String())
	for _, content := range []string{taken + "\n", "not a port", ""} {
		if err := os.WriteFile(filepath.Join(dir, "port"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		c, _ := overStdio(t, dir)
		c.call("list_projects", `{}`)
		if got := port(t, dir); (got == taken) != (content == taken+"\n") {
			t.Errorf("%q became %s", content, got)
		}
	}
}

// TestPort_Names holds that a page of another name that leads here gets nothing.
func TestPort_Names(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c, _ := overStdio(t, dir, "PUBLIC_URL=https://pages.example.com/portfolio")
	c.call("list_projects", `{}`)
	base := "http://127.0.0.1:" + port(t, dir)
	if status, body, _ := get(t, base+"/portfolio/api/projects"); status != 401 {
		t.Errorf("%d %s", status, body)
	}
	if status, _, _ := get(t, base+"/api/projects"); status != 404 {
		t.Errorf("outside of the path: %d", status)
	}
	conn, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := conn.Write([]byte("GET /portfolio/api/projects HTTP/1.1\r\nHost: rebound.example.com\r\nConnection: close\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 64)
	n, _ := conn.Read(answer)
	if !strings.HasPrefix(string(answer[:n]), "HTTP/1.1 403") {
		t.Errorf("under another's name: %s", answer[:n])
	}
}
