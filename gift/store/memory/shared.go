package memory

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// shared returns what value points to. If that is nil, it calls fill, once for all that wait
// for it, and the value stays unless fill failed. A caller that gives up doesn't end the work.
func shared[T any](ctx context.Context, s *Store, value *atomic.Pointer[T], name string, fill func(context.Context) (*T, error)) (*T, error) {
	if v := value.Load(); v != nil {
		return v, nil
	}
	once := func() (_ any, err error) {
		defer func() {
			if p := recover(); p != nil {
				err = &fault.Error{Kind: fault.Internal, Message: "The gifts can't be searched.", Err: fmt.Errorf("panic: %v", p)}
			}
		}()
		if v := value.Load(); v != nil { // made since the look above
			return v, nil
		}
		v, err := fill(s.end)
		if err == nil {
			value.CompareAndSwap(nil, v)
		}
		return value.Load(), err
	}
	failed := make(chan error, 1)
	s.work.Go(func() {
		_, err, _ := s.once.Do(name, once)
		failed <- err
	})
	select {
	case err := <-failed:
		return value.Load(), err
	case <-ctx.Done():
		return nil, store.GivenUp(ctx)
	}
}
