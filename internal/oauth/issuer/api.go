package issuer

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
)

// protocolError is an answer of the endpoints for clients (RFC 6749, section 5.2).
type protocolError struct {
	status int
	Code   string `json:"error"`
	Text   string `json:"error_description"`
}

func (e *protocolError) Error() string { return e.Text }

func badRequest(code, text string) *protocolError {
	return &protocolError{http.StatusBadRequest, code, text}
}

// api serves an endpoint that clients post to. It reads no cookie, so pages of any
// origin may use it.
func (i *Issuer) api(f func(*http.Request) (status int, body any, err error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !oauth.Share(w, r, http.MethodPost) {
			return
		}
		status, body, err := f(r)
		var refused *protocolError
		switch {
		case errors.As(err, &refused):
			status, body = refused.status, refused
			i.opts.Log.Debug().Int("status", status).Str("code", refused.Code).Msg("client refused")
		case err != nil:
			i.opts.Log.Error().Err(err).Msg("a client's request failed on the server's side")
			status, body = http.StatusInternalServerError, &protocolError{Code: "server_error", Text: "The server could not do this; try again in a moment."}
		}
		w.Header().Set("Cache-Control", "no-store")
		if body == nil {
			w.WriteHeader(status)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body) // a client that is gone takes no answer
	}
}

// public serves a document that everyone may read.
func (i *Issuer) public(f func(context.Context) ([]byte, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !oauth.Share(w, r, http.MethodGet, http.MethodHead) {
			return
		}
		text, err := f(r.Context())
		if err != nil {
			i.fail(w, r, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "max-age=300")
		_, _ = w.Write(text) // a client that is gone takes no answer
	}
}

// readForm reads a form of which no member comes twice.
func readForm(r *http.Request) (url.Values, error) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "application/x-www-form-urlencoded" {
		return nil, badRequest("invalid_request", "The body must be a form (application/x-www-form-urlencoded).")
	}
	if err := r.ParseForm(); err != nil {
		return nil, badRequest("invalid_request", "The body is not a form of at most 16 KiB.")
	}
	for name, values := range r.PostForm {
		if len(values) > 1 && name != "resource" {
			return nil, badRequest("invalid_request", "A member of the form comes twice.")
		}
	}
	if len(r.PostForm["resource"]) > 1 {
		return nil, badRequest("invalid_target", "Ask for one resource at a time.")
	}
	return r.PostForm, nil
}

// metadata describes the issuer (RFC 8414). Readers of OpenID Connect's document
// want the two members about identity tokens, of which there are none.
func (i *Issuer) metadata(context.Context) ([]byte, error) {
	none := []string{"none"}
	return json.Marshal(map[string]any{
		"issuer":                                         i.opts.URL,
		"authorization_endpoint":                         i.opts.URL + "/authorize",
		"token_endpoint":                                 i.opts.URL + "/token",
		"registration_endpoint":                          i.opts.URL + "/register",
		"revocation_endpoint":                            i.opts.URL + "/revoke",
		"jwks_uri":                                       i.opts.URL + "/jwks",
		"scopes_supported":                               i.opts.scopeNames(),
		"response_types_supported":                       []string{"code"},
		"response_modes_supported":                       []string{"query"},
		"grant_types_supported":                          grantTypes,
		"token_endpoint_auth_methods_supported":          none,
		"revocation_endpoint_auth_methods_supported":     none,
		"code_challenge_methods_supported":               []string{"S256"},
		"authorization_response_iss_parameter_supported": true,
		"client_id_metadata_document_supported":          true,
		"subject_types_supported":                        []string{"public"},
		"id_token_signing_alg_values_supported":          []string{"ES256"},
	})
}

// How often something may be tried within the window.
const (
	attemptWindow      = 15 * time.Minute
	attemptsByAccount  = 10
	attemptsByAddress  = 30
	registersByAddress = 30
	documentsByAddress = 30
	// maxBuckets bounds the table. When it is full, those that end soonest go.
	maxBuckets = 10_000
)

// accountBucket counts for an address whether or not there is such an account. It is
// a hash, so that the database has no addresses of strangers.
func accountBucket(email string) string { return "account " + hex.EncodeToString(hashOf(email)) }

// networkBucket counts for an IPv4 address, or for the network of an IPv6 one that a
// single customer has.
func networkBucket(what string, from netip.Addr) string {
	const customer = 64
	if from = from.Unmap().WithZone(""); from.Is6() {
		from = netip.PrefixFrom(from, customer).Masked().Addr()
	}
	return what + " " + from.String()
}

type limit struct {
	bucket string
	most   int
}

// attempt counts one try in each of the buckets, before it is made: tries side by
// side could otherwise all pass. It reports whether all of them have room. A bucket
// that is full keeps a try from those that follow it.
func (i *Issuer) attempt(ctx context.Context, limits ...limit) (ok bool, err error) {
	var filled string // the bucket that has just become full
	err = i.store.write(ctx, func(t tx) error {
		ok, filled = true, ""
		now := i.now()
		if err := t.purge(now); err != nil {
			return err
		}
		for _, l := range limits {
			var count int
			_, err := t.row(`INSERT INTO attempts (bucket, count, expires) VALUES ($1, 1, $2)
				ON CONFLICT (bucket) DO UPDATE SET count = attempts.count + CASE WHEN attempts.count < 1000000 THEN 1 ELSE 0 END RETURNING count`,
				[]any{l.bucket, now.Add(attemptWindow).Unix()}, &count)
			if err != nil {
				return err
			}
			if count > l.most {
				ok = false
				if count == l.most+1 {
					filled = l.bucket
				}
				break
			}
		}
		return t.exec(`DELETE FROM attempts WHERE bucket IN (
			SELECT bucket FROM attempts ORDER BY expires DESC LIMIT $1 OFFSET $2)`, all, maxBuckets)
	})
	if err == nil && filled != "" {
		what, _, _ := strings.Cut(filled, " ")
		i.opts.Log.Warn().Str("limit", what).Stringer("wait", attemptWindow).Msg("too many attempts: further ones are refused for a while, except right one-time codes")
	}
	return ok && err == nil, err
}

// forget ends the count of a bucket.
func (t tx) forget(bucket string) error {
	return t.exec("DELETE FROM attempts WHERE bucket = $1", bucket)
}
