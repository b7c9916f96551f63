package endpoint

import (
	"net/http"
	"time"

	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// Limits of requests to the system's own paths: a photo may come over a slow line, and be
// fetched over one.
const (
	ownReadLimit  = 2 * time.Minute
	ownWriteLimit = 3 * time.Minute
)

// mountOwn adds what the system serves besides MCP, below the path of the server's
// address.
func (e *endpoint) mountOwn(path string, loopbackOnly bool, hosts ...string) {
	if e.Handler == nil {
		e.mux.HandleFunc("/", e.notFound)
		return
	}
	own := streamhttp.Hosts(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// A connection that has no limits of its own is one of a test.
		c, now := http.NewResponseController(w), time.Now()
		_ = c.SetReadDeadline(now.Add(ownReadLimit))
		_ = c.SetWriteDeadline(now.Add(ownWriteLimit))
		e.Handler.ServeHTTP(w, r)
	}), loopbackOnly, hosts...)
	if path != "" {
		e.mux.HandleFunc("/", e.notFound)
		own = http.StripPrefix(path, own)
	}
	e.mux.Handle(path+"/", own)
}

// admits reports whether a request shows that it may be made.
func (e *endpoint) admits(r *http.Request) bool {
	return e.signIn.guard.Admits(r) || e.Admits != nil && e.Admits(r)
}
