package site_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// TestImages_Add answers with the row and where the bytes go.
func TestImages_Add(t *testing.T) {
	t.Parallel()
	d := open(t)
	project := d.create(`{}`)
	r := d.api("POST", "/"+project+"/images", `{"filename":"../Wall é.JPG","content_type":"image/jpeg","image_type":"before","width":40,"height":30.0,"unknown":null}`)
	i := r.at("image").(obj)
	path := r.at("upload", "path").(string)
	r.want(http.StatusCreated, fmt.Sprintf(`{"id":%q,"project_id":%q,"storage_path":%q,"image_type":"before","alt_text":null,"display_order":0,
		"width":40,"height":30,"created_at":%q,"url":%q,"uploaded":false}`, i["id"], project, path, i["created_at"], i["url"]), "image")
	if !strings.HasPrefix(path, d.who+"/"+project+"/wall-e-") || !strings.HasSuffix(path, ".jpg") {
		t.Errorf("path %q", path)
	}
	address, token := r.at("upload", "signed_url").(string), r.at("upload", "token").(string)
	if !strings.HasPrefix(address, home+"/") || !strings.Contains(address, path) || !strings.HasSuffix(address, token) {
		t.Errorf("signed_url %q", address)
	}
	second := d.photo(project, true)
	list := d.api("GET", "/"+project+"/images", "").at("images").([]any)
	if len(list) != 2 || list[1].(obj)["id"] != second || list[1].(obj)["uploaded"] != true || list[1].(obj)["display_order"] != 1.0 {
		t.Errorf("%v", list)
	}
	d.api("GET", "/"+project, "").want(http.StatusOK, fmt.Sprintf("%q", i["id"]), "project", "hero_image_id")
	if rows := d.api("GET", "/"+project, "").at("project", "project_images").([]any); rows[0].(obj)["url"] == "" {
		t.Errorf("%v", rows)
	}

	for body, errors := range map[string]string{
		`{}`: `{"filename":["must have between 1 and 255 characters"],"content_type":["must be given"]}`,
		`{"filename":"","content_type":"image/gif"}`: `{"filename":["must have between 1 and 255 characters"],
			"content_type":["must be one of image/jpeg, image/png, image/webp, image/heic"]}`,
		`{"content_type":"image/png","filename":"` + strings.Repeat("x", 256) + `"}`: `{"filename":["must have at most 255 characters; it has 256"]}`,
		`{"content_type":"image/png","filename":null}`:                               `{"filename":["must be a text"]}`,
		`{"content_type":"image/png","filename":"a","width":0,"height":-1,"display_order":-1}`: `{"width":["must be at least 1"],
			"height":["must be at least 1"],"display_order":["must be at least 0"]}`,
		`{"content_type":"image/png","filename":"a","width":1.5,"height":1e300,"display_order":null,"image_type":null}`: `{
			"width":["must be a whole number"],"height":["must be a whole number"],"display_order":["must be a whole number"],
			"image_type":["must be one of before, after, progress, detail"]}`,
	} {
		d.api("POST", "/"+project+"/images", body).wantError(http.StatusBadRequest, "VALIDATION_ERROR", `{"errors":`+errors+`}`)
	}
}

// TestImages_Arrange is a PATCH that changes all or nothing.
func TestImages_Arrange(t *testing.T) {
	t.Parallel()
	d := open(t)
	project := d.create(`{}`)
	a, b := d.photo(project, true), d.photo(project, false)
	foreign := d.photo(d.create(`{}`), true)
	path := "/" + project + "/images"
	d.api("PATCH", path, fmt.Sprintf(`{"image_ids":[%q],"labels":[{"image_id":%q,"image_type":"after","alt_text":"A wall"}]}`, strings.ToUpper(b), a)).
		want(http.StatusOK, `{"reordered":true,"reorderedCount":1,"labelsUpdated":true,"labelsUpdatedCount":1}`)
	shown := func() string {
		var all []string
		for _, i := range d.api("GET", path, "").at("images").([]any) {
			all = append(all, fmt.Sprint(i.(obj)["id"], i.(obj)["image_type"], i.(obj)["alt_text"]))
		}
		return strings.Join(all, " ")
	}
	before := shown()
	if want := b + "<nil><nil> " + a + "afterA wall"; strings.ReplaceAll(before, "<nil> <nil>", "<nil><nil>") != strings.ReplaceAll(want, "<nil> <nil>", "<nil><nil>") {
		t.Errorf("%s, want %s", before, want)
	}
	for body, details := range map[string]string{
		`{}`:                   `{"errors":{"image_ids":["must be given, or labels"]}}`,
		`{"image_ids":[]}`:     `{"errors":{"image_ids":["must have between 1 and 200 entries; it has 0"]}}`,
		`{"labels":[]}`:        `{"errors":{"labels":["must have between 1 and 200 entries; it has 0"]}}`,
		`{"image_ids":null}`:   `{"errors":{"image_ids":["must be a list of UUIDs"]}}`,
		`{"image_ids":["x"]}`:  `{"errors":{"image_ids":["must be UUIDs; entry 1 is not one"]}}`,
		`{"image_ids":[null]}`: `{"errors":{"image_ids":["must be UUIDs; entry 1 is not one"]}}`,
		`{"labels":[5]}`:       `{"errors":{"labels":["must be a list of objects; entry 1 is not one"]}}`,
		`{"labels":[{}]}`:      `{"errors":{"labels.0.image_id":["must be given"]}}`,
		`{"labels":[{"image_id":"` + a + `","image_type":"top","alt_text":5}]}`: `{"errors":{
			"labels.0.image_type":["must be one of before, after, progress, detail"],"labels.0.alt_text":["must be a text"]}}`,
		`{"image_ids":["` + a + `","` + a + `"]}`:                                 `{"errors":{"image_ids":["must not name an image twice"]}}`,
		`{"image_ids":["` + a + `","` + foreign + `"]}`:                           `{"invalidIds":["` + foreign + `"]}`,
		`{"image_ids":["` + a + `"],"labels":[{"image_id":"` + unknownID + `"}]}`: `{"invalidIds":["` + unknownID + `"]}`,
	} {
		d.api("PATCH", path, body).wantError(http.StatusBadRequest, "VALIDATION_ERROR", details)
	}
	if after := shown(); after != before {
		t.Errorf("%s, and was %s", after, before)
	}
}

// TestImages_Delete: the next by order is the hero then.
func TestImages_Delete(t *testing.T) {
	t.Parallel()
	d := open(t)
	project := d.create(`{}`)
	a, b := d.photo(project, true), d.photo(project, true)
	path := "/" + project + "/images"
	d.api("DELETE", path, `{}`).wantError(http.StatusBadRequest, "VALIDATION_ERROR", `{"errors":{"image_id":["must be given"]}}`)
	d.api("DELETE", path, `{"image_id":null}`).wantError(http.StatusBadRequest, "VALIDATION_ERROR", `{"errors":{"image_id":["must be a UUID"]}}`)
	d.api("DELETE", path, `{"image_id":"`+a+`"}`).want(http.StatusOK, `{"deleted":true}`)
	d.api("DELETE", path, `{"image_id":"`+a+`"}`).wantError(http.StatusNotFound, "NOT_FOUND", "")
	d.api("GET", "/"+project, "").want(http.StatusOK, `"`+b+`"`, "project", "hero_image_id")

	d.api("POST", path+"/"+b+"/sync", "").want(http.StatusOK, `{"synced":false}`) // it is a draft's
	d.api("POST", path+"/"+a+"/sync", "").wantError(http.StatusNotFound, "NOT_FOUND", "")

	waiting := d.photo(project, false)
	d.api("GET", path+"/validate", "").want(http.StatusOK, `{"total":2,"valid":["`+b+`"],"orphaned":["`+waiting+`"]}`)
	d.api("DELETE", path+"/validate", "").want(http.StatusOK, `{"deleted":1,"deletedIds":["`+waiting+`"]}`)
	d.api("DELETE", path+"/validate", "").want(http.StatusOK, `{"deleted":0}`)
	d.api("GET", path+"/validate", "").want(http.StatusOK, `{"total":1,"valid":["`+b+`"],"orphaned":[]}`)
}

// TestImages_File: the address of a picture works for an hour, and for that one alone.
func TestImages_File(t *testing.T) {
	t.Parallel()
	d := open(t)
	project := d.create(`{}`)
	image, waiting := d.photo(project, true), d.photo(project, false)
	addresses := map[string]string{}
	for _, i := range d.api("GET", "/"+project+"/images", "").at("images").([]any) {
		addresses[i.(obj)["id"].(string)] = strings.TrimPrefix(i.(obj)["url"].(string), home)
	}
	path, query, _ := strings.Cut(addresses[image], "?")
	_, other := d.hire("roofer@example.com", store.Pro)
	for _, c := range []struct {
		what, path, token string
		status            int
	}{
		{"no signature", path, "", 401},
		{"another's", addresses[waiting][:strings.Index(addresses[waiting], "?")] + "?" + query, "", 401},
		{"a later time", strings.Replace(addresses[image], "exp=1", "exp=2", 1), "", 401},
		{"no time", path + "?sig=x", "", 401},
		{"no bytes yet", addresses[waiting], "", 404},
		{"another contractor, who has the address without its signature", path, other, 404},
		{"another contractor, who has it with a wrong one", path + "?exp=1&sig=x", other, 404},
		{"a wrong token beside one that is over", path + "?exp=1&sig=x", "none", 401},
	} {
		if r := d.send("GET", c.path, c.token, ""); r.status != c.status {
			t.Errorf("%s: %d %s, want %d", c.what, r.status, r.body, c.status)
		} else if r.header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: a page of another origin can't see the answer", c.what)
		}
	}
	if r := d.send("OPTIONS", path, "", ""); r.status != http.StatusNoContent || r.header.Get("Access-Control-Allow-Headers") == "" {
		t.Errorf("a preflight: %d %v", r.status, r.header)
	}
	again := d.api("GET", "/"+project+"/images", "").at("images").([]any)[0].(obj)["url"]
	if again != home+addresses[image] {
		t.Errorf("the address is %v at once, and was %s", again, addresses[image])
	}
	d.clock.Pass(59 * time.Minute)
	if r := d.send("GET", addresses[image], "", ""); r.status == http.StatusUnauthorized {
		t.Errorf("within the hour: %d %s", r.status, r.body)
	}
	d.clock.Pass(15 * time.Minute)
	if r := d.send("GET", addresses[image], "", ""); r.status != http.StatusUnauthorized {
		t.Errorf("after the hour: %d %s", r.status, r.body)
	}
}
