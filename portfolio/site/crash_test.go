package site_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/site"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

var kills = flag.Int("kills", 20, "how often TestCrash kills the program")

// parts are what the test binary plays in processes of their own.
var parts = harness.Parts{"busy": busy}

// parlour is a site in a directory, as a program has it.
func parlour(dir string, now func() time.Time) (s *site.Site, st *store.Store, end func()) {
	db := store.SQLite(filepath.Join(dir, "portfolio.db"), zerolog.Nop())
	st = store.New(db, store.Options{Now: now})
	folder := media.New(media.Options{Dir: filepath.Join(dir, "media"), Identity: site.Identity(st)})
	s = site.New(site.Options{Store: st, Media: folder, URL: func() string { return home }, Now: now})
	return s, st, func() { _, _ = folder.Close(), db.Close() }
}

// busy adds, sends, publishes, takes back and deletes until it is killed: DIR WHO PICTURE.
func busy(args []string) int {
	s, _, _ := parlour(args[0], nil)
	ctx := site.As(context.Background(), args[1])
	do := func(method, path, contentType, body string) map[string]any {
		r := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		var v map[string]any
		_ = json.Unmarshal(w.Body.Bytes(), &v)
		fmt.Println(method, w.Code) //nolint:forbidigo // for the test that plays this part
		return v
	}
	const api = "/api/projects"
	picture, err := os.ReadFile(args[2])
	if err != nil {
		fmt.Println(err) //nolint:forbidigo // for the test that plays this part
		return 1
	}
	fmt.Println("at work") //nolint:forbidigo // for the test that plays this part
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for round := 0; ; round++ {
				p, _ := do("POST", api, "", complete)["project"].(map[string]any)
				project := fmt.Sprint(api, "/", p["id"])
				var image any
				for range 3 {
					added := do("POST", project+"/images", "", `{"filename":"wall.jpg","content_type":"image/jpeg"}`)
					upload, _ := added["upload"].(map[string]any)
					row, _ := added["image"].(map[string]any)
					image = row["id"]
					do("PUT", strings.TrimPrefix(fmt.Sprint(upload["signed_url"]), home), "image/jpeg", string(picture))
				}
				do("POST", project+"/publish", "", "")
				do("DELETE", project+"/images", "", fmt.Sprintf(`{"image_id":%q}`, image))
				if round%3 == 1 {
					do("DELETE", project+"/publish", "", "")
				}
				if round%3 == 2 {
					do("DELETE", project, "", "")
				}
			}
		})
	}
	all.Wait()
	return 0
}

// TestCrash kills a program at work at random moments. When the next one has
// swept, every row has its file, whole, and every file its row.
func TestCrash(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	picture := filepath.Join(t.TempDir(), "picture.jpg")
	if err := os.WriteFile(picture, jpegOf(t, 40, 30, 60<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	_, st, end := parlour(dir, nil)
	c, err := st.AddContractor(t.Context(), store.ContractorChange{
		Email: ptr("mason@example.com"), BusinessName: ptr("Mile High Masonry"), City: ptr("Denver"), State: ptr("CO"), Plan: ptr(store.Pro),
	})
	end()
	if err != nil {
		t.Fatal(err)
	}
	random := harness.Seeded(t)
	var leftovers, rows int
	for n := range *kills {
		p := harness.Part(t, "busy", dir, c.ID, picture).Start()
		if line := p.ReadLine(); strings.TrimSpace(line) != "at work" {
			t.Fatal(line)
		}
		for range random.IntN(15) { // requests that were answered; the others are anywhere
			p.ReadLine()
		}
		<-time.After(time.Duration(random.IntN(20_000)) * time.Microsecond)
		p.Kill()
		p.Wait()
		left, found := checkAfterCrash(t, dir, c.ID)
		if leftovers, rows = leftovers+left, found; t.Failed() {
			t.Fatalf("after %d kills", n+1)
		}
	}
	t.Logf("%d kills; %d files were left over in all and swept; %d photos are there", *kills, leftovers, rows)
	if rows == 0 {
		t.Error("nothing was ever saved")
	}
}

// checkAfterCrash sweeps as a program does that starts three hours later, and compares.
func checkAfterCrash(t *testing.T, dir, who string) (leftovers, photos int) {
	t.Helper()
	s, st, end := parlour(dir, func() time.Time { return time.Now().Add(3 * time.Hour) })
	defer end()
	d := &desk{T: t, dir: filepath.Join(dir, "media")}
	before := len(d.files("draft", "public", "incoming", "aside"))
	if err := s.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	var want []string
	for offset := 0; ; offset += 100 {
		list, _, err := st.ListProjects(t.Context(), who, store.Page{Limit: 100, Offset: offset})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			for _, i := range p.Images {
				if !i.Uploaded {
					t.Errorf("a row without its file: %+v", i)
					continue
				}
				photos++
				want = append(want, "draft/"+i.StoragePath)
				if data, err := os.ReadFile(filepath.Join(d.dir, "draft", i.StoragePath)); err != nil || int64(len(data)) != i.Bytes || sum(data) != i.SHA256 {
					t.Errorf("another file than the row says, %v: %+v", err, i)
				}
				if (i.PublicPath != "") != (p.Status == store.Published) {
					t.Errorf("a %s project has the public copy %q", p.Status, i.PublicPath)
				}
				if i.PublicPath != "" {
					want = append(want, "public/"+i.PublicPath)
				}
			}
		}
		if len(list) == 0 {
			break
		}
	}
	got := d.files("draft", "public", "incoming", "aside")
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%d files, and %d in rows", len(got), len(want))
		for _, f := range got {
			if !slices.Contains(want, f) {
				t.Error("a file without a row:", f)
			}
		}
		for _, f := range want {
			if !slices.Contains(got, f) {
				t.Error("a row without a file:", f)
			}
		}
	}
	return before - len(got), photos
}

func sum(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}
