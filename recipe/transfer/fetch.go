package transfer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// concurrent is how many recipes are fetched at a time; at most as many are held in
// memory.
const concurrent = 8

// inOrder gets the recipe of each row and yields them in the order of rows. One that was
// deleted since the list was read is yielded as nil. After an error it ends. No get runs
// any longer when it returns.
func inOrder(ctx context.Context, rows []row, get func(context.Context, string) (json.RawMessage, error)) iter.Seq2[json.RawMessage, error] {
	return func(yield func(json.RawMessage, error) bool) {
		type answer struct {
			details json.RawMessage
			err     error
		}
		ctx, cancel := context.WithCancel(ctx)
		var gets sync.WaitGroup
		defer gets.Wait()
		defer cancel()
		var slots [concurrent]chan answer
		started := 0
		for i := range rows {
			for ; started < min(len(rows), i+concurrent); started++ {
				slot, id := make(chan answer, 1), rows[started].ID
				slots[started%concurrent] = slot
				gets.Go(func() {
					details, err := get(ctx, id)
					slot <- answer{details, err}
				})
			}
			a := <-slots[i%concurrent]
			if e, ok := errors.AsType[*fault.Error](a.err); ok && e.Kind == fault.NotFound {
				a = answer{}
			}
			if !yield(a.details, a.err) || a.err != nil {
				return
			}
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(text []byte) (int, error) { return f(text) }

// UntilDone is w for as long as ctx lasts. Nothing interrupts a write that waits for
// somebody to read; it is then left behind, and the process is about to end.
func UntilDone(ctx context.Context, w io.Writer) io.Writer {
	return writerFunc(func(text []byte) (int, error) {
		text = bytes.Clone(text) // the caller may reuse its own
		done := make(chan error, 1)
		go func() {
			_, err := w.Write(text)
			done <- err
		}()
		select {
		case err := <-done:
			return len(text), err
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	})
}
