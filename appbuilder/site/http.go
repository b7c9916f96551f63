package site

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// requestLimit is the longest that a request works which isn't a run or a stream.
const requestLimit = 30 * time.Second

// Guard has next answer what browsers and programs may ask of this site: by one of its names,
// and not from the page of another site. It logs each request in one line, and answers a panic
// with a failure. [Site.Handler] has it already.
func (s *Site) Guard(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	var hosts []string
	var plain string // the origin of pages that came without TLS, though the site has it
	if u, err := url.Parse(s.opts.PublicURL); err == nil && u.Host != "" {
		hosts = append(hosts, u.Host)
		_ = protection.AddTrustedOrigin(u.Scheme + "://" + u.Host) // PublicURL was checked
		if u.Scheme == "https" {
			plain = "http://" + u.Host
		}
	}
	refused := streamhttp.CheckHost(s.opts.Auth == None, hosts...)
	guarded := httpserver.Handle(func(w http.ResponseWriter, r *http.Request) error {
		if err := refused(r); err != nil {
			return forbidden(sentence(err.Error()))
		}
		// Whose Origin has the name of the Host passes protection, whatever its scheme.
		if err := protection.Check(r); err != nil || plain != "" && !safe(r.Method) && strings.EqualFold(r.Header.Get("Origin"), plain) {
			return forbidden("This request came from a page of another site. Nothing was changed.")
		}
		next.ServeHTTP(w, r)
		return nil
	}, s.Refuse)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		id := uuid.NewString()
		h := w.Header()
		h.Set("X-Request-Id", id)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		noted := httpserver.Record(w)
		defer func() {
			e := s.log.Info().Str("id", id).Str("route", r.Pattern).Str("method", r.Method).Int("status", noted.Status).
				Int64("ms", time.Since(began).Milliseconds())
			if trace := streamhttp.TraceID(r.Header.Get("Traceparent")); trace != "" {
				e.Str("trace", trace)
			}
			e.Msg("request")
		}()
		guarded.ServeHTTP(noted, r)
	})
}

func safe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}

// sentence is what a package for programs says, as it is said to people.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

// Refuse answers with a failure as the API writes it, and logs its cause where that is the
// server's own.
func (s *Site) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	a := answerOf(err)
	e, why := s.log.Debug(), fault.Cause(err)
	switch {
	case r.Context().Err() != nil: // who asked is gone
	case a.status == http.StatusInternalServerError:
		e = s.log.Error()
	case why != nil && (a.status == http.StatusServiceUnavailable || a.status == http.StatusGatewayTimeout):
		e = s.log.Warn()
	}
	e.Str("id", w.Header().Get("X-Request-Id")).Str("code", a.code).AnErr("cause", why).Msg("request failed")
	h := w.Header()
	if a.wait > 0 {
		h.Set("Retry-After", strconv.Itoa(a.wait))
	}
	if a.code == "UNAUTHORIZED" {
		h.Set("WWW-Authenticate", "Bearer")
	}
	if a.status == http.StatusRequestEntityTooLarge || a.status == http.StatusRequestTimeout {
		h.Set("Connection", "close")
	}
	s.write(w, a.status, a.envelope())
}

// write answers with JSON.
func (s *Site) write(w http.ResponseWriter, status int, v any) {
	data, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		s.log.Error().AnErr("cause", err).Msg("an answer can't be written")
		status, data = http.StatusInternalServerError, []byte(`{"error":{"code":"INTERNAL","message":"`+fault.InternalMessage+`"}}`)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(data)))
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(data) // a client that went away takes no answer
}

// StatusOf is the HTTP status for an error, for pages that tell of it.
func StatusOf(err error) int { return answerOf(err).status }

// Handler returns the API, for "/api/".
func (s *Site) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, route := range s.routes() {
		mux.Handle(route.pattern, s.serve(route))
	}
	mux.Handle("/", httpserver.Handle(func(w http.ResponseWriter, r *http.Request) error {
		if allowed := strings.Join(httpserver.Methods(mux, r), ", "); allowed != "" {
			w.Header().Set("Allow", allowed)
			return fail(noMethod, "This address takes "+allowed+".")
		}
		return fail(noRoute, "There is no such address.")
	}, s.Refuse))
	return s.Guard(mux)
}

// call is a request on a known route.
type call struct {
	w    http.ResponseWriter
	r    *http.Request
	v    Visitor
	id   string // of the app that the path names, "" on routes of the session
	text []byte // the body
}

// serve answers a route: who asks, the id in the path, the body, the rest.
func (s *Site) serve(to route) http.Handler {
	return httpserver.Handle(func(w http.ResponseWriter, r *http.Request) error {
		c := &call{w: w, r: r}
		if err := s.prepare(c, to); err != nil {
			return err
		}
		if !to.long {
			ctx, cancel := context.WithTimeout(r.Context(), requestLimit)
			defer cancel()
			c.r = r.WithContext(ctx)
		}
		if to.serve != nil {
			return to.serve(c)
		}
		v, err := to.answer(c.r.Context(), c)
		switch {
		case err != nil:
			return err
		case v == nil:
			w.Header().Set("Cache-Control", "no-store")
			w.WriteHeader(http.StatusNoContent)
		default:
			s.write(w, http.StatusOK, v)
		}
		return nil
	}, s.Refuse)
}

func (s *Site) prepare(c *call, to route) (err error) {
	if !to.open {
		if c.v, err = s.Visitor(c.w, c.r); err != nil {
			return err
		}
	}
	if id := c.r.PathValue("id"); id != "" {
		if c.id, err = appID(id); err != nil {
			return err
		}
	}
	if to.most > 0 {
		c.text, err = s.readBody(c.w, c.r, to.most)
	}
	return err
}
