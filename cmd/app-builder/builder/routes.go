package builder

import (
	"net/http"
	"time"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// routes is all that is served; pages are those of the editor.
func (srv *server) routes(pages http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { answerHealth(w, true) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) { answerHealth(w, srv.ready(r)) })
	mux.Handle("/servers/", srv.logged(srv.endpoint))
	mux.Handle("/api/", srv.metrics.count(timed(srv.site.Handler())))
	mux.Handle("/", srv.metrics.count(timed(pages)))
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
		srv.log.Warn().AnErr("cause", fault.Cause(err)).Msg("the database can't be used")
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
