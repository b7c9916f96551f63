package oauth

import (
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Refusal says why a request isn't carried out. errors.As finds a [*fault.Error] in
// it too, so a server that knows nothing of HTTP reports it as it does any failure.
type Refusal struct {
	// Fault has the status to answer with, the sentence for a person, and the cause
	// for the log.
	Fault *fault.Error
	// Challenge is the value of WWW-Authenticate, "" where signing in again is no
	// remedy.
	Challenge string
}

// Error returns the sentence for a person.
func (r *Refusal) Error() string { return r.Fault.Message }

// Unwrap returns the [*fault.Error].
func (r *Refusal) Unwrap() error { return r.Fault }

// SetHeader adds the refusal's header fields and returns its status, for a transport
// that writes a body of its own.
func (r *Refusal) SetHeader(h http.Header) (status int) {
	if r.Challenge != "" {
		h.Set("WWW-Authenticate", r.Challenge)
	}
	if wait := r.Fault.RetryAfter; wait > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	h.Set("Cache-Control", "no-store")
	return r.Fault.Status
}

// Answer answers with the refusal; the body is a JSON-RPC error without an id.
func (r *Refusal) Answer(w http.ResponseWriter) {
	// As package mcp does, but for a request that is wrong in itself.
	code := -32603
	if r.Fault.Kind == fault.InvalidParams {
		code = -32600
	}
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "error": map[string]any{
		"code": code, "message": r.Fault.Message, "data": map[string]any{"kind": r.Fault.Kind, "status": r.Fault.Status},
	}})
	if err != nil {
		panic(err) // the members are strings and numbers
	}
	status := r.SetHeader(w.Header())
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(text) // a client that is gone takes no answer
}

// The values of error in a challenge (RFC 6750, section 3.1).
const (
	invalidRequest    = "invalid_request"
	invalidToken      = "invalid_token"
	insufficientScope = "insufficient_scope"
)

// challenge writes the value of WWW-Authenticate. Nothing in it can hold a quote:
// [New] checks address and scopes, and the sentences are ours.
func (g *Guard) challenge(code string, scopes []string, message string) string {
	var params []string
	if len(g.opts.Issuers) > 0 { // else a client would look for a service to sign in at
		params = append(params, `resource_metadata="`+g.metadataURL+`"`)
		if len(scopes) > 0 {
			params = append(params, `scope="`+strings.Join(scopes, " ")+`"`)
		}
	}
	if code != "" {
		params = append(params, `error="`+code+`", error_description="`+message+`"`)
	}
	return strings.TrimSpace("Bearer " + strings.Join(params, ", "))
}
