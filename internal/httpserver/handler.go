package httpserver

import (
	"net/http"
	"path"
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

// Unredirected has mux answer, but lost for a path that mux would redirect to a cleaner one, such as
// /a//b or /a/../b. mux must have a pattern /a besides each /a/ and /a/{path...}, to which it would
// redirect /a.
func Unredirected(mux, lost http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if clean(r) {
			mux.ServeHTTP(w, r)
		} else {
			lost.ServeHTTP(w, r)
		}
	})
}

func clean(r *http.Request) bool {
	sent := r.URL.EscapedPath()
	cleaned := path.Clean(sent)
	return sent == cleaned || sent == cleaned+"/"
}

// Methods returns the methods for which mux, or a mux in it, has a pattern at the path of a request;
// none for an unknown path. It leaves out HEAD, which goes with GET.
func Methods(mux *http.ServeMux, r *http.Request) (allowed []string) {
	if !clean(r) {
		return nil
	}
	asked := *r
	for _, asked.Method = range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		h, pattern := mux.Handler(&asked)
		if inner, ok := h.(*http.ServeMux); ok {
			_, pattern = inner.Handler(&asked)
		}
		if strings.HasPrefix(pattern, asked.Method+" ") {
			allowed = append(allowed, asked.Method)
		}
	}
	return allowed
}
