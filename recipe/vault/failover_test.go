package vault_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// TestPostgres_Failover kills the server while clients of two vaults write, and promotes its
// standby. What was acknowledged is there, what was answered with 503 isn't, and the same
// vaults go on.
func TestPostgres_Failover(t *testing.T) {
	t.Parallel()
	primary := pgtest.Start(t)
	url := primary.Database(t)
	standby := primary.Standby(t)
	c := replicas(t, primary.Either(t, standby, url), vault.Options{})
	c.create(t, `{"title":"First"}`)

	var mu sync.Mutex
	answers := map[string]int{} // by title
	count := func(status int) (n int) {
		mu.Lock()
		defer mu.Unlock()
		for s := range maps.Values(answers) {
			if s == status {
				n++
			}
		}
		return n
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var wg sync.WaitGroup
	t.Cleanup(wg.Wait)
	for w := range 4 {
		wg.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				title := fmt.Sprintf("%d of writer %d", i, w)
				a := c.do(t, "POST", "/api/recipes", fmt.Sprintf(`{"title":%q,"ingredients":[{"name":"a"},{"name":"b"}]}`, title))
				mu.Lock()
				answers[title] = a.status
				mu.Unlock()
			}
		})
	}
	await := func(what string, met func() bool) {
		t.Helper()
		for began := time.Now(); !met(); time.Sleep(5 * time.Millisecond) {
			if time.Since(began) > time.Minute {
				t.Fatal("waited in vain for", what)
			}
		}
	}
	await("writes", func() bool { return count(http.StatusCreated) >= 40 })
	primary.Kill(t)
	standby.Promote(t)
	before := count(http.StatusCreated)
	await("writes after the failover", func() bool { return count(http.StatusCreated) >= before+40 })
	stop()
	wg.Wait()

	there := c.titles(t)
	for title, status := range answers {
		is := slices.Contains(there, title)
		switch status {
		case http.StatusCreated:
			if !is {
				t.Errorf("%s was acknowledged and is lost", title)
			}
		case http.StatusServiceUnavailable:
			if is {
				t.Errorf("%s is there, though nothing was to be changed", title)
			}
		case http.StatusInternalServerError: // it may be there
		default:
			t.Errorf("%s: %d", title, status)
		}
	}
	t.Logf("%d acknowledged, %d refused, %d unknown", count(http.StatusCreated), count(http.StatusServiceUnavailable), count(http.StatusInternalServerError))
}
