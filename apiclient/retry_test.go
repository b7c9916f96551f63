package apiclient_test

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"

	"github.com/jarcoal/httpmock"
)

// failFirst answers the first n requests of a method as fail does, the others well.
func failFirst(n int32, e endpoint, fail http.HandlerFunc) (http.HandlerFunc, *atomic.Int32) {
	var count atomic.Int32
	return func(w http.ResponseWriter, r *http.Request) {
		if count.Add(1) <= n {
			fail(w, r)
			return
		}
		apitest.ReplyJSON(w, http.StatusOK, e.good())
	}, &count
}

// TestClient_databaseAway: an API that answers 503 since its database is away has waited for
// that already.
func TestClient_databaseAway(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			h, count := failFirst(1, e, apitest.AnswerWith(503, "application/json", `{"error":"try again","code":"DATABASE_ERROR"}`))
			_, err := e.call(t.Context(), dial(t, "http://api.example", over(apitest.InProcess(h)), retries(3)))
			if apitest.CheckError(t, err, fault.Unavailable, 503); count.Load() != 1 {
				t.Errorf("%d requests", count.Load())
			}
		})
	}
}

func TestClient_retriesByMethod(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		for status, retried := range map[int]bool{
			400: false, 401: false, 403: false, 404: false, 409: false, 413: false, 422: false,
			429: true, 500: false, 501: false, 502: e.method == "GET", 503: e.method != "POST", 504: e.method == "GET", 522: false,
		} {
			t.Run(e.name+"/"+strconv.Itoa(status), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					h, count := failFirst(3, e, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
					c := dial(t, "http://api.example", over(apitest.InProcess(h)), retries(3))
					start := time.Now()
					_, err := e.call(t.Context(), c)
					waited := time.Since(start)
					if !retried {
						if err == nil && status < 500 {
							t.Error("no error")
						}
						if waited > 0 && status < 500 {
							t.Errorf("waited %s", waited)
						}
						return
					}
					if err != nil || count.Load() != 4 {
						t.Fatalf("%d requests, error %v", count.Load(), err)
					}
					if waited < 1400*time.Millisecond || waited > 2100*time.Millisecond {
						t.Errorf("waited %s, want 200+400+800 ms and up to half more", waited)
					}
				})
			})
		}
	}
}

func TestClient_givesUpAfterItsRetries(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h, count := failFirst(99, endpoints()[0], func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) })
		_, err := dial(t, "http://api.example", over(apitest.InProcess(h)), retries(2)).list(t.Context())
		apitest.CheckError(t, err, fault.Unavailable, 503)
		if count.Load() != 3 {
			t.Errorf("%d requests, want 3", count.Load())
		}
	})
}

// A request that is to be sent once is, also after answers that prove that nothing was
// done; so is one that can't be sent.
func TestClient_once(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var count atomic.Int32
		for name, answer := range map[string]apitest.Transport{
			"429":       apitest.InProcess(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(429) }),
			"no answer": func(*http.Request) (*http.Response, error) { return nil, errors.New("down") },
		} {
			count.Store(0)
			c := dial(t, "http://api.example", over(apitest.Transport(func(r *http.Request) (*http.Response, error) {
				count.Add(1)
				return answer(r)
			})), retries(3))
			r := endpoints()[2].request(c)
			r.Once, r.Look = true, nil
			if _, err := c.Do(t.Context(), r); err == nil || count.Load() != 1 {
				t.Errorf("%s: %d requests, error %v", name, count.Load(), err)
			}
		}
	})
}

// A system bounds the wait that a call takes upon itself.
func TestClient_maxWait(t *testing.T) {
	t.Parallel()
	for after, requests := range map[string]int32{"2": 2, "3": 1} {
		synctest.Test(t, func(t *testing.T) {
			h, count := failFirst(1, endpoints()[0], func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After", after)
				w.WriteHeader(429)
			})
			c := dial(t, "http://api.example", over(apitest.InProcess(h)), retries(3), func(s *settings) { s.System.MaxWait = 2 * time.Second })
			_, err := c.list(t.Context())
			if requests == 1 {
				apitest.CheckError(t, err, fault.Unavailable, 429, "asked for a wait of 3s")
			} else if err != nil {
				t.Error(err)
			}
			if count.Load() != requests {
				t.Errorf("Retry-After %s: %d requests, want %d", after, count.Load(), requests)
			}
		})
	}
}

func TestClient_retryAfter(t *testing.T) {
	t.Parallel()
	date := func(after time.Duration) string {
		return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(after).Format(http.TimeFormat)
	}
	tests := []struct {
		name, header string
		waits, asked time.Duration // asked: the call ends at once, and says so
		status       int
	}{
		{name: "seconds", header: "7", waits: 7 * time.Second, status: 429},
		{name: "date by the server's clock", header: date(9 * time.Second), waits: 9 * time.Second, status: 503},
		{name: "date gone by", header: date(-time.Hour), waits: 200 * time.Millisecond, status: 429},
		{name: "zero", header: "0", waits: 200 * time.Millisecond, status: 429},
		{name: "nonsense", header: "soon", waits: 200 * time.Millisecond, status: 429},
		{name: "negative", header: "-5", waits: 200 * time.Millisecond, status: 429},
		{name: "for longer than a number", header: "99999999999999999999", asked: 24 * time.Hour, status: 429},
		{name: "longer than the call", header: "30", asked: 30 * time.Second, status: 429},
		{name: "longer than the call, 503", header: "120", asked: 120 * time.Second, status: 503},
		{name: "for ever", header: "9223372036854775807", asked: 24 * time.Hour, status: 429},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h, count := failFirst(1, endpoints()[0], func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Date", date(0))
					w.Header().Set("Retry-After", tt.header)
					w.WriteHeader(tt.status)
				})
				start := time.Now()
				_, err := dial(t, "http://api.example", over(apitest.InProcess(h)), retries(3)).list(t.Context())
				waited := time.Since(start)
				if tt.asked > 0 {
					e := apitest.InspectError(t, err, fault.Unavailable, tt.status, "asked for a wait of "+tt.asked.String())
					if e.RetryAfter != tt.asked || waited != 0 || count.Load() != 1 {
						t.Errorf("RetryAfter %s, waited %s, %d requests", e.RetryAfter, waited, count.Load())
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				if waited < tt.waits || waited > tt.waits*3/2 {
					t.Errorf("waited %s, want %s", waited, tt.waits)
				}
			})
		})
	}
}

func TestClient_timeLimit(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				_, err := e.call(t.Context(), dial(t, "http://api.example", over(apitest.Transport(apitest.Hang)), limit(30*time.Second)))
				if waited := time.Since(start); waited != 30*time.Second {
					t.Errorf("it took %s", waited)
				}
				if e.method == "GET" {
					apitest.CheckError(t, err, fault.Timeout, 0, service+" did not answer within 30s")
					return
				}
				// Two thirds for the write, the rest for looking.
				apitest.CheckError(t, err, fault.UnknownOutcome, 0, "no answer came within 20s", "within 10s")
			})
		})
	}
}

func TestClient_callersDeadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		_, err := dial(t, "http://api.example", over(apitest.Transport(apitest.Hang))).list(ctx)
		apitest.CheckError(t, err, fault.Timeout, 0, "within 3s")
	})
}

func TestClient_cancel(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var count atomic.Int32
				rt := apitest.Transport(func(r *http.Request) (*http.Response, error) {
					count.Add(1)
					return apitest.Hang(r)
				})
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(time.Second, cancel)
				_, err := e.call(ctx, dial(t, "http://api.example", over(rt), retries(3)))
				if !errors.Is(err, context.Canceled) {
					t.Errorf("%v does not wrap context.Canceled", err)
				}
				if count.Load() != 1 {
					t.Errorf("%d requests: it looked, or tried again", count.Load())
				}
				if e.method == "GET" {
					apitest.CheckError(t, err, fault.Internal, 0, "cancelled")
					return
				}
				apitest.CheckError(t, err, fault.UnknownOutcome, 0, "cancelled", "Check before retrying.")
			})
		})
	}
}

// TestClient_cancelWhileWaiting asserts that a wait between attempts ends with
// the call.
func TestClient_cancelWhileWaiting(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		synctest.Test(t, func(t *testing.T) {
			h, count := failFirst(9, e, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After", "9")
				w.WriteHeader(429)
			})
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			_, err := e.call(ctx, dial(t, "http://api.example", over(apitest.InProcess(h)), retries(3)))
			apitest.CheckError(t, err, fault.Internal, 0, "cancelled")
			if !errors.Is(err, context.Canceled) || count.Load() != 1 {
				t.Errorf("%v after %d requests", err, count.Load())
			}
		})
	}
}

// TestClient_brokenTransport asserts that a connection error is retried, but a
// POST whose transport cannot tell whether it was sent is not.
func TestClient_brokenTransport(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		synctest.Test(t, func(t *testing.T) {
			mock := httpmock.NewMockTransport()
			mock.RegisterNoResponder(httpmock.NewErrorResponder(errors.New(`broken by "secret text"`)))
			_, err := e.call(t.Context(), dial(t, "http://api.example", over(mock), retries(2)))
			calls := mock.GetTotalCallCount()
			switch e.method {
			case "GET":
				e := apitest.InspectError(t, err, fault.Unavailable, 0, "could not be reached at api.example")
				if calls != 3 || e.Err.Error() != "broken by" {
					t.Errorf("%d requests, cause %q", calls, e.Err)
				}
			default: // one attempt and three looks
				apitest.CheckError(t, err, fault.UnknownOutcome, 0, "may or may not have been saved")
				if calls != 4 {
					t.Errorf("%d requests, want 4", calls)
				}
			}
		})
	}
}
