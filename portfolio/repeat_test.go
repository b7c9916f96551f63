package portfolio_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// everySource adds a photo from each source that a call has.
func everySource(id string) string {
	return `{"project_id":"` + id + `","files":[{"file_id":"f","filename":"a.jpg",` + asJPEG + `,"alt_text":"A"},{"file_id":"f","filename":"a.jpg",` + asJPEG + `,"alt_text":"A"}],
		"images":[{"url":"https://a.example.com/broken"},{"url":"https://a.example.com/1"}],"attachments":[{"download_url":"https://files.example.com/1","file_id":"c"}]}`
}

var fetched = fetching(func(string) ([]byte, string, error) { return []byte("x"), "image/webp", nil })

// rows are the ids of a project's images.
func (o *original) rows(id string) (list []string) {
	for _, i := range imagesOf(o.project(id)) {
		list = append(list, i["id"].(string))
	}
	return list
}

// A host that repeats a call gets the same answer, and adds nothing twice.
func TestAdd_Repeated(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(nil, 0)
	s := serve(t, api, fetched)
	first := s.must("add_project_media", "%s", everySource(id))
	rows := api.rows(id)
	api.taken()
	again := s.must("add_project_media", "%s", everySource(id))
	if got := api.rows(id); len(rows) != 4 || strings.Join(got, " ") != strings.Join(rows, " ") {
		t.Errorf("%v became %v", rows, got)
	}
	for _, c := range api.taken() {
		if strings.HasPrefix(c, "POST") && c != `POST /api/projects/`+id+`/images/from-url {"images":[{"url":"https://a.example.com/broken"}]}` || strings.HasPrefix(c, "PUT") {
			t.Errorf("sent again: %s", c)
		}
	}
	if again.text != first.text || !strings.Contains(again.note, "An earlier call has added 4 photos of these, which was not done again.") || strings.Contains(first.note, "earlier call") {
		t.Errorf("%s\n%s\n%s", first.text, again.text, again.note)
	}
	uploads := again.at("uploads").([]any)
	if len(uploads) != 2 || uploads[0].(obj)["image_id"] != rows[0] || uploads[1].(obj)["image_id"] != rows[1] {
		t.Errorf("the uploads are %v", uploads)
	}
	// What is not the same is another photo, and so is one that was removed meanwhile.
	s.must("set_project_media_labels", `{"project_id":"%s","labels":[{"image_id":"%s","remove":true}]}`, id, rows[2])
	s.must("add_project_media", "%s", strings.ReplaceAll(everySource(id), `"alt_text":"A"`, `"alt_text":"B"`))
	if n := len(api.rows(id)); n != 6 {
		t.Errorf("%d images", n)
	}
}

// Bytes that have come are another's when the same file is announced again.
func TestAdd_RepeatedAfterTheUpload(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, func(o *original) { o.ours = true }) // whose images have all come
	id, _ := api.add(nil, 0)
	s := serve(t, api)
	for range 2 {
		s.must("add_project_media", `{"project_id":"%s","files":[{"file_id":"f","filename":"a.jpg",`+asJPEG+`}]}`, id)
	}
	if n := len(api.rows(id)); n != 2 {
		t.Errorf("%d images", n)
	}
}

// A call that is repeated while it runs waits for itself.
func TestAdd_RepeatedMeanwhile(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(nil, 0)
	s := serve(t, api, fetched)
	var calls sync.WaitGroup
	for range 5 {
		calls.Go(func() {
			if r := s.call("add_project_media", "%s", everySource(id)); r.failed {
				t.Error(r.text)
			}
		})
	}
	calls.Wait()
	if n := len(api.rows(id)); n != 4 {
		t.Errorf("%d images", n)
	}
}

// Another caller who repeats a call learns nothing of it: the signed addresses are its
// caller's.
func TestAdd_RepeatedByAnother(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(nil, 0)
	s := serve(t, api, func(s *settings) {
		s.client.Bearer = func(ctx context.Context) (string, error) {
			who, _ := ctx.Value(personKey{}).(string)
			return who, nil
		}
	})
	at := slices.IndexFunc(s.tools, func(tool mcp.Tool) bool { return tool.Name == "add_project_media" })
	for _, row := range []struct {
		who  string
		kind fault.Kind
	}{{token, ""}, {"another-token", fault.Unauthorized}, {token, ""}} {
		arguments := parsed[schema.Arguments](t, `{"project_id":"`+id+`","files":[{"file_id":"f","filename":"a.jpg",`+asJPEG+`}]}`)
		got, err := s.tools[at].Call(context.WithValue(t.Context(), personKey{}, row.who), &mcp.Request{}, arguments)
		failed, _ := errors.AsType[*fault.Error](err)
		if row.kind == "" && err != nil || row.kind != "" && (failed == nil || failed.Kind != row.kind || strings.Contains(string(got.Meta), "token=")) {
			t.Errorf("%s: %v", row.kind, err)
		}
	}
	if n := len(api.rows(id)); n != 1 {
		t.Errorf("%d images", n)
	}
}
