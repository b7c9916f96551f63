package vault_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

func TestMain(m *testing.M) {
	harness.Play(parts)
	pgtest.Main(harness.Tests{M: m})
}

// parts are what the test binary plays in processes of their own. They print what
// did not go well.
var parts = harness.Parts{"writer": writer, "holder": holder}

// runPart runs one of the parts, which must succeed and print that.
func runPart(t *testing.T, want, part string, args ...string) {
	t.Helper()
	if got := harness.Part(t, part, args...).Run(); got.Code != 0 || got.Stdout+got.Stderr != want {
		t.Errorf("%s %q: %+v", part, args, got)
	}
}

// writer makes recipes in the file PATH, N of them called NAME and a number,
// and reads and changes the shared recipe ID in between.
func writer(args []string) int {
	path, name, shared := args[0], args[1], args[3]
	n, _ := strconv.Atoi(args[2])
	v := makeVault(vault.Options{Path: path, Log: zerolog.New(os.Stderr).Level(zerolog.WarnLevel)})
	bad := 0
	do := func(want int, method, path, body string) {
		req, _ := http.NewRequestWithContext(context.Background(), method, "http://vault.invalid"+path, strings.NewReader(body))
		res, err := v.Transport().RoundTrip(req)
		if err != nil || res.StatusCode != want {
			fmt.Println(method, path, err, res)
			bad = 1
			return
		}
		_ = res.Body.Close()
	}
	for i := range n {
		do(http.StatusCreated, "POST", "/api/recipes", fmt.Sprintf(`{"title":"%s %d","ingredients":[{"name":"a"},{"name":"b"}]}`, name, i))
		do(http.StatusOK, "GET", "/api/recipes", "")
		if shared != "" {
			do(http.StatusOK, "PUT", "/api/recipes/"+shared, fmt.Sprintf(`{"description":%q,"ingredients":[{"name":%q},{"name":%q}]}`, name, name, name))
		}
	}
	if err := v.Close(); err != nil {
		fmt.Println("close:", err)
		bad = 1
	}
	return bad
}

// TestVault_ManyProcesses starts with a file that is not there, so that the
// processes race for making, switching and migrating it too.
func TestVault_ManyProcesses(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		processes, each := 32, 6
		if testing.Short() {
			processes = 8
		}
		path := place()
		var wg sync.WaitGroup
		for p := range processes {
			wg.Go(func() {
				runPart(t, "", "writer", path, fmt.Sprintf("process %d", p), strconv.Itoa(each), "")
			})
		}
		wg.Wait()
		c := inProcess(open(t, vault.Options{Path: path}))
		if n := len(c.do(t, "GET", "/api/recipes", "").list(t)); n != processes*each {
			t.Errorf("%d recipes of %d are there", n, processes*each)
		}
		checkIntegrity(t, path)
	})
}

// TestVault_SharedRecipe has processes replace the same lists at once. What is
// there in the end is one writer's work, whole.
func TestVault_SharedRecipe(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		c := inProcess(open(t, vault.Options{Path: path}))
		id := c.create(t, `{"title":"Shared"}`)
		const processes, each = 4, 5
		var wg sync.WaitGroup
		for p := range processes {
			wg.Go(func() {
				runPart(t, "", "writer", path, fmt.Sprintf("process %d", p), strconv.Itoa(each), id)
			})
		}
		// The vault in this process writes as well, and its reads see whole states.
		for range 20 {
			r := c.do(t, "GET", "/api/recipes/"+id, "").object(t)
			for _, in := range r["ingredients"].([]any) {
				if name := in.(map[string]any)["name"]; name != r["description"] {
					t.Errorf("a mixture of two updates: %v", r)
				}
			}
		}
		wg.Wait()
		r := c.do(t, "GET", "/api/recipes/"+id, "").object(t)
		if len(r["ingredients"].([]any)) != 2 {
			t.Errorf("in the end: %v", r)
		}
		checkIntegrity(t, path)
	})
}

// TestVault_ManyVaults shares one file among vaults of one process, whose POSIX
// locks do not hold against each other, and goes through titles that clash.
func TestVault_ManyVaults(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		const vaults, each = 6, 10
		var wg sync.WaitGroup
		var mu sync.Mutex
		made := map[string]int{}
		for range vaults {
			c := inProcess(open(t, vault.Options{Path: path}))
			for i := range each {
				wg.Go(func() {
					title := fmt.Sprintf("Recipe %d", i)
					a := c.do(t, "POST", "/api/recipes", `{"title":"`+title+`","steps":[{"instruction":"x"}]}`)
					if a.status != http.StatusCreated && a.status != http.StatusConflict {
						t.Errorf("%d %s", a.status, a.body)
					}
					if a.status == http.StatusCreated {
						mu.Lock()
						defer mu.Unlock()
						made[title]++
					}
				})
			}
		}
		wg.Wait()
		for title, n := range made {
			if n != 1 {
				t.Errorf("%s was made %d times", title, n)
			}
		}
		if len(made) != each {
			t.Errorf("%d titles of %d were made", len(made), each)
		}
		checkIntegrity(t, path)
	})
}

// TestVault_WaitsForALock holds SQLite's write lock as another program would.
// Reads go on, the write waits, and a client that stops waiting is let go.
func TestVault_WaitsForALock(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, id, release := locked(t, vault.Options{})
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		req, err := http.NewRequestWithContext(ctx, "DELETE", c.base+"/api/recipes/"+id, nil)
		if err != nil {
			t.Fatal(err)
		}
		if res, err := c.rt.RoundTrip(req); err == nil {
			_ = res.Body.Close()
			t.Errorf("answered with %d while the lock was held", res.StatusCode)
		}
		if a := c.do(t, "GET", "/api/recipes/"+id, ""); a.status != http.StatusOK {
			t.Errorf("read: %d", a.status)
		}
		done := make(chan answer, 1)
		go func() { done <- c.do(t, "PUT", "/api/recipes/"+id, `{"servings":4}`) }()
		synctest.Wait() // until the update does nothing but wait
		if len(done) > 0 {
			t.Error("did not wait for the lock")
		}
		release()
		if a := <-done; a.status != http.StatusOK {
			t.Errorf("after the lock: %d %s", a.status, a.body)
		}
	})
}

func checkIntegrity(t testing.TB, path string) {
	t.Helper()
	if onServer(path) { // whose constraints can't be switched off
		return
	}
	db := rawDB(t, path)
	var report string
	if err := db.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&report); err != nil || report != "ok" {
		t.Errorf("integrity check: %v %s", err, report)
	}
	rows, err := db.QueryContext(t.Context(), "PRAGMA foreign_key_check")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	if rows.Next() {
		t.Error("rows of a recipe that is not there")
	}
	if err := rows.Err(); err != nil {
		t.Error(err)
	}
}
