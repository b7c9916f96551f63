package portfolio_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
)

func ready() obj {
	return obj{"title": "Chimney", "project_type": "Chimney Rebuild"}
}

func TestPublishWithoutCityAndTitle(t *testing.T) {
	t.Parallel()
	for _, ours := range []bool{false, true} {
		api := newOriginal(t, func(o *original) { o.ours = ours })
		id, _ := api.add(obj{"project_type": "Rebuild", "city": nil}, 0)
		r, kind := serve(t, api).refused("publish_project", `{"project_id":"%s"}`, id)
		if ours {
			api.made(t, `POST /api/projects/`+id+`/publish`)
		} else {
			api.made(t, `POST /api/projects/`+id+`/publish`, `GET /api/projects/`+id)
			mcptest.Same(t, "widgetData", obj{"missing": r.at("widgetData", "missing_fields"), "can": r.at("widgetData", "can_publish"), "status": r.at("widgetData", "project", "status")},
				`{"missing":["title","city","hero_image_id","images"],"can":false,"status":"draft"}`)
		}
		if want := "The project can't be published yet. It needs a title, a city and a photo (missing_fields: title, city, hero_image_id, images). Nothing was changed."; kind != "not_ready" || r.text != want {
			t.Errorf("%s: %s", kind, r.text)
		}
		mcptest.Same(t, "missing_fields", r.at("missing_fields"), `["title","city","hero_image_id","images"]`)
		mcptest.Same(t, "the rest of _meta", obj{"id": r.at("project_id"), "view": r.at("widgetTemplate"), "code": r.at("error", "code")}, `{"id":"`+id+`","view":"project-status","code":-32003}`)
		if got := api.project(id)["status"]; got != "draft" {
			t.Errorf("it is %v", got)
		}
	}
}

// Where the project seems complete, or can't be read, the API's sentences say what is missing.
func TestPublish_ReadsWarnings(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(obj{"title": "Chimney", "project_type": "煙突"}, 1) // a type without a slug
	r, kind := serve(t, api).refused("publish_project", `{"project_id":"%s"}`, id)
	mcptest.Same(t, "missing_fields", r.at("missing_fields"), `["project_type"]`)
	mcptest.Same(t, "widgetData", r.at("widgetData", "missing_fields"), `["project_type"]`)
	if kind != "not_ready" {
		t.Error(kind)
	}
	api.fail = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodGet {
			api.refuse(w, 404, "NOT_FOUND", "Gone", nil)
		}
		return r.Method == http.MethodGet
	}
	empty, _ := api.add(obj{"title": "Chimney"}, 0)
	r, _ = serve(t, api).refused("publish_project", `{"project_id":"%s"}`, empty)
	mcptest.Same(t, "missing_fields", r.at("missing_fields"), `["project_type","hero_image_id","images"]`)
}

func TestPublishChoosesTheHero(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, images := api.add(obj{"title": "Chimney", "project_type": "Chimney Rebuild", "hero_image_id": nil}, 2)
	r := serve(t, api, func(s *settings) { s.tools.Site, s.tools.PageNote = "https://knearme.co/", "It opens everywhere." }).must("publish_project", `{"project_id":"%s"}`, id)
	api.made(t, `POST /api/projects/`+id+`/publish`, `GET /api/projects/`+id+`/images`)
	url := "https://knearme.co/denver-co/masonry/chimney-rebuild/" + api.project(id)["slug"].(string)
	mcptest.Same(t, "structuredContent", r.structured, `{"project_id":"`+id+`","status":"published","url":"`+url+`"}`)
	data := r.at("widgetData").(obj)
	mcptest.Same(t, "_meta", obj{"view": r.at("widgetTemplate"), "missing": data["missing_fields"], "can": data["can_publish"], "url": data["public_url"], "hero": r.at("project", "hero_image_id"), "heroURL": r.at("project", "hero_image_url")},
		`{"view":"project-status","missing":[],"can":false,"url":"`+url+`","hero":"`+images[0]+`","heroURL":"https://media.example.com/`+images[0]+`.jpg"}`)
	if want := "\"Chimney\" is published: " + url + " It opens everywhere."; r.note != want {
		t.Errorf("it says %q, want %q", r.note, want)
	}
}

// The address is the API's own if it has one, and the site's front page if a part of the
// path is empty.
func TestPublish_Address(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, func(o *original) { o.ours = true })
	id, _ := api.add(ready(), 1)
	r := serve(t, api).must("publish_project", `{"project_id":"%s"}`, id)
	api.made(t, `POST /api/projects/`+id+`/publish`) // rows have addresses
	if want := "https://page.example.com/" + api.project(id)["slug"].(string); r.structured["url"] != want {
		t.Errorf("the address is %v, want %s", r.structured["url"], want)
	}
	old := newOriginal(t, nil)
	id, _ = old.add(obj{"title": "Chimney", "project_type": "Rebuild", "slug": ""}, 1)
	if r := serve(t, old).must("publish_project", `{"project_id":"%s"}`, id); r.structured["url"] != old.URL {
		t.Errorf("the address is %v, want %s", r.structured["url"], old.URL)
	}
}

func TestPublishAgain(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(ready(), 1)
	s := serve(t, api)
	first := s.must("publish_project", `{"project_id":"%s"}`, id)
	at := api.project(id)["published_at"]
	api.taken()
	again := s.must("publish_project", `{"project_id":"%s"}`, id)
	api.made(t, `POST /api/projects/`+id+`/publish`, `GET /api/projects/`+id, `GET /api/projects/`+id+`/images`)
	if first.text != again.text || api.project(id)["published_at"] != at || again.at("project", "published_at") != at {
		t.Errorf("first %s, then %s", first.text, again.text)
	}
}

// A publish is sent once. What became of it is seen in the project.
func TestPublish_WithALostAnswer(t *testing.T) {
	t.Parallel()
	for _, done := range []bool{true, false} {
		api := newOriginal(t, nil)
		id, _ := api.add(ready(), 1)
		api.fail = func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method != http.MethodPost {
				return false
			}
			if done {
				api.mu.Lock()
				api.projects[0]["status"] = "published"
				api.mu.Unlock()
			}
			w.WriteHeader(502)
			return true
		}
		r := serve(t, api).call("publish_project", `{"project_id":"%s"}`, id)
		calls := api.taken()
		if calls[0] != `POST /api/projects/`+id+`/publish` || strings.Count(strings.Join(calls, " "), "POST") != 1 {
			t.Errorf("calls: %v", calls)
		}
		if r.failed == done || !done && r.at("error", "data", "kind") != "unknown_outcome" {
			t.Errorf("done %v: %s", done, r.text)
		}
	}
}

func TestPublishBeyondThePlan(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	for range 5 {
		api.add(obj{"status": "published"}, 0)
	}
	id, _ := api.add(nil, 0) // what it lacks isn't looked at
	r, kind := serve(t, api).refused("publish_project", `{"project_id":"%s"}`, id)
	api.made(t, `POST /api/projects/`+id+`/publish`)
	if want := "The free plan allows 5 published projects, and that many are published: unpublish one first, or change the plan. Nothing was changed."; kind != "forbidden" || r.text != want {
		t.Errorf("%s: %s", kind, r.text)
	}
}

func TestUnpublish(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(ready(), 1)
	s := serve(t, api)
	s.must("publish_project", `{"project_id":"%s"}`, id)
	api.taken()
	r := s.must("unpublish_project", `{"project_id":"%s"}`, id)
	api.made(t, `DELETE /api/projects/`+id+`/publish`, `GET /api/projects/`+id+`/images`)
	mcptest.Same(t, "structuredContent", r.structured, `{"project_id":"`+id+`","status":"draft"}`)
	mcptest.Same(t, "_meta", obj{"view": r.at("widgetTemplate"), "missing": r.at("widgetData", "missing_fields"), "can": r.at("widgetData", "can_publish"), "status": r.at("project", "status"), "url": r.at("widgetData", "public_url")},
		`{"view":"project-status","missing":[],"can":true,"status":"draft","url":null}`)

	again := s.must("unpublish_project", `{"project_id":"%s"}`, id)
	api.made(t, `DELETE /api/projects/`+id+`/publish`, `GET /api/projects/`+id, `GET /api/projects/`+id+`/images`)
	if again.text != r.text {
		t.Errorf("again: %s", again.text)
	}
}

func TestArchived(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(obj{"status": "archived", "title": "Old"}, 0)
	api.add(ready(), 0)
	s := serve(t, api)
	if r, kind := s.refused("unpublish_project", `{"project_id":"%s"}`, id); kind != "conflict" || !strings.Contains(r.text, "the project is archived") {
		t.Errorf("%s: %s", kind, r.text)
	}
	api.taken()
	r := s.must("list_projects", `{"status":"archived"}`)
	api.made(t, `GET /api/projects?limit=10&offset=0&status=archived`)
	mcptest.Same(t, "projects", r.structured["projects"], `[{"project_id":"`+id+`","title":"Old","status":"archived","city":"Denver","updated_at":"2026-01-01T00:00:01Z"}]`)
}

// An answer without images doesn't mean that there are none.
func TestPublish_AnswersWithoutImages(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, func(o *original) { o.withoutImages = true })
	id, _ := api.add(ready(), 1)
	s := serve(t, api)
	images := `GET /api/projects/` + id + `/images`
	r := s.must("publish_project", `{"project_id":"%s"}`, id)
	api.made(t, `POST /api/projects/`+id+`/publish`, images)
	if len(r.at("project", "images").([]any)) != 1 {
		t.Errorf("the images are %v", r.at("project", "images"))
	}
	r = s.must("unpublish_project", `{"project_id":"%s"}`, id)
	api.made(t, `DELETE /api/projects/`+id+`/publish`, images)
	mcptest.Same(t, "missing_fields", r.at("widgetData", "missing_fields"), `[]`)

	api.fail = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodGet {
			w.WriteHeader(http.StatusTeapot)
		}
		return r.Method == http.MethodGet
	}
	r = s.must("publish_project", `{"project_id":"%s"}`, id)
	mcptest.Same(t, "missing_fields", r.at("widgetData", "missing_fields"), `[]`)
}
