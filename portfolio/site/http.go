package site

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

const (
	// maxBody is the longest body of a request of the API.
	maxBody = 1 << 20
	// bodyLimit is how long one may take to arrive.
	bodyLimit = time.Minute
)

// call is a request on a known route.
type call struct {
	*http.Request
	ctx            context.Context
	who            store.Contractor // who asks; of an open route, no one
	project, image string           // the ids that it names
	body           []byte
	tag            string // of the answer, "" if it has none
	key            []byte // of signatures, for the addresses in the answer
}

// serve is the whole of a request:
//
//	route                 for what is open or not
//	what the client has   304, if it is still the answer
//	who asks              401, for everything else under /api
//	no such route         404, 405
//	ids in the path       404
//	body                  413, 400; as long as the client may take
//	a place to work       from here on, the request's time counts
//	the rest
func (s *Site) serve(w http.ResponseWriter, r *http.Request, route *route, methods func() []string) error {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if route != nil && r.Method == http.MethodHead && route.serve == nil { // HEAD is for pages and files
		route = nil
	}
	if route != nil && route.cross {
		crossOrigin(w.Header())
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return nil
		}
	}
	c := &call{Request: r, ctx: r.Context(), tag: s.tag(r, route)}
	if c.tag != "" && r.Header.Get("If-None-Match") == c.tag {
		setTag(w, c.tag)
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	if (route == nil || !route.open) && strings.HasPrefix(r.URL.Path+"/", "/api/") {
		var err error
		if id := Acting(c.ctx); id != "" && route != nil && route.tells {
			c.who.ID = id
		} else if c.who, err = s.authenticate(r); err != nil {
			return err
		}
	}
	if route == nil {
		allowed := strings.Join(methods(), ", ")
		if allowed == "" {
			return s.serveNowhere(w, c)
		}
		w.Header().Set("Allow", allowed)
		return fail(methodNotAllowed, "This path takes %s.", allowed)
	}
	if text := r.PathValue("project"); text != "" {
		if c.project = id(text); c.project == "" {
			return noProject()
		}
	}
	if text := r.PathValue("image"); text != "" {
		if c.image = id(text); c.image == "" {
			return noImage()
		}
	}
	if route.serve != nil {
		return route.serve(s, w, c)
	}
	return s.answer(w, route, c)
}

// answer is a request of the API, from its body on.
func (s *Site) answer(w http.ResponseWriter, route *route, c *call) error {
	var err error
	if route.body {
		if c.body, err = readBody(w, c.Request); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(c.ctx, requestLimit)
	defer cancel()
	c.ctx = ctx
	select {
	case s.work <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	data, err := func() ([]byte, error) {
		defer func() { <-s.work }()
		// Before anything is changed, so that no change is answered with a failure after all.
		if c.key, err = s.signingKey(ctx); err != nil {
			return nil, err
		}
		v, err := route.answer(s, c)
		if err != nil {
			return nil, err
		}
		// What an earlier release may have stored is sent with replacement characters.
		return json.Marshal(v, jsontext.AllowInvalidUTF8(true))
	}()
	if err != nil {
		return err
	}
	status := http.StatusOK
	if route.status != 0 {
		status = route.status
	}
	setTag(w, c.tag)
	writeJSON(w, status, data)
	return nil
}

func writeJSON(w http.ResponseWriter, status int, data []byte) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(data)))
	if h.Get("ETag") == "" {
		h.Set("Cache-Control", "no-store")
	}
	w.WriteHeader(status)
	_, _ = w.Write(data) // a client that went away takes no answer; there is no one left to tell
}

// readBody reads a JSON body to its end.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	tooLong := fail(tooLarge, "The body must have at most 1 MiB. Nothing was changed.")
	if r.ContentLength > maxBody {
		w.Header().Set("Connection", "close")
		return nil, tooLong
	}
	// In process there is no connection to control; the caller bounds the time.
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(bodyLimit))
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		w.Header().Set("Connection", "close")
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return nil, tooLong
		}
		return nil, &failure{code: parseError, message: "The body could not be read to its end. Nothing was changed.", err: err}
	}
	_ = control.SetReadDeadline(time.Time{})
	return data, nil
}
