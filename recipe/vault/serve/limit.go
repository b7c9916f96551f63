package serve

import (
	"crypto/sha256"
	"math"
	"net/http"
	"strconv"
	"time"

	"golang.org/x/time/rate"

	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
)

// mostKeys bounds the memory for keys: those used last.
const mostKeys = 10_000

// limited refuses requests with a key that was used more often than perSecond times in a
// second, and twice that at once. Those whose key isn't known to be good pass: they are
// refused for that, and must not fill the table. 0 limits nothing.
func limited(next http.Handler, perSecond int, admits func(http.Header) bool, now func() time.Time) http.Handler {
	if perSecond == 0 {
		return next
	}
	each := httpserver.Rate{Each: rate.Limit(perSecond), Burst: 2 * perSecond}
	buckets := httpserver.NewBuckets[[sha256.Size]byte](mostKeys, now)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !admits(r.Header) {
			next.ServeHTTP(w, r)
			return
		}
		wait := buckets.Take(sha256.Sum256([]byte(r.Header.Get("X-Api-Key"))), each)
		if wait == 0 {
			next.ServeHTTP(w, r)
			return
		}
		seconds := strconv.Itoa(int(math.Ceil(wait.Seconds())))
		r.Pattern = "limit"
		w.Header().Set("Retry-After", seconds)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusTooManyRequests)
		// A client that went away takes no answer; there is no one left to tell.
		_, _ = w.Write([]byte(`{"error":"Too many requests were made with this key. Try again in ` + seconds + ` s.","code":"RATE_LIMITED"}`))
	})
}
