package vault_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/postgres"
)

// alternating sends each request to the next of its vaults.
type alternating struct {
	vaults []http.RoundTripper
	n      *atomic.Int64
}

func (a alternating) RoundTrip(r *http.Request) (*http.Response, error) {
	return a.vaults[int(a.n.Add(1))%len(a.vaults)].RoundTrip(r)
}

// replicas are vaults on one database, as a client behind a load balancer sees them.
func replicas(t *testing.T, place string, o vault.Options) client {
	t.Helper()
	a := alternating{n: new(atomic.Int64)}
	for range 2 {
		o.Path = place
		a.vaults = append(a.vaults, open(t, o).Transport())
	}
	return client{base: "http://vault.invalid", rt: a}
}

// TestPostgres_Replicas has the contract kept by two vaults of which each serves every second
// request.
func TestPostgres_Replicas(t *testing.T) {
	t.Parallel()
	contract(t, replicas(t, pgtest.Shared(t).Database(t), vault.Options{}), ours)
}

// TestVault_OneTitle has many save one title at the same moment, with an address and without, or
// rename to it. One of them has it in the end, and was told so.
func TestVault_OneTitle(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		c := replicas(t, place(), vault.Options{})
		const writers = 32
		race := func(send func(i int) answer) (won int) {
			var mu sync.Mutex
			var wg sync.WaitGroup
			for i := range writers {
				wg.Go(func() {
					a := send(i)
					mu.Lock()
					defer mu.Unlock()
					switch a.status {
					case http.StatusOK, http.StatusCreated:
						won++
					case http.StatusConflict:
					default:
						t.Errorf("%d %s", a.status, a.body)
					}
				})
			}
			wg.Wait()
			return won
		}
		by := []client{c, c.as("alice@example.com")}
		create := func(i int) answer {
			return by[i%len(by)].do(t, "POST", "/api/recipes", `{"title":"Soup","ingredients":[{"name":"leek"}]}`)
		}
		if won := race(create); won != 1 || !cmp.Equal(c.titles(t), []string{"Soup"}) {
			t.Errorf("%d of %d made %q", won, writers, c.titles(t))
		}
		var ids []string
		for i := range writers {
			ids = append(ids, c.create(t, fmt.Sprintf(`{"title":"Stew %d"}`, i)))
		}
		rename := func(i int) answer { return c.do(t, "PUT", "/api/recipes/"+ids[i], `{"title":"PIE"}`) }
		if won := race(rename); won != 1 || !slices.Contains(c.titles(t), "PIE") || len(c.titles(t)) != writers+1 {
			t.Errorf("%d of %d became %q", won, writers, c.titles(t))
		}
	})
}

// TestPostgres_Families: families of the database have titles of their own, and nothing of one
// is seen or changed in another.
func TestPostgres_Families(t *testing.T) {
	t.Parallel()
	store, err := postgres.New(pgtest.Shared(t).Database(t), zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}()
	smith, jones := vault.Scope{Family: "smith"}, vault.Scope{Family: "jones"}
	title, key := "Soup", "soup"
	values := vault.Values{Title: &title, Key: &key, Distinct: true, At: time.Now().UTC().Truncate(time.Second), By: "alice@example.com"}
	id := uuid.NewString()
	write := func(f func(vault.Tx) error) {
		t.Helper()
		if err := store.Write(t.Context(), f); err != nil {
			t.Error(err)
		}
	}
	write(func(tx vault.Tx) error { return tx.Insert(smith, id, values) })
	write(func(tx vault.Tx) error {
		if taken, err := tx.Taken(jones, key); taken || err != nil {
			t.Error(taken, err)
		}
		return tx.Insert(jones, uuid.NewString(), values)
	})
	write(func(tx vault.Tx) error {
		if taken, err := tx.Taken(jones, key); !taken || err != nil {
			t.Error(taken, err)
		}
		if found, err := tx.Update(jones, id, values); found || err != nil {
			t.Error(found, err)
		}
		found, err := tx.Delete(jones, id)
		if title, _, failed := tx.Title(jones, id); found || title != "" || failed != nil {
			t.Error(found, title, failed)
		}
		return err
	})
	for _, s := range []vault.Scope{smith, jones, {Family: "smith", Members: `["alice@example.com"]`}, {Family: "smith", Members: `["bob@example.com"]`}, {}} {
		var rows, one int
		err := store.Read(t.Context(), func(tx vault.Tx) error {
			rows, one = 0, 0
			list, err := tx.List(s)
			if err != nil {
				return err
			}
			for list.Next() {
				rows++
			}
			if err := list.Close(); err != nil {
				return err
			}
			recipe, err := tx.Recipe(s, id)
			if err != nil {
				return err
			}
			for recipe.Next() {
				one++
			}
			return recipe.Close()
		})
		wantRows, wantOne := 0, 0
		switch {
		case s == jones:
			wantRows = 1
		case s.Family == "smith" && s.Members != `["bob@example.com"]`:
			wantRows, wantOne = 1, 1
		}
		if err != nil || rows != wantRows || one != wantOne {
			t.Errorf("%v sees %d recipes, and %d with that id, %v", s, rows, one, err)
		}
	}
}

// told is the longest that a client waits to hear that the database is away.
const told = 10 * time.Second

// TestPostgres_Away: while the server is away, each request is told so in seconds, and that
// nothing was changed. When it is back, what was acknowledged is there.
func TestPostgres_Away(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*pgtest.Server){
		"stopped": func(s *pgtest.Server) { s.Stop(t) },
		"crashed": func(s *pgtest.Server) { s.Kill(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := pgtest.Start(t)
			c := replicas(t, s.Database(t), vault.Options{})
			id := c.create(t, `{"title":"Soup","steps":[{"instruction":"boil"}]}`)
			before := c.do(t, "GET", "/api/recipes/"+id, "")
			end(s)
			var wg sync.WaitGroup
			for _, r := range []struct{ method, path, body string }{
				{"GET", "/api/recipes", ""},
				{"GET", "/api/recipes/" + id, ""},
				{"POST", "/api/recipes", `{"title":"Stew"}`},
				{"PUT", "/api/recipes/" + id, `{"title":"Stew"}`},
				{"DELETE", "/api/recipes/" + id, ""},
			} {
				wg.Go(func() {
					began := time.Now()
					a := c.do(t, r.method, r.path, r.body)
					if took := time.Since(began); a.status != http.StatusServiceUnavailable || a.object(t)["code"] != "DATABASE_ERROR" || took > told {
						t.Errorf("%s %s after %v: %d %s", r.method, r.path, took, a.status, a.body)
					}
				})
			}
			wg.Wait()
			s.Restart(t)
			if after := c.do(t, "GET", "/api/recipes/"+id, ""); string(after.body) != string(before.body) {
				t.Errorf("%d %s", after.status, after.body)
			}
			c.create(t, `{"title":"Stew"}`)
		})
	}
}

// TestPostgres_FullPool: more requests than connections wait while another program has locked
// the table. Each is answered, within its time.
func TestPostgres_FullPool(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it waits for the limit of a request")
	}
	url := pgtest.Shared(t).Database(t)
	c := inProcess(open(t, vault.Options{Path: url + "&pool_max_conns=2&lock_timeout=0&statement_timeout=0"}))
	c.create(t, `{"title":"Soup"}`)
	db := rawDB(t, url)
	execSQL(t, db, "BEGIN; LOCK TABLE recipes")
	began := time.Now()
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			method, body := "GET", ""
			if i%2 == 0 {
				method, body = "POST", fmt.Sprintf(`{"title":"Stew %d"}`, i)
			}
			a := c.do(t, method, "/api/recipes", body)
			if took := time.Since(began); a.status != http.StatusServiceUnavailable || a.object(t)["code"] != "DATABASE_ERROR" || took > 29*time.Second {
				t.Errorf("%s after %v: %d %s", method, took, a.status, a.body)
			}
		})
	}
	wg.Wait()
	execSQL(t, db, "ROLLBACK")
	if got := c.titles(t); !cmp.Equal(got, []string{"Soup"}) {
		t.Errorf("%q", got)
	}
}

// lost is a store whose server is lost at a commit.
type lost struct {
	vault.Store
	err error
}

func (l lost) Write(ctx context.Context, f func(vault.Tx) error) error {
	if err := l.Store.Write(ctx, f); err != nil {
		return err
	}
	return l.err
}

// TestVault_LostCommit: where no one knows whether a write is saved, the answer doesn't say
// that it isn't.
func TestVault_LostCommit(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		v := vault.New(vault.Options{Store: lost{vault.StoreOf(makeVault(vault.Options{Path: place()})), fmt.Errorf("write: %w", database.ErrUnknown)}})
		t.Cleanup(func() { _ = v.Close() })
		c := inProcess(v)
		a := c.do(t, "POST", "/api/recipes", `{"title":"Soup"}`)
		if text, _ := a.object(t)["error"].(string); a.status != http.StatusInternalServerError || !strings.Contains(text, "Look before you try again") {
			t.Errorf("%d %s", a.status, a.body)
		}
		if got := c.titles(t); !cmp.Equal(got, []string{"Soup"}) {
			t.Errorf("%q", got)
		}
	})
}

// TestPostgres_Newer: the tables of a later release are refused, and the log says why.
func TestPostgres_Newer(t *testing.T) {
	t.Parallel()
	s := pgtest.Shared(t)
	url := s.Database(t)
	inProcess(open(t, vault.Options{Path: url})).create(t, `{"title":"Soup"}`)
	s.Exec(t, url, "INSERT INTO vault_versions (version) VALUES (1000)")
	var log strings.Builder
	a := inProcess(open(t, vault.Options{Path: url, Log: zerolog.New(&log)})).do(t, "GET", "/api/recipes", "")
	if checkDatabaseError(t, a); !strings.Contains(log.String(), "install a newer release") {
		t.Errorf("the log says %s", &log)
	}
}
