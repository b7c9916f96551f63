package eval_test

import (
	"bytes"
	"context"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/gift/rank"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/store/memory"
)

// TestProducts measures the ranking on a shop's export as it is: 500 products of 125 types without tags, and 60
// requests with the types that are right.
func TestProducts(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("data/products.csv")
	if err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Collect(catalog.Read(bytes.NewReader(file), catalog.CSV, nil))
	if err != nil || len(c.Gifts) != 500 {
		t.Fatalf("%v: %d products", err, len(c.Gifts))
	}
	types := map[string]string{} // by name
	for line := range strings.Lines(string(file)) {
		cells := strings.Split(line, ",")
		types[cells[1]] = cells[len(cells)-3]
	}
	text, err := os.ReadFile("data/products.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var requests []struct {
		Text  string
		Types []string
	}
	if err := yaml.Unmarshal(text, &requests); err != nil || len(requests) != 60 {
		t.Fatalf("%v: %d requests", err, len(requests))
	}
	s := memory.New(memory.Options{Embedder: table.Embedder{}, Gifts: func() ([]catalog.Gift, error) { return c.Gifts, nil }})
	r := rank.New(rank.Options{Source: rank.Source{Embedder: table.Embedder{}, Open: func(context.Context) (store.Store, error) { return s, nil }}, Table: table.Embedder{}})
	ndcg, hits := 0.0, 0
	for _, q := range requests {
		resp, err := r.Recommend(t.Context(), rank.Request{Description: q.Text, Limit: 5})
		if err != nil {
			t.Fatal(err)
		}
		sum, ideal, names := 0.0, 0.0, []string{}
		for i, g := range resp.Gifts {
			names = append(names, g.Name)
			if slices.Contains(q.Types, types[g.Name]) {
				sum += 1 / math.Log2(float64(i)+2)
			}
			if i < 4*len(q.Types) {
				ideal += 1 / math.Log2(float64(i)+2)
			}
		}
		if ndcg += sum / ideal; sum > 0 {
			hits++
		}
		t.Logf("%.2f %s: %s", sum/ideal, q.Text, strings.Join(names, "; "))
	}
	t.Logf("NDCG@5 %.3f, hit@5 %.3f", ndcg/60, float64(hits)/60)
	if ndcg/60 < 0.75 {
		t.Errorf("NDCG@5 %.3f, want at least 0.75", ndcg/60)
	}
}
