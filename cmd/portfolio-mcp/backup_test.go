package main_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestBackup backs up while a server runs, and puts that back: not while one does.
func TestBackup(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(t.TempDir(), "portfolio.tar")
	p := command(t, dir).Start()
	c := &client{t: t, speak: p.Ask}
	id := c.call("create_project_draft", `{"title":"Chimney","project_type":"Chimney"}`).Structured.ID
	added := c.call("add_project_media", `{"project_id":"`+id+`","files":[{"file_id":"1","filename":"a.jpg","content_type":"image/jpeg"}]}`)
	if status, body, _ := send(t, http.MethodPut, added.Meta.Uploads[0].URL, photo(t, 77), "Content-Type", "image/jpeg"); status != 200 {
		t.Fatalf("%d %s", status, body)
	}
	c.call("publish_project", `{"project_id":"`+id+`"}`)
	if said := mustRun(t, dir, "backup", file); said != "Backed up to "+file+": 1 project with 1 photo.\n" {
		t.Error(said)
	}
	if got := run(t, dir, "backup", file); got.Code != 1 || !strings.Contains(got.Stderr, "is not overwritten") {
		t.Errorf("%+v", got)
	}
	c.call("unpublish_project", `{"project_id":"`+id+`"}`)
	c.call("set_project_media_labels", `{"project_id":"`+id+`","labels":[{"image_id":"`+c.call("get_project_status", `{"project_id":"`+id+`"}`).Structured.Images[0].ID+`","remove":true}]}`)
	if got := run(t, dir, "restore", file); got.Code != 1 || !strings.Contains(got.Stderr, "open") {
		t.Errorf("while it runs: %+v", got)
	}
	if r := c.call("get_project_status", `{"project_id":"`+id+`"}`); r.Structured.Status != "draft" {
		t.Errorf("%+v", r)
	}
	p.End()
	if said := mustRun(t, dir, "restore", file); !strings.HasPrefix(said, "Restored to "+dir+": 1 project with 1 photo.\nThe former projects and photos are kept in ") {
		t.Error(said)
	}
	again, _ := overStdio(t, dir)
	r := again.call("get_project_status", `{"project_id":"`+id+`"}`)
	if r.Structured.Status != "published" || len(r.Meta.Project.Images) != 1 {
		t.Fatalf("%s", r.text)
	}
	if status, body, _ := get(t, r.Structured.URL); status != 200 || !strings.Contains(body, "Chimney") {
		t.Errorf("the page: status %d", status)
	}
	if status, _, _ := get(t, r.Meta.Project.Images[0].URL); status != 200 {
		t.Errorf("the photo: status %d", status)
	}
}

// TestBackup_Interrupted holds that nothing works on what a restore left half done.
func TestBackup_Interrupted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "restore-unfinished"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"call", "list_projects"}, {"backup", filepath.Join(dir, "x.tar")}} {
		if got := run(t, dir, args...); got.Code != 1 || !strings.Contains(got.Stderr, "a restore of this portfolio was interrupted") {
			t.Errorf("%v: %+v", args, got)
		}
	}
}

func TestBackup_Postgres(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"backup", "x.tar"}, {"restore", "x.tar"}} {
		got := harness.Program(t, "portfolio-mcp", args...).Set("DATA_DIR="+t.TempDir(), "DATABASE_URL=postgres://ann:secret@127.0.0.1/portfolio").Run()
		if got.Code != 2 || !strings.Contains(got.Stderr, "use pg_dump") || strings.Contains(got.Stderr, "secret") {
			t.Errorf("%v: %+v", args, got)
		}
	}
}
