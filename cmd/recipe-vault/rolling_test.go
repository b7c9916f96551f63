package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

// Migrations of a later release, on both kinds of database. The first adds what this one can go
// on without, and says so. The second moves what this one reads.
const (
	expanding = `
		ALTER TABLE recipes ADD COLUMN source TEXT NOT NULL DEFAULT '';
		ALTER TABLE families ADD COLUMN tool TEXT;
		CREATE INDEX recipes_source ON recipes (family, source);
		CREATE TABLE ratings (recipe_id TEXT NOT NULL PRIMARY KEY, stars INTEGER NOT NULL)`
	contracting = `
		CREATE TABLE photos (recipe_id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL);
		INSERT INTO photos SELECT id, photo_filename FROM recipes WHERE photo_filename IS NOT NULL;
		UPDATE recipes SET photo_filename = NULL`
)

// release builds the program as a later release of it: with these migrations beside its own.
func release(t *testing.T, more ...string) string {
	t.Helper()
	replaced := map[string]string{}
	for _, dir := range []string{"recipe/vault/migrations", "recipe/vault/postgres/migrations"} {
		dir = filepath.Join(harness.Root(t), filepath.FromSlash(dir))
		own, err := filepath.Glob(filepath.Join(dir, "*.sql"))
		if err != nil || len(own) == 0 {
			t.Fatal(own, err)
		}
		for i, text := range more {
			file := filepath.Join(t.TempDir(), "later.sql")
			if text == expanding {
				text = fmt.Sprintf("-- oldest: %d%s", len(own), text)
			}
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			replaced[filepath.Join(dir, fmt.Sprintf("%04d_later.sql", len(own)+i+1))] = file
		}
	}
	overlay := filepath.Join(t.TempDir(), "overlay.json")
	text, err := json.Marshal(map[string]any{"Replace": replaced})
	if err == nil {
		err = os.WriteFile(overlay, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return harness.Build(t, "recipe-vault", "-overlay="+overlay)
}

const rollingKey = "a-key-for-roll-outs"

// TestRolling has two programs serve a vault under load while two of a later release start, of
// which one migrates it. All go on, and so does one of the former release that starts then. After
// a migration that none of them can go on with, those that start and those that run refuse to.
func TestRolling(t *testing.T) {
	t.Parallel()
	programs := releases{harness.Build(t, "recipe-vault"), release(t, expanding), release(t, expanding, contracting)}
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		programs.roll(t, "sqlite:"+filepath.Join(t.TempDir(), "recipes.db"))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		programs.roll(t, pgtest.Shared(t).Database(t))
	})
}

// releases are paths of this program and of two later ones.
type releases struct{ this, next, last string }

func (r releases) roll(t *testing.T, url string) {
	onServer := strings.HasPrefix(url, "postgres:")
	command := func(path string) *harness.Command {
		return harness.File(t, path).Set("HTTP_ADDR=127.0.0.1:0", "API_KEY="+rollingKey, "DATABASE_URL="+url)
	}
	serve := func(path string) *server { return &server{command(path).Serve(), rollingKey} }

	var known sync.Map // ids of recipes that were acknowledged, as they were
	var loaded atomic.Int32
	use := func(s *server, title string) {
		var made struct{ ID string }
		_ = json.Unmarshal([]byte(s.expect(t, 201, "POST", "/api/recipes", `{"title":"`+title+`","ingredients":[{"name":"a"}],"steps":[{"instruction":"x"}]}`)), &made)
		changed := s.expect(t, 200, "PUT", "/api/recipes/"+made.ID, `{"servings":2,"ingredients":[{"name":"c"},{"name":"d"}]}`)
		if got := s.expect(t, 200, "GET", "/api/recipes/"+made.ID, ""); got != changed {
			t.Errorf("%s is not %s", got, changed)
		}
		s.expect(t, 200, "GET", "/api/recipes?limit=5&query=roll&total=true", "")
		known.Store(made.ID, changed)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var clients sync.WaitGroup
	load := func(s *server, name string) {
		for n := range 2 {
			clients.Go(func() {
				for i := 0; ctx.Err() == nil; i++ {
					use(s, fmt.Sprintf("Roll of %s %d %d", name, n, i))
					loaded.Add(1)
				}
			})
		}
	}
	former := []*server{serve(r.this), serve(r.this)}
	for i, s := range former {
		load(s, fmt.Sprint("former ", i))
	}
	use(former[0], "Roll before")

	later := make([]*server, 2)
	var starting sync.WaitGroup
	for i := range later {
		starting.Go(func() { later[i] = serve(r.next) })
	}
	starting.Wait()
	migrations := 0
	for i, s := range later {
		if s == nil {
			t.Fatal("a later release does not start")
		}
		migrations += strings.Count(s.Log.String(), "database migrated")
		load(s, fmt.Sprint("later ", i))
	}
	if migrations != 1 {
		t.Errorf("%d migrations:\n%s%s", migrations, later[0].Log, later[1].Log)
	}
	restarted := serve(r.this)
	restarted.Log.Await(t, "a newer release has migrated the database, and this one goes on with it")
	load(restarted, "restarted")
	for i, s := range append(append(former, later...), restarted) {
		use(s, fmt.Sprint("Roll after ", i))
	}
	stop()
	clients.Wait()
	t.Logf("%d rounds of 4 requests", loaded.Load())
	for _, s := range []*server{restarted, later[0]} {
		known.Range(func(id, recipe any) bool {
			if got := s.expect(t, 200, "GET", fmt.Sprint("/api/recipes/", id), ""); got != recipe {
				t.Errorf("%s is not %s", got, recipe)
			}
			return true
		})
	}

	serve(r.last).expect(t, 200, "GET", "/readyz", "")
	const refusal = "install a newer release of the program"
	for _, path := range []string{r.this, r.next} {
		if got := command(path).Run(); got.Code != exitFailed || !strings.Contains(got.Stderr, refusal) {
			t.Errorf("exit code %d, %s", got.Code, got.Stderr)
		}
	}
	for _, s := range []*server{former[0], restarted, later[1]} {
		for i := 0; !strings.Contains(s.Log.String(), refusal); i++ {
			if status, _, err := s.do(t.Context(), "POST", "/api/recipes", fmt.Sprintf(`{"title":"Too late %d"}`, i)); err != nil || status == 201 && !onServer {
				t.Fatal(status, err)
			}
		}
		s.expect(t, 500, "POST", "/api/recipes", `{"title":"Never"}`)
		if onServer {
			s.expect(t, 503, "GET", "/readyz", "")
		}
	}
}
