package httpserver

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/requestid"
)

// Exchange is a request that has been answered. Nothing in it but ID is what a client can
// choose, so that all of it can be logged, and all but ID can be the label of a metric.
type Exchange struct {
	ID     string // of the request; see package requestid
	Method string // "other" if it is none of HTTP's
	Route  string // the pattern that a handler has left in the request, "other" for none
	Status int
	Took   time.Duration
}

// Observe calls done when next has answered a request. Its context and its answer have the
// id of the request.
func Observe(next http.Handler, done func(context.Context, Exchange)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, id := time.Now(), requestid.Of(r.Header)
		w.Header().Set(requestid.Header, id)
		answer := Record(w)
		ctx := requestid.With(r.Context(), id)
		r = r.WithContext(ctx)
		returned := false
		defer func() {
			done(ctx, Exchange{ID: id, Method: Method(r), Route: cmp.Or(r.Pattern, "other"), Status: answer.Outcome(returned), Took: time.Since(began)})
		}()
		next.ServeHTTP(answer, r)
		returned = true
	})
}

// Method is the method of a request, "other" if it is none of HTTP's.
func Method(r *http.Request) string {
	methods := []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions}
	if !slices.Contains(methods, r.Method) {
		return "other"
	}
	return r.Method
}
