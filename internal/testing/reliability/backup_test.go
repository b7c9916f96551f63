package reliability_test

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// command runs a command of one of the programs on a database file. It is killed
// after a time, unless that is 0.
func command(t *testing.T, killAfter time.Duration, db, name string, args ...string) (out string, killed bool) {
	t.Helper()
	p := program(t, name, args...).Set("DATABASE_URL=sqlite:" + db).Start()
	if killAfter > 0 {
		defer time.AfterFunc(killAfter, p.Kill).Stop()
	}
	out = p.Rest()
	code := p.Wait()
	out += p.Log.String()
	leaks(t, name, out)
	if code != 0 && (killAfter == 0 || code != -1) {
		t.Errorf("%s %s: exit code %d\n%s", name, args[0], code, out)
	}
	return out, code != 0
}

// TestBackup makes backups while three programs write to the vault, and kills
// every second one at a random moment. A file that is there is whole and, when
// it is restored elsewhere, has every write that was acknowledged before the
// backup began; a backup that wasn't killed is there.
func TestBackup(t *testing.T) {
	t.Parallel()
	lots := harness.Seeded(t)
	db := filepath.Join(t.TempDir(), "recipes.db")
	known := map[string]int{} // as in crash
	var mu sync.Mutex
	note := func(id string, servings int) {
		mu.Lock()
		defer mu.Unlock()
		known[id] = servings
	}
	writers := []func(title string){viaServer(t, startServer(t, db), note)}
	for range 2 {
		writers = append(writers, viaAdapter(t, startAdapter(t, "DATABASE_URL=sqlite:"+db), note))
	}
	programs := []string{"recipe-vault", "recipe-mcp"}
	took := 200 * time.Millisecond // a guess, for the first moment
	rounds, killed, whole, checked := size(4, 120), 0, 0, 0
	for round := range rounds {
		var over atomic.Bool
		var wg sync.WaitGroup
		begun := make(chan struct{}, len(writers)*2)
		for w, write := range writers {
			for part := range 2 {
				wg.Go(func() {
					for i := 0; !over.Load(); i++ {
						write(fmt.Sprintf("zq7 %d-%d-%d-%d", round, w, part, i))
						if i == 0 {
							begun <- struct{}{}
						}
					}
				})
			}
		}
		for range cap(begun) {
			<-begun
		}
		mu.Lock()
		before := maps.Clone(known)
		mu.Unlock()
		dir := t.TempDir()
		file, moment := filepath.Join(dir, "backup.db"), time.Duration(0)
		if round%2 == 1 {
			moment = 1 + time.Duration(lots.Int64N(int64(took)))
		}
		start := time.Now()
		_, dead := command(t, moment, db, programs[round%4/2], "backup", file)
		if !dead {
			took = time.Since(start)
		}
		over.Store(true)
		wg.Wait()
		if dead {
			killed++
		}
		if _, err := os.Stat(file); err != nil {
			if !dead {
				t.Errorf("there is no backup: %v", err)
			}
			continue
		}
		whole++
		elsewhere := filepath.Join(dir, "elsewhere", "recipes.db")
		command(t, 0, elsewhere, programs[(round%4/2+1)%2], "restore", file)
		checkFile(t, elsewhere)
		checkKnown(t, elsewhere, before)
		checked += len(before)
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	}
	checkFile(t, db)
	checkKnown(t, db, known)
	t.Logf("%d backups, %d of them killed, %d files, %d acknowledged writes looked for in them", rounds, killed, whole, checked)
}

func viaServer(t *testing.T, s *server, note func(id string, servings int)) func(title string) {
	return func(title string) {
		status, body, err := s.do("POST", "/api/recipes", fmt.Sprintf(newBody, title), "")
		if err != nil || status != http.StatusCreated {
			t.Errorf("a write failed: %d %v", status, err)
			return
		}
		id := decode[recipe](t, body).ID
		note(id, 0)
		if status, _, err := s.do("PUT", "/api/recipes/"+id, changedBody, ""); err != nil || status != http.StatusOK {
			t.Errorf("a write failed: %d %v", status, err)
			return
		}
		note(id, 2)
	}
}

func viaAdapter(t *testing.T, a *adapter, note func(id string, servings int)) func(title string) {
	return func(title string) {
		made := a.call("create_recipe", args{
			"title": title, "servings": 1,
			"ingredients": []args{{"name": "zq7 a"}, {"name": "zq7 b"}}, "steps": []args{{"instruction": "zq7 x"}, {"instruction": "zq7 y"}},
		})
		if made.Kind != fine {
			t.Errorf("a write failed: %s", made.Kind)
			return
		}
		id := decode[recipe](t, made.Body).ID
		note(id, 0)
		got := a.call("update_recipe", args{"recipe_id": id, "servings": 2, "ingredients": []args{{"name": "zq7 c"}, {"name": "zq7 d"}}})
		if got.Kind != fine {
			t.Errorf("a write failed: %s", got.Kind)
			return
		}
		note(id, 2)
	}
}

// TestRestore kills two of three restores at random moments, of two backups in turn, over a
// vault whose last program was killed too. The vault is then the former or the
// restored one, whole; when it is the restored one, the former one is kept.
func TestRestore(t *testing.T) {
	t.Parallel()
	lots := harness.Seeded(t)
	dir := t.TempDir()
	var files []string
	var hold []int
	for n, many := range []int{40, 400} {
		db := filepath.Join(dir, fmt.Sprintf("source-%d.db", n))
		s := startServer(t, db)
		for i := range many {
			s.make(fmt.Sprintf("zq7 %d", i))
		}
		s.kill()
		files = append(files, filepath.Join(dir, fmt.Sprintf("backup-%d.db", n)))
		hold = append(hold, many)
		command(t, 0, db, "recipe-vault", "backup", files[n])
	}
	place := filepath.Join(dir, "place")
	db := filepath.Join(place, "recipes.db")
	start := time.Now()
	command(t, 0, db, "recipe-vault", "restore", files[0])
	took := time.Since(start)
	now, recipes := 0, hold[0]
	rounds, killed, former, restored := size(6, 200), 0, 0, 0
	for round := range rounds {
		a := startAdapter(t, "DATABASE_URL=sqlite:"+db)
		if got := a.call("create_recipe", args{"title": fmt.Sprintf("zq7 late %d", round)}); got.Kind != fine {
			t.Fatalf("a write failed: %s", got.Kind)
		}
		a.kill() // what was saved last is in the log alone
		recipes++
		other := 1 - now
		moment := time.Duration(0)
		if round%3 > 0 {
			moment = 1 + time.Duration(lots.Int64N(int64(took)))
		}
		start := time.Now()
		_, dead := command(t, moment, db, []string{"recipe-vault", "recipe-mcp"}[round%2], "restore", files[other])
		if dead {
			killed++
		} else {
			took = time.Since(start)
		}
		checkFile(t, db)
		switch got := count(t, db); {
		case got == hold[other] && keeps(t, place, recipes):
			restored++
			now, recipes = other, got
		case got == recipes && dead:
			former++
		default:
			t.Fatalf("the vault holds %d recipes; it held %d, and %d were to be restored; killed: %v", got, recipes, hold[other], dead)
		}
		tidy(t, place)
	}
	t.Logf("%d restores, %d of them killed: %d times the former vault, %d times the restored one", rounds, killed, former, restored)
}

func count(t *testing.T, path string) (n int) {
	t.Helper()
	db := look(t, path)
	defer func() { _ = db.Close() }()
	if err := db.QueryRow("SELECT count(*) FROM recipes").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// keeps reports whether a former vault lies there, sound, with so many recipes.
func keeps(t *testing.T, dir string, recipes int) bool {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "recipes.db.before-restore-*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if !strings.HasSuffix(name, "-wal") {
			checkFile(t, name)
			if count(t, name) == recipes {
				return true
			}
		}
	}
	return false
}

// tidy removes all but the vault.
func tidy(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "recipes.db") || strings.Contains(e.Name(), ".before-restore-") {
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
				t.Error(err)
			}
		}
	}
}
