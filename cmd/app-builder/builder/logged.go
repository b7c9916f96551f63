package builder

import (
	"cmp"
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"mcp-adapters/appbuilder"
	"mcp-adapters/appbuilder/endpoint"
	"mcp-adapters/jsonrpc/streamhttp"
	"mcp-adapters/mcp"
)

// logged logs each request in one line, with an id that the answer has too. Nothing that a
// client can choose is in it.
func (srv *server) logged(next http.Handler) http.Handler {
	next = srv.metrics.count(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, id := time.Now(), uuid.NewString()
		w.Header().Set("X-Request-Id", id)
		answer, n := &response{ResponseWriter: w}, &note{}
		ctx := mcp.Observe(context.WithValue(r.Context(), noteKey{}, n), func(o mcp.Observed) {
			o.Tool = "tool" // its name is its owner's
			srv.metrics.Called(o)
			n.called(cmp.Or(string(o.Kind), "ok"))
		})
		r = r.WithContext(ctx)
		defer func() {
			e := srv.log.Info().Str("id", id).Str("route", r.Pattern).Str("method", r.Method).Int("status", cmp.Or(answer.status, http.StatusOK)).
				Int64("ms", time.Since(began).Milliseconds())
			if slug := r.PathValue("slug"); appbuilder.CheckSlug(slug) == "" {
				e.Str("slug", slug)
			}
			n.write(e)
			e.Msg("request")
		}()
		next.ServeHTTP(answer, r)
	})
}

// observe counts a message, and notes it for the log.
func (srv *server) observe(ctx context.Context, m streamhttp.Event) {
	srv.metrics.Observe(m)
	if n, ok := ctx.Value(noteKey{}).(*note); ok {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.message, n.version = m, endpoint.Version(ctx)
	}
}

// note is what the line about a request says of its message.
type note struct {
	mu      sync.Mutex // a call that was given up may end after its request
	message streamhttp.Event
	version int
	call    string // how the tool has answered
}

type noteKey struct{}

func (n *note) called(outcome string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.call = outcome
}

func (n *note) write(e *zerolog.Event) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.message.Method != "" {
		e.Str("mcp", n.message.Method)
	}
	if n.version != 0 {
		e.Int("version", n.version)
	}
	if n.message.Code != 0 {
		e.Int("code", int(n.message.Code))
	}
	if n.call != "" {
		e.Str("call", n.call)
	}
}

// response notes the status of an answer.
type response struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements [http.ResponseWriter].
func (w *response) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (w *response) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(p)
}

// Unwrap is for [http.ResponseController].
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }
