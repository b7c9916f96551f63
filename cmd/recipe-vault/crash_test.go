package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // to check a database from outside
	_ "modernc.org/sqlite"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

// rounds is how often the server is killed; VAULT_CRASH_ROUNDS sets another
// number.
func rounds(t *testing.T) int {
	t.Helper()
	if s := os.Getenv("VAULT_CRASH_ROUNDS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatalf("VAULT_CRASH_ROUNDS: %v", err)
		}
		return n
	}
	if testing.Short() {
		return 3
	}
	return 10
}

// TestServer_Killed kills the server at random moments while clients write.
// After each death the database must be sound, every recipe that was acknowledged
// must be there as it was acknowledged, and every other one whole or not at all.
func TestServer_Killed(t *testing.T) {
	t.Parallel()
	killed(t, filepath.Join(t.TempDir(), "recipes.db"))
}

// TestPostgres_Killed is [TestServer_Killed] on a database server, where another
// server goes on meanwhile: none of its requests fails.
func TestPostgres_Killed(t *testing.T) {
	t.Parallel()
	db := pgtest.Shared(t).Database(t)
	other := start(t, db, "API_KEY="+crashKey)
	other.key = crashKey
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var beside sync.WaitGroup
	beside.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			_ = other.expect(t, 201, "POST", "/api/recipes", fmt.Sprintf(`{"title":"Beside %d","servings":1,"ingredients":[{"name":"a"},{"name":"b"}],"steps":[{"instruction":"x"},{"instruction":"y"}]}`, i))
			_ = other.expect(t, 200, "GET", "/api/recipes", "")
		}
	})
	killed(t, db)
	cancel()
	beside.Wait()
}

const crashKey = "a-key-for-crashes"

func killed(t *testing.T, db string) {
	t.Helper()
	known := map[string]int{} // id -> servings that were acknowledged
	survived := 0
	lots := harness.Seeded(t)
	for round := range rounds(t) {
		s := start(t, db, "API_KEY="+crashKey)
		s.key = crashKey
		var writers, killer sync.WaitGroup
		var mu sync.Mutex
		acknowledged := make(chan struct{}, 1)
		for w := range 4 {
			writers.Go(func() {
				writeUntilDeath(t.Context(), s, fmt.Sprintf("%d-%d", round, w), func(id string, servings int) {
					mu.Lock()
					defer mu.Unlock()
					known[id] = servings
					select {
					case acknowledged <- struct{}{}:
					default:
					}
				})
			})
		}
		killer.Go(func() {
			// Counted from the first write, so that a slow machine has writes too.
			<-acknowledged
			time.Sleep(time.Duration(lots.Int64N(int64(100 * time.Millisecond))))
			s.Kill()
		})
		killer.Wait()
		writers.Wait()
		survived += checkAfterDeath(t, db, known)
	}
	if survived == 0 {
		t.Error("no write was acknowledged in any round")
	}
	t.Logf("%d kills, %d acknowledged recipes in the end", rounds(t), len(known))
}

// writeUntilDeath notes what the server acknowledged. An update is noted as
// unsure (negative) before it is sent, since it may be done unanswered.
func writeUntilDeath(ctx context.Context, s *server, name string, note func(id string, servings int)) {
	for i := 0; ; i++ {
		status, body, err := s.do(ctx, "POST", "/api/recipes", fmt.Sprintf(
			`{"title":"%s-%d","servings":1,"ingredients":[{"name":"a"},{"name":"b"}],"steps":[{"instruction":"x"},{"instruction":"y"}]}`, name, i))
		if err != nil || status != 201 {
			return
		}
		var made struct{ ID string }
		if json.Unmarshal([]byte(body), &made) != nil {
			return
		}
		note(made.ID, -1)
		status, _, err = s.do(ctx, "PUT", "/api/recipes/"+made.ID, `{"servings":2,"ingredients":[{"name":"c"},{"name":"d"}]}`)
		if err != nil || status != 200 {
			return
		}
		note(made.ID, 2)
	}
}

func checkAfterDeath(t *testing.T, path string, known map[string]int) (found int) {
	t.Helper()
	driver, all := "sqlite", `SELECT id, servings,
		(SELECT group_concat(name, '') FROM (SELECT name FROM ingredients WHERE recipe_id = recipes.id ORDER BY position) AS list),
		(SELECT count(*) FROM steps WHERE recipe_id = recipes.id) FROM recipes`
	if strings.HasPrefix(path, "postgres:") {
		driver, all = "pgx", `SELECT id, servings,
		(SELECT string_agg(r ->> 1, '' ORDER BY n) FROM json_array_elements(ingredients) WITH ORDINALITY AS i(r, n)), json_array_length(steps) FROM recipes`
	}
	db, err := sql.Open(driver, path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	var report string
	if driver == "sqlite" {
		if err := db.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&report); err != nil || report != "ok" {
			t.Fatalf("integrity check: %v %s", err, report)
		}
	}
	rows, err := db.QueryContext(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	there := map[string]int{}
	for rows.Next() {
		var id, names string
		var servings, steps int
		if err := rows.Scan(&id, &servings, &names, &steps); err != nil {
			t.Fatal(err)
		}
		there[id] = servings
		if want := map[int]string{1: "ab", 2: "cd"}[servings]; names != want || steps != 2 {
			t.Errorf("half written: servings %d, ingredients %s, %d steps", servings, names, steps)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for id, servings := range known {
		got, ok := there[id]
		if !ok || servings > 0 && got != servings {
			t.Errorf("acknowledged and lost: servings %d, there %v with %d", servings, ok, got)
		}
		if ok {
			found++
		}
	}
	return found
}
