package streamhttp

import (
	stdlog "log"
	"net/http"
	"time"

	"github.com/rs/zerolog"
)

// HTTPServer returns an [http.Server] for h with the limits that an endpoint needs
// of it: the time for a header and between requests, and the size of a header. The
// endpoint sets the time for a body and for an answer itself. Its base context must
// not end when the process is asked to: that would cancel the calls of the modern
// era; see [Server.Shutdown].
func HTTPServer(h http.Handler, log zerolog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second, // for handlers that set none of their own
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          stdlog.New(log, "", 0),
	}
}
