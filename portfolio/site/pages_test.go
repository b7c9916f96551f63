package site_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/portfolio/page"
	"github.com/mcp-adapters/mcp-adapters/portfolio/site"
)

// answer is what a client over HTTP gets, without following redirects.
func (d *desk) fetch(address string, header ...string) reply {
	d.Helper()
	r, err := http.NewRequestWithContext(d.Context(), "GET", address, nil)
	if err != nil {
		d.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r)
	if err != nil {
		d.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		d.Fatal(err)
	}
	return reply{d, res.StatusCode, res.Header, string(data)}
}

// openServed is a site over HTTP, whose addresses lead to it.
func openServed(t *testing.T, edits ...func(*site.Options)) (d *desk, address string) {
	t.Helper()
	d = open(t, append(edits, func(o *site.Options) { o.URL = func() string { return address } })...)
	address = d.serve().URL
	return d, address
}

// sendTo uploads a picture over HTTP.
func (d *desk) sendTo(address, project, contentType string, data []byte) (id string) {
	d.Helper()
	r := d.api("POST", "/"+project+"/images", `{"filename":"wall.jpg","content_type":"`+contentType+`"}`)
	id = r.at("image", "id").(string)
	up := strings.TrimPrefix(r.at("upload", "signed_url").(string), address)
	if r := d.put(up, contentType, data); r.status != 200 {
		d.Fatalf("upload: %d %s", r.status, r.body)
	}
	return id
}

func TestPublicPage(t *testing.T) {
	t.Parallel()
	d, address := openServed(t)
	project := d.create(`{"title":"Chimney <img src=x onerror=alert(1)>","project_type":"Chimney","summary":"It leaned."}`)
	photos := map[string][]byte{"image/jpeg": jpegOf(t, 40, 30, 2000), "image/png": pngOf(t, 20, 20)}
	for contentType, data := range photos {
		id := d.sendTo(address, project, contentType, data)
		d.api("PATCH", "/"+project+"/images", `{"labels":[{"image_id":"`+id+`","alt_text":"The `+contentType+` wall"}]}`)
	}
	r := d.api("POST", "/"+project+"/publish", "")
	if r.status != 200 {
		t.Fatal(r.status, r.body)
	}
	url := r.at("project", "public_url").(string)
	got := d.fetch(url)
	if got.status != 200 || got.header.Get("Content-Security-Policy") != page.Policy || got.header.Get("Content-Type") != "text/html; charset=utf-8" ||
		got.header.Get("X-Content-Type-Options") != "nosniff" {
		t.Fatal(got.status, got.header)
	}
	for _, part := range []string{
		`rel="canonical" href="` + url + `"`, `property="og:image" content="` + address + `/media/`, `application/ld+json`, `"CreativeWork"`,
		`alt="The image/jpeg wall"`, `alt="The image/png wall"`,
	} {
		if !strings.Contains(got.body, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	if strings.Contains(got.body, "<img src=x") || strings.Contains(got.body, "<script>") {
		t.Error("a title became markup")
	}
	if again := d.fetch(url, "If-None-Match", got.header.Get("ETag")); again.status != 304 {
		t.Error(again.status)
	}
	media := regexp.MustCompile(regexp.QuoteMeta(address)+`/media/[a-z0-9./-]+`).FindAllString(got.body, -1)
	seen := map[string]bool{}
	for _, picture := range media {
		r := d.fetch(picture)
		seen[r.header.Get("Content-Type")] = true
		if r.status != 200 || strings.Contains(r.body, secret) || r.header.Get("Content-Disposition") != "inline" ||
			!strings.HasPrefix(r.header.Get("Cache-Control"), "public") || r.header.Get("X-Content-Type-Options") != "nosniff" || r.header.Get("Access-Control-Allow-Origin") != "*" {
			t.Error(picture, r.status, r.header)
		}
		if again := d.fetch(picture, "If-None-Match", r.header.Get("ETag")); again.status != 304 || again.body != "" {
			t.Error(again.status)
		}
	}
	if len(seen) != 2 {
		t.Error(seen)
	}
	for path, part := range map[string]string{"/": url, "/sitemap.xml": url, "/robots.txt": address + "/sitemap.xml"} {
		if r := d.fetch(address + path); r.status != 200 || !strings.Contains(r.body, part) {
			t.Error(path, r.status, r.body)
		}
	}
	d.api("PATCH", "/"+project, `{"city":"Boulder"}`)
	moved := d.fetch(url)
	if to := moved.header.Get("Location"); moved.status != 301 || !strings.Contains(to, "/boulder-co/masonry/chimney/") || d.fetch(to).status != 200 {
		t.Error(moved.status, to)
	}
	for _, path := range []string{"/denver-co/masonry/chimney/nothing", "/?page=2", "/?page=x", "/media/x/y.jpg", "/media/..%2f..%2fportfolio.db"} {
		if r := d.fetch(address + path); r.status != 404 {
			t.Error(path, r.status)
		}
	}
}

// TestUnpublishedFiles is about the files; the store's test has the rows.
func TestUnpublishedFiles(t *testing.T) {
	t.Parallel()
	d, address := openServed(t)
	project := d.create(complete)
	image := d.sendTo(address, project, "image/jpeg", jpegOf(t, 40, 30, 0))
	if got := d.files("public"); got != nil {
		t.Error("public before it is published:", got)
	}
	r := d.api("POST", "/"+project+"/publish", "")
	url := r.at("project", "public_url").(string)
	picture := r.at("project", "project_images").([]any)[0].(obj)["url"].(string)
	// What arrives now is public at once.
	d.sendTo(address, project, "image/png", pngOf(t, 8, 8))
	if got := d.files("public"); len(got) != 2 || d.fetch(url).status != 200 || d.fetch(picture).status != 200 {
		t.Error(got)
	}
	r = d.api("DELETE", "/"+project+"/publish", "")
	if r.status != 200 || d.fetch(url).status != 404 || d.fetch(picture).status != 404 {
		t.Error(r.status, r.body)
	}
	if public, draft := d.files("public", "incoming", "aside"), d.files("draft"); public != nil || len(draft) != 2 {
		t.Error(public, draft)
	}
	d.api("DELETE", "/"+project+"/publish", "").wantError(409, "CONFLICT", "")
	file := "/api/projects/" + project + "/images/" + image + "/file"
	if r := d.fetch(address+file, "Authorization", "Bearer "+d.token); r.status != 200 || !strings.Contains(r.body, secret) || r.header.Get("Cache-Control") != "private, max-age=300" {
		t.Error("the owner's picture:", r.status, r.header)
	}
	// Archived is not public either, and deleted is gone.
	d.api("POST", "/"+project+"/publish", "")
	d.api("PATCH", "/"+project, `{"status":"archived"}`)
	if got := d.files("public"); got != nil || d.fetch(url).status != 404 {
		t.Error("archived:", got)
	}
	d.api("DELETE", "/"+project, "")
	if got := d.files("draft", "public", "incoming", "aside"); got != nil {
		t.Error("deleted:", got)
	}
}

// TestPublish_HEIC names the photo that can't be public, and changes nothing.
func TestPublish_HEIC(t *testing.T) {
	t.Parallel()
	d := open(t)
	project := d.create(complete)
	d.upload(project, "image/jpeg", jpegOf(t, 8, 8, 0))
	id := d.upload(project, "image/heic", heic())
	r := d.api("POST", "/"+project+"/publish", "")
	if r.status != 400 || r.code() != "VALIDATION_ERROR" || !strings.Contains(r.body, "photo 2 (front-wall.heic)") || len(r.at("error", "details", "photos").([]any)) != 1 {
		t.Error(r.status, r.body)
	}
	if got := d.api("GET", "/"+project, "").at("project", "status"); got != "draft" || d.files("public") != nil {
		t.Error(got, d.files("public"))
	}
	said := d.chat(d.token).refused("not_ready", "publish_project", `{"project_id":%q}`, project)
	if !strings.Contains(said.text, "photo 2 (front-wall.heic)") || !strings.Contains(said.text, "JPEG") {
		t.Error(said.text)
	}
	d.api("DELETE", "/"+project+"/images", `{"image_id":"`+id+`"}`)
	if r := d.api("POST", "/"+project+"/publish", ""); r.status != 200 {
		t.Error(r.status, r.body)
	}
	// On a published project it stays private.
	d.upload(project, "image/heic", heic())
	if got := d.files("public"); len(got) != 1 {
		t.Error(got)
	}
	c := d.chat(d.token)
	for tool, arguments := range map[string]string{
		"get_project_status": "", "update_project_sections": `,"summary":"New brick."`,
		"set_project_hero_media": `,"hero_image_id":"` + order(c.shown(project))[1] + `"`,
	} {
		said := c.must(tool, `{"project_id":%q%s}`, project, arguments)
		if !strings.Contains(said.note, "does not show 1 photo: a HEIC") || strings.Contains(said.text, "storage_path") {
			t.Errorf("%s: %s", tool, said.note)
		}
	}
	if err := d.Sweep(t.Context()); err != nil || len(d.files("public")) != 1 {
		t.Error(err, d.files("public"))
	}
}

// TestPage_KeepsAddress holds that a public page stays where it is when its project loses
// its city, and that no one is told that all is well.
func TestPage_KeepsAddress(t *testing.T) {
	t.Parallel()
	d, address := openServed(t)
	project := d.create(complete)
	d.sendTo(address, project, "image/jpeg", jpegOf(t, 8, 8, 0))
	page := d.api("POST", "/"+project+"/publish", "").at("project", "public_url").(string)
	c := d.chat(d.token)
	said := c.must("update_project_meta", `{"project_id":%q,"city":"","title":" "}`, project)
	if !strings.Contains(said.note, "it lacks a title and a city") {
		t.Error(said.note)
	}
	if r := d.fetch(page); r.status != 200 {
		t.Errorf("the page: status %d", r.status)
	}
	if got := c.must("get_project_status", `{"project_id":%q}`, project).structured["url"]; got != page {
		t.Errorf("its address is %v, want %s", got, page)
	}
	c.must("update_project_meta", `{"project_id":%q,"city":"Golden","title":"Wall"}`, project)
	if r := d.fetch(page); r.status != 301 {
		t.Errorf("the old address: status %d", r.status)
	}
	d.api("DELETE", "/"+project+"/publish", "")
	c.must("update_project_meta", `{"project_id":%q,"city":""}`, project)
	if got := c.shown(project)["city_slug"]; got != nil {
		t.Errorf("a draft without a city has the city_slug %v", got)
	}
}

// TestPages_Nowhere has a page for people who followed a wrong address, and leads those on
// who have a slash too many.
func TestPages_Nowhere(t *testing.T) {
	t.Parallel()
	d, address := openServed(t)
	project := d.create(complete)
	d.sendTo(address, project, "image/jpeg", jpegOf(t, 8, 8, 0))
	page := d.api("POST", "/"+project+"/publish", "").at("project", "public_url").(string)
	if r := d.fetch(page+"/", "Accept", "text/html,*/*;q=0.8"); r.status != 301 || r.header.Get("Location") != page {
		t.Error(r.status, r.header)
	}
	for _, path := range []string{"/nowhere", "/a/b/c", "/a/b/c/d"} {
		if r := d.fetch(address+path, "Accept", "text/html,*/*;q=0.8"); r.status != 404 || !strings.Contains(r.body, "<html") {
			t.Error(path, r.status, r.body)
		}
	}
	for _, path := range []string{"/api/nowhere", "/media/nowhere.jpg"} {
		if r := d.fetch(address+path, "Accept", "text/html"); strings.Contains(r.body, "<html") {
			t.Error(path, r.body)
		}
	}
	if r := d.fetch(address + "/nowhere"); r.status != 404 || r.code() != "NOT_FOUND" {
		t.Error(r.status, r.body)
	}
}
