package transfer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"sync"

	"mcp-adapters/fault"
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
					details, err := from.Get(ctx, id)
					slot <- answer{details, err}
				})
			}
			a := <-slots[i%sideBySide]
			var e *fault.Error
			if errors.As(a.err, &e) && e.Kind == fault.NotFound {
				a = answer{}
			}
			if !yield(a.details, a.err) || a.err != nil {
				return
			}
		}
	}
}

// writerFunc is a function that writes.
type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(text []byte) (int, error) { return f(text) }

// UntilDone is w for as long as ctx lasts. A write that waits for somebody to
// read is left behind then: no system lets it be called off, and the process is
// about to end.
func UntilDone(ctx context.Context, w io.Writer) io.Writer {
	return writerFunc(func(text []byte) (int, error) {
		type written struct {
			n   int
			err error
		}
		text = bytes.Clone(text) // the caller's may change after a write that is left behind
		done := make(chan written, 1)
		go func() {
			n, err := w.Write(text)
			done <- written{n, err}
		}()
		select {
		case o := <-done:
			return o.n, o.err
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	})
}
