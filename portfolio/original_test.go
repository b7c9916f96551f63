package portfolio_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// original is a portfolio API in memory that behaves as the original does, with its
// quirks: see TestOriginal. ours adds what this project's own API says beyond it.
type original struct {
	*httptest.Server

	// What can be set before the first request.
	ours            bool
	city, state     string // of the contractor
	plan            string
	ignoreNarrative bool
	withoutImages   bool // in the answers to publish and unpublish
	// fail, if it returns true, has answered a request in the API's place.
	fail func(w http.ResponseWriter, r *http.Request) bool

	mu       sync.Mutex // protects the fields below
	calls    []string
	projects []obj // in order of creation
	stored   map[string][]byte
	n        int
}

type obj = map[string]any

const token = "token-of-the-contractor"

func newOriginal(t testing.TB, change func(*original)) *original {
	t.Helper()
	o := &original{city: "Denver", state: "CO", plan: "free", stored: map[string][]byte{}}
	if change != nil {
		change(o)
	}
	o.Server = httptest.NewServer(o)
	t.Cleanup(o.Close)
	return o
}

func idOf(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }

func (o *original) newIDLocked() string {
	o.n++
	return idOf(o.n)
}

func (o *original) stampLocked() string {
	return time.Date(2026, 1, 1, 0, 0, o.n, 0, time.UTC).Format(time.RFC3339Nano)
}

// taken returns the calls since it was asked last, each as a method and a path, and the
// body where there is one.
func (o *original) taken() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	calls := o.calls
	o.calls = nil
	return calls
}

// add puts a project into the API, with these members, and that many images.
func (o *original) add(members obj, images int) (id string, imageIDs []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	p := o.newProjectLocked(members)
	maps.Copy(p, members)
	for range images {
		imageIDs = append(imageIDs, o.newImageLocked(p, obj{"filename": "a.jpg", "content_type": "image/jpeg"})["id"].(string))
	}
	if hero, given := members["hero_image_id"]; given {
		p["hero_image_id"] = hero
	}
	return p["id"].(string), imageIDs
}

// store puts bytes where an image's are uploaded to.
func (o *original) store(imageID string, data []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.stored["/storage/"+imageID] = data
}

// project returns a copy of a project as it is stored.
func (o *original) project(id string) obj {
	o.mu.Lock()
	defer o.mu.Unlock()
	return maps.Clone(o.findLocked(id))
}

func (o *original) findLocked(id string) obj {
	for _, p := range o.projects {
		if p["id"] == id {
			return p
		}
	}
	return nil
}

func (o *original) newProjectLocked(fields obj) obj {
	p := obj{"id": o.newIDLocked(), "contractor_id": "c", "business_id": "c", "status": "draft", "hero_image_id": nil, "description_manual": false, "project_images": []obj{}, "published_at": nil}
	p["created_at"], p["updated_at"] = o.stampLocked(), o.stampLocked()
	for _, name := range []string{"title", "description", "summary", "challenge", "solution", "results", "project_type", "duration", "seo_title", "seo_description", "outcome_highlights"} {
		p[name] = fields[name]
	}
	if o.ignoreNarrative {
		for _, name := range []string{"summary", "challenge", "solution", "results", "outcome_highlights"} {
			p[name] = nil
		}
	}
	p["city"], p["state"] = cmp.Or(str(fields["city"]), o.city, "unknown"), any(nil)
	if s := cmp.Or(str(fields["state"]), o.state); s != "" {
		p["state"] = s
	}
	p["slug"] = cmp.Or(slug(str(fields["title"])), "project") + "-0000000" + strconv.Itoa(o.n%10)
	derive(p)
	o.projects = append(o.projects, p)
	return p
}

// derive sets the members that follow from others.
func derive(p obj) {
	p["city_slug"] = slug(str(p["city"]) + "-" + str(p["state"]))
	p["project_type_slug"] = slug(str(p["project_type"]))
	if p["description_manual"] == false {
		p["description"] = composed(p)
	}
}

func composed(p obj) any {
	var parts []string
	for _, part := range [][2]string{{"summary", ""}, {"challenge", "Challenge\n"}, {"solution", "Solution\n"}, {"results", "Results\n"}} {
		if text := str(p[part[0]]); strings.TrimSpace(text) != "" {
			parts = append(parts, part[1]+text)
		}
	}
	if list, _ := p["outcome_highlights"].([]any); len(list) > 0 {
		text := "Outcomes"
		for _, item := range list {
			text += "\n- " + str(item)
		}
		parts = append(parts, text)
	}
	if parts == nil {
		return nil
	}
	return strings.Join(parts, "\n\n")
}

func str(v any) string {
	s, _ := v.(string)
	return s
}

func slug(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			return r
		case r == ' ' || r == '-':
			return '-'
		}
		return -1
	}, strings.ToLower(s))
	return strings.Trim(s, "-")
}

func imagesOf(p obj) []obj { return p["project_images"].([]obj) }

func (o *original) newImageLocked(p, fields obj) obj {
	i := obj{
		"id": o.newIDLocked(), "project_id": p["id"], "storage_path": "c/p/a.jpg", "image_type": fields["image_type"], "alt_text": nil,
		"display_order": float64(len(imagesOf(p))), "width": fields["width"], "height": fields["height"], "created_at": o.stampLocked(),
	}
	if order, given := fields["display_order"]; given {
		i["display_order"] = order
	}
	if o.ours {
		i["uploaded"] = true
	}
	p["project_images"] = append(imagesOf(p), i)
	if p["hero_image_id"] == nil {
		p["hero_image_id"] = i["id"]
	}
	return i
}

// addressed is an image with its address: relative as long as the project is a draft.
func (o *original) addressed(p, i obj) obj {
	i = maps.Clone(i)
	i["url"] = fmt.Sprintf("/api/projects/%s/images/%s/file", p["id"], i["id"])
	if p["status"] == "published" {
		i["url"] = "https://media.example.com/" + str(i["id"]) + ".jpg"
	} else if o.ours {
		i["url"] = o.URL + str(i["url"]) + "?exp=1&sig=2"
	}
	return i
}

// shown is a project as it is answered. Its images come in no order.
func (o *original) shown(p obj) obj {
	p = maps.Clone(p)
	list := []obj{}
	for _, i := range imagesOf(p) {
		if o.ours {
			i = o.addressed(p, i)
		}
		list = append(list, i)
	}
	slices.Reverse(list)
	p["project_images"] = list
	if o.ours && p["status"] == "published" {
		p["public_url"] = "https://page.example.com/" + str(p["slug"])
	}
	return p
}

func (o *original) reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func (o *original) refuse(w http.ResponseWriter, status int, code, message string, details any) {
	e := obj{"code": code, "message": message}
	if details != nil {
		e["details"] = details
	}
	o.reply(w, status, obj{"error": e})
}

func (o *original) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
	}
	o.mu.Lock()
	o.calls = append(o.calls, strings.TrimSpace(r.Method+" "+r.URL.RequestURI()+" "+briefly(r, body)))
	o.mu.Unlock()
	if o.fail != nil && o.fail(w, r) {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if strings.HasPrefix(r.URL.Path, "/storage/") {
		if r.Header.Get("Authorization") != "" || r.Header.Get("X-Upsert") != "true" {
			o.refuse(w, 400, "VALIDATION_ERROR", "Not an upload.", nil)
			return
		}
		o.stored[r.URL.Path] = body
		o.reply(w, 200, obj{"Key": r.URL.Path})
		return
	}
	if r.Header.Get("Authorization") != "Bearer "+token {
		o.refuse(w, 401, "UNAUTHORIZED", "Authentication required", nil)
		return
	}
	var in obj
	if err := json.Unmarshal(body, &in); err != nil {
		in = obj{}
		if len(body) > 0 && r.URL.Path != "/api/projects" {
			o.refuse(w, 500, "INTERNAL_ERROR", "Unexpected token", nil)
			return
		}
	}
	o.route(w, r, in)
}

// briefly is a body as the calls are compared by it.
func briefly(r *http.Request, body []byte) string {
	if r.Method == http.MethodPut {
		return string(body)
	}
	var v any
	if json.Unmarshal(body, &v) != nil {
		return ""
	}
	text, _ := json.Marshal(v)
	return string(text)
}

func (o *original) route(w http.ResponseWriter, r *http.Request, in obj) {
	segments := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	if len(segments) == 2 {
		if r.Method == http.MethodPost {
			o.reply(w, 201, obj{"project": o.shown(o.newProjectLocked(in))})
			return
		}
		o.list(w, r)
		return
	}
	p := o.findLocked(segments[2])
	if p == nil {
		o.refuse(w, 404, "NOT_FOUND", "Project not found", nil)
		return
	}
	switch strings.Join(append([]string{r.Method}, segments[3:]...), " ") {
	case "GET":
		o.reply(w, 200, obj{"project": o.shown(p)})
	case "PATCH":
		o.patch(w, p, in)
	case "POST publish":
		o.publish(w, p)
	case "DELETE publish":
		if p["status"] != "published" {
			o.refuse(w, 409, "CONFLICT", "Project is not published", nil)
			return
		}
		p["status"], p["published_at"] = "draft", nil
		o.settled(w, p)
	default:
		o.images(w, r, p, in, segments[3:])
	}
}

func (o *original) list(w http.ResponseWriter, r *http.Request) {
	rows := []obj{}
	for _, p := range slices.Backward(o.projects) {
		if status := r.URL.Query().Get("status"); status == "" || p["status"] == status {
			rows = append(rows, o.shown(p))
		}
	}
	total := len(rows)
	limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
	offset, _ := strconv.Atoi(r.URL.Query().Get("offset"))
	rows = rows[min(offset, total):]
	o.reply(w, 200, obj{"projects": rows[:min(limit, len(rows))], "total": total, "limit": limit, "offset": offset})
}

func (o *original) patch(w http.ResponseWriter, p, in obj) {
	for name, most := range map[string]int{"title": 200, "city": 100} {
		if len(str(in[name])) > most {
			o.refuse(w, 400, "VALIDATION_ERROR", "Validation failed", obj{"errors": obj{name: []string{fmt.Sprintf("String must contain at most %d character(s)", most)}}})
			return
		}
	}
	for name, value := range in {
		if value == "" {
			value = nil
		}
		p[name] = value
	}
	derive(p)
	o.reply(w, 200, obj{"project": o.shown(p)})
}

func (o *original) publish(w http.ResponseWriter, p obj) {
	others := 0
	for _, q := range o.projects {
		if q["status"] == "published" && q["id"] != p["id"] {
			others++
		}
	}
	if o.plan == "free" && others >= 5 { // before anything else is looked at
		o.refuse(w, 403, "FORBIDDEN", "Publish limit reached", obj{"limit": 5, "plan": "free"})
		return
	}
	var warnings, missing []string
	warn := func(is bool, text, name string) {
		if is {
			warnings, missing = append(warnings, text), append(missing, name)
		}
	}
	if list := imagesOf(p); p["hero_image_id"] == nil && len(list) > 0 {
		first := slices.MinFunc(list, func(a, b obj) int { return cmp.Compare(a["display_order"].(float64), b["display_order"].(float64)) })
		p["hero_image_id"] = first["id"]
	}
	warn(str(p["title"]) == "", "Project title is required", "title")
	warn(str(p["project_type_slug"]) == "", "Project type is required", "project_type")
	warn(str(p["city"]) == "", "City is required", "city")
	warn(str(p["state"]) == "", "State is required", "state")
	warn(len(imagesOf(p)) == 0, "At least one image is required", "images")
	warn(p["hero_image_id"] == nil, "A hero image is required", "hero_image_id")
	switch {
	case p["status"] == "published":
		o.refuse(w, 409, "CONFLICT", "Project is already published", nil)
	case warnings != nil:
		details := obj{"warnings": warnings, "canForce": true}
		if o.ours {
			details["missing_fields"] = missing
		}
		o.refuse(w, 400, "VALIDATION_ERROR", "Project is not ready to publish", details)
	default:
		p["status"], p["published_at"] = "published", o.stampLocked()
		o.settled(w, p)
	}
}

// settled answers with a project that was published, or isn't any more.
func (o *original) settled(w http.ResponseWriter, p obj) {
	p = o.shown(p)
	if o.withoutImages {
		delete(p, "project_images")
	}
	o.reply(w, 200, obj{"project": p})
}

func (o *original) images(w http.ResponseWriter, r *http.Request, p, in obj, rest []string) {
	find := func(id any) int {
		return slices.IndexFunc(imagesOf(p), func(i obj) bool { return i["id"] == id })
	}
	switch r.Method + " " + strings.Join(rest, " ") {
	case "GET images":
		list := []obj{}
		for _, i := range imagesOf(p) {
			list = append(list, o.addressed(p, i))
		}
		slices.SortStableFunc(list, func(a, b obj) int { return cmp.Compare(a["display_order"].(float64), b["display_order"].(float64)) })
		o.reply(w, 200, obj{"images": list})
	case "POST images":
		if !slices.Contains([]string{"image/jpeg", "image/png", "image/webp", "image/heic"}, str(in["content_type"])) {
			o.refuse(w, 400, "VALIDATION_ERROR", "Validation failed", obj{"errors": obj{"content_type": []string{"Invalid enum value"}}})
			return
		}
		i := o.newImageLocked(p, in)
		id := str(i["id"])
		o.reply(w, 201, obj{"image": o.addressed(p, i), "upload": obj{"signed_url": o.URL + "/storage/" + id + "?token=t" + id, "token": "t" + id, "path": "c/p/" + id}})
	case "POST images from-url":
		list, failed := []obj{}, []obj{}
		for _, each := range in["images"].([]any) {
			link := each.(obj)
			if strings.Contains(str(link["url"]), "broken") {
				failed = append(failed, obj{"url": link["url"], "error": "Failed to fetch"})
				continue
			}
			i := o.newImageLocked(p, link)
			i["alt_text"] = link["alt_text"]
			list = append(list, obj{"id": i["id"], "url": o.addressed(p, i)["url"], "image_type": i["image_type"], "display_order": i["display_order"]})
		}
		out := obj{"uploaded": len(list), "failed": len(failed), "images": list}
		if len(failed) > 0 {
			out["errors"] = failed
		}
		o.reply(w, 200, out)
	case "POST images " + strings.Join(rest[min(1, len(rest)):], " "): // of one image
		if at := find(rest[1]); at >= 0 && rest[len(rest)-1] == "sync" {
			o.reply(w, 200, obj{"synced": o.stored["/storage/"+rest[1]] != nil})
			return
		}
		o.refuse(w, 404, "NOT_FOUND", "Not found", nil)
	case "GET images " + strings.Join(rest[min(1, len(rest)):], " "):
		if data := o.stored["/storage/"+rest[1]]; data != nil && rest[len(rest)-1] == "file" && find(rest[1]) >= 0 {
			w.Header().Set("Content-Type", "image/jpeg")
			_, _ = w.Write(data)
			return
		}
		o.refuse(w, 404, "NOT_FOUND", "Not found", nil)
	case "PATCH images":
		o.arrange(w, p, in, find)
	case "DELETE images":
		at := find(in["image_id"])
		if at < 0 {
			o.refuse(w, 404, "NOT_FOUND", "Image not found", nil)
			return
		}
		if p["hero_image_id"] == in["image_id"] {
			p["hero_image_id"] = nil // and stays so
		}
		p["project_images"] = slices.Delete(slices.Clone(imagesOf(p)), at, at+1)
		o.reply(w, 200, obj{"deleted": true})
	default:
		o.refuse(w, 404, "NOT_FOUND", "Not found", nil)
	}
}

func (o *original) arrange(w http.ResponseWriter, p, in obj, find func(any) int) {
	ids, _ := in["image_ids"].([]any)
	labels, _ := in["labels"].([]any)
	var invalid []any
	for _, id := range ids {
		if find(id) < 0 {
			invalid = append(invalid, id)
		}
	}
	for _, l := range labels {
		if id := l.(obj)["image_id"]; find(id) < 0 {
			invalid = append(invalid, id)
		}
	}
	if invalid != nil {
		o.refuse(w, 400, "VALIDATION_ERROR", "Some image IDs do not belong to this project", obj{"invalidIds": invalid})
		return
	}
	for n, id := range ids { // only those that are named
		imagesOf(p)[find(id)]["display_order"] = float64(n)
	}
	for _, l := range labels {
		for name, value := range l.(obj) {
			if name != "image_id" {
				imagesOf(p)[find(l.(obj)["image_id"])][name] = value
			}
		}
	}
	o.reply(w, 200, obj{"reordered": ids != nil, "reorderedCount": len(ids), "labelsUpdated": labels != nil, "labelsUpdatedCount": len(labels)})
}
