package portfolio_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
)

const story = `"summary":"S","challenge":"C","solution":"So","results":"R","outcome_highlights":["one","two"]`

func TestCreateWithOnlyAType(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	r := serve(t, api).must("create_project_draft", `{"project_type":"Chimney Rebuild"}`)
	api.made(t, `POST /api/projects {"project_type":"Chimney Rebuild"}`)
	mcptest.Same(t, "structuredContent", r.structured, `{"project_id":"`+idOf(1)+`","missing_fields":["title","hero_image_id","images"]}`)
	if got := r.at("project", "city"); got != "Denver" {
		t.Errorf("the city is %v", got)
	}
	mcptest.Same(t, "_meta", obj{"view": r.at("widgetTemplate"), "missing": r.at("widgetData", "missing_fields"), "can": r.at("widgetData", "can_publish"), "id": r.at("widgetData", "project", "id"), "status": r.at("project", "status"), "hero": r.at("project", "hero_image_url")},
		`{"view":"project-draft","missing":["title","hero_image_id","images"],"can":false,"id":"`+idOf(1)+`","status":"draft","hero":null}`)
	if want := "The draft is saved. To be published it needs a title and a photo."; r.note != want {
		t.Errorf("it says %q, want %q", r.note, want)
	}
}

func TestCreateWithTheWholeStory(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	r := serve(t, api).must("create_project_draft", `{`+story+`}`)
	api.made(t, `POST /api/projects {"challenge":"C","outcome_highlights":["one","two"],"results":"R","solution":"So","summary":"S"}`)
	if got, want := r.at("project", "description"), "S\n\nChallenge\nC\n\nSolution\nSo\n\nResults\nR\n\nOutcomes\n- one\n- two"; got != want {
		t.Errorf("the description is %q, want %q", got, want)
	}
}

func TestCreateWhereTheStoryIsIgnored(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, func(o *original) { o.ignoreNarrative = true })
	r := serve(t, api).must("create_project_draft", `{"title":"Chimney","summary":"S","challenge":"","outcome_highlights":["one"]}`)
	api.made(t,
		`POST /api/projects {"challenge":"","outcome_highlights":["one"],"summary":"S","title":"Chimney"}`,
		`PATCH /api/projects/`+idOf(1)+` {"outcome_highlights":["one"],"summary":"S"}`)
	if got := r.at("project", "summary"); got != "S" {
		t.Errorf("the summary is %v", got)
	}
}

// A draft that is there is never reported as failed, or somebody would make another.
func TestCreate_WithAStoryThatIsRefused(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, func(o *original) {
		o.ignoreNarrative = true
		o.fail = func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method == http.MethodPatch {
				o.refuse(w, 400, "VALIDATION_ERROR", "No.", nil)
			}
			return r.Method == http.MethodPatch
		}
	})
	r := serve(t, api).must("create_project_draft", `{"summary":"S","results":"R"}`)
	mcptest.Same(t, "not_saved", r.structured["not_saved"], `["summary","results"]`)
	if !strings.Contains(r.note, "These were not saved: summary, results; send them again with update_project_sections") {
		t.Errorf("it says %q", r.note)
	}
}

func TestCreateTimesOut(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(http.ResponseWriter, *http.Request){
		"no answer":      func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"cut off":        func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"status 500":     func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) },
		"status 502":     func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(502) },
		"status 504":     func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(504) },
		"status 522":     func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(522) },
		"makes no sense": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>ok</html>")) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api := newOriginal(t, func(o *original) {
				o.fail = func(w http.ResponseWriter, r *http.Request) bool { fail(w, r); return true }
			})
			r, kind := serve(t, api, func(s *settings) { s.client.Timeout = 600 * time.Millisecond }).refused("create_project_draft", `{"title":"Chimney"}`)
			api.made(t, `POST /api/projects {"title":"Chimney"}`)
			if kind != "unknown_outcome" || !strings.Contains(r.text, "Call list_projects before trying again") {
				t.Errorf("%s: %s", kind, r.text)
			}
		})
	}
}

func TestUpdates(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, images := api.add(obj{"title": "Chimney", "project_type": "Rebuild"}, 1)
	s := serve(t, api)

	r := s.must("update_project_sections", `{"project_id":"%s","summary":"New","results":""}`, id)
	api.made(t, `PATCH /api/projects/`+id+` {"results":"","summary":"New"}`)
	mcptest.Same(t, "structuredContent", r.structured, `{"project_id":"`+id+`","missing_fields":[],"can_publish":true}`)
	if r.at("widgetTemplate") != "project-draft" || r.at("project", "summary") != "New" || r.at("project", "hero_image_id") != images[0] {
		t.Errorf("_meta: %v", r.meta)
	}
	if want := "\"Chimney\" is saved. It can be published."; r.note != want {
		t.Errorf("it says %q, want %q", r.note, want)
	}

	r = s.must("update_project_meta", `{"project_id":"%s","title":"","tags":["a","b"],"seo_title":"T"}`, id)
	api.made(t, `PATCH /api/projects/`+id+` {"seo_title":"T","tags":["a","b"],"title":""}`)
	mcptest.Same(t, "structuredContent", r.structured, `{"project_id":"`+id+`","missing_fields":["title"],"can_publish":false}`)
	mcptest.Same(t, "tags", r.at("widgetData", "project", "tags"), `["a","b"]`)

	for _, tool := range []string{"update_project_sections", "update_project_meta"} {
		if r, kind := s.refused(tool, `{"project_id":"%s"}`, id); kind != "invalid_params" {
			t.Errorf("%s: %s", kind, r.text)
		}
	}
	if r, kind := s.refused("update_project_meta", `{"project_id":"%s","title":"%s"}`, id, strings.Repeat("x", 201)); kind != "invalid_params" || r.at("error", "data", "field") != "title" || !strings.Contains(r.text, "title: String must contain at most 200 character(s)") {
		t.Errorf("%s: %s", kind, r.text)
	}
}

// A change that is safe to send again is, once a look has shown that it isn't there; one
// that is there is not.
func TestUpdate_WithALostAnswer(t *testing.T) {
	t.Parallel()
	for _, saved := range []bool{false, true} {
		lost := false
		api := newOriginal(t, func(o *original) {
			o.fail = func(w http.ResponseWriter, r *http.Request) bool {
				if lost || r.Method != http.MethodPatch {
					return false
				}
				lost = true
				if saved {
					o.mu.Lock()
					o.projects[0]["title"] = "New"
					o.mu.Unlock()
				}
				w.WriteHeader(504)
				return true
			}
		})
		id, _ := api.add(obj{"title": "Old"}, 0)
		s := serve(t, api)
		r := s.must("update_project_meta", `{"project_id":"%s","title":"New"}`, id)
		patch, get := `PATCH /api/projects/`+id+` {"title":"New"}`, `GET /api/projects/`+id
		if saved {
			api.made(t, patch, get)
		} else {
			api.made(t, patch, get, patch)
		}
		if r.at("project", "title") != "New" {
			t.Errorf("the title is %v", r.at("project", "title"))
		}
	}
}
