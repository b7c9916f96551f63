package portfolio_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
)

// The quirks of the original that the tools have to live with. Each is one of the fake's,
// so that a test of a tool stands on it.

func request(t *testing.T, o *original, method, path, body string) (status int, answer obj) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, o.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, parsed[obj](t, string(text))
}

func TestOriginal_RowsHaveNoURL(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(nil, 1)
	_, got := request(t, api, "GET", "/api/projects/"+id, "")
	image := got["project"].(obj)["project_images"].([]any)[0].(obj)
	if _, has := image["url"]; has {
		t.Errorf("a row has a url: %v", image)
	}
	if _, has := image["uploaded"]; has {
		t.Errorf("a row says whether it is uploaded: %v", image)
	}
}

func TestOriginal_DraftsHaveRelativeURLs(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, images := api.add(nil, 1)
	_, got := request(t, api, "GET", "/api/projects/"+id+"/images", "")
	if url := got["images"].([]any)[0].(obj)["url"]; url != "/api/projects/"+id+"/images/"+images[0]+"/file" {
		t.Errorf("the url is %v", url)
	}
}

func TestOriginal_WarnsInsteadOfMissingFields(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(nil, 0)
	status, got := request(t, api, "POST", "/api/projects/"+id+"/publish", "")
	details := got["error"].(obj)["details"].(obj)
	if status != 400 || details["canForce"] != true || len(details["warnings"].([]any)) != 4 || details["missing_fields"] != nil {
		t.Errorf("%d %v", status, got)
	}
}

func TestOriginal_LimitComesBeforeConflict(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	for range 5 {
		api.add(obj{"status": "published"}, 0)
	}
	id, _ := api.add(obj{"status": "published"}, 0)
	if status, got := request(t, api, "POST", "/api/projects/"+id+"/publish", ""); status != 403 {
		t.Errorf("%d %v", status, got)
	}
}

func TestOriginal_BrokenJSONIsEmpty(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	if status, got := request(t, api, "POST", "/api/projects", `{"title":`); status != 201 || got["project"].(obj)["title"] != nil {
		t.Errorf("%d %v", status, got)
	}
	id, _ := api.add(nil, 0)
	if status, got := request(t, api, "PATCH", "/api/projects/"+id, `{"title":`); status != 500 {
		t.Errorf("%d %v", status, got)
	}
}

func TestOriginal_ACityIsNeverMissing(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, func(o *original) { o.city = "" })
	_, got := request(t, api, "POST", "/api/projects", `{}`)
	if city := got["project"].(obj)["city"]; city != "unknown" {
		t.Errorf("the city is %v", city)
	}
}

func TestOriginal_AnyImageCanBeTheHero(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(nil, 1)
	_, others := api.add(nil, 1)
	status, got := request(t, api, "PATCH", "/api/projects/"+id, `{"hero_image_id":"`+others[0]+`"}`)
	if status != 200 || got["project"].(obj)["hero_image_id"] != others[0] {
		t.Errorf("%d %v", status, got)
	}
}

func TestOriginal_AReorderLeavesTheOthersInPlace(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, images := api.add(nil, 3)
	request(t, api, "PATCH", "/api/projects/"+id+"/images", `{"image_ids":["`+images[2]+`","`+images[0]+`"]}`)
	var places []any
	for _, i := range imagesOf(api.project(id)) {
		places = append(places, i["display_order"])
	}
	mcptest.Same(t, "display_order", places, `[1,1,0]`)
}

func TestOriginal_ADeletedHeroLeavesNone(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, images := api.add(nil, 2)
	request(t, api, "DELETE", "/api/projects/"+id+"/images", `{"image_id":"`+images[0]+`"}`)
	if hero := api.project(id)["hero_image_id"]; hero != nil {
		t.Errorf("the hero is %v", hero)
	}
}

func TestTheOriginalsShapes(t *testing.T) {
	t.Parallel()
	everyTool(t, serve(t, newOriginal(t, nil)))
}

// everyTool takes a project its way with each of the eleven, and returns its id.
func everyTool(t *testing.T, s server) (id string) {
	t.Helper()
	id = s.must("create_project_draft", `{"title":"Roof"}`).structured["project_id"].(string)
	s.must("update_project_sections", `{"project_id":"%s","summary":"S"}`, id)
	s.must("update_project_meta", `{"project_id":"%s","project_type":"Roof"}`, id)
	replies := []reply{s.must("add_project_media", `{"project_id":"%s","files":[{"file_id":"f","filename":"a.jpg",`+asJPEG+`},{"file_id":"g","filename":"b.jpg",`+asJPEG+`}]}`, id)}
	images := order(replies[0])
	replies = append(replies,
		s.must("reorder_project_media", `{"project_id":"%s","image_ids":["%s"]}`, id, images[1]),
		s.must("set_project_hero_media", `{"project_id":"%s","hero_image_id":"%s"}`, id, images[1]),
		s.must("set_project_media_labels", `{"project_id":"%s","labels":[{"image_id":"%s","image_type":"after"}]}`, id, images[1]))
	for _, r := range replies {
		absolute(t, r.at("images"))
	}
	for _, tool := range []string{"get_project_status", "publish_project", "unpublish_project"} {
		absolute(t, s.must(tool, `{"project_id":"%s"}`, id).at("project", "images"))
	}
	if r := s.must("list_projects", `{}`); r.structured["count"] != 1.0 {
		t.Errorf("the list is %s", r.text)
	}
	return id
}

func absolute(t *testing.T, images any) {
	t.Helper()
	list := images.([]any)
	if len(list) != 2 {
		t.Errorf("%d images, want 2", len(list))
	}
	for _, i := range list {
		if u, err := url.Parse(i.(obj)["url"].(string)); err != nil || !u.IsAbs() || u.Host == "" {
			t.Errorf("the url is %v", i.(obj)["url"])
		}
	}
}

// An address is taken as one of the API's host, or not at all.
func TestImageURLs(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"":                            "",
		"/api/x/file?sig=1%2F":        "BASE/prefix/api/x/file?sig=1%2F",
		"/prefix/api/x":               "BASE/prefix/api/x",
		"https://media.example.com/x": "https://media.example.com/x",
		"//media.example.com/x":       "http://media.example.com/x",
		"javascript:alert(1)":         "",
		"data:text/html,x":            "",
		"x.jpg":                       "",
		"ftp://media.example.com/x":   "",
		"http://[broken":              "",
	} {
		api := newOriginal(t, func(o *original) {
			o.fail = func(w http.ResponseWriter, r *http.Request) bool {
				image := obj{"id": idOf(2), "display_order": 0, "url": given}
				if strings.HasSuffix(r.URL.Path, "/images") {
					o.reply(w, 200, obj{"images": []obj{image}})
				} else {
					o.reply(w, 200, obj{"project": obj{"id": idOf(1), "status": "draft", "project_images": []obj{image}}})
				}
				return true
			}
		})
		s := serve(t, api, func(s *settings) { s.client.BaseURL += "/prefix/" })
		r := s.must("get_project_status", `{"project_id":"%s"}`, idOf(1))
		if got := r.at("project", "images").([]any)[0].(obj)["url"]; got != strings.Replace(want, "BASE", api.URL, 1) {
			t.Errorf("%q became %q, want %q", given, got, want)
		}
	}
}

func ExampleTools() {
	client, err := portfolio.NewClient(portfolio.Options{Token: "token", Options: apiclient.Options{BaseURL: "https://api.example.com"}})
	if err != nil {
		panic(err)
	}
	defer client.Close()
	tools := portfolio.Tools(client, portfolio.ToolOptions{
		Site:      "https://example.com",
		Challenge: func(context.Context) string { return "" },
	})
	for _, t := range tools[:3] {
		fmt.Println(t.Name)
	}
	// Output:
	// create_project_draft
	// add_project_media
	// reorder_project_media
}
