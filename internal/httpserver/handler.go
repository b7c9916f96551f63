package httpserver

import (
	"net/http"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Handle returns a handler that answers with serve, and with refuse for an error that serve
// returns before it has written anything. It turns a panic into an error of kind
// [fault.Internal]. refuse writes the error in the form of its system, and logs the cause.
func Handle(serve func(http.ResponseWriter, *http.Request) error, refuse func(http.ResponseWriter, *http.Request, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := Record(w)
		defer func() {
			switch p := recover(); {
			case p == http.ErrAbortHandler: //nolint:errorlint // the very value
				panic(p)
			case p != nil && answer.Status != 0:
				refuse(NewWriter(), r, fault.Recovered(p)) // which logs it
				panic(http.ErrAbortHandler)                // what was written is not the whole answer
			case p != nil:
				refuse(answer, r, fault.Recovered(p))
			}
		}()
		if err := serve(answer, r); err != nil {
			refuse(answer, r, err)
		}
	})
}

// Methods returns the methods that mux has patterns for at the path of a request; none for an
// unknown path. HEAD, which goes with GET, is left out.
func Methods(mux *http.ServeMux, r *http.Request) (allowed []string) {
	asked := *r
	for _, asked.Method = range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if _, pattern := mux.Handler(&asked); strings.HasPrefix(pattern, asked.Method+" ") {
			allowed = append(allowed, asked.Method)
		}
	}
	return allowed
}
