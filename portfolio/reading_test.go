package portfolio_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
)

// told is an API that answers each question for a project with what it was told to.
type told struct {
	tag, body string // tag: of the answer; a 304 is given to who has it
	asked     []string
}

func (a *told) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.asked = append(a.asked, r.URL.Path+" "+r.Header.Get("If-None-Match"))
	if a.tag != "" {
		w.Header().Set("ETag", a.tag)
		if r.Header.Get("If-None-Match") == a.tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if a.body == "" {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	_, _ = w.Write([]byte(a.body))
}

func reader(t *testing.T, a *told, edit func(*portfolio.Options)) mcp.Tool {
	t.Helper()
	server := httptest.NewServer(a)
	t.Cleanup(server.Close)
	o := portfolio.Options{Options: apiclient.Options{BaseURL: server.URL, Log: zerolog.Nop()}, Token: token}
	if edit != nil {
		edit(&o)
	}
	client, err := portfolio.NewClient(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	for _, tool := range portfolio.Tools(client, portfolio.ToolOptions{}) {
		if tool.Name == "get_project_status" {
			return tool
		}
	}
	t.Fatal("no tool")
	return mcp.Tool{}
}

// A status is made anew unless the API says, by a 304 or by the same bytes, that it is what
// it was. The API is asked each time.
func TestStatus_OfTheSameAnswer(t *testing.T) {
	t.Parallel()
	id := idOf(1)
	const with = `{"project":{"id":"%s","status":"draft","title":"%s","project_images":[{"id":"%s","url":"https://a.example.com/1","uploaded":true}]}}`
	api := &told{}
	tool := reader(t, api, nil)
	for i, step := range []struct {
		tag, title string
		sent       string // If-None-Match
	}{
		{"", "One", ""}, {"", "One", ""}, {"", "Two", ""}, // an API without tags
		{`"a"`, "Two", ""}, {`"a"`, "Two", `"a"`}, {`"b"`, "Three", `"a"`}, {`"c"`, "Three", `"b"`}, {`"c"`, "Three", `"c"`},
		{"", "Four", `"c"`}, {"", "", ""}, {"", "Four", ""},
	} {
		api.tag, api.body, api.asked = step.tag, fmt.Sprintf(with, id, step.title, idOf(2)), nil
		if step.title == "" {
			api.body = ""
		}
		r, err := tool.Call(t.Context(), &mcp.Request{}, schema.Arguments{"project_id": id})
		if want := "/api/projects/" + id + " " + step.sent; len(api.asked) != 1 || api.asked[0] != want {
			t.Errorf("step %d: it asked %v, want %s", i, api.asked, want)
		}
		if (err == nil) != (step.title != "") {
			t.Fatalf("step %d: %v", i, err)
		}
		if err == nil && parsed[obj](t, string(r.Structured))["title"] != step.title {
			t.Errorf("step %d: %s, want %s", i, r.Structured, step.title)
		}
	}
}

// A photo counts when it has arrived.
func TestStatus_PendingPhotos(t *testing.T) {
	t.Parallel()
	const image = `{"id":"%s","url":"https://a.example.com/1","uploaded":%t}`
	for want, arrived := range map[string][]bool{
		"0 photos.": {}, "1 photo.": {true}, "2 photos.": {true, true},
		"0 photos and 1 still to be uploaded.": {false}, "1 photo and 2 still to be uploaded.": {false, true, false},
	} {
		var images []string
		for i, yes := range arrived {
			images = append(images, fmt.Sprintf(image, idOf(i+2), yes))
		}
		tool := reader(t, &told{body: `{"project":{"id":"` + idOf(1) + `","status":"draft","title":"Roof","project_images":[` + strings.Join(images, ",") + `]}}`}, nil)
		r, err := tool.Call(t.Context(), &mcp.Request{}, schema.Arguments{"project_id": idOf(1)})
		if err != nil || !strings.Contains(r.Note, " is a draft, with "+want) {
			t.Errorf("%v: %q, %v, want %s", arrived, r.Note, err, want)
		}
	}
}

// The result of the original's answer is made of more than that: the addresses of its images
// are in another one.
func TestStatus_OfTheOriginalIsMadeAnew(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(obj{"title": "Roof"}, 1)
	s := serve(t, api)
	for range 2 {
		api.taken()
		s.must("get_project_status", `{"project_id":"%s"}`, id)
		api.made(t, `GET /api/projects/`+id, `GET /api/projects/`+id+`/images`)
	}
}

// An answer without images is not all that a result is made of either.
func TestStatus_WithoutImagesIsMadeAnew(t *testing.T) {
	t.Parallel()
	api := &told{tag: `"a"`, body: `{"project":{"id":"` + idOf(1) + `","status":"draft","title":"Roof"},"images":[]}`}
	tool := reader(t, api, nil)
	for range 2 {
		if _, err := tool.Call(t.Context(), &mcp.Request{}, schema.Arguments{"project_id": idOf(1)}); err != nil {
			t.Fatal(err)
		}
	}
	project := "/api/projects/" + idOf(1)
	if want := []string{project + " ", project + "/images ", project + " ", project + "/images "}; !slices.Equal(api.asked, want) {
		t.Errorf("it asked %q", api.asked)
	}
}

// Callers with tokens of their own may have different answers: none is kept.
func TestStatus_OfManyCallersIsMadeAnew(t *testing.T) {
	t.Parallel()
	api := &told{tag: `"a"`, body: `{"project":{"id":"` + idOf(1) + `","status":"draft","project_images":[]}}`}
	tool := reader(t, api, func(o *portfolio.Options) {
		o.Bearer = func(context.Context) (string, error) { return "theirs", nil }
	})
	for range 2 {
		if _, err := tool.Call(t.Context(), &mcp.Request{}, schema.Arguments{"project_id": idOf(1)}); err != nil {
			t.Fatal(err)
		}
	}
	if want := "/api/projects/" + idOf(1) + " "; len(api.asked) != 2 || api.asked[1] != want {
		t.Errorf("it asked %q", api.asked)
	}
}

// However many projects are read, a bounded number is remembered.
func TestStatus_OfManyProjects(t *testing.T) {
	t.Parallel()
	api := &told{tag: `"a"`}
	tool := reader(t, api, nil)
	const n = 100
	read := func(i int) {
		api.body = `{"project":{"id":"` + idOf(i) + `","status":"draft","project_images":[]}}`
		if _, err := tool.Call(t.Context(), &mcp.Request{}, schema.Arguments{"project_id": idOf(i)}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range n {
		read(i)
	}
	api.asked = nil
	again := 0
	for i := range n {
		read(i)
		if last := api.asked[len(api.asked)-1]; last[len(last)-1] == '"' {
			again++
		}
	}
	if again > 32 {
		t.Errorf("%d of %d were remembered", again, n)
	}
}
