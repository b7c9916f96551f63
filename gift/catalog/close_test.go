package catalog_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
)

// TestClose finds ideas that mean nearly the same.
func TestClose(t *testing.T) {
	t.Parallel()
	const near = 0.92
	gifts := ideas(t).Gifts
	texts := make([]string, len(gifts))
	for i := range gifts {
		texts[i] = gifts[i].Text()
	}
	vectors, err := table.Embedder{}.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range vectors {
		for j, b := range vectors[:i] {
			var cosine float32
			for d := range a {
				cosine += a[d] * b[d]
			}
			if cosine >= near {
				t.Errorf("%q and %q are too much alike: cosine %.3f", gifts[j].Name, gifts[i].Name, cosine)
			}
		}
	}
}
