package reliability_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

const contractor = "mason.zq7@example.com"

// studio is a running portfolio-mcp with its own back end, as a remote API to others.
type studio struct {
	*harness.Server
	t     testing.TB
	token string // of its contractor
}

// startStudio runs the built portfolio-mcp on a free port.
func startStudio(t testing.TB, dir string, settings ...string) *studio {
	t.Helper()
	settings = append([]string{"DATA_DIR=" + dir, "LOG_LEVEL=trace"}, settings...)
	run := func(arguments ...string) string {
		got := program(t, "portfolio-mcp", arguments...).Set(settings...).Run()
		if got.Code != 0 {
			t.Fatalf("%q: %+v", arguments, got)
		}
		return strings.TrimSpace(got.Stdout)
	}
	run("contractor", "add", "--business-name", "zq7 Masonry", "--city", "Denver", "--state", "CO", "--email", contractor, "--plan", "pro")
	token := run("contractor", "token", "--email", contractor)
	s := &studio{program(t, "portfolio-mcp").Set(settings...).Set("HTTP_ADDR=127.0.0.1:0").Serve(), t, token}
	t.Cleanup(func() {
		s.Kill()
		s.Client.CloseIdleConnections()
		discreet(t, "stderr of portfolio-mcp", s.Log.String(), token)
	})
	return s
}

// discreet fails the test if a text holds the token, or anything else that is secret.
func discreet(t testing.TB, what, text, token string) {
	t.Helper()
	leaks(t, what, text)
	if strings.Contains(text, token) || strings.Contains(text, "token=") {
		t.Errorf("%s holds a token", what)
	}
}

// do speaks to the back end directly. Its answer must have the status.
func (s *studio) do(method, path, body string, status int) []byte {
	s.t.Helper()
	got, text, err := s.Do(context.Background(), method, path, body, "Authorization", "Bearer "+s.token, "Content-Type", "application/json")
	if err != nil || got != status {
		s.t.Fatalf("%s %s: %d %v %s", method, path, got, err, text)
	}
	return []byte(text)
}

// caseStudy is what these tests look at.
type caseStudy struct {
	ID      string     `json:"id"`
	Title   string     `json:"title"`
	Summary string     `json:"summary"`
	Status  string     `json:"status"`
	Images  []photoRow `json:"project_images"`
}

type photoRow struct {
	ID       string `json:"id"`
	Path     string `json:"storage_path"`
	Alt      string `json:"alt_text"`
	Order    int    `json:"display_order"`
	Uploaded bool   `json:"uploaded"`
}

func (s *studio) get(id string) caseStudy {
	s.t.Helper()
	return decode[struct{ Project caseStudy }](s.t, s.do("GET", "/api/projects/"+id, "", http.StatusOK)).Project
}

// titled counts the projects of a title.
func (s *studio) titled(title string) (n int) {
	s.t.Helper()
	const most = 100
	for offset := 0; ; offset += most {
		page := decode[struct {
			Projects []caseStudy
			Total    int
		}](s.t, s.do("GET", fmt.Sprintf("/api/projects?limit=%d&offset=%d", most, offset), "", http.StatusOK))
		for _, p := range page.Projects {
			if p.Title == title {
				n++
			}
		}
		if offset+most >= page.Total {
			return n
		}
	}
}

// named counts a project's images that have a file name.
func (p caseStudy) named(name string) (n int) {
	for _, i := range p.Images {
		if strings.Contains(i.Path, "/"+name+"-") {
			n++
		}
	}
	return n
}

// image returns the place of an image, -1 if it is not there, and its alt text.
func (p caseStudy) image(id string) (order int, alt string) {
	for _, i := range p.Images {
		if i.ID == id {
			return i.Order, i.Alt
		}
	}
	return -1, ""
}

// make saves a project that can be published, directly, with three photos.
func (s *studio) make(title string) (id string, images []string) {
	s.t.Helper()
	made := decode[struct{ Project caseStudy }](s.t, s.do("POST", "/api/projects", fmt.Sprintf(`{"title":%q,"project_type":"zq7 wall"}`, title), http.StatusCreated))
	id = made.Project.ID
	for range 3 {
		added := decode[struct {
			Image  struct{ ID string }
			Upload struct {
				URL string `json:"signed_url"`
			}
		}](s.t, s.do("POST", "/api/projects/"+id+"/images", `{"filename":"made.jpg","content_type":"image/jpeg"}`, http.StatusCreated))
		at := strings.Index(added.Upload.URL, "/storage/")
		if status, text, err := s.Do(context.Background(), "PUT", added.Upload.URL[at:], photo(), "Content-Type", "image/jpeg"); err != nil || status != http.StatusOK {
			s.t.Fatalf("upload: %d %v %s", status, err, text)
		}
		images = append(images, added.Image.ID)
	}
	return id, images
}

// photo is the smallest of JPEGs.
func photo() string {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8)), nil); err != nil {
		panic(err)
	}
	return b.String()
}

// photoFile puts a photo into a directory, and returns both as settings and tools name them.
func photoFile(t testing.TB) (root, address string) {
	t.Helper()
	root = t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "wall.jpg"), []byte(photo()), 0o600); err != nil {
		t.Fatal(err)
	}
	return root, "file://" + filepath.ToSlash(filepath.Join(root, "wall.jpg"))
}

// toStudio are the settings that lead portfolio-mcp to an API.
func toStudio(base, token string, more ...string) []string {
	return append([]string{"API_BASE_URL=" + base, "API_TOKEN=" + token}, more...)
}

// startContractor runs the built portfolio-mcp on the API that the settings name.
func startContractor(t testing.TB, settings ...string) *adapter {
	t.Helper()
	for _, s := range settings {
		if token, ok := strings.CutPrefix(s, "API_TOKEN="); ok {
			a := newAdapter(t)
			a.token = token
			return a.start("portfolio-mcp", settings)
		}
	}
	t.Fatal("it has no token")
	return nil
}
