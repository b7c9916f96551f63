package transfer

import (
	"cmp"
	"context"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
)

// Export calls each for all gifts of a store, by name, so that two exports of one catalog
// are alike.
func Export(ctx context.Context, s store.Store, each func(g *catalog.Gift) error) error {
	var all []catalog.Gift
	if err := s.List(ctx, func(gifts []catalog.Gift) error {
		all = append(all, gifts...)
		return nil
	}); err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b catalog.Gift) int {
		return cmp.Or(cmp.Compare(catalog.Fold(a.Name), catalog.Fold(b.Name)), cmp.Compare(a.ID, b.ID))
	})
	for i := range all {
		if err := each(&all[i]); err != nil {
			return err
		}
	}
	return nil
}
