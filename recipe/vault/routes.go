package vault

import (
	"context"
	_ "embed" // for the document
	"net/http"
	"net/url"
	"strings"
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

// actions are what a path takes, by method.
type actions map[string]action

const collection = "/api/recipes"

var (
	routes = map[string]actions{
		collection:          {http.MethodGet: (*Vault).list, http.MethodPost: (*Vault).create},
		"/api/openapi.json": {http.MethodGet: (*Vault).describe},
	}
	oneRecipe = actions{http.MethodGet: (*Vault).get, http.MethodPut: (*Vault).update, http.MethodDelete: (*Vault).remove}
)

// route finds what a request asks for, and of which recipe, and leaves in r the pattern of
// its path, for logs and metrics. It reads the path
// itself: the standard multiplexer redirects paths that it would write otherwise,
// and the contract knows no redirects.
func route(header http.Header, r *http.Request) (do action, id string, err error) {
	path := r.URL.EscapedPath()
	known := routes[path]
	if known != nil {
		r.Pattern = path
	}
	if rest, ok := strings.CutPrefix(path, collection+"/"); ok && !strings.Contains(rest, "/") {
		if id, err = url.PathUnescape(rest); err == nil && id != "" {
			known, r.Pattern = oneRecipe, collection+"/{id}"
		}
	}
	if known == nil {
		return nil, "", nothingThere()
	}
	if do = known[r.Method]; do == nil {
		var allowed []string
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete} {
			if known[method] != nil {
				allowed = append(allowed, method)
			}
		}
		header.Set("Allow", strings.Join(allowed, ", "))
		return nil, "", &failure{status: http.StatusMethodNotAllowed, text: "This path takes " + strings.Join(allowed, ", ") + ".", plain: true}
	}
	return do, id, nil
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
