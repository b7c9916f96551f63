package apiclient_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const mib = 1 << 20

// long is a valid answer of n bytes.
func long(n int) []byte { return append(append([]byte{'"'}, bytes.Repeat([]byte("x"), n-2)...), '"') }

// shelf answers each request with body; its length is announced if known.
func shelf(body []byte, known bool) apitest.Transport {
	return func(r *http.Request) (*http.Response, error) {
		length := int64(-1)
		if known {
			length = int64(len(body))
		}
		return &http.Response{
			StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Request: r,
			ContentLength: length, Body: io.NopCloser(bytes.NewReader(body)),
		}, nil
	}
}

func (c *client) long(ctx context.Context) error {
	got, err := c.Do(ctx, apiclient.Request{Method: http.MethodGet, Path: []string{"api", "books"}, As: c.as})
	if err == nil && len(got.Body) == 0 {
		err = errors.New("the answer is empty")
	}
	return err
}

// TestHold_OthersWait has callers hold as many long answers as there is room for.
// Others wait, in their order, until one is released; short answers don't.
func TestHold_OthersWait(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		known  bool
		budget int64
	}{
		// While one is read it takes three times its length, and then that.
		"of known length":   {true, 9 * mib},
		"of unknown length": {false, 100 * mib},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := dial(t, "http://api.example", over(shelf(long(2*mib), row.known)))
				c.SetBudget(row.budget)
				var releases []func()
				for range 2 {
					ctx, release := apiclient.Hold(t.Context())
					if err := c.long(ctx); err != nil {
						t.Fatal(err)
					}
					releases = append(releases, release)
				}
				var order []int
				var waiting sync.WaitGroup
				for i := range 3 {
					waiting.Go(func() {
						ctx, release := apiclient.Hold(t.Context())
						if err := c.long(ctx); err != nil {
							t.Error(err)
						}
						order = append(order, i)
						time.Sleep(time.Second)
						release()
					})
					synctest.Wait()
				}
				if len(order) > 0 {
					t.Errorf("%v did not wait", order)
				}
				releases[0]()
				releases[0]() // gives back nothing twice
				waiting.Wait()
				if !slices.Equal(order, []int{0, 1, 2}) {
					t.Errorf("answered in the order %v", order)
				}
				releases[1]()
				if !c.BudgetFree(row.budget) {
					t.Error("room was not given back")
				}
			})
		})
	}
}

// TestHold_ShortAnswersNeedNoRoom has all room taken.
func TestHold_ShortAnswersNeedNoRoom(t *testing.T) {
	t.Parallel()
	for _, known := range []bool{true, false} {
		c := dial(t, "http://api.example", over(shelf(long(mib), known)))
		c.SetBudget(0)
		ctx, release := apiclient.Hold(t.Context())
		if err := c.long(ctx); err != nil {
			t.Errorf("length known %v: %v", known, err)
		}
		release()
	}
}

// TestHold_WaitsWithinTheTime has room that nobody gives back.
func TestHold_WaitsWithinTheTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := dial(t, "http://api.example", over(shelf(long(2*mib), true)), retries(3))
		c.SetBudget(7 * mib)
		ctx, release := apiclient.Hold(t.Context())
		if err := c.long(ctx); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		late, releaseLate := apiclient.Hold(t.Context())
		err := c.long(late)
		if e, ok := errors.AsType[*fault.Error](err); !ok || e.Kind != fault.Timeout || time.Since(began) != 20*time.Second {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		releaseLate()
		release()
		if !c.BudgetFree(7 * mib) {
			t.Error("room was not given back")
		}
	})
}

// TestHold_GivesBack has answers that come to nothing. None keeps room.
func TestHold_GivesBack(t *testing.T) {
	t.Parallel()
	const budget = 7 * mib
	good := long(2 * mib)
	for name, row := range map[string]struct {
		bodies [][]byte // of the attempts
		check  error
		held   bool
	}{
		"not held":         {bodies: [][]byte{good}},
		"cut, then whole":  {bodies: [][]byte{good[:mib+9], good[:mib+9], good}, held: true},
		"cut":              {bodies: [][]byte{good[:mib+9], good[:mib+9], good[:mib+9]}, held: true},
		"not JSON":         {bodies: [][]byte{bytes.Repeat([]byte("<"), 2*mib)}, held: true},
		"of another shape": {bodies: [][]byte{good}, check: apiclient.ErrShape, held: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var attempts atomic.Int32
				c := dial(t, "http://api.example", retries(2), over(apitest.Transport(func(r *http.Request) (*http.Response, error) {
					body := row.bodies[attempts.Add(1)-1]
					res, err := shelf(body, true)(r)
					res.ContentLength = 2 * mib
					if len(body) < 2*mib {
						res.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body), &cut{}))
					}
					return res, err
				})))
				c.SetBudget(budget)
				ctx, release := t.Context(), func() {}
				if row.held {
					ctx, release = apiclient.Hold(ctx)
				}
				_, err := c.Do(ctx, apiclient.Request{
					Method: http.MethodGet, Path: []string{"api", "books"}, As: c.as,
					Check: func(_ *apiclient.Request, body []byte) ([]byte, error) { return body, row.check },
				})
				if int(attempts.Load()) != len(row.bodies) {
					t.Errorf("%d attempts: %v", attempts.Load(), err)
				}
				if row.held && err == nil {
					if c.BudgetFree(budget) {
						t.Error("the answer has no room")
					}
					release()
				}
				if !c.BudgetFree(budget) {
					t.Errorf("room was not given back after %v", err)
				}
				release()
			})
		})
	}
}

// cut is the end of a body that breaks off.
type cut struct{}

func (*cut) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
