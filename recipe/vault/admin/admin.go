// Package admin is an HTTP API for whoever runs a vault: what recipe-vault family does, under
// /api/admin/families. It has a key of its own, and is off without one. The OpenAPI document
// of package vault describes it.
package admin

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/requestid"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

// Prefix is what the paths begin with.
const Prefix = "/api/admin/"

const (
	// requestLimit is the longest that a request may take, its body included.
	requestLimit = 30 * time.Second
	maxBody      = 1 << 20
	// mostFamilies is the most of a list.
	mostFamilies = 200
)

// API is the handler. It is safe for concurrent use.
type API struct {
	registry *family.Registry
	key      [sha256.Size]byte
	log      zerolog.Logger
	mux      *http.ServeMux
}

// New returns the API for requests that carry the key as X-API-Key. The log gets causes of
// failures, and nothing of what was sent.
func New(r *family.Registry, key string, log zerolog.Logger) *API {
	a := &API{registry: r, key: sha256.Sum256([]byte(key)), log: log, mux: http.NewServeMux()}
	const all, one = Prefix + "families", Prefix + "families/{name}"
	for pattern, do := range map[string]action{
		"GET " + all:                           a.list,
		"POST " + all:                          a.add,
		"GET " + one:                           a.get,
		"PATCH " + one:                         a.limit,
		"DELETE " + one:                        a.remove,
		"POST " + one + "/members":             a.addMember,
		"DELETE " + one + "/members/{address}": a.removeMember,
		"POST " + one + "/keys":                a.addKey,
		"DELETE " + one + "/keys/{id}":         a.revokeKey,
	} {
		a.mux.Handle(pattern, a.handle(do))
	}
	return a
}

// Admits reports whether a request with these headers carries the key.
func (a *API) Admits(h http.Header) bool {
	sent := h.Values("X-API-Key")
	if len(sent) != 1 || sent[0] == "" {
		return false
	}
	// Hashes have one length, so the comparison does not reveal the key's.
	got := sha256.Sum256([]byte(sent[0]))
	return subtle.ConstantTimeCompare(got[:], a.key[:]) == 1
}

// ServeHTTP checks the key before it looks what is asked for.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !a.Admits(r.Header) {
		text := "Invalid API key"
		if r.Header.Get("X-API-Key") == "" {
			text = "Authentication required. Send the key in the X-API-Key header."
		}
		reply(w, http.StatusUnauthorized, problem{Error: text})
		return
	}
	until := time.Now().Add(requestLimit)
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(until)
	_ = control.SetWriteDeadline(until)
	ctx, cancel := context.WithDeadline(r.Context(), until)
	defer cancel()
	a.mux.ServeHTTP(w, r.WithContext(ctx))
}

// action does what a request asks for. A nil answer is 204.
type action func(r *http.Request) (status int, answer any, err error)

// problem is an answer that is not a success, in the form that all of the vault's have.
type problem struct {
	Error  string   `json:"error"`
	Code   string   `json:"code,omitzero"`
	Field  string   `json:"field,omitzero"`
	Titles []string `json:"titles,omitzero"`
}

var refusals = map[family.Kind]problemKind{
	family.Invalid:  {http.StatusBadRequest, "VALIDATION_ERROR"},
	family.NotFound: {http.StatusNotFound, "NOT_FOUND"},
	family.Conflict: {http.StatusConflict, "CONFLICT"},
}

type problemKind struct {
	status int
	code   string
}

func (a *API) handle(do action) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status, answer, err := 0, any(nil), check(r)
		if err == nil {
			status, answer, err = do(r)
		}
		if err == nil {
			reply(w, status, answer)
			return
		}
		if e, ok := errors.AsType[*family.Error](err); ok {
			kind := refusals[e.Kind]
			reply(w, kind.status, problem{e.Message, kind.code, e.Field, e.Titles})
			return
		}
		status = http.StatusInternalServerError
		p := problem{Error: "The recipe database is not available. The cause is in the server's log.", Code: "DATABASE_ERROR"}
		if errors.Is(err, database.ErrUnavailable) {
			status = http.StatusServiceUnavailable
			p.Error = "The recipe database cannot be reached, or has too much to do. Nothing was changed. Try again."
		}
		if r.Context().Err() == nil {
			a.log.Error().Str("id", requestid.From(r.Context())).Int("status", status).Err(err).Msg("request of an administrator failed")
		}
		reply(w, status, p)
	})
}

// check refuses what no name in the database can be. The databases themselves differ in what they
// say of it.
func check(r *http.Request) error {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return &family.Error{Kind: family.Invalid, Message: "the parameters of the URL are not well encoded"}
	}
	for name, values := range query {
		if !utf8.ValidString(name) || slices.ContainsFunc(values, odd) {
			return &family.Error{Kind: family.Invalid, Message: "the parameters of the URL must be UTF-8, without NUL"}
		}
	}
	if odd(r.URL.Path) {
		return &family.Error{Kind: family.NotFound, Field: "name", Message: "there is nothing with such a name: it is not UTF-8, or has a NUL in it"}
	}
	return nil
}

func odd(text string) bool { return !utf8.ValidString(text) || strings.Contains(text, "\x00") }

func reply(w http.ResponseWriter, status int, answer any) {
	if answer == nil {
		w.WriteHeader(status)
		return
	}
	body, err := json.Marshal(answer)
	if err != nil { // it holds nothing but text and numbers
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	// A client that went away takes no answer; there is no one left to tell.
	_, _ = w.Write(body)
}

// decode reads a body, which may be missing. What it doesn't know it refuses: an operator
// who mistypes a limit must learn that there is none.
func decode(r *http.Request, into any) error {
	data, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxBody))
	if err != nil {
		return &family.Error{Kind: family.Invalid, Message: "the body could not be read, or has more than 1 MiB"}
	}
	if len(data) == 0 {
		data = []byte("{}")
	}
	if err := json.Unmarshal(data, into, json.RejectUnknownMembers(true)); err != nil {
		where := ""
		if e, ok := errors.AsType[*json.SemanticError](err); ok {
			where = ", at " + string(e.JSONPointer)
		}
		return &family.Error{Kind: family.Invalid, Message: "the body is not a JSON object with the members that this path takes" + where}
	}
	return nil
}
