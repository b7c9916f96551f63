package portfolio_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
)

func TestMain(m *testing.M) { harness.Main(m, nil) }

// built starts the built portfolio-mcp on an API.
func built(t *testing.T, o *original, settings ...string) server {
	t.Helper()
	p := harness.Program(t, "portfolio-mcp").Set("API_BASE_URL="+o.URL, "API_TOKEN="+token, "LOG_LEVEL=trace").Set(settings...).Start()
	t.Cleanup(func() {
		p.End()
		if strings.Contains(p.Log.String(), token) {
			t.Errorf("the log has the token:\n%s", p.Log)
		}
	})
	return server{t: t, tools: portfolio.Tools(nil, portfolio.ToolOptions{}), process: p}
}

// ask calls a tool of a process.
func (s server) ask(tool, arguments string) (got mcptest.Reply) {
	s.t.Helper()
	line := s.process.Ask(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments))
	if err := json.Unmarshal([]byte(line), &got); err != nil {
		s.t.Fatalf("%s: %v: %s", tool, err, line)
	}
	return got
}

// The built program takes the way of a project with every tool against the original, over
// real HTTP, and uploads a photo where the original says.
func TestBuiltProgram(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	root := t.TempDir()
	var picture bytes.Buffer
	if err := jpeg.Encode(&picture, image.NewGray(image.Rect(0, 0, 8, 8)), nil); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "wall.jpg"), picture.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	s := built(t, api, "PORTFOLIO_MEDIA_ROOT="+root)
	id := everyTool(t, s)
	api.taken()
	r := s.must("add_project_media", `{"project_id":"%s","images":[{"url":"file://%s","alt_text":"A wall"}]}`, id, filepath.ToSlash(filepath.Join(root, "wall.jpg")))
	images := r.at("images").([]any)
	added := images[len(images)-1].(obj)
	imageID := added["id"].(string)
	if added["alt_text"] != "A wall" {
		t.Errorf("added %v", added)
	}
	api.made(t,
		`POST /api/projects/`+id+`/images {"content_type":"image/jpeg","filename":"wall.jpg"}`,
		`PUT /storage/`+imageID+`?token=t`+imageID+` `+picture.String(),
		`PATCH /api/projects/`+id+`/images {"labels":[{"alt_text":"A wall","image_id":"`+imageID+`"}]}`,
		`GET /api/projects/`+id, `GET /api/projects/`+id+`/images`)
	r = s.must("publish_project", `{"project_id":"%s"}`, id)
	if page := api.URL + "/denver-co/masonry/roof/" + api.project(id)["slug"].(string); r.structured["url"] != page {
		t.Errorf("published at %v, want %s", r.structured["url"], page)
	}
	s.must("set_project_media_labels", `{"project_id":"%s","labels":[{"image_id":"%s","remove":true}]}`, id, imageID)
	if r, kind := s.refused("set_project_hero_media", `{"project_id":"%s","hero_image_id":"%s"}`, id, imageID); kind != "not_found" {
		t.Errorf("%s: %s", kind, r.text)
	}
	if r, kind := s.refused("publish_project", `{"project_id":"%s"}`, s.must("create_project_draft", `{}`).structured["project_id"]); kind != "not_ready" || fmt.Sprint(r.at("missing_fields")) != "[title project_type hero_image_id images]" {
		t.Errorf("%s: %s %v", kind, r.text, r.meta)
	}
}
