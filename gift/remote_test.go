package gift_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/gift/rank"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/store/memory"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// What was read of a gift elsewhere is kept, until the gift says something else.
func TestRemote_Changed(t *testing.T) {
	t.Parallel()
	stores := [2]store.Store{}
	for i, hobby := range []string{"yoga", "fishing"} {
		gifts := []catalog.Gift{{
			ID: "11111111-1111-4111-8111-111111111111", Name: "Bag for " + hobby, Brief: "A bag for those who love " + hobby + ".", Full: "All that one needs for " + hobby + ".",
			Price: catalog.Moderate, Categories: []string{hobby},
		}}
		stores[i] = remote{Store: memory.New(memory.Options{Embedder: table.Embedder{}, Gifts: func() ([]catalog.Gift, error) { return gifts, nil }})}
	}
	var now atomic.Int32
	serving := func() *mcp.Session {
		return serve(t, ranker(rank.Source{Embedder: table.Embedder{}, Open: func(context.Context) (store.Store, error) { return stores[now.Load()], nil }}))
	}
	s := serving()
	if a := recommendFor(t, s, "sister who loves yoga"); !strings.Contains(a.Text, "Bag for yoga") {
		t.Errorf("got %s", a.Text)
	}
	now.Store(1)
	for _, hobby := range []string{"fishing", "yoga"} {
		a, fresh := recommendFor(t, s, "sister who loves "+hobby), recommendFor(t, serving(), "sister who loves "+hobby)
		if a.Raw != fresh.Raw || a.Fallback != (hobby == "yoga") {
			t.Errorf("%s: got %s, want %s", hobby, a.Raw, fresh.Raw)
		}
	}
}
