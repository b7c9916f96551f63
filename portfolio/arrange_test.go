package portfolio_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
)

// order returns the ids of the images in a result's _meta.
func order(r reply) []string {
	var ids []string
	for _, i := range r.at("images").([]any) {
		ids = append(ids, i.(obj)["id"].(string))
	}
	return ids
}

func places(r reply) []any {
	var list []any
	for _, i := range r.at("images").([]any) {
		list = append(list, i.(obj)["display_order"])
	}
	return list
}

func TestReorder(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, images := api.add(nil, 3)
	_, others := api.add(nil, 1)
	a, b, c := images[0], images[1], images[2]
	s := serve(t, api)
	r := s.must("reorder_project_media", `{"project_id":"%s","image_ids":["%s","%s"]}`, id, c, a)
	// The original leaves b in the place that a has now, so that it is moved up.
	api.made(t, `PATCH /api/projects/`+id+`/images {"image_ids":["`+c+`","`+a+`"]}`, `GET /api/projects/`+id, `GET /api/projects/`+id+`/images`,
		`PATCH /api/projects/`+id+`/images {"image_ids":["`+c+`","`+a+`","`+b+`"]}`)
	mcptest.Same(t, "structuredContent", r.structured, `{"project_id":"`+id+`","status":"ok"}`)
	mcptest.Same(t, "the order", order(r), `["`+c+`","`+a+`","`+b+`"]`)
	if r.at("widgetTemplate") != "project-media" || r.at("widgetData", "project", "id") != id || len(r.at("widgetData", "images").([]any)) != 3 {
		t.Errorf("_meta: %v", r.meta)
	}

	r = s.must("reorder_project_media", `{"project_id":"%s","image_ids":["%s","%s","%s"]}`, id, b, c, a)
	api.made(t, `PATCH /api/projects/`+id+`/images {"image_ids":["`+b+`","`+c+`","`+a+`"]}`, `GET /api/projects/`+id, `GET /api/projects/`+id+`/images`)
	mcptest.Same(t, "the order", order(r), `["`+b+`","`+c+`","`+a+`"]`)
	r = s.must("reorder_project_media", `{"project_id":"%s","image_ids":["%s"]}`, id, a)
	mcptest.Same(t, "the order", order(r), `["`+a+`","`+b+`","`+c+`"]`)
	mcptest.Same(t, "their places", obj{"a": places(r)}, `{"a":[0,1,2]}`)
	api.taken()

	r, kind := s.refused("reorder_project_media", `{"project_id":"%s","image_ids":["%s","%s"]}`, id, a, others[0])
	api.made(t, `PATCH /api/projects/`+id+`/images {"image_ids":["`+a+`","`+others[0]+`"]}`)
	if kind != "invalid_params" || !strings.Contains(r.text, "not images of the project: "+others[0]+". Nothing was changed.") {
		t.Errorf("%s: %s", kind, r.text)
	}
	for _, ids := range []string{``, `"` + a + `","` + a + `"`} {
		if r, kind := s.refused("reorder_project_media", `{"project_id":"%s","image_ids":[%s]}`, id, ids); kind != "invalid_params" {
			t.Errorf("%s: %s", kind, r.text)
		}
	}
	api.made(t)
}

func TestClearALabel(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, images := api.add(nil, 1)
	s := serve(t, api)
	s.must("set_project_media_labels", `{"project_id":"%s","labels":[{"image_id":"%s","image_type":"before","alt_text":"A chimney"}]}`, id, images[0])
	api.taken()
	r := s.must("set_project_media_labels", `{"project_id":"%s","labels":[{"image_id":"%s","image_type":null}]}`, id, images[0])
	api.made(t, `PATCH /api/projects/`+id+`/images {"labels":[{"image_id":"`+images[0]+`","image_type":null}]}`, `GET /api/projects/`+id, `GET /api/projects/`+id+`/images`)
	image := r.at("images").([]any)[0].(obj)
	mcptest.Same(t, "the image", obj{"type": image["image_type"], "alt": image["alt_text"]}, `{"type":null,"alt":"A chimney"}`)
}

func TestHeroOfAnotherProject(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, images := api.add(nil, 2)
	_, others := api.add(nil, 1)
	s := serve(t, api)
	if r, kind := s.refused("set_project_hero_media", `{"project_id":"%s","hero_image_id":"%s"}`, id, others[0]); kind != "not_found" || !strings.Contains(r.text, others[0]) {
		t.Errorf("%s: %s", kind, r.text)
	}
	api.made(t, `GET /api/projects/`+id)
	if got := api.project(id)["hero_image_id"]; got != images[0] {
		t.Errorf("the hero image is %v", got)
	}
	r := s.must("set_project_hero_media", `{"project_id":"%s","hero_image_id":"%s"}`, id, images[1])
	api.made(t, `GET /api/projects/`+id, `PATCH /api/projects/`+id+` {"hero_image_id":"`+images[1]+`"}`, `GET /api/projects/`+id, `GET /api/projects/`+id+`/images`)
	mcptest.Same(t, "the result", obj{"s": r.structured, "hero": r.at("widgetData", "project", "hero_image_id")}, `{"s":{"project_id":"`+id+`","status":"ok"},"hero":"`+images[1]+`"}`)
}

// A photo goes by its label, and again is no failure.
func TestLabels_Remove(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, images := api.add(nil, 3)
	s := serve(t, api)
	arguments := `{"project_id":"` + id + `","labels":[{"image_id":"` + images[1] + `","remove":true},{"image_id":"` + images[2] + `","image_type":"after"},{"image_id":"` + images[0] + `","remove":false,"alt_text":"x"}]}`
	r := s.must("set_project_media_labels", `%s`, arguments)
	api.made(t,
		`PATCH /api/projects/`+id+`/images {"labels":[{"image_id":"`+images[2]+`","image_type":"after"},{"alt_text":"x","image_id":"`+images[0]+`"}]}`,
		`DELETE /api/projects/`+id+`/images {"image_id":"`+images[1]+`"}`,
		`GET /api/projects/`+id, `GET /api/projects/`+id+`/images`)
	mcptest.Same(t, "the images", order(r), `["`+images[0]+`","`+images[2]+`"]`)
	if r.note != "The labels are saved. Removed 1 photo." {
		t.Errorf("it says %q", r.note)
	}
	if r := s.must("set_project_media_labels", `%s`, arguments); r.note != "The labels are saved. 1 photo to be removed was not there any more." {
		t.Errorf("it says %q", r.note)
	}
	api.taken()
	for _, labels := range []string{
		`[]`, `[{"image_id":"` + images[0] + `","remove":true,"alt_text":"x"}]`,
		`[{"image_id":"` + images[0] + `","remove":true},{"image_id":"` + images[0] + `","alt_text":"x"}]`,
	} {
		if r, kind := s.refused("set_project_media_labels", `{"project_id":"%s","labels":%s}`, id, labels); kind != "invalid_params" {
			t.Errorf("%s: %s", kind, r.text)
		}
	}
	api.made(t)
}

// What was done before a failure is said.
func TestLabels_RemovePartly(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, images := api.add(nil, 2)
	deletes := 0
	api.fail = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodDelete {
			deletes++
		}
		if deletes == 2 {
			api.refuse(w, 403, "FORBIDDEN", "Not yours.", nil)
		}
		return deletes == 2
	}
	r, kind := serve(t, api).refused("set_project_media_labels", `{"project_id":"%s","labels":[{"image_id":"%s","remove":true},{"image_id":"%s","remove":true}]}`, id, images[0], images[1])
	if kind != "forbidden" || !strings.HasSuffix(r.text, "Not yours. Removed 1 photo before.") {
		t.Errorf("%s: %s", kind, r.text)
	}
}

// A change that is done is never reported as failed, because of a read after it.
func TestArranged_CanNotBeRead(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, images := api.add(nil, 1)
	api.fail = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodGet {
			w.WriteHeader(http.StatusTeapot)
		}
		return r.Method == http.MethodGet
	}
	r := serve(t, api).must("reorder_project_media", `{"project_id":"%s","image_ids":["%s"]}`, id, images[0])
	if r.meta["widgetData"] != nil || r.note != "The photos are in the new order. The project could not be read back; look at it with get_project_status." {
		t.Errorf("%v %q", r.meta, r.note)
	}
}

// What a lost answer leaves open is seen in the images: a change that is there isn't sent
// again.
func TestArranged_WithALostAnswer(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]struct{ tool, arguments, method, body string }{
		"reorder": {"reorder_project_media", `"image_ids":["%[2]s","%[3]s"]`, "PATCH", `{"image_ids":["%[2]s","%[3]s"]}`},
		"label":   {"set_project_media_labels", `"labels":[{"image_id":"%[2]s","image_type":"after","alt_text":" x"}]`, "PATCH", `{"labels":[{"alt_text":" x","image_id":"%[2]s","image_type":"after"}]}`},
		"remove":  {"set_project_media_labels", `"labels":[{"image_id":"%[2]s","remove":true}]`, "DELETE", `{"image_id":"%[2]s"}`},
	} {
		for _, saved := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				api := newOriginal(t, nil)
				id, images := api.add(nil, 2)
				var lost bool
				api.fail = func(w http.ResponseWriter, r *http.Request) bool {
					if lost || r.Method != change.method {
						return false
					}
					lost = true
					if saved {
						var in obj
						_ = json.Unmarshal([]byte(fmt.Sprintf(change.body+"%.0[3]s", id, images[1], images[0])), &in)
						api.mu.Lock()
						api.route(httptest.NewRecorder(), r, in)
						api.mu.Unlock()
					}
					w.WriteHeader(504)
					return true
				}
				serve(t, api).must(change.tool, `{"project_id":"%[1]s",`+change.arguments+`}%.0[3]s`, id, images[1], images[0])
				sent := change.method + ` /api/projects/` + id + `/images ` + fmt.Sprintf(change.body+"%.0[3]s", id, images[1], images[0])
				look := `GET /api/projects/` + id + `/images`
				calls := []string{sent, look}
				if !saved {
					calls = append(calls, sent)
				}
				api.made(t, append(calls, `GET /api/projects/`+id, look)...)
			})
		}
	}
}

// A photo that is to be removed may be gone; a project that isn't there is not found.
func TestLabels_NoProject(t *testing.T) {
	t.Parallel()
	s := serve(t, newOriginal(t, nil))
	r, kind := s.refused("set_project_media_labels", `{"project_id":"%s","labels":[{"image_id":"%s","remove":true}]}`, idOf(1), idOf(2))
	if kind != "not_found" {
		t.Errorf("%s: %s", kind, r.text)
	}
}
