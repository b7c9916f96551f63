package store_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/theme"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// shop is a store with one owner, whose clock the test has.
type shop struct {
	*store.Store
	*testing.T
	ctx   context.Context
	owner string
	now   *harness.Clock
	// replica opens the database once more, as another process does.
	replica func() *store.Store
	db      store.DB
}

// onBoth runs a test of the contract on each database.
func onBoth(t *testing.T, test func(*shop)) {
	t.Helper()
	pgtest.OnBoth(t, store.SQLite, store.Postgres, func(t *testing.T, database func() pgtest.Database) {
		test(open(t, database))
	})
}

// onSQLite returns a store on SQLite alone.
func onSQLite(t *testing.T) *shop {
	t.Helper()
	db := store.SQLite(filepath.Join(t.TempDir(), "apps.db"), zerolog.Nop())
	harness.CloseAfter(t, db)
	return open(t, func() pgtest.Database { return db })
}

func open(t *testing.T, database func() pgtest.Database) *shop {
	t.Helper()
	c := harness.NewClock()
	s := &shop{T: t, ctx: t.Context(), now: c}
	s.replica = func() *store.Store {
		return store.New(database(), store.Options{Now: c.Now, Limits: store.Limits{Apps: 30, Published: 25}})
	}
	s.db = database()
	s.Store = s.replica()
	_, o, err := s.NewSession(s.ctx)
	s.ok(err)
	s.owner = o.ID
	return s
}

func (s *shop) ok(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *shop) fails(err error, kind fault.Kind) *fault.Error {
	s.Helper()
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Kind != kind {
		s.Fatalf("%v, want %s", err, kind)
	}
	return f
}

func content(name, row string) appbuilder.Content {
	d, _ := layout.Parse([]byte(`{"type":"table","columns":[{"key":"name","header":"Name","type":"text"}],"rows":[{"name":"` + row + `"}]}`))
	return appbuilder.Content{
		Name: name, Layout: layout.Table, Theme: theme.Palettes["shop"], Data: d,
		ToolName: "get_rows", ToolDescription: "Returns the rows of the table.",
	}
}

func (s *shop) create(name string) appbuilder.App {
	s.Helper()
	a, err := s.Create(s.ctx, s.owner, store.Draft{Content: content(name, "Lamp"), Prompt: "A table of lamps", Generator: "rules", Reply: store.Message{Content: "Here it is."}})
	s.ok(err)
	return a
}

func (s *shop) rename(a appbuilder.App, name string) appbuilder.App {
	s.Helper()
	a, _, err := s.Edit(s.ctx, s.owner, a.ID, a.Revision, appbuilder.Patch{Name: &name})
	s.ok(err)
	return a
}

func TestOwner(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		token, o, err := s.NewSession(s.ctx)
		s.ok(err)
		got, err := s.replica().Session(s.ctx, token)
		if err != nil || got != o {
			s.Errorf("%+v %v", got, err)
		}
		_, err = s.Session(s.ctx, token+"x")
		_ = s.fails(err, fault.NotFound)
		a := s.create("Shop")
		if err := s.SetCurrent(s.ctx, o.ID, a.ID); err == nil {
			s.Error("another's app is current")
		}
		edit, err := s.NewEditToken(s.ctx, s.owner, a.ID)
		s.ok(err)
		if owner, app, err := s.EditToken(s.ctx, edit); err != nil || owner != s.owner || app != a.ID {
			s.Error(owner, app, err)
		}
		_, err = s.NewEditToken(s.ctx, o.ID, a.ID)
		_ = s.fails(err, fault.NotFound)
		s.now.Pass(100 * 24 * time.Hour)
		_, err = s.Session(s.ctx, token)
		s.ok(err)
		s.now.Pass(100 * 24 * time.Hour)
		_, err = s.Session(s.ctx, token)
		s.ok(err) // it was used meanwhile
		s.now.Pass(200 * 24 * time.Hour)
		_, err = s.Session(s.ctx, token)
		_ = s.fails(err, fault.NotFound)
		one, err := s.Named(s.ctx, "ann@example.com")
		s.ok(err)
		if again, err := s.replica().Named(s.ctx, "ann@example.com"); err != nil || again != one || strings.Contains(one.ID, "ann") {
			s.Error(again, err)
		}
	})
}

// TestIsolation holds that another owner's app can't be seen or touched by any method.
func TestIsolation(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		a := s.create("Shop")
		_, other, err := s.NewSession(s.ctx)
		s.ok(err)
		name := "Mine"
		for method, do := range map[string]func() error{
			"App":       func() error { _, err := s.App(s.ctx, other.ID, a.ID); return err },
			"Edit":      func() error { _, _, err := s.Edit(s.ctx, other.ID, a.ID, 0, appbuilder.Patch{Name: &name}); return err },
			"Undo":      func() error { _, err := s.Undo(s.ctx, other.ID, a.ID); return err },
			"Redo":      func() error { _, err := s.Redo(s.ctx, other.ID, a.ID); return err },
			"Restore":   func() error { _, err := s.Restore(s.ctx, other.ID, a.ID, 1); return err },
			"Publish":   func() error { _, err := s.Publish(s.ctx, other.ID, a.ID, store.Publication{}); return err },
			"Unpublish": func() error { _, err := s.Unpublish(s.ctx, other.ID, a.ID); return err },
			"Versions":  func() error { _, err := s.Versions(s.ctx, other.ID, a.ID); return err },
			"Messages":  func() error { _, err := s.Messages(s.ctx, other.ID, a.ID, 0, 10); return err },
			"Begin":     func() error { _, err := s.Begin(s.ctx, other.ID, a.ID, "hi"); return err },
			"Cancel":    func() error { return s.Cancel(s.ctx, other.ID, a.ID) },
			"Steps":     func() error { _, err := s.Steps(s.ctx, other.ID, a.ID); return err },
			"Delete":    func() error { return s.Delete(s.ctx, other.ID, a.ID) },
		} {
			if f, ok := errors.AsType[*fault.Error](do()); !ok || f.Kind != fault.NotFound {
				s.Errorf("%s: %v", method, f)
			}
		}
		if apps, _, err := s.Apps(s.ctx, other.ID, "", 10); err != nil || len(apps) > 0 {
			s.Error(apps, err)
		}
		if got, err := s.App(s.ctx, s.owner, a.ID); err != nil || got.Name != "Shop" {
			s.Error(got, err)
		}
	})
}

func TestEdit(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		a := s.create("Shop")
		steps := func(undo, redo bool) {
			s.Helper()
			if got, err := s.Steps(s.ctx, s.owner, a.ID); err != nil || got != (store.Steps{Undo: undo, Redo: redo}) {
				s.Error(got, err)
			}
		}
		steps(false, false)
		b := s.rename(a, "Store")
		steps(true, false)
		if b.Revision != 2 || b.Name != "Store" || !b.UpdatedAt.After(a.UpdatedAt.Time) || b.Changed {
			s.Errorf("%+v", b)
		}
		name := "Other"
		_, _, err := s.Edit(s.ctx, s.owner, a.ID, a.Revision, appbuilder.Patch{Name: &name})
		f := s.fails(err, fault.Conflict)
		if c, ok := errors.AsType[*store.ConflictError](f); !ok || c.App.Name != "Store" || c.App.Revision != 2 {
			s.Errorf("%+v", c)
		}
		bad := strings.Repeat("x", 101)
		_, _, err = s.Edit(s.ctx, s.owner, a.ID, 0, appbuilder.Patch{Name: &bad})
		_ = s.fails(err, appbuilder.InvalidConfig)
		if same := s.rename(b, "Store"); same.Revision != 2 {
			s.Errorf("an edit that changes nothing: %d", same.Revision)
		}
		c := s.rename(b, "Depot")
		for want, do := range map[string]func(context.Context, string, string) (appbuilder.App, error){"Store": s.Undo} {
			got, err := do(s.ctx, s.owner, a.ID)
			s.ok(err)
			if got.Name != want || got.Revision != c.Revision+1 {
				s.Errorf("%+v", got)
			}
		}
		steps(true, true)
		first, err := s.Undo(s.ctx, s.owner, a.ID)
		s.ok(err)
		steps(false, true)
		if !first.Equal(a.Content) {
			s.Errorf("%+v", first)
		}
		_, err = s.Undo(s.ctx, s.owner, a.ID)
		_ = s.fails(err, fault.Conflict)
		redone, err := s.Redo(s.ctx, s.owner, a.ID)
		s.ok(err)
		if redone.Name != "Store" {
			s.Error(redone.Name)
		}
		s.rename(redone, "Third")
		_, err = s.Redo(s.ctx, s.owner, a.ID)
		_ = s.fails(err, fault.Conflict)
		for i := range 60 {
			redone, err = s.App(s.ctx, s.owner, a.ID)
			s.ok(err)
			s.rename(redone, fmt.Sprintf("Name %d", i))
		}
		n := 0
		for ; ; n++ {
			if _, err = s.Undo(s.ctx, s.owner, a.ID); err != nil {
				break
			}
		}
		if n != 49 {
			s.Errorf("%d revisions could be undone", n)
		}
		steps(false, true)
	})
}

// TestEdit_AsStored compares what an edit returns with what is stored then.
func TestEdit_AsStored(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		a := s.create("Shop")
		id := a.ID
		_, err := s.Publish(s.ctx, s.owner, id, store.Publication{})
		s.ok(err)
		price, columns := content("Shop", "Lamp"), `{"type":"table","columns":[{"key":"a","header":"A","type":"number"}],"rows":[{"a":1.50},{}]}`
		for _, step := range []struct {
			name    string
			changed bool
			do      func() (appbuilder.App, error)
		}{
			{"edit", true, func() (appbuilder.App, error) { return s.rename(appbuilder.App{ID: id}, "Store"), nil }},
			{"edit of the data", true, func() (a appbuilder.App, err error) {
				a, _, err = s.Edit(s.ctx, s.owner, id, 0, appbuilder.Patch{Data: []byte(columns)})
				return a, err
			}},
			{"undo", true, func() (appbuilder.App, error) { return s.Undo(s.ctx, s.owner, id) }},
			{"undo to what is published", false, func() (appbuilder.App, error) { return s.Undo(s.ctx, s.owner, id) }},
			{"redo", true, func() (appbuilder.App, error) { return s.Redo(s.ctx, s.owner, id) }},
			{"restore", false, func() (appbuilder.App, error) { return s.Restore(s.ctx, s.owner, id, 1) }},
			{"chat", true, func() (appbuilder.App, error) {
				r, err := s.Begin(s.ctx, s.owner, id, "call it Prices")
				s.ok(err)
				price.Name = "Prices"
				a, _, err := s.End(s.ctx, r, store.Outcome{Content: &price, State: store.Complete, Generator: "rules"})
				return a, err
			}},
		} {
			got, err := step.do()
			s.ok(err)
			kept, err := s.App(s.ctx, s.owner, id)
			s.ok(err)
			if got, want := asJSON(s.T, got), asJSON(s.T, kept); got != want {
				s.Errorf("%s: returned\n%s\nstored\n%s", step.name, got, want)
			}
			if got.Changed != step.changed {
				s.Errorf("%s: hasUnpublishedChanges is %v", step.name, got.Changed)
			}
		}
	})
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestPublish(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		a := s.create("My Support Bot")
		_, err := s.Live(s.ctx, "my-support-bot")
		_ = s.fails(err, fault.NotFound)
		short := "short"
		_, err = s.Publish(s.ctx, s.owner, a.ID, store.Publication{ToolDescription: &short})
		_ = s.fails(err, appbuilder.InvalidConfig)
		if got, _ := s.App(s.ctx, s.owner, a.ID); got.Status != appbuilder.Draft || got.ToolDescription == short || got.Slug != nil {
			s.Errorf("%+v", got)
		}
		tool := "my_support_bot"
		p, err := s.Publish(s.ctx, s.owner, a.ID, store.Publication{ToolName: &tool})
		s.ok(err)
		if *p.Slug != "my-support-bot" || p.Version != 1 || p.Status != appbuilder.Published || p.PublishedAt == nil || p.ToolName != tool || p.Changed {
			s.Errorf("%+v", p)
		}
		s.rename(p, "Renamed")
		other := s.replica()
		live, err := other.Live(s.ctx, "my-support-bot")
		s.ok(err)
		frozen, err := other.Snapshot(s.ctx, live)
		if err != nil || frozen.Name != "My Support Bot" {
			s.Error(frozen.Name, err)
		}
		if got, _ := s.App(s.ctx, s.owner, a.ID); !got.Changed {
			s.Error("the change isn't noticed")
		}
		again, err := s.Publish(s.ctx, s.owner, a.ID, store.Publication{})
		s.ok(err)
		if *again.Slug != "my-support-bot" || again.Version != 2 || !again.PublishedAt.After(p.PublishedAt.Time) {
			s.Errorf("%+v", again)
		}
		_, err = s.Publish(s.ctx, s.owner, a.ID, store.Publication{Slug: "other"})
		_ = s.fails(err, appbuilder.InvalidConfig)
		draft, err := s.Unpublish(s.ctx, s.owner, a.ID)
		if err != nil || draft.Status != appbuilder.Draft || draft.PublishedAt == nil || draft.Version != 2 {
			s.Errorf("%+v %v", draft, err)
		}
		_, err = other.Live(s.ctx, "my-support-bot")
		_ = s.fails(err, fault.NotFound)
		if _, err := s.Unpublish(s.ctx, s.owner, a.ID); err != nil {
			s.Error(err)
		}
		third, err := s.Publish(s.ctx, s.owner, a.ID, store.Publication{})
		s.ok(err)
		if third.Version != 3 || *third.Slug != "my-support-bot" {
			s.Errorf("%+v", third)
		}
		got, err := s.LiveVersions(s.ctx, []string{"my-support-bot", "nothing"})
		if err != nil || len(got) != 1 || got["my-support-bot"].Version != 3 {
			s.Error(got, err)
		}
		back, err := s.Restore(s.ctx, s.owner, a.ID, 1)
		if err != nil || back.Name != "My Support Bot" || !back.Changed {
			s.Errorf("%+v %v", back, err)
		}
		if all, err := s.Versions(s.ctx, s.owner, a.ID); err != nil || len(all) != 3 || all[0].Version != 3 {
			s.Error(all, err)
		}
	})
}

// TestTakedown holds that an app that the operator took down stays so, whatever its owner does,
// until the operator lifts that.
func TestTakedown(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		a := s.create("Shop")
		_ = s.fails(s.Takedown(s.ctx, "shop"), fault.NotFound)
		_, err := s.Publish(s.ctx, s.owner, a.ID, store.Publication{})
		s.ok(err)
		s.ok(s.replica().Takedown(s.ctx, "shop"))
		_, err = s.Live(s.ctx, "shop")
		_ = s.fails(err, fault.NotFound)
		got, err := s.App(s.ctx, s.owner, a.ID)
		if err != nil || got.Status != appbuilder.Draft || !got.TakenDown {
			s.Errorf("%+v %v", got, err)
		}
		s.rename(got, "Another name")
		_, err = s.Unpublish(s.ctx, s.owner, a.ID)
		s.ok(err)
		for range 2 {
			_, err = s.Publish(s.ctx, s.owner, a.ID, store.Publication{})
			_ = s.fails(err, fault.Forbidden)
			s.ok(s.Takedown(s.ctx, "shop")) // as often as one likes
		}
		s.ok(s.Lift(s.ctx, "shop"))
		_ = s.fails(s.Lift(s.ctx, "shop"), fault.NotFound)
		_, err = s.Live(s.ctx, "shop")
		_ = s.fails(err, fault.NotFound)
		again, err := s.Publish(s.ctx, s.owner, a.ID, store.Publication{})
		if err != nil || again.TakenDown || again.Version != 2 {
			s.Errorf("%+v %v", again, err)
		}
		// What is a draft already can be kept from being published, too.
		_, err = s.Unpublish(s.ctx, s.owner, a.ID)
		s.ok(err)
		s.ok(s.Takedown(s.ctx, "shop"))
		_, err = s.Publish(s.ctx, s.owner, a.ID, store.Publication{})
		_ = s.fails(err, fault.Forbidden)
	})
}

// TestCallToken holds that an app has one token at most, of which a hash is kept.
func TestCallToken(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		a := s.create("Shop")
		_, err := s.Publish(s.ctx, s.owner, a.ID, store.Publication{})
		s.ok(err)
		hash := func() string {
			l, err := s.replica().Live(s.ctx, "shop")
			s.ok(err)
			return l.Token
		}
		if got := hash(); got != "" {
			s.Error(got)
		}
		_, err = s.NewCallToken(s.ctx, "another", a.ID)
		_ = s.fails(err, fault.NotFound)
		one, err := s.NewCallToken(s.ctx, s.owner, a.ID)
		s.ok(err)
		two, err := s.NewCallToken(s.ctx, s.owner, a.ID)
		s.ok(err)
		if got := hash(); got != store.HashToken(two) || got == store.HashToken(one) || strings.Contains(got, two) {
			s.Error(got)
		}
		if got, err := s.App(s.ctx, s.owner, a.ID); err != nil || !got.TokenRequired || got.Changed || got.Revision != a.Revision {
			s.Errorf("%+v %v", got, err)
		}
		_ = s.fails(s.RemoveCallToken(s.ctx, "another", a.ID), fault.NotFound)
		s.ok(s.RemoveCallToken(s.ctx, s.owner, a.ID))
		if got := hash(); got != "" {
			s.Error(got)
		}
	})
}

// TestAnswers holds that the owner's choice of who answers counts at once.
func TestAnswers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		a := s.create("Shop")
		_, err := s.Publish(s.ctx, s.owner, a.ID, store.Publication{})
		s.ok(err)
		_, err = s.SetAnswers(s.ctx, "another", a.ID, true)
		_ = s.fails(err, fault.NotFound)
		for _, byModel := range []bool{false, true, false} {
			got, err := s.SetAnswers(s.ctx, s.owner, a.ID, byModel)
			s.ok(err)
			live, err := s.replica().Live(s.ctx, "shop")
			if err != nil || live.Model != byModel || got.AnswersByModel != byModel {
				s.Errorf("%+v %+v %v", live, got, err)
			}
		}
		if owner, prompt, err := s.Voice(s.ctx, a.ID); owner != s.owner || prompt != "A table of lamps" || err != nil {
			s.Error(owner, prompt, err)
		}
		_, _, err = s.Voice(s.ctx, "nothing")
		_ = s.fails(err, fault.NotFound)
	})
}

// TestServers holds how servers that share a database are known.
func TestServers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		is := func(want int) {
			s.Helper()
			if n, err := s.replica().Servers(s.ctx); err != nil || n != want {
				s.Errorf("%d servers, want %d: %v", n, want, err)
			}
		}
		is(0)
		s.ok(s.Beat(s.ctx, "one"))
		s.ok(s.Beat(s.ctx, "one"))
		s.ok(s.Beat(s.ctx, "two"))
		is(2)
		s.ok(s.Leave(s.ctx, "one"))
		is(1)
		s.now.Pass(store.ServerLife)
		is(0)
	})
}

// TestInterrupt holds that the one server of a database needn't wait for leases of its former
// life.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		a, idle := s.create("Shop"), s.create("Depot")
		r, err := s.Begin(s.ctx, s.owner, a.ID, "make it blue")
		s.ok(err)
		s.ok(s.replica().Interrupt(s.ctx))
		all, err := s.Messages(s.ctx, s.owner, a.ID, 0, 100)
		if err != nil || all[len(all)-1].State != store.Failed || all[len(all)-1].ID != r.ID {
			s.Errorf("%+v %v", all, err)
		}
		_, err = s.Begin(s.ctx, s.owner, a.ID, "make it blue")
		s.ok(err)
		if got, err := s.App(s.ctx, s.owner, idle.ID); err != nil || got.Revision != idle.Revision {
			s.Errorf("%+v %v", got, err)
		}
	})
}

// TestPublish_Slugs holds that a name that is taken gets another address, and that no one
// inherits that of an app that was deleted.
// TestPublished counts what is published, of all owners.
func TestPublished(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		count := func(want int) {
			s.Helper()
			if n, err := s.Published(s.ctx); err != nil || n != want {
				s.Errorf("%d, %v, want %d", n, err, want)
			}
		}
		count(0)
		a, b := s.create("One"), s.create("Two")
		for _, id := range []string{a.ID, b.ID, a.ID} {
			_, err := s.Publish(s.ctx, s.owner, id, store.Publication{})
			s.ok(err)
		}
		count(2)
		_, err := s.Unpublish(s.ctx, s.owner, a.ID)
		s.ok(err)
		count(1)
		s.ok(s.Delete(s.ctx, s.owner, b.ID))
		count(0)
	})
}

func TestPublish_Slugs(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		var apps []appbuilder.App
		for range 20 {
			apps = append(apps, s.create("Bot"))
		}
		slugs := make([]string, len(apps))
		var together sync.WaitGroup
		for i, a := range apps {
			together.Go(func() {
				p, err := s.Publish(s.ctx, s.owner, a.ID, store.Publication{})
				if err != nil {
					s.Error(err)
					return
				}
				slugs[i] = *p.Slug
			})
		}
		together.Wait()
		if slices.Sort(slugs); len(slices.Compact(slices.Clone(slugs))) != 20 || slugs[0] != "bot" || !slices.Contains(slugs, "bot-20") {
			s.Error(slugs)
		}
		b := s.create("Other")
		_, err := s.Publish(s.ctx, s.owner, b.ID, store.Publication{Slug: "bot"})
		_ = s.fails(err, appbuilder.SlugTaken)
		var first appbuilder.App
		for _, a := range apps {
			if got, _ := s.App(s.ctx, s.owner, a.ID); *got.Slug == "bot" {
				first = got
			}
		}
		s.ok(s.Delete(s.ctx, s.owner, first.ID))
		_, err = s.Live(s.ctx, "bot")
		_ = s.fails(err, fault.NotFound)
		_, err = s.Publish(s.ctx, s.owner, b.ID, store.Publication{Slug: "bot"})
		_ = s.fails(err, appbuilder.SlugTaken)
		if free, err := s.SlugFree(s.ctx, "bot"); free || err != nil {
			s.Error(free, err)
		}
		s.now.Pass(store.SlugRest + time.Hour)
		if free, err := s.SlugFree(s.ctx, "bot"); !free || err != nil {
			s.Error(free, err)
		}
		p, err := s.Publish(s.ctx, s.owner, b.ID, store.Publication{Slug: "bot"})
		if err != nil || *p.Slug != "bot" {
			s.Error(err)
		}
	})
}

// TestSweep_Slugs holds that a slug whose rest is over leaves nothing behind.
func TestSweep_Slugs(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		for _, name := range []string{"Kept", "Gone"} {
			a := s.create(name)
			_, err := s.Publish(s.ctx, s.owner, a.ID, store.Publication{})
			s.ok(err)
			if name == "Gone" {
				s.ok(s.Delete(s.ctx, s.owner, a.ID))
			}
		}
		slugs := func(want int) {
			s.Helper()
			var n int
			s.ok(s.Sweep(s.ctx))
			if err := s.db.Row(s.ctx, `SELECT count(*) FROM slugs`, nil, &n); err != nil || n != want {
				s.Errorf("%d slugs, want %d, %v", n, want, err)
			}
		}
		s.now.Pass(store.SlugRest - time.Hour)
		slugs(2)
		s.now.Pass(2 * time.Hour)
		slugs(1)
	})
}

// TestPublish_Together holds that of two publishes both succeed, one after the other.
func TestPublish_Together(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		a := s.create("Bot")
		other := s.replica()
		seen := make([]int, 8)
		var together sync.WaitGroup
		for i := range seen {
			together.Go(func() {
				p, err := []*store.Store{s.Store, other}[i%2].Publish(s.ctx, s.owner, a.ID, store.Publication{})
				if err != nil {
					s.Error(err)
				}
				seen[i] = p.Version
			})
		}
		together.Wait()
		if slices.Sort(seen); !slices.Equal(seen, []int{1, 2, 3, 4, 5, 6, 7, 8}) {
			s.Error(seen)
		}
	})
}

func TestRun(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		a := s.create("Shop")
		r, err := s.Begin(s.ctx, s.owner, a.ID, "Rename it to Depot")
		s.ok(err)
		if len(r.Earlier) != 2 || r.Earlier[0].Content != "A table of lamps" || r.App.Name != "Shop" {
			s.Errorf("%+v", r)
		}
		other := s.replica()
		_, err = other.Begin(s.ctx, s.owner, a.ID, "And now?")
		_ = s.fails(err, appbuilder.Busy)
		_ = s.fails(other.Idle(s.ctx, s.owner, a.ID), appbuilder.Busy)
		name := "X"
		_, _, err = other.Edit(s.ctx, s.owner, a.ID, 0, appbuilder.Patch{Name: &name})
		_ = s.fails(err, appbuilder.Busy)
		to := content("Depot", "Lamp")
		app, m, err := s.End(s.ctx, r, store.Outcome{Content: &to, Reply: "Renamed.", Changes: []string{"Updated the name"}, Generator: "rules", State: store.Complete, Usage: map[string]int{"tokensIn": 1}})
		if err != nil || app.Name != "Depot" || app.Revision != 2 || m.RevisionBefore != 1 || m.RevisionAfter != 2 {
			s.Errorf("%+v %+v %v", app, m, err)
		}
		all, err := s.Messages(s.ctx, s.owner, a.ID, 2, 10)
		if err != nil || len(all) != 2 || all[1].Content != "Renamed." || all[1].State != store.Complete || string(all[1].Usage) != `{"tokensIn":1}` || !slices.Equal(all[1].Changes, []string{"Updated the name"}) {
			s.Errorf("%+v %v", all, err)
		}
		_, _, err = s.End(s.ctx, r, store.Outcome{State: store.Complete})
		_ = s.fails(err, fault.Conflict)

		s.ok(other.Idle(s.ctx, s.owner, a.ID))
		r, err = s.Begin(s.ctx, s.owner, a.ID, "Take it back")
		s.ok(err)
		app, _, err = s.End(s.ctx, r, store.Outcome{Undo: true, Reply: "Done.", State: store.Complete})
		if err != nil || app.Name != "Shop" {
			s.Errorf("%+v %v", app, err)
		}

		r, err = s.Begin(s.ctx, s.owner, a.ID, "Make it red")
		s.ok(err)
		s.ok(other.Cancel(s.ctx, s.owner, a.ID))
		if cancelled, err := s.Renew(s.ctx, r); !cancelled || err != nil {
			s.Error(cancelled, err)
		}
		app, m, err = s.End(s.ctx, r, store.Outcome{Content: &to, State: store.Complete})
		if err != nil || app.Name != "Shop" || m.State != store.Cancelled {
			s.Errorf("%+v %+v %v", app, m, err)
		}

		r, err = s.Begin(s.ctx, s.owner, a.ID, "And this?")
		s.ok(err)
		s.now.Pass(store.Lease + time.Second)
		next, err := other.Begin(s.ctx, s.owner, a.ID, "Hello?")
		s.ok(err)
		_, _, err = s.End(s.ctx, r, store.Outcome{Content: &to, State: store.Complete})
		_ = s.fails(err, fault.Conflict)
		all, err = s.Messages(s.ctx, s.owner, a.ID, 0, 100)
		if err != nil || all[len(all)-3].State != store.Failed || all[len(all)-1].State != store.Running || all[len(all)-1].ID != next.ID {
			s.Errorf("%+v %v", all, err)
		}
		s.now.Pass(store.Lease + time.Second)
		s.ok(s.Sweep(s.ctx))
		all, err = s.Messages(s.ctx, s.owner, a.ID, 0, 100)
		if err != nil || all[len(all)-1].State != store.Failed {
			s.Errorf("%+v %v", all, err)
		}

		// Whoever looks at a message whose process is gone needn't wait for the sweep.
		_, err = s.Begin(s.ctx, s.owner, a.ID, "Anyone there?")
		s.ok(err)
		tool := "other_tool"
		_, err = other.Publish(s.ctx, s.owner, a.ID, store.Publication{ToolName: &tool})
		_ = s.fails(err, appbuilder.Busy)
		s.now.Pass(store.Lease + time.Second)
		all, err = other.Messages(s.ctx, s.owner, a.ID, 0, 100)
		if err != nil || all[len(all)-1].State != store.Failed {
			s.Errorf("%+v %v", all, err)
		}
		_, err = other.Publish(s.ctx, s.owner, a.ID, store.Publication{ToolName: &tool})
		s.ok(err)
	})
}

func TestStates(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		a, b := s.create("Shop"), s.create("Depot")
		a = s.rename(a, "Store")
		_, err := s.Publish(s.ctx, s.owner, a.ID, store.Publication{})
		s.ok(err)
		_, err = s.Begin(s.ctx, s.owner, b.ID, "Hello?")
		s.ok(err)
		states, err := s.replica().States(s.ctx, []string{a.ID, b.ID, "gone"})
		want := map[string]store.State{
			a.ID: {Revision: 2, Status: appbuilder.Published, Version: 1, Messages: 2},
			b.ID: {Revision: 1, Status: appbuilder.Draft, Running: true, Messages: 4},
		}
		if err != nil || !maps.Equal(states, want) {
			s.Errorf("%v, %v", states, err)
		}
		if states, err := s.States(s.ctx, nil); err != nil || len(states) != 0 {
			s.Errorf("%v, %v", states, err)
		}
	})
}

func TestMessages_Bound(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	a := s.create("Shop")
	for range 260 {
		r, err := s.Begin(s.ctx, s.owner, a.ID, "more")
		s.ok(err)
		_, _, err = s.End(s.ctx, r, store.Outcome{State: store.Complete})
		s.ok(err)
	}
	all, err := s.Messages(s.ctx, s.owner, a.ID, 0, 1000)
	if err != nil || len(all) != 500 || all[499].Seq != 522 {
		t.Error(len(all), err)
	}
}

func TestApps(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		var want []string
		for i := range 25 {
			want = append(want, s.create(fmt.Sprintf("App %d", i)).ID)
		}
		slices.Reverse(want)
		var got []string
		cursor := ""
		for {
			apps, next, err := s.Apps(s.ctx, s.owner, cursor, 10)
			s.ok(err)
			for _, a := range apps {
				got = append(got, a.ID)
				if a.Expires == "" || a.Changed {
					s.Errorf("%+v", a)
				}
			}
			if cursor = next; next == "" {
				break
			}
		}
		if !slices.Equal(got, want) {
			s.Errorf("%d of %d apps", len(got), len(want))
		}
		s.ok(s.AddCalls(s.ctx, map[string]store.Calls{want[0]: {Calls: 2, Errors: 1}, "gone": {Calls: 1}}))
		s.ok(s.AddCalls(s.ctx, map[string]store.Calls{want[0]: {Calls: 3}}))
		if apps, _, err := s.Apps(s.ctx, s.owner, "", 1); err != nil || apps[0].Calls.Calls != 5 || apps[0].Calls.Errors != 1 || apps[0].Calls.LastAt == "" {
			s.Error(apps, err)
		}
		for range 5 {
			s.create("More")
		}
		_, err := s.Create(s.ctx, s.owner, store.Draft{Content: content("x", "y"), Prompt: "p"})
		_ = s.fails(err, appbuilder.LimitReached)
		touched, err := s.App(s.ctx, s.owner, want[3])
		s.ok(err)
		s.rename(touched, "Kept")
		s.now.Pass(store.UntouchedLife + time.Hour)
		s.ok(s.Sweep(s.ctx))
		if apps, _, err := s.Apps(s.ctx, s.owner, "", 100); err != nil || len(apps) != 1 || apps[0].ID != want[3] {
			s.Error(len(apps), err)
		}
	})
}

func TestSpend(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		other := s.replica()
		for i := range 10 {
			s.ok([]*store.Store{s.Store, other}[i%2].Spend(s.ctx, "generate:a", 1, 10, time.Hour))
		}
		f := s.fails(other.Spend(s.ctx, "generate:a", 1, 10, time.Hour), appbuilder.LimitReached)
		if f.RetryAfter <= 0 || f.RetryAfter > time.Hour {
			s.Error(f.RetryAfter)
		}
		_ = s.fails(s.Spend(s.ctx, "generate:a", 0, 10, time.Hour), appbuilder.LimitReached)
		s.ok(s.Spend(s.ctx, "generate:b", 1, 10, time.Hour))
		s.now.Pass(time.Hour)
		s.ok(s.Spend(s.ctx, "generate:a", 1, 10, time.Hour))
	})
}

// TestAddCalls_Order holds that all processes lock the rows of apps in one order, without which
// two would wait for each other.
func TestAddCalls_Order(t *testing.T) {
	t.Parallel()
	s := onSQLite(t) // where rows are numbered as they come
	counts := make(map[string]store.Calls)
	for range 10 {
		counts[s.create("App").ID] = store.Calls{Calls: 1}
	}
	s.ok(s.AddCalls(s.ctx, counts))
	var order string
	s.ok(s.db.Row(s.ctx, `SELECT group_concat(app_id) FROM (SELECT app_id FROM calls ORDER BY rowid)`, nil, &order))
	if ids := strings.Split(order, ","); len(ids) != 10 || !slices.IsSorted(ids) {
		s.Error(ids)
	}
}

// TestRestart holds that all is there after the database was opened anew.
func TestRestart(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		a := s.create("Shop")
		s.rename(a, "Depot")
		_, err := s.Publish(s.ctx, s.owner, a.ID, store.Publication{})
		s.ok(err)
		again := s.replica()
		got, err := again.App(s.ctx, s.owner, a.ID)
		if err != nil || got.Name != "Depot" || got.Version != 1 {
			s.Errorf("%+v %v", got, err)
		}
		if got, err = again.Undo(s.ctx, s.owner, a.ID); err != nil || got.Name != "Shop" || !got.Changed {
			s.Errorf("%+v %v", got, err)
		}
	})
}
