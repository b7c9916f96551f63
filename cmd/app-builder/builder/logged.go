package builder

import (
	"cmp"
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/endpoint"
	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// logged logs each request in one line, with an id that the answer has too. Nothing that a
// client can choose is in it.
func (srv *server) logged(next http.Handler) http.Handler {
	next = srv.metrics.count(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, id := time.Now(), uuid.NewString()
		w.Header().Set("X-Request-Id", id)
		answer, n := httpserver.Record(w), &note{}
		r = srv.tracer.Request(r)
		ctx := context.WithValue(r.Context(), noteKey{}, n)
		r = r.WithContext(ctx)
		returned := false
		defer func() {
			x := httpserver.Exchange{Method: httpserver.Method(r), Route: cmp.Or(r.Pattern, "other"), Status: answer.Outcome(returned)}
			srv.tracer.Answered(ctx, x)
			e := srv.log.Info().Str("id", id).Str("route", r.Pattern).Str("method", x.Method).Int("status", x.Status).
				Int64("ms", time.Since(began).Milliseconds())
			if slug := r.PathValue("slug"); appbuilder.CheckSlug(slug) == "" {
				e.Str("slug", slug)
			}
			n.write(e, streamhttp.TraceID(r.Header.Get("Traceparent")))
			e.Msg("request")
		}()
		next.ServeHTTP(answer, r)
		returned = true
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

// called counts a call of an app's tool, and notes it for the log. It is an [mcp.Observer].
func (srv *server) called(ctx context.Context, o mcp.Operation) (context.Context, func(fault.Kind)) {
	if o.Tool == "" {
		return ctx, func(fault.Kind) {}
	}
	began := time.Now()
	return ctx, func(kind fault.Kind) {
		srv.metrics.Called("tool", cmp.Or(string(kind), "ok"), time.Since(began)) // its name is its owner's
		n, ok := ctx.Value(noteKey{}).(*note)
		switch {
		case !ok:
		case kind == "":
			n.called("ok")
		default:
			n.called(endpoint.Code(kind))
		}
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

// write adds what is known of the message, and the trace that the header or else the message
// names.
func (n *note) write(e *zerolog.Event, trace string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if trace = cmp.Or(trace, n.message.Trace); trace != "" {
		e.Str("trace", trace)
	}
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
