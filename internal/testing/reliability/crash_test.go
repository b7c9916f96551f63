package reliability_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	_ "modernc.org/sqlite" // to look into files from outside

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// victim is a program that will be killed.
type victim struct {
	create func(title string) (id string, ok bool)
	update func(id string) (ok bool)
	kill   func()
}

const (
	newBody     = `{"title":%q,"servings":1,"ingredients":[{"name":"zq7 a"},{"name":"zq7 b"}],"steps":[{"instruction":"zq7 x"},{"instruction":"zq7 y"}]}`
	changedBody = `{"servings":2,"ingredients":[{"name":"zq7 c"},{"name":"zq7 d"}]}`
)

// TestCrash kills each program at random moments while it writes, at times while
// it opens the file. After each death the file is sound, each acknowledged write
// is there, and everything else is there whole or not at all.
func TestCrash(t *testing.T) {
	t.Parallel()
	t.Run("recipe-mcp", func(t *testing.T) {
		t.Parallel()
		crash(t, func(db string) victim {
			a := startAdapter(t, "DATABASE_URL=sqlite:"+db)
			return victim{
				create: func(title string) (string, bool) {
					got := a.call("create_recipe", args{
						"title": title, "servings": 1,
						"ingredients": []args{{"name": "zq7 a"}, {"name": "zq7 b"}}, "steps": []args{{"instruction": "zq7 x"}, {"instruction": "zq7 y"}},
					})
					if got.Kind != fine {
						return "", died(t, got.Kind == "gone", got.Kind)
					}
					return decode[recipe](t, got.Body).ID, true
				},
				update: func(id string) bool {
					got := a.call("update_recipe", args{"recipe_id": id, "servings": 2, "ingredients": []args{{"name": "zq7 c"}, {"name": "zq7 d"}}})
					return got.Kind == fine || died(t, got.Kind == "gone", got.Kind)
				},
				kill: a.kill,
			}
		})
	})
	t.Run("recipe-vault", func(t *testing.T) {
		t.Parallel()
		crash(t, func(db string) victim {
			s := startServer(t, db)
			return victim{
				create: func(title string) (string, bool) {
					status, body, err := s.do("POST", "/api/recipes", fmt.Sprintf(newBody, title), "")
					if err != nil || status != http.StatusCreated {
						return "", died(t, err != nil, fmt.Sprint(status))
					}
					return decode[recipe](t, body).ID, true
				},
				update: func(id string) bool {
					status, _, err := s.do("PUT", "/api/recipes/"+id, changedBody, "")
					return err == nil && status == http.StatusOK || died(t, err != nil, fmt.Sprint(status))
				},
				kill: s.kill,
			}
		})
	})
}

// died accepts that a write failed because the program is gone, and nothing else.
func died(t *testing.T, gone bool, what string) bool {
	if !gone {
		t.Errorf("a write failed before the program was killed: %s", what)
	}
	return false
}

func crash(t *testing.T, start func(db string) victim) {
	t.Helper()
	lots := harness.Seeded(t)
	rounds := size(6, 200)
	db := filepath.Join(t.TempDir(), "recipes.db")
	known := map[string]int{} // id -> servings that were acknowledged; 0: not sure
	var mu sync.Mutex
	writes := 0
	for round := range rounds {
		v := start(db)
		acknowledged := make(chan struct{})
		var once sync.Once
		var wg sync.WaitGroup
		for w := range 4 {
			wg.Go(func() {
				for i := 0; ; i++ {
					id, ok := v.create(fmt.Sprintf("zq7 %d-%d-%d", round, w, i))
					if !ok {
						break
					}
					mu.Lock()
					known[id] = 0 // until the update is answered it may be done
					writes++
					mu.Unlock()
					once.Do(func() { close(acknowledged) })
					if !v.update(id) {
						break
					}
					mu.Lock()
					known[id] = 2
					writes++
					mu.Unlock()
				}
			})
		}
		if round%8 != 7 {
			<-acknowledged
		}
		time.Sleep(time.Duration(lots.IntN(60_000)) * time.Microsecond)
		v.kill()
		wg.Wait()
		checkFile(t, db)
		checkKnown(t, db, known)
	}
	t.Logf("%d kills, %d acknowledged writes, %d recipes", rounds, writes, len(known))
	if writes == 0 {
		t.Error("no write was acknowledged in any round")
	}
}

// look opens a database file beside the programs that use it.
func look(t testing.TB, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path)+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// checkFile asserts that a database is sound.
func checkFile(t testing.TB, path string) {
	t.Helper()
	db := look(t, path)
	defer func() { _ = db.Close() }()
	var report string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&report); err != nil || report != "ok" {
		t.Fatalf("integrity check: %v %s", err, report)
	}
	var orphans int
	if err := db.QueryRow("SELECT count(*) FROM pragma_foreign_key_check").Scan(&orphans); err != nil || orphans != 0 {
		t.Fatalf("foreign keys: %v, %d rows without their recipe", err, orphans)
	}
}

func checkKnown(t *testing.T, path string, known map[string]int) {
	t.Helper()
	db := look(t, path)
	defer func() { _ = db.Close() }()
	rows, err := db.Query(`SELECT id, servings,
		coalesce((SELECT group_concat(name, '') FROM (SELECT name FROM ingredients WHERE recipe_id = recipes.id ORDER BY position)), ''),
		(SELECT count(*) FROM steps WHERE recipe_id = recipes.id) FROM recipes`)
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
		if want := map[int]string{1: "zq7 azq7 b", 2: "zq7 czq7 d"}[servings]; names != want || steps != 2 {
			t.Errorf("half written: servings %d, ingredients %q, %d steps", servings, names, steps)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for id, servings := range known {
		if got, ok := there[id]; !ok || servings > 0 && got != servings {
			t.Errorf("acknowledged and lost: servings %d, there %v with %d", servings, ok, got)
		}
	}
}
