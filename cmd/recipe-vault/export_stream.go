package main

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"sync"

	"mcp-adapters/apiclient"
)

// sideBySide is how many recipes are fetched at a time; as many are held in
// memory at most.
const sideBySide = 8

// inOrder fetches the recipe of each row and yields them in the order of rows.
// One that was deleted since the list was read is yielded as nil. After an error
// it ends. No fetch runs any longer when it returns.
func inOrder(ctx context.Context, from recipes, rows []row) iter.Seq2[json.RawMessage, error] {
	return func(yield func(json.RawMessage, error) bool) {
		type answer struct {
			details json.RawMessage
			err     error
		}
		ctx, cancel := context.WithCancel(ctx)
		var fetches sync.WaitGroup
		defer fetches.Wait()
		defer cancel()
		var slots [sideBySide]chan answer
		started := 0
		for i := range rows {
			for ; started < len(rows) && started < i+sideBySide; started++ {
				slot, id := make(chan answer, 1), rows[started].ID
				slots[started%sideBySide] = slot
				fetches.Go(func() {
					details, err := from.GetRecipe(ctx, id)
					slot <- answer{details, err}
				})
			}
			a := <-slots[i%sideBySide]
			var e *apiclient.Error
			if errors.As(a.err, &e) && e.Kind == apiclient.KindNotFound {
				a = answer{}
			}
			if !yield(a.details, a.err) || a.err != nil {
				return
			}
		}
	}
}
