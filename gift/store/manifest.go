package store

import (
	"context"
	"fmt"

	"github.com/mcp-adapters/mcp-adapters/gift/embed"
)

// Format is the [Manifest.Format] that this program writes, and the only one that it reads.
const Format = 1

// Check returns an error, a sentence for a person, if the vectors of s weren't made by e. It
// asks s for its manifest; that error is a [fault.Error]. An index without a manifest passes
// as long as it has no gifts.
func Check(ctx context.Context, s Store, e embed.Embedder) error {
	m, err := s.Manifest(ctx)
	if err != nil {
		return err
	}
	if m == (Manifest{}) {
		n, err := s.Count(ctx)
		if err != nil || n == 0 {
			return err
		}
		return fmt.Errorf("the index has %d gifts and doesn't say which embedder made their vectors. Run `gift-mcp import` on it again", n)
	}
	switch {
	case m.Format != Format:
		return fmt.Errorf("the index has format %d, and this program reads format %d. Run `gift-mcp import` with this version on a new index", m.Format, Format)
	case m.Embedder != e.ID():
		return fmt.Errorf("the index was made by the embedder %q, and EMBEDDER is set to %q: their vectors can't be compared. Set EMBEDDER as it was, or import the catalog into a new index", m.Embedder, e.ID())
	case m.Dimensions != e.Dimensions():
		return fmt.Errorf("the index has vectors of %d dimensions, and %q makes %d. Set EMBEDDING_DIMENSIONS as it was, or import the catalog into a new index", m.Dimensions, e.ID(), e.Dimensions())
	}
	return nil
}
