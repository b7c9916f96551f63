package httpserver

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/requestid"
)

// Exchange is a request that has been answered. Clients choose nothing in it but ID, so that all of it
// can be logged, and all but ID can be the label of a metric.
type Exchange struct {
	ID     string // see package requestid
	Method string // "other" if it is none of HTTP's
	Route  string // the path of the pattern that has matched, "other" for none
	Status int
	Took   time.Duration
}

// Observe calls done after next has answered a request. It gives the request's context and its answer
// the id of the request.
func Observe(next http.Handler, done func(context.Context, Exchange)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, id := time.Now(), requestid.Of(r.Header)
		w.Header().Set(requestid.Header, id)
		answer := Record(w)
		ctx := requestid.With(r.Context(), id)
		r = r.WithContext(ctx)
		returned := false
		defer func() {
			done(ctx, Exchange{ID: id, Method: Method(r), Route: route(r), Status: answer.Outcome(returned), Took: time.Since(began)})
		}()
		next.ServeHTTP(answer, r)
		returned = true
	})
}

// route returns the path of the pattern that has matched.
func route(r *http.Request) string {
	path := r.Pattern[strings.IndexByte(r.Pattern, ' ')+1:]
	if path == "" || path == "/" { // which matches every unknown path
		return "other"
	}
	return path
}

// Method is the method of a request, "other" if it is none of HTTP's.
func Method(r *http.Request) string {
	methods := []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions}
	if !slices.Contains(methods, r.Method) {
		return "other"
	}
	return r.Method
}

// Recorder notes the status of an answer, for logs and metrics. [http.ResponseController] reaches the
// writer that it wraps.
type Recorder struct {
	http.ResponseWriter
	Status int // 0: nothing was answered yet
}

// Record returns a Recorder for w: w itself, if it is one.
func Record(w http.ResponseWriter) *Recorder {
	if r, ok := w.(*Recorder); ok {
		return r
	}
	return &Recorder{ResponseWriter: w}
}

// WriteHeader implements [http.ResponseWriter].
func (r *Recorder) WriteHeader(status int) {
	if r.Status == 0 {
		r.Status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (r *Recorder) Write(p []byte) (int, error) {
	if r.Status == 0 {
		r.Status = http.StatusOK
	}
	return r.ResponseWriter.Write(p)
}

// Outcome is the status of an answer after its handler has returned or, if it has not returned, has
// panicked: the client of a panic gets no answer unless there was one.
func (r *Recorder) Outcome(returned bool) int {
	switch {
	case r.Status != 0:
		return r.Status
	case returned:
		return http.StatusOK
	}
	return http.StatusInternalServerError
}

// ReadFrom lets a file be sent without copying it through the process.
func (r *Recorder) ReadFrom(from io.Reader) (int64, error) {
	if r.Status == 0 {
		r.Status = http.StatusOK
	}
	return io.Copy(r.ResponseWriter, from)
}

// Unwrap is for [http.ResponseController].
func (r *Recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
