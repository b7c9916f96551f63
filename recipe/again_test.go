package recipe_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// script is an API that answers writes and looks each from a list, the last of
// which repeats. A nil answer is a broken connection.
type script struct {
	writes, looks []http.HandlerFunc

	mu   sync.Mutex
	seen string // "W" for each write and "L" for each look
}

func (p *script) RoundTrip(r *http.Request) (*http.Response, error) {
	p.mu.Lock()
	kind, list := "L", p.looks
	if r.Method != http.MethodGet {
		kind, list = "W", p.writes
	}
	n := strings.Count(p.seen, kind)
	p.seen += kind
	p.mu.Unlock()
	answer := list[min(n, len(list)-1)]
	if answer == nil {
		return nil, io.ErrUnexpectedEOF
	}
	return apitest.InProcess(answer)(r)
}

func answers(list ...http.HandlerFunc) []http.HandlerFunc { return list }

const locked = `{"error":"database is locked","code":"DATABASE_ERROR"}`

// unnamed is what the original server answers to each failure of its database.
const unnamed = `{"error":"Database error occurred","code":"DATABASE_ERROR"}`

// lockedAnswers are the refusals that tell of a lock.
func lockedAnswers() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{
		"SQLite's words": apitest.AnswerWith(500, "application/json", locked),
		"a table":        apitest.AnswerWith(500, "application/json", `{"error":"error returned from database: (code: 262) database table is locked: recipes","code":"DATABASE_ERROR"}`),
		"the original":   apitest.AnswerWith(500, "application/json", unnamed),
		"no code":        apitest.AnswerWith(500, "application/json", `{"error":"Database is locked"}`),
		"plain text":     apitest.AnswerWith(500, "text/plain; charset=utf-8", "database is locked\n"),
	}
}

// listed answers with rows, dated now by a clock that is right.
func listed(rows string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		now := time.Now().UTC()
		w.Header().Set("Date", now.Format(http.TimeFormat))
		apitest.ReplyJSON(w, 200, strings.ReplaceAll(rows, "%s", now.Format(time.DateTime)))
	}
}

const soupRow = `[{"id":"` + someID + `","title":"Soup","created_at":"%s"}]`

// TestClient_lockedDatabase asserts that reads and updates go out again at once
// after a lock, more often and sooner than after other failures, and a create too
// where a look found nothing.
func TestClient_lockedDatabase(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		for name, lock := range lockedAnswers() {
			t.Run(e.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					good := apitest.AnswerWith(200, "application/json", e.good())
					p := &script{writes: answers(lock, lock, lock, lock, lock, lock, good)}
					p.looks = answers(apitest.AnswerWith(200, "application/json", "[]"))
					want := "WWWWWWW"
					switch e.method {
					case "GET":
						p.looks, want = p.writes, "LLLLLLL"
					case "POST":
						want = "WLWLWLWLWLWLW"
					}
					start := time.Now()
					got, err := e.call(t.Context(), dial(t, "http://api.example", over(p), retries(1)))
					if err != nil || string(got) != e.good() || p.seen != want {
						t.Errorf("%s, %v after %s, want %s", got, err, p.seen, want)
					}
					if waited := time.Since(start); waited < 500*time.Millisecond || waited > 2500*time.Millisecond {
						t.Errorf("waited %s", waited)
					}
				})
			})
		}
	}
}

func TestClient_lockedForGood(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		for body, cause := range map[string]string{locked: "locked by other writes", unnamed: "unavailable"} {
			t.Run(e.name+"/"+cause, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					lock := apitest.AnswerWith(500, "application/json", body)
					p := &script{writes: answers(lock), looks: answers(lock)}
					if e.method == "POST" {
						p.looks = answers(apitest.AnswerWith(200, "application/json", "[]"))
					}
					for _, tt := range []struct {
						limit time.Duration
						count int // at least
					}{{5 * time.Second, 5}, {10 * time.Minute, 26}} {
						p.seen = ""
						start := time.Now()
						_, err := e.call(t.Context(), dial(t, "http://api.example", over(p), retries(1), limit(tt.limit)))
						if waited := time.Since(start); waited > tt.limit || waited > 2*time.Minute {
							t.Errorf("it took %s", waited)
						}
						if len(p.seen) < tt.count {
							t.Errorf("%s within %s", p.seen, tt.limit)
						}
						if e.method == "GET" {
							apitest.CheckError(t, err, fault.Unavailable, 500, "database", cause)
							continue
						}
						apitest.CheckError(t, err, fault.UnknownOutcome, 500, "database", cause, "may or may not have been saved", "before retrying")
					}
					p.seen = ""
					_, err := e.call(t.Context(), dial(t, "http://api.example", over(p), retries(0)))
					if n := strings.Count(p.seen, "W"); err == nil || n > 1 || len(p.seen) > 2 {
						t.Errorf("%s, though nothing may be sent again: %v", p.seen, err)
					}
				})
			})
		}
	}
}

// TestCreate_afterALock goes through what can follow a create that met a
// lock. want is the order of writes and looks.
func TestCreate_afterALock(t *testing.T) {
	t.Parallel()
	lock := apitest.AnswerWith(500, "application/json", locked)
	failed := apitest.AnswerWith(500, "application/json", `{"error":"x","code":"INTERNAL_ERROR"}`)
	taken := apitest.AnswerWith(409, "application/json", `{"error":"Soup","code":"CONFLICT"}`)
	good := apitest.AnswerWith(201, "application/json", soup)
	none, ours := listed("[]"), listed(soupRow)
	old := apitest.AnswerWith(200, "application/json", strings.ReplaceAll(soupRow, "%s", "1999-01-01 12:00:00"))
	older := listed(strings.ReplaceAll(soupRow, "%s", "1999-01-01 12:00:00"))
	one := apitest.AnswerWith(200, "application/json", soup)
	other := apitest.AnswerWith(200, "application/json", strings.Replace(soup, `"ingredients":[]`, `"ingredients":[{"name":"leek"}]`, 1))
	tests := []struct {
		name          string
		writes, looks []http.HandlerFunc
		want          string
		kind          fault.Kind // "": created
		status        int
		words         string
	}{
		{name: "saved, and not to be read", writes: answers(lock), looks: answers(ours, one), want: "WLL"},
		{name: "refused, then saved", writes: answers(lock, good), looks: answers(none), want: "WLW"},
		{name: "refused, then saved and not to be read", writes: answers(lock, lock), looks: answers(none, ours, one), want: "WLWLL"},
		{name: "429 in between", writes: answers(lock, apitest.AnswerWith(429, "", ""), good), looks: answers(none), want: "WLWW"},
		{name: "the look is locked too", writes: answers(lock, good), looks: answers(lock, lock, none), want: "WLLLW"},
		{name: "seen late", writes: answers(lock, taken), looks: answers(none, ours, one), want: "WLWLL"},

		{name: "taken", writes: answers(lock, taken), looks: answers(none, old, old), want: "WLWLL", kind: fault.Conflict, status: 409, words: "already exists"},
		{name: "taken by another since", writes: answers(lock, taken), looks: answers(none, ours, other, ours), want: "WLWLLL", kind: fault.Conflict, status: 409, words: "already exists"},
		{name: "taken by what cannot be seen", writes: answers(lock, taken), looks: answers(none), want: "WLWLL", kind: fault.Conflict, status: 409, words: "cannot see"},
		{name: "taken, cannot look", writes: answers(lock, taken), looks: answers(none, apitest.AnswerWith(500, "", "")), want: "WLWLL", kind: fault.Conflict, status: 409, words: "already exists"},
		{name: "refused for good", writes: answers(lock, apitest.AnswerWith(400, "application/json", `{"error":"no soup"}`)), looks: answers(none), want: "WLWL", kind: fault.InvalidParams, status: 400, words: "no soup"},
		{name: "an older one there", writes: answers(lock, good), looks: answers(older, other, older), want: "WLLL", kind: fault.Conflict, status: 500, words: "already exists; choose another title"},
		{name: "an older one there after a lost answer", writes: answers(nil, good), looks: answers(older, other, older), want: "WLLL", kind: fault.Conflict, words: "already exists; choose another title"},
		{name: "an older one there, the same", writes: answers(lock, good), looks: answers(older, one), want: "WLL", kind: fault.UnknownOutcome, status: 500, words: "unknown whether"},
		{name: "there before", writes: answers(lock, good), looks: answers(old), want: "WL", kind: fault.UnknownOutcome, status: 500, words: "unknown whether"},
		{name: "another one there", writes: answers(lock, good), looks: answers(ours, other), want: "WLL", kind: fault.UnknownOutcome, status: 500, words: "not what was sent"},
		{name: "cannot look", writes: answers(lock, good), looks: answers(apitest.AnswerWith(500, "", "")), want: "WL", kind: fault.UnknownOutcome, status: 500, words: "Checking whether it was saved failed too"},
		{name: "lost", writes: answers(nil, good), looks: answers(none), want: "WL", kind: fault.UnknownOutcome, words: "did not find it"},
		{name: "lost after a lock", writes: answers(lock, nil, good), looks: answers(none), want: "WLWL", kind: fault.UnknownOutcome, words: "did not find it"},
		{name: "502 after a lock", writes: answers(lock, apitest.AnswerWith(502, "", ""), good), looks: answers(none), want: "WLWL", kind: fault.UnknownOutcome, status: 502, words: "did not find it"},
		{name: "503 after a lock", writes: answers(lock, apitest.AnswerWith(503, "", ""), good), looks: answers(none), want: "WLWL", kind: fault.UnknownOutcome, status: 503, words: "did not find it"},
		{name: "another 500", writes: answers(failed, good), looks: answers(none), want: "WL", kind: fault.UnknownOutcome, status: 500, words: "did not find it"},
		{name: "another 500 after a lock", writes: answers(lock, failed, good), looks: answers(none), want: "WLWL", kind: fault.UnknownOutcome, status: 500, words: "did not find it"},
		{name: "a page that speaks of locks", writes: answers(apitest.AnswerWith(500, "text/html", "<p>database is locked</p>"), good), looks: answers(none), want: "WL", kind: fault.UnknownOutcome, status: 500},
		{name: "503 that speaks of locks", writes: answers(apitest.AnswerWith(503, "application/json", locked), good), looks: answers(none), want: "W", kind: fault.Unavailable, status: 503},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := &script{writes: tt.writes, looks: tt.looks}
				got, err := dial(t, "http://api.example", over(p), retries(3)).Create(t.Context(), json.RawMessage(`{"title":"Soup"}`))
				if p.seen != tt.want {
					t.Errorf("writes and looks %s, want %s", p.seen, tt.want)
				}
				if tt.kind == "" {
					if err != nil || string(got) != soup {
						t.Errorf("got %s, %v", got, err)
					}
					return
				}
				apitest.CheckError(t, err, tt.kind, tt.status, tt.words)
			})
		})
	}
}

// TestUpdate_sentAgain asserts that an update whose answer was lost goes
// out again only onto what the caller saw before it.
func TestUpdate_sentAgain(t *testing.T) {
	t.Parallel()
	const (
		before  = `{"id":"` + someID + `","title":"Soup","servings":2,"updated_at":"2026-02-10 12:00:00"}`
		changed = `{"id":"` + someID + `","title":"Soup","servings":3,"updated_at":"2026-02-10 12:00:00"}`
		after   = `{"id":"` + someID + `","title":"Soup","servings":4,"updated_at":"2026-02-10 12:00:01"}`
	)
	is := func(recipe string) http.HandlerFunc { return apitest.AnswerWith(200, "application/json", recipe) }
	gone := apitest.AnswerWith(504, "text/html", apitest.Page)
	lock := apitest.AnswerWith(500, "application/json", locked)
	failed := apitest.AnswerWith(500, "", "")
	tests := []struct {
		name   string
		blind  bool // the caller has not seen the recipe
		writes []http.HandlerFunc
		looks  []http.HandlerFunc // after that of the caller
		want   string
		words  string // "": updated
	}{
		{name: "reset", writes: answers(nil, is(after)), looks: answers(is(before)), want: "WLW"},
		{name: "504", writes: answers(gone, is(after)), looks: answers(is(before)), want: "WLW"},
		{name: "twice", writes: answers(gone, nil, is(after)), looks: answers(is(before)), want: "WLWLW"},
		{name: "done", writes: answers(gone), looks: answers(is(after)), want: "WL"},
		{name: "done the second time", writes: answers(gone), looks: answers(is(before), is(after)), want: "WLWL"},
		{name: "locked in between", writes: answers(gone, lock, is(after)), looks: answers(is(before)), want: "WLWW"},
		{name: "refused the second time", writes: answers(gone, apitest.AnswerWith(400, "application/json", `{"error":"no"}`)), looks: answers(is(before)), want: "WLWL", words: "no"},
		{name: "changed by another", writes: answers(gone, is(after)), looks: answers(is(changed)), want: "WL", words: "without what was sent"},
		{name: "changed by another later", writes: answers(gone, gone, is(after)), looks: answers(is(before), is(changed)), want: "WLWL", words: "without what was sent"},
		{name: "removed by another", writes: answers(gone, is(after)), looks: answers(apitest.AnswerWith(404, "application/json", `{"error":"x"}`)), want: "WL", words: "no recipe with that id"},
		{name: "not to be seen", writes: answers(gone, is(after)), looks: answers(failed), want: "WL", words: "Checking whether it was saved failed too"},
		{name: "as often as allowed", writes: answers(gone), looks: answers(is(before)), want: "WLWLWLWL", words: "without what was sent"},
		{name: "not seen before", blind: true, writes: answers(gone, is(after)), looks: answers(is(before)), want: "WL", words: "without what was sent"},
		{name: "not seen before, done", blind: true, writes: answers(gone), looks: answers(is(after)), want: "WL"},
		{name: "an answer without sense", writes: answers(is("{}"), is(after)), looks: answers(is(before)), want: "WL", words: "without what was sent"},
		{name: "500", writes: answers(failed, is(after)), looks: answers(is(before)), want: "WL", words: "without what was sent"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := &script{writes: tt.writes, looks: answers(is(before))}
				c := dial(t, "http://api.example", over(p), retries(3))
				if !tt.blind {
					if _, err := c.Get(t.Context(), someID); err != nil {
						t.Fatal(err)
					}
				}
				p.looks, p.seen = tt.looks, ""
				got, err := c.Update(t.Context(), someID, json.RawMessage(`{"servings":4}`))
				if p.seen != tt.want {
					t.Errorf("writes and looks %s, want %s", p.seen, tt.want)
				}
				if tt.words == "" {
					if err != nil || string(got) != after {
						t.Errorf("got %s, %v", got, err)
					}
				} else if err == nil || !strings.Contains(err.Error(), tt.words) {
					t.Errorf("got %s, %v, want %q", got, err, tt.words)
				}
			})
		})
	}
}

// TestUpdate_sightsOfUpdates has an update whose answer is what the caller
// saw last.
func TestUpdate_sightsOfUpdates(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const four, five = `{"id":"` + someID + `","title":"Soup","servings":4}`, `{"id":"` + someID + `","title":"Soup","servings":5}`
		p := &script{
			writes: answers(apitest.AnswerWith(200, "", four), nil, apitest.AnswerWith(200, "", five), nil),
			looks:  answers(apitest.AnswerWith(200, "", four)),
		}
		c := dial(t, "http://api.example", over(p), retries(3))
		for _, body := range []string{`{"servings":4}`, `{"servings":5}`} {
			if _, err := c.Update(t.Context(), someID, json.RawMessage(body)); err != nil {
				t.Error(err)
			}
		}
		if p.seen != "WWLW" {
			t.Errorf("writes and looks %s", p.seen)
		}
		// What is there now is not what was seen last.
		_, err := c.Update(t.Context(), someID, json.RawMessage(`{"servings":6}`))
		apitest.CheckError(t, err, fault.UnknownOutcome, 0, "without what was sent")
		if p.seen != "WWLWWL" {
			t.Errorf("writes and looks %s", p.seen)
		}
	})
}

// TestClient_cancelBeforeALook asserts that nothing is asked any more when the
// call is cancelled while it waits to look.
func TestClient_cancelBeforeALook(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]http.HandlerFunc{"locked": apitest.AnswerWith(500, "application/json", locked), "gone": apitest.AnswerWith(504, "", "")} {
		for _, e := range endpoints()[2:] {
			if name == "gone" && e.method == "POST" {
				continue // it is not sent again, and so looked for without a wait
			}
			synctest.Test(t, func(t *testing.T) {
				p := &script{writes: answers(answer), looks: answers(apitest.AnswerWith(200, "application/json", soup))}
				c := dial(t, "http://api.example", over(p), retries(3))
				if _, err := c.Get(t.Context(), someID); err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(5*time.Millisecond, cancel)
				_, err := e.call(ctx, c)
				if !errors.Is(err, context.Canceled) || p.seen != "LW" {
					t.Errorf("%s, %s: %v after %s", name, e.name, err, p.seen)
				}
				apitest.CheckError(t, err, fault.UnknownOutcome, statusOf(err), "may or may not have been saved")
			})
		}
	}
}

func statusOf(err error) int {
	e, _ := errors.AsType[*fault.Error](err)
	return e.Status
}
