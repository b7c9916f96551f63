package gift_test

import (
	"context"
	"encoding/json"
	"sync"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift"
	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/gift/rank"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/store/memory"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// builtIn is a store of the built-in catalog with the vectors of the table, which all
// tests share.
var builtIn = sync.OnceValue(func() *memory.Store {
	return memory.New(memory.Options{Embedder: table.Embedder{}, Gifts: func() ([]catalog.Gift, error) {
		c, err := catalog.BuiltIn()
		if err != nil {
			return nil, err
		}
		return c.Gifts, nil
	}})
})

// source returns a store with the embedder that made its vectors.
func source(s store.Store, e embed.Embedder) rank.Source {
	return rank.Source{Embedder: e, Open: func(context.Context) (store.Store, error) { return s, nil }}
}

// of is a source of a few gifts.
func of(gifts ...catalog.Gift) rank.Source {
	return source(memory.New(memory.Options{Embedder: table.Embedder{}, Gifts: func() ([]catalog.Gift, error) { return gifts, nil }}), table.Embedder{})
}

// ranker ranks the built-in catalog, or another source.
func ranker(sources ...rank.Source) *rank.Ranker {
	s := source(builtIn(), table.Embedder{})
	if len(sources) > 0 {
		s = sources[0]
	}
	return rank.New(rank.Options{Source: s, Table: table.Embedder{}})
}

// serve returns a session of a server with the tools.
func serve(t testing.TB, r *rank.Ranker) *mcp.Session {
	t.Helper()
	o := mcptest.Options()
	gift.Declare(&o)
	return mcptest.Serve(t, o, gift.Tools(r, gift.ToolOptions{}))
}

// answer is a result of one of the tools.
type answer struct {
	Gifts []struct {
		ID         string        `json:"id"`
		Name       string        `json:"name"`
		Brief      string        `json:"brief_description"`
		Relevance  float64       `json:"relevance_score"`
		Price      catalog.Price `json:"price_range"`
		Categories []string      `json:"categories"`
	} `json:"gifts"`
	Context struct {
		Searched int  `json:"total_searched"`
		Above    int  `json:"above_threshold"`
		Starred  bool `json:"starred_boost_applied"`
		Fallback bool `json:"fallback_used"`
	} `json:"query_context"`
	Fallback bool `json:"fallback"`

	Text    string `json:"-"`
	Raw     string `json:"-"` // structuredContent
	Meta    string `json:"-"`
	IsError bool   `json:"-"`
}

// ids are those of the gifts.
func (a *answer) ids() []string {
	list := make([]string, len(a.Gifts))
	for i, g := range a.Gifts {
		list[i] = g.ID
	}
	return list
}

// recommend calls get_recommendations with arguments, a JSON object or what encodes as one.
func recommend(t testing.TB, s *mcp.Session, arguments any) *answer {
	t.Helper()
	return call(t, s, "get_recommendations", arguments)
}

// For a description alone.
func recommendFor(t testing.TB, s *mcp.Session, description string) *answer {
	t.Helper()
	return recommend(t, s, map[string]any{"recipient_description": description})
}

func call(t testing.TB, s *mcp.Session, tool string, arguments any) *answer {
	t.Helper()
	text, ok := arguments.(string)
	if !ok {
		encoded, err := json.Marshal(arguments)
		if err != nil {
			t.Fatal(err)
		}
		text = string(encoded)
	}
	reply := mcptest.Call(t, s, tool, text, mcptest.Legacy)
	if reply.Result == nil {
		t.Fatalf("%s: %s", tool, reply.Error.Message)
	}
	if len(reply.Result.Content) != 1 {
		t.Fatalf("%s: %d blocks of content", tool, len(reply.Result.Content))
	}
	a := &answer{Text: reply.Result.Content[0].Text, Raw: string(reply.Result.StructuredContent), IsError: reply.Result.IsError}
	if err := json.Unmarshal(reply.Result.StructuredContent, a); err != nil {
		t.Fatalf("%s: %v: %s", tool, err, a.Raw)
	}
	meta, err := json.Marshal(reply.Result.Meta)
	if err != nil {
		t.Fatal(err)
	}
	a.Meta = string(meta)
	return a
}
