package builder

import (
	"net/http"
	"time"
)

// routes is all that is served.
func (srv *server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { answerHealth(w, true) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) { answerHealth(w, srv.ready(r)) })
	mux.Handle("/servers/", srv.logged(srv.endpoint))
	mux.Handle("/api/", srv.metrics.count(timed(srv.site.Handler())))
	mux.Handle("/", srv.metrics.count(timed(srv.site.Guard(http.HandlerFunc(front)))))
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
