package portfolio_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
)

func TestListInPages(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	for i := range 23 {
		api.add(obj{"title": fmt.Sprintf("Job %d", i+1)}, 0)
	}
	s := serve(t, api)
	r := s.must("list_projects", `{}`)
	api.made(t, `GET /api/projects?limit=10&offset=0`)
	mcptest.Same(t, "the first page", obj{"count": r.structured["count"], "more": r.structured["has_more"], "first": r.structured["projects"].([]any)[0].(obj)["title"]},
		`{"count":10,"more":true,"first":"Job 23"}`)
	data := r.at("widgetData").(obj)
	mcptest.Same(t, "widgetData", obj{"view": r.at("widgetTemplate"), "n": len(data["projects"].([]any)), "count": data["count"], "more": data["has_more"], "offset": data["offset"], "limit": data["limit"], "filter": data["status_filter"]},
		`{"view":"project-list","n":10,"count":10,"more":true,"offset":0,"limit":10,"filter":null}`)
	if want := "These are projects 1 to 10 of 23, newest first; continue with offset 10."; r.note != want {
		t.Errorf("it says %q, want %q", r.note, want)
	}
	r = s.must("list_projects", `{"limit":10.0,"offset":20}`)
	api.made(t, `GET /api/projects?limit=10&offset=20`)
	mcptest.Same(t, "the last page", obj{"count": r.structured["count"], "more": r.structured["has_more"], "n": len(r.structured["projects"].([]any))}, `{"count":23,"more":false,"n":3}`)
	for arguments, field := range map[string]string{`{"limit":0}`: "limit", `{"limit":51}`: "limit", `{"limit":1.5}`: "limit", `{"offset":-1}`: "offset", `{"status":"lost"}`: "status", `{"page":2}`: "page"} {
		r, kind := s.refused("list_projects", `%s`, arguments)
		if kind != "invalid_params" || !strings.Contains(r.text, field) {
			t.Errorf("%s: %s: %s", arguments, kind, r.text)
		}
	}
	api.made(t)
}

func TestList_IsEmpty(t *testing.T) {
	t.Parallel()
	s := serve(t, newOriginal(t, nil))
	for arguments, want := range map[string]string{
		`{}`: "There are no projects yet.", `{"status":"draft"}`: "There are no projects of that status.", `{"offset":5}`: "There are no more projects.",
	} {
		r := s.must("list_projects", `%s`, arguments)
		if r.note != want || r.structured["has_more"] != false {
			t.Errorf("%s: %s %s", arguments, r.note, r.text)
		}
	}
}

// A page as large as a page can be stays below what hosts cut off.
func TestList_IsShort(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	for range 50 {
		api.add(obj{"title": strings.Repeat("t", 200), "challenge": strings.Repeat("c", 2000), "solution": strings.Repeat("s", 2000)}, 3)
	}
	r := serve(t, api).must("list_projects", `{"limit":50}`)
	text := fmt.Sprint(r.text, r.structured, r.meta)
	if len(text) > 100<<10 {
		t.Errorf("%d bytes", len(text))
	}
}

func TestStatus(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, images := api.add(obj{"title": "Roof\u202e \"1\"", "project_type": nil}, 2)
	s := serve(t, api)
	r := s.must("get_project_status", `{"project_id":"%s"}`, id)
	api.made(t, `GET /api/projects/`+id, `GET /api/projects/`+id+`/images`)
	mcptest.Same(t, "structuredContent", r.structured, `{"project_id":"`+id+`","title":"Roof\u202e \"1\"","status":"draft","missing_fields":["project_type"],"can_publish":false,"images":[
		{"image_id":"`+images[0]+`","image_type":null,"alt_text":null,"is_hero":true},{"image_id":"`+images[1]+`","image_type":null,"alt_text":null,"is_hero":false}]}`)
	mcptest.Same(t, "the images for the widget", r.at("project", "images"), `[
		{"id":"`+images[0]+`","url":"`+api.URL+`/api/projects/`+id+`/images/`+images[0]+`/file","image_type":null,"alt_text":null,"display_order":0},
		{"id":"`+images[1]+`","url":"`+api.URL+`/api/projects/`+id+`/images/`+images[1]+`/file","image_type":null,"alt_text":null,"display_order":1}]`)
	if r.at("project", "hero_image_url") != api.URL+"/api/projects/"+id+"/images/"+images[0]+"/file" {
		t.Errorf("the hero image is at %v", r.at("project", "hero_image_url"))
	}
	// The first block is the same JSON, so that a widget can recover from it.
	first := parsed[obj](t, r.text)
	if !reflect.DeepEqual(first, r.structured) || !strings.Contains(r.text, `Roof\u202e`) {
		t.Errorf("the first block is %s", r.text)
	}
	if want := `"Roof\u202e \"1\"" is a draft, with 2 photos. To be published it needs a project type.`; r.note != want {
		t.Errorf("it says %q, want %q", r.note, want)
	}
	if r, kind := s.refused("get_project_status", `{"project_id":"%s"}`, idOf(999)); kind != "not_found" || !strings.Contains(r.text, "No project with id "+idOf(999)) || r.at("project_id") != idOf(999) {
		t.Errorf("%s: %s", kind, r.text)
	}
	api.taken()
	if r, kind := s.refused("get_project_status", `{"project_id":"12"}`); kind != "invalid_params" || !strings.Contains(r.text, "list_projects") {
		t.Errorf("%s: %s", kind, r.text)
	}
	api.made(t)
}

// What was published has its address, and can't be published again.
func TestStatus_OfAPublishedProject(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, func(o *original) { o.ours = true })
	id, _ := api.add(obj{"title": "Roof", "project_type": "Roof", "status": "published"}, 1)
	r := serve(t, api).must("get_project_status", `{"project_id":"%s"}`, id)
	api.made(t, `GET /api/projects/`+id)
	url := "https://page.example.com/" + api.project(id)["slug"].(string)
	if r.structured["url"] != url || r.at("widgetData", "public_url") != url || r.structured["can_publish"] != false {
		t.Errorf("%s, %v", r.text, r.meta)
	}
}

// An image whose bytes never came is no photo, where the API knows.
func TestStatus_CountsWhatArrived(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, func(o *original) { o.ours = true })
	id, _ := api.add(ready(), 1)
	imagesOf(api.project(id))[0]["uploaded"] = false
	r := serve(t, api).must("get_project_status", `{"project_id":"%s"}`, id)
	mcptest.Same(t, "missing_fields", r.structured["missing_fields"], `["images"]`)
	mcptest.Same(t, "uploaded", r.at("project", "images").([]any)[0].(obj)["uploaded"], `false`)
}
