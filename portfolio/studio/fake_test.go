package studio_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"mcp-adapters/apiclient"
	"mcp-adapters/internal/mcptest"
	"mcp-adapters/jsonrpc"
	"mcp-adapters/jsonrpc/streamhttp"
	"mcp-adapters/mcp"
	"mcp-adapters/portfolio"
	"mcp-adapters/portfolio/photo"
	"mcp-adapters/portfolio/studio"
	"mcp-adapters/widget"
)

type obj = map[string]any

// backend is a portfolio API in memory.
type backend struct {
	*httptest.Server
	mu       sync.Mutex
	projects []obj
	bytes    map[string][]byte
	n        int
}

func (b *backend) id() string { b.n++; return fmt.Sprintf("00000000-0000-4000-8000-%012d", b.n) }

func (b *backend) shown(p obj) obj {
	q := obj{}
	for k, v := range p {
		q[k] = v
	}
	list := []obj{}
	for _, i := range p["project_images"].([]obj) {
		j := obj{}
		for k, v := range i {
			j[k] = v
		}
		j["url"] = b.URL + "/api/projects/" + p["id"].(string) + "/images/" + i["id"].(string) + "/file?exp=" + strconv.FormatInt(time.Now().UnixNano(), 10)
		list = append(list, j)
	}
	slices.SortStableFunc(list, func(a, b obj) int { return a["display_order"].(int) - b["display_order"].(int) })
	q["project_images"] = list
	if p["status"] == "published" {
		q["public_url"] = "https://page.example.com/denver-co/masonry/" + p["id"].(string)
	}
	return q
}

func (b *backend) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Access-Control-Allow-Methods", "GET, PUT, OPTIONS")
	w.Header().Set("Access-Control-Allow-Headers", "content-type,x-upsert")
	if r.Method == "OPTIONS" {
		return
	}
	body, _ := io.ReadAll(r.Body)
	var in obj
	_ = json.Unmarshal(body, &in)
	say := func(status int, v any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(v)
	}
	no := func(status int, code, text string, details any) {
		say(status, obj{"error": obj{"code": code, "message": text, "details": details}})
	}
	s := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	if s[0] == "uploads" {
		if b.bytes[s[1]] != nil || r.URL.Query().Get("token") != "t" {
			no(401, "UNAUTHORIZED", "The address was used.", nil)
			return
		}
		b.bytes[s[1]] = body
		for _, p := range b.projects {
			for _, i := range p["project_images"].([]obj) {
				if i["id"] == s[1] {
					i["uploaded"] = true
				}
			}
		}
		say(200, obj{"Key": s[1]})
		return
	}
	if len(s) == 2 {
		if r.Method == "POST" {
			p := obj{"id": b.id(), "status": "draft", "hero_image_id": nil, "project_images": []obj{}, "created_at": time.Now().Add(time.Duration(-b.n) * 50 * time.Hour), "updated_at": time.Now(), "city": "Denver", "state": "CO"}
			for k, v := range in {
				p[k] = v
			}
			b.projects = append([]obj{p}, b.projects...)
			say(201, obj{"project": b.shown(p)})
			return
		}
		list := []obj{}
		for _, p := range b.projects {
			if st := r.URL.Query().Get("status"); st == "" || st == p["status"] {
				list = append(list, b.shown(p))
			}
		}
		off, _ := strconv.Atoi(r.URL.Query().Get("offset"))
		lim, _ := strconv.Atoi(r.URL.Query().Get("limit"))
		total := len(list)
		off = min(off, total)
		say(200, obj{"projects": list[off:min(total, off+lim)], "total": total, "limit": lim, "offset": off})
		return
	}
	at := slices.IndexFunc(b.projects, func(p obj) bool { return p["id"] == s[2] })
	if at < 0 {
		no(404, "NOT_FOUND", "No such project", nil)
		return
	}
	p := b.projects[at]
	images := p["project_images"].([]obj)
	switch what := r.Method + " " + strings.Join(s[3:], " "); {
	case what == "GET ":
		say(200, obj{"project": b.shown(p)})
	case what == "PATCH ":
		for k, v := range in {
			p[k] = v
		}
		say(200, obj{"project": b.shown(p)})
	case what == "POST publish":
		missing, warnings := []string{}, []string{}
		for _, f := range []string{"title", "project_type", "city", "state", "hero_image_id"} {
			if t, _ := p[f].(string); t == "" {
				missing, warnings = append(missing, f), append(warnings, f)
			}
		}
		if !slices.ContainsFunc(images, func(i obj) bool { return i["uploaded"] == true }) {
			missing, warnings = append(missing, "images"), append(warnings, "images")
		}
		if len(missing) > 0 {
			no(400, "VALIDATION_ERROR", "not ready", obj{"warnings": warnings, "missing_fields": missing})
			return
		}
		p["status"], p["published_at"] = "published", time.Now()
		say(200, obj{"project": b.shown(p)})
	case what == "DELETE publish":
		p["status"], p["published_at"] = "draft", nil
		say(200, obj{"project": b.shown(p)})
	case what == "GET images":
		say(200, obj{"images": b.shown(p)["project_images"]})
	case what == "POST images":
		i := obj{"id": b.id(), "image_type": in["image_type"], "alt_text": nil, "display_order": len(images), "uploaded": false}
		p["project_images"] = append(images, i)
		if p["hero_image_id"] == nil {
			p["hero_image_id"] = i["id"]
		}
		id := i["id"].(string)
		say(201, obj{"image": i, "upload": obj{"signed_url": b.URL + "/uploads/" + id + "?token=t", "token": "t", "path": id}})
	case what == "PATCH images":
		ids, _ := in["image_ids"].([]any)
		for at, id := range ids {
			for _, i := range images {
				if i["id"] == id {
					i["display_order"] = at
				}
			}
		}
		labels, _ := in["labels"].([]any)
		for _, l := range labels {
			for _, i := range images {
				if i["id"] == l.(obj)["image_id"] {
					for k, v := range l.(obj) {
						if k != "image_id" {
							i[k] = v
						}
					}
				}
			}
		}
		say(200, obj{})
	case what == "DELETE images":
		p["project_images"] = slices.DeleteFunc(slices.Clone(images), func(i obj) bool { return i["id"] == in["image_id"] })
		if p["hero_image_id"] == in["image_id"] {
			p["hero_image_id"] = nil
			if l := p["project_images"].([]obj); len(l) > 0 {
				p["hero_image_id"] = l[0]["id"]
			}
		}
		say(200, obj{"deleted": true})
	case strings.HasSuffix(what, " file"):
		if data := b.bytes[s[4]]; data != nil {
			w.Header().Set("Content-Type", http.DetectContentType(data))
			_, _ = w.Write(data)
			return
		}
		no(404, "NOT_FOUND", "none", nil)
	default:
		no(404, "NOT_FOUND", "none", nil)
	}
}

// serveFake serves the tools on the API in memory.
func serveFake(t *testing.T) (address string) {
	b := &backend{bytes: map[string][]byte{}}
	b.Server = httptest.NewServer(b)
	t.Cleanup(b.Close)
	client, err := portfolio.NewClient(portfolio.Options{Token: "x", Options: apiclient.Options{BaseURL: b.URL}})
	if err != nil {
		t.Fatal(err)
	}
	w, err := studio.New(studio.Options{Site: b.URL})
	if err != nil {
		t.Fatal(err)
	}
	options := mcptest.Options()
	portfolio.Declare(&options)
	options.Templates = portfolio.Templates(client, photo.NewShrinker())
	options.Resources = w.Resources()
	options.Extensions = map[string]any{widget.Extension: map[string]any{}}
	server, err := mcp.New(options, portfolio.Tools(client, portfolio.ToolOptions{Attach: studio.Attach(w)}))
	if err != nil {
		t.Fatal(err)
	}
	endpoint, err := streamhttp.New(streamhttp.Options{
		Handler: func(_ *http.Request, version string) (jsonrpc.Handler, error) { return server.Request(version), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(endpoint)
	t.Cleanup(h.Close)
	return h.Listener.Addr().String()
}

func (s *shop) onDisk([]byte) {}
