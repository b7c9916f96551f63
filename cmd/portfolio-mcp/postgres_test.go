package main_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcp-adapters/internal/harness"
	"mcp-adapters/internal/pgtest"
)

// TestPostgres_Replicas has two servers share a database and a folder of photos: what one
// has signed the other takes, and both show the page.
func TestPostgres_Replicas(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "postgres")
	server := pgtest.Start(t)
	file := filepath.Join(t.TempDir(), "url")
	if err := os.WriteFile(file, []byte(server.Database(t)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	first, one := overHTTP(t, dir, "DATABASE_URL_FILE="+file)
	second, two := overHTTP(t, dir, "DATABASE_URL_FILE="+file)
	id := first.call("create_project_draft", `{"title":"Chimney","project_type":"Chimney"}`).Structured.ID
	signed := first.call("add_project_media", `{"project_id":"`+id+`","files":[{"file_id":"1","filename":"a.jpg","content_type":"image/jpeg"}]}`).Meta.Uploads[0].URL
	other := func(address string) string { return strings.Replace(address, one.Address, two.Address, 1) }
	if status, body, _ := send(t, http.MethodPut, other(signed), photo(t, 5), "Content-Type", "image/jpeg"); status != 200 {
		t.Fatalf("%d %s", status, body)
	}
	if status, _, _ := send(t, http.MethodPut, signed, photo(t, 5), "Content-Type", "image/jpeg"); status != 401 {
		t.Errorf("again, at the first: status %d", status)
	}
	page := first.call("publish_project", `{"project_id":"`+id+`"}`).Structured.URL
	for _, address := range []string{page, other(page)} {
		if status, body, _ := get(t, address); status != 200 || !strings.Contains(body, "Chimney") {
			t.Errorf("%s: %d", address, status)
		}
	}
	if r := second.call("list_projects", `{}`); r.Structured.Count != 1 {
		t.Errorf("%+v", r)
	}
	second.call("unpublish_project", `{"project_id":"`+id+`"}`)
	if status, _, _ := get(t, page); status != 404 {
		t.Errorf("taken back at the second, and the first shows the page: %d", status)
	}
	// Another folder is not the database's.
	got := harness.Program(t, "portfolio-mcp", "call", "add_project_media", `{"project_id":"`+id+`","images":[{"url":"https://127.0.0.1/x.jpg"}]}`).
		Set("DATA_DIR="+t.TempDir(), "DATABASE_URL_FILE="+file).Run()
	if got.Code == 0 {
		t.Errorf("%+v", got)
	}
}
