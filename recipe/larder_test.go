package recipe_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestIngredients_Kept reads a recipe again whenever what is kept of it may be old, or
// another person's.
func TestIngredients_Kept(t *testing.T) {
	t.Parallel()
	var reads atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Method {
		case http.MethodGet:
			if strings.HasSuffix(r.URL.Path, "/api/recipes") {
				_, _ = fmt.Fprint(w, "[]")
				return
			}
			reads.Add(1)
			_, _ = fmt.Fprintf(w, `{"id":%q,"title":"Soup","ingredients":[{"name":"Rote LINSEN"},{"name":"Crème"},{"note":1}]}`, r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:])
		case http.MethodPost:
			w.WriteHeader(http.StatusCreated)
			_, _ = fmt.Fprint(w, soup)
		default: // it is not known what becomes of it
			panic(http.ErrAbortHandler)
		}
	}))
	t.Cleanup(s.Close)
	c := dial(t, s.URL)
	ctx := t.Context()
	bob, err := c.As(ctx, "bob@example.com")
	if err != nil {
		t.Fatal(err)
	}
	bobAgain, err := c.As(ctx, " Bob@example.com ")
	if err != nil {
		t.Fatal(err)
	}
	everyone, err := c.As(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		name string
		do   func() ([]string, error)
		want int64
	}{
		{"first", func() ([]string, error) { return c.Ingredients(ctx, someID, "a") }, 1},
		{"again", func() ([]string, error) { return c.Ingredients(ctx, someID, "a") }, 0},
		{"updated elsewhere", func() ([]string, error) { return c.Ingredients(ctx, someID, "b") }, 1},
		{"as it was", func() ([]string, error) { return c.Ingredients(ctx, someID, "a") }, 1},
		{"another person", func() ([]string, error) { return c.Ingredients(bob, someID, "a") }, 1},
		{"the same person", func() ([]string, error) { return c.Ingredients(bobAgain, someID, "a") }, 0},
		{"everyone", func() ([]string, error) { return c.Ingredients(everyone, someID, "a") }, 1},
		{"still kept", func() ([]string, error) { return c.Ingredients(ctx, someID, "a") }, 0},
		{"without a time", func() ([]string, error) { return c.Ingredients(ctx, someID, "") }, 1},
		{"without a time, again", func() ([]string, error) { return c.Ingredients(ctx, someID, "") }, 1},
		{"after a write", func() ([]string, error) {
			if _, err := c.Create(bob, json.RawMessage(`{"title":"Soup"}`)); err != nil {
				t.Error(err)
			}
			return c.Ingredients(ctx, someID, "a")
		}, 1},
		{"after a write of unknown outcome", func() ([]string, error) {
			if _, err := c.Update(bob, someID, json.RawMessage(`{"servings":2}`)); err == nil {
				t.Error("the update did not fail")
			}
			reads.Store(0) // it has looked
			return c.Ingredients(ctx, someID, "a")
		}, 1},
	} {
		reads.Store(0)
		got, err := step.do()
		if diff := cmp.Diff([]string{"rote linsen", "creme"}, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", step.name, err, diff)
		}
		if n := reads.Load(); n != step.want {
			t.Errorf("%s: %d reads, want %d", step.name, n, step.want)
		}
	}
}

// TestIngredients_ReadMeanwhile keeps nothing of a read that happened during a write.
func TestIngredients_ReadMeanwhile(t *testing.T) {
	t.Parallel()
	writing, written := make(chan struct{}), make(chan struct{})
	var name atomic.Value
	name.Store("old")
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			close(writing)
			<-written
			name.Store("new")
			w.WriteHeader(http.StatusCreated)
			_, _ = fmt.Fprint(w, soup)
			return
		}
		_, _ = fmt.Fprintf(w, `{"id":%q,"title":"Soup","ingredients":[{"name":%q}]}`, someID, name.Load())
	}))
	t.Cleanup(s.Close)
	c := dial(t, s.URL)
	done := make(chan error, 1)
	go func() {
		_, err := c.Create(t.Context(), json.RawMessage(`{"title":"Soup"}`))
		done <- err
	}()
	<-writing
	if got, err := c.Ingredients(t.Context(), someID, "a"); err != nil || len(got) != 1 || got[0] != "old" {
		t.Errorf("during the write: %q, %v", got, err)
	}
	close(written)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if got, err := c.Ingredients(t.Context(), someID, "a"); err != nil || len(got) != 1 || got[0] != "new" {
		t.Errorf("after the write: %q, %v", got, err)
	}
}

// TestIngredients_WriteMeanwhile keeps nothing of a read that a write overtook.
func TestIngredients_WriteMeanwhile(t *testing.T) {
	t.Parallel()
	reading, written := make(chan struct{}), make(chan struct{})
	var once sync.Once
	var reads atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			w.WriteHeader(http.StatusCreated)
			_, _ = fmt.Fprint(w, soup)
			return
		}
		name := "new"
		if reads.Add(1) == 1 {
			name = "old"
			once.Do(func() { close(reading) })
			<-written
		}
		_, _ = fmt.Fprintf(w, `{"id":%q,"title":"Soup","ingredients":[{"name":%q}]}`, someID, name)
	}))
	t.Cleanup(s.Close)
	c := dial(t, s.URL)
	done := make(chan error, 1)
	go func() {
		_, err := c.Ingredients(t.Context(), someID, "a")
		done <- err
	}()
	<-reading
	if _, err := c.Create(t.Context(), json.RawMessage(`{"title":"Soup"}`)); err != nil {
		t.Error(err)
	}
	close(written)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if got, err := c.Ingredients(t.Context(), someID, "a"); err != nil || len(got) != 1 || got[0] != "new" {
		t.Errorf("after the write: %q, %v", got, err)
	}
}
