package main_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// photo is a small JPEG, of a colour of its own.
func photo(t *testing.T, shade uint8) string {
	t.Helper()
	picture := image.NewGray(image.Rect(0, 0, 40, 30))
	for i := range picture.Pix {
		picture.Pix[i] = color.Gray{shade}.Y
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, picture, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// story has a client take a job from a draft to a page and back.
func story(t *testing.T, c *client, local bool) {
	t.Helper()
	id := c.call("create_project_draft", `{"title":"Chimney rebuilt","project_type":"Chimney"}`).Structured.ID
	added := c.call("add_project_media", `{"project_id":"`+id+`","files":[`+
		`{"file_id":"1","filename":"before.jpg","content_type":"image/jpeg","image_type":"before","alt_text":"It leans"},`+
		`{"file_id":"2","filename":"after.jpg","content_type":"image/jpeg","image_type":"after"}]}`)
	if added.Structured.Uploaded != "Prepared 2 uploads" || len(added.Meta.Uploads) != 2 {
		t.Fatalf("%s", added.text)
	}
	if r := c.try("publish_project", `{"project_id":"`+id+`"}`); !r.IsError || !strings.Contains(r.text, "not_ready") {
		t.Errorf("published without the photos' bytes: %s", r.text)
	}
	for i, u := range added.Meta.Uploads {
		if status, body, h := send(t, http.MethodPut, u.URL, photo(t, uint8(50+i)), "Content-Type", u.Type, "Origin", "https://widget.example.com"); status != 200 || h.Get("Access-Control-Allow-Origin") != "*" {
			t.Fatalf("upload: %d %s %v", status, body, h)
		}
	}
	if status, _, _ := send(t, http.MethodPut, added.Meta.Uploads[0].URL, photo(t, 9), "Content-Type", "image/jpeg"); status != 401 {
		t.Errorf("a second upload to one address: status %d", status)
	}
	c.call("update_project_sections", `{"project_id":"`+id+`","summary":"New brick.","challenge":"It leaned."}`)
	arrange(t, c, id)
	published := c.call("publish_project", `{"project_id":"`+id+`"}`)
	page := published.Structured.URL
	if note := strings.Contains(published.said(), "on this computer"); published.Structured.Status != "published" || note != local {
		t.Errorf("%s", published.text)
	}
	if !strings.Contains(page, "/denver-co/masonry/chimney/chimney-rebuilt-") {
		t.Errorf("the page is at %s", page)
	}
	status, body, h := get(t, page)
	if status != 200 || h.Get("Content-Security-Policy") == "" {
		t.Fatalf("%d %v", status, h)
	}
	for _, want := range []string{"<title>Chimney rebuilt | Acme Masonry</title>", "It leans", "It stands", "It leaned.", `rel="canonical"`, "application/ld+json", "og:image"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if again := c.call("publish_project", `{"project_id":"`+id+`"}`); again.Structured.URL != page {
		t.Errorf("published again at %s", again.Structured.URL)
	}
	state := c.call("get_project_status", `{"project_id":"`+id+`"}`)
	if len(state.Meta.Project.Images) != 2 {
		t.Fatalf("%s", state.text)
	}
	if status, got, _ := get(t, state.Meta.Project.Images[0].URL); status != 200 || !strings.HasPrefix(got, "\xff\xd8\xff") {
		t.Errorf("its picture: status %d", status)
	}
	listed := c.call("list_projects", `{"status":"published"}`)
	if listed.Structured.Count != 1 || !strings.Contains(listed.text, id) {
		t.Errorf("the list: %s", listed.text)
	}
	c.call("unpublish_project", `{"project_id":"`+id+`"}`)
	if status, _, _ := get(t, page); status != 404 {
		t.Errorf("taken back, and the page has the status %d", status)
	}
}

// arrange puts a project's two photos in the other order, makes the one that is first then
// its hero, and labels it.
func arrange(t *testing.T, c *client, id string) {
	t.Helper()
	before := c.call("get_project_status", `{"project_id":"`+id+`"}`).Structured.Images
	if len(before) != 2 || !before[0].Hero || before[0].Alt != "It leans" {
		t.Fatalf("%+v", before)
	}
	c.call("reorder_project_media", `{"project_id":"`+id+`","image_ids":["`+before[1].ID+`","`+before[0].ID+`"]}`)
	c.call("set_project_hero_media", `{"project_id":"`+id+`","hero_image_id":"`+before[1].ID+`"}`)
	c.call("set_project_media_labels", `{"project_id":"`+id+`","labels":[{"image_id":"`+before[1].ID+`","image_type":"detail","alt_text":"It stands"}]}`)
	after := c.call("get_project_status", `{"project_id":"`+id+`"}`).Structured.Images
	if len(after) != 2 || after[0].ID != before[1].ID || !after[0].Hero || after[1].Hero || after[0].Kind != "detail" || after[0].Alt != "It stands" || after[1].Kind != "before" {
		t.Errorf("%+v became %+v", before, after)
	}
}

func TestStory_Stdio(t *testing.T) {
	t.Parallel()
	c, _ := overStdio(t, t.TempDir())
	story(t, c, true)
}

func TestStory_HTTP(t *testing.T) {
	t.Parallel()
	c, _ := overHTTP(t, t.TempDir())
	story(t, c, true)
}

// TestStory_EachCallTwice has a host repeat each call but those that create a draft, which
// say that each makes another: nothing is there twice.
func TestStory_EachCallTwice(t *testing.T) {
	t.Parallel()
	stdio, _ := overStdio(t, t.TempDir())
	served, _ := overHTTP(t, t.TempDir())
	for _, c := range []*client{stdio, served} {
		once := c.speak
		c.speak = func(line string) string {
			if !strings.Contains(line, "create_project_draft") {
				once(line)
			}
			return once(line)
		}
		story(t, c, true)
	}
}

// TestPhotos_FileAddresses has photos added by file:// addresses inside and outside of
// the directory that photos may be taken from.
func TestPhotos_FileAddresses(t *testing.T) {
	t.Parallel()
	root, outside := t.TempDir(), t.TempDir()
	for i, path := range []string{filepath.Join(root, "in side.jpg"), filepath.Join(outside, "secret.jpg")} {
		if err := os.WriteFile(path, []byte(photo(t, uint8(100+i))), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "page.jpg"), []byte("<html>"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside, "secret.jpg"), filepath.Join(root, "link.jpg")); err != nil {
		t.Skip(err)
	}
	address := func(parts ...string) string {
		return "file://" + strings.ReplaceAll(filepath.ToSlash(filepath.Join(parts...)), " ", "%20")
	}
	images := []string{
		address(root, "in side.jpg"), address(outside, "secret.jpg"), address(root, "link.jpg"), address(root, "page.jpg"),
		address(root, "none.jpg"), "file://" + filepath.ToSlash(root) + "/../" + filepath.Base(outside) + "/secret.jpg", address(root), "file://elsewhere.example.com/x.jpg",
	}
	arguments := func(id string, addresses ...string) string {
		var list []string
		for _, a := range addresses {
			list = append(list, fmt.Sprintf(`{"url":%q,"alt_text":"A wall"}`, a))
		}
		return `{"project_id":"` + id + `","images":[` + strings.Join(list, ",") + `]}`
	}
	dir := t.TempDir()
	c, p := overStdio(t, dir, "PORTFOLIO_MEDIA_ROOT="+root)
	id := c.call("create_project_draft", `{}`).Structured.ID
	r := c.call("add_project_media", arguments(id, images...)).Structured
	if r.Uploaded != "Imported 1 image, 7 URL import failed" || len(r.Errors) != 7 || len(r.Images) != 1 || r.Images[0].Alt != "A wall" {
		t.Errorf("%+v\n%s", r, p.Log)
	}
	for _, e := range r.Errors {
		if slices.Index(images, e.URL) < 1 || e.Error == "" {
			t.Errorf("%+v", e)
		}
	}
	plain, _ := overStdio(t, dir)
	served, _ := overHTTP(t, dir, "PORTFOLIO_MEDIA_ROOT="+root)
	for _, c := range []*client{plain, served} {
		if r := c.try("add_project_media", arguments(id, images[0])); !r.IsError || !strings.Contains(r.said(), "file://") {
			t.Errorf("%s", r.text)
		}
	}
}
