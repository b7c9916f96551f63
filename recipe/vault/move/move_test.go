package move_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/move"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/postgres"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

func file(t *testing.T) vault.Store {
	t.Helper()
	return closed(t, vault.File(filepath.Join(t.TempDir(), "recipes.db"), zerolog.Nop()))
}

func server(t *testing.T) vault.Store {
	t.Helper()
	store, err := postgres.New(pgtest.Shared(t).Database(t), zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	return closed(t, store)
}

func closed(t *testing.T, s vault.Store) vault.Store {
	t.Helper()
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func text(s string) *string { return &s }
func number(n int32) *int32 { return &n }

// record is the i-th one.
func record(i int) vault.Record {
	quantity := 0.1 * float64(i)
	at := time.Date(2026, 2, 10, 12, 0, 0, 0, time.UTC).Add(time.Duration(i) * time.Second)
	title := fmt.Sprintf("Suppe „%d“", i)
	return vault.Record{
		ID: fmt.Sprintf("%08x-0000-4000-8000-%012x", i*2654435761%(1<<32), i), Title: title, Key: strings.ToLower(title),
		Description: text("Ein Rest\nvon gestern"), PrepTime: number(5), Difficulty: number(3), Photo: text("p.jpg"),
		Created: at, Updated: at.Add(time.Minute), CreatedBy: text("a@example.com"), UpdatedBy: text("b@example.com"),
		Ingredients: []vault.IngredientRecord{
			{ID: fmt.Sprintf("%036d", 2*i), Ingredient: vault.Ingredient{Name: text("leek"), Quantity: &quantity, Unit: text("kg")}},
			{ID: fmt.Sprintf("%036d", 2*i+1), Ingredient: vault.Ingredient{Name: text("salt")}},
		},
		Steps: []vault.StepRecord{{ID: fmt.Sprintf("%036d", i), Step: vault.Step{
			Instruction: text("Boil."), DurationMinutes: number(20), TemperatureValue: number(100), TemperatureUnit: text("Celsius"),
		}}},
	}
}

func put(t *testing.T, s vault.Store, records ...vault.Record) {
	t.Helper()
	err := s.Write(t.Context(), func(tx vault.Tx) error {
		for _, r := range records {
			if err := tx.Put(r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func filled(t *testing.T, s vault.Store, n int) vault.Store {
	t.Helper()
	records := make([]vault.Record, n)
	for i := range records {
		records[i] = record(i)
	}
	put(t, s, records...)
	return s
}

func run(t *testing.T, from, to vault.Store) move.Moved {
	t.Helper()
	moved, err := move.Run(t.Context(), move.Options{From: from, To: to})
	if err != nil {
		t.Fatal(err)
	}
	return moved
}

// version is that of the families.
func version(t *testing.T, s vault.Store) (version string) {
	t.Helper()
	err := s.Read(t.Context(), func(tx vault.Tx) error { return tx.QueryRow(family.LookupVersion).Scan(&version) })
	if err != nil {
		t.Fatal(err)
	}
	return version
}

// fails runs what must fail with a [move.Error] that says so.
func fails(t *testing.T, from, to vault.Store, says string) {
	t.Helper()
	_, err := move.Run(t.Context(), move.Options{From: from, To: to})
	var e *move.Error
	if !errors.As(err, &e) || !strings.Contains(e.Message, says) {
		t.Errorf("%v, want one with %q", err, says)
	}
}

// served is what clients of a store get.
func served(t *testing.T, s vault.Store, paths ...string) (all []string) {
	t.Helper()
	h := vault.New(vault.Options{Store: s}).Handler()
	for _, path := range paths {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		all = append(all, fmt.Sprint(w.Code, w.Body))
	}
	return all
}

func TestRun(t *testing.T) {
	t.Parallel()
	tests := map[string]func(t *testing.T, from, to vault.Store){
		"whole": whole, "interrupted": interrupted, "used": used, "families": families, "refused": refusing,
	}
	type stores func(*testing.T) vault.Store
	for kinds, make := range map[string][2]stores{"file to file": {file, file}, "file to server": {file, server}, "server to file": {server, file}} {
		for name, test := range tests {
			t.Run(kinds+"/"+name, func(t *testing.T) {
				t.Parallel()
				test(t, make[0](t), make[1](t))
			})
		}
	}
}

// whole: everything comes along, as clients see it and as it is stored.
func whole(t *testing.T, from, to vault.Store) {
	filled(t, from, 449)
	last, zero := record(449), math.Copysign(0, -1)
	last.Ingredients[0].Quantity = &zero // as an earlier release stored it
	put(t, from, last)
	want := move.Moved{Recipes: 450, Ingredients: 900, Steps: 450}
	if got := run(t, from, to); got != want {
		t.Errorf("%+v", got)
	}
	paths := []string{"/api/recipes", "/api/recipes/" + record(7).ID, "/api/recipes?query=leek&limit=5"}
	there, here := served(t, to, paths...), served(t, from, paths...)
	for i := range paths {
		if there[i] != here[i] || !strings.HasPrefix(there[i], "200") {
			t.Errorf("%s:\n%.300s, want\n%.300s", paths[i], there[i], here[i])
		}
	}
	want.Already = true
	if again := run(t, from, to); again != want {
		t.Errorf("%+v", again)
	}
}

// interrupted: a run that is stopped leaves nothing, and the next one copies all.
func interrupted(t *testing.T, from, to vault.Store) {
	filled(t, from, 450)
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := move.Run(ctx, move.Options{From: from, To: to, Progress: func(int) { cancel() }}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if got := served(t, to, "/api/recipes"); strings.TrimSpace(got[0]) != "200 []" {
		t.Errorf("%.200s", got[0])
	}
	if got := run(t, from, to); got.Recipes != 450 || got.Already {
		t.Errorf("%+v", got)
	}
}

// used: nothing is overwritten, deleted or brought back in a store that holds something else.
func used(t *testing.T, from, to vault.Store) {
	const differ = "nothing was changed"
	filled(t, from, 3)
	r := record(1)
	r.Description = text("mine")
	put(t, to, r)
	fails(t, from, to, differ)
	if got := served(t, to, "/api/recipes/"+r.ID); !strings.Contains(got[0], "mine") {
		t.Error(got)
	}
	put(t, to, record(0), record(1), record(2))
	run(t, from, to)
	put(t, from, record(3))
	fails(t, from, to, differ)
	if got := served(t, to, "/api/recipes/"+record(3).ID); !strings.HasPrefix(got[0], "404") {
		t.Error(got)
	}
}

func families(t *testing.T, from, to vault.Store) {
	r := vault.New(vault.Options{Store: from}).Registry()
	filled(t, from, 1)
	for name, limit := range map[string]int64{"smith": 0, "jones": 3_000_000} {
		if _, err := r.Add(t.Context(), family.New{Name: name, Members: []string{name + "@example.com"}, Limits: family.Limits{Bytes: limit}}); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := r.AddKey(t.Context(), "smith", "kitchen"); err != nil {
		t.Fatal(err)
	}
	before := version(t, to)
	if got := run(t, from, to); got.Families != 2 {
		t.Errorf("%+v", got)
	}
	if version(t, to) == before {
		t.Error("a vault that serves the families keeps what it knew")
	}
	other := vault.New(vault.Options{Store: to}).Registry()
	for _, name := range []string{"smith", "jones"} {
		here, err := r.Get(t.Context(), name)
		there, err2 := other.Get(t.Context(), name)
		if d := cmp.Diff(here, there); d != "" || err != nil || err2 != nil {
			t.Error(d, err, err2)
		}
	}
	if err := other.RemoveMember(t.Context(), "smith", "smith@example.com"); err != nil {
		t.Fatal(err)
	}
	fails(t, from, to, "nothing was changed") // who was removed doesn't come back
}

// refusing names the recipe that the other store can't keep, and keeps none.
func refusing(t *testing.T, from, to vault.Store) {
	filled(t, from, 3)
	r := record(7)
	put(t, from, r)
	_, err := move.Run(t.Context(), move.Options{From: from, To: refuses{to, r.ID}})
	if !errors.Is(err, errRefused) || !strings.HasPrefix(err.Error(), `"Suppe „7“" (`+r.ID+`) can't be kept in the database to move to: `) {
		t.Error(err)
	}
	if got := served(t, to, "/api/recipes"); strings.TrimSpace(got[0]) != "200 []" {
		t.Errorf("%.200s", got[0])
	}
}

// refuses is a store that refuses one recipe.
type refuses struct {
	vault.Store
	id string
}

var errRefused = errors.New("too long")

func (s refuses) Write(ctx context.Context, f func(vault.Tx) error) error {
	return s.Store.Write(ctx, func(t vault.Tx) error { return f(refusesTx{t, s.id}) })
}

type refusesTx struct {
	vault.Tx
	id string
}

func (t refusesTx) Put(r vault.Record) error {
	if r.ID == t.id {
		return errRefused
	}
	return t.Tx.Put(r)
}
