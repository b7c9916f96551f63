package move_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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

// refused runs what must fail with an [move.Error] that says so.
func refused(t *testing.T, from, to vault.Store, says string) {
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

// stores makes one of a kind.
type stores func(*testing.T) vault.Store

func TestRun(t *testing.T) {
	t.Parallel()
	all := func(t *testing.T, a, b stores) {
		t.Helper()
		for name, test := range map[string]func(t *testing.T, from, to vault.Store){
			"whole": whole, "interrupted": interrupted, "changed": changed, "used": used, "families": families,
			"resumed": resumed, "finished": finished, "same": same, "too large": tooLarge, "meanwhile": meanwhile,
			"families added": familiesAdded, "keys used": keysUsed,
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				test(t, a(t), b(t))
			})
		}
		for name, test := range map[string]func(t *testing.T, from, to stores){
			"families used": familiesUsed, "families changed": familiesChanged, "families unnoted": familiesUnnoted, "emptied": emptied, "back": back,
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				test(t, a, b)
			})
		}
	}
	for name, kinds := range map[string][2]stores{"file to file": {file, file}, "file to server": {file, server}, "server to file": {server, file}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all(t, kinds[0], kinds[1])
		})
	}
}

// Everything comes along, as clients see it and as it is stored, and back again.
func whole(t *testing.T, from, to vault.Store) {
	filled(t, from, 449)
	last, zero := record(449), math.Copysign(0, -1)
	last.Ingredients[0].Quantity = &zero // as an earlier release stored it
	put(t, from, last)
	if got, want := run(t, from, to), (move.Moved{Recipes: 450, Ingredients: 900, Steps: 450, Copied: 450}); got != want {
		t.Errorf("%+v", got)
	}
	paths := []string{"/api/recipes", "/api/recipes/" + record(7).ID, "/api/recipes?query=leek&limit=5"}
	got, want := served(t, to, paths...), served(t, from, paths...)
	for i := range paths {
		if got[i] != want[i] || !strings.HasPrefix(got[i], "200") {
			t.Errorf("%s:\n%.300s, want\n%.300s", paths[i], got[i], want[i])
		}
	}
	if again := run(t, from, to); again.Found != 450 {
		t.Errorf("%+v", again)
	}
}

func interrupted(t *testing.T, from, to vault.Store) {
	filled(t, from, 450)
	interrupt(t, from, to)
	if got := run(t, from, to); got.Found != 200 || got.Copied != 250 || got.Recipes != 450 {
		t.Errorf("%+v", got)
	}
}

// interrupt ends a move after its first batch.
func interrupt(t *testing.T, from, to vault.Store) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	_, err := move.Run(ctx, move.Options{From: from, To: to, Progress: func(n int) {
		if n >= 200 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

// ordered are n records in the order in which they are moved.
func ordered(n int) []vault.Record {
	records := make([]vault.Record, n)
	for i := range records {
		records[i] = record(i)
	}
	slices.SortFunc(records, func(a, b vault.Record) int { return strings.Compare(a.ID, b.ID) })
	return records
}

func remove(t *testing.T, s vault.Store, id string) {
	t.Helper()
	err := s.Write(t.Context(), func(tx vault.Tx) error {
		found, err := tx.Delete(vault.Scope{}, id)
		if err == nil && !found {
			err = errors.New("it isn't there")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// resumed has what was copied change in every way before a move goes on: titles change places,
// recipes are deleted, and others get their titles.
func resumed(t *testing.T, from, to vault.Store) {
	filled(t, from, 450)
	interrupt(t, from, to)
	all := ordered(450)
	a, b, gone, next := all[3], all[150], all[20], all[300]
	for _, r := range []*vault.Record{&a, &b, &next} {
		r.Updated = r.Updated.Add(time.Minute)
	}
	remove(t, from, a.ID)
	remove(t, from, b.ID)
	remove(t, from, gone.ID)
	a.Title, a.Key, b.Title, b.Key = b.Title, b.Key, a.Title, a.Key
	next.Title, next.Key = gone.Title, gone.Key
	put(t, from, a, b, next)
	if got := run(t, from, to); got.Recipes != 449 || got.Found != 197 || got.Copied != 252 || got.Deleted != 1 {
		t.Errorf("%+v", got)
	}
	if got := served(t, to, "/api/recipes/"+a.ID, "/api/recipes/"+gone.ID); !strings.Contains(got[0], a.Title) || !strings.HasPrefix(got[1], "404") {
		t.Error(got)
	}
	// Once more, with nothing to do.
	if got := run(t, from, to); got.Found != 449 || got.Copied+got.Deleted != 0 {
		t.Errorf("%+v", got)
	}
}

// finished: what was deleted in either since a move was finished isn't deleted, or brought back,
// in the other, and what is in an earlier state isn't copied over a later one.
func finished(t *testing.T, from, to vault.Store) {
	filled(t, from, 5)
	run(t, from, to)
	remove(t, from, record(2).ID)
	refused(t, from, to, `"Suppe „2“" was deleted in the database to move from since the move was finished`)
	put(t, from, record(2))
	remove(t, to, record(4).ID)
	refused(t, from, to, `"Suppe „4“" was deleted in the database to move to since an earlier run`)
	remove(t, from, record(4).ID)
	older := record(1)
	older.Updated = older.Updated.Add(-time.Second)
	put(t, from, older)
	refused(t, from, to, `"Suppe „1“" is in an earlier state in the database to move from`)
	put(t, from, record(1))
	if got := run(t, from, to); got.Recipes != 4 || got.Found != 4 {
		t.Errorf("%+v", got)
	}
	for i := range 4 {
		remove(t, to, record(i).ID)
	}
	refused(t, from, to, "was deleted in the database to move to since an earlier run") // an empty one isn't new
}

// same refuses one database for both, and leaves it as it was.
func same(t *testing.T, from, _ vault.Store) {
	filled(t, from, 3)
	for range 2 {
		if _, err := move.Run(t.Context(), move.Options{From: from, To: from}); !errors.Is(err, move.ErrSame) {
			t.Error(err)
		}
	}
}

// tooLarge names the recipe that the other database refuses.
func tooLarge(t *testing.T, from, to vault.Store) {
	filled(t, from, 3)
	r := record(7)
	_, err := move.Run(t.Context(), move.Options{From: from, To: refusing{to, r.ID}})
	if err != nil {
		t.Fatal(err)
	}
	put(t, from, r)
	_, err = move.Run(t.Context(), move.Options{From: from, To: refusing{to, r.ID}})
	if !errors.Is(err, errRefused) || !strings.HasPrefix(err.Error(), `"Suppe „7“" (`+r.ID+`) can't be kept in the database to move to: `) {
		t.Error(err)
	}
}

// meanwhile: what is changed in the store to move to, after it was looked at, is kept.
func meanwhile(t *testing.T, from, to vault.Store) {
	filled(t, from, 3)
	run(t, from, to)
	r := record(1)
	r.Title, r.Key, r.Updated = "Other", "other", r.Updated.Add(time.Second)
	put(t, from, r)
	mine := record(1)
	mine.Description = text("mine")
	refused(t, from, &edited{Store: to, edit: func() { put(t, to, mine) }}, `"Suppe „1“" was changed`)
	if got := served(t, to, "/api/recipes/"+mine.ID); !strings.Contains(got[0], "mine") {
		t.Error(got)
	}
}

// edited is a store that another edits once, before the first write after it was read.
type edited struct {
	vault.Store
	edit func()
	read bool
}

func (s *edited) Read(ctx context.Context, f func(vault.Tx) error) error {
	s.read = true
	return s.Store.Read(ctx, f)
}

func (s *edited) Write(ctx context.Context, f func(vault.Tx) error) error {
	if s.read && s.edit != nil {
		s.edit()
		s.edit = nil
	}
	return s.Store.Write(ctx, f)
}

// refusing is a store that refuses one recipe.
type refusing struct {
	vault.Store
	id string
}

var errRefused = errors.New("too long")

func (s refusing) Write(ctx context.Context, f func(vault.Tx) error) error {
	return s.Store.Write(ctx, func(t vault.Tx) error { return f(refusingTx{t, s.id}) })
}

type refusingTx struct {
	vault.Tx
	id string
}

func (t refusingTx) Put(r vault.Record) error {
	if r.ID == t.id {
		return errRefused
	}
	return t.Tx.Put(r)
}

// What changed in the store that is moved comes along later, too.
func changed(t *testing.T, from, to vault.Store) {
	filled(t, from, 3)
	run(t, from, to)
	r := record(1)
	r.Title, r.Key, r.Updated = "Other", "other", r.Updated.Add(time.Second)
	r.Steps = nil
	put(t, from, r, record(3))
	if got := run(t, from, to); got.Found != 2 || got.Recipes != 4 || got.Steps != 3 {
		t.Errorf("%+v", got)
	}
}

// Nothing is overwritten or lost that the other store alone has.
func used(t *testing.T, from, to vault.Store) {
	filled(t, from, 3)
	r := record(1)
	r.Description, r.Updated = text("mine"), r.Updated.Add(time.Second)
	put(t, to, r)
	refused(t, from, to, `"Suppe „1“" was changed`)
	put(t, to, record(9))
	refused(t, from, to, `has recipes that the other hasn't, such as "Suppe „9“"`)
	if got := served(t, to, "/api/recipes/"+r.ID); !strings.Contains(got[0], "mine") {
		t.Error(got)
	}
}

func families(t *testing.T, from, to vault.Store) {
	ctx := t.Context()
	v := vault.New(vault.Options{Store: from})
	filled(t, from, 3)
	for _, name := range []string{"smith", "jones"} {
		if _, err := v.Registry().Add(ctx, family.New{Name: name, Members: []string{name[:1] + "@example.com"}}); err != nil {
			t.Fatal(err)
		}
	}
	before := version(t, to)
	if got := run(t, from, to); got.Families != 2 {
		t.Errorf("%+v", got)
	}
	if version(t, to) == before {
		t.Error("a vault that serves the families goes on with what it knew")
	}
	other := vault.New(vault.Options{Store: to})
	f, err := other.Registry().Get(ctx, "smith")
	if err != nil || len(f.Members) != 1 {
		t.Errorf("%+v %v", f, err)
	}
	// Who was removed since, or limited, doesn't come back.
	if got := run(t, from, to); got.Families != 2 {
		t.Errorf("%+v", got)
	}
	most := int64(7)
	if _, err := other.Registry().Limit(ctx, "smith", &most, nil); err != nil {
		t.Fatal(err)
	}
	refused(t, from, to, "limits were changed")
	none := int64(0)
	if _, err := other.Registry().Limit(ctx, "smith", &none, nil); err != nil {
		t.Fatal(err)
	}
	run(t, from, to)
	if err := other.Registry().RemoveMember(ctx, "smith", "s@example.com"); err != nil {
		t.Fatal(err)
	}
	refused(t, from, to, "members")
	if f, err = other.Registry().Get(ctx, "smith"); err != nil || len(f.Members) > 0 {
		t.Errorf("%+v %v", f, err)
	}
	if _, err := other.Registry().Add(ctx, family.New{Name: "new", Members: []string{"n@example.com"}}); err != nil {
		t.Fatal(err)
	}
	refused(t, from, to, "has families")
}
