package portfolio_test

import (
	"strings"
	"testing"
)

// The original shows a new image of a published project only when it is told to, once its
// bytes are there.
func TestShow_NewImagesOfAPublishedProject(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(ready(), 1)
	s := serve(t, api)
	s.must("publish_project", `{"project_id":"%s"}`, id)
	r := s.must("add_project_media", `{"project_id":"%s","files":[{"file_id":"f","filename":"a.jpg",`+asJPEG+`}]}`, id)
	image := r.at("uploads").([]any)[0].(obj)["image_id"].(string)
	get, images, sync := `GET /api/projects/`+id, `GET /api/projects/`+id+`/images`, `POST /api/projects/`+id+`/images/`+image+`/sync`
	api.taken()

	s.must("get_project_status", `{"project_id":"%s"}`, id) // the bytes are still to come
	api.made(t, get, images, sync)
	api.mu.Lock()
	api.stored["/storage/"+image] = []byte("bytes")
	api.mu.Unlock()
	s.must("get_project_status", `{"project_id":"%s"}`, id)
	api.made(t, get, images, sync)
	s.must("get_project_status", `{"project_id":"%s"}`, id)
	api.made(t, get, images)
}

// A draft has nothing to show, and this project's own API does it itself.
func TestShow_NothingElse(t *testing.T) {
	t.Parallel()
	for _, ours := range []bool{false, true} {
		api := newOriginal(t, func(o *original) { o.ours = ours })
		id, _ := api.add(ready(), 0)
		s := serve(t, api)
		s.must("add_project_media", `{"project_id":"%s","files":[{"file_id":"f","filename":"a.jpg",`+asJPEG+`}]}`, id)
		if ours {
			s.must("publish_project", `{"project_id":"%s"}`, id)
		}
		s.must("get_project_status", `{"project_id":"%s"}`, id)
		if calls := strings.Join(api.taken(), " "); strings.Contains(calls, "sync") {
			t.Error(calls)
		}
	}
}
