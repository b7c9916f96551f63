package serve

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// TestLimited counts by key, and not at all who has none that is good.
func TestLimited(t *testing.T) {
	t.Parallel()
	now := time.Now()
	h := limited(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), 2,
		func(h http.Header) bool { return h.Get("X-API-Key") != "wrong" }, func() time.Time { return now })
	ask := func(key string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/api/recipes", nil)
		r.Header.Set("X-API-Key", key)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	for _, key := range []string{"one", "two"} {
		for i := range 6 {
			want := http.StatusOK
			if i >= 4 {
				want = http.StatusTooManyRequests
			}
			if w := ask(key); w.Code != want || (w.Header().Get("Retry-After") == "1") != (i >= 4) {
				t.Errorf("request %d of %s: %d, Retry-After %q", i, key, w.Code, w.Header().Get("Retry-After"))
			}
		}
	}
	for range 20 {
		if w := ask("wrong"); w.Code != http.StatusOK {
			t.Fatalf("a key that isn't good: %d", w.Code)
		}
	}
	if now = now.Add(500 * time.Millisecond); ask("one").Code != http.StatusOK || ask("one").Code != http.StatusTooManyRequests {
		t.Error("half a second is not one more request")
	}
}
