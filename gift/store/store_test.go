package store_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/store/memory"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/storetest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	const mine, other = storetest.Embedder(16), storetest.Embedder(8)
	right := store.Manifest{Embedder: mine.ID(), Dimensions: 16, Gifts: 3, Format: store.Format}
	for name, c := range map[string]struct {
		edit func(*store.Manifest)
		want []string // in the error; none: there is none
	}{
		"right":            {func(*store.Manifest) {}, nil},
		"another embedder": {func(m *store.Manifest) { m.Embedder = other.ID() }, []string{mine.ID(), other.ID(), "EMBEDDER"}},
		"other dimensions": {func(m *store.Manifest) { m.Dimensions = 8 }, []string{"16", "8", "EMBEDDING_DIMENSIONS"}},
		"a later format":   {func(m *store.Manifest) { m.Format = 2 }, []string{"format 2"}},
		"no manifest":      {func(m *store.Manifest) { *m = store.Manifest{} }, []string{"3 gifts", "gift-mcp import"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := memory.New(memory.Options{Embedder: mine, Gifts: func() ([]catalog.Gift, error) { return storetest.Gifts(3), nil }})
			m := right
			c.edit(&m)
			if err := s.SetManifest(t.Context(), m); err != nil {
				t.Fatal(err)
			}
			err := store.Check(t.Context(), s, mine)
			if (err == nil) != (c.want == nil) {
				t.Fatalf("Check: %v", err)
			}
			for _, part := range c.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("Check: %v; want %q", err, part)
				}
			}
		})
	}
	empty := memory.New(memory.Options{Embedder: mine})
	if err := store.Check(t.Context(), empty, other); err != nil {
		t.Errorf("Check of an empty index: %v", err)
	}
	broken := memory.New(memory.Options{Embedder: mine, Gifts: func() ([]catalog.Gift, error) { return nil, errors.New("no file") }})
	if _, ok := errors.AsType[*fault.Error](store.Check(t.Context(), broken, mine)); !ok {
		t.Error("the failure of a store isn't passed on")
	}
}

func TestHash(t *testing.T) {
	t.Parallel()
	g := storetest.Gifts(3)[2]
	same := g
	popularity := *g.Popularity + 1e-9 // as a store with fewer digits returns it
	same.Popularity, same.Occasions = &popularity, []string{}
	if store.Hash(&g) != store.Hash(&same) {
		t.Error("the same content has two hashes")
	}
	seen := map[string]string{store.Hash(&g): "nothing"}
	for name, edit := range map[string]func(*catalog.Gift){
		"name":       func(g *catalog.Gift) { g.Name += "x" },
		"recipients": func(g *catalog.Gift) { g.Recipients = []string{"boss"} },
		"popularity": func(g *catalog.Gift) { g.Popularity = nil },
		"phrases":    func(g *catalog.Gift) { g.LovedBy = []string{"counts"} },
		"adult":      func(g *catalog.Gift) { g.Adult = !g.Adult },
		"url":        func(g *catalog.Gift) { g.URL = "https://shop.example.com/x" },
	} {
		changed := g
		edit(&changed)
		if other, ok := seen[store.Hash(&changed)]; ok {
			t.Errorf("a change of %s has the hash of a change of %s", name, other)
		}
		seen[store.Hash(&changed)] = name
	}
}

func TestFilter_Pass(t *testing.T) {
	t.Parallel()
	g := func(recipients ...string) *catalog.Gift { return &catalog.Gift{Recipients: recipients} }
	grown := store.Filter{Grown: true}
	for _, c := range []struct {
		gift *catalog.Gift
		want bool
	}{{g(), true}, {g("child"), false}, {g("baby", "toddler"), false}, {g("child", "parent"), true}, {g("teen"), true}} {
		if got := grown.Pass(c.gift); got != c.want {
			t.Errorf("a gift for %v passes: %v", c.gift.Recipients, got)
		}
	}
}
