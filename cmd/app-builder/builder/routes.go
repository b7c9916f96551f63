package builder

import (
	"cmp"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"mcp-adapters/appbuilder"
	"mcp-adapters/mcp"
)

// routes is all that is served.
func (srv *server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { answerHealth(w, true) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) { answerHealth(w, srv.ready(r)) })
	mux.Handle("/servers/", srv.logged(srv.endpoint))
	mux.Handle("/api/", timed(srv.site.Handler()))
	mux.Handle("/", timed(srv.site.Guard(http.HandlerFunc(front))))
	return mux
}

// Limits of requests to pages and the API, which give streams times of their own.
const (
	readLimit  = time.Minute
	writeLimit = 2 * time.Minute
)

func timed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, now := http.NewResponseController(w), time.Now()
		_ = c.SetReadDeadline(now.Add(readLimit)) // a connection without limits is one of a test
		_ = c.SetWriteDeadline(now.Add(writeLimit))
		next.ServeHTTP(w, r)
	})
}

// ready reports whether apps can be served.
func (srv *server) ready(r *http.Request) bool {
	select {
	case <-srv.stopping:
		return false
	default:
	}
	err := answers(r.Context(), srv.store, answerLimit)
	if err != nil {
		srv.log.Warn().Err(err).Msg("the database can't be used")
	}
	return err == nil
}

// answerHealth says no more than that: a cause is for the log.
func answerHealth(w http.ResponseWriter, well bool) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	text := "ok\n"
	if !well {
		w.WriteHeader(http.StatusServiceUnavailable)
		text = "unavailable\n"
	}
	_, _ = w.Write([]byte(text)) // who asked may have gone
}

// logged logs each request in one line, with an id that the answer has too.
func (srv *server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, id := time.Now(), uuid.NewString()
		w.Header().Set("X-Request-Id", id)
		noted := &response{ResponseWriter: w}
		var outcome atomic.Value // a call that was given up may end after its request
		r = r.WithContext(mcp.Observe(r.Context(), func(o mcp.Observed) {
			o.Tool = "tool" // its name is its owner's
			srv.metrics.Called(o)
			outcome.Store(cmp.Or(string(o.Kind), "ok"))
		}))
		defer func() {
			e := srv.log.Info().Str("id", id).Str("route", r.Pattern).Str("method", r.Method).Int("status", noted.status).
				Int64("ms", time.Since(began).Milliseconds())
			if slug := r.PathValue("slug"); appbuilder.CheckSlug(slug) == "" {
				e = e.Str("slug", slug)
			}
			if call, ok := outcome.Load().(string); ok {
				e = e.Str("call", call)
			}
			e.Msg("request")
		}()
		next.ServeHTTP(noted, r)
	})
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

// front stands where the pages of the editor go.
func front(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte(frontText)) // who asked may have gone
}

const frontText = `app-builder makes apps of a description, and publishes them as MCP servers.

  POST /api/generate  {"prompt": "…"}        makes an app
  POST /api/chat      {"message": "…"}       changes it
  GET  /api/current                          shows it
  POST /api/publish   {}                     publishes it at /servers/SLUG/mcp
  GET  /api/meta                             says what makes apps here

docs/app-builder.md has the rest.
`
