package vault_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// locked is a vault with a recipe whose file another program has locked for
// writing, in a bubble, so that waiting takes no time.
func locked(t *testing.T, o vault.Options) (c client, id string, release func()) {
	t.Helper()
	v, id, release := lockedVault(t, o)
	return inProcess(v), id, release
}

func lockedVault(t *testing.T, o vault.Options) (v *vault.Vault, id string, release func()) {
	t.Helper()
	o.Path = filepath.Join(t.TempDir(), "recipes.db")
	v = open(t, o)
	id = inProcess(v).create(t, `{"title":"Soup"}`)
	// SQLite itself sleeps by the machine's clock.
	if write, _, err := v.Pragma(t.Context(), "busy_timeout = 0"); err != nil || write != "0" {
		t.Fatal(write, err)
	}
	db := rawDB(t, o.Path)
	execSQL(t, db, "BEGIN IMMEDIATE")
	return v, id, func() { execSQL(t, db, "COMMIT") }
}

// TestVault_LockedFor30Seconds has a lock that nobody lets go. The client is told
// when 30 seconds are over, and not before.
func TestVault_LockedFor30Seconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _, _ := locked(t, vault.Options{})
		began := time.Now()
		a := c.do(t, "POST", "/api/recipes", `{"title":"Stew"}`)
		checkDatabaseError(t, a)
		if took := time.Since(began); took < 30*time.Second || took > 31*time.Second || strings.Contains(string(a.body), "locked") {
			t.Errorf("after %v: %s", took, a.body)
		}
	})
}

// TestVault_LockedForLess lets go just before that.
func TestVault_LockedForLess(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, id, release := locked(t, vault.Options{})
		time.AfterFunc(29*time.Second, release)
		if a := c.do(t, "PUT", "/api/recipes/"+id, `{"servings":2}`); a.status != http.StatusOK {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
}

// TestVault_AtWork has as many writes wait for a lock as requests may work at
// once. One more, which would be refused as soon as its body is looked at, waits
// for one of them to end. Reads do not.
func TestVault_AtWork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, id, release := locked(t, vault.Options{})
		const most = 32
		began := time.Now()
		answered := make(chan int, most+1)
		send := func(body string) {
			answered <- c.do(t, "PUT", "/api/recipes/"+id, body).status
		}
		for range most {
			go send(`{"servings":2}`)
		}
		time.Sleep(time.Second)
		go send(`{"servings":"x"}`)
		for _, path := range []string{"/api/recipes", "/api/recipes/" + id} {
			if a := c.do(t, "GET", path, ""); a.status != http.StatusOK || time.Since(began) > 2*time.Second {
				t.Errorf("a read: %d %s after %v", a.status, a.body, time.Since(began))
			}
		}
		time.Sleep(time.Second)
		if n := len(answered); n > 0 {
			t.Errorf("%d requests were answered while %d others worked", n, most)
		}
		release()
		seen := map[int]int{}
		for range most + 1 {
			seen[<-answered]++
		}
		if seen[http.StatusOK] != most || seen[http.StatusUnprocessableEntity] != 1 {
			t.Errorf("statuses: %v", seen)
		}
	})
}

// TestVault_ClientLeaves asserts that a request whose client is gone is no
// failure of the server's.
func TestVault_ClientLeaves(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		c, id, _ := locked(t, vault.Options{Log: zerolog.New(&log).Level(zerolog.InfoLevel)})
		log.Reset() // of the opening
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		req, err := http.NewRequestWithContext(ctx, "DELETE", c.base+"/api/recipes/"+id, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := c.rt.RoundTrip(req)
		if err == nil {
			_ = res.Body.Close()
		}
		if !errors.Is(err, context.DeadlineExceeded) || log.Len() > 0 {
			t.Errorf("%v, and the log says:\n%s", err, &log)
		}
	})
}
