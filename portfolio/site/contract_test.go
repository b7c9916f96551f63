package site_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// create makes a project and returns its id.
func (d *desk) create(body string) string {
	d.Helper()
	r := d.api("POST", "", body)
	if r.status != http.StatusCreated {
		d.Fatalf("create: %d %s", r.status, r.body)
	}
	return r.at("project", "id").(string)
}

// photo adds an image to a project, and its bytes if they come.
func (d *desk) photo(project string, comes bool) (image string) {
	d.Helper()
	r := d.api("POST", "/"+project+"/images", `{"filename":"wall.jpg","content_type":"image/jpeg"}`)
	if r.status != http.StatusCreated {
		d.Fatalf("add an image: %d %s", r.status, r.body)
	}
	if comes {
		d.arrive(r.at("upload", "token").(string), r.at("upload", "path").(string))
	}
	return r.at("image", "id").(string)
}

// arrive does what an upload does to the rows.
func (d *desk) arrive(token, path string) {
	d.Helper()
	u, err := d.store.BeginUpload(d.Context(), token, path)
	if err == nil {
		_, err = d.store.FinishUpload(d.Context(), u, store.Received{Bytes: 3, SHA256: "abc", Width: 4, Height: 3}, func() error { return nil })
	}
	if err != nil {
		d.Fatal(err)
	}
}

const complete = `{"title":"Chimney rebuild","project_type":"Chimney","summary":"It leaned."}`

// ready is a project that lacks nothing.
func (d *desk) ready() string {
	d.Helper()
	project := d.create(complete)
	d.photo(project, true)
	return project
}

// want compares a member of an answer with JSON.
func (r reply) want(status int, want string, path ...string) {
	r.t.Helper()
	if r.status != status {
		r.t.Errorf("%d %s, want %d", r.status, r.body, status)
		return
	}
	if want == "" {
		return
	}
	var value any
	if err := json.Unmarshal([]byte(want), &value); err != nil {
		r.t.Fatal(err)
	}
	if diff := cmp.Diff(value, r.at(path...)); diff != "" {
		r.t.Errorf("%s (-want +got):\n%s", strings.Join(path, "."), diff)
	}
}

// wantError checks a refusal: that it has those details, unless they are "".
func (r reply) wantError(status int, code, details string) {
	r.t.Helper()
	if r.status != status || r.code() != code || r.at("error", "message") == "" {
		r.t.Errorf("%d %s, want %d %s", r.status, r.body, status, code)
		return
	}
	if details != "" {
		r.want(status, details, "error", "details")
	}
}

const unknownID = "00000000-0000-4000-8000-000000000000"

// TestProject_Row has every field of a row, null where nothing is set.
func TestProject_Row(t *testing.T) {
	t.Parallel()
	d := open(t)
	r := d.api("POST", "", `{}`)
	p := r.at("project").(obj)
	id := p["id"].(string)
	slug := p["slug"].(string)
	if len(slug) != len("project-12345678") || !strings.HasPrefix(slug, "project-") {
		t.Errorf("slug %q", slug)
	}
	want := fmt.Sprintf(`{"id":%q,"contractor_id":%q,"business_id":%[2]q,"title":null,"description":null,"summary":null,"challenge":null,
		"solution":null,"results":null,"outcome_highlights":[],"project_type":null,"project_type_slug":null,"neighborhood":null,
		"city":"Denver","state":"CO","city_slug":"denver-co","duration":null,"materials":[],"techniques":[],"tags":[],"slug":%q,
		"seo_title":null,"seo_description":null,"status":"draft","hero_image_id":null,"client_type":null,"budget_range":null,
		"description_manual":false,"description_blocks":null,"created_at":%q,"updated_at":%q,"published_at":null,"public_url":null,
		"project_images":[]}`, id, d.who, slug, p["created_at"], p["updated_at"])
	r.want(http.StatusCreated, want, "project")
	if at := p["created_at"].(string); !strings.HasPrefix(at, "2026-03-01T12:00:") || !strings.HasSuffix(at, ".000000+00:00") {
		t.Errorf("created_at %q", at)
	}
	d.api("GET", "/"+id, "").want(http.StatusOK, want, "project")
	d.api("GET", "/"+strings.ToUpper(id), "").want(http.StatusOK, want, "project")
	if kind := r.header.Get("Content-Type"); kind != "application/json" {
		t.Error(kind)
	}
}

// TestProject_Limits: each field has its limit, which the refusal names; at the limit
// it is taken.
func TestProject_Limits(t *testing.T) {
	t.Parallel()
	d := open(t)
	id := d.create(`{}`)
	both := map[string]int{
		"title": 200, "description": 5000, "project_type": 100, "city": 100, "state": 50,
		"summary": 500, "challenge": 2000, "solution": 2000, "results": 2000,
	}
	later := map[string]int{"neighborhood": 100, "duration": 50, "seo_title": 70, "seo_description": 160}
	check := func(method, path, field string, most, success int) {
		t.Helper()
		at := strings.Repeat("é", most)
		d.api(method, path, fmt.Sprintf(`{%q:%q}`, field, at)).want(success, fmt.Sprintf("%q", at), "project", field)
		d.api(method, path, fmt.Sprintf(`{%q:%q}`, field, at+"e")).wantError(http.StatusBadRequest, "VALIDATION_ERROR",
			fmt.Sprintf(`{"errors":{%q:["must have at most %d characters; it has %d"]}}`, field, most, most+1))
		d.api(method, path, fmt.Sprintf(`{%q:null}`, field)).wantError(http.StatusBadRequest, "VALIDATION_ERROR",
			fmt.Sprintf(`{"errors":{%q:["must be a text"]}}`, field))
		d.api(method, path, fmt.Sprintf(`{%q:5}`, field)).wantError(http.StatusBadRequest, "VALIDATION_ERROR",
			fmt.Sprintf(`{"errors":{%q:["must be a text"]}}`, field))
	}
	for field, most := range both {
		check("POST", "", field, most, http.StatusCreated)
		check("PATCH", "/"+id, field, most, http.StatusOK)
	}
	for field, most := range later {
		check("PATCH", "/"+id, field, most, http.StatusOK)
	}
}

// TestUpdate_Fields is what else a PATCH takes and refuses.
func TestUpdate_Fields(t *testing.T) {
	t.Parallel()
	d := open(t)
	id := d.create(`{}`)
	for _, c := range []struct{ body, field, want string }{
		{`{"materials":["Brick","Lime"]}`, "materials", `["Brick","Lime"]`},
		{`{"techniques":["Tuckpointing"]}`, "techniques", `["Tuckpointing"]`},
		{`{"tags":["a"]}`, "tags", `["a"]`},
		{`{"tags":[]}`, "tags", `[]`},
		{`{"outcome_highlights":["Dry"]}`, "description", `"Outcomes\n- Dry"`},
		{`{"client_type":"municipal"}`, "client_type", `"municipal"`},
		{`{"client_type":null}`, "client_type", `null`},
		{`{"budget_range":"<5k"}`, "budget_range", `"<5k"`},
		{`{"budget_range":null}`, "budget_range", `null`},
		{`{"hero_image_id":null}`, "hero_image_id", `null`},
		{`{"description_blocks":[{"type":"p","n":1}]}`, "description_blocks", `[{"type":"p","n":1}]`},
		{`{"description_blocks":null}`, "description_blocks", `null`},
		{`{"title":"One"}`, "title", `"One"`},
		{`{"unknown":5,"status_code":null}`, "title", `"One"`},
		{`{"title":""}`, "title", `null`},
		{`{"city":"Montréal","state":"QC"}`, "city_slug", `"montreal-qc"`},
		{`{"project_type":"Stone walls"}`, "project_type_slug", `"stone-walls"`},
		{`{"status":"archived"}`, "status", `"archived"`},
		{`{"status":"draft"}`, "status", `"draft"`},
		{`{}`, "status", `"draft"`},
		{``, "status", `"draft"`},
	} {
		d.api("PATCH", "/"+id, c.body).want(http.StatusOK, c.want, "project", c.field)
	}
	for body, errors := range map[string]string{
		`{"materials":"Brick"}`:                 `{"materials":["must be a list of texts"]}`,
		`{"materials":null}`:                    `{"materials":["must be a list of texts"]}`,
		`{"tags":["a",null]}`:                   `{"tags":["must be a list of texts; entry 2 is null"]}`,
		`{"client_type":"rich"}`:                `{"client_type":["must be one of residential, commercial, municipal, other"]}`,
		`{"budget_range":5}`:                    `{"budget_range":["must be one of <5k, 5k-10k, 10k-25k, 25k-50k, 50k+"]}`,
		`{"status":"draft"}`:                    `{"status":["can become archived, or draft if it is archived"]}`,
		`{"status":"published"}`:                `{"status":["must be one of draft, archived"]}`,
		`{"status":null}`:                       `{"status":["must be one of draft, archived"]}`,
		`{"description_manual":null}`:           `{"description_manual":["must be true or false"]}`,
		`{"hero_image_id":"x"}`:                 `{"hero_image_id":["must be a UUID"]}`,
		`{"hero_image_id":"` + unknownID + `"}`: `{"hero_image_id":["must be an image of this project"]}`,
		`{"title":"Two","city":"\u0000","state":"` + strings.Repeat("x", 51) + `","tags":5}`: `{
			"state":["must have at most 50 characters; it has 51"],"tags":["must be a list of texts"]}`,
		`{"title":"Two\u0000"}`:                             `{"title":["must not contain the control character U+0000, or bytes that are not UTF-8"]}`,
		`{"tags":["` + strings.Repeat("x", 501) + `"]}`:     `{"tags":["must have entries of at most 500 characters; entry 1 has 501"]}`,
		`{"tags":["x"` + strings.Repeat(`,"x"`, 100) + `]}`: `{"tags":["must have at most 100 entries; it has 101"]}`,
	} {
		d.api("PATCH", "/"+id, body).wantError(http.StatusBadRequest, "VALIDATION_ERROR", `{"errors":`+errors+`}`)
	}
	d.api("GET", "/"+id, "").want(http.StatusOK, `null`, "project", "title")
}

// TestBody is what is no JSON object.
func TestBody(t *testing.T) {
	t.Parallel()
	d := open(t)
	id := d.create(`{}`)
	for _, c := range []struct{ body, code string }{
		{`{"title":`, "PARSE_ERROR"},
		{`title=x`, "PARSE_ERROR"},
		{`{"title":"x"} {}`, "PARSE_ERROR"},
		{`[]`, "VALIDATION_ERROR"},
		{`null`, "VALIDATION_ERROR"},
		{`{"title":"x","title":"y"}`, "VALIDATION_ERROR"},
		{"{\"title\":\"\xff\"}", "VALIDATION_ERROR"},
	} {
		d.api("PATCH", "/"+id, c.body).wantError(http.StatusBadRequest, c.code, "")
		// The original takes what it can't parse for an empty body, here alone.
		if r := d.api("POST", "", c.body); c.code == "PARSE_ERROR" {
			r.want(http.StatusCreated, `null`, "project", "title")
		} else {
			r.wantError(http.StatusBadRequest, c.code, "")
		}
		for _, route := range [][2]string{{"POST", "/images"}, {"PATCH", "/images"}, {"DELETE", "/images"}} {
			d.api(route[0], "/"+id+route[1], c.body).wantError(http.StatusBadRequest, c.code, "")
		}
	}
	const limit = 1 << 20
	filler := func(n int) string { return `{"filler":"` + strings.Repeat("x", n-len(`{"filler":""}`)) + `"}` }
	d.api("PATCH", "/"+id, filler(limit)).want(http.StatusOK, "")
	d.api("PATCH", "/"+id, filler(limit+1)).wantError(http.StatusRequestEntityTooLarge, "PAYLOAD_TOO_LARGE", "")
	d.api("POST", "", filler(limit+1)).wantError(http.StatusRequestEntityTooLarge, "PAYLOAD_TOO_LARGE", "")
}

// TestDescription: only harmless elements of a given description survive, and plain text
// stays as it is.
func TestDescription(t *testing.T) {
	t.Parallel()
	d := open(t)
	id := d.create(`{}`)
	for in, want := range map[string]string{
		"Plain text.\n\nTwo parts.":                         "Plain text.\n\nTwo parts.",
		`<p class=x>A <strong onclick=y>b</strong></p>`:     `<p>A <strong>b</strong></p>`,
		`<h1>Head</h1><ul><li>One<br>more</li></ul>`:        `<p>Head</p><ul><li>One<br/>more</li></ul>`,
		`<script>alert(1)</script><a href="/x">Link</a>`:    `<p>Link</p>`,
		`<ol><li><em>E</em><img src=x onerror=y></li></ol>`: `<ol><li><em>E</em>  </li></ol>`,
		"5 < 6 & more": "<p>5 &lt; 6 &amp; more</p>",
	} {
		body, _ := json.Marshal(obj{"description": in})
		quoted, _ := json.Marshal(want)
		d.api("PATCH", "/"+id, string(body)).want(http.StatusOK, string(quoted), "project", "description")
		d.api("POST", "", string(body)).want(http.StatusCreated, string(quoted), "project", "description")
		again, _ := json.Marshal(obj{"description": want})
		d.api("PATCH", "/"+id, string(again)).want(http.StatusOK, string(quoted), "project", "description")
	}
	d.api("GET", "/"+id, "").want(http.StatusOK, `true`, "project", "description_manual")
}

// TestList_Query: what the query can't say is ignored.
func TestList_Query(t *testing.T) {
	t.Parallel()
	d := open(t)
	var ids []string
	for range 3 {
		ids = append([]string{d.create(`{}`)}, ids...)
	}
	d.api("PATCH", "/"+ids[1], `{"status":"archived"}`).want(http.StatusOK, "")
	for query, want := range map[string]struct {
		ids                  []string
		total, limit, offset int
	}{
		"":                       {ids, 3, 20, 0},
		"?limit=2":               {ids[:2], 3, 2, 0},
		"?limit=2&offset=2":      {ids[2:], 3, 2, 2},
		"?limit=500":             {ids, 3, 100, 0},
		"?limit=0&offset=-1":     {ids, 3, 20, 0},
		"?limit=1.5&offset=many": {ids, 3, 20, 0},
		"?offset=99999999999999": {ids, 3, 20, 0},
		"?offset=3":              {nil, 3, 20, 3},
		"?status=archived":       {ids[1:2], 1, 20, 0},
		"?status=published":      {nil, 0, 20, 0},
		"?status=lost":           {ids, 3, 20, 0},
	} {
		r := d.api("GET", query, "")
		var got []string
		for _, p := range r.at("projects").([]any) {
			got = append(got, p.(obj)["id"].(string))
		}
		if diff := cmp.Diff(want.ids, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
		for name, n := range map[string]int{"total": want.total, "limit": want.limit, "offset": want.offset} {
			if r.at(name) != float64(n) {
				t.Errorf("%s: %s is %v, want %d", query, name, r.at(name), n)
			}
		}
	}
}

// TestDelete removes a project, once or twice.
func TestDelete(t *testing.T) {
	t.Parallel()
	d := open(t)
	id := d.ready()
	for range 2 {
		d.api("DELETE", "/"+id, "").want(http.StatusOK, `{"deleted":true}`)
		d.api("GET", "/"+id, "").wantError(http.StatusNotFound, "NOT_FOUND", "")
	}
	d.api("DELETE", "/"+unknownID, "").want(http.StatusOK, `{"deleted":true}`)
}
