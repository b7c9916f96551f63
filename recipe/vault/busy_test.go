package vault_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

// TestFamilies_RemoveBusy removes a family while its programs go on saving through another
// vault: none of their recipes is lost, and they end the removal no more than it ends them.
func TestFamilies_RemoveBusy(t *testing.T) {
	t.Parallel()
	const recipes = 2000
	onBoth(t, func(t *testing.T, place func() string) {
		for name, fate := range map[string]family.Fate{"move": {To: "jones"}, "release": {Release: true}} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				path := place()
				v := open(t, vault.Options{Path: path, Key: serverKey})
				smith, _ := addFamilies(t, v)
				fillSmith(t, path, v, recipes)
				other := inProcess(open(t, vault.Options{Path: path, Key: serverKey})).with(smith)
				changed := other.create(t, `{"title":"Soup"}`)
				var saved int64
				removed := make(chan struct{})
				var saving sync.WaitGroup
				saving.Go(func() {
					for i := 0; !closed(removed); i++ {
						if other.do(t, "POST", "/api/recipes", fmt.Sprintf(`{"title":"New %d"}`, i)).status != http.StatusCreated {
							return
						}
						saved++
						other.do(t, "GET", "/api/recipes", "")
						other.do(t, "PUT", "/api/recipes/"+changed, fmt.Sprintf(`{"description":"%0*d"}`, 1+i%7, i))
						other.do(t, "GET", "/api/recipes", "")
					}
				})
				n, err := v.Registry().Remove(t.Context(), "smith", fate)
				close(removed)
				saving.Wait()
				if err != nil || n != recipes+1+saved {
					t.Errorf("%d recipes, where there were %d: %v", n, recipes+1+saved, err)
				}
			})
		}
	})
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// fillSmith gives the family smith recipes, past the vault.
func fillSmith(t *testing.T, path string, v *vault.Vault, n int) {
	t.Helper()
	smith, err := v.Registry().Get(t.Context(), "smith")
	if err != nil {
		t.Fatal(err)
	}
	db, err := rawDB(t, path).BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	insert := `INSERT INTO recipes (id, family, title, title_key, created_at, updated_at) VALUES ($1, $2, $3, $3, '2026-01-01 00:00:00', '2026-01-01 00:00:00')`
	if onServer(path) {
		insert = `INSERT INTO recipes (id, family, title, title_key, clean_key, created_at, updated_at) VALUES ($1, $2, $3::text, $3::text::bytea, $3::text::bytea, now(), now())`
	}
	for i := range n {
		if _, err := db.ExecContext(t.Context(), insert, uuid.NewString(), smith.ID, fmt.Sprintf("recipe %d", i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Commit(); err != nil {
		t.Fatal(err)
	}
}

// TestFamilies_RemoveContended changes a recipe in the middle of each attempt to remove its family:
// the refusal says what is true, and what helps.
func TestFamilies_RemoveContended(t *testing.T) {
	t.Parallel()
	path := pgtest.Shared(t).Database(t)
	v := open(t, vault.Options{Path: path, Key: serverKey})
	smith, _ := addFamilies(t, v)
	c := inProcess(v).with(smith)
	soup := c.create(t, `{"title":"Soup"}`)
	n := 0
	d := disturbed{vault.StoreOf(makeVault(vault.Options{Path: path})), func() {
		n++
		c.do(t, "PUT", "/api/recipes/"+soup, fmt.Sprintf(`{"servings":%d}`, n))
	}}
	_, err := open(t, vault.Options{Store: d}).Registry().Remove(t.Context(), "smith", family.Fate{To: "jones"})
	e, ok := errors.AsType[*family.Error](err)
	if !ok || e.Kind != family.Conflict || !strings.Contains(e.Message, "revoke") || n < 2 {
		t.Errorf("%v, after %d attempts", err, n)
	}
	if list := c.do(t, "GET", "/api/recipes", "").list(t); len(list) != 1 {
		t.Errorf("%v", list)
	}
}

// disturbed is a store that another disturbs each time right before a family is held.
type disturbed struct {
	vault.Store
	other func()
}

func (d disturbed) WriteSerial(ctx context.Context, f func(vault.Tx) error) error {
	return d.Store.WriteSerial(ctx, func(t vault.Tx) error { return f(disturbedTx{t, d.other}) })
}

type disturbedTx struct {
	vault.Tx
	other func()
}

func (t disturbedTx) Hold(family string) error {
	t.other()
	return t.Tx.Hold(family)
}
