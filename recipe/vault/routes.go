package vault

import (
	"context"
	_ "embed" // for the document
	"net/http"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
)

// call is one authorized request on a known route.
type call struct {
	ctx   context.Context
	id    string // of the recipe that the path names
	body  []byte
	query string // of the URL
	scope scope
	mem   *lease   // for the answer
	match []string // If-Match; nil: no condition
}

// result is an answer; a nil body is none at all.
type result struct {
	status int
	body   []byte
	text   bool        // the body is plain text, not JSON
	tag    string      // of the recipe in the body; "": there is none
	header http.Header // more of it
}

type action func(*Vault, call) (result, error)

const collection = "/api/recipes"

var routes = map[string]action{
	"GET " + collection:              (*Vault).list,
	"POST " + collection:             (*Vault).create,
	"GET " + collection + "/{id}":    (*Vault).get,
	"PUT " + collection + "/{id}":    (*Vault).update,
	"DELETE " + collection + "/{id}": (*Vault).remove,
	"GET /api/openapi.json":          (*Vault).describe,
}

// newHandler returns the handler of all routes. Without redirects, which the contract does not know.
func (v *Vault) newHandler() http.Handler {
	mux := http.NewServeMux()
	known := map[string]bool{"/": true}
	for pattern, do := range routes {
		mux.Handle(pattern, v.serve(mux, do))
		_, path, _ := strings.Cut(pattern, " ")
		known[path] = true
	}
	lost := v.serve(mux, nil)
	for path := range known {
		mux.Handle(path, lost)
	}
	return httpserver.Unredirected(mux, lost)
}

// lost returns the error for a request without a route: another method of a known path, or an unknown
// path.
func lost(mux *http.ServeMux, w http.ResponseWriter, r *http.Request) error {
	allowed := strings.Join(httpserver.Methods(mux, r), ", ")
	if allowed == "" {
		return nothingThere()
	}
	w.Header().Set("Allow", allowed)
	return &failure{status: http.StatusMethodNotAllowed, text: "This path takes " + allowed + ".", plain: true}
}

// describe answers with the document of the contract. Clients read from it that
// lengths are in characters.
func (v *Vault) describe(call) (result, error) {
	return result{status: http.StatusOK, body: []byte(openAPI)}, nil
}

//go:embed openapi.json
var openAPI string

// OpenAPI returns the OpenAPI 3.1 document of the contract, JSON in UTF-8, which
// [Vault.Handler] gives at /api/openapi.json. It also describes /health and
// /openapi.json, which are the server's to answer: the handler does not. Its
// x-length-unit says that lengths are in characters, since there are servers of
// the contract that count bytes.
func OpenAPI() string { return openAPI }
