package main_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

// replicas are servers on one PostgreSQL database and one folder of photos.
type replicas struct {
	t   *testing.T
	pg  *pgtest.Server
	url string // of the database
	dir string
}

func newReplicas(t *testing.T) *replicas {
	t.Helper()
	pg := pgtest.Start(t)
	return &replicas{t, pg, pg.Database(t), t.TempDir()}
}

// settings are those of each of them, with a folder.
func (r *replicas) settings(dir string) []string {
	file := filepath.Join(r.t.TempDir(), "url")
	if err := os.WriteFile(file, []byte(r.url+"\n"), 0o600); err != nil {
		r.t.Fatal(err)
	}
	return []string{"HTTP_ADDR=127.0.0.1:0", "DATA_DIR=" + dir, "DATABASE_URL_FILE=" + file}
}

// start starts another one.
func (r *replicas) start() *replica {
	r.t.Helper()
	return &replica{command(r.t, r.dir, r.settings(r.dir)...).Serve()}
}

// replica is one of them. Its methods are for any goroutine.
type replica struct{ *harness.Server }

// try calls a tool; err says that there was no answer.
func (r *replica) try(ctx context.Context, tool, arguments string) (result, error) {
	status, text, err := r.Do(ctx, http.MethodPost, "/mcp", fmt.Sprintf(
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments), "Content-Type", "application/json")
	if err != nil {
		return result{}, err
	}
	var message struct{ Result result }
	if status != http.StatusOK {
		return result{}, fmt.Errorf("status %d: %.200s", status, text)
	}
	if err := json.Unmarshal([]byte(text), &message); err != nil {
		return result{}, err
	}
	message.Result.text = text
	return message.Result, nil
}

func (r *replica) call(t *testing.T, tool, arguments string) result {
	t.Helper()
	got, err := r.try(t.Context(), tool, arguments)
	if err != nil || got.IsError {
		t.Fatalf("%s: %v %s", tool, err, got.text)
	}
	return got
}

// request asks this one for an address of either.
func (r *replica) request(ctx context.Context, method, address, body string, header ...string) (status int, text string, err error) {
	_, rest, _ := strings.Cut(address, "://")
	_, path, _ := strings.Cut(rest, "/")
	return r.Do(ctx, method, "/"+path, body, header...)
}

func (r *replica) get(t *testing.T, address string, header ...string) (status int, text string) {
	t.Helper()
	status, text, err := r.request(t.Context(), http.MethodGet, address, "", header...)
	if err != nil {
		t.Fatal(err)
	}
	return status, text
}

func (r *replica) put(ctx context.Context, address, photo string) (status int, err error) {
	status, _, err = r.request(ctx, http.MethodPut, address, photo, "Content-Type", "image/jpeg")
	return status, err
}

func ofProject(id string) string { return fmt.Sprintf(`{"project_id":%q}`, id) }

// oneFile announces a file; the same one twice is one.
func oneFile(id string, n int) string {
	return fmt.Sprintf(`{"project_id":%q,"files":[{"file_id":"%d","filename":"%[2]d.jpg","content_type":"image/jpeg"}]}`, id, n)
}

const chimney = `{"title":"Chimney","project_type":"Chimney"}`

// TestReplicas_Uploads has both take the photo that one of them has signed, at the same
// time: one wins, and both show the winner's bytes.
func TestReplicas_Uploads(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "postgres")
	r := newReplicas(t)
	two := []*replica{r.start(), r.start()}
	id := two[0].call(t, "create_project_draft", chimney).Structured.ID
	for round := range 12 {
		signed := two[round%2].call(t, "add_project_media", oneFile(id, round)).Meta.Uploads[0].URL
		photos := []string{photo(t, uint8(20+round)), photo(t, uint8(120+round))}
		statuses := make([]int, 2)
		var both sync.WaitGroup
		for i, at := range two {
			both.Go(func() {
				var err error
				if statuses[i], err = at.put(t.Context(), signed, photos[i]); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		won := 0
		if statuses[1] == http.StatusOK {
			won = 1
		}
		if statuses[won] != http.StatusOK || statuses[1-won] != http.StatusUnauthorized {
			t.Fatalf("round %d: %v", round, statuses)
		}
		for _, at := range two {
			if status, err := at.put(t.Context(), signed, photos[0]); status != http.StatusUnauthorized {
				t.Errorf("again: status %d, %v", status, err)
			}
			images := at.call(t, "get_project_status", ofProject(id)).Meta.Project.Images
			if status, got := at.get(t, images[round].URL); status != http.StatusOK || got != photos[won] {
				t.Errorf("round %d: status %d, %d bytes: not what was taken", round, status, len(got))
			}
		}
	}
}

// TestReplicas_Pages publishes at one and looks at the other, which also takes it back.
func TestReplicas_Pages(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "postgres")
	r := newReplicas(t)
	first, second := r.start(), r.start()
	id := first.call(t, "create_project_draft", chimney).Structured.ID
	signed := first.call(t, "add_project_media", oneFile(id, 1)).Meta.Uploads[0].URL
	if status, err := second.put(t.Context(), signed, photo(t, 5)); status != http.StatusOK {
		t.Fatalf("signed by the first, and at the second: status %d, %v", status, err)
	}
	page := first.call(t, "publish_project", ofProject(id)).Structured.URL
	picture := first.call(t, "get_project_status", ofProject(id)).Meta.Project.Images[0].URL
	for _, at := range []*replica{second, first} {
		for address, want := range map[string]string{page: "Chimney", "http://x/": "Chimney", "http://x/sitemap.xml": "/chimney-", picture: "\xff\xd8\xff"} {
			if status, body := at.get(t, address); status != http.StatusOK || !strings.Contains(body, want) {
				t.Errorf("%s: status %d", address, status)
			}
		}
	}
	if got := second.call(t, "list_projects", `{"status":"published"}`); got.Structured.Count != 1 {
		t.Errorf("%s", got.text)
	}
	second.call(t, "unpublish_project", ofProject(id))
	for _, address := range []string{page, picture} {
		if status, _ := first.get(t, address); status != http.StatusNotFound {
			t.Errorf("taken back at the second, and the first answers for %s with %d", address, status)
		}
	}
}

// TestReplicas_Tokens has both take a bearer token, and both refuse it once it was ended.
func TestReplicas_Tokens(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "postgres")
	r := newReplicas(t)
	first, second := r.start(), r.start()
	id := first.call(t, "create_project_draft", chimney).Structured.ID
	contractor := func(args ...string) string {
		got := harness.Program(t, "portfolio-mcp", append([]string{"contractor"}, args...)...).Set(r.settings(r.dir)...).Run()
		if got.Code != 0 {
			t.Fatalf("%v: %+v", args, got)
		}
		return strings.TrimSpace(got.Stdout)
	}
	list := contractor("list")
	email := strings.Fields(strings.Split(list, "\n")[1])[0]
	token := contractor("token", "--email", email)
	statuses := func() (all []int) {
		for _, at := range []*replica{first, second} {
			status, _ := at.get(t, "http://x/api/projects/"+id, "Authorization", "Bearer "+token)
			all = append(all, status)
		}
		return all
	}
	if got := statuses(); got[0] != http.StatusOK || got[1] != http.StatusOK {
		t.Errorf("a token: %v", got)
	}
	contractor("token", "--revoke", "--email", email)
	if got := statuses(); got[0] != http.StatusUnauthorized || got[1] != http.StatusUnauthorized {
		t.Errorf("a token that was ended: %v", got)
	}
}

// TestReplicas_Folder starts a third one on another folder: before there is a photo, and
// when there is one.
func TestReplicas_Folder(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "postgres")
	r := newReplicas(t)
	first := r.start()
	refused := func(when, dir, want string) {
		got := command(t, dir, r.settings(dir)...).Run()
		if got.Code != 1 || !strings.Contains(got.Stderr, want) || !strings.Contains(got.Stderr, "Set DATA_DIR to the directory that all servers on this database share") {
			t.Errorf("%s: %+v", when, got)
		}
	}
	empty := t.TempDir()
	refused("before there is a photo", empty, "is not the one that the database's photos are kept in")
	id := first.call(t, "create_project_draft", chimney).Structured.ID
	signed := first.call(t, "add_project_media", oneFile(id, 1)).Meta.Uploads[0].URL
	if status, err := first.put(t.Context(), signed, photo(t, 5)); status != http.StatusOK {
		t.Fatalf("status %d, %v", status, err)
	}
	refused("with a photo", empty, "is not the one that the database's photos are kept in")
	another := newReplicasOn(t, r.pg)
	another.start()
	refused("another database's folder", another.dir, "has the photos of another database")
	r.start().call(t, "get_project_status", ofProject(id))
}

// newReplicasOn are replicas on another database of a server.
func newReplicasOn(t *testing.T, pg *pgtest.Server) *replicas {
	t.Helper()
	return &replicas{t, pg, pg.Database(t), t.TempDir()}
}
