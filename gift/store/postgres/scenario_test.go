package postgres_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift"
	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/gift/rank"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// shown is a gift of a list.
type shown struct {
	ID         string        `json:"id"`
	Name       string        `json:"name"`
	Price      catalog.Price `json:"price_range"`
	Categories []string      `json:"categories"`
}

// answer is a result of one of the tools.
type answer struct {
	Gifts   []shown        `json:"gifts"`
	Gift    map[string]any `json:"gift"`
	Context struct {
		Searched int  `json:"total_searched"`
		Above    int  `json:"above_threshold"`
		Starred  bool `json:"starred_boost_applied"`
		Fallback bool `json:"fallback_used"`
	} `json:"query_context"`

	text string
}

func call(t *testing.T, s *mcp.Session, tool string, arguments any) answer {
	t.Helper()
	text, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	reply := mcptest.Call(t, s, tool, string(text), mcptest.Legacy)
	if reply.Result == nil || reply.Result.IsError {
		t.Fatalf("%s: %+v", tool, reply)
	}
	a := answer{text: reply.Result.Content[0].Text}
	if err := json.Unmarshal(reply.Result.StructuredContent, &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestScenario26_Postgres has the built-in catalog in a database and asks what is asked of
// the one in memory.
func TestScenario26_Postgres(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	e := table.Embedder{}
	c, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	texts := make([]string, len(c.Gifts))
	for i := range c.Gifts {
		texts[i] = c.Gifts[i].Text()
	}
	vectors, err := e.Embed(ctx, texts)
	if err != nil {
		t.Fatal(err)
	}
	items := make([]store.Item, len(c.Gifts))
	for i := range items {
		items[i] = store.Item{Gift: c.Gifts[i], Vector: vectors[i]}
	}
	db := dial(t, pgtest.SharedVector(t).Database(t), e.Dimensions())
	if err := db.Put(ctx, items); err != nil {
		t.Fatal(err)
	}
	if err := db.SetManifest(ctx, store.Manifest{Embedder: e.ID(), Dimensions: e.Dimensions(), Gifts: len(items), Format: store.Format}); err != nil {
		t.Fatal(err)
	}
	o := mcptest.Options()
	gift.Declare(&o)
	r := rank.New(rank.Options{Table: e, Source: rank.Source{Embedder: e, Open: func(context.Context) (store.Store, error) { return db, nil }}})
	s := mcptest.Serve(t, o, gift.Tools(r, gift.ToolOptions{}))
	find := func(description string, more ...any) answer {
		t.Helper()
		arguments := map[string]any{"recipient_description": description}
		for i := 0; i < len(more); i += 2 {
			arguments[more[i].(string)] = more[i+1]
		}
		return call(t, s, "get_recommendations", arguments)
	}

	const dad = "My dad who loves woodworking and classic rock music, 65 years old"
	first := find(dad) // 1
	has := map[string]int{}
	for _, g := range first.Gifts {
		for _, c := range g.Categories {
			has[c]++
		}
	}
	if len(first.Gifts) != 5 || has["woodworking"] < 2 || has["music"] < 1 || first.Context.Searched != len(items) || first.Context.Fallback {
		t.Errorf("1: %s", first.text)
	}

	cheap := find("friend who loves yoga, under $25") // 9
	if len(cheap.Gifts) == 0 || !strings.Contains(cheap.text, "under $25") {
		t.Errorf("9: %s", cheap.text)
	}
	for _, g := range cheap.Gifts {
		if g.Price != catalog.Budget {
			t.Errorf("9: %s is %s", g.Name, g.Price)
		}
	}

	yoga := find("sister who loves yoga", "past_gifts", []string{"yoga mat"}, "limit", 10) // 12
	left := 0
	for _, g := range yoga.Gifts {
		if strings.Contains(strings.ToLower(g.Name), "yoga mat") {
			t.Errorf("12: %s again", g.Name)
		}
		if slices.Contains(g.Categories, "yoga") {
			left++
		}
	}
	if left == 0 {
		t.Errorf("12: no other yoga gift: %s", yoga.text)
	}

	star := first.Gifts[0].ID // 14
	refined := find(dad, "starred_gift_ids", []string{star})
	if !refined.Context.Starred || slices.ContainsFunc(refined.Gifts, func(g shown) bool { return g.ID == star }) {
		t.Errorf("14: %s", refined.text)
	}
	near := func(a answer) (mean float64) {
		ids := []string{star}
		for _, g := range a.Gifts {
			if g.ID != star {
				ids = append(ids, g.ID)
			}
		}
		got, err := db.Get(ctx, ids, true)
		if err != nil {
			t.Fatal(err)
		}
		for _, it := range got[1:] {
			for i, x := range it.Vector {
				mean += float64(x) * float64(got[0].Vector[i]) / float64(len(got)-1)
			}
		}
		return mean
	}
	if before, after := near(first), near(refined); after <= before {
		t.Errorf("14: the mean cosine to the star goes from %.3f to %.3f", before, after)
	}

	details := call(t, s, "get_gift_details", map[string]any{"gift_id": strings.ToUpper(star)}) // 17
	i := slices.IndexFunc(items, func(it store.Item) bool { return it.Gift.ID == star })
	if g := &items[i].Gift; !strings.HasPrefix(details.text, "**"+g.Name+"** (") || details.Gift["full_description"] != g.Full || len(details.Gift) != 8 {
		t.Errorf("17: %s, %v", details.text, details.Gift)
	}
}
