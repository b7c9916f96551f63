package site_test

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

func TestCreateWithOnlyAType(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, d *desk) {
		c := d.chat(d.token)
		s := c.must("create_project_draft", `{"project_type":"Chimney"}`)
		mcptest.Same(t, "missing_fields", s.structured["missing_fields"], `["title","hero_image_id","images"]`)
		p := s.at("project").(obj)
		mcptest.Same(t, "the project", []any{p["status"], p["city"], p["state"], p["project_type_slug"], p["images"]}, `["draft","Denver","CO","chimney",null]`)
	})
}

func TestCreateWithTheWholeStory(t *testing.T) {
	t.Parallel()
	d := open(t)
	c := d.chat(d.token)
	s := c.must("create_project_draft", `{"summary":"Sum.","challenge":"C.","solution":"S.","results":"R.","outcome_highlights":["One","Two"]}`)
	p := d.api("GET", "/"+s.structured["project_id"].(string), "").at("project").(obj)
	want := "Sum.\n\nChallenge\nC.\n\nSolution\nS.\n\nResults\nR.\n\nOutcomes\n- One\n- Two"
	if p["description"] != want || p["description_manual"] != false || p["updated_at"] != p["created_at"] {
		t.Errorf("%v", p)
	}
}

func TestFilesAndAnAddress(t *testing.T) {
	t.Parallel()
	picture := jpegOf(t, 40, 30, 0)
	server, _ := elsewhere(t, "127.0.0.1:0", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(picture) }))
	d := open(t, fetching(t, func(a netip.Addr) bool { return a.IsLoopback() }))
	c := d.chat(d.token)
	project := c.start()
	s := c.must("add_project_media", `{"project_id":%q,"images":[{"url":"%s/wall.jpg"}],"files":[{"file_id":"a","filename":"a.jpg","content_type":"image/jpeg"},
		{"file_id":"b","filename":"b.png","content_type":"image/png"}]}`, project, server)
	mcptest.Same(t, "the answer", []any{s.structured["upload_status"], s.structured["media_count"], s.structured["upload_errors"], len(s.at("uploads").([]any))},
		`["Prepared 2 uploads, Imported 1 image",3,null,2]`)
	p := d.api("GET", "/"+project, "").at("project").(obj)
	first, last := p["project_images"].([]any)[0].(obj), p["project_images"].([]any)[2].(obj)
	mcptest.Same(t, "the images", []any{p["hero_image_id"], first["uploaded"], last["uploaded"], last["width"], last["height"]}, fmt.Sprintf(`[%q,false,true,40,30]`, first["id"]))
	if r := d.send("GET", strings.TrimPrefix(last["url"].(string), home), "", ""); r.status != http.StatusOK || r.body != string(picture) {
		t.Errorf("the picture: %d, %d bytes", r.status, len(r.body))
	}
}

func TestAttachmentsAreStored(t *testing.T) {
	t.Parallel()
	d := open(t)
	picture := jpegOf(t, 40, 30, 0)
	c := d.chatWith(d.token, portfolio.ToolOptions{
		Uploads: d.Transport(),
		Fetch:   func(context.Context, string) ([]byte, string, error) { return picture, "image/jpeg", nil },
	})
	project := c.start()
	c.must("add_project_media", `{"project_id":%q,"attachments":[{"download_url":"https://files.example.com/1","file_id":"f","image_type":"after","alt_text":"A wall"}]}`, project)
	i := d.api("GET", "/"+project+"/images", "").at("images").([]any)[0].(obj)
	mcptest.Same(t, "the image", []any{i["uploaded"], i["image_type"], i["alt_text"], i["width"]}, `[true,"after","A wall",40]`)
	if r := d.send("GET", strings.TrimPrefix(i["url"].(string), home), "", ""); r.status != http.StatusOK || r.body != string(picture) {
		t.Errorf("the picture: %d, %d bytes", r.status, len(r.body))
	}
	c.must("publish_project", `{"project_id":%q}`, project)
	if r := d.send("GET", strings.TrimPrefix(c.shown(project)["hero_image_url"].(string), home), "", ""); r.status != http.StatusOK || strings.Contains(r.body, secret) {
		t.Errorf("the public copy: %d, %d bytes", r.status, len(r.body))
	}
}

func TestAWrongType(t *testing.T) {
	t.Parallel()
	d := open(t)
	c := d.chat(d.token)
	project := c.start()
	s := c.must("add_project_media", `{"project_id":%q,"files":[{"file_id":"a","filename":"a.jpg","content_type":"image/jpeg"},
		{"file_id":"b","filename":"b.gif","content_type":"image/gif"},{"file_id":"c","filename":"c.webp","content_type":"image/webp"}]}`, project)
	if errors := s.structured["upload_errors"].([]any); len(errors) != 1 || errors[0].(obj)["file_id"] != "b" || len(s.at("uploads").([]any)) != 2 {
		t.Errorf("%v, %v", s.structured, s.meta["uploads"])
	}
	c.refused("invalid_params", "add_project_media", `{"project_id":%q,"files":[{"file_id":"b","filename":"b.gif","content_type":"image/gif"}]}`, project)
	if n := len(order(c.shown(project))); n != 2 {
		t.Errorf("there are %d images", n)
	}
}

func TestFilesWithAltText(t *testing.T) {
	t.Parallel()
	d := open(t)
	c := d.chat(d.token)
	project := c.start()
	c.must("add_project_media", `{"project_id":%q,"files":[{"file_id":"a","filename":"a.jpg","content_type":"image/jpeg","image_type":"after","alt_text":"A wall","width":40,"height":30}]}`, project)
	i := d.api("GET", "/"+project+"/images", "").at("images").([]any)[0].(obj)
	mcptest.Same(t, "the image", []any{i["alt_text"], i["image_type"], i["width"], i["height"], i["uploaded"]}, `["A wall","after",40,30,false]`)
}

func TestReorder(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, d *desk) {
		c := d.chat(d.token)
		project := c.start()
		ids := c.add(project, 3)
		foreign := c.add(c.start(), 1)[0]
		c.must("reorder_project_media", `{"project_id":%q,"image_ids":[%q,%q]}`, project, ids[2], ids[0])
		want := []string{ids[2], ids[0], ids[1]}
		if diff := cmp.Diff(want, order(c.shown(project))); diff != "" {
			t.Errorf("the order (-want +got):\n%s", diff)
		}
		s := c.refused("invalid_params", "reorder_project_media", `{"project_id":%q,"image_ids":[%q,%q]}`, project, ids[1], foreign)
		if !strings.Contains(s.text, foreign) || strings.Contains(s.text, ids[1]) {
			t.Errorf("it says: %s", s.text)
		}
		if diff := cmp.Diff(want, order(c.shown(project))); diff != "" {
			t.Errorf("the order after a refusal (-want +got):\n%s", diff)
		}
	})
}

func TestClearALabel(t *testing.T) {
	t.Parallel()
	d := open(t)
	c := d.chat(d.token)
	project := c.start()
	id := c.add(project, 1)[0]
	c.must("set_project_media_labels", `{"project_id":%q,"labels":[{"image_id":%q,"image_type":"before","alt_text":"A wall"}]}`, project, id)
	c.must("set_project_media_labels", `{"project_id":%q,"labels":[{"image_id":%q,"image_type":null}]}`, project, id)
	i := c.shown(project)["images"].([]any)[0].(obj)
	mcptest.Same(t, "the image", []any{i["image_type"], i["alt_text"]}, `[null,"A wall"]`)
	c.must("set_project_media_labels", `{"project_id":%q,"labels":[{"image_id":%q,"remove":true}]}`, project, id)
	if n := len(order(c.shown(project))); n != 0 {
		t.Errorf("there are %d images", n)
	}
}

func TestHeroOfAnotherProject(t *testing.T) {
	t.Parallel()
	d := open(t)
	c := d.chat(d.token)
	project := c.start()
	ids, foreign := c.add(project, 2), c.add(c.start(), 1)[0]
	c.must("set_project_hero_media", `{"project_id":%q,"hero_image_id":%q}`, project, ids[1])
	c.refused("not_found", "set_project_hero_media", `{"project_id":%q,"hero_image_id":%q}`, project, foreign)
	if got := c.shown(project)["hero_image_id"]; got != ids[1] {
		t.Errorf("the hero is %v", got)
	}
}

func TestPublishWithoutCityAndTitle(t *testing.T) {
	t.Parallel()
	d := open(t)
	c := d.chat(d.token)
	project := c.must("create_project_draft", `{"project_type":"Chimney"}`).structured["project_id"].(string)
	c.must("update_project_meta", `{"project_id":%q,"city":""}`, project)
	s := c.refused("not_ready", "publish_project", `{"project_id":%q}`, project)
	mcptest.Same(t, "missing_fields", s.at("missing_fields"), `["title","city","hero_image_id","images"]`)
	if got := c.shown(project)["status"]; got != "draft" {
		t.Errorf("it is %v", got)
	}
	path := "/" + project + "/publish"
	details := `{"warnings":["The project needs a title.","The project needs a city.","The project needs a hero image.","The project needs at least one image."],
		"canForce":false,"missing_fields":["title","city","hero_image_id","images"]}`
	for _, query := range []string{"", "?force=true", "?force=true&dry_run=false"} {
		d.api("POST", path+query, "").wantError(http.StatusBadRequest, "VALIDATION_ERROR", details)
	}
	d.api("POST", path+"?dry_run=true", "").want(http.StatusOK, `{"valid":false,"warnings":["The project needs a title.",
		"The project needs a city.","The project needs a hero image.","The project needs at least one image."]}`)
}

func TestPublishChoosesTheHero(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, d *desk) {
		c := d.chat(d.token)
		project := c.start()
		ids := c.add(project, 3)
		c.must("reorder_project_media", `{"project_id":%q,"image_ids":[%q]}`, project, ids[1])
		d.api("PATCH", "/"+project, `{"hero_image_id":null}`).want(http.StatusOK, `null`, "project", "hero_image_id")
		d.api("POST", "/"+project+"/publish?dry_run=true", "").want(http.StatusOK, `{"valid":true,"warnings":[]}`)
		d.api("GET", "/"+project, "").want(http.StatusOK, `null`, "project", "hero_image_id")
		s := c.must("publish_project", `{"project_id":%q}`, project)
		p := d.api("GET", "/"+project, "").at("project").(obj)
		url := fmt.Sprintf("%s/denver-co/masonry/chimney/%s", home, p["slug"])
		mcptest.Same(t, "the tool's answer", s.structured, fmt.Sprintf(`{"project_id":%q,"status":"published","url":%q}`, project, url))
		mcptest.Same(t, "the project", []any{p["hero_image_id"], p["status"], p["public_url"], p["seo_title"], p["seo_description"], p["description"]},
			fmt.Sprintf(`[%q,"published",%q,"Chimney rebuild | Mile High Masonry","It leaned.","It leaned."]`, ids[1], url))
	})
}

func TestBytesNeverCame(t *testing.T) {
	t.Parallel()
	d := open(t)
	c := d.chat(d.token)
	project := c.start()
	c.must("add_project_media", `{"project_id":%q,"files":[{"file_id":"a","filename":"a.jpg","content_type":"image/jpeg"}]}`, project)
	s := c.refused("not_ready", "publish_project", `{"project_id":%q}`, project)
	if missing := s.at("missing_fields").([]any); !slices.Contains(missing, any("images")) {
		t.Errorf("missing %v", missing)
	}
}

func TestPublishAgain(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, d *desk) {
		c := d.chat(d.token)
		project := c.start()
		c.add(project, 1)
		first := c.must("publish_project", `{"project_id":%q}`, project)
		at := c.shown(project)["published_at"]
		again := c.must("publish_project", `{"project_id":%q}`, project)
		if diff := cmp.Diff(first.structured, again.structured); diff != "" {
			t.Errorf("(-first +again):\n%s", diff)
		}
		if now := c.shown(project)["published_at"]; now != at || at == nil {
			t.Errorf("published at %v, and then at %v", at, now)
		}
		d.api("POST", "/"+project+"/publish", "").wantError(http.StatusConflict, "CONFLICT", "")
		d.api("POST", "/"+project+"/publish?dry_run=true", "").wantError(http.StatusConflict, "CONFLICT", "")
	})
}

func TestPlanLimit(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, d *desk) {
		_, token := d.hire("free@example.com", store.Free)
		c := d.chat(token)
		var project string
		for range 5 {
			project = c.start()
			c.add(project, 1)
			c.must("publish_project", `{"project_id":%q}`, project)
		}
		c.must("publish_project", `{"project_id":%q}`, project) // this one isn't counted
		next := c.start()
		s := c.refused("forbidden", "publish_project", `{"project_id":%q}`, next)
		if !strings.Contains(s.text, "5") || !strings.Contains(s.text, "free") {
			t.Errorf("it says: %s", s.text)
		}
		r := d.send("POST", "/api/projects/"+next+"/publish", token, "")
		r.wantError(http.StatusForbidden, "FORBIDDEN", `{"limit":5,"plan":"free"}`)
		c.must("unpublish_project", `{"project_id":%q}`, project)
		c.add(next, 1)
		c.must("publish_project", `{"project_id":%q}`, next)
	})
}

func TestUnpublish(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, d *desk) {
		c := d.chat(d.token)
		project := c.start()
		c.add(project, 1)
		c.must("publish_project", `{"project_id":%q}`, project)
		s := c.must("unpublish_project", `{"project_id":%q}`, project)
		mcptest.Same(t, "status", s.structured["status"], `"draft"`)
		p := d.api("GET", "/"+project, "").at("project").(obj)
		mcptest.Same(t, "the project", []any{p["status"], p["published_at"], p["public_url"]}, `["draft",null,null]`)
		again := c.must("unpublish_project", `{"project_id":%q}`, project)
		mcptest.Same(t, "again", again.structured["status"], `"draft"`)
		d.api("DELETE", "/"+project+"/publish", "").wantError(http.StatusConflict, "CONFLICT", "")
	})
}

func TestArchived(t *testing.T) {
	t.Parallel()
	d := open(t)
	c := d.chat(d.token)
	project := c.start()
	c.add(project, 1)
	c.must("publish_project", `{"project_id":%q}`, project)
	d.api("PATCH", "/"+project, `{"status":"archived"}`).want(http.StatusOK, `null`, "project", "published_at")
	c.refused("conflict", "unpublish_project", `{"project_id":%q}`, project)
	s := c.must("list_projects", `{"status":"archived"}`)
	if list := s.structured["projects"].([]any); len(list) != 1 || list[0].(obj)["project_id"] != project {
		t.Errorf("%v", s.structured)
	}
	c.must("publish_project", `{"project_id":%q}`, project) // as the original has it
}

func TestListInPages(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, d *desk) {
		c := d.chat(d.token)
		var newest string
		for range 23 {
			newest = c.must("create_project_draft", `{}`).structured["project_id"].(string)
		}
		last := c.must("list_projects", `{"limit":10,"offset":20}`).structured
		mcptest.Same(t, "the last page", []any{last["count"], last["has_more"], len(last["projects"].([]any))}, `[23,false,3]`)
		first := c.must("list_projects", `{"limit":10,"offset":0}`).structured
		mcptest.Same(t, "the first page", []any{first["count"], first["has_more"], first["projects"].([]any)[0].(obj)["project_id"]}, fmt.Sprintf(`[10,true,%q]`, newest))
	})
}

func TestManualDescription(t *testing.T) {
	t.Parallel()
	d := open(t)
	c := d.chat(d.token)
	project := c.start()
	description := func(want string) {
		t.Helper()
		d.api("GET", "/"+project, "").want(http.StatusOK, want, "project", "description")
	}
	c.must("update_project_sections", `{"project_id":%q,"summary":"New."}`, project)
	description(`"New."`)
	d.api("PATCH", "/"+project, `{"description":"By hand.","summary":"Newer."}`).want(http.StatusOK, `true`, "project", "description_manual")
	c.must("update_project_sections", `{"project_id":%q,"summary":"Newest."}`, project)
	description(`"By hand."`)
	d.api("PATCH", "/"+project, `{"description_manual":false}`).want(http.StatusOK, `false`, "project", "description_manual")
	description(`"By hand."`)
	c.must("update_project_sections", `{"project_id":%q,"challenge":"Wind."}`, project)
	description(`"Newest.\n\nChallenge\nWind."`)
	d.api("PATCH", "/"+project, `{"description":"Kept.","description_manual":false}`).want(http.StatusOK, `false`, "project", "description_manual")
	description(`"Kept."`)
}

// TestIsolation: on every route another's project is one that doesn't exist.
func TestIsolation(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, d *desk) {
		project := d.ready()
		image := d.photo(project, true)
		_, token := d.hire("roofer@example.com", store.Pro)
		before := d.api("GET", "/"+project, "").body
		roofer := d.chat(token)
		for _, call := range [][2]string{
			{"get_project_status", `{"project_id":%q}`},
			{"update_project_sections", `{"project_id":%q,"summary":"x"}`},
			{"update_project_meta", `{"project_id":%q,"title":"x"}`},
			{"add_project_media", `{"project_id":%q,"files":[{"file_id":"a","filename":"a.jpg","content_type":"image/jpeg"}]}`},
			{"reorder_project_media", `{"project_id":%q,"image_ids":["` + image + `"]}`},
			{"set_project_hero_media", `{"project_id":%q,"hero_image_id":"` + image + `"}`},
			{"set_project_media_labels", `{"project_id":%q,"labels":[{"image_id":"` + image + `","alt_text":"x"}]}`},
			{"publish_project", `{"project_id":%q}`},
			{"unpublish_project", `{"project_id":%q}`},
		} {
			roofer.refused("not_found", call[0], call[1], project)
		}
		mcptest.Same(t, "another's list", roofer.must("list_projects", `{}`).structured["count"], `0`)
		for _, c := range [][3]string{
			{"GET", "", ""},
			{"PATCH", "", `{"title":"x"}`},
			{"PATCH", "", `{"title":5}`},
			{"PATCH", "", `{`},
			{"POST", "/publish", ""},
			{"POST", "/publish?dry_run=true", ""},
			{"DELETE", "/publish", ""},
			{"GET", "/images", ""},
			{"POST", "/images", `{"filename":"a.jpg","content_type":"image/jpeg"}`},
			{"POST", "/images", `{}`},
			{"PATCH", "/images", `{"image_ids":["` + image + `"]}`},
			{"PATCH", "/images", `{}`},
			{"DELETE", "/images", `{"image_id":"` + image + `"}`},
			{"DELETE", "/images", `{}`},
			{"POST", "/images/from-url", `{"images":[{"url":"https://example.com/a.jpg"}]}`},
			{"GET", "/images/validate", ""},
			{"DELETE", "/images/validate", ""},
			{"POST", "/images/" + image + "/sync", ""},
			{"GET", "/images/" + image + "/file", ""},
		} {
			another := d.send(c[0], "/api/projects/"+project+c[1], token, c[2])
			none := d.send(c[0], "/api/projects/"+unknownID+c[1], token, c[2])
			if another.status != http.StatusNotFound || another.body != none.body {
				t.Errorf("%s %s: %d %s, and of one that doesn't exist %d %s", c[0], c[1], another.status, another.body, none.status, none.body)
			}
		}
		d.send("DELETE", "/api/projects/"+project, token, "").want(http.StatusOK, `{"deleted":true}`)
		if after := d.api("GET", "/"+project, "").body; after != before {
			t.Errorf("%s\nwas\n%s", after, before)
		}
		// An image of another's, in a project of one's own.
		own := d.send("POST", "/api/projects", token, `{}`).at("project", "id").(string)
		for _, c := range [][3]string{
			{"POST", "/images/" + image + "/sync", ""},
			{"GET", "/images/" + image + "/file", ""},
			{"DELETE", "/images", `{"image_id":"` + image + `"}`},
		} {
			d.send(c[0], "/api/projects/"+own+c[1], token, c[2]).wantError(http.StatusNotFound, "NOT_FOUND", "")
		}
	})
}

func TestSlugs(t *testing.T) {
	t.Parallel()
	d := open(t)
	c := d.chat(d.token)
	project := c.must("create_project_draft", `{"title":"Cheminée à Montréal","project_type":"煙突","city":"Montréal","state":"QC"}`).structured["project_id"].(string)
	c.add(project, 1)
	s := c.must("publish_project", `{"project_id":%q}`, project)
	segments := strings.Split(strings.TrimPrefix(s.structured["url"].(string), home+"/"), "/")
	if len(segments) != 4 || segments[0] != "montreal-qc" || !strings.HasPrefix(segments[2], "x-") || !strings.HasPrefix(segments[3], "cheminee-a-montreal-") {
		t.Errorf("%q", segments)
	}
}
