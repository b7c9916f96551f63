package site

import (
	"context"
	"net/http"

	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
)

type asKey struct{}

// As returns a context whose requests to [Site.Transport] are the contractor's with
// that id. Whoever calls it has verified who asks.
func As(ctx context.Context, contractorID string) context.Context {
	return context.WithValue(ctx, asKey{}, contractorID)
}

// Acting returns the id that As gave to ctx, "" without it.
func Acting(ctx context.Context) string {
	id, _ := ctx.Value(asKey{}).(string)
	return id
}

// Transport returns a [http.RoundTripper] that hands requests to the site in process;
// see [httpserver.Transport].
func (s *Site) Transport() http.RoundTripper { return httpserver.Transport(s) }

// Refusal returns the answer of a request that failed with err before it came to
// [Site.Transport].
func (s *Site) Refusal(req *http.Request, err error) *http.Response {
	if req.Body != nil {
		_ = req.Body.Close()
	}
	w := httpserver.NewWriter()
	s.refuse(w, req, err)
	return w.Response(req)
}
