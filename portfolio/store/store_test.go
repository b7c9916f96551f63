package store_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// office is a store with one contractor, whose clock the test has.
type office struct {
	*store.Store
	*testing.T
	ctx context.Context
	who string // the contractor's id
	now *harness.Clock
	// replica opens the database once more, as another process does.
	replica func() *store.Store
}

// onBoth runs a test of the contract on each database.
func onBoth(t *testing.T, test func(*testing.T, *office)) {
	t.Helper()
	pgtest.OnBoth(t, store.SQLite, store.Postgres, func(t *testing.T, database func() pgtest.Database) {
		test(t, open(t, database, store.Options{}))
	})
}

func open(t *testing.T, database func() pgtest.Database, o store.Options) *office {
	t.Helper()
	c := harness.NewClock()
	o.Now = c.Now
	of := &office{T: t, ctx: t.Context(), now: c}
	of.replica = func() *store.Store { return store.New(database(), o) }
	of.Store = of.replica()
	of.who = of.hire("mason@example.com", store.Pro)
	return of
}

// openFile opens a store on a SQLite file.
func openFile(t *testing.T, path string, o store.Options) *office {
	t.Helper()
	db := store.SQLite(path, zerolog.Nop())
	harness.CloseAfter(t, db)
	return open(t, func() pgtest.Database { return db }, o)
}

func p[T any](v T) *T { return &v }

// must stops the test at an error.
func must[T any](o *office) func(T, error) T {
	return func(v T, err error) T {
		o.Helper()
		if err != nil {
			o.Fatal(err)
		}
		return v
	}
}

// hire adds a contractor of Denver and returns the id.
func (o *office) hire(email string, plan store.Plan) string {
	o.Helper()
	return must[store.Contractor](o)(o.AddContractor(o.ctx, store.ContractorChange{
		Email: &email, BusinessName: p("Mile High Masonry"), City: p("Denver"), State: p("CO"), Plan: &plan,
	})).ID
}

func (o *office) create(n store.NewProject) store.Project {
	o.Helper()
	return must[store.Project](o)(o.CreateProject(o.ctx, o.who, n))
}

func (o *office) project(id string) store.Project {
	o.Helper()
	return must[store.Project](o)(o.Project(o.ctx, o.who, id))
}

// photo adds an image to a project, and its bytes unless they don't come.
func (o *office) photo(project string, comes bool) (store.Image, store.Upload) {
	o.Helper()
	i, u, err := o.AddImage(o.ctx, o.who, project, store.NewImage{Filename: "wall.jpg", ContentType: "image/jpeg"})
	if err != nil {
		o.Fatal(err)
	}
	if comes {
		i = o.arrive(u)
	}
	return i, u
}

func (o *office) arrive(u store.Upload) store.Image {
	o.Helper()
	u = must[store.Upload](o)(o.BeginUpload(o.ctx, u.Token, u.Path))
	return must[store.Image](o)(o.FinishUpload(o.ctx, u, store.Received{Bytes: 3, SHA256: "abc", Width: 4, Height: 3}, func() error { return nil }))
}

// ready is a project that lacks nothing.
func (o *office) ready() store.Project {
	o.Helper()
	made := o.create(store.NewProject{Title: "Chimney rebuild", ProjectType: "Chimney", Summary: "It leaned."})
	o.photo(made.ID, true)
	return o.project(made.ID)
}

func (o *office) publish(id string) (store.Project, error) {
	p, _, err := o.Publish(o.ctx, o.who, id, store.Publishing{})
	return p, err
}

// checkCounts holds the contractor's counts to the projects.
func (o *office) checkCounts() {
	o.Helper()
	counted := map[store.Status]int{}
	for offset := 0; ; offset += 100 {
		list, _, err := o.ListProjects(o.ctx, o.who, store.Page{Limit: 100, Offset: offset})
		if err != nil {
			o.Fatal(err)
		}
		for _, p := range list {
			counted[p.Status]++
		}
		if len(list) < 100 {
			break
		}
	}
	c := must[store.Contractor](o)(o.Contractor(o.ctx, o.who))
	got := [3]int{c.Drafts, c.Published, c.ArchivedProjects}
	if want := [3]int{counted[store.Draft], counted[store.Published], counted[store.Archived]}; got != want {
		o.Errorf("the counts are %v, and the projects %v", got, want)
	}
}

func wantErr(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

// TestStore_Contractors is an administrator's work.
func TestStore_Contractors(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		_, err := o.AddContractor(o.ctx, store.ContractorChange{Email: p(" MASON@example.com"), BusinessName: p("Another")})
		wantErr(t, "an address that is taken", err, store.ErrEmailTaken)
		for field, change := range map[string]store.ContractorChange{
			"email":         {BusinessName: p("A")},
			"business_name": {Email: p("b@example.com"), BusinessName: p(" ")},
			"plan":          {Email: p("b@example.com"), BusinessName: p("A"), Plan: p(store.Plan("gold"))},
			"phone":         {Email: p("b@example.com"), BusinessName: p("A"), Phone: p("1\x00")},
		} {
			_, err := o.AddContractor(o.ctx, change)
			if e, ok := errors.AsType[*store.FieldError](err); !ok || e.Field != field {
				t.Errorf("%s: %v", field, err)
			}
		}
		roofer := must[store.Contractor](o)(o.AddContractor(o.ctx, store.ContractorChange{Email: p("Roofer@Example.com"), BusinessName: p("Top Roofs")}))
		if roofer.Email != "roofer@example.com" || roofer.Plan != store.Free || roofer.Slug != "top-roofs" {
			t.Errorf("%+v", roofer)
		}
		got := must[store.Contractor](o)(o.EditContractor(o.ctx, roofer.ID, store.ContractorChange{City: p("Golden"), State: p("CO"), Plan: p(store.Pro)}))
		if got.CitySlug != "golden-co" || got.Plan != store.Pro || got.BusinessName != "Top Roofs" {
			t.Errorf("%+v", got)
		}
		if again := must[store.Contractor](o)(o.ContractorByEmail(o.ctx, "ROOFER@example.com")); again != got {
			t.Errorf("%+v, want %+v", again, got)
		}
		first := must[[]store.Contractor](o)(o.Contractors(o.ctx, "", 1))
		second := must[[]store.Contractor](o)(o.Contractors(o.ctx, first[0].Email, 5))
		if len(first) != 1 || first[0].ID != o.who || len(second) != 1 || second[0].ID != roofer.ID {
			t.Errorf("%v, %v", first, second)
		}
		_, err = o.EditContractor(o.ctx, roofer.ID, store.ContractorChange{Email: p("mason@example.com")})
		wantErr(t, "an address that is taken", err, store.ErrEmailTaken)
		_, err = o.EditContractor(o.ctx, "none", store.ContractorChange{})
		wantErr(t, "edit none", err, store.ErrNotFound)

		token := must[string](o)(o.AddToken(o.ctx, roofer.ID))
		if c := must[store.Contractor](o)(o.Authenticate(o.ctx, token)); c.ID != roofer.ID {
			t.Errorf("%+v", c)
		}
		_, err = o.AddToken(o.ctx, "none")
		wantErr(t, "a token for none", err, store.ErrNotFound)
		_, err = o.Authenticate(o.ctx, token+"x")
		wantErr(t, "a wrong token", err, store.ErrToken)
		if n := must[int64](o)(o.RevokeTokens(o.ctx, roofer.ID)); n != 1 {
			t.Errorf("%d tokens", n)
		}
		_, err = o.Authenticate(o.ctx, token)
		wantErr(t, "a revoked token", err, store.ErrToken)

		i, _ := o.photo(o.ready().ID, true)
		if err := o.RemoveContractor(o.ctx, o.who); err != nil {
			t.Fatal(err)
		}
		wantErr(t, "remove none", o.RemoveContractor(o.ctx, o.who), store.ErrNotFound)
		files := must[[]store.File](o)(o.FilesToRemove(o.ctx, 10))
		if len(files) != 2 || files[0].Path != i.StoragePath && files[1].Path != i.StoragePath {
			t.Errorf("files of a contractor who was removed: %v", files)
		}
	})
}

// TestStore_Key: programs on one database have one key.
func TestStore_Key(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		keys := make([]string, 8)
		stores := []*store.Store{o.Store, o.replica()}
		var wg sync.WaitGroup
		for i := range keys {
			wg.Go(func() {
				key, err := stores[i%2].Key(o.ctx, "media")
				if err != nil {
					t.Error(err)
				}
				keys[i] = string(key)
			})
		}
		wg.Wait()
		for _, k := range keys {
			if len(k) != 32 || k != keys[0] {
				t.Errorf("%x and %x", k, keys[0])
			}
		}
		if other := must[[]byte](o)(o.Key(o.ctx, "other")); string(other) == keys[0] {
			t.Error("two names have one key")
		}
	})
}

// TestStore_SlugTaken: a slug that is taken is drawn again.
func TestStore_SlugTaken(t *testing.T) {
	t.Parallel()
	n := 0
	newID := func() string {
		n++
		return fmt.Sprintf("%08d-0000-4000-8000-%012d", n/6, n)
	}
	path := filepath.Join(t.TempDir(), "portfolio.db")
	o := openFile(t, path, store.Options{NewID: newID})
	first, second := o.create(store.NewProject{Title: "Wall"}), o.create(store.NewProject{Title: "Wall"})
	if first.Slug == second.Slug || second.Slug != o.project(second.ID).Slug || n != 7 {
		t.Errorf("%s, %s after %d ids", first.Slug, second.Slug, n)
	}
	o.checkCounts()
}

// TestStore_Backup has a portfolio back as it was at its backup.
func TestStore_Backup(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, file, again := filepath.Join(dir, "portfolio.db"), filepath.Join(dir, "backup.db"), filepath.Join(dir, "again.db")
	o := openFile(t, path, store.Options{})
	made := o.ready()
	if n, err := store.Backup(t.Context(), path, file); err != nil || n != 1 {
		t.Fatal(n, err)
	}
	if err := o.DeleteProject(o.ctx, o.who, made.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Restore(t.Context(), again, file); err != nil {
		t.Fatal(err)
	}
	db := store.SQLite(again, zerolog.Nop())
	got, err := store.New(db, store.Options{}).Project(t.Context(), o.who, made.ID)
	if err := errors.Join(err, db.Check(t.Context()), db.Close()); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(made, got, cmp.AllowUnexported(store.Project{})); d != "" {
		t.Error(d)
	}
}
